"""What Mosaic GPU requires of operations in kernels for NVIDIA GPUs, in the words of upstream's verifier.

With these rules an error is raised where a kernel is lowered, as with upstream's jaxlib. The attributes have been
checked before, by `mosaic_gpu_attributes`, and the kinds of the types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jaxlib._ir.core import FloatType, IntegerType, Operation, Type, VectorType
from jaxlib._ir.type_inference import gpu
from jaxlib._ir.verification import mosaic_gpu_regions, mosaic_gpu_tensor_cores
from jaxlib._ir.verification.kernel_operand_kinds import element, operand_segments, shape_of
from jaxlib._ir.verification.mosaic_gpu_memory import (
    GMEM,
    SMEM,
    TMEM,
    count_of,
    in_tmem,
    named,
    sizes,
    space_of,
)
from jaxlib._ir.verification.operation_rules import Rule, Wrong, integer, need
from jaxlib._release import MOSAIC_GPU_VERSION

#: Whether the release prints layouts of references to shared memory, as those with version 9 of the stable form do.
_PRINTS_SMEM = MOSAIC_GPU_VERSION >= 9
#: The values of the enumerations of reductions, and of what is read out of bounds.
_ADD, _MIN, _MAX = range(3)
_PROMISE = 1
_ZEROS = 2
#: Floating-point types that a sum over devices can have.
_REDUCED = ("f32", "f16", "bf16", "f8E4M3FN", "f8E5M2")


# ---- Asynchronous copies


def _lengths(op: Operation) -> Sequence[int]:
    lengths: Sequence[int] = op._attributes["slice_lengths"].parts
    least = "The `slice_lengths` attribute must not contain values less than -1."
    need(all(length >= -1 for length in lengths), least)
    return lengths


def _copy(op: Operation, gmem: Type, gmem_name: str, smem: Type, smem_name: str, indices: list[Type]) -> None:
    """A copy between a slice of a reference to global memory, and shared memory."""
    same = element(gmem) == element(smem)
    need(same, "The `source` and `destination` memrefs must have the same element type.")
    lengths, rank = _lengths(op), len(shape_of(gmem))
    need(
        rank == len(shape_of(smem)) + list(lengths).count(-1),
        f"The rank of the `{gmem_name}` must be equal to the rank of the `{smem_name}` plus the number of "
        "collapsed dimensions as indicated by -1 values in `slice_lengths`.",
    )
    for what, count in (("indices", len(indices)), ("slice_lengths", len(lengths))):
        need(count == rank, f"The size of `{what}` must be equal to the rank of `{gmem_name}`.")
    first = None
    for number, (index, length) in enumerate(zip(indices, lengths, strict=True)):
        if not isinstance(index, VectorType):
            continue
        need(
            first is None,
            "Only one index may be a vector but got multiple vector indices for dimensions "
            f"{first} and {number}.",
        )
        first, size = number, shape_of(index)[0]
        need(
            size == length,
            f"The size of the vector index must be equal to the slice length but got {size} != {length}.",
        )


def _collective(op: Operation) -> int:
    """The number of dimensions of a cluster, which are different."""
    dimensions = [dimension.parts[0] for dimension in op._attributes["collective"].parts]
    distinct = len(set(dimensions)) == len(dimensions)
    need(distinct, "The `collective` attribute must not contain duplicate dimensions.")
    return len(dimensions)


def _async_load(op: Operation) -> None:
    (source,), (target,), barrier, indices, *_ = operand_segments(op, least=5)
    _copy(op, source, "source", target, "destination", indices)
    dimensions = _collective(op)
    if not barrier:
        need(not dimensions, "`collective` requires a `barrier`.")
        need("leader_tracked" not in op._attributes, "`leader_tracked` requires a `barrier`.")
        need(
            integer(op, "oob_fill_mode", _ZEROS) == _PROMISE,
            "Only the `promise_in_bounds` out-of-bounds fill mode is supported without a `barrier`.",
        )


def _async_prefetch(op: Operation) -> None:
    (source,), indices, _ = operand_segments(op, least=3)
    _lengths(op)
    same = len(indices) == len(shape_of(source))
    need(same, "The size of `indices` must be equal to the rank of `source`.")
    _collective(op)


def _async_store(op: Operation) -> None:
    (source,), (target,), indices, _, peer = operand_segments(op, least=5)
    both = bool(peer) and bool(integer(op, "is_global_broadcast"))
    need(not both, "Both `gmem_peer_id` or `is_global_broadcast` cannot be specified.")
    _copy(op, target, "destination", source, "source", indices)


def _async_store_smem(op: Operation) -> None:
    value, target, *_ = op._operand_types
    names = "The `valueToStore` and `destination` must have the same"
    need(shape_of(value) == shape_of(target), f"{names} shape.")
    need(element(value) == element(target), f"{names} element type.")
    need(space_of(target) == SMEM, "The `destination` memref must be in SMEM.")


# ---- Clusters


def _response(op: Operation, name: str) -> None:
    kind = op._operand_types[0]
    count = count_of(kind)
    need(count == 16, f"{name} must have 16 elements, but has {count} elements.")
    need(space_of(kind) == SMEM, "Response memref must be in SMEM.")


def _try_cluster_cancel(op: Operation) -> None:
    _response(op, "Try cluster cancel response")


def _query_cluster_cancel(op: Operation) -> None:
    _response(op, "Response to decode")


# ---- Vectors


def _broadcast_in_dim(op: Operation) -> None:
    source, target = shape_of(op._operand_types[0]), shape_of(op._result_types[0])
    dimensions = op._attributes["broadcast_dimensions"].parts
    need(bool(source), "The input vector must have rank > 0.")
    need(
        len(source) <= len(target),
        "The rank of the input vector must be smaller or equal to the rank of the result vector.",
    )
    need(
        len(source) == len(dimensions),
        "The size of the `broadcast_dimensions` attribute must be equal to the rank of the input vector.",
    )
    values = "The values in the `broadcast_dimensions` attribute must be"
    for number, dimension in enumerate(dimensions):
        within = 0 <= dimension < len(target)
        need(within, f"{values} in the range [0, result.shape.rank={len(target)}).")
        increasing = number == 0 or dimension > dimensions[number - 1]
        need(increasing, f"{values} strictly increasing.")
        need(
            source[number] in (1, target[dimension]),
            f"The size of the input vector's dimension {number} must be either 1 or equal to the size of the "
            f"result vector's dimension {dimension}.",
        )


def _broadcasted_iota(op: Operation) -> None:
    dimension, rank = integer(op, "dimension"), len(shape_of(op._result_types[0]))
    need(dimension < rank, f"dimension={dimension} must be smaller than the rank={rank} of the result.")


def _vector_store(op: Operation) -> None:
    value, target = op._operand_types
    names = "The source and destination must have the same"
    need(
        shape_of(value) == shape_of(target),
        f"{names} shape but got {sizes(shape_of(value))} and {sizes(shape_of(target))}",
    )
    need(
        element(value) == element(target),
        f"{names} element type but got '{element(value)}' and '{element(target)}'",
    )
    is_global = not integer(op, "multimem") or space_of(target) == GMEM
    need(is_global, "The destination must be in GMEM for multidevice multicast")


def _multimem_load_reduce(op: Operation) -> None:
    source, reduction = op._operand_types[0], integer(op, "reduction_type")
    kind = element(source)
    if isinstance(kind, IntegerType):
        need(kind.width in (32, 64), "Only supported 32 and 64 bit integer operations")
        need(
            reduction not in (_MIN, _MAX),
            "Integer Min, or Max reductions must specify signedness (use Umin, Smin, Umax, Smax).",
        )
    else:
        if isinstance(kind, FloatType):
            allowed = reduction in (_ADD, _MIN, _MAX)
            need(allowed, "Only Add, Max and Min reductions are supported on float source.")
            adds = kind.text != "f32" or reduction == _ADD
            need(adds, "Only Add is supported for F32 source type.")
        need(kind.text in _REDUCED, f"Unsupported source type: '{kind}'")
    need(space_of(source) == GMEM, "Expected the ref to be in GMEM.")


def _print_layout(op: Operation) -> None:
    kind = op._operand_types[0]
    if isinstance(kind, VectorType):
        return
    if not _PRINTS_SMEM:
        in_tmem(kind)
    elif space_of(kind) not in (SMEM, TMEM):
        raise Wrong(
            "The memref must have a mosaic_gpu.tmem or gpu.address_space<workgroup> memory space but got: "
            f"{space_of(kind)}"
        )


# ---- References


def _reinterpret_cast(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    same = element(source) == element(target)
    need(same, "source and result memrefs must have the same element type")
    counts = count_of(source), count_of(target)
    need(
        counts[0] == counts[1],
        f"source and result memrefs must have the same number of elements, but got {counts[0]} and {counts[1]}",
    )


# ---- All rules


def _anything(_: Operation) -> None:
    """No rule beyond the results' types."""


def _quoted(types: Sequence[Type]) -> str:
    return ", ".join(f"'{kind}'" for kind in types)


def _with_inferred(rule: Rule) -> Rule:
    """A rule, after which the results' types must be those that are inferred."""

    def check(op: Operation) -> None:
        rule(op)
        results = list(op._result_types)
        inferred = list(gpu.RULES[op._name](op._name, op._operand_types, op._attributes))  # type: ignore[arg-type]
        need(
            inferred == results,
            f"inferred type(s) {_quoted(inferred)} are incompatible with return type(s) of operation "
            f"{_quoted(results)}",
        )

    return check


_OWN: Mapping[str, Rule] = {
    **named(
        *(_async_load, _async_prefetch, _async_store, _async_store_smem, _try_cluster_cancel),
        *(_query_cluster_cancel, _broadcast_in_dim, _broadcasted_iota, _vector_store, _multimem_load_reduce),
        *(_print_layout, _reinterpret_cast),
    ),
    **mosaic_gpu_tensor_cores.RULES,
    **mosaic_gpu_regions.RULES,
}
_INFERRED = [
    f"mosaic_gpu.{name}"
    for name in (
        *("async_load_tmem", "get_cluster_ref", "mma", "multimem_load_reduce", "optimization_barrier"),
        *("tmem_layout_cast", "vector_concat", "vector_load", "wgmma"),
    )
]
RULES: Mapping[str, Rule] = {
    **_OWN,
    **{name: _with_inferred(_OWN.get(name, _anything)) for name in _INFERRED},
}

__all__ = ["RULES"]
