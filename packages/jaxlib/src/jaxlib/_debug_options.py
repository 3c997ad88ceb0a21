"""XLA's debug options: the message that this release of upstream's jaxlib sends with every program."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from typing import Any

from jaxlib import _proto
from jaxlib._bound_enums import BoundEnum
from jaxlib._debug_fields import BY_NAME, Field, encoded_default
from jaxlib._debug_options_facts import ATTRIBUTES
from jaxlib._xla_flags import changes


class AutotuneCacheMode(BoundEnum):
    """How autotuning results are cached."""

    UNSPECIFIED = 0
    UPDATE = 1
    READ = 2


@functools.cache
def defaults() -> Mapping[int, bytes]:
    """The message's fields by number, according to the release and `XLA_FLAGS`; read once, as in upstream.

    Raises:
        ValueError: `XLA_FLAGS` has a value that XLA rejects.
    """
    encoded = {field.number: encoded_default(field) for field in BY_NAME.values()}
    return {number: value for number, value in (encoded | changes()).items() if value}


@functools.lru_cache(maxsize=16)
def grouped(message: bytes) -> Mapping[int, bytes]:
    """The fields of a message by number, each still encoded. Most programs have the same message.

    Raises:
        ValueError: The message is malformed.
    """
    groups: dict[int, bytes] = {}
    for number, encoded in _proto.encoded_fields(message):
        groups[number] = groups.get(number, b"") + encoded
    return groups


class DebugOptions:
    """XLA's debug options. Only those that upstream lets programs set can be set; the message has all of them."""

    __slots__ = ("_encoded",)

    def __init__(self, encoded: Mapping[int, bytes] | None = None) -> None:
        self._encoded: dict[int, bytes] = dict(defaults() if encoded is None else encoded)

    def _get(self, field: Field) -> Any:
        value = field.decode(self._encoded.get(field.number, b""))
        if field.type == "AutotuneCacheMode":
            return AutotuneCacheMode(value)
        return ",".join(value) if field.repeated else value

    def _set(self, field: Field, value: Any) -> None:
        self._encoded[field.number] = field.encode(_checked(field, value))

    def _merged(self, message: bytes) -> dict[int, bytes]:
        """The fields after those of another message: lists and maps grow, other fields are replaced."""
        single = {field.number for field in BY_NAME.values() if not field.repeated and field.type != "map"}
        merged = dict(self._encoded)
        for number, encoded in grouped(message).items():
            merged[number] = encoded if number in single else merged.get(number, b"") + encoded
        return merged

    def _serialize(self) -> bytes:
        return b"".join(self._encoded[number] for number in sorted(self._encoded))

    def __repr__(self) -> str:
        lines = []
        for field in BY_NAME.values():
            value = field.decode(encoded) if (encoded := self._encoded.get(field.number)) else None
            for element in value if isinstance(value, list) else [] if value is None else [value]:
                lines.append(f"{field.name}: {_written(field, element)}")
        return "\n".join([*lines, ""])


def _checked(field: Field, value: Any) -> Any:
    """The value to which a program sets a field; TypeError if it does not have the field's type."""
    if field.type == "AutotuneCacheMode":
        try:
            return AutotuneCacheMode(value).value  # jax passes the number
        except ValueError:
            raise TypeError(f"DebugOptions.{field.name}: wanted AutotuneCacheMode, got {value!r}") from None
    wanted = {"bool": bool, "string": str}.get(field.type)
    if wanted is not None:
        if not isinstance(value, wanted):
            raise TypeError(f"DebugOptions.{field.name}: wanted {wanted.__name__}, got {value!r}")
        return str(value).split(",") if field.repeated else value
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"DebugOptions.{field.name}: wanted an int, got {value!r}") from None
    if not -(1 << 31) <= number < 1 << 31:
        raise TypeError(f"DebugOptions.{field.name}: wanted a number of 32 bits, got {value!r}")
    return number


def _written(field: Field, value: Any) -> str:
    if field.enum is not None:
        return next((name for name, number in field.enum.items() if number == value), str(value))
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _attribute(field: Field) -> property:
    return property(lambda self: self._get(field), lambda self, value: self._set(field, value))


for _name in sorted(ATTRIBUTES):
    setattr(DebugOptions, _name, _attribute(BY_NAME[_name]))
for _class in (AutotuneCacheMode, DebugOptions):
    _class.__module__ = "jaxlib._jax"
