"""The ``jaxlib-lock`` command as users have it, on MaxText's real requirements; its meta wheel in pip and uv."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, wheels
from tests.unit.jaxlib_lock.registry import Registry, wheel
from tools import DIST
from tools.builder import build
from tools.environments.venv import Environment
from tools.models.base_requirements import requirements

PYTHON = f"{COMMON[0]}.{COMMON[1]}"


@pytest.fixture(scope="module")
def command(make: Callable[..., Environment]) -> Callable[..., Any]:
    """The installed command with JSON; it must end with 0."""
    build.wheel("lock", RELEASE)
    environment = make(f"jaxlib-lock=={RELEASE}")

    def _run(*arguments: str | Path, variables: dict[str, str] | None = None) -> Any:
        path = os.pathsep.join([str(PYTHONS[COMMON].parent), os.environ["PATH"]])
        done = subprocess.run(
            [environment.folder / "bin" / "jaxlib-lock", *map(str, arguments), "--json"],
            env=environment.variables({"PATH": path, **(variables or {})}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return _run


def test_maxtexts_requirements_lock_and_lock_again(command: Callable[..., Any], tmp_path: Path) -> None:
    wheels(RELEASE)
    folder = tmp_path / "lock"
    command(
        *("make", "--requirements", requirements(RELEASE, "cpu", tmp_path), "--hardware", "cpu"),
        *("--python", PYTHON, "--release", RELEASE, "--exclude-newer", "2026-10-01"),
        *("--find-links", DIST, "--out", folder),
    )
    # From the cache that `make` has warmed.
    assert command("verify", folder, "--offline")["same"]
    names = {line.partition("==")[0] for line in (folder / "requirements.lock.txt").read_text().splitlines()}
    assert {"jax", "jaxlib-cpu", "flax", "tensorflow"} <= names
    assert not {name for name in names if name.startswith(("libtpu", "nvidia-", "jax-"))}
    bounds = {bound["by"].split()[0]: bound for bound in command("explain", folder, "numpy")["bounds"]}
    assert bounds["scipy"]["requirement"].startswith("numpy")


@pytest.mark.parametrize("installer", ["pip", "uv"])
def test_pip_and_uv_install_a_lock_and_a_meta_wheel(
    command: Callable[..., Any],
    make: Callable[..., Environment],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    installer: str,
) -> None:
    registry = Registry(tmp_path / "registry")
    for name in ("jax", "jaxlib", "jaxlib-core"):
        registry.add(name, RELEASE)
    wheel(tmp_path / "dist", "jaxlib-cpu", RELEASE, [f"jax>={RELEASE}"])
    for name, version in (("numpy", "2.5"), ("left", "1.0")):
        registry.add(name, version)
    registry.add("windows", "1.0")
    registry.add("everywhere", "1.0", "left", "windows; sys_platform == 'win32'")
    (tmp_path / "requirements.txt").write_text("everywhere\nnumpy\n")
    index = {"UV_DEFAULT_INDEX": registry.url}
    arguments = ("--requirements", tmp_path / "requirements.txt", "--hardware", "cpu", "--python", PYTHON)
    more = ("--release", RELEASE, "--hashes", "--find-links", tmp_path / "dist", "--out", tmp_path / "lock")
    command("make", *arguments, *more, variables=index)
    named = ("--name", "my-environment", "--version", "1.0", "--out", tmp_path)
    command("meta", tmp_path / "lock", *named)
    environment = make("packaging", installer=installer)
    # This machine's own settings of pip may name more indexes.
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    option = "--index-url" if installer == "pip" else "--default-index"
    for options in (
        ("--require-hashes", "--no-deps", "--requirement", str(tmp_path / "lock" / "requirements.lock.txt")),
        ("my-environment[cpu]",),
    ):
        links = ("--find-links", str(tmp_path / "lock" / "wheels"), "--find-links", str(tmp_path))
        environment.install(option, registry.url, *links, *options, installer=installer)
    found = {path.name.removesuffix(".dist-info") for path in environment.site_packages.glob("*.dist-info")}
    assert {"my_environment-1.0", "left-1.0", "everywhere-1.0", f"jaxlib_cpu-{RELEASE}"} <= found
    assert not {name for name in found if name.startswith("windows")}
