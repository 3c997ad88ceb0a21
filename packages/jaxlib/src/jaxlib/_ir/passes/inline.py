"""Inlines calls."""

from __future__ import annotations

from functools import partial
from typing import Any

from jaxlib._ir import core
from jaxlib._ir.passes.symbol_dce import symbol_dce
from jaxlib._native import ir as _native


def inline(op: Any) -> None:
    """Calls become what the functions that they call do; private functions that nothing calls any more go.

    Functions of several blocks, those that call themselves, and what is marked ``no_inline`` stay as they are.
    """
    inlining = _Inlining(op)
    for name in inlining.functions:
        inlining.expand(name)
    symbol_dce(op)


def _called_from(call: core.Location, callee: core.Location) -> core.Location:
    return core.Location.callsite(callee, [call])


class _Inlining:
    """One program's: functions inside `inline` that call each other would keep the program alive."""

    def __init__(self, op: Any) -> None:
        self.functions = {
            each._attributes["sym_name"].value: each
            for each in op._regions[0]._blocks[0]._operations
            if each._name == "func.func"
        }
        self.done: set[str] = set()
        self.active: set[str] = set()

    def body(self, call: Any) -> Any:
        """What a call can be replaced by: a block."""
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
        """Have a function call none that can be inlined."""
        if name in self.done:
            return
        self.active.add(name)
        found: dict[Any, Any] = {}  # what stands for a call's result

        def known(value: Any) -> Any:
            while value in found:
                value = found[value]
            return value

        for holder in core.everything(self.functions[name]):
            for region in holder._regions:
                for block in region._blocks:
                    if any(each._name == "func.call" for each in block._operations):
                        block._operations[:] = self.expanded(block, found)
        if found:
            for each in core.everything(self.functions[name]):
                each._operands = [known(operand) for operand in each._operands]
        self.active.remove(name)
        self.done.add(name)

    def expanded(self, block: Any, found: dict[Any, Any]) -> list[Any]:
        """A block's operations without such calls."""
        made: list[Any] = []
        for each in block._operations:
            source = self.body(each) if each._name == "func.call" else None
            if source is None:
                made.append(each)
                continue
            mapped = dict(zip(source._arguments, each._operands, strict=True))
            *inner, last = source._operations
            for one in inner:
                copy = _native.clone(one, mapped, partial(_called_from, each._location))
                copy._parent = block
                made.append(copy)
            for result, returned in zip(each._results, last._operands, strict=True):
                found[result] = mapped.get(returned, returned)
        return made
