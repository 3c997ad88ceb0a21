"""The result files in ``results/``: JSON with a record in each line, checked against its schema when it is read.

A line is one record (a cell of the matrix, a library, a test file), so that in `git diff` a new run changes only
the lines of what it ran. The pages and pictures in ``docs/`` are made from these files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema

from tools import ROOT

RESULTS = ROOT / "results"
SCHEMAS = ROOT / "tools" / "schemas"


class ResultsError(ValueError):
    """A result file does not match its schema."""


def dumps(data: Mapping[str, Any]) -> str:
    """JSON of ``data``, with each record (an object in a top-level list or object) in a line of its own."""
    return "{\n" + ",\n".join(f"{_text(key)}: {_member(value)}" for key, value in data.items()) + "\n}\n"


def _member(value: object) -> str:
    if isinstance(value, dict) and value and all(isinstance(record, dict) for record in value.values()):
        return "{\n" + ",\n".join(f" {_text(key)}: {_text(record)}" for key, record in value.items()) + "\n}"
    if isinstance(value, list | tuple) and value and all(isinstance(record, dict) for record in value):
        return "[\n" + ",\n".join(f" {_text(record)}" for record in value) + "\n]"
    return _text(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Replace a result file."""
    replace_text(path, dumps(data))


def replace_text(path: Path, text: str) -> None:
    """Replace a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def read(path: Path, kind: str) -> dict[str, Any]:
    """Read a file of the schema ``tools/schemas/KIND.schema.json``.

    Raises:
        ResultsError: It is not JSON, or does not fit the schema.
        OSError: It can't be read.
    """
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{kind}.schema.json").read_text("utf-8"))
    versions = schema["properties"]["schema"]
    # A schema may describe files of earlier versions, too.
    *earlier, wanted = versions.get("enum") or [versions["const"]]
    try:
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        stated = data.get("schema")
    except (ValueError, AttributeError) as error:
        raise ResultsError(f"{path}: wanted JSON of the schema {wanted}, found: {error}") from None
    if stated not in (wanted, *earlier):
        raise ResultsError(f"{path}: wanted the schema {wanted}, found {stated}")
    try:
        jsonschema.validate(data, schema)
    except jsonschema.ValidationError as error:
        place = "/".join(map(str, error.absolute_path))
        raise ResultsError(
            f"{path}: does not fit the schema {wanted}: {error.message}\n  where:  {place}"
        ) from None
    return data


def read_rows(path: Path, kind: str) -> dict[str, Any]:
    """Read a table, which has a row for each name; empty if there is no file.

    Raises:
        ResultsError: It does not fit the schema.
    """
    if not path.exists():
        schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text("utf-8"))
        return {"schema": schema["properties"]["schema"]["const"], "rows": {}}
    return read(path, kind)


def replace_rows(path: Path, kind: str, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Add rows to a table, or replace those of the same name.

    Raises:
        ResultsError: The table does not fit the schema.
    """
    table = read_rows(path, kind)
    write(path, {**table, "rows": dict(sorted({**table["rows"], **rows}.items()))})
