"""Values that are unreduced, for a library whose Shardy is of an age that gets them wrong.

A value is *unreduced* along some axes of a mesh of devices where it is the sum, or with jax 0.12 the maximum or the
minimum, of what the devices along those axes have. Such a library gives a value that is made unreduced to every
device whole, where one device must have it and the others zeros, so that later sums are too large; of some programs
that reduce one value to make another unreduced it aborts the process; of maxima it has not heard. jaxlib's own
Shardy tells where that is, in a copy of the program, and there it is written out.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from jaxlib_core.errors import ProgramUnsupported
from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu import shardy

#: Shardy, as far as it tells where values are reduced and made unreduced.
EXPLICIT = f"{shardy.PROPAGATE},func.func(sdy-insert-explicit-reshards)"
#: The attributes of operations in which jax states shardings.
STATED = ("sharding", "in_shardings", "out_shardings")
#: What a sharding's text has where the reduction is no sum.
KIND = re.compile(r"unreduced=(max|min)\{")


def written_out(plugin: Plugin, module: Any) -> Any:
    """The module, or where it has values that are unreduced a copy in which what makes them so is written out.

    Raises:
        ProgramUnsupported: It does so in a way that is not known here, which the library would compute wrongly.
    """
    from jax._src.lib.mlir import ir

    stated = _stated(module)
    if not any("unreduced=" in str(attribute) for attribute in stated):
        return module
    copy = shardy.inlined(module)
    with module.context, ir.Location.unknown():
        _drop_idle_conversions(copy)
        if any(KIND.search(str(attribute)) for attribute in stated):
            _write_out_extremes(plugin, copy)
        _write_out_sums(plugin, copy)
        copy.operation.verify()
    return copy


#: jax's checks of the shardings of a program's arguments and results.
SHARDING_CHECKS = ("_maybe_get_and_check_in_shardings", "_maybe_get_and_check_out_shardings")


def forgive_reductions(plugin: Plugin, name: str) -> None:
    """Have a check of jax's, one of ``SHARDING_CHECKS``, accept an unreduced value whose reduction is not stated.

    The library does not say by which reduction a value is unreduced.
    """
    import jax
    from jax._src.interpreters import pxla

    kinds = jax.sharding.UnreducedKind

    def unreduced(sharding: Any) -> bool:
        return getattr(getattr(sharding, "spec", None), "unreduced_kind", None) is not None

    def serves(device: Any) -> bool:
        client = getattr(device, "client", None)  # one that is only compiled for may have none
        return plugin.descriptor.distribution in getattr(client, "platform_version", "")

    def forgiving(check: Any) -> Any:
        @functools.wraps(check)
        def checked(executable: Any, wanted: Sequence[Any], devices: Any, *more: Any) -> Any:
            if not any(map(unreduced, wanted)) or not serves(devices[0]):
                return check(executable, wanted, devices, *more)
            asked = [
                each.update(spec=each.spec.update(unreduced_kind=kinds.sum)) if unreduced(each) else each
                for each in wanted
            ]
            told = check(executable, asked, devices, *more)
            return [old if unreduced(old) else new for old, new in zip(wanted, told, strict=True)]

        return checked

    setattr(pxla, name, forgiving(getattr(pxla, name)))


def _write_out_sums(plugin: Plugin, copy: Any) -> None:
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    meshes = shardy.meshes(copy)
    for constraint in _constants_made_unreduced(copy):
        target = constraint.attributes["sharding"]
        whole = shardy.Sharding.read(target, meshes)
        told = shardy.attribute(whole.mesh, whole.axes) if whole else None
        with ir.InsertionPoint(constraint), constraint.location:
            new = told and _made_unreduced(constraint.operands[0], told, target, meshes)
        if new is None:
            raise refusal(plugin, str(constraint))
        # The constraint stays: what takes the value of a manual computation must not reduce it, says 0.12.0's pass.
        constraint.operands[0] = new
    originals = shardy.numbered(copy)
    try:
        explicit = shardy.after(mlir.module_to_bytecode(copy), EXPLICIT)
    except ir.MLIRError as error:
        said = [each.message for each in error.error_diagnostics] or [str(error)]
        raise refusal(plugin, f"where, jaxlib's own pass does not tell: {said[0]}") from error
    written: dict[Any, Any] = {}
    for made in _makes_unreduced(explicit):
        source = _source(made, written)
        value = written.get(source) or _original(source, originals)
        users = [
            (originals[number], place)
            for user, place in _users(made)
            if (number := shardy.number(user)) is not None
        ]
        # What is reduced again right away takes the value as it was, here, but not in the library.
        stated = [each for each in originals.values() if value is not None and _says(each, made, value)]
        if value is None or not (users or stated) or len(users) < len(_users(made)):
            raise refusal(plugin, str(made))
        with _behind(value):
            new = _as_made(made, value, meshes)
        if new is None:
            raise refusal(plugin, str(made))
        written[made.results[0]] = new
        for user, place in (*users, *((each, 0) for each in stated)):
            user.operands[place] = new
    for operation in originals.values():
        del operation.attributes[shardy.NUMBER]


def _write_out_extremes(plugin: Plugin, copy: Any) -> None:
    """The same of values whose reduction is a maximum or a minimum, of which the library's Shardy has not heard.

    jax states the sharding of each such value, and lets only a reduction over dimensions make one. Where that is,
    and where a value is reduced among the devices, is written out; then the library sees no reduction of its own
    in them, and it is all the same to it what they are unreduced by.
    """
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo, sdy

    meshes = shardy.meshes(copy)
    originals = shardy.numbered(copy)
    propagated = shardy.after(mlir.module_to_bytecode(copy), shardy.PROPAGATE)
    told: dict[Any, Any] = {}

    def learn(operation: Any) -> Any:
        number = shardy.number(operation)
        if number is not None and operation.name not in shardy.RESHARDS:
            pairs = [(originals[number].results, operation.results)]
            if operation.name == "stablehlo.while" or shardy.is_function(operation):
                old, new = originals[number].regions, operation.regions
                pairs += [
                    (a.blocks[0].arguments, b.blocks[0].arguments) for a, b in zip(old, new, strict=True)
                ]
            for olds, news in pairs:
                told.update({a: shardy.told(b) for a, b in zip(olds, news, strict=True)})
        return ir.WalkResult.ADVANCE

    propagated.operation.walk(learn)
    for operation in originals.values():
        del operation.attributes[shardy.NUMBER]
    replaced: list[Any] = []
    for operation in originals.values():
        if isinstance(operation.opview, sdy.ShardingConstraintOp):
            value, target = operation.operands[0], operation.attributes["sharding"]
            told[operation.results[0]] = target
            before = told.get(value)
            gone = _unreduced_axes(before) - _unreduced_axes(target)
            if gone and _kind(before):
                with ir.InsertionPoint(operation), operation.location:
                    new = _reduced(value, before, gone, meshes)
                if new is None:
                    raise refusal(plugin, str(operation))
                operation.operands[0] = new
                told[new] = shardy.told(new)
        elif isinstance(operation.opview, hlo.ReduceOp) and _kind(told.get(operation.results[0])):
            value, result = operation.operands[0], operation.results[0]
            before = told.get(value)
            with ir.InsertionPoint(operation), operation.location:
                new = _reduced_on_each(operation, before, told[result], meshes)
            if new is None:
                raise refusal(plugin, str(operation))
            result.replace_all_uses_with(new)
            replaced.append(operation)
            told[new] = shardy.told(new)
    for operation in replaced:  # not before: what is put in could lie where it was, and be taken for it
        told.pop(operation.results[0])
        operation.erase()
    _forget_kinds(copy)
    _must_not_be_added(plugin, copy, {value for value, stated in told.items() if not _kind(stated)})


def _must_not_be_added(plugin: Plugin, copy: Any, sums: Collection[Any]) -> None:
    """Where the kinds are forgotten, Shardy may be left to reduce none but the values that are known to be sums."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    originals = shardy.numbered(copy)

    def look(operation: Any) -> Any:
        if operation.name == "sdy.all_reduce" and _original(_source(operation), originals) not in sums:
            raise refusal(plugin, str(operation))
        return ir.WalkResult.ADVANCE

    shardy.after(mlir.module_to_bytecode(copy), EXPLICIT).operation.walk(look)
    for operation in originals.values():
        del operation.attributes[shardy.NUMBER]


def _kind(stated: Any | None) -> str | None:
    """``max`` or ``min``, where that is what a value is unreduced by."""
    found = KIND.search(str(stated))
    return found[1] if found else None


def _forget_kinds(module: Any) -> None:
    """Have all that is unreduced be so as sums are, which an older Shardy can read."""
    from jax._src.lib.mlir import ir

    def plain(attribute: Any) -> Any:
        if isinstance(attribute, ir.ArrayAttr):
            return ir.ArrayAttr.get([plain(each) for each in attribute])
        if isinstance(attribute, ir.DictAttr):
            return ir.DictAttr.get({item.name: plain(item.attr) for item in attribute})
        text = str(attribute)
        # A sharding, of one value or of each of several: what holds no text of jax's.
        return (
            ir.Attribute.parse(KIND.sub("unreduced={", text))
            if text.startswith("#sdy.sharding")
            else attribute
        )

    def look(operation: Any) -> Any:
        for name in (*STATED, "arg_attrs", "res_attrs"):
            if name in operation.attributes and KIND.search(str(operation.attributes[name])):
                operation.attributes[name] = plain(operation.attributes[name])
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)


def _reduced(value: Any, stated: Any, axes: Collection[str], meshes: shardy.Meshes) -> Any | None:
    """``value``, sharded as is stated, reduced among the devices along ``axes``; None if it is not known how."""
    before, kind = shardy.Sharding.read(stated, meshes), _kind(stated)
    sizes = meshes[before.mesh] if before else {}
    shard = before and shardy.shard(value.type, before.axes, sizes)
    if before is None or shard is None or kind is None:
        return None
    after = shardy.attribute(before.mesh, before.axes, _unreduced_axes(stated) - set(axes), kind)

    def reduced(shards: Sequence[Any]) -> Sequence[Any]:
        return [_among_devices(shards[0], axes, kind, sizes)]

    return shardy.manual([value], [stated], [shard], [value.type], [after], sizes, reduced)[0]


def _reduced_on_each(reduce: Any, stated: Any, target: Any, meshes: shardy.Meshes) -> Any | None:
    """What ``reduce`` gives of a value that is sharded as is stated, unreduced as the ``target``; or None.

    Each device reduces its shard; that leaves the result unreduced along all axes by which the dimensions that are
    gone were divided.
    """
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    before, kind = shardy.Sharding.read(stated, meshes) if stated else None, _kind(target)
    sizes = meshes[before.mesh] if before else {}
    value, *starts = reduce.operands
    shard = before and shardy.shard(value.type, before.axes, sizes)
    if before is None or shard is None or kind is None or len(starts) != 1:
        return None
    dimensions = list(ir.DenseI64ArrayAttr(reduce.attributes["dimensions"]))
    unreduced = {axis for i in dimensions for axis in before.axes[i]} | _unreduced_axes(stated)
    kept = tuple(axes for i, axes in enumerate(before.axes) if i not in dimensions)
    if not _unreduced_axes(target) <= unreduced:
        return None
    after = shardy.attribute(before.mesh, kept, _unreduced_axes(target), kind)
    whole = reduce.results[0].type
    part = shardy.shard(whole, kept, sizes)

    def reduced(shards: Sequence[Any]) -> Sequence[Any]:
        reduction = hlo.ReduceOp([part], [shards[0]], [shards[1]], ir.DenseI64ArrayAttr.get(dimensions))
        _reduce_by(kind, reduction.body, part)
        return [_among_devices(reduction.results[0], unreduced - _unreduced_axes(target), kind, sizes)]

    start = shardy.attribute(before.mesh, ())
    types = [shard, starts[0].type]
    return shardy.manual([value, *starts], [stated, start], types, [whole], [after], sizes, reduced)[0]


def _among_devices(shard: Any, axes: Collection[str], kind: str, sizes: Mapping[str, int]) -> Any:
    """The shards of the devices along ``axes`` reduced to one."""
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
    """Fill the region of a reduction of such tensors' elements."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    scalar = ir.RankedTensorType.get([], ir.RankedTensorType(type_).element_type)
    block = ir.Block.create_at_start(region, [scalar, scalar])
    with ir.InsertionPoint(block):
        hlo.return_([{"max": hlo.maximum, "min": hlo.minimum}[kind](*block.arguments)])


def _groups(names: Sequence[str], sizes: Mapping[str, int]) -> Any:
    """The numbers of the devices that differ only along those axes, int64, a row for each group."""
    import numpy as np

    numbers = np.arange(math.prod(sizes.values())).reshape(*sizes.values())
    along = [list(sizes).index(name) for name in names]
    moved = np.moveaxis(numbers, along, range(-len(along), 0))
    return np.ascontiguousarray(moved.reshape(-1, math.prod(sizes[name] for name in names)), np.int64)


def refusal(plugin: Plugin, found: str) -> ProgramUnsupported:
    """The error of a program whose values are made unreduced in a way that is not known here."""
    this = plugin.descriptor
    return ProgramUnsupported(
        f"{this.distribution} {this.version} cannot make this value unreduced.",
        wanted="a library whose Shardy leaves the value on one device and zeros on the others",
        found=f"one that would give it to all of them: {found}",
        where=str(plugin.library),
        commands=(f"pip uninstall -y {this.distribution}", f"uv pip uninstall {this.distribution}"),
        note="that goes back to jaxlib's own backend",
    )


def _drop_idle_conversions(module: Any) -> None:
    """Those to the type that a value has: each would hide that a constraint is put on the value itself."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    idle: list[Any] = []

    def look(operation: Any) -> Any:
        if operation.operands[0].type == operation.results[0].type:
            idle.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look, op_class=hlo.ConvertOp)
    for operation in idle:
        operation.results[0].replace_all_uses_with(operation.operands[0])
        operation.erase()


def _constants_made_unreduced(module: Any) -> list[Any]:
    """The constraints that do so; no operation tells of them later, for a constant has the sharding itself."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    found: list[Any] = []

    def look(operation: Any) -> Any:
        value = operation.operands[0]
        constant = isinstance(value, ir.OpResult) and value.owner.name in {
            "stablehlo.constant",
            "stablehlo.iota",
        }
        if constant and _unreduced_axes(operation.attributes["sharding"]):
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look, op_class=sdy.ShardingConstraintOp)
    return found


def _makes_unreduced(module: Any) -> list[Any]:
    """Where a value is made unreduced, or is reduced because what takes it makes another unreduced."""
    from jax._src.lib.mlir import ir

    found: list[Any] = []

    def look(operation: Any) -> Any:
        makes = operation.name in {shardy.TO_UNREDUCED, shardy.SHARDED_TO_UNREDUCED}
        if makes or (operation.name == "sdy.all_reduce" and _exchanges(operation)):
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return found


def _exchanges(all_reduce: Any) -> bool:
    """Whether a value that is unreduced along some axes is taken by what makes another so along others."""
    before = _unreduced_axes(shardy.told(_source(all_reduce)))
    after = [
        _unreduced_axes(shardy.told(result))
        for user, _ in _users(all_reduce)
        for result in user.results
        if user.name != "func.return"
    ]
    return any(before - axes and axes - before for axes in after)


def _says(constraint: Any, made: Any, value: Any) -> bool:
    """Whether it is by this constraint on ``value`` that Shardy has made what it made."""
    from jax._src.lib.mlir.dialects import sdy

    if made.name == "sdy.all_reduce" or not isinstance(constraint.opview, sdy.ShardingConstraintOp):
        return False
    same = constraint.attributes["sharding"] == made.attributes["out_sharding"]
    return bool(same and _source(constraint, (value,)) == value)


def _source(made: Any, stop: Collection[Any] = ()) -> Any:
    """What was there before Shardy changed its sharding."""
    from jax._src.lib.mlir import ir

    source = made.operands[0]
    while source not in stop and isinstance(source, ir.OpResult) and source.owner.name in shardy.RESHARDS:
        source = source.owner.operands[0]
    return source


def _unreduced_axes(told: Any | None) -> set[str]:
    from jax._src.lib.mlir.dialects import sdy

    axes = sdy.TensorShardingAttr(told).unreduced_axes if told is not None else []
    return {axis.name for axis in map(sdy.AxisRefAttr, axes)}


def _users(operation: Any) -> list[tuple[Any, int]]:
    """What takes an operation's result in the end, and as which operand."""
    found: list[tuple[Any, int]] = []
    for use in operation.results[0].uses:
        user = use.owner.operation
        found += _users(user) if user.name in shardy.RESHARDS else [(user, use.operand_number)]
    return found


def _original(value: Any, originals: Mapping[int | None, Any]) -> Any | None:
    from jax._src.lib.mlir import ir

    if isinstance(value, ir.BlockArgument):
        block = value.owner
        parent = originals.get(shardy.number(block.owner.operation))
        if parent is None:
            return None
        region = next(i for i, region in enumerate(block.owner.operation.regions) if block in region.blocks)
        return parent.regions[region].blocks[0].arguments[value.arg_number]
    result = ir.OpResult(value)
    operation = originals.get(shardy.number(result.owner))
    return None if operation is None else operation.results[result.result_number]


def _behind(value: Any) -> Any:
    """Where all that takes a value can take what is made of it."""
    from jax._src.lib.mlir import ir

    if isinstance(value, ir.BlockArgument):
        return ir.InsertionPoint.at_block_begin(value.owner)
    return ir.InsertionPoint.after(value.owner)


def _as_made(made: Any, value: Any, meshes: shardy.Meshes) -> Any | None:
    """``value`` as ``made`` makes it; None where that is not known."""
    from jax._src.lib.mlir.dialects import sdy

    target = sdy.TensorShardingAttr(made.attributes["out_sharding"])
    if made.name == "sdy.all_reduce":
        return sdy.ShardingConstraintOp(value, target).result
    told = shardy.told(made.operands[0])
    if told is None:
        after = shardy.Sharding.read(target, meshes)
        told = shardy.attribute(after.mesh, after.axes) if after else None
    return None if told is None else _made_unreduced(value, told, target, meshes)


def _made_unreduced(value: Any, told: Any, target: Any, meshes: shardy.Meshes) -> Any | None:
    """``value``, which is sharded as ``told``, with the ``target``'s sharding, which has more unreduced axes."""
    from jax._src.lib.mlir.dialects import sdy

    before, after = shardy.Sharding.read(told, meshes), shardy.Sharding.read(target, meshes)
    if before is None or after is None or before.mesh != after.mesh:
        return None
    sizes = meshes[before.mesh]
    shard = shardy.shard(value.type, before.axes, sizes)
    if shard is None:
        return None
    # A dimension is divided as before or not at all at first; by other axes the library divides it afterwards.
    first = tuple(old if new == old else () for old, new in zip(before.axes, after.axes, strict=True))
    unsharded = [() if new == old else old for old, new in zip(before.axes, after.axes, strict=True)]
    axes = _unreduced_axes(target) - _unreduced_axes(told) - {axis for gone in unsharded for axis in gone}
    whole = shardy.shard(value.type, first, sizes)
    between = shardy.attribute(before.mesh, first, _unreduced_axes(target))

    def made(shards: Sequence[Any]) -> Sequence[Any]:
        result = shards[0]
        if axes:
            result = _on_the_first(result, axes, sizes)
        if any(unsharded):
            result = _among_zeros(result, whole, unsharded, sizes)
        return [result]

    result = shardy.manual([value], [told], [shard], [value.type], [between], sizes, made)[0]
    return result if first == after.axes else sdy.ShardingConstraintOp(result, target).result


def _number_along(names: Sequence[str], sizes: Mapping[str, int]) -> Any:
    """This device's number along the axes, of which the first is the slowest."""
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


def _on_the_first(shard: Any, axes: Collection[str], sizes: Mapping[str, int]) -> Any:
    """The shard on the first device along the axes, zeros on the others."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    number = _number_along([name for name in sizes if name in axes], sizes)
    first = hlo.compare(number, _splat(number.type, 0), hlo.ComparisonDirectionAttr.get("EQ"))
    everywhere = ir.RankedTensorType.get(
        ir.RankedTensorType(shard.type).shape, ir.IntegerType.get_signless(1)
    )
    where = hlo.broadcast_in_dim(everywhere, first, ir.DenseI64ArrayAttr.get([]))
    return hlo.select(where, shard, _splat(shard.type, 0))


def _among_zeros(shard: Any, type_: Any, axes: Sequence[tuple[str, ...]], sizes: Mapping[str, int]) -> Any:
    """The shard at its place in zeros of ``type_``, by the axes along which each dimension was divided."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    starts = []
    for names, size in zip(axes, ir.RankedTensorType(shard.type).shape, strict=True):
        number = _number_along(names, sizes)
        starts.append(hlo.multiply(number, _splat(number.type, size)))
    return hlo.dynamic_update_slice(_splat(type_, 0), shard, starts)


def _splat(type_: Any, value: int) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    element = ir.RankedTensorType(type_).element_type
    if isinstance(element, ir.ComplexType):
        return hlo.complex(*[_splat(ir.RankedTensorType.get(type_.shape, element.element_type), value)] * 2)
    integer = isinstance(element, ir.IntegerType)
    one = ir.IntegerAttr.get(element, value) if integer else ir.FloatAttr.get(element, float(value))
    return hlo.constant(ir.DenseElementsAttr.get_splat(type_, one))


def _stated(module: Any) -> list[Any]:
    """What jax states of shardings: only from those that have unreduced axes can others get them."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    stated = [
        operation.operation.attributes[name]
        for operation in module.body.operations
        for name in ("arg_attrs", "res_attrs")
        if name in operation.operation.attributes
    ]

    def look(operation: Any) -> Any:
        stated.extend(operation.attributes[name] for name in STATED if name in operation.attributes)
        return ir.WalkResult.ADVANCE

    for kind in (sdy.ShardingConstraintOp, sdy.ManualComputationOp):
        module.operation.walk(look, op_class=kind)
    return stated
