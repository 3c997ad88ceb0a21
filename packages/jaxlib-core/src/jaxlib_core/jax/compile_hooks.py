"""One wrapper around jax's compiler, through which the plugins look at each program before it is compiled.

A hook takes the program and its options and returns both, changed or not. A plugin's hooks run in the order in
which they were given, on programs for that plugin alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from jaxlib_core.plugins.descriptor import Descriptor

#: From a program (an MLIR module) and its compile options to those that are compiled.
Hook: TypeAlias = Callable[[Any, Any], tuple[Any, Any]]

#: By platform: the distribution that serves it, and its hooks.
_hooks: dict[str, tuple[str, tuple[Hook, ...]]] = {}


def use(descriptor: Descriptor, hooks: Sequence[Hook]) -> None:
    """Run ``hooks`` on each program that is compiled for the plugin of ``descriptor``, once ``wrap`` has run."""
    _hooks[descriptor.platform] = descriptor.distribution, tuple(hooks)


def hooks_for(backend: Any) -> tuple[Hook, ...]:
    """The hooks for programs of ``backend``; none where another plugin, or jaxlib itself, serves its platform."""
    distribution, hooks = _hooks.get(backend.platform, ("", ()))
    return hooks if hooks and distribution in backend.platform_version else ()


def wrap() -> None:
    """Put the hooks between jax and its compiler."""
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
