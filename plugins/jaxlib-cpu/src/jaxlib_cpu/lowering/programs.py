"""Walks over programs, with either jaxlib."""

from __future__ import annotations

from typing import Any


def all_of(ir: Any, module: Any, *classes: Any) -> list[Any]:
    """The operations of these classes, one class after the other."""
    operations: list[Any] = []

    def add(operation: Any) -> Any:
        operations.append(operation.operation)
        return ir.WalkResult.ADVANCE

    for class_ in classes:
        module.operation.walk(add, op_class=class_)
    return operations
