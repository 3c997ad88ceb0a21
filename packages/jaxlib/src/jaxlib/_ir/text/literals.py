"""Parses integers and symbol references, for several parsers."""

from __future__ import annotations

from jaxlib._ir import core
from jaxlib._ir.core import Type
from jaxlib._ir.text.lexer import Text, unquoted


def in_range(
    source: Text, token: str, kind: Type, why: str = "integer constant out of range", at: int | None = None
) -> int:
    """An integer that fits its type, as a signed or unsigned number; ``why`` is the error for one that does not."""
    value = int(token, 0) if "x" in token else int(token)
    width = kind.width if isinstance(kind, core.IntegerType) else 64
    if value < 0 and isinstance(kind, core.IntegerType) and kind.is_unsigned:
        raise source.error("negative integer literal not valid for unsigned integer type", at)
    if value.bit_length() > width + 1 or not -(1 << width) <= 2 * value < 2 << width:
        raise source.error(why, source.at - len(token) if at is None else at)
    return value


def integer_list(source: Text, end: str = "]") -> list[int]:
    """Parse numbers up to a bracket; the caller consumes the opening bracket unless ``end`` is ]."""
    begin = "[" if end == "]" else ""
    return source.items(
        begin, end, lambda: in_range(source, source.take(), core.IntegerType.get_signless(64))
    )


def reference(source: Text) -> core.FlatSymbolRefAttr:
    """Parse ``@name`` or ``@"name"``."""
    token = source.take()
    if token == "@":
        return core.FlatSymbolRefAttr.get(str(unquoted(source.take())))
    return core.FlatSymbolRefAttr.get(token[1:])


def symbols(source: Text) -> core.SymbolRefAttr:
    """Parse a reference to a symbol, or to one nested in others: ``@outer::@inner``."""
    names = [reference(source).value]
    while source.rest().lstrip().startswith("::"):
        source.take(":")
        source.take(":")
        names.append(reference(source).value)
    return core.SymbolRefAttr.get(names) if len(names) > 1 else core.FlatSymbolRefAttr.get(names[0])
