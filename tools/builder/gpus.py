"""NVIDIA's GPUs by name, their compute capability, and the kernels that run on it: the data of ``gpus.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jaxlib_core.checks import compute_capability

DATA = Path(__file__).with_name("gpus.toml")
#: Prefixes of GPU names that are ignored, and the separators of their words.
_PREFIXES = re.compile(r"^(nvidia|geforce|tesla)")
_SEPARATORS = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class Capability:
    """A compute capability, such as (8, 6), and the GPUs that have it."""

    number: tuple[int, int]
    architecture: str
    gpus: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number[0]}.{self.number[1]}"


@cache
def capabilities() -> tuple[Capability, ...]:
    """Every compute capability that ``gpus.toml`` names GPUs for, from old to new."""
    rows = tomllib.loads(DATA.read_text("utf-8"))["capability"]
    return tuple(Capability(number(row["number"]), row["architecture"], tuple(row["gpus"])) for row in rows)


def number(text: str) -> tuple[int, int]:
    """The compute capability ``8.6`` as two numbers."""
    major, _, minor = text.partition(".")
    return int(major), int(minor)


def by_name(text: str) -> tuple[int, int] | None:
    """The compute capability of a GPU by a name as people write it: ``a10``, ``RTX 3090``, ``nvidia-l4``."""
    wanted = _plain(text)
    for capability in capabilities():
        if any(_plain(name) == wanted for name in capability.gpus):
            return capability.number
    return None


def serving(capability: tuple[int, int], held: Iterable[str]) -> str | None:
    """The architecture of ``held``, in NVIDIA's spelling, whose kernels run on a GPU; None if there is none.

    Machine code is preferred to PTX, which the driver has to compile; of several, the newest is chosen.
    """
    names = [name for name in held if compute_capability.served((name,), capability)]
    return max(names, key=lambda name: (name.startswith("sm"), int(name.partition("_")[2])), default=None)


def _plain(text: str) -> str:
    joined = _SEPARATORS.sub("", text.lower())
    while _PREFIXES.match(joined):
        joined = _PREFIXES.sub("", joined)
    return joined
