"""Builds the collectives that replace unreduced shardings: manual computations on the shards of each device.

Reductions along mesh axes, and conversions of values to more unreduced axes; see `unreduced`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from jaxlib_cpu import shardy


def reduce_along(value: Any, stated: Any, axes: Collection[str], meshes: shardy.Meshes) -> Any | None:
    """``value``, of that sharding, reduced across the devices along ``axes``; None if that is not supported."""
    before, kind = shardy.Sharding.read(stated, meshes), shardy.reduction_kind(stated)
    sizes = meshes[before.mesh] if before else {}
    shard = before and shardy.shard(value.type, before.axes, sizes)
    if before is None or shard is None or kind is None:
        return None
    after = shardy.attribute(before.mesh, before.axes, shardy.unreduced_axes(stated) - set(axes), kind)

    def reduced(shards: Sequence[Any]) -> Sequence[Any]:
        return [_reduce_among_devices(shards[0], axes, kind, sizes)]

    return shardy.manual([value], [stated], [shard], [value.type], [after], sizes, reduced)[0]


def reduce_on_each_device(reduce: Any, stated: Any, target: Any, meshes: shardy.Meshes) -> Any | None:
    """The result of ``reduce`` for a value of that sharding, unreduced as in ``target``; or None.

    Each device reduces its own shard; the result is then unreduced along all axes that sharded the reduced
    dimensions.
    """
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    before, kind = shardy.Sharding.read(stated, meshes) if stated else None, shardy.reduction_kind(target)
    sizes = meshes[before.mesh] if before else {}
    value, *starts = reduce.operands
    shard = before and shardy.shard(value.type, before.axes, sizes)
    if before is None or shard is None or kind is None or len(starts) != 1:
        return None
    dimensions = list(ir.DenseI64ArrayAttr(reduce.attributes["dimensions"]))
    unreduced = {axis for i in dimensions for axis in before.axes[i]} | shardy.unreduced_axes(stated)
    kept = tuple(axes for i, axes in enumerate(before.axes) if i not in dimensions)
    if not shardy.unreduced_axes(target) <= unreduced:
        return None
    after = shardy.attribute(before.mesh, kept, shardy.unreduced_axes(target), kind)
    result_type = reduce.results[0].type
    part = shardy.shard(result_type, kept, sizes)

    def reduced(shards: Sequence[Any]) -> Sequence[Any]:
        reduction = hlo.ReduceOp([part], [shards[0]], [shards[1]], ir.DenseI64ArrayAttr.get(dimensions))
        _reduce_by(kind, reduction.body, part)
        return [
            _reduce_among_devices(
                reduction.results[0], unreduced - shardy.unreduced_axes(target), kind, sizes
            )
        ]

    start = shardy.attribute(before.mesh, ())
    types = [shard, starts[0].type]
    return shardy.manual([value, *starts], [stated, start], types, [result_type], [after], sizes, reduced)[0]


def _reduce_among_devices(shard: Any, axes: Collection[str], kind: str, sizes: Mapping[str, int]) -> Any:
    """All-reduce the shards of the devices along ``axes``."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    if not axes:
        return shard
    groups = _groups([name for name in sizes if name in axes], sizes)
    reduction = hlo.AllReduceOp(
        [shard.type],
        [shard],
        replica_groups=ir.DenseIntElementsAttr.get(groups),
        channel_handle=hlo.ChannelHandle.get(1, 1),
        use_global_device_ids=True,
    )
    _reduce_by(kind, reduction.computation, shard.type)
    return reduction.results[0]


def _reduce_by(kind: str, region: Any, type_: Any) -> None:
    """Build the region of a reduction."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    scalar = ir.RankedTensorType.get([], ir.RankedTensorType(type_).element_type)
    block = ir.Block.create_at_start(region, [scalar, scalar])
    with ir.InsertionPoint(block):
        hlo.return_([{"max": hlo.maximum, "min": hlo.minimum}[kind](*block.arguments)])


def _groups(names: Sequence[str], sizes: Mapping[str, int]) -> Any:
    """The replica groups along those axes: int64 device numbers, one row per group."""
    import numpy as np

    numbers = np.arange(math.prod(sizes.values())).reshape(*sizes.values())
    along = [list(sizes).index(name) for name in names]
    moved = np.moveaxis(numbers, along, range(-len(along), 0))
    return np.ascontiguousarray(moved.reshape(-1, math.prod(sizes[name] for name in names)), np.int64)


def convert_like(conversion: Any, value: Any, meshes: shardy.Meshes) -> Any | None:
    """``value``, converted like ``conversion`` but by collectives; None if that is not supported."""
    from jax._src.lib.mlir.dialects import sdy

    target = sdy.TensorShardingAttr(conversion.attributes["out_sharding"])
    if conversion.name == "sdy.all_reduce":
        return sdy.ShardingConstraintOp(value, target).result
    sharding = shardy.stated_sharding(conversion.operands[0])
    if sharding is None:
        after = shardy.Sharding.read(target, meshes)
        sharding = shardy.attribute(after.mesh, after.axes) if after else None
    return None if sharding is None else convert_to_unreduced(value, sharding, target, meshes)


def convert_to_unreduced(value: Any, sharding: Any, target: Any, meshes: shardy.Meshes) -> Any | None:
    """Convert ``value`` from the sharding ``sharding`` to ``target``, which has more unreduced axes."""
    from jax._src.lib.mlir.dialects import sdy

    before, after = shardy.Sharding.read(sharding, meshes), shardy.Sharding.read(target, meshes)
    if before is None or after is None or before.mesh != after.mesh:
        return None
    sizes = meshes[before.mesh]
    shard = shardy.shard(value.type, before.axes, sizes)
    if shard is None:
        return None
    # First, a dimension is sharded as before or not at all; the library reshards it to other axes afterwards.
    first = tuple(old if new == old else () for old, new in zip(before.axes, after.axes, strict=True))
    unsharded = [() if new == old else old for old, new in zip(before.axes, after.axes, strict=True)]
    axes = (
        shardy.unreduced_axes(target)
        - shardy.unreduced_axes(sharding)
        - {axis for gone in unsharded for axis in gone}
    )
    shard_type = shardy.shard(value.type, first, sizes)
    between = shardy.attribute(before.mesh, first, shardy.unreduced_axes(target))

    def made(shards: Sequence[Any]) -> Sequence[Any]:
        result = shards[0]
        if axes:
            result = _on_first_device(result, axes, sizes)
        if any(unsharded):
            result = _placed_in_zeros(result, shard_type, unsharded, sizes)
        return [result]

    result = shardy.manual([value], [sharding], [shard], [value.type], [between], sizes, made)[0]
    return result if first == after.axes else sdy.ShardingConstraintOp(result, target).result


def _device_index_along(names: Sequence[str], sizes: Mapping[str, int]) -> Any:
    """The index of this device along the axes, the first of which varies slowest."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    scalar = ir.RankedTensorType.get([], ir.IntegerType.get_signless(32))
    partition = hlo.convert(scalar, hlo.partition_id())
    number = _splat(scalar, 0)
    for name in names:
        later = list(sizes.values())[list(sizes).index(name) + 1 :]
        along = hlo.remainder(
            hlo.divide(partition, _splat(scalar, math.prod(later))), _splat(scalar, sizes[name])
        )
        number = hlo.add(hlo.multiply(number, _splat(scalar, sizes[name])), along)
    return number


def _on_first_device(shard: Any, axes: Collection[str], sizes: Mapping[str, int]) -> Any:
    """The shard on the first device along the axes, and zeros on the others."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    number = _device_index_along([name for name in sizes if name in axes], sizes)
    first = hlo.compare(number, _splat(number.type, 0), hlo.ComparisonDirectionAttr.get("EQ"))
    everywhere = ir.RankedTensorType.get(
        ir.RankedTensorType(shard.type).shape, ir.IntegerType.get_signless(1)
    )
    where = hlo.broadcast_in_dim(everywhere, first, ir.DenseI64ArrayAttr.get([]))
    return hlo.select(where, shard, _splat(shard.type, 0))


def _placed_in_zeros(
    shard: Any, type_: Any, axes: Sequence[tuple[str, ...]], sizes: Mapping[str, int]
) -> Any:
    """The shard at its offset in zeros of ``type_``, according to the axes that sharded each dimension."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    starts = []
    for names, size in zip(axes, ir.RankedTensorType(shard.type).shape, strict=True):
        number = _device_index_along(names, sizes)
        starts.append(hlo.multiply(number, _splat(number.type, size)))
    return hlo.dynamic_update_slice(_splat(type_, 0), shard, starts)


def _splat(type_: Any, value: int) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    element = ir.RankedTensorType(type_).element_type
    if isinstance(element, ir.ComplexType):
        return hlo.complex(*[_splat(ir.RankedTensorType.get(type_.shape, element.element_type), value)] * 2)
    integer = isinstance(element, ir.IntegerType)
    scalar = ir.IntegerAttr.get(element, value) if integer else ir.FloatAttr.get(element, float(value))
    return hlo.constant(ir.DenseElementsAttr.get_splat(type_, scalar))
