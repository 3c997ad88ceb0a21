"""Attributes with the elements of a tensor."""

from __future__ import annotations

import math
from base64 import b16encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeAlias, TypeVar

import numpy as np
from jaxlib._ir.core import arguments
from jaxlib._ir.core.attributes import Attribute, BoolAttr, FloatAttr, IntegerAttr
from jaxlib._ir.core.context import Context
from jaxlib._ir.core.numbers import NUMPY_OF, TYPE_OF, as_elements, float_text, text_of_bits
from jaxlib._ir.core.types import (
    FLOATS,
    FloatType,
    IndexType,
    IntegerType,
    NoneType,
    RankedTensorType,
    ShapedType,
    Type,
    scalar_type,
)
from jaxlib._missing import NotInBindings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: A Python number, and nested lists of numbers.
N = TypeVar("N", bool, int, complex)
Nested: TypeAlias = "N | list[Nested[N]]"

#: Tensors with more elements are printed as hexadecimal bytes, as in MLIR.
MOST_SHOWN = 100


def type_of_dtype(dtype: np.dtype[np.generic]) -> Type:
    """The element type of a numpy dtype."""
    text = TYPE_OF.get(np.dtype(dtype))
    if text is None:
        raise TypeError(f"no element type for the dtype {dtype}")
    return scalar_type(text)


class DenseElementsAttr(Attribute):
    """The elements of a tensor. ``parts``: the type and an array, which has no dimensions for a splat."""

    __slots__ = ()

    @staticmethod
    def get(array: ArrayLike | Sequence[Attribute] | None = None, signless: bool | Type | None = True,
            type: Type | None = None,  # noqa: A002
            shape: Sequence[int] | None = None, context: Context | None = None, *,
            attrs: Sequence[Attribute] | None = None) -> DenseElementsAttr:  # fmt: skip
        """The elements of an array, with ``type`` and ``shape`` if they are given, or of a list of attributes.

        With attributes, the second argument is the type of the tensor.

        Raises:
            RuntimeError: An element of a list is not an attribute.
            TypeError: ``array`` is neither an array, or another buffer, nor a list.
            ValueError: The elements do not have that type, or are of several types.
        """
        listed = attrs
        if attrs is None and not hasattr(array, "__array__"):
            try:
                array = np.asarray(memoryview(array))  # type: ignore[arg-type]
            except TypeError:
                listed = arguments.several(array, Attribute, RuntimeError)  # type: ignore[arg-type]
        if listed is not None:
            return _dense_of_attributes(listed, signless if isinstance(signless, Type) else type)
        return DenseElementsAttr._of_array(np.asarray(array), bool(signless), type, shape)

    @staticmethod
    def _of_array(
        array: np.ndarray,
        signless: bool,
        element: Type | None,
        shape: Sequence[int] | None,
    ) -> DenseElementsAttr:
        if isinstance(element, ShapedType):
            shape, element = element.shape, element.element_type
        if element is None:
            element = type_of_dtype(array.dtype)
            if signless and isinstance(element, IntegerType):
                element = IntegerType.get_signless(element.width)
        shape = tuple(array.shape if shape is None else shape)
        count = math.prod(shape)
        dtype = NUMPY_OF[element.text]
        if element.text == "i1" and array.dtype != np.bool_:
            # Booleans are packed bits, lowest first; a single byte of all ones or zeros is a splat.
            bits = np.unpackbits(np.asarray(array, np.uint8), bitorder="little")
            array = bits[:count].astype(bool) if bits.size >= count else np.full(count, bits[0], bool)
        array = np.ascontiguousarray(array)
        if array.dtype != dtype:
            if array.dtype.itemsize != np.dtype(dtype).itemsize:
                raise ValueError(
                    f"DenseElementsAttr: the buffer has elements of {array.dtype}, and the type is {element.text}"
                )
            array = array.view(dtype)
        if array.size != count:
            if array.size != 1:
                raise ValueError(f"DenseElementsAttr: {array.size} elements for the shape {shape}")
            return dense(RankedTensorType.get(shape, element), array.reshape(()))
        return dense(
            RankedTensorType.get(shape, element), array.reshape(shape) if count != 1 else array.reshape(())
        )

    @staticmethod
    def get_splat(shaped_type: ShapedType, element_attr: Attribute) -> DenseElementsAttr:
        """A splat of an element."""
        arguments.one(shaped_type, ShapedType)
        arguments.one(element_attr, Attribute)
        return dense(shaped_type, as_elements(element_attr.parts[0], shaped_type.element_type.text))

    @property
    def type(self) -> ShapedType:
        """The type of the tensor."""
        return self.parts[0]

    @property
    def is_splat(self) -> bool:
        """Whether all elements are equal (a splat)."""
        return bool(self.parts[1].ndim == 0)

    def get_splat_value(self) -> Attribute:
        """The element of a splat."""
        return _element_attribute(self.parts[1][()], self.parts[0].element_type)

    def __len__(self) -> int:
        return math.prod(self.parts[0].parts[0])

    def __array__(self, dtype: object = None, copy: object = None) -> object:
        elements = np.broadcast_to(self.parts[1], self.parts[0].parts[0])
        return elements if dtype is None else elements.astype(dtype)

    def __buffer__(self, flags: int) -> memoryview:
        """The elements as a read-only buffer (Python 3.12); a splat's strides are zero."""
        elements = np.broadcast_to(self.parts[1], self.parts[0].parts[0])
        elements.flags.writeable = False
        return memoryview(elements)

    def __getitem__(self, index: int) -> float | complex:
        value = np.asarray(self).reshape(-1)[index]
        return value.item()

    def __iter__(self) -> Iterator[float | complex]:
        return iter(np.asarray(self).reshape(-1).tolist())


class DenseIntElementsAttr(DenseElementsAttr):
    """The elements of a tensor of integers."""

    __slots__ = ()


class DenseFPElementsAttr(DenseElementsAttr):
    """The elements of a tensor of floating-point numbers."""

    __slots__ = ()


def _element_attribute(value: float, element: Type) -> Attribute:
    if isinstance(element, FloatType):
        return FloatAttr.get(element, float(value))
    return IntegerAttr.get(element, int(value))


def _type_of(attribute: Attribute) -> Type:
    if not isinstance(attribute, Attribute):
        raise RuntimeError("Invalid attribute when attempting to create an ArrayAttribute (std::bad_cast)")
    return attribute.type if isinstance(attribute, (BoolAttr, FloatAttr, IntegerAttr)) else NoneType.get()


def _dense_of_attributes(attributes: Sequence[Attribute], shaped: Type | None) -> DenseElementsAttr:
    if not attributes:
        raise ValueError("Attributes list must be non-empty.")
    types = list(map(_type_of, attributes))
    if shaped is None:
        shaped = RankedTensorType.get([len(attributes)], types[0])
    if not isinstance(shaped, ShapedType) or not shaped.has_static_shape:
        raise ValueError(f"Expected a static ShapedType for the shaped_type parameter: Type({shaped})")
    wanted = shaped.element_type
    for found in types:
        if found != wanted:
            raise ValueError(
                "All attributes must be of the same type and match the type parameter: "
                f"expected={shaped!r}, but got={found!r}"
            )
    if wanted.text not in NUMPY_OF:
        raise ValueError(f"DenseElementsAttr: no array has elements of {wanted}")
    elements = as_elements([attribute.parts[0] for attribute in attributes], wanted.text)
    if elements.size == 1:
        return dense(shaped, elements.reshape(()))
    if elements.size != math.prod(shaped.shape):
        raise ValueError(f"DenseElementsAttr: {elements.size} elements for the shape {shaped.shape}")
    return dense(shaped, elements.reshape(shaped.shape))


def dense(shaped: ShapedType, array: np.ndarray) -> DenseElementsAttr:
    """The elements of a tensor type from an array, which has no dimensions for a splat.

    Several equal elements become a splat.
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
    if _is_hexadecimal(kept, element.text):
        return cls(_Elements(shaped, kept), (shaped, kept))
    return cls(_text(shaped, kept), (shaped, kept))


class _Elements:
    """The lazy text of many elements: its hexadecimal digits take twice their memory, and it is rarely read."""

    __slots__ = ("_text", "array", "shaped")

    def __init__(self, shaped: ShapedType, array: np.ndarray) -> None:
        self.shaped, self.array = shaped, array
        self._text: str | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = _text(self.shaped, self.array)
        return self._text

    def __hash__(self) -> int:
        flat = self.array.flat
        return hash((self.shaped, flat[:MOST_SHOWN].tobytes(), flat[-MOST_SHOWN:].tobytes()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Elements) and (
            self.array is other.array
            or (self.shaped == other.shaped and np.array_equal(_raw(self.array), _raw(other.array)))
        )


def _raw(array: np.ndarray) -> np.ndarray:
    """The bytes of the elements, so that NaNs with the same bits compare equal."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def _text(shaped: ShapedType, array: np.ndarray) -> str:
    return f"dense<{_elements_text(array, shaped.parts[1].text)}> : {shaped.text}"


def _is_splat(array: np.ndarray) -> bool:
    """Whether there are several elements with the same bits, which MLIR stores as a splat."""
    if array.size < 2 or not array.flags.c_contiguous:
        return False
    flat = array.reshape(-1)
    raw: np.ndarray = flat.view(np.uint8).reshape(flat.size, flat.itemsize)
    return bool((raw[0] == raw[1]).all() and (raw == raw[0]).all())


def _elements_text(array: np.ndarray, element: str) -> str:
    if array.size == 0:
        return ""
    if _is_hexadecimal(array, element):
        return '"0x' + b16encode(_raw(array).data).decode("ascii") + '"'
    if element == "i1":
        return _nested(array.tolist(), lambda v: "true" if v else "false")
    if array.dtype.kind in "iu" and element[0] in "isu":
        return _nested(array.tolist(), str)
    if element.startswith("complex"):
        part = element[8:-1]
        return _nested(array.tolist(), lambda v: f"({float_text(v.real, part)},{float_text(v.imag, part)})")
    if array.dtype.kind in "iub" or element[0] in "isu":
        return _nested(array.astype(np.int64).tolist(), str)
    return _nested_floats(array, element)


def _is_hexadecimal(array: np.ndarray, element: str) -> bool:
    return array.size > MOST_SHOWN and element != "i1" and array.dtype.itemsize * 8 == _bits(element)


def _bits(element: str) -> int:
    if element.startswith("complex"):
        return 2 * _bits(element[8:-1])
    if element in FLOATS:
        return int(FLOATS[element]._width)
    return 64 if element == "index" else int(element.lstrip("sui"))


def _nested(value: Nested[N], show: Callable[[N], str]) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_nested(element, show) for element in value) + "]"
    return show(value)


def _nested_floats(array: np.ndarray, element: str) -> str:
    if array.ndim:
        return "[" + ", ".join(_nested_floats(row, element) for row in array) + "]"
    return text_of_bits(array.astype(NUMPY_OF[element]).tobytes(), element)


class DenseResourceElementsAttr(Attribute):
    """Elements in a resource outside of the program."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.dense_resource_elements"

    @classmethod
    def get_from_buffer(cls, *_args: object, **_kwargs: object) -> NoReturn:
        """Raise NotInBindings, because there are no resources."""
        raise NotInBindings(
            "jaxlib.mlir.ir.DenseResourceElementsAttr", "resources are written in bytecode only"
        )


def integer_tensor(numbers: Iterable[int], shape: Sequence[int] | None = None) -> DenseElementsAttr:
    """A tensor of 64-bit integers, one-dimensional by default."""
    array = np.asarray(list(numbers), np.int64)
    kind = RankedTensorType.get(array.shape if shape is None else shape, IntegerType.get_signless(64))
    array = array.reshape(kind.parts[0])
    if array.size and (array == array.flat[0]).all():
        array = array.flat[:1].reshape(())
    return dense(kind, array)


def boolean_tensor(booleans: Sequence[bool]) -> DenseElementsAttr:
    """A one-dimensional tensor of booleans."""
    array = np.asarray(list(booleans), bool)
    if array.size and (array == array[0]).all():
        array = array[:1].reshape(())
    return dense(RankedTensorType.get((len(booleans),), IntegerType.get_signless(1)), array)
