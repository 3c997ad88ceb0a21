"""Classes of attributes from a declaration of their fields.

The text, the properties and the maker of an attribute follow from its fields; the parser reads the text by the same
declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib._ir.core import Attribute

#: By its dialect and mnemonic, each enumeration's class.
ENUMERATIONS: dict[tuple[str, str], Any] = {}

#: By how its text begins, each structure's class, and its fields as the text calls them.
STRUCTURES: dict[str, tuple[Any, dict[str, str]]] = {}


def enumeration(name: str, dialect: str, mnemonic: str, words: str) -> Any:
    """A class of attributes that are one of ``words``, which are in the order of their numbers in VHLO."""

    def get(cls: Any, value: str, context: Any = None) -> Any:
        return cls(f"#{dialect}<{mnemonic} {value}>", (value,))

    members = {
        "__slots__": (),
        "__doc__": f"{mnemonic} of {dialect}.",
        "get": classmethod(get),
        "value": property(lambda self: self.parts[0]),
        "_words": tuple(words.split(" ")),
    }
    made = type(name, (Attribute,), members)
    ENUMERATIONS[dialect, mnemonic] = made
    return made


def integers(value: Sequence[int]) -> str:
    """A list of numbers."""
    return f"[{', '.join(map(str, value))}]"


#: How a field's value is written, and whether it is left out where it is empty.
_KINDS: dict[str, tuple[Callable[[Any], str], Callable[[Any], bool]]] = {
    "list": (integers, lambda value: not value),
    "kept list": (integers, lambda _value: False),
    "int": (str, lambda value: not value),
    "kept int": (str, lambda _value: False),
    "bool": (lambda value: "true" if value else "false", lambda _value: False),
    "type": (lambda value: value.text, lambda _value: False),
}


def structure(name: str, mnemonic: str, fields: dict[str, str], written: dict[str, str] | None = None) -> Any:
    """A class of attributes with fields; ``written`` has those that the text calls otherwise."""
    names = list(fields)
    written = written or {}

    def get(cls: Any, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("context", None)
        kwargs.pop("ctx", None)
        given = dict(zip([*names, "context"], args, strict=False))
        given.pop("context", None)
        given.update(kwargs)
        parts = []
        shown = []
        for field in names:
            kind = fields[field]
            value = given[field]
            value = tuple(value) if kind.endswith("list") else value
            parts.append(value)
            show, skip = _KINDS[kind]
            if not skip(value):
                shown.append(f"{written.get(field, field)} = {show(value)}")
        return cls(f"#{mnemonic}<{', '.join(shown)}>", tuple(parts))

    def reader(index: int, kind: str) -> Any:
        if kind.endswith("list"):
            return property(lambda self: list(self.parts[index]))
        return property(lambda self: self.parts[index])

    members: dict[str, Any] = {"__slots__": (), "__doc__": f"{mnemonic}.", "get": classmethod(get)}
    members.update({field: reader(i, fields[field]) for i, field in enumerate(names)})
    made = type(name, (Attribute,), members)
    STRUCTURES[f"#{mnemonic}"] = (made, {written.get(field, field): kind for field, kind in fields.items()})
    return made
