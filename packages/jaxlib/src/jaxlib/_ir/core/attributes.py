"""The builtin attributes, except for those with tensor elements, which are in `dense_elements`."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeAlias, TypeVar, cast, overload

from jaxlib._ir.core import arguments, number_lists
from jaxlib._ir.core.affine import AffineMap, check_counts
from jaxlib._ir.core.context import Context, MLIRError
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import Immutable
from jaxlib._ir.core.numbers import as_elements, float_text
from jaxlib._ir.core.strings import BARE, as_bytes, quote, symbol_text
from jaxlib._ir.core.types import (
    DYNAMIC,
    F32Type,
    F64Type,
    FloatType,
    IndexType,
    IntegerType,
    NoneType,
    Type,
)
from jaxlib._native import ir as _native

_known = _native.known

N_co = TypeVar("N_co", bound=float, covariant=True)


class Attribute(Immutable):
    """Compile-time data of an operation, such as a number or a list; equal texts are equal attributes."""

    __slots__ = ()

    @classmethod
    def parse(cls, asm: str | bytes, context: Context | None = None) -> Attribute:
        """Parse an attribute."""
        return hooks.parse_attribute(asm.decode() if isinstance(asm, bytes) else asm)

    @property
    def type(self) -> Type:
        """The type of the attribute; none for most attributes."""
        return NoneType.get()

    @property
    def typeid(self) -> object:
        """Identifies the kind of attribute: its class."""
        return type(self)

    def get_named(self, name: str) -> NamedAttribute:
        """The attribute paired with a name."""
        return NamedAttribute(name, self)


A = TypeVar("A", bound=Attribute)

#: The attributes of an operation by name. The name determines the class, which `verification` checks.
Attributes: TypeAlias = dict[str, Attribute]


def named_attribute(attributes: Attributes, name: str, kind: type[A]) -> A:
    """The attribute with that name, which has the class that its name determines; KeyError if there is none."""
    return cast("A", attributes[name])


class NamedAttribute:
    """A pair of a name and an attribute."""

    def __init__(self, name: str, attr: Attribute) -> None:
        self.name = name
        self.attr = attr

    def __repr__(self) -> str:
        return f"NamedAttribute({self.name}={self.attr})"


#: Strings of more bytes and lists of more attributes get a `_LazyText`.
_LONG_STRING = 256
_LONG_LIST = 32

V = TypeVar("V", bound=Hashable)


class _LazyText(Generic[V]):
    """A text that takes time and is rarely read, such as that of a long list; equal if what it shows is equal."""

    __slots__ = ("_hash", "_render", "_text", "value")

    def __init__(self, value: V, render: Callable[[V], str]) -> None:
        self.value, self._render, self._hash = value, render, hash(value)
        self._text: str | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = self._render(self.value)
        return self._text

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _LazyText) and self.value == other.value


class StringAttr(Attribute):
    """A string attribute."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.string"

    @classmethod
    def get(cls, value: str | bytes, context: Context | None = None) -> Self:
        """The attribute of a string."""
        if not isinstance(value, str | bytes):
            raise arguments.refused(value, "a string")
        if len(value) > _LONG_STRING // 4:  # a character has up to four bytes
            content = as_bytes(value)
            if len(content) > _LONG_STRING:
                return cls(_LazyText(content, quote), (value,))
        return cls(quote(value), (value,))

    @classmethod
    def get_typed(cls, type: Type, value: str) -> Self:  # noqa: A002
        """The attribute of a string with a type."""
        return cls(f"{quote(arguments.one(value, str))} : {arguments.one(type, Type).text}", (value,))

    @property
    def value(self) -> str:
        """The string."""
        value: str | bytes = self.parts[0]
        return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")

    @property
    def value_bytes(self) -> bytes:
        """The string as bytes."""
        value: str | bytes = self.parts[0]
        return as_bytes(value)


class BoolAttr(Attribute):
    """A boolean attribute."""

    __slots__ = ()

    @classmethod
    def get(cls, value: object, context: Context | None = None) -> BoolAttr:
        """The attribute of True or False.

        Raises:
            TypeError: It is neither.
        """
        return _TRUE if arguments.one(value, bool) else _FALSE

    @property
    def value(self) -> bool:
        """The boolean."""
        return bool(self.parts[0])

    def __bool__(self) -> bool:
        return bool(self.parts[0])

    @property
    def type(self) -> IntegerType:
        """The type i1."""
        return IntegerType.get_signless(1)


_TRUE, _FALSE = BoolAttr("true", (True,)), BoolAttr("false", (False,))


def _with_bits(value: int, width: int, sign: str) -> int:
    """The integer of a type with the lowest bits of ``value``."""
    value &= (1 << width) - 1
    return value - (1 << width) if sign != "u" and value >> (width - 1) else value


class IntegerAttr(Attribute):
    """An integer attribute."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.integer"

    #: An integer attribute of a type, with as many bits as it has; a BoolAttr for the type i1.
    get = classmethod(_native.integer_attribute)

    @classmethod
    def _get(cls, type: Type, value: int) -> IntegerAttr | BoolAttr:  # noqa: A002
        """Convert the number if it is not an int, and shorten it if it has too many bits."""
        if not isinstance(type, Type) or value is None:
            raise TypeError(f"IntegerAttr.get: wanted a type and an integer, found {type!r} and {value!r}")
        try:
            value = arguments.integer(value)
        except TypeError as error:
            # Upstream's errors.
            kind = TypeError if isinstance(type, IntegerType) and type.width > 64 else RuntimeError
            raise kind(f"std::bad_cast: IntegerAttr.get: wanted an integer, found {value!r}") from error
        if type.text == "i1":
            return BoolAttr.get(bool(value & 1))
        if isinstance(type, IntegerType):
            width, sign = type.parts
            if value.bit_length() >= width or (value < 0 and sign == "u"):
                value = _with_bits(value, width, sign)
        elif not isinstance(type, IndexType):
            raise MLIRError(f"IntegerAttr.get: wanted a type of integers, found {type!r}")
        return _known(cls, f"{value} : {type.text}", (value, type))

    @classmethod
    def isinstance(cls, other: object) -> bool:
        """Whether ``other`` is an integer attribute; a BoolAttr is one, too."""
        return isinstance(other, (IntegerAttr, BoolAttr))

    @property
    def value(self) -> int:
        """The integer."""
        return int(self.parts[0])

    def __int__(self) -> int:
        return int(self.parts[0])

    __index__ = __int__

    @property
    def type(self) -> Type:
        """The type of the integer."""
        return self.parts[1] if len(self.parts) > 1 else IntegerType.get_signless(1)


class FloatAttr(Attribute):
    """A floating-point attribute."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.float"

    @classmethod
    def get(cls, type: Type, value: float, loc: object = None) -> Self:  # noqa: A002
        """The attribute of a type and a number."""
        if not isinstance(arguments.one(type, Type), FloatType):
            raise MLIRError("Invalid attribute:\nerror: unknown: expected floating point type")
        value = number_lists.number(value)
        if type.text == "f8E8M0FNU" and value == 0:
            value = float(as_elements(value, type.text))
        return cls(f"{float_text(value, type.text)} : {type.text}", (value, type))

    get_unchecked = get

    @classmethod
    def get_f32(cls, value: float, context: Context | None = None) -> Self:
        """The attribute of a number in single precision."""
        return cls.get(F32Type.get(), value)

    @classmethod
    def get_f64(cls, value: float, context: Context | None = None) -> Self:
        """The attribute of a number in double precision."""
        return cls.get(F64Type.get(), value)

    @property
    def value(self) -> float:
        """The number."""
        return float(self.parts[0])

    def __float__(self) -> float:
        return float(self.parts[0])

    @property
    def type(self) -> FloatType:
        """The type of the number."""
        return self.parts[1]


def _in_list(attribute: Attribute) -> str:
    """The text of an attribute in a list, where i64 and f64 are the types of numbers without one."""
    if isinstance(attribute, IntegerAttr):
        return attribute.text.removesuffix(" : i64")
    if isinstance(attribute, FloatAttr) and not attribute.text.startswith("0x"):
        return attribute.text.removesuffix(" : f64")
    return attribute.text


def _list_text(attributes: Sequence[Attribute]) -> str:
    return f"[{', '.join(map(_in_list, attributes))}]"


class ArrayAttr(Attribute):
    """A list of attributes."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.array"

    @classmethod
    def get(cls, attributes: Sequence[Attribute], context: Context | None = None) -> ArrayAttr:
        """The attribute of those attributes."""
        attributes = arguments.several(attributes, Attribute, RuntimeError)
        if len(attributes) > _LONG_LIST:
            return cls(_LazyText(attributes, _list_text), attributes)
        return cls(_list_text(attributes), attributes)

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, index: int) -> Attribute:
        try:
            return self.parts[index]
        except IndexError:
            raise IndexError("ArrayAttribute index out of range") from None

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.parts)

    def __add__(self, extra: Iterable[Attribute]) -> ArrayAttr:
        return ArrayAttr.get([*self.parts, *extra])


@lru_cache(maxsize=1024)
def _key_text(name: str) -> str:
    return name if BARE.match(name) else quote(name)


def dictionary_text(items: Mapping[str, Attribute]) -> str:
    """``{name = value, ...}``, sorted by name."""
    shown = []
    for name in sorted(items):
        key = _key_text(name)
        text = items[name].text
        shown.append(key if text == "unit" else f"{key} = {text}")
    return "{" + ", ".join(shown) + "}"


class _Dictionary(_native.DictionaryText):
    """The lazy text of a dictionary."""

    __slots__ = ()

    @property
    def text(self) -> str:
        if self.known is None:
            self.known = dictionary_text(self.items)
        return self.known


class DictAttr(Attribute):
    """A dictionary of attributes."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.dictionary"

    @classmethod
    def get(cls, value: Mapping[str, Attribute] | None = None, context: Context | None = None) -> Self:
        """The attribute of a dictionary."""
        items = dict({} if value is None else arguments.one(value, dict))
        for name, item in items.items():
            if not isinstance(name, str) or not isinstance(item, Attribute):
                raise RuntimeError(
                    f"std::bad_cast: wanted a name and an attribute, found {name!r}: {item!r:.100}"
                )
        return cls(_Dictionary(items), (items,))

    def __len__(self) -> int:
        return len(self.parts[0])

    def __contains__(self, name: object) -> bool:
        return name in self.parts[0]

    @overload
    def __getitem__(self, key: int) -> NamedAttribute: ...
    @overload
    def __getitem__(self, key: str) -> Attribute: ...
    def __getitem__(self, key: str | int) -> Attribute | NamedAttribute:
        items: dict[str, Attribute] = self.parts[0]
        if isinstance(key, int):
            if not 0 <= key < len(items):
                raise IndexError("attempt to access out of bounds attribute")
            name = sorted(items)[key]
            return NamedAttribute(name, items[name])
        if key not in items:
            raise KeyError("attempt to access a non-existent attribute")
        return items[key]

    def __iter__(self) -> Iterator[NamedAttribute]:
        return (NamedAttribute(name, self.parts[0][name]) for name in sorted(self.parts[0]))


class SymbolRefAttr(Attribute):
    """A reference to a symbol."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.symbol_ref"

    @classmethod
    def get(cls, symbols: Sequence[str], context: Context | None = None) -> Self:
        """The reference to a nested symbol, by the names from the outermost inwards."""
        symbols = arguments.several(symbols, str)
        if not symbols:
            raise RuntimeError("SymbolRefAttr must be composed of at least one symbol.")
        return cls("::".join(map(symbol_text, symbols)), symbols)

    @property
    def value(self) -> list[str] | str:
        """The names from the outermost inwards; for a FlatSymbolRefAttr, the single name."""
        return list(self.parts)


class FlatSymbolRefAttr(SymbolRefAttr):
    """A reference to a symbol by a single name."""

    __slots__ = ()

    @classmethod
    def get(cls, value: str, context: Context | None = None) -> Self:  # type: ignore[override]
        """The reference to a symbol."""
        return cls(symbol_text(value), (value,))

    @property
    def value(self) -> str:
        """The name."""
        return str(self.parts[0])


class TypeAttr(Attribute):
    """A type as an attribute."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.type"

    @classmethod
    def get(cls, value: Type, context: Context | None = None) -> Self:
        """The attribute of a type."""
        return cls(arguments.one(value, Type).text, (value,))

    @property
    def value(self) -> Type:
        """The type."""
        return self.parts[0]


class UnitAttr(Attribute):
    """A unit attribute: its presence is its value."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.unit"

    @classmethod
    def get(cls, context: Context | None = None) -> Self:
        """The unit attribute."""
        return _known(cls, "unit")


#: The text of a dialect's attribute that is printed after a point, not in angle brackets.
_PRETTY = re.compile(r"[A-Za-z][\w.]*(<.*>)?", re.ASCII | re.DOTALL)


class OpaqueAttr(Attribute):
    """An attribute of an unknown dialect."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.opaque"

    @classmethod
    def get(
        cls,
        dialect_namespace: str,
        buffer: bytes,
        type: Type,  # noqa: A002
        context: Context | None = None,
    ) -> Self:
        """The attribute of a dialect with that text, of a type."""
        data = bytes(memoryview(buffer))
        text = data.decode(errors="surrogateescape")
        text = f".{text}" if _PRETTY.fullmatch(text) else f"<{text}>"
        tail = "" if type.text == "none" else f" : {type.text}"
        return cls(f"#{dialect_namespace}{text}{tail}", (dialect_namespace, data, type))

    @property
    def dialect_namespace(self) -> str:
        """The name of the dialect."""
        return str(self.parts[0])

    @property
    def data(self) -> bytes:
        """The text after the name of the dialect."""
        return bytes(self.parts[1])

    @property
    def type(self) -> Type:
        """The type."""
        return self.parts[2]


class DialectAttr(Attribute):
    """An attribute of a known dialect, represented by its text alone."""

    __slots__ = ()
    _of_text = True


class AffineMapAttr(Attribute):
    """An affine map as an attribute."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.affine_map"

    @classmethod
    def get(cls, affine_map: AffineMap) -> Self:
        """The attribute of an affine map."""
        return cls(f"affine_map<{arguments.one(affine_map, AffineMap).text}>", (affine_map,))

    @property
    def value(self) -> AffineMap:
        """The affine map."""
        return self.parts[0]


class StridedLayoutAttr(Attribute):
    """The layout of a memref: an offset and the stride of each dimension, in elements."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.strided_layout"

    @classmethod
    def get(cls, offset: int, strides: Sequence[int], context: Context | None = None) -> Self:
        """A strided layout; `DYNAMIC` stands for dynamic values."""
        offset, strides = arguments.index(offset), number_lists.integers(strides)
        shown = ["?" if size == DYNAMIC else str(size) for size in (offset, *strides)]
        start = f", offset: {shown[0]}" if offset else ""
        return cls(f"strided<[{', '.join(shown[1:])}]{start}>", (offset, strides))

    @classmethod
    def get_fully_dynamic(cls, rank: int, context: Context | None = None) -> Self:
        """A strided layout with dynamic offset and strides."""
        check_counts("StridedLayoutAttr.get_fully_dynamic", rank)
        return cls.get(DYNAMIC, [DYNAMIC] * rank)

    @property
    def offset(self) -> int:
        return int(self.parts[0])

    @property
    def strides(self) -> list[int]:
        """The stride of each dimension."""
        return list(self.parts[1])


class DenseArrayAttr(Generic[N_co], Attribute):
    """An array of numbers with one element type."""

    __slots__ = ()
    _element: ClassVar[str]
    #: Element -> its text.
    _write: ClassVar[staticmethod[[float], str]] = staticmethod(str)

    @classmethod
    def get(cls, values: Sequence[float], context: Context | None = None) -> Self:
        """The attribute of those numbers."""
        return cls._get(values)

    @classmethod
    def _get(cls, values: Sequence[float], context: Context | None = None) -> Self:
        numbers = cls._converted(values)
        elements = f": {', '.join(cls._write(number) for number in numbers)}" if numbers else ""
        return _known(cls, f"array<{cls._element}{elements}>", numbers)

    @classmethod
    def _converted(cls, values: Sequence[float]) -> tuple[float, ...]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.parts)

    @overload
    def __getitem__(self, index: int) -> N_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[N_co, ...]: ...
    def __getitem__(self, index: int | slice) -> N_co | tuple[N_co, ...]:
        try:
            return self.parts[index]
        except IndexError:
            raise IndexError("DenseArray index out of range") from None

    def __iter__(self) -> Iterator[N_co]:
        return iter(self.parts)

    def __add__(self, extra: Iterable[float]) -> Self:
        return self.get([*self.parts, *extra])


def _boolean_text(value: float) -> str:
    return "true" if value else "false"


class DenseBoolArrayAttr(DenseArrayAttr[bool]):
    """A list of booleans."""

    __slots__ = ()
    _element = "i1"
    _write = staticmethod(_boolean_text)

    @classmethod
    def _converted(cls, values: Sequence[float]) -> tuple[float, ...]:
        return number_lists.converted(values, bool)


class _IntegerArrayAttr(DenseArrayAttr[int]):
    """A list of integers of one width."""

    __slots__ = ()
    _bits: ClassVar[int]

    if not TYPE_CHECKING:
        get = classmethod(_native.integer_array)

    @classmethod
    def _converted(cls, values: Sequence[float]) -> tuple[float, ...]:
        return number_lists.integers(values, cls._bits)


class DenseI8ArrayAttr(_IntegerArrayAttr):
    """A list of integers of 8 bits."""

    __slots__ = ()
    _element = "i8"
    _bits = 8


class DenseI16ArrayAttr(_IntegerArrayAttr):
    """A list of integers of 16 bits."""

    __slots__ = ()
    _element = "i16"
    _bits = 16


class DenseI32ArrayAttr(_IntegerArrayAttr):
    """A list of integers of 32 bits."""

    __slots__ = ()
    _element = "i32"
    _bits = 32


class DenseI64ArrayAttr(_IntegerArrayAttr):
    """A list of integers of 64 bits."""

    __slots__ = ()
    _element = "i64"
    _bits = 64


class DenseF32ArrayAttr(DenseArrayAttr[float]):
    """A list of numbers in single precision."""

    __slots__ = ()
    _element = "f32"
    _write = staticmethod(partial(float_text, type_text="f32"))

    @classmethod
    def _converted(cls, values: Sequence[float]) -> tuple[float, ...]:
        return number_lists.converted(values, number_lists.number)


class DenseF64ArrayAttr(DenseArrayAttr[float]):
    """A list of numbers in double precision."""

    __slots__ = ()
    _element = "f64"
    _write = staticmethod(partial(float_text, type_text="f64"))

    @classmethod
    def _converted(cls, values: Sequence[float]) -> tuple[float, ...]:
        return number_lists.converted(values, number_lists.number)


#: The array class of each element type.
ARRAYS: dict[str, type[DenseArrayAttr[float]]] = {
    array._element: array
    for array in (
        DenseBoolArrayAttr,
        DenseI8ArrayAttr,
        DenseI16ArrayAttr,
        DenseI32ArrayAttr,
        DenseI64ArrayAttr,
        DenseF32ArrayAttr,
        DenseF64ArrayAttr,
    )
}

_native.register(integer_attribute=IntegerAttr, string_attribute=StringAttr)
_native.register(dictionary_attribute=DictAttr, dictionary_text=_Dictionary)
