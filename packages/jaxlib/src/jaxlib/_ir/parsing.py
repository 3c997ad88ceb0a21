"""Types and attributes from their text: what jax, and those who use its lowering, write as text."""

from __future__ import annotations

import re
from typing import Any

from jaxlib._ir import dialects, values
from jaxlib._missing import NotInBindings

_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>-?\d+(?:\.\d+(?:[eE][-+]?\d+)?)?)'
                    r"|(?P<word>[#!@]?[A-Za-z_][\w$.]*)|(?P<mark>->|.))", re.S)  # fmt: skip


class _Text:
    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.at = 0
        self.what = what

    def peek(self) -> str:
        match = _TOKEN.match(self.text, self.at)
        return match.group().strip() if match else ""

    def take(self, wanted: str = "") -> str:
        match = _TOKEN.match(self.text, self.at)
        found = match.group().strip() if match else ""
        if wanted and found != wanted:
            self.fail(f"wanted {wanted!r}")
        self.at = match.end() if match else self.at
        return found

    def rest(self) -> str:
        return self.text[self.at :]

    def fail(self, why: str) -> Any:
        raise values.MLIRError(
            f"Unable to parse {self.what}: {why}, found {self.rest()[:20]!r} in {self.text!r}"
        )

    def end(self) -> None:
        if self.rest().strip():
            self.fail("wanted the end")


def parse_type(text: str) -> Any:
    """The type of that text."""
    source = _Text(text, "type")
    made = _type(source)
    source.end()
    return made


def parse_attribute(text: str) -> Any:
    """The attribute of that text."""
    source = _Text(text, "attribute")
    made = _attribute(source)
    source.end()
    return made


_INTEGER = re.compile(r"([su]?)i(\d+)\Z")


def _type(source: _Text) -> Any:
    word = source.take()
    if word == "(":
        inputs = _types(source, ")")
        source.take("->")
        if source.peek() == "(":
            source.take("(")
            return values.FunctionType.get(inputs, _types(source, ")"))
        return values.FunctionType.get(inputs, [_type(source)])
    if match := _INTEGER.match(word):
        make = {"": values.IntegerType.get_signless, "s": values.IntegerType.get_signed,
                "u": values.IntegerType.get_unsigned}[match[1]]  # fmt: skip
        return make(int(match[2]))
    if word in values.FLOATS:
        return values.FLOATS[word].get()
    if word == "index":
        return values.IndexType.get()
    if word == "none":
        return values.NoneType.get()
    if word == "complex":
        source.take("<")
        element = _type(source)
        source.take(">")
        return values.ComplexType.get(element)
    if word == "tuple":
        source.take("<")
        return values.TupleType.get_tuple(_types(source, ">"))
    if word in ("tensor", "vector"):
        return _shaped(source, word)
    if word == "!stablehlo.token":
        return dialects.TokenType.get()
    if word.startswith("!"):
        return values.DialectType(word + _bracketed(source))
    return source.fail(f"no type {word!r} is known")


def _types(source: _Text, end: str) -> list[Any]:
    found = []
    while source.peek() != end:
        found.append(_type(source))
        if source.peek() != ",":
            break
        source.take(",")
    source.take(end)
    return found


_DIMENSION = re.compile(r"\s*(\?|\d+|\*)\s*x")


def _shaped(source: _Text, word: str) -> Any:
    source.take("<")
    shape: list[int] | None = []
    while match := _DIMENSION.match(source.text, source.at):
        source.at = match.end()
        if match[1] == "*":
            shape = None
        elif shape is not None:
            shape.append(values.DYNAMIC if match[1] == "?" else int(match[1]))
    element = _type(source)
    encoding = None
    if source.peek() == ",":
        source.take(",")
        encoding = _attribute(source)
    source.take(">")
    if word == "vector":
        return values.VectorType.get(shape or [], element)
    if shape is None:
        return values.UnrankedTensorType.get(element)
    return values.RankedTensorType.get(shape, element, encoding)


def _bracketed(source: _Text) -> str:
    """What is in brackets after a dialect's word, as it is."""
    if source.peek() != "<":
        return ""
    depth, start = 0, source.at
    while source.rest():
        token = source.take()
        depth += (token in ("<", "[", "{", "(")) - (token in (">", "]", "}", ")"))
        if depth == 0:
            break
    return source.text[start : source.at].strip()


_UNESCAPE = re.compile(rb'\\(?:([0-9A-Fa-f]{2})|([\\"nt]))')


def _string(token: str) -> str | bytes:
    named = {b"n": b"\n", b"t": b"\t"}
    raw = _UNESCAPE.sub(
        lambda m: bytes.fromhex(m[1].decode()) if m[1] else named.get(m[2], m[2]), token[1:-1].encode()
    )
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _attribute(source: _Text) -> Any:
    token = source.peek()
    if token.startswith('"'):
        return values.StringAttr.get(_string(source.take()))
    if token in ("true", "false"):
        return values.BoolAttr.get(source.take() == "true")
    if token == "unit":
        source.take()
        return values.UnitAttr.get()
    if token == "[":
        source.take()
        found = []
        while source.peek() != "]":
            found.append(_attribute(source))
            if source.peek() == ",":
                source.take()
        source.take("]")
        return values.ArrayAttr.get(found)
    if token == "{":
        return _dictionary(source)
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
    return values.TypeAttr.get(_type(source))


def _dictionary(source: _Text) -> Any:
    source.take("{")
    items = {}
    while source.peek() != "}":
        name = source.take()
        if name.startswith('"'):
            name = str(_string(name))
        if source.peek() == "=":
            source.take()
            items[name] = _attribute(source)
        else:
            items[name] = values.UnitAttr.get()
        if source.peek() == ",":
            source.take()
    source.take("}")
    return values.DictAttr.get(items)


def _reference(source: _Text) -> Any:
    token = source.take()
    if token == "@":
        return values.FlatSymbolRefAttr.get(str(_string(source.take())))
    return values.FlatSymbolRefAttr.get(token[1:])


def _number(source: _Text) -> Any:
    token = source.take()
    kind = None
    if source.peek() == ":":
        source.take()
        kind = _type(source)
    if "." in token or isinstance(kind, values.FloatType):
        return values.FloatAttr.get(kind or values.F64Type.get(), float(token))
    return values.IntegerAttr.get(kind or values.IntegerType.get_signless(64), int(token))


def _array(source: _Text) -> Any:
    source.take("array")
    source.take("<")
    word = source.take()
    found = []
    if source.peek() == ":":
        source.take()
        while source.peek() != ">":
            found.append(source.take())
            if source.peek() == ",":
                source.take()
    source.take(">")
    cls: Any = {
        "i1": values.DenseBoolArrayAttr, "i8": values.DenseI8ArrayAttr, "i16": values.DenseI16ArrayAttr,
        "i32": values.DenseI32ArrayAttr, "i64": values.DenseI64ArrayAttr, "f32": values.DenseF32ArrayAttr,
        "f64": values.DenseF64ArrayAttr,
    }[word]  # fmt: skip
    if word == "i1":
        return cls.get([each == "true" for each in found])
    return cls.get([float(each) if word.startswith("f") else int(each) for each in found])


def _dense(source: _Text) -> Any:
    import numpy as np

    source.take("dense")
    source.take("<")

    def element() -> Any:
        token = source.take()
        if token == "[":
            found = []
            while source.peek() != "]":
                found.append(element())
                if source.peek() == ",":
                    source.take()
            source.take("]")
            return found
        if token == "(":
            real = float(source.take())
            source.take(",")
            imaginary = float(source.take())
            source.take(")")
            return complex(real, imaginary)
        if token in ("true", "false"):
            return token == "true"
        if token.startswith('"0x'):
            return bytes.fromhex(token[3:-1])
        return float(token) if "." in token else int(token)

    content = [] if source.peek() == ">" else element()
    source.take(">")
    source.take(":")
    kind = _type(source)
    dtype = values.NUMPY_OF[kind.element_type.text]
    if isinstance(content, bytes):
        flat = np.frombuffer(content, dtype)
        return values.dense(kind, flat.reshape(()) if flat.size == 1 else flat.reshape(kind.shape))
    array = np.asarray(content).astype(dtype)
    return values.dense(kind, array if array.ndim == 0 else array.reshape(kind.shape))


_FIELDS = re.compile(r"(\w+) = (\[[^\]]*\]|[^,>]+)")
_STRUCTURES: dict[str, Any] = {
    "#stablehlo.gather": dialects.GatherDimensionNumbers,
    "#stablehlo.scatter": dialects.ScatterDimensionNumbers,
    "#stablehlo.dot": dialects.DotDimensionNumbers,
}
_ENUMERATIONS: dict[str, Any] = {
    "comparison_direction": dialects.ComparisonDirectionAttr,
    "comparison_type": dialects.ComparisonTypeAttr,
    "precision": dialects.PrecisionAttr,
    "fft_type": dialects.FftTypeAttr,
    "transpose": dialects.TransposeAttr,
    "rng_distribution": dialects.RngDistributionAttr,
    "rng_algorithm": dialects.RngAlgorithmAttr,
}


def _of_dialect(source: _Text) -> Any:
    word = source.take()
    inside = _bracketed(source)
    if word == "#stablehlo" and (match := re.match(r"<(\w+)\s+(\w+)>\Z", inside)):
        return _ENUMERATIONS[match[1]].get(match[2])
    if word == "#stablehlo.bounds":
        shown = inside[1:-1].split(",")
        return dialects.TypeExtensions.get([values.DYNAMIC if e.strip() == "?" else int(e) for e in shown])
    if word in _STRUCTURES:
        found = dict(_FIELDS.findall(inside))
        found["scattered_dims_to_operand_dims"] = found.pop("scatter_dims_to_operand_dims", "[]")
        cls = _STRUCTURES[word]
        names = [name for name, each in vars(cls).items() if isinstance(each, property)]
        given = {}
        for name in names:
            text = found.get(name, "0" if name == "index_vector_dim" else "[]").strip()
            given[name] = (
                [int(e) for e in text[1:-1].split(",") if e.strip()] if text[0] == "[" else int(text)
            )
        return cls.get(**given)
    if word.partition(".")[0].partition("<")[0] in ("#stablehlo", "#mhlo", "#chlo", "#sdy", "#vhlo"):
        return values.DialectAttr(word + inside)
    raise NotInBindings(f"jaxlib.mlir.ir.Attribute.parse of {word}", "its dialect is not known here")
