"""The suites of other libraries: their declaration, their runs, and the table of results."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools.artifacts.manifest import load as manifest
from tools.environments.venv import Environment
from tools.libraries import command, declaration, environments, table
from tools.libraries.declaration import Declaration, LibrariesError, Suite, chosen
from tools.libraries.environments import Place
from tools.results import ResultsError
from tools.upstream_tests import recorder
from tools.upstream_tests.known_differences import Expected, Outcome, Result, compare
from tools.upstream_tests.sides import BINDINGS, THEIRS, Side

SUITE = """
schema = 1
python = "3.12"
sample = 3

[[suite]]
name = "some-library"
version = "1.0"
source = "sdist"
file = { name = "some_library-1.0.tar.gz", size = 3, sha256 = "00" }
releases = ["0.10.2"]
tests = ["tests/*_test.py"]
"""


def read(folder: Path, text: str) -> Declaration:
    path = folder / "libraries.toml"
    path.write_text(text)
    return declaration.load(path)


def test_what_is_declared_can_be_run() -> None:
    """Every suite goes with a release line, and its library and what its tests need are pinned for it."""
    found = declaration.load()
    for suite in found.suites:
        for release in suite.releases:
            pins = declaration.pins(manifest(release).release)
            assert pins[suite.distribution] == suite.version
            assert set(suite.needs) <= set(pins), suite.name
        assert all(name.endswith(".py") for name in suite.apart)


def test_a_declaration_is_read(tmp_path: Path) -> None:
    (suite,) = read(tmp_path, SUITE).of("0.10.2")
    assert (suite.name, suite.limit, suite.tests) == ("some-library", 300.0, ("tests/*_test.py",))
    assert suite.file is not None
    assert (suite.file.filename, suite.file.sha256) == ("some_library-1.0.tar.gz", "00")
    assert read(tmp_path, SUITE).of("0.12.0") == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("schema = 2", "schema: wanted 1"),
        ("schema =", "can't read the declaration"),
        ('schema = 1\npython = "3.12"', "sample is missing"),
        (SUITE + "colour = 1", "some-library: unknown keys: colour"),
        (SUITE.replace('version = "1.0"\n', ""), "some-library: missing keys: version"),
        (SUITE.replace('"sdist"', '"egg"'), "source: wanted one of wheel, sdist"),
        (SUITE.replace('"sdist"', '"checkout"'), "a checkout a repository"),
        (SUITE + 'deselect = { "x_test.py::test" = "" }', "deselect: each needs a reason"),
        (SUITE + SUITE.partition("sample = 3")[2], "declared more than once: some-library"),
    ],
)
def test_a_declaration_that_is_wrong_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(LibrariesError, match=problem):
        read(tmp_path, text)


def test_a_suite_that_is_not_there_is_named(tmp_path: Path) -> None:
    suites = read(tmp_path, SUITE).suites
    assert chosen(suites, None) == chosen(suites, ["some-library"]) == list(suites)
    with pytest.raises(LibrariesError, match=r"(?s)no such suite: other.*found: some-library"):
        chosen(suites, ["some-library", "other"])


def library(**fields: object) -> Suite:
    values = {"version": "1", "source": "program", "releases": ("0.10.2",), **fields}
    return Suite(name="fake", distribution="fake", **values)  # type: ignore[arg-type]


def written(root: Path, *names: str) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("def test(): pass\n")
    return root


def test_the_files_of_a_folder_share_a_process(tmp_path: Path) -> None:
    root = written(tmp_path, "a/x_test.py", "a/y_test.py", "b/x_test.py", "b/c/z_test.py", "top_test.py")
    suite = library(tests=("a/*_test.py", "b/**/*_test.py", "*_test.py"), apart=("a/y_test.py",))
    assert suite.groups(root) == {
        "a/*": ["a/x_test.py"],
        "a/y_test.py": ["a/y_test.py"],
        "b/c/*": ["b/c/z_test.py"],
        "b/*": ["b/x_test.py"],
        "./*": ["top_test.py"],
    }
    with pytest.raises(LibrariesError, match="no test file matches c/"):
        library(tests=("c/*",)).files(root)
    with pytest.raises(LibrariesError, match="set apart, and not there: q"):
        library(tests=("a/*",), apart=("q.py",)).groups(root)
    assert library(tests=("a/*",), exclude={"a/x_test.py": "why"}).files(root) == ["a/y_test.py"]
    with pytest.raises(LibrariesError, match="excluded, and not there"):
        library(tests=("a/*",), exclude={"b/x_test.py": "why"}).files(root)


@pytest.mark.parametrize(
    ("length", "count", "wanted"),
    [(3, 0, [0, 1, 2]), (3, 3, [0, 1, 2]), (3, 9, [0, 1, 2]), (10, 4, [0, 2, 5, 7]), (7, 1, [0])],
)
def test_a_sample_is_evenly_spaced(length: int, count: int, wanted: list[int]) -> None:
    assert recorder.sampled(range(length), count) == wanted


def test_a_suite_depends_on_what_its_library_requires_and_on_nothing_else(tmp_path: Path) -> None:
    def install(name: str, *requires: str) -> None:
        folder = tmp_path / f"{name}-1.dist-info"
        folder.mkdir()
        lines = [f"Requires-Dist: {require}\n" for require in requires]
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n{''.join(lines)}")

    install("top", "middle>=0.5", 'absent; python_version < "3"', 'optional; extra == "more"')
    install("middle", "bottom[extra]", "top")
    install("bottom")
    install("optional")
    install("unrelated")
    assert environments.closure(["Top"], tmp_path) == ["bottom==1", "middle==1", "optional==1", "top==1"]
    assert environments.closure(["bottom", "nowhere"], tmp_path) == ["bottom==1"]


def test_what_a_suite_lacks_is_what_is_pinned_and_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = Environment(tmp_path)
    folder = tmp_path / "lib" / "python3.14" / "site-packages" / "fake-1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: fake\nVersion: 1\nRequires-Dist: gone\nRequires-Dist: never-pinned\n"
    )
    monkeypatch.setattr(
        environments, "pins", lambda _: {"fake": "1", "gone": "2", "needed": "3", "other": "4"}
    )
    suite = library(tests=("x",), needs=("needed",))
    assert environments.lacking(suite, Place("", environment, "", ""), "0.10.2") == ["gone", "needed"]


def test_what_cannot_be_installed_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    installed: list[str] = []

    def install(_: Environment, *arguments: str) -> None:
        names = [name for name in arguments if not name.startswith("-")]
        if refused := [name for name in names if name.startswith("bad")]:
            raise subprocess.CalledProcessError(1, "uv", f"resolving\nno wheel of {refused[0]}")
        installed.extend(names)

    monkeypatch.setattr(Environment, "install", install)
    environments._install_possible(Environment(tmp_path), ["a==1", "bad==2", "c==3", "d==4", "bad-too==5"])
    assert installed == ["a==1", "c==3", "d==4"]
    printed = " ".join(capsys.readouterr().err.split())
    assert "bad==2: not installed: no wheel of bad==2" in printed
    assert "bad-too==5: not installed: no wheel of bad-too==5" in printed


TESTS = """
import os, pathlib, pytest

def test_differs():
    assert os.environ["SIDE"] == "theirs"

@pytest.mark.parametrize("number", range(6))
def test_many(number):
    assert number < 9

def test_deselected():
    raise AssertionError
"""
CRASHES = "import os\nif os.environ['SIDE'] == 'ours': os.abort()\ndef test(): pass\n"


@pytest.fixture
def places(tmp_path: Path) -> list[Place]:
    """Two environments that are this one, but know which they are."""

    def at(name: str, short: str) -> Place:
        python = tmp_path / short / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nSIDE={short} exec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)
        return Place(name, Environment(tmp_path / short), "build", f"cpu, of {name}")

    return [at(BINDINGS, "ours"), at(THEIRS, "theirs")]


def measure(suite: Suite, places: Sequence[Place], expected: Sequence[Expected] = ()) -> dict[str, Any]:
    known = Declaration("3.12", 3, (suite,), tuple(expected))
    return command.measured(suite, places, 3, None, 1, known, "0.10.2")


def test_a_suite_is_run_on_both_sides_and_compared(
    places: list[Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "library"
    written(root, "tests/fine_test.py")
    (root / "tests" / "some_test.py").write_text(TESTS)
    (root / "tests" / "crashes_test.py").write_text(CRASHES)
    monkeypatch.setattr(command, "source", lambda *_: root)

    def side(suite: Suite, at: Place, *_: object) -> Side:
        results = tmp_path / at.name / suite.name
        results.mkdir(parents=True, exist_ok=True)
        return Side(at.name, at.environment, results)

    monkeypatch.setattr(command, "side", side)
    suite = library(
        tests=("tests/*_test.py",), deselect={"tests/some_test.py::test_deselected": "it always fails"}
    )
    row = measure(suite, places)
    assert row["differences"] == {
        "fake/crashes_test.py": ["crashed", "absent"],
        "fake/crashes_test.py::test": ["absent", "passed"],
        "fake/some_test.py::test_differs": ["failed", "passed"],
    }
    assert row["unexpected"] == list(row["differences"])
    # Three of the seven of one file, and the others whole.
    assert row["ours"] == {"passed": 3, "failed": 2, "skipped": 0}
    assert row["theirs"] == {"passed": 5, "failed": 0, "skipped": 0}
    assert row["both"] == 3
    listed = Expected(
        "Known", ("0.10.2",), ("fake/some_test.py::test_differs", "fake/fine_test.py::*"), "why"
    )
    again = measure(suite, places, [listed])
    assert again["unexpected"] == ["fake/crashes_test.py", "fake/crashes_test.py::test"]
    assert again["stale"] == ["fake/fine_test.py::*"]


def a_row(**fields: object) -> dict[str, Any]:
    results = {f"fake/a_test.py::test_{name}": Result(name, Outcome.PASSED, cpu=2.0) for name in "ab"}
    slower = {test: Result(test, Outcome.PASSED, cpu=3.0) for test in results}
    comparison = compare(slower, results, (), "0.10.2", ())
    suite = library(tests=("a_test.py",))
    place = Place(BINDINGS, Environment(Path()), "b1", "")
    row = table.row(suite, "0.10.2", [place, place], 3, (slower, results), comparison, 0)
    return {**row, "python": "3.12", "machine": "x86_64", **fields}


def test_the_ratio_is_of_what_passes_on_both_sides() -> None:
    assert a_row()["cpu"] == [6.0, 4.0]
    assert table.ratio(a_row()) == 1.5
    assert table.ratio(a_row(cpu=[0.3, 0.1])) is None, "too short to tell"


def test_a_row_takes_the_place_of_the_former_one(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    declared = Declaration("3.12", 3, (), ())
    assert table.load(path)["rows"] == {}
    for name, release, build in (("b", "9", "1"), ("a", "9", "2"), ("b", "10", "4"), ("b", "9", "3")):
        table.keep(a_row(suite=name, release=release, build=build), declared, path)
    table.keep(a_row(suite="a", release="9", python="3.14t", build="5"), declared, path)
    table.keep(
        table.left_out(library(tests=("x",)), "9", ["numpy"]) | {"python": "3.15", "machine": "m"},
        declared,
        path,
    )
    assert {
        (row["release"], row["suite"], row["python"]): row.get("build")
        for row in table.load(path)["rows"].values()
    } == {
        ("9", "a", "3.12"): "2",
        ("9", "b", "3.12"): "3",
        ("10", "b", "3.12"): "4",
        ("9", "a", "3.14t"): "5",
        ("9", "fake", "3.15"): None,
    }
    assert sum(line.startswith(" ") for line in path.read_text().splitlines()) == 5, "a line a row"
    path.write_text(json.dumps({"schema": "other"}))
    with pytest.raises(ResultsError, match="found other"):
        table.load(path)


def test_the_page_names_what_differs_and_what_was_not_run() -> None:
    suites = (library(tests=("a_test.py",)), Suite("other", "1", "sdist", ("x",), ("0.10.2",)))
    test = "fake/a_test.py::test_a"
    row = a_row(differences={test: ["failed", "passed"]}, unexpected=[test])
    text = table.page({"rows": {"x": row}}, Declaration("3.12", 3, suites, ()))
    assert "**1 of 2 suites were compared**: of 2 tests" in text
    assert "**Not run yet**: other." in text
    assert "| fake | 1 | a program | 0 | 2 | 2 | 1.50 | no cause yet (1) |" in text
    assert f"- `{test}`" in text
    assert "- jax 0.10.2, Python 3.12, x86_64, build `b1`, 3: fake" in text
    listed = Expected("Known", ("0.10.2",), (test,), "Because.")
    text = table.page({"rows": {"x": {**row, "unexpected": []}}}, Declaration("3.12", 3, suites, (listed,)))
    assert "1.50 | Known (1) |" in text
    assert "## Known" in text


def test_the_page_has_a_column_for_each_other_python() -> None:
    suites = (library(tests=("a_test.py",)), Suite("other", "1", "sdist", ("x",), ("0.10.2",), "other"))
    test = "fake/a_test.py::test_a"
    rows = [
        a_row(),
        a_row(python="3.14t", differences={test: ["failed", "passed"]}, unexpected=[test], both=1),
        a_row(python="3.9"),
        {**table.left_out(suites[1], "0.10.2", ["numpy", "scipy"]), "python": "3.14t", "machine": "m"},
    ]
    declared = Declaration("3.12", 3, suites, ())
    text = table.page({"rows": dict(enumerate(rows))}, declared)
    assert "**1 of 2 suites were compared**: of 2 tests" in text
    assert "| library | 3.9 | 3.14t |" in text
    assert "| fake, a program | 2 of 2 | 1 of 2: no cause yet (1) |" in text
    assert "| other |  | no numpy, scipy |" in text
    assert f"- `{test}`" in text
    assert "Python 3.14t, x86_64, build `b1`, 3: fake" in text
    assert "on other Pythons" not in table.page({"rows": {"x": rows[0]}}, declared)


def test_the_page_has_a_section_for_each_line_the_newest_first() -> None:
    suites = (
        Suite("both", "1", "program", ("a_test.py",), ("0.9.2", "0.10.2")),
        Suite("old", "1", "program", ("a_test.py",), ("0.9.2",)),
    )
    rows = {"x": a_row(suite="both", release="0.9.2"), "y": a_row(suite="old", release="0.9.2")}
    listed = Expected("Known", ("0.10.2",), ("both/a_test.py::test_a",), "Because.")
    rows["x"]["differences"] = {"both/a_test.py::test_a": ["failed", "passed"]}
    text = table.page({"rows": rows}, Declaration("3.12", 3, suites, (listed,)))
    newer, older = text.split("## jax 0.10.2")[1].split("## jax 0.9.2")
    assert "**0 of 1 suites were compared**" in newer
    assert "**Not run yet**: both." in newer
    assert "**2 of 2 suites were compared**" in older
    assert "no cause yet (1)" in older, "the cause is of another line"


def test_the_page_is_of_the_table() -> None:
    assert table.PAGE.read_text("utf-8") == table.page(table.load(), declaration.load()), (
        "To make it again, run: python -m tools libraries --page"
    )
