"""``tests/long.toml`` names existing tests: a renamed one would silently become part of the test command again."""

from __future__ import annotations

import re

from tests.conftest import FOLDER, long


def test_its_files_and_folders_are_there() -> None:
    assert [name for name in long().files if not (FOLDER / name).is_file()] == []
    assert [name for name in long().parameters["folders"] if not (FOLDER / name).is_dir()] == []


def test_its_tests_are_there_and_not_in_a_file_that_is_left_out_whole() -> None:
    for test in (*long().tests, *long().release):
        file, _, name = test.partition("::")
        name = name.partition("[")[0]
        name = re.escape(name).replace(r"\*", r"\w+")
        assert re.search(rf"^def {name}\(", (FOLDER / file).read_text("utf-8"), re.MULTILINE), test
        assert file not in long().files or test in long().release, test
    assert long().kept.keys() <= long().tests.keys()


def test_what_ci_leaves_out_is_what_the_test_command_leaves_out() -> None:
    """Else a test of the test command would be left out by `-m "long and not release"` alone."""
    of_others = (
        "0.11.2]",
        "0.12.0]",
        "-0.11.2-*]",
        "-plugin-*]",
        "-upstream-*]",
    )  # long by their release line
    for test in long().release:
        file, _, name = test.partition("::")
        whole = (
            file in long().files
            or test in long().tests
            or f"{file}::{name.partition('[')[0]}" in long().tests
        )
        assert whole or test.endswith(of_others), test


def test_kept_rows_are_rows_of_the_table() -> None:
    from tests.faults.broken import table

    (rows,) = long().kept.values()
    assert set(rows) <= {row.name for row in table.TABLE}
