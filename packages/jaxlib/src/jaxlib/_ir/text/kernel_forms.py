"""Parses operations of arith, cf, math, memref, scf, tensor, shape and vector in custom form.

Most consist of operands, attributes and types, as in the formats with which they are printed (`kernel_formats`).
The others have their own syntax. This module is imported when the first such operation is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from string import Formatter
from typing import cast

from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Attributes, Operation, Region, Type, Value
from jaxlib._ir.dialects.default_attributes import default_attributes
from jaxlib._ir.text import kernel_parser
from jaxlib._ir.text.assembly_parts import (
    Argument,
    Names,
    Program,
    append,
    body,
    comma,
    done,
    i64_list,
    make,
    operands_of,
    other_attributes,
    result_types,
)
from jaxlib._ir.text.attribute_parser import attribute, type_
from jaxlib._ir.text.kernel_formats import FORMATS, SAME_TYPES
from jaxlib._ir.text.kernel_parts import KEYWORDS
from jaxlib._ir.text.lexer import Text, tokens
from jaxlib._ir.type_inference import inference

#: Parses an operation after its name, which is the last argument.
OperationReader = Callable[[Program, Names, str], Operation]
#: The dialects whose operations have formats that can be read.
_DIALECTS = ("arith", "math", "memref", "vector", "tensor", "shape")
#: The attributes that are lists of numbers; other lists are arrays of attributes.
_NUMBERS = ("mask", "mask_dim_sizes", "permutation", "reduction_dims")


def _types(source: Text) -> list[Type]:
    """Parse types that are separated by commas."""
    types = [type_(source)]
    while source.peek() == ",":
        source.take()
        types.append(type_(source))
    return types


def _typed_values(program: Program) -> tuple[list[Value[Type]], list[Type]]:
    """Parse ``%a, %b : type, type``, which may be absent."""
    values = operands_of(program)
    types: list[Type] = []
    if values:
        program.source.take(":")
        types = _types(program.source)
        program.expect(values, types)
    return values, types


def _attribute(program: Program, name: str, key: str) -> Attribute:
    """Parse an attribute without its type."""
    source = program.source
    keywords = KEYWORDS.get((name, key))
    if keywords is not None:
        at = source.next()
        word = source.take()
        if word not in keywords:
            raise source.error(f"expected string or keyword containing one of the following enum values for "
                               f"attribute '{key}' [{', '.join(keywords)}]", at)  # fmt: skip
        return core.IntegerAttr.get(core.IntegerType.get_signless(64), keywords.index(word))
    return i64_list(program) if key in _NUMBERS else attribute(source)


def _flags(program: Program, attributes: Attributes, key: str) -> None:
    """Parse ``fastmath<...>`` or ``overflow<...>``, which may be absent."""
    mnemonic = "fastmath" if key == "fastmath" else "overflow"
    if program.source.peek() == mnemonic:
        program.source.take()
        attributes[key] = kernel_parser.parameters(program.source, "arith", mnemonic)


@cache
def _steps(shown: str) -> list[tuple[str, str]]:
    """The tokens and fields of a format, each with its kind."""
    steps: list[tuple[str, str]] = []
    for literal, field, _specification, _conversion in Formatter().parse(shown):
        steps += [("token", token) for token in tokens(literal)]
        if field is None:
            continue
        kinds = (
            (r"([tr]?)\d-?", "value"),
            (r"attributes", "attributes"),
            (r".*<\?", "flags"),
            (r".*\?.*", "unit"),
        )
        kind = next((kind for pattern, kind in kinds if re.fullmatch(pattern, field)), "attribute")
        steps.append((kind, field))
    return steps


def _formatted(program: Program, names: Names, name: str) -> Operation:
    """Parse an operation by its format."""
    source = program.source
    operands: list[Value[Type]] = []
    attributes: Attributes = dict(default_attributes(name))
    given: dict[int, Type] = {}
    results: list[Type] | None = None
    for kind, field in _steps(FORMATS[name]):
        if kind == "token":
            source.take(field)
        elif kind == "attributes":
            other_attributes(program, attributes)
        elif kind == "flags":
            _flags(program, attributes, field[:-2])
        elif kind == "unit":
            key, _, word = field.partition("?")
            if source.peek() == word.strip():
                source.take()
                attributes[key] = core.UnitAttr.get()
        elif kind == "attribute" and field.endswith("<"):
            attributes[field[:-1]] = kernel_parser.parameters(source, "vector", "kind")
        elif kind == "attribute":
            attributes[field] = _attribute(program, name, field)
        elif field[0] == "t":
            listed = _types(source) if field.endswith("-") else [type_(source)]
            given |= dict(enumerate(listed, int(field[1])))
        elif field[0] == "r":
            results = _types(source) if field.endswith("-") else [type_(source)]
        else:
            operands += operands_of(program) if field.endswith("-") else [program.value()]
    if FORMATS[name] in SAME_TYPES and results and name not in _OF_ELEMENTS:
        given = dict.fromkeys(range(len(operands)), results[0])
    program.expect(operands, [given.get(number, value._type) for number, value in enumerate(operands)])
    if name in _RESULTS:
        results = [core.Type.parse(_RESULTS[name])]
    elif results is None or name in _TWICE:
        inferred = name in inference.kernel_rules()
        results = list(inference.infer(name, operands, attributes)) if inferred else []
    return done(program, make(program, name, operands, attributes), names, results)


#: Operations whose operands have another type than the result that is shown.
_OF_ELEMENTS = ("tensor.from_elements", "vector.create_mask", "vector.from_elements")
#: Result types that the text does not have; and operations with two results of the type that is shown once.
_RESULTS = {"tensor.dim": "index", "shape.cstr_broadcastable": "!shape.witness"}
_TWICE = ("arith.mulsi_extended", "arith.mului_extended")


def _constant(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {}
    other_attributes(program, attributes)
    value = attributes["value"] = attribute(program.source)
    return done(program, make(program, name, [], attributes), names, [value.type])


def _select(program: Program, names: Names, name: str) -> Operation:
    operands, attributes = operands_of(program), cast("Attributes", {})
    other_attributes(program, attributes)
    program.source.take(":")
    *condition, kind = _types(program.source)
    program.expect(operands, [condition[0] if condition else core.IntegerType.get_signless(1), kind, kind])
    return done(program, make(program, name, operands, attributes), names, [kind])


def _truncf(program: Program, names: Names, name: str) -> Operation:
    operand, attributes = program.value(), cast("Attributes", {})
    source = program.source
    if source.peek() not in ("fastmath", "{", ":"):
        words = ["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"]
        i32 = core.IntegerType.get_signless(32)
        attributes["roundingmode"] = core.IntegerAttr.get(i32, words.index(source.take()))
    _flags(program, attributes, "fastmath")
    other_attributes(program, attributes)
    source.take(":")
    program.expect([operand], [type_(source)])
    source.take("to")
    return done(program, make(program, name, [operand], attributes), names, [type_(source)])


# ---- memref, vector and tensor


def _allocation(program: Program, names: Names, name: str) -> Operation:
    source, attributes = program.source, cast("Attributes", {})
    sizes = _group(program, "(", ")")
    symbols = _group(program, "[", "]") if source.peek() == "[" else []
    if source.peek() == "alignment":
        source.take()
        source.take("=")
        i64 = core.IntegerType.get_signless(64)
        attributes["alignment"] = core.IntegerAttr.get(i64, int(source.take()))
    other_attributes(program, attributes)
    attributes["operandSegmentSizes"] = core.DenseI32ArrayAttr.get([len(sizes), len(symbols)])
    source.take(":")
    return done(program, make(program, name, [*sizes, *symbols], attributes), names, [type_(source)])


def _group(program: Program, begin: str, end: str) -> list[Value[Type]]:
    """Parse operands in brackets."""
    program.source.take(begin)
    values = operands_of(program)
    program.source.take(end)
    return values


def _access(stores: bool, result: Callable[[Sequence[Type]], Type] | None = None) -> OperationReader:
    """Parse a load or a store: ``[%value,] %memory[%indices] : types``."""

    def read(program: Program, names: Names, name: str) -> Operation:
        source, attributes = program.source, cast("Attributes", {})
        operands = operands_of(program)
        operands += _group(program, "[", "]")
        other_attributes(program, attributes)
        source.take(":")
        listed = _types(source)
        program.expect(operands[stores : stores + 1], listed[:1])
        if stores and len(listed) > 1:
            program.expect(operands[:1], listed[1:])
        results = [] if stores else [result(listed) if result is not None else listed[-1]]
        return done(program, make(program, name, operands, attributes), names, results)

    return read


def _element(types: Sequence[Type]) -> Type:
    return cast("core.ShapedType", types[0]).element_type


def _position(program: Program, attributes: Attributes) -> list[Value[Type]]:
    """Parse indices of which some are values."""
    numbers: list[int] = []
    values: list[Value[Type]] = []

    def one() -> None:
        if program.source.peek() == "%":
            values.append(program.value())
            numbers.append(core.DYNAMIC)
        else:
            numbers.append(int(program.source.take()))

    program.source.items("[", "]", one)
    attributes["static_position"] = core.DenseI64ArrayAttr.get(numbers)
    return values


def _part(program: Program, names: Names, name: str) -> Operation:
    """Parse ``%value, %vector[position] : type into type`` or ``%vector[position] : type from type``."""
    source, attributes = program.source, cast("Attributes", {})
    operands = operands_of(program)
    dynamic = _position(program, attributes)
    other_attributes(program, attributes)
    source.take(":")
    first = type_(source)
    inserts = name.endswith("insert")
    source.take("into" if inserts else "from")
    second = type_(source)
    program.expect(operands, [first, second] if inserts else [second])
    op = make(program, name, [*operands, *dynamic], attributes)
    return done(program, op, names, [second if inserts else first])


# ---- cf and scf


def _successor(program: Program) -> tuple[str, list[Value[Type]]]:
    """Parse ``^block(%values : types)``."""
    source = program.source
    source.take("^")
    label = source.take()
    values: list[Value[Type]] = []
    if source.peek() == "(":
        source.take()
        values, _ = _typed_values(program)
        source.take(")")
    return label, values


def _branch(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {}
    condition: list[Value[Type]] = []
    if name == "cf.cond_br":
        condition = [program.value()]
        program.source.take(",")
    targets = [_successor(program)]
    if condition:
        program.source.take(",")
        targets.append(_successor(program))
        sizes = [1, *(len(values) for _, values in targets)]
        attributes["operandSegmentSizes"] = core.DenseI32ArrayAttr.get(sizes)
    other_attributes(program, attributes)
    op = make(program, name, [*condition, *(value for _, values in targets for value in values)], attributes)
    program.finish(op, names, core.FunctionType.get([], []), [label for label, _ in targets])
    return op


def _assert(program: Program, names: Names, name: str) -> Operation:
    operand = program.value()
    program.source.take(",")
    attributes: Attributes = {"msg": attribute(program.source)}
    other_attributes(program, attributes)
    return done(program, make(program, name, [operand], attributes), names, [])


def _yield(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {}
    other_attributes(program, attributes)
    operands, _ = _typed_values(program)
    return done(program, make(program, name, operands, attributes), names, [])


def _condition(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {}
    condition = _group(program, "(", ")")
    other_attributes(program, attributes)
    passed, _ = _typed_values(program)
    return done(program, make(program, name, [*condition, *passed], attributes), names, [])


def _ended(program: Program, op: Operation) -> None:
    """Append the terminator that the text of the last region may omit."""
    block = op._regions[-1]._blocks[-1]
    if not block._operations or block._operations[-1]._name != "scf.yield":
        append(block, make(program, "scf.yield", [], {}))


def _if(program: Program, names: Names, name: str) -> Operation:
    source, attributes = program.source, cast("Attributes", {})
    condition = program.value()
    results = _arrow(source)
    op = make(program, name, [condition], attributes)
    body(program, op, [])
    _ended(program, op)
    if source.peek() == "else":
        source.take()
        body(program, op, [])
        _ended(program, op)
    else:
        op._regions = [*op._regions, Region(op)]
    other_attributes(program, op._attributes)
    return done(program, op, names, results)


def _arrow(source: Text) -> list[Type]:
    """Parse ``-> (types)``, which may be absent."""
    if source.peek() != "->":
        return []
    source.take()
    return source.items("(", ")", lambda: type_(source))


def _assigned(program: Program) -> tuple[list[tuple[str, core.Location]], list[Value[Type]]]:
    """Parse ``(%argument = %value, ...)``."""
    labels, values = [], []
    program.source.take("(")
    while program.source.peek() == "%":
        labels.append(program.argument_name())
        program.source.take("=")
        values.append(program.value())
        comma(program)
    program.source.take(")")
    return labels, values


def _for(program: Program, names: Names, name: str) -> Operation:
    source, attributes = program.source, cast("Attributes", {})
    if source.peek() == "unsigned":
        source.take()
        attributes["unsignedCmp"] = core.UnitAttr.get()
    label, where = program.argument_name()
    bounds = []
    for word in ("=", "to", "step"):
        source.take(word)
        bounds.append(program.value())
    labels: list[tuple[str, core.Location]] = []
    initial: list[Value[Type]] = []
    results: list[Type] = []
    if source.peek() == "iter_args":
        source.take()
        labels, initial = _assigned(program)
        results = _arrow(source)
        program.expect(initial, results)
    kind: Type = core.IndexType.get()
    if source.peek() == ":":
        source.take()
        kind = type_(source)
    program.expect(bounds, [kind] * 3)
    op = make(program, name, [*bounds, *initial], attributes)
    carried: list[Argument] = [(own, t, at) for (own, at), t in zip(labels, results, strict=True)]
    body(program, op, [(label, kind, where), *carried])
    _ended(program, op)
    other_attributes(program, op._attributes)
    return done(program, op, names, results)


def _while(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    labels, operands = _assigned(program) if source.peek() == "(" else ([], [])
    results = result_types(program, operands)
    op = make(program, name, operands, {})
    body(program, op, [(own, value._type, at) for (own, at), value in zip(labels, operands, strict=True)])
    source.take("do")
    program.region(op)
    if source.peek() == "attributes":
        source.take()
        other_attributes(program, op._attributes)
    return done(program, op, names, results)


READERS: dict[str, OperationReader] = {
    **{name: _formatted for name in FORMATS if name.partition(".")[0] in _DIALECTS},
    "arith.constant": _constant,
    "arith.select": _select,
    "arith.truncf": _truncf,
    "cf.assert": _assert,
    "cf.br": _branch,
    "cf.cond_br": _branch,
    "memref.alloc": _allocation,
    "memref.alloca": _allocation,
    "memref.load": _access(stores=False, result=_element),
    "memref.store": _access(stores=True),
    "scf.condition": _condition,
    "scf.for": _for,
    "scf.if": _if,
    "scf.while": _while,
    "scf.yield": _yield,
    "tensor.extract": _access(stores=False, result=_element),
    "vector.extract": _part,
    "vector.insert": _part,
    "vector.load": _access(stores=False),
    "vector.store": _access(stores=True),
}
