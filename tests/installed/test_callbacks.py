"""Host callbacks behave on jaxlib-cpu as on the backend inside jaxlib."""

from __future__ import annotations

import functools
import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import COMMON, PYTHONS, finished, lines_for, wheels
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("callbacks.py")
SETTINGS = {"JAX_NUM_CPU_DEVICES": "4", "JAX_ENABLE_X64": "1"}
LINES = lines_for(COMMON)
#: The other Pythons, each with the newest line that it has.
OTHERS = {version: lines_for(version)[-1] for version in PYTHONS if version != COMMON}
SAME = (
    "types_and_shapes",
    "operands",
    "wrong_results",
    "transformations",
    "printing",
    "ordered_io",
    "ordered_on_devices",
    "sharded",
    "buffers",
    "checks",
    "an_exception",
    "lifetime",
    "arrays_of_the_caller",
    "many_threads",
    "jax_inside",
    "waiting_for_threads",
    "cache",  # the last: what is compiled after it would be looked for in a folder that is gone
)
#: What the backend inside jaxlib does otherwise, or not at all.
OWN = ("any_text", "crowded", "divided")
#: What Python has a part in: enough where only that is another one.
FEW = (
    "operands",
    "transformations",
    "printing",
    "an_exception",
    "lifetime",
    "jax_inside",
    "waiting_for_threads",
    "cache",  # the last: what is compiled after it would be looked for in a folder that is gone
)

Make = Callable[[str, tuple[int, int], str], Environment]
Outcomes = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment]) -> Make:
    """Makes the environment for a line, a Python and a backend, once each."""

    @functools.cache
    def made(release: str, python: tuple[int, int], backend: str) -> Environment:
        wheels(release)
        return make(f"jax=={release}", f"{backend}=={release}", python=python)

    return made


@pytest.fixture(scope="module")
def outcomes(environment: Make) -> Outcomes:
    """Runs the script in such an environment, once each: all of it in one process."""

    @functools.cache
    def printed(
        release: str, python: tuple[int, int] = COMMON, backend: str = "jaxlib-cpu"
    ) -> dict[str, Any]:
        ours = (*OWN, *SAME) if python == COMMON else FEW
        names = ours if backend == "jaxlib-cpu" else SAME
        where = environment(release, python, backend)
        return finished(where.run(str(SCRIPT), *names, environment=SETTINGS, timeout=600))

    return printed


@pytest.fixture(scope="module")
def plugin(environment: Make) -> Environment:
    return environment(LINES[0], COMMON, "jaxlib-cpu")


@pytest.mark.parametrize("release", LINES)
@pytest.mark.parametrize("name", SAME)
def test_the_same_as_inside_jaxlib(outcomes: Outcomes, release: str, name: str) -> None:
    ours, theirs = outcomes(release)[name], outcomes(release, backend="jaxlib")[name]
    assert ours == theirs
    assert ours
    assert "raised" not in ours


@pytest.mark.parametrize("python", OTHERS)
def test_the_same_on_every_python(outcomes: Outcomes, python: tuple[int, int]) -> None:
    here = outcomes(OTHERS[python], python)
    inside = outcomes(OTHERS[python], backend="jaxlib")
    assert here == {name: inside[name] for name in FEW}


@pytest.mark.parametrize("release", LINES)
def test_what_the_script_sees(outcomes: Outcomes, release: str) -> None:
    """Equal results could be equally wrong, so these compare with expected values."""
    seen = outcomes(release)
    ahead, just_in_time, in_flight = seen["lifetime"]
    assert ahead == [False, True, True]
    assert just_in_time == [False, True, True]
    assert in_flight == [False, [2.0], True]
    assert seen["ordered_io"][0] is True
    assert seen["ordered_on_devices"][0] is True
    assert seen["cache"]["exported"] == "serialization of host_callbacks is not yet implemented"
    summed, shards, *_ = seen["sharded"]
    assert summed == "float64(2,)[24.0, 32.0]"
    assert len(shards) == 4
    assert all(kind == "JaxRuntimeError" and a and b for kind, a, b in seen["an_exception"][:-1])
    assert all(value.startswith("[") for value in seen["types_and_shapes"].values())
    assert seen["waiting_for_threads"] == [[0.0, 250000.0, 500000.0], [0.0, 40000.0, 80000.0], [1.0, 1.0]]


@pytest.mark.parametrize("release", LINES)
def test_callbacks_on_all_devices_leave_room_for_their_own_work(outcomes: Outcomes, release: str) -> None:
    assert outcomes(release)["crowded"] == [4.0, 4.0, [True] * 8]


@pytest.mark.parametrize("release", LINES)
def test_each_shard_has_a_call_of_its_own(outcomes: Outcomes, release: str) -> None:
    seen = outcomes(release)["divided"]
    shards = [f"float64(2,)[{n}.0, {n + 1}.0]" for n in range(0, 8, 2)]
    assert seen["callback jit"] == seen["callback shard_map"] == shards
    assert seen["inspect jit"] == ["P('x',)"]
    assert seen["inspect shard_map"] == ["P()"]


@pytest.mark.parametrize("release", LINES)
def test_an_exception_of_any_text(outcomes: Outcomes, release: str) -> None:
    found = outcomes(release)["any_text"]
    assert found[0] == "ValueError: lone \\udc80 surrogate"
    assert found[1].startswith("ValueError: a ")
    assert found[2] == "ValueError:"


@pytest.mark.parametrize("release", LINES)
def test_the_cache_never_gives_the_callback_of_another(environment: Make, release: str) -> None:
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
    for numbers in (("1", "2"), ("3",), ("2", "1", "6")):
        done = environment(release, COMMON, "jaxlib-cpu").run("-c", script, *numbers)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == [float(n) + 1 for n in numbers]


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
    thread = threading.Thread(target=lambda: f(x), daemon=True)
    thread.start()
    assert started.wait(300)
    # At exit, Python unwinds a thread that waits for the GIL; C++ frames below it may abort the process.
    thread.join(60)
"""
    for kind in ("prints", "hang"):
        done = plugin.run("-c", script, kind, timeout=600)
        assert done.returncode == 0, done.stderr
        assert done.stdout == "printed 2.0\n"


def test_an_interrupt_reaches_the_main_thread(plugin: Environment) -> None:
    script = """
import jax, jax.numpy as jnp, numpy as np, os, signal, time
# Where the tests run in the background, a shell has had the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(a):
    os.kill(os.getpid(), signal.SIGINT)
    return np.asarray(a)
x = jnp.ones((200, 200))
try:
    jax.block_until_ready(jax.jit(lambda a: jax.pure_callback(interrupt, a, a + 1))(x))
    time.sleep(300)
    print("no interrupt")
except KeyboardInterrupt:
    print("interrupted")
print(jax.jit(lambda a: a + 1)(1))
"""
    done = plugin.run("-c", script, timeout=600)
    assert (done.returncode, done.stdout) == (0, "interrupted\n2\n"), done.stderr


def test_nothing_is_left_behind(plugin: Environment) -> None:
    """The module for callbacks is imported only with the library, and the library's variable is not left set."""
    script = """
import json, os, subprocess, sys, jax
before = dict(os.environ)
imported = "jaxlib_cpu.host_callbacks" in sys.modules
jax.devices()
child = subprocess.run(["env"], capture_output=True, text=True).stdout
print(json.dumps([imported, os.environ == before, "PJRT_NPROC" in child]))
"""
    done = plugin.run("-c", script, environment={"JAX_NUM_CPU_DEVICES": "64"})
    assert json.loads(done.stdout) == [False, True, False]


def test_one_array_is_viewed_by_many_threads(plugin: Environment) -> None:
    script = """
        import threading
        import jax, jax.numpy as jnp, numpy as np
        shared = jnp.arange(8.0)

        def work(a):
            for _ in range(5):
                np.asarray(shared + a)
            return np.asarray(a)

        called = jax.jit(lambda x: jax.pure_callback(work, jax.ShapeDtypeStruct((), x.dtype), x))
        done = threading.Event()

        def call(n):
            for _ in range(40):
                called(jnp.float32(n)).block_until_ready()

        def view():
            while not done.is_set():
                memoryview(np.asarray(shared))
                np.asarray(shared + 1)

        callers = [threading.Thread(target=call, args=(n,)) for n in range(4)]
        viewers = [threading.Thread(target=view) for _ in range(2)]
        for thread in callers + viewers:
            thread.start()
        for thread in callers:
            thread.join()
        done.set()
        for thread in viewers:
            thread.join()
        print(float(shared.sum()))
        """
    done = plugin.run("-c", textwrap.dedent(script), timeout=600)
    assert (done.returncode, done.stdout) == (0, "28.0\n"), done.stderr
