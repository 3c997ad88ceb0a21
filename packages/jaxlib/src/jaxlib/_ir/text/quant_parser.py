"""Parses quantized types into the text that MLIR prints for them.

This module is imported when the first such type is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxlib._ir import core
from jaxlib._ir.core import Type
from jaxlib._ir.text.lexer import Text

_STORAGE = re.compile(r"([iu])(\d+)\Z")


def uniform(source: Text, type_: Callable[[Text], Type]) -> Type:
    """Parse ``!quant.uniform<i8<-128:127>:f32:axis, {scale:zero_point, ...}>``, starting at its bracket."""
    source.take("<")
    storage = _storage(source)
    source.take(":")
    expressed = type_(source)
    if not isinstance(expressed, core.FloatType):
        source.fail(f"expressed type must be floating point, found {expressed}")
    axis = ""
    if source.peek() == ":":
        source.take()
        axis = f":{int(source.take())}"
    source.take(",")
    if axis:
        scales = ",".join(source.items("{", "}", lambda: _scale(source)))
        shown = f"{{{scales}}}"
    else:
        shown = _scale(source)
    source.take(">")
    return core.DialectType(f"!quant.uniform<{storage}:{expressed}{axis}, {shown}>")


def _storage(source: Text) -> str:
    word = source.take()
    match = _STORAGE.match(word.removeprefix("u") if word.startswith("ui") else word)
    if match is None:
        source.fail("illegal storage type prefix")
        raise AssertionError
    unsigned, width = word.startswith("u"), int(match[2])
    limits = (0, (1 << width) - 1) if unsigned else (-(1 << width - 1), (1 << width - 1) - 1)
    shown = f"{'u' if unsigned else 'i'}{width}"
    if source.peek() != "<":
        return shown
    source.take()
    least = int(source.take())
    source.take(":")
    most = int(source.take())
    source.take(">")
    return shown if (least, most) == limits else f"{shown}<{least}:{most}>"


def _scale(source: Text) -> str:
    scale = core.float_text(float(source.take()), "f64")
    if source.peek() != ":":
        return scale
    source.take()
    zero = int(source.take())
    return f"{scale}:{zero}" if zero else scale
