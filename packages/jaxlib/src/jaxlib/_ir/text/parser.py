"""Programs from their text; the syntax of single operations is in `custom_assembly`."""

from __future__ import annotations

import re
from typing import Any

from jaxlib._ir import core, verification
from jaxlib._ir.core import Block, Module, Operation, Region
from jaxlib._ir.text import custom_assembly
from jaxlib._ir.text.attribute_parser import attribute, dictionary, location, type_
from jaxlib._ir.text.lexer import Text, unquoted


def parse_module(text: str) -> Any:
    """A program's operation, of its text in generic form, or in that which people read.

    Raises:
        MLIRError: It is no such text.
        NotRead: There is an operation in it of which only the generic form is read.
    """
    program = Program(text)
    with program.source.understood():
        made = program.module()
    verification.verify(made)
    return made


def parse_operation(text: str) -> Any:
    """The operation of a text in either form.

    Raises:
        MLIRError: It is no such text, or there are several.
        NotRead: There is an operation in it of which only the generic form is read.
    """
    program = Program(text)
    with program.source.understood():
        made = program.only()
    verification.verify(made)
    return made


class Program:
    """Reads operations; ``"dialect.name"(%operands) <{properties}> ({regions}) {attributes} : types loc(...)``."""

    def __init__(self, text: str) -> None:
        self.source = Text(re.sub(r"(?m)^[ \t]*//.*$", "", text), "module")
        self.aliases = self.source.aliases
        self.values: list[dict[str, Any]] = [{}]
        self.unknown = core.Location.unknown()
        self.blocks: list[dict[str, Any]] = []
        self.pending: list[tuple[Any, str]] = []

    def module(self) -> Any:
        """The module, or one of all operations there are."""
        found = self.all()
        if len(found) == 1 and found[0]._name == "builtin.module":
            return found[0]
        made = Module.create(self.unknown)
        for each in found:
            made.body.append(each)
        return made.operation

    def only(self) -> Any:
        """The one operation there is."""
        found = self.all()
        if len(found) != 1:
            raise core.MLIRError(
                f"Unable to parse operation assembly: wanted one operation, found {len(found)}"
            )
        return found[0]

    def all(self) -> list[Any]:
        """The operations at the top."""
        source = self.source
        # Locations are written at the end, and used before.
        for match in re.finditer(r"(?m)^(#[A-Za-z_][\w$.]*) = (loc\(.*\))$", source.text):
            self.aliases[match[1]] = Text(match[2], "location")
        source.text = re.sub(r"(?m)^#[A-Za-z_][\w$.]* = loc\(.*\)$", "", source.text)
        while source.peek().startswith("#"):
            name = source.take()
            source.take("=")
            self.aliases[name] = attribute(source)
        found = []
        while source.peek():
            found.append(self.operation())
        return found

    def operation(self) -> Any:
        """One operation."""
        source = self.source
        names: list[tuple[str, int]] = []
        while source.peek() == "%":
            names.append(self.result_name())
            if source.peek() == ",":
                source.take()
        if names:
            source.take("=")
        if not source.peek().startswith('"'):
            return custom_assembly.read(self, names)
        name = str(unquoted(source.take()))
        source.take("(")
        operands = []
        while source.peek() != ")":
            operands.append(self.value())
            if source.peek() == ",":
                source.take()
        source.take(")")
        successors = []
        if source.peek() == "[":
            source.take()
            while source.peek() != "]":
                source.take("^")
                successors.append(source.take())
                if source.peek() == ",":
                    source.take()
            source.take("]")
        attributes: dict[str, Any] = {}
        if source.peek() == "<":
            source.take("<")
            attributes.update(dictionary(source).parts[0])
            source.take(">")
        op = Operation._new(name)
        op._fill(name, operands, attributes, (), 0, [], self.unknown, False)
        if source.peek() == "(":
            source.take()
            while source.peek() != ")":
                self.region(op)
                if source.peek() == ",":
                    source.take()
            source.take(")")
        if source.peek() == "{":
            op._attributes.update(dictionary(source).parts[0])
        source.take(":")
        self.finish(op, names, type_(source), successors)
        return op

    def finish(self, op: Any, names: list[tuple[str, int]], kind: Any, successors: list[str]) -> None:
        """Give an operation its results, and what can be said only after them."""
        op._result_types = kind.parts[1]
        if self.source.peek() == "loc":
            op._location = self.location()
        if successors:
            self.pending += [(op, each) for each in successors]
        at = 0
        scope, results = self.values[-1], op._results
        for name, count in names:
            if count == 1:
                scope[name] = results[at]
            for i in range(count):
                scope[f"{name}#{i}"] = results[at + i]
            at += count
        if at != len(results) and names:
            self.source.fail(f"{op._name} has {len(results)} results, and names for {at}")

    def result_name(self) -> tuple[str, int]:
        """A name, and how many results it stands for."""
        source = self.source
        source.take("%")
        name, count = source.take(), 1
        if source.peek() == ":":
            source.take()
            count = int(source.take())
        return name, count

    def value(self) -> Any:
        """What a name stands for."""
        source = self.source
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
                return scope[name]
        return source.fail(f"use of the undeclared value %{name}")

    def region(self, op: Any) -> None:
        """A region, and the blocks in it."""
        source = self.source
        region = Region(op)
        op._regions = [*op._regions, region]
        self.values.append({})
        named: dict[str, Any] = {}
        first = len(self.pending)
        source.take("{")
        if source.peek() != "}":
            block = Block(region, [])
            if source.peek() != "^":
                region._blocks.append(block)
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
            inner._successors = [*inner._successors, named[label]]
        del self.pending[first:]

    def arguments(self, block: Any) -> None:
        """A block's arguments."""
        source = self.source
        source.take("(")
        while source.peek() != ")":
            source.take("%")
            name = source.take()
            source.take(":")
            kind = type_(source)
            loc = self.location() if source.peek() == "loc" else self.unknown
            self.values[-1][name] = block.add_argument(kind, loc)
            if source.peek() == ",":
                source.take()
        source.take(")")

    def location(self) -> Any:
        """``loc(...)``."""
        return location(self.source)
