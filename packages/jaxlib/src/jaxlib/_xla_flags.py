"""`XLA_FLAGS`: which debug options it sets, according to the rules of XLA's own parser.

Upstream's jaxlib sends these options with every program, and plugins compile accordingly. Flags that the release's
jaxlib does not know are left to the plugin, which reads the variable, too. Where upstream's jaxlib ends the process
because of an invalid value, this one raises ValueError.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jaxlib._debug_fields import BY_NAME, Field, encoded_default

_VARIABLE = "XLA_FLAGS"
_SPACE = " \t\r\n"
_TRUE, _FALSE = ("true", "1"), ("false", "0")


def changes(text: str | None = None) -> dict[int, bytes]:
    """The fields that ``text``, by default the environment variable, sets: encoded, by number.

    Raises:
        ValueError: A value is invalid for its flag, or the file that the variable names cannot be read.
    """
    fields: dict[int, bytes] = {}
    for name, value in flags(os.environ.get(_VARIABLE, "") if text is None else text):
        field = BY_NAME.get(name)
        if field is None or field.flag == "none":
            continue
        if field.type == "bool" and (field.flag == "ignored" or isinstance(field.flag, dict)):
            on = _set(field, b"", value) == field.encode(True)
            if field.flag == "ignored" or ("on" if on else "off") not in field.flag:
                continue
            other = BY_NAME[field.flag["field"]]
            fields[other.number] = encoded_default(other._replace(default=field.flag["on" if on else "off"]))
            continue
        before = fields.get(field.number)
        fields[field.number] = _set(field, encoded_default(field) if before is None else before, value)
    return fields


def flags(text: str) -> Iterator[tuple[str, str | None]]:
    """The flags in a text, or in the file that it names: the name of each, and its value or None.

    Words begin with dashes and end at a space that is not in quotes; parsing stops at the first word without
    dashes.

    Raises:
        ValueError: The file cannot be read.
    """
    if text and not text.lstrip(_SPACE).startswith("-"):
        try:
            text = Path(text).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(
                f"{_VARIABLE}: wanted flags that begin with --, or a file of them\n  found:  {text!r}\n"
                f"  why:    {error}"
            ) from None
    at = 0
    while at < len(text):
        if text[at] in _SPACE:
            at += 1
            continue
        if text[at] != "-":
            return
        match = re.compile(r"[-_A-Za-z0-9]*").match(text, at)
        assert match is not None
        word, at = match[0], match.end()
        value: str | None = None
        if text[at : at + 1] == "=" and text[at + 1 : at + 2] in ("'", '"') and text[at + 1 : at + 2]:
            value, at = _quoted(text, at + 1)
        else:
            rest = re.compile(rf"[^{_SPACE}]*").match(text, at)
            assert rest is not None
            at = rest.end()
            if rest[0].startswith("="):
                value = rest[0][1:]
            elif rest[0]:
                continue  # not the name of a flag
        if word.startswith("--"):
            yield word[2:], value


def _quoted(text: str, at: int) -> tuple[str, int]:
    """A quoted value (with escapes in double quotes), and the position after it."""
    quote, value, at = text[at], "", at + 1
    while at < len(text) and text[at] != quote:
        if quote == '"' and text[at] == "\\" and at + 1 < len(text):
            at += 1
        value += text[at]
        at += 1
    return value, at + 1


def _set(field: Field, before: bytes, value: str | None) -> bytes:
    """A field after a flag was parsed.

    Args:
        field: The field.
        before: Its previous encoding.
        value: The flag's value; None if it has none, which is only valid for a bool.
    """
    if field.flag == "unread" or field.type == "message":
        raise ValueError(
            f"{_VARIABLE}: this jaxlib can't read the value of --{field.name}\n  found:  {value!r}\n"
            "  see:    the table of what is missing in jaxlib's README"
        )
    if value is None and field.type == "bool":
        value = "true"
    try:
        if value is None:
            raise ValueError("no value")
        return field.encode(_value(field, field.decode(before), value))
    except (ValueError, KeyError, OverflowError, struct.error):
        wanted = (
            f"{' or '.join(_words(field))}" if field.enum is not None else f"a value of type {field.type}"
        )
        raise ValueError(
            f"{_VARIABLE}: --{field.name} does not take that value\n  wanted: {wanted}\n  found:  {value!r}"
        ) from None


def _value(field: Field, before: Any, text: str) -> Any:
    if field.type == "map":
        pairs = (pair.partition("=") for pair in text.split(","))
        return before | {key: content for key, _, content in pairs}
    if field.enum is not None:
        return _listed(field, before, text) if field.repeated else _word(field, text)
    if field.repeated:
        if field.flag == "spaces" or (field.flag == "unless-empty" and not text):
            return [*before, *text.split()]
        return [*before, *([text] if field.flag == "whole" else text.split(","))]
    if field.type == "bool":
        return {**dict.fromkeys(_TRUE, True), **dict.fromkeys(_FALSE, False)}[text.lower()]
    if field.type == "float":
        return float(text)
    if field.type == "string":
        return text.upper() if field.flag == "upper" else text
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise ValueError(text)
    number, bits = int(text), 31 if field.type == "int32" else 63
    if not -(1 << bits) <= number < 1 << bits:
        raise OverflowError(text)
    return number


def _words(field: Field) -> Mapping[str, int]:
    """The values of an enumeration, as spelled in its flag."""
    assert field.enum is not None
    if isinstance(field.flag, dict) and "words" in field.flag:
        return {word: field.enum[name] for word, name in field.flag["words"].items()}
    return field.enum


def _word(field: Field, text: str) -> int:
    words = _words(field)
    if field.flag == "any-case" or (isinstance(field.flag, dict) and field.flag.get("any_case")):
        return {word.upper(): number for word, number in words.items()}[text.upper()]
    return words[text]


def _listed(field: Field, before: list[int], text: str) -> list[int]:
    """A list of enumeration values: a complete list, or additions and removals."""
    rule = field.flag if isinstance(field.flag, dict) else {}
    assert field.enum is not None
    known = {name.upper(): number for name, number in field.enum.items()}
    if prefix := rule.get("prefix"):
        known |= {name.removeprefix(prefix): number for name, number in known.items()}
    words = text.split(",")
    if "list" in rule:
        numbers = [known[word.upper()] for word in words]
        whole = field.enum.get(rule["list"])
        if whole in numbers:
            # The last value stands for all others.
            return [*numbers[: numbers.index(whole)], *(n for n in field.enum.values() if 0 < n < whole)]
        return numbers
    if not text:
        return []
    if all(word[:1] in ("+", "-") for word in words):
        values = list(before)
        for word in words:
            number = known[word[1:].upper()]
            values = [value for value in values if value != number] if word[0] == "-" else [*values, number]
        return list(dict.fromkeys(values))
    return list(dict.fromkeys(known[word.upper()] for word in words))
