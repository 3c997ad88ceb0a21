"""Partitions custom calls for a library without the custom partitioner extension of the PJRT C API.

XLA partitions a program across devices when it compiles it. Through that extension, jax takes part in the
partitioning: for `inspect_array_sharding`, for callbacks that run once per shard, for FFI targets that accept
batches, and for `custom_partitioning`. If a library lacks the extension, jaxlib silently registers nothing; the
program then fails to compile or, for FFI targets, gathers the whole batch on every device.

However, shardings are determined by Shardy, which runs on StableHLO and is part of jaxlib as well. Before a program
with such calls is compiled, Shardy's propagation runs on a copy of it and yields the sharding of every value. Each
call is then replaced by a *manual computation* (what `jax.shard_map` lowers to): a call on shards. The library
partitions the rest with the same pass.

`custom_partitioning` is lowered to its function, which XLA partitions like any other. By contract the function
computes the same values; the partitioning and the shardings of the results may differ.

Unreduced values, which a library of that age does not support either, are in :mod:`jaxlib_cpu.unreduced`.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu import shardy, unreduced
from jaxlib_cpu.lowering import rules

#: The extension's ``PJRT_Extension_Type`` in ``pjrt_c_api.h``.
CUSTOM_PARTITIONER = 2
#: The targets of the calls; then the attribute of batched calls with the number of batch dimensions.
INSPECT = "InspectSharding"
CALLBACK = "xla_ffi_partitioned_python_cpu_callback"
BATCH = "num_batch_dims"

logger: logging.Logger = logging.getLogger("jaxlib_core")


def divide_program(plugin: Plugin, module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: partitions the calls that need the extension, in programs for several devices."""
    if _partitions(module) > 1:
        module = divided(unreduced.written_out(plugin, module))
    return module, options


def lower_inline(plugin: Plugin) -> None:
    """Lower ``custom_partitioning`` to the function itself, for the plugin's platform."""
    from jax._src import core, custom_partitioning
    from jax._src.interpreters import mlir

    def inline(ctx: Any, *values: Any, call: Any, **_: Any) -> Any:
        if _divided(ctx):
            logger.warning(
                "custom_partitioning: %s takes no partitioners, so XLA divides the function as it does any other",
                plugin.descriptor.distribution,
            )
        return rules.traced(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)

    mlir.register_lowering(
        custom_partitioning.custom_partitioning_p, inline, platform=plugin.descriptor.platform
    )


def _divided(ctx: Any) -> bool:
    """Whether XLA partitions the program being lowered: not for one device, nor inside ``jax.shard_map``."""
    context = ctx.module_context.axis_context
    if (mesh := getattr(context, "mesh", None)) is not None:
        return bool(mesh.size > 1 and set(mesh.axis_names) - set(context.manual_axes))
    return bool(getattr(context, "num_devices", 1) > 1)


def divided(module: Any) -> Any:
    """The module itself, or a copy in which such calls are partitioned."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    code = mlir.module_to_bytecode(module)
    if not any(name.encode() in code for name in (INSPECT, CALLBACK, BATCH)):
        return module
    with module.context, ir.Location.unknown():
        copy = shardy.inlined(module)
        calls: dict[int | None, Any] = dict(enumerate(_calls(copy)))
        for number, call in enumerate(calls.values()):
            shardy.set_number(call, number)
        propagated = shardy.after(mlir.module_to_bytecode(copy), shardy.PROPAGATE)
        meshes = shardy.meshes(copy)
        for propagated_call in _calls(propagated):
            _divide(
                calls[shardy.number(propagated_call)],
                [shardy.Sharding.of(value, meshes) for value in propagated_call.operands],
                meshes,
            )
        for call in _calls(copy):  # the remaining calls
            del call.attributes[shardy.NUMBER]
        copy.operation.verify()
    return copy


def _partitions(module: Any) -> int:
    from jax._src.lib.mlir import ir

    attributes = module.operation.attributes
    name = "mhlo.num_partitions"
    return int(ir.IntegerAttr(attributes[name]).value) if name in attributes else 1


def _calls(module: Any) -> list[Any]:
    """The calls to partition, and the ``inspect_array_sharding`` calls that are already on shards."""
    from jax._src.lib.mlir import ir

    calls: list[Any] = []

    def look(operation: Any) -> Any:
        if operation.name == "stablehlo.custom_call":
            name = ir.StringAttr(operation.attributes["call_target_name"]).value
            if name == INSPECT or (
                (name == CALLBACK or _batch_dims(operation)) and not _in_manual(operation)
            ):
                calls.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return calls


def _in_manual(operation: Any) -> bool:
    parent = operation.parent
    while parent is not None and parent.operation.name != "sdy.manual_computation":
        parent = parent.operation.parent
    return parent is not None


def _batch_dims(call: Any) -> int:
    from jax._src.lib.mlir import ir

    if "mhlo.frontend_attributes" not in call.attributes:
        return 0
    attributes = ir.DictAttr(call.attributes["mhlo.frontend_attributes"])
    return int(ir.StringAttr(attributes[BATCH]).value) if BATCH in attributes else 0


def _divide(call: Any, operands: Sequence[shardy.Sharding | None], meshes: shardy.Meshes) -> None:
    """Replace one call by a manual computation, given the shardings of its operands."""
    from jax._src.lib.mlir import ir

    target = ir.StringAttr(call.attributes["call_target_name"]).value
    if target == INSPECT:
        _inspect(call, operands[0], meshes)
        return
    if not all(isinstance(value.type, ir.RankedTensorType) for value in (*call.operands, *call.results)):
        return  # an ordered callback: its token belongs to the whole program
    shardings = [sharding for sharding in operands if sharding]
    mesh = next((sharding.mesh for sharding in shardings if any(sharding.axes)), next(iter(meshes), None))
    if mesh is None:
        return
    sizes = meshes[mesh]
    if target == CALLBACK:
        axes = [
            sharding.axes
            if sharding and sharding.mesh == mesh and shardy.shard(value.type, sharding.axes, sizes)
            else ()
            for value, sharding in zip(call.operands, operands, strict=True)
        ]
        _on_shards(call, mesh, sizes, axes, [() for _ in call.results])
        return
    # The first operand that is sharded along a batch dimension determines the sharding of all.
    batch = _batch_dims(call)
    first = next((s.axes[:batch] for s in shardings if s.mesh == mesh and any(s.axes[:batch])), ())
    everything = [*call.operands, *call.results]
    axes = [first if shardy.rank(value.type) >= batch else () for value in everything]
    if first and all(shardy.shard(value.type, a, sizes) for value, a in zip(everything, axes, strict=True)):
        _on_shards(call, mesh, sizes, axes[: len(call.operands)], axes[len(call.operands) :])


def _inspect(call: Any, sharding: shardy.Sharding | None, meshes: shardy.Meshes) -> None:
    """Call jax's callback with the sharding. The call's config holds a C function pointer and a Python callable."""
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir
    from jax._src.mesh import AbstractMesh
    from jax._src.sharding_impls import NamedSharding, PartitionSpec

    config = ir.StringAttr(call.attributes["backend_config"]).value_bytes
    _, address = (int.from_bytes(config[i : i + 8], "little") for i in (0, 8))
    callback = ctypes.cast(address, ctypes.py_object).value
    if _in_manual(call):
        xla_sharding = xla_client.HloSharding.manual()
    elif sharding is None:
        xla_sharding = xla_client.HloSharding.replicate()
    else:
        mesh = meshes[sharding.mesh]
        spec = PartitionSpec(*(axes or None for axes in sharding.axes))
        named = NamedSharding(AbstractMesh(tuple(mesh.values()), tuple(mesh)), spec)
        xla_sharding = named._to_xla_hlo_sharding(len(sharding.axes))
    callback(xla_sharding)
    for result in call.results:
        result.replace_all_uses_with(call.operands[0])
    call.erase()


def _on_shards(
    call: Any,
    mesh: str,
    sizes: Mapping[str, int],
    operands: Sequence[shardy.Axes],
    results: Sequence[shardy.Axes],
) -> None:
    from jax._src.lib.mlir import ir

    left_out = {shardy.NUMBER, "sdy.sharding", "sdy.sharding_rule"}
    attributes = {name: call.attributes[name] for name in call.attributes if name not in left_out}

    def stated(values: Sequence[Any], all_axes: Sequence[shardy.Axes]) -> list[Any]:
        return [
            shardy.attribute(mesh, (*axes, *((),) * (shardy.rank(value.type) - len(axes))))
            for value, axes in zip(values, all_axes, strict=True)
        ]

    def shards(values: Sequence[Any], all_axes: Sequence[shardy.Axes]) -> list[Any]:
        return [shardy.shard(value.type, axes, sizes) for value, axes in zip(values, all_axes, strict=True)]

    def called(arguments: Sequence[Any]) -> Sequence[Any]:
        return list(
            ir.Operation.create(call.name, shards(call.results, results), list(arguments), attributes).results
        )

    with ir.InsertionPoint(call), call.location:
        manual = shardy.manual(
            list(call.operands),
            stated(call.operands, operands),
            shards(call.operands, operands),
            [result.type for result in call.results],
            stated(call.results, results),
            sizes,
            called,
        )
    for old, new in zip(call.results, manual, strict=True):
        old.replace_all_uses_with(new)
    call.erase()
