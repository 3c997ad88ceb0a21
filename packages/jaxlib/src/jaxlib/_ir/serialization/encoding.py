"""Encodings shared by MLIR's bytecode reader and writer: numbers, tensor elements, and codes.

A file consists of a header and sections. Attributes and types are tables, and everything else refers to them by
number. `bytecode_writer` and `bytecode_reader` implement the builtin ones; each dialect has a codec for its own. An
attribute or type that a codec does not know is written as text, which every MLIR reader accepts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeGuard, TypeVar

import numpy as np
from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Location, MLIRError, Type
from jaxlib._native import ir as _native

MAGIC = b"ML\xefR"

#: The newest format version that is read and written.
VERSION = 6

# The format versions that introduced these features.
DIALECT_VERSIONING, ELIDED_LOCATIONS, PROPERTIES = 1, 4, 5

# The numbers of the sections.
(STRINGS, DIALECTS, VALUES, OFFSETS, IR, RESOURCES, RESOURCE_OFFSETS, _, PROPERTY_TABLE) = range(9)
#: The sections that are required in every file.
NEEDED = frozenset((STRINGS, DIALECTS, VALUES, OFFSETS, IR))

R = TypeVar("R")
#: A field of an attribute or type: a code and a value, in which ``R`` refers to another attribute or type.
Field: TypeAlias = (
    tuple[Literal["a", "t"], R]  # one attribute or type
    | tuple[Literal["A", "T"], Sequence[R]]
    | tuple[Literal["o"], R | None]
    | tuple[Literal["n"], Sequence[tuple[R, R]]]
    | tuple[Literal["v", "s"], int]  # a number, a signed number
    | tuple[Literal["V", "S"], Sequence[int]]
    | tuple[Literal["z"], str | bytes]
    | tuple[Literal["b", "b1"], bytes]  # bytes after their length, bytes of a length that the reader knows
)
Fields: TypeAlias = tuple[Field[Attribute | Type | Location], ...]
#: A field whose references are entries.
EncodedField: TypeAlias = Field[_native.Entry]

#: MLIR's maximum width of an integer type, in bits.
WIDEST_INTEGER = (1 << 24) - 1
#: The codes of those builtin floating-point types that have one.
FLOAT_CODES = {"bf16": 3, "f16": 4, "f32": 5, "f64": 6}
FLOAT_OF = {code: text for text, code in FLOAT_CODES.items()}
#: The prefixes of integer types: signless, signed, unsigned.
SIGNS = ("", "s", "u")


def damaged(problem: str) -> MLIRError:
    """The error for bytes that no writer produces."""
    return MLIRError(f"the bytecode of a program is broken or cut short: {problem}")


def is_bytecode(data: object) -> TypeGuard[bytes]:
    """Whether ``data`` is a program in bytecode."""
    return isinstance(data, (bytes, bytearray, memoryview)) and bytes(data[:4]) == MAGIC


_SHORT = [bytes([2 * value + 1]) for value in range(128)]


def varint(value: int) -> bytes:
    """A VarInt: as few bytes as needed; the low bits of the first byte encode their number."""
    if value < 128:
        return _SHORT[value]
    if value < 0 or value >> 64:
        raise MLIRError(f"bytecode cannot hold integers of more than 64 bits: {value:#x}")
    size = (value.bit_length() + 6) // 7
    if size > 8:
        return b"\0" + value.to_bytes(8, "little")
    return (((value << 1) | 1) << (size - 1)).to_bytes(size, "little")


def signed(value: int) -> bytes:
    """A zigzag VarInt: the sign is the lowest bit."""
    return varint(((value << 1) ^ (value >> 63)) & 0xFFFFFFFFFFFFFFFF)


def integer_width(kind: Type) -> int:
    """The width, in bits, of integers or floating-point numbers of that type."""
    if isinstance(kind, core.IndexType):
        return 64
    if not isinstance(kind, (core.IntegerType, core.FloatType)):
        raise damaged(f"a number of the type {kind.text}")
    return kind.width


def apint(value: int, width: int) -> bytes:
    """An integer whose width the reader knows from its type."""
    value &= (1 << width) - 1
    if width <= 8:
        return bytes([value])
    return signed(value - (1 << 64) if value >> 63 else value)


def float_bits(value: float, kind: Type) -> int:
    """The bits of a number in a floating-point type."""
    exact = np.asarray(value).astype(core.NUMPY_OF[kind.text])
    return int.from_bytes(exact.tobytes(), "little") & ((1 << integer_width(kind)) - 1)


def float_of_bits(bits: int, kind: Type) -> float:
    """The number with those bits in a floating-point type.

    Raises:
        MLIRError: The type is not a floating-point type.
    """
    if kind.text not in core.NUMPY_OF or not isinstance(kind, core.FloatType):
        raise damaged(f"a number of the type {kind.text}")
    return core.float_of_bits(bits, kind.text)


_NARROW = {"i4": 15, "ui4": 15, "i2": 3, "ui2": 3}


def elements(attr: core.DenseElementsAttr) -> bytes:
    """The elements of a tensor as MLIR stores them: booleans packed to bits, a splat once."""
    kind, array = attr.parts
    element = kind.parts[1].text
    if element == "i1":
        if array.ndim == 0:
            return b"\xff" if array else b"\0"
        return np.packbits(array.reshape(-1), bitorder="little").tobytes()
    if element in _NARROW:
        return (array.astype(np.int8) & _NARROW[element]).astype(np.int8).tobytes()
    return bytes(array.tobytes())


def of_elements(kind: Type, data: bytes) -> core.DenseElementsAttr:
    """The attribute for the output of `elements`.

    Raises:
        MLIRError: The type has another number of elements, or is not a tensor or vector of static shape.
    """
    if not isinstance(kind, (core.RankedTensorType, core.VectorType)) or not kind.has_static_shape:
        raise damaged(f"elements of the type {kind.text}")
    element = kind.parts[1].text
    dtype = core.NUMPY_OF.get(element)
    if dtype is None:
        raise MLIRError(f"bytecode: elements of the type {element} are not known")
    shape = kind.parts[0]
    count = math.prod(shape)
    if element != "i1" and len(data) % dtype.itemsize:
        raise damaged(f"{len(data)} bytes of elements of {dtype.itemsize}")
    if element == "i1":
        raw = np.frombuffer(data, np.uint8)
        if len(data) == 1 and (data[0] in (0, 255) or count == 1):
            array = np.asarray(bool(data[0] & 1))
        elif len(data) == (count + 7) // 8:
            array = np.unpackbits(raw, bitorder="little")[:count].astype(bool)
        else:
            array = raw.astype(bool)
    elif element in _NARROW:
        raw = np.frombuffer(data, np.int8)
        width = integer_width(kind.parts[1])
        if element[0] == "i":  # the sign is the highest bit of the element's width
            raw = ((raw << (8 - width)).astype(np.int8) >> (8 - width)).astype(np.int8)
        array = raw.astype(dtype)
    else:
        array = np.frombuffer(data, dtype)
    if array.size not in (count, 1):
        raise damaged(f"{array.size} elements of the type {kind.text}")
    return core.dense(kind, array.reshape(()) if array.size == 1 else array.reshape(shape))
