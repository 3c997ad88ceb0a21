"""Writes programs in MLIR's bytecode.

`Writer` collects attributes, types and strings while it walks the program, and numbers them at the end, most used
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from jaxlib._ir import core
from jaxlib._ir.core import Attribute, MLIRError, Operation, Type
from jaxlib._ir.core.attributes import ARRAYS
from jaxlib._ir.core.strings import as_bytes
from jaxlib._ir.serialization import encoding
from jaxlib._ir.serialization.encoding import (
    EncodedField,
    Fields,
    apint,
    elements,
    float_bits,
    integer_width,
    varint,
)
from jaxlib._native import ir as _native

Entry = _native.Entry
Form = _native.Form

T = TypeVar("T")


def _integer_fields(attr: core.IntegerAttr) -> tuple[int, Fields]:
    return 8, (("t", attr.type), ("b1", apint(attr.value, integer_width(attr.type))))


def _float_fields(attr: core.FloatAttr) -> tuple[int, Fields]:
    bits = apint(float_bits(attr.value, attr.type), integer_width(attr.type))
    return 9, (("t", attr.type), ("b1", bits))


_name = lru_cache(maxsize=1024)(core.StringAttr.get)


def _dictionary_fields(attr: core.DictAttr) -> tuple[int, Fields]:
    items = attr.parts[0]
    return 1, (("n", [(_name(name), items[name]) for name in sorted(items)]),)


def _elements_fields(attr: core.DenseElementsAttr) -> tuple[int, Fields]:
    return 18, (("t", attr.type), ("b", elements(attr)))


def _array_fields(text: str, attr: Attribute) -> tuple[int, Fields]:
    dtype = np.dtype(np.int8) if text == "i1" else core.NUMPY_OF[text]
    raw = np.array(attr.parts, dtype).tobytes()
    return 17, (("t", _element(text)), ("v", len(attr.parts)), ("b", raw))


def _nested_symbol_fields(attr: core.SymbolRefAttr) -> tuple[int, Fields]:
    outermost, *nested = attr.parts
    inner = [core.FlatSymbolRefAttr.get(name) for name in nested]
    return 5, (("a", core.StringAttr.get(outermost)), ("A", inner))


#: The code and fields of an attribute by its class.
_FIELDS: dict[type, Callable[[Any], tuple[int, Fields]]] = {
    core.StringAttr: lambda attr: (2, (("z", attr.value_bytes),)),
    core.BoolAttr: lambda attr: (8, (("t", attr.type), ("b1", bytes([attr.value])))),
    core.IntegerAttr: _integer_fields,
    core.FloatAttr: _float_fields,
    core.ArrayAttr: lambda attr: (0, (("A", attr.parts),)),
    core.DictAttr: _dictionary_fields,
    core.FlatSymbolRefAttr: lambda attr: (4, (("a", core.StringAttr.get(attr.value)),)),
    core.SymbolRefAttr: _nested_symbol_fields,
    core.TypeAttr: lambda attr: (6, (("t", attr.value),)),
    core.UnitAttr: lambda _: (7, ()),
    core.DenseElementsAttr: _elements_fields,
    core.DenseIntElementsAttr: _elements_fields,
    core.DenseFPElementsAttr: _elements_fields,
    **{array: partial(_array_fields, text) for text, array in ARRAYS.items()},
}


def attribute_fields(attr: Attribute) -> tuple[int, Fields] | None:
    """The code and fields of a builtin attribute; None for any other attribute. Native code encodes locations."""
    fields = _FIELDS.get(type(attr))
    return None if fields is None else fields(attr)


def _element(text: str) -> Type:
    return core.FLOATS[text].get() if text[0] == "f" else core.IntegerType.get_signless(int(text[1:]))


def type_fields(kind: Type) -> tuple[int, Fields] | None:
    """The code and fields of a builtin type; None for any other type."""
    if type(kind) is core.RankedTensorType:
        shape, element, attribute = kind.parts
        fields: Fields = (("S", shape), ("t", element))
        return (13, fields) if attribute is None else (14, (("a", attribute), *fields))
    if type(kind) is core.IntegerType:
        return 0, (("v", kind.width << 2 | encoding.SIGNS.index(kind.parts[1])),)
    if type(kind) is core.IndexType:
        return 1, ()
    if type(kind) is core.FunctionType:
        return 2, (("T", kind.parts[0]), ("T", kind.parts[1]))
    if isinstance(kind, core.FloatType):
        code = encoding.FLOAT_CODES.get(kind.text)
        return None if code is None else (code, ())
    if type(kind) is core.ComplexType:
        return 9, (("t", kind.element_type),)
    if type(kind) is core.NoneType:
        return 12, ()
    if type(kind) is core.TupleType:
        return 15, (("T", kind.parts),)
    if type(kind) is core.UnrankedTensorType:
        return 18, (("t", kind.element_type),)
    return None


class DialectWriter(Protocol):
    """A dialect's codec for `Writer`."""

    dialect: str

    def attribute(self, attr: Attribute) -> tuple[int, Fields] | None:
        """The code and fields of an attribute; None if it does not belong to the dialect."""

    def type(self, kind: Type) -> tuple[int, Fields] | None:
        """The code and fields of a type; None if it does not belong to the dialect."""


#: The dialect, the code, the fields, the text, and the codec of the values in the fields.
Encoded: TypeAlias = tuple[str, int, Fields, str, DialectWriter | None]


class Forms(Protocol):
    """How the operations of a program are encoded; C++ calls it for each combination of name and attributes."""

    def form(self, op: Operation) -> Form:
        """The name, properties and attributes of an operation, as they are encoded."""


class _Encoder:
    """Encodes attributes and types; numbers the dialects in the order of their first use.

    It does not refer to the entries, which native code holds unseen by the garbage collector.
    """

    def __init__(self, ranges: bool) -> None:
        self.ranges = ranges
        self.dialects: dict[str, int] = {}

    string = staticmethod(_name)
    dictionary = core.DictAttr

    def dialect(self, name: str) -> int:
        """The number of a dialect."""
        return self.dialects.setdefault(name, len(self.dialects))

    def encode(self, value: Attribute | Type, codec: DialectWriter | None) -> Encoded:
        """The dialect, the code, the fields, the text of a value without a code, the codec of the fields' values.

        Without a codec, native code keeps the result, which depends on the value alone, and encodes dictionaries
        itself.
        """
        if isinstance(value, Type):
            own = None if codec is None else codec.type(value)
            builtin = type_fields(value) if own is None else None
        else:
            own = None if codec is None else codec.attribute(value)
            builtin = attribute_fields(value) if own is None else None
        if codec is not None and own is not None:
            return codec.dialect, *own, "", codec
        if builtin is not None:
            return "builtin", *builtin, "", None
        return _dialect_of(value.text), -1, (), value.text, None


class Writer:
    """Writes one program.

    Native code writes the operations, and keeps an Entry of each attribute, type and location. A codec encodes
    those of a dialect: ``attribute(value)`` and ``type(value)`` return a code and fields, or None.
    """

    def __init__(
        self, version: int = encoding.VERSION, producer: str = "jaxlib", ranges: bool = True
    ) -> None:
        self.version = version
        self.elided = version >= encoding.ELIDED_LOCATIONS
        self.producer = producer
        self.strings: dict[bytes, int] = {}
        self.names: dict[str, list[int]] = {}
        self.properties: dict[bytes, int] = {}
        self.encoder = _Encoder(ranges)
        self.dialect = self.encoder.dialect
        self.dialects = self.encoder.dialects
        self.entries = _native.Entries(self.encoder)
        #: The Entry of an attribute, a type or a location, encoded by the codec if that knows the value.
        self.entry = self.entries.entry

    def op_name(self, name: str, registered: bool) -> list[int]:
        """The entry of an operation's name: the dialect, whether it is registered, the number."""
        entry = self.names.get(name)
        if entry is None:
            entry = self.names[name] = [self.dialect(name.partition(".")[0]), registered, 0]
        return entry

    def string(self, text: str) -> bytes:
        """The number of a string."""
        return varint(self.strings.setdefault(as_bytes(text), len(self.strings)))

    def number(self) -> None:
        """Number all entries, most used first, and the names of operations."""
        self.entries.number()
        for number, name in enumerate(sorted(self.names.values(), key=lambda entry: entry[0])):
            name[2] = number

    def dialect_section(self) -> bytes:
        """The dialects and the operation names."""
        out = [varint(len(self.dialects))]
        for name in self.dialects:
            if self.version < encoding.DIALECT_VERSIONING:
                out.append(self.string(name))
            else:
                out.append(varint(self.strings.setdefault(as_bytes(name), len(self.strings)) << 1))
        if self.elided:
            out.append(varint(len(self.names)))
        ordered = sorted(self.names.items(), key=lambda item: item[1][2])
        for dialect, group in _groups(ordered, lambda item: item[1][0]):
            out += [varint(dialect), varint(len(group))]
            for name, (_, registered, _number) in group:
                bare = as_bytes(name.partition(".")[2])
                number = self.strings.setdefault(bare, len(self.strings))
                out.append(
                    varint(number << 1 | registered if self.version >= encoding.PROPERTIES else number)
                )
        return b"".join(out)

    def write(self, op: Operation, forms: Forms | None) -> bytes:
        """The bytes of a program; without ``forms``, all attributes are written by name.

        ``forms.form(op)`` returns how all operations with the same name and attributes are encoded: name,
        properties and attributes as a `Form`. If there are foreign operations, whose values have other types than
        the rest, ``forms.cast()`` returns the Form of the casts between them.
        """
        program = _native.Collected(op, self, forms)
        self.number()
        dialects = self.dialect_section()
        table, offsets = self.entries.encoded(self.strings)
        try:
            ir = varint(2) + program.emit(self.version, self.property_number)
        except IndexError as error:  # for a value that no operation in the program defines
            raise MLIRError(str(error)) from None
        out = [encoding.MAGIC, varint(self.version), self.producer.encode(), b"\0"]
        sections = [
            (encoding.DIALECTS, dialects),
            (encoding.OFFSETS, offsets),
            (encoding.VALUES, table),
            (encoding.IR, ir),
            (encoding.RESOURCE_OFFSETS, varint(0)),
            (encoding.RESOURCES, b""),
            (encoding.STRINGS, self.string_section()),
        ]
        if self.version >= encoding.PROPERTIES:
            sections.append(
                (encoding.PROPERTY_TABLE, varint(len(self.properties)) + b"".join(self.properties))
            )
        out += [_section(number, data) for number, data in sections]
        return b"".join(out)

    def string_section(self) -> bytes:
        """All strings, after their lengths in reverse order."""
        lengths = [varint(len(string) + 1) for string in reversed(self.strings)]
        return varint(len(self.strings)) + b"".join(lengths) + b"\0".join(self.strings) + b"\0"

    def property_number(self, properties: Iterable[EncodedField]) -> int:
        """The number of properties, which several operations may share."""
        data = _native.encoded_fields(properties, self.strings)
        return self.properties.setdefault(varint(len(data)) + data, len(self.properties))


def _section(number: int, data: bytes) -> bytes:
    return bytes([number]) + varint(len(data)) + data


def _groups(items: Iterable[T], key: Callable[[T], int]) -> list[tuple[int, list[T]]]:
    """The runs of items with equal keys."""
    groups: list[tuple[int, list[T]]] = []
    for item in items:
        if not groups or groups[-1][0] != key(item):
            groups.append((key(item), []))
        groups[-1][1].append(item)
    return groups


def _dialect_of(text: str) -> str:
    """The dialect of an attribute or type that is written as text."""
    if text[:1] in "#!":
        return text[1:].partition(".")[0].partition("<")[0]
    return "builtin"


def write(op: Operation, version: int = encoding.VERSION) -> bytes:
    """The bytecode of a program without conversion, with attributes by name, which every compiler reads."""
    return Writer(version).write(op, None)
