"""Result files have a record in each line, and are refused if they do not match their schema."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools import ROOT
from tools.results import RESULTS, SCHEMAS, ResultsError, dumps, read, replace_rows, write

FILES = sorted(RESULTS.glob("*.json"))


def kind(path: Path) -> str:
    """The schema of a file: its name, without the release."""
    return re.sub(r"-\d.*", "", path.stem)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_file_fits_its_schema_and_is_as_it_is_written(path: Path) -> None:
    data = read(path, kind(path))
    assert path.read_text("utf-8") == dumps(data), "a record in each line"


def test_there_are_files() -> None:
    kinds = {
        "conformance",
        "factory",
        "kernel-table",
        "libraries",
        "locks",
        "matrix",
        "models",
        "pass-rates",
        "sizes-measured",
        "sweep",
    }
    assert {kind(path) for path in FILES} == kinds


def test_no_result_lies_among_the_pages() -> None:
    assert not list((ROOT / "docs").glob("*.json"))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"cells": [], "rows": {}},
        {"schema": "x/1", "cells": [{"a": 1}, {"a": {"b": [1, None]}}], "rows": {"é": {}, "b": {"c": "\n"}}},
        {"mixed": [1, {"a": 2}], "named": {"a": 1, "b": {}}, "number": 1.5},
    ],
)
def test_what_is_written_is_what_was_given(data: dict[str, Any]) -> None:
    assert json.loads(dumps(data)) == data


def test_each_record_is_a_line() -> None:
    lines = dumps(
        {"schema": "x/1", "cells": [{"a": [1, 2]}, {"a": []}], "rows": {"b": {"c": 1}}}
    ).splitlines()
    assert [line for line in lines if line.startswith(" ")] == [
        ' {"a": [1, 2]},',
        ' {"a": []}',
        ' "b": {"c": 1}',
    ]


CURRENT = json.loads((SCHEMAS / "pass-rates.schema.json").read_text("utf-8"))["properties"]["schema"]["const"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", f"wanted JSON of the schema {CURRENT}"),
        ("[]", f"wanted JSON of the schema {CURRENT}"),
        ('{"schema": "jaxlib.shares/1", "rows": {}}', "found jaxlib.shares/1"),
        (f'{{"schema": "{CURRENT}"}}', "'rows' is a required property"),
        (f'{{"schema": "{CURRENT}", "rows": {{"api": {{"both": -1}}}}}}', "rows/api"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_file_and_the_place(
    text: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(ResultsError) as raised:
        read(path, "pass-rates")
    assert str(path) in str(raised.value)
    assert words in str(raised.value)


def test_a_table_that_does_not_fit_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    write(path, {"schema": "jaxlib.shares/1", "rows": {}})
    before = path.read_bytes()
    with pytest.raises(ResultsError):
        replace_rows(path, "pass-rates", {})
    assert path.read_bytes() == before
