"""Classes of attributes from a declaration of their fields.

The text, the properties and the maker of an attribute follow from its fields; the parser reads the text by the same
declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib._ir.core import Attribute, Context

#: The class of each enumeration, by dialect and mnemonic.
ENUMERATIONS: dict[tuple[str, str], Any] = {}

#: The class of each structure and its fields as the text names them, by the beginning of the text.
STRUCTURES: dict[str, tuple[Any, dict[str, str]]] = {}


def enumeration(name: str, dialect: str, mnemonic: str, words: str) -> Any:
    """A class of attributes that are one of ``words``, which are in the order of their numbers in VHLO."""

    def get(cls: type[Attribute], value: str, context: Context | None = None) -> Attribute:
        return cls(f"#{dialect}<{mnemonic} {value}>", (value,))

    members = {
        "__slots__": (),
        "__doc__": f"{mnemonic} of {dialect}.",
        "get": classmethod(get),
        "value": property(lambda self: self.parts[0]),
        "_words": tuple(words.split(" ")),
    }
    enumeration_class = type(name, (Attribute,), members)
    ENUMERATIONS[dialect, mnemonic] = enumeration_class
    return enumeration_class


def integers(value: Sequence[int]) -> str:
    """A list of numbers."""
    return f"[{', '.join(map(str, value))}]"


#: By the kind of a field: the function that writes it, and the one that says whether it is omitted.
_KINDS: dict[str, tuple[Callable[[Any], str], Callable[[Any], bool]]] = {
    "list": (integers, lambda value: not value),
    "kept list": (integers, lambda _value: False),
    "int": (str, lambda value: not value),
    "kept int": (str, lambda _value: False),
    "bool": (lambda value: "true" if value else "false", lambda _value: False),
    "type": (lambda value: value.text, lambda _value: False),
}


def structure(name: str, mnemonic: str, fields: dict[str, str], written: dict[str, str] | None = None) -> Any:
    """A class of attributes with fields; ``written`` has the names of fields that are others in the text."""
    names = list(fields)
    written = written or {}

    def get(cls: type[Attribute], *args: Any, **kwargs: Any) -> Attribute:
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
            value = tuple(value) if kind.endswith("list") else value
            parts.append(value)
            show, skip = _KINDS[kind]
            if not skip(value):
                shown.append(f"{written.get(field, field)} = {show(value)}")
        return cls(f"#{mnemonic}<{', '.join(shown)}>", tuple(parts))

    def reader(index: int, kind: str) -> property:
        if kind.endswith("list"):
            return property(lambda self: list(self.parts[index]))
        return property(lambda self: self.parts[index])

    members: dict[str, Any] = {"__slots__": (), "__doc__": f"{mnemonic}.", "get": classmethod(get)}
    members.update({field: reader(i, fields[field]) for i, field in enumerate(names)})
    structure_class = type(name, (Attribute,), members)
    STRUCTURES[f"#{mnemonic}"] = (
        structure_class,
        {written.get(field, field): kind for field, kind in fields.items()},
    )
    return structure_class
