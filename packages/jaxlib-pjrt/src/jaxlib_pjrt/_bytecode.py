"""MLIR bytecode of portable StableHLO artifacts: finds what a program calls, and makes small changes.

The format is a sequence of sections: strings, dialects with the names of their operations, attributes and types
(each an opaque run of bytes that only its dialect can read), operations, and the operations' properties. Everything
except these runs of bytes can be read without knowing any dialect, and this module reads all of it. An operation is
found by walking the operations, not because its name occurs somewhere in the file.

The only known dialect is VHLO, the versioned form of StableHLO in portable artifacts; of its attributes and types,
only those that are needed here. A byte that cannot be interpreted raises ``BytecodeError``.

jaxlib (bindings-only) has another reader, which creates objects for every attribute, type and location, so that jax
can change them, and writes only the newest version. Here, what is not understood stays as bytes, in every version
of the format; a file of tens of megabytes is read without creating an object for its constants; and neither numpy
nor that distribution is needed. Neither distribution depends on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple

MAGIC = b"ML\xefR"
#: The bytecode versions, named after what each added. jax wrote StableHLO 0.9, until 0.4.31, in version 0;
#: StableHLO 0.15 and later is written in version 6, the newest.
_DIALECT_VERSIONS, _LAZY_REGIONS, _USE_LIST_ORDERS, _SHORT_LOCATIONS, _NATIVE_PROPERTIES, NEWEST = range(1, 7)

_STRING, _DIALECT, _ATTR_TYPE, _ATTR_TYPE_OFFSET, _IR, _RESOURCE, _RESOURCE_OFFSET, _VERSIONS, _PROPERTIES = (
    range(9)
)
_ATTRIBUTES, _RESULTS, _OPERANDS, _SUCCESSORS, _REGIONS, _USE_LISTS, _HAS_PROPERTIES = (
    1 << n for n in range(7)
)
#: Deeper than any program that a compiler accepts.
_DEPTH = 200


class BytecodeError(ValueError):
    """A program is not MLIR bytecode, is damaged, or has an unknown version."""


class Reader:
    """Reads values from the front of a byte range, never past its end; raises BytecodeError there."""

    __slots__ = ("data", "end", "position")

    def __init__(self, data: bytes, position: int = 0, end: int | None = None) -> None:
        self.data = data
        self.position = position
        self.end = len(data) if end is None else end

    def byte(self) -> int:
        """One byte."""
        if self.position >= self.end:
            raise BytecodeError(f"it ends within a value, at byte {self.end}")
        self.position += 1
        return self.data[self.position - 1]

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        if count > self.end - self.position:
            raise BytecodeError(f"it ends within {count} bytes that begin at byte {self.position}")
        self.position += count
        return self.data[self.position - count : self.position]

    def number(self) -> int:
        """An unsigned number (VarInt); the trailing zeros of its first byte encode its length."""
        first = self.byte()
        if first & 1:
            return first >> 1
        if first == 0:
            return int.from_bytes(self.take(8), "little")
        more = (first & -first).bit_length() - 1
        return int.from_bytes(bytes((first,)) + self.take(more), "little") >> (more + 1)

    def signed(self) -> int:
        """A signed number (zigzag VarInt): the sign is the lowest bit."""
        value = self.number()
        return (value >> 1) ^ -(value & 1)

    def index(self, count: int, what: str) -> int:
        """A number below ``count``; anything else raises an error that names ``what``."""
        value = self.number()
        if value >= count:
            raise BytecodeError(f"{what} {value} is out of range [0, {count}), before byte {self.position}")
        return value

    def count(self) -> int:
        """A number of items that take at least one byte each, so that it cannot exceed the remaining bytes."""
        return self.index(self.end - self.position + 1, "a count")

    def numbers(self, count: int, limit: int, what: str) -> list[int]:
        """``count`` numbers below ``limit``."""
        return [self.index(limit, what) for _ in range(count)]

    @property
    def more(self) -> bool:
        """Whether any bytes are left."""
        return self.position < self.end


def number(value: int) -> bytes:
    """The encoding of an unsigned number, see ``Reader.number``."""
    size = max(1, -(-value.bit_length() // 7))
    if size > 8:
        return b"\0" + value.to_bytes(8, "little")
    return ((value << size) | (1 << (size - 1))).to_bytes(size, "little")


def signed(value: int) -> bytes:
    """The encoding of a signed number, see ``Reader.signed``."""
    return number((value << 1) ^ (value >> 63) if value >= 0 else ((-value) << 1) - 1)


class Block(NamedTuple):
    """A block: its arguments (type and location indices) and its operations."""

    arguments: list[tuple[int, int | None]]
    operations: list[Operation]


class Region(NamedTuple):
    """Blocks, and the number of values they define; regions that are nested in them have their own."""

    blocks: list[Block]
    values: int


class Operation:
    """An operation; every field except the name and the operands is an index into the module."""

    __slots__ = (
        *("name", "location", "attributes", "properties", "results", "operands", "successors", "regions"),
        "isolated",
    )

    def __init__(
        self,
        name: int,
        location: int,
        attributes: int | None = None,
        properties: int | None = None,
        results: list[int] | None = None,
    ) -> None:
        self.name = name
        self.location = location
        self.attributes = attributes
        self.properties = properties
        self.results: list[int] = results or []
        self.operands: list[int] = []
        self.successors: list[int] = []
        self.regions: list[Region] | None = None
        self.isolated: bool = False

    __hash__: ClassVar[None]  # type: ignore[assignment]  # it changes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operation) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )


class Entry(NamedTuple):
    """An attribute or type: its dialect and its bytes."""

    dialect: int
    custom: bool
    content: bytes


class Module:
    """A program in MLIR bytecode, read completely.

    Raises:
        BytecodeError: It cannot be read.
    """

    def __init__(self, data: bytes) -> None:
        reader = Reader(data)
        if reader.take(4) != MAGIC:
            raise BytecodeError("it does not begin with the magic number of MLIR bytecode")
        self.version: int = reader.number()
        if self.version > NEWEST:
            raise BytecodeError(
                f"its MLIR bytecode version is {self.version}; the newest supported one is {NEWEST}"
            )
        end = data.find(b"\0", reader.position)
        self.producer: str = reader.take(max(end, reader.position) - reader.position).decode("latin-1")
        reader.byte()
        sections: dict[int, tuple[Reader, int]] = {}
        while reader.more:
            kind, content, alignment = _section(reader)
            if kind in sections or kind > _PROPERTIES:
                raise BytecodeError(f"section {kind} is unknown or occurs twice")
            sections[kind] = content, alignment
        wanted = (_STRING, _DIALECT, _ATTR_TYPE, _ATTR_TYPE_OFFSET, _IR)
        if missing := [kind for kind in wanted if kind not in sections]:
            raise BytecodeError(f"it has no section {missing[0]}")
        self._others = {
            kind: (content.take(content.end - content.position), alignment)
            for kind, (content, alignment) in sections.items()
            if kind in (_RESOURCE, _RESOURCE_OFFSET)
        }
        self.strings: list[bytes] = _strings(sections[_STRING][0])
        self._read_dialects(sections[_DIALECT][0])
        self._read_entries(sections[_ATTR_TYPE_OFFSET][0], sections[_ATTR_TYPE][0])
        # The data of constants is aligned in this section; it stays aligned as long as the section's start does.
        self.alignment: int = sections[_ATTR_TYPE][1]
        self.properties: list[bytes] = _runs(sections[_PROPERTIES][0]) if _PROPERTIES in sections else []
        self.top: Block
        (self.top,) = self._blocks(sections[_IR][0], 1, [], 0)

    def _read_dialects(self, reader: Reader) -> None:
        self.dialects: list[str] = []
        self._versions: list[bytes | None] = []
        for _ in range(reader.count()):
            value = reader.number() if self.version >= _DIALECT_VERSIONS else reader.number() << 1
            self.dialects.append(self._string(value >> 1))
            version = None
            if value & 1:
                _, content, _ = _section(reader)
                version = content.take(content.end - content.position)
            self._versions.append(version)
        total = reader.count() if self.version >= _SHORT_LOCATIONS else None
        #: For each operation name: the index of its dialect, the name, and whether the dialect registers it.
        self.names: list[tuple[int, str, bool]] = []
        while reader.more:
            dialect = reader.index(len(self.dialects), "dialect")
            for _ in range(reader.count()):
                value = reader.number() if self.version >= _NATIVE_PROPERTIES else reader.number() << 1
                self.names.append((dialect, self._string(value >> 1), bool(value & 1)))
        if total is not None and len(self.names) != total:
            raise BytecodeError(f"it declares {total} operation names and has {len(self.names)}")

    def _string(self, index: int) -> str:
        if index >= len(self.strings):
            raise BytecodeError(f"string {index} is out of range [0, {len(self.strings)})")
        try:
            return self.strings[index].decode()
        except UnicodeDecodeError as error:
            raise BytecodeError(f"a name is not UTF-8: {self.strings[index][:40]!r}") from error

    def dialect(self, name: str) -> int:
        """The index of the dialect of this name."""
        if name not in self.dialects:
            raise BytecodeError(f"it does not use the dialect {name}")
        return self.dialects.index(name)

    def _read_entries(self, offsets: Reader, content: Reader) -> None:
        counts = offsets.count(), offsets.count()
        entries: list[Entry] = []
        while offsets.more:
            dialect = offsets.index(len(self.dialects), "dialect")
            for _ in range(offsets.count()):
                value = offsets.number()
                entries.append(Entry(dialect, bool(value & 1), content.take(value >> 1)))
        if sum(counts) != len(entries) or content.more:
            raise BytecodeError(f"it declares {sum(counts)} attributes and types and has {len(entries)}")
        self.attributes: list[Entry] = entries[: counts[0]]
        self.types: list[Entry] = entries[counts[0] :]

    def _blocks(self, reader: Reader, count: int, scopes: list[int], depth: int) -> list[Block]:
        if depth > _DEPTH:
            raise BytecodeError(f"its regions are nested more than {_DEPTH} deep")
        blocks = []
        for _ in range(count):
            head = reader.number()
            arguments: list[tuple[int, int | None]] = []
            if head & 1:
                for _ in range(reader.count()):
                    value = reader.number() if self.version >= _SHORT_LOCATIONS else reader.number() << 1 | 1
                    if value >> 1 >= len(self.types):
                        raise BytecodeError(f"type {value >> 1} is out of range [0, {len(self.types)})")
                    location = reader.index(len(self.attributes), "attribute") if value & 1 else None
                    arguments.append((value >> 1, location))
                if self.version >= _USE_LIST_ORDERS and reader.byte():
                    _skip_use_lists(reader, len(arguments))
            block = Block(arguments, [])
            blocks.append(block)
            if head >> 1 > reader.end - reader.position:
                raise BytecodeError("it has more operations than bytes")
            for _ in range(head >> 1):
                block.operations.append(self._operation(reader, scopes, depth))
        return blocks

    def _operation(self, reader: Reader, scopes: list[int], depth: int) -> Operation:
        name = reader.index(len(self.names), "operation")
        mask = reader.byte()
        if mask >> 7:
            raise BytecodeError(f"an operation has the unknown encoding {mask:#x}")
        operation = Operation(name, reader.index(len(self.attributes), "attribute"))
        if mask & _ATTRIBUTES:
            operation.attributes = reader.index(len(self.attributes), "attribute")
        if mask & _HAS_PROPERTIES:
            operation.properties = reader.index(len(self.properties), "properties")
        if mask & _RESULTS:
            operation.results = reader.numbers(reader.count(), len(self.types), "type")
        if mask & _OPERANDS:
            operation.operands = reader.numbers(reader.count(), sum(scopes), "value")
        if mask & _SUCCESSORS:
            operation.successors = [reader.number() for _ in range(reader.count())]
        if mask & _USE_LISTS:
            _skip_use_lists(reader, len(operation.results))
        if mask & _REGIONS:
            head = reader.number()
            operation.isolated = bool(head & 1)
            operation.regions = []
            inner = reader
            if operation.isolated and self.version >= _LAZY_REGIONS:
                kind, inner, _ = _section(reader)
                if kind != _IR:
                    raise BytecodeError(f"section {kind} is where an operation's regions should be")
            if head >> 1 > inner.end - inner.position:
                raise BytecodeError("it has more regions than bytes")
            for _ in range(head >> 1):
                blocks = inner.count()
                values = inner.count() if blocks else 0
                within = [values] if operation.isolated else [*scopes, values]
                operation.regions.append(Region(self._blocks(inner, blocks, within, depth + 1), values))
            if inner is not reader and inner.more:
                raise BytecodeError("there are bytes after an operation's last region")
        return operation

    def operations(self) -> Iterator[Operation]:
        """All operations, in pre-order."""
        waiting = [self.top]
        while waiting:
            block = waiting.pop()
            for operation in block.operations:
                yield operation
                waiting += [inner for region in operation.regions or () for inner in region.blocks]

    def operand_types(self) -> Iterator[tuple[Operation, list[int]]]:
        """All operations, with the types of their operands."""
        return self._typed(self.top, [], 0, 0)

    def _typed(
        self, block: Block, types: list[int], base: int, values: int
    ) -> Iterator[tuple[Operation, list[int]]]:
        # A region's values are numbered after those of the enclosing regions.
        types[base:] = [-1] * values
        place = base
        for kinds in (
            [kind for kind, _ in block.arguments],
            *(operation.results for operation in block.operations),
        ):
            if len(kinds) > base + values - place:
                raise BytecodeError("a region has more values than it declares")
            types[place : place + len(kinds)] = kinds
            place += len(kinds)
        for operation in block.operations:
            yield operation, [types[value] for value in operation.operands]
            for region in operation.regions or ():
                if len(region.blocks) > 1:
                    raise BytecodeError("a region has several blocks, which StableHLO does not allow")
                within, start = ([], 0) if operation.isolated else (types, base + values)
                for inner in region.blocks:
                    yield from self._typed(inner, within, start, region.values)
            del types[base + values :]

    def name(self, operation: Operation) -> str:
        """The operation's name with its dialect, such as ``vhlo.add_v1``."""
        dialect, name, _ = self.names[operation.name]
        return f"{self.dialects[dialect]}.{name}"

    def used_names(self) -> set[str]:
        """The names of all operations."""
        return {self.name(operation) for operation in self.operations()}

    # ---- VHLO's encoding: the number of the attribute or type kind, then its fields.

    def vhlo(self, entry: Entry) -> tuple[int, Reader] | None:
        """VHLO's number for an attribute's or type's kind, and a reader for its fields; None for other dialects."""
        if self.dialects[entry.dialect] != "vhlo" or not entry.custom:
            return None
        reader = Reader(entry.content)
        return reader.number(), reader

    def property_attributes(self, operation: Operation) -> list[int]:
        """The property attributes of a VHLO operation, in the order of its definition."""
        if operation.properties is None:
            return []
        reader = Reader(self.properties[operation.properties])
        attributes = []
        while reader.more:
            attributes.append(reader.index(len(self.attributes), "attribute"))
        return attributes

    def string_of(self, attribute: int) -> str | None:
        """The text of a VHLO string attribute; None for any other attribute."""
        read = self.vhlo(self.attributes[attribute])
        if read is None or read[0] != STRING:
            return None
        return self._string(read[1].number())

    # ---- Changes. Existing entries keep their index; new ones are appended.

    def add_string(self, text: bytes) -> int:
        """The index of a string, which is added if it is missing."""
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def add_name(self, dialect: str, name: str) -> int:
        """The index of an operation name, which is added if it is missing."""
        owner = self.dialect(dialect)
        for index, (where, there, _) in enumerate(self.names):
            if where == owner and there == name:
                return index
        self.add_string(name.encode())
        self.names.append((owner, name, True))
        return len(self.names) - 1

    def add_attribute(self, content: bytes) -> int:
        """Add a VHLO attribute; returns its index."""
        self.attributes.append(Entry(self.dialect("vhlo"), True, content))
        return len(self.attributes) - 1

    def add_type(self, content: bytes) -> int:
        """Add a VHLO type; returns its index."""
        self.types.append(Entry(self.dialect("vhlo"), True, content))
        return len(self.types) - 1

    def add_properties(self, attributes: Sequence[int]) -> int:
        """Add properties consisting of these attributes; returns their index."""
        self.properties.append(b"".join(map(number, attributes)))
        return len(self.properties) - 1

    def serialize(self) -> bytes:
        """The module as bytes."""
        offsets = number(len(self.attributes)) + number(len(self.types))
        offsets += _grouped(self.attributes) + _grouped(self.types)
        content = b"".join(entry.content for entry in (*self.attributes, *self.types))
        dialects = number(len(self.dialects))
        for name, version in zip(self.dialects, self._versions, strict=True):
            head = self.strings.index(name.encode())
            dialects += number(
                head << 1 | (version is not None) if self.version >= _DIALECT_VERSIONS else head
            )
            if version is not None:
                dialects += _as_section(_VERSIONS, version)
        if self.version >= _SHORT_LOCATIONS:
            dialects += number(len(self.names))
        for dialect, name, registered in self.names:
            value = self.strings.index(name.encode())
            if self.version >= _NATIVE_PROPERTIES:
                value = value << 1 | registered
            dialects += number(dialect) + number(1) + number(value)
        strings = number(len(self.strings))
        strings += b"".join(number(len(text) + 1) for text in reversed(self.strings))
        strings += b"".join(text + b"\0" for text in self.strings)
        output = MAGIC + number(self.version) + self.producer.encode("latin-1") + b"\0"
        output += _as_section(_DIALECT, dialects)
        output += _as_section(_ATTR_TYPE, content, self.alignment, len(output))
        output += _as_section(_ATTR_TYPE_OFFSET, offsets)
        output += _as_section(_IR, self._write_block(self.top))
        for kind, (other, alignment) in self._others.items():
            output += _as_section(kind, other, alignment, len(output))
        output += _as_section(_STRING, strings)
        if self.properties:
            runs = b"".join(number(len(run)) + run for run in self.properties)
            output += _as_section(_PROPERTIES, number(len(self.properties)) + runs)
        return output

    def _write_block(self, block: Block) -> bytes:
        output = bytearray(number(len(block.operations) << 1 | bool(block.arguments)))
        if block.arguments:
            output += number(len(block.arguments))
            for kind, location in block.arguments:
                if self.version >= _SHORT_LOCATIONS:
                    output += number(kind << 1 | (location is not None))
                else:
                    output += number(kind)
                if location is not None:
                    output += number(location)
            if self.version >= _USE_LIST_ORDERS:
                output += b"\0"
        for operation in block.operations:
            output += self._write_operation(operation)
        return bytes(output)

    def _write_operation(self, operation: Operation) -> bytes:
        mask = 0
        parts = bytearray()
        if operation.attributes is not None:
            mask |= _ATTRIBUTES
            parts += number(operation.attributes)
        if operation.properties is not None:
            mask |= _HAS_PROPERTIES
            parts += number(operation.properties)
        for values, bit in (
            (operation.results, _RESULTS),
            (operation.operands, _OPERANDS),
            (operation.successors, _SUCCESSORS),
        ):
            if values:
                mask |= bit
                parts += number(len(values)) + b"".join(map(number, values))
        if operation.regions is not None:
            mask |= _REGIONS
            parts += number(len(operation.regions) << 1 | operation.isolated)
            inner = bytearray()
            for region in operation.regions:
                inner += number(len(region.blocks))
                if region.blocks:
                    inner += number(region.values)
                    inner += b"".join(map(self._write_block, region.blocks))
            lazy = operation.isolated and self.version >= _LAZY_REGIONS
            parts += _as_section(_IR, bytes(inner)) if lazy else inner
        return number(operation.name) + bytes((mask,)) + number(operation.location) + bytes(parts)


#: VHLO's numbers for the kinds of attributes and types.
ARRAY, BOOLEAN, API_VERSION, DICTIONARY, STRING, TENSOR, TYPE = 1, 2, 5, 6, 14, 15, 17
AXIS, MESH_GROUPS = 22, 23
FUNCTION, SI32, SI64, RANKED_TENSOR, TOKEN = 8, 13, 14, 20, 22


def _section(reader: Reader) -> tuple[int, Reader, int]:
    head = reader.byte()
    length = reader.number()
    alignment = 1
    if head & 0x80:
        alignment = reader.number()
        if alignment & (alignment - 1) or not 0 < alignment <= 1 << 16:
            raise BytecodeError(f"a section has the invalid alignment {alignment}")
        reader.take(-reader.position % alignment)
    start = reader.position
    reader.take(length)
    return head & 0x7F, Reader(reader.data, start, reader.position), alignment


def _as_section(kind: int, content: bytes, alignment: int = 1, before: int = 0) -> bytes:
    if alignment == 1:
        return bytes((kind,)) + number(len(content)) + content
    head = bytes((kind | 0x80,)) + number(len(content)) + number(alignment)
    return head + b"\xcb" * (-(before + len(head)) % alignment) + content


def _skip_use_lists(reader: Reader, values: int) -> None:
    # The in-memory order of each value's uses; it has no meaning and is not written again.
    for _ in range(reader.count() if values > 1 else 1):
        if values > 1:
            reader.index(values, "value")
        count = reader.number() >> 1
        if count > reader.end - reader.position:
            raise BytecodeError("it has more uses than bytes")
        for _ in range(count):
            reader.number()


def _strings(reader: Reader) -> list[bytes]:
    lengths = [reader.number() for _ in range(reader.count())]
    strings = []
    for length in reversed(lengths):
        text = reader.take(length)
        if text[-1:] != b"\0":
            raise BytecodeError("a string is not terminated")
        strings.append(text[:-1])
    if reader.more:
        raise BytecodeError("there are bytes after the last string")
    return strings


def _runs(reader: Reader) -> list[bytes]:
    runs = [reader.take(reader.number()) for _ in range(reader.count())]
    if reader.more:
        raise BytecodeError("there are bytes after the last properties")
    return runs


def _grouped(entries: list[Entry]) -> bytes:
    output = bytearray()
    start = 0
    for index in range(1, len(entries) + 1):
        if index == len(entries) or entries[index].dialect != entries[start].dialect:
            output += number(entries[start].dialect) + number(index - start)
            for entry in entries[start:index]:
                output += number(len(entry.content) << 1 | entry.custom)
            start = index
    return bytes(output)


def rename_values(region: Region, renamed: Callable[[int], int]) -> None:
    """Renumber the values that a region's operations use, including nested regions that are not isolated."""
    waiting = [region]
    while waiting:
        for block in waiting.pop().blocks:
            for operation in block.operations:
                operation.operands = [renamed(value) for value in operation.operands]
                if operation.regions and not operation.isolated:
                    waiting += operation.regions
