"""Reads flatbuffers, bounds-checking every offset: tables, vectors, strings and numbers. Has no dependencies.

A table may be reached through many offsets, so a small file could describe an arbitrarily large tree. Builders
never write that: each table is referenced once. Therefore no more tables are read than fit into the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator


class FlatbufferError(ValueError):
    """The bytes are not a flatbuffer, or are damaged."""


class Buffer:
    """The bytes, and the number of tables that may still be read from them."""

    __slots__ = ("_left", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._left = len(data) // 4

    def root(self) -> Table:
        """The root table."""
        return self.table(self.number("<I", 0))

    def table(self, position: int) -> Table:
        """The table at ``position``."""
        self._left -= 1
        if self._left < 0:
            raise FlatbufferError("more tables than bytes: it refers to the same ones again and again")
        return Table(self, position)

    def number(self, kind: str, position: int) -> int:
        """A number of the type ``kind`` (a struct format)."""
        if position < 0 or position + struct.calcsize(kind) > len(self.data):
            raise FlatbufferError(f"it refers to byte {position} of {len(self.data)}")
        (value,) = struct.unpack_from(kind, self.data, position)
        return int(value)

    def follow(self, position: int) -> int:
        """The target of the offset at ``position``."""
        return position + self.number("<I", position)

    def vector(self, position: int, size: int) -> tuple[int, int]:
        """The start of the vector at ``position``, whose elements have ``size`` bytes, and its length."""
        count = self.number("<I", position)
        if position + 4 + count * size > len(self.data):
            raise FlatbufferError(f"a vector of {count} elements at byte {position} of {len(self.data)}")
        return position + 4, count


class Table:
    """A table; fields are addressed by their number in the schema. An absent field has its default."""

    __slots__ = ("_buffer", "_fields", "_position", "_size")

    def __init__(self, buffer: Buffer, position: int) -> None:
        self._buffer = buffer
        self._position = position
        self._fields = position - buffer.number("<i", position)
        self._size = buffer.number("<H", self._fields)
        if self._size < 4 or self._size % 2 or self._fields + self._size > len(buffer.data):
            raise FlatbufferError(f"a table with fields of {self._size} bytes at byte {self._fields}")

    def _where(self, field: int) -> int | None:
        entry = 4 + 2 * field
        if entry + 2 > self._size:
            return None
        offset = self._buffer.number("<H", self._fields + entry)
        return self._position + offset if offset else None

    def number(self, field: int, kind: str = "<I") -> int:
        """A number of the type ``kind`` (a struct format); 0 if it is absent."""
        where = self._where(field)
        return 0 if where is None else self._buffer.number(kind, where)

    def table(self, field: int) -> Table | None:
        """A nested table, or None."""
        where = self._where(field)
        return None if where is None else self._buffer.table(self._buffer.follow(where))

    def _vector(self, field: int, size: int) -> tuple[int, int]:
        where = self._where(field)
        return (0, 0) if where is None else self._buffer.vector(self._buffer.follow(where), size)

    def content(self, field: int) -> bytes:
        """A vector of bytes; empty if it is absent."""
        start, count = self._vector(field, 1)
        return self._buffer.data[start : start + count]

    def text(self, field: int) -> str:
        """A string; empty if it is absent."""
        return self._decoded(self.content(field))

    def numbers(self, field: int, kind: str = "<I") -> list[int]:
        """A vector of numbers of the type ``kind`` (a struct format)."""
        size = struct.calcsize(kind)
        start, count = self._vector(field, size)
        return [self._buffer.number(kind, start + size * index) for index in range(count)]

    def tables(self, field: int) -> Iterator[Table]:
        """A vector of tables."""
        start, count = self._vector(field, 4)
        for index in range(count):
            yield self._buffer.table(self._buffer.follow(start + 4 * index))

    def texts(self, field: int) -> list[str]:
        """A vector of strings."""
        start, count = self._vector(field, 4)
        strings = []
        for index in range(count):
            at, size = self._buffer.vector(self._buffer.follow(start + 4 * index), 1)
            strings.append(self._decoded(self._buffer.data[at : at + size]))
        return strings

    @staticmethod
    def _decoded(data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise FlatbufferError(f"text that is not UTF-8: {data[:40]!r}") from error
