"""``python -m tools sanitize [NAME ...]``: our native code with sanitizers; by default every NAME below.

Only our code is instrumented, not the plugin's library or, but for ``free-threaded``, Python.

``address``: AddressSanitizer on all checks of jaxlib-pjrt's extension. Each misuse of the heap is an error; leaks
are checked elsewhere (``check_100_000_calls_leak_nothing``).

``threads``: ThreadSanitizer on ``native/threads.cc``, which uses the C++ library from several threads without
Python, whose GIL would hide races. To prove that it detects races, it is run again with each of the library's locks
removed, and must report each missing lock.

``thread``: ThreadSanitizer on the checks of the extension that use threads. It does not see how XLA and Python
synchronize their threads, so a report that involves either is suppressed, which most do. It finds crashes and
deadlocks; ``threads`` finds the races.

``free-threaded``: ThreadSanitizer on the same checks, and on jaxlib with the regression tests of threads, without
the GIL, in a free-threaded Python that is also instrumented: it sees all but XLA and NumPy. That Python is compiled
first, some ten minutes of two cores. Both are run again without a lock, which must be reported: the one around
Python functions, and the native module's.

``bindings``: AddressSanitizer and UndefinedBehaviorSanitizer on jaxlib (bindings-only), with the programs of the
tests of the installed one: its cases, those of several devices, and a plugin in which each function fails in turn.

``steps``: the state machines of ``tools/long_runs/differential`` against that jaxlib: all of them with
AddressSanitizer, those with several threads with ThreadSanitizer. ``JAXLIB_EXAMPLES`` is the number of sequences;
the default takes a few minutes once the wheels are built.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools import BUILD, ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Manifest, load
from tools.builder import build, definitions, recipes
from tools.builder.source_tree import Stage
from tools.console.progress import Work
from tools.environments import debian, interpreters
from tools.environments.venv import Environment, oldest
from tools.interpreters import abi
from tools.long_runs.differential import command as differential
from tools.long_runs.differential.machines import Machine, Threads
from tools.long_runs.differential.sides import Side

sys.path.insert(0, str(ROOT / "packages/pjrt-cpp"))
import native_build

INSTALLED = ROOT / "tests/installed"
CHECKS = INSTALLED / "pjrt_checks.py"
PARALLEL = INSTALLED / "regressions/threads.py"
PYTHON, RELEASE = oldest()
FOLDER = BUILD / "sanitize"
#: The library, what is preloaded, its options, and the names of checks to run; none for all.
SANITIZERS = {
    "address": ("libasan.so", "ASAN_OPTIONS", "detect_leaks=0:detect_odr_violation=0", ()),
    "thread": (
        *("libtsan.so", "TSAN_OPTIONS", "exitcode=66:suppressions={suppressions}"),
        (
            *("check_threads", "check_python_functions_run_on_many_threads", "check_dlpack_both_ways"),
            *("check_copy_false_shares_or_raises", "check_threads_share_one_of_each"),
            *(
                "check_threads_convert_arrays_of_many_types",
                "check_threads_replace_functions_that_programs_call",
            ),
        ),
    ),
}
#: The loader reuses a thread's variables for the next thread, synchronized in a way that ThreadSanitizer does not
#: see.
UNORDERED = ("libjaxlib_cpu.so", "libpython3", "/bin/python", "_multiarray_umath", "ld-linux")
SUPPRESSIONS = "".join(f"race:{module}\n" for module in UNORDERED)
NATIVE = ROOT / "packages/pjrt-cpp/native"
THREADS = ROOT / "tests/native/threads.cc"
#: From sys/personality.h: ThreadSanitizer's memory layout is fixed.
ADDR_NO_RANDOMIZE = 0x0040000
#: A lock that a function holds until it returns.
LOCK = re.compile(r"^ *const std::lock_guard<std::mutex> \w+\(.*\);$", re.MULTILINE)
#: Functions whose missing lock ThreadSanitizer cannot report: it protects no data, and only keeps other calls out.
UNSEEN = ("bool Buffer::all_ready()",)


def main(names: Sequence[str]) -> int:
    """Build, run, and print failures; 0 if there were none."""
    others = {"threads": threads, "free-threaded": free_threaded, "bindings": bindings, "steps": steps}
    status = 0
    for name in names or (*SANITIZERS, *others):
        status |= others[name]() if name in others else run(name)
    return status


def ran(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command's status and what it printed, with more variables in its environment."""
    return subprocess.run(
        list(map(str, command)),
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=2400,
        check=False,
    )


@contextmanager
def instrumented(folder: Path, sanitizers: str) -> Iterator[None]:
    """Build wheels with ``sanitizers`` in this context, in a folder of their own, because stamps ignore flags."""
    flags = f"-fsanitize={sanitizers}"
    os.environ["CXXFLAGS"] = f"-O1 -g1 {flags} -fno-sanitize-recover=all -fno-omit-frame-pointer"
    os.environ["LDFLAGS"] = flags
    setattr(build, "BUILD", folder)  # noqa: B010 - imported there, not exported
    try:
        yield
    finally:
        del os.environ["CXXFLAGS"], os.environ["LDFLAGS"]
        setattr(build, "BUILD", BUILD)  # noqa: B010


def preloaded(*libraries: str) -> str:
    """The value of LD_PRELOAD for a Python that is not instrumented."""
    cxx = os.environ.get("CXX", "g++").split()
    ask = [[*cxx, f"-print-file-name={name}"] for name in (*libraries, "libstdc++.so.6")]
    return " ".join(
        subprocess.run(word, capture_output=True, text=True, check=True).stdout.strip() for word in ask
    )


def threads() -> int:
    """Build the C++ library with ThreadSanitizer and use it from threads, unchanged and with each lock removed."""
    folder = FOLDER / "threads"
    library = _staged(folder)
    # FFI is code of the plugins', in C, which is staged beside it.
    used = [path for path in sorted((folder / "native" / "pjrt").glob("*.cc")) if path.stem != "ffi"]
    objects = {source: _compiled(source, folder) for source in [*used, folder / THREADS.name]}
    failed = 0
    if said := _races(objects.values(), library, folder):
        print(f"threads:\n{said[-20000:]}")
        failed += 1
    taken = 0
    for source in objects:
        text = source.read_text("utf-8")
        for lock in LOCK.finditer(text):
            if any(function in text[: lock.start()].rpartition("\n}\n")[2] for function in UNSEEN):
                continue
            taken += 1
            source.write_text(text[: lock.start()] + text[lock.end() :], "utf-8")
            _compiled(source, folder)
            if "ThreadSanitizer: data race" not in _races(objects.values(), library, folder):
                print(f"threads: nothing was seen without the lock of {source.name}: {lock[0].strip()}")
                failed += 1
        source.write_text(text, "utf-8")
        _compiled(source, folder)
    print(f"threads: {failed} failed, {taken} locks taken out")
    return 1 if failed or not taken else 0


def _staged(folder: Path) -> str:
    """Copies the sources and the C API's header into ``folder``; the CPU plugin's library, beside them."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(NATIVE, folder / "native")
    shutil.copy(THREADS, folder)  # locks are removed from it, too
    header = folder / "pjrt_c_api.h"
    header.write_bytes(definitions.pjrt_header(load(RELEASE), Cache()))
    native_build.derive(header, folder / "include")
    with zipfile.ZipFile(build.wheel("cpu", RELEASE)) as wheel:
        return wheel.extract("jaxlib_cpu/libjaxlib_cpu.so", folder)


def _compiled(source: Path, folder: Path) -> Path:
    """The object file of ``source``, for ThreadSanitizer."""
    object_file = folder / f"{source.stem}.o"
    flags = ["-std=c++17", "-O1", "-g1", "-fsanitize=thread"]
    include = [f"-I{folder / 'native'}", f"-isystem{folder / 'include'}"]
    subprocess.run([*_cxx(), *flags, *include, "-c", str(source), "-o", str(object_file)], check=True)
    return object_file


def _races(objects: Iterable[Path], library: str, folder: Path) -> str:
    """What ThreadSanitizer says of the linked program; empty where it ends well."""
    program = folder / "threads"
    subprocess.run([*_cxx(), "-fsanitize=thread", *map(str, objects), "-ldl", "-o", str(program)], check=True)
    suppressions = folder / "suppressions"
    suppressions.write_text("race:libjaxlib_cpu.so\n", "utf-8")
    options = f"halt_on_error=1:exitcode=66:suppressions={suppressions}"
    done = ran("setarch", platform.machine(), "-R", program, library, TSAN_OPTIONS=options)
    return "" if done.returncode == 0 and done.stdout == "done\n" else f"{done.stdout}{done.stderr}"


def _cxx() -> list[str]:
    return os.environ.get("CXX", "g++").split()


def run(sanitizer: str) -> int:
    """Build the extension with ``sanitizer`` and run its checks."""
    library, variable, options, names = SANITIZERS[sanitizer]
    folder = FOLDER / sanitizer
    with instrumented(folder, sanitizer):
        wheel = build.build(recipes.pjrt.stage(load(RELEASE), os.uname().machine, Cache()), folder / "dist")
    others = [build.wheel(name, RELEASE) for name in ("core", "cpu")]
    environment = Environment.create(folder / "environment", PYTHON)
    environment.install("numpy", "ml_dtypes", "nanobind-backend", "packaging")
    environment.install("--no-deps", "--reinstall", *map(str, (wheel, *others)))
    suppressions = folder / "suppressions"
    suppressions.write_text(SUPPRESSIONS, "utf-8")
    variables = {
        variable: options.format(suppressions=suppressions),
        "LD_PRELOAD": preloaded(library),
        "JAXLIB_FEWER_CALLS": "1",
    }
    # -R: ThreadSanitizer's fixed memory layout does not work with address space randomization.
    done = ran("setarch", platform.machine(), "-R", environment.python, CHECKS, *names, **variables)
    if done.returncode:
        print(f"{sanitizer}: status {done.returncode}\n{done.stdout}\n{done.stderr[-20000:]}")
        return 1
    failed = {name: said for name, said in json.loads(done.stdout.splitlines()[-1]).items() if said}
    for name, said in failed.items():
        print(f"{name}\n{said}")
    print(f"{sanitizer}: {len(failed)} failed")
    return 1 if failed else 0


@dataclasses.dataclass(frozen=True, slots=True)
class Subject:
    """A package that is tested without the GIL."""

    name: str
    whole: Stage
    #: The package without a lock, whose absence must be reported.
    unlocked: Stage
    requirements: tuple[str, ...]
    #: Requirements without their own.
    alone: tuple[str, ...]
    #: What Python runs.
    arguments: tuple[str, ...]
    #: Whether it passed, by what it printed; its status is 0.
    passed: Callable[[str], bool]


def free_threaded() -> int:
    """Build a free-threaded Python and our packages with ThreadSanitizer; run checks, also without locks."""
    # Inherited by all child processes.
    if ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE) == -1:
        print("free-threaded: address space randomization cannot be disabled here")
        return 1
    version = definitions.every_free_threaded()[-1]
    release = load(None, version)
    folder = FOLDER / "free-threaded"
    python = folder / "python" / version / "usr" / "bin" / f"python{version}"
    if not python.is_file():
        with Work(f"compiling Python {version} with ThreadSanitizer"):
            interpreters.compiled(version, debian.architecture(), python.parents[2], races=True)
    suppressions = folder / "suppressions"
    # Not instrumented: XLA, the plugin's extension, NumPy, and the loader, which reuses a thread's variables.
    modules = ("libjaxlib_cpu.so", "_pjrt.cpython", "_multiarray_umath", "ld-linux")
    suppressions.write_text("".join(f"race:{module}\n" for module in modules), "utf-8")
    options = f"exitcode=66:suppressions={suppressions}"
    variables = {"JAXLIB_FEWER_CALLS": "1", "JAXLIB_ROUNDS": "8"}
    others = [
        build.wheel("core", release.release),
        build.wheel("cpu", release.release, free_threaded=True),
    ]
    failed = 0
    for subject in _subjects(release, abi(version)):
        for locked, staged in ((True, subject.whole), (False, subject.unlocked)):
            name = f"{subject.name}, {'whole' if locked else 'unlocked'}"
            own = folder / name.replace(", ", "-")
            with instrumented(own, "thread"), Work(name):
                wheel = build.build(staged, own / "dist", {build.BUILD_PYTHON: str(python)})
                environment = Environment.create(own / "environment", python)
                environment.install("--only-binary=:all:", *subject.requirements)
                environment.install("--no-deps", "--reinstall", *subject.alone, *map(str, (wheel, *others)))
                # Without a lock, one report is enough; what follows may hang.
                halting = options if locked else f"halt_on_error=1:{options}"
                done = ran(environment.python, *subject.arguments, TSAN_OPTIONS=halting, **variables)
            races = "ThreadSanitizer: data race" in done.stderr
            passed = not races and done.returncode == 0 and subject.passed(done.stdout)
            if not (passed if locked else races):
                said = f"status {done.returncode}" if locked else "nothing was seen"
                print(f"free-threaded: {name}: {said}\n{done.stdout}\n{done.stderr[-20000:]}")
                failed += 1
    print(f"free-threaded: {failed} failed")
    return 1 if failed else 0


def _subjects(release: Manifest, tag: str) -> tuple[Subject, ...]:
    pjrt = recipes.pjrt.stage(release, os.uname().machine, Cache(), tag)
    jaxlib = recipes.jaxlib.stage(release, os.uname().machine, Cache(), tag)
    # The lock around Python functions; that of the whole module.
    functions = ("native/ffi_functions.cc", LOCK, "")
    module = (
        "native/module_lock.h",
        re.compile(r"(?<=entered_\()module_lock_section\(\) == nullptr"),
        "false",
    )
    return (
        Subject(
            "jaxlib-pjrt",
            pjrt,
            _without(pjrt, *functions),
            ("numpy", "ml_dtypes", "packaging"),
            (),
            (str(CHECKS), *SANITIZERS["thread"][3]),
            lambda printed: not any(json.loads(printed.splitlines()[-1]).values()),
        ),
        Subject(
            "jaxlib",
            jaxlib,
            _without(jaxlib, *module),
            ("numpy", "ml_dtypes", "scipy", "opt_einsum", "packaging", "flatbuffers", "pytest"),
            (f"jax=={release.release}",),
            # -s: pytest would keep what ThreadSanitizer prints.
            (
                *("-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "-c", os.devnull),
                *("--confcutdir", str(PARALLEL.parent), str(PARALLEL)),
            ),
            lambda printed: " passed" in printed,
        ),
    )


def _without(staged: Stage, name: str, lock: re.Pattern[str], instead: str) -> Stage:
    """The sources with ``instead`` in place of a lock."""
    text = staged.files[name]
    assert isinstance(text, bytes)
    without = lock.sub(instead, text.decode("utf-8")).encode()
    assert without != text, f"no lock in {name}"
    return dataclasses.replace(staged, files={**staged.files, name: without})


def bindings_with(sanitizers: str, folder: Path) -> Environment:
    """A new environment with jax, jaxlib-cpu and the bindings-only jaxlib, which is built with ``sanitizers``."""
    with instrumented(folder, sanitizers):
        wheel = build.jaxlib(RELEASE, "", folder / "dist", str(PYTHON))
    others = [build.wheel(name, RELEASE) for name in ("core", "cpu")]
    environment = Environment.create(folder / "environment", PYTHON)
    environment.install("flatbuffers", f"jax=={RELEASE}", *map(str, (wheel, *others)))
    environment.install("--no-deps", "--reinstall", *map(str, (wheel, *others)))
    return environment


def bindings() -> int:
    """Build jaxlib (bindings-only) with both sanitizers, and run what its tests run."""
    folder = FOLDER / "bindings"
    environment = bindings_with("address,undefined", folder)
    shim = folder / "shim.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", str(shim), str(INSTALLED / "fakes/failing_shim.c"), "-ldl"],
        check=True,
    )
    variables = {**addresses(), "JAXLIB_FEWER_CALLS": "1"}
    library = str(environment.site_packages / "jaxlib_cpu" / "libjaxlib_cpu.so")
    failed = 0
    for name, arguments, own in (
        ("bindings_cases.py", (), {}),
        ("bindings_devices.py", (), {}),
        ("bindings_failures.py", (str(shim),), {"SHIM_LIBRARY": library, "JAX_PLATFORMS": "shim"}),
    ):
        done = ran(environment.python, INSTALLED / name, *arguments, **{**variables, **own})
        if done.returncode:
            print(f"{name}: status {done.returncode}\n{done.stdout}\n{done.stderr[-20000:]}")
            failed += 1
    print(f"bindings: {failed} failed")
    return 1 if failed else 0


def addresses() -> dict[str, str]:
    """Variables of a process whose extension was built with AddressSanitizer and UndefinedBehaviorSanitizer."""
    return {
        "ASAN_OPTIONS": "detect_leaks=0:detect_odr_violation=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "LD_PRELOAD": preloaded("libasan.so", "libubsan.so"),
    }


def steps() -> int:
    """Run the state machines against the bindings-only jaxlib, built with each sanitizer."""
    examples = int(os.environ.get("JAXLIB_EXAMPLES", "25"))
    upstream = Side(differential.environment("upstream"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    suppressions = FOLDER / "suppressions"
    suppressions.write_text(SUPPRESSIONS, "utf-8")
    races = {
        "TSAN_OPTIONS": f"exitcode=66:halt_on_error=1:suppressions={suppressions}",
        "LD_PRELOAD": preloaded("libtsan.so"),
    }
    failed = 0
    for sanitizers, variables, machines in (
        ("address,undefined", addresses(), (Machine, Threads)),
        ("thread", races, (Threads,)),
    ):
        environment = bindings_with(sanitizers, FOLDER / f"steps-{sanitizers.partition(',')[0]}")
        # -R: ThreadSanitizer's fixed memory layout does not work with address space randomization.
        side = Side(environment.python, variables, ("setarch", platform.machine(), "-R"))
        for machine in machines:
            try:
                differential.run(machine, side, upstream, examples, steps=25)
            except AssertionError as error:
                print(f"steps, {sanitizers}, {machine.__name__}: {error}", flush=True)
                failed += 1
            else:
                print(f"steps, {sanitizers}, {machine.__name__}: {examples} sequences", flush=True)
        side.close()
    upstream.close()
    print(f"steps: {failed} failed")
    return 1 if failed else 0
