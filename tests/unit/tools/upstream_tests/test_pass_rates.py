from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.results import ResultsError
from tools.upstream_tests import known_differences, pass_rates
from tools.upstream_tests.known_differences import Cost, Expected, Known

KNOWN = Known(
    ("one", "two", "three"),
    (Expected("No export", ("0.10.2",), ("one_test.py::T::test_export*",), "There is none."),),
    costs=(Cost("cpu", ("0.10.2",), ("on*",), "Slow"),),
)


def report(
    file: str,
    upstream: int,
    both: int,
    line: tuple[str, str] = ("0.10.2", "3.12"),
    cpu: tuple[float, float] = (0.0, 0.0),
    mode: str = "default",
    **ends: tuple[str, str],
) -> dict[str, Any]:
    def end(outcome: str) -> dict[str, str]:
        return {"outcome": outcome, "message": ""}

    return {
        "release": line[0],
        "python": line[1],
        "tests_of": "0.10.2",
        "machine": "x86_64",
        "settings": {"cases": 1, "mode": mode},
        "files": [
            {
                "file": file,
                "ours": {"passed": both},
                "theirs": {"passed": upstream},
                "both": both,
                "cpu": cpu,
                "memory": [3_000_000, 2_000_000],
            }
        ],
        "differences": [
            {"test": f"{file}_test.py::T::test_{name}", "ours": end(ours), "theirs": end(theirs)}
            for name, (ours, theirs) in ends.items()
        ],
    }


def keep(content: dict[str, Any], build: str, table: Path) -> None:
    pass_rates.keep(content, pass_rates.COMPARISONS["bindings"], build, table)


def page_of(table: Path) -> str:
    return pass_rates.page(pass_rates.load(table), {"upstream": Known(("one",), ()), "bindings": KNOWN})


def test_a_row_takes_the_place_of_the_same_files_row_and_of_no_other(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    keep(report("one", 200, 150), "first", table)
    keep(report("two", 10, 10), "first", table)
    keep(report("one", 200, 198, ("0.10.2", "3.13")), "first", table)
    keep(report("one", 300, 300, ("0.12.0", "3.12")), "first", table)
    keep(report("one", 200, 199, export=("failed", "passed")), "second", table)
    rows = pass_rates.load(table)["rows"]
    assert [
        (row["release"], row["python"], row["file"], row["both"], row["build"]) for row in rows.values()
    ] == [
        ("0.10.2", "3.12", "one", 199, "second"),
        ("0.10.2", "3.12", "two", 10, "first"),
        ("0.10.2", "3.13", "one", 198, "first"),
        ("0.12.0", "3.12", "one", 300, "first"),
    ]
    assert [row["differences"] for row in rows.values() if row["differences"]] == [
        {"T::test_export": ["failed", "passed"]}
    ]


def test_the_page_says_what_was_not_run_and_what_has_no_cause(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    keep(
        report(
            "one",
            1000,
            998,
            export=("failed", "passed"),
            new=("crashed", "passed"),
            better=("passed", "failed"),
        ),
        "first",
        table,
    )
    keep(report("two", 10, 9, gone=("absent", "passed")), "first", table)
    page = page_of(table)
    assert (
        "**jax 0.10.2, Python 3.12**: 2 of 3 files were compared, 1007 of 1010 tests, 99.7%; "
        "1 of the files are below the goal, 99%: two. Not run yet: three."
    ) in page
    assert "| one | 998 of 1000, 99.8% |" in page
    assert "| two | 9 of 10, 90.0% |" in page
    assert "| three | not run |" in page
    assert "- jax 0.10.2, Python 3.12, one: No export (1); **no cause is written down** (1)" in page
    assert "- jax 0.10.2, Python 3.12, two: **no cause is written down** (1)" in page
    assert "There is none." in page


def test_the_page_has_a_column_for_each_line_and_python_the_newest_line_first(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    for line, both in {("0.9.2", "3.12"): 7, ("0.10.2", "3.12"): 8, ("0.10.2", "3.9"): 9}.items():
        keep(report("one", 10, both, line), "first", table)
    # A row of a test file that is in no list any more is on no page.
    keep(report("old", 10, 10, ("0.9.2", "3.12")), "first", table)
    page = page_of(table)
    assert "| file | jax 0.10.2, Python 3.9 | jax 0.10.2, Python 3.12 | jax 0.9.2, Python 3.12 |" in page
    assert "| one | 9 of 10, 90.0% | 8 of 10, 80.0% | 7 of 10, 70.0% |" in page
    assert "| old |" not in page
    assert "- jax 0.9.2, Python 3.12: 2 files, with the tests of jax 0.10.2, x86_64" in page


def test_a_cause_is_of_the_releases_that_it_names(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    keep(report("one", 10, 9, ("0.12.0", "3.12"), export=("failed", "passed")), "first", table)
    page = page_of(table)
    assert "- jax 0.12.0, Python 3.12, one: **no cause is written down** (1)" in page


def test_a_table_of_another_schema_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    table.write_text('{"schema": "other/1"}')
    with pytest.raises(ResultsError, match=r"wanted the schema jaxlib\.pass-rates/4, found other/1"):
        pass_rates.load(table)


def test_the_jaxlibs_have_rows_and_tables_of_their_own(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    keep(report("one", 10, 9), "first", table)
    pass_rates.keep(report("one", 10, 8), pass_rates.COMPARISONS["upstream"], "first", table)
    plugin, bindings = page_of(table).split("## Our jaxlib and upstream's")
    assert "| one | 8 of 10, 80.0% |" in plugin
    assert "| one | 9 of 10, 90.0% |" in bindings


def test_the_page_has_the_files_that_cost_more_than_upstreams(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    keep(report("one", 10, 10, cpu=(16.0, 8.0)), "first", table)
    keep(report("two", 10, 10, cpu=(4.0, 8.0)), "first", table)
    keep(report("three", 10, 10, cpu=(9.0, 1.0)), "first", table)
    page = page_of(table)
    assert (
        "- jax 0.10.2, Python 3.12: CPU time of files over 5 s, over upstream's: 1.00 in the geometric mean of 2 "
        "files; over 1.2: Slow: one 2.00."
    ) in page, "three takes too little time with upstream's to count"
    assert "largest resident size, over upstream's: 1.50 in the geometric mean of 3 files" in page
    assert "over 1.2: **no cause is written down**: one 1.50, two 1.50, three 1.50." in page


def test_another_mode_has_a_line_and_no_column(tmp_path: Path) -> None:
    table = tmp_path / "pass-rates.json"
    keep(report("one", 10, 10), "first", table)
    keep(
        report("one", 10, 8, mode="twice", export=("failed", "passed"), new=("failed", "passed")),
        "first",
        table,
    )
    keep(report("two", 5, 5, mode="twice"), "first", table)
    page = page_of(table)
    assert "| one | 10 of 10 |" in page
    assert (
        "- each file's tests twice in one process: jax 0.10.2, Python 3.12, 2 files, 13 of 15 tests, 86.6%; "
        "one: No export (1); **no cause is written down** (1)."
    ) in page
    assert "- jax 0.10.2, Python 3.12, twice: 2 files, x86_64" in page
    assert page.count("- jax 0.10.2, Python 3.12: 1 file, x86_64") == 1


def test_the_page_is_of_the_table() -> None:
    table = pass_rates.load()
    known = {of: known_differences.load(compared.known) for of, compared in pass_rates.COMPARISONS.items()}
    assert pass_rates.PAGE.read_text("utf-8") == pass_rates.page(table, known), (
        "To fix it, run: python -m tools upstream --page"
    )
    for row in table["rows"].values():
        assert row["file"] in known[row["jaxlib"]].files, "a row of a file that the list does not name"
