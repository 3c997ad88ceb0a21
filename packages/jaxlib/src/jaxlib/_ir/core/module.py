"""Modules."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.core.blocks import Block
from jaxlib._ir.core.context import Context, require_context
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.operations import Operation


class Module:
    """A whole program."""

    __slots__ = ("__weakref__", "_operation")

    def __init__(self, operation: Any) -> None:
        self._operation = operation

    @staticmethod
    def create(loc: Any = None) -> Module:
        """An empty one."""
        op = Operation._new("builtin.module")
        op._fill("builtin.module", [], {}, (), 1, None, loc, False)
        op._regions[0].blocks.append()
        return Module(op)

    @staticmethod
    def parse(asm: Any, context: Any = None) -> Module:
        """The program that ``asm`` is the text or the bytecode of."""
        with context or Context.current or Context():
            module: Module = hooks.read_module(asm)
        require_context(context)  # what cannot be read at all is said first
        return module

    parseFile = parse

    @property
    def operation(self) -> Any:
        """Its operation."""
        return self._operation

    @property
    def context(self) -> Any:
        """Its context."""
        return self._operation.context

    @property
    def body(self) -> Block:
        """The block of its operations."""
        return self._operation._regions[0]._blocks[0]

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    def dump(self) -> None:
        """Print it."""
        self._operation.print()

    def __str__(self) -> str:
        return str(self._operation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and other._operation is self._operation

    def __hash__(self) -> int:
        return hash(self._operation)
