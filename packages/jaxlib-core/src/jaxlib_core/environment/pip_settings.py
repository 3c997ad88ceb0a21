"""Settings in pip's variables and configuration files that would prevent an installation into the environment."""

from __future__ import annotations

import configparser
import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_TRUE = {"y", "yes", "t", "true", "on", "1"}
#: Settings with which pip installs somewhere other than the environment.
_ELSEWHERE = ("target", "prefix", "root", "python")
#: Settings, for any environment, with which pip installs nothing, or less than was requested.
_IN_THE_WAY = ("no-deps", "dry-run", "require-hashes")


def overrides(*, virtual: bool) -> tuple[str, ...]:
    """Words for ``env`` with which a pip command installs into this environment anyway; none if not needed.

    ``virtual``: whether it is a virtual environment.
    """
    settings = dict(_settings())
    in_the_way = ("user" if virtual else "require-virtualenv", *_IN_THE_WAY)
    # pip itself warns, which must not be an error.
    words = ["-u PYTHONWARNINGS"] if "error" in os.environ.get("PYTHONWARNINGS", "") else []
    words += [f"-u PIP_{name.upper()}" for name in _ELSEWHERE if os.environ.get(f"PIP_{name.upper()}")]
    words += [
        f"PIP_{name.upper().replace('-', '_')}=0"
        for name in in_the_way
        if settings.get(name, "").lower() in _TRUE
    ]
    if ":all:" in settings.get("no-binary", "").split(","):
        # The family publishes wheels only, no source distributions.
        words.append("PIP_NO_BINARY=:none:")
    return tuple(words)


def constraints() -> str:
    """The user's constraint files, according to pip's settings."""
    return " ".join(dict(_settings()).get("constraint", "").split())


def against_constraints(wanted: Iterable[str], *, dependencies: bool = True) -> tuple[str, ...]:
    """Words for ``env`` that disable the user's constraints if these rule out ``wanted``; else none.

    ``dependencies`` says whether the command also installs the requirements of jax and jaxlib. Container images
    often come with constraints on many packages. Constraints that allow a solution are kept.
    """
    stated = _constraints_by_name()
    if not stated:
        return ()
    texts = [*wanted, *(_required() if dependencies else ())]
    # Parsing requirements takes longer than everything else here, and a process that starts jax waits for it.
    pairs = [(text, line) for text in texts for line in stated.get(_name(text), ())]
    if not pairs:
        return ()
    try:
        from packaging.requirements import InvalidRequirement, Requirement
    except ImportError:
        return ()
    for text, line in pairs:
        with contextlib.suppress(InvalidRequirement):
            requirement, constraint = Requirement(text), Requirement(line)
            holds = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if holds and not _agree(constraint, requirement):
                return (f"PIP_CONSTRAINT={os.devnull}",)
    return ()


def _constraints_by_name() -> dict[str, list[str]]:
    """The lines of the user's constraint files, by normalized name of the distribution."""
    stated: dict[str, list[str]] = {}
    for file in constraints().split():
        with contextlib.suppress(OSError, ValueError):
            for line in Path(file).read_text("utf-8").splitlines():
                constraint = line.partition(" #")[0].strip()
                if name := _name(constraint):
                    stated.setdefault(name, []).append(constraint)
    return stated


def _agree(one: Requirement, other: Requirement) -> bool:
    """Whether some version satisfies both: one that they mention, or the next after it."""
    both = one.specifier & other.specifier
    named = [clause.version.removesuffix(".*") for clause in both]
    versions = [version for name in named for version in (name, f"{name}.1")]
    return not versions or any(both.contains(version, prereleases=True) for version in versions)


def _required() -> list[str]:
    """The requirements of jax's own dependencies."""
    required: list[str] = []
    for name in ("jax", "jaxlib", "scipy", "ml-dtypes"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            required += metadata.requires(name) or []
    return required


def _name(requirement: str) -> str:
    """The normalized name at the start of a requirement; empty if there is none."""
    match = re.match(r"[A-Za-z0-9][A-Za-z0-9._-]*", requirement)
    return re.sub(r"[-_.]+", "-", match[0].rstrip("._-")).lower() if match else ""


def _settings() -> Iterator[tuple[str, str]]:
    """Each setting that applies to ``pip install``; later ones override earlier ones."""
    for path in _configuration_files():
        parser = configparser.RawConfigParser()
        try:
            parser.read(path, "utf-8")
        except (configparser.Error, OSError, ValueError):
            continue
        for section in ("global", "install"):
            if parser.has_section(section):
                yield from ((name.replace("_", "-"), value) for name, value in parser.items(section))
    for name, value in os.environ.items():
        if name.startswith("PIP_") and value:
            yield name[4:].lower().replace("_", "-"), value


def _configuration_files() -> Iterator[Path]:
    stated = os.environ.get("PIP_CONFIG_FILE", "")
    if stated == os.devnull:
        return
    for folder in os.environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(os.pathsep):
        yield Path(folder, "pip", "pip.conf")
    yield Path("/etc/pip.conf")
    home = os.environ.get("HOME", "")
    if home:
        yield Path(home, ".pip", "pip.conf")
        yield Path(os.environ.get("XDG_CONFIG_HOME") or Path(home, ".config"), "pip", "pip.conf")
    yield Path(sys.prefix, "pip.conf")
    if stated:
        yield Path(stated)
