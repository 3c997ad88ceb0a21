"""Steps are kept and resumed, a failed one does not stop the others, and the report lists them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from tools import ROOT
from tools.artifacts.manifest import ManifestError
from tools.follow.report import SECTIONS, Finding, Report
from tools.follow.steps import Answer, Blocked, ChildError, Steps, child

SCHEMA = json.loads((ROOT / "tools" / "schemas" / "follow.schema.json").read_text("utf-8"))
FOUND = Finding("write", "jaxlib._jax.f", "missing | in | cells", ("a.py", "b.py"), "version >= 5")


def test_a_step_is_done_again_only_for_another_input(tmp_path: Path) -> None:
    calls = []

    def make() -> Answer:
        calls.append(1)
        return {"answer": len(calls)}, [FOUND]

    for depends, answer in (("a", 1), ("a", 1), ("b", 2), (None, 3), (None, 4)):
        steps = Steps(tmp_path)
        steps.take("step", depends, make)
        assert steps.answer("step") == {"answer": answer}
        assert steps.findings == [FOUND]
    (tmp_path / "step.json").write_text("half of it")
    Steps(tmp_path).take("step", None, make)


def test_a_step_that_fails_blocks_what_needs_it_and_nothing_else(tmp_path: Path) -> None:
    steps = Steps(tmp_path)

    def refuse() -> Answer:
        raise ManifestError("wanted this, found that")

    def exits() -> Answer:
        raise SystemExit("contract: it cannot be read")

    def fault() -> Answer:
        return (1 // 0, [])

    steps.take("first", "a", refuse)
    steps.take("exits", "a", exits)
    steps.take("fault", "a", fault)
    steps.take("needs", "a", lambda: (steps.answer("first"), []))
    steps.take("last", "a", lambda: (7, []))
    assert steps.answer("last") == 7
    assert steps.may("first") is None
    with pytest.raises(Blocked, match="'first'"):
        steps.answer("first")
    texts = {finding.subject: finding.text for finding in steps.findings}
    assert texts["first"] == "wanted this, found that"
    assert texts["exits"] == "contract: it cannot be read"
    assert "ZeroDivisionError" in texts["fault"]
    assert "test_steps.py" in texts["fault"]
    assert "needs what the step 'first'" in texts["needs"]


@pytest.mark.parametrize("program", ["raise SystemExit('no')", "print('{')", "import time; time.sleep(9)"])
def test_a_child_that_gives_no_answer(tmp_path: Path, program: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(program)
    with pytest.raises(ChildError, match=r"script\.py"):
        child(Path(sys.executable), script, environment={}, timeout=2)
    script.write_text("print('[1]')")
    assert child(Path(sys.executable), script, environment={}) == [1]


def test_the_report_in_both_forms() -> None:
    findings = [Finding(section, f"{section}.subject", "text") for section in SECTIONS]
    report = Report("0.13.0", "0.12.0", [*findings, FOUND], {"manifest": 1.25}, ["drafts/0.13.0.toml"])
    jsonschema.validate(report.as_json(), SCHEMA)
    text = report.as_markdown()
    for title, _ in SECTIONS.values():
        assert f"## {title}\n" in text
    assert "| `jaxlib._jax.f` | missing \\| in \\| cells | a.py, b.py | `version >= 5` |" in text
    assert "| manifest | 1.2 |" in text
