"""The fields of xla.DebugOptions, which depend on the release, and their encoding.

The fields, their defaults, and the effect of `XLA_FLAGS` on each are in `jaxlib._debug_options_facts`, which the
build generates from `packages/jaxlib/releases`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from jaxlib import _proto
from jaxlib._debug_options_facts import ENUMS, FIELDS


class Field(NamedTuple):
    """A field of xla.DebugOptions."""

    name: str
    number: int
    #: bool, int32, int64, float, string, map, message, or an enumeration of ``ENUMS``.
    type: str
    repeated: bool
    #: The default; None if the field is not sent unless it is set.
    default: Any
    #: The effect of its flag, if it is not the usual one: see ``jaxlib._xla_flags``.
    flag: Any

    @property
    def enum(self) -> Mapping[str, int] | None:
        """The names and numbers of its type if that is an enumeration, else None."""
        return ENUMS.get(self.type)

    def encode(self, value: Any) -> bytes:
        """The encoded field; explicit even if the value is zero."""
        if self.type == "map":
            pairs = sorted(value.items())
            return b"".join(
                _proto.length(
                    self.number, _proto.length(1, key.encode()) + _proto.length(2, content.encode())
                )
                for key, content in pairs
            )
        if self.repeated:
            if self.enum is not None:
                return _proto.packed(self.number, value)
            return b"".join(_proto.length(self.number, text.encode()) for text in value)
        if self.type == "string":
            return _proto.length(self.number, value.encode())
        if self.type == "float":
            return _proto.varint(self.number << 3 | 5) + struct.pack("<f", value)
        return _proto.varint(self.number << 3) + _proto.varint(int(value))

    def decode(self, encoded: bytes) -> Any:
        """Decode the output of ``encode`` (an enumeration as its number); b"" is a field that is not sent."""
        values = [value for _, value in _proto.fields(encoded)]
        if self.type == "map":
            entries = [dict(_proto.fields(_proto.content(value))) for value in values]
            return {_text(entry.get(1, b"")): _text(entry.get(2, b"")) for entry in entries}
        if self.repeated:
            if self.enum is not None:
                return [number for value in values for number in _proto.numbers(value)]
            return [_text(value) for value in values]
        if not values:
            return {"string": "", "float": 0.0, "bool": False}.get(self.type, 0)
        value = values[-1]
        if self.type == "string":
            return _text(value)
        if self.type == "float":
            return _proto.real(value)
        number = _proto.signed(_proto.integer(value))
        return bool(number) if self.type == "bool" else number


def _text(value: int | bytes) -> str:
    return _proto.content(value).decode()


def _field(name: str, entry: Mapping[str, Any]) -> Field:
    return Field(
        name,
        entry["number"],
        entry["type"],
        entry.get("repeated", False),
        entry.get("default"),
        entry.get("flag"),
    )


#: By name, in the order of their declaration in the message.
BY_NAME = {name: _field(name, entry) for name, entry in FIELDS.items()}


def encoded_default(field: Field) -> bytes:
    """The encoded field as it is sent unless it is set."""
    value = field.default
    if value is None:
        return b""
    if field.enum is not None:
        value = [field.enum[name] for name in value] if field.repeated else field.enum[value]
    return field.encode(value)
