"""MLIR's bytecode: the container, and the builtin dialect's attributes, types and locations in it.

A file is a header and sections; attributes and types are tables, and all else refers to them by number. `Writer`
collects what is referred to while it goes through the program and numbers it at the end, the most used first.
`Reader` resolves an attribute or a type when it is first asked for. Both leave what belongs to a dialect of its own
to a codec; `vhlo_codec` has the one of portable artifacts. What a codec does not know is written as text, which
MLIR reads everywhere.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from jaxlib._ir import core, verification
from jaxlib._ir.core import Location, MLIRError, Module, Operation, Type
from jaxlib._native import ir as _native

Cursor = _native.Cursor
if TYPE_CHECKING:
    Entry: TypeAlias = Any
    Form: TypeAlias = Any
else:
    Entry, Form = _native.Entry, _native.Form

MAGIC = b"ML\xefR"
#: The newest version of the format that is written and read.
VERSION = 6

# What the versions of the format added.
_DIALECT_VERSIONING, _ELIDED_LOCATIONS, _PROPERTIES = 1, 4, 5

(_STRINGS, _DIALECTS, _VALUES, _OFFSETS, _IR, _RESOURCES, _RESOURCE_OFFSETS, _, _PROPERTY_TABLE) = range(9)


def damaged(what: str) -> MLIRError:
    """The error about bytes that no writer makes."""
    return MLIRError(f"the bytecode of a program is broken or cut short: {what}")


def is_bytecode(data: Any) -> bool:
    """Whether ``data`` is a program in bytecode."""
    return isinstance(data, (bytes, bytearray, memoryview)) and bytes(data[:4]) == MAGIC


# ---- Numbers

_SHORT = [bytes([2 * value + 1]) for value in range(128)]


def varint(value: int) -> bytes:
    """A number in as few bytes as it needs; how many, is in the first one's low bits."""
    if value < 128:
        return _SHORT[value]
    if value < 0 or value >> 64:
        raise MLIRError(f"bytecode has no number of more than 64 bits: {value:#x}")
    size = (value.bit_length() + 6) // 7
    if size > 8:
        return b"\0" + value.to_bytes(8, "little")
    return (((value << 1) | 1) << (size - 1)).to_bytes(size, "little")


def signed(value: int) -> bytes:
    """A number with its sign in the lowest bit."""
    return varint(((value << 1) ^ (value >> 63)) & 0xFFFFFFFFFFFFFFFF)


def integer_width(kind: Type) -> int:
    """The number of bits of an integer or a floating-point number of that type."""
    if isinstance(kind, core.IndexType):
        return 64
    if not isinstance(kind, (core.IntegerType, core.FloatType)):
        raise damaged(f"a number of the type {kind.text}")
    return kind.width


def apint(value: int, width: int) -> bytes:
    """An integer of a width that the reader knows."""
    value &= (1 << width) - 1
    if width <= 8:
        return bytes([value])
    return signed(value - (1 << 64) if value >> 63 else value)


def float_bits(value: Any, kind: Type) -> int:
    """A number as the bits of its type."""
    exact = np.asarray(value).astype(core.NUMPY_OF[kind.text])
    return int.from_bytes(exact.tobytes(), "little") & ((1 << integer_width(kind)) - 1)


def float_of_bits(bits: int, kind: Type) -> float:
    """The number of those bits.

    Raises:
        MLIRError: The type is not one of floating-point numbers.
    """
    if kind.text not in core.NUMPY_OF or not isinstance(kind, core.FloatType):
        raise damaged(f"a number of the type {kind.text}")
    return core.float_of_bits(bits, kind.text)


# ---- Elements of tensors

_NARROW = {"i4": 15, "ui4": 15, "i2": 3, "ui2": 3}


def elements(attr: Any) -> bytes:
    """A tensor's elements as a compiler keeps them: truths by the bit, the same element everywhere only once."""
    kind, array = attr.parts
    element = kind.parts[1].text
    if element == "i1":
        if array.ndim == 0:
            return b"\xff" if array else b"\0"
        return np.packbits(array.reshape(-1), bitorder="little").tobytes()
    if element in _NARROW:
        return (array.astype(np.int8) & _NARROW[element]).astype(np.int8).tobytes()
    return bytes(array.tobytes())


def of_elements(kind: Any, data: bytes) -> Any:
    """The attribute of such elements.

    Raises:
        MLIRError: There are not as many as the type says, or it says nothing of the kind.
    """
    if not isinstance(kind, core.RankedTensorType) or not kind.has_static_shape:
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
        if element[0] == "i":  # the sign is the highest of its own bits
            raw = ((raw << (8 - width)).astype(np.int8) >> (8 - width)).astype(np.int8)
        array = raw.astype(dtype)
    else:
        array = np.frombuffer(data, dtype)
    if array.size not in (count, 1):
        raise damaged(f"{array.size} elements of the type {kind.text}")
    return core.dense(kind, array.reshape(()) if array.size == 1 else array.reshape(shape))


# ---- Builtin attributes and types: a code, and fields. a and t are one attribute or type, A and T lists of them,
# v and V numbers, S numbers with signs, z a string, b bytes, n pairs of attributes.

_WIDEST = (1 << 24) - 1  # bits of an integer, as MLIR limits it
_FLOAT_CODES = {"bf16": 3, "f16": 4, "f32": 5, "f64": 6}
_FLOAT_OF = {code: text for text, code in _FLOAT_CODES.items()}
_SIGNS = ("", "s", "u")
_ARRAYS = {
    "i1": core.DenseBoolArrayAttr, "i8": core.DenseI8ArrayAttr, "i16": core.DenseI16ArrayAttr,
    "i32": core.DenseI32ArrayAttr, "i64": core.DenseI64ArrayAttr, "f32": core.DenseF32ArrayAttr,
    "f64": core.DenseF64ArrayAttr,
}  # fmt: skip

Fields = tuple[tuple[str, Any], ...]


def _location_fields(loc: Location, ranges: bool) -> tuple[int, Fields]:
    parts = loc._parts
    if isinstance(loc, core.UnknownLoc):
        return 15, ()
    if isinstance(loc, core.NameLoc):
        return 14, (("a", core.StringAttr.get(parts[0])), ("a", parts[1]))
    if isinstance(loc, core.CallSiteLoc):
        return 10, (("a", parts[0]), ("a", parts[1]))
    if isinstance(loc, core.FusedLoc):
        *inner, metadata = parts
        return (12, (("A", inner),)) if metadata is None else (13, (("A", inner), ("a", metadata)))
    filename, line, col, end_line, end_col = parts
    name = ("a", core.StringAttr.get(filename))
    if not ranges or end_line is None or end_col is None or (end_line, end_col) == (line, col):
        return 11, (name, ("v", line), ("v", col))
    place = (line, col, end_col) if line == end_line else (line, col, end_line, end_col)
    return 22, (name, ("V", place))


def attribute_fields(attr: Any, ranges: bool = True) -> tuple[int, Fields] | None:
    """A builtin attribute's code and fields; None if it is none of those."""
    if isinstance(attr, Location):
        return _location_fields(attr, ranges)
    cls = type(attr)
    if cls is core.StringAttr:
        return 2, (("z", attr.value_bytes),)
    if cls is core.BoolAttr:
        return 8, (("t", attr.type), ("b1", bytes([attr.value])))
    if cls is core.IntegerAttr:
        return 8, (("t", attr.type), ("b1", apint(attr.value, integer_width(attr.type))))
    if cls is core.FloatAttr:
        bits = apint(float_bits(attr.value, attr.type), integer_width(attr.type))
        return 9, (("t", attr.type), ("b1", bits))
    if cls is core.ArrayAttr:
        return 0, (("A", attr.parts),)
    if cls is core.DictAttr:
        items = attr.parts[0]
        return 1, (("n", tuple((core.StringAttr.get(name), items[name]) for name in sorted(items))),)
    if cls is core.FlatSymbolRefAttr:
        return 4, (("a", core.StringAttr.get(attr.value)),)
    if cls is core.TypeAttr:
        return 6, (("t", attr.value),)
    if cls is core.UnitAttr:
        return 7, ()
    if isinstance(attr, core.DenseElementsAttr):
        return 18, (("t", attr.type), ("b", elements(attr)))
    for text, array in _ARRAYS.items():
        if cls is array:
            dtype = np.dtype(np.int8) if text == "i1" else core.NUMPY_OF[text]
            raw = np.array(attr.parts, dtype).tobytes()
            return 17, (("t", _element(text)), ("v", len(attr.parts)), ("b", raw))
    return None


def _element(text: str) -> Any:
    return core.FLOATS[text].get() if text[0] == "f" else core.IntegerType.get_signless(int(text[1:]))


def type_fields(kind: Any) -> tuple[int, Fields] | None:
    """A builtin type's code and fields; None if it is none of those."""
    cls = type(kind)
    if cls is core.RankedTensorType:
        shape, element, encoding = kind.parts
        fields: Fields = (("S", shape), ("t", element))
        return (13, fields) if encoding is None else (14, (("a", encoding), *fields))
    if cls is core.IntegerType:
        return 0, (("v", kind.width << 2 | _SIGNS.index(kind.parts[1])),)
    if cls is core.IndexType:
        return 1, ()
    if cls is core.FunctionType:
        return 2, (("T", kind.parts[0]), ("T", kind.parts[1]))
    if isinstance(kind, core.FloatType):
        code = _FLOAT_CODES.get(kind.text)
        return None if code is None else (code, ())
    if cls is core.ComplexType:
        return 9, (("t", kind.element_type),)
    if cls is core.NoneType:
        return 12, ()
    if cls is core.TupleType:
        return 15, (("T", kind.parts),)
    if cls is core.UnrankedTensorType:
        return 18, (("t", kind.element_type),)
    return None


# ---- Writing


class Writer:
    """Writes one program.

    The operations are written in C++, which asks here for an Entry of what it does not know of yet: an attribute,
    a type or a location. A codec knows a dialect's attributes and types: ``attribute(value)`` and
    ``type(value)`` give a code and fields, or None.
    """

    def __init__(self, version: int = VERSION, producer: str = "jaxlib", ranges: bool = True) -> None:
        self.version = version
        self.elided = version >= _ELIDED_LOCATIONS
        self.producer = producer
        self.ranges = ranges
        self.strings: dict[bytes, int] = {}
        self.dialects: dict[str, int] = {}
        self.names: dict[str, list[Any]] = {}
        self.tables: tuple[list[Entry], list[Entry]] = ([], [])
        self.known: dict[Any, dict[Any, Entry]] = defaultdict(dict)  # by codec and value
        self.properties: dict[bytes, int] = {}

    # -- collecting

    def dialect(self, name: str) -> int:
        """A dialect's number."""
        return self.dialects.setdefault(name, len(self.dialects))

    def op_name(self, name: str, registered: bool) -> list[Any]:
        """What stands for an operation's name: its dialect, whether it is registered, its number."""
        found = self.names.get(name)
        if found is None:
            found = self.names[name] = [self.dialect(name.partition(".")[0]), registered, 0]
        return found

    def entry(self, value: Any, codec: Any = None) -> Entry:
        """What stands for an attribute, a type or a location; by a codec where it knows it."""
        found = self.known[codec].get(value)
        if found is not None:
            found.uses += 1
            return found
        kind = 1 if isinstance(value, Type) else 0
        made = None
        if codec is not None:
            made = codec.type(value) if kind else codec.attribute(value)
        if made is not None:
            dialect, name = self.dialect(codec.dialect), codec
        else:
            made = type_fields(value) if kind else attribute_fields(value, self.ranges)
            if made is not None:
                dialect, name = self.dialect("builtin"), None
        if made is None:
            dialect = self.dialect(_dialect_of(value.text))
            found = Entry(dialect, -1, (), value.text)
        else:
            code, fields = made
            found = Entry(dialect, code, tuple([(f, self.collect(f, v, name)) for f, v in fields]), "")
        self.known[codec][value] = found
        self.tables[kind].append(found)
        return found

    def collect(self, field: str, value: Any, codec: Any) -> Any:
        """A field with entries for what it refers to."""
        if field in ("a", "t"):
            return self.entry(value, codec)
        if field in ("A", "T"):
            return [self.entry(each, codec) for each in value]
        if field == "n":
            return [(self.entry(a, codec), self.entry(b, codec)) for a, b in value]
        if field == "o":
            return None if value is None else self.entry(value, codec)
        return value

    # -- encoding

    def string(self, text: str | bytes) -> bytes:
        """A string's number."""
        data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
        return varint(self.strings.setdefault(data, len(self.strings)))

    def fields(self, fields: Any) -> bytes:
        """Fields one after the other."""
        out = []
        for field, value in fields:
            if field in ("a", "t"):
                out.append(varint(value.number))
            elif field in ("A", "T"):
                out.append(varint(len(value)))
                out += [varint(each.number) for each in value]
            elif field == "v":
                out.append(varint(value))
            elif field == "s":
                out.append(signed(value))
            elif field == "V":
                out.append(varint(len(value)))
                out += [varint(each) for each in value]
            elif field == "S":
                out.append(varint(len(value)))
                out += [signed(each) for each in value]
            elif field == "z":
                out.append(self.string(value))
            elif field == "b":
                out += [varint(len(value)), value]
            elif field == "b1":  # bytes of a length that is known otherwise
                out.append(value)
            elif field == "o":
                out.append(varint(0) if value is None else varint(value.number << 1 | 1))
            else:
                out.append(varint(len(value)))
                out += [varint(a.number) + varint(b.number) for a, b in value]
        return b"".join(out)

    def number(self) -> None:
        """Number all that was collected, what is used most first."""
        for table in self.tables:
            table.sort(key=lambda each: (each.dialect, -each.uses))
            for number, each in enumerate(table):
                each.number = number
        for number, name in enumerate(sorted(self.names.values(), key=lambda each: each[0])):
            name[2] = number

    def dialect_section(self) -> bytes:
        """The dialects and the names of operations."""
        out = [varint(len(self.dialects))]
        for name in self.dialects:
            if self.version < _DIALECT_VERSIONING:
                out.append(self.string(name))
            else:
                out.append(
                    varint(
                        self.strings.setdefault(name.encode("utf-8", "surrogateescape"), len(self.strings))
                        << 1
                    )
                )
        if self.elided:
            out.append(varint(len(self.names)))
        ordered = sorted(self.names.items(), key=lambda item: item[1][2])
        for dialect, group in _groups(ordered, lambda item: item[1][0]):
            out += [varint(dialect), varint(len(group))]
            for name, (_, registered, _number) in group:
                bare = name.partition(".")[2].encode("utf-8", "surrogateescape")
                number = self.strings.setdefault(bare, len(self.strings))
                out.append(varint(number << 1 | registered if self.version >= _PROPERTIES else number))
        return b"".join(out)

    def value_sections(self) -> tuple[bytes, bytes]:
        """The attributes and types, and how long each is."""
        data: list[bytes] = []
        sizes = [varint(len(self.tables[0])), varint(len(self.tables[1]))]
        for table in self.tables:
            for dialect, group in _groups(table, lambda each: each.dialect):
                sizes += [varint(dialect), varint(len(group))]
                for each in group:
                    if each.code < 0:
                        encoded = each.text.encode("utf-8", "surrogateescape") + b"\0"
                    else:
                        encoded = varint(each.code) + self.fields(each.fields)
                    data.append(encoded)
                    sizes.append(varint(len(encoded) << 1 | (each.code >= 0)))
        return b"".join(data), b"".join(sizes)

    def write(self, op: Operation, forms: Any) -> bytes:
        """The bytes of a program.

        ``forms.form(op)`` says how an operation is written, of all that have the same name and attributes:
        its name, its properties and its attributes as a `Form`. Where there are foreign ones, whose values
        have other types than the rest's, ``forms.cast()`` gives the Form of what stands between both.
        """
        program = _native.Collected(op, self, forms)
        self.number()
        dialects = self.dialect_section()
        table, offsets = self.value_sections()
        try:
            ir = varint(2) + program.emit(self.version, self.property_number)
        except IndexError as error:  # of a value that nothing in the program gives
            raise MLIRError(str(error)) from None
        out = [MAGIC, varint(self.version), self.producer.encode(), b"\0"]
        sections = [(_DIALECTS, dialects), (_OFFSETS, offsets), (_VALUES, table), (_IR, ir)]
        sections += [(_RESOURCE_OFFSETS, varint(0)), (_RESOURCES, b""), (_STRINGS, self.string_section())]
        if self.version >= _PROPERTIES:
            sections.append((_PROPERTY_TABLE, varint(len(self.properties)) + b"".join(self.properties)))
        out += [_section(number, data) for number, data in sections]
        return b"".join(out)

    def string_section(self) -> bytes:
        """All strings; their lengths come first, the last one's before the others'."""
        lengths = [varint(len(each) + 1) for each in reversed(self.strings)]
        return varint(len(self.strings)) + b"".join(lengths) + b"\0".join(self.strings) + b"\0"

    def property_number(self, properties: Any) -> int:
        """The number of properties; of those that operations share it is asked once."""
        data = self.fields(properties)
        return self.properties.setdefault(varint(len(data)) + data, len(self.properties))


def _section(number: int, data: bytes) -> bytes:
    return bytes([number]) + varint(len(data)) + data


def _groups(items: Iterable[Any], of: Callable[[Any], Any]) -> list[tuple[Any, list[Any]]]:
    found: list[tuple[Any, list[Any]]] = []
    for each in items:
        if not found or found[-1][0] != of(each):
            found.append((of(each), []))
        found[-1][1].append(each)
    return found


def _dialect_of(text: str) -> str:
    """The dialect of an attribute or a type that is written as text."""
    if text[:1] in "#!":
        return text[1:].partition(".")[0].partition("<")[0]
    return "builtin"


ISOLATED = frozenset(("builtin.module", "func.func"))


class _Plain:
    """Operations as they stand, none of them registered: each with a dictionary of its attributes."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def form(self, op: Operation) -> Form:
        """Its name and attributes."""
        writer, name, own = self.writer, op._name, op._attributes
        dictionary = writer.entry(core.DictAttr.get(own)) if own else None
        used = [] if dictionary is None else [dictionary]
        return Form(writer.op_name(name, False), None, dictionary, used, isolated=name in ISOLATED)


def write(op: Operation, version: int = VERSION) -> bytes:
    """A program as it stands: each operation with its attributes by name, which every compiler reads."""
    writer = Writer(version)
    return writer.write(op, _Plain(writer))


# ---- Reading


class Reader:
    """Reads one program. The operations are read in C++, which asks for what it does not know of yet."""

    #: The class of the operations of a name.
    view = staticmethod(Operation._view)

    def __init__(self, data: bytes, codecs: dict[str, Any]) -> None:
        self.codecs = codecs
        self.data = data
        self.producer = ""
        self.sections: dict[int, Any] = {}
        self.tables: tuple[list[Any], list[Any]] = ([], [])
        self.strings: list[bytes] = []
        self.names: list[tuple[str, bool]] = []
        self.property_table: list[Any] = []
        self.unknown = Location.unknown()
        self.forms: dict[tuple[int, int, int, str], tuple[str, dict[str, Any], verification.Arity]] = {}
        #: Operations with regions.
        self.nested: list[Any] = []

    def read(self) -> Module:
        """The program.

        Raises:
            MLIRError: It is no bytecode, of a newer version, or broken.
        """
        if not is_bytecode(self.data):
            raise MLIRError("not a program in MLIR's bytecode: it does not begin with its mark")
        # All that is read is checked where it is read, with an error that says what is wrong. What comes here
        # otherwise was not foreseen: it is an error about the program for a caller, with its cause, and a fault of
        # this reader in its tests, which damage programs and look for such causes.
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
        if self.version > VERSION:
            raise MLIRError(f"bytecode of version {self.version}: wanted at most {VERSION}")
        end = self.data.find(b"\0", source.at)
        if end < 0:
            raise damaged("its producer's name has no end")
        self.producer = source.take(end - source.at).decode("utf-8", "replace")
        source.byte()
        while source:
            number, section = self._section(source)
            self.sections[number] = section
        missing = {_STRINGS, _DIALECTS, _OFFSETS, _VALUES, _IR} - self.sections.keys()
        if missing:
            raise damaged(f"there is no section {min(missing)}")
        self._strings(self.sections[_STRINGS])
        self._dialects(self.sections[_DIALECTS])
        self._table(self.sections[_OFFSETS], self.sections[_VALUES])
        if _PROPERTY_TABLE in self.sections:
            section = self.sections[_PROPERTY_TABLE]
            for _ in range(section.varint()):
                self.property_table.append(section.part(section.varint()))
        ir = self.sections[_IR]
        if ir.varint() != 2:
            raise MLIRError("wanted one operation at the top of the bytecode")
        op = _native.read_operation(self, ir)
        if op._name != "builtin.module":
            raise MLIRError(f"wanted a module, found {op._name}")
        for each in self.nested:
            verification.nesting(each)
        return Module(op)

    def _section(self, source: Any) -> tuple[int, Any]:
        """A section's number, and what is in it."""
        number, size = source.byte(), source.varint()
        if number & 0x80:
            alignment = source.varint()  # of what follows this number
            if alignment == 0:
                raise damaged("a section is aligned to nothing")
            source.take(-source.at % alignment)
        return number & 0x7F, source.part(size)

    def _strings(self, section: Any) -> None:
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
            raise damaged(f"a name is no text: {error.reason}") from None

    def _dialect(self, number: int) -> str:
        if number >= len(self.dialects):
            raise damaged(f"dialect {number} of {len(self.dialects)}")
        return self.dialects[number]

    def _dialects(self, section: Any) -> None:
        self.dialects = []
        for _ in range(section.varint()):
            number = section.varint()
            if self.version >= _DIALECT_VERSIONING:
                if number & 1:
                    self._section(section)
                number >>= 1
            self.dialects.append(self._name(number))
        if self.version >= _ELIDED_LOCATIONS:
            section.varint()
        while section:
            dialect = self._dialect(section.varint())
            for _ in range(section.varint()):
                number = section.varint()
                registered = True
                if self.version >= _PROPERTIES:
                    number, registered = number >> 1, bool(number & 1)
                self.names.append((f"{dialect}.{self._name(number)}", registered))

    def _table(self, offsets: Any, data: Any) -> None:
        counts = (offsets.varint(), offsets.varint())
        for kind, count in enumerate(counts):
            table = self.tables[kind]
            while len(table) < count:
                dialect = self._dialect(offsets.varint())
                for _ in range(offsets.varint()):
                    size = offsets.varint()
                    table.append((dialect, bool(size & 1), data.part(size >> 1)))

    def attribute(self, number: int) -> Any:
        """The attribute or location of that number."""
        return self._value(0, number)

    def type(self, number: int) -> Any:
        """The type of that number."""
        return self._value(1, number)

    def _value(self, kind: int, number: int) -> Any:
        table = self.tables[kind]
        if number >= len(table):
            raise damaged(f"{'type' if kind else 'attribute'} {number} of {len(table)}")
        found = table[number]
        if type(found) is not tuple:
            return found
        # C++ asks again for what is a tuple.
        if not found:
            raise damaged(f"{'type' if kind else 'attribute'} {number} is in itself")
        table[number] = ()
        table[number] = made = self._resolve(kind, *found)
        return made

    def _resolve(self, kind: int, dialect: str, encoded: bool, source: Any) -> Any:
        if not encoded:
            # Imported on first use: most bytecode has no text in it.
            from jaxlib._ir.text import attribute_parser as parser

            text = source.take(source.end - source.at).rstrip(b"\0").decode("utf-8", "surrogateescape")
            return parser.parse_type(text) if kind else parser.parse_attribute(text)
        if dialect == "builtin":
            return self._builtin_type(source) if kind else self._builtin_attribute(source)
        codec = self.codecs.get(dialect)
        if codec is None:
            raise MLIRError(f"bytecode: attributes and types of the dialect {dialect} are not read")
        return codec.read_type(self, source) if kind else codec.read_attribute(self, source)

    # -- fields

    def one(self, source: Any, *kinds: Any) -> Any:
        """An attribute, no location, of one of those classes where any are given."""
        found = self._value(0, source.varint())
        if not isinstance(found, kinds or core.Attribute):
            raise damaged(f"an attribute is of another kind: {found}")
        return found

    def attributes(self, source: Any, *kinds: Any) -> list[Any]:
        """A list of attributes, of those classes where any are given."""
        found = [self._value(0, number) for number in source.varints()]
        wanted = kinds or core.Attribute
        for each in found:
            if not isinstance(each, wanted):
                raise damaged(f"an attribute is of another kind: {each}")
        return found

    def locations(self, source: Any) -> list[Any]:
        """A list of locations."""
        return self.attributes(source, Location)

    def types(self, source: Any) -> list[Any]:
        """A list of types."""
        return [self._value(1, number) for number in source.varints()]

    def signeds(self, source: Any) -> list[int]:
        """A list of numbers with signs."""
        return [(number >> 1) ^ -(number & 1) for number in source.varints()]

    def shape(self, source: Any) -> list[int]:
        """The dimensions of a type."""
        found = self.signeds(source)
        if any(size < 0 and size != core.DYNAMIC for size in found):
            raise damaged(f"a shape of sizes that cannot be: {found}")
        return found

    def pairs(self, source: Any) -> dict[str, Any]:
        """Attributes by name."""
        found = {}
        for _ in range(source.varint()):
            name = self.one(source, core.StringAttr).value
            found[name] = self.one(source)
        return found

    def string(self, source: Any) -> str | bytes:
        """A string, as bytes where it is no text."""
        raw = self._string(source.varint())
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return raw

    def bits(self, source: Any, width: int) -> int:
        """An integer's bits."""
        return source.byte() if width <= 8 else source.signed() & ((1 << width) - 1)

    def integer(self, source: Any, kind: Any) -> Any:
        """An integer of a type."""
        if not isinstance(kind, (core.IntegerType, core.IndexType)):
            raise damaged(f"an integer of the type {kind.text}")
        width = integer_width(kind)
        if width > 64:
            raise MLIRError(f"bytecode: integers of {width} bits are not read")
        value = self.bits(source, width)
        if width > 1 and not getattr(kind, "is_unsigned", False) and value >> (width - 1):
            value -= 1 << width
        return core.IntegerAttr.get(kind, value)

    def float(self, source: Any, kind: Any) -> Any:
        """A number of a type."""
        if not isinstance(kind, core.FloatType):
            raise damaged(f"a number of the type {kind.text}")
        return core.FloatAttr.get(kind, float_of_bits(self.bits(source, integer_width(kind)), kind))

    def _builtin_attribute(self, source: Any) -> Any:
        code = source.varint()
        if code == 0:
            return core.ArrayAttr.get(self.attributes(source))
        if code == 1:
            return core.DictAttr.get(self.pairs(source))
        if code == 2:
            return core.StringAttr.get(self.string(source))
        if code == 3:
            text = self.string(source)
            return core.StringAttr.get_typed(self.type(source.varint()), str(text))
        if code == 4:
            return core.FlatSymbolRefAttr.get(self.one(source, core.StringAttr).value)
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

    def _array(self, source: Any) -> Any:
        element = self.type(source.varint()).text
        count, data = source.varint(), source.take(source.varint())
        array = _ARRAYS.get(element)
        dtype = np.dtype(np.int8) if element == "i1" else core.NUMPY_OF.get(element)
        if array is None or dtype is None or len(data) != count * dtype.itemsize:
            raise damaged(f"{len(data)} bytes for an array of {count} of the type {element}")
        return array.get(np.frombuffer(data, dtype).tolist())

    def _location(self, code: int, source: Any) -> Any:
        if code == 10:
            callee, caller = self.one(source, Location), self.one(source, Location)
            return Location.callsite(callee, [caller])
        if code == 11:
            name = self.one(source, core.StringAttr).value
            return Location.file(name, source.varint(), source.varint())
        if code == 12:
            return Location.fused(self.locations(source))
        if code == 13:
            inner = self.locations(source)
            return Location.fused(inner, self.one(source))
        if code == 14:
            name = self.one(source, core.StringAttr).value
            return Location.name(name, self.one(source, Location))
        if code == 15:
            return self.unknown
        if code == 22:
            name = self.one(source, core.StringAttr).value
            place = source.varints()
            if len(place) > 4:
                raise damaged(f"a place in a file of {len(place)} numbers")
            if len(place) == 3:
                place = [place[0], place[1], place[0], place[2]]
            return Location.file(name, *[*place, 0, 0][: max(2, len(place))])
        raise MLIRError(f"bytecode: builtin attributes of the code {code} are not read")

    def _builtin_type(self, source: Any) -> Any:
        code = source.varint()
        if code == 0:
            word = source.varint()
            width, sign = word >> 2, word & 3
            if width > _WIDEST:
                raise damaged(f"an integer of {width} bits: MLIR has at most {_WIDEST}")
            if sign >= len(_SIGNS):
                raise damaged("an integer type with no kind of sign")
            return _native.known(core.IntegerType, f"{_SIGNS[sign]}i{width}", (width, _SIGNS[sign]))
        if code == 1:
            return core.IndexType.get()
        if code == 2:
            inputs = self.types(source)
            return core.FunctionType.get(inputs, self.types(source))
        if code in _FLOAT_OF:
            return core.FLOATS[_FLOAT_OF[code]].get()
        if code == 9:
            return core.ComplexType.get(self.type(source.varint()))
        if code == 12:
            return core.NoneType.get()
        if code in (13, 14):
            encoding = self.one(source) if code == 14 else None
            shape = self.shape(source)
            return core.RankedTensorType.get(shape, self.type(source.varint()), encoding)
        if code == 15:
            return core.TupleType.get_tuple(self.types(source))
        if code == 18:
            return core.UnrankedTensorType.get(self.type(source.varint()))
        raise MLIRError(f"bytecode: builtin types of the code {code} are not read")

    # -- operations

    def _form(self, key: tuple[int, int, int, str]) -> tuple[str, dict[str, Any], verification.Arity]:
        """An operation's name, attributes, and how many operands, results and regions it may have; many share them.

        ``key`` has the number of the name, those of the attributes and of the properties, or -1, and the name of
        the operation that it is in.
        """
        found = self.forms.get(key)
        if found is not None:
            return found
        if key[0] >= len(self.names):
            raise damaged(f"the name {key[0]} of {len(self.names)}")
        name, registered = self.names[key[0]]
        named: dict[str, Any] = {}
        if key[1] >= 0:
            named = self._dictionary(key[1])
        codec = self.codecs.get(name.partition(".")[0])
        if key[2] >= 0:
            if key[2] >= len(self.property_table):
                raise damaged(f"the properties {key[2]} of {len(self.property_table)}")
            properties = self.property_table[key[2]].copy()
            if not registered:
                named.update(self._dictionary(properties.varint()))
            elif name == "builtin.module":
                named.update(self.optional(properties, ("sym_name", "sym_visibility")))
            elif codec is not None:
                named.update(codec.read_properties(self, name, properties))
            else:
                raise MLIRError(f"bytecode: the properties of {name} are not known")
        if codec is not None:
            name, named = codec.read_operation(name, named, key[3])
        self.forms[key] = found = (name, named, verification.arity(name, named))
        return found

    def _dictionary(self, number: int) -> dict[str, Any]:
        attribute = self.attribute(number)
        if not isinstance(attribute, core.DictAttr):
            raise damaged(f"an operation's attributes are no dictionary: {attribute}")
        return dict(attribute.parts[0])

    def optional(self, source: Any, names: Sequence[str]) -> dict[str, Any]:
        """Attributes that may be absent."""
        found = {}
        for name in names:
            word = source.varint()
            if word & 1:
                found[name] = self._value(0, word >> 1)
        return found
