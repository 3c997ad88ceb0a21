"""The cells of the mismatch matrix: which there are, which few meet every pair of values, and how each ended."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tools.artifacts.manifest import load, releases

DATA = Path(__file__).with_name("matrix.toml")


@dataclass(frozen=True, slots=True)
class Cell:
    """One environment: jax, jaxlib, a plugin of the family of the release ``line``, and what is wrong besides.

    Attributes:
        jax: its version.
        jaxlib: its version.
        plugin: its name, as ``cuda12``.
        line: its release, and jaxlib-core's.
        library: ``own``, or ``swapped`` for that of the other line.
        upstream: upstream's plugin for CUDA 12: ``absent``, of our plugin's release (``same``), or of the ``other``
            line's.
        installer: what makes and fixes it.
    """

    jax: str
    jaxlib: str
    plugin: str
    line: str
    library: str
    upstream: str
    installer: str = "uv"

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return (
            f"jax-{self.jax}_jaxlib-{self.jaxlib}_{self.plugin}-{self.line}_{self.library}_{self.upstream}"
            f"_{self.installer}"
        )

    @property
    def platform(self) -> str:
        """Jax's platform of the plugin."""
        return self.plugin.rstrip("0123456789")


@dataclass(frozen=True, slots=True)
class Result:
    """How a cell ended.

    Attributes:
        cell: which one.
        outcome: ``works``, ``diagnosis`` or ``violation``.
        said_by: of a diagnosis: ``jax``, in an exception or a warning, or ``doctor`` where jax refuses its jaxlib
            as soon as it is imported and nothing of the family is asked.
        code: of the diagnosis, else empty.
        summary: its first line, else empty.
        command: the command that was run to fix it, else empty.
        fixed: whether it then worked; None where no command was run.
        left: what the command leaves to be done by the system's installer, by its code: ROCm's libraries.
        violations: what is wrong, a sentence each.
        notes: what is worth knowing and no violation.
        seconds: that it took.
    """

    cell: Cell
    outcome: str
    said_by: str
    code: str
    summary: str
    command: str
    fixed: bool | None
    left: str
    violations: tuple[str, ...]
    notes: tuple[str, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The result as the results file has it."""
        data = asdict(self)
        lists = {key: list(data[key]) for key in ("violations", "notes")}
        return {**data.pop("cell"), **data, **lists}


@cache
def data() -> Mapping[str, Any]:
    """What tools/compat/matrix.toml says."""
    return tomllib.loads(DATA.read_text("utf-8"))


def cells() -> list[Cell]:
    """Every cell."""
    facts = data()
    made = [
        Cell(*words)
        for words in itertools.product(
            facts["releases"],
            facts["releases"],
            facts["plugins"],
            releases(),
            facts["libraries"],
            facts["upstream"],
        )
        # One thing besides at a time.
        if "own" in words or "absent" in words
    ]
    every = facts["pip_every"]
    # A step that is no divisor of a factor's size, so that pip meets each value of each.
    return [replace(cell, installer="pip") if index % every == 7 else cell for index, cell in enumerate(made)]


FACTORS = ("jax", "jaxlib", "plugin", "line", "library", "upstream")


def covering(every: Sequence[Cell]) -> list[Cell]:
    """A few of ``every``, among which each pair of values of two factors is met; the same ones each time."""
    pairs = {cell: pairs_of(cell) for cell in every}
    left = set().union(*pairs.values())
    chosen = []
    while left:
        best = max(every, key=lambda cell: len(pairs[cell] & left))
        left -= pairs[best]
        chosen.append(best)
    return chosen


def quick(every: Sequence[Cell]) -> list[Cell]:
    """Those for the test command: a covering part of what needs no wheels beside those that the tests build anyhow.

    And what must work, and what has been seen to go wrong: each way in which the three can be of two releases.
    """
    tested = {("cpu", line) for line in releases()} | {(name, load().release) for name in ("cuda12", "tpu")}
    few = [
        replace(cell, installer="uv")
        for cell in every
        if (cell.plugin, cell.line) in tested
        and (cell.library == "own" or cell.plugin == "cpu")
        and (cell.upstream == "absent" or (cell.upstream == "same" and cell.plugin == "cuda12"))
    ]
    known = [Cell(*words, "own", "absent") for words in KNOWN]
    return list(dict.fromkeys([*covering(few), *known]))


#: jax, jaxlib, plugin and its release.
KNOWN = (
    ("0.10.2", "0.10.2", "cpu", "0.10.2"),
    ("0.12.0", "0.12.0", "cpu", "0.12.0"),
    ("0.10.2", "0.10.1", "cpu", "0.10.2"),
    ("0.10.2", "0.12.0", "cpu", "0.10.2"),
    ("0.12.0", "0.10.2", "cpu", "0.10.2"),
    ("0.10.1", "0.10.2", "cpu", "0.10.2"),
    ("0.12.0", "0.12.0", "cpu", "0.10.2"),
    ("0.10.2", "0.10.2", "cpu", "0.12.0"),
    ("0.10.1", "0.10.1", "cpu", "0.10.2"),
)


def pairs_of(cell: Cell) -> frozenset[tuple[tuple[str, str], ...]]:
    """Every two factors of a cell, with their values."""
    values = [(factor, str(getattr(cell, factor))) for factor in FACTORS]
    return frozenset(itertools.combinations(values, 2))


def other(line: str) -> str:
    """The other release line."""
    (found,) = set(releases()) - {line}
    return found


def parsed(item: Mapping[str, Any]) -> Result:
    """A result from its JSON."""
    cell = {key: item[key] for key in (*FACTORS, "installer")}
    rest = {key: value for key, value in item.items() if key not in cell}
    return Result(
        Cell(**cell), **{**rest, "violations": tuple(item["violations"]), "notes": tuple(item["notes"])}
    )
