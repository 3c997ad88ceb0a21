"""Where values are reduced, and where they are made unreduced: a part of Shardy's ``sdy-insert-explicit-reshards``.

A value that is *unreduced* along some axes of a mesh is the sum of what the devices along those axes have. What
takes it may want it reduced; a value that is whole, or sharded, may be wanted unreduced. The operations that make
the one of the other are put in here, after the propagation of shardings, as by the pass where it leaves other
changes of shardings to the partitioner.

Of the operations that are put in, the sharding afterwards is told (``out_sharding``); their axes are those by which
it differs from the sharding before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jaxlib._ir import core, dialects

#: Operations that state the sharding of what they give, and in which attribute.
_STATED = {
    "sdy.reshard": "sharding",
    "sdy.sharding_constraint": "sharding",
    "sdy.all_reduce": "out_sharding",
    "sdy.replicated_to_unreduced": "out_sharding",
    "sdy.sharded_to_unreduced": "out_sharding",
}
_CONSTRAINTS = ("sdy.reshard", "sdy.sharding_constraint")


def insert(op: Any) -> None:
    """Put them in, in all functions of a module."""
    for function in op._regions[0]._blocks[0]._operations:
        if function._name == "func.func":
            _region(function)


def _region(owner: Any) -> None:
    for region in owner._regions:
        for block in region._blocks:
            for each in list(block._operations):
                _region(each)
                _operation(each, owner)


def _operation(op: Any, owner: Any) -> None:
    """What an operation of a block of ``owner`` takes."""
    if op._name in _CONSTRAINTS:
        before = op._operands[0]
        value = _as_wanted(op, before, op._attributes["sharding"])
        if value == before:
            return
        op._set_operand(0, value)
        if value._owner._name != "sdy.all_reduce":  # the constraint says no more than that
            op._results[0].replace_all_uses_with(value)
            op.erase()
        return
    for number, target in enumerate(_targets(op, owner)):
        value = op._operands[number]
        wanted = _as_wanted(op, value, target)
        if wanted != value:
            op._set_operand(number, wanted)


def _targets(op: Any, owner: Any) -> Sequence[Any]:
    """The shardings, or None, in which an operation wants what it takes."""
    count = len(op._operands)
    if op._name == "func.return":
        return [_of_function(owner, "res_attrs", number) for number in range(count)]
    if op._name in ("stablehlo.while", "sdy.manual_computation"):
        given = op._attributes.get("in_shardings", op._attributes.get("sdy.sharding"))
        return given.parts if given is not None else [None] * count
    if op._name == "stablehlo.return" and owner._name in (
        "stablehlo.while",
        "stablehlo.case",
        "stablehlo.if",
    ):
        given = owner._attributes.get("sdy.sharding")
        is_state = given is not None and len(given.parts) == count
        return given.parts if is_state else [None] * count
    if not op._results or op._name in ("stablehlo.case", "stablehlo.if"):
        return ()
    # All results of an operation are unreduced along the same axes, and so is what it takes, at most.
    told = _told(op._results[0])
    axes = told.unreduced_axes if told is not None else []
    return [_reduced_to(value, axes) for value in op._operands]


def _reduced_to(value: Any, axes: Sequence[Any]) -> Any:
    """A value's sharding with no other axes unreduced than those."""
    told = _told(value)
    if told is None or not told.unreduced_axes:
        return told
    return _with_unreduced(told, [axis for axis in told.unreduced_axes if axis in axes])


def _with_unreduced(sharding: Any, axes: Sequence[Any], dimensions: Any = None) -> Any:
    own = sharding.dimension_shardings if dimensions is None else dimensions
    return dialects.SdyTensorShardingAttr.get(sharding.mesh_or_ref, own, sharding.replicated_axes, axes)


def _as_wanted(op: Any, value: Any, target: Any) -> Any:
    """A value, or what is made of it before ``op``, with a sharding that is reduced as the target is."""
    told = _told(value)
    if told is None:
        return value
    after = target.unreduced_axes if target is not None else []
    kept = [axis for axis in told.unreduced_axes if axis in after]
    if len(kept) < len(told.unreduced_axes):
        told = _with_unreduced(told, kept)
        value = _made(op, "sdy.all_reduce", value, told)
    wanted = [axis for axis in after if axis not in kept]
    if not wanted:
        return value
    dimensions, sharded, changed = _dimensions(told, target, wanted)
    if changed:
        value = _made(op, "sdy.reshard", value, _with_unreduced(told, kept, dimensions), "sharding")
    whole = [axis for axis in wanted if axis not in sharded]
    if whole:
        unreduced = [axis for axis in after if axis in kept or axis in whole]
        told = _with_unreduced(target, unreduced, dimensions)
        value = _made(op, "sdy.replicated_to_unreduced", value, told)
    if sharded:
        value = _made(op, "sdy.sharded_to_unreduced", value, target)
    return value


def _dimensions(told: Any, target: Any, wanted: Sequence[Any]) -> tuple[list[Any], list[Any], bool]:
    """The dimensions before the value is made unreduced, the axes that shard it, and whether it is resharded first.

    What shards a dimension before and is wanted unreduced needs no gathering.
    """
    dimensions, sharded, changed = [], [], False
    for before, after in zip(told.dimension_shardings, target.dimension_shardings, strict=True):
        old, new = before.axes, after.axes
        more = old[len(new) :]
        if old == new:
            dimensions.append(after)
        elif old[: len(new)] == new and all(axis in wanted for axis in more):
            sharded += more
            dimensions.append(before)
        else:
            changed = True
            dimensions.append(after)
    return dimensions, sharded, changed


def _made(op: Any, name: str, value: Any, sharding: Any, key: str = "out_sharding") -> Any:
    """The result of a new operation before ``op``."""
    made = core.Operation.create(
        name, [value._type], [value], {key: sharding}, loc=op._location, ip=core.InsertionPoint(op)
    )
    return made._results[0]


def _of_function(function: Any, key: str, number: int) -> Any:
    attributes = function._attributes.get(key)
    return attributes.parts[number].parts[0].get("sdy.sharding") if attributes is not None else None


def _told(value: Any) -> Any:
    """A value's sharding, as the propagation left it; None where it said nothing."""
    if isinstance(value, core.BlockArgument):
        owner = value._owner._region._owner
        if owner._name == "func.func":
            return _of_function(owner, "arg_attrs", value._index)
        # A loop's state is laid alike inside and outside.
        return _told(owner._results[value._index]) if owner._name == "stablehlo.while" else None
    owner = value._owner
    if owner._name in _STATED:
        return owner._attributes[_STATED[owner._name]]
    for key in ("sdy.sharding", "out_shardings"):
        if key in owner._attributes:
            return owner._attributes[key].parts[value._index]
    return None
