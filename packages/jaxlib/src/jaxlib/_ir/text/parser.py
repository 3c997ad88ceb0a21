"""Parses programs; the syntax of individual operations is in `custom_assembly`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from jaxlib._ir import core
from jaxlib._ir.core import Attributes, Block, Location, MLIRError, Module, Operation, Region, Type, Value
from jaxlib._ir.core.diagnostics import DiagnosticInfo, failure, note
from jaxlib._ir.text import custom_assembly
from jaxlib._ir.text.assembly_parts import Argument
from jaxlib._ir.text.attribute_parser import attribute, dictionary, type_
from jaxlib._ir.text.lexer import REGISTERED, Text, unquoted
from jaxlib._ir.text.location_parser import location
from jaxlib._ir.verification import structure, verifier


def parse_module(text: str) -> Operation:
    """Parse a program, in generic or custom form.

    Raises:
        MLIRError: The text is malformed.
        NotRead: There is an operation that is only supported in generic form.
    """
    program = Program(text, "module assembly", "-")
    with program.source.understood():
        module = program.module()
    _verify(module, program.source.what)
    return module


def _verify(operation: Operation, what: str) -> None:
    """Verify what was parsed; an error is about the text."""
    try:
        verifier.verify(operation)
    except MLIRError as error:
        if not error.error_diagnostics:  # handlers got them
            raise MLIRError(f"Unable to parse {what}") from None
        raise failure(
            f"Unable to parse {what}", cast("list[DiagnosticInfo]", error.error_diagnostics)
        ) from None


def parse_operation(text: str, name: str) -> Operation:
    """Parse a single operation, in generic or custom form.

    Raises:
        MLIRError: The text is malformed, or there are several operations.
        NotRead: There is an operation that is only supported in generic form.
    """
    program = Program(text, "operation assembly", name or "-")
    with program.source.understood():
        operation = program.only()
    _verify(operation, program.source.what)
    return operation


class Program:
    """Parses operations; ``"dialect.name"(%operands) <{properties}> ({regions}) {attributes} : types loc(...)``."""

    def __init__(self, text: str, what: str, name: str) -> None:
        self.source = Text(text, what, name)
        self.aliases = self.source.aliases
        self.values: list[dict[str, Value[Type]]] = [{}]
        #: The location of the operation that is being parsed, unless its text has another one.
        self.here = self.outermost = core.Location.file(name, 0, 0)
        self.pending: list[tuple[Operation, str]] = []
        #: By the name of a value, where it was defined; and where values were used.
        self.defined: dict[str, int] = {}
        self.used: list[int] = []

    def module(self) -> Operation:
        """The module in the text, or a new one with all operations in the text."""
        operations = self.all()
        if len(operations) == 1 and operations[0]._name == "builtin.module":
            return operations[0]
        module = Module.create(self.outermost)
        for operation in operations:
            module.body.append(operation)
        return module.operation

    def only(self) -> Operation:
        """The only operation in the text."""
        operations = self.all()
        if len(operations) != 1:
            why = f"source must contain a single top-level operation, found: {len(operations)}"
            raise failure(f"Unable to parse {self.source.what}", [DiagnosticInfo(why, self.outermost)])
        return operations[0]

    def all(self) -> list[Operation]:
        """The outermost operations."""
        source = self.source
        # Locations are used before their definitions, which are at the end.
        for match in re.finditer(r"(?m)^(#[A-Za-z_][\w$.]*) = (loc\(.*\))$", source.text):
            self.aliases[match[1]] = Text(match[2], "location")
        source.text = re.sub(r"(?m)^#[A-Za-z_][\w$.]* = loc\(.*\)$", "", source.text)
        operations = []
        while token := source.peek():
            if token[0] in "#!" and len(token) > 1:
                source.take()
                source.take("=")
                self.aliases[token] = attribute(source) if token[0] == "#" else type_(source)
            else:
                operations.append(self.operation())
        return operations

    def _successor(self) -> str:
        self.source.take("^")
        return self.source.take()

    def operation(self) -> Operation:
        """Parse an operation."""
        source = self.source
        names: list[tuple[str, int]] = []
        while source.peek() == "%":
            names.append(self.result_name())
            if source.peek() == ",":
                source.take()
        if names:
            source.take("=")
        around, self.here = self.here, source.place(source.next())
        operation = (
            self._generic(names) if source.peek().startswith('"') else custom_assembly.read(self, names)
        )
        self.here = around
        return operation

    def _generic(self, names: list[tuple[str, int]]) -> Operation:
        source = self.source
        name = str(unquoted(source.take()))
        dialect = name.partition(".")[0]
        if dialect not in REGISTERED and not core.require_context(None).allow_unregistered_dialects:
            source.fail(
                "operation being parsed with an unregistered dialect. If this is intended, please use "
                "-allow-unregistered-dialect with the MLIR tool used"
            )
        operands = self.source.items("(", ")", self.value)
        successors = self.source.items("[", "]", self._successor) if source.peek() == "[" else []
        attributes: Attributes = {}
        if source.peek() == "<":
            source.take("<")
            properties = dictionary(source)
            if name in structure.WITHOUT_PROPERTIES and properties.parts[0]:
                source.fail(
                    f"invalid properties {properties.text} for op {name}: this operation has empty properties"
                )
            attributes.update(properties.parts[0])
            source.take(">")
        op = Operation._new(name)
        op._fill(name, operands, attributes, (), 0, [], self.here, False)
        if source.peek() == "(":
            self.source.items("(", ")", lambda: self.region(op))
        if source.peek() == "{":
            op._attributes.update(dictionary(source).parts[0])
        source.take(":")
        at = source.next()
        kind = type_(source)
        if not isinstance(kind, core.FunctionType):
            raise source.error("expected function type", at)
        self.expect(operands, kind.inputs, at)
        self.finish(op, names, kind, successors)
        return op

    def finish(self, op: Operation, names: list[tuple[str, int]], kind: Type, successors: list[str]) -> None:
        """Set the results of an operation, and parse what follows its type."""
        op._result_types = kind.parts[1]
        if self.source.peek() == "loc":
            op._location = self.location()
        if successors:
            self.pending += [(op, successor) for successor in successors]
        scope, results = self.values[-1], op._results
        wanted = sum(count for _, count in names)
        if names and wanted != len(results):
            self.source.fail(f"operation defines {len(results)} results but was provided {wanted} to bind")
        at = 0
        for name, count in names:
            self.declare(name, results[at], "redefinition of SSA value '%{}'")
            for i in range(count):
                scope[f"{name}#{i}"] = results[at + i]
            at += count

    def declare(self, name: str, value: Value[Type], refusal: str) -> None:
        """Give a value a name in the innermost region; ``refusal`` is the error if it has another meaning there."""
        if any(name in scope for scope in self.values):
            self.source.fail(refusal.format(name))
        self.values[-1][name] = value

    def declare_arguments(self, named: Sequence[tuple[str, Value[Type]]]) -> None:
        """Give the arguments of a block their names."""
        for name, value in named:
            self.declare(name, value, "region entry argument '%{}' is already in use")

    def expect(self, operands: Sequence[Value[Type]], types: Sequence[Type], at: int | None = None) -> None:
        """Check that operands have the types in the text.

        Raises:
            MLIRError: There are more or fewer types, or a value has another type.
        """
        if len(operands) != len(types):
            raise self.source.error(f"expected {len(operands)} operand types but had {len(types)}", at)
        for number, (value, kind) in enumerate(zip(operands, types, strict=True)):
            if value._type != kind:
                name = next(
                    (name for scope in self.values for name, own in scope.items() if own == value), ""
                )
                raise self.source.error(
                    f"use of value '%{name}' expects different type than prior uses: '{kind}' vs '{value._type}'",
                    self.used[number - len(operands)],
                    [note("prior use here", self.source.place(self.defined[name.partition("#")[0]]))],
                )

    def result_name(self) -> tuple[str, int]:
        """Parse a result name, and the number of results that it stands for."""
        source = self.source
        at = source.next()
        source.take("%")
        name, count = source.take(), 1
        self.defined[name] = at
        if source.peek() == ":":
            source.take()
            count = int(source.take())
        return name, count

    def argument_name(self) -> tuple[str, Location]:
        """Parse the name of an argument; returns also its location."""
        source = self.source
        at = source.next()
        source.take("%")
        name = source.take()
        self.defined[name] = at
        return name, source.place(at)

    def value(self) -> Value[Type]:
        """The value that the next name refers to."""
        source = self.source
        at = source.next()
        source.take("%")
        name = source.take()
        if source.peek() == "#":
            source.take()
            name += f"#{source.take()}"
        elif match := re.match(r"#(\d+)", source.rest()):
            source.at += match.end()
            name += match.group()
        for scope in reversed(self.values):
            if name in scope:
                self.used.append(at)
                return scope[name]
        if "#" in name and any(f"{name.partition('#')[0]}#0" in scope for scope in self.values):
            source.fail("reference to invalid result number")
        raise source.error("use of undeclared SSA value name", at)

    def region(self, op: Operation, arguments: Sequence[Argument] | None = None) -> None:
        """Parse a region of an operation; ``arguments`` are those of a first block without a name."""
        source = self.source
        region = Region(op)
        op._regions = [*op._regions, region]
        self.values.append({})
        named: dict[str, Block] = {}
        first = len(self.pending)
        source.take("{")
        if source.peek() != "}" or arguments is not None:
            block = Block(region, [])
            if source.peek() != "^" or arguments is not None:
                region._blocks.append(block)
            self.declare_arguments(
                [(name, block.add_argument(kind, loc)) for name, kind, loc in arguments or ()]
            )
            while source.peek() != "}":
                if source.peek() == "^":
                    source.take()
                    block = Block(region, [])
                    region._blocks.append(block)
                    named[source.take()] = block
                    if source.peek() == "(":
                        self.arguments(block)
                    source.take(":")
                    continue
                inner = self.operation()
                inner._parent = block
                block._operations.append(inner)
        source.take("}")
        self.values.pop()
        for inner, label in self.pending[first:]:
            if label not in named:
                source.fail("reference to an undefined block")
            inner._successors = [*inner._successors, named[label]]
        del self.pending[first:]

    def arguments(self, block: Block) -> None:
        """Parse the arguments of a block."""
        source = self.source
        source.take("(")
        while source.peek() != ")":
            name, loc = self.argument_name()
            source.take(":")
            kind = type_(source)
            loc = self.location() if source.peek() == "loc" else loc
            self.declare_arguments([(name, block.add_argument(kind, loc))])
            if source.peek() == ",":
                source.take()
        source.take(")")

    def location(self) -> Location:
        """Parse ``loc(...)``."""
        return location(self.source)
