"""Runs uv, which resolves the requirements, and interprets its failures.

The caller's environment does not change a resolution: uv runs in a temporary folder, and only variables that locate
the registry and the cache are passed to it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jaxlib_lock.errors import (
    InterpreterMissing,
    LockError,
    NotInCache,
    RegistryUnreachable,
    ResolverFailed,
    Unsatisfiable,
)

#: Environment variables that are passed to uv; no other variable of uv, pip or a Python environment is.
PASSED = re.compile(
    r"UV_(CACHE_DIR|NO_CACHE|OFFLINE|(DEFAULT_|EXTRA_)?INDEX(_URL|_\w+_(USERNAME|PASSWORD))?|KEYRING_PROVIDER"
    r"|INSECURE_HOST|NATIVE_TLS|SYSTEM_CERTS|HTTP_\w+|CONCURRENT_\w+|LINK_MODE|PYTHON_INSTALL_DIR)"
)
OWN = ("UV_", "VIRTUAL_ENV", "CONDA_", "PYTHON")

#: The platform of a lock for one Python: its glibc is the newest that any wheel of the family requires.
PLATFORM = "{architecture}-manylinux_2_31"

#: uv's defaults for how versions are chosen, given explicitly so that no configuration file changes them.
CHOICES = {"prerelease": "if-necessary", "fork-strategy": "requires-python"}

_CREDENTIALS = re.compile(r"(?<=://)[^/@\s\"]+@")
_UNREACHABLE = re.compile(
    r"error sending request|Failed to fetch|dns error|Connection refused|timed out|Could not connect|client error"
    r"|HTTP status (?:server|client) error"
)
_OFFLINE = re.compile(r"network was disabled|network connectivity is disabled|not found in the cache", re.I)


@dataclass(frozen=True)
class Resolver:
    """How to run uv: the interpreter of the target version, and whether the network may be used."""

    python: str
    interpreter: Path
    offline: bool = False
    variables: dict[str, str] = field(default_factory=lambda: passed(os.environ))

    @classmethod
    def create(cls, python: str, *, offline: bool = False) -> Resolver:
        """Finds an interpreter of the version ``python``: this one, or one that uv finds.

        Raises:
            InterpreterMissing: This machine has no interpreter of that version.
        """
        variables = passed(os.environ)
        if python == f"{sys.version_info.major}.{sys.version_info.minor}":
            return cls(python, Path(sys.executable), offline, variables)
        command = [uv(), "python", "find", "--system", "--no-python-downloads", "--no-project", python]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=variables)
        if done.returncode:
            raise InterpreterMissing(
                f"This machine has no Python {python}.",
                ("wanted", f"CPython {python}: packages without a wheel are built to learn what they need"),
                ("found", _cause(done.stderr)),
                ("where", "python on PATH, and Pythons that uv has installed"),
                advice=(f"uv python install {python}", "or put the folder of an installed one on PATH"),
            )
        return cls(python, Path(done.stdout.strip()), offline, variables)

    def run(self, folder: Path, *arguments: str) -> str:
        """Runs uv in ``folder``; returns its error output.

        Raises:
            Unsatisfiable: No set of versions satisfies the requirements.
            RegistryUnreachable: The registry does not answer.
            NotInCache: The network may not be used, and the cache lacks something that is needed.
            ResolverFailed: uv failed for any other reason.
        """
        command = [uv(), *arguments, "--python", str(self.interpreter), "--no-python-downloads"]
        command += ["--color", "never", "--no-progress", *(["--offline"] if self.offline else [])]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, env=self.variables
        )
        if done.returncode:
            raise self._failure(without_credentials(done.stderr))
        return done.stderr

    def _failure(self, said: str) -> LockError:
        # Offline, uv reports packages that it could not look up as nonexistent, and adds a hint.
        if self.offline and (_OFFLINE.search(said) or _UNREACHABLE.search(said)):
            return NotInCache(
                "uv's cache does not hold everything that is needed, and --offline forbids downloading it.",
                ("found", _cause(said)),
                ("where", self._cache()),
                advice=("run it once without --offline",),
            )
        if "No solution found" in said:
            return Unsatisfiable(
                "No set of versions satisfies all requirements.", ("the chain", _chain(said))
            )
        if _UNREACHABLE.search(said):
            return RegistryUnreachable(
                "The package registry does not answer.",
                ("found", _cause(said)),
                ("where", self._index()),
                advice=(
                    "check the network and the proxy variables, or name another index: export UV_DEFAULT_INDEX=URL",
                    "if everything has been downloaded before, use --offline",
                ),
            )
        return ResolverFailed("uv failed.", ("found", _cause(said)))

    def _index(self) -> str:
        for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL"):
            if url := self.variables.get(name):
                return f"{without_credentials(url)} ({name})"
        return "uv's default index"

    def _cache(self) -> str:
        done = subprocess.run(
            [uv(), "cache", "dir"], capture_output=True, text=True, check=False, env=self.variables
        )
        return done.stdout.strip()


def uv() -> str:
    """Returns the uv that is installed beside this distribution, or the first one on ``PATH``."""
    beside = Path(sys.executable).with_name("uv")
    path = str(beside) if beside.is_file() else shutil.which("uv")
    if not path:
        raise ResolverFailed(
            "uv is not installed.", ("where", f"{beside.parent}, PATH"), advice=("pip install uv",)
        )
    return path


def uv_version() -> str:
    """Returns uv's version, which is recorded since another version may order or format the output differently."""
    done = subprocess.run([uv(), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[1]


def passed(environment: os._Environ[str] | dict[str, str]) -> dict[str, str]:
    """Returns the environment variables that are passed to uv."""
    return {
        name: value
        for name, value in environment.items()
        if not name.startswith(OWN) or PASSED.fullmatch(name)
    }


def without_credentials(text: str) -> str:
    """Returns the text without user names and passwords in addresses, so that it can be shown and written."""
    return _CREDENTIALS.sub("", text)


def _cause(said: str) -> str:
    """Returns uv's error message without its progress messages."""
    lines = [line for line in said.splitlines() if not line.startswith(("Using CPython", "warning:"))]
    start = next((i for i, line in enumerate(lines) if line.startswith("error:")), 0)
    return "\n".join(lines[start:]).removeprefix("error: ").strip() or "nothing"


def _chain(said: str) -> str:
    """Returns uv's derivation of a conflict, one step per line."""
    text = _cause(said)
    _, mark, chain = text.partition("cause: ")
    return "\n".join(line.strip() for line in (chain if mark else text).splitlines() if line.strip())


def arguments_for(names: Sequence[str], option: str) -> list[str]:
    """Returns arguments that repeat ``option`` for each of ``names``."""
    return [word for name in names for word in (option, name)]
