"""Protocol buffers' wire format, as much of it as the few messages here need."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator


def varint(value: int) -> bytes:
    """A number; a negative one as its two's complement."""
    value &= (1 << 64) - 1
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def number(tag: int, value: int) -> bytes:
    """A field that is a number; zero is what it is when it is not there."""
    return varint(tag << 3) + varint(value) if value else b""


def single(tag: int, value: float) -> bytes:
    """A field that is a float."""
    return varint(tag << 3 | 5) + struct.pack("<f", value) if value else b""


def double(tag: int, value: float) -> bytes:
    """A field that is a double."""
    return varint(tag << 3 | 1) + struct.pack("<d", value)


def length(tag: int, value: bytes) -> bytes:
    """A field that is bytes, a string or a message."""
    return varint(tag << 3 | 2) + varint(len(value)) + value


def packed(tag: int, values: Iterable[int]) -> bytes:
    """A field of several numbers."""
    content = b"".join(map(varint, values))
    return length(tag, content) if content else b""


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Each field's number and value: a number, or bytes.

    Raises:
        ValueError: The message is malformed.
    """
    at = 0

    def read() -> int:
        nonlocal at
        value = shift = 0
        while True:
            if at >= len(message) or shift > 63:
                raise ValueError("a protocol buffer that is malformed")
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def take(size: int) -> bytes:
        nonlocal at
        if at + size > len(message):
            raise ValueError("a protocol buffer that is malformed")
        at += size
        return message[at - size : at]

    while at < len(message):
        key = read()
        kind = key & 7
        if kind == 0:
            yield key >> 3, read()
        elif kind == 1:
            yield key >> 3, take(8)
        elif kind == 2:
            yield key >> 3, take(read())
        elif kind == 5:
            yield key >> 3, take(4)
        else:
            raise ValueError("a protocol buffer that is malformed")


def numbers(value: int | bytes) -> list[int]:
    """A field of several numbers, packed or one of them."""
    if isinstance(value, int):
        return [value]
    found = []
    current = shift = 0
    for byte in value:
        current |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            found.append(current)
            current = shift = 0
    return found


def signed(value: int) -> int:
    """A number that may be negative."""
    return value - (1 << 64) if value >= 1 << 63 else value
