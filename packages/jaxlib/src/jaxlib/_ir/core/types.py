"""The builtin types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, ClassVar, Self

from jaxlib._ir.core import arguments, number_lists
from jaxlib._ir.core.context import Context, MLIRError
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import Immutable
from jaxlib._native import ir as _native

#: The size that stands for a dynamic dimension.
DYNAMIC = -(2**63)


class Type(Immutable):
    """The type of a value; equal texts are equal types."""

    __slots__ = ()

    @classmethod
    def parse(cls, asm: str, context: Context | None = None) -> Type:
        """Parse a type."""
        return hooks.parse_type(asm)

    @property
    def typeid(self) -> type[Self]:
        """Identifies the kind of type: its class."""
        return type(self)


#: Uniques frequent types: one object per class and text.
_known = _native.known


def _integer_type(width: int, sign: str) -> IntegerType:
    """The type of a width and a sign: "s", "u" or none.

    Raises:
        TypeError: The width is not an integer, or has no place in 32 bits.
    """
    width = arguments.index(width, 33)
    if width < 0:
        raise arguments.refused(width, "a number of bits")
    return _known(IntegerType, f"{sign}i{width}", (width, sign))


class IntegerType(Type):
    """An integer type, such as i32."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.integer"

    class Signedness(Enum):
        """Whether an integer type has a sign."""

        SIGNLESS = 0
        SIGNED = 1
        UNSIGNED = 2

        __repr__ = Enum.__str__

    SIGNLESS: ClassVar[IntegerType.Signedness] = Signedness.SIGNLESS
    SIGNED: ClassVar[IntegerType.Signedness] = Signedness.SIGNED
    UNSIGNED: ClassVar[IntegerType.Signedness] = Signedness.UNSIGNED

    #: A signless integer type, as used by most programs.
    get_signless = staticmethod(_native.signless_type)

    @staticmethod
    def _get_signless(width: int, context: Context | None = None) -> IntegerType:
        return _integer_type(width, "")

    @staticmethod
    def get_signed(width: int, context: Context | None = None) -> IntegerType:
        """A signed integer type."""
        return _integer_type(width, "s")

    @staticmethod
    def get_unsigned(width: int, context: Context | None = None) -> IntegerType:
        """An unsigned integer type."""
        return _integer_type(width, "u")

    @staticmethod
    def get(width: int, signedness: object = None, context: Context | None = None) -> IntegerType:
        """An integer type; ``signedness`` is an enumeration member or its number: 1 for signed, 2 for unsigned."""
        signs: dict[object, str] = {1: "s", 2: "u"}
        sign = signs.get(getattr(signedness, "value", signedness), "")
        return _integer_type(width, sign)

    @property
    def width(self) -> int:
        """The number of bits."""
        return int(self.parts[0])

    @property
    def signedness(self) -> Signedness:
        """Whether it has a sign."""
        return {"": self.SIGNLESS, "s": self.SIGNED, "u": self.UNSIGNED}[self.parts[1]]

    @property
    def is_signless(self) -> bool:
        """Whether it is signless."""
        return self.parts[1] == ""

    @property
    def is_signed(self) -> bool:
        """Whether it is signed."""
        return self.parts[1] == "s"

    @property
    def is_unsigned(self) -> bool:
        """Whether it is unsigned."""
        return self.parts[1] == "u"


class FloatType(Type):
    """A floating-point type."""

    __slots__ = ()
    _text: ClassVar[str] = ""
    _width: ClassVar[int] = 0

    @classmethod
    def get(cls, context: Context | None = None) -> Self:
        """The type."""
        return _known(cls, cls._text, ())

    @property
    def width(self) -> int:
        """The number of bits, even if the value was cast to FloatType and has no class of its own."""
        return _float_widths[self.text]


#: By the text of a type.
_float_widths: dict[str, int] = {}


def _float(name: str, text: str, width: int) -> type[FloatType]:
    _float_widths[text] = width
    body = {"_text": text, "_width": width, "type_name": f"builtin.{text}", "__doc__": f"{text}."}
    return type(name, (FloatType,), {"__slots__": (), **body})


BF16Type = _float("BF16Type", "bf16", 16)
F16Type = _float("F16Type", "f16", 16)
F32Type = _float("F32Type", "f32", 32)
F64Type = _float("F64Type", "f64", 64)
FloatTF32Type = _float("FloatTF32Type", "tf32", 19)
Float4E2M1FNType = _float("Float4E2M1FNType", "f4E2M1FN", 4)
Float6E2M3FNType = _float("Float6E2M3FNType", "f6E2M3FN", 6)
Float6E3M2FNType = _float("Float6E3M2FNType", "f6E3M2FN", 6)
Float8E3M4Type = _float("Float8E3M4Type", "f8E3M4", 8)
Float8E4M3Type = _float("Float8E4M3Type", "f8E4M3", 8)
Float8E4M3FNType = _float("Float8E4M3FNType", "f8E4M3FN", 8)
Float8E4M3B11FNUZType = _float("Float8E4M3B11FNUZType", "f8E4M3B11FNUZ", 8)
Float8E4M3FNUZType = _float("Float8E4M3FNUZType", "f8E4M3FNUZ", 8)
Float8E5M2Type = _float("Float8E5M2Type", "f8E5M2", 8)
Float8E5M3FNUType = _float("Float8E5M3FNUType", "f8E5M3FNU", 8)
Float8E5M2FNUZType = _float("Float8E5M2FNUZType", "f8E5M2FNUZ", 8)
Float8E8M0FNUType = _float("Float8E8M0FNUType", "f8E8M0FNU", 8)
FLOATS = {cls._text: cls for cls in FloatType.__subclasses__()}


class IndexType(Type):
    """``index``: an integer as wide as an address."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.index"

    @classmethod
    def get(cls, context: Context | None = None) -> Self:
        """The type."""
        return _known(cls, "index")


class NoneType(Type):
    """``none``: no value."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.none"

    @classmethod
    def get(cls, context: Context | None = None) -> Self:
        """The type."""
        return _known(cls, "none")


class ComplexType(Type):
    """A complex type."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.complex"

    @classmethod
    def get(cls, element: Type) -> Self:
        """The complex type of that element type."""
        if not isinstance(arguments.one(element, Type), (FloatType, IntegerType)):
            raise ValueError(f"invalid 'Type({element})' and expected floating point or integer type.")
        return _known(cls, f"complex<{element.text}>", (element,))

    @property
    def element_type(self) -> Type:
        """The type of the real and the imaginary part."""
        return self.parts[0]


class ShapedType(Type):
    """A type with a shape and an element type, which are its first two parts."""

    __slots__ = ()
    get: ClassVar[Callable[..., Any]]

    @classmethod
    def get_unchecked(cls, *parts: Any, context: Context | None = None, **more: Any) -> Self:
        """As ``get``, whose checks cost nothing here; the operands are the same."""
        shaped: Self = cls.get(*parts, **more)
        return shaped

    @staticmethod
    def get_dynamic_size() -> int:
        """The size that stands for a dynamic dimension."""
        return DYNAMIC

    @staticmethod
    def is_dynamic_size(dim_size: int) -> bool:
        """Whether ``dim_size`` stands for a dynamic dimension."""
        return dim_size == DYNAMIC

    @staticmethod
    def get_dynamic_stride_or_offset() -> int:
        """The number that stands for a dynamic stride or offset."""
        return DYNAMIC

    @staticmethod
    def is_static_size(dim_size: int) -> bool:
        """Whether ``dim_size`` is static."""
        return dim_size != DYNAMIC

    @staticmethod
    def is_dynamic_stride_or_offset(value: int) -> bool:
        """Whether ``value`` stands for a dynamic stride or offset."""
        return value == DYNAMIC

    @staticmethod
    def is_static_stride_or_offset(value: int) -> bool:
        """Whether ``value`` is a static stride or offset."""
        return value != DYNAMIC

    @property
    def element_type(self) -> Type:
        element: Type = self.parts[1]
        return element

    @property
    def has_rank(self) -> bool:
        """Whether the rank is known."""
        return self.parts[0] is not None

    @property
    def rank(self) -> int:
        """The number of dimensions; like the members below, raises ValueError if it is unknown."""
        return len(self._sizes())

    def _sizes(self) -> tuple[int, ...]:
        if self.parts[0] is None:
            raise ValueError("calling this method requires that the type has a rank.")
        sizes: tuple[int, ...] = self.parts[0]
        return sizes

    @property
    def shape(self) -> list[int]:
        """The sizes of the dimensions."""
        return list(self._sizes())

    @property
    def has_static_shape(self) -> bool:
        """Whether no dimension is dynamic."""
        return self.parts[0] is not None and DYNAMIC not in self.parts[0]

    def get_dim_size(self, dim: int) -> int:
        """The size of one dimension."""
        return int(self._sizes()[dim])

    def is_dynamic_dim(self, dim: int) -> bool:
        """Whether that dimension is dynamic."""
        return bool(self._sizes()[dim] == DYNAMIC)

    def is_static_dim(self, dim: int) -> bool:
        """Whether that dimension is static."""
        return not self.is_dynamic_dim(dim)


def dimensions_text(shape: Iterable[int]) -> str:
    shape = tuple(shape)
    if any(size < 0 and size != DYNAMIC for size in shape):
        raise MLIRError("Invalid type:\nerror: unknown: invalid tensor dimension size")
    return "".join("?x" if size == DYNAMIC else f"{size}x" for size in shape)


#: A cache of types, by shape, element type and encoding.
_TENSORS: dict[tuple[tuple[int, ...], Type, Immutable | None], RankedTensorType] = {}


class RankedTensorType(ShapedType):
    """A tensor type of known rank."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.tensor"

    @classmethod
    def get(
        cls, shape: Sequence[int], element_type: Type, encoding: Immutable | None = None, loc: object = None
    ) -> RankedTensorType:
        """The tensor type of a shape, an element type and, if given, an encoding."""
        shape = number_lists.integers(shape)
        tensor = _TENSORS.get((shape, element_type, encoding))
        if tensor is None:
            arguments.one(element_type, Type)
            if encoding is not None and (isinstance(encoding, Type) or not isinstance(encoding, Immutable)):
                raise arguments.refused(encoding, "an Attribute or None")
            tail = "" if encoding is None else f", {encoding.text}"
            text = f"tensor<{dimensions_text(shape)}{element_type.text}{tail}>"
            tensor = _TENSORS[shape, element_type, encoding] = _known(
                cls, text, (shape, element_type, encoding)
            )
        return tensor

    @property
    def encoding(self) -> Immutable | None:
        """The encoding, if any."""
        return self.parts[2]


class UnrankedTensorType(ShapedType):
    """A tensor type of unknown rank."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.unranked_tensor"

    @classmethod
    def get(cls, element_type: Type, loc: object = None) -> Self:
        """The unranked tensor type of an element type."""
        return _known(cls, f"tensor<*x{arguments.one(element_type, Type).text}>", (None, element_type, None))


class TupleType(Type):
    """A tuple type."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.tuple"

    @classmethod
    def get_tuple(cls, elements: Sequence[Type], context: Context | None = None) -> Self:
        """The tuple type of those types."""
        elements = arguments.several(elements, Type)
        return _known(cls, f"tuple<{', '.join(element.text for element in elements)}>", elements)

    @property
    def num_types(self) -> int:
        """The number of types."""
        return len(self.parts)

    def get_type(self, pos: int) -> Type:
        """The type at a position."""
        return self.parts[pos]


class FunctionType(Type):
    """A function type."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.function"

    @classmethod
    def get(cls, inputs: Sequence[Type], results: Sequence[Type], context: Context | None = None) -> Self:
        """The function type of those inputs and results."""
        inputs, results = arguments.several(inputs, Type), arguments.several(results, Type)
        return cls(function_text(inputs, results), (inputs, results))

    @property
    def inputs(self) -> list[Type]:
        """The types of the arguments."""
        return list(self.parts[0])

    @property
    def results(self) -> list[Type]:
        """The types of the results."""
        return list(self.parts[1])


def function_text(inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """``(inputs) -> results``, the form for operations and function types."""
    parameters = ", ".join(argument_type.text for argument_type in inputs)
    if len(results) == 1 and not isinstance(results[0], FunctionType):
        return f"({parameters}) -> {results[0].text}"
    return f"({parameters}) -> ({', '.join(result_type.text for result_type in results)})"


class OpaqueType(Type):
    """A type of an unknown dialect."""

    __slots__ = ()
    type_name: ClassVar[str] = "builtin.opaque"

    @classmethod
    def get(cls, dialect_namespace: str, buffer: str, context: Context | None = None) -> Self:
        """The type of a dialect with that text."""
        text = f"!{arguments.one(dialect_namespace, str)}.{arguments.one(buffer, str)}"
        return cls(text, (dialect_namespace, buffer))

    @property
    def dialect_namespace(self) -> str:
        """The name of the dialect."""
        return str(self.parts[0])

    @property
    def data(self) -> str:
        """The text after the name of the dialect."""
        return str(self.parts[1])


class DialectType(Type):
    """A type of a known dialect, represented by its text alone."""

    __slots__ = ()
    _of_text = True


def scalar_type(text: str) -> Type:
    """The type of an element from its text, such as ``f32``, ``ui8`` or ``complex<f64>``."""
    if text in FLOATS:
        return FLOATS[text].get()
    if text == "index":
        return IndexType.get()
    if text == "none":
        return NoneType.get()
    if text.startswith("complex"):
        return ComplexType.get(scalar_type(text[8:-1]))
    if text.startswith("u"):
        return IntegerType.get_unsigned(int(text[2:]))
    return IntegerType.get_signless(int(text[1:]))


_native.register(type=Type, integer=IntegerType, index=IndexType)
