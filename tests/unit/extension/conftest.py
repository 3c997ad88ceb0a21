"""Builds the extension and the fakes once, and runs them in child processes: a crash is a failed test."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from plugins.extension.compile import compile_shared
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load

HERE = Path(__file__).parent
NATIVE = Path(__file__).parents[3] / "plugins" / "extension" / "native"
TARGET = f"{platform.machine()}-linux-gnu.2.17"
VERSIONS = ("3.11", "3.12", "3.13")

# What every child starts with; its arguments are then sys.argv[1:].
PRELUDE = """
import ctypes, sys
sys.path.insert(0, sys.argv.pop(1))
import _pjrt

def pointer(api):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    return get(api.capsule, b"pjrt_c_api")

def raised(kind, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except kind as error:
        assert type(error) is kind, type(error)
        return error
    raise AssertionError(f"{kind.__name__} was not raised")
"""

Child = Callable[..., str]
Fake = Callable[..., Path]


@cache
def find_pythons() -> dict[str, Path]:
    """The CPythons of this machine with a GIL, one for each version: on PATH, or pyenv's."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    if "PYENV_ROOT" in os.environ:
        folders += sorted(Path(os.environ["PYENV_ROOT"], "versions").glob("*/bin"))
    candidates = [Path(sys.executable)]
    candidates += [path for folder in folders for path in sorted(folder.glob("python3.[0-9][0-9]"))]
    probe = (
        "import sys, sysconfig; print('%d.%d' % sys.version_info[:2], sys.implementation.name,"
        " sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
    )
    found: dict[str, Path] = {}
    for candidate in candidates:
        try:
            done = subprocess.run(
                [candidate, "-I", "-c", probe], capture_output=True, text=True, check=False, timeout=60
            )
        except OSError:
            continue
        # A pyenv shim of a version that is not selected fails here.
        match done.stdout.split():
            case [version, "cpython", "0"]:
                found.setdefault(version, candidate)
    return found


@pytest.fixture(params=VERSIONS)
def python(request: pytest.FixtureRequest) -> Path:
    """Each Python that the extension must serve."""
    if request.param not in find_pythons():
        pytest.skip(f"no CPython {request.param} on PATH or in $PYENV_ROOT/versions: NOT TESTED there")
    return find_pythons()[request.param]


@pytest.fixture(scope="session")
def headers() -> Path:
    """The directory of the pinned pjrt_c_api.h."""
    artifact = load().artifact("xla-cpu-pjrt")
    return Cache().member(artifact.file("x86_64"), artifact.headers["pjrt_c_api"]).parent


@pytest.fixture(scope="session")
def library() -> Path:
    """The real XLA:CPU plugin of the pinned wheel."""
    artifact = load().artifact("xla-cpu-pjrt")
    assert artifact.library is not None
    return Cache().member(artifact.file(platform.machine()), artifact.library.member)


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory, headers: Path) -> Path:
    """The extension, built as setup.py builds it."""
    output = tmp_path_factory.mktemp("extension") / "_pjrt.abi3.so"
    compile_shared(sorted(NATIVE.glob("*.c")), output, target=TARGET, include=[headers])
    return output


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory, headers: Path) -> Fake:
    """Compiles fakes/<name>.c with the given macros, once for each."""
    folder = tmp_path_factory.mktemp("fakes")

    def build(name: str, **defines: int) -> Path:
        output = folder / f"{'_'.join([name, *(f'{key}{value}' for key, value in defines.items())])}.so"
        if not output.exists():
            compile_shared(
                [HERE / "fakes" / f"{name}.c"],
                output,
                target=TARGET,
                include=[headers, NATIVE],
                defines={key: str(value) for key, value in defines.items()},
            )
        return output

    return build


@pytest.fixture
def child(python: Path, extension: Path) -> Child:
    """Runs code after the prelude, in each Python; returns what it printed."""

    def run(code: str, *arguments: object) -> str:
        source = PRELUDE + textwrap.dedent(code)
        done = subprocess.run(
            [str(python), "-I", "-c", source, str(extension.parent), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{ended(done.returncode)}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run


def ended(status: int) -> str:
    """How a child ended, in words."""
    name = f" ({signal.Signals(-status).name})" if status < 0 else ""
    return f"the child ended with status {status}{name}"


@pytest.fixture
def scratch_copy(tmp_path: Path) -> Path:
    """A copy of the extension's sources that a test may change."""
    copy = tmp_path / "elsewhere" / "native"
    shutil.copytree(NATIVE, copy)
    return copy
