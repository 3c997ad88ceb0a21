"""Parses locations."""

from __future__ import annotations

from jaxlib._ir import core
from jaxlib._ir.core import Location
from jaxlib._ir.text.attribute_parser import attribute
from jaxlib._ir.text.lexer import Text, unquoted


def location(source: Text) -> Location:
    """Parse ``loc(...)``."""
    source.take("loc")
    source.take("(")
    result = _location_inside(source)
    source.take(")")
    return result


def _location_inside(source: Text) -> Location:
    token = source.peek()
    if token.startswith("#"):
        source.take()
        alias = source.aliases[token]
        if isinstance(alias, Text):
            alias.aliases = source.aliases
            alias = source.aliases[token] = location(alias)
        if not isinstance(alias, Location):
            source.fail(f"{token} is not a location")
        return alias
    if token == "unknown":
        source.take()
        return core.Location.unknown()
    if token == "callsite":
        source.take()
        source.take("(")
        callee = _location_inside(source)
        source.take("at")
        caller = _location_inside(source)
        source.take(")")
        return core.Location.callsite(callee, [caller])
    if token == "fused":
        source.take()
        metadata = None
        if source.peek() == "<":
            source.take()
            metadata = attribute(source)
            source.take(">")
        source.take("[")
        inner = []
        while source.peek() != "]":
            inner.append(_location_inside(source))
            if source.peek() == ",":
                source.take()
        source.take("]")
        return core.Location.fused(inner, metadata)
    return _name_or_file(source)


def _name_or_file(source: Text) -> Location:
    """Parse ``"name"``, ``"name"(child)``, ``"file":line:column`` or a range in a file."""
    name = str(unquoted(source.take()))
    if source.peek() == "(":
        source.take()
        child = _location_inside(source)
        source.take(")")
        return core.Location.name(name, child)
    if source.peek() != ":":
        return core.Location.name(name)
    source.take()
    line = int(source.take())
    source.take(":")
    column = int(source.take())
    if source.peek() != "to":
        return core.Location.file(name, line, column)
    source.take()
    end_line = line
    if source.peek() != ":":
        end_line = int(source.take())
    source.take(":")
    return core.Location.file(name, line, column, end_line, int(source.take()))
