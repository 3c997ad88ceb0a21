"""``explain``: who needs a package, what bounds it, and what keeps it from the newest version."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from jaxlib_lock import drift, metadata
from jaxlib_lock.derive import SEED
from jaxlib_lock.errors import LockError, UnknownPackage
from jaxlib_lock.lockfile import PYLOCK, Lock, Package
from jaxlib_lock.resolver import Resolver

SCHEMA = "jaxlib.lock.explain/1"
_PARALLEL = 16


@dataclass(frozen=True)
class Bound:
    """A requirement on the package, and who states it.

    Attributes:
        by: A package with its version, a file of the host project, or the seed.
        requirement: The requirement; empty if it could not be read.
        note: Why it could not be read, or the extra under which it applies.
    """

    by: str
    requirement: str
    note: str = ""

    @property
    def specifier(self) -> SpecifierSet:
        """The versions that the requirement allows."""
        return Requirement(self.requirement).specifier if self.requirement else SpecifierSet()


@dataclass(frozen=True)
class Explanation:
    """Everything known about one package of a lock.

    Attributes:
        package: Its name.
        versions: The locked versions, with markers.
        bounds: Who requires it, and which versions each allows.
        newest: The newest version for the lock's Python; empty if the registry could not be asked.
        held_by: The entries of ``bounds`` that do not allow the newest version.
        note: Anything else that explains the version.
    """

    package: str
    versions: tuple[str, ...]
    bounds: tuple[Bound, ...]
    newest: str
    held_by: tuple[str, ...]
    note: str

    def as_dict(self) -> dict[str, Any]:
        """Returns the report of ``--json``."""
        return {"schema": SCHEMA, **asdict(self)}


def explain(
    folder: Path, lock: Lock, name: str, find_links: Sequence[Path], resolver: Resolver
) -> Explanation:
    """Explains one package of the lock in ``folder``.

    Raises:
        UnknownPackage: The lock does not hold it.
    """
    packages = lock.find(name)
    name = canonicalize_name(name)
    if not packages:
        raise _unknown(lock, name)
    bounds = _bounds(folder, lock, packages)
    newest, note = "", ""
    try:
        line, _ = drift.ask(name, resolver, lock.settings, find_links)
        newest = str(Requirement(line).specifier).removeprefix("==")
    except LockError as error:
        note = error.summary
    versions = {package.version for package in packages}
    held = tuple(
        bound.by for bound in bounds if newest and not bound.specifier.contains(newest, prereleases=True)
    )
    if newest and newest not in versions and not held:
        note = f"{newest} came after the lock was made, or something that is locked excludes it where it is needed"
    return Explanation(
        name,
        tuple(chain.version + (f" ; {chain.marker}" if chain.marker else "") for chain in packages),
        bounds,
        newest,
        () if newest in versions else held,
        note,
    )


def _bounds(folder: Path, lock: Lock, packages: Sequence[Package]) -> tuple[Bound, ...]:
    name = packages[0].name
    bounds = [
        Bound(by, line)
        for lines, label in (
            (lock.host.requirements, ""),
            (lock.host.constraints, " (a constraint)"),
            (lock.host.overrides, " (an override)"),
            ([(line, file) for line in lock.seed_bounds for file in lock.seed_files], " (a seed)"),
            ([(line, SEED) for line in (*lock.seed_requires, *lock.seed_constraints)], ""),
        )
        for line, file in lines
        if canonicalize_name(Requirement(line).name) == name
        for by in [file + label]
    ]
    by_name: dict[str, list[Package]] = {}
    for package in lock.packages:
        by_name.setdefault(package.name, []).append(package)
    needers = [
        package
        for needer in dict.fromkeys(by for chain in packages for by in chain.needed_by)
        for package in by_name.get(canonicalize_name(needer), ())
    ]
    pylock = tomllib.loads((folder / PYLOCK).read_text("utf-8"))
    wheels = {
        (package["name"], package.get("version")): package.get("wheels", ()) for package in pylock["packages"]
    }
    with ThreadPoolExecutor(_PARALLEL) as pool:
        read = pool.map(
            lambda package: metadata.requirements(folder, wheels.get((package.name, package.version), ())),
            needers,
        )
        for package, declared in zip(needers, read, strict=True):
            bounds += _of(package, name, declared)
    return tuple(dict.fromkeys(bounds))


def _of(package: Package, name: str, declared: Sequence[Requirement] | str) -> Iterable[Bound]:
    by = f"{package.name} {package.version}"
    if isinstance(declared, str):
        return [Bound(by, "", declared)]
    lines = [requirement for requirement in declared if canonicalize_name(requirement.name) == name]
    plain = [line for line in lines if "extra ==" not in str(line.marker)]
    return [Bound(by, str(line), "" if plain else "through an extra") for line in plain or lines]


def _unknown(lock: Lock, name: str) -> UnknownPackage:
    from difflib import get_close_matches

    near = get_close_matches(name, [package.name for package in lock.packages], 3)
    if file := dict(lock.host.exclusions).get(name):
        return UnknownPackage(f"{name} is left out.", ("where", f"exclude-dependencies in {file}"))
    if name in lock.excludes:
        return UnknownPackage(
            f"{name} is left out: an environment for {lock.settings.hardware} must not hold it.",
            ("where", f"the {lock.settings.hardware} set of release {lock.settings.release}"),
        )
    return UnknownPackage(
        f"The lock has no package {name}.",
        ("found", f"{len(lock.packages)} others" + (f", such as {', '.join(near)}" if near else "")),
    )
