"""Uses other exact locks as seeds: each locked version becomes a lower bound.

Supported are requirements files in which every line is exact, ``uv.lock``, ``pylock.toml`` (PEP 751), and the
folder of a lock made by this command.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from jaxlib_lock import sources
from jaxlib_lock.errors import InvalidRequirements
from jaxlib_lock.lockfile import RECORD, REQUIREMENTS
from jaxlib_lock.requirements import logical_lines, requirement
from jaxlib_lock.seeds import Seed, UpstreamLock
from jaxlib_lock.sources import Source


@dataclass(frozen=True)
class ExactLock:
    """The lower bounds that one exact lock gives.

    Attributes:
        source: The name of its file, or its address.
        sha256: The hash of its bytes.
        bounds: A lower bound for each package locked to a version.
        notes: The entries that give no lower bound, and why.
    """

    source: str
    sha256: str
    bounds: tuple[str, ...]
    notes: tuple[str, ...]


def read(name: str, *, offline: bool = False) -> ExactLock:
    """Reads a lock from a path, an https address, or ``git+URL@COMMIT#path``.

    Raises:
        LockError: The file cannot be read, or is not an exact lock.
    """
    folder = Path(name)
    if not sources.is_remote(name) and folder.is_dir():
        if not (folder / RECORD).is_file():
            raise InvalidRequirements(
                f"{folder} holds no lock.",
                ("wanted", f"a file, or a folder that `make` wrote, with {RECORD}"),
                ("where", str(folder.absolute())),
            )
        name = str(folder / REQUIREMENTS)
    source = sources.read(name, offline=offline)
    locked = list(pins(source))
    bounds = [_bound(pin) for pin in locked if not pin.url]
    if not bounds:
        raise InvalidRequirements(
            f"{source.name} locks no packages.",
            ("wanted", "exact versions: a requirements file, uv.lock, pylock.toml"),
        )
    without = sorted({pin.name for pin in locked if pin.url})
    notes = (
        (f"{source.name}: no lower bound for {', '.join(without)}: an address, not a version",)
        if without
        else ()
    )
    return ExactLock(source.name, source.sha256, tuple(dict.fromkeys(bounds)), notes)


def of_others(lock: ExactLock, seed: Seed) -> tuple[str, ...]:
    """Returns the bounds, without packages that ``seed`` pins (the family's) or excludes (for the hardware)."""
    decided = {canonicalize_name(Requirement(line).name) for line in seed.requires}
    return tuple(
        bound
        for bound in lock.bounds
        for name in [canonicalize_name(Requirement(bound).name)]
        if not (name in decided or name.startswith("jaxlib-") or seed.forbids(name))
    )


def _bound(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    # A public version does not satisfy a lower bound with a local label, so the label is dropped.
    public = specifier.version.partition("+")[0]
    return f"{canonicalize_name(pin.name)}>={public}" + (f" ; {pin.marker}" if pin.marker else "")


def packaged(lock: UpstreamLock) -> ExactLock:
    """Returns the bounds of upstream's lock that is packaged with this distribution."""
    bounds = dict.fromkeys(_bound(Requirement(pin)) for pin in lock.pins)
    return ExactLock(lock.source, lock.sha256, tuple(bounds), ())


def pins(source: Source) -> Iterator[Requirement]:
    """Yields the requirement of each locked package: an exact version, or an address.

    Raises:
        InvalidRequirements: The text is not an exact lock.
    """
    if source.suffix not in {".toml", ".lock"}:
        return _of_requirements(source)
    try:
        data = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidRequirements(f"{source.name} is not valid TOML: {error}.") from None
    if isinstance(data.get("package"), list):
        return _of_packages(data["package"], _marker_of_uv, _is_locked_by_uv)
    if isinstance(data.get("packages"), list) and "lock-version" in data:
        return _of_packages(data["packages"], lambda package: package.get("marker", ""), lambda _: True)
    raise InvalidRequirements(
        f"{source.name} is not a lock.",
        ("wanted", "uv.lock, pylock.toml, or a requirements file with exact versions"),
        ("found", f"TOML with {', '.join(sorted(data)) or 'nothing'}"),
    )


def _of_requirements(source: Source) -> Iterator[Requirement]:
    for number, line in logical_lines(source.text):
        if line.startswith("-") and line.split("=")[0].split()[0] in {
            "--index-url",
            "-i",
            "--extra-index-url",
        }:
            continue  # the index or the options of the resolution, not a requirement
        where = f"{source.path or source.name}:{number}"
        parsed = Requirement(requirement(line, where))
        operators = [(clause.operator, clause.version) for clause in parsed.specifier]
        if not parsed.url and not (len(operators) == 1 and _is_exact(*operators[0])):
            raise InvalidRequirements(
                f"{where}: not an exact version.",
                ("wanted", "a lock as a seed: NAME==VERSION in every line"),
                ("found", line),
                advice=(
                    "to bound versions by it anyway, give it as a constraint: -c FILE in a requirements file",
                ),
            )
        yield parsed


def _is_exact(operator: str, version: str) -> bool:
    return operator in {"==", "==="} and "*" not in version


def _of_packages(packages: Iterable[Mapping[str, Any]], marker: Any, is_locked: Any) -> Iterator[Requirement]:
    for package in packages:
        if "version" in package and is_locked(package):
            text = marker(package)
            yield Requirement(f"{package['name']}=={package['version']}" + (f" ; {text}" if text else ""))


def _is_locked_by_uv(package: Mapping[str, Any]) -> bool:
    """Whether the version comes from a registry: local projects and git checkouts give no bounds for others."""
    return "registry" in package.get("source", {})


def _marker_of_uv(package: Mapping[str, Any]) -> str:
    return " or ".join(f"({marker})" for marker in package.get("resolution-markers", ()))
