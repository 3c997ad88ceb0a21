"""The wire format of protocol buffers: reads and writes the fields of a message.

The messages are small, and a protobuf library would be this package's largest dependency. A field consists of its
number and wire type, followed by a varint, eight or four bytes, or a length and that many bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


class ProtobufError(ValueError):
    """The bytes are not a protobuf message."""


def varint(data: bytes, position: int) -> tuple[int, int]:
    """The varint at ``position``, and the position after it."""
    value = shift = 0
    while position < len(data) and shift < 64:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7
    raise ProtobufError(f"no number at byte {position}")


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The number and value of each field, in order."""
    position = 0
    while position < len(data):
        head, position = varint(data, position)
        kind = head & 7
        if kind == _VARINT:
            number, position = varint(data, position)
            yield head >> 3, number
            continue
        if kind == _LENGTH:
            length, position = varint(data, position)
        elif kind in (_FIXED64, _FIXED32):
            length = 8 if kind == _FIXED64 else 4
        else:
            raise ProtobufError(f"a field of kind {kind}")
        if length > len(data) - position:
            raise ProtobufError(f"a field of {length} bytes at byte {position} of {len(data)}")
        yield head >> 3, data[position : position + length]
        position += length


def numbers(value: int | bytes) -> list[int]:
    """The values of a repeated integer field, packed or not."""
    if isinstance(value, int):
        return [value]
    values = []
    position = 0
    while position < len(value):
        number, position = varint(value, position)
        values.append(number)
    return values


def encoded_varint(value: int) -> bytes:
    """The varint of an integer; negative ones as 64-bit two's complement."""
    value &= (1 << 64) - 1
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def number_field(number: int, value: int) -> bytes:
    """A field with an integer, enum or bool value."""
    return encoded_varint(number << 3 | _VARINT) + encoded_varint(value)


def double_field(number: int, value: float) -> bytes:
    """A field with a double value."""
    return encoded_varint(number << 3 | _FIXED64) + struct.pack("<d", value)


def bytes_field(number: int, value: bytes) -> bytes:
    """A field with a string, bytes or serialized message."""
    return encoded_varint(number << 3 | _LENGTH) + encoded_varint(len(value)) + value


def packed_field(number: int, values: Iterable[int]) -> bytes:
    """A packed repeated field of integers; empty bytes if there are none."""
    content = b"".join(map(encoded_varint, values))
    return bytes_field(number, content) if content else b""
