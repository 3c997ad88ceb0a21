"""The elements of a constant, in XLA's text form."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxlib._hlo.element_types import DTYPES, PrimitiveType
from jaxlib._hlo.message import Message
from jaxlib._hlo.shapes import read_shape

#: Constants with more elements are printed as ``{...}``.
_SHORT = 10
#: Constants with more dimensions are printed with indices.
_UNCOUNTED = 3

#: Floating-point numbers of at least this many bytes are printed with fewer digits if these are sufficient.
_LARGE = 4
#: The field of an xla.LiteralProto with the elements of a type; in the second table as bytes, one byte for each
#: element of fewer than eight bits.
_NUMBERS = {"PRED": 2, "S32": 4, "S64": 5, "U32": 6, "U64": 7}
_BYTES = {
    "U8": 3, "S8": 15, "U16": 16, "S16": 17, "F16": 11, "BF16": 13, "F8E5M2": 19, "F8E4M3FN": 20, "S4": 21,
    "U4": 22, "F8E4M3B11FNUZ": 23, "F8E5M2FNUZ": 24, "F8E4M3FNUZ": 25, "S2": 26, "U2": 27, "F8E4M3": 28,
    "F8E3M4": 29, "F4E2M1FN": 32, "F8E8M0FNU": 33,
}  # fmt: skip
_PACKED = {"F32": (8, "<f4"), "F64": (9, "<f8"), "C64": (12, "<f4"), "C128": (18, "<f8")}


def _elements(literal: Message, kind: PrimitiveType) -> list[str] | None:
    """The elements of a constant as text; None for a type that is in none of the tables."""
    name = kind.name
    if name in _NUMBERS:
        numbers = literal.numbers(_NUMBERS[name])
        if name[0] == "U":
            numbers = [number % (1 << 64) for number in numbers]
        return [str(int(number)) for number in numbers]
    if name in _PACKED:
        tag, form = _PACKED[name]
        content = b"".join(
            content if isinstance(content, bytes) else struct.pack(form, content)
            for content in literal.contents(tag)
        )
        values = _reals(np.frombuffer(content, form))
        if name in ("C64", "C128"):
            return [
                f"({real}, {imaginary})" for real, imaginary in zip(values[::2], values[1::2], strict=True)
            ]
        return values
    if name in _BYTES:
        array = np.frombuffer(literal.content(_BYTES[name]), DTYPES[kind])
        return [str(int(n)) for n in array] if name[0] in "US" else _reals(array)
    return None


def _reals(values: np.ndarray) -> list[str]:
    """Floating-point numbers with as many digits as needed to distinguish all values of the type.

    A number of 32 or 64 bits gets fewer digits if they identify it uniquely.
    """
    import ml_dtypes

    mantissa = ml_dtypes.finfo(values.dtype).nmant
    most, least = math.ceil(1 + (mantissa + 1) * math.log10(2)), int(mantissa * math.log10(2))
    texts = []
    for value in values:
        short = f"{float(value):.{least}g}"
        enough = values.dtype.itemsize >= _LARGE and values.dtype.type(short) == value
        texts.append(short if enough else f"{float(value):.{most}g}")
    return texts


def constant(literal: Message, shape: Any, *, whole: bool, essential: bool) -> str:
    """An xla.LiteralProto.

    Args:
        literal: The message.
        shape: The `Shape` of the constant.
        whole: Whether to print constants with many elements; otherwise they are ``{...}``.
        essential: Whether to print only zeros, ones and integers.
    """
    elements = _elements(literal, shape.xla_element_type()) if shape.is_array() else None
    if elements is None or len(elements) != int(np.prod(shape.dimensions(), dtype=int)):
        return "{...}"
    dims = shape.dimensions()
    elements = _by_rows(elements, literal)
    if shape.xla_element_type() is PrimitiveType.PRED and (essential or not dims):
        elements = ["true" if element == "1" else "false" for element in elements]
    if essential:
        for same in (["0", "false"], ["1", "true"]):
            if all(element in same for element in elements):
                return same[0]
        if shape.xla_element_type().name[0] not in "SU":
            return "{...}"
    elif len(elements) > _SHORT and not whole:
        return "{...}"
    return _nested(elements, dims) if dims else elements[0]


def _by_rows(elements: list[str], literal: Message) -> list[str]:
    """The elements with the last index varying fastest; the message has them in the order of its own layout."""
    stored = read_shape(literal.content(1))
    layout = stored.layout()
    order = [] if layout is None else list(reversed(layout.minor_to_major()))  # the slowest index first
    if order == sorted(order):
        return elements
    dims = stored.dimensions()
    array = np.array(elements, object).reshape([dims[index] for index in order])
    return [str(element) for element in array.transpose(np.argsort(order)).reshape(-1)]


def _nested(elements: Sequence[str], dims: Sequence[int]) -> str:
    """Elements in braces for each dimension; for more than three dimensions, with the indices of each part."""

    def inside(depth: int, offset: int, mark: str) -> str:
        size = dims[depth]
        if depth == len(dims) - 1:
            gap = " " if size > 1 and depth else ""
            return "{" + gap + ", ".join(elements[offset : offset + size]) + gap + "}"
        step = int(np.prod(dims[depth + 1 :], dtype=int))
        counted = len(dims) > _UNCOUNTED
        parts = [
            inside(depth + 1, offset + i * step, f"/*i{depth}={i}*/ " if counted else "") for i in range(size)
        ]
        return "{ " + mark + ", ".join(parts) + (" }" if parts or not mark else "}")

    return inside(0, 0, "")
