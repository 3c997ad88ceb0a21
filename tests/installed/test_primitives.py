"""Upstream's test cases of primitives on jaxlib-cpu have the same results as on the backend inside jaxlib."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.installed.conftest import PYTHONS, lines_for
from tools.environments.venv import Environment

#: Cases of each of the 130 primitives.
PER_GROUP = 6
#: Results may differ by this many units in the last place of the largest number in an array.
ULPS = 8
EPSILON = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "complex64": 2.0**-23}

SCRIPT = Path(__file__).with_name("primitives.py")


@pytest.fixture(scope="module")
def results(pair: Callable[[str], list[Environment]]) -> list[Path]:
    paths = []
    for environment in pair(lines_for(min(PYTHONS))[0]):
        path = environment.folder / "results.npz"
        paths.append(path)
        done = environment.run(
            str(SCRIPT), str(path), str(PER_GROUP), environment={"JAX_ENABLE_X64": "1"}, timeout=1500
        )
        assert done.returncode == 0, f"status {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return paths


def test_primitives_compute_the_same(results: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    plugin, inside = (dict(np.load(path)) for path in results)
    cases = {key.split("|")[0] for key in inside}
    assert len(cases) >= 500
    assert not [key for key in inside if "|error|" in key], "upstream's own backend fails a case"

    failed: dict[str, str] = {
        key.split("|")[0]: str(value) for key, value in plugin.items() if "|error|" in key
    }
    for key, wanted in inside.items():
        name, _, dtype = key.split("|")
        if key in plugin:
            if problem := difference(wanted, plugin[key], dtype):
                failed[name] = problem
        elif f"{name}|error|" not in plugin:
            failed[name] = "no result"
    with capsys.disabled():
        print(f"\n{len(cases)} primitive cases")
    assert not failed, "\n".join(f"{name}: {problem}" for name, problem in failed.items())


def difference(wanted: np.ndarray, found: np.ndarray, dtype: str, ulps: int = ULPS) -> str:
    """What is wrong with ``found``, or nothing; ``dtype`` says how exact it can be."""
    if wanted.shape != found.shape or wanted.dtype != found.dtype:
        return f"wanted {wanted.dtype}{wanted.shape}, found {found.dtype}{found.shape}"
    same = (wanted == found) | ((wanted != wanted) & (found != found))  # noqa: PLR0124 - NaN
    if same.all():
        return ""
    if wanted.dtype.kind not in "fc":
        return f"{(~same).sum()} of {same.size} elements differ"
    finite = np.isfinite(wanted) & np.isfinite(found)
    if not (same | finite).all():
        return "an infinity or NaN in one of the two"
    scale = float(np.abs(wanted[finite]).max())
    worst = float(np.abs(np.where(same, 0, wanted - found)).max())
    allowed = ulps * EPSILON.get(dtype, 2.0**-52) * scale
    return f"differs by {worst:.3g}, allowed {allowed:.3g}" if worst > allowed else ""
