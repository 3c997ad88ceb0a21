"""What a check is, what comes of it, and how the checks of a library are collected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jaxlib_pjrt._native import Client, LoadedExecutable, Topology

#: Groups of checks, in the order in which they run and are shown.
GROUPS = {
    "table": "The table of functions: sizes, versions, extensions, nothing missing",
    "errors": "Errors instead of aborts",
    "lifetime": "Who owns what, and for how long",
    "threads": "Many threads at a time",
    "buffers": "Arrays of every dtype and of odd shapes",
    "programs": "Compiling, executing, donating, serializing",
    "ops": "StableHLO op by op, against numpy",
    "devices": "Programs on several devices",
    "primitives": "JAX's own cases of each primitive",
}


class Unsupported(Exception):
    """The library does not have what the check is about."""


@dataclass(frozen=True)
class Check:
    """One rule, and what finds out whether a library keeps it.

    Attributes:
        group: One of ``GROUPS``.
        name: Unique in its group.
        rule: What a library must do, in a sentence.
        run: Raises Unsupported, or any other exception where the rule is broken.
    """

    group: str
    name: str
    rule: str
    run: Callable[[Library], None] = field(compare=False, repr=False)

    @property
    def id(self) -> str:
        """Its name among all checks."""
        return f"{self.group}/{self.name}"


class Result(NamedTuple):
    """What came of a check: ``PASS``, ``FAIL`` or ``UNSUPPORTED``, and why, where it is no PASS."""

    id: str
    outcome: str
    reason: str
    seconds: float


@dataclass
class Library:
    """The library that is checked, as the checks see it: loaded, and with a client, when a check first asks."""

    path: str
    options: dict[str, Any]
    topology_name: str | None = None
    topology_options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def plugin(self) -> Any:
        """The library, loaded by the binding."""
        from jaxlib_pjrt import Plugin

        if (self.topology_name or "").startswith("tpu:"):
            from jaxlib_core.jax import topologies

            # Before the library is loaded, or it asks the network for minutes what machine this is.
            os.environ.update(topologies._NO_TPU_VM, ALLOW_MULTIPLE_LIBTPU_LOAD="1")
        return Plugin(self.path, os.path.basename(self.path))  # noqa: PTH119

    @cached_property
    def _client(self) -> Client | Exception:
        from jaxlib_pjrt import Client, PjrtError

        try:
            return Client(self.plugin, **self.options)
        except PjrtError as error:
            return error

    @property
    def client(self) -> Client:
        """A client.

        Raises:
            Unsupported: None can be made, most often because there is no device.
        """
        made = self._client
        if isinstance(made, Exception):
            raise Unsupported(f"no client can be made: {_first_line(made)}")
        return made

    @cached_property
    def topology(self) -> Topology | None:
        """What to compile for where there is no device."""
        from jaxlib_pjrt import Topology

        name, options = self.topology_name, self.topology_options
        if name is None:
            return None
        platform, _, rest = name.partition(":")
        if platform in ("cuda", "tpu") and rest:
            # As jaxlib-core names them, which knows what each library has to be told.
            from jaxlib_core.jax import topologies

            request = {"cuda": topologies._cuda, "tpu": topologies._tpu}[platform](name, rest)
            name, options = request.topology_name, {**request.options, **options}
        return Topology(self.plugin, name, **options)

    def compiled(self, program: str, options: Any = None) -> LoadedExecutable:
        """A program, compiled for the client.

        Raises:
            Unsupported: There is no client. If there is a topology it was compiled for that.
        """
        if isinstance(self._client, Exception) and self.topology is not None:
            self.topology.compile(program, options)
            raise Compiled
        return self.client.compile(program, options)


class Compiled(Exception):
    """A program was compiled for a topology, and there is no device to run it on: as much as can be seen."""


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:500]


def every(only: Iterable[str] = (), *, primitives: bool = True) -> list[Check]:
    """All checks, or those whose names contain one of some words."""
    from jaxlib_pjrt.conformance import ops, rules, table
    from jaxlib_pjrt.conformance.primitives import checks as of_jax

    words = tuple(only)
    checks = [check for module in (table, rules, ops) for check in module.checks()]
    # jax's cases take seconds to import, so they are asked for by their group's name.
    if primitives and (not words or any(word.startswith("primitives") for word in words)):
        checks += of_jax()
    order = list(GROUPS)
    checks.sort(key=lambda check: order.index(check.group))
    return [check for check in checks if not words or any(word in check.id for word in words)]
