"""Inlines calls."""

from __future__ import annotations

from functools import partial
from typing import Any

from jaxlib._ir import core
from jaxlib._ir.core import Block, Operation, Value
from jaxlib._ir.passes.symbol_dce import symbol_dce
from jaxlib._native import ir as _native


def inline(op: Operation) -> None:
    """Replace calls by the bodies of the functions, and remove private functions that nothing calls any more.

    Functions of several blocks, recursive ones, and functions and calls with ``no_inline`` stay as they are.
    """
    inlining = _Inlining(op)
    for name in inlining.functions:
        inlining.expand(name)
    symbol_dce(op)


def _called_from(call: core.Location, callee: core.Location) -> core.Location:
    return core.Location.callsite(callee, [call])


class _Inlining:
    """The state of one run; closures that call each other would keep the program alive."""

    def __init__(self, op: Operation) -> None:
        self.functions = {
            each._attributes["sym_name"].value: each
            for each in op._regions[0]._blocks[0]._operations
            if each._name == "func.func"
        }
        self.done: set[str] = set()
        self.active: set[str] = set()

    def body(self, call: Operation) -> Block | None:
        """The block that replaces a call, or None."""
        callee = self.functions.get(call._attributes["callee"].value)
        if callee is None or any("no_inline" in each._attributes for each in (call, callee)):
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
        replacements: dict[Value[Any], Value[Any]] = {}  # by the result of a call

        def replaced(value: Value[Any]) -> Value[Any]:
            while value in replacements:
                value = replacements[value]
            return value

        for holder in core.everything(self.functions[name]):
            for region in holder._regions:
                for block in region._blocks:
                    if any(each._name == "func.call" for each in block._operations):
                        block._operations[:] = self.expanded(block, replacements)
        if replacements:
            for each in core.everything(self.functions[name]):
                each._operands = [replaced(operand) for operand in each._operands]
        self.active.remove(name)
        self.done.add(name)

    def expanded(self, block: Block, replacements: dict[Value[Any], Value[Any]]) -> list[Operation]:
        """The operations of a block with the bodies of functions in place of calls."""
        operations: list[Operation] = []
        for each in block._operations:
            source = self.body(each) if each._name == "func.call" else None
            if source is None:
                operations.append(each)
                continue
            mapped: dict[Value[Any], Value[Any]] = dict(zip(source._arguments, each._operands, strict=True))
            *inner, last = source._operations
            for one in inner:
                copy = _native.clone(one, mapped, partial(_called_from, each._location))
                copy._parent = block
                operations.append(copy)
            for result, returned in zip(each._results, last._operands, strict=True):
                replacements[result] = mapped.get(returned, returned)
        return operations
