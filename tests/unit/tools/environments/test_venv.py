"""The family's wheels that uv has to unpack again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename

from tools import FREE_THREADED
from tools.environments import venv
from tools.environments.venv import Environment, rebuilt_since

CORE = "jaxlib_core-0.10.2-py3-none-any.whl"
CPU = "jaxlib_cpu-0.10.2-cp311-abi3-manylinux_2_27_x86_64.whl"
BINDINGS = "jaxlib-0.10.2+bindings-cp311-cp311-manylinux_2_27_x86_64.whl"
NEWER_PYTHON = "jaxlib-0.10.2+bindings-cp312-cp312-manylinux_2_27_x86_64.whl"
WITHOUT_GIL = "jaxlib_cpu-0.10.2-cp314.cp315-cp314t.cp315t-manylinux_2_27_x86_64.whl"


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been typed; dist/ holds two wheels."""
    dist = tmp_path / "dist"
    dist.mkdir()
    for name in (CORE, CPU):
        (dist / name).touch()
    typed: list[list[str]] = []
    monkeypatch.setattr(venv, "DIST", dist)
    monkeypatch.setattr(venv, "BUILD", tmp_path / "build")
    monkeypatch.setattr(venv, "UNPACKED", tmp_path / "build" / "stamps" / "unpacked.json")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: typed.append(command))
    monkeypatch.delenv("UV_CACHE_DIR", raising=False)
    return typed


def made(folder: Path, *installed: str) -> Environment:
    for wheel in installed:
        name, version, *_ = wheel.split("-")
        described = folder / "lib" / "python3.11" / "site-packages" / f"{name}-{version}.dist-info" / "WHEEL"
        described.parent.mkdir(parents=True)
        tags = parse_wheel_filename(wheel)[-1]
        described.write_text("Wheel-Version: 1.0\n" + "".join(f"Tag: {tag}\n" for tag in tags))
    return Environment(folder)


def refreshed(command: list[str]) -> set[str]:
    return {word.partition("=")[2] for word in command if word.startswith("--refresh-package=")}


def test_a_wheel_is_looked_at_once_after_each_build(
    tmp_path: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = made(tmp_path / "some", CORE)
    dist = str(tmp_path / "dist")
    some.install("--find-links", dist, "jaxlib-core")
    assert refreshed(commands[-1]) == {"jaxlib-core", "jaxlib-cpu"}
    # The plugin was not installed, so it was not unpacked.
    assert set(rebuilt_since()) == {CPU}
    all_of_them = made(tmp_path / "all", CORE, CPU)
    all_of_them.install("--find-links", dist, "jaxlib-cpu")
    assert refreshed(commands[-1]) == {"jaxlib-cpu"}
    all_of_them.install("--find-links", dist, "jaxlib-cpu")
    assert refreshed(commands[-1]) == set()
    os.utime(tmp_path / "dist" / CORE, ns=(1, 1))
    assert set(rebuilt_since()) == {CORE}
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "another"))
    assert set(rebuilt_since()) == {CORE, CPU}


def test_wheels_of_one_version_are_told_apart_by_their_tags(
    tmp_path: Path, commands: list[list[str]]
) -> None:
    """uv unpacks the one that it installs; that of another Python is as old in its cache as before."""
    dist = tmp_path / "dist"
    (dist / FREE_THREADED).mkdir()
    for file in (dist / BINDINGS, dist / NEWER_PYTHON, dist / FREE_THREADED / WITHOUT_GIL):
        file.touch()
    both = made(tmp_path / "e", CPU, BINDINGS)
    both.install("--find-links", str(dist), "jaxlib==0.10.2+bindings", "jaxlib-cpu")
    assert refreshed(commands[-1]) == {"jaxlib", "jaxlib-core", "jaxlib-cpu"}
    assert set(rebuilt_since()) == {CORE, NEWER_PYTHON, WITHOUT_GIL}


def test_who_does_not_look_in_dist_is_not_told_to(tmp_path: Path, commands: list[list[str]]) -> None:
    made(tmp_path / "e", CORE).install("jax")
    made(tmp_path / "p", CORE).install("--find-links", str(tmp_path / "dist"), "jax", installer="pip")
    assert [refreshed(command) for command in commands] == [set(), set()]
    assert set(rebuilt_since()) == {CORE, CPU}


def test_what_does_not_end_is_killed_with_what_it_started(tmp_path: Path) -> None:
    """The pipes of a killed process are waited for, and a process that it started may hold them open."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    script = (
        "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
        "print('said', flush=True); time.sleep(60)"
    )
    started = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired) as failure:
        Environment(tmp_path).run("-c", script, timeout=3)
    assert time.monotonic() - started < 30
    assert "said" in failure.value.__notes__[0]
