"""Each test has a registry of its own and reaches no other; uv's cache is shared, as it is on a user's machine."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jaxlib_lock import cli, schemas
from jaxlib_lock.seeds import SCHEMA, Seeds

from tests.unit.jaxlib_lock.registry import Registry, wheel
from tools.environments.venv import uv

PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"

#: Two releases, so that one can be upgraded to the other, and a newer one that is for no Python here.
SEEDS = {
    "schema": SCHEMA,
    "drivers": {"cuda1": "500.1", "cuda2": "600.1"},
    "releases": [
        {
            "release": release,
            "python": python,
            "requires": ["jax", "jaxlib"],
            "pins": [f"jax=={release}", f"jaxlib=={release}"],
            "tested": ["numpy>=2"],
            "never": {
                "cpu": ["libtpu", "nvidia-*", "jaxlib-tpu"],
                "tpu": ["nvidia-*", "jaxlib-cpu"],
                "cuda1": ["libtpu"],
                "cuda2": ["libtpu"],
            },
            "bindings": bindings,
            "known": ["libtpu", "nvidia-known"],
            "locks": {PYTHON: {"source": f"jax-v{release}:lock.txt", "sha256": f"of {release}", "pins": pins}}
            if pins
            else {},
        }
        for release, python, bindings, pins in (
            (
                "0.1",
                ">=3.11",
                "0.1+bindings",
                ["numpy==2.0", "left==1.0; sys_platform == 'linux'", "jax==0.2"],
            ),
            ("0.2", ">=3.11", None, ["numpy==2.1"]),
            ("0.3", ">=3.99", None, []),
        )
    ],
}


@dataclass
class Command:
    """The command with this test's seeds and wheels; what it printed last."""

    folder: Path
    wheels: Path
    capture: pytest.CaptureFixture[str]
    out: str = ""
    err: str = ""

    def __call__(self, *arguments: str | Path) -> int:
        status = cli.main(
            [str(argument) for argument in arguments], seeds=Seeds(SEEDS), find_links=[self.wheels]
        )
        self.out, self.err = self.capture.readouterr()
        return status

    def json(self, *arguments: str | Path) -> Any:
        """What it prints with ``--json``, which fits its schema."""
        self(*arguments, "--json")
        data = json.loads(self.out)
        kind = data["schema"].split("/")[0].removeprefix("jaxlib.lock.")
        schema = Path(str(schemas.__file__)).with_name(f"{kind}.schema.json")
        jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
        return data

    def make(
        self, *requirements: str, hardware: str = "cpu", out: str = "lock", more: tuple[str, ...] = ()
    ) -> Path:
        """Makes a lock, which must succeed."""
        path = self.folder / out
        assert self.try_make(*requirements, hardware=hardware, out=out, more=more) == 0, self.err
        return path

    def try_make(
        self, *requirements: str, hardware: str = "cpu", out: str = "lock", more: tuple[str, ...] = ()
    ) -> int:
        """Tries to make one; gives the exit status."""
        file = self.folder / "requirements.txt"
        file.write_text("".join(f"{line}\n" for line in requirements), "utf-8")
        arguments = ("make", "--requirements", file, "--hardware", hardware, "--python", PYTHON)
        return self(*arguments, "--release", "0.1", "--out", self.folder / out, *more)


@pytest.fixture(scope="session")
def uv_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("uv")


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    """One that has two releases of jax, and what the tests ask for."""
    registry = Registry(tmp_path / "registry")
    for release in ("0.1", "0.2"):
        registry.add("jax", release, f"jaxlib=={release}", "numpy>=1")
        registry.add("jaxlib", release, "numpy>=1")
        registry.add("jaxlib-tpu", release, "libtpu")
    for version in ("1.5", "2.0", "2.1"):
        registry.add("numpy", version)
    registry.add("libtpu", "9.0")
    registry.add("nvidia-cublas", "12.0")
    registry.add("left", "1.0", "numpy<2.1")
    registry.add("model", "1.0", "numpy>=1", "nvidia-cublas", "libtpu")
    return registry


@pytest.fixture
def command(
    registry: Registry,
    tmp_path: Path,
    uv_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Command:
    for name in [name for name in os.environ if name.startswith(("UV_", "PIP_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("UV_DEFAULT_INDEX", registry.url)
    monkeypatch.setenv("UV_CACHE_DIR", str(uv_cache))
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    monkeypatch.setenv("JAXLIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    # The Python that runs the tests is the one that is found, and not only its virtual environment.
    folders = [str(Path(sys.base_prefix) / "bin"), str(Path(sys.executable).parent), str(Path(uv()).parent)]
    monkeypatch.setenv("PATH", os.pathsep.join([*folders, os.environ["PATH"]]))
    monkeypatch.chdir(tmp_path)
    for release in ("0.1", "0.2"):
        wheel(tmp_path / "dist", "jaxlib-cpu", release, [f"jax=={release}"])
    return Command(tmp_path, tmp_path / "dist", capsys)
