"""Wadler's pretty printer: lays out documents within a width; a group is put on one line if it fits."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from jaxlib._bound_enums import BoundEnum


class Color(BoundEnum):
    """ANSI colours."""

    BLACK = 30
    RED = 31
    GREEN = 32
    YELLOW = 33
    BLUE = 34
    MAGENTA = 35
    CYAN = 36
    WHITE = 37
    RESET = 39


class Intensity(BoundEnum):
    """ANSI intensities."""

    DIM = 2
    NORMAL = 22
    BRIGHT = 1


class OutputFormat(BoundEnum):
    """Plain text or HTML."""

    TEXT = 0
    HTML = 1


class Doc:
    """A document. `flat` is its width on one line; `annotations`: whether any text in it has one."""

    __slots__ = ("annotated", "flat")

    flat: int
    annotated: bool

    def __add__(self, other: Doc) -> Doc:
        return concat([self, other])

    def _format(self, width: int, *, use_color: bool, output_format: OutputFormat, separable_lines: bool,
                annotation_prefix: str, source_map: list[Any] | None) -> str:  # fmt: skip
        return _Layout(
            width, use_color, output_format, separable_lines, annotation_prefix, source_map
        ).format(self)


class NilDoc(Doc):
    """The empty document."""

    __slots__ = ()

    def __init__(self) -> None:
        self.flat, self.annotated = 0, False

    def __repr__(self) -> str:
        return "nil"


class TextDoc(Doc):
    """Text on one line."""

    __slots__ = ("anchor", "annotation", "href", "text")

    def __init__(self, text: str, annotation: str | None, anchor: str | None, href: str | None) -> None:
        self.text, self.annotation, self.anchor, self.href = text, annotation, anchor, href
        self.flat, self.annotated = len(text), annotation is not None

    def __repr__(self) -> str:
        shown = f'text("{self.text}")'
        return shown if self.annotation is None else f'text("{self.text}", annotation="{self.annotation}")'


class ConcatDoc(Doc):
    """A concatenation of documents."""

    __slots__ = ("children",)

    def __init__(self, children: list[Doc]) -> None:
        self.children = children
        self.flat = sum(child.flat for child in children)
        self.annotated = any(child.annotated for child in children)

    def __repr__(self) -> str:
        return f"concat({', '.join(map(repr, self.children))})"


class BreakDoc(Doc):
    """A line break, or a text if the enclosing group is on one line."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text
        self.flat, self.annotated = len(text), False

    def __repr__(self) -> str:
        return f"break({self.text})"


class _Around(Doc):
    __slots__ = ("child",)

    def __init__(self, child: Doc) -> None:
        self.child = child
        self.flat, self.annotated = child.flat, child.annotated


class GroupDoc(_Around):
    """A document that is on one line if it fits."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"group({self.child!r})"


class NestDoc(_Around):
    """A document with more indentation."""

    __slots__ = ("indent",)

    def __init__(self, indent: int, child: Doc) -> None:
        super().__init__(child)
        self.indent = indent

    def __repr__(self) -> str:
        return f"nest({self.indent}, {self.child!r})"


class SourceMapDoc(_Around):
    """A document with a source, for source maps."""

    __slots__ = ("source",)

    def __init__(self, child: Doc, source: Any) -> None:
        super().__init__(child)
        self.source = source

    def __repr__(self) -> str:
        return f"source({self.child!r}, {self.source!r})"


class ColorDoc(_Around):
    """A document in colour."""

    __slots__ = ("background", "foreground", "intensity")

    def __init__(self, child: Doc, foreground: Any, background: Any, intensity: Any) -> None:
        super().__init__(child)
        self.foreground, self.background, self.intensity = foreground, background, intensity

    def __repr__(self) -> str:
        return f"color({self.child!r})"


_NIL = NilDoc()


def nil() -> Doc:
    """The empty document."""
    return _NIL


def text(text: str, annotation: str | None = None, anchor: str | None = None, href: str | None = None) -> Doc:
    """Text on one line; ``annotation`` is put at the end of the line, ``anchor`` and ``href`` are for HTML."""
    return TextDoc(text, annotation, anchor, href)


def concat(children: Sequence[Doc]) -> Doc:
    """A concatenation of documents."""
    children = list(children)
    return children[0] if len(children) == 1 else ConcatDoc(children)


def brk(text: str = " ") -> Doc:
    """A line break, or ``text`` if the enclosing group fits on one line."""
    return BreakDoc(text)


def group(child: Doc) -> Doc:
    """A document that is on one line if it fits."""
    return GroupDoc(child)


def nest(n: int, child: Doc) -> Doc:
    """A document with ``n`` more columns of indentation."""
    return NestDoc(n, child)


def color(child: Doc, foreground: Any = None, background: Any = None, intensity: Any = None) -> Doc:
    """A document in colour, for formats that support it."""
    return ColorDoc(child, foreground, background, intensity)


def source_map(doc: Doc, source: Any) -> Doc:
    """A document with a source, for source maps."""
    return SourceMapDoc(doc, source)


_DEFAULT = (Color.RESET, Color.RESET, Intensity.NORMAL)


class _Layout:
    """The state of one layout."""

    def __init__(self, width: int, use_color: bool, form: OutputFormat, separable: bool, prefix: str,
                 sources: list[Any] | None) -> None:  # fmt: skip
        self.width, self.use_color, self.html, self.separable = (
            width,
            use_color,
            form is OutputFormat.HTML,
            separable,
        )
        self.prefix, self.sources = prefix, sources
        self.lines: list[tuple[str, int, list[str]]] = []
        self.line: list[str] = []
        self.notes: list[str] = []
        self.spans: list[tuple[int, int, Any]] = []
        self.column = self.indent = 0
        self.colors = _DEFAULT
        self.source: tuple[int, Any] | None = None

    def format(self, doc: Doc) -> str:
        # A stack of (indent, whether it is broken, document, source, colours).
        stack: list[tuple[int, bool, Any, Any, Any]] = [(0, True, doc, None, _DEFAULT)]
        while stack:
            indent, broken, document, source, colors = stack.pop()
            if isinstance(document, TextDoc):
                self.put(document, colors, source)
            elif isinstance(document, ConcatDoc):
                stack += [(indent, broken, child, source, colors) for child in reversed(document.children)]
            elif isinstance(document, BreakDoc):
                if broken:
                    self.end_line()
                    self.indent = indent
                    self.column = indent
                else:
                    self.put(TextDoc(document.text, None, None, None), colors, source)
            elif isinstance(document, GroupDoc):
                # Text that follows the group on its line does not count.
                fits = not broken or (not document.annotated and self.column + document.flat <= self.width)
                stack.append((indent, not fits, document.child, source, colors))
            elif isinstance(document, NestDoc):
                stack.append((indent + document.indent, broken, document.child, source, colors))
            elif isinstance(document, SourceMapDoc):
                stack.append((indent, broken, document.child, document.source, colors))
            elif isinstance(document, ColorDoc):
                new = tuple(
                    old if chosen is None else chosen
                    for chosen, old in zip(
                        (document.foreground, document.background, document.intensity), colors, strict=True
                    )
                )
                stack.append((indent, broken, document.child, source, new))
        self.paint(_DEFAULT)
        self.end_line()
        return self.joined()

    def put(self, doc: TextDoc, colors: Any, source: Any) -> None:
        self.end_span()
        if self.indent:
            self.line.append(" " * self.indent)  # an empty line has no indentation
            self.indent = 0
        start = self.place()
        self.paint(colors)
        self.write(doc)
        if self.sources is not None and source is not None:
            self.source = (start, source)

    def place(self) -> int:
        """The column as counted by source maps, including the links and colours of HTML."""
        return sum(map(len, self.line)) if self.html else self.column

    def end_span(self) -> None:
        if self.source is not None:
            self.spans.append((self.source[0], self.place(), self.source[1]))
            self.source = None

    def write(self, doc: TextDoc) -> None:
        shown = doc.text
        if self.html:
            shown = escape(shown, quote=False)
            if doc.anchor:
                shown = f'<a id="{escape(doc.anchor)}">{shown}</a>'
            if doc.href:
                shown = f'<a href="{escape(doc.href)}">{shown}</a>'
        self.line.append(shown)
        self.column += len(doc.text)
        if doc.annotation is not None:
            self.notes.append(doc.annotation)

    def paint(self, colors: Any) -> None:
        if not self.use_color or colors == self.colors:
            return
        if self.html:
            self.line.append("</span>" if self.colors != _DEFAULT else "")
            kinds = zip(("fg", "bg", "intensity"), colors, _DEFAULT, strict=True)
            marks = [f"ansi-{kind}-{new.value}" for kind, new, usual in kinds if new != usual]
            self.line.append(f'<span class="{" ".join(marks)}">' if marks else "")
        else:
            codes = []
            for index, (new, old) in enumerate(zip(colors, self.colors, strict=True)):
                if new != old:
                    codes.append(str(new.value + (10 if index == 1 else 0)))
            self.line.append(f"\033[{';'.join(codes)}m")
        self.colors = colors

    def end_line(self) -> None:
        # A line resets its colours if lines must be usable separately, or if it has annotations.
        if self.separable or self.notes:
            self.paint(_DEFAULT)
        self.end_span()
        self.lines.append(("".join(self.line), self.column, self.notes))
        if self.sources is not None:
            self.sources.append(self.spans)
        self.line, self.notes, self.spans, self.column, self.indent = [], [], [], 0, 0

    def joined(self) -> str:
        widest = max((width for _, width, notes in self.lines if notes), default=0)
        dim, bright = "", ""
        if self.use_color:
            dim, bright = (
                ('<span class="ansi-intensity-2">', "</span>") if self.html else ("\033[2m", "\033[22m")
            )
        shown = []
        for line, width, notes in self.lines:
            if not notes:
                shown.append(line)
            for i, note in enumerate(notes):
                gap = " " * (widest - (0 if i else width))
                shown.append(f"{'' if i else line}{dim}{gap}{self.prefix}{note}{bright}")
        return "\n".join(shown)
