"""Reads programs in MLIR's bytecode.

`Reader` resolves an attribute or type on the first reference to it.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias, TypeVar, cast, overload

import numpy as np
from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Location, MLIRError, Module, Operation, Type
from jaxlib._ir.core.attributes import ARRAYS
from jaxlib._ir.serialization import encoding
from jaxlib._ir.serialization.encoding import damaged, float_of_bits, integer_width, is_bytecode, of_elements
from jaxlib._ir.verification import structure
from jaxlib._native import ir as _native

Cursor = _native.Cursor


A = TypeVar("A")
B = TypeVar("B")

Value: TypeAlias = Attribute | Location | Type
#: An attribute's or type's dialect, whether it is encoded (or text), and its bytes; empty while it is being
#: resolved.
Unresolved: TypeAlias = tuple[str, bool, Cursor] | tuple[()]

#: An operation's name, its attributes, and the numbers of operands, results and regions that it may have.
ReadForm = tuple[str, dict[str, Attribute], structure.Arity]


@lru_cache(1024)  # kernels repeat a few, such as the sizes of segments
def _array_of(element: str, count: int, data: bytes) -> Attribute:
    """The array attribute with those bytes."""
    array = ARRAYS.get(element)
    dtype = np.dtype(np.int8) if element == "i1" else core.NUMPY_OF.get(element)
    if array is None or dtype is None or len(data) != count * dtype.itemsize:
        raise damaged(f"{len(data)} bytes for an array of {count} of the type {element}")
    return array.get(np.frombuffer(data, dtype).tolist())


class DialectReader(Protocol):
    """A dialect's codec for `Reader`; raises MLIRError for unknown or damaged data."""

    def read_attribute(self, reader: Reader, source: Cursor) -> Attribute:
        """Read an attribute."""

    def read_type(self, reader: Reader, source: Cursor) -> Type:
        """Read a type."""

    def read_properties(self, reader: Reader, name: str, source: Cursor) -> dict[str, Attribute]:
        """Read the properties of the operation ``name``."""

    def read_operation(
        self, name: str, attributes: dict[str, Attribute], owner: str
    ) -> tuple[str, dict[str, Attribute]]:
        """The operation's name and attributes in the program; ``owner`` is the name of the enclosing operation."""


class Reader:
    """Reads one program. The operations are read in C++, which gets attributes, types and names from here."""

    #: Returns the class for operations with a name.
    view = staticmethod(Operation._view)

    def __init__(self, data: bytes, codecs: Mapping[str, DialectReader]) -> None:
        self.codecs = codecs
        self.data = data
        self.producer = ""
        self.sections: dict[int, Cursor] = {}
        #: Attributes with locations, and types; each is resolved, or still undecoded.
        self.tables: tuple[list[Value | Unresolved], list[Value | Unresolved]] = ([], [])
        self.strings: list[bytes] = []
        self.names: list[tuple[str, bool]] = []
        self.property_table: list[Cursor] = []
        self.unknown = Location.unknown()
        self.forms: dict[tuple[int, int, int, str], ReadForm] = {}
        #: Operations with regions.
        self.nested: list[Operation] = []

    @property
    def drops_casts(self) -> bool:
        """Whether casts are an artifact's casts between VHLO and builtin types, which are the same type here."""
        return "vhlo" in self.dialects

    def read(self) -> Module:
        """Read the program.

        Raises:
            MLIRError: The data is not bytecode, has a newer version, or is damaged.
        """
        if not is_bytecode(self.data):
            raise MLIRError("not MLIR bytecode: it does not begin with the magic number")
        # Everything is checked when it is read, with a specific error. Any other exception is a bug in this reader:
        # callers get an error about the program with the exception as its cause, which tests with damaged programs
        # look for.
        try:
            return self._read()
        except RecursionError:
            raise damaged("attributes are nested too deeply") from None
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
        ) as error:
            raise damaged(f"{type(error).__name__}: {error}") from error

    def _read(self) -> Module:
        source = Cursor(self.data, 4)
        self.version = source.varint()
        if self.version > encoding.VERSION:
            raise MLIRError(f"bytecode of version {self.version}: wanted at most {encoding.VERSION}")
        end = self.data.find(b"\0", source.at)
        if end < 0:
            raise damaged("its producer's name is not terminated")
        self.producer = source.take(end - source.at).decode("utf-8", "replace")
        source.byte()
        while source:
            number, section = self._section(source)
            self.sections[number] = section
        missing = encoding.NEEDED - self.sections.keys()
        if missing:
            raise damaged(f"it has no section {min(missing)}")
        self._strings(self.sections[encoding.STRINGS])
        self._dialects(self.sections[encoding.DIALECTS])
        self._table(self.sections[encoding.OFFSETS], self.sections[encoding.VALUES])
        if encoding.PROPERTY_TABLE in self.sections:
            section = self.sections[encoding.PROPERTY_TABLE]
            for _ in range(section.varint()):
                self.property_table.append(section.part(section.varint()))
        ir = self.sections[encoding.IR]
        if ir.varint() != 2:
            raise MLIRError("wanted one top-level operation in the bytecode")
        op = _native.read_operation(self, ir)
        if op._name != "builtin.module":
            raise MLIRError(f"wanted a module, found {op._name}")
        for nested in self.nested:
            structure.nesting(nested)
        return Module(op)

    def _section(self, source: Cursor) -> tuple[int, Cursor]:
        """The number of a section, and its content."""
        number, size = source.byte(), source.varint()
        if number & 0x80:
            alignment = source.varint()  # of the data after this number
            if alignment == 0:
                raise damaged("a section has the alignment 0")
            source.take(-source.at % alignment)
        return number & 0x7F, source.part(size)

    def _strings(self, section: Cursor) -> None:
        sizes = section.varints()
        self.strings = [section.take(size)[:-1] for size in reversed(sizes)]

    def _string(self, number: int) -> bytes:
        if number >= len(self.strings):
            raise damaged(f"string {number} of {len(self.strings)}")
        return self.strings[number]

    def _name(self, number: int) -> str:
        try:
            return self._string(number).decode()
        except UnicodeDecodeError as error:
            raise damaged(f"a name is not text: {error.reason}") from None

    def _dialect(self, number: int) -> str:
        if number >= len(self.dialects):
            raise damaged(f"dialect {number} of {len(self.dialects)}")
        return self.dialects[number]

    def _dialects(self, section: Cursor) -> None:
        self.dialects = []
        for _ in range(section.varint()):
            number = section.varint()
            if self.version >= encoding.DIALECT_VERSIONING:
                if number & 1:
                    self._section(section)
                number >>= 1
            self.dialects.append(self._name(number))
        if self.version >= encoding.ELIDED_LOCATIONS:
            section.varint()
        while section:
            dialect = self._dialect(section.varint())
            for _ in range(section.varint()):
                number = section.varint()
                registered = True
                if self.version >= encoding.PROPERTIES:
                    number, registered = number >> 1, bool(number & 1)
                self.names.append((f"{dialect}.{self._name(number)}", registered))

    def _table(self, offsets: Cursor, data: Cursor) -> None:
        counts = (offsets.varint(), offsets.varint())
        for table, count in zip(self.tables, counts, strict=True):
            table.extend(_native.read_entries(offsets, data, self.dialects, count))

    def attribute(self, number: int) -> Value:
        """The attribute or location with that number."""
        return self._value(0, number)

    def type(self, number: int) -> Type:
        """The type with that number."""
        return cast("Type", self._value(1, number))

    def _value(self, kind: int, number: int) -> Value:
        table = self.tables[kind]
        if number >= len(table):
            raise damaged(f"{'type' if kind else 'attribute'} {number} of {len(table)}")
        entry = table[number]
        if not isinstance(entry, tuple):
            return entry
        # C++ calls this again for entries that are still tuples.
        if not entry:
            raise damaged(f"{'type' if kind else 'attribute'} {number} contains itself")
        table[number] = ()
        table[number] = value = self._resolve(kind, *entry)
        return value

    def _resolve(self, kind: int, dialect: str, encoded: bool, source: Cursor) -> Value:
        if not encoded:
            # Imported on first use, because most bytecode contains no text.
            from jaxlib._ir.text import attribute_parser as parser

            text = source.take(source.end - source.at).rstrip(b"\0").decode("utf-8", "surrogateescape")
            return parser.parse_type(text) if kind else parser.parse_attribute(text)
        if dialect == "builtin":
            return self._builtin_type(source) if kind else self._builtin_attribute(source)
        codec = self.codecs.get(dialect)
        if codec is None:
            raise MLIRError(f"bytecode: attributes and types of the dialect {dialect} are not supported")
        return codec.read_type(self, source) if kind else codec.read_attribute(self, source)

    # -- fields

    @overload
    def one(self, source: Cursor) -> Attribute: ...
    @overload
    def one(self, source: Cursor, kind: builtins.type[A], /) -> A: ...
    @overload
    def one(self, source: Cursor, kind: builtins.type[A], other: builtins.type[B], /) -> A | B: ...
    def one(self, source: Cursor, *kinds: builtins.type[object]) -> object:
        """An attribute of one of those classes; without classes, any attribute but not a location."""
        attribute = self._value(0, source.varint())
        if not isinstance(attribute, kinds or core.Attribute):
            raise damaged(f"an attribute of the wrong kind: {attribute}")
        return attribute

    @overload
    def attributes(self, source: Cursor) -> list[Attribute]: ...
    @overload
    def attributes(self, source: Cursor, *kinds: builtins.type[A]) -> list[A]: ...
    def attributes(self, source: Cursor, *kinds: builtins.type[object]) -> Sequence[object]:
        """A list of attributes of those classes; without classes, any attributes, and locations as attributes."""
        attributes = [self._value(0, number) for number in source.varints()]
        if not kinds:
            attributes = [each.attr if isinstance(each, Location) else each for each in attributes]
        classes = kinds or core.Attribute
        for attribute in attributes:
            if not isinstance(attribute, classes):
                raise damaged(f"an attribute of the wrong kind: {attribute}")
        return attributes

    def locations(self, source: Cursor) -> list[Location]:
        """A list of locations."""
        return self.attributes(source, Location)

    def types(self, source: Cursor) -> list[Type]:
        """A list of types."""
        return cast("list[Type]", [self._value(1, number) for number in source.varints()])

    def signeds(self, source: Cursor) -> list[int]:
        """A list of signed integers."""
        return [(number >> 1) ^ -(number & 1) for number in source.varints()]

    def shape(self, source: Cursor) -> list[int]:
        """The dimensions of a type."""
        sizes = self.signeds(source)
        if any(size < 0 and size != core.DYNAMIC for size in sizes):
            raise damaged(f"a shape with invalid sizes: {sizes}")
        return sizes

    def pairs(self, source: Cursor) -> dict[str, Attribute]:
        """Named attributes."""
        attributes = {}
        for _ in range(source.varint()):
            name = self.one(source, core.StringAttr).value
            attributes[name] = self.one(source)
        return attributes

    def string(self, source: Cursor) -> str | bytes:
        """A string; bytes if it is not UTF-8."""
        raw = self._string(source.varint())
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return raw

    def bits(self, source: Cursor, width: int) -> int:
        """The bits of an integer."""
        return source.byte() if width <= 8 else source.signed() & ((1 << width) - 1)

    def integer(self, source: Cursor, kind: Type) -> core.IntegerAttr | core.BoolAttr:
        """An integer attribute of a type."""
        if not isinstance(kind, (core.IntegerType, core.IndexType)):
            raise damaged(f"an integer of the type {kind.text}")
        width = integer_width(kind)
        if width > 64:
            raise MLIRError(f"bytecode: integers of {width} bits are not supported")
        value = self.bits(source, width)
        if width > 1 and not getattr(kind, "is_unsigned", False) and value >> (width - 1):
            value -= 1 << width
        return core.IntegerAttr.get(kind, value)

    def float(self, source: Cursor, kind: Type) -> core.FloatAttr:
        """A floating-point attribute of a type."""
        if not isinstance(kind, core.FloatType):
            raise damaged(f"a number of the type {kind.text}")
        return core.FloatAttr.get(kind, float_of_bits(self.bits(source, integer_width(kind)), kind))

    def _builtin_attribute(self, source: Cursor) -> Attribute | Location:
        common = _native.builtin_attribute(self, source)
        if common is not None:
            return common
        code = source.varint()
        if code == 0:
            return core.ArrayAttr.get(self.attributes(source))
        if code == 3:
            text = self.string(source)
            return core.StringAttr.get_typed(self.type(source.varint()), str(text))
        if code == 4:
            return core.FlatSymbolRefAttr.get(self.one(source, core.StringAttr).value)
        if code == 5:
            outermost = self.one(source, core.StringAttr).value
            nested = self.attributes(source, core.FlatSymbolRefAttr)
            return core.SymbolRefAttr.get([outermost, *(each.value for each in nested)])
        if code == 6:
            return core.TypeAttr.get(self.type(source.varint()))
        if code == 7:
            return core.UnitAttr.get()
        if code == 8:
            return self.integer(source, self.type(source.varint()))
        if code == 9:
            return self.float(source, self.type(source.varint()))
        if code == 17:
            return self._array(source)
        if code == 18:
            kind = self.type(source.varint())
            return of_elements(kind, source.take(source.varint()))
        return self._location(code, source)

    def _array(self, source: Cursor) -> Attribute:
        element = self.type(source.varint()).text
        count, data = source.varint(), source.take(source.varint())
        return _array_of(element, count, data)

    def _location(self, code: int, source: Cursor) -> Location:
        if code == 12:
            return Location.fused(self.locations(source))
        if code == 13:
            inner = self.locations(source)
            return Location.fused(inner, self.one(source))
        if code == 22:
            name = self.one(source, core.StringAttr).value
            place = source.varints()
            if len(place) > 4:
                raise damaged(f"a place in a file of {len(place)} numbers")
            if len(place) == 3:
                place = [place[0], place[1], place[0], place[2]]
            return Location.file(name, *[*place, 0, 0][: max(2, len(place))])
        raise MLIRError(f"bytecode: unsupported builtin attribute, code {code}")

    def _builtin_type(self, source: Cursor) -> Type:
        code = source.varint()
        if code == 0:
            word = source.varint()
            width, sign = word >> 2, word & 3
            if width > encoding.WIDEST_INTEGER:
                raise damaged(f"an integer of {width} bits: MLIR has at most {encoding.WIDEST_INTEGER}")
            if sign >= len(encoding.SIGNS):
                raise damaged("an integer type without a valid signedness")
            return _native.known(
                core.IntegerType, f"{encoding.SIGNS[sign]}i{width}", (width, encoding.SIGNS[sign])
            )
        if code == 1:
            return core.IndexType.get()
        if code == 2:
            inputs = self.types(source)
            return core.FunctionType.get(inputs, self.types(source))
        if code in encoding.FLOAT_OF:
            return core.FLOATS[encoding.FLOAT_OF[code]].get()
        if code == 9:
            return core.ComplexType.get(self.type(source.varint()))
        if code == 12:
            return core.NoneType.get()
        if code in (13, 14):
            attribute = self.one(source) if code == 14 else None
            shape = self.shape(source)
            return core.RankedTensorType.get(shape, self.type(source.varint()), attribute)
        if code == 15:
            return core.TupleType.get_tuple(self.types(source))
        if code == 18:
            return core.UnrankedTensorType.get(self.type(source.varint()))
        raise MLIRError(f"bytecode: unsupported builtin type, code {code}")

    # -- operations

    #: The numbers of operands, results and regions of an operation of which they are not known.
    anything = structure.ANYTHING

    def plain_name(self, number: int) -> str | None:
        """The name of an operation that is its attributes and nothing else; None if its form depends on more."""
        name = self._operation_name(number)[0]
        dialect = name.partition(".")[0]
        return None if dialect in self.codecs or structure.knows(dialect) else name

    def _operation_name(self, number: int) -> tuple[str, bool]:
        """A name, and whether the operation was registered where it was written."""
        if number >= len(self.names):
            raise damaged(f"the name {number} of {len(self.names)}")
        return self.names[number]

    def _form(self, key: tuple[int, int, int, str]) -> ReadForm:
        """The form of an operation, which many operations share.

        ``key`` contains the numbers of the name, the attributes and the properties (the last two may be -1), and
        the name of the enclosing operation.
        """
        form = self.forms.get(key)
        if form is not None:
            return form
        name, registered = self._operation_name(key[0])
        attributes: dict[str, Attribute] = {}
        if key[1] >= 0:
            attributes = self._dictionary(key[1])
        codec = self.codecs.get(name.partition(".")[0])
        if key[2] >= 0:
            if key[2] >= len(self.property_table):
                raise damaged(f"the properties {key[2]} of {len(self.property_table)}")
            properties = self.property_table[key[2]].copy()
            if not registered:
                attributes.update(self._dictionary(properties.varint()))
            elif name == "builtin.module":
                attributes.update(self.optional(properties, ("sym_name", "sym_visibility")))
            elif codec is not None:
                attributes.update(codec.read_properties(self, name, properties))
            else:
                raise MLIRError(f"bytecode: the properties of {name} are not known")
        if codec is not None:
            name, attributes = codec.read_operation(name, attributes, key[3])
        self.forms[key] = form = (name, attributes, structure.arity(name, attributes))
        return form

    def _dictionary(self, number: int) -> dict[str, Attribute]:
        attribute = self.attribute(number)
        if not isinstance(attribute, core.DictAttr):
            raise damaged(f"an operation's attributes are not a dictionary: {attribute}")
        return dict(attribute.parts[0])

    def optional(self, source: Cursor, names: Sequence[str]) -> dict[str, Attribute]:
        """Attributes that may be absent."""
        attributes = {}
        for name in names:
            word = source.varint()
            if word & 1:
                attributes[name] = cast("Attribute", self._value(0, word >> 1))
        return attributes
