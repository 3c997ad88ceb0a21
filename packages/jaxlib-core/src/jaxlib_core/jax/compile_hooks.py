"""The one wrapper around jax's compiler, through which plugins change programs before they are compiled.

A hook takes a program and its options and returns both, changed or not. A plugin's hooks run in order, and only on
programs for that plugin.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from jaxlib_core.plugins.descriptor import Descriptor

#: Maps a program (an MLIR module) and its compile options to those that are compiled.
Hook: TypeAlias = Callable[[Any, Any], tuple[Any, Any]]

#: For each platform: the distribution that serves it, and its hooks.
_hooks: dict[str, tuple[str, tuple[Hook, ...]]] = {}


def use(descriptor: Descriptor, hooks: Sequence[Hook]) -> None:
    """Run ``hooks`` on each program compiled for the plugin of ``descriptor``; requires ``wrap``."""
    _hooks[descriptor.platform] = descriptor.distribution, tuple(hooks)


def hooks_for(backend: Any) -> tuple[Hook, ...]:
    """The hooks for programs of ``backend``; none if another plugin, or jaxlib itself, serves its platform."""
    distribution, hooks = _hooks.get(backend.platform, ("", ()))
    return hooks if hooks and distribution in backend.platform_version else ()


def wrap() -> None:
    """Wrap ``compile_or_get_cached`` so that it runs the hooks."""
    from jax._src import compiler

    compile_or_get_cached = compiler.compile_or_get_cached

    @functools.wraps(compile_or_get_cached)
    def compile_hooked(
        backend: Any, computation: Any, devices: Any, compile_options: Any, *more: Any, **named: Any
    ) -> Any:
        for hook in hooks_for(backend):
            computation, compile_options = hook(computation, compile_options)
        return compile_or_get_cached(backend, computation, devices, compile_options, *more, **named)

    compiler.compile_or_get_cached = compile_hooked
