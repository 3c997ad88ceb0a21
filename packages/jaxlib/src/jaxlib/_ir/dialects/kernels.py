"""The attributes and types of the dialects for kernels: tpu, tt (Triton's), arith and vector.

Upstream has no Python classes for them, so each is a `DialectAttr` or `DialectType` with its MLIR text.
"""

from __future__ import annotations

from typing import Self

from jaxlib._ir.core import Context, DialectType, FloatType, IntegerType, MLIRError, Type

#: The dialects of kernels for TPUs and GPUs.
KERNEL_DIALECTS = frozenset(
    "arith cf gpu llvm math memref mosaic_gpu nvgpu nvvm scf tpu tt vector".split()  # noqa: SIM905
)

#: The operations of gpu for the numbers and counts of threads and blocks along a dimension.
GPU_IDENTIFIERS = (
    "block_dim",
    "block_id",
    "cluster_block_id",
    "cluster_dim",
    "cluster_dim_blocks",
    "cluster_id",
    "global_id",
    "grid_dim",
    "thread_id",
)

#: The keywords of each enumeration attribute, by dialect and mnemonic.
WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    (dialect, mnemonic): tuple(words.split())
    for dialect, mnemonic, words in (
        ("tpu", "contract_precision", "bf16 fp32 bf16x3"),
        ("tpu", "core_type", "tc sc_scalar_subcore sc_vector_subcore"),
        ("tpu", "dimension_semantics", "parallel arbitrary core_parallel subcore_parallel"),
        ("tpu", "memory_space", "any vmem smem hbm cmem semaphore_mem vmem_shared host"),
        ("tpu", "pack_format", "compressed interleaved"),
        ("tpu", "pipeline_mode", "synchronous double_buffered"),
        (
            "tpu",
            "reduction_kind",
            "sum max min arg_max arg_min find_first_set maxf minf maxsi minsi maxui minui",
        ),
        ("tpu", "revisit_mode", "immediate any"),
        ("tpu", "rounding_mode", "towards_zero to_nearest_even"),
        ("tt", "cache_modifier", "none ca cg wb cs wt cv"),
        ("tt", "eviction_policy", "evict_normal evict_first evict_last"),
        ("vector", "iterator_type", "parallel reduction"),
        (
            "vector",
            "kind",
            "add mul minui minsi minnumf maxui maxsi maxnumf and or xor minimumf maximumf maximumnumf minimumnumf",
        ),
        ("vector", "punctuation", "no_punctuation newline comma open close"),
    )
}

#: The flags of each bit set attribute, in the order of their bits, and the separator.
FLAGS: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {
    ("arith", "fastmath"): (("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"), ","),
    ("arith", "overflow"): (("nsw", "nuw"), ", "),
}

#: The flag that stands for all flags of an attribute.
ALL_FLAGS = {("arith", "fastmath"): "fast"}


class Float8EXMYType(DialectType):
    """A floating-point type stored in the lowest bits of a byte."""

    __slots__ = ()

    @classmethod
    def get(cls, exmy_type: Type | None = None, ctx: Context | None = None) -> Self:
        """The type that stores numbers of a floating-point type.

        Raises:
            TypeError: ``exmy_type`` is not a floating-point type.
        """
        if not isinstance(exmy_type, FloatType):
            raise TypeError(f"Float8EXMYType.get: wanted a floating-point type, found {exmy_type!r}")
        return cls(f"!tpu.float8_exmy<{exmy_type.text}>", (exmy_type,))

    @property
    def underlying_type(self) -> FloatType:
        """The type of the numbers."""
        return self.parts[0]


class PointerType(DialectType):
    """Triton's pointer to a number."""

    __slots__ = ()

    @classmethod
    def get(cls, pointee_type: Type, address_space: int) -> Self:
        """The type of pointers to ``pointee_type`` in a memory; Pallas' are all in the global one, 1.

        Raises:
            MLIRError: ``pointee_type`` is no type of numbers.
        """
        if not isinstance(pointee_type, (FloatType, IntegerType)):
            raise MLIRError("pointer types must point to integer or floating-point types")
        space = "" if address_space == 1 else f", {address_space}"
        return cls(f"!tt.ptr<{pointee_type.text}{space}>", (pointee_type, address_space))

    @property
    def pointee_type(self) -> FloatType | IntegerType:
        """The type of the number."""
        return self.parts[0]

    @property
    def address_space(self) -> int:
        """The number of the memory."""
        return self.parts[1]
