"""The side effects of kernels' operations: which may be removed if their results are unused, or merged if equal."""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

from functools import cache

from jaxlib._ir.core import Operation
from jaxlib._release import MOSAIC_GPU_VERSION

#: The operations without side effects, but for the dialects arith and math, all of whose operations have none.
_PURE = frozenset(
    """
    builtin.unrealized_conversion_cast
    gpu.block_dim gpu.block_id gpu.cluster_block_id gpu.cluster_dim gpu.cluster_dim_blocks gpu.cluster_id
    gpu.dynamic_shared_memory gpu.global_id gpu.grid_dim gpu.lane_id gpu.num_subgroups gpu.subgroup_id
    gpu.subgroup_size gpu.thread_id
    llvm.add llvm.addrspacecast llvm.and llvm.ashr llvm.bitcast llvm.extractelement llvm.extractvalue llvm.fadd
    llvm.fcmp llvm.fdiv llvm.fmul llvm.fneg llvm.fpext llvm.fptosi llvm.fptoui llvm.fptrunc llvm.freeze llvm.frem
    llvm.fsub llvm.getelementptr llvm.icmp llvm.insertelement llvm.insertvalue llvm.inttoptr llvm.lshr
    llvm.mlir.addressof llvm.mlir.constant llvm.mlir.poison llvm.mlir.undef llvm.mlir.zero llvm.mul llvm.or
    llvm.ptrtoint llvm.select llvm.sext llvm.shl llvm.shufflevector llvm.sitofp llvm.sub llvm.trunc llvm.uitofp
    llvm.xor llvm.zext
    memref.cast memref.collapse_shape memref.dim memref.expand_shape memref.extract_aligned_pointer_as_index
    memref.extract_strided_metadata memref.memory_space_cast memref.rank memref.reinterpret_cast memref.reshape
    memref.subview memref.transpose memref.view
    mosaic_gpu.assume_multiple mosaic_gpu.get_cluster_ref mosaic_gpu.reinterpret_cast mosaic_gpu.slice_smem
    vector.bitcast vector.broadcast vector.constant_mask vector.contract vector.create_mask vector.deinterleave
    vector.extract vector.extract_strided_slice vector.fma vector.from_elements vector.insert
    vector.insert_strided_slice vector.interleave vector.multi_reduction vector.outerproduct vector.reduction
    vector.scalable.extract vector.scalable.insert vector.shape_cast vector.shuffle vector.step vector.to_elements
    vector.transpose vector.type_cast vector.vscale
    """.split()
)
#: The operations that releases with version 9 of Mosaic GPU's stable form, or a newer one, state to be without.
_PURE_SINCE_9 = frozenset(
    f"mosaic_gpu.{name}"
    for name in "broadcast_in_dim layout_cast slice_tmem tmem_layout_cast vector_concat with_transforms".split()
)
_PURE_DIALECTS = frozenset(("arith", "math"))

#: The operations that only read memory: they may be removed, and merged if nothing is written between them.
_READS = frozenset(
    "llvm.load memref.load mosaic_gpu.multimem_load_reduce mosaic_gpu.vector_load vector.load".split()
)
#: Allocations of the stack, which may be removed.
_ALLOCATES = frozenset(("memref.alloca",))
#: Operations that have the side effects of the operations in them.
_NESTING = frozenset(("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"))
_NESTED_TERMINATORS = frozenset(("scf.condition", "scf.yield"))


@cache
def _is_pure(name: str) -> bool:
    if name in _PURE_SINCE_9:
        return MOSAIC_GPU_VERSION >= 9
    return name in _PURE or name.partition(".")[0] in _PURE_DIALECTS


def is_pure(op: Operation) -> bool:
    """Whether an operation depends on its operands and attributes alone, and only has results."""
    return _is_pure(op._name)


def is_removable(op: Operation) -> bool:
    """Whether an operation may be removed if its results are unused."""
    name = op._name
    if _is_pure(name):
        return True
    if name in _NESTING:
        return all(
            inner._name in _NESTED_TERMINATORS or is_removable(inner)
            for region in op._regions
            for block in region._blocks
            for inner in block._operations
        )
    return only_reads(op) or name in _ALLOCATES


def only_reads(op: Operation) -> bool:
    """Whether an operation reads memory and has no other effect."""
    return op._name in _READS and "volatile_" not in op._attributes


def may_write(op: Operation) -> bool:
    """Whether an operation may write memory, or has other effects that are not known."""
    if op._name in _NESTING:
        return any(
            inner._name not in _NESTED_TERMINATORS and may_write(inner)
            for region in op._regions
            for block in region._blocks
            for inner in block._operations
        )
    return not (is_pure(op) or only_reads(op) or op._name in _ALLOCATES)


def is_unused(op: Operation) -> bool:
    """Whether no operation uses a result."""
    return not op._is_used
