"""What jax leaves to callbacks of XLA's partitioner, for a library that takes no such callbacks.

XLA divides a program among devices while it compiles it. jax has a part in that through the custom partitioner
extension of the PJRT C API; where a library has none, jaxlib registers nothing, without a word, and a program with
such a call fails to compile. On one device there is nothing to divide, and jax itself does without.

Everything here is jax's own lowering, but for programs of several devices:

- ``custom_partitioning``: the function is compiled as it stands and divided as XLA divides any other. By contract
  that computes the same; what may differ is how, and the results' shardings.
- ``jax.debug`` on shardings and shards: what is known without the partitioner is told, the rest is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from jaxlib_core.discovery import Plugin
from jaxlib_core.errors import ExtensionAbsent

#: The extension's type in ``pjrt_c_api.h``.
CUSTOM_PARTITIONER = 2

logger = logging.getLogger("jaxlib_core")


def do_without(plugin: Plugin) -> None:
    """Lower what needs the extension in other ways on the plugin's platform."""
    from jax._src import core, custom_partitioning, debugging
    from jax._src.interpreters import mlir
    from jax._src.sharding_impls import NamedSharding, PartitionSpec, SPMDAxisContext

    def inline(ctx: Any, *values: Any, call: Any, **_: Any) -> Any:
        if _divided(ctx):
            logger.warning(
                "custom_partitioning: %s takes no partitioners, so XLA divides the function as it does any other",
                plugin.descriptor.distribution,
            )
        return mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)

    def inspect(ctx: Any, value: Any, *, callback: Any) -> Any:
        if _divided(ctx):
            raise _refusal(plugin, "tell the sharding that XLA gives to a value")
        context = ctx.module_context.axis_context
        if isinstance(context, SPMDAxisContext):
            callback(NamedSharding(context.mesh, PartitionSpec()))  # as jax has it of a shard
            return []
        return debugging._inspect_sharding_lowering_rule(ctx, value, callback=callback)

    def by_shard(lower: Callable[..., Any]) -> Callable[..., Any]:
        def checked(ctx: Any, *values: Any, partitioned: bool, **parameters: Any) -> Any:
            if partitioned and _divided(ctx):
                raise _refusal(plugin, "call back with each shard of a value (partitioned=True)")
            return lower(ctx, *values, partitioned=partitioned, **parameters)

        return checked

    platform = plugin.descriptor.platform
    mlir.register_lowering(custom_partitioning.custom_partitioning_p, inline, platform=platform)
    mlir.register_lowering(debugging.inspect_sharding_p, inspect, platform=platform)
    for primitive, lower in (
        (debugging.debug_callback_p, debugging.debug_callback_lowering),
        (debugging.debug_print_p, debugging.debug_print_lowering_rule),
    ):
        mlir.register_lowering(primitive, by_shard(lower), platform=platform)


def _divided(ctx: Any) -> bool:
    """Whether XLA divides the program that is being lowered: not on one device, nor inside ``jax.shard_map``."""
    context = ctx.module_context.axis_context
    if (mesh := getattr(context, "mesh", None)) is not None:
        return bool(mesh.size > 1 and set(mesh.axis_names) - set(context.manual_axes))
    return bool(getattr(context, "num_devices", 1) > 1)


def _refusal(plugin: Plugin, what: str) -> ExtensionAbsent:
    this = plugin.descriptor
    return ExtensionAbsent(
        f"{this.distribution} {this.version} cannot {what} in a program for several devices.",
        wanted="the custom partitioner extension of the PJRT C API",
        found="a library without it",
        where=str(plugin.library),
        commands=(f"pip uninstall -y {this.distribution}", f"uv pip uninstall {this.distribution}"),
        note="that goes back to jaxlib's own backend; inside jax.shard_map it works with this library, too",
    )
