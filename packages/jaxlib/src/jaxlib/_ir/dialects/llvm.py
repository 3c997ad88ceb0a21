"""LLVM's types and metadata, which kernels for GPUs use.

Within another of these types, a type is written without its dialect: ``!llvm.struct<(ptr, i32)>``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from jaxlib._ir.core import (
    Attribute,
    Context,
    DialectAttr,
    DialectType,
    FlatSymbolRefAttr,
    StringAttr,
    Type,
)

#: The types without parameters.
PLAIN = ("label", "metadata", "ppc_fp128", "token", "void", "x86_amx")

#: Types that are no elements of structures.
_NO_ELEMENTS = ("!llvm.func<", "!llvm.label", "!llvm.metadata", "!llvm.token", "!llvm.void")

#: The bodies of identified structures by name, and whether each is packed: None for opaque ones.
_IDENTIFIED: dict[str, tuple[tuple[Type, ...], bool] | None] = {}


def _within(kind: Type) -> str:
    """The text of a type within another of LLVM's types."""
    return kind.text.removeprefix("!llvm.")


class PointerType(DialectType):
    """A pointer in an address space, such as 3 for a GPU's shared memory."""

    __slots__ = ()

    @classmethod
    def get(cls, address_space: int | None = None, *, context: Context | None = None) -> Self:
        """The type of pointers in an address space, 0 if none is given."""
        space = address_space or 0
        return cls(f"!llvm.ptr<{space}>" if space else "!llvm.ptr", (space,))

    @property
    def address_space(self) -> int:
        """The number of the address space."""
        return int(self.parts[0])


class ArrayType(DialectType):
    """An array of a constant number of elements."""

    __slots__ = ()

    @classmethod
    def get(cls, element_type: Type, num_elements: int) -> Self:
        """The type of arrays of ``num_elements`` elements."""
        if num_elements < 0:
            raise TypeError(f"ArrayType.get: wanted a number of elements, found {num_elements}")
        return cls(f"!llvm.array<{num_elements} x {_within(element_type)}>", (element_type, num_elements))

    @property
    def element_type(self) -> Type:
        """The type of the elements."""
        return self.parts[0]

    @property
    def num_elements(self) -> int:
        """The number of elements."""
        return int(self.parts[1])


class FunctionType(DialectType):
    """The type of one of LLVM's functions."""

    __slots__ = ()

    @classmethod
    def get(cls, result_type: Type, argument_types: Sequence[Type], *, is_var_arg: bool = False) -> Self:
        """The type of functions of those arguments; with ``is_var_arg`` more may follow."""
        arguments = tuple(argument_types)
        shown = [*map(_within, arguments), *(["..."] if is_var_arg else [])]
        text = f"!llvm.func<{_within(result_type)} ({', '.join(shown)})>"
        return cls(text, (result_type, arguments, is_var_arg))

    @property
    def return_type(self) -> Type:
        """The type of the result."""
        return self.parts[0]

    @property
    def num_inputs(self) -> int:
        """The number of arguments, without those that may follow."""
        return len(self.parts[1])

    @property
    def inputs(self) -> list[Type]:
        """The types of the arguments."""
        return list(self.parts[1])

    @property
    def is_var_arg(self) -> bool:
        """Whether more arguments may follow."""
        return bool(self.parts[2])


class StructType(DialectType):
    """A structure: a literal one, which is its elements, or an identified one, which is its name.

    The body of an identified structure may be set later; types with the same name have the same body.
    """

    __slots__ = ()

    @classmethod
    def get_literal(
        cls,
        elements: Sequence[Type],
        *,
        packed: bool = False,
        loc: object = None,
        context: Context | None = None,
    ) -> Self:
        """The structure of those elements.

        Raises:
            ValueError: A structure cannot have an element of such a type.
        """
        for element in elements:
            if element.text.startswith(_NO_ELEMENTS):
                raise ValueError(f"at loc(unknown): invalid LLVM structure element type: '{element.text}'")
        return cls.get_literal_unchecked(elements, packed=packed)

    @classmethod
    def get_literal_unchecked(
        cls, elements: Sequence[Type], *, packed: bool = False, context: Context | None = None
    ) -> Self:
        """The structure of those elements, whatever they are."""
        return cls(f"!llvm.struct<{_body_text(elements, packed)}>", (None, tuple(elements), packed))

    @classmethod
    def get_identified(cls, name: str, *, context: Context | None = None) -> Self:
        """The structure of that name; without a body if there was none."""
        body = _IDENTIFIED.setdefault(name, None)
        shown = StringAttr.get(name).text
        inside = "opaque" if body is None else _body_text(*body)
        return cls(f"!llvm.struct<{shown}, {inside}>", (name,))

    @classmethod
    def get_opaque(cls, name: str, context: Context | None = None) -> Self:
        """The structure of that name, without a body."""
        return cls.get_identified(name)

    @classmethod
    def new_identified(
        cls, name: str, elements: Sequence[Type], *, packed: bool = False, context: Context | None = None
    ) -> Self:
        """A new structure of those elements; its name gets a number if there is one of that name."""
        unique, number = name, 0
        while unique in _IDENTIFIED:
            number += 1
            unique = f"{name}.{number}"
        _IDENTIFIED[unique] = (tuple(elements), packed)
        return cls.get_identified(unique)

    def set_body(self, elements: Sequence[Type], *, packed: bool = False) -> None:
        """Set the elements of an identified structure.

        Raises:
            ValueError: It is a literal structure, or has another body.
        """
        body = (tuple(elements), packed)
        if self.name is None or _IDENTIFIED.get(self.name) not in (None, body):
            raise ValueError("Struct body already set to different content.")
        _IDENTIFIED[self.name] = body

    def _body(self) -> tuple[tuple[Type, ...], bool] | None:
        return _IDENTIFIED.get(self.parts[0]) if self.parts[0] is not None else self.parts[1:]

    @property
    def name(self) -> str | None:
        """The name of an identified structure."""
        return self.parts[0]

    @property
    def body(self) -> list[Type] | None:
        """The types of the elements; None if it is opaque."""
        body = self._body()
        return None if body is None else list(body[0])

    @property
    def packed(self) -> bool:
        """Whether there is no padding between the elements."""
        body = self._body()
        return body is not None and body[1]

    @property
    def opaque(self) -> bool:
        """Whether it has no body."""
        return self._body() is None


def _body_text(elements: Sequence[Type], packed: bool) -> str:
    return f"{'packed ' if packed else ''}({', '.join(map(_within, elements))})"


class MDStringAttr(DialectAttr):
    """A string in metadata."""

    __slots__ = ()

    @classmethod
    def get(cls, value: str, *, context: Context | None = None) -> Self:
        """The metadata of a string."""
        return cls(f"#llvm.md_string<{StringAttr.get(value).text}>", (value,))

    @property
    def value(self) -> str:
        """The string."""
        return str(self.parts[0])


class MDConstantAttr(DialectAttr):
    """A constant in metadata."""

    __slots__ = ()

    @classmethod
    def get(cls, value: Attribute, *, context: Context | None = None) -> Self:
        """The metadata of a constant."""
        return cls(f"#llvm.md_const<{value.text}>", (value,))

    @property
    def value(self) -> Attribute:
        """The constant."""
        return self.parts[0]


class MDGlobalValueAttr(DialectAttr):
    """A reference to a function or global variable in metadata."""

    __slots__ = ()

    @classmethod
    def get(cls, name: str, *, context: Context | None = None) -> Self:
        """The metadata of a reference."""
        return cls(f"#llvm.md_global_value<{FlatSymbolRefAttr.get(name).text}>", (name,))

    @property
    def name(self) -> str:
        """The name."""
        return str(self.parts[0])


class MDNodeAttr(DialectAttr):
    """A list in metadata."""

    __slots__ = ()

    @classmethod
    def get(cls, operands: Sequence[Attribute], *, context: Context | None = None) -> Self:
        """The metadata of a list."""
        return cls(f"#llvm.md_node<{', '.join(operand.text for operand in operands)}>", tuple(operands))

    @property
    def num_operands(self) -> int:
        """The length of the list."""
        return len(self.parts)

    def __getitem__(self, index: int) -> Attribute:
        if not 0 <= index < len(self.parts):
            raise IndexError("MDNodeAttr operand index out of range")
        return self.parts[index]

    def __len__(self) -> int:
        return len(self.parts)
