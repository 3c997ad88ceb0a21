"""Walks over an operation and all nested operations."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING

from jaxlib._native import ir as _native

if TYPE_CHECKING:
    from jaxlib._ir.core.operations import Operation

#: A list of an operation and all nested operations, in pre-order.
everything = _native.everything


class WalkResult(enum.Enum):
    """How a walk continues."""

    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2


class WalkOrder(enum.Enum):
    """Whether a walk visits an operation before or after the operations nested in it."""

    PRE_ORDER = 0
    POST_ORDER = 1


def asked(callback: Callable[[Operation], object]) -> Callable[[Operation], WalkResult]:
    """The callback, with upstream's errors for one that raises an error or does not return a WalkResult."""

    def ask(op: Operation) -> WalkResult:
        try:
            answer = callback(op)
        except Exception as error:
            import traceback  # takes milliseconds

            raise RuntimeError(f"Exception raised in callback: {traceback.format_exc()}") from error
        if not isinstance(answer, WalkResult):
            raise RuntimeError(f"std::bad_cast: a walk's callback returned {answer!r}: wanted a WalkResult")
        return answer

    return ask


def walk(
    op: _native.Operation,
    callback: Callable[[Operation], WalkResult],
    order: WalkOrder,
    op_class: type | None,
) -> bool:
    """Call ``callback`` with ``op`` and all nested operations of a class; False if it interrupted the walk."""
    matches = op_class is None or isinstance(op, op_class)
    if order is WalkOrder.PRE_ORDER and matches:
        answer = callback(op.operation)
        if answer is WalkResult.INTERRUPT:
            return False
        if answer is WalkResult.SKIP:
            return True
    for region in op._regions:
        for block in region._blocks:
            for inner in list(block._operations):
                if op_class is not None and not inner._regions and not isinstance(inner, op_class):
                    continue  # true for most operations
                if not walk(inner, callback, order, op_class):
                    return False
    return not (order is WalkOrder.POST_ORDER and matches and callback(op.operation) is WalkResult.INTERRUPT)
