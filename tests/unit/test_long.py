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


def test_kept_rows_are_rows_of_the_table() -> None:
    from tests.faults.broken import table

    (rows,) = long().kept.values()
    assert set(rows) <= {row.name for row in table.TABLE}
