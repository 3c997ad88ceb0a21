"""What the benchmarks found, as frozen values; as a table, as JSON and as a picture."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from rich.table import Table

from tools.svg import FONT, MARGIN, Picture, extent

SCHEMA = "jaxlib.bench/1"
#: Height of a row of the picture.
ROW = 27


@dataclass(frozen=True, slots=True)
class Samples:
    """Repeated measurements of one thing."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.values)

    def as_json(self) -> dict[str, float]:
        """Median and range."""
        return {"median": self.median, "low": min(self.values), "high": max(self.values)}


@dataclass(frozen=True, slots=True)
class Ratio:
    """One thing, measured in turns with the plugin and with the backend inside jaxlib.

    ``goal`` is the ratio that is at most wanted, where there is one.
    """

    name: str
    title: str
    unit: str
    plugin: Samples
    built_in: Samples
    goal: float | None = None

    @property
    def ratio(self) -> float:
        """The ratio of the medians; below 1, the plugin is faster or smaller."""
        return self.plugin.median / self.built_in.median

    @property
    def pairs(self) -> Samples:
        """The ratio of each turn to the one beside it."""
        return Samples(tuple(a / b for a, b in zip(self.plugin.values, self.built_in.values, strict=True)))


@dataclass(frozen=True, slots=True)
class Single:
    """One thing that only the plugin's environment has; ``goal`` is the number that is wanted at most."""

    name: str
    title: str
    unit: str
    samples: Samples
    goal: float | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """A run of all of them."""

    release: str
    python: str
    rounds: int
    built_in: str
    plugin: str
    ratios: tuple[Ratio, ...]
    singles: tuple[Single, ...]

    def as_json(self) -> dict[str, Any]:
        """The report for programs; its schema is ``bench.schema.json`` beside this file."""
        return {
            "schema": SCHEMA,
            "release": self.release,
            "python": self.python,
            "machine": {"architecture": platform.machine(), "cpus": os.cpu_count()},
            "rounds": self.rounds,
            "backends": {"plugin": self.plugin, "built_in": self.built_in},
            "ratios": [
                {
                    "name": each.name,
                    "title": each.title,
                    "unit": each.unit,
                    "plugin": each.plugin.as_json(),
                    "built_in": each.built_in.as_json(),
                    "ratio": each.ratio,
                    "low": min(each.pairs.values),
                    "high": max(each.pairs.values),
                    "goal": each.goal,
                    "met": None if each.goal is None else each.ratio <= each.goal,
                }
                for each in self.ratios
            ],
            "singles": [
                {
                    "name": each.name,
                    "title": each.title,
                    "unit": each.unit,
                    **each.samples.as_json(),
                    "goal": each.goal,
                    "met": None if each.goal is None else each.samples.median <= each.goal,
                }
                for each in self.singles
            ],
        }

    def tables(self) -> tuple[Table, Table]:
        """The ratios, and what has no other side to compare it with."""
        ratios = Table(title=self.title, title_justify="left")
        for heading in ("plugin over built-in", "plugin", "built-in", "ratio", "lowest", "highest", "goal"):
            left = heading == "plugin over built-in"
            ratios.add_column(heading, justify="left" if left else "right", no_wrap=True)
        for ratio in self.ratios:
            ratios.add_row(
                ratio.title,
                said(ratio.plugin.median, ratio.unit),
                said(ratio.built_in.median, ratio.unit),
                f"{ratio.ratio:.2f}",
                *(f"{end(ratio.pairs.values):.2f}" for end in (min, max)),
                _goal(ratio.ratio, ratio.goal, ""),
            )
        singles = Table(title="Only with the plugin", title_justify="left")
        for heading in ("what", "median", "lowest", "highest", "goal"):
            singles.add_column(heading, justify="left" if heading == "what" else "right", no_wrap=True)
        for single in self.singles:
            values = single.samples.values
            numbers = (single.samples.median, min(values), max(values))
            goal = _goal(single.samples.median, single.goal, single.unit)
            singles.add_row(single.title, *(said(number, single.unit) for number in numbers), goal)
        return ratios, singles

    @property
    def title(self) -> str:
        """What was measured, on what."""
        return (
            f"jaxlib-cpu {self.release} over the backend inside jaxlib, Python {self.python}, "
            f"{os.cpu_count()} cores, {self.rounds} rounds"
        )

    def picture(self) -> str:
        """A dot for each ratio on a logarithmic scale, with a line over the ratios of all turns."""
        picture = Picture(f"jaxlib-cpu {self.release} over the CPU backend inside jaxlib")
        picture.heading(picture.title, size=FONT + 4)
        picture.paragraph(
            f"Ratios; below 1 the plugin is faster or smaller. Dot: ratio of the medians of {self.rounds} rounds. "
            f"Line: lowest and highest ratio of two neighbouring turns. Python {self.python}, "
            f"{os.cpu_count()} cores, {platform.machine()}."
        )
        ends = [end(each.pairs.values) for each in self.ratios for end in (min, max)]
        low, high = min(0.75, *ends), max(1.5, *ends)
        labels = {
            each.name: each.title + (f" (goal {each.goal})" if each.goal else "") for each in self.ratios
        }
        left = MARGIN + max(map(extent, labels.values()))
        right = picture.right - extent("0.00") - 12

        def at(ratio: float) -> float:
            return left + (right - left) * math.log(ratio / low) / math.log(high / low)

        top = picture.y + FONT
        bottom = top + 8 + ROW * len(self.ratios)
        for ratio in _ticks(low, high):
            picture.text(at(ratio), top, f"{ratio:g}", "faint", anchor="middle", size=FONT - 1)
            picture.line(at(ratio), top + 6, at(ratio), bottom, "rule", width=2 if ratio == 1 else 1)
        for index, each in enumerate(self.ratios):
            y = top + 8 + ROW * (index + 0.5)
            values = each.pairs.values
            picture.text(MARGIN, y + 4.5, labels[each.name])
            picture.line(at(min(values)), y, at(max(values)), y, "mark", width=2)
            if each.goal:
                picture.line(at(each.goal), y - 8, at(each.goal), y + 8, "limit", width=2)
            picture.dot(at(each.ratio), y, 5, "ours")
            picture.text(picture.right, y + 4.5, f"{each.ratio:.2f}", anchor="end")
        picture.y = bottom + 4
        return picture.render()


def said(number: float, unit: str) -> str:
    """A number with its unit, in the digits that mean something."""
    if unit == "s":
        for size, name in ((1, "s"), (1e-3, "ms")):
            if number >= size:
                return f"{number / size:.3g} {name}"
        return f"{number / 1e-6:.3g} us"
    return f"{number:.1f} {unit}"


def _goal(value: float, goal: float | None, unit: str) -> str:
    if goal is None:
        return ""
    wanted = said(goal, unit) if unit else f"{goal:g}"
    return f"at most {wanted}: {'met' if value <= goal else 'missed'}"


def _ticks(low: float, high: float) -> Sequence[float]:
    ticks = (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10)
    return [tick for tick in ticks if low <= tick <= high]
