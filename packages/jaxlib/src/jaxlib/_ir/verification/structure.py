"""Verifies that operations have attributes of the right classes, and the right numbers of operands and results.

Programs from bytecode or text are checked, so that passes never find an attribute missing or of another class. The
plugin's compiler checks operand types. Operations that are not listed are not checked.
"""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attributes, MLIRError, Operation

#: The minimum and maximum numbers of operands, results and regions; then the requirement on regions: 0 for any
#: blocks, 1 for one block, 2 for one block with a terminator.
Arity = tuple[int, int, int, int, int, int, int]

_MANY = 1 << 62
ANYTHING: Arity = (0, _MANY, 0, _MANY, 0, _MANY, 0)

# Operations with one result, no regions and no required attributes, by the number of operands.
_SIMPLE = {
    0: """
    stablehlo.create_token stablehlo.partition_id stablehlo.replica_id
    """,
    1: """
    stablehlo.abs stablehlo.bitcast_convert stablehlo.cbrt stablehlo.ceil stablehlo.cholesky
    stablehlo.count_leading_zeros stablehlo.convert stablehlo.cosine stablehlo.exponential
    stablehlo.exponential_minus_one stablehlo.floor stablehlo.imag stablehlo.is_finite stablehlo.log_plus_one
    stablehlo.log stablehlo.logistic stablehlo.negate stablehlo.not stablehlo.popcnt stablehlo.real
    stablehlo.reshape stablehlo.round_nearest_even stablehlo.round_nearest_afz stablehlo.rsqrt stablehlo.sign
    stablehlo.sine stablehlo.sqrt stablehlo.tan stablehlo.tanh stablehlo.uniform_dequantize
    stablehlo.uniform_quantize chlo.acos chlo.acosh chlo._asin_acos_kernel chlo.asin chlo.asinh chlo.atan chlo.atanh
    chlo.bessel_i1e chlo.conj chlo.cosh chlo.digamma chlo.erf_inv chlo.erf chlo.erfc chlo.is_inf chlo.is_neg_inf
    chlo.is_pos_inf chlo.lgamma chlo.sinh chlo.square chlo.tan sdy.data_flow_edge sdy.func_data_flow_edge
    """,
    2: """
    stablehlo.add stablehlo.and stablehlo.atan2 stablehlo.complex stablehlo.divide stablehlo.dot
    stablehlo.dynamic_reshape stablehlo.maximum stablehlo.minimum stablehlo.multiply stablehlo.or stablehlo.power
    stablehlo.remainder stablehlo.shift_left stablehlo.shift_right_arithmetic stablehlo.shift_right_logical
    stablehlo.subtract stablehlo.xor chlo.broadcast_add chlo.broadcast_and chlo.broadcast_atan2
    chlo.broadcast_complex chlo.broadcast_divide chlo.broadcast_maximum chlo.broadcast_minimum
    chlo.broadcast_multiply chlo.broadcast_next_after chlo.broadcast_or chlo.broadcast_polygamma
    chlo.broadcast_power chlo.broadcast_remainder chlo.broadcast_shift_left chlo.broadcast_shift_right_arithmetic
    chlo.broadcast_shift_right_logical chlo.broadcast_subtract chlo.broadcast_xor chlo.broadcast_zeta chlo.mulhi
    chlo.next_after chlo.polygamma chlo.zeta
    """,
    3: """
    stablehlo.clamp stablehlo.select chlo.broadcast_select
    """,
}  # fmt: skip

# Name, operands, results, regions (a number, * for any, 1* for at least one), and the required attributes.
_TABLE = """
builtin.module 0 0 1
builtin.unrealized_conversion_cast * 1* 0
chlo.broadcast_compare 2 1 0 comparison_direction
chlo.constant 0 1 0 value
chlo.constant_like 1 1 0 value
chlo.ragged_dot 3 1 0 ragged_dot_dimension_numbers
chlo.scan * * 1 dimension
chlo.top_k 1 2 0 k
func.call * * 0 callee
func.call_indirect 1* * 0
func.constant 0 1 0 value
func.func 0 0 1 sym_name function_type
func.return * 0 0
sdy.all_gather 1 1 0 gathering_axes out_sharding
sdy.all_reduce 1 1 0 reduction_axes out_sharding
sdy.all_slice 1 1 0 slicing_axes out_sharding
sdy.all_to_all 1 1 0 params out_sharding
sdy.collective_permute 1 1 0 out_sharding
sdy.constant 0 1 0 value
sdy.manual_computation * * 1 in_shardings out_shardings manual_axes
sdy.mesh 0 0 0 sym_name mesh
sdy.named_computation * * 1 name
sdy.propagation_barrier 1 1 0 allowed_direction
sdy.reduce_scatter 1 1 0 reduce_scatter_axes out_sharding
sdy.replicated_to_unreduced 1 1 0 axes out_sharding
sdy.reshard 1 1 0 sharding
sdy.return * 0 0
sdy.sharded_to_unreduced 1 1 0 axes out_sharding
sdy.sharding_constraint 1 1 0 sharding
sdy.sharding_group 1 0 0 group_id
stablehlo.after_all * 1 0
stablehlo.all_gather * * 0 all_gather_dim replica_groups
stablehlo.all_reduce * * 1 replica_groups
stablehlo.all_to_all * * 0 split_dimension concat_dimension split_count replica_groups
stablehlo.async_done 1 * 0
stablehlo.async_start * 1 1
stablehlo.batch_norm_grad 5 3 0 epsilon feature_index
stablehlo.batch_norm_inference 5 1 0 epsilon feature_index
stablehlo.batch_norm_training 3 3 0 epsilon feature_index
stablehlo.broadcast 1 1 0 broadcast_sizes
stablehlo.broadcast_in_dim 1 1 0 broadcast_dimensions
stablehlo.case 1 * *
stablehlo.collective_broadcast * * 0 replica_groups
stablehlo.collective_permute 1 1 0 source_target_pairs
stablehlo.collective_reduce * * 1 replica_groups
stablehlo.compare 2 1 0 comparison_direction
stablehlo.composite * * * name decomposition
stablehlo.concatenate * 1 0 dimension
stablehlo.constant 0 1 0 value
stablehlo.convolution 2 1 0 dimension_numbers feature_group_count batch_group_count
stablehlo.cross-replica-sum 1 1 0 replica_groups
stablehlo.custom_call * * 0 call_target_name
stablehlo.dot_general 2 1 0 dot_dimension_numbers
stablehlo.dynamic_broadcast_in_dim 2 1 0 broadcast_dimensions
stablehlo.dynamic_conv 3 1 0 dimension_numbers feature_group_count batch_group_count
stablehlo.dynamic_gather 3 1 0 dimension_numbers
stablehlo.dynamic_iota 1 1 0 iota_dimension
stablehlo.dynamic_pad 5 1 0
stablehlo.dynamic_slice 1* 1 0 slice_sizes
stablehlo.dynamic_update_slice 2* 1 0
stablehlo.einsum 2 1 0 einsum_config
stablehlo.fft 1 1 0 fft_type fft_length
stablehlo.gather 2 1 0 dimension_numbers slice_sizes
stablehlo.get_dimension_size 1 1 0 dimension
stablehlo.get_tuple_element 1 1 0 index
stablehlo.if 1 * 2
stablehlo.infeed 1 * 0
stablehlo.iota 0 1 0 iota_dimension
stablehlo.map * 1 1 dimensions
stablehlo.optimization_barrier * * 0
stablehlo.outfeed 1* 1 0
stablehlo.pad 2 1 0 edge_padding_low edge_padding_high interior_padding
stablehlo.real_dynamic_slice 4 1 0
stablehlo.recv 1 * 0 channel_handle
stablehlo.reduce * * 1 dimensions
stablehlo.reduce_precision 1 1 0 exponent_bits mantissa_bits
stablehlo.reduce_scatter 1 1 1 scatter_dimension replica_groups
stablehlo.reduce_window * * 1 window_dimensions
stablehlo.return * 0 0
stablehlo.reverse 1 1 0 dimensions
stablehlo.rng 3 1 0 rng_distribution
stablehlo.rng_bit_generator 1 2 0 rng_algorithm
stablehlo.scatter 1* * 1 scatter_dimension_numbers
stablehlo.select_and_scatter 3 1 2
stablehlo.send 1* 1 0 channel_handle
stablehlo.set_dimension_size 2 1 0 dimension
stablehlo.slice 1 1 0 start_indices limit_indices strides
stablehlo.sort * * 1
stablehlo.torch_index_select 2 1 0 dim batch_dims
stablehlo.transpose 1 1 0 permutation
stablehlo.triangular_solve 2 1 0 left_side lower unit_diagonal transpose_a
stablehlo.tuple * 1 0
stablehlo.unary_einsum 1 1 0 einsum_config
stablehlo.while * * 2
"""

_MULTIPLE = ("func.func", "sdy.named_computation")


def _range(word: str) -> tuple[int, int]:
    if word.endswith("*"):
        return int(word[:-1] or 0), _MANY
    return int(word), int(word)


def _operations() -> dict[str, tuple[Arity, tuple[str, ...]]]:
    operations: dict[str, tuple[Arity, tuple[str, ...]]] = {}
    for count, names in _SIMPLE.items():
        arity: Arity = (count, count, 1, 1, 0, 0, 0)
        operations.update(dict.fromkeys(names.split(), (arity, ())))
    for line in _TABLE.strip().splitlines():
        name, operands, results, regions, *needed = line.split()
        blocks = 1 if name == "builtin.module" else 0 if name in _MULTIPLE else 2
        arity = (*_range(operands), *_range(results), *_range(regions), blocks)
        operations[name] = (arity, tuple(needed))
    return operations


#: The arity and the required attributes of each operation, by name.
OPERATIONS = _operations()

# Operations whose attributes are all optional.
_OPTIONAL = """
builtin.module chlo.broadcast_add chlo.broadcast_and chlo.broadcast_atan2 chlo.broadcast_complex
chlo.broadcast_divide chlo.broadcast_maximum chlo.broadcast_minimum chlo.broadcast_multiply
chlo.broadcast_next_after chlo.broadcast_or chlo.broadcast_polygamma chlo.broadcast_power
chlo.broadcast_remainder chlo.broadcast_shift_left chlo.broadcast_shift_right_arithmetic
chlo.broadcast_shift_right_logical chlo.broadcast_subtract chlo.broadcast_xor chlo.broadcast_zeta
func.call_indirect sdy.data_flow_edge stablehlo.cbrt stablehlo.cholesky stablehlo.cosine stablehlo.dot
stablehlo.exponential stablehlo.exponential_minus_one stablehlo.infeed stablehlo.log stablehlo.log_plus_one
stablehlo.logistic stablehlo.outfeed stablehlo.rsqrt stablehlo.select_and_scatter stablehlo.sine stablehlo.sort
stablehlo.sqrt stablehlo.tan stablehlo.tanh
"""
#: The operations that have no properties.
WITHOUT_PROPERTIES = frozenset(
    name for name, (_, needed) in OPERATIONS.items() if not needed and name not in _OPTIONAL.split()
)

_I64S = (core.DenseI64ArrayAttr,)
_TENSOR = (core.DenseElementsAttr,)
_DIMENSIONS = (dialects.ConvDimensionNumbers, dialects.GatherDimensionNumbers)

#: The classes of attributes by name; usually, a name has the same meaning in all operations.
KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(
        """all_gather_dim batch_dims batch_group_count concat_dimension dim dimension exponent_bits
        feature_group_count feature_index group_id index iota_dimension k mantissa_bits scan_dim_size
        scatter_dimension split_count split_dimension version api_version""".split(),
        (core.IntegerAttr,),
    ),
    **dict.fromkeys(
        """has_side_effect indices_are_sorted is_associative is_host_transfer is_reverse is_stable left_side lower
        unique_indices unit_diagonal""".split(),
        (core.BoolAttr,),
    ),
    **dict.fromkeys(
        """call_target_name einsum_config infeed_config name outfeed_config sym_name sym_visibility""".split(),
        (core.StringAttr,),
    ),
    **dict.fromkeys("no_inline use_global_device_ids has_dynamic_root".split(), (core.UnitAttr,)),
    **dict.fromkeys(
        """base_dilations broadcast_dimensions broadcast_sizes dimensions edge_padding_high edge_padding_low
        fft_length interior_padding known_expanding_dimensions known_nonexpanding_dimensions lhs_dilation
        limit_indices permutation rhs_dilation slice_sizes start_indices strides window_dilations window_dimensions
        window_strides""".split(),
        _I64S,
    ),
    "window_reversal": (core.DenseBoolArrayAttr,),
    "padding": _TENSOR,
    "source_target_pairs": _TENSOR,
    "epsilon": (core.FloatAttr,),
    "callee": (core.SymbolRefAttr,),
    "decomposition": (core.SymbolRefAttr,),
    "composite_attributes": (core.DictAttr,),
    "backend_config": (core.StringAttr, core.DictAttr),
    "function_type": (core.TypeAttr,),
    **dict.fromkeys(
        """arg_attrs called_computations layout operand_layouts output_operand_aliases precision_config res_attrs
        result_layouts""".split(),
        (core.ArrayAttr,),
    ),
    "algorithm": (dialects.DotAlgorithm,),
    "channel_handle": (dialects.ChannelHandle,),
    "compare_type": (dialects.ComparisonTypeAttr, dialects.ChloComparisonTypeAttr),
    "comparison_direction": (dialects.ComparisonDirectionAttr, dialects.ChloComparisonDirectionAttr),
    "dimension_numbers": _DIMENSIONS,
    "dot_dimension_numbers": (dialects.DotDimensionNumbers,),
    "ragged_dot_dimension_numbers": (dialects.RaggedDotDimensionNumbers,),
    "scatter_dimension_numbers": (dialects.ScatterDimensionNumbers,),
    "fft_type": (dialects.FftTypeAttr,),
    "result_accuracy": (dialects.ResultAccuracyAttr,),
    "rng_algorithm": (dialects.RngAlgorithmAttr,),
    "rng_distribution": (dialects.RngDistributionAttr,),
    "transpose_a": (dialects.TransposeAttr,),
    "in_shardings": (dialects.SdyTensorShardingPerValueAttr,),
    "out_shardings": (dialects.SdyTensorShardingPerValueAttr,),
    "out_sharding": (dialects.SdyTensorShardingAttr,),
    "sharding": (dialects.SdyTensorShardingAttr,),
    "manual_axes": (dialects.SdyManualAxesAttr,),
    "mesh": (dialects.SdyMeshAttr,),
    "replica_groups": (core.DenseElementsAttr, dialects.ReplicaGroupMeshAxesAttr),
}
#: The attributes whose elements are 64-bit integers.
_I64_TENSORS = frozenset(("padding", "replica_groups", "source_target_pairs"))
#: The types and the least values of integer attributes.
_INTEGERS: dict[str, tuple[str, int]] = {
    **dict.fromkeys(
        """all_gather_dim concat_dimension dimension feature_index group_id iota_dimension scatter_dimension
        split_dimension""".split(),
        ("i64", 0),
    ),
    **dict.fromkeys(["batch_group_count", "feature_group_count", "split_count"], ("i64", 1)),
    "exponent_bits": ("i32", 1),
    "index": ("i32", 0),
    "mantissa_bits": ("i32", 0),
}
#: The ones that may be negative.
_SIGNED = ("stablehlo.sort", "sdy.sharding_group")
_VISIBILITIES = ("public", "private", "nested")
#: The exceptions, by operation.
_OWN_KINDS: dict[tuple[str, str], tuple[type, ...]] = {
    ("stablehlo.constant", "value"): _TENSOR,
    ("chlo.constant", "value"): _TENSOR,
    ("sdy.constant", "value"): _TENSOR,
    ("func.constant", "value"): (core.SymbolRefAttr,),
}
#: The classes of the elements of array attributes.
_ELEMENTS: dict[str, tuple[type, ...]] = {
    "arg_attrs": (core.DictAttr,),
    "res_attrs": (core.DictAttr,),
    "called_computations": (core.SymbolRefAttr,),
    "operand_layouts": _TENSOR,
    "result_layouts": _TENSOR,
    "output_operand_aliases": (dialects.OutputOperandAlias,),
    "precision_config": (dialects.PrecisionAttr, dialects.ChloPrecisionAttr),
}
#: For each operation, lists that must have equal lengths.
_ALIKE = {
    "stablehlo.slice": ("start_indices", "limit_indices", "strides"),
    "stablehlo.pad": ("edge_padding_low", "edge_padding_high", "interior_padding"),
}
#: The terminators of regions that are not the own dialect's.
_TERMINATORS = {"chlo": "stablehlo.return"}
_DIALECTS = frozenset(("stablehlo", "chlo", "sdy", "func", "builtin"))
#: Operations without attributes of their own: theirs, whatever their names, may be of any kind.
_WITHOUT_ATTRIBUTES = frozenset(("builtin.unrealized_conversion_cast",))


def knows(dialect: str) -> bool:
    """Whether it is known what operations of the dialect may have."""
    return dialect in _DIALECTS


def arity(name: str, attributes: Attributes) -> Arity:
    """The numbers of operands, results and regions that an operation may have.

    Raises:
        MLIRError: An attribute is missing or of another class.
    """
    if not knows(name.partition(".")[0]):
        return ANYTHING
    if name not in OPERATIONS:
        raise MLIRError(
            f"unregistered operation '{name}' found in dialect ('{name.partition('.')[0]}') that does not allow "
            "unknown operations"
        )
    allowed, needed = OPERATIONS[name]
    for key in needed:
        if key not in attributes:
            raise MLIRError(f"'{name}' op requires attribute '{key}'")
    for key, value in attributes.items():
        if not isinstance(value, core.Attribute):
            raise MLIRError(f"'{name}' op attribute '{key}' is not an attribute: {value}")
        if name in _WITHOUT_ATTRIBUTES:
            continue
        kinds = _OWN_KINDS.get((name, key)) or KINDS.get(key)
        if kinds is not None and not isinstance(value, kinds):
            raise MLIRError(f"'{name}' op attribute '{key}' is of another kind: {value.text[:80]}")
        if (
            key in _I64_TENSORS
            and isinstance(value, core.DenseElementsAttr)
            and value.type.element_type.text != "i64"
        ):
            raise MLIRError(
                f"'{name}' op attribute '{key}' failed to satisfy constraint: 64-bit signless integer elements "
                "attribute"
            )
        wanted = _INTEGERS.get(key)
        if wanted is not None and (
            value.parts[1].text != wanted[0] or (value.parts[0] < wanted[1] and name not in _SIGNED)
        ):
            raise MLIRError(
                f"'{name}' op attribute '{key}' must be {wanted[0]}, at least {wanted[1]}: {value.text}"
            )
        inner = _ELEMENTS.get(key)
        if inner is not None and not all(isinstance(part, inner) for part in value.parts):
            raise MLIRError(f"'{name}' op attribute '{key}' has elements of another kind: {value.text[:80]}")
    alike = _ALIKE.get(name)
    if alike is not None and len({len(attributes[key].parts) for key in alike}) > 1:
        raise MLIRError(f"'{name}' op has lists of several lengths: {', '.join(alike)}")
    if name == "func.func":
        kind = core.named_attribute(attributes, "function_type", core.TypeAttr).value
        if not isinstance(kind, core.FunctionType):
            raise MLIRError(f"'func.func' op has a type that is no function's: {kind.text[:80]}")
        visibility = attributes.get("sym_visibility")
        if visibility is not None and visibility.parts[0] not in _VISIBILITIES:
            raise MLIRError(f"'func.func' op visibility must be one of {_VISIBILITIES}: {visibility.text}")
        for key, types in (("arg_attrs", kind.inputs), ("res_attrs", kind.results)):
            if key in attributes and len(attributes[key].parts) != len(types):
                raise MLIRError(f"'func.func' op has {len(types)} of what '{key}' is about")
    return allowed


def nesting(op: Operation) -> None:
    """Check an operation with regions against their content.

    Raises:
        MLIRError: The arguments of a block do not have the types that its function or loop requires.
    """
    name = op._name
    if name == "func.func":
        blocks = op._regions[0]._blocks
        if blocks:
            argument_types = [argument._type for argument in blocks[0]._arguments]
            if argument_types != op._attributes["function_type"].value.inputs:
                raise MLIRError(
                    "'func.func' op entry block must have as many arguments, of its type's inputs"
                )
    elif name == "stablehlo.while":
        count = len(op._operands)
        for region in op._regions:
            if len(region._blocks[0]._arguments) != count:
                raise MLIRError(f"'stablehlo.while' op of {count} values has a region of another number")
        if len(op._results) != count:
            raise MLIRError(f"'stablehlo.while' op of {count} values has {len(op._results)} results")
    elif name in ("stablehlo.reduce", "stablehlo.reduce_window"):
        count = len(op._results)
        if (
            count == 0
            or len(op._operands) != 2 * count
            or len(op._regions[0]._blocks[0]._arguments) != 2 * count
        ):
            raise MLIRError(f"'{name}' op of {count} results takes {len(op._operands)} values")


def _expected(noun: str, low: int, high: int, count: int) -> str:
    """The error for another number of operands, results or regions than an operation has."""
    if noun == "operands" and low > 1:
        more = "" if low == high else " or more"
        return f"expected {low}{more} operands, but found {count}"
    few = {0: f"zero {noun}", 1: f"one {noun[:-1]}"}.get(high if high < 2 else low, f"{low} {noun}")
    return f"requires {few}" if low == high else f"has {count} {noun}"


def verify_one(op: Operation) -> None:
    """Check the attributes of an operation, the numbers of its operands, results and regions, and its blocks.

    Raises:
        MLIRError: It is malformed; the message says how.
    """
    name = op._name
    least, most, results, most_results, regions, most_regions, blocks = arity(name, op._attributes)
    for noun, count, low, high in (
        ("operands", len(op._operands), least, most),
        ("results", len(op._results), results, most_results),
        ("regions", len(op._regions), regions, most_regions),
    ):
        if not low <= count <= high:
            raise MLIRError(f"'{name}' op {_expected(noun, low, high, count)}")
    for noun, count in (("operand", len(op._operands)), ("result", len(op._results))):
        sizes = op._attributes.get(f"{noun}SegmentSizes")
        if isinstance(sizes, core.DenseI32ArrayAttr) and name in OPERATIONS and sum(sizes.parts) != count:
            raise MLIRError(
                f"'{name}' op {noun} count ({count}) does not match with the total size ({sum(sizes.parts)}) "
                f"specified in attribute '{noun}SegmentSizes'"
            )
    for region in op._regions if blocks else ():
        inside = region._blocks
        if len(inside) != 1 or (blocks == 2 and not inside[0]._operations):
            raise MLIRError(f"'{name}' op expects regions of one block, with a terminator")
        dialect = name.partition(".")[0]
        if blocks == 2 and inside[0]._operations[-1]._name != (
            end := _TERMINATORS.get(dialect, f"{dialect}.return")
        ):
            raise MLIRError(f"'{name}' op expects regions to end with '{end}'")
    nesting(op)
