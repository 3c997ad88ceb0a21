"""Records of measured cells: JSON, kept as each cell ends so that a run continues where the last one stopped."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from benchmarks.results import GOAL, Samples

KIND = "sweep"
SCHEMA = "jaxlib.sweep/1"
#: How often a cell over the goal is measured again.
REPEATS = 3
#: A result is less exact if its error is more than LESS_EXACT times upstream's, and more than NOTICED ulps.
LESS_EXACT, NOTICED = 2.0, 1.5

QUANTITIES = ("compile", "run")


class Timed(NamedTuple):
    """A ratio with its quartiles, and the seconds of upstream's side."""

    ratio: float
    low: float
    high: float
    seconds: float

    @classmethod
    def of(cls, ours: Samples, theirs: Samples) -> Self:
        """The ratio of neighbouring turns."""
        pairs = Samples(tuple(a / b for a, b in zip(ours.values, theirs.values, strict=True)))
        return cls(*(float(f"{value:.4g}") for value in (pairs.median, *pairs.quartiles, theirs.median)))


class Ulps(NamedTuple):
    """The largest and the mean error of our result, and those of upstream's; against upstream's if not `exact`."""

    most: float
    mean: float
    their_most: float
    their_mean: float


@dataclass(frozen=True)
class Record:
    """What was measured of a cell.

    ``again`` has the medians of later measurements of a quantity. ``exact``: whether ``ulps`` are those against
    a more exact result, and not against upstream's. ``differ`` counts integers that differ from upstream's.
    ``failure`` is an error of ``failed``: ours, upstream's, or both. ``build``: the identity of both builds.
    """

    group: str
    compile: Timed | None = None
    run: Timed | None = None
    again: dict[str, list[float]] = field(default_factory=dict)
    ulps: Ulps | None = None
    exact: bool = False
    differ: int = 0
    failed: str = ""
    failure: str = ""
    build: str = ""

    def timed(self, quantity: str) -> Timed | None:
        """The ratio of a quantity."""
        timed: Timed | None = getattr(self, quantity)
        return timed

    def over(self, quantity: str) -> bool:
        """Whether each measurement so far is over the goal."""
        timed = self.timed(quantity)
        return timed is not None and min([timed.ratio, *self.again.get(quantity, [])]) > GOAL

    def confirmed(self, quantity: str) -> bool:
        """Whether all measurements are over the goal, and there were enough."""
        return self.over(quantity) and len(self.again.get(quantity, [])) >= REPEATS

    @property
    def less_exact(self) -> float:
        """How many times upstream's error ours is, where that is more than is accepted; otherwise 0."""
        if self.ulps is None or not self.exact:
            return 0.0
        largest = self.ulps.most > max(LESS_EXACT * self.ulps.their_most, NOTICED)
        mean = self.ulps.mean > max(LESS_EXACT * self.ulps.their_mean, NOTICED / 10)
        if not (largest or mean):
            return 0.0
        return max(
            self.ulps.most / max(self.ulps.their_most, 0.5) if largest else 0.0,
            self.ulps.mean / max(self.ulps.their_mean, 0.05) if mean else 0.0,
        )

    def as_json(self) -> dict[str, Any]:
        """The record without what it does not have."""
        return {key: value for key, value in asdict(self).items() if value not in (None, {}, "", 0, False)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The record of that JSON."""
        given = dict(data)
        for quantity in QUANTITIES:
            if quantity in given:
                given[quantity] = Timed(*given[quantity])
        if "ulps" in given:
            given["ulps"] = Ulps(*given["ulps"])
        return cls(**given)


class Store:
    """A file of JSON lines, one for each cell as it ends; a later line of a cell replaces an earlier one."""

    def __init__(self, path: Path, identity: str) -> None:
        self._path = path
        self._identity = identity

    def read(self) -> dict[str, Record]:
        """The records of these builds."""
        records: dict[str, Record] = {}
        if self._path.exists():
            for line in self._path.read_text("utf-8").splitlines():
                try:
                    kept = json.loads(line)
                except ValueError:
                    continue  # cut off when the run was stopped
                if kept["builds"] == self._identity:
                    records[kept["cell"]] = Record.from_json(kept["record"])
        return records

    def add(self, cell: str, record: Record) -> None:
        """Append a record."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"builds": self._identity, "cell": cell, "record": record.as_json()})
        with self._path.open("a+b") as file:
            # A run that was stopped may have left a part of a line.
            file.seek(max(file.tell() - 1, 0))
            file.write((b"" if file.read(1) in (b"", b"\n") else b"\n") + line.encode() + b"\n")


def sampled(cells: Sequence[str], every: int) -> list[str]:
    """One cell of each ``every`` neighbours, which its name decides.

    Neighbours differ in size and dtype, so always the first of them might be always of the same size.
    """
    blocks = [cells[start : start + every] for start in range(0, len(cells), every)]
    return [min(block, key=order) for block in blocks]


def order(cell: str) -> bytes:
    """A key by which cells are in no order that means anything."""
    return hashlib.sha256(cell.encode()).digest()


def geometric_mean(ratios: Iterable[float]) -> float:
    """The geometric mean; 1 of nothing."""
    logarithms = [math.log(ratio) for ratio in ratios]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else 1.0
