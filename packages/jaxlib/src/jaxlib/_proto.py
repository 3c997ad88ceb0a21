"""The protobuf wire format: encoding and decoding of fields, for the few messages of this distribution.

The only implementation in this distribution's Python code; it avoids a dependency on the `protobuf` package.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

_MASK = (1 << 64) - 1


def varint(value: int) -> bytes:
    """A varint; negative numbers as 64-bit two's complement."""
    value &= (1 << 64) - 1
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def number(tag: int, value: int) -> bytes:
    """A field with an integer; omitted if it is zero, the default."""
    return varint(tag << 3) + varint(value) if value else b""


def single(tag: int, value: float) -> bytes:
    """A field with a float; omitted if it is zero."""
    return varint(tag << 3 | 5) + struct.pack("<f", value) if value else b""


def double(tag: int, value: float) -> bytes:
    """A field with a double; omitted if it is zero."""
    return varint(tag << 3 | 1) + struct.pack("<d", value)


def fixed64(tag: int, value: int) -> bytes:
    """A field with an unsigned 8-byte integer; omitted if it is zero."""
    return varint(tag << 3 | 1) + struct.pack("<Q", value) if value else b""


def length(tag: int, value: bytes) -> bytes:
    """A field with bytes, a string or a message."""
    return varint(tag << 3 | 2) + varint(len(value)) + value


def packed(tag: int, values: Iterable[int]) -> bytes:
    """A packed repeated field of integers; omitted if it is empty."""
    content = b"".join(map(varint, values))
    return length(tag, content) if content else b""


def state(given: object) -> bytes:
    """The message in the state of a pickle, which is a tuple with one bytes object.

    Raises:
        TypeError: The state is anything else.
    """
    if not isinstance(given, tuple) or len(given) != 1 or not isinstance(given[0], bytes):
        raise TypeError(f"__setstate__: wanted a tuple of bytes, found {given!r:.100}")
    return given[0]


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The number and value of each field: an int for varints, else bytes.

    Raises:
        ValueError: The message is malformed.
    """
    for tag, value, _ in _read(message):
        yield tag, value


def _read(message: bytes) -> Iterator[tuple[int, int | bytes, int]]:
    """The number, value and end position of each field."""
    at = 0

    def read() -> int:
        nonlocal at
        value = shift = 0
        while True:
            if at >= len(message) or shift > 63:
                raise ValueError("a malformed protocol buffer")
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value & _MASK
            shift += 7

    def take(size: int) -> bytes:
        nonlocal at
        if at + size > len(message):
            raise ValueError("a malformed protocol buffer")
        at += size
        return message[at - size : at]

    while at < len(message):
        key = read()
        kind = key & 7
        if kind == 0:
            value: int | bytes = read()
        elif kind == 1:
            value = take(8)
        elif kind == 2:
            value = take(read())
        elif kind == 5:
            value = take(4)
        else:
            raise ValueError("a malformed protocol buffer")
        yield key >> 3, value, at


def encoded_fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The number of each field, and the encoded field.

    Raises:
        ValueError: The message is malformed.
    """
    start = 0
    for tag, _, end in _read(message):
        yield tag, message[start:end]
        start = end


#: How deep messages are nested at most for in_order(); what is deeper keeps its order.
_DEEPEST = 16


def in_order(message: bytes, depth: int = 0) -> bytes:
    """The message with its fields sorted by their encoding, and likewise those of the messages in it.

    Two serializations of a message whose maps were written in different orders become equal. What is only bytes, or
    could be a message as well as text, is treated as a message if it can be read as one.
    """
    if depth == _DEEPEST:
        return message
    try:
        read = list(_read(message))
    except ValueError:
        return message
    fields, start = [], 0
    for tag, value, end in read:
        delimited = message[start] & 7 == 2
        fields.append(length(tag, in_order(value, depth + 1)) if delimited and value else message[start:end])  # type: ignore[arg-type]
        start = end
    return b"".join(sorted(fields))


def numbers(value: int | bytes) -> list[int]:
    """The integers in a repeated field: all of a packed one, or one value of an unpacked one.

    Raises:
        ValueError: A varint is incomplete or too long.
    """
    if isinstance(value, int):
        return [value]
    values = []
    current = shift = 0
    for byte in value:
        if shift > 63:
            raise ValueError("a malformed protocol buffer")
        current |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            values.append(current & _MASK)
            current = shift = 0
    if shift:
        raise ValueError("a malformed protocol buffer")
    return values


def integer(value: int | bytes) -> int:
    """The value of an integer field.

    Raises:
        ValueError: The value is bytes.
    """
    if not isinstance(value, int):
        raise ValueError("a protocol buffer with bytes for a number")
    return value


def content(value: int | bytes) -> bytes:
    """The value of a field with bytes, a string or a message.

    Raises:
        ValueError: The value is an integer.
    """
    if not isinstance(value, bytes):
        raise ValueError("a protocol buffer with a number for bytes")
    return value


def real(value: int | bytes) -> float:
    """The value of a float or double field.

    Raises:
        ValueError: The value has another length.
    """
    data = content(value)
    if len(data) not in (4, 8):
        raise ValueError("a malformed protocol buffer")
    return float(struct.unpack("<f" if len(data) == 4 else "<d", data)[0])


def signed(value: int) -> int:
    """The signed value of a 64-bit varint."""
    return value - (1 << 64) if value >= 1 << 63 else value
