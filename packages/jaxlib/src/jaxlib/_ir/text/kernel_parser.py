"""Parses the types and attributes of kernels: those of tpu, tt, arith and vector, affine maps, strided layouts."""

from __future__ import annotations

from collections.abc import Callable

from jaxlib._ir import core
from jaxlib._ir.core import AffineExpr, AffineMap, Attribute, FloatType, Type
from jaxlib._ir.core.integer_set import IntegerSet, IntegerSetAttr, IntegerSetConstraint
from jaxlib._ir.dialects.kernels import ALL_FLAGS, FLAGS, WORDS, Float8EXMYType, PointerType
from jaxlib._ir.text.lexer import Text, bracketed
from jaxlib._ir.text.literals import integer_list

#: The dialects whose attributes this module parses.
DIALECTS = ("arith", "tpu", "tt", "vector")


def attribute(source: Text, word: str) -> Attribute:
    """The attribute that begins with ``word``, such as ``#tpu.memory_space``; also ``#tpu<memory_space<...>>``."""
    dialect, _, mnemonic = word[1:].partition(".")
    if mnemonic:
        return parameters(source, dialect, mnemonic)
    source.take("<")
    result = parameters(source, dialect, source.take())
    source.take(">")
    return result


def parameters(source: Text, dialect: str, mnemonic: str) -> Attribute:
    """The attribute of that kind, from its parameters in angle brackets."""
    key = (dialect, mnemonic)
    if key == ("tpu", "vpad"):
        return core.DialectAttr(f"#tpu.vpad{bracketed(source)}")
    reader = _STRUCTURES.get(key)
    if key not in WORDS and key not in FLAGS and reader is None:
        source.fail(f"unknown attribute `{mnemonic}` in dialect `{dialect}`")
    source.take("<")
    if reader is not None:
        inside = reader(source)
    elif key in FLAGS:
        inside = _flags(source, key)
    else:
        inside = _word(source, key)
        if key == ("tpu", "memory_space") and source.peek() == ",":
            source.take()
            inside += f", {_word(source, ('tpu', 'core_type'))}"
    source.take(">")
    return core.DialectAttr(f"#{dialect}.{mnemonic}<{inside}>")


def _word(source: Text, key: tuple[str, str]) -> str:
    if source.peek() not in WORDS[key]:
        source.fail(f"expected one of [{', '.join(WORDS[key])}]")
    return source.take()


def _flags(source: Text, key: tuple[str, str]) -> str:
    names, separator = FLAGS[key]
    every = ALL_FLAGS.get(key)
    flags: set[str] = set()
    while True:
        if source.peek() not in ("none", every, *names):
            source.fail(f"expected one of [none, {', '.join(names)}]")
        flag = source.take()
        flags.update(names if flag == every else () if flag == "none" else (flag,))
        if source.peek() != ",":
            break
        source.take()
    if every is not None and len(flags) == len(names):
        return every
    return separator.join(name for name in names if name in flags) or "none"


def _lists(count: int) -> Callable[[Text], str]:
    """A parser for several lists of numbers."""

    def read(source: Text) -> str:
        lists = []
        for i in range(count):
            if i:
                source.take(",")
            lists.append(str(integer_list(source)))
        return ", ".join(lists)

    return read


def _convolution(source: Text) -> str:
    """Parse, for input, kernel and output, two dimensions and a list of spatial ones."""
    fields = []
    for i in range(9):
        if i:
            source.take(",")
        fields.append(str(integer_list(source)) if i % 3 == 2 else str(int(source.take())))
    return ", ".join(fields)


def _tiles(source: Text) -> str:
    """Parse ``(8,128)(2,1),[1,1]``: the shapes of tiles and of the tiles in them, and the strides between tiles."""
    shown = ""
    while source.peek() == "(":
        source.take()
        shown += f"({','.join(map(str, integer_list(source, ')')))})"
    source.take(",")
    return f"{shown},[{','.join(map(str, integer_list(source)))}]"


def _cache_policy(source: Text) -> str:
    parts: list[str] = []
    for name in ("cache_modifier", "eviction_policy"):
        if parts:
            source.take(",")
        source.take(name)
        source.take("=")
        parts.append(f"{name} = {_word(source, ('tt', name))}")
    return ", ".join(parts)


_STRUCTURES: dict[tuple[str, str], Callable[[Text], str]] = {
    ("tpu", "conv_dimension_numbers"): _convolution,
    ("tpu", "dot_dimension_numbers"): _lists(7),
    ("tpu", "element_window"): _lists(2),
    ("tpu", "tiled"): _tiles,
    ("tt", "cache_policy"): _cache_policy,
}


def tpu_type(source: Text, word: str, type_: Callable[[Text], Type]) -> Type:
    """Parse a tpu type; ``type_`` parses nested types."""
    if word in ("!tpu.dma_semaphore", "!tpu.semaphore"):
        return core.DialectType(word)
    if word == "!tpu.float8_exmy":
        source.take("<")
        underlying = type_(source)
        if not isinstance(underlying, FloatType):
            source.fail("wanted a floating-point type")
        source.take(">")
        return Float8EXMYType.get(underlying)
    raise source.error(f"unknown type `{word.removeprefix('!tpu.')}` in dialect `tpu`")


def triton_pointer(source: Text, type_: Callable[[Text], Type]) -> Type:
    """Parse what follows ``!tt.ptr``; ``type_`` parses nested types."""
    source.take("<")
    pointee, space = type_(source), 1
    if source.peek() == ",":
        source.take()
        space = int(source.take())
    source.take(">")
    return PointerType.get(pointee, space)


def is_layout(attribute: Attribute) -> bool:
    """Whether an attribute in a memref type is its layout, as opposed to its memory space."""
    return isinstance(attribute, (core.AffineMapAttr, core.StridedLayoutAttr)) or attribute.text.startswith(
        "#tpu.tiled<"
    )


def _stride(source: Text) -> int:
    if source.peek() == "?":
        source.take()
        return core.DYNAMIC
    return int(source.take())


def strided(source: Text) -> core.StridedLayoutAttr:
    """Parse ``strided<[1, ?], offset: ?>``."""
    source.take("strided")
    source.take("<")
    source.take("[")
    strides = []
    while source.peek() != "]":
        strides.append(_stride(source))
        if source.peek() != ",":
            break
        source.take()
    source.take("]")
    offset = 0
    if source.peek() == ",":
        source.take()
        source.take("offset")
        source.take(":")
        offset = _stride(source)
    source.take(">")
    return core.StridedLayoutAttr.get(offset, strides)


def affine_map(source: Text) -> core.AffineMapAttr:
    """Parse ``affine_map<(d0)[s0] -> (d0 + s0)>``."""
    source.take("affine_map")
    source.take("<")
    names: dict[str, AffineExpr] = {}
    dims = _names(source, "(", ")")
    names.update({name: core.AffineDimExpr.get(i) for i, name in enumerate(dims)})
    symbols = _names(source, "[", "]") if source.peek() == "[" else []
    names.update({name: core.AffineSymbolExpr.get(i) for i, name in enumerate(symbols)})
    source.take("->")
    source.take("(")
    results = []
    while source.peek() != ")":
        results.append(_sum(source, names))
        if source.peek() != ",":
            break
        source.take()
    source.take(")")
    source.take(">")
    return core.AffineMapAttr.get(AffineMap.get(len(dims), len(symbols), results))


def affine_set(source: Text) -> IntegerSetAttr:
    """Parse ``affine_set<(d0)[s0] : (d0 - s0 == 0, d0 >= 0)>``."""
    source.take("affine_set")
    source.take("<")
    dims = _names(source, "(", ")")
    names: dict[str, AffineExpr] = {name: core.AffineDimExpr.get(i) for i, name in enumerate(dims)}
    symbols = _names(source, "[", "]") if source.peek() == "[" else []
    names.update({name: core.AffineSymbolExpr.get(i) for i, name in enumerate(symbols)})
    source.take(":")

    def constraint() -> IntegerSetConstraint:
        left = _sum(source, names)
        kind = source.take()
        if kind not in ("=", ">", "<"):
            source.fail("expected '==', '<=' or '>='")
        source.take("=")
        right = _sum(source, names)
        return IntegerSetConstraint(right - left if kind == "<" else left - right, kind == "=")

    constraints = source.items("(", ")", constraint)
    source.take(">")
    if not constraints:
        return IntegerSetAttr.get(IntegerSet.get_empty(len(dims), len(symbols)))
    context = core.require_context(None)
    return IntegerSetAttr.get(IntegerSet(len(dims), len(symbols), constraints, context))


def _names(source: Text, start: str, end: str) -> list[str]:
    source.take(start)
    names = []
    while source.peek() != end:
        names.append(source.take())
        if source.peek() != ",":
            break
        source.take()
    source.take(end)
    return names


def _sum(source: Text, names: dict[str, AffineExpr]) -> AffineExpr:
    total = _product(source, names)
    while True:
        token = source.peek()
        if token == "+":
            source.take()
            total = total + _product(source, names)
        elif token == "-":
            source.take()
            total = total - _product(source, names)
        elif token.startswith("-"):  # a signed number
            total = total + int(source.take())
        else:
            return total


_OPERATORS: dict[str, Callable[[AffineExpr, AffineExpr], AffineExpr]] = {
    "*": AffineExpr.get_mul,
    "mod": AffineExpr.get_mod,
    "floordiv": AffineExpr.get_floor_div,
    "ceildiv": AffineExpr.get_ceil_div,
}


def _product(source: Text, names: dict[str, AffineExpr]) -> AffineExpr:
    product = _atom(source, names)
    while source.peek() in _OPERATORS:
        product = _OPERATORS[source.take()](product, _atom(source, names))
    return product


def _atom(source: Text, names: dict[str, AffineExpr]) -> AffineExpr:
    token = source.take()
    if token == "(":
        inner = _sum(source, names)
        source.take(")")
        return inner
    if token == "-":
        return _atom(source, names) * -1
    if token.lstrip("-").isdigit():
        return core.AffineConstantExpr.get(int(token))
    if token not in names:
        source.fail(f"use of the undeclared identifier {token!r}")
    return names[token]
