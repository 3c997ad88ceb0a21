"""The picture of a sweep: a strip for each group and quantity, on a logarithmic axis, with a dot for each cell."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping

from benchmarks.results import GOAL
from benchmarks.sweep.records import QUANTITIES, Record, geometric_mean
from tools.console.svg import FONT, MARGIN, Picture, extent

#: The height of a strip, and of the free space after a group.
STRIP, FREE = 22, 8
#: The ends of the axis; dots beyond them are drawn at them.
LOW, HIGH = 0.1, 10.0
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10)


def by_group(records: Mapping[str, Record]) -> dict[str, list[Record]]:
    """The records of each group, by the group's name."""
    groups: dict[str, list[Record]] = {}
    for record in records.values():
        groups.setdefault(record.group, []).append(record)
    return dict(sorted(groups.items()))


def drawn(measured: Mapping[str, Mapping[str, Record]]) -> str:
    """The SVG of all measured release lines."""
    picture = Picture("Sweep: ratios of compile and run time")
    picture.heading(picture.title, size=FONT + 4)
    picture.paragraph(
        "A dot for each cell: jaxlib-cpu and the bindings over upstream's jaxlib, on a logarithmic axis; left of "
        "1, ours is faster. Each group has a strip for the time to compile (grey) and one for the time to run "
        "(blue), and their geometric means. A red dot is a cell that was over the goal, the dashed line, each time "
        "it was measured. "
        f"Ratios beyond {LOW:g} and {HIGH:g} are drawn there."
    )
    for release, records in measured.items():
        picture.heading(f"jax {release}: {len(records)} cells")
        _strips(picture, records)
    return picture.render()


def _strips(picture: Picture, records: Mapping[str, Record]) -> None:
    groups = by_group(records)
    left = MARGIN + 12 + max((extent(group) for group in groups), default=0.0)
    right = picture.right - extent("0.00") - 12

    def at(ratio: float) -> float:
        share = math.log(min(max(ratio, LOW), HIGH) / LOW) / math.log(HIGH / LOW)
        return left + (right - left) * share

    top = picture.y + FONT
    bottom = top + 8 + len(groups) * (2 * STRIP + FREE)
    for tick in TICKS:
        picture.text(at(tick), top, f"{tick:g}", "faint", anchor="middle", size=FONT - 1)
        picture.line(at(tick), top + 6, at(tick), bottom, "rule", width=2 if tick == 1 else 1)
    picture.line(at(GOAL), top + 6, at(GOAL), bottom, "limit", width=1.5, dashed=True)
    y = top + 8.0
    for group, members in groups.items():
        picture.text(MARGIN, y + STRIP + 4.5, group)
        for quantity in QUANTITIES:
            dots: dict[str, set[tuple[float, float]]] = {"theirs": set(), "ours": set(), "bad": set()}
            ratios = []
            for place, record in enumerate(members):
                if timed := record.timed(quantity):
                    style = "theirs" if quantity == "compile" else "ours"
                    ratios.append(timed.ratio)
                    # A cell keeps its place across the strip from one run to the next.
                    across = zlib.crc32(f"{group} {place}".encode()) % (STRIP - 8)
                    dot = (round(at(timed.ratio)), round(y + 4 + across))
                    dots["bad" if record.confirmed(quantity) else style].add(dot)
            for style, points in dots.items():
                picture.dots(sorted(points), 1.6, style)
            if ratios:
                mean = f"{geometric_mean(ratios):.2f}"
                picture.text(picture.right, y + STRIP / 2 + 4.5, mean, "faint", anchor="end")
            y += STRIP
        y += FREE
    picture.y = bottom + FONT
