"""Explicit reductions: the part of Shardy's ``sdy-insert-explicit-reshards`` that concerns unreduced axes.

A value that is *unreduced* along some mesh axes is the sum of the values on the devices along those axes. Its user
may need it reduced; a replicated or sharded value may be needed unreduced. After sharding propagation, this pass
inserts the operations that convert between them; it leaves other reshards to the partitioner, as Shardy's own pass
can.

The inserted operations state their axes and the sharding of their result (``out_sharding``), which differs from
that of the operand in these axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Operation, Type, Value

Sharding = dialects.SdyTensorShardingAttr
DimensionSharding = dialects.SdyDimensionShardingAttr
AxisRef = dialects.SdyAxisRefAttr

#: Operations that state the sharding of their result, with the attribute that states it.
_STATED = {
    "sdy.reshard": "sharding",
    "sdy.sharding_constraint": "sharding",
    "sdy.all_reduce": "out_sharding",
    "sdy.replicated_to_unreduced": "out_sharding",
    "sdy.sharded_to_unreduced": "out_sharding",
}
_CONSTRAINTS = ("sdy.reshard", "sdy.sharding_constraint")


def insert(op: Operation) -> None:
    """Insert the conversions in all functions of a module."""
    for function in op._regions[0]._blocks[0]._operations:
        if function._name == "func.func":
            _region(function)


def _region(owner: Operation) -> None:
    for region in owner._regions:
        for block in region._blocks:
            for op in list(block._operations):
                _region(op)
                _operation(op, owner)


def _operation(op: Operation, owner: Operation) -> None:
    """Convert the operands of an operation in a block of ``owner``."""
    if op._name in _CONSTRAINTS:
        before = op._operands[0]
        value = _with_unreduced_axes(op, before, op._attributes["sharding"])
        if value == before:
            return
        op._set_operand(0, value)
        if value._owner._name != "sdy.all_reduce":  # then the constraint states nothing else
            op._results[0].replace_all_uses_with(value)
            op.erase()
        return
    for number, target in enumerate(_targets(op, owner)):
        value = op._operands[number]
        converted = _with_unreduced_axes(op, value, target)
        if converted != value:
            op._set_operand(number, converted)


def _targets(op: Operation, owner: Operation) -> Sequence[Sharding | None]:
    """The shardings that an operation requires of its operands; None for any."""
    count = len(op._operands)
    if op._name == "func.return":
        return [_of_function(owner, "res_attrs", number) for number in range(count)]
    if op._name in ("stablehlo.while", "sdy.manual_computation"):
        stated = op._attributes.get("in_shardings", op._attributes.get("sdy.sharding"))
        return stated.parts if stated is not None else [None] * count
    if op._name == "stablehlo.return" and owner._name in (
        "stablehlo.while",
        "stablehlo.case",
        "stablehlo.if",
    ):
        stated = owner._attributes.get("sdy.sharding")
        if stated is None or len(stated.parts) != count:
            return [None] * count
        shardings: Sequence[Sharding] = stated.parts
        return shardings
    if not op._results or op._name in ("stablehlo.case", "stablehlo.if"):
        return ()
    # All results of an operation are unreduced along the same axes; its operands must not be along others.
    sharding = _sharding_of(op._results[0])
    axes = sharding.unreduced_axes if sharding is not None else []
    return [_reduced_to(value, axes) for value in op._operands]


def _reduced_to(value: Value[Type], axes: Sequence[AxisRef]) -> Sharding | None:
    """The sharding of a value, with no unreduced axes other than those."""
    sharding = _sharding_of(value)
    if sharding is None or not sharding.unreduced_axes:
        return sharding
    return _with_unreduced(sharding, [axis for axis in sharding.unreduced_axes if axis in axes])


def _with_unreduced(
    sharding: Sharding, axes: Sequence[AxisRef], dimensions: Sequence[DimensionSharding] | None = None
) -> Sharding:
    own = sharding.dimension_shardings if dimensions is None else dimensions
    return dialects.SdyTensorShardingAttr.of_words(
        sharding.mesh_or_ref, own, sharding.replicated_axes, axes, sharding.parts[4]
    )


def _with_unreduced_axes(op: Operation, value: Value[Type], target: Sharding | None) -> Value[Type]:
    """The value, converted before ``op`` if its unreduced axes differ from those of the target."""
    sharding = _sharding_of(value)
    if sharding is None:
        return value
    after = target.unreduced_axes if target is not None else []
    kept = [axis for axis in sharding.unreduced_axes if axis in after]
    if len(kept) < len(sharding.unreduced_axes):
        reduced = [axis for axis in sharding.unreduced_axes if axis not in kept]
        sharding = _with_unreduced(sharding, kept)
        value = _converted(
            op, "sdy.all_reduce", value, out_sharding=sharding, reduction_axes=dialects.axis_ref_list(reduced)
        )
    added = [axis for axis in after if axis not in kept]
    if target is None or not added:
        return value
    dimensions, sharded, changed = _dimensions(sharding, target, added)
    if changed:
        value = _converted(op, "sdy.reshard", value, sharding=_with_unreduced(sharding, kept, dimensions))
    unsharded = [axis for axis in added if axis not in sharded]
    if unsharded:
        unreduced = [axis for axis in after if axis in kept or axis in unsharded]
        sharding = _with_unreduced(target, unreduced, dimensions)
        value = _converted(
            op,
            "sdy.replicated_to_unreduced",
            value,
            out_sharding=sharding,
            axes=dialects.axis_ref_list(unsharded),
        )
    if sharded:
        listed = [[axis for axis in dimension.axes if axis in sharded] for dimension in dimensions]
        value = _converted(
            op,
            "sdy.sharded_to_unreduced",
            value,
            out_sharding=target,
            axes=dialects.list_of_axis_ref_lists(listed),
        )
    return value


def _dimensions(
    sharding: Sharding, target: Sharding, added: Sequence[AxisRef]
) -> tuple[list[DimensionSharding], list[AxisRef], bool]:
    """The dimensions before the value becomes unreduced, the axes that shard it, and whether to reshard it first.

    An axis that shards a dimension and becomes unreduced needs no all-gather.
    """
    dimensions: list[DimensionSharding] = []
    sharded: list[AxisRef] = []
    changed = False
    for before, after in zip(sharding.dimension_shardings, target.dimension_shardings, strict=True):
        old, new = before.axes, after.axes
        more = old[len(new) :]
        if old == new:
            dimensions.append(after)
        elif old[: len(new)] == new and all(axis in added for axis in more):
            sharded += more
            dimensions.append(before)
        else:
            changed = True
            dimensions.append(after)
    return dimensions, sharded, changed


def _converted(op: Operation, name: str, value: Value[Type], **attributes: Attribute) -> Value[Type]:
    """The result of a new operation before ``op``."""
    conversion = Operation.create(
        name, [value._type], [value], attributes, loc=op._location, ip=core.InsertionPoint(op)
    )
    return conversion._results[0]


def _of_function(function: Operation, key: str, number: int) -> Sharding | None:
    attributes = function._attributes.get(key)
    return attributes.parts[number].parts[0].get("sdy.sharding") if attributes is not None else None


def _sharding_of(value: Value[Type]) -> Sharding | None:
    """The sharding of a value after propagation; None if it has none."""
    if isinstance(value, core.BlockArgument):
        owner = value._owner._region._owner
        if owner._name == "func.func":
            return _of_function(owner, "arg_attrs", value._index)
        # A loop's state has the same sharding inside and outside.
        return _sharding_of(owner._results[value._index]) if owner._name == "stablehlo.while" else None
    owner = value._owner
    if owner._name in _STATED:
        return owner._attributes[_STATED[owner._name]]
    for key in ("sdy.sharding", "out_shardings"):
        if key in owner._attributes:
            return owner._attributes[key].parts[value._index]
    return None
