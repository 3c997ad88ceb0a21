"""Lowering rules for programs that run on CPUs, registered so that programs for other platforms stay as jax's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def replace(primitive: Any, usual: Callable[..., Any], ours: Callable[..., Any]) -> None:
    """Lower ``primitive`` by ``ours`` in programs for CPUs alone, and in others by ``usual``, jax's rule for all.

    A rule that is registered for one platform makes jax branch on the platform in programs that are exported for
    several. That changes the program, and is not possible in the reducer of a window, which has no platform index.
    """
    from jax._src.interpreters import mlir

    def lower(ctx: Any, *operands: Any, **parameters: Any) -> Any:
        return (ours if platforms(ctx) == ("cpu",) else usual)(ctx, *operands, **parameters)

    mlir.register_lowering(primitive, lower)


def traced(function: Callable[..., Any], *, multiple_results: bool = False) -> Callable[..., Any]:
    """A lowering rule that traces ``function`` of arrays and inlines it.

    Within ``jax.ensure_compile_time_eval()``, jax computes what depends on constants alone while it traces. In a
    lowering rule, that runs programs in the middle of another's lowering, and ``jax_debug_infs`` raises
    FloatingPointError for an infinite constant.
    """
    from jax._src import config
    from jax._src.interpreters import mlir

    rule = mlir.lower_fun(function, multiple_results=multiple_results)

    def lower(ctx: Any, *operands: Any, **parameters: Any) -> Any:
        with config.eager_constant_folding(False):
            return rule(ctx, *operands, **parameters)

    return lower


def platforms(ctx: Any) -> tuple[str, ...]:
    """The platforms for which an operation is lowered."""
    return tuple(ctx.platforms or ctx.module_context.platforms)
