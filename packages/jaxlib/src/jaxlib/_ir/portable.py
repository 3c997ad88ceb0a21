"""StableHLO's portable artifacts: programs as VHLO in bytecode, both ways.

Writing takes StableHLO's structures apart, fills in what VHLO has no default for, and gives every operation the
version that the reader has; reading does the reverse. Operations of CHLO are written as StableHLO's
(`decomposition`); those of Shardy stay as they are, where ``mixed`` allows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jaxlib._ir import bytecode, dialects, values, vhlo
from jaxlib._ir.bytecode import Entry, Form
from jaxlib._ir.operations import Module, Operation
from jaxlib._ir.values import MLIRError

# ---- Structures that VHLO has as attributes of their own: the attribute, its fields, and its class

_PREFIXED = {
    "dot_dimension_numbers": (dialects.DotDimensionNumbers, ()),
    "algorithm": (dialects.DotAlgorithm, ()),
    "scatter_dimension_numbers": (
        dialects.ScatterDimensionNumbers,
        ("update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims",
         "scatter_dims_to_operand_dims", "index_vector_dim"),
    ),
}  # fmt: skip
_DOT = (
    "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
    "rhs_contracting_dimensions",
)  # fmt: skip
_ALGORITHM = (
    "lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count", "rhs_component_count",
    "num_primitive_operations", "allow_imprecise_accumulation",
)  # fmt: skip
_GATHER = (
    "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
    "start_index_map", "index_vector_dim",
)  # fmt: skip
_SCATTER = _PREFIXED["scatter_dimension_numbers"][1]
_CONVOLUTION = tuple(vhlo._DIMENSIONS)

#: The attribute, its class and its fields, of each operation that has such a structure.
STRUCTURES: dict[str, tuple[tuple[str, Any, tuple[str, ...]], ...]] = {
    "dot_general": (
        ("dot_dimension_numbers", dialects.DotDimensionNumbers, _DOT),
        ("algorithm", dialects.DotAlgorithm, _ALGORITHM),
    ),
    "gather": (("dimension_numbers", dialects.GatherDimensionNumbers, _GATHER),),
    "dynamic_gather": (("dimension_numbers", dialects.GatherDimensionNumbers, _GATHER),),
    "scatter": (("scatter_dimension_numbers", dialects.ScatterDimensionNumbers, _SCATTER),),
    "convolution": (("dimension_numbers", dialects.ConvDimensionNumbers, _CONVOLUTION),),
    "dynamic_conv": (("dimension_numbers", dialects.ConvDimensionNumbers, _CONVOLUTION),),
}

#: Attributes that StableHLO has as plain lists, and VHLO as tensors.
LISTS = frozenset(
    """base_dilations broadcast_dimensions broadcast_sizes dimensions edge_padding_high edge_padding_low fft_length
    interior_padding known_expanding_dimensions known_nonexpanding_dimensions lhs_dilation limit_indices permutation
    rhs_dilation slice_sizes start_indices strides window_dilations window_dimensions window_reversal
    window_strides""".split()  # noqa: SIM905
)

#: Attributes that StableHLO has as names of functions, and VHLO as strings.
NAMES = frozenset(("callee", "decomposition"))

_NONE = values.TypeAttr.get(values.NoneType.get())
_FALSE, _TRUE = values.BoolAttr.get(False), values.BoolAttr.get(True)
_EMPTY, _NOTHING = values.ArrayAttr.get([]), values.StringAttr.get("")


def _i64(value: int) -> Any:
    return values.IntegerAttr.get(values.IntegerType.get_signless(64), value)


def _spatial(op: dict[str, Any]) -> int:
    return len(op["dimension_numbers"].input_spatial_dimensions)


def _window(op: dict[str, Any]) -> int:
    return len(op["window_dimensions"].parts)


def _ones(count: Callable[[dict[str, Any]], int]) -> Callable[[dict[str, Any]], Any]:
    return lambda op: vhlo.integer_tensor([1] * count(op))


def _no_padding(count: Callable[[dict[str, Any]], int]) -> Callable[[dict[str, Any]], Any]:
    return lambda op: vhlo.integer_tensor([0] * 2 * count(op), (count(op), 2))


_DEFAULT_PRECISION = values.ArrayAttr.get([dialects.PrecisionAttr.get("DEFAULT")] * 2)
_EXACT = dialects.ResultAccuracyAttr.get(0.0, 0.0, 0, "DEFAULT")
_NO_INTEGERS = vhlo.integer_tensor([])
_CHANNEL = {"channel_id": _i64(0)}
_DEVICES = {**_CHANNEL, "use_global_device_ids": _FALSE}
_TRANSFER = {"is_host_transfer": _FALSE, "source_target_pairs": _NO_INTEGERS}
_CONVOLVE = {
    "window_strides": _ones(_spatial), "lhs_dilation": _ones(_spatial), "rhs_dilation": _ones(_spatial),
    "window_reversal": lambda op: vhlo.boolean_tensor([False] * _spatial(op)),
    "precision_config": _DEFAULT_PRECISION,
}  # fmt: skip

#: What VHLO has where StableHLO has nothing: an attribute, or what makes one of the operation's own attributes.
DEFAULTS: dict[str, dict[str, Any]] = {
    "func": {"sym_visibility": _NOTHING, "arg_attrs": _EMPTY, "res_attrs": _EMPTY},
    "all_gather": _DEVICES,
    "all_reduce": _DEVICES,
    "reduce_scatter": _DEVICES,
    "all_to_all": _CHANNEL,
    "collective_permute": _CHANNEL,
    "collective_broadcast": {**_CHANNEL, "has_dynamic_root": _FALSE},
    "collective_reduce": {**_DEVICES, "has_dynamic_root": _FALSE},
    "cholesky": {"lower": _FALSE},
    "compare": {"compare_type": dialects.ComparisonTypeAttr.get("NOTYPE")},
    "composite": {"version": _i64(0), "composite_attributes": values.DictAttr.get({})},
    "convolution": {**_CONVOLVE, "padding": _no_padding(_spatial)},
    "dynamic_conv": _CONVOLVE,
    "custom_call": {
        "has_side_effect": _FALSE,
        "backend_config": _NOTHING,
        "api_version": vhlo.ApiVersion.get(1),
        **dict.fromkeys(("called_computations", "operand_layouts", "result_layouts"), _EMPTY),
        **dict.fromkeys(("output_operand_aliases", "result_tilings"), _EMPTY),
    },
    "dot": {"precision_config": _DEFAULT_PRECISION},
    "dot_general": {"precision_config": _DEFAULT_PRECISION, **dict.fromkeys(_ALGORITHM, _NONE)},
    "dynamic_broadcast_in_dim": {
        "known_expanding_dimensions": _NO_INTEGERS,
        "known_nonexpanding_dimensions": _NO_INTEGERS,
    },
    "dynamic_gather": {"indices_are_sorted": _FALSE},
    "gather": {"indices_are_sorted": _FALSE},
    "infeed": {"infeed_config": _NOTHING, "layout": _EMPTY},
    "outfeed": {"outfeed_config": _NOTHING},
    "recv": _TRANSFER,
    "send": _TRANSFER,
    "reduce_window": {
        **dict.fromkeys(("window_strides", "base_dilations", "window_dilations"), _ones(_window)),
        "padding": _no_padding(_window),
    },
    "scatter": {"indices_are_sorted": _FALSE, "unique_indices": _FALSE},
    "select_and_scatter": {"window_strides": _ones(_window), "padding": _no_padding(_window)},
    "sort": {"dimension": _i64(-1), "is_stable": _FALSE},
    **{name: {"result_accuracy": _EXACT} for name in vhlo.ACCURATE},
}


def _defaults(name: str, own: dict[str, Any]) -> dict[str, Any]:
    found = DEFAULTS.get(name, {})
    return {key: each(own) if callable(each) else each for key, each in found.items() if key not in own}


def _number(value: Any) -> Any:
    """A structure's field as an attribute."""
    if isinstance(value, bool):
        return values.BoolAttr.get(value)
    if isinstance(value, int):
        return _i64(value)
    if isinstance(value, values.Type):
        return values.TypeAttr.get(value)
    return vhlo.integer_tensor(value)


def flattened(name: str, own: dict[str, Any]) -> dict[str, Any]:
    """An operation's attributes as VHLO has them: no structures, no defaults."""
    made = _defaults(name, own)
    made.update(own)
    for attribute, _, fields in STRUCTURES.get(name, ()):
        structure = made.pop(attribute, None)
        if structure is not None:
            made.update({field: _number(part) for field, part in zip(fields, structure.parts, strict=True)})
    channel = made.pop("channel_handle", None)
    if channel is not None:
        made["channel_id"] = _i64(channel.parts[0])
        if name in ("send", "recv"):
            made["channel_type"] = _i64(channel.parts[1])
    for unit in ("use_global_device_ids", "has_dynamic_root"):
        if isinstance(made.get(unit), values.UnitAttr):
            made[unit] = _TRUE
    if name == "custom_call" and isinstance(made["api_version"], values.IntegerAttr):
        made["api_version"] = vhlo.ApiVersion.get(made["api_version"].value)
    return made


_PARTS = {"func.func": "func", "func.call": "call", "func.return": "return"}
#: Operations that took and gave one value each, before they could several.
_ONE_ONLY = {"all_gather": 1, "all_reduce": 1, "all_to_all": 1, "collective_broadcast": 1}


class _Forms:
    """How a program's operations are written for one version."""

    def __init__(self, target: vhlo.Version, mixed: bool) -> None:
        self.target = target
        self.mixed = mixed
        self.codec = vhlo.Codec(target, mixed)
        self.writer = bytecode.Writer(
            vhlo.bytecode_version(target), f"StableHLO_v{vhlo.dotted(target)}", ranges=target >= (1, 9, 0)
        )
        #: Dictionaries of VHLO's attributes, by their names and attributes.
        self.dictionaries: dict[Any, Any] = {}
        #: Those that were asked for, by what is alike of their operations.
        self.known: dict[Any, Form] = {}

    def form(self, op: Operation) -> Form:
        """An operation's name, its properties and its attributes, as they are written.

        Raises:
            MLIRError: The version has no such operation.
        """
        name = op._name
        bare = _PARTS.get(name)
        if bare is None and name.startswith("stablehlo."):
            bare = name[10:]
        if bare is None:
            return self.other(op)
        # C++ asks for each combination of objects; equal attributes may be different ones.
        key = (bare, bool(op._regions), len(op._operands) == 1, *op._attributes.items())
        found = self.known.get(key)
        if found is not None:
            return found.use()
        self.known[key] = made = self.versioned(op, bare)
        return made

    def versioned(self, op: Operation, bare: str) -> Form:
        """The form of one that VHLO has."""
        chosen = vhlo.versioned(bare, self.target)
        newest = vhlo.OPERATIONS.get(bare)
        if chosen is None or newest is None:
            why = "VHLO has no such operation" if newest is None else (
                f"it is there since v{vhlo.dotted(newest[0][0])}"
            )  # fmt: skip
            raise self.refused(op, why)
        number, fields = chosen
        attributes = flattened(bare, op._attributes)
        if number < len(newest):
            defaults = _defaults(bare, {})
            for field in set(newest[-1][1]) - set(fields):
                given = attributes.pop(field, None)
                default = _NO_INTEGERS if field.endswith("_batching_dims") else defaults.get(field)
                if given is not None and given != default:
                    raise self.refused(op, f"its attribute {field} is newer")
            if bare in _ONE_ONLY and len(op._operands) != 1:
                raise self.refused(op, "several operands are newer")
            if bare == "composite" and op._regions:
                raise self.refused(op, "its regions are newer")
        writer, codec = self.writer, self.codec
        named = writer.op_name(f"vhlo.{bare}_v{number}", True)
        missing = [field for field in fields if field not in attributes]
        if missing:
            raise self.refused(op, f"it has no {missing[0]}")
        properties = dictionary = None
        used: list[Entry] = []
        if writer.version >= bytecode._PROPERTIES and fields:
            used = [writer.entry(attributes.pop(field), codec) for field in fields]
            properties = [("a", each) for each in used]
        if attributes:
            dictionary = self.dictionary(attributes)
            used += [each for pair in dictionary.fields[0][1] for each in pair]
        return Form(named, properties, dictionary, used, codec, bare == "func")

    def dictionary(self, attributes: dict[str, Any]) -> Any:
        """A builtin dictionary of VHLO's attributes."""
        writer = self.writer
        pairs = [
            (writer.entry(values.StringAttr.get(name)), writer.entry(attributes[name], self.codec))
            for name in sorted(attributes)
        ]
        key = tuple(pairs)
        found = self.dictionaries.get(key)
        if found is None:
            found = self.dictionaries[key] = Entry(writer.dialect("builtin"), 1, (("n", pairs),), "")
            writer.tables[0].append(found)
        return found

    def other(self, op: Operation) -> Form:
        """The form of one that is not VHLO's: a module, or Shardy's. Its values have builtin types."""
        name, writer = op._name, self.writer
        if name != "builtin.module" and (not self.mixed or not name.startswith(("sdy.", "mpmd."))):
            raise self.refused(op, "it is neither StableHLO's nor Shardy's")
        module = name == "builtin.module"
        attributes = dict(op._attributes)
        properties = dictionary = None
        used: list[Entry] = []
        if module and writer.version >= bytecode._PROPERTIES:
            fields = [attributes.pop(field, None) for field in ("sym_name", "sym_visibility")]
            properties = [("o", None if f is None else writer.entry(f)) for f in fields]
            used = [each for _, each in properties if each is not None]
        if attributes:
            dictionary = writer.entry(values.DictAttr.get(attributes))
            used.append(dictionary)
        return Form(writer.op_name(name, module), properties, dictionary, used, None, module, foreign=True)

    def cast(self) -> Form:
        """The form of what stands between both kinds of types."""
        return Form(self.writer.op_name("builtin.unrealized_conversion_cast", True), None, None, [])

    def refused(self, op: Operation, why: str) -> MLIRError:
        return MLIRError(
            f"failed to convert {op._name} to VHLO v{vhlo.dotted(self.target)}: {why}\n  where: {op._location}"
        )


def serialize(module: Any, target: str, mixed: bool = False) -> bytes:
    """The portable artifact of a program, for readers of StableHLO's version ``target``.

    Raises:
        MLIRError: The program has what that version has not.
        ValueError: ``target`` is no version, or out of range.
    """
    from jaxlib._ir import decomposition, expansion

    wanted = vhlo.version(target)
    if wanted < vhlo.version(vhlo.MINIMUM):
        raise ValueError(f"target version {target} is less than minimum supported {vhlo.MINIMUM}")
    wanted = min(wanted, vhlo.version(vhlo.CURRENT))
    operation = decomposition.decomposed(expansion.expanded(module))
    forms = _Forms(wanted, mixed)
    return forms.writer.write(operation, forms)


def deserialize(data: bytes) -> Module:
    """The program of a portable artifact, or of other bytecode that `bytecode.write` gives.

    Raises:
        MLIRError: It is none, newer than what is known, or broken.
    """
    return bytecode.Reader(bytes(data), {"vhlo": vhlo.Codec(), "sdy": vhlo.SdyCodec()}).read()


# ---- Reading


#: More than any list of dimensions, windows or paddings has.
_LONGEST_LIST = 1 << 16
#: The fields of structures that are one number or truth; the others are lists, and types end in ``_type``.
_SINGLE = frozenset(
    """index_vector_dim lhs_component_count rhs_component_count num_primitive_operations
    allow_imprecise_accumulation input_batch_dimension input_feature_dimension kernel_input_feature_dimension
    kernel_output_feature_dimension output_batch_dimension output_feature_dimension""".split()  # noqa: SIM905
)


def _of_kind(name: str, named: dict[str, Any], key: str, *kinds: type) -> Any:
    """An attribute that the operation must have, of one of those classes."""
    found = named.get(key)
    if not isinstance(found, kinds):
        what = "is missing" if found is None else f"is of another kind: {found}"
        raise MLIRError(f"a portable artifact: the attribute {key} of {name} {what}")
    return found


def raised(name: str, named: dict[str, Any], owner: str) -> tuple[str, dict[str, Any]]:
    """A VHLO operation's name and attributes as StableHLO, or func, has them; ``owner`` is what it is in."""
    bare, _, number = name.removeprefix("vhlo.").rpartition("_v")
    if bare not in vhlo.OPERATIONS or vhlo.version_number(number, len(vhlo.OPERATIONS[bare])) is None:
        raise MLIRError(f"the operation {name} is not known")
    made = dict(named)
    own = set(vhlo.OPERATIONS[bare][int(number) - 1][1])
    if bare == "dynamic_conv" and int(number) == 1:
        raise MLIRError("vhlo.dynamic_conv_v1: its padding is an attribute, which no version since 0.20 has")
    for attribute, cls, fields in STRUCTURES.get(bare, ()):
        parts = {field: made.pop(field) for field in fields if field in made}
        if attribute == "algorithm" and (not parts or parts.get("lhs_precision_type") == _NONE):
            continue
        made[attribute] = cls.get(*[_part(name, field, parts) for field in fields])
    if "channel_id" in own:
        channel = _of_kind(name, made, "channel_id", values.IntegerAttr).value
        kind = 0
        if "channel_type" in own:
            kind = _of_kind(name, made, "channel_type", values.IntegerAttr).value
            del made["channel_type"]
        del made["channel_id"]
        if channel or bare in ("send", "recv"):
            made["channel_handle"] = dialects.ChannelHandle.get(channel, kind)
    for unit in ("use_global_device_ids", "has_dynamic_root"):
        if unit in own:
            wanted = _of_kind(name, made, unit, values.BoolAttr).value
            del made[unit]
            if wanted:
                made[unit] = values.UnitAttr.get()
    if bare == "custom_call":
        for key in ("operand_layouts", "result_layouts", "called_computations"):
            _of_kind(name, made, key, values.ArrayAttr)
        _of_kind(name, made, "backend_config", values.StringAttr, values.DictAttr)
        if not made["operand_layouts"].parts and not made["result_layouts"].parts:
            del made["operand_layouts"], made["result_layouts"]
        made["called_computations"] = values.ArrayAttr.get(
            [
                values.FlatSymbolRefAttr.get(
                    _of_kind(name, {"called": each}, "called", values.StringAttr).value
                )
                for each in made["called_computations"]
            ]
        )
        if isinstance(made["backend_config"], values.DictAttr) and not made["backend_config"].parts[0]:
            del made["backend_config"]
    for key in own & NAMES:
        made[key] = values.FlatSymbolRefAttr.get(_of_kind(name, made, key, values.StringAttr).value)
    for key in own & LISTS:
        if key in made:
            made[key] = _list(_of_kind(name, made, key, values.DenseElementsAttr))
    if "window_dimensions" in own:
        _of_kind(name, made, "window_dimensions", values.DenseI64ArrayAttr)
    _drop_defaults(bare, made)
    if isinstance(made.get("api_version"), vhlo.ApiVersion):
        made["api_version"] = values.IntegerAttr.get(
            values.IntegerType.get_signless(32), made["api_version"].parts[0]
        )
    if bare == "func":
        return "func.func", made
    if bare == "call":
        return "func.call", made
    if bare == "return":
        return ("func.return" if owner == "func.func" else "stablehlo.return"), made
    return f"stablehlo.{bare}", made


def _list(attr: Any) -> Any:
    import numpy as np

    kind, array = attr.parts
    element = kind.parts[1].text
    if len(attr) > _LONGEST_LIST or element not in ("i1", "i64"):
        raise MLIRError(f"a portable artifact: wanted a list of numbers, found one of the type {kind}")
    whole = np.broadcast_to(array, kind.parts[0]).reshape(-1).tolist()
    return values.DenseBoolArrayAttr.get(whole) if element == "i1" else values.DenseI64ArrayAttr.get(whole)


def _part(name: str, field: str, parts: dict[str, Any]) -> Any:
    """A field of a structure, of an attribute of its own; lists may be missing where versions have none."""
    if field.endswith("_type"):
        return _of_kind(name, parts, field, values.TypeAttr).value
    if field in _SINGLE:
        return _of_kind(name, parts, field, values.IntegerAttr, values.BoolAttr).value
    return _list(_of_kind(name, parts, field, values.DenseElementsAttr)).parts if field in parts else ()


def _drop_defaults(bare: str, made: dict[str, Any]) -> None:
    for key, default in DEFAULTS.get(bare, {}).items():
        if key not in made:
            continue
        wanted = default(made) if callable(default) else default
        if key in LISTS:
            wanted = _list(wanted)
        if key == "precision_config":
            listed = _of_kind(bare, made, key, values.ArrayAttr).parts
            same = all(
                isinstance(each, dialects.PrecisionAttr) and each.value == "DEFAULT" for each in listed
            )
        else:
            same = made[key] == wanted
        if same:
            del made[key]
