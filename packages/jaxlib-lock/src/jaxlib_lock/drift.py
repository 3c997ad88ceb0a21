"""Explains drift: which packages differ between two locks, and why a resolution gives other versions today."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from jaxlib_lock.errors import LockError, NotInCache, RegistryUnreachable, Unsatisfiable
from jaxlib_lock.lockfile import Settings
from jaxlib_lock.resolver import Resolver, arguments_for

Kind = Literal[
    "new release", "yanked", "withdrawn", "changed hash", "changed constraint", "changed file", "follows"
]

_YANKED = re.compile(r"is yanked(?: \(reason: \"(.*)\"\))?")


@dataclass(frozen=True)
class Change:
    """A package that differs from the lock.

    Attributes:
        package: Its name.
        was: The locked versions, with markers where there are several; empty if the lock does not hold it.
        now: The versions that a resolution gives today, in the same form.
        kind: The kind of reason, one of a fixed set of words.
        reason: The reason as a sentence.
    """

    package: str
    was: str
    now: str
    kind: Kind
    reason: str

    def __str__(self) -> str:
        versions = self.was if self.was == self.now else f"{self.was or 'nothing'} -> {self.now or 'nothing'}"
        return f"{self.package} {versions}: {self.kind}: {self.reason}"

    def as_dict(self) -> dict[str, str]:
        """Returns the entry in the report of ``--json``."""
        return {
            "package": self.package,
            "was": self.was,
            "now": self.now,
            "kind": self.kind,
            "reason": self.reason,
        }


def versions(lines: Iterable[str]) -> dict[str, str]:
    """Returns the exact versions of each package of a lock as one text, with markers where there are several."""
    by_name: dict[str, list[str]] = {}
    for line in lines:
        requirement = Requirement(line)
        version = requirement.url or str(requirement.specifier).removeprefix("==")
        marker = f" ; {requirement.marker}" if requirement.marker else ""
        by_name.setdefault(canonicalize_name(requirement.name), []).append(version + marker)
    return {name: ", ".join(sorted(versions)) for name, versions in by_name.items()}


def between(
    was: Iterable[str],
    now: Iterable[str],
    resolver: Resolver,
    settings: Settings,
    find_links: Sequence[Path],
) -> list[Change]:
    """Returns every package that differs, with the reason as far as the registry tells it."""
    before, after = versions(was), versions(now)
    changes = []
    for name in sorted(before | after):
        old, new = before.get(name, ""), after.get(name, "")
        if old != new:
            kind, reason = _why(name, old, new, resolver, settings, find_links)
            changes.append(Change(name, old, new, kind, reason))
    return changes


def missing(
    chain: Unsatisfiable,
    was: Iterable[str],
    resolver: Resolver,
    settings: Settings,
    find_links: Sequence[Path],
) -> list[Change]:
    """Returns the packages named in a conflict whose locked version is no longer on the registry."""
    before = versions(was)
    words = set(re.split(r"[\s=<>!~,.\[]+", " ".join(text for _, text in chain.details)))
    changes = []
    for name in sorted(words & before.keys()):
        for version in _numbers(before[name]):
            if gone := _gone(name, version, resolver, settings, find_links):
                changes.append(Change(name, before[name], "", *gone))
                break
    return changes


def _why(
    name: str, old: str, new: str, resolver: Resolver, settings: Settings, find_links: Sequence[Path]
) -> tuple[Kind, str]:
    if not old or not new:
        return "follows", "another package needs it now" if new else "no package needs it any more"
    for version in dict.fromkeys(_numbers(old)):
        if gone := _gone(name, version, resolver, settings, find_links):
            return gone
    try:
        newer = max(map(Version, _numbers(new))) > max(map(Version, _numbers(old)))
    except ValueError:
        newer = False
    if newer:
        return "new release", "the registry has a newer one that satisfies everything"
    return "follows", "what another package requires changed"


def _numbers(text: str) -> list[str]:
    return [part.partition(" ; ")[0] for part in text.split(", ")]


def _gone(
    name: str, version: str, resolver: Resolver, settings: Settings, find_links: Sequence[Path]
) -> tuple[Kind, str] | None:
    """Returns the kind and the reason if a version was yanked or removed, or the registry cannot be asked."""
    try:
        said = ask(f"{name}=={version}", resolver, settings, find_links)[1]
    except Unsatisfiable:
        return "withdrawn", f"the registry no longer has {name} {version}"
    except (RegistryUnreachable, NotInCache) as error:
        return "follows", f"the registry could not be asked why: {error.summary}"
    except LockError as error:
        return "withdrawn", f"{name} {version} can no longer be read: {error.summary}"
    if match := _YANKED.search(said):
        return "yanked", match[1] or "no reason given"
    return None


def ask(
    requirement: str, resolver: Resolver, settings: Settings, find_links: Sequence[Path] = ()
) -> tuple[str, str]:
    """Resolves one requirement alone; returns the resolved line and uv's error output.

    Raises:
        LockError: There is no such version, or the registry does not answer.
    """
    with tempfile.TemporaryDirectory(prefix="jaxlib-lock-") as scratch:
        folder = Path(scratch)
        (folder / "one.in").write_text(f"{requirement}\n", "utf-8")
        said = resolver.run(
            folder,
            *("pip", "compile", "--no-deps", "--no-header", "--no-annotate", "one.in"),
            *("--python-version", settings.python, "--output-file", "one.txt"),
            *(["--exclude-newer", settings.exclude_newer] if settings.exclude_newer else []),
            *arguments_for([str(path.absolute()) for path in find_links], "--find-links"),
        )
        return (folder / "one.txt").read_text("utf-8").strip(), said
