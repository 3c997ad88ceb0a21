"""Errors in units in the last place."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

SOURCE = Path(__file__).parents[4] / "benchmarks" / "workers" / "sweep_errors.py"


@pytest.fixture(scope="module")
def errors() -> Any:
    """The module, which runs as a script's neighbour elsewhere."""
    spec = importlib.util.spec_from_file_location("sweep_errors", SOURCE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_a_neighbour_is_one_ulp_away(errors: Any, dtype: Any) -> None:
    exact = np.array([1.0, 3.0, -0.5])
    eps = float(ml_dtypes.finfo(dtype).eps)
    apart = (exact * (1 + np.array([0, 1, 1]) * eps)).astype(dtype)
    # 3 is in the middle of its binade, where an ulp is two thirds of eps of it.
    assert errors.in_ulps(apart, exact, normwise=False).round(9).tolist() in ([0, 1, 1], [0, 2, 1])
    report = errors.compared([apart], [exact], normwise=False)
    assert report["ulps"][0] in (1, 2)
    assert report["differ"] == 0


def test_normwise_counts_ulps_of_the_largest(errors: Any) -> None:
    exact = np.array([1024.0, 1.0])
    result = np.array([1024.0, 1.0 + 2.0**-13], np.float32)
    assert errors.in_ulps(result, exact, normwise=True).tolist() == [0, 1]
    assert errors.in_ulps(result, exact, normwise=False).tolist() == [0, 1024]


def test_not_finite_numbers_are_compared(errors: Any) -> None:
    exact = np.array([np.inf, np.nan, 1e300, 1.0, 1.0])
    result = np.array([np.inf, np.nan, np.inf, np.nan, np.inf], np.float32)
    assert errors.in_ulps(result, exact, normwise=False).tolist() == [0, 0, 0, errors.MOST, errors.MOST]


def test_complex_and_subnormal_numbers(errors: Any) -> None:
    result = np.array([3 + 4j + 2.0**-21], np.complex64)
    assert errors.in_ulps(result, np.array([3 + 4j]), normwise=False).tolist() == [1]
    tiny = errors.in_ulps(np.zeros(1, np.float32), np.array([1e-45]), normwise=False)
    assert 0 < tiny[0] < 2
    assert errors.in_ulps(np.zeros(2, np.float32), np.zeros(2), normwise=True).tolist() == [0, 0]


def test_integers_and_shapes_differ(errors: Any) -> None:
    report = errors.compared([np.array([1, 2, 3])], [np.array([1, 0, 0])], normwise=False)
    assert report == {"ulps": None, "differ": 2}
    assert errors.compared([np.zeros(2)], [np.zeros(3)], normwise=False)["ulps"] == [errors.MOST, errors.MOST]
