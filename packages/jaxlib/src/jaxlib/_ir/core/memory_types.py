"""The builtin types for kernels: vectors, and memrefs with a layout and a memory space."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import ClassVar, Self

from jaxlib._ir.core import arguments, number_lists
from jaxlib._ir.core.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr
from jaxlib._ir.core.attributes import AffineMapAttr, Attribute, IntegerAttr, StridedLayoutAttr
from jaxlib._ir.core.context import MLIRError
from jaxlib._ir.core.types import (
    DYNAMIC,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    NoneType,
    RankedTensorType,
    ShapedType,
    TupleType,
    Type,
    UnrankedTensorType,
    dimensions_text,
)
from jaxlib._native import ir as _native

_known = _native.known

#: How the types of dialects begin that a vector may have as elements.
_ELEMENTS_OF_DIALECTS = ("!llvm.ptr", "!tpu.float8_exmy")


class VectorType(ShapedType):
    """A vector type."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.vector"

    @classmethod
    def get(
        cls,
        shape: Sequence[int],
        element_type: Type,
        *,
        scalable: Sequence[bool] | None = None,
        scalable_dims: Sequence[int] | None = None,
        loc: object = None,
    ) -> Self:
        """The vector type with a shape and an element type; dimensions may be scalable.

        Raises:
            MLIRError: A size is not positive, or vectors cannot have that element type.
            ValueError: Both ``scalable`` and ``scalable_dims`` are given, or they do not match the shape.
        """
        shape = number_lists.integers(shape)
        if scalable is None and scalable_dims is None:
            return cls._of(shape, element_type, (False,) * len(shape))
        if scalable is not None and scalable_dims is not None:
            raise ValueError("'scalable' and 'scalable_dims' kwargs are mutually exclusive.")
        if scalable is not None:
            scalable = arguments.several(scalable, bool, RuntimeError)
        if scalable_dims is not None:
            scalable_dims = number_lists.integers(scalable_dims)
        if scalable is not None and len(scalable) != len(shape):
            raise ValueError("Expected len(scalable) == len(shape).")
        if any(not 0 <= dim < len(shape) for dim in scalable_dims or ()):
            raise ValueError("Scalable dimension index out of bounds.")
        flags = scalable or [i in (scalable_dims or ()) for i in range(len(shape))]
        return cls._of(shape, element_type, tuple(map(bool, flags)))

    @classmethod
    @lru_cache(maxsize=4096)
    def _of(cls, shape: tuple[int, ...], element_type: Type, flags: tuple[bool, ...]) -> Self:
        if not isinstance(
            arguments.one(element_type, Type), (IntegerType, FloatType, IndexType)
        ) and not element_type.text.startswith(_ELEMENTS_OF_DIALECTS):
            raise MLIRError(
                "Invalid type:\nerror: unknown: failed to verify 'elementType': VectorElementTypeInterface instance"
            )
        if wrong := [size for size in shape if size <= 0]:
            raise MLIRError(
                "Invalid type:\nerror: unknown: vector types must have positive constant sizes but got "
                + ", ".join(map(str, wrong))
            )
        sizes = "".join(f"[{size}]x" if flag else f"{size}x" for size, flag in zip(shape, flags, strict=True))
        return _known(cls, f"vector<{sizes}{element_type.text}>", (shape, element_type, flags))

    @property
    def scalable(self) -> bool:
        """Whether a dimension is scalable."""
        return any(self.parts[2])

    @property
    def scalable_dims(self) -> list[bool]:
        """Whether each dimension is scalable."""
        return list(self.parts[2])


def _memory_space_text(memory_space: Attribute) -> str:
    """The text of the attribute; for a 64-bit integer, only the number."""
    if isinstance(memory_space, IntegerAttr) and memory_space.type.text == "i64":
        return str(memory_space.value)
    return memory_space.text


#: Types that memrefs cannot have as elements.
_NO_ELEMENTS = (FunctionType, NoneType, RankedTensorType, TupleType, UnrankedTensorType)


def _memory_space(element_type: Type, memory_space: Attribute | None) -> Attribute | None:
    """The memory space, or None for the default one; checks the element type.

    Raises:
        MLIRError: Memrefs cannot have that element type.
    """
    if isinstance(arguments.one(element_type, Type), _NO_ELEMENTS):
        raise MLIRError(f"Invalid type:\nerror: unknown: invalid memref element type: {element_type.text}")
    arguments.optional(memory_space, Attribute)
    if isinstance(memory_space, IntegerAttr) and memory_space.value == 0 and memory_space.type.text == "i64":
        return None
    return memory_space


def _linear_map(layout: StridedLayoutAttr) -> AffineMap:
    """The offset plus each dimension times its stride, with a symbol for each dynamic value."""
    terms: list[AffineExpr] = []
    symbols = 0
    for size in (layout.offset, *layout.strides):
        terms.append(AffineSymbolExpr.get(symbols) if size == DYNAMIC else AffineConstantExpr.get(size))
        symbols += size == DYNAMIC
    address = terms[0]
    for dim, stride in enumerate(terms[1:]):
        address = address + AffineDimExpr.get(dim) * stride
    return AffineMap.get(len(layout.strides), symbols, [address])


class MemRefType(ShapedType):
    """A memref type. Its parts are the shape, the element type, the layout and the memory space."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.memref"

    @classmethod
    def get(
        cls,
        shape: Sequence[int],
        element_type: Type,
        layout: Attribute | None = None,
        memory_space: Attribute | None = None,
        loc: object = None,
    ) -> Self:
        """The memref type with a shape and an element type; contiguous if there is no ``layout``.

        Raises:
            MLIRError: Memrefs cannot have that element type, or the layout has another rank.
        """
        shape = number_lists.integers(shape)
        arguments.optional(layout, Attribute)
        memory_space = _memory_space(element_type, memory_space)
        if isinstance(layout, AffineMapAttr):
            if layout.value.n_dims != len(shape):
                raise MLIRError(
                    "Invalid type:\nerror: unknown: memref layout mismatch between rank and affine map: "
                    f"{len(shape)} != {layout.value.n_dims}"
                )
            if layout.value == AffineMap.get_identity(len(shape)):
                layout = None
        if isinstance(layout, StridedLayoutAttr) and len(layout.strides) != len(shape):
            raise MLIRError("Invalid type:\nerror: unknown: expected the number of strides to match the rank")
        tail = "" if layout is None else f", {layout.text}"
        tail += "" if memory_space is None else f", {_memory_space_text(memory_space)}"
        text = f"memref<{dimensions_text(shape)}{element_type.text}{tail}>"
        return _known(cls, text, (shape, element_type, layout, memory_space))

    @property
    def layout(self) -> Attribute:
        """The layout; for a contiguous memref, the identity map."""
        layout: Attribute | None = self.parts[2]
        return AffineMapAttr.get(AffineMap.get_identity(self.rank)) if layout is None else layout

    @property
    def affine_map(self) -> AffineMap:
        """The layout as an affine map.

        Raises:
            ValueError: The layout is neither a map nor strided.
        """
        layout = self.layout
        if isinstance(layout, AffineMapAttr):
            return layout.value
        if isinstance(layout, StridedLayoutAttr):
            return _linear_map(layout)
        raise ValueError(f"the layout of {self.text} is not an affine map")

    @property
    def memory_space(self) -> Attribute | None:
        """The memory space, or None for the default one."""
        return self.parts[3]

    def get_strides_and_offset(self) -> tuple[list[int], int]:
        """The stride of each dimension and the offset, in elements; `DYNAMIC` for dynamic values.

        Raises:
            ValueError: The layout has no strides.
        """
        layout = self.parts[2]
        if isinstance(layout, StridedLayoutAttr):
            return layout.strides, layout.offset
        if layout is not None:
            raise ValueError("Failed to extract strides and offset from memref type.")
        sizes = self.parts[0]

        def product(one: int, other: int) -> int:
            return DYNAMIC if DYNAMIC in (one, other) else mul(one, other)

        return [1, *accumulate(reversed(sizes[1:]), product)][::-1][-len(sizes) :] if sizes else [], 0


class UnrankedMemRefType(ShapedType):
    """A memref type of unknown rank."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.unranked_memref"

    @classmethod
    def get(cls, element_type: Type, memory_space: Attribute | None, loc: object = None) -> Self:
        """The unranked memref type of an element type and a memory space."""
        memory_space = _memory_space(element_type, memory_space)
        tail = "" if memory_space is None else f", {_memory_space_text(memory_space)}"
        return _known(cls, f"memref<*x{element_type.text}{tail}>", (None, element_type, None, memory_space))

    @property
    def memory_space(self) -> Attribute | None:
        """The memory space, or None for the default one."""
        return self.parts[3]
