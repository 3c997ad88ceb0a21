"""The tokens of MLIR's text, and errors for text that cannot be parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from jaxlib._ir.core import Attribute, Location, MLIRError
from jaxlib._missing import NotInBindings

T = TypeVar("T")

#: A token, after space and comments.
_TOKEN = re.compile(r'(?:\s|//[^\n]*)*+(?:(?P<string>"(?:[^"\\]|\\.)*")|'
                    r'(?P<number>-?0x[0-9A-Fa-f]+|-?\d+(?:\.\d+(?:[eE][-+]?\d+)?)?)'
                    r"|(?P<word>[#!@]?[A-Za-z_][\w$.]*)|(?P<mark>->|.))", re.S)  # fmt: skip


class NotRead(NotInBindings, MLIRError):
    """Text that this parser does not support: damaged, or with a syntax that only MLIR knows."""

    def __init__(self, name: str, why: str = "") -> None:
        NotInBindings.__init__(self, name, why)
        self._message = str(self)
        self._error_diagnostics = []


NotRead.__name__ = NotInBindings.__name__  # the name that users will search for


class Text:
    """Text that is consumed token by token; ``what`` names it in errors."""

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.at = 0
        self.what = what
        #: By name: an attribute, a location, or the text of a location that was not parsed yet.
        self.aliases: dict[str, Attribute | Location | Text] = {}

    def peek(self) -> str:
        match = _TOKEN.match(self.text, self.at)
        return match[match.lastgroup or 0] if match else ""

    def take(self, expected: str = "") -> str:
        match = _TOKEN.match(self.text, self.at)
        token = match[match.lastgroup or 0] if match else ""
        if expected and token != expected:
            self.fail(f"wanted {expected!r}")
        if match is None or not token:  # so that no loop runs forever at the end
            self.fail("it ends too soon")
        self.at = match.end()
        return token

    def items(self, begin: str, end: str, read: Callable[[], T]) -> list[T]:
        """Parse a list in brackets, with commas between the items; ``read`` parses each item.

        An empty ``begin`` is a bracket that was consumed before.
        """
        if begin:
            self.take(begin)
        items: list[T] = []
        while self.peek() != end or items:
            items.append(read())
            if self.peek() != ",":
                break
            self.take()
        self.take(end)
        return items

    def rest(self) -> str:
        return self.text[self.at :]

    def error(self, why: str) -> MLIRError:
        """The error for the next token."""
        line = 1 + self.text.count("\n", 0, self.at)
        where = f"in {self.text!r}" if len(self.text) < 200 else f"in line {line}"
        return MLIRError(f"Unable to parse {self.what}: {why}, found {self.rest()[:20]!r} {where}")

    def fail(self, why: str) -> NoReturn:
        """Raise the error for the next token."""
        raise self.error(why)

    @contextmanager
    def understood(self) -> Iterator[None]:
        """Raise errors during parsing as errors about the text, with the original as the cause."""
        try:
            yield
        except RecursionError:
            self.fail("it is nested too deeply")
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            try:
                self.fail(f"{type(error).__name__}: {error}")
            except MLIRError as failure:
                raise failure from error

    def end(self) -> None:
        if self.peek():
            self.fail("wanted the end")


_UNESCAPE = re.compile(rb'\\(?:([0-9A-Fa-f]{2})|([\\"nt]))')


def unquoted(token: str) -> str | bytes:
    """The content of a string token; bytes if it is not UTF-8."""
    named = {b"n": b"\n", b"t": b"\t"}
    raw = _UNESCAPE.sub(
        lambda m: bytes.fromhex(m[1].decode()) if m[1] else named.get(m[2], m[2]),
        token[1:-1].encode("utf-8", "surrogateescape"),
    )
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def bracketed(source: Text) -> str:
    """Consume and return the text in brackets after a dialect's word."""
    if source.peek() != "<":
        return ""
    depth, start = 0, source.at
    while source.rest():
        token = source.take()
        depth += (token in ("<", "[", "{", "(")) - (token in (">", "]", "}", ")"))
        if depth == 0:
            return source.text[start : source.at].strip()
    raise source.error("wanted the closing bracket")


def until(source: Text, end: str) -> str:
    """Consume the text up to the closing bracket, and the bracket; returns the text."""
    depth, start = 0, source.at
    while source.rest():
        token = source.take()
        if token == end and depth == 0:
            return source.text[start : source.at - 1]
        depth += (token in ("<", "[", "{", "(")) - (token in (">", "]", "}", ")"))
    raise source.error(f"wanted {end!r}")
