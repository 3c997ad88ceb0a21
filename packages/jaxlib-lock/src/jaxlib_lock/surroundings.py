"""Looks for settings that uv would use for a project, but that are not in the project's ``pyproject.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from jaxlib_lock import project
from jaxlib_lock.errors import InvalidRequirements


def check(path: Path) -> list[str]:
    """Looks around the ``pyproject.toml`` at ``path``; returns notes for the user.

    Raises:
        InvalidRequirements: A ``uv.toml``, or the ``pyproject.toml`` of a folder above, decides versions.
    """
    _check_uv_toml(path)
    _check_workspace(path)
    if (lock := path.with_name("uv.lock")).is_file():
        return [f"{lock} is not read: versions are resolved again (--seed {lock} takes them as lower bounds)"]
    return []


def unread(folder: Path, read: Iterable[Path]) -> list[str]:
    """Returns notes about the settings in the folder of a requirements file, which uv would use.

    ``read`` are the projects that are read anyway, as resolved paths.
    """
    beside, settings = folder / "pyproject.toml", folder / "uv.toml"
    notes = []
    if beside.resolve() not in read:
        found = ["requires-python"] if "requires-python" in _table(beside, "project") else []
        found += [f"[tool.uv] {name}" for name in _deciding(_table(beside, "tool", "uv"))]
        if found:
            notes.append(f"{beside} is not read ({', '.join(found)}): --requirements {beside} reads it")
    if found := _deciding(_table(settings)):
        notes.append(f"{settings} is not read ({', '.join(found)})")
    return notes


def _check_uv_toml(path: Path) -> None:
    """Rejects the ``uv.toml`` that uv would find: the nearest, up to the first folder with a ``[tool.uv]``."""
    for folder in path.absolute().parents:
        if (settings := folder / "uv.toml").is_file():
            if found := _deciding(_table(settings)):
                raise InvalidRequirements(
                    f"{settings} is not read, and uv would use it for {path}.",
                    ("wanted", f"settings that decide versions in [tool.uv] of {path}"),
                    ("found", ", ".join(found)),
                    advice=(f"move them into [tool.uv] of {path.name}",),
                )
            return
        if _table(folder / "pyproject.toml", "tool", "uv"):
            return


def _check_workspace(path: Path) -> None:
    """Rejects a member of a workspace whose settings decide versions: uv uses those of the workspace."""
    if "workspace" in _table(path, "tool", "uv"):
        return
    root = next(filter(lambda root: _has_member(root, path), _workspaces(path)), None)
    if root and (found := _deciding(_table(root, "tool", "uv"))):
        raise InvalidRequirements(
            f"{path} belongs to the workspace of {root}, whose settings uv uses instead.",
            ("found", ", ".join(f"[tool.uv] {name}" for name in found)),
            advice=(f"lock a copy of {path.name} outside the workspace, with the settings that it needs",),
        )


def _workspaces(path: Path) -> list[Path]:
    """Returns the ``pyproject.toml`` of each workspace above the folder of ``path``, the nearest first."""
    above = (folder / "pyproject.toml" for folder in path.absolute().parent.parents)
    return [root for root in above if "workspace" in _table(root, "tool", "uv")]


def _has_member(root: Path, path: Path) -> bool:
    workspace = _table(root, "tool", "uv", "workspace")
    within = path.absolute().parent.relative_to(root.parent).parts
    listed, left_out = (
        any(_matches(within, tuple(Path(str(pattern)).parts)) for pattern in workspace.get(key, ()))
        for key in ("members", "exclude")
    )
    return listed and not left_out


def _matches(names: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    """Whether a relative path fits a pattern in which ``**`` stands for any number of folders."""
    if not pattern or not names:
        return names == () and all(part == "**" for part in pattern)
    if pattern[0] == "**":
        return _matches(names, pattern[1:]) or _matches(names[1:], pattern)
    return fnmatchcase(names[0], pattern[0]) and _matches(names[1:], pattern[1:])


def _deciding(settings: Iterable[str]) -> list[str]:
    """Returns the settings that can change which versions are chosen."""
    return sorted(set(settings) - project.WITHOUT_INFLUENCE)


def _table(path: Path, *tables: str) -> Mapping[str, Any]:
    """Returns a table of a TOML file; an empty one if the file is missing, is not valid TOML or lacks the table."""
    try:
        data: Any = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    for table in tables:
        data = data.get(table) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}
