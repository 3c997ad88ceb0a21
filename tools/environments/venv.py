"""Creates virtual environments; finds the oldest Python of this machine that a line serves."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.utils import parse_wheel_filename

from tools import BINDINGS_LABEL, BUILD, DIST, FREE_THREADED
from tools.artifacts.manifest import ManifestError, known, load, releases
from tools.interpreters import pythons


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment in ``folder``."""

    folder: Path

    @classmethod
    def create(cls, folder: Path, python: Path | None = None, *, seed: bool = False) -> Environment:
        """Make a new environment in ``folder`` (which is replaced) with ``python``, by default this one.

        With ``seed`` it has pip, from the registry: the system's Python may lack ensurepip.

        Raises:
            subprocess.CalledProcessError: uv could not make it.
        """
        shutil.rmtree(folder, ignore_errors=True)
        command = [
            uv(),
            "venv",
            "--quiet",
            "--no-project",
            "--python",
            str(python or sys.executable),
            str(folder),
        ]
        subprocess.run([*command, *(["--seed"] if seed else [])], check=True)
        return cls(folder)

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.folder / "bin" / "python"

    @property
    def site_packages(self) -> Path:
        """The environment's site-packages."""
        return next((self.folder / "lib").glob("python3*")) / "site-packages"

    def install(self, *arguments: str, installer: str = "uv") -> None:
        """Install with ``pip`` (the environment was made with ``seed``) or ``uv``.

        jaxlib is upstream's, even from dist/, unless ``arguments`` name the bindings or they are installed already.

        Raises:
            subprocess.CalledProcessError: With the installer's output in ``stdout``.
        """
        command = (
            [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            if installer == "pip"
            else [uv(), "pip", "install", "--quiet", "--python", str(self.python)]
        )
        there = any(self.site_packages.glob(f"jaxlib-*+{BINDINGS_LABEL}.dist-info"))
        named = any(f"+{BINDINGS_LABEL}" in argument for argument in arguments)
        if str(DIST) in arguments and not there and not named:
            command += upstreams_jaxlib()
        rebuilt = rebuilt_since() if str(DIST) in arguments and installer == "uv" else {}
        fresh = [f"--refresh-package={parse_wheel_filename(file)[0]}" for file in rebuilt]
        subprocess.run(
            [*command, *dict.fromkeys(fresh), *arguments],
            check=True,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        _unpacked({file: time for file, time in rebuilt.items() if self._has(file)})

    def _has(self, wheel: str) -> bool:
        """Whether that wheel is installed, and not one of the same version for another Python or machine."""
        name, version = wheel.split("-")[:2]
        try:
            text = (self.site_packages / f"{name}-{version}.dist-info" / "WHEEL").read_text("utf-8")
        except OSError:
            return False
        installed = {
            line.removeprefix("Tag:").strip() for line in text.splitlines() if line.startswith("Tag:")
        }
        return not installed.isdisjoint(map(str, parse_wheel_filename(wheel)[-1]))

    def uninstall(self, *distributions: str) -> None:
        """Remove distributions; one that is not installed is not an error."""
        command = [uv(), "pip", "uninstall", "--quiet", "--python", str(self.python), *distributions]
        subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def variables(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """A child process's variables: this process's without those of jax and the loader, plus ``more``."""
        return {key: value for key, value in os.environ.items() if not key.startswith(OUTSIDE)} | dict(
            more or {}
        )

    def run(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        timeout: float = 300,
        given: str | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run the environment's Python with ``arguments`` outside the checkout, and capture its output.

        ``given`` is its standard input.

        Raises:
            subprocess.TimeoutExpired: It did not end, and was killed with all processes that it started.
        """
        command = [str(self.python), *arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command,
            env=self.variables(environment),
            cwd=self.folder,
            stdin=None if given is None else pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, errors = process.communicate(given, timeout)
            except BaseException as error:
                # Processes that it started hold its pipes open, which would be waited for.
                os.killpg(process.pid, signal.SIGKILL)
                output, errors = process.communicate()
                error.add_note(f"its output ends with:\n{output[-4000:]}\n{errors[-4000:]}")
                raise
        return subprocess.CompletedProcess(command, process.returncode, output, errors)


#: The build times of the wheels in dist/ that uv has unpacked.
UNPACKED = BUILD / "stamps" / "unpacked.json"

#: Variables by which the calling process would affect a new environment.
OUTSIDE = ("PYTHON", "JAX", "XLA_", "PJRT_", "LD_LIBRARY_PATH", "VIRTUAL_ENV")


def upstreams_jaxlib() -> tuple[str, str]:
    """Options that exclude the bindings, whose label makes an installer prefer them to upstream's jaxlib."""
    constraint = BUILD / "upstreams-jaxlib.txt"
    content = f"jaxlib{','.join(f'!={release}+{BINDINGS_LABEL}' for release in known())}\n"
    if not constraint.is_file() or constraint.read_text("utf-8") != content:
        BUILD.mkdir(exist_ok=True)
        constraint.write_text(content, "utf-8")
    return ("--constraint", str(constraint))


def rebuilt_since() -> dict[str, int]:
    """The family's wheels in dist/ that were built after uv unpacked them, with their build times in ns.

    uv reuses what it unpacked from an earlier wheel of the same name and version, unless it is told to refresh it;
    if it is told so each time, it keeps one more copy each time.
    """
    seen = _seen()
    wheels = (path for folder in (DIST, DIST / FREE_THREADED) for path in folder.glob("jaxlib*.whl"))
    times = {path.name: path.stat().st_mtime_ns for path in wheels}
    return {file: time for file, time in sorted(times.items()) if seen.get(file) != time}


def _unpacked(files: Mapping[str, int]) -> None:
    if files:
        UNPACKED.parent.mkdir(parents=True, exist_ok=True)
        written = UNPACKED.with_suffix(f".{os.getpid()}")
        written.write_text(json.dumps({"cache": _cache(), "files": {**_seen(), **files}}), "utf-8")
        written.replace(UNPACKED)


def _seen() -> dict[str, int]:
    try:
        data = json.loads(UNPACKED.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    files: dict[str, int] = data["files"] if data["cache"] == _cache() else {}
    return files


def _cache() -> str:
    return os.environ.get("UV_CACHE_DIR", "")


def uv() -> str:
    """The uv of this environment, else the one on the path."""
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.is_file() else "uv"


def oldest() -> tuple[Path, str]:
    """The oldest CPython of this machine that a release line serves, and the newest line that serves it.

    Raises:
        ManifestError: No line serves a Python of this machine.
    """
    interpreters = pythons()
    for (major, minor), path in interpreters.items():
        if serving := [release for release in releases() if load(release).serves(f"cp{major}{minor}")]:
            return path, serving[-1]
    here = ", ".join(f"{major}.{minor}" for major, minor in interpreters)
    raise ManifestError(
        "no release line serves a Python of this machine\n"
        f"  wanted:    a CPython for one of {', '.join(releases())}\n"
        f"  found:     {here or 'none'}\n"
        "  looked in: PATH, pyenv's and uv's installations"
    )
