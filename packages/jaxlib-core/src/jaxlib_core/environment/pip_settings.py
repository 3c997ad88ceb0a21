"""Settings of pip's own, in variables and files, with which it would not install into an environment."""

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
#: Settings by which pip installs elsewhere than into the environment.
_ELSEWHERE = ("target", "prefix", "root", "python")
#: Settings of every environment with which it installs nothing, or less than is wanted.
_IN_THE_WAY = ("no-deps", "dry-run", "require-hashes")


def overrides(*, virtual: bool) -> tuple[str, ...]:
    """Words for ``env``, with which a command of pip's installs here anyway; none where nothing hinders it.

    ``virtual`` is whether that is a virtual environment.
    """
    settings = dict(_settings())
    in_the_way = ("user" if virtual else "require-virtualenv", *_IN_THE_WAY)
    words = [f"-u PIP_{name.upper()}" for name in _ELSEWHERE if os.environ.get(f"PIP_{name.upper()}")]
    words += [
        f"PIP_{name.upper().replace('-', '_')}=0"
        for name in in_the_way
        if settings.get(name, "").lower() in _TRUE
    ]
    if ":all:" in settings.get("no-binary", "").split(","):
        # What the family has is built already, and has no sources in an index.
        words.append("PIP_NO_BINARY=:none:")
    return tuple(words)


def constraints() -> str:
    """The files with the user's constraints, as pip's settings have them."""
    return " ".join(dict(_settings()).get("constraint", "").split())


def against_constraints(wanted: Iterable[str]) -> tuple[str, ...]:
    """Words for ``env``, without which the user's constraints would keep pip from installing ``wanted``; or none.

    Containers are made with constraints on many packages. Those that leave a way are heeded.
    """
    files = constraints().split()
    if not files:
        return ()
    try:
        from packaging.requirements import InvalidRequirement, Requirement
    except ImportError:
        return ()
    known: dict[str, list[Requirement]] = {}
    for text in (*wanted, *_required()):
        with contextlib.suppress(InvalidRequirement):
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                known.setdefault(_canonical(requirement.name), []).append(requirement)
    for file in files:
        with contextlib.suppress(OSError, ValueError):
            for line in Path(file).read_text("utf-8").splitlines():
                with contextlib.suppress(InvalidRequirement):
                    constraint = Requirement(line.partition(" #")[0].strip())
                    others = known.get(_canonical(constraint.name), [])
                    if not all(_agree(constraint, other) for other in others):
                        return (f"PIP_CONSTRAINT={os.devnull}",)
    return ()


def _agree(one: Requirement, other: Requirement) -> bool:
    """Whether there is a version that both allow: one that they name, or the next after it."""
    both = one.specifier & other.specifier
    named = [clause.version.removesuffix(".*") for clause in both]
    versions = [version for name in named for version in (name, f"{name}.1")]
    return not versions or any(both.contains(version, prereleases=True) for version in versions)


def _required() -> list[str]:
    """What is required by what jax is made of."""
    required: list[str] = []
    for name in ("jax", "jaxlib", "scipy", "ml-dtypes"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            required += metadata.requires(name) or []
    return required


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _settings() -> Iterator[tuple[str, str]]:
    """Each setting that holds for ``pip install``, the later ones over the earlier."""
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
