"""Handlers of a user's own, built with the headers that jaxlib brings, on our ``cpu`` and the one inside jaxlib."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import finished
from tools.artifacts.manifest import releases
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("ffi_cases.py")
SOURCE = Path(__file__).with_name("ffi_handlers.cc")


def build(headers: Path, output: Path) -> Path:
    """``ffi_handlers.cc`` as a user builds it: with the machine's compiler, or where there is none with zig."""
    machine = shutil.which("c++")
    compiler = [machine] if machine else [sys.executable, "-m", "ziglang", "c++", "-fno-sanitize=undefined"]
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            [
                *(*compiler, "-std=c++17", "-O1", "-w", "-shared", "-fPIC"),
                *("-isystem", str(headers), str(SOURCE), "-o", str(output)),
            ],
            env={**os.environ, "ZIG_LOCAL_CACHE_DIR": scratch},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return output


def facts(environment: Environment, library: Path, *chosen: str) -> dict[str, Any]:
    return finished(environment.run(str(SCRIPT), str(library), *chosen))


@pytest.fixture(scope="module", params=releases())
def environments(
    request: pytest.FixtureRequest, pair: Callable[[str], list[Environment]]
) -> list[Environment]:
    return pair(request.param)


@pytest.fixture(scope="module")
def library(environments: list[Environment]) -> Path:
    """The handlers, built with the headers of this release line's jaxlib."""
    plugin = environments[0]
    return build(plugin.site_packages / "jaxlib" / "include", plugin.folder / "handlers.so")


def test_handlers_do_the_same(environments: list[Environment], library: Path) -> None:
    plugin, inside = environments
    theirs = facts(inside, library)
    assert len(theirs) >= 17
    assert not {name: fact for name, fact in theirs.items() if isinstance(fact, dict) and "error" in fact}
    assert facts(plugin, library) == theirs


def test_what_the_library_lacks_is_said(environments: list[Environment], library: Path) -> None:
    """State that the backend inside jaxlib takes, never makes, and crashes over."""
    error = facts(environments[0], library, "state_of_prepare")["state_of_prepare"]
    assert "XLA FFI 0.2" in error
    assert "prepare stage" in error


def test_a_refused_target_is_an_error_when_it_is_registered(environments: list[Environment]) -> None:
    """A handler that claims a version from the future, and one of the API before FFI."""
    code = """
        import ctypes, json, jax
        from ctypes import c_int, c_void_p

        @ctypes.CFUNCTYPE(c_void_p, c_void_p)
        def handler(frame):
            extension = c_void_p.from_address(frame + 8).value
            metadata = c_void_p.from_address(extension + 24).value
            c_int.from_address(metadata + 24).value, c_int.from_address(metadata + 28).value = 0, 9

        def refused(name, **options):
            try:
                jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(handler), **options)
            except RuntimeError as error:
                return [type(error).__name__, str(error)]

        refused("early")
        jax.devices()
        print(json.dumps([refused("late"), refused("untyped", api_version=0)]))
        """
    done = environments[0].run("-c", textwrap.dedent(code))
    newer, untyped = finished(done)
    assert "cannot accept the FFI target 'early'" in done.stderr
    assert newer[0] == untyped[0] == "FfiTargetRefused"
    assert "jax.ffi.include_dir()" in newer[1]
    assert "built for XLA FFI 0.9, and the plugin has 0.2" in newer[1]
    assert "api_version=0" in untyped[1]
