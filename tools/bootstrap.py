"""From a bare Python to nox: the pinned nox and uv in a virtual environment of the checkout's own.

Only the standard library is used here; this runs before anything is installed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

OLDEST = (3, 11)


def run(root: Path, arguments: Sequence[str]) -> int:
    """Run ``nox ARGUMENTS`` for the checkout at ``root``; returns its exit status."""
    if sys.version_info < OLDEST:
        version = ".".join(map(str, sys.version_info[:3]))
        return _fail(
            f"wanted: Python {OLDEST[0]}.{OLDEST[1]} or newer\nfound:  Python {version}, {sys.executable}\n"
            "To fix it, run this with a newer python3."
        )
    folder = root / ".nox" / "bootstrap"
    pins = _pins(root / "pyproject.toml")
    try:
        binary = _environment(folder, pins)
    except KeyboardInterrupt:
        return _fail("Interrupted. Run the same command again.")
    except OSError as error:
        return _fail(
            f"wanted: a virtual environment with {' '.join(pins)}\nfound:  {error}\nwhere:  {folder}\n"
            "To fix it, make room or fix the permissions there, and run the same command again."
        )
    except subprocess.CalledProcessError as error:
        return _fail(
            f"wanted: a virtual environment with {' '.join(pins)}\n"
            f"found:  {' '.join(map(str, error.cmd))} ended with status {error.returncode}\n"
            f"where:  {folder}\n"
            "To fix it, if the lines above say that ensurepip is missing (Debian, Ubuntu), run:\n"
            "apt install python3-venv"
        )
    # The sessions find the uv of this environment on PATH.
    path = os.pathsep.join([str(binary), os.environ.get("PATH", os.defpath)])
    command = [str(binary / "python"), "-m", "nox", "--noxfile", str(root / "noxfile.py"), *arguments]
    with subprocess.Popen(command, env={**os.environ, "PATH": path}) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # A terminal sends it to nox as well, which ends its sessions and then itself.
                continue


def _environment(folder: Path, pins: Sequence[str]) -> Path:
    """The folder of executables of the environment at ``folder``, which is remade if its pins differ."""
    binary = folder / ("Scripts" if os.name == "nt" else "bin")
    stamp = folder / "pins.txt"
    wanted = "\n".join([sys.version, *pins])
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return binary
    print(f"Installing {' and '.join(pins)} into {folder}", file=sys.stderr, flush=True)  # noqa: T201
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(folder)])
    _run([str(binary / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pins])
    # Written last: an environment without it is incomplete.
    stamp.write_text(wanted, "utf-8")
    return binary


def _run(command: Sequence[str]) -> None:
    """Run a command that Ctrl-C kills; if it received the signal, each of its Pythons would print a traceback."""
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if status:
        raise subprocess.CalledProcessError(status, command)


def _pins(pyproject: Path) -> list[str]:
    groups = tomllib.loads(pyproject.read_text("utf-8"))["dependency-groups"]

    def flat(name: str) -> list[str]:
        return [
            pin
            for entry in groups[name]
            for pin in ([entry] if isinstance(entry, str) else flat(entry["include-group"]))
        ]

    return flat("bootstrap")


def _fail(text: str) -> int:
    print(text, file=sys.stderr)  # noqa: T201
    return 1
