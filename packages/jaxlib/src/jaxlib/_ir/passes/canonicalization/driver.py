"""The passes canonicalize and cse."""

from __future__ import annotations

from collections.abc import Hashable

from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Block, Location, Operation, Region, Type
from jaxlib._ir.passes.canonicalization import (
    aggregates,
    arithmetic,
    control_flow,
    floating_point,
    functions,
    memory,
    vectors,
)
from jaxlib._ir.passes.canonicalization.effects import (
    is_pure,
    is_removable,
    is_unused,
    may_write,
    only_reads,
)
from jaxlib._ir.passes.canonicalization.rewriter import CONSTANTS, Rewriter, Rule

RULES: dict[str, Rule] = {
    **aggregates.RULES,
    **arithmetic.RULES,
    **control_flow.RULES,
    **floating_point.RULES,
    **functions.RULES,
    **memory.RULES,
    **vectors.RULES,
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
    constants = _Constants()
    # As MLIR does, those that used a constant that another one replaces come before what is behind that constant.
    order: dict[Operation, None] = {}
    for each in core.everything(module)[1:]:
        if each._name not in CONSTANTS:
            constants.passed(each)
            order[each] = None
            continue
        for user in constants.insert(each):
            order |= dict.fromkeys([*_around(user), user])
    constants.finish()
    rewriter = Rewriter()
    rewriter.visit_in_order([*filter(is_unused, constants.kept), *order])
    changed = constants.changed
    while (op := rewriter.next()) is not None:
        if not op._is_used and is_removable(op):
            rewriter.erase(op)
            changed = True
        elif (rule := RULES.get(op._name)) is not None:
            changed |= rule(op, rewriter)
    return changed


def _around(op: Operation) -> list[Operation]:
    """The operations that an operation is in, without the module, the outermost one first."""
    found: list[Operation] = []
    block = op._parent
    while block is not None and (owner := block.owner) is not None:
        found.append(owner)
        block = owner._parent
    return found[-2::-1]


# ---- Constants


class _Constants:
    """Moves constants to the start of their isolated region, the last one first; equal ones become one.

    Those at the start already stay where they are. ``finish`` moves and removes them, each block's at once.
    """

    def __init__(self) -> None:
        self.changed = False
        #: Those that are left.
        self.kept: list[Operation] = []
        self._known: dict[tuple[Region, str, Attribute | None, Type], Operation] = {}
        #: The isolated region of each block.
        self._regions: dict[Block, Region] = {}
        #: The blocks in which another operation than a constant was passed.
        self._begun: set[Block] = set()
        #: The constants to move, by their regions.
        self._moved: dict[Region, list[Operation]] = {}
        #: The constants to take out of each block.
        self._taken: dict[Block, set[Operation]] = {}
        self._removed: list[Operation] = []

    def passed(self, op: Operation) -> None:
        """Note that another operation comes before the constants that follow in its block."""
        assert op._parent is not None
        self._begun.add(op._parent)

    def insert(self, op: Operation) -> list[Operation]:
        """Move a constant, or replace it by the same one; returns the users of one that was replaced."""
        block = op._parent
        assert block is not None
        region = self._regions.get(block)
        if region is None:
            region = self._regions[block] = _isolated_region(op)
        attribute = CONSTANTS[op._name]
        value = op._attributes[attribute] if attribute is not None else None
        first = self._known.setdefault((region, op._name, value, op._result_types[0]), op)
        if first is not op:
            users = list(op.result._uses)
            for user, number in users:
                user._set_operand(number, first.result)
            first._location = Location.unknown(op.context)
            self._taken.setdefault(block, set()).add(op)
            self._removed.append(op)
            self.changed = True
            return [user for user, _number in users]
        self.kept.append(op)
        if block in self._begun or block is not region._blocks[0]:
            self._taken.setdefault(block, set()).add(op)
            self._moved.setdefault(region, []).append(op)
            self.changed = True
        return []

    def finish(self) -> None:
        """Take the constants out of their blocks, and put those that are left at the start of their regions."""
        for block, taken in self._taken.items():
            block._operations[:] = [op for op in block._operations if op not in taken]
        for region, moved in self._moved.items():
            entry = region._blocks[0]
            moved.reverse()
            entry._operations[:0] = moved
            for op in moved:
                op._parent = entry
        for op in self._removed:
            op._parent = None
            op.erase()


def _isolated_region(op: Operation) -> Region:
    """The region that an operation is in and that uses no values from outside."""
    while True:
        block = op._parent
        assert block is not None
        region, owner = block.region, block.owner
        assert region is not None
        assert owner is not None
        if owner._name in _ISOLATED:
            return region
        op = owner


# ---- Common subexpressions


def cse(module: Operation) -> None:
    """Merge operations without side effects that are equal, where one is before the other."""
    for region in _isolated_regions(module):
        _merge(region, {})


def _isolated_regions(module: Operation) -> list[Region]:
    """The regions that use no values from outside and are not empty."""
    scopes = [op for op in core.everything(module) if op._name in _ISOLATED]
    return [region for scope in scopes for region in scope._regions if region._blocks]


def _merge(region: Region, outer: dict[Hashable, Operation]) -> None:
    for block in region._blocks:
        known = dict(outer)
        reads: dict[Hashable, Operation] = {}  # since the last write
        for op in list(block._operations):
            _merge_one(op, known, reads)


def _merge_one(op: Operation, known: dict[Hashable, Operation], reads: dict[Hashable, Operation]) -> None:
    if not op._is_used and is_removable(op) and op._results:
        op.erase()
        return
    regions = op._regions
    if regions and op._name not in _ISOLATED:
        for region in regions:
            _merge(region, known)
    pure = is_pure(op)
    if not pure and may_write(op):
        reads.clear()
    if regions or not (pure or only_reads(op)):
        return
    key = (
        op._name,
        tuple(op._operands),
        frozenset(op._attributes.items()),
        tuple(op._result_types),
    )
    first = (known if pure else reads).setdefault(key, op)
    if first is not op:
        for old, new in zip(op._results, first._results, strict=True):
            for user, number in list(old._uses):
                user._set_operand(number, new)
        op.erase()
