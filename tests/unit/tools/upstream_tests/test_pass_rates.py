from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.results import ResultsError
from tools.upstream_tests import known_differences, pass_rates
from tools.upstream_tests.known_differences import Expected, Known

KNOWN = Known(
    ("one", "two", "three"),
    (Expected("No export", ("0.10.2",), ("one_test.py::T::test_export*",), "There is none."),),
)


def report(file: str, upstream: int, both: int, **ends: tuple[str, str]) -> dict[str, Any]:
    def end(outcome: str) -> dict[str, str]:
        return {"outcome": outcome, "message": ""}

    return {
        "release": "0.10.2",
        "python": "3.12",
        "machine": "x86_64",
        "settings": {"cases": 1, "x64": False},
        "files": [{"file": file, "ours": {"passed": both}, "theirs": {"passed": upstream}, "both": both}],
        "differences": [
            {"test": f"{file}_test.py::T::test_{name}", "ours": end(ours), "theirs": end(theirs)}
            for name, (ours, theirs) in ends.items()
        ],
    }


def test_a_row_takes_the_place_of_the_same_files_row_and_of_no_other(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    pass_rates.keep(report("one", 200, 150), "first", table)
    pass_rates.keep(report("two", 10, 10), "first", table)
    pass_rates.keep(report("one", 200, 199, export=("failed", "passed")), "second", table)
    rows = pass_rates.load(table)["rows"]
    assert [(name, row["both"], row["build"]) for name, row in rows.items()] == [
        ("one", 199, "second"),
        ("two", 10, "first"),
    ]
    assert rows["one"]["differences"] == {"T::test_export": ["failed", "passed"]}


def test_the_page_says_what_was_not_run_and_what_has_no_cause(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    ends = {"export": ("failed", "passed"), "new": ("crashed", "passed"), "better": ("passed", "failed")}
    pass_rates.keep(report("one", 1000, 998, **ends), "first", table)
    pass_rates.keep(report("two", 10, 9, gone=("absent", "passed")), "first", table)
    page = pass_rates.page(pass_rates.load(table), KNOWN)
    assert "2 of 3 files were compared" in page
    assert "1007 of 1010 tests, 99.7%; 1 of the files are below the goal, 99%: two." in page
    assert "**Not run yet**: three." in page
    assert "| one | 1000 | 998 | 99.8% | No export (1); **no cause is written down** (1) |" in page
    assert "| two | 10 | 9 | 90.0% | **no cause is written down** (1) |" in page
    assert "There is none." in page


def test_a_table_of_another_schema_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    table.write_text('{"schema": "other/1"}')
    with pytest.raises(ResultsError, match=r"wanted the schema jaxlib\.pass-rates/1, found other/1"):
        pass_rates.load(table)


def test_the_page_is_of_the_table() -> None:
    known = known_differences.load(pass_rates.KNOWN)
    assert pass_rates.PAGE.read_text("utf-8") == pass_rates.page(pass_rates.load(), known), (
        "To fix it, run: python -m tools upstream --bindings --page"
    )
    assert not set(pass_rates.load()["rows"]) - set(known.files), (
        "rows of files that tools/upstream_tests/bindings.toml does not name"
    )
