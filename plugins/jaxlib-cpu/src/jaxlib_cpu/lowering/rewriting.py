"""Replaces operations of a program right before it is compiled, in a copy of it.

The program that jax lowers, and its cost analysis, stay the same as upstream's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

#: An operation, with a function that builds the value of its only result from its operands.
Replacement = tuple[Any, Callable[..., Any]]


def rewritten(
    module: Any, find: Callable[[Any, Any], Sequence[Replacement]], *, any_devices: bool = False
) -> Any:
    """A copy of a program, for one device or for any, in which what ``find(ir, module)`` gives is replaced.

    The program itself if that is nothing.
    """
    return copied(module, find, _replace, any_devices=any_devices)


def copied(
    module: Any,
    find: Callable[[Any, Any], Sequence[Any]],
    rewrite: Callable[[Any, Any, Sequence[Any]], None],
    *,
    any_devices: bool = False,
) -> Any:
    """A copy of a program, after ``rewrite(ir, copy, found)`` of what ``find(ir, copy)`` gives.

    The program itself if that is nothing.
    """
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    if not (any_devices or _is_for_one_device(ir, module)) or not find(ir, module):
        return module
    with module.context, ir.Location.unknown():
        copy = ir.Module.parse(mlir.module_to_bytecode(module))
        rewrite(ir, copy, find(ir, copy))
    return copy


def _replace(ir: Any, module: Any, replacements: Sequence[Replacement]) -> None:
    new: dict[Any, Any] = {}
    for operation, build in replacements:
        with ir.InsertionPoint(operation), operation.location:
            new[operation.results[0]] = build(*operation.operands)
    use_instead(ir, module, new)
    for operation, _ in replacements:
        operation.erase()


def all_of(ir: Any, module: Any, *classes: Any) -> list[Any]:
    """The operations of a program that are of these classes, one class after the other; all without a class."""
    operations: list[Any] = []

    def add(operation: Any) -> Any:
        operations.append(operation.operation)
        return ir.WalkResult.ADVANCE

    for class_ in classes or (None,):
        module.operation.walk(add, op_class=class_)
    return operations


def use_instead(ir: Any, module: Any, new: Mapping[Any, Any]) -> None:
    """Replace values in all operations, in a single walk: ``Value.uses`` may be a walk itself."""

    def look(operation: Any) -> Any:
        for place, value in enumerate(operation.operands):
            if value in new:
                operation.operands[place] = new[value]
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)


def _is_for_one_device(ir: Any, module: Any) -> bool:
    attributes = module.operation.attributes
    names = ("mhlo.num_partitions", "mhlo.num_replicas")
    return all(ir.IntegerAttr(attributes[name]).value == 1 for name in names if name in attributes)
