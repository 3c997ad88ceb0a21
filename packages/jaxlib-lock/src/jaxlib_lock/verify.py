"""``verify``: checks whether a lock is reproduced, and if not, which packages drifted and why."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from jaxlib_lock import drift
from jaxlib_lock.derive import forward
from jaxlib_lock.drift import Change
from jaxlib_lock.errors import InvalidLock, Unsatisfiable
from jaxlib_lock.lockfile import (
    BOUNDS,
    PYLOCK,
    REQUIREMENTS,
    WHEELS,
    Lock,
    digest,
    file_digest,
    lines,
    load,
    lower_bound,
)
from jaxlib_lock.make import Step, derive_again
from jaxlib_lock.resolver import Resolver, uv_version
from jaxlib_lock.seeds import Seed

SCHEMA = "jaxlib.lock.verify/1"


@dataclass
class Verdict:
    """The result of `verify`: changes, which make it fail, and notes, which do not."""

    changes: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Returns the report of ``--json``."""
        return {
            "schema": SCHEMA,
            "same": not self.changes,
            "changes": [change.as_dict() for change in self.changes],
            "notes": self.notes,
        }


def verify(folder: Path, find_links: Sequence[Path], resolver: Resolver, step: Step) -> Verdict:
    """Makes the lock in ``folder`` again from its lower bounds, and compares the result.

    Args:
        folder: The folder of the lock.
        find_links: Folders to search for wheels that are not kept with the lock.
        resolver: Runs uv.
        step: Shows the step in progress.

    Raises:
        LockError: There is no lock, or its lower bounds cannot be resolved at all.
    """
    lock = load(folder)
    verdict = Verdict(_edited(folder, lock))
    wheels = _wheels(folder, lock, find_links, verdict)
    wrong = {change.package for change in verdict.changes}
    doing = step(f"Reproducing {len(lock.packages)} packages from their lower bounds")
    was = _read(folder, REQUIREMENTS).decode()
    with tempfile.TemporaryDirectory(prefix="jaxlib-lock-") as scratch, doing:
        scratch_folder = Path(scratch) / "again"
        try:
            proof = derive_again(scratch_folder, _read(folder, BOUNDS), wheels, lock.settings, resolver)
        except Unsatisfiable as error:
            # If a locked version is gone and no other version replaces it, there is no resolution to compare.
            gone = drift.missing(error, lines(was), resolver, lock.settings, find_links)
            if not gone:
                raise
            verdict.changes += gone
            return verdict
    changes = drift.between(lines(was), lines(proof.plain), resolver, lock.settings, find_links)
    verdict.changes += [change for change in changes if change.package not in wrong]
    wrong |= {change.package for change in changes}
    _compare_files(_read(folder, PYLOCK).decode(), proof.pylock, verdict, wrong)
    now = proof.hashed if lock.settings.hashes else proof.plain
    if not verdict.changes and _without_added(was, now) != was:
        verdict.changes.append(_changed_bytes(lock))
    return verdict


def _changed_bytes(lock: Lock) -> Change:
    return Change(
        REQUIREMENTS,
        "",
        "",
        "changed file",
        f"the same packages, but different bytes: made with uv {lock.uv}, verified with uv {uv_version()}",
    )


def compare_newest(
    lock: Lock, seed: Seed, find_links: Sequence[Path], resolver: Resolver, step: Step
) -> Verdict:
    """Resolves the lock's inputs again, and compares the result with what ``make`` would choose today."""
    doing = step("Resolving the same requirements today")
    with tempfile.TemporaryDirectory(prefix="jaxlib-lock-") as scratch, doing:
        today = forward(Path(scratch), lock.host, seed, lock.settings, find_links, resolver)
    was = [_line(package.name, package.version, package.marker) for package in lock.packages]
    moved = set(lock.seed_constraints) ^ set(seed.constraints)
    moved_names = {canonicalize_name(Requirement(text).name) for text in moved}
    verdict = Verdict()
    for change in drift.between(was, lines(today.text), resolver, lock.settings, find_links):
        if change.package in moved_names:
            before, after = (
                _of(change.package, constraints) for constraints in (lock.seed_constraints, seed.constraints)
            )
            reason = f"the seed of {seed.release} says {after or 'nothing'}, it said {before or 'nothing'}"
            verdict.changes.append(replace(change, kind="changed constraint", reason=reason))
        else:
            verdict.changes.append(change)
    return verdict


def _edited(folder: Path, lock: Lock) -> list[Change]:
    """Returns changes for those files of the lock whose hash differs from the one in ``lock.json``."""
    edits = []
    for name, wanted in lock.outputs.items():
        content = _read(folder, name)
        if digest(content) == wanted:
            continue
        changes = list(_constraints(content, lock)) if name == BOUNDS else []
        edits += changes or [Change(name, "", "", "changed file", f"{name} was edited after it was made")]
    return edits


def _constraints(content: bytes, lock: Lock) -> Iterator[Change]:
    try:
        declared = tomllib.loads(content.decode())["project"]["dependencies"]
    except (ValueError, KeyError) as error:
        raise InvalidLock(f"{BOUNDS} is no longer a file that a lock can be made from: {error}.") from None
    wanted = _by_name(
        lower_bound(_line(package.name, package.version, package.marker)) for package in lock.packages
    )
    versions = _by_name(declared)
    for name in sorted(wanted | versions):
        if wanted.get(name) != versions.get(name):
            before, after = ", ".join(wanted.get(name, ())), ", ".join(versions.get(name, ()))
            reason = f"{BOUNDS} says {after or 'nothing'}, the lock was made with {before or 'nothing'}"
            yield Change(name, before, after, "changed constraint", reason)


def _wheels(folder: Path, lock: Lock, find_links: Sequence[Path], verdict: Verdict) -> list[Path]:
    """Returns the kept wheels: each from the lock's folder if it is there, else from ``find_links``."""
    wheels = []
    for name, wanted in lock.wheels.items():
        path = next((at / name for at in (folder / WHEELS, *find_links) if (at / name).is_file()), None)
        if path is None:
            raise InvalidLock(
                f"{name} is missing, and no registry has it.",
                ("wanted", f"sha256 {wanted}"),
                ("where", "\n".join(str(at.absolute()) for at in (folder / WHEELS, *find_links))),
                advice=("name the folder that holds it: --find-links FOLDER",),
            )
        if (is_now := file_digest(path)) != wanted:
            distribution = canonicalize_name(name.split("-")[0])
            version = name.split("-")[1]
            reason = f"{path}: sha256 {is_now}, it was {wanted}"
            verdict.changes.append(Change(distribution, version, version, "changed hash", reason))
        wheels.append(path)
    return wheels


def _compare_files(was: str, now: str, verdict: Verdict, known: set[str]) -> None:
    """Compares the files that two ``pylock.toml`` texts list for the same versions."""
    before, after = _files(was), _files(now)
    for (name, version), files in before.items():
        others = after.get((name, version))
        if others is None or name in known:
            continue
        for filename, sha256 in files.items():
            if filename not in others:
                reason = f"the registry no longer has {filename}"
                verdict.changes.append(Change(name, version, version, "withdrawn", reason))
            elif others[filename] != sha256:
                reason = f"{filename}: sha256 {others[filename]}, it was {sha256}"
                verdict.changes.append(Change(name, version, version, "changed hash", reason))
        if added := sorted(others.keys() - files.keys()):
            verdict.notes.append(
                f"{name} {version} has more files than when it was locked: {', '.join(added)}"
            )


def _files(pylock: str) -> dict[tuple[str, str], dict[str, str]]:
    by_key: dict[tuple[str, str], dict[str, str]] = {}
    for package in tomllib.loads(pylock)["packages"]:
        files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else [])]
        key = (package["name"], package.get("version", ""))
        by_key.setdefault(key, {}).update(
            {(file.get("url") or file["path"]).rpartition("/")[2]: file["hashes"]["sha256"] for file in files}
        )
    return by_key


def _without_added(was: str, now: str) -> str:
    """Returns ``now`` without the hashes of files uploaded since: these are notes, not drift."""
    known = set(was.split())
    hashes = [word for word in now.split() if word.startswith("--hash=") and word not in known]
    kept = [line for line in now.splitlines(keepends=True) if not any(word in line for word in hashes)]
    text = "".join(kept)
    # The last hash of a package has no continuation mark.
    return "\n".join(_end_continuations(text.splitlines())) + "\n" if hashes else now


def _end_continuations(text: Sequence[str]) -> Iterator[str]:
    for line, following in zip(text, [*text[1:], ""], strict=True):
        yield line if following.startswith(" ") else line.removesuffix(" \\")


def _by_name(requirements: Iterable[str]) -> dict[str, list[str]]:
    versions: dict[str, list[str]] = {}
    for text in requirements:
        requirement = Requirement(text)
        versions.setdefault(canonicalize_name(requirement.name), []).append(str(requirement))
    return {name: sorted(own) for name, own in versions.items()}


def _line(name: str, version: str, marker: str) -> str:
    exact = f"{name} @ {version}" if "://" in version else f"{name}=={version}"
    return f"{exact} ; {marker}" if marker else exact


def _of(name: str, constraints: Iterable[str]) -> str:
    return ", ".join(text for text in constraints if canonicalize_name(Requirement(text).name) == name)


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise InvalidLock(
            f"{folder / name} can't be read: {error.strerror}.", ("wanted", "the file that `make` wrote")
        ) from None
