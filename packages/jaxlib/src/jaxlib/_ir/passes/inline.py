"""Inlines calls."""

from __future__ import annotations

from functools import partial

from jaxlib._ir import core
from jaxlib._ir.core import Block, Operation, Type, Value
from jaxlib._ir.passes.symbol_dce import symbol_dce
from jaxlib._native import ir as _native


def inline(op: Operation) -> None:
    """Replace calls by the bodies of functions, and remove private functions that are no longer called.

    Functions with several blocks, recursive ones, and functions and calls with ``no_inline`` are not inlined.
    """
    inlining = _Inlining(op)
    for name in inlining.functions:
        inlining.expand(name)
    symbol_dce(op)


def _called_from(call: core.Location, callee: core.Location) -> core.Location:
    return core.Location.callsite(callee, [call])


class _Inlining:
    """The state of one run; closures that refer to each other would keep the program alive."""

    def __init__(self, op: Operation) -> None:
        self.functions = {
            operation._attributes["sym_name"].value: operation
            for operation in op._regions[0]._blocks[0]._operations
            if operation._name == "func.func"
        }
        self.done: set[str] = set()
        self.active: set[str] = set()

    def body(self, call: Operation) -> Block | None:
        """The block that replaces a call, or None."""
        callee = self.functions.get(call._attributes["callee"].value)
        if callee is None or any("no_inline" in op._attributes for op in (call, callee)):
            return None
        blocks = callee._regions[0]._blocks
        name = callee._attributes["sym_name"].value
        if len(blocks) != 1 or name in self.active:
            return None
        self.expand(name)
        return blocks[0]

    def expand(self, name: str) -> None:
        """Inline the calls in a function."""
        if name in self.done:
            return
        self.active.add(name)
        replacements: dict[Value[Type], Value[Type]] = {}  # keys: results of calls

        def replaced(value: Value[Type]) -> Value[Type]:
            while value in replacements:
                value = replacements[value]
            return value

        for holder in core.everything(self.functions[name]):
            for region in holder._regions:
                for block in region._blocks:
                    if any(operation._name == "func.call" for operation in block._operations):
                        block._operations[:] = self.expanded(block, replacements)
        if replacements:
            for inner in core.everything(self.functions[name]):
                inner._operands = [replaced(operand) for operand in inner._operands]
        self.active.remove(name)
        self.done.add(name)

    def expanded(self, block: Block, replacements: dict[Value[Type], Value[Type]]) -> list[Operation]:
        """The operations of a block, with calls replaced by the bodies of functions."""
        operations: list[Operation] = []
        for operation in block._operations:
            source = self.body(operation) if operation._name == "func.call" else None
            if source is None:
                operations.append(operation)
                continue
            mapped: dict[Value[Type], Value[Type]] = dict(
                zip(source._arguments, operation._operands, strict=True)
            )
            *inner, last = source._operations
            for inlined in inner:
                copy = _native.clone(inlined, mapped, partial(_called_from, operation._location))
                copy._parent = block
                operations.append(copy)
            for result, returned in zip(operation._results, last._operands, strict=True):
                replacements[result] = mapped.get(returned, returned)
        return operations
