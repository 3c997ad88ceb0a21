"""A lock: a folder with the exact versions, the lower bounds they come out of again, and what it was made from.

``lock.json`` says what the others are made from, with the hash of each; it names no path, no time and no machine,
so that the same inputs give the same bytes everywhere. Wheels that no registry has are kept in ``wheels/``.

A folder is whole at any time. A new one appears by one rename. In one that is replaced, the new files lie complete
in ``.jaxlib-lock-new`` before the first is moved, and every command that opens a lock first finishes such a move.
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
#: What makes a folder one that holds a lock, ours or another tool's.
LOCKS = (RECORD, REQUIREMENTS, PYLOCK, UV_LOCK)
#: What a host project asks for, line by line, under the names of `Host`.
HOST_LINES = ("requirements", "constraints", "overrides", "exclusions", "requires_python")
_JOURNAL = ".jaxlib-lock-new"


@dataclass(frozen=True)
class Package:
    """One line of the lock.

    Attributes:
        name: Normalized.
        version: Exact, or an address.
        marker: Where it is installed; empty for everywhere.
        needed_by: Names of packages in the lock, and files of the host project's.
    """

    name: str
    version: str
    marker: str
    needed_by: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """The settings that, with the registry's content, determine a lock.

    Attributes:
        release: Of the family.
        hardware: Whose set it is.
        python: ``3.12``: the only one, or of a universal lock the oldest.
        universal: Whether it is for all platforms and for newer Pythons too.
        architecture: Of a lock that is not universal.
        exclude_newer: Files that the registry got later than this do not exist; None for no such limit.
        hashes: Whether the requirements file has them; ``pylock.toml`` always does.
        jaxlib: Whose it holds: ``upstream``, or ``bindings`` for the family's own.
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
        """The Pythons that the lock serves."""
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
        """The lines of a package: several where versions differ by marker."""
        return tuple(package for package in self.packages if package.name == canonicalize_name(name))

    def text(self, outputs: Mapping[str, bytes]) -> bytes:
        """The record of this lock with these outputs."""
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
    """Reads a lock, after finishing an upgrade of it that was interrupted.

    Raises:
        InvalidLock: The folder holds none, or one of another schema.
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
            advice=("make one: make --requirements FILE --hardware HARDWARE --python 3.12 --out FOLDER",),
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
    """The hash by which a lock knows a file."""
    return hashlib.sha256(content).hexdigest()


def file_digest(path: Path) -> str:
    """The same of a file that may be large."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def lines(text: str) -> list[str]:
    """The requirements in a lock's text: no comments, no blank lines, no hashes."""
    joined = re.sub(r"\s*\\\n\s*--hash=\S+", "", text)
    return [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def lower_bound(line: str) -> str:
    """An exact requirement as a lower bound; what has no such form stays as it is."""
    requirement = Requirement(line)
    versions = [Version(clause.version) for clause in requirement.specifier]
    if any(version.local or version.is_prerelease for version in versions) or requirement.url:
        # A local version is equal to itself alone, and a final release goes before a pre-release of any bound.
        return line
    return line.replace("==", ">=", 1)


def packages(annotated: str, sources: Mapping[str, str]) -> tuple[Package, ...]:
    """The packages of a resolution with annotations (``# via``); ``sources`` names its input files."""
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
    """Refuses a folder in which a new lock would overwrite something.

    Raises:
        AlreadyLocked: With what is there and what to do.
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
                    (f"to check it: verify {out}", f"to move it to another release: upgrade {out}")
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
    """Writes a lock's files, all or none; ``over`` replaces those of the lock that is there.

    The wheels are linked where the file system allows it.
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
            # Over an empty folder, too.
            staged.rename(out)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _finish(folder: Path) -> None:
    """Moves into place what an interrupted upgrade has left complete."""
    journal = folder / _JOURNAL
    if not journal.is_dir():
        return
    new = [path for path in journal.rglob("*") if path.is_file()]
    (folder / WHEELS).mkdir(exist_ok=True)
    # The record last: until then the journal is there, and the move is done again.
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
    """Removes what processes that were killed have left beside ``out``."""
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
