"""The passes canonicalize and cse."""

from __future__ import annotations

from collections.abc import Hashable

from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Location, Operation, Region, Type
from jaxlib._ir.passes.canonicalization import arithmetic, control_flow, floating_point, memory
from jaxlib._ir.passes.canonicalization.effects import (
    is_pure,
    is_removable,
    is_unused,
    may_write,
    only_reads,
)
from jaxlib._ir.passes.canonicalization.rewriter import CONSTANTS, Rewriter, Rule

RULES: dict[str, Rule] = {
    **arithmetic.RULES,
    **control_flow.RULES,
    **floating_point.RULES,
    **memory.RULES,
}

#: As many times is the whole program visited at most, as in MLIR.
_MOST_ITERATIONS = 10

#: Operations whose regions use no values from outside: constants stay in them.
_ISOLATED = frozenset(
    (
        "builtin.module",
        "func.func",
        "gpu.func",
        "llvm.func",
        "mosaic_gpu.custom_primitive",
        "mosaic_gpu.warp_map",
    )
)


def canonicalize(module: Operation) -> None:
    """Apply the rules until nothing changes; constants move to the start of their function, one for each value."""
    for _ in range(_MOST_ITERATIONS):
        if not _visit_all(module):
            break


def _visit_all(module: Operation) -> bool:
    """Visit all operations, and those that a change concerns; whether anything changed."""
    changed = _hoist_constants(module)
    rewriter = Rewriter()
    operations = core.everything(module)[1:]
    rewriter.visit_in_order([op for op in operations if op._name not in CONSTANTS or is_unused(op)])
    while (op := rewriter.next()) is not None:
        if is_unused(op) and is_removable(op):
            rewriter.erase(op)
            changed = True
        elif (rule := RULES.get(op._name)) is not None:
            changed |= rule(op, rewriter)
    return changed


# ---- Constants


def _hoist_constants(module: Operation) -> bool:
    """Move the constants of each isolated region to its start, the last one first; equal ones become one."""
    changed = False
    for region in _isolated_regions(module):
        changed |= _hoist_in(region)
    return changed


def _isolated_regions(module: Operation) -> list[Region]:
    """The regions that use no values from outside and are not empty."""
    scopes = [op for op in core.everything(module) if op._name in _ISOLATED]
    return [region for scope in scopes for region in scope._regions if region._blocks]


def _constants_in(region: Region) -> list[Operation]:
    """The constants in a region, without those of isolated regions inside."""
    found: list[Operation] = []
    for block in region._blocks:
        for op in block._operations:
            if op._name in CONSTANTS:
                found.append(op)
            elif op._name not in _ISOLATED:
                for inner in op._regions:
                    found += _constants_in(inner)
    return found


def _hoist_in(region: Region) -> bool:
    entry = region._blocks[0]
    known: dict[tuple[str, Attribute | None, Type], Operation] = {}
    leading = 0
    changed = False
    for op in _constants_in(region):
        attribute = CONSTANTS[op._name]
        value = op._attributes[attribute] if attribute is not None else None
        key = (op._name, value, op._result_types[0])
        first = known.setdefault(key, op)
        if first is not op:
            for user, number in list(op.result._uses):
                user._set_operand(number, first.result)
            first._location = Location.unknown(op.context)
            op.erase()
            changed = True
        elif op._parent is entry and entry._operations[leading] is op:
            leading += 1
        else:
            op.move_before(entry._operations[0])
            leading += 1
            changed = True
    return changed


# ---- Common subexpressions


def cse(module: Operation) -> None:
    """Merge operations without side effects that are equal, where one is before the other."""
    for region in _isolated_regions(module):
        _merge(region, {})


def _merge(region: Region, outer: dict[Hashable, Operation]) -> None:
    for block in region._blocks:
        known = dict(outer)
        reads: dict[Hashable, Operation] = {}  # since the last write
        for op in list(block._operations):
            if op._name not in _ISOLATED:
                _merge_one(op, known, reads)


def _merge_one(op: Operation, known: dict[Hashable, Operation], reads: dict[Hashable, Operation]) -> None:
    if is_unused(op) and is_removable(op) and op._results:
        op.erase()
        return
    for region in op._regions:
        _merge(region, known)
    if may_write(op):
        reads.clear()
    if op._regions or not (is_pure(op) or only_reads(op)):
        return
    key = (
        op._name,
        tuple(op._operands),
        tuple(sorted((name, value.text) for name, value in op._attributes.items())),
        tuple(kind.text for kind in op._result_types),
    )
    first = (reads if only_reads(op) else known).setdefault(key, op)
    if first is not op:
        for old, new in zip(op._results, first._results, strict=True):
            for user, number in list(old._uses):
                user._set_operand(number, new)
        op.erase()
