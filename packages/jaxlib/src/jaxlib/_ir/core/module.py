"""`Module`: a whole program, a builtin.module operation as jax holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Self, TypeVar

from jaxlib._ir.core.blocks import Block
from jaxlib._ir.core.context import Context, MLIRError, require_context
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.location import Location
from jaxlib._ir.core.operations import Operation

T = TypeVar("T")


class Module:
    """A module: the outermost operation of a program."""

    __slots__ = ("__weakref__", "_operation")

    def __init__(self, operation: Operation) -> None:
        self._operation = operation
        operation._of_module = True

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
        require_context(context)  # after reading, because the error of a malformed program takes precedence
        return module

    @staticmethod
    def parseFile(path: str, context: Context | None = None) -> Module:
        """Read a program from a file, as text or bytecode.

        Raises:
            MLIRError: There is no such file, or it does not contain a program.
        """
        if not isinstance(path, str):
            raise TypeError(f"Module.parseFile: wanted a path, found {type(path).__name__}")
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            why = f"could not open input file {path}"
            raise MLIRError(f"Unable to parse module assembly:\nerror: unknown: {why}") from error
        return Module.parse(content, context)

    @property
    def operation(self) -> Operation:
        """The builtin.module operation."""
        return self._operation

    @property
    def context(self) -> Context:
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
