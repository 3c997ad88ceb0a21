"""The cells of the mismatch matrix: all of them, a pairwise covering selection, and their results."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from packaging.version import Version

from tools.artifacts.manifest import load, releases
from tools.environments.venv import oldest

DATA = Path(__file__).with_name("matrix.toml")


@dataclass(frozen=True, slots=True)
class Cell:
    """One environment: jax, jaxlib, a plugin of the family of the release ``line``, and further faults.

    Attributes:
        jax: its version.
        jaxlib: its version.
        plugin: its name, as ``cuda12``.
        line: its release, and jaxlib-core's.
        library: ``own``, or ``swapped`` for that of another line: `other`.
        upstream: upstream's plugin for CUDA 12: ``absent``, of our plugin's release (``same``), or of the ``other``
            line's.
        installer: the installer that makes and fixes it.
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
        """The key of its stored result."""
        return (
            f"jax-{self.jax}_jaxlib-{self.jaxlib}_{self.plugin}-{self.line}_{self.library}_{self.upstream}"
            f"_{self.installer}"
        )

    @property
    def platform(self) -> str:
        """The plugin's platform in jax."""
        return self.plugin.rstrip("0123456789")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a cell.

    Attributes:
        cell: the cell.
        outcome: ``works``, ``diagnosis`` or ``violation``.
        said_by: of a diagnosis: ``jax``, in an exception or a warning, or ``doctor`` if ``import jax`` refuses its
            jaxlib before the family is used.
        code: the diagnosis's code, else empty.
        summary: its first line, else empty.
        command: the command that was run to fix the environment, else empty.
        fixed: whether jax then worked; None if no command was run.
        left: the code of a problem that the command can't fix because it needs the system's installer (ROCm's
            libraries), else empty.
        violations: the violations, a sentence each.
        notes: remarks that are no violations.
        seconds: the time that it took.
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
    """The content of tools/compat/matrix.toml."""
    return tomllib.loads(DATA.read_text("utf-8"))


def lines() -> tuple[str, ...]:
    """The release lines that serve the matrix's Python, the oldest first."""
    tag = f"cp{data()['python'].replace('.', '')}"
    return tuple(release for release in releases() if load(release).serves(tag))


def versions() -> tuple[str, ...]:
    """The releases of jax and jaxlib, the oldest first: the lines, and those that matrix.toml pins in addition."""
    pinned = {pin["version"] for pin in data()["wheel"] if pin["name"] == "jax"}
    return tuple(sorted({*lines(), *pinned}, key=Version))


def cells(of_lines: Sequence[str] | None = None, of_versions: Sequence[str] | None = None) -> list[Cell]:
    """Every cell: plugins of these lines, default all, with jax and jaxlib of these versions, default all."""
    facts = data()
    every = of_versions or versions()
    combinations = [
        Cell(*words)
        for words in itertools.product(
            every,
            every,
            facts["plugins"],
            of_lines or lines(),
            facts["libraries"],
            facts["upstream"],
        )
        # At most one further fault.
        if "own" in words or "absent" in words
    ]
    step = facts["pip_every"]
    # A step that divides no factor's size, so that pip is combined with each value of each factor.
    return [
        replace(cell, installer="pip") if index % step == 7 else cell
        for index, cell in enumerate(combinations)
    ]


FACTORS = ("jax", "jaxlib", "plugin", "line", "library", "upstream")


def covering(every: Sequence[Cell]) -> list[Cell]:
    """A selection of ``every`` with each pair of values of two factors; the same selection each time."""
    pairs = {cell: pairs_of(cell) for cell in every}
    left = set().union(*pairs.values())
    chosen = []
    while left:
        best = max(every, key=lambda cell: len(pairs[cell] & left))
        left -= pairs[best]
        chosen.append(best)
    return chosen


def quick(every: Sequence[Cell]) -> list[Cell]:
    """The cells of the test command: a covering selection of those whose wheels the tests build, and `known`."""
    tested = {("cpu", line) for line in lines()} | {(name, oldest()[1]) for name in ("cuda12", "tpu")}
    few = [
        replace(cell, installer="uv")
        for cell in every
        if (cell.plugin, cell.line) in tested
        and (cell.library == "own" or cell.plugin == "cpu")
        and (cell.upstream == "absent" or (cell.upstream == "same" and cell.plugin == "cuda12"))
    ]
    return list(dict.fromkeys([*covering(few), *known()]))


def known() -> list[Cell]:
    """The cells that must work, and each way in which jax, jaxlib and a plugin can be of two releases."""
    old, new = lines()[0], lines()[-1]
    before = max((version for version in versions() if Version(version) < Version(old)), key=Version)
    words = (
        *((line, line, line) for line in lines()),
        (old, before, old),
        (old, new, old),
        (new, old, old),
        (before, old, old),
        (new, new, old),
        (old, old, new),
        (before, before, old),
    )
    return [Cell(jax, jaxlib, "cpu", line, "own", "absent") for jax, jaxlib, line in dict.fromkeys(words)]


def pairs_of(cell: Cell) -> frozenset[tuple[tuple[str, str], ...]]:
    """Every pair of a cell's factors, with their values."""
    values = [(factor, str(getattr(cell, factor))) for factor in FACTORS]
    return frozenset(itertools.combinations(values, 2))


def other(line: str) -> str:
    """Another release line: the next one, or for the newest line the previous one."""
    known = lines()
    index = known.index(line)
    return known[index + 1] if index + 1 < len(known) else known[index - 1]


def parsed(item: Mapping[str, Any]) -> Result:
    """A result from its JSON."""
    cell = {key: item[key] for key in (*FACTORS, "installer")}
    rest = {key: value for key, value in item.items() if key not in cell}
    return Result(
        Cell(**cell), **{**rest, "violations": tuple(item["violations"]), "notes": tuple(item["notes"])}
    )
