"""The types and attributes of mosaic_gpu, the dialect of Pallas' kernels for NVIDIA GPUs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from jaxlib._ir.core import (
    ArrayAttr,
    Context,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    DialectAttr,
    DialectType,
    Type,
)


class BarrierType(DialectType):
    """A barrier in shared memory."""

    __slots__ = ()

    @classmethod
    def get(cls, orders_tensor_core: bool = False, ctx: Context | None = None) -> Self:
        """The type of barriers; with ``orders_tensor_core`` of those that order the tensor cores' operations."""
        parameter = "<orders_tensor_core = true>" if orders_tensor_core else ""
        return cls(f"!mosaic_gpu.barrier{parameter}", (orders_tensor_core,))

    @property
    def orders_tensor_core(self) -> bool:
        """Whether they order the tensor cores' operations."""
        return bool(self.parts[0])


class _NarrowType(DialectType):
    """A type that stores numbers of six bits."""

    __slots__ = ()
    _mnemonic = ""

    @classmethod
    def get(cls, element_type: Type, ctx: Context | None = None) -> Self:
        """The type that stores numbers of ``element_type``."""
        return cls(f"!mosaic_gpu.{cls._mnemonic}<{element_type.text}>", (element_type,))

    @property
    def element_type(self) -> Type:
        """The type of the numbers."""
        return self.parts[0]


class B6x16P32Type(_NarrowType):
    """Sixteen numbers of six bits and 32 bits of padding."""

    __slots__ = ()
    _mnemonic = "b6x16_p32"


class P2B6Type(_NarrowType):
    """A byte with a number of six bits."""

    __slots__ = ()
    _mnemonic = "p2b6"


class TileTransformAttr(DialectAttr):
    """Tiles the last dimensions of a memref in shared memory."""

    __slots__ = ()

    @classmethod
    def get(cls, tiling: Sequence[int], ctx: Context | None = None) -> Self:
        """The transform to tiles of that shape."""
        sizes = [int(size) for size in tiling]
        return cls(f"#mosaic_gpu.tile<{sizes}>", (DenseI32ArrayAttr.get(sizes),))

    @property
    def tiling(self) -> DenseI32ArrayAttr:
        """The shape of a tile."""
        return self.parts[0]


class SwizzleTransformAttr(DialectAttr):
    """Swizzles a memref in shared memory."""

    __slots__ = ()

    @classmethod
    def get(cls, swizzle: int, ctx: Context | None = None) -> Self:
        """The transform with a swizzle of 16 (none), 32, 64 or 128 bytes."""
        size = int(swizzle)  # also a member of an enumeration
        return cls(f"#mosaic_gpu.swizzle<{size} : i32>", (size,))

    @property
    def swizzle(self) -> int:
        """The number of bytes."""
        return int(self.parts[0])


def _checked(name: str, shape: object) -> DenseI64ArrayAttr:
    if not isinstance(shape, DenseI64ArrayAttr):
        raise TypeError(f"{name}.get: wanted a DenseI64ArrayAttr for the shape, found {shape!r}")
    return shape


class WGSplatFragLayoutAttr(DialectAttr):
    """The layout of an array that is one number."""

    __slots__ = ()

    @classmethod
    def get(cls, shape: DenseI64ArrayAttr, ctx: Context | None = None) -> Self:
        """The layout of an array of that shape; TypeError if the shape is no DenseI64ArrayAttr."""
        sizes = list(_checked("WGSplatFragLayoutAttr", shape))
        return cls(f"#mosaic_gpu.WGSplatFragLayout<{sizes}>", (shape,))

    @property
    def shape(self) -> DenseI64ArrayAttr:
        """The shape of the array."""
        return self.parts[0]


class WGStridedFragLayoutAttr(DialectAttr):
    """The layout of an array whose elements in a row are spread over a warpgroup's threads."""

    __slots__ = ()

    @classmethod
    def get(cls, shape: DenseI64ArrayAttr, vector_size: int, ctx: Context | None = None) -> Self:
        """The layout of an array of which a thread has ``vector_size`` neighbours; TypeError as above."""
        sizes = list(_checked("WGStridedFragLayoutAttr", shape))
        return cls(f"#mosaic_gpu.WGStridedFragLayout<{sizes}, {vector_size}>", (shape, vector_size))

    @property
    def shape(self) -> DenseI64ArrayAttr:
        """The shape of the array."""
        return self.parts[0]

    @property
    def vector_size(self) -> int:
        """The number of neighbouring elements of a thread."""
        return int(self.parts[1])


class ReplicatedAttr(DialectAttr):
    """A dimension of a tiled layout along which threads have the same elements."""

    __slots__ = ()

    @classmethod
    def get(cls, times: int, ctx: Context | None = None) -> Self:
        """The dimension of that size."""
        return cls(f"#mosaic_gpu.Replicated<times = {times}>", (times,))

    @property
    def times(self) -> int:
        """The size of the dimension."""
        return int(self.parts[0])


class TiledLayoutAttr(DialectAttr):
    """A layout of nested tiles whose dimensions are spread over warps, lanes and the elements of a vector."""

    __slots__ = ()

    @classmethod
    def get(
        cls,
        tiling: ArrayAttr,
        warp_dims: ArrayAttr,
        lane_dims: ArrayAttr,
        vector_dim: int,
        ctx: Context | None = None,
    ) -> Self:
        """The layout.

        Args:
            tiling: The shapes of the tiles, from outer to inner ones.
            warp_dims: The tiled dimensions, counted from the last, that are spread over warps; or `ReplicatedAttr`.
            lane_dims: Likewise, over a warp's lanes.
            vector_dim: The dimension of which a thread has all elements.
            ctx: Ignored: attributes belong to every context.
        """
        text = (
            f"#mosaic_gpu.TiledLayout<{tiling.text}, warp_dims = {warp_dims.text}, "
            f"lane_dims = {lane_dims.text}, vector_dim = {vector_dim}>"
        )
        return cls(text, (tiling, warp_dims, lane_dims, vector_dim))

    @property
    def tiling(self) -> ArrayAttr:
        """The shapes of the tiles."""
        return self.parts[0]

    @property
    def warp_dims(self) -> ArrayAttr:
        """The dimensions that are spread over warps."""
        return self.parts[1]

    @property
    def lane_dims(self) -> ArrayAttr:
        """The dimensions that are spread over lanes."""
        return self.parts[2]

    @property
    def vector_dim(self) -> int:
        """The dimension of which a thread has all elements."""
        return int(self.parts[3])


class CopyPartitionAttrInterface(DialectAttr):
    """How the blocks of a cluster share a copy."""

    __slots__ = ()


class CopyReplicatedAttr(CopyPartitionAttrInterface):
    """Each block copies all of it."""

    __slots__ = ()

    @classmethod
    def get(cls, ctx: Context | None = None) -> Self:
        """The attribute."""
        return cls("#mosaic_gpu.copy_replicated", ())


class CopyPartitionedAttr(CopyPartitionAttrInterface):
    """Each block copies its part along an axis."""

    __slots__ = ()

    @classmethod
    def get(cls, axis: int, ctx: Context | None = None) -> Self:
        """The attribute for an axis."""
        return cls(f"#mosaic_gpu.copy_partitioned<axis = {axis}>", (axis,))

    @property
    def axis(self) -> int:
        """The axis."""
        return int(self.parts[0])


class SmemAllocAttr(DialectAttr):
    """Marks an allocation of shared memory."""

    __slots__ = ()

    @classmethod
    def get(cls, alignment: int | None = None, ctx: Context | None = None) -> Self:
        """The attribute, with the alignment in bytes if it matters."""
        parameter = "" if alignment is None else f"<alignment = {alignment}>"
        return cls(f"#mosaic_gpu.smem_alloc{parameter}", (alignment,))

    @property
    def alignment(self) -> int | None:
        """The alignment in bytes."""
        return self.parts[0]
