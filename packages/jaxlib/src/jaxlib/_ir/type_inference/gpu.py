"""Result type inference for the dialects of GPU kernels: gpu, nvgpu, nvvm and mosaic_gpu."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jaxlib._ir.core import (
    Attribute,
    Attributes,
    DialectAttr,
    DialectType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    MLIRError,
    Type,
    VectorType,
    named_attribute,
)
from jaxlib._ir.dialects.llvm import StructType
from jaxlib._ir.type_inference.kernels import Rule, always, same, same_as


def _integer(width: int) -> Rule:
    return always(lambda: IntegerType.get_signless(width))


def _bits(width: int) -> Sequence[Type]:
    return (IntegerType.get_signless(width),)


def _word(attributes: Attributes, name: str) -> str:
    """The keyword of an enumeration attribute, such as ``all`` of ``#nvvm.match_sync_kind<all>``."""
    return attributes[name].text.rpartition("<")[2].rstrip(">").rpartition(" ")[2]


def _valid(kind: Type) -> Type:
    """A value, and whether it is valid."""
    return StructType.get_literal([kind, IntegerType.get_signless(1)])


# ---- nvvm

_i1, _i32, _i64 = _integer(1), _integer(32), _integer(64)


def _arrive(_name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The barrier's state; none if the barrier is another block's, or only some threads arrive."""
    if types[0].text == "!llvm.ptr<7>" or (len(types) > 2 and types[2].text == "i1"):
        return ()
    return _bits(64)


def _matrices(_name: str, _types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    """A register for each matrix of 8 rows, or two for each of 16 by 16."""
    count = named_attribute(attributes, "num", IntegerAttr).value
    if re.search(r"m\s*=\s*16\s*,\s*n\s*=\s*16\b", attributes["shape"].text):
        count *= 2
    register = IntegerType.get_signless(32)
    return (register,) if count == 1 else (StructType.get_literal([register] * count),)


def _match(_name: str, _types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    mask = IntegerType.get_signless(32)
    return (_valid(mask) if _word(attributes, "kind") == "all" else mask,)


def _shuffle(_name: str, types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    return (_valid(types[1]) if "return_value_and_is_valid" in attributes else types[1],)


def _vote(_name: str, _types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    return _bits(32 if _word(attributes, "kind") == "ballot" else 1)


def _query(_name: str, _types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    return _bits(1 if _word(attributes, "query_type") == "is_canceled" else 32)


#: The special registers of 32 bits; ``*`` stands for x, y and z.
_REGISTERS = (
    "aggr.smem.size clock cluster.ctaid.* cluster.ctarank cluster.nctaid.* cluster.nctarank clusterid.* ctaid.* "
    "dynamic.smem.size globaltimer.lo gridid laneid lanemask.eq lanemask.ge lanemask.gt lanemask.le lanemask.lt "
    "nclusterid.* nctaid.* nsmid ntid.* nwarpid smid tid.* total.smem.size warpid warpsize"
)

#: The operations whose result has the type of the first operand.
_SAME = "addf cos divf ex2 fma log2 rcp.approx.ftz.f redux.sync rsqrt sin sqrt sqrt.approx subf"

_NVVM: dict[str, Rule] = {
    **{
        f"read.ptx.sreg.{register.replace('*', axis)}": _i32
        for register in _REGISTERS.split()
        for axis in ("xyz" if "*" in register else "-")
    },
    **{f"read.ptx.sreg.envreg{number}": _i32 for number in range(32)},
    **dict.fromkeys(("read.ptx.sreg.clock64", "read.ptx.sreg.globaltimer"), _i64),
    **dict.fromkeys(_SAME.split(), same),
    **{f"convert.{kind}.to.f4x2": _integer(8) for kind in ("bf16x2", "f16x2", "f32x2")},
    **dict.fromkeys(("mbarrier.arrive.nocomplete", "mbarrier.arrive_drop.nocomplete"), _i64),
    **{
        f"mbarrier.{name}": _arrive
        for name in ("arrive", "arrive.expect_tx", "arrive_drop", "arrive_drop.expect_tx")
    },
    **{f"mbarrier.{name}": _i1 for name in ("check_layout", "test.wait", "try_wait")},
    **dict.fromkeys(
        (
            "barrier.reduction",
            "convert.float.to.tf32",
            "dot.accumulate.2way",
            "dot.accumulate.4way",
            "movmatrix",
            "prmt",
        ),
        _i32,
    ),
    "clusterlaunchcontrol.query.cancel": _query,
    "convert.f32x4.to.f4x4": _integer(16),
    "elect.sync": _i1,
    "ldmatrix": _matrices,
    "match.sync": _match,
    "shfl.sync": _shuffle,
    "tcgen05.mma_smem_desc": _i64,
    "vote.sync": _vote,
}  # fmt: skip

# ---- gpu and nvgpu


def _value_and_validity(_name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    return (types[0], IntegerType.get_signless(1))


def _fragment(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The element of ``!gpu.mma_matrix<16x16xf16, "COp">``."""
    match = re.match(r'!gpu\.mma_matrix<\d+x\d+x([^,]+), "', types[0].text)
    if match is None:
        raise MLIRError(f"{name}: wanted a matrix, found {types[0].text}")
    return (Type.parse(match[1]),)


def _dialect_type(text: str) -> Rule:
    return always(lambda: DialectType(text))


_DIMENSIONS = (
    "block_dim block_id cluster_block_id cluster_dim cluster_dim_blocks cluster_id global_id grid_dim lane_id "
    "num_subgroups subgroup_id subgroup_size thread_id"
)
_GPU: dict[str, Rule] = {
    **{name: always(IndexType.get) for name in _DIMENSIONS.split()},
    **dict.fromkeys(("all_reduce", "subgroup_broadcast", "subgroup_reduce"), same),
    **dict.fromkeys(("rotate", "shuffle"), _value_and_validity),
    "initialize_named_barrier": _dialect_type("!gpu.named_barrier"),
    "subgroup_mma_compute": same_as(2),
    "subgroup_mma_extract_thread_local": _fragment,
}
_NVGPU: dict[str, Rule] = {
    **dict.fromkeys(
        ("device_async_copy", "device_async_create_group"), _dialect_type("!nvgpu.device.async.token")
    ),
    **dict.fromkeys(
        ("mbarrier.arrive", "mbarrier.arrive.nocomplete"), _dialect_type("!nvgpu.mbarrier.token")
    ),
    "mbarrier.test.wait": _i1,
    "rcp": same,
}

# ---- mosaic_gpu


def _memref(name: str, kind: Type) -> MemRefType:
    if not isinstance(kind, MemRefType):
        raise MLIRError(f"{name}: wanted a memref, found {kind.text}")
    return kind


def _loaded(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """A vector of the memref's elements."""
    memref = _memref(name, types[0])
    return (VectorType.get(memref.shape, memref.element_type),)


def _loaded_from_tmem(name: str, types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    """The same; with a reduction also a vector of the rows' results."""
    memref = _memref(name, types[0])
    vectors = [VectorType.get(memref.shape, memref.element_type)]
    if "reduce" in attributes:
        vectors.append(VectorType.get(memref.shape[:-1], memref.element_type))
    return vectors


def _of_another_block(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The memref in another block's memory."""
    memref = _memref(name, types[0])
    layout: Attribute | None = memref.parts[2]
    space = DialectAttr("#mosaic_gpu.smem_cluster")
    return (MemRefType.get(memref.shape, memref.element_type, layout, space),)


def _concatenated(name: str, types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    """The sizes of the concatenated dimension are added."""
    if not types:
        raise MLIRError("Must have at least one operand.")
    vectors = [kind for kind in types if isinstance(kind, VectorType)]
    if len(vectors) < len(types):
        raise MLIRError(f"{name}: wanted vectors, found {', '.join(kind.text for kind in types)}")
    dimension = named_attribute(attributes, "dimension", IntegerAttr).value % 2**32  # read as unsigned
    first, shape = vectors[0].element_type, vectors[0].shape
    if dimension >= len(shape):
        raise MLIRError(f"Dimension {dimension} is out of bounds for vector of rank {len(shape)}.")
    for index, vector in enumerate(vectors):
        if vector.rank != len(shape):
            raise MLIRError(
                f"All operands must have the same rank, got rank {vector.rank} at index {index} (expected "
                f"{len(shape)})."
            )
        if vector.element_type != first:
            raise MLIRError(
                f"All operands must match result element type, got {vector.element_type} at index {index} "
                f"(expected {first})."
            )
        for other, (size, wanted) in enumerate(zip(vector.shape, shape, strict=True)):
            if other != dimension and size != wanted:
                raise MLIRError(
                    f"Operand shape does not match result shape along non-concatenated dimension {other} at index "
                    f"{index} (got {size}, expected {wanted})."
                )
    shape[dimension] = sum(vector.shape[dimension] for vector in vectors)
    return (VectorType.get(shape, first),)


def _barrier(_name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The types of all operands, of which there is one at least."""
    if not types:
        raise MLIRError("expected non-empty operands")
    return list(types)


def _cancelled(_name: str, _types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The block's position, and whether there is one."""
    return [IntegerType.get_signless(32)] * 3 + [IntegerType.get_signless(1)]


_MOSAIC: dict[str, Rule] = {
    **dict.fromkeys("assume_multiple layout_cast mma tmem_layout_cast wgmma with_transforms".split(), same),  # noqa: SIM905
    "async_load_tmem": _loaded_from_tmem,
    "get_cluster_ref": _of_another_block,
    "multimem_load_reduce": _loaded,
    "optimization_barrier": _barrier,
    "query_cluster_cancel": _cancelled,
    "vector_concat": _concatenated,
    "vector_load": _loaded,
}  # fmt: skip

RULES: dict[str, Rule] = {
    f"{dialect}.{name}": rule
    for dialect, table in (("gpu", _GPU), ("mosaic_gpu", _MOSAIC), ("nvgpu", _NVGPU), ("nvvm", _NVVM))
    for name, rule in table.items()
}
