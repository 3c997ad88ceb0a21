from __future__ import annotations

import dataclasses
import json
import shlex
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from tools import ROOT
from tools.environments.venv import Environment
from tools.upstream_tests import known_differences, pass_rates, runs, upstream
from tools.upstream_tests.known_differences import (
    DifferencesError,
    Expected,
    Outcome,
    Result,
    compare,
    matches,
)
from tools.upstream_tests.runs import Run, Runner, again, measured
from tools.upstream_tests.sides import OURS, THEIRS, Settings, Side, UpstreamError
from tools.upstream_tests.upstream import checked, there

#: One of upstream's test files in small; it notes each test that it starts.
FAKE = """
import os, pathlib, signal, sys, time, unittest
HERE, SIDE = pathlib.Path(__file__).parent.parent, os.environ["SIDE"]

class FakeTest(unittest.TestCase):
    def setUp(self):
        with (HERE / f"ran-{SIDE}").open("a") as stream:
            print(self._testMethodName, file=stream)
    def test_a_passes(self):
        self.assertEqual(os.environ["JAX_NUM_GENERATED_CASES"], "3")
    def test_b_skipped(self):
        self.skipTest("not today")
    def test_c_differs(self):
        self.assertEqual(SIDE, "theirs")
    def test_d_crashes(self):
        if SIDE == "ours":
            os.abort()
    def test_e_hangs(self):
        if SIDE == "ours":
            (HERE / "hangs").write_text(str(os.getpid()))
            time.sleep(600)
    def test_f_unsteady(self):
        ran = (HERE / f"ran-{SIDE}").read_text().split()
        self.assertTrue(SIDE == "theirs" or ran.count("test_f_unsteady") == 2)
    def test_g_after_all(self):
        pass
"""
TESTS = ("a_passes", "b_skipped", "c_differs", "d_crashes", "e_hangs", "f_unsteady", "g_after_all")
DIFFERENT = ["c_differs", "d_crashes", "e_hangs"]


def test(name: str) -> str:
    return f"fake_test.py::FakeTest::test_{name}"


test.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    for path, text in (
        ("jax/version.py", '_version = "0.10.2"\n'),
        ("pyproject.toml", '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n'),
        ("tests/fake_test.py", FAKE),
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Side, Side]:
    """Two environments that are this one, but know which they are."""

    def side(name: str, short: str) -> Side:
        python = tmp_path / short / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nSIDE={short} exec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)
        results = tmp_path / short / "results"
        results.mkdir()
        return Side(name, Environment(tmp_path / short), results, "a build")

    return side(OURS, "ours"), side(THEIRS, "theirs")


@pytest.fixture
def runner(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Its clock goes quickly while the test hangs, and only then: a busy machine is slow to start Python."""
    ahead = 0

    def monotonic() -> float:
        nonlocal ahead
        hangs = checkout / "hangs"
        if hangs.exists() and Path("/proc", hangs.read_text() or "none").exists():
            ahead += 1000
        return time.monotonic() + ahead

    monkeypatch.setattr(runs, "time", SimpleNamespace(monotonic=monotonic))
    return Runner(checkout, Settings(cases=3), stuck=900)


def ran(checkout: Path, side: str) -> list[str]:
    return [line.removeprefix("test_") for line in (checkout / f"ran-{side}").read_text().split()]


def test_every_test_has_its_end_whatever_the_one_before_it_did(
    sides: tuple[Side, Side], runner: Runner, checkout: Path
) -> None:
    found = Run(runner, sides[0], "fake").results()
    assert list(found) == [test(name) for name in TESTS]
    ends = [found[test(name)].outcome for name in TESTS]
    assert ends == ["passed", "skipped", "failed", "crashed", "hung", "failed", "passed"]
    assert found[test("b_skipped")].message == "Skipped: not today"
    assert "'ours' != 'theirs'" in found[test("c_differs")].message
    assert "SIGABRT" in found[test("d_crashes")].message
    assert "test_e_hangs" in found[test("e_hangs")].message, "where it hung"
    assert ran(checkout, "ours") == list(TESTS), "each of them once"


def test_a_run_is_taken_up_where_it_was(sides: tuple[Side, Side], runner: Runner, checkout: Path) -> None:
    whole = Run(runner, sides[1], "fake").results()
    (record,) = sides[1].results.glob("fake-*.jsonl")
    (complete,) = sides[1].results.glob("fake-*.complete")
    # As it is if the machine goes down in the third test, while a line is written.
    lines = record.read_text().splitlines(keepends=True)
    cut = next(i for i, line in enumerate(lines) if '"began"' in line and "test_c" in line)
    record.write_text("".join(lines[: cut + 1]) + '{"test": "fake_t')
    complete.unlink()
    (checkout / "ran-theirs").unlink()
    assert Run(runner, sides[1], "fake").results().keys() == whole.keys()
    assert ran(checkout, "theirs") == list(TESTS[2:])


ORDERED = """
import os, pathlib, unittest
HERE, SIDE = pathlib.Path(__file__).parent.parent, os.environ["SIDE"]

class FakeTest(unittest.TestCase):
    def setUp(self):
        with (HERE / f"ran-{SIDE}").open("a") as stream:
            print(self._testMethodName, file=stream)
    def test_a(self):
        pass
    def test_b(self):
        ran = (HERE / f"ran-{SIDE}").read_text().split()
        self.assertTrue(SIDE == "theirs" or ran.count("test_b") == 1)
    def test_c(self):
        pass
    def test_d(self):
        pass
"""


def test_the_modes_of_order(sides: tuple[Side, Side], runner: Runner, checkout: Path) -> None:
    (checkout / "tests" / "fake_test.py").write_text(ORDERED)
    twice = dataclasses.replace(runner, settings=Settings("twice"))
    found = Run(twice, sides[0], "fake").results()
    assert "".join(ran(checkout, "ours")) == "abcdabcd"
    assert {name[-1]: result.outcome for name, result in found.items()} == {
        **dict.fromkeys("acd", "passed"),
        "b": "failed",
    }
    for record in sides[0].results.iterdir():
        record.unlink()
    orders = []
    for _ in range(2):
        (checkout / "ran-ours").unlink()
        Run(dataclasses.replace(runner, settings=Settings("shuffled")), sides[0], "fake").results()
        orders.append("".join(ran(checkout, "ours")))
        for record in sides[0].results.iterdir():
            record.unlink()
    assert orders[0] == orders[1] != "abcd"
    assert sorted(orders[0]) == list("abcd")


THREADED = """
import os, pathlib, threading, unittest
TOGETHER, RUNNING = threading.Barrier(6), []

class FakeTest(unittest.TestCase):
    def setUp(self):
        RUNNING.append(self)
    def tearDown(self):
        RUNNING.remove(self)
    def test_alone(self):
        self.assertEqual(RUNNING, [self])
    test_alone.thread_unsafe = True
    def test_fails(self):
        TOGETHER.wait(60)
        self.fail("as it should")
    def test_is_skipped(self):
        TOGETHER.wait(60)
        self.skipTest("not today")

for number in range(4):
    setattr(FakeTest, f"test_{number}", lambda self: TOGETHER.wait(60))

def test_without_a_class():
    assert not RUNNING
"""


def test_the_mode_of_threads(sides: tuple[Side, Side], runner: Runner, checkout: Path) -> None:
    (checkout / "tests" / "fake_test.py").write_text(THREADED)
    threads = dataclasses.replace(runner, settings=Settings("threads"))
    found = Run(threads, sides[0], "fake").results()
    assert {name.rpartition("::")[2]: result.outcome for name, result in found.items()} == {
        **dict.fromkeys(
            ("test_0", "test_1", "test_2", "test_3", "test_alone", "test_without_a_class"), "passed"
        ),
        "test_fails": "failed",
        "test_is_skipped": "skipped",
    }
    assert [result.message for result in found.values() if result.outcome == "skipped"] == ["not today"]
    assert any("AssertionError: as it should" in result.message for result in found.values())


def test_what_has_been_run_is_not_run_again(sides: tuple[Side, Side], runner: Runner, checkout: Path) -> None:
    first = Run(runner, sides[1], "fake").results()
    sides[1].environment.python.unlink()
    assert Run(runner, sides[1], "fake").results() == first
    (checkout / "tests" / "fake_test.py").write_text(FAKE + "\n")
    with pytest.raises(FileNotFoundError):
        Run(runner, sides[1], "fake").results()


def test_what_ends_badly_on_one_side_gets_another_try_alone(
    sides: tuple[Side, Side], runner: Runner, checkout: Path
) -> None:
    results = measured(runner, sides, ["fake"], jobs=1)
    (checkout / "ran-theirs").unlink()
    unsteady = again((runner, runner), sides, results)
    assert [result.test for result in unsteady] == [test("f_unsteady")]
    assert [name for name, _, _ in known_differences.differing(*results)] == [
        test(name) for name in DIFFERENT
    ]
    assert ran(checkout, "ours")[len(TESTS) :] == [*DIFFERENT, "f_unsteady"]
    assert not (checkout / "ran-theirs").exists()


def test_a_file_that_does_not_import_is_no_result(
    sides: tuple[Side, Side], runner: Runner, checkout: Path
) -> None:
    (checkout / "tests" / "fake_test.py").write_text("import no_such_module\n")
    with pytest.raises(UpstreamError, match=r"(?s)no test of a file can be run.*no_such_module"):
        measured(runner, sides, ["fake"], jobs=2)


def test_a_pytest_that_does_not_start_is_no_result(
    sides: tuple[Side, Side], runner: Runner, checkout: Path
) -> None:
    (checkout / "tests" / "conftest.py").write_text("import os\nos._exit(1)\n")
    with pytest.raises(UpstreamError, match="collected nothing of fake\nthe process ended with status 1"):
        Run(runner, sides[0], "fake").results()


LIST = """
schema = 1
files = ["fake"]
[[difference]]
title = "Known"
releases = ["0.10.2"]
tests = [TESTS]
reason = "It is fake."
"""
FILLED = LIST.replace("[TESTS]", '["fake_test.py::FakeTest::*"]')


def test_the_command(
    sides: tuple[Side, Side],
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    known, report = tmp_path / "upstream.toml", tmp_path / "report.json"
    schema = json.loads((ROOT / "tools/schemas/upstream.schema.json").read_text("utf-8"))
    compared = dataclasses.replace(pass_rates.COMPARISONS["upstream"], known=known)
    monkeypatch.setitem(pass_rates.COMPARISONS, "upstream", compared)
    monkeypatch.setattr(pass_rates.keep, "__defaults__", (tmp_path / "pass-rates.json",))
    monkeypatch.setattr(upstream, "STORE", tmp_path / "store")
    monkeypatch.setattr(upstream, "prepared", lambda *_: sides)
    monkeypatch.setattr(upstream, "backend", lambda side: f"cpu, of {side.name}")
    # What crashes and what hangs costs a process each, and has a test of its own.
    source = FAKE.replace("os.abort()", "self.fail()").replace("time.sleep(600)", "self.fail()")
    (checkout / "tests" / "fake_test.py").write_text(source)
    arguments = ["--tests", str(checkout), "--release", "0.10.2", "--cases", "3", "--json", str(report)]
    known.write_text(FILLED)
    assert upstream.main([*arguments, "--tests-of", "0.11.1"]) == 2
    assert "wanted:    jax 0.11.1" in capsys.readouterr().err
    for listed, status, unexpected, stale in (("cde", 0, 0, 0), ("cd", 1, 1, 0), ("cdea", 1, 0, 1)):
        tests = json.dumps([test(f"{letter}*") for letter in listed])
        known.write_text(LIST.replace("[TESTS]", tests))
        assert upstream.main(arguments) == status
        found: dict[str, Any] = json.loads(report.read_text())
        jsonschema.validate(found, schema)
        assert found["clean"] == (status == 0)
        assert (found["release"], found["tests_of"]) == ("0.10.2", "0.10.2")
        (row,) = found["files"]
        assert (row["ours"]["passed"], row["ours"]["failed"], row["ours"]["skipped"]) == (3, 3, 1)
        assert row["both"] == 3
        assert (row["theirs"]["passed"], row["theirs"]["failed"], row["theirs"]["skipped"]) == (6, 0, 1)
        assert [item["test"] for item in found["differences"]] == [test(name) for name in DIFFERENT]
        output = capsys.readouterr().out
        assert f"3 differences, {unexpected} of them not in the list; {stale} in the list that are" in output


def test_a_checkout_of_another_release_is_refused(checkout: Path, tmp_path: Path) -> None:
    assert checked(checkout, "0.10.2", ["fake"]) == checkout
    with pytest.raises(UpstreamError, match=r"(?s)wanted:    jax 0\.12\.0.*found:     jax 0\.10\.2.*git -C"):
        checked(checkout, "0.12.0", ["fake"])
    with pytest.raises(UpstreamError, match=r"(?s)no checkout of jax.*git clone .*jax-v0\.10\.2"):
        checked(tmp_path, "0.10.2", ["fake"])
    with pytest.raises(UpstreamError, match="no such test file: other"):
        checked(checkout, "0.10.2", ["fake", "other"])


def test_files_that_another_release_lacks_are_left_out(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert there(checkout, "0.10.2", ["fake", "newer"]) == ("fake",)
    printed = capsys.readouterr()
    assert "which are left out: newer" in printed.out + printed.err
    # A folder without any of them is not a checkout; `checked` reports it.
    assert there(tmp_path, "0.10.2", ["fake", "newer"]) == ("fake", "newer")


def test_a_difference_of_one_mode_is_expected_there_alone() -> None:
    ours, theirs = results(a=Outcome.FAILED), results(a=Outcome.PASSED)
    always = Expected("always", ("0.10.2",), (test("b"),), "...")
    shuffled = Expected("shuffled", ("0.10.2",), (test("a"), test("gone")), "...", "shuffled")
    for mode, unexpected, stale in (
        ("default", [test("a")], [test("b")]),
        ("shuffled", [], [test("gone")]),
        ("twice", [test("a")], []),
    ):
        found = compare(ours, theirs, [always, shuffled], "0.10.2", ["fake"], mode)
        assert [item.test for item in found.unexpected] == unexpected, mode
        assert [pattern for pattern, _ in found.stale] == stale, mode


def test_in_another_order_what_ends_well_alone_is_a_difference(
    sides: tuple[Side, Side], checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "tests" / "fake_test.py").write_text(ORDERED)
    monkeypatch.setattr(pass_rates.keep, "__defaults__", (tmp_path / "pass-rates.json",))
    monkeypatch.setattr(upstream, "STORE", tmp_path / "store")
    monkeypatch.setattr(upstream, "prepared", lambda *_: sides)
    monkeypatch.setattr(upstream, "backend", lambda side: f"cpu, of {side.name}")
    report = tmp_path / "report.json"
    arguments = ["--tests", str(checkout), "--release", "0.10.2", "--files", "fake", "--mode", "twice"]
    assert upstream.main([*arguments, "--json", str(report)]) == 1
    found = json.loads(report.read_text())
    assert [item["test"] for item in found["differences"]] == [test("b")]
    assert found["unsteady"] == []


def test_a_mode_is_jaxs_variables_over_those_of_upstreams_ci() -> None:
    assert Settings("x64").variables == {**Settings().variables, "JAX_ENABLE_X64": "1"}
    assert Settings("devices").variables == {**Settings().variables, "JAX_NUM_CPU_DEVICES": "8"}


def results(**outcomes: Outcome) -> dict[str, Result]:
    return {test(name): Result(test(name), outcome) for name, outcome in outcomes.items()}


def test_comparing() -> None:
    ours = results(a=Outcome.PASSED, b=Outcome.FAILED, c=Outcome.SKIPPED, e=Outcome.FAILED)
    theirs = results(a=Outcome.PASSED, b=Outcome.PASSED, d=Outcome.PASSED, e=Outcome.FAILED)
    known = [
        Expected("of this release", ("0.10.2",), (test("b"), test("gone"), "other_test.py::Test::*"), "..."),
        Expected("of another", ("0.12.0",), (test("*"),), "..."),
    ]
    found = compare(ours, theirs, known, "0.10.2", ["fake"])
    ends = {item.test: (item.ours.outcome, item.theirs.outcome) for item in found.differences}
    assert ends == {
        test("b"): ("failed", "passed"),
        test("c"): ("skipped", "absent"),
        test("d"): ("absent", "passed"),
    }
    assert [item.test for item in found.unexpected] == [test("c"), test("d")]
    assert [pattern for pattern, _ in found.stale] == [test("gone")]
    assert compare(ours, theirs, known, "0.12.0", ["fake"]).clean


def test_brackets_in_a_name_are_no_pattern() -> None:
    assert matches("a_test.py::T::test[x]*", "a_test.py::T::test[x]1")
    assert not matches("a_test.py::T::test[x]", "a_test.py::T::testx")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("schema = 2", "schema: wanted 1"),
        ("schema = 1", "wanted files"),
        (FILLED + "other = 1", "wanted the keys title, releases, tests, reason"),
        (FILLED.replace("It is fake.", ""), "reason: wanted a str that is not empty"),
        (LIST.replace("[TESTS]", '["FakeTest"]'), r"wanted FILE\.py::TEST, found 'FakeTest'"),
        (FILLED + "[excluded]\nlong = 1", "excluded: long: wanted a str"),
        (
            FILLED
            + '[[cost]]\nkind = "time"\nreleases = ["0.10.2"]\nfiles = ["fake"]\nreason = "It is fake."',
            "cost 1: kind: wanted cpu or memory, found 'time'",
        ),
        ("schema =", "can't read the list"),
    ],
)
def test_a_list_that_is_wrong_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "upstream.toml"
    path.write_text(text)
    with pytest.raises(DifferencesError, match=problem):
        known_differences.load(path)


def test_the_page_is_of_the_list() -> None:
    assert known_differences.PAGE.read_text("utf-8") == known_differences.page(known_differences.load()), (
        "To fix it, run: python -m tools upstream --page"
    )


def test_names_of_files() -> None:
    assert upstream.names("api, lax_test,lax_numpy_test.py,api_test") == ("api", "lax", "lax_numpy")
