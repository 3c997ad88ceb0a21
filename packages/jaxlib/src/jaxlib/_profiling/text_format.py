"""Serializes protobuf's text format, as far as an XSpace needs it."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from jaxlib import _proto


class TextError(ValueError):
    """The text is not a valid XSpace; ``before`` is the serialized message before the error."""

    def __init__(self, message: str, before: bytes = b"") -> None:
        super().__init__(message)
        self.before = before


class _Field(NamedTuple):
    tag: int
    kind: str  # "int", "double", "str", or a message's name


_STAT = {
    "metadata_id": _Field(1, "int"), "double_value": _Field(2, "double"), "uint64_value": _Field(3, "int"),
    "int64_value": _Field(4, "int"), "str_value": _Field(5, "str"), "bytes_value": _Field(6, "str"),
    "ref_value": _Field(7, "int"),
}  # fmt: skip
_MESSAGES: dict[str, dict[str, _Field]] = {
    "XSpace": {
        "planes": _Field(1, "XPlane"), "errors": _Field(2, "str"), "warnings": _Field(3, "str"),
        "hostnames": _Field(4, "str"),
    },
    "XPlane": {
        "id": _Field(1, "int"), "name": _Field(2, "str"), "lines": _Field(3, "XLine"),
        "event_metadata": _Field(4, "EventMetadataEntry"), "stat_metadata": _Field(5, "StatMetadataEntry"),
        "stats": _Field(6, "XStat"),
    },
    "EventMetadataEntry": {"key": _Field(1, "int"), "value": _Field(2, "XEventMetadata")},
    "StatMetadataEntry": {"key": _Field(1, "int"), "value": _Field(2, "XStatMetadata")},
    "XLine": {
        "id": _Field(1, "int"), "display_id": _Field(10, "int"), "name": _Field(2, "str"),
        "display_name": _Field(11, "str"), "timestamp_ns": _Field(3, "int"), "duration_ps": _Field(9, "int"),
        "events": _Field(4, "XEvent"),
    },
    "XEvent": {
        "metadata_id": _Field(1, "int"), "offset_ps": _Field(2, "int"), "num_occurrences": _Field(5, "int"),
        "duration_ps": _Field(3, "int"), "stats": _Field(4, "XStat"),
    },
    "XStat": _STAT,
    "XEventMetadata": {
        "id": _Field(1, "int"), "name": _Field(2, "str"), "display_name": _Field(4, "str"),
        "metadata": _Field(3, "str"), "stats": _Field(5, "XStat"), "child_id": _Field(6, "int"),
    },
    "XStatMetadata": {"id": _Field(1, "int"), "name": _Field(2, "str"), "description": _Field(3, "str")},
}  # fmt: skip

_TOKEN = re.compile(
    r"""(?:\s|\#[^\n]*)*(?:
        (?P<name>[A-Za-z_]\w*) | (?P<number>[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?f?))
        | (?P<text>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*') | (?P<sign>[-:{}<>\[\],;]) | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
#: The maximum nesting depth of messages; an XSpace has six levels.
_DEPTH = 12


class _Parser:
    def __init__(self, text: str) -> None:
        self.source, self.at = text, 0
        self.kind, self.token, self.start = "", "", 0
        self.advance()

    def fail(self, message: str) -> TextError:
        line = self.source.count("\n", 0, self.start) + 1
        column = self.start - self.source.rfind("\n", 0, self.start)
        return TextError(f"{line}:{column}: {message}")

    def advance(self) -> None:
        match = _TOKEN.match(self.source, self.at)
        if match is None or match.lastgroup is None:
            self.start = self.at
            raise self.fail(f"unexpected text {self.source[self.at : self.at + 10]!r}")
        self.kind, self.token = match.lastgroup, match[match.lastgroup]
        self.start, self.at = match.start(match.lastgroup), match.end()

    def accept(self, sign: str) -> bool:
        if self.kind != "sign" or self.token != sign:
            return False
        self.advance()
        return True

    def message(self, name: str, end: str, depth: int = 0) -> bytes:
        """Parse the fields up to ``end``, which is consumed; an error contains what was parsed before it."""
        encoded = b""
        if depth > _DEPTH:
            raise self.fail("messages are nested too deeply")
        try:
            while not (self.kind == "end" if not end else self.accept(end)):
                encoded += self.field(name, depth)
                while self.accept(",") or self.accept(";"):
                    pass
        except TextError as error:
            error.before = encoded + error.before
            raise
        return encoded

    def field(self, name: str, depth: int) -> bytes:
        field = _MESSAGES[name].get(self.token) if self.kind == "name" else None
        if field is None:
            raise self.fail(f'Message type "tensorflow.profiler.{name}" has no field named "{self.token}".')
        self.advance()
        colon = self.accept(":")
        if field.kind in _MESSAGES:
            if not self.accept("{"):
                raise self.fail(f'expected "{{", found "{self.token}"')
            try:
                return _proto.length(field.tag, self.message(field.kind, "}", depth + 1))
            except TextError as error:
                error.before = _proto.length(field.tag, error.before)
                raise
        if not colon:
            raise self.fail(f'expected ":", found "{self.token}"')
        if not self.accept("["):
            return self.scalar(field)
        encoded = b""
        while not self.accept("]"):
            encoded += self.scalar(field)
            self.accept(",")
        return encoded

    def scalar(self, field: _Field) -> bytes:
        if field.kind == "str":
            content = b""
            if self.kind != "text":
                raise self.fail(f'expected a string, found "{self.token}"')
            while self.kind == "text":  # adjacent strings are concatenated
                try:
                    content += _unquoted(self.token)
                except (ValueError, SyntaxError):
                    raise self.fail("malformed string") from None
                self.advance()
            return _proto.length(field.tag, content)
        minus = self.accept("-")
        token = self.token
        try:
            if field.kind == "double":
                if self.kind not in ("number", "name"):
                    raise ValueError
                value = float(token.rstrip("f") if self.kind == "number" else token)
                encoded = _proto.double(field.tag, -value if minus else value)
            else:
                whole = _integer(token)
                encoded = _proto.varint(field.tag << 3) + _proto.varint(-whole if minus else whole)
        except ValueError:
            raise self.fail(f'expected a number, found "{token}"') from None
        self.advance()
        return encoded


def _integer(token: str) -> int:
    octal = re.fullmatch(r"([-+]?)0([0-7]+)", token)
    value = int(octal[1] + octal[2], 8) if octal else int(token, 0)
    if not -(1 << 63) <= value < 1 << 64:
        raise ValueError
    return value


def _unquoted(token: str) -> bytes:
    # The escapes are C's, which Python's bytes literals share; non-ASCII characters stand for themselves.
    encoded = token.encode("utf-8", "surrogatepass")
    escaped = "".join(chr(byte) if byte < 0x80 else f"\\x{byte:02x}" for byte in encoded)
    value = ast.literal_eval("b" + escaped)
    if not isinstance(value, bytes):
        raise ValueError
    return value


def serialize(text: str) -> bytes:
    """Serialize an XSpace in text format.

    Raises:
        TextError: The text is not an XSpace.
    """
    return _Parser(text).message("XSpace", "")
