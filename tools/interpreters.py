"""Finds the Pythons of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import BUILD

#: Where ``python -m tools interpreters`` puts those that the machine lacks.
FETCHED = BUILD / "interpreters"


def pythons(oldest: tuple[int, int] = (3, 11)) -> dict[tuple[int, int], Path]:
    """Every CPython of this machine from ``oldest`` on that has the GIL, one for each minor version, by version."""
    found = {numbers(name): path for name, path in every().items() if not is_free_threaded(name)}
    return {version: path for version, path in found.items() if version >= oldest}


def every() -> dict[str, Path]:
    """Every CPython of this machine, one for each name, such as ``3.13`` and, free-threaded, ``3.13t``.

    It searches ``PATH``, then pyenv's and uv's installations, then `FETCHED`. A command that does not run, such as
    pyenv's shim of a version that is not selected, is skipped.
    """
    interpreters: dict[str, Path] = {}
    for candidate in dict.fromkeys(_candidates()):
        if name := _name(candidate):
            interpreters.setdefault(name, candidate)
    return {name: interpreters[name] for name in sorted(interpreters, key=lambda name: (numbers(name), name))}


def numbers(name: str) -> tuple[int, int]:
    """The version of a Python's name: ``(3, 13)`` of ``3.13t``."""
    major, minor = name.removesuffix("t").split(".")
    return int(major), int(minor)


def is_free_threaded(name: str) -> bool:
    """Whether a Python's name, or the ABI of its wheels, is that of a free-threaded one: ``3.13t``, ``cp313t``."""
    return name.endswith("t")


def abi(name: str) -> str:
    """The ABI of wheels for one Python: ``cp313`` of ``3.13``, ``cp313t`` of ``3.13t``."""
    return f"cp{name.replace('.', '')}"


def _candidates() -> Iterator[Path]:
    yield Path(sys.executable)
    folders = [Path(entry) for entry in os.environ.get("PATH", os.defpath).split(os.pathsep) if entry]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    uv_pythons = Path.home() / ".local" / "share" / "uv" / "python"
    folders += sorted(folder for base in (pyenv, uv_pythons) for folder in base.glob("*/bin"))
    folders += sorted(FETCHED.glob("*/usr/bin"))
    for folder in folders:
        yield from sorted(folder.glob("python3.[0-9][0-9]"))
        yield from sorted(folder.glob("python3.[0-9][0-9]t"))


#: Prints the implementation and the name of the Python that runs it.
ASK = (
    "import platform, sys, sysconfig; print(platform.python_implementation(), "
    "'%d.%d' % sys.version_info[:2] + 't' * bool(sysconfig.get_config_var('Py_GIL_DISABLED')))"
)


def _name(python: Path) -> str | None:
    try:
        done = subprocess.run(
            [str(python), "-c", ASK], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    words: Sequence[str] = done.stdout.split()
    return words[1] if not done.returncode and len(words) == 2 and words[0] == "CPython" else None
