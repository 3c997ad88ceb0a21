"""VHLO: StableHLO with a version for every operation; the dialect of portable artifacts.

The tables list the versions of each operation, the VHLO version that introduced each, and their attributes.
"""

from __future__ import annotations

from jaxlib._release import STABLEHLO_CURRENT, STABLEHLO_MINIMUM, STABLEHLO_WEEKS_4, STABLEHLO_WEEKS_12

Version = tuple[int, int, int]

#: The versions that this release of jaxlib writes: its own, and the newest that was at least 4 or 12 weeks old.
MINIMUM = STABLEHLO_MINIMUM
CURRENT = STABLEHLO_CURRENT
WEEKS_4 = STABLEHLO_WEEKS_4
WEEKS_12 = STABLEHLO_WEEKS_12


def version(text: str) -> Version:
    """Parse a version such as ``1.13.3``.

    Raises:
        ValueError: The text is not a version.
    """
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        raise ValueError(f"not a version of StableHLO: wanted three numbers, as in {CURRENT}; found {text!r}")
    return (int(parts[0]), int(parts[1]), int(parts[2]))


#: The version that introduced replica groups by mesh axes.
MESH_GROUPS_SINCE = version("1.16.0")

#: Bytecode format versions, for VHLO versions below the given ones.
_FORMATS = ((version("0.10.0"), 0), (version("0.12.0"), 1), (version("0.14.0"), 3), (version("0.15.0"), 4))


def bytecode_version(target: Version) -> int:
    """The version of the bytecode format that readers of that VHLO version support."""
    return next((number for limit, number in _FORMATS if target < limit), 6)


# where another follows, it holds until then. What is not listed has been there from the beginning, with none.
CONVOLUTION_DIMENSIONS = """input_batch_dimension input_feature_dimension input_spatial_dimensions
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

#: The operations with a ``result_accuracy``, and the version that added it.
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

#: For each operation, its versions in order: the VHLO version that introduced it, and its attributes, sorted by
#: name.
OPERATIONS: dict[str, list[tuple[Version, tuple[str, ...]]]] = {}


def _add(name: str, since: str, attributes: list[str]) -> None:
    names = [name for word in attributes for name in (CONVOLUTION_DIMENSIONS if word == "*" else [word])]
    OPERATIONS.setdefault(name, []).append((version(f"{since}.0"), tuple(sorted(names))))


for _line in _TABLE.replace("\n    ", " ").strip().splitlines():
    _name, _since, *_attributes = _line.split()
    _add(_name, _since, _attributes)
for _name in [*_PLAIN.split(), *(name for name in ACCURATE if name not in OPERATIONS)]:
    _add(_name, "0.9", [])
for _name, _since in ACCURATE.items():
    _add(_name, _since, ["result_accuracy"])


def versioned(name: str, target: Version) -> tuple[int, tuple[str, ...]] | None:
    """The version of an operation in ``target``, and its attributes; None if ``target`` lacks the operation."""
    newest = None
    for number, (since, attributes) in enumerate(OPERATIONS.get(name, ())):
        if since[:2] <= target[:2]:
            newest = (number + 1, attributes)
    return newest


def version_number(text: str, most: int) -> int | None:
    """The number of an operation's version, of which there are ``most``; None if it does not exist."""
    if len(text) > 3 or not (text.isascii() and text.isdigit()) or not 0 < int(text) <= most:
        return None
    return int(text)


def dotted(numbers: Version) -> str:
    """The text of a version, such as ``1.13.3``."""
    return ".".join(map(str, numbers))
