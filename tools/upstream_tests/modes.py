"""The modes that upstream's tests are run in: the settings of jax, and the order of a file's tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode: its name on the page, jax's variables, and fields of the recorder's REQUEST that order the tests."""

    title: str
    variables: Mapping[str, str] = field(default_factory=dict)
    order: Mapping[str, bool | int] = field(default_factory=dict)


DEFAULT = "default"
MODES = {
    DEFAULT: Mode("as in upstream's continuous integration"),
    "x64": Mode("64-bit types, JAX_ENABLE_X64=1", {"JAX_ENABLE_X64": "1"}),
    "devices": Mode("eight devices, JAX_NUM_CPU_DEVICES=8", {"JAX_NUM_CPU_DEVICES": "8"}),
    "no-jit": Mode("without compiled functions, JAX_DISABLE_JIT=1", {"JAX_DISABLE_JIT": "1"}),
    "checks": Mode("jax's own checks, JAX_ENABLE_CHECKS=1", {"JAX_ENABLE_CHECKS": "1"}),
    "shuffled": Mode("each file's tests in random order", order={"shuffled": True}),
    "threads": Mode("six of a file's tests at a time, in threads", order={"threads": 6}),
    "twice": Mode("each file's tests twice in one process", order={"passes": 2}),
}
