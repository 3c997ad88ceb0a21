"""Parses types and attributes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar, cast

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, MLIRError, Type
from jaxlib._ir.core.attributes import ARRAYS
from jaxlib._ir.text import gpu_parser, kernel_parser, stablehlo_parser
from jaxlib._ir.text.lexer import REGISTERED, NotRead, Text, bracketed, unquoted
from jaxlib._ir.text.literals import in_range, symbols
from jaxlib._ir.text.shardy_parser import ShardyParser

T = TypeVar("T")


#: The most characters of a text that is kept.
_LONG = 256


def _is_kept(text: str) -> bool:
    return len(text) <= _LONG and "loc(" not in text  # a location belongs to a context


def parse_type(text: str) -> Type:
    return _known_type(text) if _is_kept(text) else _whole(Text(text, "type"), type_)


def parse_attribute(text: str) -> Attribute:
    return _known_attribute(text) if _is_kept(text) else _whole(Text(text, "attribute"), attribute)


# Kernels for GPUs repeat a few texts thousands of times.


@lru_cache(maxsize=4096)
def _known_type(text: str) -> Type:
    return _whole(Text(text, "type"), type_)


@lru_cache(maxsize=4096)
def _known_attribute(text: str) -> Attribute:
    return _whole(Text(text, "attribute"), attribute)


def _whole(source: Text, read: Callable[[Text], T]) -> T:
    """The result of ``read``, which must consume the whole text."""
    with source.understood():
        result = read(source)
        source.end()
    return result


_INTEGER = re.compile(r"([su]?)i(\d+)\Z")
#: The first words of types.
_TYPE_WORDS = {*core.FLOATS, "f80", "f128", "index", "none", "complex", "tuple", "tensor", "vector", "memref"}
_UNREGISTERED = (
    "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the "
    "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
)


def type_(source: Text) -> Type:
    """Parse a type."""
    at = source.next()
    word = source.peek()
    if not word:
        source.wrong_token("expected non-function type")
    source.take()
    if word == "(":
        inputs = _types(source, ")")
        source.take("->")
        if source.peek() == "(":
            source.take("(")
            return core.FunctionType.get(inputs, _types(source, ")"))
        return core.FunctionType.get(inputs, [type_(source)])
    if match := _INTEGER.match(word):
        make = {"": core.IntegerType.get_signless, "s": core.IntegerType.get_signed,
                "u": core.IntegerType.get_unsigned}[match[1]]  # fmt: skip
        width = int(match[2])
        if width > _WIDEST:
            raise source.error(f"integer bitwidth is limited to {_WIDEST} bits", at)
        return make(width)
    if word in core.FLOATS:
        return core.FLOATS[word].get()
    if word == "index":
        return core.IndexType.get()
    if word in ("f80", "f128"):  # upstream has no classes for them either
        return core.DialectType(word)
    if word == "none":
        return core.NoneType.get()
    if word == "complex":
        source.take("<")
        at = source.next()
        element = type_(source)
        if not isinstance(element, (core.FloatType, core.IntegerType)):
            raise source.error("invalid element type for complex", at)
        source.take(">")
        return core.ComplexType.get(element)
    if word == "tuple":
        source.take("<")
        return core.TupleType.get_tuple(_types(source, ">"))
    if word in ("tensor", "vector"):
        return _shaped(source, word)
    if word == "!quant.uniform":
        from jaxlib._ir.text import quant_parser  # no program of jax's has quantized types

        return quant_parser.uniform(source, type_)
    if word == "!stablehlo.token":
        return dialects.TokenType.get()
    if word == "!stablehlo.future":
        source.take("<")
        return dialects.FutureType.get(_types(source, ">"))
    if word == "memref":
        return _shaped(source, word)
    if word.startswith("!tpu."):
        return kernel_parser.tpu_type(source, word, type_)
    if word == "!tt.ptr":
        return kernel_parser.triton_pointer(source, type_)
    if word[1:].partition(".")[0] in gpu_parser.DIALECTS and word.startswith("!"):
        return gpu_parser.type_of(source, word, type_)
    if word.startswith("!"):
        alias = source.aliases.get(word)
        return alias if isinstance(alias, Type) else _other_type(source, word, at)
    source.at = at
    return source.wrong_token("expected non-function type")


def _other_type(source: Text, word: str, at: int) -> Type:
    """A type of a dialect that has no classes for its types here, or of an unregistered one."""
    dialect, dot, name = word[1:].partition(".")
    inside = bracketed(source)
    if dialect in REGISTERED:
        return core.DialectType(word + inside)
    if not dot and not inside:
        raise source.error(f"undefined symbol alias id '{dialect}'")
    data = name + inside if dot else inside[1:-1]
    if not core.require_context(None).allow_unregistered_dialects:
        raise source.error(f'`!"{dialect}"<{core.quote(data)}>` type {_UNREGISTERED}', at)
    return core.OpaqueType.get(dialect, data)


def _types(source: Text, end: str) -> list[Type]:
    types = []
    while source.peek() != end:
        types.append(type_(source))
        if source.peek() != ",":
            break
        source.take(",")
    source.take(end)
    return types


#: The bits of the widest integer type.
_WIDEST = (1 << 24) - 1
_DIMENSION = re.compile(r"\s*(?:(\?|\d+|\*)|\[\s*(\d+)\s*\])\s*x")


def _shaped(source: Text, word: str) -> Type:
    source.take("<")
    shape: list[int] | None = []
    scalable = []
    while match := _DIMENSION.match(source.text, source.at):
        if match[2] and word != "vector":
            source.fail("only vectors have scalable dimensions")
        source.at = match.end()
        scalable.append(bool(match[2]))
        if match[1] == "*":
            shape = None
        elif shape is not None:
            shape.append(core.DYNAMIC if match[1] == "?" else int(match[1] or match[2]))
    element = type_(source)
    attributes = []
    while source.peek() == ",":
        source.take(",")
        attributes.append(attribute(source))
    source.take(">")
    if word == "vector":
        if shape is None or attributes:
            source.fail("a vector has a shape and an element type")
        return core.VectorType.get(shape, element, scalable=scalable)
    if word == "memref":
        return _memref(source, shape, element, attributes)
    if len(attributes) > 1:
        source.fail("a tensor has one encoding")
    if isinstance(
        element, (core.RankedTensorType, core.UnrankedTensorType, core.FunctionType, core.TupleType)
    ):
        source.fail(f"invalid tensor element type: {element}")
    if any(size >= 1 << 63 for size in shape or ()):
        source.fail("invalid dimension")
    encoding = attributes[0] if attributes else None
    if shape is None:
        return core.UnrankedTensorType.get(element)
    return core.RankedTensorType.get(shape, element, encoding)


def _memref(source: Text, shape: list[int] | None, element: Type, attributes: list[Attribute]) -> Type:
    """Parse a memref; layout and memory space may be omitted."""
    layout = attributes.pop(0) if attributes and kernel_parser.is_layout(attributes[0]) else None
    memory_space = attributes.pop(0) if attributes else None
    if attributes or (shape is None and layout is not None):
        source.fail("a memref has at most a layout and a memory space")
    if shape is None:
        return core.UnrankedMemRefType.get(element, memory_space)
    return core.MemRefType.get(shape, element, layout, memory_space)


def attribute(source: Text) -> Attribute:
    """Parse an attribute."""
    token = source.peek()
    if token.startswith('"'):
        text = unquoted(source.take())
        if source.peek() != ":" or isinstance(text, bytes):
            return core.StringAttr.get(text)
        source.take()
        return core.StringAttr.get_typed(type_(source), text)
    if token in ("true", "false"):
        return core.BoolAttr.get(source.take() == "true")
    if token == "unit":
        source.take()
        return core.UnitAttr.get()
    if token == "[":
        return core.ArrayAttr.get(source.items("[", "]", lambda: attribute(source)))
    if token == "{":
        return dictionary(source)
    if token.startswith("@"):
        return symbols(source)
    if token == "dense":
        return _dense(source)
    if token == "array":
        return _array(source)
    if token == "affine_map":
        return kernel_parser.affine_map(source)
    if token == "affine_set":
        return kernel_parser.affine_set(source)
    if token == "strided":
        return kernel_parser.strided(source)
    if re.match(r"-?\d", token):
        return _number(source)
    if token.startswith("#"):
        return _of_dialect(source)
    if not (token == "(" or token[:1] == "!" or token in _TYPE_WORDS or _INTEGER.match(token)):
        source.wrong_token("expected attribute value")
    return core.TypeAttr.get(type_(source))


def dictionary(source: Text) -> core.DictAttr:
    """Parse a dictionary of attributes."""

    def named() -> tuple[str, Attribute]:
        at = source.at
        name = source.take()
        if not re.match(r'["A-Za-z_]', name):
            source.at = at
            source.wrong_token("expected attribute name")
        if name.startswith('"'):
            name = str(unquoted(name))
        if source.peek() != "=":
            return name, core.UnitAttr.get()
        source.take()
        return name, attribute(source)

    return core.DictAttr.get(dict(source.items("{", "}", named)))


def _number(source: Text) -> Attribute:
    at = source.start = source.next()
    token = source.take()
    kind = None
    if source.peek() == ":":
        source.take()
        kind = type_(source)
    if isinstance(kind, core.FloatType) and token.startswith("0x"):
        return core.FloatAttr.get(kind, core.float_of_bits(int(token, 16), kind.text))
    if "." in token or isinstance(kind, core.FloatType):
        return core.FloatAttr.get(kind or core.F64Type.get(), float(token))
    kind = kind or core.IntegerType.get_signless(64)
    if not isinstance(kind, (core.IntegerType, core.IndexType)):
        raise source.error("integer literal not valid for specified type", at)
    return core.IntegerAttr.get(
        kind, in_range(source, token, kind, "integer constant out of range for attribute", at)
    )


def _array(source: Text) -> Attribute:
    source.take("array")
    source.take("<")
    word = source.take()
    tokens = []
    if source.peek() == ":":
        source.take()
        while source.peek() != ">":
            tokens.append(source.take())
            if source.peek() == ",":
                source.take()
    source.take(">")
    cls = ARRAYS[word]
    if word == "i1":
        return cls.get([token == "true" for token in tokens])
    if word.startswith("f"):
        return cls.get([float(token) for token in tokens])
    kind = core.IntegerType.get_signless(int(word[1:]))
    return cls.get([in_range(source, token, kind) for token in tokens])


#: Tensor elements as written: numbers, hexadecimal bits, bytes of all elements, pairs, and lists.
Element: TypeAlias = "complex | str | bytes | tuple[Element, Element] | list[Element]"


def _element(source: Text) -> Element:
    """Parse a number, the text of a number's bits, the bytes of all elements, a pair, or a list."""
    if source.peek() == "[":
        return source.items("[", "]", lambda: _element(source))
    token = source.take()
    if token == "(":
        real = _element(source)
        source.take(",")
        imaginary = _element(source)
        source.take(")")
        return (real, imaginary)
    if token in ("true", "false"):
        return token == "true"
    if token.startswith('"0x'):
        return bytes.fromhex(token[3:-1])
    if token.startswith(("0x", "-0x")):
        return token
    return float(token) if "." in token else int(token)


def _exact(item: Element, kind: Type) -> Element:
    """The elements, with numbers in place of texts of their bits; ``kind`` is the type of an element."""
    if isinstance(item, list):
        return [_exact(element, kind) for element in item]
    if isinstance(kind, core.ComplexType):
        if not isinstance(item, tuple):
            raise MLIRError(f"parsed 1 elements, but type ('{kind}') expected 2 elements")
        real, imaginary = (cast(float, _exact(number, kind.element_type)) for number in item)
        return complex(real, imaginary)
    if isinstance(item, tuple):  # as MLIR, which takes the first number
        return _exact(item[0], kind)
    if isinstance(item, str):
        item = int(item, 16)
        if isinstance(kind, core.FloatType):
            return core.float_of_bits(item, kind.text)
    if isinstance(kind, core.FloatType) != isinstance(item, float):
        raise MLIRError(f"a number of a kind that {kind} has not: {item!r}")
    if isinstance(kind, core.IntegerType) and isinstance(item, int):
        least = 0 if kind.is_unsigned else -(1 << kind.width >> 1)
        if not least <= item < 1 << kind.width:
            raise MLIRError(f"integer constant out of range for {kind}: {item}")
    return item


def _dense(source: Text) -> core.DenseElementsAttr:
    start = source.next()
    source.take("dense")
    source.take("<")
    content = [] if source.peek() == ">" else _element(source)
    source.take(">")
    source.take(":")
    kind = type_(source)
    if not isinstance(kind, core.ShapedType):
        source.fail(f"wanted a type with a shape, not {kind}")
    dtype = core.NUMPY_OF[kind.element_type.text]
    if isinstance(content, bytes):
        flat = np.frombuffer(content, dtype)
        count = math.prod(kind.shape)
        # A plugin's MLIR may write booleans as packed bits, while jaxlib's writes a byte per element.
        if dtype == np.bool_ and flat.size not in (1, count) and flat.size == (count + 7) // 8:
            flat = np.unpackbits(flat.view(np.uint8), bitorder="little")[:count].view(np.bool_)
        return core.dense(kind, flat.reshape(()) if flat.size == 1 else flat.reshape(kind.shape))
    array = core.as_elements(_exact(content, kind.element_type), kind.element_type.text)
    if isinstance(content, list) and array.size and array.shape != tuple(kind.shape):
        shown, wanted = (", ".join(map(str, shape)) for shape in (array.shape, kind.shape))
        why = f"inferred shape of elements literal ([{shown}]) does not match type ([{wanted}])"
        raise source.error(why, start)
    # The only element of a tensor is one for all of them.
    return core.dense(kind, array.reshape(() if array.size == 1 else kind.shape) if array.ndim else array)


def _of_dialect(source: Text) -> Attribute:
    at = source.next()
    word = source.take()
    alias = source.aliases.get(word)
    if isinstance(alias, Attribute):
        return alias
    if alias is not None:
        source.fail(f"{word} is a location")
    if word == "#sdy" or word.startswith("#sdy."):
        return ShardyParser(source).attribute(word)
    if word[1:].partition(".")[0] in kernel_parser.DIALECTS:
        return kernel_parser.attribute(source, word)
    if word[1:].partition(".")[0] in gpu_parser.DIALECTS:
        return gpu_parser.attribute(source, word, attribute)
    if word in dialects.STRUCTURES:
        return stablehlo_parser.structure(source, *dialects.STRUCTURES[word], type_)
    if word in stablehlo_parser.MESHES:
        return stablehlo_parser.MESHES[word](source, attribute)
    if word == "#stablehlo.conv":
        return stablehlo_parser.convolution(source)
    if word == "#stablehlo.result_accuracy":
        return stablehlo_parser.accuracy(source, attribute)
    inside = bracketed(source)
    if word == "#stablehlo" and (match := re.match(r"<sub_axis_info\s*\((\d+)\)\s*(\d+)>\Z", inside)):
        return dialects.SubAxisInfoAttr.get(int(match[1]), int(match[2]))
    if match := re.match(r"<(\w+)\s+(\w+)>\Z", inside):
        enumeration = dialects.ENUMERATIONS.get((word[1:], match[1]))
        if enumeration is not None:
            if match[2] not in enumeration._words:
                source.fail(f"{match[2]!r} is no {match[1]}")
            return enumeration.get(match[2])
    if word == "#stablehlo.result_accuracy_mode":
        return dialects.ResultAccuracyModeAttr.get(inside[1:-1].strip())
    if word == "#stablehlo.bounds":
        shown = inside[1:-1].split(",")
        return dialects.TypeExtensions.get([core.DYNAMIC if e.strip() == "?" else int(e) for e in shown])
    if word.partition(".")[0] in ("#stablehlo", "#mhlo", "#chlo", "#vhlo", "#mpmd"):
        return core.DialectAttr(word + inside)
    dialect, dot, name = word[1:].partition(".")
    if dialect in REGISTERED:
        raise NotRead(f"jaxlib.mlir.ir.Attribute.parse of {word}", "its dialect is unknown here")
    if not dot and not inside:
        raise source.error(f"undefined symbol alias id '{dialect}'")
    data = name + inside if dot else inside[1:-1]
    kind: Type = core.NoneType.get()
    if source.peek() == ":":
        source.take()
        kind = type_(source)
    if not core.require_context(None).allow_unregistered_dialects:
        why = f"#{core.quote(dialect)}<{core.quote(data)}> : '{kind}' attribute {_UNREGISTERED}"
        raise source.error(why, at)
    return core.OpaqueAttr.get(dialect, data.encode("utf-8", "surrogateescape"), kind)
