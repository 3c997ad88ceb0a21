"""Records: named tuples that are read from JSON objects, and written to them, according to their annotations.

Each field of a record is ``Annotated`` with a ``Kind``: how its values are read, written and described in a JSON
schema. A string after the kind is the key's description in the schema. A field with a default may be absent or
null.

Implemented here instead of using a library, because it is imported whenever jax looks for its backends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

Record = TypeVar("Record")


class InvalidRecord(ValueError):
    """The data is not a record of that type; the message says which key, what was wanted and what was found."""


class Kind(NamedTuple):
    """The JSON form of a value. ``read`` takes the value and the path of its key; ``write`` is its inverse."""

    read: Callable[[Any, str], Any]
    schema: Callable[[], dict[str, Any]]
    write: Callable[[Any], Any] = lambda value: value


def _wrong(path: str, wanted: str, found: str) -> InvalidRecord:
    return InvalidRecord(f"key {path!r}: wanted {wanted}, found {found}")


def _text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong(path, "a text", repr(value))
    if not value:
        raise _wrong(path, "a text", "an empty one")
    return value


def _number(least: int) -> Callable[[Any, str], int]:
    def read(value: Any, path: str) -> int:
        # bool is an int to Python, not to JSON.
        if not isinstance(value, int) or isinstance(value, bool):
            raise _wrong(path, "a whole number", repr(value))
        if value < least:
            raise _wrong(path, f"a number of {least} or more", repr(value))
        return value

    return read


def _flag(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(path, "true or false", repr(value))
    return value


def _flag_or_text(value: Any, path: str) -> bool | str:
    if not isinstance(value, bool | str):
        raise _wrong(path, "a text, true or false", repr(value))
    return value


def _version(value: Any, path: str) -> tuple[int, int]:
    text = _text(value, path)
    major, dot, minor = text.partition(".")
    if not (dot and major.isdecimal() and minor.isdecimal()):
        raise _wrong(path, "MAJOR.MINOR", repr(text))
    return int(major), int(minor)


def _sha256(value: Any, path: str) -> str:
    text = _text(value, path)
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise _wrong(path, "a SHA-256 in 64 hexadecimal digits", repr(text))
    return text


def _texts(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong(path, "an array", repr(value))
    for item in value:
        if not isinstance(item, str) or not item:
            raise _wrong(path, "texts", repr(item))
    return tuple(value)


def _number_lists(least: int) -> Callable[[Any, str], tuple[tuple[int, ...], ...]]:
    def read(value: Any, path: str) -> tuple[tuple[int, ...], ...]:
        if not isinstance(value, list):
            raise _wrong(path, "an array", repr(value))
        for item in value:
            if (
                not isinstance(item, list)
                or len(item) < least
                or not all(type(number) is int and number > 0 for number in item)
            ):
                raise _wrong(path, "lists of field numbers", repr(item))
        return tuple(map(tuple, value))

    return read


TEXT = Kind(_text, lambda: {"type": "string", "minLength": 1})
FLAG = Kind(_flag, lambda: {"type": "boolean"})
FLAG_OR_TEXT = Kind(_flag_or_text, lambda: {"type": ["boolean", "string"]})
SHA256 = Kind(_sha256, lambda: {"type": "string", "pattern": "^[0-9a-f]{64}$"})
TEXTS = Kind(_texts, lambda: {"type": "array", "items": TEXT.schema()}, list)
VERSION = Kind(
    _version, lambda: {"type": "string", "pattern": r"^\d+\.\d+$"}, lambda pair: f"{pair[0]}.{pair[1]}"
)


def number(least: int = 0) -> Kind:
    """A whole number of at least ``least``."""
    return Kind(_number(least), lambda: {"type": "integer", "minimum": least})


def number_lists(least: int) -> Kind:
    """An array of arrays of at least ``least`` positive whole numbers."""

    def schema() -> dict[str, Any]:
        numbers = {"type": "array", "minItems": least, "items": {"type": "integer", "minimum": 1}}
        return {"type": "array", "items": numbers}

    return Kind(_number_lists(least), schema, lambda lists: list(map(list, lists)))


def nullable(kind: Kind) -> Kind:
    """``kind``, or null (None in Python); for a key that has no default."""

    def schema() -> dict[str, Any]:
        form = kind.schema()
        return {**form, "type": [*_names(form["type"]), "null"]}

    return Kind(
        lambda value, path: None if value is None else kind.read(value, path),
        schema,
        lambda value: None if value is None else kind.write(value),
    )


def record(of: type[Any]) -> Kind:
    """An object with a key for each field of the record ``of``."""
    return Kind(lambda value, path: read(of, value, path), lambda: schema(of), write)


def records(of: type[Any]) -> Kind:
    """An array of objects, each a record ``of``."""

    def read_items(value: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _wrong(path, "an array", repr(value))
        for item in value:
            if not isinstance(item, dict):
                raise _wrong(path, "objects", repr(item))
        return tuple(read(of, item, path) for item in value)

    return Kind(
        read_items, lambda: {"type": "array", "items": schema(of)}, lambda items: list(map(write, items))
    )


def table(values: Kind) -> Kind:
    """An object with any keys and values of one kind; a tuple of pairs in Python."""

    def read_pairs(value: Any, path: str) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, dict):
            raise _wrong(path, "an object", repr(value))
        return tuple((key, values.read(item, f"{path}.{key}")) for key, item in value.items())

    return Kind(
        read_pairs,
        lambda: {"type": "object", "additionalProperties": values.schema()},
        lambda pairs: {key: values.write(value) for key, value in pairs},
    )


def read(of: type[Record], value: Any, path: str = "", *, strict: bool = False) -> Record:
    """The record ``of`` from a JSON object; ``strict`` rejects unknown keys.

    Raises:
        InvalidRecord: A key is missing or wrong.
    """
    if not isinstance(value, dict):
        raise _wrong(path, "an object", repr(value))
    prefix = f"{path}." if path else ""
    defaults: Mapping[str, Any] = of._field_defaults  # type: ignore[attr-defined]
    fields = {
        key: annotation.__metadata__[0].read(value.get(key), prefix + key)
        for key, annotation in of.__annotations__.items()
        if value.get(key) is not None or key not in defaults
    }
    if strict and (unknown := value.keys() - of.__annotations__.keys()):
        raise InvalidRecord(
            f"key {prefix + min(unknown)!r}: wanted one of {', '.join(of.__annotations__)}, found another"
        )
    return of(**fields)


def write(value: Any) -> dict[str, Any]:
    """The JSON object of a record; keys with default values are left out."""
    defaults = value._field_defaults
    return {
        key: kind.write(field)
        for key, kind, _ in _fields(type(value))
        if (field := getattr(value, key)) != defaults.get(key, ...)
    }


def write_all(value: Any) -> dict[str, Any]:
    """As ``write``, with every key; null for empty values and None."""
    return {
        key: None if field is None or field == "" else kind.write(field)
        for key, kind, _ in _fields(type(value))
        for field in [getattr(value, key)]
    }


def schema(of: type[Any]) -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of the record ``of``."""
    defaults = of._field_defaults
    properties = {}
    for key, kind, description in _fields(of):
        form = (nullable(kind) if key in defaults else kind).schema()
        properties[key] = form | ({"description": description} if description else {})
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties.keys() - defaults.keys()),
        "additionalProperties": False,
    }


def _names(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def _fields(of: type[Any]) -> Iterator[tuple[str, Kind, str]]:
    for key, annotation in of.__annotations__.items():
        kind, *description = annotation.__metadata__
        yield key, kind, "".join(description)
