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
    """Every CPython of this machine from ``oldest`` on that has the GIL, one for each minor version, by version.

    It searches ``PATH``, then pyenv's and uv's installations, then `FETCHED`. A command that does not run, such as
    pyenv's shim of a version that is not selected, is skipped.
    """
    interpreters: dict[tuple[int, int], Path] = {}
    for candidate in dict.fromkeys(_candidates()):
        version = _version(candidate)
        if version and version >= oldest:
            interpreters.setdefault(version, candidate)
    return dict(sorted(interpreters.items()))


def _candidates() -> Iterator[Path]:
    yield Path(sys.executable)
    folders = [Path(entry) for entry in os.environ.get("PATH", os.defpath).split(os.pathsep) if entry]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    uv_pythons = Path.home() / ".local" / "share" / "uv" / "python"
    folders += sorted(folder for base in (pyenv, uv_pythons) for folder in base.glob("*/bin"))
    folders += sorted(FETCHED.glob("*/usr/bin"))
    for folder in folders:
        yield from sorted(folder.glob("python3.[0-9][0-9]"))


def _version(python: Path) -> tuple[int, int] | None:
    script = (
        "import platform, sys, sysconfig; print(platform.python_implementation(), *sys.version_info[:2], "
        "sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
    )
    try:
        done = subprocess.run(
            [str(python), "-c", script], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    words: Sequence[str] = done.stdout.split()
    if done.returncode or len(words) != 4 or words[0] != "CPython" or words[3] != "0":
        return None
    return int(words[1]), int(words[2])
