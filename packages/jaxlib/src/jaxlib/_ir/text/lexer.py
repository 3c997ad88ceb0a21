"""The tokens of MLIR's text, and errors for text that cannot be parsed."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from jaxlib._ir.core import Attribute, Context, FileLineColLoc, Location, MLIRError, Type, require_context
from jaxlib._ir.core.diagnostics import DiagnosticInfo, failure
from jaxlib._missing import NotInBindings

T = TypeVar("T")

#: A token, after space and comments.
_TOKEN = re.compile(r'(?:\s|//[^\n]*)*+(?:(?P<string>"(?:[^"\\]|\\.)*")|'
                    r'(?P<number>-?0x[0-9A-Fa-f]+|-?\d+(?:\.\d*(?:[eE][-+]?\d+)?)?)'
                    r"|(?P<word>[#!@]?[A-Za-z_][\w$.]*)|(?P<mark>->|.))", re.S)  # fmt: skip


_COMMENT = re.compile(r"//[^\n]*\Z")  # at the end of a line


#: The dialects whose operations, types and attributes a text may have in any context.
REGISTERED = frozenset(
    (
        *(
            "affine",
            "arith",
            "builtin",
            "cf",
            "chlo",
            "complex",
            "func",
            "gpu",
            "llvm",
            "math",
            "memref",
            "mhlo",
        ),
        *("mosaic_gpu", "mpmd", "nvgpu", "nvvm", "quant", "rocdl", "scf", "sdy", "shape", "sparse_tensor"),
        *("stablehlo", "tensor", "tpu", "triton_xla", "tt", "ttg", "ttng", "ub", "vector", "vhlo"),
    )
)


class NotRead(NotInBindings, MLIRError):
    """Text that this parser does not support: damaged, or with a syntax that only MLIR knows."""

    def __init__(self, name: str, why: str = "") -> None:
        NotInBindings.__init__(self, name, why)
        self._message = str(self)
        self._error_diagnostics = []


NotRead.__name__ = NotInBindings.__name__  # the name that users will search for


class Text:
    """Text that is consumed token by token; ``what`` names its kind in errors, ``name`` its file in locations."""

    def __init__(self, text: str, what: str, name: str | None = None) -> None:
        self.text = text
        self.at = 0
        self.what = what
        self.name = text if name is None else name
        #: Where the type or attribute begins that is being made.
        self.start = 0
        self._line_ends: list[int] = []
        self._ascii = text.isascii()
        self._match: re.Match[str] | None = None
        self._seen = -1  # the position of `_match`
        #: By name: an attribute, a type, a location, or the text of a location that was not parsed yet.
        self.aliases: dict[str, Attribute | Location | Type | Text] = {}

    def _matched(self) -> re.Match[str] | None:
        """The match of the next token; most are looked at more than once."""
        if self._seen != self.at:
            self._match = _TOKEN.match(self.text, self.at)
            self._seen = self.at
        return self._match

    def peek(self) -> str:
        match = self._match if self._seen == self.at else self._matched()
        return match[match.lastgroup or 0] if match else ""

    def take(self, expected: str = "") -> str:
        match = self._match if self._seen == self.at else self._matched()
        token = match[match.lastgroup or 0] if match else ""
        if expected and token != expected:
            self.wrong_token(f"expected {expected!r}")
        if match is None or not token:  # so that no loop runs forever at the end
            self.wrong_token("the text ends too soon")
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

    def next(self) -> int:
        """The position of the next token, after space and comments."""
        match = self._matched()
        return match.start(match.lastgroup or 0) if match else len(self.text)

    def place(self, at: int) -> Location:
        """The location of a position in the text."""
        if not self._line_ends:
            self._line_ends = [match.start() for match in re.finditer("\n", self.text)] or [len(self.text)]
        line = bisect.bisect_left(self._line_ends, at)
        start = self._line_ends[line - 1] + 1 if line else 0
        # Columns are those of bytes.
        column = at - start if self._ascii else len(self.text[start:at].encode("utf-8", "surrogateescape"))
        return FileLineColLoc((self.name, line + 1, column + 1, None, None), require_context(None))

    def error(self, why: str, at: int | None = None, notes: Sequence[DiagnosticInfo] = ()) -> MLIRError:
        """The error for a position: by default, that of the next token."""
        if Context.current is None:
            with Context():  # a location belongs to one
                return self.error(why, at, notes)
        if at is None:
            at = self.next()
            if self.text[at : at + 1] == '"' and self.peek() == '"':
                why, at = "expected '\"' in string literal", len(self.text[at:].partition("\n")[0]) + at
        where = self.place(at)
        return failure(f"Unable to parse {self.what}", [DiagnosticInfo(why, where, list(notes))])

    def wrong_token(self, why: str) -> NoReturn:
        """Raise the error for a token that was expected; its position is the end of what precedes the next one."""
        at = self.next()
        before = self.text[: at - (at == len(self.text))].rstrip(" \t")
        while before.endswith("\n"):
            before = _COMMENT.sub("", before[:-1]).rstrip(" \t")
        raise self.error(why, len(before) or at)

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
        except MLIRError as error:
            if (
                error.error_diagnostics
                or isinstance(error, NotRead)
                or str(error) == f"Unable to parse {self.what}"
            ):
                raise
            why = str(error).removeprefix("Invalid type:\nerror: unknown: ")
            raise self.error(why, self.start) from error
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise self.error(f"{type(error).__name__}: {error}") from error

    def end(self) -> None:
        if token := self.peek():
            self.fail(f"found trailing characters: '{token}'")


def tokens(text: str) -> list[str]:
    """The tokens of a text."""
    source, found = Text(text, "text"), []
    while source.peek():
        found.append(source.take())
    return found


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
