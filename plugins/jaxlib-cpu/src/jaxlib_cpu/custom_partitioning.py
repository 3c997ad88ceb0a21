"""What jax leaves to callbacks of XLA's partitioner, for a library that takes no such callbacks.

XLA divides a program among devices while it compiles it. jax has a part in that through the custom partitioner
extension of the PJRT C API: for values whose sharding somebody wants to see, for callbacks that are to be called
with each shard, for FFI targets that work on a batch, and for `custom_partitioning`. Where a library has no such
extension jaxlib registers nothing, without a word; the program then fails to compile, or, for FFI targets, has all
of the batch gathered on every device.

But the partitioner that decides on shardings, Shardy, is a pass over the program as jax has it, and jaxlib has that
pass. So here, before a program with such calls is compiled, the pass runs on a copy of it, and tells the sharding
of every value. Then each call is made a *manual computation*, which is what `jax.shard_map` lowers to: a call on
shards. The library divides the rest by the same pass.

`custom_partitioning` is left out of that: its function is compiled as it stands and divided as any other. By
contract that computes the same; what may differ is how, and the results' shardings.

What else a library of that age does not know of, values that are unreduced, is in :mod:`jaxlib_cpu.unreduced`.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu import shardy, unreduced

#: The extension's type in ``pjrt_c_api.h``.
CUSTOM_PARTITIONER = 2
#: The calls' targets, and the attribute of those of a batch: the number of the batch's dimensions.
INSPECT = "InspectSharding"
CALLBACK = "xla_ffi_partitioned_python_cpu_callback"
BATCH = "num_batch_dims"

logger = logging.getLogger("jaxlib_core")


def divide_program(plugin: Plugin, module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: divides here what needs the extension, in a program for several devices."""
    if _partitions(module) > 1:
        module = divided(unreduced.written_out(plugin, module))
    return module, options


def lower_inline(plugin: Plugin) -> None:
    """Lower ``custom_partitioning`` as the function itself, for the plugin's platform."""
    from jax._src import core, custom_partitioning
    from jax._src.interpreters import mlir

    def inline(ctx: Any, *values: Any, call: Any, **_: Any) -> Any:
        if _divided(ctx):
            logger.warning(
                "custom_partitioning: %s takes no partitioners, so XLA divides the function as it does any other",
                plugin.descriptor.distribution,
            )
        return mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)

    mlir.register_lowering(
        custom_partitioning.custom_partitioning_p, inline, platform=plugin.descriptor.platform
    )


def _divided(ctx: Any) -> bool:
    """Whether XLA divides the program that is being lowered: not on one device, nor inside ``jax.shard_map``."""
    context = ctx.module_context.axis_context
    if (mesh := getattr(context, "mesh", None)) is not None:
        return bool(mesh.size > 1 and set(mesh.axis_names) - set(context.manual_axes))
    return bool(getattr(context, "num_devices", 1) > 1)


def divided(module: Any) -> Any:
    """The module, or where it has such calls a copy that has none."""
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
        for told in _calls(propagated):
            _divide(
                calls[shardy.number(told)],
                [shardy.Sharding.of(value, meshes) for value in told.operands],
                meshes,
            )
        for call in _calls(copy):  # those that stay
            del call.attributes[shardy.NUMBER]
        copy.operation.verify()
    return copy


def _partitions(module: Any) -> int:
    from jax._src.lib.mlir import ir

    attributes = module.operation.attributes
    name = "mhlo.num_partitions"
    return int(ir.IntegerAttr(attributes[name]).value) if name in attributes else 1


def _calls(module: Any) -> list[Any]:
    """The calls that are divided here, and those on shards already of which somebody wants to see the sharding."""
    from jax._src.lib.mlir import ir

    found: list[Any] = []

    def look(operation: Any) -> Any:
        if operation.name == "stablehlo.custom_call":
            name = ir.StringAttr(operation.attributes["call_target_name"]).value
            if name == INSPECT or (
                (name == CALLBACK or _batch_dims(operation)) and not _in_manual(operation)
            ):
                found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return found


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
    """Put something on shards into the place of one call whose operands are divided like that."""
    from jax._src.lib.mlir import ir

    target = ir.StringAttr(call.attributes["call_target_name"]).value
    if target == INSPECT:
        _inspect(call, operands[0], meshes)
        return
    if not all(isinstance(value.type, ir.RankedTensorType) for value in (*call.operands, *call.results)):
        return  # an ordered callback, whose token is of the whole program
    known = [sharding for sharding in operands if sharding]
    mesh = next((sharding.mesh for sharding in known if any(sharding.axes)), next(iter(meshes), None))
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
    # The first operand that is divided along the batch decides for all.
    batch = _batch_dims(call)
    first = next((s.axes[:batch] for s in known if s.mesh == mesh and any(s.axes[:batch])), ())
    everything = [*call.operands, *call.results]
    axes = [first if shardy.rank(value.type) >= batch else () for value in everything]
    if first and all(shardy.shard(value.type, a, sizes) for value, a in zip(everything, axes, strict=True)):
        _on_shards(call, mesh, sizes, axes[: len(call.operands)], axes[len(call.operands) :])


def _inspect(call: Any, sharding: shardy.Sharding | None, meshes: shardy.Meshes) -> None:
    """Tell jax's callback, which the call has as jaxlib's structure of two pointers: a function and a callable."""
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir
    from jax._src.mesh import AbstractMesh
    from jax._src.sharding_impls import NamedSharding, PartitionSpec

    config = ir.StringAttr(call.attributes["backend_config"]).value_bytes
    _, address = (int.from_bytes(config[i : i + 8], "little") for i in (0, 8))
    callback = ctypes.cast(address, ctypes.py_object).value
    if _in_manual(call):
        told = xla_client.HloSharding.manual()
    elif sharding is None:
        told = xla_client.HloSharding.replicate()
    else:
        mesh = meshes[sharding.mesh]
        spec = PartitionSpec(*(axes or None for axes in sharding.axes))
        named = NamedSharding(AbstractMesh(tuple(mesh.values()), tuple(mesh)), spec)
        told = named._to_xla_hlo_sharding(len(sharding.axes))
    callback(told)
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
        made = shardy.manual(
            list(call.operands),
            stated(call.operands, operands),
            shards(call.operands, operands),
            [result.type for result in call.results],
            stated(call.results, results),
            sizes,
            called,
        )
    for old, new in zip(call.results, made, strict=True):
        old.replace_all_uses_with(new)
    call.erase()
