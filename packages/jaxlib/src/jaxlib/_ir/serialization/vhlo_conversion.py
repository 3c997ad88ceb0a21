"""Converts StableHLO attributes to VHLO and back.

VHLO has neither defaults nor structures: writing adds the defaults and splits structures, reading does the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self, TypeAlias, TypeVar, cast, overload

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Attributes, MLIRError
from jaxlib._ir.serialization import vhlo

A = TypeVar("A", bound=Attribute)
B = TypeVar("B", bound=Attribute)

#: Computes a default that depends on the other attributes.
Default = Callable[[Attributes], Attribute]


class ApiVersion(core.Attribute):
    """The API version of a custom call, which is an enumeration in VHLO and an integer in StableHLO."""

    __slots__ = ()

    @classmethod
    def get(cls, number: int) -> Self:
        """The attribute for a version."""
        return cls(f"#vhlo<api_version_v1 {number}>", (number,))


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
_CONVOLUTION = tuple(vhlo.CONVOLUTION_DIMENSIONS)

_Structure: TypeAlias = type[dialects.StructureAttr] | type[dialects.ConvDimensionNumbers]

#: For each operation, the attributes that are structures: their names, classes and fields.
STRUCTURES: dict[str, tuple[tuple[str, _Structure, tuple[str, ...]], ...]] = {
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

#: Attributes that are arrays in StableHLO and tensors in VHLO.
LISTS = frozenset(
    """base_dilations broadcast_dimensions broadcast_sizes dimensions edge_padding_high edge_padding_low fft_length
    interior_padding known_expanding_dimensions known_nonexpanding_dimensions lhs_dilation limit_indices permutation
    rhs_dilation slice_sizes start_indices strides window_dilations window_dimensions window_reversal
    window_strides""".split()  # noqa: SIM905
)

#: Attributes that are symbol references in StableHLO and strings in VHLO.
NAMES = frozenset(("callee", "decomposition"))
_NONE = core.TypeAttr.get(core.NoneType.get())
_FALSE, _TRUE = core.BoolAttr.get(False), core.BoolAttr.get(True)
_EMPTY, _NOTHING = core.ArrayAttr.get([]), core.StringAttr.get("")


def _i64(value: int) -> Attribute:
    return core.IntegerAttr.get(core.IntegerType.get_signless(64), value)


def _spatial(op: Attributes) -> int:
    numbers = core.named_attribute(op, "dimension_numbers", dialects.ConvDimensionNumbers)
    return len(numbers.input_spatial_dimensions)


def _window(op: Attributes) -> int:
    return len(op["window_dimensions"].parts)


def _ones(count: Callable[[Attributes], int]) -> Default:
    return lambda op: core.integer_tensor([1] * count(op))


def _no_padding(count: Callable[[Attributes], int]) -> Default:
    return lambda op: core.integer_tensor([0] * 2 * count(op), (count(op), 2))


_DEFAULT_PRECISION = core.ArrayAttr.get([dialects.PrecisionAttr.get("DEFAULT")] * 2)
_EXACT = dialects.ResultAccuracyAttr.get(0.0, 0.0, 0, "DEFAULT")
#: An empty list of dimensions.
NO_INTEGERS = core.integer_tensor([])
_CHANNEL = {"channel_id": _i64(0)}
_DEVICES = {**_CHANNEL, "use_global_device_ids": _FALSE}
_TRANSFER = {"is_host_transfer": _FALSE, "source_target_pairs": NO_INTEGERS}
_CONVOLVE: dict[str, Attribute | Default] = {
    "window_strides": _ones(_spatial), "lhs_dilation": _ones(_spatial), "rhs_dilation": _ones(_spatial),
    "window_reversal": lambda op: core.boolean_tensor([False] * _spatial(op)),
    "precision_config": _DEFAULT_PRECISION,
}  # fmt: skip

#: VHLO's default attributes by operation: an attribute, or a function that computes it.
DEFAULTS: Mapping[str, Mapping[str, Attribute | Default]] = {
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
    "composite": {"version": _i64(0), "composite_attributes": core.DictAttr.get({})},
    "convolution": {**_CONVOLVE, "padding": _no_padding(_spatial)},
    "dynamic_conv": _CONVOLVE,
    "custom_call": {
        "has_side_effect": _FALSE,
        "backend_config": _NOTHING,
        "api_version": ApiVersion.get(1),
        **dict.fromkeys(("called_computations", "operand_layouts", "result_layouts"), _EMPTY),
        **dict.fromkeys(("output_operand_aliases", "result_tilings"), _EMPTY),
    },
    "dot": {"precision_config": _DEFAULT_PRECISION},
    "dot_general": {"precision_config": _DEFAULT_PRECISION, **dict.fromkeys(_ALGORITHM, _NONE)},
    "dynamic_broadcast_in_dim": {
        "known_expanding_dimensions": NO_INTEGERS,
        "known_nonexpanding_dimensions": NO_INTEGERS,
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


def defaults(name: str, own: Attributes) -> Attributes:
    """The default attributes that VHLO adds to an operation's own."""
    all_defaults = DEFAULTS.get(name, {})
    return {
        key: value(own) if callable(value) else value for key, value in all_defaults.items() if key not in own
    }


def _number(value: int | core.Type | Sequence[int]) -> Attribute:
    """The field of a structure as an attribute."""
    if isinstance(value, bool):
        return core.BoolAttr.get(value)
    if isinstance(value, int):
        return _i64(value)
    if isinstance(value, core.Type):
        return core.TypeAttr.get(value)
    return core.integer_tensor(value)


def stablehlo_to_vhlo(name: str, own: Attributes) -> Attributes:
    """The attributes of an operation in VHLO: without structures, and with defaults."""
    attributes = defaults(name, own)
    attributes.update(own)
    for attribute, _, fields in STRUCTURES.get(name, ()):
        structure = attributes.pop(attribute, None)
        if structure is not None:
            attributes.update(
                {field: _number(part) for field, part in zip(fields, structure.parts, strict=True)}
            )
    channel = attributes.pop("channel_handle", None)
    if channel is not None:
        attributes["channel_id"] = _i64(channel.parts[0])
        if name in ("send", "recv"):
            attributes["channel_type"] = _i64(channel.parts[1])
    for unit in ("use_global_device_ids", "has_dynamic_root"):
        if isinstance(attributes.get(unit), core.UnitAttr):
            attributes[unit] = _TRUE
    if name == "custom_call" and isinstance(attributes["api_version"], core.IntegerAttr):
        attributes["api_version"] = ApiVersion.get(attributes["api_version"].value)
    return attributes


#: The maximum length for lists of dimensions, windows or paddings.
_LONGEST_LIST = 1 << 16

#: Structure fields that are a single integer or boolean; others are lists, or types if they end in ``_type``.
_SINGLE = frozenset(
    """index_vector_dim lhs_component_count rhs_component_count num_primitive_operations
    allow_imprecise_accumulation input_batch_dimension input_feature_dimension kernel_input_feature_dimension
    kernel_output_feature_dimension output_batch_dimension output_feature_dimension""".split()  # noqa: SIM905
)


@overload
def _of_kind(name: str, named: Attributes, key: str, kind: type[A], /) -> A: ...
@overload
def _of_kind(name: str, named: Attributes, key: str, kind: type[A], other: type[B], /) -> A | B: ...
def _of_kind(name: str, named: Attributes, key: str, *kinds: type[Attribute]) -> Attribute:
    """A required attribute of an operation, of one of those classes."""
    attribute = named.get(key)
    if not isinstance(attribute, kinds):
        problem = "is missing" if attribute is None else f"is of another kind: {attribute}"
        raise MLIRError(f"a portable artifact: the attribute {key} of {name} {problem}")
    return attribute


def vhlo_to_stablehlo(name: str, named: Attributes, owner: str) -> tuple[str, Attributes]:
    """The name and attributes of a VHLO operation in StableHLO or func; ``owner`` is the enclosing operation."""
    bare, _, number = name.removeprefix("vhlo.").rpartition("_v")
    if bare not in vhlo.OPERATIONS or vhlo.version_number(number, len(vhlo.OPERATIONS[bare])) is None:
        raise MLIRError(f"the operation {name} is not known")
    attributes = dict(named)
    own = set(vhlo.OPERATIONS[bare][int(number) - 1][1])
    if bare == "dynamic_conv" and int(number) == 1:
        raise MLIRError("vhlo.dynamic_conv_v1: its padding is an attribute, which no version since 0.20 has")
    _join_structures(name, bare, attributes)
    if "channel_id" in own:
        _join_channel(name, bare, own, attributes)
    for unit in ("use_global_device_ids", "has_dynamic_root"):
        if unit in own:
            is_set = _of_kind(name, attributes, unit, core.BoolAttr).value
            del attributes[unit]
            if is_set:
                attributes[unit] = core.UnitAttr.get()
    if bare == "custom_call":
        _convert_custom_call(name, attributes)
    for key in own & NAMES:
        attributes[key] = core.FlatSymbolRefAttr.get(_of_kind(name, attributes, key, core.StringAttr).value)
    for key in own & LISTS:
        if key in attributes:
            attributes[key] = _list(_of_kind(name, attributes, key, core.DenseElementsAttr))
    if "window_dimensions" in own:
        _of_kind(name, attributes, "window_dimensions", core.DenseI64ArrayAttr)
    _drop_defaults(bare, attributes)
    if isinstance(attributes.get("api_version"), ApiVersion):
        attributes["api_version"] = core.IntegerAttr.get(
            core.IntegerType.get_signless(32), attributes["api_version"].parts[0]
        )
    if bare == "func":
        return "func.func", attributes
    if bare == "call":
        return "func.call", attributes
    if bare == "return":
        return ("func.return" if owner == "func.func" else "stablehlo.return"), attributes
    return f"stablehlo.{bare}", attributes


def _join_structures(name: str, bare: str, attributes: Attributes) -> None:
    for attribute, cls, fields in STRUCTURES.get(bare, ()):
        parts = {field: attributes.pop(field) for field in fields if field in attributes}
        if attribute == "algorithm" and (not parts or parts.get("lhs_precision_type") == _NONE):
            continue
        make = cast("Callable[..., Attribute]", cls.get)
        attributes[attribute] = make(*[_part(name, field, parts) for field in fields])


def _join_channel(name: str, bare: str, own: set[str], attributes: Attributes) -> None:
    channel = _of_kind(name, attributes, "channel_id", core.IntegerAttr).value
    kind = 0
    if "channel_type" in own:
        kind = _of_kind(name, attributes, "channel_type", core.IntegerAttr).value
        del attributes["channel_type"]
    del attributes["channel_id"]
    if channel or bare in ("send", "recv"):
        attributes["channel_handle"] = dialects.ChannelHandle.get(channel, kind)


def _convert_custom_call(name: str, attributes: Attributes) -> None:
    for key in ("operand_layouts", "result_layouts", "called_computations"):
        _of_kind(name, attributes, key, core.ArrayAttr)
    config = _of_kind(name, attributes, "backend_config", core.StringAttr, core.DictAttr)
    if not attributes["operand_layouts"].parts and not attributes["result_layouts"].parts:
        del attributes["operand_layouts"], attributes["result_layouts"]
    attributes["called_computations"] = core.ArrayAttr.get(
        [
            core.FlatSymbolRefAttr.get(_of_kind(name, {"called": callee}, "called", core.StringAttr).value)
            for callee in attributes["called_computations"].parts
        ]
    )
    if isinstance(config, core.DictAttr) and not config.parts[0]:
        del attributes["backend_config"]


def _list(attr: core.DenseElementsAttr) -> core.DenseBoolArrayAttr | core.DenseI64ArrayAttr:
    kind, array = attr.parts
    element = kind.parts[1].text
    if len(attr) > _LONGEST_LIST or element not in ("i1", "i64"):
        raise MLIRError(f"a portable artifact: wanted a list of numbers, found one of the type {kind}")
    elements = np.broadcast_to(array, kind.parts[0]).reshape(-1).tolist()
    return core.DenseBoolArrayAttr.get(elements) if element == "i1" else core.DenseI64ArrayAttr.get(elements)


def _part(name: str, field: str, parts: Attributes) -> int | core.Type | tuple[int, ...]:
    """The field of a structure from its attribute; lists may be absent in older versions."""
    if field.endswith("_type"):
        return _of_kind(name, parts, field, core.TypeAttr).value
    if field in _SINGLE:
        return _of_kind(name, parts, field, core.IntegerAttr, core.BoolAttr).value
    return _list(_of_kind(name, parts, field, core.DenseElementsAttr)).parts if field in parts else ()


def _drop_defaults(bare: str, attributes: Attributes) -> None:
    for key, default in DEFAULTS.get(bare, {}).items():
        if key not in attributes:
            continue
        default_value = default(attributes) if callable(default) else default
        if key in LISTS:
            default_value = _list(cast("core.DenseElementsAttr", default_value))
        if key == "precision_config":
            listed = _of_kind(bare, attributes, key, core.ArrayAttr).parts
            same = all(
                isinstance(precision, dialects.PrecisionAttr) and precision.value == "DEFAULT"
                for precision in listed
            )
        else:
            same = attributes[key] == default_value
        if same:
            del attributes[key]
