"""A check, its result, and the library under test."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jaxlib_pjrt._native import Client, LoadedExecutable, Topology

#: Groups of checks, in the order in which they run and are displayed.
GROUPS = {
    "table": "The function table: sizes, versions, extensions, nothing missing",
    "errors": "Errors instead of aborts",
    "lifetime": "Ownership and lifetimes",
    "threads": "Concurrent use by many threads",
    "buffers": "Arrays of every dtype and of odd shapes",
    "programs": "Compiling, executing, donating, serializing",
    "ops": "StableHLO op by op, against numpy",
    "devices": "Programs on several devices",
    "primitives": "JAX's own cases of each primitive",
}


class Unsupported(Exception):
    """The library lacks the feature that the check tests."""


@dataclass(frozen=True)
class Check:
    """One rule, and the function that tests it.

    Attributes:
        group: One of ``GROUPS``.
        name: Unique in its group.
        rule: What a library must do, as a sentence.
        run: Raises Unsupported, or any other exception if the rule is broken.
    """

    group: str
    name: str
    rule: str
    run: Callable[[Library], None] = field(compare=False, repr=False)

    @property
    def id(self) -> str:
        """Its unique name among all checks."""
        return f"{self.group}/{self.name}"


class Result(NamedTuple):
    """The result of a check: ``PASS``, ``FAIL`` or ``UNSUPPORTED``, and the reason unless it passed."""

    id: str
    outcome: str
    reason: str
    seconds: float


@dataclass
class Library:
    """The library under test; loaded, and its client created, on first use."""

    path: str
    options: dict[str, Any]
    topology_name: str | None = None
    topology_options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def plugin(self) -> Any:
        """The library, loaded by jaxlib-pjrt."""
        from jaxlib_pjrt import Plugin

        if (self.topology_name or "").startswith("tpu:"):
            from jaxlib_core.jax import topologies

            # Set before the library is loaded: otherwise libtpu queries the metadata server for minutes.
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
            Unsupported: No client can be created, usually because there is no device.
        """
        client = self._client
        if isinstance(client, Exception):
            raise Unsupported(f"no client can be made: {_first_line(client)}")
        return client

    @cached_property
    def topology(self) -> Topology | None:
        """The topology to compile for if there is no device."""
        from jaxlib_pjrt import Topology

        name, options = self.topology_name, self.topology_options
        if name is None:
            return None
        platform, _, rest = name.partition(":")
        if platform in ("cuda", "tpu") and rest:
            # jaxlib-core resolves its own topology names, because it knows each library's options.
            from jaxlib_core.jax import topologies

            request = {"cuda": topologies._cuda, "tpu": topologies._tpu}[platform](name, rest)
            name, options = request.topology_name, {**request.options, **options}
        return Topology(self.plugin, name, **options)

    def compiled(self, program: str, options: Any = None) -> LoadedExecutable:
        """A program, compiled for the client.

        Raises:
            Unsupported: There is no client.
            Compiled: There is no client, and the program was compiled for the topology.
        """
        if isinstance(self._client, Exception) and self.topology is not None:
            self.topology.compile(program, options)
            raise Compiled
        return self.client.compile(program, options)


class Compiled(Exception):
    """A program was compiled for a topology, and there is no device to run it on."""


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:500]
