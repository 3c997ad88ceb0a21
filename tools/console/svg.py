"""SVG pictures for the documentation: a few shapes with labels, for light and dark pages.

A picture has its own background, so that it is readable on any page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import Literal

Anchor = Literal["start", "middle", "end"]

FONT = 13
#: The width of a character relative to the font's size; more than the average of any usual sans-serif font.
CHARACTER = 0.6
MARGIN = 20

#: Class, its CSS property, its colour on a light page and on a dark one.
COLOURS = (
    ("page", "fill", "#ffffff", "#0d1117"),
    ("text", "fill", "#1f2328", "#e6edf3"),
    ("faint", "fill", "#59636e", "#9198a1"),
    ("ours", "fill", "#0969da", "#4493f8"),
    ("theirs", "fill", "#9aa4af", "#656c76"),
    ("rule", "stroke", "#d1d9e0", "#3d444d"),
    ("mark", "stroke", "#0969da", "#4493f8"),
    ("limit", "stroke", "#bc4c00", "#db6d28"),
    ("good", "fill", "#1a7f37", "#3fb950"),
    ("told", "fill", "#0969da", "#4493f8"),
    ("hint", "fill", "#80ccff", "#1f4f8f"),
    ("left", "fill", "#d4a72c", "#bb8009"),
    ("bad", "fill", "#cf222e", "#f85149"),
    ("blank", "fill", "#eaeef2", "#21262d"),
)


@dataclass
class Picture:
    """A picture that grows downwards; ``y`` is the upper edge of the next shape."""

    title: str
    width: int = 720
    y: float = MARGIN
    shapes: list[str] = field(default_factory=list)

    @property
    def right(self) -> float:
        """The right edge of the drawing area."""
        return self.width - MARGIN

    def text(
        self,
        x: float,
        y: float,
        text: str,
        style: str = "text",
        *,
        anchor: Anchor = "start",
        size: int = FONT,
        bold: bool = False,
    ) -> None:
        """One line of text whose baseline is at ``y``."""
        weight = ' font-weight="600"' if bold else ""
        self.shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" font-size="{size}" '
            f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    def bar(self, x: float, y: float, width: float, height: float, style: str) -> None:
        """A filled bar, at least one pixel wide."""
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height:.1f}" '
            f'rx="2" class="{style}"/>'
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        style: str,
        *,
        width: float = 1,
        dashed: bool = False,
    ) -> None:
        """A straight line."""
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.shapes.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'class="{style}" stroke-width="{width}"{dash}/>'
        )

    def dot(self, x: float, y: float, radius: float, style: str) -> None:
        """A filled circle."""
        self.shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" class="{style}"/>')

    def dots(self, centres: Iterable[tuple[float, float]], radius: float, style: str) -> None:
        """Filled circles, many in a small file: one path of lines without a length, with round ends."""
        if points := "".join(f"M{x:g} {y:g}h0" for x, y in centres):
            self.shapes.append(
                f'<path d="{points}" class="{style}-line" stroke-width="{2 * radius:g}" stroke-linecap="round"/>'
            )

    def heading(self, text: str, *, size: int = FONT + 2) -> None:
        """A line of text in bold."""
        self.y += size
        self.text(MARGIN, self.y, text, size=size, bold=True)
        self.y += 10

    def paragraph(self, text: str) -> None:
        """Fainter text, broken into lines that fit."""
        columns = int((self.right - MARGIN) / (CHARACTER * (FONT - 1)))
        for line in wrap(text, columns):
            self.y += FONT
            self.text(MARGIN, self.y, line, "faint", size=FONT - 1)
            self.y += 4
        self.y += 4

    def render(self) -> str:
        """The text of the SVG file."""
        height = self.y + MARGIN / 2
        light = "".join(f".{name}{{{key}:{colour}}}" for name, key, colour, _ in COLOURS)
        dark = "".join(f".{name}{{{key}:{colour}}}" for name, key, _, colour in COLOURS)
        # The stroke of dots has the colour of the style's fill.
        for name, key, colour, other in COLOURS:
            if key == "fill" and any(f'class="{name}-line"' in shape for shape in self.shapes):
                light += f".{name}-line{{stroke:{colour}}}"
                dark += f".{name}-line{{stroke:{other}}}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:.0f}" '
            f'width="{self.width}" height="{height:.0f}" role="img" '
            'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif">'
        )
        style = f"<style>{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"
        page = f'<rect width="{self.width}" height="{height:.0f}" class="page"/>'
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([head, title, style, page, *self.shapes, "</svg>", ""])


def extent(text: str, size: int = FONT) -> float:
    """The width to keep free for ``text``."""
    return len(text) * CHARACTER * size
