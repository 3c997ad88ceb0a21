"""Runs the doctor's first command in a shell, after which jax must work, for a table of broken environments.

The test command runs a few rows that cover every part, fault and kind of environment. ``nox -s repairs`` runs all
rows, and records each in ``build/repairs``, with the commit: a row that was repaired with the same wheels is not
run again. ``nox -s repairs -- random:50`` runs 50 new combinations, in every kind of environment.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.faults.broken.row import Broken, Row
from tests.faults.broken.table import QUICK, TABLE, combinations
from tests.installed.conftest import COMMON, PYTHONS, RELEASE, make, wheels
from tools import BINDINGS_LABEL, BUILD, DIST
from tools.environments.venv import Environment, upstreams_jaxlib, uv

__all__ = ["make"]

#: The requested rows: ``all``, a part such as ``1/2``, a file with a row's name on each line, ``random:COUNT`` or
#: ``random:COUNT:SEED``; empty for those of the test command.
ASKED = os.environ.get("JAXLIB_REPAIRS", "")

#: The record: a line of JSON for each row that was run, with its name, the hash of the environment's wheels, the
#: commit, the end, the command and the seconds.
RECORD = BUILD / "repairs" / f"{RELEASE}.jsonl"


def rows() -> list[Row]:
    """The requested rows."""
    if not ASKED:
        return list(QUICK)
    if Path(ASKED).is_file():
        names = set(Path(ASKED).read_text("utf-8").splitlines())
        return [row for row in TABLE if row.name in names]
    if ASKED.startswith("random:"):
        count, _, seed = ASKED.removeprefix("random:").partition(":")
        return combinations(int(count), int(seed or time.time()))
    part, _, parts = ASKED.partition("/")
    return list(TABLE) if ASKED == "all" else list(TABLE[int(part) - 1 :: int(parts)])


ROWS = rows()

USE_JAX = """
import jax, numpy
eight, four = map(jax.device_put, (numpy.arange(8, dtype=numpy.float32), numpy.full((1, 1), 4, numpy.float32)))
assert jax.device_get(jax.jit(lambda x: (x * 2 + 1).sum())(eight)) == 64
assert jax.device_get(jax.numpy.linalg.cholesky(four))[0, 0] == 2
print("jax works on", jax.devices()[0].platform)
"""


def _run(*command: str, environment: Mapping[str, str] | None = None) -> str:
    """Run ``command``, which must succeed, without input; its output."""
    done = subprocess.run(
        command,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        timeout=900,
    )
    return done.stdout


class SoundEnvironments:
    """Sound environments, made once, and copies of them; wheels for the repairs, so that no registry is asked."""

    def __init__(self, folder: Path, make: Callable[..., Environment]) -> None:
        self.folder = folder
        self._make = make
        self._sound: dict[str, tuple[Path, Path]] = {}
        self.wheels = folder / "wheels"
        self.wheels.mkdir()
        sound = make(f"jaxlib-cpu=={RELEASE}", python=COMMON, installer="pip")
        self._first = sound
        needed = [f"jax=={RELEASE}", f"jaxlib=={RELEASE}"]
        command = [str(sound.python), "-m", "pip", "download", "--quiet", "--dest", str(self.wheels)]
        _run(*command, *upstreams_jaxlib(), "--find-links", str(DIST), *needed)
        _run(*command, "pip", "setuptools", "packaging")
        for wheel in DIST.glob(f"jaxlib_c*-{RELEASE}-*.whl"):
            if wheel.name.startswith(("jaxlib_core-", "jaxlib_cpu-")):
                (self.wheels / wheel.name).unlink(missing_ok=True)
                shutil.copyfile(wheel, self.wheels / wheel.name)
        self._installed = [*self.wheels.glob("jaxlib*.whl")]
        self._bindings = [*DIST.glob(f"jaxlib-{RELEASE}+{BINDINGS_LABEL}-*.whl")]
        config = folder / "uv.toml"
        config.write_text(f'no-index = true\nfind-links = ["{self.wheels}"]\n', "utf-8")
        self.variables = {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_ROOT_USER_ACTION": "ignore",
            # Compiling takes most of an installation's time, and is useless for a program that runs once.
            "PIP_NO_COMPILE": "1",
            "UV_CONFIG_FILE": str(config),
            "PATH": f"{Path(uv()).parent if '/' in uv() else Path(sys.executable).parent}:{os.environ['PATH']}",
        }

    def key(self, kind: str) -> str:
        """The hash of the wheels in an environment of that kind, and of those that its repair may install."""
        return _hash([*self._installed, *(self._bindings if kind == "bindings" else ())])

    def sound(self, kind: str) -> tuple[Path, Path]:
        """The folder of a sound environment of that kind, and its interpreter in it."""
        if kind not in self._sound:
            self._sound[kind] = getattr(self, f"_make_{kind}")()
        return self._sound[kind]

    def _make_pip(self) -> tuple[Path, Path]:
        folder = self.folder / "pip"
        python = PYTHONS[COMMON]
        _run(str(python), "-m", "venv", str(folder))
        self._fill(folder / "bin" / "python")
        return folder, Path("bin/python")

    def _make_uv(self) -> tuple[Path, Path]:
        environment = Environment.create(self.folder / "uv", PYTHONS[COMMON])
        self._fill(environment.python)
        return environment.folder, Path("bin/python")

    def _make_bindings(self) -> tuple[Path, Path]:
        folder = self.folder / "bindings"
        _run(str(PYTHONS[COMMON]), "-m", "venv", str(folder))
        wheel = next(DIST.glob(f"jaxlib-{RELEASE}+{BINDINGS_LABEL}-cp{COMMON[0]}{COMMON[1]}-*.whl"), None)
        if wheel is None:
            pytest.skip(f"no jaxlib {RELEASE}+{BINDINGS_LABEL} in dist/: its repairs are NOT TESTED")
        self._fill(folder / "bin" / "python", str(wheel))
        return folder, Path("bin/python")

    def _make_system(self) -> tuple[Path, Path]:
        """A complete Python that is marked as externally managed."""
        query = "import sys, sysconfig; print(sys.base_prefix, sysconfig.get_path('stdlib'), sep='\\n')"
        said = _run(str(PYTHONS[COMMON]), "-c", query)
        prefix, library = map(Path, said.split())
        if prefix == Path("/usr") or not library.is_relative_to(prefix):
            pytest.skip("this Python cannot be copied: repairs of a system's Python are NOT TESTED")
        folder = self.folder / "system"
        (folder / "bin").mkdir(parents=True)
        name = f"python{COMMON[0]}.{COMMON[1]}"
        shutil.copy2(prefix / "bin" / name, folder / "bin" / name)
        target = folder / library.relative_to(prefix)
        shutil.copytree(
            library, target, ignore=shutil.ignore_patterns("site-packages", "__pycache__", "test")
        )
        (target / "site-packages").mkdir()
        python = folder / "bin" / name
        _run(str(python), "-m", "ensurepip")
        (target / "EXTERNALLY-MANAGED").write_text(
            "[externally-managed]\nError=owned by the system\n", "utf-8"
        )
        self._fill(python)
        return folder, Path("bin") / name

    def _fill(self, python: Path, *first: str) -> None:
        command = [uv(), "pip", "install", "--quiet", "--python", str(python), "--break-system-packages"]
        environment = {**os.environ, **self.variables}
        _run(*command, *first, f"jaxlib-cpu=={RELEASE}", environment=environment)
        # Compiled here once, for all copies.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _run(str(python), "-c", USE_JAX, environment=environment)

    def copy(self, kind: str, folder: Path) -> Broken:
        """A copy of the sound environment of that kind in ``folder``, of links."""
        source, python = self.sound(kind)
        _run("cp", "-al", str(source), str(folder / "env"))
        site = next((folder / "env" / "lib").glob("python3*/site-packages"))
        here = folder / "here"
        here.mkdir()
        broken = Broken(folder / "env" / python, site, here, RELEASE, self.wheels)
        if kind == "uv":
            # The script, as users run it; its first line names the interpreter.
            script = folder / "env" / "bin" / "jaxlib"
            text = script.read_bytes().replace(os.fsencode(source), os.fsencode(folder / "env"))
            broken.replace(script, text)
            script.chmod(0o755)
            broken.command = ("{bin}/jaxlib",)
        return broken


@pytest.fixture(scope="module")
def environments(make: Callable[..., Environment]) -> Iterator[SoundEnvironments]:
    wheels(RELEASE)
    folder = Path(tempfile.mkdtemp(prefix="jaxlib-repairs-"))
    yield SoundEnvironments(folder, make)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def folder(environments: SoundEnvironments) -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="row-", dir=environments.folder))
    yield path
    shutil.rmtree(path, ignore_errors=True)


#: Seconds after which a shell is ended. The doctor's trials alone may take six limits of a child.
LIMIT = 600.0


def shell(environments: SoundEnvironments, broken: Broken, *lines: str) -> subprocess.CompletedProcess[str]:
    """Run these lines in a shell, in the environment's own folder and with its variables.

    It fails if they do not end; everything that they started is ended in any case.
    """
    kept = Environment(broken.folder).variables({**environments.variables, **broken.variables})
    command = ["bash", "-c", "\n".join((*broken.lines, *lines))]
    # Files, not pipes: what the lines start may keep a pipe open forever.
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            command,
            cwd=broken.folder,
            env=kept,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        waiting = ""
        try:
            process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            query = ["ps", "-o", "pid,etimes,stat,wchan:32,args", "-g", str(process.pid)]
            waiting = _run(*query)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
        texts = [(file.seek(0), file.read())[1] for file in (out, err)]
    assert not waiting, f"still running after {LIMIT:g} s\n{waiting}\n{command[-1]}\n{texts[0]}\n{texts[1]}"
    return subprocess.CompletedProcess(command, process.returncode, *texts)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_the_first_command_repairs(row: Row, environments: SoundEnvironments, folder: Path) -> None:
    if ASKED and _repaired_before(row, environments):
        return
    began, command, ended = time.monotonic(), "", "not repaired"
    try:
        command = _repair(row, environments, folder)
        ended = "repaired" if command else row.ends if row.ends == "told" else "works"
    except pytest.skip.Exception:
        ended = "not run"
        raise
    finally:
        if ASKED:
            seconds = round(time.monotonic() - began, 1)
            values = {"ended": ended, "command": command, "seconds": seconds}
            _keep(row=row.name, wheels=environments.key(row.kind), commit=_commit(), **values)


def _hash(files: list[Path]) -> str:
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(files)]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


@cache
def _commit() -> str:
    """The commit that is checked out, with ``-dirty`` if files were changed; empty without git."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _repaired_before(row: Row, environments: SoundEnvironments) -> bool:
    lines = RECORD.read_text("utf-8").splitlines() if RECORD.is_file() else []
    last = [result for result in map(json.loads, lines) if result["row"] == row.name][-1:]
    return any(
        result["wheels"] == environments.key(row.kind) and result["ended"] in {"repaired", "works", "told"}
        for result in last
    )


def _keep(**values: object) -> None:
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    with RECORD.open("a", encoding="utf-8") as file:
        file.write(json.dumps(values) + "\n")


def _repair(row: Row, environments: SoundEnvironments, folder: Path) -> str:
    """The command that repaired it; empty if jax worked and the doctor said so, or if no command helps."""
    broken = environments.copy(row.kind, folder)
    for apply in row.apply:
        apply(broken)
    python = shlex.quote(str(broken.python))
    places = {"python": broken.python, "bin": broken.python.parent, "site": broken.site}
    doctor = shlex.join([word.format(**places) for word in (*broken.command, "doctor")])
    use = f"{python} -c '{USE_JAX}'"
    ill = shell(environments, broken, " ".join([doctor, *broken.options]))
    if ill.stdout.rstrip().endswith("Healthy."):
        assert shell(environments, broken, use).returncode == 0, f"a false Healthy:\n{ill.stdout}"
        assert ill.returncode == 0
        assert row.ends in {"works", ""}, f"not broken at all:\n{ill.stdout}"
        return ""
    assert ill.returncode == 1, f"{ill.returncode}\n{ill.stdout}\n{ill.stderr}"
    # If the command cannot start, its error is on standard error.
    lines = (ill.stdout or ill.stderr).splitlines()
    if row.ends == "told":
        # If the doctor itself cannot start, its error is on standard error.
        said = ill.stdout + ill.stderr
        assert "To fix it, run:" not in said, f"a command:\n{said}"
        assert "\n  note:   " in said, f"nothing to do is told:\n{said}"
        return ""
    assert row.ends in {"repaired", ""}, f"jax works:\n{ill.stdout}"
    first = "\n".join(lines[: lines.index("To fix it, run:")])
    assert row.code in first, f"another diagnosis:\n{first}"
    command = lines[lines.index("To fix it, run:") + 1]
    print(command)
    # In the long run, the doctor is not asked again: it would take half of the time, with the same answer each
    # time.
    again = [] if ASKED else [doctor]
    well = shell(environments, broken, f"{{ {command} ; }} >&2 || exit 7", f"{use} || exit 8", *again)
    told = f"{ill.stdout}\n---- {command}\n{well.stdout}\n{well.stderr}"
    assert well.returncode != 7, f"the command fails\n{told}"
    assert well.returncode != 8, f"jax does not work after the command\n{told}"
    assert well.returncode == 0, f"the doctor is not content after the command\n{told}"
    assert ASKED or well.stdout.rstrip().endswith("Healthy."), told
    return command
