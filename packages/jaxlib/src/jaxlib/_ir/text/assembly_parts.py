"""Parsers for parts that many operations in custom form share: operands, attributes, types, blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Attributes, Block, Location, Operation, Type, Value
from jaxlib._ir.text.attribute_parser import dictionary, type_
from jaxlib._ir.text.lexer import Text, unquoted
from jaxlib._ir.text.literals import integer_list

#: The result names before an operation, each with its number of results.
Names = list[tuple[str, int]]
#: The name, type and location of an argument.
Argument = tuple[str, Type, Location]


class Program(Protocol):
    """The part of `parser.Program` that this module uses; `parser` itself calls `custom_assembly.read`."""

    source: Text
    here: Location
    values: list[dict[str, Value[Type]]]

    def operation(self) -> Operation:
        """Parse the next operation."""

    def region(self, op: Operation, arguments: Sequence[Argument] | None = None) -> None:
        """Parse a region of an operation."""

    def argument_name(self) -> tuple[str, Location]:
        """Parse the name of an argument; returns also its location."""

    def value(self) -> Value[Type]:
        """The value that the next name refers to."""

    def declare_arguments(self, named: Sequence[tuple[str, Value[Type]]]) -> None:
        """Give the arguments of a block their names."""

    def expect(self, operands: Sequence[Value[Type]], types: Sequence[Type], at: int | None = None) -> None:
        """Check that operands have the types in the text."""

    def finish(self, op: Operation, names: Names, kind: Type, successors: list[str]) -> None:
        """Set the results of an operation, and parse what follows its type."""

    def location(self) -> Location:
        """Parse ``loc(...)``."""


def make(program: Program, name: str, operands: Sequence[Value[Type]], attributes: Attributes) -> Operation:
    """Create a detached operation without results and regions."""
    op = Operation._new(name)
    op._fill(name, operands, attributes, (), 0, [], program.here, False)
    return op


def done(program: Program, op: Operation, names: Names, results: list[Type]) -> Operation:
    """Complete an operation with its results, and return it."""
    inputs = [operand._type for operand in op._operands]
    program.finish(op, names, core.FunctionType.get(inputs, results), [])
    return op


def comma(program: Program) -> bool:
    """Consume a comma if there is one; returns whether there was."""
    if program.source.peek() != ",":
        return False
    program.source.take()
    return True


def operands_of(program: Program) -> list[Value[Type]]:
    """Parse the operands: names separated by commas."""
    values = []
    while program.source.peek() == "%":
        values.append(program.value())
        if not comma(program):
            break
    return values


def other_attributes(program: Program, attributes: Attributes) -> None:
    """Parse the dictionary of attributes that have no syntax of their own."""
    if program.source.peek() == "{":
        attributes.update(dictionary(program.source).parts[0])


def result_types(
    program: Program, operands: Sequence[Value[Type]], *, only_result: bool = False
) -> list[Type]:
    """Parse the types of an operation, check those of the operands, and return those of the results.

    They are a function type, types before and after an arrow, or types of operands and results at the same time:
    one for all of them, or one for each; with ``only_result``, one type is that of the result alone.
    """
    source = program.source
    source.take(":")
    listed: list[Type] = []
    if source.peek() == "(" or source.peek() not in ("->", ""):
        kind = type_(source)
        if isinstance(kind, core.FunctionType):
            program.expect(operands, kind.inputs)
            return list(kind.results)
        listed.append(kind)
        while comma(program):
            listed.append(type_(source))
    if not only_result and (len(listed) == 1 or len(listed) == len(operands)):
        program.expect(operands, listed if len(listed) == len(operands) else listed * len(operands))
    if source.peek() != "->":
        return listed
    source.take()
    if source.peek() != "(":
        return [type_(source)]
    source.take()
    results = []
    while source.peek() != ")":
        results.append(type_(source))
        comma(program)
    source.take(")")
    return results


def body(program: Program, op: Operation, arguments: list[Argument]) -> None:
    """Parse a region whose first block has those arguments."""
    program.region(op, arguments)


def append(block: Block, op: Operation) -> None:
    """Append an operation to a block."""
    op._parent = block
    block._operations.append(op)


def typed_arguments(program: Program) -> list[Argument]:
    """Parse ``(%name: type loc(...), ...)``."""
    source = program.source
    source.take("(")
    arguments = []
    while source.peek() != ")":
        name, where = program.argument_name()
        source.take(":")
        kind = type_(source)
        arguments.append((name, kind, program.location() if source.peek() == "loc" else where))
        comma(program)
    source.take(")")
    return arguments


def symbol(program: Program) -> str:
    """Parse the name of a symbol."""
    token = program.source.take()
    if token == "@":
        return str(unquoted(program.source.take()))
    if not token.startswith("@"):
        program.source.fail("expected valid '@'-identifier for symbol name")
    return token[1:]


def i64_list(program: Program) -> Attribute:
    """Parse a list of 64-bit integers in brackets."""
    return core.DenseI64ArrayAttr.get(integer_list(program.source))
