"""StableHLO's types and attributes."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Self

from jaxlib._ir.core import DYNAMIC, Attribute, Context, Type, float_text
from jaxlib._ir.dialects.declarations import EnumerationAttr, StructureAttr, enumeration, structure


class TokenType(Type):
    """The token type, whose values order side effects."""

    __slots__ = ()

    @classmethod
    def get(cls, context: Context | None = None) -> Self:
        """The type."""
        return cls("!stablehlo.token", ())


class FutureType(Type):
    """The type of the result of an asynchronous operation."""

    __slots__ = ()

    @classmethod
    def get(cls, types: Sequence[Type], context: Context | None = None) -> Self:
        """The future of those types."""
        return cls(f"!stablehlo.future<{', '.join(kind.text for kind in types)}>", tuple(types))

    @property
    def types(self) -> list[Type]:
        """The types of the values once they are available."""
        return list(self.parts)


ComparisonDirectionAttr = enumeration(
    "ComparisonDirectionAttr", "stablehlo", "comparison_direction", "EQ NE GE GT LE LT"
)
ComparisonTypeAttr = enumeration(
    "ComparisonTypeAttr",
    "stablehlo",
    "comparison_type",
    "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED",
)
PrecisionAttr = enumeration("PrecisionAttr", "stablehlo", "precision", "DEFAULT HIGH HIGHEST")
FftTypeAttr = enumeration("FftTypeAttr", "stablehlo", "fft_type", "FFT IFFT RFFT IRFFT")
TransposeAttr = enumeration(
    "TransposeAttr", "stablehlo", "transpose", "TRANSPOSE_INVALID NO_TRANSPOSE TRANSPOSE ADJOINT"
)
RngDistributionAttr = enumeration("RngDistributionAttr", "stablehlo", "rng_distribution", " UNIFORM NORMAL")
RngAlgorithmAttr = enumeration("RngAlgorithmAttr", "stablehlo", "rng_algorithm", "DEFAULT THREE_FRY PHILOX")
GatherDimensionNumbers = structure(
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
ScatterDimensionNumbers = structure(
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
DotDimensionNumbers = structure(
    "DotDimensionNumbers",
    "stablehlo.dot",
    {
        "lhs_batching_dimensions": "list",
        "rhs_batching_dimensions": "list",
        "lhs_contracting_dimensions": "list",
        "rhs_contracting_dimensions": "list",
    },
)
DotAlgorithm = structure(
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
OutputOperandAlias = structure(
    "OutputOperandAlias",
    "stablehlo.output_operand_alias",
    {"output_tuple_indices": "kept list", "operand_index": "kept int", "operand_tuple_indices": "kept list"},
)
ChannelHandle = structure(
    "ChannelHandle",
    "stablehlo.channel_handle",
    {"handle": "kept int", "channel_type": "kept int"},
    {"channel_type": "type"},
)


def _channel(
    cls: builtins.type[StructureAttr],
    /,
    handle: int,
    type: int,  # noqa: A002 - upstream uses another name for the parameter
    context: Context | None = None,
) -> StructureAttr:
    return cls(f"#stablehlo.channel_handle<handle = {handle}, type = {type}>", (handle, type))


ChannelHandle.get = classmethod(_channel)  # type: ignore[assignment]


class ConvDimensionNumbers(Attribute):
    """The roles of the dimensions of a convolution."""

    __slots__ = ()

    @classmethod
    def get(cls, input_batch_dimension: int, input_feature_dimension: int, input_spatial_dimensions: Sequence[int],
            kernel_input_feature_dimension: int, kernel_output_feature_dimension: int,
            kernel_spatial_dimensions: Sequence[int], output_batch_dimension: int, output_feature_dimension: int,
            output_spatial_dimensions: Sequence[int], ctx: Context | None = None,
            context: Context | None = None) -> Self:  # fmt: skip
        """The attribute with these dimensions."""

        def side(named: dict[str, int], spatial: Sequence[int]) -> str:
            at = {
                **{place: name for name, place in named.items()},
                **{d: str(i) for i, d in enumerate(spatial)},
            }
            return f"[{', '.join(at[place] for place in sorted(at))}]"

        input_roles = side(
            {"b": input_batch_dimension, "f": input_feature_dimension}, input_spatial_dimensions
        )
        kernel_roles = side(
            {"i": kernel_input_feature_dimension, "o": kernel_output_feature_dimension},
            kernel_spatial_dimensions,
        )
        output_roles = side(
            {"b": output_batch_dimension, "f": output_feature_dimension}, output_spatial_dimensions
        )
        parts = (
            input_batch_dimension, input_feature_dimension, tuple(input_spatial_dimensions),
            kernel_input_feature_dimension, kernel_output_feature_dimension, tuple(kernel_spatial_dimensions),
            output_batch_dimension, output_feature_dimension, tuple(output_spatial_dimensions),
        )  # fmt: skip
        return cls(f"#stablehlo.conv<{input_roles}x{kernel_roles}->{output_roles}>", parts)

    @property
    def input_batch_dimension(self) -> int:
        dimensions: int = self.parts[0]
        return dimensions

    @property
    def input_feature_dimension(self) -> int:
        dimensions: int = self.parts[1]
        return dimensions

    @property
    def input_spatial_dimensions(self) -> list[int]:
        return list(self.parts[2])

    @property
    def kernel_input_feature_dimension(self) -> int:
        dimensions: int = self.parts[3]
        return dimensions

    @property
    def kernel_output_feature_dimension(self) -> int:
        dimensions: int = self.parts[4]
        return dimensions

    @property
    def kernel_spatial_dimensions(self) -> list[int]:
        return list(self.parts[5])

    @property
    def output_batch_dimension(self) -> int:
        dimensions: int = self.parts[6]
        return dimensions

    @property
    def output_feature_dimension(self) -> int:
        dimensions: int = self.parts[7]
        return dimensions

    @property
    def output_spatial_dimensions(self) -> list[int]:
        return list(self.parts[8])


class TypeExtensions(Attribute):
    """The encoding of a tensor type with bounds for its dynamic dimensions."""

    __slots__ = ()

    @classmethod
    def get(cls, bounds: Sequence[int], context: Context | None = None) -> Self:
        """The attribute with these bounds; DYNAMIC for a dimension without a bound."""
        shown = ", ".join("?" if bound == DYNAMIC else str(bound) for bound in bounds)
        return cls(f"#stablehlo.bounds<{shown}>", tuple(bounds))

    @property
    def bounds(self) -> list[int]:
        return list(self.parts)


class ResultAccuracyModeAttr(EnumerationAttr):
    """How the accuracy of an operation is specified."""

    __slots__ = ()
    _words = ("DEFAULT", "HIGHEST", "TOLERANCE")

    @classmethod
    def get(cls, value: str, context: Context | None = None) -> Self:
        """The mode of that name."""
        return cls(f"#stablehlo.result_accuracy_mode<{value}>", (value,))


class ResultAccuracyAttr(Attribute):
    """The accuracy that an operation must have."""

    __slots__ = ()

    @classmethod
    def get(cls, atol: float, rtol: float, ulps: int, mode: str, context: Context | None = None) -> Self:
        """The accuracy of tolerances and a mode."""
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
