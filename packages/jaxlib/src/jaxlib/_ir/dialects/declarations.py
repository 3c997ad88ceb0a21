"""Attribute classes generated from declarations of their fields.

The fields of an attribute determine its text, its properties and its factory function; the parser reads the text by
the same declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, cast

from jaxlib._ir.core import Attribute, Context, Type


class EnumerationAttr(Attribute):
    """An attribute whose value is one of several keywords."""

    __slots__ = ()
    _prefix: ClassVar[str]
    _words: ClassVar[tuple[str, ...]]

    @classmethod
    def get(cls, value: str, context: Context | None = None) -> Self:
        """The attribute with that keyword."""
        return cls(f"{cls._prefix} {value}>", (value,))

    @property
    def value(self) -> str:
        """The keyword."""
        return str(self.parts[0])


class StructureAttr(Attribute):
    """An attribute with the declared fields, which are properties."""

    __slots__ = ()
    if TYPE_CHECKING:
        get: ClassVar[Callable[..., Self]]


#: The class of each enumeration, by dialect and mnemonic.
ENUMERATIONS: dict[tuple[str, str], type[EnumerationAttr]] = {}

#: The class of each structure, and its fields by their names in the text; by the prefix of the text.
STRUCTURES: dict[str, tuple[type[StructureAttr], dict[str, str]]] = {}


def enumeration(name: str, dialect: str, mnemonic: str, words: str) -> type[EnumerationAttr]:
    """A class for attributes that are one of ``words``, which are in the order of their numbers in VHLO."""
    members = {
        "__slots__": (),
        "__doc__": f"{mnemonic} of {dialect}.",
        "_prefix": f"#{dialect}<{mnemonic}",
        "_words": tuple(words.split(" ")),
    }
    enumeration_class = type(name, (EnumerationAttr,), members)
    ENUMERATIONS[dialect, mnemonic] = enumeration_class
    return enumeration_class


def integers(value: Sequence[int]) -> str:
    """A list of numbers."""
    return f"[{', '.join(map(str, value))}]"


def _field_text(kind: str, value: object) -> str | None:
    """The text of a field, by kind; None if it is omitted: zeros and empty lists, unless they are "kept"."""
    if kind == "type":
        return cast("Type", value).text
    if kind == "bool":
        return "true" if value else "false"
    if not value and not kind.startswith("kept"):
        return None
    return integers(cast("Sequence[int]", value)) if kind.endswith("list") else str(value)


def structure(
    name: str, mnemonic: str, fields: dict[str, str], written: dict[str, str] | None = None
) -> type[StructureAttr]:
    """A class of attributes with fields; ``written`` maps fields to their names in the text, where these differ."""
    names = list(fields)
    written = written or {}

    def get(cls: type[StructureAttr], /, *args: object, **kwargs: object) -> StructureAttr:
        kwargs.pop("context", None)
        kwargs.pop("ctx", None)
        arguments = dict(zip([*names, "context"], args, strict=False))
        arguments.pop("context", None)
        arguments.update(kwargs)
        parts = []
        shown = []
        for field in names:
            kind = fields[field]
            value = arguments[field]
            if kind.endswith("list"):
                value = tuple(cast("Iterable[int]", value))
            parts.append(value)
            text = _field_text(kind, value)
            if text is not None:
                shown.append(f"{written.get(field, field)} = {text}")
        return cls(f"#{mnemonic}<{', '.join(shown)}>", tuple(parts))

    def reader(index: int, kind: str) -> property:
        if kind.endswith("list"):
            return property(lambda self: list(self.parts[index]))
        return property(lambda self: self.parts[index])

    members: dict[str, object] = {"__slots__": (), "__doc__": f"{mnemonic}.", "get": classmethod(get)}
    members.update({field: reader(i, fields[field]) for i, field in enumerate(names)})
    structure_class = type(name, (StructureAttr,), members)
    STRUCTURES[f"#{mnemonic}"] = (
        structure_class,
        {written.get(field, field): kind for field, kind in fields.items()},
    )
    return structure_class
