"""Regression programs: the smallest program that showed a fault, run the same way on several environments.

Each file is collected by pytest inside an installed environment, by ``tests/installed/test_regressions.py``, three
times. ``JAXLIB_UNDER_TEST`` says what the environment has:

    ours      the bindings-only jaxlib and jaxlib-cpu
    plugin    upstream's jaxlib and jaxlib-cpu
    upstream  upstream's jaxlib alone: the oracle, which shows that an expectation is upstream's behaviour

``@pytest.mark.only("ours", why="...")`` restricts a test to some of them, where upstream itself crashes or hangs,
or where the behaviour is this family's own. ``@pytest.mark.since(RELEASE)`` restricts one to jaxlib of that release
and newer ones. A file with such tests, or marked ``by_release`` since releases differ in what it tests, is run with
every release line.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple

import pytest

UNDER_TEST = os.environ.get("JAXLIB_UNDER_TEST", "ours")


def _numbers(release: str) -> list[int]:
    return [int(word) for word in release.partition("+")[0].split(".")]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "only(*environments, why): run in these environments alone")
    config.addinivalue_line("markers", "by_release: run with every release line, which differ in it")
    config.addinivalue_line("markers", "since(release): run with jaxlib of this release and newer ones alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        marker = item.get_closest_marker("only")
        if marker and not marker.kwargs.get("why"):
            raise pytest.UsageError(f"{item.nodeid}: only(...) must say why")
        here = marker is None or UNDER_TEST in marker.args
        since = item.get_closest_marker("since")
        here = here and (since is None or _numbers(since.args[0]) <= _numbers(version("jaxlib")))
        (kept if here else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


class Compilation(NamedTuple):
    """A compiled program, and what the library compiled: its text, and the options as they were sent."""

    program: Any
    text: str
    overrides: dict[str, Any]
    options: bytes


@pytest.fixture
def compilation() -> Callable[..., Compilation]:
    """Compiles a function for arguments; keywords are those of ``jax.stages.Lowered.compile``."""

    def compile_(function: Callable[..., Any], *given: Any, **keywords: Any) -> Compilation:
        import jax
        from jax._src import compiler

        found: list[tuple[str, dict[str, Any], bytes]] = []
        library = compiler.backend_compile_and_load

        def record(backend: Any, module: Any, devices: Any, options: Any, *more: Any) -> Any:
            found.append((str(module), dict(options.env_option_overrides), options.SerializeAsString()))
            return library(backend, module, devices, options, *more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiler, "backend_compile_and_load", record)
            # A function of its own: jax finds one that it has compiled with these options.
            program = jax.jit(partial(function)).lower(*given).compile(**keywords)
        return Compilation(program, *found[-1])

    return compile_


@pytest.fixture
def child() -> Callable[..., str]:
    """Runs a program in a subprocess, for faults that would end or hang this process.

    Fails the test if the program ends with another status than ``status`` or takes more than ``timeout`` seconds;
    returns what it printed, both streams joined.
    """

    def run(program: str, *, status: int = 0, timeout: float = 120, **variables: str) -> str:
        try:
            done = subprocess.run(
                [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program)],
                env={**os.environ, **variables},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            pytest.fail(f"did not end in {timeout} s\n{error.stdout or b''!r}")
        assert done.returncode == status, f"exit status {done.returncode}\n{done.stdout}"
        return done.stdout

    return run
