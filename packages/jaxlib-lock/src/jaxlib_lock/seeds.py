"""Seeds: what an environment of a family release must hold, and what one for each hardware must never hold.

They are derived from the release manifests when this distribution is built (``seeds.json``).
"""

from __future__ import annotations

import fnmatch
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from jaxlib_lock.errors import UnknownHardware, UnknownRelease

SCHEMA = "jaxlib.seeds/1"


@dataclass(frozen=True)
class Seed:
    """One release on one hardware.

    Attributes:
        release: The family's release.
        hardware: ``cpu``, ``cuda12`` and so on.
        python: The Pythons that the release serves, as a specifier.
        requires: What the environment holds whatever the host project says.
        constraints: The family's exact versions, and floors for what the release was tested with.
        never: Names and patterns of distributions that the environment must not hold.
    """

    release: str
    hardware: str
    python: str
    requires: tuple[str, ...]
    constraints: tuple[str, ...]
    never: tuple[str, ...]

    def forbids(self, name: str) -> bool:
        """Whether an environment for this hardware must not hold the distribution ``name``."""
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.never)

    @property
    def names(self) -> tuple[str, ...]:
        """What of ``never`` is a name, which can be left out before anything has been resolved."""
        return tuple(sorted(name for name in self.never if "*" not in name))


class Seeds:
    """All releases, the newest last, as ``seeds.json`` has them."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if data.get("schema") != SCHEMA:
            raise ValueError(f"wanted seeds of schema {SCHEMA}, found {data.get('schema')!r}")
        self._releases: dict[str, Mapping[str, Any]] = {each["release"]: each for each in data["releases"]}

    @classmethod
    def packaged(cls) -> Seeds:
        """Those that this distribution was built with."""
        return cls(json.loads(files("jaxlib_lock").joinpath("seeds.json").read_text("utf-8")))

    @property
    def releases(self) -> tuple[str, ...]:
        """Every release that has a seed."""
        return tuple(self._releases)

    def newest(self, python: str) -> str:
        """The newest release that serves ``python`` (``3.12``), or else the newest there is."""
        return (self._serving(python) or self.releases)[-1]

    def _serving(self, python: str) -> list[str]:
        """The releases that serve ``python``, the newest last."""
        return [
            name
            for name, each in self._releases.items()
            if SpecifierSet(each["python"]).contains(python, prereleases=True)
        ]

    def hardware(self) -> tuple[str, ...]:
        """Every hardware that some release has a set for."""
        return tuple(dict.fromkeys(name for each in self._releases.values() for name in each["never"]))

    def find(self, release: str, hardware: str, python: str) -> Seed:
        """The seed of ``release`` for ``hardware``.

        Raises:
            UnknownRelease: There is none of that release, or it does not serve ``python`` (``3.12``).
            UnknownHardware: The release has no set for that hardware.
        """
        data = self._releases.get(release)
        if data is None:
            raise UnknownRelease(
                f"There is no seed of release {release!r}.",
                ("known", ", ".join(self.releases)),
                advice=(f"name a known release: --release {self.newest(python)}",),
            )
        if hardware not in data["never"]:
            raise UnknownHardware(
                f"Release {release} has no set for hardware {hardware!r}.",
                ("known", ", ".join(data["never"])),
                advice=(f"name one of them: --hardware {_nearest(hardware, data['never'])}",),
            )
        if release not in (serving := self._serving(python)):
            raise UnknownRelease(
                f"Release {release} does not serve Python {python}.",
                ("wanted", f"Python {data['python']}, which release {release} is for"),
                ("found", f"--python {python}"),
                advice=tuple(f"take a release that does: --release {name}" for name in serving[-1:])
                or ("name another Python with --python",),
            )
        return Seed(
            release=release,
            hardware=hardware,
            python=data["python"],
            requires=(*data["requires"], f"jaxlib-{hardware}"),
            constraints=(*data["pins"], f"jaxlib-{hardware}=={release}", *data["tested"]),
            never=tuple(data["never"][hardware]),
        )


def described(
    release: str,
    *,
    python: str,
    pins: Mapping[str, str],
    tested: Iterable[str],
    never: Mapping[str, Iterable[str]],
) -> dict[str, Any]:
    """One release as ``seeds.json`` has it; ``pins`` are the family's exact versions without the plugin's."""
    return {
        "release": release,
        "python": python,
        "requires": list(pins),
        "pins": [f"{name}=={Version(version)}" for name, version in pins.items()],
        "tested": [str(Requirement(text)) for text in tested],
        "never": {name: list(names) for name, names in never.items()},
    }


def _nearest(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    names = list(known)
    return next(iter(get_close_matches(name, names, 1, 0.3)), names[0])
