"""A short run of the state machines: the same steps have the same outcomes with both jaxlibs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, wheels
from tools.builder import build
from tools.environments.venv import Environment
from tools.long_runs.differential import texts
from tools.long_runs.differential.command import run
from tools.long_runs.differential.machines import Machine, Threads
from tools.long_runs.differential.sides import Outcome, Side, difference


@pytest.fixture(scope="module")
def sides(make: Callable[..., Environment]) -> Iterator[tuple[Side, Side]]:
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: the bindings-only jaxlib is NOT TESTED")
    wheels(RELEASE)
    requirements = [f"jax=={RELEASE}", f"jaxlib-cpu=={RELEASE}", "flatbuffers"]
    ours = make(*requirements, str(build.jaxlib(RELEASE, python=str(PYTHONS[COMMON]))))
    theirs = make(*requirements)
    pair = Side(ours.python), Side(theirs.python)
    yield pair
    for side in pair:
        side.close()


def test_steps_end_alike(sides: tuple[Side, Side]) -> None:
    run(Machine, *sides, examples=25, steps=20, fixed=True)


def test_threads_neither_crash_nor_hang(sides: tuple[Side, Side]) -> None:
    run(Threads, *sides, examples=10, steps=10, fixed=True)


def test_changed_programs_are_parsed_and_printed_alike(sides: tuple[Side, Side]) -> None:
    tally = texts.run(*sides, first=1000, count=500)
    assert not tally.different
    assert min(tally.accepted, tally.refused) > 100


@pytest.mark.parametrize(
    ("ours", "theirs", "differs"),
    [
        ({"value": 1}, {"value": 1}, False),
        ({"value": 1}, {"value": 2}, True),
        ({"error": "MLIRError"}, {"value": 1}, True),
        ({"crashed": -11}, {"crashed": -11}, True),
        ({"value": 1}, {"error": "MLIRError"}, False),
        ({"error": "NotInBindings"}, {"error": "MLIRError"}, False),
        ({"value": 1}, {"crashed": -11}, False),
    ],
)
def test_what_counts_as_a_different_text(ours: Outcome, theirs: Outcome, differs: bool) -> None:
    tally = texts.Tally()
    tally.add(7, ours, theirs)
    assert bool(tally.different) is differs


@pytest.mark.parametrize(
    ("ours", "theirs", "differs"),
    [
        ({"value": 1}, {"value": 1}, False),
        ({"value": 1}, {"value": 2}, True),
        ({"value": 1}, {"error": "TypeError"}, True),
        ({"error": "TypeError"}, {"error": "ValueError"}, True),
        ({"error": "JaxRuntimeError"}, {"error": "XlaRuntimeError"}, True),
        ({"crashed": -11, "printed": ""}, {"crashed": -11, "printed": ""}, True),
        ({"hung": -6, "printed": ""}, {"value": 1}, True),
        ({"error": "TypeError"}, {"crashed": -11, "printed": ""}, False),
    ],
)
def test_what_counts_as_a_difference(ours: Outcome, theirs: Outcome, differs: bool) -> None:
    assert bool(difference(ours, theirs)) is differs


def test_a_worker_that_crashes_or_hangs_is_told_and_replaced(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    side = sides[0]
    crashed = side.ask(["array", "crash", ["constant", 1]])
    assert crashed["crashed"] == -6
    assert "Fatal Python error: Aborted" in crashed["printed"]
    side.ask(["reset"])
    with monkeypatch.context() as impatient:  # only while nothing has to start
        impatient.setattr("tools.long_runs.differential.sides.PATIENCE", 5.0)
        hung = side.ask(["array", "hang", ["constant", 1]])
    assert "hung" in hung
    assert "worker.py" in hung["printed"]
    assert side.ask(["array", "int", ["constant", 1]]) == {"value": ["int", "1"]}
