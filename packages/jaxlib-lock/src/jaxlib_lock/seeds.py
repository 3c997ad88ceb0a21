"""Seeds: what the environment of a release must hold, and what it must never hold on each hardware.

They are derived from the release manifests when this distribution is built (``seeds.json``).
"""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from jaxlib_lock.errors import UnknownHardware, UnknownRelease

SCHEMA = "jaxlib.seeds/3"
#: The jaxlib that a lock can hold: upstream's, which the registry has for every platform, or the family's own.
JAXLIBS = ("upstream", "bindings")
#: The name of the seed that is upstream's own lock of a release.
UPSTREAM = "upstream"
#: The file from which NVIDIA's driver version is read.
DRIVER_FILE = Path("/proc/driver/nvidia/version")
#: Common names of hardware, and the prefix of the matching sets.
_ALIASES = {
    **dict.fromkeys(("gpu", "cuda", "nvidia"), "cuda"),
    **dict.fromkeys(("amd", "rocm", "hip"), "rocm"),
    **dict.fromkeys(("google", "libtpu"), "tpu"),
}


@dataclass(frozen=True)
class UpstreamLock:
    """The exact versions that upstream's continuous integration installs for a release of jax.

    Attributes:
        source: The tag of jax's sources, and the file's path there.
        sha256: The hash of the file's bytes.
        pins: A requirement with an exact version for each package.
    """

    source: str
    sha256: str
    pins: tuple[str, ...]


@dataclass(frozen=True)
class Seed:
    """The requirements of one release on one hardware.

    Attributes:
        release: The family's release.
        hardware: ``cpu``, ``cuda12`` and so on.
        python: The Pythons that the release supports, as a specifier.
        requires: Requirements of the environment, whatever the host project requires.
        constraints: The family's exact versions, and lower bounds for the packages that the release was tested
            with.
        never: Names and patterns of distributions that the environment must not hold.
        known: Names of distributions that projects commonly require and ``never`` matches. To exclude them from the
            beginning saves a resolution.
        bounds: Lower bounds from other locks that are used as seeds.
        files: The files of those locks, each with its sha256.
    """

    release: str
    hardware: str
    python: str
    requires: tuple[str, ...]
    constraints: tuple[str, ...]
    never: tuple[str, ...]
    known: tuple[str, ...] = ()
    bounds: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    def forbids(self, name: str) -> bool:
        """Whether an environment for this hardware must not hold the distribution ``name``."""
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.never)

    @property
    def names(self) -> tuple[str, ...]:
        """What can be excluded before resolution: ``known``, and the entries of ``never`` without a wildcard."""
        return tuple(sorted({*self.known, *(name for name in self.never if "*" not in name)}))


class Seeds:
    """All releases in ``seeds.json``, the newest last."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if data.get("schema") != SCHEMA:
            raise ValueError(f"wanted seeds of schema {SCHEMA}, found {data.get('schema')!r}")
        self._releases: dict[str, Mapping[str, Any]] = {
            release["release"]: release for release in data["releases"]
        }
        self._drivers: Mapping[str, str] = data["drivers"]

    @classmethod
    def packaged(cls) -> Seeds:
        """Returns the seeds that are packaged with this distribution."""
        return cls(json.loads(files("jaxlib_lock").joinpath("seeds.json").read_text("utf-8")))

    @property
    def releases(self) -> tuple[str, ...]:
        """All releases that have a seed, the newest last."""
        return tuple(self._releases)

    def newest(self, python: str) -> str:
        """Returns the newest release that supports ``python`` (``3.12``), or the newest of all if none does."""
        return (self._serving(python) or self.releases)[-1]

    def _serving(self, python: str) -> list[str]:
        """Returns the releases that support ``python``, the newest last."""
        return [
            name
            for name, release in self._releases.items()
            if SpecifierSet(release["python"]).contains(python, prereleases=True)
        ]

    def hardware(self) -> tuple[str, ...]:
        """Returns every hardware for which at least one release has a set."""
        return tuple(dict.fromkeys(name for release in self._releases.values() for name in release["never"]))

    def find(self, release: str, hardware: str, python: str, jaxlib: str = JAXLIBS[0]) -> Seed:
        """Returns the seed of ``release`` for ``hardware``, with one of ``JAXLIBS``.

        Raises:
            UnknownRelease: There is no seed of the release, the release does not support ``python`` (``3.12``), or
                it has no bindings.
            UnknownHardware: The release has no set for the hardware.
        """
        data = self._entry(release, python)
        if hardware not in data["never"]:
            raise UnknownHardware(
                f"Release {release} has no set for hardware {hardware!r}.",
                ("known", ", ".join(data["never"])),
                advice=self._hardware_advice(hardware, list(data["never"])),
            )
        if release not in (serving := self._serving(python)):
            raise UnknownRelease(
                f"Release {release} does not serve Python {python}.",
                ("wanted", f"Python {data['python']}, which release {release} supports"),
                ("found", f"--python {python}"),
                advice=tuple(f"choose a release that does: --release {name}" for name in serving[-1:])
                or ("name another Python with --python",),
            )
        pins = [self._jaxlib(data, jaxlib) if _is_jaxlib(pin) else pin for pin in data["pins"]]
        seed = Seed(
            release=release,
            hardware=hardware,
            python=data["python"],
            requires=(*data["requires"], f"jaxlib-{hardware}"),
            constraints=(*pins, f"jaxlib-{hardware}=={release}", *data["tested"]),
            never=tuple(data["never"][hardware]),
        )
        return replace(seed, known=tuple(name for name in data["known"] if seed.forbids(name)))

    def upstream(self, release: str, python: str) -> UpstreamLock:
        """Returns upstream's lock of a release for ``python`` (``3.12``).

        Raises:
            UnknownRelease: The release has no seed, or no such lock for the Python.
        """
        locks = self._entry(release, python)["locks"]
        if python not in locks:
            raise UnknownRelease(
                f"Upstream has no lock for release {release} and Python {python}.",
                ("wanted", f"--seed {UPSTREAM}"),
                ("known", ", ".join(f"Python {name}" for name in locks) or f"none for release {release}"),
                advice=("name a lock of your own as a seed, or leave out --seed",),
            )
        lock = locks[python]
        return UpstreamLock(lock["source"], lock["sha256"], tuple(lock["pins"]))

    def _entry(self, release: str, python: str) -> Mapping[str, Any]:
        data = self._releases.get(release)
        if data is None:
            raise UnknownRelease(
                f"Release {release!r} has no seed.",
                ("known", ", ".join(self.releases)),
                advice=(f"name a known release: --release {self.newest(python)}",),
            )
        return data

    def hardware_named(self, name: str, release: str, python: str) -> tuple[str, str]:
        """Returns the hardware that ``name`` stands for, and the reason: "" if ``name`` is not an alias.

        A common name is accepted if it fits one set alone, or if this machine's driver decides.

        Raises:
            UnknownRelease: The release has no seed.
        """
        known = list(self._entry(release, python)["never"])
        if name in known:
            return name, ""
        if name.lower() in known:
            return name.lower(), f"--hardware {name} is {name.lower()}"
        meant = _meant(name, known)
        if len(meant) == 1:
            return meant[0], f"--hardware {name} is {meant[0]}, the only such hardware of release {release}"
        driver = _driver()
        served = [
            (Version(self._drivers[item]), item)
            for item in meant
            if driver and item in self._drivers and Version(self._drivers[item]) <= Version(driver)
        ]
        if not served:
            return name, ""
        _, newest = max(served)
        return (
            newest,
            f"--hardware {name} is {newest} here, by this machine's driver {driver}; for others, name it",
        )

    def _jaxlib(self, data: Mapping[str, Any], jaxlib: str) -> str:
        """Returns the constraint on jaxlib: ``===`` for upstream's, since a local version also satisfies ``==``."""
        (pin,) = filter(_is_jaxlib, data["pins"])
        if jaxlib == "upstream":
            return str(pin).replace("==", "===")
        if not data["bindings"]:
            having = [name for name, release in self._releases.items() if release["bindings"]]
            raise UnknownRelease(
                f"There are no bindings of release {data['release']}.",
                ("wanted", "--jaxlib bindings"),
                ("known", ", ".join(having) or "none"),
                advice=("use upstream's: --jaxlib upstream",),
            )
        return f"jaxlib=={data['bindings']}"

    def _hardware_advice(self, name: str, known: list[str]) -> tuple[str, ...]:
        meant = _meant(name, known)
        if not meant:
            from difflib import get_close_matches

            near = get_close_matches(name, known, 1, 0.5)
            return tuple(f"name one of them: --hardware {release}" for release in near or known[:1])
        floors = {release: self._drivers[release] for release in meant if release in self._drivers}
        newest_first = sorted(meant, key=lambda release: Version(floors.get(release, "0")), reverse=True)
        if not floors:
            return tuple(f"name it: --hardware {release}" for release in newest_first)
        driver = _driver()
        here = f"; this machine's is {driver}" if driver else ""
        return tuple(
            f"name one: --hardware {release}, for drivers from {floors[release]} on{here}"
            for release in newest_first
        )


def _meant(name: str, known: Iterable[str]) -> list[str]:
    """Returns the hardware of ``known`` that a common name stands for."""
    return [hardware for hardware in known if hardware.startswith(_ALIASES.get(name.lower(), "\0"))]


def _driver() -> str | None:
    """Returns the version of NVIDIA's driver on this machine; None if there is none."""
    try:
        match = re.search(r"\d+\.\d+(\.\d+)?", DRIVER_FILE.read_text("utf-8", "replace"))
    except OSError:
        return None
    return match[0] if match else None


def _is_jaxlib(pin: str) -> bool:
    return Requirement(pin).name == "jaxlib"


def described(
    release: str,
    *,
    python: str,
    pins: Mapping[str, str],
    tested: Iterable[str],
    never: Mapping[str, Iterable[str]],
    bindings: str | None,
    locks: Mapping[str, UpstreamLock],
    known: Iterable[str],
) -> dict[str, Any]:
    """Returns the entry of one release in ``seeds.json``.

    ``pins`` are the family's exact versions, without the plugin's and with upstream's jaxlib. ``bindings`` is the
    version of jaxlib (bindings-only), or None for a release that has none. ``locks`` are upstream's, by Python.
    ``known`` are names that the patterns in ``never`` may match.
    """
    return {
        "release": release,
        "python": python,
        "requires": list(pins),
        "pins": [f"{name}=={Version(version)}" for name, version in pins.items()],
        "tested": [str(Requirement(text)) for text in tested],
        "never": {name: list(names) for name, names in never.items()},
        "bindings": bindings,
        "locks": {python: {**asdict(lock), "pins": list(lock.pins)} for python, lock in locks.items()},
        "known": sorted(known),
    }
