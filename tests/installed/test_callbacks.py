"""Host callbacks: what they do on our ``cpu`` against what they do on the backend inside jaxlib."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import PYTHONS, finished, lines_for, wheels
from tools.environment import Environment

SCRIPT = Path(__file__).with_name("callbacks.py")
SETTINGS = {"JAX_NUM_CPU_DEVICES": "4", "JAX_ENABLE_X64": "1"}
#: Each release line, on the oldest Python that it has.
LINES = {lines_for(version)[-1]: version for version in reversed(list(PYTHONS))}
SAME = (
    "types_and_shapes",
    "operands",
    "wrong_results",
    "transformations",
    "printing",
    "ordered_io",
    "sharded",
    "buffers",
    "checks",
    "an_exception",
    "lifetime",
    "cache",
    "many_threads",
    "jax_inside",
)


@pytest.fixture(scope="module", params=sorted(LINES))
def both(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> tuple[Environment, Environment]:
    """An environment with the plugin, and one without."""
    release = request.param
    wheels(release)
    environments = [
        make(f"jax=={release}", f"{backend}=={release}", python=LINES[release])
        for backend in ("jaxlib-cpu", "jaxlib")
    ]
    return environments[0], environments[1]


@pytest.fixture(scope="module")
def plugin(both: tuple[Environment, Environment]) -> Environment:
    return both[0]


def run(environment: Environment, name: str) -> Any:
    done = environment.run(str(SCRIPT), name, environment=SETTINGS, timeout=240)
    return finished(done)[name]


@pytest.mark.parametrize("name", SAME)
def test_the_same_as_inside_jaxlib(both: tuple[Environment, Environment], name: str) -> None:
    ours, theirs = (run(environment, name) for environment in both)
    assert ours == theirs
    assert ours


def test_what_the_script_sees(plugin: Environment) -> None:
    """Equal results could be equally wrong; these are what they must be."""
    assert run(plugin, "lifetime") == [True, True, True]
    assert run(plugin, "ordered_io")[0] is True
    assert run(plugin, "cache")["exported"] == "serialization of host_callbacks is not yet implemented"
    summed, shards, *_ = run(plugin, "sharded")
    assert summed == "float64(2,)[24.0, 32.0]"
    assert len(shards) == 4
    assert all(kind == "JaxRuntimeError" and a and b for kind, a, b in run(plugin, "an_exception")[:-1])
    refused = [key for key, value in run(plugin, "types_and_shapes").items() if not value.startswith("[")]
    assert not refused


def test_the_cache_never_gives_the_callback_of_another(plugin: Environment) -> None:
    """jax 0.12 stores executables with callbacks; a process that finds one calls its own function."""
    script = """
import jax, json, numpy as np, sys
jax.config.update("jax_compilation_cache_dir", "cache")
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
spec = jax.ShapeDtypeStruct((), np.float32)
functions = [lambda x, n=int(n): np.asarray(x) + np.float32(n) for n in sys.argv[1:]]
print(json.dumps([float(jax.jit(lambda x: jax.pure_callback(f, spec, x))(1.0)) for f in functions]))
"""
    for numbers in (("1", "2"), ("3", "4"), ("5",), ("2", "1", "6")):
        done = plugin.run("-c", script, *numbers)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == [float(n) + 1 for n in numbers]


def test_an_exception_of_any_text(plugin: Environment) -> None:
    found = run(plugin, "any_text")
    assert found[0] == "ValueError: lone \\udc80 surrogate"
    assert found[1].startswith("ValueError: a ")
    assert found[2] == "ValueError"


def test_the_program_ends_while_callbacks_run(plugin: Environment) -> None:
    """Prints are printed; a callback that never comes back does not keep the process."""
    script = """
import jax, jax.numpy as jnp, numpy as np, threading, time, sys
started = threading.Event()
def hang(a):
    started.set()
    time.sleep(1000)
    return np.asarray(a)
x = jnp.ones((200, 200))
jax.jit(lambda a: jax.debug.print("printed {}", (a + 1)[0, 0]))(x)
if sys.argv[1] == "hang":
    f = jax.jit(lambda a: jax.pure_callback(hang, jax.ShapeDtypeStruct(a.shape, a.dtype), a + 1))
    threading.Thread(target=lambda: f(x), daemon=True).start()
    started.wait(60)
"""
    for kind in ("prints", "hang"):
        start = time.monotonic()
        done = plugin.run("-c", script, kind, timeout=60)
        assert done.returncode == 0, done.stderr
        assert done.stdout == "printed 2.0\n"
        assert time.monotonic() - start < 50


def test_an_interrupt_reaches_the_main_thread(plugin: Environment) -> None:
    script = """
import jax, jax.numpy as jnp, numpy as np, os, signal, time
def interrupt(a):
    os.kill(os.getpid(), signal.SIGINT)
    return np.asarray(a)
x = jnp.ones((200, 200))
try:
    jax.block_until_ready(jax.jit(lambda a: jax.pure_callback(interrupt, a, a + 1))(x))
    time.sleep(60)
    print("no interrupt")
except KeyboardInterrupt:
    print("interrupted")
print(jax.jit(lambda a: a + 1)(1))
"""
    done = plugin.run("-c", script, timeout=90)
    assert (done.returncode, done.stdout) == (0, "interrupted\n2\n"), done.stderr


def test_nothing_is_imported_or_started_before_it_is_needed(plugin: Environment) -> None:
    script = """
import json, sys, jax
before = "jaxlib_core.callbacks" in sys.modules
jax.devices()
from jaxlib_core import callbacks
print(json.dumps([before, len(callbacks._clients)]))
"""
    assert json.loads(plugin.run("-c", script).stdout) == [False, 0]
