"""MaxText's base requirements become reproducible locks, for every hardware, Python and release."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tools import ROOT
from tools.builder import build
from tools.models.base_requirements import requirements

#: Days after the release of all that the requirements ask for: jax 0.12.0 came between the two.
CUTOFF, LATER = "2026-10-01", "2026-11-15"
MATRIX = [
    *(
        pytest.param("0.10.2", hardware, python, cutoff, id=f"0.10.2-{hardware}-{python}-{cutoff or 'now'}")
        for hardware in ("cpu", "cuda12", "tpu")
        for python in ("3.11", "3.12", "3.13")
        for cutoff in (None, CUTOFF)
    ),
    pytest.param("0.10.2", "cuda13", "3.12", None, id="0.10.2-cuda13"),
    pytest.param("0.10.2", "rocm7", "3.12", None, id="0.10.2-rocm7"),
    pytest.param("0.12.0", "cpu", "3.12", None, id="0.12.0-cpu-3.12-now"),
    pytest.param("0.12.0", "cpu", "3.13", LATER, id="0.12.0-cpu-3.13-cutoff"),
]
#: What each hardware's environment must hold, and what it must not, by the start of the name.
HOLDS = {
    "cpu": ({"jaxlib-cpu"}, ("libtpu", "nvidia-", "jax-", "jaxlib-tpu", "jaxlib-cuda")),
    "cuda12": ({"jaxlib-cuda12", "nvidia-cublas-cu12"}, ("libtpu", "jax-", "jaxlib-tpu", "jaxlib-cuda13")),
    "cuda13": ({"jaxlib-cuda13", "nvidia-cublas"}, ("libtpu", "jax-", "jaxlib-tpu", "jaxlib-cuda12")),
    "rocm7": ({"jaxlib-rocm7"}, ("libtpu", "nvidia-", "jax-", "jaxlib-tpu", "jaxlib-cuda")),
    "tpu": ({"jaxlib-tpu", "libtpu"}, ("nvidia-", "jax-", "jaxlib-cuda")),
}


@pytest.fixture(scope="session")
def maxtext(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    folder = tmp_path_factory.mktemp("maxtext")
    return lambda release, hardware: requirements(release, hardware, folder)


def lock(*arguments: str | Path, status: int = 0, variables: Mapping[str, str] | None = None) -> Any:
    """Runs the verb; its report."""
    command = [sys.executable, "-m", "tools", "lock", *map(str, arguments), "--json"]
    environment = {**os.environ, **(variables or {})}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("release", "hardware", "python", "cutoff"), MATRIX)
def test_maxtexts_requirements(
    maxtext: Callable[[str, str], Path],
    tmp_path: Path,
    release: str,
    hardware: str,
    python: str,
    cutoff: str | None,
) -> None:
    for name in ("core", hardware):
        build.wheel(name, release)
    folder = tmp_path / "lock"
    started = time.monotonic()
    inputs = ("--requirements", maxtext(release, hardware), "--hardware", hardware, "--python", python)
    date = ("--exclude-newer", cutoff) if cutoff else ()
    lock("make", *inputs, "--release", release, "--out", folder, *date)
    finished = time.monotonic()
    assert lock("verify", folder)["same"]
    verified = time.monotonic()
    names = {line.partition("==")[0] for line in (folder / "requirements.lock.txt").read_text().splitlines()}
    wanted, never = HOLDS[hardware]
    assert {"jax", "jaxlib", "jaxlib-core", "flax", *wanted} <= names
    # Upstream's plugins are jax-cuda12-plugin and the like.
    assert not {name for name in names if name.startswith(never)}
    print(f"{len(names)} packages, make {finished - started:.1f} s, verify {verified - finished:.1f} s")
