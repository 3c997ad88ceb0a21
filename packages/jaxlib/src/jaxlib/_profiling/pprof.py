"""Converts `pprof` profiles from and to JSON, which jax writes for a jaxpr's equations."""

from __future__ import annotations

import base64
import json
from typing import Any

from jaxlib import _native, _proto

#: For each message, the JSON names of its fields with numbers and types. 64-bit integers are strings in JSON.
_MESSAGES: dict[str, dict[str, tuple[int, str]]] = {
    "Profile": {
        "sampleType": (1, "ValueType*"), "sample": (2, "Sample*"), "mapping": (3, "Mapping*"),
        "location": (4, "Location*"), "function": (5, "Function*"), "stringTable": (6, "str*"),
        "dropFrames": (7, "int"), "keepFrames": (8, "int"), "timeNanos": (9, "int"),
        "durationNanos": (10, "int"), "periodType": (11, "ValueType"), "period": (12, "int"),
        "comment": (13, "int*"), "defaultSampleType": (14, "int"),
    },
    "ValueType": {"type": (1, "int"), "unit": (2, "int")},
    "Sample": {"locationId": (1, "int*"), "value": (2, "int*"), "label": (3, "Label*")},
    "Label": {"key": (1, "int"), "str": (2, "int"), "num": (3, "int")},
    "Mapping": {
        "id": (1, "int"), "memoryStart": (2, "int"), "memoryLimit": (3, "int"), "fileOffset": (4, "int"),
        "filename": (5, "int"), "buildId": (6, "int"), "hasFunctions": (7, "bool"),
        "hasFilenames": (8, "bool"), "hasLineNumbers": (9, "bool"), "hasInlineFrames": (10, "bool"),
    },
    "Location": {"id": (1, "int"), "mappingId": (2, "int"), "address": (3, "int"), "line": (4, "Line*")},
    "Line": {"functionId": (1, "int"), "line": (2, "int")},
    "Function": {
        "id": (1, "int"), "name": (2, "int"), "systemName": (3, "int"), "filename": (4, "int"),
        "startLine": (5, "int"),
    },
}  # fmt: skip


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)


def _order(kind: str, name: str) -> int:
    return _MESSAGES[kind].get(_camel(name), (0, ""))[0]


def _encode(kind: str, value: Any) -> bytes:
    if not isinstance(value, dict):
        raise ValueError(f"wanted an object for {kind}, found {value!r:.60}")
    encoded = b""
    for name, given in sorted(value.items(), key=lambda item: _order(kind, item[0])):
        if given is None:
            continue
        field = _MESSAGES[kind].get(_camel(name))
        if field is None:
            raise ValueError(f"no such field of {kind}: {name}")
        tag, of = field
        # As upstream's reader: one value may stand for an array of it, and arrays in an array are one.
        values = _flat(given) if of.endswith("*") else [given]
        of = of.rstrip("*")
        if of in _MESSAGES:
            encoded += b"".join(_proto.length(tag, _encode(of, value)) for value in values)
        elif of == "str":
            encoded += b"".join(_proto.length(tag, str(value).encode()) for value in values)
        elif field[1].endswith("*"):
            encoded += _proto.packed(tag, [_integer(value, of) for value in values])
        else:
            encoded += _proto.number(tag, _integer(values[0], of))
    return encoded


def _flat(value: Any) -> list[Any]:
    return [part for each in value for part in _flat(each)] if isinstance(value, list) else [value]


def _integer(value: Any, kind: str) -> int:
    if value is None:
        return 0
    if not isinstance(value, str | int | float) or (isinstance(value, bool) and kind != "bool"):
        raise ValueError(f"expected number or string, found {value!r:.60}")
    return int(value)


def _decode(kind: str, message: bytes) -> dict[str, Any]:
    names = {tag: (name, of) for name, (tag, of) in _MESSAGES[kind].items()}
    fields: dict[str, Any] = {}
    for tag, value in _proto.fields(message):
        if tag not in names:
            continue
        name, of = names[tag]
        repeated, of = of.endswith("*"), of.rstrip("*")
        values: list[Any]
        if of in _MESSAGES:
            values = [_decode(of, _proto.content(value))]
        elif of == "str":
            content = _proto.content(value)
            try:
                values = [content.decode()]
            except UnicodeDecodeError:
                values = [base64.b64encode(content).decode()]
        elif of == "bool":
            values = [bool(_proto.integer(value))]
        else:
            values = [str(_proto.signed(number)) for number in _proto.numbers(value)]
        if repeated:
            fields.setdefault(name, []).extend(values)
        else:
            fields[name] = values[-1]
    return fields


def json_to_pprof_profile(json_text: str, /) -> bytes:
    """Serialize a profile in JSON.

    Raises:
        JaxRuntimeError: The text is not such a profile.
    """
    try:
        return _encode("Profile", json.loads(json_text))
    except (ValueError, TypeError) as error:
        raise _native.JaxRuntimeError(f"INVALID_ARGUMENT: JSON parsing failed: {error}") from error


def pprof_profile_to_json(profile: bytes, /) -> str:
    """A profile as JSON; "" if it is damaged."""
    try:
        return json.dumps(_decode("Profile", profile), separators=(",", ":"))
    except ValueError:
        return "{}"
