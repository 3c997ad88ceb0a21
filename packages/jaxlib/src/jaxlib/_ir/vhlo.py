"""VHLO: StableHLO with a version on every operation, which is what portable artifacts are written in.

The tables say which versions of an operation there are, since when, and which attributes each has; and the codes of
attributes and types. VHLO has no defaults and no structures: `portable` fills them in and takes them apart.
"""

from __future__ import annotations

from typing import Any

from jaxlib._ir import bytecode, dialects, values
from jaxlib._ir.values import MLIRError

Version = tuple[int, int, int]

#: The versions that a release of jaxlib writes: its own, and the newest that is at least so many weeks old.
MINIMUM = "0.9.0"
CURRENT = "1.17.0"
WEEKS_4 = "1.15.0"
WEEKS_12 = "1.13.7"


def version(text: str) -> Version:
    """``1.13.3`` as numbers.

    Raises:
        ValueError: It is no version.
    """
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        raise ValueError(f"no version of StableHLO: wanted three numbers, as in {CURRENT}; found {text!r}")
    return (int(parts[0]), int(parts[1]), int(parts[2]))


#: Which version of the bytecode's format goes with which of VHLO: up to, but not.
_FORMATS = ((version("0.10.0"), 0), (version("0.12.0"), 1), (version("0.14.0"), 3), (version("0.15.0"), 4))


def bytecode_version(target: Version) -> int:
    """The format's version that readers of that VHLO know."""
    return next((number for limit, number in _FORMATS if target < limit), 6)


# ---- Operations: name, the first version that has it so, and its attributes. One line for each version of one;
# where another follows, it holds until then. What is not listed has been there from the beginning, with none.

_DIMENSIONS = """input_batch_dimension input_feature_dimension input_spatial_dimensions
    kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions
    output_batch_dimension output_feature_dimension output_spatial_dimensions""".split()  # noqa: SIM905

_TABLE = """
all_gather 0.9 all_gather_dim replica_groups channel_id use_global_device_ids
all_gather 1.5 all_gather_dim replica_groups channel_id use_global_device_ids
all_reduce 0.9 replica_groups channel_id use_global_device_ids
all_reduce 1.5 replica_groups channel_id use_global_device_ids
all_to_all 0.9 split_dimension concat_dimension split_count replica_groups channel_id
all_to_all 1.5 split_dimension concat_dimension split_count replica_groups channel_id
async_done 1.15
async_start 1.15
batch_norm_grad 0.9 epsilon feature_index
batch_norm_inference 0.9 epsilon feature_index
batch_norm_training 0.9 epsilon feature_index
broadcast 0.9 broadcast_sizes
broadcast_in_dim 0.9 broadcast_dimensions
call 0.9 callee
cholesky 0.9 lower
collective_broadcast 0.16 replica_groups channel_id
collective_broadcast 1.20 replica_groups channel_id has_dynamic_root
collective_permute 0.9 source_target_pairs channel_id
collective_reduce 1.19 replica_groups channel_id use_global_device_ids has_dynamic_root
compare 0.9 comparison_direction compare_type
composite 0.19 name composite_attributes decomposition version
composite 1.14 name composite_attributes decomposition version
concatenate 0.9 dimension
constant 0.9 value
convolution 0.9 window_strides padding lhs_dilation rhs_dilation window_reversal * feature_group_count
    batch_group_count precision_config
cross-replica-sum 0.9 replica_groups
custom_call 0.9 call_target_name has_side_effect backend_config api_version called_computations operand_layouts
    result_layouts output_operand_aliases
custom_call 1.18 call_target_name has_side_effect backend_config api_version called_computations operand_layouts
    result_layouts output_operand_aliases result_tilings
dot 0.9 precision_config
dot_general 0.9 lhs_batching_dimensions rhs_batching_dimensions lhs_contracting_dimensions
    rhs_contracting_dimensions precision_config
dot_general 1.6 lhs_batching_dimensions rhs_batching_dimensions lhs_contracting_dimensions
    rhs_contracting_dimensions precision_config lhs_precision_type rhs_precision_type accumulation_type
    lhs_component_count rhs_component_count num_primitive_operations allow_imprecise_accumulation
dynamic_broadcast_in_dim 0.9 broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions
dynamic_conv 0.9 window_strides padding lhs_dilation rhs_dilation window_reversal * feature_group_count
    batch_group_count precision_config
dynamic_conv 0.20 window_strides lhs_dilation rhs_dilation window_reversal * feature_group_count
    batch_group_count precision_config
dynamic_gather 0.9 offset_dims collapsed_slice_dims start_index_map index_vector_dim indices_are_sorted
dynamic_gather 1.1 offset_dims collapsed_slice_dims operand_batching_dims start_indices_batching_dims
    start_index_map index_vector_dim indices_are_sorted
dynamic_iota 0.9 iota_dimension
dynamic_slice 0.9 slice_sizes
einsum 0.9 einsum_config
fft 0.9 fft_type fft_length
func 0.9 sym_name function_type sym_visibility arg_attrs res_attrs
gather 0.9 offset_dims collapsed_slice_dims start_index_map index_vector_dim slice_sizes indices_are_sorted
gather 1.1 offset_dims collapsed_slice_dims operand_batching_dims start_indices_batching_dims
    start_index_map index_vector_dim slice_sizes indices_are_sorted
get_dimension_size 0.9 dimension
get_tuple_element 0.9 index
infeed 0.9 infeed_config layout
iota 0.9 iota_dimension
map 0.9 dimensions
outfeed 0.9 outfeed_config
pad 0.9 edge_padding_low edge_padding_high interior_padding
recv 0.9 channel_id channel_type is_host_transfer
recv 1.12 channel_id channel_type is_host_transfer source_target_pairs
reduce 0.9 dimensions
reduce_precision 0.9 exponent_bits mantissa_bits
reduce_scatter 0.9 scatter_dimension replica_groups channel_id use_global_device_ids
reduce_window 0.9 window_dimensions window_strides base_dilations window_dilations padding
reverse 0.9 dimensions
rng 0.9 rng_distribution
rng_bit_generator 0.9 rng_algorithm
scatter 0.9 update_window_dims inserted_window_dims scatter_dims_to_operand_dims index_vector_dim
    indices_are_sorted unique_indices
scatter 1.1 update_window_dims inserted_window_dims input_batching_dims scatter_indices_batching_dims
    scatter_dims_to_operand_dims index_vector_dim indices_are_sorted unique_indices
select_and_scatter 0.9 window_dimensions window_strides padding
send 0.9 channel_id channel_type is_host_transfer
send 1.12 channel_id channel_type is_host_transfer source_target_pairs
set_dimension_size 0.9 dimension
slice 0.9 start_indices limit_indices strides
sort 0.9 dimension is_stable
tan 1.4
torch_index_select 0.9 dim batch_dims
transpose 0.9 permutation
triangular_solve 0.9 left_side lower unit_diagonal transpose_a
unary_einsum 0.9 einsum_config
"""
_PLAIN = """abs add after_all and atan2 bitcast_convert case ceil clamp complex convert count_leading_zeros
    create_token divide dynamic_pad dynamic_reshape dynamic_update_slice floor if imag is_finite maximum minimum
    multiply negate not optimization_barrier or partition_id popcnt power real real_dynamic_slice remainder
    replica_id reshape return round_nearest_afz round_nearest_even select shift_left shift_right_arithmetic
    shift_right_logical sign subtract tuple uniform_dequantize uniform_quantize while xor"""
#: Those to which an accuracy was added, and when.
ACCURATE = {
    **dict.fromkeys(
        [
            "cbrt",
            "cosine",
            "exponential_minus_one",
            "log",
            "log_plus_one",
            "logistic",
            "rsqrt",
            "sine",
            "sqrt",
            "tan",
            "tanh",
        ],
        "1.10",
    ),
    "exponential": "1.9",
}  # fmt: skip

#: Of each operation its versions in order: since when, and the attributes, in the order of their names.
OPERATIONS: dict[str, list[tuple[Version, tuple[str, ...]]]] = {}


def _add(name: str, since: str, attributes: list[str]) -> None:
    known = [each for word in attributes for each in (_DIMENSIONS if word == "*" else [word])]
    OPERATIONS.setdefault(name, []).append((version(f"{since}.0"), tuple(sorted(known))))


for _line in _TABLE.replace("\n    ", " ").strip().splitlines():
    _name, _since, *_attributes = _line.split()
    _add(_name, _since, _attributes)
for _name in [*_PLAIN.split(), *(name for name in ACCURATE if name not in OPERATIONS)]:
    _add(_name, "0.9", [])
for _name, _since in ACCURATE.items():
    _add(_name, _since, ["result_accuracy"])


def versioned(name: str, target: Version) -> tuple[int, tuple[str, ...]] | None:
    """Which version of an operation ``target`` has, and its attributes."""
    found = None
    for number, (since, attributes) in enumerate(OPERATIONS.get(name, ())):
        if since[:2] <= target[:2]:
            found = (number + 1, attributes)
    return found


# ---- Attributes and types

_ENUMERATIONS: dict[Any, tuple[int, tuple[str, ...]]] = {
    dialects.ComparisonDirectionAttr: (3, ("EQ", "NE", "GE", "GT", "LE", "LT")),
    dialects.ComparisonTypeAttr: (4, ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")),
    dialects.FftTypeAttr: (7, ("FFT", "IFFT", "RFFT", "IRFFT")),
    dialects.PrecisionAttr: (11, ("DEFAULT", "HIGH", "HIGHEST")),
    dialects.RngAlgorithmAttr: (12, ("DEFAULT", "THREE_FRY", "PHILOX")),
    dialects.RngDistributionAttr: (13, ("", "UNIFORM", "NORMAL")),
    dialects.TransposeAttr: (16, ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")),
    dialects.ResultAccuracyModeAttr: (19, ("DEFAULT", "HIGHEST", "TOLERANCE")),
}
_ENUMERATION_OF = {code: (cls, words) for cls, (code, words) in _ENUMERATIONS.items()}

_SIMPLE = {
    "i1": 0, "bf16": 2, "f16": 3, "f32": 4, "f64": 5, "f8E4M3FN": 6, "f8E5M2": 7, "index": 9, "i4": 10, "i8": 11,
    "i16": 12, "i32": 13, "i64": 14, "ui4": 15, "ui8": 16, "ui16": 17, "ui32": 18, "ui64": 19,
    "!stablehlo.token": 22, "f8E4M3FNUZ": 27, "f8E5M2FNUZ": 28, "f8E4M3B11FNUZ": 29, "i2": 31, "ui2": 32,
    "none": 33, "tf32": 34, "f8E4M3": 35, "f8E3M4": 36, "f4E2M1FN": 37, "f6E2M3FN": 38, "f6E3M2FN": 39,
    "f8E8M0FNU": 40,
}  # fmt: skip
_SIMPLE_OF = {code: text for text, code in _SIMPLE.items()}
#: Since when there are types that have not been there from the beginning.
_TYPES_SINCE = {
    **dict.fromkeys(("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"), "1.8.0"),
    **dict.fromkeys(("f8E3M4", "f8E4M3"), "1.7.0"),
    **dict.fromkeys(("f8E4M3FNUZ", "f8E5M2FNUZ"), "0.10.0"),
    "f8E4M3B11FNUZ": "0.11.0",
    **dict.fromkeys(("tf32", "none"), "1.6.0"),
    **dict.fromkeys(("i2", "ui2"), "1.2.0"),
}
TYPES_SINCE = {text: version(since) for text, since in _TYPES_SINCE.items()}


class ApiVersion(values.Attribute):
    """The version of a custom call's interface, which VHLO has as a word and StableHLO as a number."""

    __slots__ = ()

    @classmethod
    def get(cls, number: int) -> Any:
        """Of that number."""
        return cls(f"#vhlo<api_version_v1 {number}>", (number,))


class Codec:
    """VHLO's attributes and types in bytecode, from and to StableHLO's and the builtin ones.

    ``target`` is the version that is written for; ``mixed`` says whether attributes of other dialects are written
    as they are, instead of being refused.
    """

    dialect = "vhlo"

    def __init__(self, target: Version = (99, 0, 0), mixed: bool = True) -> None:
        self.target = target
        self.mixed = mixed

    # -- writing

    def attribute(self, attr: Any) -> tuple[int, bytecode.Fields] | None:
        """An attribute's code and fields; None if it stays as it is."""
        cls = type(attr)
        if cls is values.StringAttr:
            return 14, (("z", attr.value_bytes),)
        if cls is values.FlatSymbolRefAttr:
            return 14, (("z", attr.value.encode("utf-8", "surrogateescape")),)
        if isinstance(attr, values.DenseElementsAttr):
            return 15, (("t", attr.type), ("b", bytecode.elements(attr)))
        if cls is values.DenseI64ArrayAttr:
            return 15, (("t", _vector(len(attr.parts), 64)), ("b", _packed(attr.parts)))
        if cls is values.DenseBoolArrayAttr:
            return self.attribute(boolean_tensor(attr.parts))
        if cls is values.BoolAttr:
            return 2, (("v", int(attr.value)),)
        if cls is values.IntegerAttr:
            width = bytecode.integer_width(attr.type)
            return 9, (("t", attr.type), ("b1", bytecode.apint(attr.value, width)))
        if cls is values.FloatAttr:
            width = bytecode.integer_width(attr.type)
            bits = bytecode.float_bits(attr.value, attr.type)
            return 8, (("t", attr.type), ("b1", bytecode.apint(bits, width)))
        if cls is values.ArrayAttr:
            return 1, (("A", attr.parts),)
        if cls is values.DictAttr:
            items = attr.parts[0]
            return 6, (("n", tuple((values.StringAttr.get(name), items[name]) for name in sorted(items))),)
        if cls is values.TypeAttr:
            return 17, (("t", attr.value),)
        if cls in _ENUMERATIONS:
            code, known = _ENUMERATIONS[cls]
            if attr.value not in known:
                raise MLIRError(f"a portable artifact cannot have the attribute {attr.text[:80]}")
            return code, (("v", known.index(attr.value)),)
        if cls is ApiVersion:
            return 5, (("v", attr.parts[0]),)
        if cls is dialects.OutputOperandAlias:
            return 10, (("S", attr.parts[0]), ("s", attr.parts[1]), ("S", attr.parts[2]))
        if cls is dialects.TypeExtensions:
            return 18, (("S", attr.parts),)
        if cls is dialects.ResultAccuracyAttr:
            f64 = values.F64Type.get()
            bits = [bytecode.apint(bytecode.float_bits(attr.parts[i], f64), 64) for i in (0, 1)]
            mode = dialects.ResultAccuracyModeAttr.get(attr.parts[3])
            return 20, (("b1", bits[0]), ("b1", bits[1]), ("s", attr.parts[2]), ("a", mode))
        if attr.text.startswith(("#stablehlo", "#vhlo", "#chlo", "#mhlo")) or not self.mixed:
            raise MLIRError(f"a portable artifact cannot have the attribute {attr.text[:80]}")
        return None

    def type(self, kind: Any) -> tuple[int, bytecode.Fields] | None:
        """A type's code and fields; None if it stays as it is."""
        cls = type(kind)
        if cls is values.RankedTensorType:
            shape, element, encoding = kind.parts
            fields: bytecode.Fields = (("S", shape), ("t", element))
            return (20, fields) if encoding is None else (21, (("a", encoding), *fields))
        code = _SIMPLE.get(kind.text)
        if code is not None:
            since = TYPES_SINCE.get(kind.text)
            if since is not None and self.target < since:
                raise MLIRError(
                    f"failed to convert the type {kind.text} to VHLO v{dotted(self.target)}: it is there since "
                    f"v{dotted(since)}"
                )
            return code, ()
        if cls is values.ComplexType:
            return 1, (("t", kind.element_type),)
        if cls is values.FunctionType:
            return 8, (("T", kind.parts[0]), ("T", kind.parts[1]))
        if cls is values.TupleType:
            return 23, (("T", kind.parts),)
        if cls is values.UnrankedTensorType:
            return 25, (("t", kind.element_type),)
        if cls is values.MemRefType:
            return 41, (("S", kind.parts[0]), ("t", kind.parts[1]))
        if cls is dialects.FutureType:
            return 42, (("T", kind.parts),)
        if not self.mixed:
            raise MLIRError(f"a portable artifact cannot have the type {kind.text}")
        return None

    # -- reading

    def read_attribute(self, reader: bytecode.Reader, source: Any) -> Any:
        """An attribute."""
        code = source.varint()
        if code == 14:
            return values.StringAttr.get(reader.string(source))
        if code == 15:
            kind = reader.type(source.varint())
            return bytecode.of_elements(kind, source.take(source.varint()))
        if code == 2:
            return values.BoolAttr.get(source.varint())
        if code == 9:
            return reader.integer(source, reader.type(source.varint()))
        if code == 8:
            return reader.float(source, reader.type(source.varint()))
        if code == 1:
            return values.ArrayAttr.get(reader.attributes(source))
        if code == 6:
            return values.DictAttr.get(reader.pairs(source))
        if code == 17:
            return values.TypeAttr.get(reader.type(source.varint()))
        if code in _ENUMERATION_OF:
            cls, words = _ENUMERATION_OF[code]
            number = source.varint()
            if number >= len(words):
                raise bytecode.damaged(f"the value {number} of {cls.__name__}, which has {len(words)}")
            return cls.get(words[number])
        if code == 5:
            return ApiVersion.get(source.varint())
        if code == 10:
            first, index = reader.signeds(source), source.signed()
            return dialects.OutputOperandAlias.get(first, index, reader.signeds(source))
        if code == 18:
            return dialects.TypeExtensions.get(reader.signeds(source))
        if code == 20:
            f64 = values.F64Type.get()
            atol, rtol = (reader.float(source, f64).value for _ in range(2))
            ulps = source.signed()
            mode = reader.one(source, dialects.ResultAccuracyModeAttr)
            return dialects.ResultAccuracyAttr.get(atol, rtol, ulps, mode.value)
        raise MLIRError(f"a portable artifact of {reader.producer}: the attribute code {code} is not known")

    def read_type(self, reader: bytecode.Reader, source: Any) -> Any:
        """A type."""
        code = source.varint()
        if code in (20, 21):
            encoding = reader.one(source) if code == 21 else None
            shape = reader.shape(source)
            return values.RankedTensorType.get(shape, reader.type(source.varint()), encoding)
        if code in _SIMPLE_OF:
            return simple(_SIMPLE_OF[code])
        if code == 1:
            return values.ComplexType.get(reader.type(source.varint()))
        if code == 8:
            inputs = reader.types(source)
            return values.FunctionType.get(inputs, reader.types(source))
        if code == 23:
            return values.TupleType.get_tuple(reader.types(source))
        if code == 25:
            return values.UnrankedTensorType.get(reader.type(source.varint()))
        if code == 41:
            shape = reader.shape(source)
            return values.MemRefType.get(shape, reader.type(source.varint()))
        if code == 42:
            return dialects.FutureType.get(reader.types(source))
        raise MLIRError(f"a portable artifact of {reader.producer}: the type code {code} is not known")

    def read_properties(self, reader: bytecode.Reader, name: str, source: Any) -> dict[str, Any]:
        """An operation's own attributes."""
        bare, _, number = name.removeprefix("vhlo.").rpartition("_v")
        known = OPERATIONS.get(bare)
        if known is None or version_number(number, len(known)) is None:
            raise MLIRError(f"a portable artifact of {reader.producer}: the operation {name} is not known")
        return {each: reader.one(source) for each in known[int(number) - 1][1]}

    def read_operation(self, name: str, named: dict[str, Any], owner: str) -> tuple[str, dict[str, Any]]:
        """An operation as StableHLO has it; ``owner`` is the name of what it is in."""
        from jaxlib._ir import portable

        return portable.raised(name, named, owner)


class SdyCodec:
    """Shardy's operations and attributes in bytecode. Attributes are written as text, which all readers know."""

    #: The attributes of its operations; those with ? may be absent.
    PROPERTIES = {
        "all_gather": "gathering_axes out_sharding", "all_reduce": "out_sharding reduction_axes",
        "all_slice": "out_sharding slicing_axes", "all_to_all": "out_sharding params",
        "collective_permute": "out_sharding", "constant": "value",
        "manual_computation": "in_shardings manual_axes out_shardings", "mesh": "mesh sym_name",
        "named_computation": "in_shardings? name out_shardings?", "propagation_barrier": "allowed_direction",
        "reduce_scatter": "out_sharding reduce_scatter_axes", "reshard": "sharding",
        "sharding_constraint": "sharding", "sharding_group": "group_id",
    }  # fmt: skip

    def read_properties(self, reader: bytecode.Reader, name: str, source: Any) -> dict[str, Any]:
        """An operation's own attributes."""
        fields = self.PROPERTIES.get(name.removeprefix("sdy."))
        if fields is None:
            raise MLIRError(f"bytecode: the properties of {name} are not known")
        found = {}
        for field in fields.split():
            if field.endswith("?"):
                found.update(reader.optional(source, (field[:-1],)))
            else:
                found[field] = reader.one(source)
        return found

    def read_attribute(self, reader: bytecode.Reader, source: Any) -> Any:
        """An attribute."""
        code = source.varint()
        lists = reader.attributes
        if code == 0:
            return dialects.SdyManualAxesAttr.get(lists(source, values.StringAttr))
        if code == 1:
            name = self._text(reader, source)
            return dialects.SdyMeshAxisAttr.get(name, source.signed())
        if code == 2:
            axes = lists(source, dialects.SdyMeshAxisAttr)
            return dialects.SdyMeshAttr.get(axes, reader.signeds(source))
        if code == 3:
            before = source.signed()
            return dialects.SdySubAxisInfoAttr.get(before, source.signed())
        if code == 4:
            name, part = self._text(reader, source), self._optional(reader, source)
            if part is not None and not isinstance(part, dialects.SdySubAxisInfoAttr):
                raise bytecode.damaged(f"a part of an axis is of another kind: {part}")
            return dialects.SdyAxisRefAttr.get(name, part)
        if code == 5:
            axes, closed, word = self._axes(reader, source), bool(source.byte()), source.varint()
            return dialects.SdyDimensionShardingAttr.get(axes, closed, word >> 1 if word & 1 else None)
        if code in (6, 15):
            mesh = reader.one(source, dialects.SdyMeshAttr, values.FlatSymbolRefAttr)
            dimensions = lists(source, dialects.SdyDimensionShardingAttr)
            replicated = self._axes(reader, source)
            unreduced = self._axes(reader, source) if code == 15 else ()
            return dialects.SdyTensorShardingAttr.get(mesh, dimensions, replicated, unreduced)
        if code in (7, 16):
            return dialects.SdyTensorShardingPerValueAttr.get(lists(source, dialects.SdyTensorShardingAttr))
        if code == 8:
            return dialects.SdyDimMappingAttr.get(reader.signeds(source))
        if code == 9:
            return dialects.SdyTensorMappingAttr.get(lists(source, dialects.SdyDimMappingAttr))
        if code == 10:
            sizes = reader.signeds(source)
            taken, given = (lists(source, dialects.SdyTensorMappingAttr) for _ in range(2))
            factors = [reader.signeds(source) for _ in range(4)]
            return dialects.SdyOpShardingRuleAttr.get(sizes, taken, given, *factors, bool(source.byte()))
        raise MLIRError(f"bytecode: Shardy's attributes of the code {code} are not read")

    def read_type(self, reader: bytecode.Reader, source: Any) -> Any:
        """A type: there is none."""
        raise MLIRError("bytecode: Shardy has no types")

    def _axes(self, reader: bytecode.Reader, source: Any) -> list[Any]:
        return reader.attributes(source, dialects.SdyAxisRefAttr)

    def _text(self, reader: bytecode.Reader, source: Any) -> str:
        text = reader.string(source)
        if not isinstance(text, str):
            raise bytecode.damaged("an axis has a name that is no text")
        return text

    def _optional(self, reader: bytecode.Reader, source: Any) -> Any:
        return next(iter(reader.optional(source, ("",)).values()), None)

    def read_operation(self, name: str, named: dict[str, Any], owner: str) -> tuple[str, dict[str, Any]]:
        """An operation as it is."""
        return name, named


def simple(text: str) -> Any:
    """A type without parameters."""
    if text in values.FLOATS:
        return values.FLOATS[text].get()
    if text == "index":
        return values.IndexType.get()
    if text == "none":
        return values.NoneType.get()
    if text.startswith("!"):
        return dialects.TokenType.get()
    if text.startswith("u"):
        return values.IntegerType.get_unsigned(int(text[2:]))
    return values.IntegerType.get_signless(int(text[1:]))


def words(enumeration: Any) -> tuple[str, ...]:
    """What an enumeration's values are called: CHLO's as StableHLO's of the same name."""
    return next(own[1] for cls, own in _ENUMERATIONS.items() if cls.__name__ == enumeration.__name__)


def version_number(text: str, most: int) -> int | None:
    """A version of an operation, of which there are ``most``; None if there is no such one."""
    if len(text) > 3 or not (text.isascii() and text.isdigit()) or not 0 < int(text) <= most:
        return None
    return int(text)


def dotted(numbers: Version) -> str:
    """``1.13.3`` of numbers."""
    return ".".join(map(str, numbers))


def _vector(size: int, width: int) -> Any:
    return values.RankedTensorType.get((size,), values.IntegerType.get_signless(width))


def _packed(numbers: Any) -> bytes:
    """Numbers of 64 bits, once where all are the same, as MLIR keeps them."""
    if len(numbers) > 1 and len(set(numbers)) == 1:
        numbers = numbers[:1]
    return b"".join([(each & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little") for each in numbers])


def integer_tensor(numbers: Any, shape: Any = None) -> Any:
    """A tensor of integers of 64 bits."""
    import numpy as np

    array = np.asarray(list(numbers), np.int64)
    kind = values.RankedTensorType.get(
        array.shape if shape is None else shape, values.IntegerType.get_signless(64)
    )
    array = array.reshape(kind.parts[0])
    if array.size and (array == array.flat[0]).all():
        array = array.flat[:1].reshape(())
    return values.dense(kind, array)


def boolean_tensor(truths: Any) -> Any:
    """A tensor of truths."""
    import numpy as np

    array = np.asarray(list(truths), bool)
    if array.size and (array == array[0]).all():
        array = array[:1].reshape(())
    return values.dense(_vector(len(truths), 1), array)
