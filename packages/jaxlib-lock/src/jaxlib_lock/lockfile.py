"""Reads and writes locks: folders with exact versions, the lower bounds that reproduce them, and the inputs.

``lock.json`` records the inputs, and the hash of every other file. It contains no path, time or machine, so the
same inputs give the same bytes everywhere. Wheels that are on no registry are kept in ``wheels/``.

A lock folder is complete at any time. A new folder appears by a single rename. To replace a lock, all new files are
first written to ``.jaxlib-lock-new``, then moved; every command that opens a lock first finishes an interrupted
move.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from jaxlib_lock.errors import AlreadyLocked, InvalidLock
from jaxlib_lock.host import Host, Line

SCHEMA = "jaxlib.lock/2"
REQUIREMENTS = "requirements.lock.txt"
BOUNDS = "pyproject.toml"
PYLOCK = "pylock.toml"
UV_LOCK = "uv.lock"
RECORD = "lock.json"
WHEELS = "wheels"
#: Files that mark a folder as a lock, of this command or of another tool.
LOCKS = (RECORD, REQUIREMENTS, PYLOCK, UV_LOCK)
#: The attributes of `Host` that are recorded line by line, under the same names.
HOST_LINES = ("requirements", "constraints", "overrides", "exclusions", "requires_python")
_JOURNAL = ".jaxlib-lock-new"


@dataclass(frozen=True)
class Package:
    """One line of the lock.

    Attributes:
        name: The normalized name.
        version: An exact version, or an address.
        marker: The environments in which it is installed; empty for all.
        needed_by: The packages of the lock and the files of the host project that require it.
    """

    name: str
    version: str
    marker: str
    needed_by: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """The settings that, with the registry's content, determine a lock.

    Attributes:
        release: The release of the family.
        hardware: The hardware: ``cpu``, ``cuda12`` and so on.
        python: A version such as ``3.12``: the only one, or the oldest one of a universal lock.
        universal: Whether the lock is for all platforms, and for newer Pythons too.
        architecture: The architecture, for a lock that is not universal.
        exclude_newer: Files uploaded after this time are ignored; None for no limit.
        hashes: Whether the requirements file has hashes; ``pylock.toml`` always has them.
        jaxlib: Which jaxlib it holds: ``upstream``, or ``bindings`` for the family's own.
    """

    release: str
    hardware: str
    python: str
    universal: bool
    architecture: str | None
    exclude_newer: str | None
    hashes: bool
    jaxlib: str

    @property
    def requires_python(self) -> str:
        """The Pythons that the lock supports, as a specifier."""
        return f">={self.python}" if self.universal else f"=={self.python}.*"


@dataclass(frozen=True)
class Lock:
    """The content of ``lock.json``."""

    settings: Settings
    uv: str
    host: Host
    seed_requires: tuple[str, ...]
    seed_constraints: tuple[str, ...]
    seed_bounds: tuple[str, ...]
    seed_files: Mapping[str, str]
    excludes: tuple[str, ...]
    wheels: Mapping[str, str]
    packages: tuple[Package, ...]
    outputs: Mapping[str, str] = field(default_factory=dict)

    def find(self, name: str) -> tuple[Package, ...]:
        """Returns the lines of a package: several where the version depends on a marker."""
        return tuple(package for package in self.packages if package.name == canonicalize_name(name))

    def text(self, outputs: Mapping[str, bytes]) -> bytes:
        """Returns the bytes of ``lock.json``, with the hashes of ``outputs``."""
        data = {
            "schema": SCHEMA,
            **asdict(self.settings),
            "uv": self.uv,
            **{name: _recorded(getattr(self.host, name)) for name in HOST_LINES},
            "fetched": self.host.fetched,
            "seed": {
                "requires": list(self.seed_requires),
                "constraints": list(self.seed_constraints),
                "bounds": list(self.seed_bounds),
                "files": dict(self.seed_files),
            },
            "excludes": list(self.excludes),
            "wheels": dict(sorted(self.wheels.items())),
            "packages": [asdict(package) for package in self.packages],
            "outputs": {name: digest(content) for name, content in sorted(outputs.items())},
        }
        return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def _recorded(lines: Sequence[Line]) -> list[dict[str, str]]:
    return [{"text": text, "file": file} for text, file in lines]


def load(folder: Path) -> Lock:
    """Reads a lock; first completes an interrupted upgrade of it.

    Raises:
        InvalidLock: The folder holds no lock, or its schema is not supported.
    """
    _finish(folder)
    path = folder / RECORD
    try:
        data = json.loads(path.read_text("utf-8"))
        schema = data.get("schema")
    except OSError as error:
        raise InvalidLock(
            f"{folder} holds no lock: {RECORD}: {error.strerror}.",
            ("wanted", f"a folder that `make` wrote, with {RECORD}"),
            ("where", str(path.absolute())),
            advice=(
                "make one: jaxlib-lock make --requirements FILE --hardware HARDWARE --python 3.12 --out FOLDER",
            ),
        ) from None
    except (ValueError, AttributeError) as error:
        raise InvalidLock(f"{path} is not JSON of a lock: {error}.") from None
    if schema != SCHEMA:
        raise InvalidLock(
            f"{path} is of another schema.",
            ("wanted", SCHEMA),
            ("found", str(schema)),
            advice=("use the jaxlib-lock that made it, or make the lock again",),
        )
    try:
        return _parse(data)
    except (KeyError, TypeError) as error:
        raise InvalidLock(
            f"{path} lacks or misspells {error}.", ("wanted", f"JSON of schema {SCHEMA}")
        ) from None


def _parse(data: Mapping[str, Any]) -> Lock:
    return Lock(
        settings=Settings(**{name: data[name] for name in Settings.__dataclass_fields__}),
        uv=data["uv"],
        host=_host(data),
        seed_requires=tuple(data["seed"]["requires"]),
        seed_constraints=tuple(data["seed"]["constraints"]),
        seed_bounds=tuple(data["seed"]["bounds"]),
        seed_files=data["seed"]["files"],
        excludes=tuple(data["excludes"]),
        wheels=data["wheels"],
        packages=tuple(
            Package(package["name"], package["version"], package["marker"], tuple(package["needed_by"]))
            for package in data["packages"]
        ),
        outputs=data["outputs"],
    )


def _host(data: Mapping[str, Any]) -> Host:
    host = Host(fetched=dict(data["fetched"]))
    for name in HOST_LINES:
        getattr(host, name).extend((entry["text"], entry["file"]) for entry in data[name])
    return host


def digest(content: bytes) -> str:
    """Returns the sha256 by which ``lock.json`` identifies a file."""
    return hashlib.sha256(content).hexdigest()


def file_digest(path: Path) -> str:
    """Returns the `digest` of a file, without reading it into memory at once."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def lines(text: str) -> list[str]:
    """Returns the requirements in the text of a lock, without comments, blank lines and hashes."""
    joined = re.sub(r"\s*\\\n\s*--hash=\S+", "", text)
    return [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def lower_bound(line: str) -> str:
    """Returns an exact requirement as a lower bound; other requirements are returned unchanged."""
    requirement = Requirement(line)
    versions = [Version(clause.version) for clause in requirement.specifier]
    if any(version.local or version.is_prerelease for version in versions) or requirement.url:
        # Only the same local version equals a local version; and for a lower bound that is a pre-release, uv would
        # prefer a final release.
        return line
    return line.replace("==", ">=", 1)


def packages(annotated: str, sources: Mapping[str, str]) -> tuple[Package, ...]:
    """Returns the packages of a resolution from uv's annotations (``# via``).

    ``sources`` maps the paths of uv's input files to the names that the lock records.
    """
    pairs: list[tuple[Requirement, list[str]]] = []
    for line in annotated.splitlines():
        if not line.strip():
            continue
        if not line.startswith((" ", "#")):
            pairs.append((Requirement(line), []))
        elif pairs and (name := line.strip().removeprefix("#").strip().removeprefix("via").strip()):
            pairs[-1][1].append(sources.get(name, name))
    return tuple(
        Package(
            canonicalize_name(requirement.name),
            requirement.url or str(requirement.specifier).removeprefix("=="),
            str(requirement.marker or ""),
            tuple(dict.fromkeys(needers)),
        )
        for requirement, needers in pairs
    )


def refuse_existing(out: Path) -> None:
    """Raises an error if a new lock would overwrite something in the folder ``out``.

    Raises:
        AlreadyLocked: The text says what is there and what to do.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise AlreadyLocked(f"{out} is not a folder.", advice=("name another one: --out FOLDER",))
    if existing := [name for name in LOCKS if (out / name).exists()]:
        ours = RECORD in existing
        raise AlreadyLocked(
            f"{out} holds a lock already.",
            ("found", ", ".join(existing)),
            ("where", str(out.absolute())),
            advice=(
                *(
                    (
                        f"to check it: jaxlib-lock verify {out}",
                        f"to move it to another release: jaxlib-lock upgrade {out}",
                    )
                    if ours
                    else ()
                ),
                "to make another one: --out with a new folder",
                f"to make this one again: remove {', '.join(existing)} first",
            ),
        )
    if any(out.iterdir()):
        raise AlreadyLocked(
            f"{out} is not empty.",
            ("found", ", ".join(sorted(path.name for path in out.iterdir())[:5])),
            ("where", str(out.absolute())),
            advice=(f"name a new folder, such as --out {out / 'locked'}",),
        )


def publish(out: Path, files: Mapping[str, bytes], wheels: Iterable[Path], *, over: bool = False) -> None:
    """Writes all files of a lock, or none; ``over`` replaces an existing lock in the folder.

    Wheels are hard-linked where the file system allows it.
    """
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    _sweep(out)
    staged = out.parent / f".{out.name}.{os.getpid()}.partial"
    staged.mkdir()
    try:
        for name, content in files.items():
            _write(staged / name, content)
        for wheel in wheels:
            (staged / WHEELS).mkdir(exist_ok=True)
            _link(wheel, staged / WHEELS / wheel.name)
        if over:
            staged.rename(out / _JOURNAL)
            _finish(out)
        else:
            # rename() also replaces an empty folder.
            staged.rename(out)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _finish(folder: Path) -> None:
    """Completes the moves of an interrupted upgrade."""
    journal = folder / _JOURNAL
    if not journal.is_dir():
        return
    new = [path for path in journal.rglob("*") if path.is_file()]
    (folder / WHEELS).mkdir(exist_ok=True)
    # Move the record last: as long as it is in the journal, an interrupted move is repeated.
    for path in sorted(new, key=lambda path: path.name == RECORD):
        path.replace(folder / path.relative_to(journal))
    kept = json.loads((folder / RECORD).read_text("utf-8"))["wheels"]
    for path in (folder / WHEELS).glob("*.whl"):
        if path.name not in kept:
            path.unlink()
    if not kept:
        shutil.rmtree(folder / WHEELS)
    shutil.rmtree(journal)


def _sweep(out: Path) -> None:
    """Removes the temporary folders that killed processes left beside ``out``."""
    for path in out.parent.glob(f".{out.name}.*.partial"):
        process = path.name.removesuffix(".partial").rpartition(".")[2]
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            shutil.rmtree(path, ignore_errors=True)
        except (ValueError, PermissionError):
            continue


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _link(source: Path, target: Path) -> None:
    try:
        target.hardlink_to(source.resolve())
    except OSError:
        shutil.copyfile(source, target)
