"""Types, attributes and locations from their text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Location, Type
from jaxlib._ir.text.lexer import NotRead, Text, bracketed, unquoted, until

T = TypeVar("T")


def parse_type(text: str) -> Type:
    """Parse a type."""
    return _whole(Text(text, "type"), type_)


def parse_attribute(text: str) -> Attribute:
    """Parse an attribute."""
    return _whole(Text(text, "attribute"), attribute)


def _whole(source: Text, read: Callable[[Text], T]) -> T:
    """What ``read`` returns for a text, which it must consume."""
    with source.understood():
        result = read(source)
        source.end()
    return result


_INTEGER = re.compile(r"([su]?)i(\d+)\Z")


def type_(source: Text) -> Type:
    """A type."""
    word = source.take()
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
        return make(int(match[2]))
    if word in core.FLOATS:
        return core.FLOATS[word].get()
    if word == "index":
        return core.IndexType.get()
    if word == "none":
        return core.NoneType.get()
    if word == "complex":
        source.take("<")
        element = type_(source)
        source.take(">")
        return core.ComplexType.get(element)
    if word == "tuple":
        source.take("<")
        return core.TupleType.get_tuple(_types(source, ">"))
    if word in ("tensor", "vector"):
        return _shaped(source, word)
    if word == "!stablehlo.token":
        return dialects.TokenType.get()
    if word == "!stablehlo.future":
        source.take("<")
        return dialects.FutureType.get(_types(source, ">"))
    if word == "memref":
        return _shaped(source, word)
    if word.startswith("!"):
        return core.DialectType(word + bracketed(source))
    raise source.error(f"no type {word!r} is known")


def _types(source: Text, end: str) -> list[Type]:
    types = []
    while source.peek() != end:
        types.append(type_(source))
        if source.peek() != ",":
            break
        source.take(",")
    source.take(end)
    return types


_DIMENSION = re.compile(r"\s*(\?|\d+|\*)\s*x")


def _shaped(source: Text, word: str) -> Type:
    source.take("<")
    shape: list[int] | None = []
    while match := _DIMENSION.match(source.text, source.at):
        source.at = match.end()
        if match[1] == "*":
            shape = None
        elif shape is not None:
            shape.append(core.DYNAMIC if match[1] == "?" else int(match[1]))
    element = type_(source)
    encoding = None
    if source.peek() == ",":
        source.take(",")
        encoding = attribute(source)
    source.take(">")
    if word == "vector":
        return core.VectorType.get(shape or [], element)
    if word == "memref":
        return core.MemRefType.get(shape or [], element, encoding)
    if shape is None:
        return core.UnrankedTensorType.get(element)
    return core.RankedTensorType.get(shape, element, encoding)


def attribute(source: Text) -> Attribute:
    """An attribute."""
    token = source.peek()
    if token.startswith('"'):
        return core.StringAttr.get(unquoted(source.take()))
    if token in ("true", "false"):
        return core.BoolAttr.get(source.take() == "true")
    if token == "unit":
        source.take()
        return core.UnitAttr.get()
    if token == "[":
        source.take()
        attributes = []
        while source.peek() != "]":
            attributes.append(attribute(source))
            if source.peek() == ",":
                source.take()
        source.take("]")
        return core.ArrayAttr.get(attributes)
    if token == "{":
        return dictionary(source)
    if token.startswith("@"):
        return _reference(source)
    if token == "dense":
        return _dense(source)
    if token == "array":
        return _array(source)
    if re.match(r"-?\d", token):
        return _number(source)
    if token.startswith("#"):
        return _of_dialect(source)
    return core.TypeAttr.get(type_(source))


def dictionary(source: Text) -> core.DictAttr:
    """A dictionary of attributes."""
    source.take("{")
    items = {}
    while source.peek() != "}":
        name = source.take()
        if name.startswith('"'):
            name = str(unquoted(name))
        if source.peek() == "=":
            source.take()
            items[name] = attribute(source)
        else:
            items[name] = core.UnitAttr.get()
        if source.peek() == ",":
            source.take()
    source.take("}")
    return core.DictAttr.get(items)


def _reference(source: Text) -> core.FlatSymbolRefAttr:
    token = source.take()
    if token == "@":
        return core.FlatSymbolRefAttr.get(str(unquoted(source.take())))
    return core.FlatSymbolRefAttr.get(token[1:])


def _number(source: Text) -> Attribute:
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
    return core.IntegerAttr.get(kind, _in_range(source, token, kind))


def _in_range(source: Text, token: str, kind: Type) -> int:
    """An integer that fits its type, as a signed or as an unsigned number."""
    value = int(token, 0) if "x" in token else int(token)
    width = kind.width if isinstance(kind, core.IntegerType) else 64
    if value.bit_length() > width + 1 or not -(1 << width) <= 2 * value < 2 << width:
        source.fail("an integer constant is out of range")
    return value


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
    cls: Any = {
        "i1": core.DenseBoolArrayAttr, "i8": core.DenseI8ArrayAttr, "i16": core.DenseI16ArrayAttr,
        "i32": core.DenseI32ArrayAttr, "i64": core.DenseI64ArrayAttr, "f32": core.DenseF32ArrayAttr,
        "f64": core.DenseF64ArrayAttr,
    }[word]  # fmt: skip
    if word == "i1":
        return cls.get([each == "true" for each in tokens])
    if word.startswith("f"):
        return cls.get([float(each) for each in tokens])
    kind = core.IntegerType.get_signless(int(word[1:]))
    return cls.get([_in_range(source, each, kind) for each in tokens])


def _dense(source: Text) -> core.DenseElementsAttr:
    source.take("dense")
    source.take("<")

    def element() -> Any:
        token = source.take()
        if token == "[":
            elements = []
            while source.peek() != "]":
                elements.append(element())
                if source.peek() == ",":
                    source.take()
            source.take("]")
            return elements
        if token == "(":
            real = element()
            source.take(",")
            imaginary = element()
            source.take(")")
            return (real, imaginary)
        if token in ("true", "false"):
            return token == "true"
        if token.startswith('"0x'):
            return bytes.fromhex(token[3:-1])
        if token.startswith(("0x", "-0x")):
            return token
        return float(token) if "." in token else int(token)

    content = [] if source.peek() == ">" else element()
    source.take(">")
    source.take(":")
    kind = type_(source)
    if not isinstance(kind, core.ShapedType):
        source.fail(f"wanted a type with a shape, not {kind}")
    dtype = core.NUMPY_OF[kind.element_type.text]
    if isinstance(content, bytes):
        flat = np.frombuffer(content, dtype)
        return core.dense(kind, flat.reshape(()) if flat.size == 1 else flat.reshape(kind.shape))
    part = kind.element_type
    if isinstance(part, core.ComplexType):
        part = part.element_type

    def exact(item: Any) -> Any:
        """The elements with numbers in the place of texts of their bits."""
        if isinstance(item, list):
            return [exact(each) for each in item]
        if isinstance(item, tuple):
            return complex(exact(item[0]), exact(item[1]))
        if isinstance(item, str):
            bits = int(item, 16)
            return core.float_of_bits(bits, part.text) if isinstance(part, core.FloatType) else bits
        return item

    array = np.asarray(exact(content)).astype(dtype)
    return core.dense(kind, array if array.ndim == 0 else array.reshape(kind.shape))


def _of_dialect(source: Text) -> Attribute:
    word = source.take()
    alias = source.aliases.get(word)
    if isinstance(alias, Attribute):
        return alias
    if alias is not None:
        source.fail(f"{word} is a location")
    if word == "#sdy" or word.startswith("#sdy."):
        return ShardyParser(source).attribute(word)
    if word in dialects.STRUCTURES:
        return _structure(source, *dialects.STRUCTURES[word])
    if word in _MESHES:
        return _MESHES[word](source)
    if word == "#stablehlo.conv":
        return _convolution(source)
    if word == "#stablehlo.result_accuracy":
        return _accuracy(source)
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
    raise NotRead(f"jaxlib.mlir.ir.Attribute.parse of {word}", "its dialect is not known here")


def integer_list(source: Text, end: str = "]") -> list[int]:
    """Numbers up to a bracket; the opening bracket is consumed by the caller unless ``end`` is ]."""
    if end == "]":
        source.take("[")
    numbers = []
    while source.peek() != end:
        numbers.append(_in_range(source, source.take(), core.IntegerType.get_signless(64)))
        if source.peek() == ",":
            source.take()
    source.take(end)
    return numbers


def _structure(source: Text, cls: Any, fields: dict[str, str]) -> Attribute:
    """A structure; absent fields are empty."""
    empty: dict[str, Any] = {
        "list": [],
        "kept list": [],
        "int": 0,
        "kept int": 0,
        "bool": False,
        "type": None,
    }
    values = {name: empty[kind] for name, kind in fields.items()}
    source.take("<")
    while source.peek() != ">":
        name = source.take()
        source.take("=")
        kind = fields.get(name)
        if kind is None:
            source.fail(f"{cls.__name__} has no field {name!r}")
        elif kind.endswith("list"):
            values[name] = integer_list(source)
        elif kind == "type":
            values[name] = type_(source)
        elif kind == "bool":
            values[name] = source.take() == "true"
        else:
            values[name] = int(source.take())
        if source.peek() == ",":
            source.take()
    source.take(">")
    return cls.get(*values.values())


def _convolution(source: Text) -> Attribute:
    source.take("<")
    numbers = convolution_numbers(source)
    source.take(">")
    return numbers


def convolution_numbers(source: Text) -> dialects.ConvDimensionNumbers:
    """The roles of the dimensions of a convolution: three lists of names and numbers."""

    def side(first: str, second: str) -> list[Any]:
        source.take("[")
        names = []
        while source.peek() != "]":
            names.append(source.take())
            if source.peek() == ",":
                source.take()
        source.take("]")
        spatial = [names.index(str(i)) for i in range(len(names) - 2)]
        return [names.index(first), names.index(second), spatial]

    input_roles = side("b", "f")
    source.take("x")
    kernel_roles = side("i", "o")
    source.take("->")
    output_roles = side("b", "f")
    return dialects.ConvDimensionNumbers.get(*input_roles, *kernel_roles, *output_roles)


def _accuracy(source: Text) -> Attribute:
    values: dict[str, Any] = {"atol": 0.0, "rtol": 0.0, "ulps": 0, "mode": "DEFAULT"}
    source.take("<")
    while source.peek() != ">":
        name = source.take()
        source.take("=")
        if name == "mode":
            mode = attribute(source)
            if not isinstance(mode, dialects.ResultAccuracyModeAttr):
                source.fail(f"wanted a mode of accuracy, not {mode}")
            values[name] = mode.value
        else:
            values[name] = type(values[name])(source.take())
        if source.peek() == ",":
            source.take()
    source.take(">")
    return dialects.ResultAccuracyAttr.get(**values)


def _field(source: Text, name: str) -> None:
    source.take(name)
    source.take("=")


def _mesh_axis(source: Text) -> Any:
    source.take("<")
    _field(source, "name")
    name = str(unquoted(source.take()))
    source.take(",")
    _field(source, "size")
    size = int(source.take())
    source.take(">")
    return dialects.MeshAxisAttr.get(name, size)


def _mesh(source: Text) -> Any:
    source.take("<")
    _field(source, "axes")
    source.take("[")
    axes = []
    while source.peek() != "]":
        axes.append(_mesh_axis(source))
        if source.peek() == ",":
            source.take()
    source.take("]")
    devices = None
    if source.peek() == ",":
        source.take()
        _field(source, "device_ids")
        devices = attribute(source)
    source.take(">")
    return dialects.MeshAttr.get(core.ArrayAttr.get(axes), devices)


def _axis_ref(source: Text) -> Any:
    source.take("<")
    _field(source, "name")
    name = str(unquoted(source.take()))
    part = None
    if source.peek() == ",":
        source.take()
        _field(source, "sub_axis_info")
        source.take("(")
        before = int(source.take())
        source.take(")")
        part = dialects.SubAxisInfoAttr.get(before, int(source.take()))
    source.take(">")
    return dialects.AxisRefAttr.get(name, part)


def _replica_group_mesh_axes(source: Text) -> Any:
    source.take("<")
    _field(source, "mesh")
    mesh = attribute(source)
    source.take(",")
    _field(source, "axes")
    axes = attribute(source)
    if not isinstance(axes, core.ArrayAttr):
        source.fail(f"wanted a list of axes, found {axes}")
    source.take(">")
    return dialects.ReplicaGroupMeshAxesAttr.get(mesh, axes)


#: StableHLO's meshes, whose parts leave their own mnemonic out.
_MESHES: dict[str, Callable[[Text], Any]] = {
    "#stablehlo.mesh_axis": _mesh_axis,
    "#stablehlo.mesh": _mesh,
    "#stablehlo.axis_ref": _axis_ref,
    "#stablehlo.replica_group_mesh_axes": _replica_group_mesh_axes,
}


class ShardyParser:
    """Reads Shardy's attributes, which have no mnemonic within another attribute."""

    def __init__(self, source: Text) -> None:
        self.source = source

    def attribute(self, word: str) -> Attribute:
        """The attribute that begins with ``word``."""
        source = self.source
        if word == "#sdy":
            source.take("<")
            kind = source.take()
            if kind == "manual_axes":
                names = self.items("{", "}", lambda: core.StringAttr.get(unquoted(source.take())))
                source.take(">")
                return dialects.SdyManualAxesAttr.get(names)
            inside = kind + until(source, ">")
            return core.DialectAttr(f"#sdy<{inside}>")
        if word == "#sdy.mesh":
            return self.mesh()
        if word == "#sdy.sharding":
            return self.sharding()
        if word == "#sdy.sharding_per_value":
            source.take("<")
            shardings = self.items("[", "]", self.sharding)
            source.take(">")
            return dialects.SdyTensorShardingPerValueAttr.get(shardings)
        mnemonic = word.removeprefix("#sdy.")
        inside = bracketed(source)
        return dialects.SdyAttr._make(mnemonic, inside, (inside,))

    def items(self, begin: str, end: str, read: Callable[[], T]) -> list[T]:
        """A list in brackets."""
        source = self.source
        source.take(begin)
        items = []
        while source.peek() != end:
            items.append(read())
            if source.peek() == ",":
                source.take()
        source.take(end)
        return items

    def mesh(self) -> dialects.SdyMeshAttr:
        """A mesh from its bracket on."""
        source = self.source

        def axis() -> dialects.SdyMeshAxisAttr:
            name = unquoted(source.take())
            source.take("=")
            return dialects.SdyMeshAxisAttr.get(str(name), int(source.take()))

        source.take("<")
        axes = self.items("[", "]", axis)
        ids: list[int] = []
        if source.peek() == ",":
            source.take()
            source.take("device_ids")
            source.take("=")
            ids = integer_list(source)
        source.take(">")
        return dialects.SdyMeshAttr.get(axes, ids)

    def axis(self) -> dialects.SdyAxisRefAttr:
        """A reference to an axis or a sub-axis."""
        source = self.source
        name = str(unquoted(source.take()))
        if source.peek() != ":":
            return dialects.SdyAxisRefAttr.get(name)
        source.take()
        source.take("(")
        before = int(source.take())
        source.take(")")
        return dialects.SdyAxisRefAttr.get(name, dialects.SdySubAxisInfoAttr.get(before, int(source.take())))

    def dimension(self) -> dialects.SdyDimensionShardingAttr:
        """The sharding of a dimension."""
        source = self.source
        axes: list[dialects.SdyAxisRefAttr] = []
        closed = True
        source.take("{")
        while source.peek() != "}":
            if source.peek() == "?":
                source.take()
                closed = False
            else:
                axes.append(self.axis())
            if source.peek() == ",":
                source.take()
        source.take("}")
        priority = None
        if re.match(r"p\d+\Z", source.peek()):
            priority = int(source.take()[1:])
        return dialects.SdyDimensionShardingAttr.get(axes, closed, priority)

    def sharding(self) -> dialects.SdyTensorShardingAttr:
        """The sharding of a tensor from its bracket on."""
        source = self.source
        source.take("<")
        mesh: dialects.SdyMeshAttr | core.FlatSymbolRefAttr
        if source.peek() == "mesh":
            source.take()
            mesh = self.mesh()
        else:
            mesh = _reference(source)
        source.take(",")
        dimensions = self.items("[", "]", self.dimension)
        more: dict[str, list[dialects.SdyAxisRefAttr]] = {"replicated": [], "unreduced": []}
        reduction = "sum"
        while source.peek() == ",":
            source.take()
            name = source.take()
            source.take("=")
            if name == "unreduced" and source.peek() in dialects.REDUCTION_OPS:
                reduction = source.take()
            more[name] = self.items("{", "}", self.axis)
        source.take(">")
        return dialects.SdyTensorShardingAttr.of_words(
            mesh, dimensions, more["replicated"], more["unreduced"], reduction
        )


def location(source: Text) -> Location:
    """``loc(...)``."""
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
            source.fail(f"{token} is no location")
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
