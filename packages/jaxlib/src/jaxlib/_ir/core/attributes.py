"""The builtin attributes; those that hold a tensor's elements are in `dense_elements`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from jaxlib._ir.core.context import MLIRError
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import Immutable
from jaxlib._ir.core.numbers import float_text
from jaxlib._ir.core.strings import BARE, quote, symbol_text
from jaxlib._ir.core.types import F32Type, F64Type, FloatType, IndexType, IntegerType, NoneType, Type
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native

_known = _native.known


class Attribute(Immutable):
    """An attribute."""

    __slots__ = ()

    @classmethod
    def parse(cls, asm: str | bytes, context: Any = None) -> Any:
        """The attribute that ``asm`` is the text of."""
        return hooks.parse_attribute(asm.decode() if isinstance(asm, bytes) else asm)

    @property
    def type(self) -> Any:
        """Its type; most have none."""
        return NoneType.get()

    @property
    def typeid(self) -> Any:
        """Which attribute it is, whatever its value."""
        return type(self)

    def get_named(self, name: str) -> NamedAttribute:
        """It with a name."""
        return NamedAttribute(name, self)


class NamedAttribute:
    """An attribute with a name."""

    def __init__(self, name: str, attr: Attribute) -> None:
        self.name = name
        self.attr = attr

    def __repr__(self) -> str:
        return f"NamedAttribute({self.name}={self.attr})"


class StringAttr(Attribute):
    """A string."""

    __slots__ = ()

    @classmethod
    def get(cls, value: str | bytes, context: Any = None) -> Any:
        """Of that text."""
        return cls(quote(value), (value,))

    @classmethod
    def get_typed(cls, type: Type, value: str) -> Any:  # noqa: A002
        """With a type."""
        return cls(f"{quote(value)} : {type.text}", (value,))

    @property
    def value(self) -> str:
        """The text."""
        value = self.parts[0]
        return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")

    @property
    def value_bytes(self) -> bytes:
        """Its bytes."""
        value = self.parts[0]
        return value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")


class BoolAttr(Attribute):
    """True or false."""

    __slots__ = ()

    @classmethod
    def get(cls, value: Any, context: Any = None) -> Any:
        """Of that truth."""
        return _TRUE if value else _FALSE

    @property
    def value(self) -> bool:
        """The truth."""
        return bool(self.parts[0])

    def __bool__(self) -> bool:
        return bool(self.parts[0])

    @property
    def type(self) -> Any:
        """i1."""
        return IntegerType.get_signless(1)


_TRUE, _FALSE = BoolAttr("true", (True,)), BoolAttr("false", (False,))


class IntegerAttr(Attribute):
    """An integer of a type."""

    __slots__ = ()

    @classmethod
    def get(cls, type: Type, value: int) -> Any:  # noqa: A002
        """Of that type and value."""
        value = int(value)
        if type.text == "i1":
            return BoolAttr.get(value)
        if not isinstance(type, (IntegerType, IndexType)):
            raise MLIRError(f"IntegerAttr.get: wanted a type of integers, found {type!r}")
        return _known(cls, f"{value} : {type.text}", (value, type))

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """A truth is an integer too."""
        return isinstance(other, (IntegerAttr, BoolAttr))

    @property
    def value(self) -> int:
        """The integer."""
        return int(self.parts[0])

    def __int__(self) -> int:
        return int(self.parts[0])

    @property
    def type(self) -> Any:
        """Its type."""
        return self.parts[1] if len(self.parts) > 1 else IntegerType.get_signless(1)


class FloatAttr(Attribute):
    """A number of a type."""

    __slots__ = ()

    @classmethod
    def get(cls, type: Type, value: float, loc: Any = None) -> Any:  # noqa: A002
        """Of that type and value."""
        if not isinstance(type, FloatType):
            raise MLIRError(f"FloatAttr.get: wanted a type of floating-point numbers, found {type!r}")
        return cls(f"{float_text(value, type.text)} : {type.text}", (float(value), type))

    @classmethod
    def get_f32(cls, value: float, context: Any = None) -> Any:
        """A single."""
        return cls.get(F32Type.get(), value)

    @classmethod
    def get_f64(cls, value: float, context: Any = None) -> Any:
        """A double."""
        return cls.get(F64Type.get(), value)

    @property
    def value(self) -> float:
        """The number."""
        return float(self.parts[0])

    def __float__(self) -> float:
        return float(self.parts[0])

    @property
    def type(self) -> Any:
        """Its type."""
        return self.parts[1]


class ArrayAttr(Attribute):
    """Attributes in order."""

    __slots__ = ()

    @classmethod
    def get(cls, attributes: Sequence[Attribute], context: Any = None) -> Any:
        """Of those."""
        attributes = tuple(attributes)
        return cls(f"[{', '.join([each.text for each in attributes])}]", attributes)

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, index: Any) -> Any:
        return self.parts[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.parts)

    def __add__(self, extra: Iterable[Attribute]) -> Any:
        return ArrayAttr.get([*self.parts, *extra])


def dictionary_text(items: Mapping[str, Attribute]) -> str:
    """``{name = value, ...}`` in the order of names."""
    shown = []
    for name in sorted(items):
        key = name if BARE.match(name) else quote(name)
        text = items[name].text
        shown.append(key if text == "unit" else f"{key} = {text}")
    return "{" + ", ".join(shown) + "}"


class DictAttr(Attribute):
    """Attributes by name."""

    __slots__ = ()

    @classmethod
    def get(cls, value: Mapping[str, Attribute] | None = None, context: Any = None) -> Any:
        """Of those."""
        items = dict(value or {})
        return cls(dictionary_text(items), (items,))

    def __len__(self) -> int:
        return len(self.parts[0])

    def __contains__(self, name: object) -> bool:
        return name in self.parts[0]

    def __getitem__(self, key: Any) -> Any:
        items = self.parts[0]
        if isinstance(key, int):
            name = sorted(items)[key]
            return NamedAttribute(name, items[name])
        return items[key]

    def __iter__(self) -> Iterator[Any]:
        return (NamedAttribute(name, self.parts[0][name]) for name in sorted(self.parts[0]))


class SymbolRefAttr(Attribute):
    """The name of something else in the program."""

    __slots__ = ()

    @classmethod
    def get(cls, symbols: Sequence[str], context: Any = None) -> Any:
        """Of nested names."""
        return cls("::".join(symbol_text(each) for each in symbols), tuple(symbols))

    @property
    def value(self) -> Any:
        """The names."""
        return list(self.parts)


class FlatSymbolRefAttr(SymbolRefAttr):
    """One such name."""

    __slots__ = ()

    @classmethod
    def get(cls, value: str, context: Any = None) -> Any:  # type: ignore[override]
        """Of that name."""
        return cls(symbol_text(value), (value,))

    @property
    def value(self) -> str:
        """The name."""
        return str(self.parts[0])


class TypeAttr(Attribute):
    """A type as an attribute."""

    __slots__ = ()

    @classmethod
    def get(cls, value: Type, context: Any = None) -> Any:
        """Of that type."""
        return cls(value.text, (value,))

    @property
    def value(self) -> Any:
        """The type."""
        return self.parts[0]


class UnitAttr(Attribute):
    """What says something by being there."""

    __slots__ = ()

    @classmethod
    def get(cls, context: Any = None) -> Any:
        """It."""
        return _known(cls, "unit")


class OpaqueAttr(Attribute):
    """An attribute of a dialect that is only passed through."""

    __slots__ = ()


class DialectAttr(Attribute):
    """An attribute of a dialect, of which nothing but the text is known."""

    __slots__ = ()


class AffineMapAttr(Attribute):
    """An affine map."""

    __slots__ = ()

    @classmethod
    def get(cls, affine_map: Any) -> Any:
        """Of that map."""
        raise NotInBindings("jaxlib.mlir.ir.AffineMapAttr", "affine maps are used by Pallas only")


def _dense_array(name: str, kind: str, item: Callable[[Any], str], convert: Callable[[Any], Any]) -> Any:
    """A class of attributes that are lists of plain numbers."""

    def get(cls: Any, values: Sequence[Any], context: Any = None) -> Any:
        values = tuple(convert(each) for each in values)
        inside = f": {', '.join(item(each) for each in values)}" if values else ""
        return _known(cls, f"array<{kind}{inside}>", values)

    members: dict[str, Any] = {
        "__slots__": (),
        "__doc__": f"A list of {kind}.",
        "get": classmethod(get),
        "__len__": lambda self: len(self.parts),
        "__getitem__": lambda self, index: self.parts[index],
        "__iter__": lambda self: iter(self.parts),
        "__add__": lambda self, extra: type(self).get([*self.parts, *extra]),
    }
    return type(name, (Attribute,), members)


DenseBoolArrayAttr = _dense_array("DenseBoolArrayAttr", "i1", lambda v: "true" if v else "false", bool)
DenseI8ArrayAttr = _dense_array("DenseI8ArrayAttr", "i8", str, int)
DenseI16ArrayAttr = _dense_array("DenseI16ArrayAttr", "i16", str, int)
DenseI32ArrayAttr = _dense_array("DenseI32ArrayAttr", "i32", str, int)
DenseI64ArrayAttr = _dense_array("DenseI64ArrayAttr", "i64", str, int)
DenseF32ArrayAttr = _dense_array("DenseF32ArrayAttr", "f32", lambda v: float_text(v, "f32"), float)
DenseF64ArrayAttr = _dense_array("DenseF64ArrayAttr", "f64", lambda v: float_text(v, "f64"), float)
