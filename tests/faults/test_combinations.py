"""Random combinations of faults, at most one for each part: no crash, no hang, and the first cause is named.

The test command runs a small number of combinations, always the same. ``nox -s faults -- 2000`` runs that many new
ones.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jaxlib_core import errors

from tests.faults import copies
from tests.faults.catalogue import CPU, CUDA, EDITABLE, JAX_IN_NO_ENCODING, NO_ENCODING, Fault
from tests.faults.copies import Copy, Server, Template
from tests.faults.test_each import SCHEMA, plugin
from tests.unit.jaxlib_core.site import JAX

EXAMPLES = int(os.environ.get("JAXLIB_FAULTS", "0"))

PARTS = list(dict.fromkeys(fault.part for fault in CPU))
#: How often a part is left unbroken for each time that it is broken; more often if it is checked early, because an
#: early fault hides later ones.
SPARED, SPARED_EARLY, EARLY = 2, 7, 8

#: Parts that do not exist if the whole module is gone.
INSIDE = ("descriptor", "file", "claims", "library", "extension", "way")
#: The order of changes: a library is built first, then damaged; the module is removed or moved last.
ORDER = (
    "library",
    "claims",
    "file",
    "extension",
    "descriptor",
    "way",
    "entry points",
    "module",
    "rights",
    "place",
)


def _of(faults: tuple[Fault, ...], part: str) -> st.SearchStrategy[Fault | None]:
    choices: list[Fault | None] = [fault for fault in faults if fault.part == part]
    # Most parts stay unbroken; otherwise only the first checks would ever be tested.
    spared = SPARED_EARLY if min(fault.rank for fault in faults if fault.part == part) < EARLY else SPARED
    return st.sampled_from([None] * (len(choices) * spared) + choices)


COMBINATIONS = st.tuples(*(_of(CPU, part) for part in PARTS)).map(lambda chosen: [f for f in chosen if f])
VENDOR_PARTS = list(dict.fromkeys(fault.part for fault in CUDA))
VENDOR = st.one_of(
    st.none(),
    st.tuples(*(_of(CUDA, part) for part in VENDOR_PARTS)).map(lambda chosen: [f for f in chosen if f]),
)


def _place(fault: Fault) -> int:
    return ORDER.index(fault.part) if fault.part in ORDER else -1


def _first(faults: list[Fault]) -> Fault | None:
    """The fault that must be named."""
    named = sorted((fault for fault in faults if fault.kind), key=lambda fault: fault.rank)
    return named[0] if named else None


def _applied(copy: Copy, faults: list[Fault]) -> list[Fault]:
    """Apply ``faults``, except those whose part another fault has removed."""
    gone = any(fault.part == "module" for fault in faults)
    entry_points = any(fault.part == "entry points" for fault in faults)
    done = []
    for fault in sorted(faults, key=_place):
        if gone and (fault.part in INSIDE or fault.part == "its metadata"):
            continue
        if entry_points and fault.part in {"module", "its metadata"}:
            continue
        fault.apply(copy)
        elsewhere = fault is NO_ENCODING and EDITABLE in done
        done.append(JAX_IN_NO_ENCODING if elsewhere else fault)
    return done


@pytest.fixture(scope="module")
def tally() -> Iterator[Counter[str]]:
    """How often each cause was named, printed at the end."""
    counted: Counter[str] = Counter()
    yield counted
    print(f"\n{sum(counted.values())} examples")
    for kind, count in counted.most_common():
        print(f"{count:6}  {kind}")


def _none_without_a_name(data: dict[str, Any]) -> None:
    known = errors.catalog()
    for problem in data["problems"]:
        assert problem["kind"] == known[problem["code"]].__name__
        text = " ".join([problem["summary"], problem["wanted"], problem["found"]])
        assert "Traceback" not in text
        assert "unknown" not in text.lower()
        assert problem["commands"] or problem["note"]


def test_combinations(template: Template, doctor: Server, tally: Counter[str]) -> None:
    @settings(
        max_examples=EXAMPLES or 40,
        derandomize=not EXAMPLES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink) if EXAMPLES else (Phase.generate,),
    )
    @given(faults=COMBINATIONS, vendor=VENDOR, light=st.sampled_from([True] * 7 + [False]))
    def search(faults: list[Fault], vendor: list[Fault] | None, light: bool) -> None:
        folder = Path(tempfile.mkdtemp(prefix="jaxlib-faults-"))
        folder.chmod(0o755)
        try:
            copy = copies.make(template, folder)
            if vendor is not None:
                copy.nvidia()
                for fault in sorted(vendor, key=lambda fault: "older" not in fault.name):
                    fault.apply(copy)
            done = _applied(copy, faults)
            first = _first(done)
            if first is None or first.kind != "LibraryHangs":
                # A fault that hangs is not reached, but on a busy machine its short limit may expire before the
                # other fault is found.
                copy.seconds = Copy.seconds
            if light and first is None:
                _light(copy)
            data = doctor.ask(copy, "doctor")
            SCHEMA.validate(data)
            _none_without_a_name(data)
            tally[_check(copy, done, plugin(data, "cpu"))] += 1
            if vendor is not None:
                _check_vendor(done, vendor, plugin(data, "cuda"))
        finally:
            copies.remove(folder)

    search()


def _light(copy: Copy) -> None:
    """Replace jax by a small module, because importing jax would take most of the time."""
    copy.write(copy.unfold("jax") / "__init__.py", JAX)


def _check(copy: Copy, done: list[Fault], problem: dict[str, Any] | None) -> str:
    wanted = _first(done)
    named = problem["kind"] if problem else ""
    if copy.nobody and (wanted is None or wanted.rank > 13) and named == "JaxImportFails":
        # The other user may not run this Python.
        return "JaxImportFails as another user"
    assert named == (wanted.kind if wanted else ""), (named, [fault.name for fault in done], problem)
    if problem and wanted:
        assert wanted.says in problem["summary"]
    return named or "healthy"


def _check_vendor(done: list[Fault], vendor: list[Fault], problem: dict[str, Any] | None) -> None:
    # Faults of jax, jaxlib, jaxlib-core and XLA_FLAGS concern both plugins and are checked first.
    shared = [f for f in done if f.part in {"jaxlib_core", "jaxlib", "jax", "flags"}]
    wanted = _first(shared) or _first(vendor) or _first([f for f in done if f.part == "jaxlib's files"])
    named = problem["kind"] if problem else ""
    assert named == (wanted.kind if wanted else ""), (named, [f.name for f in (*done, *vendor)], problem)


def test_the_search_knows_every_part() -> None:
    """``_applied`` orders and skips faults by the names of parts, which must exist."""
    assert {*ORDER, *INSIDE} <= set(PARTS)
