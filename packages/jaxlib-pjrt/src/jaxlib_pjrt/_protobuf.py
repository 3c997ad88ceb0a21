"""The wire format of protocol buffers, read: the fields of a message, and no more of a library than that."""

from __future__ import annotations

from collections.abc import Iterator

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


class ProtobufError(ValueError):
    """Some bytes are no message."""


def varint(data: bytes, position: int) -> tuple[int, int]:
    """The number at ``position``, and where it ends."""
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
    """Each field's number and value, in the order in which they are."""
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
    """The numbers of a repeated field: one by one, or packed."""
    if isinstance(value, int):
        return [value]
    found = []
    position = 0
    while position < len(value):
        number, position = varint(value, position)
        found.append(number)
    return found
