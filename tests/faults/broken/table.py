"""The table: single faults, pairs and random combinations of them, and a few rows that cover all."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from tests.faults.broken import (
    bindings,
    distributions,
    files,
    installers,
    other_plugins,
    paths,
    plugin,
    settings,
    startup,
)
from tests.faults.broken.row import Row

#: Pairs are drawn from the order of these.
SINGLES = (
    *distributions.missing(),
    *distributions.other_releases(),
    *distributions.without_metadata(),
    *files.damaged(),
    *plugin.files(),
    *plugin.descriptors(),
    *settings.variables(),
    *paths.first_on_the_path(),
    *paths.odd_names(),
    *files.left_over_and_foreign(),
    *paths.other_copies(),
    *distributions.half_removed(),
    *startup.startup_files(),
    *startup.not_starting(),
    *other_plugins.rows(),
    *installers.damaged_installers(),
    *installers.settings_of_pip(),
    *installers.settings_of_a_system(),
    *distributions.of_other_installers(),
    *settings.limits(),
    *bindings.rows(),
)


def _combinable(singles: Sequence[Row]) -> list[Row]:
    # A fault that only shows when jax runs is hidden by one that keeps jax from running, and found in the next
    # report.
    apart = {"timeout", "limit", "loader", "pip", "acme", "start", "startup"}
    return [row for row in singles if row.ends == "repaired" and row.kind == "pip" and not row.parts & apart]


def _pairs(singles: Sequence[Row], count: int) -> list[Row]:
    """``count`` pairs of single faults of different parts, the same each time, for each kind of environment."""
    able = _combinable(singles)
    pairs = [(a, b) for a, b in itertools.combinations(able, 2) if not a.parts & b.parts]
    chosen = random.Random(25).sample(pairs, count)
    return [
        Row(f"{a.name} + {b.name} ({kind})", a.parts | b.parts, (*a.apply, *b.apply), kind)
        for (a, b), kind in zip(chosen, itertools.cycle(("pip", "uv", "system")), strict=False)
    ]


#: Pairs in which one fault once hid the other, or broke its repair; some in an environment of another kind.
_HIDING = (
    ("a zip archive with numpy on PYTHONPATH", "an editable jax whose checkout is gone"),
    ("a package left over in a module's place", "jaxlib_cpu/__init__.py here"),
    ("a .pth file sets JAX_PLATFORMS", "numpy for another processor"),
    ("path 'größe' as ASCII", "typing.py here"),
    ("another's plugin ends the process", "numpy not installed"),
    ("another's plugin raises", "library cut"),
    ("another's plugin aborts when it is initialized", "jaxlib twice"),
    ("sitecustomize rules out numpy", "scipy not installed"),
    ("descriptor newer, jaxlib not installed", "another jax on PYTHONPATH"),
    ("numpy too old", "scipy half removed"),
    ("JAX_ENABLE_X64=maybe", "jax half removed"),
    ("the module of scipy gone", "zeros in bytecode of numpy"),
    ("_fblas*.so gone", "a .pth file with another numpy first"),
    ("metadata of jaxlib gone", "scipy half removed", "uv"),
    ("descriptor newer, jaxlib not installed", "jax twice"),
    ("jaxlib newer than all, its library gone", "jax/__init__.py garbage", "uv"),
    ("jaxlib newer than all, a file garbage", "jax is a link to nothing", "uv"),
)


def _hiding(singles: Sequence[Row]) -> list[Row]:
    by_name = {row.name: row for row in singles}
    pairs = [(by_name[one], by_name[other], kind) for one, other, *kind in _HIDING]
    return [
        Row(f"{a.name} + {b.name}", a.parts | b.parts, (*a.apply, *b.apply), *kind) for a, b, kind in pairs
    ]


TABLE = (*SINGLES, *_hiding(SINGLES), *_pairs(SINGLES, 48))


def combinations(count: int, seed: int) -> list[Row]:
    """``count`` random combinations of two or three single faults of different parts, in each kind in turn."""
    choose, rows = random.Random(seed), list[Row]()
    kinds = itertools.cycle(("pip", "uv", "system"))
    while len(rows) < count:
        chosen = choose.sample(_combinable(SINGLES), choose.choice((2, 2, 3)))
        parts = frozenset[str]().union(*(row.parts for row in chosen))
        if len(parts) == sum(len(row.parts) for row in chosen):
            kind = next(kinds)
            name = f"{' + '.join(row.name for row in chosen)} ({kind}, seed {seed})"
            rows.append(Row(name, parts, tuple(itertools.chain(*(row.apply for row in chosen))), kind))
    return rows


def _features(row: Row) -> set[str]:
    """The features of a row: its parts, its faults, its kind of environment, and its end.

    jax's own variables count as one part.
    """
    parts = {"JAX" if part.startswith("JAX") else part for part in row.parts}
    ways = {f"by {apply.__qualname__.partition('.')[0]}" for apply in row.apply}
    return {*parts, *ways, f"in {row.kind}", row.ends}


def _covering(rows: Sequence[Row]) -> tuple[Row, ...]:
    """A few of ``rows`` that have every feature; the row with the most new features is added each time."""
    missing = set[str]().union(*map(_features, rows))
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(_features(row) & missing))
        chosen.append(best)
        missing -= _features(best)
    return tuple(chosen)


#: The rows of the test command, which tests a command that cannot start with unit tests instead.
QUICK = _covering([row for row in TABLE if not row.parts & {"loader", "start"}])
