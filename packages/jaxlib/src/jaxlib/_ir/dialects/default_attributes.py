"""The default attributes of kernels' operations: of arith, llvm, math, vector, tpu and mosaic_gpu."""

from __future__ import annotations

from jaxlib._ir import core

_FASTMATH = core.DialectAttr("#arith.fastmath<none>")
_OVERFLOW = core.DialectAttr("#arith.overflow<none>")
_NO = core.BoolAttr.get(False)
_ZERO = core.IntegerAttr.get(core.IntegerType.get_signless(32), 0)
_ONE = core.IntegerAttr.get(core.IntegerType.get_signless(32), 1)
_ONE_GROUP = core.IntegerAttr.get(core.IntegerType.get_signless(64), 1)

#: The attributes of each operation that MLIR adds if its builder did not set them.
_DEFAULTS: dict[str, core.Attributes] = {
    **{f"arith.{name}": {"overflowFlags": _OVERFLOW} for name in ["addi", "muli", "shli", "subi", "trunci"]},
    **{
        f"arith.{name}": {"fastmath": _FASTMATH}
        for name in (
            [
                "addf",
                "cmpf",
                "divf",
                "flush_denormals",
                "maximumf",
                "maxnumf",
                "minimumf",
                "minnumf",
                "mulf",
                "negf",
                "remf",
                "subf",
            ]
        )
    },
    "llvm.inline_asm": {"tail_call_kind": core.DialectAttr("#llvm.tailcallkind<none>")},
    "vector.contract": {"fastmath": _FASTMATH, "kind": core.DialectAttr("#vector.kind<add>")},
    "vector.outerproduct": {"kind": core.DialectAttr("#vector.kind<add>")},
    "vector.print": {"punctuation": core.DialectAttr("#vector.punctuation<newline>")},
    "vector.reduction": {"fastmath": _FASTMATH},
}
_DEFAULTS |= {
    "tpu.annotate": dict.fromkeys(["no_bank_conflict", "no_hazard", "no_hazard_no_deps", "no_store"], _NO),
    "tpu.compress_store_vreg": {"add": _NO},
    "tpu.conv": dict.fromkeys(("batch_group_count", "feature_group_count"), _ONE_GROUP),
    "tpu.enqueue_dma": {"priority": _ZERO, "strict_ordering": _NO},
    "tpu.enqueue_indirect_dma": {"add": _NO},
    "tpu.load": {"sublane_stride": _ONE},
    "tpu.log": {"formatted": _NO},
    "tpu.matmul": {"transpose_lhs": _NO, "transpose_rhs": _NO},
    "tpu.matmul_push_rhs": {"staging_register": _ZERO, "transpose": _NO},
    "tpu.reciprocal": {"approx": _NO, "full_range": core.BoolAttr.get(True)},
    "tpu.sort": {"descending": _NO},
    "tpu.store": {"add": _NO, "sublane_stride": _ONE},
    "tpu.unpack_subelements": {"integer_extended": core.BoolAttr.get(True), "unsigned_integers": _NO},
    "tpu.vector_compress_store": {"add": _NO},
    "tpu.vector_store": {"add": _NO},
    "tpu.vector_store_idx": {"add": _NO},
    "tpu.wait_dma": {"priority": _ZERO, "strict_ordering": _NO},
    "tpu.wait_dma2": {"strict_ordering": _NO},
}
_DEFAULTS |= {
    "mosaic_gpu.async_load": {
        "oob_fill_mode": core.IntegerAttr.get(core.IntegerType.get_signless(32), 2)
    },  # zeros
    "mosaic_gpu.async_store": {"is_global_broadcast": _NO},
    "mosaic_gpu.async_store_scales_smem_to_tmem": {"collective": _NO},
    "mosaic_gpu.async_store_smem_to_tmem": {"collective": _NO},
    "mosaic_gpu.async_store_sparse_metadata_smem_to_tmem": {"collective": _NO},
    "mosaic_gpu.layout_cast": {"strict": _NO},
    "mosaic_gpu.tcgen05_commit_arrive": {"collective": _NO},
    "mosaic_gpu.tcgen05_mma": {"collective": _NO},
    "mosaic_gpu.tmem_alloc": {"collective": _NO, "packing": _ONE},
    "mosaic_gpu.tmem_relinquish_alloc_permit": {"collective": _NO},
    "mosaic_gpu.vector_store": {"multimem": _NO},
}
#: The math operations without `fastmath`.
_INTEGER_MATH = frozenset(f"math.{name}" for name in ["absi", "ctlz", "ctpop", "cttz", "ipowi"])


def default_attributes(name: str) -> core.Attributes:
    """The attributes of an operation that MLIR adds if its builder did not set them."""
    if name.startswith("math.") and name not in _INTEGER_MATH:
        return {"fastmath": _FASTMATH}
    return _DEFAULTS.get(name, {})
