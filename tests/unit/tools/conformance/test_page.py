"""The page of conformance reports, and that the one in ``docs`` is made from the recorded numbers."""

from __future__ import annotations

from typing import Any

from tools.conformance import page
from tools.results import read


def _check(name: str, outcome: str, reason: str = "") -> dict[str, Any]:
    return {"group": "ops", "name": name, "rule": "", "outcome": outcome, "reason": reason, "seconds": 0.0}


def test_the_page_is_the_one_of_its_numbers() -> None:
    table = read(page.TABLE, page.KIND)
    assert set(table["libraries"]) == set(page.TITLES)
    assert page.PAGE.read_text("utf-8") == page.page(table)


def test_every_outcome_that_is_no_pass_is_told_with_its_reason() -> None:
    died = "the process was ended by SIGABRT"
    report = {
        "library": {"name": "x", "path": "/x.so", "bytes": 7},
        "topology": "tpu:v5e:2x2",
        "began": "2026-11-22T01:02:03Z",
        "checks": [
            _check("add", "PASS"),
            _check("abs", "FAIL", f"{died}; its last line of output: E1122 01:02:31 29967 process_state.cc"),
            _check(
                "divide", "FAIL", f"{died}; its last line of output: E1122 01:07:32 4630 process_state.cc"
            ),
            _check("fft", "UNSUPPORTED", "no | fft\nmore of it"),
        ],
    }
    found = page.summary(report, "libx 1.0")
    assert found["groups"] == {"ops": {"PASS": 1, "FAIL": 2, "UNSUPPORTED": 1}}
    shown = page.page({"schema": page.SCHEMA, "libraries": {"tpu": found}})
    assert f"| FAIL | 2 | {died} | `ops/abs`, `ops/divide` |" in shown
    assert "| UNSUPPORTED | 1 | no \\| fft | `ops/fft` |" in shown
    assert "| all | 1, **2**, (1) |" in shown
