"""``diff``: the differences between two locks."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from packaging.version import InvalidVersion, Version

from jaxlib_lock.lockfile import Lock

SCHEMA = "jaxlib.lock.diff/1"
Kind = Literal["added", "removed", "up", "down", "changed"]


@dataclass(frozen=True)
class Moved:
    """A package whose versions differ between two locks.

    Versions have markers where there are several; the text is empty where a lock does not hold the package.
    """

    package: str
    was: str
    now: str
    kind: Kind


@dataclass(frozen=True)
class Difference:
    """The difference between two locks: their settings, and their packages."""

    settings: dict[str, tuple[str, str]]
    packages: tuple[Moved, ...]

    def as_dict(self) -> dict[str, Any]:
        """Returns the report of ``--json``."""
        return {
            "schema": SCHEMA,
            "settings": {name: {"was": was, "now": now} for name, (was, now) in self.settings.items()},
            "packages": [asdict(package) for package in self.packages],
        }


def difference(was: Lock, now: Lock) -> Difference:
    """Compares the settings and packages of two locks."""
    before, after = asdict(was.settings) | {"uv": was.uv}, asdict(now.settings) | {"uv": now.uv}
    settings = {
        name: (_spelled(before[name]), _spelled(after[name]))
        for name in before
        if before[name] != after[name]
    }
    old, new = _versions(was), _versions(now)
    packages = tuple(
        Moved(name, old.get(name, ""), new.get(name, ""), _kind(old.get(name, ""), new.get(name, "")))
        for name in sorted(old | new)
        if old.get(name) != new.get(name)
    )
    return Difference(settings, packages)


def _versions(lock: Lock) -> dict[str, str]:
    versions: dict[str, list[str]] = {}
    for package in lock.packages:
        marker = f" ; {package.marker}" if package.marker else ""
        versions.setdefault(package.name, []).append(package.version + marker)
    return {name: ", ".join(sorted(own)) for name, own in versions.items()}


def _kind(was: str, now: str) -> Kind:
    if not was or not now:
        return "added" if now else "removed"
    try:
        before, after = (Version(text.partition(" ;")[0]) for text in (was, now))
    except InvalidVersion:
        return "changed"
    if before == after:
        return "changed"
    return "up" if after > before else "down"


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
