"""``make``: makes a lock from a host project's requirements, a seed and a hardware's set, and checks it."""

from __future__ import annotations

import datetime
import platform
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

from jaxlib_lock import drift
from jaxlib_lock.derive import Again, again, bounds, forward, wheels_of
from jaxlib_lock.errors import InvalidRequirements, LockError, NotReproducible, Unsatisfiable, YankedPin
from jaxlib_lock.exact_locks import ExactLock, of_others
from jaxlib_lock.host import Host
from jaxlib_lock.lockfile import (
    BOUNDS,
    PYLOCK,
    RECORD,
    REQUIREMENTS,
    UV_LOCK,
    WHEELS,
    Lock,
    Settings,
    file_digest,
    lines,
)
from jaxlib_lock.resolver import Resolver, uv_version
from jaxlib_lock.seeds import Seed

#: The operators of specifiers that end somewhere.
_UPPER = {"<", "<=", "==", "===", "~="}
#: Shows the step in progress, for as long as the context is open.
Step = Callable[[str], AbstractContextManager[object]]


@dataclass(frozen=True)
class Made:
    """A lock that was reproduced but is not yet written.

    Attributes:
        lock: What ``lock.json`` records.
        files: The content of each file.
        wheels: The wheels to keep with it.
        notes: The seeds' lower bounds that were left out, and why.
    """

    lock: Lock
    files: dict[str, bytes]
    wheels: list[Path]
    notes: list[str]


def cutoff(text: str) -> str:
    """Converts a date (its end, in UTC) or a time to a UTC timestamp.

    Raises:
        InvalidRequirements: The text is neither a date nor a time.
    """
    try:
        if len(text) == len("2026-01-01"):
            day = datetime.date.fromisoformat(text) + datetime.timedelta(days=1)
            return f"{day.isoformat()}T00:00:00Z"
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise InvalidRequirements(
            f"--exclude-newer {text} is neither a date nor a time.",
            ("wanted", "a date such as 2026-11-01, or a time with its zone such as 2026-11-01T12:00:00Z"),
        )
    return moment.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def settings(
    release: str,
    hardware: str,
    python: str,
    *,
    universal: bool,
    exclude_newer: str | None,
    hashes: bool,
    jaxlib: str,
    architecture: str | None = None,
) -> Settings:
    """Returns the settings as ``lock.json`` records them, with the cutoff in UTC."""
    return Settings(
        release=release,
        hardware=hardware,
        python=python,
        universal=universal,
        architecture=None if universal else architecture or platform.machine(),
        exclude_newer=cutoff(exclude_newer) if exclude_newer else None,
        hashes=hashes,
        jaxlib=jaxlib,
    )


def with_bounds(seed: Seed, locks: Sequence[ExactLock]) -> Seed:
    """Returns the seed with the lower bounds of other locks, for packages that the seed does not decide itself."""
    return replace(
        seed,
        bounds=tuple(dict.fromkeys(bound for lock in locks for bound in of_others(lock, seed))),
        files={lock.source: lock.sha256 for lock in locks},
    )


def check_jaxlib(chosen: Settings, seed: Seed, find_links: Sequence[Path]) -> list[str]:
    """Returns warnings about platforms for which jaxlib (bindings-only) has no wheel.

    Raises:
        InvalidRequirements: There is no wheel for the Python.
    """
    if chosen.jaxlib == "upstream":
        return []
    (pin,) = (line for line in seed.constraints if Requirement(line).name == "jaxlib")
    wheels = wheels_of([pin], find_links)
    served = {tag.interpreter for path in wheels for tag in parse_wheel_filename(path.name)[3]}
    wanted = f"cp{chosen.python.replace('.', '')}"
    if wanted not in served:
        raise InvalidRequirements(
            f"There is no wheel of {pin.replace('==', ' ')} for Python {chosen.python}.",
            ("found", "\n".join(path.name for path in wheels) or "none"),
            ("where", "\n".join(str(folder.absolute()) for folder in find_links) or "no --find-links"),
            advice=(
                "build it in a checkout of the family:"
                f" nox -s build_jaxlib -- --release {chosen.release} --python {chosen.python}",
                "or use upstream's: --jaxlib upstream",
            ),
        )
    if not chosen.universal:
        return []
    return [
        f"{pin}: the lock can be installed where one of these serves: {', '.join(path.name for path in wheels)}"
    ]


def make(
    host: Host, seed: Seed, chosen: Settings, find_links: Sequence[Path], resolver: Resolver, step: Step
) -> Made:
    """Resolves the requirements, then reproduces the result from its lower bounds alone.

    Raises:
        LockError: The requirements cannot be resolved, or the result is not reproduced.
    """
    _check_decided(host, seed)
    seed, notes = without_contradicted(seed, host)
    with tempfile.TemporaryDirectory(prefix="jaxlib-lock-") as scratch:
        first = Path(scratch) / "forward"
        first.mkdir()
        with step(
            f"Resolving for {chosen.hardware}, release {chosen.release}, Python {chosen.requires_python}"
        ):
            try:
                resolved = forward(first, host, seed, chosen, find_links, resolver)
            except Unsatisfiable as error:
                raise _with_origins(error, host, seed) from None
        exact = lines(resolved.text)
        wheels = wheels_of(exact, find_links)
        overrides = [line for line, _ in host.overrides]
        pyproject = bounds(exact, chosen, resolved.excludes, overrides, wheels=bool(wheels))
        with step(f"Reproducing it from {len(exact)} lower bounds"):
            proof = _proof(Path(scratch), pyproject.encode(), wheels, chosen, exact, resolver)
        if lines(proof.plain) != exact:
            raise _not_again(exact, proof, host, chosen, find_links, resolver)
    outputs = _outputs(proof, pyproject, chosen)
    lock = Lock(
        settings=chosen,
        uv=uv_version(),
        host=host,
        seed_requires=seed.requires,
        seed_constraints=seed.constraints,
        seed_bounds=seed.bounds,
        seed_files=seed.files,
        excludes=resolved.excludes,
        wheels={path.name: file_digest(path) for path in wheels},
        packages=resolved.packages,
    )
    return Made(lock, {**outputs, RECORD: lock.text(outputs)}, wheels, notes)


def without_contradicted(seed: Seed, host: Host) -> tuple[Seed, list[str]]:
    """Drops the bounds of other locks that the project's constraints and overrides exclude, with a note for each.

    uv would satisfy both by a version of a dependent that did not require the package yet, which can be years old.
    """
    settings = [(Requirement(line), file) for line, file in (*host.constraints, *host.overrides)]
    left_out: dict[str, str] = {}
    for bound in seed.bounds:
        wanted = Requirement(bound)
        for setting, file in settings:
            same = canonicalize_name(setting.name) == canonicalize_name(wanted.name)
            if same and _ends_before(setting.specifier, _version(wanted)):
                left_out[bound] = f"{file}: {setting} excludes the seed's {bound}, which is left out"
    bounds = tuple(bound for bound in seed.bounds if bound not in left_out)
    return replace(seed, bounds=bounds), list(left_out.values())


def _version(bound: Requirement) -> Version:
    """The version of a lower bound of a seed."""
    (specifier,) = bound.specifier
    return Version(specifier.version)


def _ends_before(specifiers: SpecifierSet, least: Version) -> bool:
    """Whether no version from ``least`` on satisfies ``specifiers``."""
    return any(
        specifier.operator in _UPPER
        and Version(specifier.version.removesuffix(".*")) <= least
        and not specifier.contains(least, prereleases=True)
        for specifier in specifiers
    )


def _check_decided(host: Host, seed: Seed) -> None:
    """Rejects overrides and exclusions of what the release decides, such as jax.

    Raises:
        InvalidRequirements: The text names the entry.
    """
    decided = {canonicalize_name(Requirement(line).name) for line in seed.requires}
    for entries, setting in (
        (host.overrides, "override-dependencies"),
        (host.exclusions, "exclude-dependencies"),
    ):
        for line, file in entries:
            if (name := canonicalize_name(Requirement(line).name)) in decided:
                raise InvalidRequirements(
                    f"{file}: {setting} names {name}, whose version the release decides.",
                    ("wanted", f"{name} as release {seed.release} has it"),
                    ("found", f"{setting} = [{line!r}]"),
                    advice=(f"remove {line!r}, and choose the release: --release RELEASE",),
                )


def _outputs(proof: Again, pyproject: str, chosen: Settings) -> dict[str, bytes]:
    """The files of a lock except ``lock.json``."""
    text = proof.hashed if chosen.hashes else proof.plain
    outputs = {BOUNDS: pyproject.encode(), REQUIREMENTS: text.encode(), PYLOCK: proof.pylock.encode()}
    if proof.uv_lock is not None:
        outputs[UV_LOCK] = proof.uv_lock.encode()
    return outputs


def _proof(
    scratch: Path,
    pyproject: bytes,
    wheels: Sequence[Path],
    chosen: Settings,
    exact: Sequence[str],
    resolver: Resolver,
) -> Again:
    """The lock that the lower bounds give, which are the ``exact`` versions if the lock is reproducible.

    What the resolution a moment ago read of the registry is in uv's cache; asking the registry once more would take
    as long and say the same. It is asked only if the cache does not give the lock.

    Raises:
        LockError: The lower bounds cannot be resolved.
    """
    if not resolver.offline:
        try:
            proof = derive_again(
                scratch / "cached", pyproject, wheels, chosen, replace(resolver, offline=True)
            )
        except LockError:
            pass
        else:
            if lines(proof.plain) == exact:
                return proof
    return derive_again(scratch / "again", pyproject, wheels, chosen, resolver)


def derive_again(
    folder: Path, pyproject: bytes, wheels: Sequence[Path], chosen: Settings, resolver: Resolver
) -> Again:
    """Makes a lock from a ``pyproject.toml`` and the wheels kept with it, in the new folder ``folder``."""
    (folder / WHEELS).mkdir(parents=True)
    (folder / BOUNDS).write_bytes(pyproject)
    for wheel in wheels:
        (folder / WHEELS / wheel.name).symlink_to(wheel.resolve())
    return again(folder, chosen, resolver)


def _with_origins(error: Unsatisfiable, host: Host, seed: Seed) -> Unsatisfiable:
    """Returns the error with a detail that says who states each requirement in the conflict."""
    words = {word.strip(",.") for _, text in error.details for word in re.split(r"[\s=<>!~\[]", text)}
    asked = [
        *host.requirements,
        *((line, f"{file}, a constraint") for line, file in host.constraints),
        *((line, f"{file}, an override") for line, file in host.overrides),
        *((line, ", ".join(seed.files)) for line in seed.bounds),
        *((line, f"the seed of release {seed.release}") for line in (*seed.requires, *seed.constraints)),
    ]
    origins = [
        f"{line}: {file}" for line, file in asked if canonicalize_name(Requirement(line).name) in words
    ]
    # uv adds this hint if the resolution fails only for Pythons that the user may not need.
    alone = any("other Python versions" in text for _, text in error.details)
    return Unsatisfiable(
        error.summary,
        *error.details,
        ("whose", "\n".join(dict.fromkeys(origins))),
        advice=(
            "loosen one of these, or choose another --release",
            *(("or lock for this Python alone: --no-universal",) if alone else ()),
        ),
    )


def _not_again(
    exact: Sequence[str],
    proof: Again,
    host: Host,
    chosen: Settings,
    find_links: Sequence[Path],
    resolver: Resolver,
) -> NotReproducible | YankedPin:
    changes = drift.between(exact, lines(proof.plain), resolver, chosen, find_links)
    for change in changes:
        pin = next((line for line, _ in host.requirements if _pins(line, change.package)), None)
        if change.kind == "yanked" and pin:
            file = next(file for line, file in host.requirements if line == pin)
            return YankedPin(
                f"{file} requires {pin}, which its authors have yanked.",
                ("reason", change.reason),
                ("instead", change.now or "no version"),
                advice=(f"ask for another version of {change.package}",),
            )
    return NotReproducible(
        "Resolving the lower bounds again does not reproduce the lock.",
        ("drifted", "\n".join(str(change) for change in changes)),
        advice=(
            "a yanked version is only chosen by an exact requirement: bound those packages otherwise"
            if any(change.kind == "yanked" for change in changes)
            else "if the registry was changing just now, try again",
        ),
    )


def _pins(line: str, name: str) -> bool:
    requirement = Requirement(line)
    return canonicalize_name(requirement.name) == name and any(
        clause.operator in {"==", "==="} for clause in requirement.specifier
    )
