"""Contexts, locations, types and attributes."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import ml_dtypes
import numpy as np
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native

#: What stands for a dimension that is not known.
DYNAMIC = -(2**63)


class MLIRError(Exception):
    """A program that is wrong in itself."""

    def __init__(self, message: str, error_diagnostics: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.error_diagnostics = list(error_diagnostics)


# ---- Contexts, and what a `with` statement makes current


class _CurrentMeta(type):
    """`Context.current` and its like: a property of the class that cannot be set."""

    _find: Callable[[], Any]

    @property
    def current(cls) -> Any:
        return cls._find()


class _ContextMeta(_CurrentMeta):
    _find = staticmethod(_native.current_context)


class Context(metaclass=_ContextMeta):
    """Where a program belongs. There is nothing to load or to free, but jax asks for both."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self.allow_unregistered_dialects = False
        self.emit_error_diagnostics = False

    def __enter__(self) -> Context:
        _native.enter_context(self)
        return self

    def __exit__(self, *error: object) -> None:
        _native.exit_context(self, *error)

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    def append_dialect_registry(self, registry: Any) -> None:
        """Take note of dialects: all there are, are known."""

    def load_all_available_dialects(self) -> None:
        """Load dialects: all there are, are loaded."""

    def enable_multithreading(self, enable: bool) -> None:
        """Use several threads: nothing here does."""

    def set_thread_pool(self, pool: Any) -> None:
        """Use these threads: nothing here does."""

    def is_registered_operation(self, name: str) -> bool:
        """Whether there is a builder for it."""
        from jaxlib._ir.operations import VIEWS

        return name in VIEWS

    @property
    def dialects(self) -> Any:
        """All dialects there are, by name."""
        from jaxlib._ir.operations import Dialects

        return Dialects(self)

    d = dialects

    def attach_diagnostic_handler(self, _handler: Any) -> Any:
        """Have diagnostics reported; none are made here."""
        return None


class DialectRegistry:
    """Dialects to come; nothing needs to be known of them."""

    def __init__(self, *_args: Any) -> None: ...

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer


class ThreadPool:
    """Threads for a context; nothing here uses them."""

    def __init__(self, *_args: Any) -> None: ...

    def get_max_concurrency(self) -> int:
        """How many threads there are."""
        return 1

    def _mlir_thread_pool_ptr(self) -> str:
        return ""


#: The context that is given, or the current one for None; without either, a RuntimeError.
require_context = _native.require_context


# ---- Locations

_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\U0010ffff]')


def _escape(match: re.Match[str]) -> str:
    if match.group() == "\\":
        return "\\\\"
    return "".join(f"\\{byte:02X}" for byte in match.group().encode("utf-8", "surrogateescape"))


def quote(text: str | bytes) -> str:
    """``text`` as a string of MLIR's."""
    if isinstance(text, bytes):
        return (
            '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in text) + '"'
        )
    return '"' + _ESCAPED.sub(_escape, text) + '"'


class _LocationMeta(_CurrentMeta):
    _find = staticmethod(_native.current_location)


#: The slots of a class whose attributes are all C++'s.
NATIVE: tuple[str, ...] = ()


class Location(_native.Location, metaclass=_LocationMeta):
    """Where an operation is from. Two of the same parts are the same."""

    __slots__ = NATIVE
    _text: str | None

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text; ``reference`` says how the locations in it are written."""
        return "unknown"

    @property
    def text(self) -> str:
        """Its text, with all that is in it."""
        if self._text is None:
            self._text = self.render(lambda inner: inner.text)
        return self._text

    def __str__(self) -> str:
        return f"loc({self.text})"

    def __repr__(self) -> str:
        return f"loc({self.text})"

    @property
    def attr(self) -> Any:
        """The location as an attribute."""
        return Attribute(f"loc({self.text})", (self,))

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    @property
    def children(self) -> tuple[Location, ...]:
        """The locations that it is made of."""
        return tuple(part for part in self._parts if isinstance(part, Location))

    @staticmethod
    def unknown(context: Any = None) -> Location:
        """From nowhere in particular."""
        return UnknownLoc((), require_context(context))

    @staticmethod
    def file(filename: str, line: int, col: int = 0, end_line: int | None = None, end_col: int | None = None, *,
             context: Any = None) -> Location:  # fmt: skip
        """A place in a file."""
        return FileLineColLoc((filename, line, col, end_line, end_col), require_context(context))

    name = staticmethod(_native.name_location)

    @staticmethod
    def callsite(callee: Location, frames: Sequence[Location], context: Any = None) -> Location:
        """A place in a function that was called from other places, the innermost first."""
        own = require_context(context)
        if not frames:
            raise ValueError("No caller frames provided.")
        caller = frames[-1]
        for frame in reversed(frames[:-1]):
            caller = CallSiteLoc((frame, caller), own)
        return CallSiteLoc((callee, caller), own)

    @staticmethod
    def fused(locations: Sequence[Location], metadata: Any = None, context: Any = None) -> Location:
        """Several places at once."""
        own = require_context(context)
        kept = list(
            dict.fromkeys(
                each for each in locations if not isinstance(each, UnknownLoc) or metadata is not None
            )
        )
        if metadata is None and len(kept) < 2:
            return kept[0] if kept else UnknownLoc((), own)
        return FusedLoc((*kept, metadata), own)

    @staticmethod
    def from_attr(attribute: Any, context: Any = None) -> Location:
        """The location that an attribute is."""
        location: Location = attribute.parts[0]
        return location

    def is_a_name(self) -> bool:
        """Whether it is a name."""
        return isinstance(self, NameLoc)

    def is_a_file(self) -> bool:
        """Whether it is a place in a file."""
        return isinstance(self, FileLineColLoc)

    def is_a_callsite(self) -> bool:
        """Whether it is a call."""
        return isinstance(self, CallSiteLoc)

    def is_a_fused(self) -> bool:
        """Whether it is several at once."""
        return isinstance(self, FusedLoc)

    @property
    def name_str(self) -> str:
        """The name, of a named one."""
        return str(self._parts[0])

    @property
    def child_loc(self) -> Any:
        """Where what is named is from."""
        return self._parts[1]

    @property
    def filename(self) -> str:
        """The file."""
        return str(self._parts[0])

    @property
    def start_line(self) -> int:
        """The line."""
        return int(self._parts[1])

    @property
    def start_col(self) -> int:
        """The column."""
        return int(self._parts[2])

    @property
    def callee(self) -> Any:
        """What was called."""
        return self._parts[0]

    @property
    def caller(self) -> Any:
        """From where it was called."""
        return self._parts[1]

    @property
    def locations(self) -> list[Any]:
        """The several places of a fused one."""
        return [part for part in self._parts if isinstance(part, Location)]


class UnknownLoc(Location):
    """From nowhere in particular."""

    __slots__ = ()


class FileLineColLoc(Location):
    """A place in a file."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        filename, line, col, end_line, end_col = self._parts
        text = f"{quote(filename)}:{line}:{col}"
        if end_line is not None and end_col is not None and (end_line, end_col) != (line, col):
            text += f" to :{end_col}" if end_line == line else f" to {end_line}:{end_col}"
        return text


class NameLoc(Location):
    """A name."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        name, child = self._parts
        return quote(name) if isinstance(child, UnknownLoc) else f"{quote(name)}({reference(child)})"


class CallSiteLoc(Location):
    """A call."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        return f"callsite({reference(self._parts[0])} at {reference(self._parts[1])})"


class FusedLoc(Location):
    """Several places."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        *inner, metadata = self._parts
        head = "fused" if metadata is None else f"fused<{metadata}>"
        return f"{head}[{', '.join(reference(each) for each in inner)}]"


# ---- What types and attributes have in common


class _Value(_native.Immutable):
    """An immutable value that is its text; ``parts`` are what it was made of. Equal texts are equal values."""

    __slots__ = ()

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """Whether ``other`` is one of these."""
        return isinstance(other, cls)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text})"

    @property
    def context(self) -> Any:
        """The context: values belong to all of them."""
        return _native.current_context()

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    def maybe_downcast(self) -> Any:
        """The value as what it is; it never was anything else."""
        return self

    def dump(self) -> None:
        """Print it."""
        print(self.text)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _memo: Any) -> Any:
        return self


# ---- Types


class Type(_Value):
    """A type."""

    __slots__ = ()

    @classmethod
    def parse(cls, asm: str, context: Any = None) -> Any:
        """The type that ``asm`` is the text of."""
        from jaxlib._ir.parsing import parse_type

        return parse_type(asm)

    @property
    def typeid(self) -> Any:
        """Which type it is, whatever its parameters."""
        return type(self)


#: One object for each type or attribute that is used all the time.
_known = _native.known


class IntegerType(Type):
    """An integer type, such as i32."""

    __slots__ = ()

    @staticmethod
    def get_signless(width: int, context: Any = None) -> Any:
        """Of no sign, as programs have it."""
        return _known(IntegerType, f"i{width}", (width, ""))

    @staticmethod
    def get_signed(width: int, context: Any = None) -> Any:
        """Signed."""
        return _known(IntegerType, f"si{width}", (width, "s"))

    @staticmethod
    def get_unsigned(width: int, context: Any = None) -> Any:
        """Unsigned."""
        return _known(IntegerType, f"ui{width}", (width, "u"))

    @staticmethod
    def get(width: int, signedness: Any = None, context: Any = None) -> Any:
        """As of its sign."""
        sign = {None: "", 0: "", 1: "s", 2: "u"}.get(getattr(signedness, "value", signedness), "")
        return _known(IntegerType, f"{(sign and sign + 'i') or 'i'}{width}", (width, sign))

    @property
    def width(self) -> int:
        """Bits."""
        return int(self.parts[0])

    @property
    def is_signless(self) -> bool:
        """Whether it has no sign."""
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
    """A type of floating-point numbers."""

    __slots__ = ()
    _text: ClassVar[str] = ""
    _width: ClassVar[int] = 0

    @classmethod
    def get(cls, context: Any = None) -> Any:
        """The type."""
        return _known(cls, cls._text, ())

    @property
    def width(self) -> int:
        """Bits."""
        return type(self)._width


def _float(name: str, text: str, width: int) -> Any:
    return type(name, (FloatType,), {"__slots__": (), "_text": text, "_width": width, "__doc__": f"{text}."})


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
Float8E5M2FNUZType = _float("Float8E5M2FNUZType", "f8E5M2FNUZ", 8)
Float8E8M0FNUType = _float("Float8E8M0FNUType", "f8E8M0FNU", 8)

FLOATS = {cls._text: cls for cls in FloatType.__subclasses__()}


class IndexType(Type):
    """The type of an index."""

    __slots__ = ()

    @classmethod
    def get(cls, context: Any = None) -> Any:
        """The type."""
        return _known(cls, "index")


class NoneType(Type):
    """The type of nothing."""

    __slots__ = ()

    @classmethod
    def get(cls, context: Any = None) -> Any:
        """The type."""
        return _known(cls, "none")


class ComplexType(Type):
    """Complex numbers."""

    __slots__ = ()

    @classmethod
    def get(cls, element: Type) -> Any:
        """Of that type of parts."""
        return _known(cls, f"complex<{element.text}>", (element,))

    @property
    def element_type(self) -> Any:
        """The type of its parts."""
        return self.parts[0]


class ShapedType(Type):
    """A type with a shape and an element type: the first two of its parts."""

    __slots__ = ()

    @staticmethod
    def get_dynamic_size() -> int:
        """What stands for a dimension that is not known."""
        return DYNAMIC

    @staticmethod
    def is_dynamic_size(size: int) -> bool:
        """Whether that stands for one."""
        return size == DYNAMIC

    @staticmethod
    def get_dynamic_stride_or_offset() -> int:
        """What stands for a stride that is not known."""
        return DYNAMIC

    @property
    def element_type(self) -> Any:
        """The elements' type."""
        return self.parts[1]

    @property
    def has_rank(self) -> bool:
        """Whether it is known how many dimensions there are."""
        return self.parts[0] is not None

    @property
    def rank(self) -> int:
        """How many dimensions there are."""
        return len(self.parts[0])

    @property
    def shape(self) -> list[int]:
        """The dimensions."""
        return list(self.parts[0])

    @property
    def has_static_shape(self) -> bool:
        """Whether all of them are known."""
        return self.parts[0] is not None and DYNAMIC not in self.parts[0]

    def get_dim_size(self, dim: int) -> int:
        """One dimension."""
        return int(self.parts[0][dim])

    def is_dynamic_dim(self, dim: int) -> bool:
        """Whether that dimension is not known."""
        return self.parts[0][dim] == DYNAMIC


def _dims(shape: Iterable[int]) -> str:
    shape = tuple(shape)
    if any(size < 0 and size != DYNAMIC for size in shape):
        raise MLIRError(f"a shape of sizes that cannot be: {shape}")
    return "".join("?x" if size == DYNAMIC else f"{size}x" for size in shape)


#: By shape, element type and encoding.
_TENSORS: dict[tuple[tuple[int, ...], Any, Any], Any] = {}


class RankedTensorType(ShapedType):
    """A tensor."""

    __slots__ = ()

    @classmethod
    def get(cls, shape: Sequence[int], element_type: Type, encoding: Any = None, loc: Any = None) -> Any:
        """Of a shape, an element type and maybe an encoding."""
        shape = tuple(shape)
        found = _TENSORS.get((shape, element_type, encoding))
        if found is None:
            if not isinstance(element_type, Type):
                raise TypeError(f"RankedTensorType.get: wanted an element type, found {element_type!r}")
            tail = "" if encoding is None else f", {encoding.text}"
            text = f"tensor<{_dims(shape)}{element_type.text}{tail}>"
            found = _TENSORS[shape, element_type, encoding] = _known(
                cls, text, (shape, element_type, encoding)
            )
        return found

    @property
    def encoding(self) -> Any:
        """The encoding, if any."""
        return self.parts[2]


class UnrankedTensorType(ShapedType):
    """A tensor of whatever shape."""

    __slots__ = ()

    @classmethod
    def get(cls, element_type: Type, loc: Any = None) -> Any:
        """Of an element type."""
        return _known(cls, f"tensor<*x{element_type.text}>", (None, element_type, None))


class VectorType(ShapedType):
    """A vector."""

    __slots__ = ()

    @classmethod
    def get(cls, shape: Sequence[int], element_type: Type, loc: Any = None, **_scalable: Any) -> Any:
        """Of a shape and an element type."""
        return _known(cls, f"vector<{_dims(shape)}{element_type.text}>", (tuple(shape), element_type))


class MemRefType(ShapedType):
    """A piece of memory."""

    __slots__ = ()

    @classmethod
    def get(cls, shape: Sequence[int], element_type: Type, layout: Any = None, memory_space: Any = None,
            loc: Any = None) -> Any:  # fmt: skip
        """Of a shape and an element type."""
        tail = "".join(f", {each.text}" for each in (layout, memory_space) if each is not None)
        text = f"memref<{_dims(shape)}{element_type.text}{tail}>"
        return _known(cls, text, (tuple(shape), element_type, layout, memory_space))


class TupleType(Type):
    """Several types in order."""

    __slots__ = ()

    @classmethod
    def get_tuple(cls, elements: Sequence[Type], context: Any = None) -> Any:
        """Of those."""
        return _known(cls, f"tuple<{', '.join(each.text for each in elements)}>", tuple(elements))

    @property
    def num_types(self) -> int:
        """How many."""
        return len(self.parts)

    def get_type(self, pos: int) -> Any:
        """One of them."""
        return self.parts[pos]


class FunctionType(Type):
    """What a function takes and gives."""

    __slots__ = ()

    @classmethod
    def get(cls, inputs: Sequence[Type], results: Sequence[Type], context: Any = None) -> Any:
        """From inputs and results."""
        inputs, results = tuple(inputs), tuple(results)
        return cls(function_text(inputs, results), (inputs, results))

    @property
    def inputs(self) -> list[Any]:
        """What it takes."""
        return list(self.parts[0])

    @property
    def results(self) -> list[Any]:
        """What it gives."""
        return list(self.parts[1])


def function_text(inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """``(inputs) -> results``, as both operations and function types have it."""
    left = ", ".join(each.text for each in inputs)
    if len(results) == 1 and not isinstance(results[0], FunctionType):
        return f"({left}) -> {results[0].text}"
    return f"({left}) -> ({', '.join(each.text for each in results)})"


class OpaqueType(Type):
    """A type of a dialect that is only passed through."""

    __slots__ = ()

    @classmethod
    def get(cls, dialect_namespace: str, buffer: str, context: Any = None) -> Any:
        """Of a dialect and a text."""
        return cls(f"!{dialect_namespace}.{buffer}", (dialect_namespace, buffer))


class DialectType(Type):
    """A type of a dialect, of which nothing but the text is known."""

    __slots__ = ()


# ---- Attributes


class Attribute(_Value):
    """An attribute."""

    __slots__ = ()

    @classmethod
    def parse(cls, asm: str | bytes, context: Any = None) -> Any:
        """The attribute that ``asm`` is the text of."""
        from jaxlib._ir.parsing import parse_attribute

        return parse_attribute(asm.decode() if isinstance(asm, bytes) else asm)

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


def float_text(value: float, type_text: str) -> str:
    """A number as MLIR writes it: six digits where they are enough, and bits where it is no number."""
    return _text_of_bits(np.asarray(value).astype(NUMPY_OF[type_text]).tobytes(), type_text)


def _digits(value: float, precision: int) -> tuple[str, int]:
    """A positive number's first digits, without zeros at the end, and the power of ten of the last of them.

    As LLVM's APFloat finds them: what is far behind the digits that are wanted is cut off before it rounds.
    """
    numerator, denominator = value.as_integer_ratio()
    power = 1 - denominator.bit_length()
    whole = numerator * 5**-power
    excess = whole.bit_length() - (precision * 196 + 58) // 59
    if excess > 0:
        whole //= 10 ** (excess * 59 // 196)
        power += excess * 59 // 196
    digits = str(whole)
    more = len(digits) - precision
    if more > 0:
        digits, power = str(int(digits[:precision]) + (digits[precision] >= "5")), power + more
    kept = digits.rstrip("0")
    return kept, power + len(digits) - len(kept)


def _scientific_text(value: float) -> str:
    """Six digits and a zero."""
    sign = "-" if math.copysign(1, value) < 0 else ""
    if value == 0:
        return sign + "0.000000e+00"
    digits, power = _digits(abs(value), 6)
    return f"{sign}{digits[0]}.{digits[1:]:0<6}e{power + len(digits) - 1:+03d}"


def _exact_text(value: float, precision: int) -> str:
    """A number that is not zero in at most ``precision`` digits."""
    digits, power = _digits(abs(value), precision)
    sign = "-" if value < 0 else ""
    first = power + len(digits) - 1  # the power of ten of the first digit
    if power > 3 or len(digits) + power > precision if power >= 0 else first < -3:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{first:+d}"
    if power >= 0:
        return sign + digits + "0" * power
    if first >= 0:
        return f"{sign}{digits[: first + 1]}.{digits[first + 1 :]}"
    return f"{sign}0.{'0' * (-first - 1)}{digits}"


@functools.lru_cache(4096)  # programs have the same few numbers many times
def _text_of_bits(raw: bytes, type_text: str) -> str:
    dtype = NUMPY_OF[type_text]
    wide = float(np.frombuffer(raw, dtype)[0])
    if math.isfinite(wide):
        with np.errstate(all="ignore"):
            text = _scientific_text(wide)
            if np.asarray(float(text)).astype(dtype).tobytes() == raw:
                return text
        text = _exact_text(wide, 2 + (ml_dtypes.finfo(dtype).nmant + 1) * 59 // 196)
        if "." in text:
            return text
    return "0x" + raw[::-1].hex().upper()


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


_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")


def dictionary_text(items: Mapping[str, Attribute]) -> str:
    """``{name = value, ...}`` in the order of names."""
    shown = []
    for name in sorted(items):
        key = name if _BARE.match(name) else quote(name)
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
        return cls("::".join(_symbol(each) for each in symbols), tuple(symbols))

    @property
    def value(self) -> Any:
        """The names."""
        return list(self.parts)


def _symbol(name: str) -> str:
    return f"@{name}" if _BARE.match(name) else f"@{quote(name)}"


class FlatSymbolRefAttr(SymbolRefAttr):
    """One such name."""

    __slots__ = ()

    @classmethod
    def get(cls, value: str, context: Any = None) -> Any:  # type: ignore[override]
        """Of that name."""
        return cls(_symbol(value), (value,))

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


# ---- Dense elements

NUMPY_OF: dict[str, Any] = {
    "i1": np.dtype(np.bool_),
    **{f"i{8 * n}": np.dtype(f"int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"si{8 * n}": np.dtype(f"int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"ui{8 * n}": np.dtype(f"uint{8 * n}") for n in (1, 2, 4, 8)},
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "index": np.dtype(np.int64),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
}
for _text, _name in (
    ("bf16", "bfloat16"), ("i4", "int4"), ("ui4", "uint4"), ("i2", "int2"), ("ui2", "uint2"),
    ("f8E3M4", "float8_e3m4"), ("f8E4M3", "float8_e4m3"), ("f8E4M3FN", "float8_e4m3fn"),
    ("f8E4M3B11FNUZ", "float8_e4m3b11fnuz"), ("f8E4M3FNUZ", "float8_e4m3fnuz"), ("f8E5M2", "float8_e5m2"),
    ("f8E5M2FNUZ", "float8_e5m2fnuz"), ("f8E8M0FNU", "float8_e8m0fnu"), ("f4E2M1FN", "float4_e2m1fn"),
    ("f6E2M3FN", "float6_e2m3fn"), ("f6E3M2FN", "float6_e3m2fn"),
):  # fmt: skip
    if hasattr(ml_dtypes, _name):
        NUMPY_OF[_text] = np.dtype(getattr(ml_dtypes, _name))
_TYPE_OF = {
    dtype: text for text, dtype in reversed(NUMPY_OF.items()) if not text.startswith("si") and text != "index"
}

#: As MLIR does it: what has more elements is written as bytes.
MOST_SHOWN = 100


def type_of_dtype(dtype: Any) -> Type:
    """The element type of numpy's."""
    from jaxlib._ir.parsing import parse_type

    text = _TYPE_OF.get(np.dtype(dtype))
    if text is None:
        raise TypeError(f"no element type for the dtype {dtype}")
    return parse_type(text)


class DenseElementsAttr(Attribute):
    """A tensor's elements."""

    __slots__ = ()

    @staticmethod
    def get(array: Any, signless: bool = True, type: Type | None = None,  # noqa: A002
            shape: Sequence[int] | None = None,
            context: Any = None) -> Any:  # fmt: skip
        """Of an array's elements; of ``type`` and ``shape`` where they are given."""
        if isinstance(array, (list, tuple)) and array and isinstance(array[0], Attribute):
            return _dense_of_attributes(array, type)
        array = np.asarray(array)
        element = type
        if isinstance(element, ShapedType):
            shape, element = element.shape, element.element_type
        if element is None:
            element = type_of_dtype(array.dtype)
            if signless and isinstance(element, IntegerType):
                element = IntegerType.get_signless(element.width)
        shape = tuple(array.shape if shape is None else shape)
        count = math.prod(shape)
        wanted = NUMPY_OF[element.text]
        if element.text == "i1" and array.dtype != np.bool_:
            # Truths come as bits, the lowest first; a byte of ones or zeros stands for as many as there are.
            bits = np.unpackbits(np.asarray(array, np.uint8), bitorder="little")
            array = bits[:count].astype(bool) if bits.size >= count else np.full(count, bits[0], bool)
        array = np.ascontiguousarray(array)
        if array.dtype != wanted:
            array = array.view(wanted) if array.dtype.itemsize == wanted.itemsize else array.astype(wanted)
        if array.size != count:
            if array.size != 1:
                raise ValueError(f"DenseElementsAttr: {array.size} elements for the shape {shape}")
            return dense(RankedTensorType.get(shape, element), array.reshape(()))
        return dense(
            RankedTensorType.get(shape, element), array.reshape(shape) if count != 1 else array.reshape(())
        )

    @staticmethod
    def get_splat(shaped_type: Any, element_attr: Attribute) -> Any:
        """The same element everywhere."""
        return dense(
            shaped_type, np.asarray(element_attr.parts[0]).astype(NUMPY_OF[shaped_type.element_type.text])
        )

    @property
    def type(self) -> Any:
        """The tensor's type."""
        return self.parts[0]

    @property
    def is_splat(self) -> bool:
        """Whether all elements are the same one."""
        return self.parts[1].ndim == 0

    def get_splat_value(self) -> Any:
        """That one."""
        return _element_attribute(self.parts[1][()], self.parts[0].element_type)

    def __len__(self) -> int:
        return math.prod(self.parts[0].parts[0])

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        whole = np.broadcast_to(self.parts[1], self.parts[0].parts[0])
        return whole if dtype is None else whole.astype(dtype)

    def __getitem__(self, index: int) -> Any:
        value = np.asarray(self).reshape(-1)[index]
        return value.item()

    def __iter__(self) -> Iterator[Any]:
        return iter(np.asarray(self).reshape(-1).tolist())


class DenseIntElementsAttr(DenseElementsAttr):
    """Of integers."""

    __slots__ = ()


class DenseFPElementsAttr(DenseElementsAttr):
    """Of numbers."""

    __slots__ = ()


def _element_attribute(value: Any, element: Type) -> Any:
    if isinstance(element, FloatType):
        return FloatAttr.get(element, float(value))
    return IntegerAttr.get(element, int(value))


def _dense_of_attributes(attributes: Sequence[Attribute], shaped: Any) -> Any:
    dtype = NUMPY_OF[shaped.element_type.text]
    return dense(shaped, np.array([each.parts[0] for each in attributes]).astype(dtype).reshape(shaped.shape))


def dense(shaped: Any, array: Any) -> Any:
    """``array``, of no dimensions where one element stands for all, as the elements of a tensor of that type.

    Elements that are all the same are kept as one.
    """
    element = shaped.parts[1]
    cls = (
        DenseFPElementsAttr
        if isinstance(element, FloatType)
        else DenseIntElementsAttr
        if isinstance(element, (IntegerType, IndexType))
        else DenseElementsAttr
    )
    if _is_splat(array):
        array = array.reshape(-1)[:1].copy().reshape(())
    if not array.flags.writeable and array.base is None:
        kept = array
    else:
        kept = array.copy()
        kept.flags.writeable = False
    return cls(f"dense<{_elements_text(kept, element.text)}> : {shaped.text}", (shaped, kept))


def _is_splat(array: Any) -> bool:
    """Whether several elements are all of the same bits: as MLIR does, only one of them is kept."""
    if array.size < 2 or not array.flags.c_contiguous:
        return False
    flat = array.reshape(-1)
    raw = flat.view(np.uint8).reshape(flat.size, flat.itemsize)
    return bool((raw[0] == raw[1]).all() and (raw == raw[0]).all())


def _elements_text(array: Any, element: str) -> str:
    if array.size == 0:
        return ""
    if array.size > MOST_SHOWN and element != "i1" and array.dtype.itemsize * 8 == _bits(element):
        return '"0x' + array.tobytes().hex().upper() + '"'
    if element == "i1":
        return _nested(array.tolist(), lambda v: "true" if v else "false")
    if array.dtype.kind in "iu" and element[0] in "isu":
        return _nested(array.tolist(), str)
    if element.startswith("complex"):
        part = element[8:-1]
        return _nested(
            array.tolist(), lambda v: f"({float_text(v.real, part)},{float_text(v.imag, part)})", array.ndim
        )
    if array.dtype.kind in "iub" or element[0] in "isu":
        return _nested(array.astype(np.int64).tolist(), str)
    return _nested_floats(array, element)


def _bits(element: str) -> int:
    if element.startswith("complex"):
        return 2 * _bits(element[8:-1])
    if element in FLOATS:
        return int(FLOATS[element]._width)
    return 64 if element == "index" else int(element.lstrip("sui"))


def _nested(value: Any, show: Callable[[Any], str], _rank: int = 0) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_nested(each, show) for each in value) + "]"
    return show(value)


def _nested_floats(array: Any, element: str) -> str:
    if array.ndim:
        return "[" + ", ".join(_nested_floats(each, element) for each in array) + "]"
    return _text_of_bits(array.astype(NUMPY_OF[element]).tobytes(), element)


class DenseResourceElementsAttr(Attribute):
    """Elements that are kept apart from the program."""

    __slots__ = ()

    @classmethod
    def get_from_buffer(cls, *_args: Any, **_kwargs: Any) -> Any:
        """Of a buffer's bytes."""
        raise NotInBindings(
            "jaxlib.mlir.ir.DenseResourceElementsAttr", "resources are written in bytecode only"
        )


_native.register(
    error=MLIRError, type=Type, unknown=UnknownLoc, file=FileLineColLoc, named=NameLoc, call=CallSiteLoc
)
