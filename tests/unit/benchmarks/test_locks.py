"""The table of times in docs/locks.md is made from results/locks.json; uv alone is asked for the same."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jaxlib_lock.seeds import Seeds

from benchmarks import commands, locks
from tools import results
from tools.builder.seeds import seeds
from tools.console.pages import with_part


def test_the_page_has_what_was_measured_last() -> None:
    rows = results.read(locks.RECORDED, "locks")["rows"]
    assert {row["project"] for row in rows.values()} == set(locks.PROJECTS)
    assert with_part(locks.PAGE, locks.MARKS, locks.as_markdown(rows)) == locks.PAGE.read_text("utf-8")


def test_uv_gets_the_same_requirements(tmp_path: Path) -> None:
    known = Seeds(seeds())
    case = locks.Case("large", "cpu", "3.12", "0.12.0")
    asked, options = locks._asked(case, tmp_path)
    assert len(asked) > 150
    assert options.count("--extra") == 3
    project = locks._project_of_uv(tmp_path / "uv", case, asked, known)
    data = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    assert set(asked) | {"jaxlib-cpu"} <= set(data["project"]["dependencies"])
    assert "jax==0.12.0" in data["tool"]["uv"]["constraint-dependencies"]
    assert "libtpu" in data["tool"]["uv"]["exclude-dependencies"]


def test_a_command_is_measured_with_its_children(tmp_path: Path) -> None:
    child = "b = bytearray(200_000_000); import time; time.sleep(1.5)"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    taken = commands.measured([sys.executable, "-c", program], cwd=tmp_path, variables={}, quiet=True)
    assert taken.seconds >= 1.5
    assert taken.peak >= 200_000_000


def test_a_failed_command_says_what_it_printed(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as raised:
        commands.measured(
            [sys.executable, "-c", "raise SystemExit('no')"], cwd=tmp_path, variables={}, quiet=True
        )
    assert "no" in raised.value.stderr


def test_a_python_that_is_not_here(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        locks.main(["--python", "3.99"])
    assert "found 3.99" in capsys.readouterr().err
