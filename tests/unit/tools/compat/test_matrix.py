"""The mismatch matrix: its cells, the rules for violations, and its page; no environment is made."""

from __future__ import annotations

import itertools
import json
from typing import Any

import jsonschema
import pytest

from tools import ROOT
from tools.compat import matrix, matrix_cells, matrix_judge, matrix_page
from tools.results import read

CELL = matrix_cells.Cell("0.10.2", "0.10.1", "cuda12", "0.10.2", "own", "absent")
CPU = matrix_cells.Cell("0.10.2", "0.10.2", "cpu", "0.10.2", "own", "absent")
ABSENT = "Backend 'cuda' failed to initialize: There is no NVIDIA GPU. [JLP012]"
COMMANDS = ["pip install jaxlib==0.10.2", "uv pip install jaxlib==0.10.2"]
PROBLEM = {
    "code": "JLP003",
    "summary": "jaxlib-cuda12 0.10.2 is not compatible with jaxlib 0.10.1.",
    "wanted": "jaxlib 0.10.2",
    "found": "jaxlib 0.10.1",
    "commands": COMMANDS,
}
TEXT = "\n".join([f"{PROBLEM['summary']} [JLP003]", *COMMANDS, ""])


def child(status: int | None = 0, stderr: str = "", **data: Any) -> dict[str, Any]:
    return {"status": status, "json": data, "stderr": stderr}


def seen(*, problems: tuple[dict[str, Any], ...] = (), **changes: Any) -> dict[str, Any]:
    """An observation in which the CUDA plugin reports a jaxlib of another release."""
    said = [{"step": "asked", "text": ABSENT}]
    if problems:
        said.append({"step": "topology", "text": TEXT})
    free: dict[str, Any] = {
        "said": said,
        "import": "0.10.2",
        "devices": ["cpu"],
        "computed": True,
        "loaded": [],
        "opened": [],
    }
    return {
        "free": child(**{**free, **changes}),
        "cpu": child(**{**free, "said": [], "opened": []}),
        "doctor": child(1 if problems else 0, problems=list(problems), healthy=not problems),
    }


def test_every_pair_of_values_is_among_the_cells_and_in_the_covering_part() -> None:
    every = matrix_cells.cells()
    jaxes, lines = len(matrix_cells.versions()), len(matrix_cells.lines())
    # As it is; with another line's library; beside upstream's plugin of the same release, and of another.
    assert len(every) == len(set(every)) == jaxes * jaxes * 5 * lines * 4
    pairs = {pair for cell in every for pair in matrix_cells.pairs_of(cell)}
    few = matrix_cells.covering(every)
    assert {pair for cell in few for pair in matrix_cells.pairs_of(cell)} == pairs
    assert len(few) < len(every) / 20
    for factor in matrix_cells.FACTORS:
        of_pip = {getattr(cell, factor) for cell in every if cell.installer == "pip"}
        assert of_pip == {getattr(cell, factor) for cell in every}


@pytest.mark.parametrize(
    ("lines", "others"),
    [
        (("0.10.2", "0.12.0"), ("0.12.0", "0.10.2")),
        (("0.10.2", "0.11.2", "0.12.0"), ("0.11.2", "0.12.0", "0.11.2")),
    ],
)
def test_another_line_is_the_next_one(
    monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...], others: tuple[str, ...]
) -> None:
    monkeypatch.setattr(matrix_cells, "lines", lambda: lines)
    assert tuple(map(matrix_cells.other, lines)) == others
    few = {(cell.jax, cell.jaxlib, cell.line) for cell in matrix_cells.known()}
    assert {(line, line, line) for line in lines} <= few
    assert len(few) == len(lines) + 7
    assert ("0.10.2", "0.10.1", "0.10.2") in few
    assert set(matrix_cells.lines()) <= set(matrix_cells.versions())


def test_what_works() -> None:
    assert matrix_judge.judge(CELL, seen()).outcome == "works"
    assert matrix_judge.judge(CPU, seen(said=[], loaded=["cpu"])).outcome == "works"


def test_a_diagnosis() -> None:
    judged = matrix_judge.judge(CELL, seen(problems=(PROBLEM,)))
    assert (judged.outcome, judged.said_by, judged.violations) == ("diagnosis", "jax", ())
    refused = seen(problems=(PROBLEM,), said=[{"step": "import", "text": "jaxlib is newer than jax"}])
    judged = matrix_judge.judge(CELL, {**refused, "cpu": None})
    assert (judged.outcome, judged.said_by) == ("diagnosis", "doctor")


VIOLATIONS = [
    ("ended with status -11", seen() | {"free": child(-11, "Segmentation fault")}),
    ("hung", seen() | {"cpu": child(None)}),
    ("2 diagnoses: JLP003, JLP018", seen(problems=(PROBLEM, {**PROBLEM, "code": "JLP018"}))),
    ("jax says nothing", seen(problems=(PROBLEM,), said=[{"step": "asked", "text": ABSENT}])),
    ("jax says JLP018", seen(problems=(PROBLEM,), said=[{"step": "topology", "text": "gone [JLP018]"}])),
    ("not a line of its own", seen(problems=({**PROBLEM, "commands": ["pip install x"]},))),
    ("names no distribution", seen(problems=({**PROBLEM, "summary": "It does not go."},))),
    ("finds nothing: topology: gone", seen(said=[{"step": "topology", "text": "gone [JLP018]"}])),
    ("nothing of why", seen(said=[{"step": "asked", "text": "Unknown backend cuda"}])),
    ("wrong result", seen(computed=False)),
    ("libtpu.so", seen() | {"cpu": child(said=[], opened=["libtpu.so"])}),
    ("libjaxlib_cuda12.so", seen() | {"cpu": child(said=[], opened=["libjaxlib_cuda12.so"])}),
]


@pytest.mark.parametrize(("words", "observed"), VIOLATIONS, ids=[words for words, _ in VIOLATIONS])
def test_a_violation(words: str, observed: dict[str, Any]) -> None:
    judged = matrix_judge.judge(CELL, observed)
    assert judged.outcome == "violation"
    assert any(words in violation for violation in judged.violations), judged.violations


def test_a_fall_back_without_a_word_is_a_violation() -> None:
    judged = matrix_judge.judge(CPU, seen(said=[], loaded=[]))
    assert judged.violations == ("jaxlib-cpu does not serve, and nothing says so",)


def test_what_upstreams_plugin_opens_is_a_note() -> None:
    judged = matrix_judge.judge(CELL, seen() | {"cpu": child(said=[], opened=["xla_cuda_plugin.so"])})
    assert (judged.outcome, len(judged.notes)) == ("works", 1)


def test_the_published_results_fit_their_schema_and_have_no_violation() -> None:
    found = read(matrix.RESULTS, matrix.KIND)
    results = [matrix_cells.parsed(item) for item in found["cells"]]
    assert [result.cell.name for result in results if result.violations or result.fixed is False] == []
    assert len(results) == sum(found["counts"].values()) <= found["cells_in_all"]
    # Of the lines that there were when it was run.
    every = matrix_cells.cells(found["lines"], found["releases"])
    assert len(every) == found["cells_in_all"]
    assert {result.cell for result in results} <= set(every)
    assert matrix_page.PAGE.read_text("utf-8") == matrix_page.page(found), "python -m tools matrix --draw"
    assert matrix_page.SVG.read_text("utf-8") == matrix_page.picture(found), "python -m tools matrix --draw"
    left = sum(cell["left"] == cell["code"] != "" for cell in found["cells"])
    well = sum(cell["outcome"] != "violation" for cell in found["cells"]) - left
    assert matrix_page.verdict(found["cells"]).startswith(f"In {well:,} of {len(found['cells']):,} ")
    styles = set(map(matrix_page.style, found["cells"]))
    assert {"good", "told", "hint"} <= styles


def test_a_violation_is_drawn_as_one() -> None:
    result = matrix_cells.Result(CELL, "violation", "", "", "", "", None, "", ("it hung",), (), 1.0)
    report = matrix.report([result], 1)
    jsonschema.validate(
        report, json.loads((ROOT / "tools" / "schemas" / "matrix.schema.json").read_text("utf-8"))
    )
    assert list(itertools.accumulate(report["counts"].values())) == [1]
    assert 'class="bad"' in matrix_page.picture(report)
