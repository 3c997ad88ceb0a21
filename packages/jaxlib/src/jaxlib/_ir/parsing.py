"""Types and attributes from their text: what jax, and those who use its lowering, write as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jaxlib._ir import dialects, values
from jaxlib._missing import NotInBindings

_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|'
                    r'(?P<number>-?0x[0-9A-Fa-f]+|-?\d+(?:\.\d+(?:[eE][-+]?\d+)?)?)'
                    r"|(?P<word>[#!@]?[A-Za-z_][\w$.]*)|(?P<mark>->|.))", re.S)  # fmt: skip


class NotRead(NotInBindings, values.MLIRError):
    """Text that MLIR may know, and that is not read here; or damaged text: nobody can say which."""

    def __init__(self, name: str, why: str = "") -> None:
        NotInBindings.__init__(self, name, why)
        self.message = str(self)
        self.error_diagnostics: list[Any] = []


NotRead.__name__ = NotInBindings.__name__  # which is what a reader is to look for


class _Text:
    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.at = 0
        self.what = what
        self.aliases: dict[str, Any] = {}

    def peek(self) -> str:
        match = _TOKEN.match(self.text, self.at)
        return match.group().strip() if match else ""

    def take(self, wanted: str = "") -> str:
        match = _TOKEN.match(self.text, self.at)
        found = match.group().strip() if match else ""
        if wanted and found != wanted:
            self.fail(f"wanted {wanted!r}")
        if match is None or not found:  # never a loop that takes nothing for ever
            return str(self.fail("it ends too soon"))
        self.at = match.end()
        return found

    def rest(self) -> str:
        return self.text[self.at :]

    def fail(self, why: str) -> Any:
        line = 1 + self.text.count("\n", 0, self.at)
        where = f"in {self.text!r}" if len(self.text) < 200 else f"in line {line}"
        raise values.MLIRError(f"Unable to parse {self.what}: {why}, found {self.rest()[:20]!r} {where}")

    @contextmanager
    def understood(self) -> Iterator[None]:
        """What reading trips over is said as an error of the text, with its cause."""
        try:
            yield
        except RecursionError:
            self.fail("it is nested too deeply")
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            try:
                self.fail(f"{type(error).__name__}: {error}")
            except values.MLIRError as failure:
                raise failure from error

    def end(self) -> None:
        if self.rest().strip():
            self.fail("wanted the end")


def parse_type(text: str) -> Any:
    """The type of that text."""
    return _whole(_Text(text, "type"), _type)


def parse_attribute(text: str) -> Any:
    """The attribute of that text."""
    return _whole(_Text(text, "attribute"), _attribute)


def _whole(source: _Text, read: Callable[[_Text], Any]) -> Any:
    """What ``read`` makes of a text, of which nothing may be left."""
    with source.understood():
        made = read(source)
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
    if word == "!stablehlo.future":
        source.take("<")
        return dialects.FutureType.get(_types(source, ">"))
    if word == "memref":
        return _shaped(source, word)
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
    if word == "memref":
        return values.MemRefType.get(shape or [], element, encoding)
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
            return source.text[start : source.at].strip()
    return str(source.fail("wanted the bracket that closes"))


_UNESCAPE = re.compile(rb'\\(?:([0-9A-Fa-f]{2})|([\\"nt]))')


def _string(token: str) -> str | bytes:
    named = {b"n": b"\n", b"t": b"\t"}
    raw = _UNESCAPE.sub(
        lambda m: bytes.fromhex(m[1].decode()) if m[1] else named.get(m[2], m[2]),
        token[1:-1].encode("utf-8", "surrogateescape"),
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
    if isinstance(kind, values.FloatType) and token.startswith("0x"):
        from jaxlib._ir.bytecode import float_of_bits  # which uses this module

        return values.FloatAttr.get(kind, float_of_bits(int(token, 16), kind))
    if "." in token or isinstance(kind, values.FloatType):
        return values.FloatAttr.get(kind or values.F64Type.get(), float(token))
    kind = kind or values.IntegerType.get_signless(64)
    return values.IntegerAttr.get(kind, _in_range(source, token, kind))


def _in_range(source: _Text, token: str, kind: Any) -> int:
    """An integer, of as many bits as its type has, with or without a sign."""
    value = int(token, 0) if "x" in token else int(token)
    width = 64 if isinstance(kind, values.IndexType) else kind.width
    if value.bit_length() > width + 1 or not -(1 << width) <= 2 * value < 2 << width:
        source.fail("an integer constant is out of range")
    return value


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
    if word.startswith("f"):
        return cls.get([float(each) for each in found])
    kind = values.IntegerType.get_signless(int(word[1:]))
    return cls.get([_in_range(source, each, kind) for each in found])


def _dense(source: _Text) -> Any:
    import numpy as np
    from jaxlib._ir.bytecode import float_of_bits

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
    kind = _type(source)
    dtype = values.NUMPY_OF[kind.element_type.text]
    if isinstance(content, bytes):
        flat = np.frombuffer(content, dtype)
        return values.dense(kind, flat.reshape(()) if flat.size == 1 else flat.reshape(kind.shape))
    part = kind.element_type
    if isinstance(part, values.ComplexType):
        part = part.element_type

    def exact(item: Any) -> Any:
        """Numbers that are written as their bits, as numbers."""
        if isinstance(item, list):
            return [exact(each) for each in item]
        if isinstance(item, tuple):
            return complex(exact(item[0]), exact(item[1]))
        if isinstance(item, str):
            bits = int(item, 16)
            return float_of_bits(bits, part) if isinstance(part, values.FloatType) else bits
        return item

    array = np.asarray(exact(content)).astype(dtype)
    return values.dense(kind, array if array.ndim == 0 else array.reshape(kind.shape))


def _of_dialect(source: _Text) -> Any:
    from jaxlib._ir import vhlo  # which uses this module

    word = source.take()
    if word in source.aliases:
        return source.aliases[word]
    if word == "#sdy" or word.startswith("#sdy."):
        return _Shardy(source).attribute(word)
    if word in dialects.STRUCTURES:
        return _structure(source, *dialects.STRUCTURES[word])
    if word == "#stablehlo.conv":
        return _convolution(source)
    if word == "#stablehlo.result_accuracy":
        return _accuracy(source)
    inside = _bracketed(source)
    if match := re.match(r"<(\w+)\s+(\w+)>\Z", inside):
        enumeration = dialects.ENUMERATIONS.get((word[1:], match[1]))
        if enumeration is not None:
            if match[2] not in vhlo.words(enumeration):
                source.fail(f"{match[2]!r} is no {match[1]}")
            return enumeration.get(match[2])
    if word == "#stablehlo.result_accuracy_mode":
        return dialects.ResultAccuracyModeAttr.get(inside[1:-1].strip())
    if word == "#stablehlo.bounds":
        shown = inside[1:-1].split(",")
        return dialects.TypeExtensions.get([values.DYNAMIC if e.strip() == "?" else int(e) for e in shown])
    if word.partition(".")[0] in ("#stablehlo", "#mhlo", "#chlo", "#vhlo", "#mpmd"):
        return values.DialectAttr(word + inside)
    raise NotRead(f"jaxlib.mlir.ir.Attribute.parse of {word}", "its dialect is not known here")


def _integer_list(source: _Text, end: str = "]") -> list[int]:
    """Numbers between brackets; the opening one is taken already if ``end`` is given so."""
    if end == "]":
        source.take("[")
    found = []
    while source.peek() != end:
        found.append(_in_range(source, source.take(), values.IntegerType.get_signless(64)))
        if source.peek() == ",":
            source.take()
    source.take(end)
    return found


def _structure(source: _Text, cls: Any, fields: dict[str, str]) -> Any:
    """A structure; a field that is not there is empty."""
    empty: dict[str, Any] = {
        "list": [],
        "kept list": [],
        "int": 0,
        "kept int": 0,
        "bool": False,
        "type": None,
    }
    found = {name: empty[kind] for name, kind in fields.items()}
    source.take("<")
    while source.peek() != ">":
        name = source.take()
        source.take("=")
        kind = fields.get(name)
        if kind is None:
            source.fail(f"{cls.__name__} has no field {name!r}")
        elif kind.endswith("list"):
            found[name] = _integer_list(source)
        elif kind == "type":
            found[name] = _type(source)
        elif kind == "bool":
            found[name] = source.take() == "true"
        else:
            found[name] = int(source.take())
        if source.peek() == ",":
            source.take()
    source.take(">")
    return cls.get(*found.values())


def _convolution(source: _Text) -> Any:
    source.take("<")
    numbers = _convolution_numbers(source)
    source.take(">")
    return numbers


def _convolution_numbers(source: _Text) -> Any:
    """Which dimension is what: three lists of names and numbers."""

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

    taken = side("b", "f")
    source.take("x")
    by = side("i", "o")
    source.take("->")
    given = side("b", "f")
    return dialects.ConvDimensionNumbers.get(*taken, *by, *given)


def _accuracy(source: _Text) -> Any:
    found: dict[str, Any] = {"atol": 0.0, "rtol": 0.0, "ulps": 0, "mode": "DEFAULT"}
    source.take("<")
    while source.peek() != ">":
        name = source.take()
        source.take("=")
        if name == "mode":
            found[name] = _attribute(source).value
        else:
            found[name] = type(found[name])(source.take())
        if source.peek() == ",":
            source.take()
    source.take(">")
    return dialects.ResultAccuracyAttr.get(**found)


class _Shardy:
    """Shardy's attributes, which leave the mnemonic out where one is in another."""

    def __init__(self, source: _Text) -> None:
        self.source = source

    def attribute(self, word: str) -> Any:
        """The attribute that begins with a word."""
        source = self.source
        if word == "#sdy":
            source.take("<")
            kind = source.take()
            if kind == "manual_axes":
                names = self.items("{", "}", lambda: values.StringAttr.get(_string(source.take())))
                source.take(">")
                return dialects.SdyManualAxesAttr.get(names)
            inside = kind + _until(source, ">")
            return values.DialectAttr(f"#sdy<{inside}>")
        if word == "#sdy.mesh":
            return self.mesh()
        if word == "#sdy.sharding":
            return self.sharding()
        if word == "#sdy.sharding_per_value":
            source.take("<")
            found = self.items("[", "]", self.sharding)
            source.take(">")
            return dialects.SdyTensorShardingPerValueAttr.get(found)
        mnemonic = word.removeprefix("#sdy.")
        inside = _bracketed(source)
        return dialects._Sdy._make(mnemonic, inside, (inside,))

    def items(self, begin: str, end: str, read: Any) -> list[Any]:
        """A list in brackets."""
        source = self.source
        source.take(begin)
        found = []
        while source.peek() != end:
            found.append(read())
            if source.peek() == ",":
                source.take()
        source.take(end)
        return found

    def mesh(self) -> Any:
        """A mesh, from its bracket on."""
        source = self.source

        def axis() -> Any:
            name = _string(source.take())
            source.take("=")
            return dialects.SdyMeshAxisAttr.get(str(name), int(source.take()))

        source.take("<")
        axes = self.items("[", "]", axis)
        ids: list[int] = []
        if source.peek() == ",":
            source.take()
            source.take("device_ids")
            source.take("=")
            ids = _integer_list(source)
        source.take(">")
        return dialects.SdyMeshAttr.get(axes, ids)

    def axis(self) -> Any:
        """An axis, or a part of one."""
        source = self.source
        name = str(_string(source.take()))
        if source.peek() != ":":
            return dialects.SdyAxisRefAttr.get(name)
        source.take()
        source.take("(")
        before = int(source.take())
        source.take(")")
        return dialects.SdyAxisRefAttr.get(name, dialects.SdySubAxisInfoAttr.get(before, int(source.take())))

    def dimension(self) -> Any:
        """Over which axes a dimension is laid."""
        source = self.source
        axes: list[Any] = []
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

    def sharding(self) -> Any:
        """How a tensor is laid over a mesh, from its bracket on."""
        source = self.source
        source.take("<")
        mesh: Any
        if source.peek() == "mesh":
            source.take()
            mesh = self.mesh()
        else:
            mesh = _reference(source)
        source.take(",")
        dimensions = self.items("[", "]", self.dimension)
        more: dict[str, list[Any]] = {"replicated": [], "unreduced": []}
        while source.peek() == ",":
            source.take()
            name = source.take()
            source.take("=")
            more[name] = self.items("{", "}", self.axis)
        source.take(">")
        return dialects.SdyTensorShardingAttr.get(mesh, dimensions, more["replicated"], more["unreduced"])


def _until(source: _Text, end: str) -> str:
    """All up to the bracket that closes, which is taken."""
    depth, start = 0, source.at
    while source.rest():
        token = source.take()
        if token == end and depth == 0:
            return source.text[start : source.at - 1]
        depth += (token in ("<", "[", "{", "(")) - (token in (">", "]", "}", ")"))
    return str(source.fail(f"wanted {end!r}"))


# ---- Programs; the syntax of single operations is in `assembly`


def parse_module(text: str) -> Any:
    """A program's operation, of its text in generic form, or in that which people read.

    Raises:
        MLIRError: It is no such text.
        NotRead: There is an operation in it of which only the generic form is read.
    """
    from jaxlib._ir import verification

    program = _Program(text)
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
    from jaxlib._ir import verification

    program = _Program(text)
    with program.source.understood():
        made = program.only()
    verification.verify(made)
    return made


class _Program:
    """Reads operations; ``"dialect.name"(%operands) <{properties}> ({regions}) {attributes} : types loc(...)``."""

    def __init__(self, text: str) -> None:
        self.source = _Text(re.sub(r"(?m)^[ \t]*//.*$", "", text), "module")
        self.aliases = self.source.aliases
        self.values: list[dict[str, Any]] = [{}]
        self.unknown = values.Location.unknown()
        self.blocks: list[dict[str, Any]] = []
        self.pending: list[tuple[Any, str]] = []

    def module(self) -> Any:
        """The module, or one of all operations there are."""
        from jaxlib._ir.operations import Module

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
            raise values.MLIRError(
                f"Unable to parse operation assembly: wanted one operation, found {len(found)}"
            )
        return found[0]

    def all(self) -> list[Any]:
        """The operations at the top."""
        source = self.source
        # Locations are written at the end, and used before.
        for match in re.finditer(r"(?m)^(#[A-Za-z_][\w$.]*) = (loc\(.*\))$", source.text):
            self.aliases[match[1]] = _Text(match[2], "location")
        source.text = re.sub(r"(?m)^#[A-Za-z_][\w$.]* = loc\(.*\)$", "", source.text)
        while source.peek().startswith("#"):
            name = source.take()
            source.take("=")
            self.aliases[name] = _attribute(source)
        found = []
        while source.peek():
            found.append(self.operation())
        return found

    def operation(self) -> Any:
        """One operation."""
        from jaxlib._ir.operations import Operation

        source = self.source
        names: list[tuple[str, int]] = []
        while source.peek() == "%":
            names.append(self.result_name())
            if source.peek() == ",":
                source.take()
        if names:
            source.take("=")
        if not source.peek().startswith('"'):
            from jaxlib._ir import assembly  # which uses this module

            return assembly.read(self, names)
        name = str(_string(source.take()))
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
            attributes.update(_dictionary(source).parts[0])
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
            op._attributes.update(_dictionary(source).parts[0])
        source.take(":")
        self.finish(op, names, _type(source), successors)
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
        from jaxlib._ir.operations import Block, Region

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
            kind = _type(source)
            loc = self.location() if source.peek() == "loc" else self.unknown
            self.values[-1][name] = block.add_argument(kind, loc)
            if source.peek() == ",":
                source.take()
        source.take(")")

    def location(self) -> Any:
        """``loc(...)``."""
        return _location(self.source)


def _location(source: _Text) -> Any:
    source.take("loc")
    source.take("(")
    found = _location_inside(source)
    source.take(")")
    return found


def _location_inside(source: _Text) -> Any:
    token = source.peek()
    if token.startswith("#"):
        source.take()
        found = source.aliases[token]
        if isinstance(found, _Text):
            found.aliases = source.aliases
            found = source.aliases[token] = _location(found)
        return found
    if token == "unknown":
        source.take()
        return values.Location.unknown()
    if token == "callsite":
        source.take()
        source.take("(")
        callee = _location_inside(source)
        source.take("at")
        caller = _location_inside(source)
        source.take(")")
        return values.Location.callsite(callee, [caller])
    if token == "fused":
        source.take()
        metadata = None
        if source.peek() == "<":
            source.take()
            metadata = _attribute(source)
            source.take(">")
        source.take("[")
        inner = []
        while source.peek() != "]":
            inner.append(_location_inside(source))
            if source.peek() == ",":
                source.take()
        source.take("]")
        return values.Location.fused(inner, metadata)
    name = str(_string(source.take()))
    if source.peek() == "(":
        source.take()
        child = _location_inside(source)
        source.take(")")
        return values.Location.name(name, child)
    if source.peek() != ":":
        return values.Location.name(name)
    source.take()
    line = int(source.take())
    source.take(":")
    column = int(source.take())
    if source.peek() != "to":
        return values.Location.file(name, line, column)
    source.take()
    end_line = line
    if source.peek() != ":":
        end_line = int(source.take())
    source.take(":")
    return values.Location.file(name, line, column, end_line, int(source.take()))
