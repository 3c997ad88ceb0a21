"""``python -m tools pages`` writes docs/speed.md too: the benchmarks' pictures, each with its numbers in a table.

The numbers are read from the pictures themselves, so that a page and a picture cannot disagree.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tools import ROOT

PAGE = ROOT / "docs" / "speed.md"
#: The pictures, with the command that measures each, and what a table's last column is.
PICTURES = {
    "family.svg": ("nox -s bench -- family --picture docs/family.svg", "ours / upstream's"),
    "benchmarks.svg": ("nox -s bench -- --picture docs/benchmarks.svg", "ours / upstream's"),
    "jaxlib.svg": ("nox -s bench_jaxlib -- --picture docs/jaxlib.svg", "ours / upstream's"),
    "pjrt.svg": ("nox -s bench_pjrt -- --picture docs/pjrt.svg", "times as good"),
}
HEAD = """# Speed

Ratios against upstream's distributions, measured on one machine, side by side and in turns. A number in bold misses
its goal. Below each picture are its numbers; where its lines are long, the machine was not quiet.
[sizes.md](sizes.md) has the sizes.
"""
#: A text of a row or a heading, as tools/console/svg.py writes it: where, on which side, whether bold, and what.
_TEXT = re.compile(
    r'<text x="[^"]*" y="([^"]*)" class="text" font-size="[^"]*" text-anchor="([^"]*)"'
    r'( font-weight="600")?>([^<]*)<'
)
_TITLE = re.compile(r"<title[^>]*>([^<]*)<")


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_section(name) for name in PICTURES)])


def table(picture: Path) -> list[tuple[str, str, str]]:
    """The group, the label and the number of each row of a picture; a number that misses its goal is in ``**``."""
    lines: dict[float, dict[str, tuple[str, bool]]] = {}
    for y, anchor, bold, text in _TEXT.findall(picture.read_text("utf-8")):
        lines.setdefault(float(y), {})[anchor] = (unescape(text), bool(bold))
    rows, group = [], ""
    for _, line in sorted(lines.items()):
        label, _ = line["start"]
        if "end" in line:
            number, missed = line["end"]
            rows.append((group, label, f"**{number}**" if missed else number))
        else:
            group = label
    return rows


def _section(name: str) -> str:
    picture = PAGE.with_name(name)
    found = _TITLE.search(picture.read_text("utf-8"))
    title = unescape(found[1]) if found else name
    command, column = PICTURES[name]
    lines = [
        f"## {title}",
        "",
        f"![{title}]({name})",
        "",
        f"`{command}`",
        "",
        f"| | {column} |",
        "|---|---:|",
    ]
    former = ""
    for group, label, number in table(picture):
        if group != former:
            lines.append(f"| **{group}** | |")
            former = group
        lines.append(f"| {label} | {number} |")
    return "\n".join([*lines, ""])
