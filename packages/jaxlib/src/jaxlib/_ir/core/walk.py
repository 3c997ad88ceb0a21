"""Going through an operation and all that are in it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from jaxlib._native import ir as _native

#: An operation and all that are in it, each before those in it.
everything: Callable[[Any], list[Any]] = _native.everything


class WalkResult(enum.Enum):
    """How a walk goes on."""

    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2


class WalkOrder(enum.Enum):
    """Whether a walk visits what holds others before them or after them."""

    PRE_ORDER = 0
    POST_ORDER = 1


def walk(op: Any, callback: Any, order: WalkOrder, op_class: Any) -> bool:
    """Call ``callback`` with the operations of a class in ``op``; False where it interrupted the walk."""
    wanted = op_class is None or isinstance(op, op_class)
    if order is WalkOrder.PRE_ORDER and wanted:
        answer = callback(op)
        if answer is WalkResult.INTERRUPT:
            return False
        if answer is WalkResult.SKIP:
            return True
    for region in op._regions:
        for block in region._blocks:
            for inner in list(block._operations):
                if not walk(inner, callback, order, op_class):
                    return False
    return not (order is WalkOrder.POST_ORDER and wanted and callback(op) is WalkResult.INTERRUPT)
