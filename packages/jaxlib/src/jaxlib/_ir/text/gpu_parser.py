"""Parses the types and attributes of GPU kernels: those of llvm, gpu, nvgpu, nvvm and mosaic_gpu.

Enumerations and structures without a class of their own keep their text, which the plugin's parser checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Type
from jaxlib._ir.dialects import gpu, llvm, mosaic_gpu
from jaxlib._ir.text.lexer import Text, bracketed, unquoted
from jaxlib._ir.text.literals import integer_list, reference

#: The dialects whose attributes this module parses.
DIALECTS = ("gpu", "llvm", "mosaic_gpu", "nvgpu", "nvvm")

Types = Callable[[Text], Type]
Attributes = Callable[[Text], Attribute]


def type_of(source: Text, word: str, type_: Types) -> Type:
    """The type that begins with ``word``, such as ``!llvm.ptr``; ``type_`` parses types of other dialects."""
    dialect, _, mnemonic = word[1:].partition(".")
    if dialect == "llvm":
        return _llvm(source, mnemonic, type_)
    if dialect == "mosaic_gpu":
        return _mosaic(source, mnemonic, type_)
    if mnemonic == "async.token":
        return gpu.AsyncTokenType.get()
    return core.DialectType(word + bracketed(source))


# ---- LLVM's types, which omit their dialect within each other


def _llvm(source: Text, mnemonic: str, type_: Types) -> Type:
    if mnemonic in llvm.PLAIN:
        return core.DialectType(f"!llvm.{mnemonic}")
    if mnemonic == "target":
        return core.DialectType(f"!llvm.target{bracketed(source)}")
    reader = _LLVM.get(mnemonic)
    if reader is None:
        raise source.error(f"unknown LLVM type: {mnemonic}")
    return reader(source, type_)


def _element(source: Text, type_: Types) -> Type:
    word = source.peek()
    if word in llvm.PLAIN or word == "target" or word in _LLVM:
        return _llvm(source, source.take(), type_)
    return type_(source)


def _pointer(source: Text, _type: Types) -> Type:
    space = 0
    if source.peek() == "<":
        source.take()
        space = int(source.take())
        source.take(">")
    return llvm.PointerType.get(space)


def _array(source: Text, type_: Types) -> Type:
    source.take("<")
    count = int(source.take())
    source.take("x")
    element = _element(source, type_)
    source.take(">")
    return llvm.ArrayType.get(element, count)


def _function(source: Text, type_: Types) -> Type:
    source.take("<")
    result = _element(source, type_)
    arguments, more = [], False
    source.take("(")
    while source.peek() != ")":
        if source.peek() == ".":
            for _ in "...":
                source.take(".")
            more = True
            break
        arguments.append(_element(source, type_))
        if source.peek() != ",":
            break
        source.take()
    source.take(")")
    source.take(">")
    return llvm.FunctionType.get(result, arguments, is_var_arg=more)


def _structure(source: Text, type_: Types) -> Type:
    source.take("<")
    name = None
    if source.peek().startswith('"'):
        name = str(unquoted(source.take()))
        if source.peek() == ">":  # a reference to a structure within itself
            source.take()
            return llvm.StructType.get_identified(name)
        source.take(",")
        if source.peek() == "opaque":
            source.take()
            source.take(">")
            return llvm.StructType.get_opaque(name)
    packed = source.peek() == "packed"
    if packed:
        source.take()
    elements = source.items("(", ")", lambda: _element(source, type_))
    source.take(">")
    if name is None:
        return llvm.StructType.get_literal_unchecked(elements, packed=packed)
    structure = llvm.StructType.get_identified(name)
    structure.set_body(elements, packed=packed)
    return llvm.StructType.get_identified(name)


_LLVM: dict[str, Callable[[Text, Types], Type]] = {
    "array": _array,
    "func": _function,
    "ptr": _pointer,
    "struct": _structure,
}

# ---- mosaic_gpu's types


def _mosaic(source: Text, mnemonic: str, type_: Types) -> Type:
    if mnemonic == "barrier":
        orders = False
        if source.peek() == "<":
            source.take()
            source.take("orders_tensor_core")
            source.take("=")
            orders = source.take() == "true"
            source.take(">")
        return mosaic_gpu.BarrierType.get(orders)
    narrow = {"b6x16_p32": mosaic_gpu.B6x16P32Type, "p2b6": mosaic_gpu.P2B6Type}.get(mnemonic)
    if narrow is None:
        raise source.error(f"unknown  type `{mnemonic}` in dialect `mosaic_gpu`")
    source.take("<")
    element = type_(source)
    if not isinstance(element, (core.FloatType, core.IntegerType)) or element.width != 6:
        what = {"b6x16_p32": "B6x16P32", "p2b6": "P2B6"}[mnemonic]
        raise source.error(f"{what} element type must be 6-bit wide, got '{element}'")
    source.take(">")
    return narrow.get(element)


# ---- Attributes


def attribute(source: Text, word: str, attribute_: Attributes) -> Attribute:
    """The attribute that begins with ``word``, such as ``#gpu.dim``; ``attribute_`` parses nested attributes."""
    dialect, _, mnemonic = word[1:].partition(".")
    reader = _ATTRIBUTES.get((dialect, mnemonic))
    if reader is not None:
        return reader(source, attribute_)
    if dialect == "mosaic_gpu":
        return _mosaic_attribute(source, mnemonic, attribute_)
    return core.DialectAttr(word + _spaced(bracketed(source)))


_MARKS = re.compile(r'("(?:[^"\\]|\\.)*")|\s*(=|,)\s*')


def _spaced(text: str) -> str:
    """The text with spaces around signs of equality and after commas, as MLIR prints them, but for strings."""
    spaced = {"=": " = ", ",": ", "}
    return _MARKS.sub(lambda match: match[1] or spaced[match[2]], text)


def _mosaic_attribute(source: Text, mnemonic: str, attribute_: Attributes) -> Attribute:
    if not mnemonic:  # #mosaic_gpu<tmem> is #mosaic_gpu.tmem
        source.take("<")
        result = attribute(source, f"#mosaic_gpu.{source.take()}", attribute_)
        source.take(">")
        return result
    if mnemonic not in ("smem_cluster", "tmem"):
        source.fail(f"unknown attribute `{mnemonic}` in dialect `mosaic_gpu`")
    return core.DialectAttr(f"#mosaic_gpu.{mnemonic}")


def _in_brackets(read: Callable[[Text, Attributes], Attribute]) -> Callable[[Text, Attributes], Attribute]:
    def reader(source: Text, attribute_: Attributes) -> Attribute:
        source.take("<")
        result = read(source, attribute_)
        source.take(">")
        return result

    return reader


def _named_integer(source: Text, name: str) -> int:
    source.take(name)
    source.take("=")
    return int(source.take())


def _named_list(source: Text, name: str, attribute_: Attributes) -> core.ArrayAttr:
    source.take(",")
    source.take(name)
    source.take("=")
    return _list(source, attribute_)


def _list(source: Text, attribute_: Attributes) -> core.ArrayAttr:
    value = attribute_(source)
    if not isinstance(value, core.ArrayAttr):
        source.fail("wanted a list")
    return value


def _tiled(source: Text, attribute_: Attributes) -> Attribute:
    tiling = _list(source, attribute_)
    warps = _named_list(source, "warp_dims", attribute_)
    lanes = _named_list(source, "lane_dims", attribute_)
    source.take(",")
    return mosaic_gpu.TiledLayoutAttr.get(tiling, warps, lanes, _named_integer(source, "vector_dim"))


def _swizzle(source: Text, attribute_: Attributes) -> Attribute:
    value = attribute_(source)
    if not isinstance(value, core.IntegerAttr) or value.type.text != "i32":
        source.fail("wanted a number of type i32")
    return mosaic_gpu.SwizzleTransformAttr.get(value.value)


def _strided(source: Text, _attribute: Attributes) -> Attribute:
    shape = core.DenseI64ArrayAttr.get(integer_list(source))
    source.take(",")
    return mosaic_gpu.WGStridedFragLayoutAttr.get(shape, int(source.take()))


def _splat(source: Text, _attribute: Attributes) -> Attribute:
    return mosaic_gpu.WGSplatFragLayoutAttr.get(core.DenseI64ArrayAttr.get(integer_list(source)))


def _allocation(source: Text, _attribute: Attributes) -> Attribute:
    if source.peek() != "<":
        return mosaic_gpu.SmemAllocAttr.get()
    source.take()
    alignment = _named_integer(source, "alignment")
    source.take(">")
    return mosaic_gpu.SmemAllocAttr.get(alignment)


def _string(source: Text, _attribute: Attributes) -> Attribute:
    return llvm.MDStringAttr.get(str(unquoted(source.take())))


def _node(source: Text, attribute_: Attributes) -> Attribute:
    return llvm.MDNodeAttr.get(source.items("<", ">", lambda: attribute_(source)))


_ATTRIBUTES: dict[tuple[str, str], Callable[[Text, Attributes], Attribute]] = {
    ("llvm", "md_const"): _in_brackets(lambda source, read: llvm.MDConstantAttr.get(read(source))),
    ("llvm", "md_global_value"): _in_brackets(
        lambda source, _read: llvm.MDGlobalValueAttr.get(reference(source).value)
    ),
    ("llvm", "md_node"): _node,
    ("llvm", "md_string"): _in_brackets(_string),
    ("mosaic_gpu", "Replicated"): _in_brackets(
        lambda source, _read: mosaic_gpu.ReplicatedAttr.get(_named_integer(source, "times"))
    ),
    ("mosaic_gpu", "TiledLayout"): _in_brackets(_tiled),
    ("mosaic_gpu", "WGSplatFragLayout"): _in_brackets(_splat),
    ("mosaic_gpu", "WGStridedFragLayout"): _in_brackets(_strided),
    ("mosaic_gpu", "copy_partitioned"): _in_brackets(
        lambda source, _read: mosaic_gpu.CopyPartitionedAttr.get(_named_integer(source, "axis"))
    ),
    ("mosaic_gpu", "copy_replicated"): lambda _source, _read: mosaic_gpu.CopyReplicatedAttr.get(),
    ("mosaic_gpu", "smem_alloc"): _allocation,
    ("mosaic_gpu", "swizzle"): _in_brackets(_swizzle),
    ("mosaic_gpu", "tile"): _in_brackets(
        lambda source, _read: mosaic_gpu.TileTransformAttr.get(integer_list(source))
    ),
}
