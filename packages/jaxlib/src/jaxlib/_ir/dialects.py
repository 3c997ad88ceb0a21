"""The dialects' own types and attributes, and the table of rules for result types.

Each attribute is declared by its fields, from which its text, its properties and its maker follow; `parsing` reads
such a text by the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib._ir import inference as rules
from jaxlib._ir.values import DYNAMIC, Attribute, Type, float_text, quote

# ---- Types


class TokenType(Type):
    """What orders effects."""

    __slots__ = ()

    @classmethod
    def get(cls, context: Any = None) -> Any:
        """The type."""
        return cls("!stablehlo.token")


class FutureType(Type):
    """What is not there yet."""

    __slots__ = ()

    @classmethod
    def get(cls, types: Sequence[Type], context: Any = None) -> Any:
        """Of those types."""
        return cls(f"!stablehlo.future<{', '.join(each.text for each in types)}>", tuple(types))

    @property
    def types(self) -> list[Any]:
        """What it will be."""
        return list(self.parts)


# ---- Attributes: enumerations

#: By its dialect and mnemonic, each enumeration's class.
ENUMERATIONS: dict[tuple[str, str], Any] = {}
#: By how its text begins, each structure's class, and its fields as the text calls them.
STRUCTURES: dict[str, tuple[Any, dict[str, str]]] = {}


def _enumeration(name: str, dialect: str, mnemonic: str) -> Any:
    """A class of attributes that are one word."""

    def get(cls: Any, value: str, context: Any = None) -> Any:
        return cls(f"#{dialect}<{mnemonic} {value}>", (value,))

    members = {
        "__slots__": (),
        "__doc__": f"{mnemonic} of {dialect}.",
        "get": classmethod(get),
        "value": property(lambda self: self.parts[0]),
    }
    made = type(name, (Attribute,), members)
    ENUMERATIONS[dialect, mnemonic] = made
    return made


# ---- Attributes: structures


def _integers(value: Sequence[int]) -> str:
    return f"[{', '.join(map(str, value))}]"


#: How a field's value is written, and whether it is left out where it is empty.
_KINDS: dict[str, tuple[Callable[[Any], str], Callable[[Any], bool]]] = {
    "list": (_integers, lambda value: not value),
    "kept list": (_integers, lambda _value: False),
    "int": (str, lambda value: not value),
    "kept int": (str, lambda _value: False),
    "bool": (lambda value: "true" if value else "false", lambda _value: False),
    "type": (lambda value: value.text, lambda _value: False),
}


def _structure(
    name: str, mnemonic: str, fields: dict[str, str], written: dict[str, str] | None = None
) -> Any:
    """A class of attributes with fields; ``written`` has those that the text calls otherwise."""
    names = list(fields)
    written = written or {}

    def get(cls: Any, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("context", None)
        kwargs.pop("ctx", None)
        given = dict(zip([*names, "context"], args, strict=False))
        given.pop("context", None)
        given.update(kwargs)
        parts = []
        shown = []
        for field in names:
            kind = fields[field]
            value = given[field]
            value = tuple(value) if kind.endswith("list") else value
            parts.append(value)
            show, skip = _KINDS[kind]
            if not skip(value):
                shown.append(f"{written.get(field, field)} = {show(value)}")
        return cls(f"#{mnemonic}<{', '.join(shown)}>", tuple(parts))

    def reader(index: int, kind: str) -> Any:
        if kind.endswith("list"):
            return property(lambda self: list(self.parts[index]))
        return property(lambda self: self.parts[index])

    members: dict[str, Any] = {"__slots__": (), "__doc__": f"{mnemonic}.", "get": classmethod(get)}
    members.update({field: reader(i, fields[field]) for i, field in enumerate(names)})
    made = type(name, (Attribute,), members)
    STRUCTURES[f"#{mnemonic}"] = (made, {written.get(field, field): kind for field, kind in fields.items()})
    return made


ComparisonDirectionAttr = _enumeration("ComparisonDirectionAttr", "stablehlo", "comparison_direction")
ComparisonTypeAttr = _enumeration("ComparisonTypeAttr", "stablehlo", "comparison_type")
PrecisionAttr = _enumeration("PrecisionAttr", "stablehlo", "precision")
FftTypeAttr = _enumeration("FftTypeAttr", "stablehlo", "fft_type")
TransposeAttr = _enumeration("TransposeAttr", "stablehlo", "transpose")
RngDistributionAttr = _enumeration("RngDistributionAttr", "stablehlo", "rng_distribution")
RngAlgorithmAttr = _enumeration("RngAlgorithmAttr", "stablehlo", "rng_algorithm")
ChloComparisonDirectionAttr = _enumeration("ComparisonDirectionAttr", "chlo", "comparison_direction")
ChloComparisonTypeAttr = _enumeration("ComparisonTypeAttr", "chlo", "comparison_type")
ChloPrecisionAttr = _enumeration("PrecisionAttr", "chlo", "precision")

GatherDimensionNumbers = _structure(
    "GatherDimensionNumbers",
    "stablehlo.gather",
    {
        "offset_dims": "list",
        "collapsed_slice_dims": "list",
        "operand_batching_dims": "list",
        "start_indices_batching_dims": "list",
        "start_index_map": "list",
        "index_vector_dim": "int",
    },
)
ScatterDimensionNumbers = _structure(
    "ScatterDimensionNumbers",
    "stablehlo.scatter",
    {
        "update_window_dims": "list",
        "inserted_window_dims": "list",
        "input_batching_dims": "list",
        "scatter_indices_batching_dims": "list",
        "scattered_dims_to_operand_dims": "list",
        "index_vector_dim": "int",
    },
    {"scattered_dims_to_operand_dims": "scatter_dims_to_operand_dims"},
)
DotDimensionNumbers = _structure(
    "DotDimensionNumbers",
    "stablehlo.dot",
    {
        "lhs_batching_dimensions": "list",
        "rhs_batching_dimensions": "list",
        "lhs_contracting_dimensions": "list",
        "rhs_contracting_dimensions": "list",
    },
)
RaggedDotDimensionNumbers = _structure(
    "RaggedDotDimensionNumbers",
    "chlo.ragged_dot",
    {
        "lhs_batching_dimensions": "list",
        "rhs_batching_dimensions": "list",
        "lhs_contracting_dimensions": "list",
        "rhs_contracting_dimensions": "list",
        "lhs_ragged_dimensions": "list",
        "rhs_group_dimensions": "list",
    },
)
DotAlgorithm = _structure(
    "DotAlgorithm",
    "stablehlo.dot_algorithm",
    {
        "lhs_precision_type": "type",
        "rhs_precision_type": "type",
        "accumulation_type": "type",
        "lhs_component_count": "kept int",
        "rhs_component_count": "kept int",
        "num_primitive_operations": "kept int",
        "allow_imprecise_accumulation": "bool",
    },
)
OutputOperandAlias = _structure(
    "OutputOperandAlias",
    "stablehlo.output_operand_alias",
    {"output_tuple_indices": "kept list", "operand_index": "kept int", "operand_tuple_indices": "kept list"},
)
ChannelHandle = _structure(
    "ChannelHandle",
    "stablehlo.channel_handle",
    {"handle": "kept int", "channel_type": "kept int"},
    {"channel_type": "type"},
)


def _channel(cls: Any, handle: int, type: int, context: Any = None) -> Any:  # noqa: A002
    return cls(f"#stablehlo.channel_handle<handle = {handle}, type = {type}>", (handle, type))


ChannelHandle.get = classmethod(_channel)


class ConvDimensionNumbers(Attribute):
    """Which dimension of a convolution is what."""

    __slots__ = ()

    @classmethod
    def get(cls, input_batch_dimension: int, input_feature_dimension: int, input_spatial_dimensions: Sequence[int],
            kernel_input_feature_dimension: int, kernel_output_feature_dimension: int,
            kernel_spatial_dimensions: Sequence[int], output_batch_dimension: int, output_feature_dimension: int,
            output_spatial_dimensions: Sequence[int], ctx: Any = None, context: Any = None) -> Any:  # fmt: skip
        """Of those numbers."""

        def side(named: dict[str, int], spatial: Sequence[int]) -> str:
            at = {
                **{place: name for name, place in named.items()},
                **{d: str(i) for i, d in enumerate(spatial)},
            }
            return f"[{', '.join(at[place] for place in sorted(at))}]"

        taken = side({"b": input_batch_dimension, "f": input_feature_dimension}, input_spatial_dimensions)
        by = side(
            {"i": kernel_input_feature_dimension, "o": kernel_output_feature_dimension},
            kernel_spatial_dimensions,
        )
        given = side({"b": output_batch_dimension, "f": output_feature_dimension}, output_spatial_dimensions)
        parts = (
            input_batch_dimension, input_feature_dimension, tuple(input_spatial_dimensions),
            kernel_input_feature_dimension, kernel_output_feature_dimension, tuple(kernel_spatial_dimensions),
            output_batch_dimension, output_feature_dimension, tuple(output_spatial_dimensions),
        )  # fmt: skip
        return cls(f"#stablehlo.conv<{taken}x{by}->{given}>", parts)


for _index, _field in enumerate(
    (
        "input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions",
        "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions",
        "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions",
    )
):  # fmt: skip
    setattr(ConvDimensionNumbers, _field, property(lambda self, index=_index: self.parts[index]))  # type: ignore[misc]


class TypeExtensions(Attribute):
    """Bounds of dimensions that are not known."""

    __slots__ = ()

    @classmethod
    def get(cls, bounds: Sequence[int], context: Any = None) -> Any:
        """Of those."""
        shown = ", ".join("?" if each == DYNAMIC else str(each) for each in bounds)
        return cls(f"#stablehlo.bounds<{shown}>", tuple(bounds))

    @property
    def bounds(self) -> list[int]:
        """The bounds."""
        return list(self.parts)


class ResultAccuracyModeAttr(Attribute):
    """How an operation's accuracy is stated."""

    __slots__ = ()

    @classmethod
    def get(cls, value: str, context: Any = None) -> Any:
        """By that word."""
        return cls(f"#stablehlo.result_accuracy_mode<{value}>", (value,))

    @property
    def value(self) -> str:
        """The word."""
        return str(self.parts[0])


class ResultAccuracyAttr(Attribute):
    """How accurate an operation is to be."""

    __slots__ = ()

    @classmethod
    def get(cls, atol: float, rtol: float, ulps: int, mode: str, context: Any = None) -> Any:
        """By tolerances and a mode."""
        shown = []
        if atol:
            shown.append(f"atol = {float_text(atol, 'f64')}")
        if rtol:
            shown.append(f"rtol = {float_text(rtol, 'f64')}")
        if ulps:
            shown.append(f"ulps = {ulps}")
        shown.append(f"mode = #stablehlo.result_accuracy_mode<{mode}>")
        return cls(f"#stablehlo.result_accuracy<{', '.join(shown)}>", (atol, rtol, ulps, mode))

    atol = property(lambda self: self.parts[0])
    rtol = property(lambda self: self.parts[1])
    ulps = property(lambda self: self.parts[2])
    mode = property(lambda self: self.parts[3])


# ---- Shardy's attributes: text within text is without the mnemonic


class _Sdy(Attribute):
    """An attribute of Shardy's; ``inner`` is its text where another has it."""

    __slots__ = ("inner",)

    @classmethod
    def _make(cls, mnemonic: str, inner: str, parts: tuple[Any, ...]) -> Any:
        made = cls(f"#sdy.{mnemonic}{inner}", parts)
        made.inner = inner
        return made

    def __init__(self, text: Any, parts: tuple[Any, ...] = ()) -> None:
        super().__init__()
        self.inner = getattr(text, "inner", "")


def _inner(items: Sequence[Any]) -> str:
    return ", ".join(each.inner for each in items)


class SdyMeshAxisAttr(_Sdy):
    """An axis of a mesh."""

    __slots__ = ()

    @classmethod
    def get(cls, name: str, size: int, context: Any = None) -> Any:
        """Of a name and a size."""
        return cls._make("mesh_axis", f"{quote(name)}={size}", (name, size))

    name = property(lambda self: self.parts[0])
    size = property(lambda self: self.parts[1])


class SdyMeshAttr(_Sdy):
    """A mesh of devices."""

    __slots__ = ()

    @classmethod
    def get(cls, mesh_axes: Sequence[Any], device_ids: Sequence[int] = (), context: Any = None) -> Any:
        """Of axes, and of devices where they are not in order."""
        ids = tuple(device_ids)
        if not mesh_axes and len(ids) == 1:
            inner = f"<[], device_ids=[{ids[0]}]>"
        else:
            listed = f", device_ids={_integers(ids)}" if ids else ""
            inner = f"<[{_inner(mesh_axes)}]{listed}>"
        return cls._make("mesh", inner, (tuple(mesh_axes), ids))

    axes = property(lambda self: list(self.parts[0]))
    device_ids = property(lambda self: list(self.parts[1]))


class SdySubAxisInfoAttr(_Sdy):
    """A part of an axis."""

    __slots__ = ()

    @classmethod
    def get(cls, pre_size: int, size: int, context: Any = None) -> Any:
        """Of its size and of what comes before."""
        return cls._make("sub_axis_info", f"({pre_size}){size}", (pre_size, size))

    pre_size = property(lambda self: self.parts[0])
    size = property(lambda self: self.parts[1])


class SdyAxisRefAttr(_Sdy):
    """An axis, or a part of it."""

    __slots__ = ()

    @classmethod
    def get(cls, name: str, sub_axis_info: Any = None, context: Any = None) -> Any:
        """Of that name."""
        inner = quote(name) + (f":{sub_axis_info.inner}" if sub_axis_info is not None else "")
        return cls._make("axis_ref", inner, (name, sub_axis_info))

    name = property(lambda self: self.parts[0])
    sub_axis_info = property(lambda self: self.parts[1])


class SdyDimensionShardingAttr(_Sdy):
    """Over which axes a dimension is laid."""

    __slots__ = ()

    @classmethod
    def get(
        cls, axes: Sequence[Any], is_closed: bool, priority: int | None = None, context: Any = None
    ) -> Any:
        """Over those, and maybe more where it is open."""
        shown = [each.inner for each in axes] + ([] if is_closed else ["?"])
        inner = "{" + ", ".join(shown) + "}" + ("" if priority is None else f"p{priority}")
        return cls._make("dimension_sharding", inner, (tuple(axes), is_closed, priority))

    axes = property(lambda self: list(self.parts[0]))
    is_closed = property(lambda self: self.parts[1])
    priority = property(lambda self: self.parts[2])


class SdyTensorShardingAttr(_Sdy):
    """How a tensor is laid over a mesh."""

    __slots__ = ()

    @classmethod
    def get(cls, mesh_or_ref: Any, dimension_shardings: Sequence[Any], replicated_axes: Sequence[Any] = (),
            unreduced_axes: Sequence[Any] = (), context: Any = None) -> Any:  # fmt: skip
        """Of a mesh, or its name, and its dimensions."""
        from jaxlib._ir.values import FlatSymbolRefAttr

        mesh = FlatSymbolRefAttr.get(mesh_or_ref) if isinstance(mesh_or_ref, str) else mesh_or_ref
        shown = f"mesh{mesh.inner}" if isinstance(mesh, SdyMeshAttr) else mesh.text
        inner = f"<{shown}, [{_inner(dimension_shardings)}]"
        if replicated_axes:
            inner += f", replicated={{{_inner(replicated_axes)}}}"
        if unreduced_axes:
            inner += f", unreduced={{{_inner(unreduced_axes)}}}"
        parts = (mesh, tuple(dimension_shardings), tuple(replicated_axes), tuple(unreduced_axes))
        return cls._make("sharding", inner + ">", parts)

    mesh_or_ref = property(lambda self: self.parts[0])
    dimension_shardings = property(lambda self: list(self.parts[1]))
    replicated_axes = property(lambda self: list(self.parts[2]))
    unreduced_axes = property(lambda self: list(self.parts[3]))


class SdyTensorShardingPerValueAttr(_Sdy):
    """How several tensors are laid over meshes."""

    __slots__ = ()

    @classmethod
    def get(cls, shardings: Sequence[Any], context: Any = None) -> Any:
        """Of one each."""
        return cls._make("sharding_per_value", f"<[{_inner(shardings)}]>", tuple(shardings))

    shardings = property(lambda self: list(self.parts))


class SdyManualAxesAttr(_Sdy):
    """Axes that a computation deals with itself."""

    __slots__ = ()

    @classmethod
    def get(cls, manual_axes: Sequence[Any], context: Any = None) -> Any:
        """Of those names, which are string attributes."""
        inner = "{" + ", ".join(each.text for each in manual_axes) + "}"
        made = cls(f"#sdy<manual_axes{inner}>", tuple(manual_axes))
        made.inner = inner
        return made

    def __getitem__(self, index: int) -> str:
        return str(self.parts[index].value)

    def __len__(self) -> int:
        return len(self.parts)


class SdyDimMappingAttr(_Sdy):
    """The factors of a dimension."""

    __slots__ = ()

    @classmethod
    def get(cls, factor_indices: Sequence[int], context: Any = None) -> Any:
        """By their numbers."""
        return cls._make("dim_mapping", "".join(map(_factor, factor_indices)), tuple(factor_indices))

    factor_indices = property(lambda self: list(self.parts))


class SdyTensorMappingAttr(_Sdy):
    """The factors of a tensor."""

    __slots__ = ()

    @classmethod
    def get(cls, dim_mappings: Sequence[Any], context: Any = None) -> Any:
        """Dimension by dimension."""
        return cls._make("tensor_mapping", f"[{_inner(dim_mappings)}]", tuple(dim_mappings))

    dim_mappings = property(lambda self: list(self.parts))
    rank = property(lambda self: len(self.parts))


def _factor(index: int) -> str:
    """A factor's letter: from i to z, and then z_1, z_2 and so on."""
    return chr(ord("i") + index) if index < 18 else f"z_{index - 17}"


class SdyOpShardingRuleAttr(_Sdy):
    """How an operation's dimensions hang together."""

    __slots__ = ()

    @classmethod
    def get(cls, factor_sizes: Sequence[int], operand_mappings: Sequence[Any], result_mappings: Sequence[Any],
            reduction_factors: Sequence[int] = (), need_replication_factors: Sequence[int] = (),
            permutation_factors: Sequence[int] = (), blocked_propagation_factors: Sequence[int] = (),
            is_custom: bool = False, context: Any = None) -> Any:  # fmt: skip
        """Of factors and where they are."""
        sizes = ", ".join(f"{_factor(i)}={size}" for i, size in enumerate(factor_sizes))
        inner = f"<({_inner(operand_mappings)})->({_inner(result_mappings)})" + (
            f" {{{sizes}}}" if sizes else ""
        )
        for name, factors in (
            ("reduction", reduction_factors),
            ("need_replication", need_replication_factors),
            ("permutation", permutation_factors),
            ("blocked_propagation", blocked_propagation_factors),
        ):
            if factors:
                inner += f" {name}={{{', '.join(map(_factor, factors))}}}"
        parts = (
            tuple(factor_sizes), tuple(operand_mappings), tuple(result_mappings), tuple(reduction_factors),
            tuple(need_replication_factors), tuple(permutation_factors), tuple(blocked_propagation_factors),
            is_custom,
        )  # fmt: skip
        return cls._make("op_sharding_rule", inner + (", custom>" if is_custom else ">"), parts)

    factor_sizes = property(lambda self: list(self.parts[0]))
    operand_mappings = property(lambda self: list(self.parts[1]))
    result_mappings = property(lambda self: list(self.parts[2]))
    reduction_factors = property(lambda self: list(self.parts[3]))
    need_replication_factors = property(lambda self: list(self.parts[4]))
    permutation_factors = property(lambda self: list(self.parts[5]))
    blocked_propagation_factors = property(lambda self: list(self.parts[6]))
    is_custom = property(lambda self: self.parts[7])


# ---- Which rule gives an operation's result types

_SAME = (
    "add and atan2 cbrt ceil cholesky count_leading_zeros collective_broadcast collective_permute cosine "
    "cross-replica-sum divide exponential exponential_minus_one floor log_plus_one log "
    "logistic maximum minimum multiply negate not or popcnt power reduce_precision remainder reverse "
    "round_nearest_even round_nearest_afz rsqrt shift_left shift_right_arithmetic shift_right_logical sign "
    "sine sqrt subtract tan tanh xor"
)
_STABLEHLO: dict[str, rules.Rule] = {
    **dict.fromkeys(_SAME.split(), rules.same),
    "abs": rules.part,  # of complex numbers it is real
    "after_all": rules.token,
    "all_to_all": rules.all_to_all,
    "batch_norm_grad": rules.batch_norm(3),
    "batch_norm_inference": rules.same,
    "batch_norm_training": rules.batch_norm(3),
    "broadcast": rules.broadcast,
    "clamp": rules.clamp,
    "compare": rules.truths,
    "complex": rules.whole,
    "concatenate": rules.concatenate,
    "constant": rules.constant,
    "create_token": rules.token,
    "dynamic_slice": rules.dynamic_slice,
    "dynamic_update_slice": rules.same_as(0),
    "fft": rules.fft,
    "gather": rules.gather,
    "get_dimension_size": rules.size_of_dimension,
    "get_tuple_element": rules.element_of_tuple,
    "imag": rules.part,
    "is_finite": rules.truths,
    "optimization_barrier": rules.all_same,
    "outfeed": rules.token,
    "pad": rules.pad,
    "partition_id": rules.identifier,
    "real": rules.part,
    "replica_id": rules.identifier,
    "rng": rules.rng,
    "select": rules.select,
    "send": rules.token,
    "set_dimension_size": rules.set_dimension_size,
    "slice": rules.slice_,
    "transpose": rules.transpose,
    "triangular_solve": rules.triangular_solve,
    "tuple": rules.tuple_,
}
_CHLO_SAME = (
    "acos acosh _asin_acos_kernel asin asinh atan atanh bessel_i1e conj cosh digamma erf_inv erf erfc lgamma mulhi "
    "next_after polygamma sinh square tan zeta"
)
_CHLO: dict[str, rules.Rule] = {
    **dict.fromkeys(_CHLO_SAME.split(), rules.same),
    "constant": rules.constant,
    "is_inf": rules.truths,
    "is_neg_inf": rules.truths,
    "is_pos_inf": rules.truths,
    "top_k": rules.top_k,
}
_MHLO: dict[str, rules.Rule] = {
    **dict.fromkeys(
        ["acos", "acosh", "asin", "asinh", "atanh", "copy", "cosh", "erf", "mulhi", "sinh"], rules.same
    ),
    "topk": rules.top_k,
}
_SDY: dict[str, rules.Rule] = {
    **dict.fromkeys(
        [
            "all_gather",
            "all_reduce",
            "all_slice",
            "all_to_all",
            "collective_permute",
            "data_flow_edge",
            "func_data_flow_edge",
            "propagation_barrier",
            "reduce_scatter",
            "replicated_to_unreduced",
            "reshard",
            "sharded_to_unreduced",
            "sharding_constraint",
        ],
        rules.same,
    ),
    "constant": rules.constant,
    "sharding_group": rules.nothing,
}

RULES: dict[str, rules.Rule] = {
    f"{dialect}.{name}": rule
    for dialect, table in (
        ("stablehlo", _STABLEHLO),
        ("mhlo", {**_STABLEHLO, **_MHLO}),
        ("chlo", _CHLO),
        ("sdy", _SDY),
    )
    for name, rule in table.items()
}
