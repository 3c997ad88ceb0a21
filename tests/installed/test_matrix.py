"""A covering part of the mismatch matrix; ``nox -s matrix`` runs all of it."""

from __future__ import annotations

import os
import platform
import shutil

import pytest

from tools import BUILD
from tools.compat import matrix, matrix_cells, matrix_runner
from tools.interpreters import pythons


def test_releases_that_do_not_go_together_end_in_one_diagnosis_whose_command_fixes() -> None:
    if (3, 12) not in pythons() or platform.machine() != "x86_64":
        assert "JAXLIB_TEST_PYTHONS" not in os.environ, "the matrix needs CPython 3.12 on x86_64"
        pytest.skip("no CPython 3.12 on x86_64 here: the matrix is NOT TESTED")
    runner = matrix_runner.MatrixRunner(BUILD / "matrix-quick")
    # Each result is a new one, whatever an earlier run found.
    shutil.rmtree(runner.store / "cells", ignore_errors=True)
    cells = matrix_cells.quick(matrix_cells.cells())
    try:
        runner.gather(cells)
        results = list(matrix.run_all(runner, cells, jobs=2))
    finally:
        # Gigabytes; what they are made of stays, and so a later run downloads nothing.
        shutil.rmtree(runner.store / "layers", ignore_errors=True)
    assert {result.cell for result in results} == set(cells)
    assert {result.cell.name: result.violations for result in results if result.violations} == {}
    assert {result.code for result in results} >= {"", "JLP003", "JLP004", "JLP006"}
    assert {result.said_by for result in results} == {"", "jax", "doctor"}
