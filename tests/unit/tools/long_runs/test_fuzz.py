"""The results of the fuzzing programs, and programs that failed."""

from __future__ import annotations

import subprocess

import pytest

from tools.long_runs import fuzz


def test_the_last_line_is_the_outcome() -> None:
    done = subprocess.CompletedProcess(["child"], 0, 'a line\n{"worked": 3}\n', "")
    assert fuzz.outcome_of(done) == {"worked": 3}


def test_a_program_that_fails_is_told_with_its_status_and_output() -> None:
    done = subprocess.CompletedProcess(["child", "1000"], 1, "", "No module named 'packaging'\n")
    with pytest.raises(SystemExit, match=r"child 1000: exit status 1\nNo module named 'packaging'"):
        fuzz.outcome_of(done)
