"""Modules."""

from __future__ import annotations

from typing import Self, TypeVar

from jaxlib._ir.core.blocks import Block
from jaxlib._ir.core.context import Context, require_context
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.location import Location
from jaxlib._ir.core.operations import Operation

T = TypeVar("T")


class Module:
    """A module: the outermost operation of a program."""

    __slots__ = ("__weakref__", "_operation")

    def __init__(self, operation: Operation) -> None:
        self._operation = operation

    @staticmethod
    def create(loc: Location | None = None) -> Module:
        """Create an empty module."""
        op = Operation._new("builtin.module")
        op._fill("builtin.module", [], {}, (), 1, None, loc, False)
        op._regions[0].blocks.append()
        return Module(op)

    @staticmethod
    def parse(asm: str | bytes, context: Context | None = None) -> Module:
        """Parse text or read bytecode."""
        with context or Context.current or Context():
            module: Module = hooks.read_module(asm)
        require_context(context)  # after reading, as the error of a malformed program takes precedence
        return module

    parseFile = parse

    @property
    def operation(self) -> Operation:
        """The operation builtin.module."""
        return self._operation

    @property
    def context(self) -> Context:
        """The context."""
        return self._operation.context

    @property
    def body(self) -> Block:
        """The block of the module."""
        return self._operation._regions[0]._blocks[0]

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer

    def dump(self) -> None:
        """Print the text."""
        self._operation.print()

    def __str__(self) -> str:
        return str(self._operation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and other._operation is self._operation

    def __hash__(self) -> int:
        return hash(self._operation)
