"""Results of the benchmarks: frozen values, and their table, JSON and picture."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median, quantiles
from typing import Any

from rich.table import Table

from tools.console.svg import FONT, MARGIN, Picture, extent

SCHEMA = "jaxlib.bench/3"
#: The default goal: the largest acceptable ratio.
GOAL = 1.1
#: Heights of a row of the picture, and of a group's heading.
ROW, HEADING = 22, 30


@dataclass(frozen=True, slots=True)
class Samples:
    """Repeated measurements of one value."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the values."""
        return median(self.values)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The lower and upper quartile."""
        if len(self.values) == 1:
            return self.values[0], self.values[0]
        low, _, high = quantiles(self.values, n=4, method="inclusive")
        return low, high

    def as_json(self) -> dict[str, float]:
        """Median and quartiles."""
        low, high = self.quartiles
        return {"median": self.median, "low": low, "high": high}


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio: work measured in turns on our side and on theirs."""

    name: str
    group: str
    title: str
    unit: str
    ours: Samples
    theirs: Samples
    goal: float = GOAL

    @property
    def pairs(self) -> Samples:
        """The ratio of each turn to the other side's neighbouring turn; below 1, ours is faster or smaller."""
        return Samples(tuple(a / b for a, b in zip(self.ours.values, self.theirs.values, strict=True)))

    @property
    def met(self) -> bool:
        """Whether the goal is reached, at the two digits that are shown."""
        return round(self.pairs.median, 2) <= self.goal


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Work that our side, or both, do not support, with the error."""

    name: str
    group: str
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Single:
    """A measurement of our environment alone; ``goal`` is the largest acceptable value."""

    name: str
    title: str
    unit: str
    samples: Samples
    goal: float | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """The names of both sides, for sentences and for the heads of columns."""

    ours: str
    theirs: str
    our_column: str
    their_column: str


@dataclass(frozen=True, slots=True)
class Results:
    """A whole run; ``ours`` and ``theirs`` describe the software of both sides."""

    sides: Sides
    release: str
    python: str
    rounds: int
    ours: str
    theirs: str
    work: tuple[Ratio | Unsupported, ...]
    singles: tuple[Single, ...]

    def as_json(self) -> dict[str, Any]:
        """The report for programs; its schema is ``bench.schema.json`` beside this file."""
        return {
            "schema": SCHEMA,
            "release": self.release,
            "python": self.python,
            "machine": {"architecture": platform.machine(), "cpus": cores()},
            "rounds": self.rounds,
            "compared": {
                "ours": {"name": self.sides.ours, "version": self.ours},
                "theirs": {"name": self.sides.theirs, "version": self.theirs},
            },
            "ratios": [
                {
                    "name": comparison.name,
                    "group": comparison.group,
                    "title": comparison.title,
                    "unit": comparison.unit,
                    "ours": comparison.ours.as_json(),
                    "theirs": comparison.theirs.as_json(),
                    "ratio": comparison.pairs.as_json(),
                    "goal": comparison.goal,
                    "met": comparison.met,
                }
                for comparison in self.work
                if isinstance(comparison, Ratio)
            ],
            "unsupported": [
                {
                    "name": comparison.name,
                    "group": comparison.group,
                    "title": comparison.title,
                    "reason": comparison.reason,
                }
                for comparison in self.work
                if isinstance(comparison, Unsupported)
            ],
            "singles": [
                {
                    "name": single.name,
                    "title": single.title,
                    "unit": single.unit,
                    **single.samples.as_json(),
                    "goal": single.goal,
                    "met": None if single.goal is None else single.samples.median <= single.goal,
                }
                for single in self.singles
            ],
        }

    def groups(self) -> list[tuple[str, list[Ratio | Unsupported]]]:
        """The work by group, in the order of the first of each."""
        order = list(dict.fromkeys(comparison.group for comparison in self.work))
        ordered = sorted(self.work, key=lambda comparison: order.index(comparison.group))
        return [
            (group, list(members))
            for group, members in groupby(ordered, key=lambda comparison: comparison.group)
        ]

    def tables(self) -> list[Table]:
        """The tables of ratios and of single measurements."""
        ratios = Table(title=self.title, title_justify="left")
        columns = (self.sides.our_column, self.sides.their_column)
        headings = (" over ".join(columns), *columns, "ratio", "quartiles", f"at most {GOAL:g}")
        for heading in headings:
            left = heading == headings[0]
            ratios.add_column(heading, justify="left" if left else "right", no_wrap=left)
        for group, members in self.groups():
            ratios.add_section()
            ratios.add_row(f"[bold]{group}[/]")
            for member in members:
                if isinstance(member, Unsupported):
                    ratios.add_row(f"  {member.title}", "", "", "", "", "unsupported")
                    continue
                low, high = member.pairs.quartiles
                own = "" if member.goal == GOAL else f"at most {member.goal:g}: "
                ratios.add_row(
                    f"  {member.title}",
                    said(member.ours.median, member.unit),
                    said(member.theirs.median, member.unit),
                    f"{member.pairs.median:.2f}",
                    f"{low:.2f} to {high:.2f}",
                    own + ("met" if member.met else "missed"),
                )
        if not self.singles:
            return [ratios]
        singles = Table(title=f"Only with {self.sides.ours}", title_justify="left")
        for heading in ("what", "median", "quartiles", "goal"):
            singles.add_column(heading, justify="left" if heading == "what" else "right", no_wrap=True)
        for single in self.singles:
            ends = " to ".join(said(number, single.unit) for number in single.samples.quartiles)
            middle = single.samples.median
            goal = ""
            if single.goal is not None:
                met = "met" if middle <= single.goal else "missed"
                goal = f"at most {said(single.goal, single.unit)}: {met}"
            singles.add_row(single.title, said(middle, single.unit), ends, goal)
        return [ratios, singles]

    @property
    def title(self) -> str:
        """The sentence that describes the run and the machine."""
        return (
            f"{self.sides.ours} {self.release} over {self.sides.theirs}, Python {self.python}, "
            f"{cores()} cores, {self.rounds} rounds"
        )

    def picture(self) -> str:
        """The picture: a dot for each ratio on a logarithmic scale, and a line between its quartiles."""
        picture = Picture(f"{self.sides.ours} {self.release} against {self.sides.theirs}")
        picture.heading(picture.title, size=FONT + 4)
        picture.paragraph(
            f"Each dot is the time that {self.sides.ours} takes divided by the other's, on a logarithmic scale: "
            f"left of 1, ours is faster. The goal is the dashed line, {GOAL:g}; a ratio in bold misses it. Both "
            f"took turns of a fraction of a second, {self.rounds} each; a dot is the median of the ratios of "
            f"neighbouring turns, the line over it their middle half. Python {self.python}, {cores()} cores, "
            f"{platform.machine()}."
        )
        ratios = [comparison for comparison in self.work if isinstance(comparison, Ratio)]
        ends = [end for ratio in ratios for end in (ratio.pairs.median, *ratio.pairs.quartiles)]
        low, high = min(0.5, *ends) * 0.95, max(2.0, *ends) * 1.05
        left = MARGIN + 12 + max(extent(comparison.title) for comparison in self.work)
        supported = len(ratios) == len(self.work)
        right = picture.right - extent("0.00" if supported else "unsupported") - 12

        def at(ratio: float) -> float:
            return left + (right - left) * math.log(ratio / low) / math.log(high / low)

        self._axis(picture, at, _ticks(low, high))
        self._rows(picture, at)
        return picture.render()

    def _axis(self, picture: Picture, at: Callable[[float], float], ticks: Iterable[float]) -> None:
        """A line for each tick, and one for the goal; ``at`` places a ratio."""
        top = picture.y + FONT
        bottom = top + 8 + sum(HEADING + ROW * len(members) for _, members in self.groups())
        for ratio in ticks:
            picture.text(at(ratio), top, f"{ratio:g}", "faint", anchor="middle", size=FONT - 1)
            picture.line(at(ratio), top + 6, at(ratio), bottom, "rule", width=2 if ratio == 1 else 1)
        picture.line(at(GOAL), top + 6, at(GOAL), bottom, "limit", width=1.5, dashed=True)
        picture.text(at(GOAL), bottom + FONT, f"goal {GOAL:g}", "faint", anchor="middle", size=FONT - 1)

    def _rows(self, picture: Picture, at: Callable[[float], float]) -> None:
        y = picture.y + FONT + 8.0
        for group, members in self.groups():
            picture.text(MARGIN, y + HEADING - 9, group, bold=True)
            y += HEADING
            for member in members:
                middle, baseline = y + ROW / 2, y + ROW / 2 + 4.5
                y += ROW
                picture.text(MARGIN + 12, baseline, member.title)
                if isinstance(member, Unsupported):
                    picture.text(picture.right, baseline, "unsupported", "faint", anchor="end", size=FONT - 1)
                    continue
                first, last = member.pairs.quartiles
                picture.line(at(first), middle, at(last), middle, "mark", width=3)
                if member.goal != GOAL:
                    picture.line(at(member.goal), middle - 7, at(member.goal), middle + 7, "limit", width=2)
                picture.dot(at(member.pairs.median), middle, 5, "ours")
                text = f"{member.pairs.median:.2f}"
                picture.text(picture.right, baseline, text, anchor="end", bold=not member.met)
        picture.y = y + FONT + 4


def cores() -> int:
    """The number of cores that this process and its children may use."""
    return len(os.sched_getaffinity(0))


def said(number: float, unit: str) -> str:
    """A number with its unit, rounded to significant digits."""
    if unit == "s":
        for size, name in ((1, "s"), (1e-3, "ms")):
            if number >= size:
                return f"{number / size:.3g} {name}"
        return f"{number / 1e-6:.3g} us"
    return f"{number:.1f} {unit}"


def _ticks(low: float, high: float) -> Sequence[float]:
    ticks = (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10)
    return [tick for tick in ticks if low <= tick <= high]
