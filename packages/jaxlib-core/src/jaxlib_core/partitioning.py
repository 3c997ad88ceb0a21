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

A library of that age has another gap: its Shardy gives a value that is made *unreduced* to every device whole,
where one device must have it and the others zeros, so that later sums are too large; and of some programs that
reduce one value to make another unreduced it aborts the process. The same passes tell where, and there it is
written out.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from jaxlib_core.discovery import Plugin
from jaxlib_core.errors import ProgramUnsupported

#: The extension's type in ``pjrt_c_api.h``.
CUSTOM_PARTITIONER = 2
#: The calls' targets, and the attribute of those of a batch: the number of the batch's dimensions.
INSPECT = "InspectSharding"
CALLBACK = "xla_ffi_partitioned_python_cpu_callback"
BATCH = "num_batch_dims"
#: Shardy, as far as it decides on shardings.
PROPAGATE = "sdy-propagation-pipeline"
#: What Shardy makes of a value that is unreduced afterwards, and its other changes of sharding.
TO_UNREDUCED, SHARDED_TO_UNREDUCED = "sdy.replicated_to_unreduced", "sdy.sharded_to_unreduced"
RESHARDS = {
    *("sdy.reshard", "sdy.sharding_constraint", "sdy.all_gather", "sdy.all_slice", "sdy.all_to_all"),
    *("sdy.collective_permute", "sdy.all_reduce", "sdy.reduce_scatter", TO_UNREDUCED, SHARDED_TO_UNREDUCED),
}
#: By which a call is found again in the copy.
NUMBER = "jaxlib.number"

logger = logging.getLogger("jaxlib_core")


def do_without(plugin: Plugin) -> None:
    """Divide what needs the extension here, for the plugin's platform."""
    from jax._src import compiler, core, custom_partitioning
    from jax._src.interpreters import mlir

    platform = plugin.descriptor.platform
    compile_module = compiler.compile_or_get_cached

    def inline(ctx: Any, *values: Any, call: Any, **_: Any) -> Any:
        if _divided(ctx):
            logger.warning(
                "custom_partitioning: %s takes no partitioners, so XLA divides the function as it does any other",
                plugin.descriptor.distribution,
            )
        return mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)

    @functools.wraps(compile_module)
    def compile_divided(backend: Any, computation: Any, *arguments: Any, **keywords: Any) -> Any:
        if backend.platform == platform and _partitions(computation) > 1:
            computation = divided(unreduced(plugin, computation))
        return compile_module(backend, computation, *arguments, **keywords)

    mlir.register_lowering(custom_partitioning.custom_partitioning_p, inline, platform=platform)
    compiler.compile_or_get_cached = compile_divided


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
        # A function that is called twice can have two shardings.
        copy = _after(code, "inline")
        calls = dict(enumerate(_calls(copy)))
        for number, call in calls.items():
            call.attributes[NUMBER] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
        propagated = _after(mlir.module_to_bytecode(copy), PROPAGATE)
        meshes = _meshes(copy)
        for told in _calls(propagated):
            number = ir.IntegerAttr(told.attributes[NUMBER]).value
            _divide(calls[number], [_Sharding.of(value, meshes) for value in told.operands], meshes)
        for call in _calls(copy):  # those that stay
            del call.attributes[NUMBER]
        copy.operation.verify()
    return copy


def unreduced(plugin: Plugin, module: Any) -> Any:
    """The module, or where it makes values unreduced that are not a copy in which that is written out.

    Raises:
        ProgramUnsupported: It does so in a way that is not known here, which the library would compute wrongly.
    """
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    if not _has_unreduced(module):
        return module
    with module.context, ir.Location.unknown():
        copy = _after(mlir.module_to_bytecode(module), "inline")
        _drop_idle_conversions(copy)
        meshes = _meshes(copy)
        for constraint in _constants_made_unreduced(copy):
            target = constraint.attributes["sharding"]
            whole = _Sharding.read(target, meshes)
            told = _attribute(whole.mesh, whole.axes) if whole else None
            with ir.InsertionPoint(constraint), constraint.location:
                new = told and _made_unreduced(constraint.operands[0], told, target, meshes)
            if new is None:
                raise _refusal(plugin, str(constraint))
            constraint.results[0].replace_all_uses_with(new)
            constraint.erase()
        originals = _numbered(copy)
        code = mlir.module_to_bytecode(copy)
        try:
            explicit = _after(code, f"{PROPAGATE},func.func(sdy-insert-explicit-reshards)")
        except ir.MLIRError as error:  # jaxlib 0.12.0's, on a manual computation that gives one
            said = [each.message for each in error.error_diagnostics] or [str(error)]
            raise _refusal(plugin, f"where, jaxlib's own pass does not tell: {said[0]}") from error
        written: dict[Any, Any] = {}
        for made in _makes_unreduced(explicit):
            source = _source(made, written)
            value = written.get(source) or _original(source, originals)
            users = [
                (originals[_number(user)], place) for user, place in _users(made) if NUMBER in user.attributes
            ]
            if value is None or not users or len(users) < len(_users(made)):
                raise _refusal(plugin, str(made))
            with _behind(value):
                new = _written_out(made, value, meshes)
            if new is None:
                raise _refusal(plugin, str(made))
            written[made.results[0]] = new
            for user, place in users:
                user.operands[place] = new
        for operation in originals.values():
            del operation.attributes[NUMBER]
        copy.operation.verify()
    return copy


def _refusal(plugin: Plugin, found: str) -> ProgramUnsupported:
    this = plugin.descriptor
    return ProgramUnsupported(
        f"{this.distribution} {this.version} cannot make this value unreduced.",
        wanted="a library whose Shardy leaves the value on one device and zeros on the others",
        found=f"one that would give it to all of them: {found}",
        where=str(plugin.library),
        commands=(f"pip uninstall -y {this.distribution}", f"uv pip uninstall {this.distribution}"),
        note="that goes back to jaxlib's own backend",
    )


def _numbered(module: Any) -> dict[Any, Any]:
    """Number every operation; they are found again by that in a copy."""
    from jax._src.lib.mlir import ir

    found: list[Any] = []

    def look(operation: Any) -> Any:
        if operation.name not in {"builtin.module", "sdy.mesh"}:
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    for number, operation in enumerate(found):
        operation.attributes[NUMBER] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
    return dict(enumerate(found))


def _number(operation: Any) -> int | None:
    from jax._src.lib.mlir import ir

    return ir.IntegerAttr(operation.attributes[NUMBER]).value if NUMBER in operation.attributes else None


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
        makes = operation.name in {TO_UNREDUCED, SHARDED_TO_UNREDUCED}
        changes = makes or (operation.name == "sdy.all_reduce" and _exchanges(operation))
        if changes and not _at_a_boundary(_source(operation)):
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return found


def _at_a_boundary(value: Any) -> bool:
    """Whether it is a function's argument: what calls it reduced the value first, which undoes itself.

    The inliner leaves functions that have manual computations.
    """
    from jax._src.lib.mlir import ir

    if not isinstance(value, ir.BlockArgument) or not _is_function(value.owner.owner.operation):
        return False
    return bool(ir.StringAttr(value.owner.owner.operation.attributes["sym_name"]).value != "main")


def _is_function(operation: Any) -> bool:
    # By its view: with jaxlib of the bindings only, an operation is that, and its name the function's own.
    from jax._src.lib.mlir.dialects import func

    return isinstance(operation.opview, func.FuncOp)


def _exchanges(all_reduce: Any) -> bool:
    """Whether a value that is unreduced along some axes is taken by what makes another so along others."""
    before = _unreduced_axes(_told(_source(all_reduce)))
    after = [
        _unreduced_axes(_told(result))
        for user, _ in _users(all_reduce)
        for result in user.results
        if user.name != "func.return"
    ]
    return any(before - axes and axes - before for axes in after)


def _source(made: Any, stop: Collection[Any] = ()) -> Any:
    """What was there before Shardy changed its sharding."""
    from jax._src.lib.mlir import ir

    source = made.operands[0]
    while source not in stop and isinstance(source, ir.OpResult) and source.owner.name in RESHARDS:
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
        found += _users(user) if user.name in RESHARDS else [(user, use.operand_number)]
    return found


def _original(value: Any, originals: Mapping[int | None, Any]) -> Any | None:
    from jax._src.lib.mlir import ir

    if isinstance(value, ir.BlockArgument):
        block = value.owner
        parent = originals.get(_number(block.owner.operation))
        if parent is None:
            return None
        region = next(i for i, region in enumerate(block.owner.operation.regions) if block in region.blocks)
        return parent.regions[region].blocks[0].arguments[value.arg_number]
    result = ir.OpResult(value)
    operation = originals.get(_number(result.owner))
    return None if operation is None else operation.results[result.result_number]


def _behind(value: Any) -> Any:
    """Where all that takes a value can take what is made of it."""
    from jax._src.lib.mlir import ir

    if isinstance(value, ir.BlockArgument):
        return ir.InsertionPoint.at_block_begin(value.owner)
    return ir.InsertionPoint.after(value.owner)


def _written_out(made: Any, value: Any, meshes: Mapping[str, Mapping[str, int]]) -> Any | None:
    """``value`` as ``made`` makes it; None where that is not known."""
    from jax._src.lib.mlir.dialects import sdy

    target = sdy.TensorShardingAttr(made.attributes["out_sharding"])
    if made.name == "sdy.all_reduce":
        return sdy.ShardingConstraintOp(value, target).result
    told = _told(made.operands[0])
    if told is None:
        after = _Sharding.read(target, meshes)
        told = _attribute(after.mesh, after.axes) if after else None
    return None if told is None else _made_unreduced(value, told, target, meshes)


def _made_unreduced(
    value: Any, told: Any, target: Any, meshes: Mapping[str, Mapping[str, int]]
) -> Any | None:
    """``value``, which is sharded as ``told``, with the ``target``'s sharding, which has more unreduced axes."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    before, after = _Sharding.read(told, meshes), _Sharding.read(target, meshes)
    if before is None or after is None or before.mesh != after.mesh:
        return None
    sizes = meshes[before.mesh]
    if any(new not in {old, ()} for old, new in zip(before.axes, after.axes, strict=True)):
        return None
    unsharded = [old if new != old else () for old, new in zip(before.axes, after.axes, strict=True)]
    axes = _unreduced_axes(target) - _unreduced_axes(told) - {axis for gone in unsharded for axis in gone}
    shard = _shard(value.type, before.axes, sizes)
    if shard is None:
        return None
    manual = sdy.ManualComputationOp(
        [value.type],
        [value],
        sdy.TensorShardingPerValueAttr.get([told]),
        sdy.TensorShardingPerValueAttr.get([target]),
        sdy.ManualAxesAttr.get([ir.StringAttr.get(axis) for axis in sizes]),
    )
    block = ir.Block.create_at_start(manual.body, [shard])
    with ir.InsertionPoint(block):
        result = block.arguments[0]
        whole = _shard(value.type, after.axes, sizes)
        if axes:
            result = _on_the_first(result, axes, sizes)
        if any(unsharded):
            result = _among_zeros(result, whole, unsharded, sizes)
        sdy.ReturnOp([result])
    return manual.results[0]


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


def _has_unreduced(module: Any) -> bool:
    """Whether a sharding that jax states has unreduced axes; only from those can others get them."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    stated = [
        operation.operation.attributes[name]
        for operation in module.body.operations
        for name in ("arg_attrs", "res_attrs")
        if name in operation.operation.attributes
    ]

    def look(operation: Any) -> Any:
        stated.extend(
            operation.attributes[name]
            for name in ("sharding", "in_shardings", "out_shardings")
            if name in operation.attributes
        )
        return ir.WalkResult.ADVANCE

    for kind in (sdy.ShardingConstraintOp, sdy.ManualComputationOp):
        module.operation.walk(look, op_class=kind)
    return any("unreduced=" in str(attribute) for attribute in stated)


def _partitions(module: Any) -> int:
    from jax._src.lib.mlir import ir

    attributes = module.operation.attributes
    name = "mhlo.num_partitions"
    return int(ir.IntegerAttr(attributes[name]).value) if name in attributes else 1


def _after(code: bytes, passes: str) -> Any:
    from jax._src.lib.mlir import ir, passmanager

    module = ir.Module.parse(code)
    passmanager.PassManager.parse(f"builtin.module({passes})").run(module.operation)
    return module


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


Axes: TypeAlias = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Sharding:
    """Along which axes of which mesh each dimension is divided."""

    mesh: str
    axes: Axes

    @classmethod
    def of(cls, value: Any, meshes: Mapping[str, Mapping[str, int]]) -> _Sharding | None:
        """What Shardy says of a value; None where it says nothing, or what a manual computation cannot say."""
        told = _told(value)
        return None if told is None else cls.read(told, meshes)

    @classmethod
    def read(cls, told: Any, meshes: Mapping[str, Mapping[str, int]]) -> _Sharding | None:
        """The same of an attribute."""
        from jax._src.lib.mlir import ir
        from jax._src.lib.mlir.dialects import sdy

        sharding = sdy.TensorShardingAttr(told)
        if not isinstance(sharding.mesh_or_ref, ir.FlatSymbolRefAttr):
            return None
        mesh = ir.FlatSymbolRefAttr(sharding.mesh_or_ref).value
        dimensions = [
            [sdy.AxisRefAttr(axis) for axis in sdy.DimensionShardingAttr(dimension).axes]
            for dimension in sharding.dimension_shardings
        ]
        if mesh not in meshes or any(axis.sub_axis_info for axes in dimensions for axis in axes):
            return None
        return cls(mesh, tuple(tuple(axis.name for axis in axes) for axes in dimensions))


def _told(value: Any) -> Any | None:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    if isinstance(value, ir.BlockArgument):
        argument = value
        owner = argument.owner.owner.operation
        if _is_function(owner) and "arg_attrs" in owner.attributes:
            attributes = ir.DictAttr(ir.ArrayAttr(owner.attributes["arg_attrs"])[argument.arg_number])
            named = [item.attr for item in attributes if item.name == "sdy.sharding"]
            return named[0] if named else None
        # A loop's state is divided alike inside and outside.
        return _told(owner.results[argument.arg_number]) if owner.name == "stablehlo.while" else None
    result = ir.OpResult(value)
    attributes = result.owner.attributes
    for name in ("sdy.sharding", "out_shardings"):
        if name in attributes:
            return sdy.TensorShardingPerValueAttr(attributes[name]).shardings[result.result_number]
    stated = next((name for name in ("out_sharding", "sharding") if name in attributes), None)
    return attributes[stated] if stated and result.owner.name in RESHARDS else None


def _meshes(module: Any) -> dict[str, dict[str, int]]:
    """The sizes of the axes of each mesh that numbers its devices in order."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    found: dict[str, dict[str, int]] = {}
    for operation in module.body.operations:
        if operation.operation.name == "sdy.mesh":
            mesh = sdy.MeshAttr(operation.attributes["mesh"])
            if not mesh.device_ids:
                axes = [sdy.MeshAxisAttr(axis) for axis in mesh.axes]
                name = ir.StringAttr(operation.attributes["sym_name"]).value
                found[name] = {axis.name: axis.size for axis in axes}
    return found


def _divide(call: Any, operands: Sequence[_Sharding | None], meshes: Mapping[str, Mapping[str, int]]) -> None:
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
            if sharding and sharding.mesh == mesh and _shard(value.type, sharding.axes, sizes)
            else ()
            for value, sharding in zip(call.operands, operands, strict=True)
        ]
        _on_shards(call, mesh, sizes, axes, [() for _ in call.results])
        return
    # The first operand that is divided along the batch decides for all.
    batch = _batch_dims(call)
    first = next((s.axes[:batch] for s in known if s.mesh == mesh and any(s.axes[:batch])), ())
    everything = [*call.operands, *call.results]
    axes = [first if _rank(value.type) >= batch else () for value in everything]
    if first and all(_shard(value.type, a, sizes) for value, a in zip(everything, axes, strict=True)):
        _on_shards(call, mesh, sizes, axes[: len(call.operands)], axes[len(call.operands) :])


def _inspect(call: Any, sharding: _Sharding | None, meshes: Mapping[str, Mapping[str, int]]) -> None:
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
    call: Any, mesh: str, sizes: Mapping[str, int], operands: Sequence[Axes], results: Sequence[Axes]
) -> None:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    def shardings(values: Sequence[Any], all_axes: Sequence[Axes]) -> Any:
        return sdy.TensorShardingPerValueAttr.get(
            [
                _attribute(mesh, (*axes, *((),) * (_rank(value.type) - len(axes))))
                for value, axes in zip(values, all_axes, strict=True)
            ]
        )

    def shards(values: Sequence[Any], all_axes: Sequence[Axes]) -> list[Any]:
        return [_shard(value.type, axes, sizes) for value, axes in zip(values, all_axes, strict=True)]

    left_out = {NUMBER, "sdy.sharding", "sdy.sharding_rule"}
    attributes = {name: call.attributes[name] for name in call.attributes if name not in left_out}
    with ir.InsertionPoint(call), call.location:
        manual = sdy.ManualComputationOp(
            [result.type for result in call.results],
            list(call.operands),
            shardings(call.operands, operands),
            shardings(call.results, results),
            sdy.ManualAxesAttr.get([ir.StringAttr.get(axis) for axis in sizes]),
        )
        block = ir.Block.create_at_start(manual.body, shards(call.operands, operands))
        with ir.InsertionPoint(block):
            inner = ir.Operation.create(
                call.name, shards(call.results, results), list(block.arguments), attributes
            )
            sdy.ReturnOp(list(inner.results))
    for old, new in zip(call.results, manual.results, strict=True):
        old.replace_all_uses_with(new)
    call.erase()


def _attribute(mesh: str, axes: Axes) -> Any:
    from jax._src.lib.mlir.dialects import sdy

    dimensions = [
        sdy.DimensionShardingAttr.get([sdy.AxisRefAttr.get(axis) for axis in dimension], True)
        for dimension in axes
    ]
    return sdy.TensorShardingAttr.get(mesh, dimensions)


def _rank(type_: Any) -> int:
    from jax._src.lib.mlir import ir

    return int(ir.RankedTensorType(type_).rank)


def _shard(type_: Any, axes: Axes, sizes: Mapping[str, int]) -> Any | None:
    """The type of one shard; None where the parts would not be equal."""
    from jax._src.lib.mlir import ir

    tensor = ir.RankedTensorType(type_)
    shape = list(tensor.shape)
    for i, dimension in enumerate(axes):
        parts = math.prod(sizes[axis] for axis in dimension)
        if shape[i] % parts:
            return None
        shape[i] //= parts
    return ir.RankedTensorType.get(shape, tensor.element_type, tensor.encoding)
