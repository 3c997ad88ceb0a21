"""All changes of jax's internals: what is replaced, why, in which releases of jax, and by what.

A patch is applied once per process, and only after the releases of jax, jaxlib and the plugin are known to match.
For each release that the family serves, a test compares the names and signatures here with that release's source.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from jaxlib_core.jax import compile_hooks

if TYPE_CHECKING:
    from jaxlib_core.errors import HardwareAbsent


class Patch(NamedTuple):
    """One replacement in jax's internals.

    Attributes:
        target: What is replaced, with its parameters if it is a function: ``jax._src.module.name(a, *, b)``. For
            a lowering rule, the primitive.
        why: What does not work without it.
        since: The first release of jax that needs it.
        apply: Makes the replacement.
        until: The first release of jax that no longer needs it; empty if all do.
        uses: What else of jax's internals ``apply`` and the replacement use, spelled like ``target``.
    """

    target: str
    why: str
    since: str
    apply: Callable[[], None]
    until: str = ""
    uses: tuple[str, ...] = ()

    def serves(self, release: str) -> bool:
        """Whether jax ``release`` needs it."""
        numbers = _numbers(release)
        return _numbers(self.since) <= numbers and (not self.until or numbers < _numbers(self.until))


class Adaptation(NamedTuple):
    """A plugin's changes to jax, made when its library is loaded: patches, then compile hooks."""

    patches: Sequence[Patch] = ()
    compile_hooks: Sequence[compile_hooks.Hook] = ()


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", release)[:3])


_lock = threading.RLock()
_applied: set[str] = set()


def apply(patches: Iterable[Patch], release: str) -> None:
    """Apply, in order, those of ``patches`` that jax ``release`` needs and that are not applied yet."""
    with _lock:
        for patch in patches:
            if patch.serves(release) and patch.target not in _applied:
                patch.apply()
                _applied.add(patch.target)


# ---- The table: what jaxlib-core itself changes. Plugins add their own patches (``Adaptation``).


def at_registration() -> tuple[Patch, ...]:
    """The patches that are needed before any library is loaded."""
    return (
        Patch(
            "jax._src.xla_bridge.register_plugin_callbacks(callback)",
            "jax calls such a callback for the libraries that are loaded by then, and forgets it: a function with "
            "a custom partitioning would not reach a library that is loaded later, as all of the family's are.",
            since="0.10.2",
            apply=_keep_late_callbacks,
            uses=("jax._src.xla_bridge._plugin_callbacks",),
        ),
    )


def without_cuda(absent: HardwareAbsent, *, alone: bool) -> tuple[Patch, ...]:
    """Make jax report why there is no CUDA; ``alone``: whether no other platform was requested.

    jax looks for NVIDIA's device files itself, and skips the platform if there are none.
    """
    reason = Patch(
        "jax._src.xla_bridge._backend_errors",
        "When jax skips CUDA, it keeps no reason that jax.devices('cuda') could report.",
        since="0.10.2",
        apply=partial(_tell_cuda_absent, absent),
    )
    look = Patch(
        "jax._src.hardware_utils.has_visible_nvidia_gpu()",
        "If CUDA is the only platform requested and jax skips it, jax raises an AssertionError without a message.",
        since="0.10.2",
        apply=_let_cuda_fail,
    )
    return (reason, look) if alone else (reason,)


def at_load() -> tuple[Patch, ...]:
    """The patches that are needed as soon as a library is loaded."""
    return (
        Patch(
            "jax._src.compiler.compile_or_get_cached(backend, computation, devices, compile_options, "
            "host_callbacks, executable_devices, pgle_profiler)",
            "Plugins whose libraries are older than jaxlib need other options, and programs without what the "
            "library does not know: the compile hooks.",
            since="0.10.2",
            apply=compile_hooks.wrap,
        ),
    )


#: Held while a library or a callback is registered, so that each library meets each callback exactly once.
callbacks_lock: threading.RLock = threading.RLock()


def _keep_late_callbacks() -> None:
    from jax._src import xla_bridge

    register_now = xla_bridge.register_plugin_callbacks

    def register_plugin_callbacks(callback: Callable[..., None]) -> None:
        with callbacks_lock:
            register_now(callback)
            if callback not in xla_bridge._plugin_callbacks:
                xla_bridge._plugin_callbacks.append(callback)

    register_plugin_callbacks.__doc__ = register_now.__doc__
    xla_bridge.register_plugin_callbacks = register_plugin_callbacks


def _tell_cuda_absent(absent: HardwareAbsent) -> None:
    from jax._src import xla_bridge

    xla_bridge._backend_errors["cuda"] = str(absent)


def _let_cuda_fail() -> None:
    from jax._src import hardware_utils

    hardware_utils.has_visible_nvidia_gpu = lambda: True
