"""The two resolutions: from requirements to a lock, and from a lock's lower bounds to the same lock."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from jaxlib_lock.host import Host
from jaxlib_lock.lockfile import (
    BOUNDS,
    PYLOCK,
    UV_LOCK,
    WHEELS,
    Package,
    Settings,
    file_digest,
    lower_bound,
    packages,
)
from jaxlib_lock.resolver import CHOICES, PLATFORM, Resolver, arguments_for, without_credentials
from jaxlib_lock.seeds import Seed

#: The project name in the generated ``pyproject.toml``; no project on PyPI has it.
PROJECT = "locked-environment"

#: What reports call the seed where they say who requires a package.
SEED = "the seed"


@dataclass(frozen=True)
class Forward:
    """The highest resolution of a project's requirements.

    Attributes:
        text: The exact versions, one requirement per line, with comments.
        packages: The same versions, with the packages and files that require each.
        excludes: Packages left out because of the hardware or because the project excludes them.
    """

    text: str
    packages: tuple[Package, ...]
    excludes: tuple[str, ...]


@dataclass(frozen=True)
class Again:
    """The lowest resolution of a lock's lower bounds.

    Attributes:
        plain: The exact versions.
        hashed: The exact versions, with the hashes of their files.
        pylock: The text of ``pylock.toml``.
        uv_lock: The text of ``uv.lock``; None for a lock of one Python, for which uv writes no such file.
    """

    plain: str
    hashed: str
    pylock: str
    uv_lock: str | None


def forward(
    folder: Path, host: Host, seed: Seed, settings: Settings, find_links: Sequence[Path], resolver: Resolver
) -> Forward:
    """Resolves to the newest versions that satisfy the host project, the seed and the hardware's set.

    A pattern in the set can only be matched against the packages of a resolution. The matching packages are then
    excluded by name, and the resolution is repeated.

    Raises:
        LockError: The requirements cannot be resolved.
    """
    inputs, sources = _inputs(folder, host, seed)
    excluded = {*seed.names, *(name for name, _ in host.exclusions)}
    while True:
        _write(folder / "excludes.txt", sorted(excluded))
        output = folder / "forward.txt"
        output.unlink(missing_ok=True)
        resolver.run(
            folder,
            *("pip", "compile", "--quiet", *inputs, "--excludes", "excludes.txt"),
            *("--no-header", "--annotation-style", "split", "--output-file", output.name, *_target(settings)),
            *[word for name, value in CHOICES.items() for word in (f"--{name}", value)],
            *("--resolution", "highest"),
            *(["--exclude-newer", settings.exclude_newer] if settings.exclude_newer else []),
            *arguments_for([str(path.absolute()) for path in find_links], "--find-links"),
        )
        resolved = packages(output.read_text("utf-8"), sources)
        forbidden = {package.name for package in resolved if seed.forbids(package.name)}
        if not forbidden:
            return Forward(output.read_text("utf-8"), resolved, tuple(sorted(excluded)))
        excluded |= forbidden


def bounds(
    lines: Sequence[str],
    settings: Settings,
    excludes: Sequence[str],
    overrides: Sequence[str],
    *,
    wheels: bool,
) -> str:
    """Returns ``pyproject.toml`` with the lower bounds, and the ``[tool.uv]`` settings that reproduce the lock."""
    project: dict[str, object] = {
        "name": PROJECT,
        "version": "0",
        "description": f"JAX {settings.release} on {settings.hardware}; each bound is the version that was locked.",
        "requires-python": settings.requires_python,
        "dependencies": _array(map(lower_bound, lines)),
    }
    tool: dict[str, object] = {"package": False, "resolution": "lowest", **CHOICES}
    if settings.exclude_newer:
        tool["exclude-newer"] = settings.exclude_newer
    if overrides:
        tool["override-dependencies"] = _array(_overrides(lines, overrides))
    if excludes:
        tool["exclude-dependencies"] = _array(excludes)
    if wheels:
        tool["find-links"] = [WHEELS]
    return tomlkit.dumps({"project": project, "tool": {"uv": tool}})


def _overrides(lines: Sequence[str], overrides: Sequence[str]) -> list[str]:
    """Returns the overrides for the lowest resolution, with the locked version of each package as lower bound.

    The original override may also allow older versions, which the lowest resolution would choose.
    """
    names = dict.fromkeys(canonicalize_name(Requirement(line).name) for line in overrides)
    locked = {
        name: [line for line in lines if canonicalize_name(Requirement(line).name) == name] for name in names
    }
    kept = [line for line in overrides if not locked[canonicalize_name(Requirement(line).name)]]
    return [*kept, *(lower_bound(line) for group in locked.values() for line in group)]


def _array(items: Iterable[str]) -> tomlkit.items.Array:
    array = tomlkit.array()
    array.extend(items)
    return array.multiline(True)


def again(folder: Path, settings: Settings, resolver: Resolver) -> Again:
    """Makes the lock from ``pyproject.toml`` in ``folder`` and the wheels beside it; no other input is read.

    Raises:
        LockError: The lower bounds cannot be resolved.
    """

    def read(name: str) -> str:
        return without_credentials((folder / name).read_text("utf-8"))

    if settings.universal:
        resolver.run(folder, "lock", "--quiet", "--resolution", "lowest")
        export = (
            "export",
            "--quiet",
            "--locked",
            "--resolution",
            "lowest",
            "--no-header",
            "--no-emit-project",
        )
        plain = ("--no-annotate", "--no-hashes")
        resolver.run(folder, *export, *plain, "--output-file", "plain.txt")
        resolver.run(folder, *export, "--no-annotate", "--output-file", "hashed.txt")
        resolver.run(folder, *export, "--format", "pylock.toml", "--output-file", PYLOCK)
    else:
        compile_ = ("pip", "compile", "--quiet", BOUNDS, "--no-header", *_target(settings))
        resolver.run(folder, *compile_, "--no-annotate", "--output-file", "plain.txt")
        resolver.run(folder, *compile_, "--no-annotate", "--generate-hashes", "--output-file", "hashed.txt")
        resolver.run(folder, *compile_, "--format", "pylock.toml", "--output-file", PYLOCK)
    hashed = _with_kept_hashes(read("hashed.txt"), folder / WHEELS)
    uv_lock = read(UV_LOCK) if settings.universal else None
    return Again(read("plain.txt"), hashed, _portable(read(PYLOCK), folder / WHEELS), uv_lock)


def wheels_of(lines: Iterable[str], find_links: Sequence[Path]) -> list[Path]:
    """Returns the wheels in ``find_links`` that match the exact requirements in ``lines``."""
    wanted = set()
    for line in lines:
        requirement = Requirement(line)
        wanted.add((canonicalize_name(requirement.name), str(requirement.specifier).removeprefix("==")))
    wheels: dict[str, Path] = {}
    for folder in find_links:
        for path in sorted(folder.glob("*.whl")):
            name, version, _, _ = parse_wheel_filename(path.name)
            if (name, str(version)) in wanted:
                wheels.setdefault(path.name, path)
    return [wheels[name] for name in sorted(wheels)]


def _inputs(folder: Path, host: Host, seed: Seed) -> tuple[list[str], dict[str, str]]:
    """Writes the inputs into ``folder``; returns uv's arguments, and the name that reports use for each file."""
    arguments, names = [], {"-r seed.in": SEED, "-c seed.txt": SEED}
    by_file: dict[str, list[str]] = {}
    for line, file in host.requirements:
        by_file.setdefault(file, []).append(line)
    for number, (file, lines) in enumerate(by_file.items()):
        name = f"host-{number}.in"
        _write(folder / name, lines)
        arguments.append(name)
        names[f"-r {name}"] = file
    _write(folder / "seed.in", seed.requires)
    _write(folder / "seed.txt", (*seed.constraints, *seed.bounds))
    arguments += ["seed.in", "--constraint", "seed.txt"]
    if host.constraints:
        _write(folder / "host.txt", [line for line, _ in host.constraints])
        arguments += ["--constraint", "host.txt"]
        names["-c host.txt"] = "constraints"
    if host.overrides:
        _write(folder / "overrides.txt", [line for line, _ in host.overrides])
        arguments += ["--override", "overrides.txt"]
        names["--override overrides.txt"] = "overrides"
    return arguments, names


def _target(settings: Settings) -> list[str]:
    platform = PLATFORM.format(architecture=settings.architecture)
    scope = ["--universal"] if settings.universal else ["--python-platform", platform]
    return ["--python-version", settings.python, *scope]


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _with_kept_hashes(text: str, wheels: Path) -> str:
    """Returns ``text`` with the hashes of the kept wheels, which uv omits."""
    lines = []
    for line in text.splitlines():
        kept = wheels_of([line], [wheels]) if line[:1].isalnum() and not line.endswith("\\") else []
        lines.append(" \\\n".join([line, *(f"    --hash=sha256:{file_digest(path)}" for path in kept)]))
    return "".join(f"{line}\n" for line in lines)


def _portable(pylock: str, wheels: Path) -> str:
    """Returns ``pylock.toml`` with paths of kept wheels relative to it, whatever folder the lock was made in."""
    here = re.escape(wheels.absolute().as_uri())
    text = re.sub(rf'^index = "{here}/?"\n', "", pylock, flags=re.MULTILINE)
    return re.sub(rf'url = "{here}/', f'path = "{WHEELS}/', text)
