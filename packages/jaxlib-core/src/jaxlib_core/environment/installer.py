"""Detects which installer manages the running Python's environment, and spells its commands.

A command names the interpreter that it is for, because `pip` or `jax` in the user's shell may belong to another.
Only files are read, and only after a problem was found.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from jaxlib_core.environment import files, pip_settings, processes, shell


class Installer(NamedTuple):
    """The installer of the running Python's environment.

    Attributes:
        kind: ``pip``, ``uv`` (an environment without pip), ``uv project``, ``pipx``, ``ensurepip`` (pip comes with
            Python), ``outer pip`` (a pip of another Python), or ``none`` (there is no installer on this machine).
        python: The interpreter's path.
        place: The project's folder, or pipx's name for the environment.
        managed: Whether the system's own installer owns this Python (PEP 668).
        conda: The environment's folder, if conda created it.
        locked: For a uv project, the versions in its lock file, by name.
        broken: Files of a pip that does not start; they have to be removed before ensurepip can install another.
        overrides: Words for ``env`` that neutralize settings which would prevent the installation.
    """

    kind: str
    python: str
    place: str = ""
    managed: bool = False
    conda: str = ""
    locked: tuple[tuple[str, str], ...] = ()
    broken: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()

    def run(self, verb: str, *words: str) -> str:
        """A command that runs ``verb`` with ``words`` through the installer's ``pip`` interface."""
        broken = ("--break-system-packages",) if self.managed else ()
        if self.kind in {"uv", "uv project", "none"}:
            # uv's commands never ask for confirmation.
            yes = [word for word in words if word != "-y"]
            return self.overriding("uv", "pip", verb, "--python", self.python, *broken, *yes)
        if self.kind == "pipx":
            return self.overriding("pipx", "runpip", self.place, verb, *words)
        if self.kind == "outer pip":
            return self.overriding("pip", "--python", self.python, verb, *broken, *words)
        command = self.overriding(self.python, "-m", "pip", verb, *broken, *words)
        if self.kind == "ensurepip":
            away = f"{shell.join(('rm', '-rf', *self.broken))} && " if self.broken else ""
            return f"{away}{shell.join((self.python, '-m', 'ensurepip'))} && {command}"
        return command

    def overriding(self, *words: str) -> str:
        """The command ``words``, with ``overrides``."""
        env = f"env {' '.join(self.overrides)} " if self.overrides else ""
        return env + shell.join(words)

    @property
    def is_uv(self) -> bool:
        """Whether the options are those of uv."""
        return self.kind in {"uv", "uv project", "none"}

    def doctor(self, *words: str) -> str:
        """The command that runs ``jaxlib doctor`` with this interpreter."""
        return shell.join((self.python, "-m", "jaxlib_core", "doctor", *words))


@functools.cache
def here() -> Installer:
    """The installer of this Python's environment."""
    prefix, base = Path(sys.prefix), Path(sys.base_prefix)
    installer = recognize(python=_python(), prefix=prefix, base=base)
    if installer.is_uv:
        return installer if _uv_has_a_cache() else installer._replace(overrides=(WITHOUT_CACHE,))
    return installer._replace(overrides=pip_settings.overrides(virtual=prefix != base))


def _python() -> str:
    """The path of this interpreter for a shell, where /proc/self/exe would name another program."""
    found = sys.executable or "python3"
    return os.path.realpath(found) if found.startswith("/proc/") else found


#: The word for ``env`` with which uv works without a cache folder.
WITHOUT_CACHE = "UV_NO_CACHE=1"


def _uv_has_a_cache() -> bool:
    """Whether this user can write to uv's cache folder: a container may have no home folder."""
    stated = os.environ.get("UV_CACHE_DIR")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 - raises nothing
    folder = Path(files.absolute(stated or f"{base}/uv"))
    existing = next((each for each in (folder, *folder.parents) if there(each)), Path("/"))
    return os.path.isdir(existing) and os.access(existing, os.W_OK | os.X_OK)  # noqa: PTH112


def recognize(*, python: str, prefix: Path, base: Path) -> Installer:
    """The installer of the environment in ``prefix``, whose interpreter is ``python``."""
    # Located beside the standard library: sysconfig may fail to import its own dependencies.
    managed = prefix == base and there(Path(os.__file__).parent / "EXTERNALLY-MANAGED")
    conda = str(prefix) if there(prefix / "conda-meta") else ""
    made_by_uv = _made_by_uv(prefix)
    uv = _starts(shutil.which("uv"))
    if there(prefix / "pipx_metadata.json") and shutil.which("pipx"):
        return Installer("pipx", python, prefix.name)
    if uv and (project := _project(prefix)):
        return Installer("uv project", python, str(project), locked=_locked(project / "uv.lock"))
    pip = None if made_by_uv and uv else _pip()
    if pip and _whole(pip):
        return Installer("pip", python, managed=managed, conda=conda)
    if uv:
        return Installer("uv", python, managed=managed, conda=conda)
    if not managed and _module("ensurepip"):
        broken = (str(pip), *map(str, pip.parent.glob("pip-*.dist-info"))) if pip else ()
        return Installer("ensurepip", python, conda=conda, broken=broken)
    outer = shutil.which("pip")
    # A pip script in this environment's own bin would run the pip that is missing.
    if outer and Path(outer).parent != prefix / "bin":
        return Installer("outer pip", python, managed=managed, conda=conda)
    return Installer("none", python, managed=managed, conda=conda)


def _starts(command: str | None) -> bool:
    """Whether the command exists, and ends: a shim (such as pyenv's) may be for a version that is not selected."""
    if command is None:
        return False
    try:
        return processes.run([command, "--version"], 20, output=subprocess.DEVNULL) == 0
    except OSError:
        return True  # it reports the problem itself


def there(path: Path) -> bool:
    """Whether ``path`` exists; False, where ``Path.exists`` raises, if this user may not look there."""
    return os.path.exists(path)  # noqa: PTH110


def _made_by_uv(prefix: Path) -> bool:
    try:
        lines = (prefix / "pyvenv.cfg").read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return False
    return any(line.partition("=")[0].strip() == "uv" for line in lines)


def _project(prefix: Path) -> Path | None:
    """The uv project whose environment ``prefix`` is, or None."""
    folder, environment = prefix.parent, prefix.parent / ".venv"
    if stated := os.environ.get("UV_PROJECT_ENVIRONMENT"):
        working_folder = files.working_folder()
        if not working_folder:
            return None
        folder = Path(working_folder)
        environment = folder / stated
    own = prefix == environment
    return folder if own and there(folder / "uv.lock") and there(folder / "pyproject.toml") else None


def _locked(path: Path) -> tuple[tuple[str, str], ...]:
    import tomllib

    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return tuple(
            (package["name"], package["version"])
            for package in data.get("package", ())
            if "version" in package
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _pip() -> Path | None:
    """The package that ``python -m pip`` would run, or None; metadata alone is not enough."""
    folders = (Path(entry or ".", "pip") for entry in sys.path)
    # The bin folder, which may be on the path, has a script named pip.
    return next((folder for folder in folders if there(folder) and folder.is_dir()), None)


def _whole(pip: Path) -> bool:
    """Whether the files of ``pip`` match its RECORD: a damaged pip may not start, or may fail half-way."""
    if not there(pip / "__main__.py"):
        return False
    try:
        record = files.read_text(next(pip.parent.glob("pip-*.dist-info")) / "RECORD")
    except (OSError, ValueError, StopIteration):
        # System packages of pip have no RECORD.
        return there(pip / "_internal" / "cli" / "main.py")
    import base64
    import hashlib

    for line in record.splitlines():
        name, _, rest = line.partition(",")
        kind, _, digest = rest.partition(",")[0].partition("=")
        if not (name.startswith("pip/") and name.endswith(".py") and kind == "sha256"):
            continue
        try:
            with files.open_regular(pip.parent / name) as file:
                sha256 = hashlib.sha256(file.read()).digest()
        except OSError:
            return False
        if base64.urlsafe_b64encode(sha256).rstrip(b"=").decode() != digest:
            return False
    return True


def _module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
