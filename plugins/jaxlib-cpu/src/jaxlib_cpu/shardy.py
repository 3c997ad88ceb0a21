"""Reads and writes Shardy's shardings of the values of a program, through jaxlib's MLIR bindings.

Independent of the plugin. A *sharding* states along which axes of a device mesh each dimension of a value is
sharded, and along which axes the value is unreduced.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

#: Shardy's pass pipeline up to sharding propagation.
PROPAGATE = "sdy-propagation-pipeline"
#: Shardy's operations that make a value unreduced, and those for other changes of sharding.
TO_UNREDUCED, SHARDED_TO_UNREDUCED = "sdy.replicated_to_unreduced", "sdy.sharded_to_unreduced"
RESHARDS = {
    *("sdy.reshard", "sdy.sharding_constraint", "sdy.all_gather", "sdy.all_slice", "sdy.all_to_all"),
    *("sdy.collective_permute", "sdy.all_reduce", "sdy.reduce_scatter", TO_UNREDUCED, SHARDED_TO_UNREDUCED),
}
#: Matches a sharding whose reduction is not a sum.
KIND = re.compile(r"unreduced=(max|min)\{")
#: The attribute that numbers an operation, so that it can be found in a copy.
NUMBER = "jaxlib.number"

#: For each dimension, the axes along which it is sharded.
Axes: TypeAlias = tuple[tuple[str, ...], ...]
#: The axis sizes of each mesh, by name.
Meshes: TypeAlias = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Sharding:
    """The mesh of a value, and the axes along which each dimension is sharded."""

    mesh: str
    axes: Axes

    @classmethod
    def of(cls, value: Any, meshes: Meshes) -> Sharding | None:
        """The sharding of a value; None if it has none, or one that a manual computation cannot express."""
        stated = stated_sharding(value)
        return None if stated is None else cls.read(stated, meshes)

    @classmethod
    def read(cls, stated: Any, meshes: Meshes) -> Sharding | None:
        """The sharding in an attribute; None as for ``of``."""
        from jax._src.lib.mlir import ir
        from jax._src.lib.mlir.dialects import sdy

        sharding = sdy.TensorShardingAttr(stated)
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


def stated_sharding(value: Any) -> Any | None:
    """The sharding attribute of a value; None if the program states none."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    if isinstance(value, ir.BlockArgument):
        argument = value
        owner = argument.owner.owner.operation
        if is_function(owner) and "arg_attrs" in owner.attributes:
            attributes = ir.DictAttr(ir.ArrayAttr(owner.attributes["arg_attrs"])[argument.arg_number])
            named = [item.attr for item in attributes if item.name == "sdy.sharding"]
            return named[0] if named else None
        # A loop's state has the same sharding inside and outside.
        return (
            stated_sharding(owner.results[argument.arg_number]) if owner.name == "stablehlo.while" else None
        )
    result = ir.OpResult(value)
    attributes = result.owner.attributes
    for name in ("sdy.sharding", "out_shardings"):
        if name in attributes:
            return sdy.TensorShardingPerValueAttr(attributes[name]).shardings[result.result_number]
    stated = next((name for name in ("out_sharding", "sharding") if name in attributes), None)
    return attributes[stated] if stated and result.owner.name in RESHARDS else None


def reduction_kind(stated: Any | None) -> str | None:
    """``max`` or ``min`` if the value is unreduced by that operation, else None."""
    match = KIND.search(str(stated))
    return match[1] if match else None


def unreduced_axes(sharding: Any | None) -> set[str]:
    """The axes along which a value of that sharding is unreduced."""
    from jax._src.lib.mlir.dialects import sdy

    axes = sdy.TensorShardingAttr(sharding).unreduced_axes if sharding is not None else []
    return {axis.name for axis in map(sdy.AxisRefAttr, axes)}


def meshes(module: Any) -> dict[str, dict[str, int]]:
    """The axis sizes of each mesh, for meshes that number their devices in order."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    sizes_by_mesh: dict[str, dict[str, int]] = {}
    for operation in module.body.operations:
        if operation.operation.name == "sdy.mesh":
            mesh = sdy.MeshAttr(operation.attributes["mesh"])
            if not mesh.device_ids:
                axes = [sdy.MeshAxisAttr(axis) for axis in mesh.axes]
                name = ir.StringAttr(operation.attributes["sym_name"]).value
                sizes_by_mesh[name] = {axis.name: axis.size for axis in axes}
    return sizes_by_mesh


def attribute(mesh: str, axes: Axes, unreduced: Collection[str] = (), kind: str | None = None) -> Any:
    """A closed sharding: the axes along which each dimension is sharded, and those along which it is unreduced.

    ``kind`` is ``max`` or ``min`` unless the reduction is a sum; requires jaxlib 0.12.0.
    """
    from jax._src.lib.mlir.dialects import sdy

    dimensions = [
        sdy.DimensionShardingAttr.get([sdy.AxisRefAttr.get(axis) for axis in dimension], True)
        for dimension in axes
    ]
    by = {"reduction_op": sdy.ReductionOp[kind.upper()]} if kind and unreduced else {}
    names = [sdy.AxisRefAttr.get(axis) for axis in sorted(unreduced)]
    return sdy.TensorShardingAttr.get(mesh, dimensions, unreduced_axes=names, **by)


def manual(
    values: Sequence[Any],
    before: Sequence[Any],
    shards: Sequence[Any],
    types: Sequence[Any],
    after: Sequence[Any],
    sizes: Mapping[str, int],
    body: Callable[[Sequence[Any]], Sequence[Any]],
) -> Sequence[Any]:
    """Insert a manual computation (``sdy.manual_computation``): each device computes on its own shards.

    Args:
        values: The operands.
        before: The shardings of the operands.
        shards: The types of the operands' shards.
        types: The global types of the results.
        after: The shardings of the results.
        sizes: The sizes of the mesh's axes, all of which are manual.
        body: Builds the computation: operand shards -> result shards.
    """
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    computation = sdy.ManualComputationOp(
        list(types),
        list(values),
        sdy.TensorShardingPerValueAttr.get(list(before)),
        sdy.TensorShardingPerValueAttr.get(list(after)),
        sdy.ManualAxesAttr.get([ir.StringAttr.get(axis) for axis in sizes]),
    )
    block = ir.Block.create_at_start(computation.body, list(shards))
    with ir.InsertionPoint(block):
        sdy.ReturnOp(list(body(list(block.arguments))))
    return list(computation.results)


def rank(type_: Any) -> int:
    """The rank of a tensor type."""
    from jax._src.lib.mlir import ir

    return int(ir.RankedTensorType(type_).rank)


def shard(type_: Any, axes: Axes, sizes: Mapping[str, int]) -> Any | None:
    """The type of one shard; None if the shards would not have equal sizes."""
    from jax._src.lib.mlir import ir

    tensor = ir.RankedTensorType(type_)
    shape = list(tensor.shape)
    for i, dimension in enumerate(axes):
        parts = math.prod(sizes[axis] for axis in dimension)
        if shape[i] % parts:
            return None
        shape[i] //= parts
    return ir.RankedTensorType.get(shape, tensor.element_type, tensor.encoding)


def after(code: bytes, passes: str) -> Any:
    """Parse a program's bytecode and run ``passes`` on it."""
    from jax._src.lib.mlir import ir, passmanager

    module = ir.Module.parse(code)
    passmanager.PassManager.parse(f"builtin.module({passes})").run(module.operation)
    return module


def numbered(module: Any) -> dict[Any, Any]:
    """Number every operation, so that it can be found in a copy."""
    from jax._src.lib.mlir import ir

    operations: list[Any] = []

    def look(operation: Any) -> Any:
        if operation.name not in {"builtin.module", "sdy.mesh"}:
            operations.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    for i, operation in enumerate(operations):
        set_number(operation, i)
    return dict(enumerate(operations))


def set_number(operation: Any, value: int) -> None:
    """Set an operation's number."""
    from jax._src.lib.mlir import ir

    operation.attributes[NUMBER] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)


def number(operation: Any) -> int | None:
    """The number from :func:`set_number`, or None."""
    from jax._src.lib.mlir import ir

    return ir.IntegerAttr(operation.attributes[NUMBER]).value if NUMBER in operation.attributes else None


def is_function(operation: Any) -> bool:
    """Whether it is a ``func.func``."""
    # By its view: in jaxlib (bindings-only) an operation is its own view, whose `name` is the function's.
    from jax._src.lib.mlir.dialects import func

    return isinstance(operation.opview, func.FuncOp)


def inlined(module: Any) -> Any:
    """A copy in which main calls no functions, because a function that is called twice can have two shardings.

    jaxlib's own pass does most of it, but skips functions with Shardy operations: in 0.10.2 those with manual
    computations, in 0.12.0 those with constraints.
    """
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    with module.context, ir.Location.unknown():
        copy = after(mlir.module_to_bytecode(module), "inline")
        functions = {
            ir.StringAttr(operation.attributes["sym_name"]).value: operation.operation
            for operation in copy.body.operations
            if is_function(operation.operation)
        }
        called: set[str] = set()
        _inline_calls(functions["main"], functions, called)
        # Functions that other operations than calls refer to are kept.
        return after(mlir.module_to_bytecode(copy), "symbol-dce") if called else copy


def _inline_calls(function: Any, functions: Mapping[str, Any], done: set[str]) -> None:
    """Inline the calls in ``function``, transitively; each function is visited once."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import func

    calls: list[Any] = []

    def look(call: Any) -> Any:
        calls.append(call)
        return ir.WalkResult.ADVANCE

    function.walk(look, op_class=func.CallOp)
    for call in calls:
        name = ir.FlatSymbolRefAttr(call.attributes["callee"]).value
        if name not in done:
            done.add(name)
            _inline_calls(functions[name], functions, done)
        _inline_call(call, functions[name])


def _inline_call(call: Any, callee: Any) -> None:
    from jax._src.lib.mlir import ir

    (block,) = callee.regions[0].blocks
    values: dict[Any, Any] = dict(zip(block.arguments, call.operands, strict=True))

    def rewire(operation: Any) -> Any:
        for place, value in enumerate(operation.operands):
            if value in values:
                operation.operands[place] = values[value]
        return ir.WalkResult.ADVANCE

    *body, end = block.operations
    with ir.InsertionPoint(call):
        for operation in body:
            new = operation.operation.clone().operation
            new.walk(rewire)
            values.update(zip(operation.results, new.results, strict=True))
    for old, value in zip(call.results, end.operands, strict=True):
        old.replace_all_uses_with(values.get(value, value))
    call.operation.erase()
