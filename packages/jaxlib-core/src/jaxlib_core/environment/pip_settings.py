"""Settings of pip's own, in variables and files, with which it would not install into an environment."""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Iterator
from pathlib import Path

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
