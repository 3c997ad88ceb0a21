"""The installed jaxlib-pjrt with jaxlib-cpu, and no jax, on every Python of this machine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import PYTHONS, RELEASE, finished
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import build, definitions
from tools.environments.venv import Environment, uv

PACKAGE = ROOT / "packages/jaxlib-pjrt"
SCRIPT = Path(__file__).with_name("pjrt_checks.py")
#: What the programs here use of the checks' modules.
PREAMBLE = f"""
import asyncio, gc, os, sys, threading, time
sys.path.insert(0, {str(SCRIPT.parent)!r})
import numpy as np
import jaxlib_pjrt as pjrt
from pjrt_api.checking import *
from pjrt_api.programs import *
zeros = np.zeros((512, 512), np.float32)
"""
#: The modules import what only the environment has, so the checks are read, not imported.
CHECKS = [
    name
    for module in sorted(SCRIPT.with_name("pjrt_api").glob("*.py"))
    for name in re.findall(r"^def (check_\w+)", module.read_text("utf-8"), re.MULTILINE)
]
#: Ways for an interpreter to end, each with something of ours still there.
ENDINGS = {
    "work in flight": "slow = CLIENT.compile(SLOW); outs = [slow(zeros)[0] for _ in range(4)]",
    "work in flight that nobody holds": "CLIENT.compile(SLOW)(zeros); del CLIENT",
    "a loan to the library": "o = CLIENT.compile(SLOW)(CLIENT.buffer(pjrt.empty_aligned((512, 512)), copy=False))",
    "a loan from the library": "v = np.asarray(CLIENT.compile(SLOW)(zeros)[0]); c = CLIENT.buffer(X).__dlpack__()",
    "a reference cycle": "l = [CLIENT, CLIENT.compile(ADD)]; l.append(l); l.append(l[1](X, X)); del l",
    "a thread that continues": """
add = CLIENT.compile(ADD)
def forever():
    while True:
        np.asarray(add(X, X)[0]); CLIENT.buffer(pjrt.empty_aligned(64), copy=False)
for _ in range(3): threading.Thread(target=forever, daemon=True).start()
time.sleep(0.2)""",
    "a thread that waits": """
out = CLIENT.compile(SLOW)(zeros)[0]
threading.Thread(target=out.block_until_ready, daemon=True).start()""",
    "a thread that holds what is not ready": """
held = CLIENT.compile(SLOW)
threading.Thread(target=lambda: [held(zeros), time.sleep(60)], daemon=True).start()
time.sleep(0.1)""",
    "an await that is not over": """
async def begin():
    async def one():
        await CLIENT.compile(SLOW)(zeros)[0]
    asyncio.ensure_future(one()); await asyncio.sleep(0)
asyncio.run(begin())""",
    "a fork": """
child = os.fork()
if child == 0:
    v = np.asarray(CLIENT.buffer(X)) + 1
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0""",
    "a Python function in the middle of its work": """
def slow(a):
    same(CLIENT.buffer(a), a); time.sleep(0.3); same(CLIENT.buffer(a), a); return a
CLIENT.register_ffi_function("slow", slow)
program = CLIENT.compile(custom_call("slow", ["3xf32"], ["3xf32"]))
def forever():
    while True: program(X)[0].block_until_ready()
for _ in range(2): threading.Thread(target=forever, daemon=True).start()
time.sleep(0.1)""",
    "a Python function that never returns": """
never = threading.Event()
CLIENT.register_ffi_function("never", lambda a: (never.wait(), a)[1])
program = CLIENT.compile(custom_call("never", ["3xf32"], ["3xf32"]))
threading.Thread(target=lambda: program(X)[0].block_until_ready(), daemon=True).start()
time.sleep(0.1)""",
    "a function at exit that waits for a daemon thread": """
import atexit
add, closing = CLIENT.compile(ADD), threading.Event()
def run():
    while not closing.is_set(): np.asarray(add(X, X)[0])
    same(add(X, X)[0], X + X)
thread = threading.Thread(target=run, daemon=True); thread.start()
atexit.unregister(pjrt._closing)
atexit.register(lambda: (closing.set(), thread.join()))
atexit.register(pjrt._closing)  # called first
time.sleep(0.1)""",
    "a fork beside threads that continue": """
add = CLIENT.compile(ADD)
def forever():
    while True: np.asarray(add(X, X)[0])
for _ in range(3): threading.Thread(target=forever, daemon=True).start()
time.sleep(0.1)
if os.fork() == 0: sys.exit(6)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 6""",
    "an exception": "outs = [CLIENT.compile(SLOW)(zeros)[0] for _ in range(2)]; raise SystemExit(0)",
}


@pytest.fixture(scope="module", params=sorted(PYTHONS), ids=lambda version: f"{version[0]}.{version[1]}")
def environment(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> Environment:
    """The family's wheels without what only jax needs."""
    wheels = [build.wheel(name, RELEASE) for name in ("core", "pjrt", "cpu")]
    environment_ = make(
        "numpy", "ml_dtypes", "nanobind-backend", "packaging", "hypothesis", python=request.param
    )
    environment_.install("--no-deps", *map(str, wheels), "--reinstall")
    done = subprocess.run(
        [uv(), "pip", "list", "--python", str(environment_.python), "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )
    names = {entry["name"] for entry in json.loads(done.stdout)}
    assert not names & {"jax", "jaxlib"}
    return environment_


@pytest.fixture(scope="module")
def results(environment: Environment) -> dict[str, str]:
    done: dict[str, str] = finished(environment.run(str(SCRIPT), timeout=600))
    return done


def test_the_checks_are_all_of_them(results: dict[str, str]) -> None:
    assert sorted(results) == sorted(CHECKS)


@pytest.mark.parametrize("name", CHECKS, ids=lambda name: name.removeprefix("check_"))
def test_check(results: dict[str, str], name: str) -> None:
    assert not results[name], results[name]


def test_the_example_of_the_readme(environment: Environment) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)
    (promised,) = re.findall(r"# ([\d.]+)$", example, re.MULTILINE)
    done = environment.run("-c", example)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [promised]


# What nobody thought of -------------------------------------------------------------------------------------------

PROPERTIES = SCRIPT.with_name("pjrt_properties.py")
FUZZ = SCRIPT.with_name("pjrt_fuzz.py")
FUZZED = re.findall(r'^        "([a-z ]+)": ', FUZZ.read_text("utf-8"), re.MULTILINE)
#: One Python stands for all here: what is tried is the same code.
ONE = pytest.mark.parametrize("environment", [min(PYTHONS)], indirect=True, ids=["one"])


@ONE
def test_properties(environment: Environment) -> None:
    found = finished(environment.run(str(PROPERTIES), "30", timeout=600))
    assert set(found) == set(re.findall(r"^def (check_\w+)", PROPERTIES.read_text("utf-8"), re.MULTILINE))
    assert not any(found.values()), "\n".join(found.values())


@ONE
@pytest.mark.parametrize("kind", FUZZED)
def test_damaged_input_never_ends_the_process(environment: Environment, kind: str) -> None:
    found = finished(environment.run(str(FUZZ), kind, "0", "100", timeout=600))
    assert found["killed"] == {}
    assert found["error"] + found["worked"] == 100
    assert found["error"] > 20, "what is tried is hardly damaged"


def test_importing_it_is_quick(environment: Environment) -> None:
    script = "import time; t = time.process_time(); import jaxlib_pjrt; print(time.process_time() - t)"
    assert min(float(environment.run("-c", script).stdout) for _ in range(3)) < 0.06


#: Four threads are the first to need ml_dtypes, whose import takes half a second and releases the GIL.
FIRST_USE = """
import importlib.abc, sys, threading, time
import numpy as np
import jaxlib_pjrt as pjrt

class Slow(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "ml_dtypes":
            time.sleep(0.5)

sys.meta_path.insert(0, Slow())
PROGRAM = '''func.func @main(%x: tensor<3xf32>) -> tensor<3xbf16> {
  %0 = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}'''
(out,) = pjrt.Client("cpu", cpu_device_count=1).compile(PROGRAM)(np.ones(3, np.float32))
assert "ml_dtypes" not in sys.modules
names = []
threads = [threading.Thread(target=lambda: names.append(str(out.dtype)), daemon=True) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(*names)
"""


def test_threads_with_the_first_use_of_a_module_do_not_wait_for_each_other(environment: Environment) -> None:
    try:
        done = environment.run("-c", FIRST_USE, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.fail("the threads wait for each other")
    assert done.stdout.split() == ["bfloat16"] * 4, done.stderr


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_interpreter_ends_with(environment: Environment, ending: str) -> None:
    script = PREAMBLE + textwrap.dedent(ENDINGS[ending])
    done = environment.run("-c", script, timeout=600)
    assert done.returncode == 0, f"status {done.returncode}\n{done.stderr[-2000:]}"
    assert "Traceback" not in done.stderr
    assert "nanobind" not in done.stderr


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that is another one with its table changed; see its source."""
    folder = tmp_path_factory.mktemp("shim")
    header = definitions.pjrt_header(load(RELEASE), Cache())
    (folder / "pjrt_c_api.h").write_bytes(header)
    names = re.findall(rb"^ *_PJRT_API_STRUCT_FIELD\((\w+)\);", header, re.MULTILINE)
    (folder / "pjrt_functions.inc").write_bytes(b"".join(b"PJRT_FUNCTION(%s)\n" % name for name in names))
    library = folder / "libshim.so"
    compile_shared(
        [Path(__file__).with_name("fakes") / "pjrt_shim.c"],
        library,
        target=f"{os.uname().machine}-linux-gnu.2.28",
        include=[folder],
    )
    return library


def through(
    environment: Environment, shim: Path, mode: str, script: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    real = next(environment.site_packages.glob("jaxlib_cpu/libjaxlib_cpu.so"))
    return environment.run(
        "-c",
        f"{PREAMBLE}SHIM = {str(shim)!r}\n{textwrap.dedent(script)}",
        environment={"SHIM_MODE": mode, "SHIM_LIBRARY": str(real), **variables},
    )


RUN = """
client = pjrt.Client(SHIM, cpu_device_count=1)
executable = client.compile(ADD)
(out,) = executable(X, client.buffer(X))
assert np.array_equal(np.asarray(out), X + X)
"""


def test_an_older_library_works_without_what_it_lacks(environment: Environment, shim: Path) -> None:
    script = RUN + (
        "assert client.plugin.api_version == (0, 40)\n"
        "assert client.plugin.has('PJRT_Buffer_CopyToMemory')\n"
        "assert not client.plugin.has('PJRT_Executable_GetCompiledMemoryStats')\n"
        "executable.memory_stats()"
    )
    done = through(environment, shim, "older", script)
    assert "Unimplemented: the library has no such function; its PJRT C API is 0.40" in done.stderr
    assert "[PJRT_Executable_GetCompiledMemoryStats of libshim.so]" in done.stderr


def test_a_newer_library_gets_the_longer_structs_that_it_wants(environment: Environment, shim: Path) -> None:
    done = through(environment, shim, "newer", RUN + "executable.memory_stats(); out.layout; print('done')")
    assert done.stdout == "done\n", done.stderr


def test_a_hole_in_the_table_is_a_named_error(environment: Environment, shim: Path) -> None:
    script = "pjrt.Client(SHIM).buffer(X).shape"
    done = through(environment, shim, "hole", script)
    assert "Unimplemented: the library has no such function" in done.stderr
    assert "[PJRT_Buffer_Dimensions of libshim.so]" in done.stderr


def test_another_major_version_is_refused(environment: Environment, shim: Path) -> None:
    done = through(environment, shim, "major", "pjrt.Client(SHIM)")
    assert re.search(r"LoadError: .*libshim.so: wanted PJRT C API 0.x, found 7\.", done.stderr), done.stderr


def launches(environment: Environment, shim: Path, processes: int) -> list[int]:
    """The launch ids of two executions of one program and one of another, and of one whose id is 7."""
    script = """
        client = pjrt.Client(SHIM, cpu_device_count=1)
        for executable, times in ((client.compile(ADD), 2), (client.compile(ADD.replace("add", "subtract")), 1)):
            for _ in range(times):
                executable(X, X)
        executable(X, X, launch_id=7)
        """
    done = through(environment, shim, "launches", script, SHIM_REPLICAS=str(processes))
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.split()]


def test_no_two_executions_of_a_process_have_one_launch_id(environment: Environment, shim: Path) -> None:
    first, second, other, given = launches(environment, shim, processes=1)
    assert (first + 1, first + 2, 7) == (second, other, given)


def test_the_launch_ids_of_several_processes_are_counted_from_the_program(
    environment: Environment, shim: Path
) -> None:
    first, second, other, given = launches(environment, shim, processes=2)
    assert (first + 1, 7) == (second, given)
    assert abs(other - first) > 2
    assert max(first, second, other) < 0
    # The other process counts from the same number.
    assert launches(environment, shim, processes=2) == [first, second, other, given]


STORE = """
class Store(dict):
    asked = []
    def get(self, key, timeout):
        self.asked.append((key, timeout))
        return self[key]
    def put(self, key, value):
        self[key] = value
store = Store()
"""


def test_a_library_gets_the_key_value_store_that_a_client_was_given(
    environment: Environment, shim: Path
) -> None:
    script = STORE + (
        "client = pjrt.Client(SHIM, key_value_store=store, cpu_device_count=1)\n"
        "assert store == {'a/1': b'x\\0y'}, store\n"
        "assert Store.asked == [('absent', 0.0), ('a/1', 1.5)], Store.asked\n"
        "weak = __import__('weakref').ref(store); del store; gc.collect()\n"
        "assert weak() is not None; del client; gc.collect()\n"
        "tries = iter(range(6000))\n"
        "while weak() is not None and next(tries, None) is not None: time.sleep(0.01)\n"
        "assert weak() is None, 'the store outlives its client'\n"
        "print('done')"
    )
    done = through(environment, shim, "store", script)
    assert done.stdout == "done\n", done.stderr
    assert "the store answered 5: no value for the key absent" in done.stderr


def test_what_a_key_value_store_raises_reaches_the_library_and_comes_back(
    environment: Environment, shim: Path
) -> None:
    script = STORE + (
        "def fail(key, value): raise TimeoutError('too slow')\n"
        "class Slow(Store):\n    put = staticmethod(fail)\n"
        "try:\n    pjrt.Client(SHIM, key_value_store=Slow())\n"
        "except pjrt.PjrtError as error:\n    print(repr(error.__cause__))\n"
        "pjrt.Client(SHIM, key_value_store=object())"
    )
    done = through(environment, shim, "store", script)
    assert "the store answered 4: the key-value store: TimeoutError: too slow" in done.stderr
    assert done.stdout == "TimeoutError('too slow')\n"
    assert "TypeError: key_value_store: wanted an object with get, put" in done.stderr


def test_a_library_with_a_profiler(environment: Environment, shim: Path) -> None:
    script = RUN + (
        "assert pjrt.Profiler.available(client.plugin) and not pjrt.Profiler.available('cpu')\n"
        "with pjrt.Profiler(client.plugin) as profiler:\n"
        "    executable(X, X)\n"
        "    raises(pjrt.errors.FailedPrecondition, 'once each', profiler.start)\n"
        "    raises(pjrt.errors.FailedPrecondition, 'once each', profiler.collect)\n"
        "executable(X, X)\n"
        "assert profiler.collect() == b'execute ', 'one execution was profiled'\n"
        "raises(pjrt.errors.FailedPrecondition, 'once each', profiler.collect)\n"
        "del profiler\n"
        "raises(pjrt.errors.InvalidArgument, 'no version', lambda: pjrt.Profiler(client.plugin, b''))\n"
        "running = pjrt.Profiler(client.plugin); running.start(); del running\n"
        "print('done')"
    )
    done = through(environment, shim, "profiler", script)
    assert done.stdout == "done\n", done.stderr


def test_the_stubs_name_what_is_there(environment: Environment) -> None:
    stub = (PACKAGE / "src/jaxlib_pjrt/_native.pyi").read_text("utf-8")
    script = """
        import json
        from jaxlib_pjrt import _native
        kinds = {n: k for n, k in vars(_native).items() if isinstance(k, type)}
        print(json.dumps({n: sorted(m for m in vars(k) if not m.startswith("_")) for n, k in kinds.items()}))
    """
    there = finished(environment.run("-c", textwrap.dedent(script)))
    said: dict[str, list[str]] = {}
    bases: dict[str, str] = {}
    name = ""
    for line in stub.splitlines():
        if match := re.match(r"class (\w+)(?:\((\w+)\))?:", line):
            name = match[1]
            said[name], bases[name] = [], match[2] or ""
        elif not line.startswith("class _") and (match := re.match(r"    def ([a-z]\w*)\(", line)):
            said[name].append(match[1])
    for name, base in bases.items():
        said[name] = sorted(said[name] + said.get(base, []))
    assert {name: members for name, members in said.items() if not name.startswith("_")} == there
