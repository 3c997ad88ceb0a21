"""Shapes and layouts: xla.ShapeProto, xla.LayoutProto and xla.ProgramShapeProto."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxlib import _proto
from jaxlib._hlo.element_types import DTYPES, PRIMITIVES, PrimitiveType
from jaxlib._hlo.message import Message
from jaxlib._hlo.parts import listed
from jaxlib._missing import NotInBindings


class Layout:
    """The order of a shape's dimensions in memory, and their tiling."""

    #: The number of the memory that holds the elements, in compiled programs; 0 is the device's own.
    _memory_space = 0
    #: To a multiple of how many elements the array is padded, in compiled programs.
    _alignment = 1
    #: The dimensions that are split between cores, each with the indices at which; in compiled programs.
    _splits: tuple[tuple[int, tuple[int, ...]], ...] = ()
    #: The size in bytes of what precedes the elements of an array of dynamic shape, in compiled programs.
    _prefix = 0

    def __init__(
        self, minor_to_major: Sequence[int], tiling: Sequence[tuple[int, ...]] = (), bits: int = 0
    ) -> None:
        self._parts = (tuple(minor_to_major), tuple(tuple(tile) for tile in tiling), bits)

    def _placed(
        self,
        memory_space: int,
        alignment: int,
        splits: Sequence[tuple[int, tuple[int, ...]]] = (),
        prefix: int = 0,
    ) -> Layout:
        self._memory_space, self._alignment = memory_space, alignment
        self._splits, self._prefix = tuple(splits), prefix
        return self

    def minor_to_major(self) -> tuple[int, ...]:
        """The dimensions, fastest varying first."""
        return self._parts[0]

    def tiling(self) -> list[tuple[int, ...]]:
        """The tiles."""
        return list(self._parts[1])

    def element_size_in_bits(self) -> int:
        """The size of an element in bits, if it differs from its type's; else 0."""
        return self._parts[2]

    @staticmethod
    def from_string(text: str) -> Layout:
        """Parse XLA's text form, such as ``{1,0:T(8,128)(2,1)E(4)}``."""
        order, _, marks = text.strip("{}").partition(":")
        tiling = re.match(r"T((?:\([\d,*]+\))*)", marks)
        tiles = re.findall(r"\(([\d,*]+)\)", tiling[1]) if tiling else []
        bits = re.search(r"E\((\d+)\)", marks)
        whole = [tuple(-(2**63) if size == "*" else int(size) for size in tile.split(",")) for tile in tiles]
        return Layout(
            [int(dimension) for dimension in order.split(",") if dimension],
            whole,
            int(bits[1]) if bits else 0,
        )

    def to_string(self) -> str:
        """XLA's text form."""
        order, tiles, bits = self._parts
        marks = "".join(f"T({','.join('*' if n == -(2**63) else str(n) for n in tile)})" if i == 0 else
                        f"({','.join('*' if n == -(2**63) else str(n) for n in tile)})"
                        for i, tile in enumerate(tiles))  # fmt: skip
        marks += f"L({self._alignment})" if self._alignment != 1 else ""
        marks += f"E({bits})" if bits else ""
        marks += f"S({self._memory_space})" if self._memory_space else ""
        splits = (f"({dimension}:{','.join(map(str, indices))})" for dimension, indices in self._splits)
        marks += f"SC{''.join(splits)}" if self._splits else ""
        marks += f"M({self._prefix})" if self._prefix else ""
        return "{" + ",".join(map(str, order)) + (f":{marks}" if marks else "") + "}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and other._parts == self._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return self.to_string()

    def __getstate__(self) -> tuple[Any, ...]:
        return self._parts

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._parts = state


#: The xla.PrimitiveType number of a buffer's ShapeProto, which contains the shape of the buffer's array.
_BUFFER = 34


class Shape:
    """An element type with dimensions, or a tuple of shapes.

    The shape of a buffer (a memref in a program) behaves like that of its array, as in XLA.
    """

    def __init__(self, text: str) -> None:
        raise NotInBindings("jaxlib._hlo.Shape.__init__", "shapes are not read from text")

    @classmethod
    def _make(
        cls,
        kind: PrimitiveType,
        dims: Sequence[int] = (),
        layout: Layout | None = None,
        parts: Sequence[Shape] = (),
        dynamic: Sequence[bool] = (),
        buffer: bool = False,
    ) -> Shape:
        shape = object.__new__(cls)
        shape._buffer = buffer
        shape._kind, shape._dims, shape._layout = kind, tuple(dims), layout
        shape._parts, shape._dynamic = tuple(parts), list(dynamic) or [False] * len(shape._dims)
        return shape

    _kind: PrimitiveType
    _dims: tuple[int, ...]
    _layout: Layout | None
    _parts: tuple[Shape, ...]
    _dynamic: list[bool]
    _buffer: bool

    @staticmethod
    def array_shape(type: Any, dims: Sequence[int], layout: Sequence[int] | None = None,  # noqa: A002
                    dynamic_dimensions: Sequence[bool] | None = None) -> Shape:  # fmt: skip
        """The shape of an array with an element type and dimensions."""
        kind = type if isinstance(type, PrimitiveType) else PRIMITIVES.get(np.dtype(type))
        if kind is None:
            raise TypeError(f"no XLA element type for {type}")
        order = Layout(layout) if layout is not None else Layout(range(len(dims) - 1, -1, -1))
        return Shape._make(kind, dims, order, dynamic=dynamic_dimensions or ())

    @staticmethod
    def scalar_shape(type: Any) -> Shape:  # noqa: A002
        return Shape.array_shape(type, ())

    @staticmethod
    def tuple_shape(shapes: Sequence[Shape]) -> Shape:
        return Shape._make(PrimitiveType.TUPLE, parts=shapes)

    @staticmethod
    def token_shape() -> Shape:
        return Shape._make(PrimitiveType.TOKEN)

    def dimensions(self) -> tuple[int, ...]:
        return self._dims

    def layout(self) -> Any:
        """The layout, if any."""
        return self._layout

    def has_layout(self) -> bool:
        """Whether it is the shape of an array with a layout."""
        return self._layout is not None

    def xla_element_type(self) -> PrimitiveType:
        return self._kind

    def element_type(self) -> Any:
        """The element type as a numpy dtype."""
        return DTYPES[self._kind]

    def numpy_dtype(self) -> Any:
        """The numpy dtype; object for a tuple."""
        return np.dtype(object) if self.is_tuple() else DTYPES[self._kind]

    def is_tuple(self) -> bool:
        """Whether it is a tuple."""
        return self._kind is PrimitiveType.TUPLE

    def is_array(self) -> bool:
        """Whether it is the shape of an array."""
        return self._kind in DTYPES

    def is_token(self) -> bool:
        """Whether it is the shape of a token."""
        return self._kind is PrimitiveType.TOKEN

    def is_static(self) -> bool:
        """Whether all dimensions are static."""
        return not any(self._dynamic)

    def is_dynamic(self) -> bool:
        """Whether some dimensions are dynamic: their sizes are bounds."""
        return any(self._dynamic)

    def is_dynamic_dimension(self, dimension: int) -> bool:
        """Whether that dimension is dynamic."""
        return self._dynamic[dimension]

    def set_dynamic_dimension(self, dimension: int, is_dynamic: bool) -> None:
        """Set whether that dimension is dynamic."""
        self._dynamic[dimension] = is_dynamic

    def rank(self) -> int:
        """The number of dimensions."""
        return len(self._dims)

    def tuple_shapes(self) -> list[Shape]:
        """The shapes of a tuple's elements."""
        return list(self._parts)

    def leaf_count(self) -> int:
        """The number of arrays in it."""
        return sum(part.leaf_count() for part in self._parts) if self.is_tuple() else 1

    def with_major_to_minor_layout_if_absent(self) -> Shape:
        """The shape with a row-major layout, unless it has a layout."""
        if self.is_tuple():
            return Shape.tuple_shape([part.with_major_to_minor_layout_if_absent() for part in self._parts])
        layout = self._layout or Layout(range(len(self._dims) - 1, -1, -1))
        return Shape._make(self._kind, self._dims, layout, dynamic=self._dynamic, buffer=self._buffer)

    def to_serialized_proto(self) -> bytes:
        """The shape as a serialized xla.ShapeProto."""
        if self.is_tuple():
            parts = b"".join(_proto.length(4, part.to_serialized_proto()) for part in self._parts)
            return _proto.number(2, self._kind.value) + parts
        layout = b""
        if self._layout is not None:
            content = _proto.packed(1, self._layout.minor_to_major())
            for tile in self._layout.tiling():
                content += _proto.length(6, _proto.packed(1, tile))
            content += _proto.number(7, self._layout.element_size_in_bits())
            content += _proto.number(8, self._layout._memory_space)
            content += _proto.number(15, self._layout._prefix)
            content += _proto.number(16, self._layout._alignment)
            content += b"".join(
                _proto.length(17, _proto.number(1, dimension) + _proto.packed(2, indices))
                for dimension, indices in self._layout._splits
            )
            layout = _proto.length(5, content)
        array = (
            _proto.number(2, self._kind.value)
            + _proto.packed(3, self._dims)
            + layout
            + _proto.packed(6, self._dynamic)
        )
        return _proto.number(2, _BUFFER) + _proto.length(4, array) if self._buffer else array

    @classmethod
    def _read(cls, message: bytes) -> Shape:
        """Parse an xla.ShapeProto."""
        return read_shape(message)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and other._key() == self._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (self._kind, self._dims, self._layout, self._parts, tuple(self._dynamic), self._buffer)

    def __repr__(self) -> str:
        return self._text(layouts=True)

    def _text(self, layouts: bool) -> str:
        if self.is_tuple():
            return f"({listed([part._text(layouts) for part in self._parts])})"
        name = {"OPAQUE_TYPE": "opaque"}.get(self._kind.name, self._kind.name.lower())
        dims = ",".join(
            f"<={n}" if bound else str(n) for n, bound in zip(self._dims, self._dynamic, strict=True)
        )
        layout = self._layout.to_string() if layouts and self._layout is not None else ""
        layout = "" if layout == "{}" else layout
        return f"b({name}[{dims}]{layout})" if self._buffer else f"{name}[{dims}]{layout}"


class ProgramShape:
    """The shapes of a program's parameters and results."""

    def __init__(self, parameter_shapes: Sequence[Shape], result_shape: Shape) -> None:
        self._parts = (list(parameter_shapes), result_shape)

    def parameter_shapes(self) -> list[Shape]:
        return self._parts[0]

    def result_shape(self) -> Shape:
        return self._parts[1]

    def __repr__(self) -> str:
        takes = ", ".join(f"p{i}: {shape._text(layouts=False)}" for i, shape in enumerate(self._parts[0]))
        return f"({takes}) -> {self._parts[1]._text(layouts=False)}"


def read_shape(message: bytes, buffer: bool = False) -> Shape:
    """The shape in an xla.ShapeProto; ``buffer``: whether it is inside the shape of a buffer.

    Raises:
        ValueError: It has an element type that no release has.
    """
    kind, dims, layout, parts, dynamic = PrimitiveType.PRIMITIVE_TYPE_INVALID, [], None, [], []
    for tag, value in _proto.fields(message):
        if tag == 2 and value == _BUFFER:
            return read_shape(
                b"".join(_proto.content(part) for tag, part in _proto.fields(message) if tag == 4),
                buffer=True,
            )
        if tag == 2 and isinstance(value, int):
            kind = PrimitiveType(value)
        elif tag == 3:
            dims += _proto.numbers(value)
        elif tag == 4 and isinstance(value, bytes):
            parts.append(read_shape(value))
        elif tag == 5 and isinstance(value, bytes):
            layout = read_layout(value)
        elif tag == 6:
            dynamic += [bool(number) for number in _proto.numbers(value)]
    return Shape._make(kind, dims, layout, parts, dynamic, buffer)


def read_layout(message: bytes) -> Layout:
    order, tiles, splits = [], [], []
    # The element size in bits, the memory space, the prefix and the alignment.
    numbers = {7: 0, 8: 0, 15: 0, 16: 1}
    for tag, value in _proto.fields(message):
        if tag == 1:
            order += _proto.numbers(value)
        elif tag == 6 and isinstance(value, bytes):
            tiles.append(tuple(Message(value).numbers(1)))
        elif tag == 17 and isinstance(value, bytes):
            split = Message(value)
            splits.append((split.number(1), tuple(split.numbers(2))))
        elif tag in numbers and isinstance(value, int):
            numbers[tag] = value
    return Layout(order, tiles, numbers[7])._placed(numbers[8], numbers[16], splits, numbers[15])


def read_program_shape(message: bytes) -> ProgramShape:
    parameters, result = [], Shape.tuple_shape([])
    for tag, value in _proto.fields(message):
        if tag == 1 and isinstance(value, bytes):
            parameters.append(read_shape(value))
        elif tag == 2 and isinstance(value, bytes):
            result = read_shape(value)
    return ProgramShape(parameters, result)
