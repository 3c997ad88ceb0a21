"""Protocol buffers' wire format, as much of it as the few messages here need."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

_MASK = (1 << 64) - 1


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


def state(given: object) -> bytes:
    """The message in a pickle's state, which is a tuple of it alone.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(given, tuple) or len(given) != 1 or not isinstance(given[0], bytes):
        raise TypeError(f"__setstate__: wanted a tuple of bytes, found {given!r:.100}")
    return given[0]


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
                return value & _MASK
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
    """A field of several numbers, packed or one of them.

    Raises:
        ValueError: The last one is not whole, or one is of too many bytes.
    """
    if isinstance(value, int):
        return [value]
    found = []
    current = shift = 0
    for byte in value:
        if shift > 63:
            raise ValueError("a protocol buffer that is malformed")
        current |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            found.append(current & _MASK)
            current = shift = 0
    if shift:
        raise ValueError("a protocol buffer that is malformed")
    return found


def integer(value: int | bytes) -> int:
    """A field that is a number.

    Raises:
        ValueError: It is bytes.
    """
    if not isinstance(value, int):
        raise ValueError("a protocol buffer with bytes for a number")
    return value


def content(value: int | bytes) -> bytes:
    """A field that is bytes, a string or a message.

    Raises:
        ValueError: It is a number.
    """
    if not isinstance(value, bytes):
        raise ValueError("a protocol buffer with a number for bytes")
    return value


def real(value: int | bytes) -> float:
    """A field that is a float or a double.

    Raises:
        ValueError: It is of another length.
    """
    data = content(value)
    if len(data) not in (4, 8):
        raise ValueError("a protocol buffer that is malformed")
    return float(struct.unpack("<f" if len(data) == 4 else "<d", data)[0])


def signed(value: int) -> int:
    """A number that may be negative."""
    return value - (1 << 64) if value >= 1 << 63 else value
