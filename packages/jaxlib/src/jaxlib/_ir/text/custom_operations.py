"""Parses operations with their own custom syntax: func, control flow, reductions, convolutions and Shardy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Attributes, Block, Operation, Region, Type, Value
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
    symbol,
    typed_arguments,
)
from jaxlib._ir.text.attribute_parser import attribute, dictionary, type_
from jaxlib._ir.text.lexer import Text, unquoted
from jaxlib._ir.text.literals import integer_list
from jaxlib._ir.text.shardy_parser import COLLECTIVES, DIRECTIONS, ShardyParser
from jaxlib._ir.text.stablehlo_parser import convolution_numbers

#: Parses an operation after its name, which is the last argument.
OperationReader = Callable[[Program, Names, str], Operation]
T = TypeVar("T")


def _module(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    attributes: Attributes = {}
    if source.peek().startswith("@"):
        attributes["sym_name"] = core.StringAttr.get(symbol(program))
    if source.peek() == "attributes":
        source.take()
        other_attributes(program, attributes)
    op = make(program, name, [], attributes)
    body(program, op, [])
    return done(program, op, names, [])


def _function(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    attributes: Attributes = {}
    if source.peek() in ("public", "private", "nested"):
        attributes["sym_visibility"] = core.StringAttr.get(source.take())
    attributes["sym_name"] = core.StringAttr.get(symbol(program))
    parameters = _listed(program, _parameter)
    results: list[tuple[Type, core.DictAttr]] = []
    if source.peek() == "->":
        source.take()
        if source.peek() == "(":
            results += _listed(program, _result)
        else:  # the next brace opens the body
            results.append((type_(source), core.DictAttr.get({})))
    arguments = [argument for argument, _ in parameters]
    kind = core.FunctionType.get([kind for _, kind, _ in arguments], [kind for kind, _ in results])
    attributes["function_type"] = core.TypeAttr.get(kind)
    for key, listed in (
        ("arg_attrs", [own for _, own in parameters]),
        ("res_attrs", [own for _, own in results]),
    ):
        if any(own.parts[0] for own in listed):
            attributes[key] = core.ArrayAttr.get(listed)
    if source.peek() == "attributes":
        source.take()
        other_attributes(program, attributes)
    op = make(program, name, [], attributes)
    if source.peek() == "{":
        body(program, op, arguments)
    else:
        op._regions = [Region(op)]
    return done(program, op, names, [])


def _listed(program: Program, read: Callable[[Program], T]) -> list[T]:
    """A comma-separated list in parentheses."""
    source = program.source
    listed: list[T] = []
    source.take("(")
    while source.peek() != ")":
        listed.append(read(program))
        comma(program)
    source.take(")")
    return listed


def _parameter(program: Program) -> tuple[Argument, core.DictAttr]:
    source, label, loc = program.source, "", program.here
    if source.peek() == "%":
        label, loc = program.argument_name()
        source.take(":")
    kind = type_(source)
    own = dictionary(source) if source.peek() == "{" else core.DictAttr.get({})
    loc = program.location() if source.peek() == "loc" else loc
    return (label, kind, loc), own


def _result(program: Program) -> tuple[Type, core.DictAttr]:
    source = program.source
    return type_(source), dictionary(source) if source.peek() == "{" else core.DictAttr.get({})


def _constant(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {}
    other_attributes(program, attributes)
    attributes["value"] = attribute(program.source)
    return done(program, make(program, name, [], attributes), names, [attributes["value"].type])


def _called(key: str) -> OperationReader:
    """Parse ``@name(%operands) {attributes} : (types) -> types``."""

    def read(program: Program, names: Names, name: str) -> Operation:
        target = symbol(program)
        attributes: Attributes = {
            key: core.FlatSymbolRefAttr.get(target) if key == "callee" else core.StringAttr.get(target)
        }
        program.source.take("(")
        operands = operands_of(program)
        program.source.take(")")
        other_attributes(program, attributes)
        return done(
            program, make(program, name, operands, attributes), names, result_types(program, operands)
        )

    return read


def _composite(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {"name": core.StringAttr.get(unquoted(program.source.take()))}
    op = make(program, name, operands_of(program), attributes)
    if program.source.peek() == "(":
        program.source.take()
        program.region(op)
        while program.source.peek() == ",":
            program.source.take()
            program.region(op)
        program.source.take(")")
    other_attributes(program, op._attributes)
    return done(program, op, names, result_types(program, op._operands))


def _reduce(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    program.here = source.place(source.next())  # after the name, as upstream's
    inputs, starts = [], []
    while source.peek() == "(":
        source.take()
        inputs.append(program.value())
        source.take("init")
        source.take(":")
        starts.append(program.value())
        source.take(")")
        comma(program)
    applied = ""
    if source.peek() == "applies":
        source.take()
        applied = source.take()
    for word in ("across", "dimensions", "="):
        source.take(word)
    attributes: Attributes = {"dimensions": i64_list(program)}
    other_attributes(program, attributes)
    op = make(program, name, [*inputs, *starts], attributes)
    results = result_types(program, op._operands)
    if not applied:
        source.take("reducer")
        pairs = []
        while source.peek() == "(":
            pairs.append(typed_arguments(program))
        body(program, op, [pair[0] for pair in pairs] + [pair[1] for pair in pairs])
    operation = done(program, op, names, results)
    if applied:
        _applied(program, op, applied, core.RankedTensorType.get((), inputs[0]._type.parts[1]))
    return operation


def _applied(program: Program, op: Operation, name: str, kind: Type) -> None:
    """Create the region with a single operation, which has the location of the reduction."""
    region = Region(op)
    op._regions = [region]
    block = Block(region, [])
    region._blocks.append(block)
    arguments = [block.add_argument(kind, op._location) for _ in range(2)]
    inner = make(program, name, arguments, {})
    program.finish(inner, [], core.FunctionType.get([kind, kind], [kind]), [])
    end = make(program, "stablehlo.return", [inner._results[0]], {})
    for created in (inner, end):
        created._location = op._location
        append(block, created)


def _while(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    source.take("(")
    labels, operands = [], []
    while source.peek() != ")":
        labels.append(program.argument_name())
        source.take("=")
        operands.append(program.value())
        comma(program)
    source.take(")")
    kinds = result_types(program, operands) if source.peek() == ":" else []
    attributes: Attributes = {}
    if source.peek() == "attributes":
        source.take()
        other_attributes(program, attributes)
    op = make(program, name, operands, attributes)
    arguments = [(label, kind, where) for (label, where), kind in zip(labels, kinds, strict=True)]
    for word in ("cond", "do"):
        source.take(word)
        body(program, op, arguments)
    return done(program, op, names, kinds)


def _scan(program: Program, names: Names, name: str) -> Operation:
    source = program.source

    def values() -> list[Value[Type]]:
        source.take("(")
        listed = operands_of(program)
        source.take(")")
        return listed

    inputs = values()
    source.take("inits")
    carries = values()
    for word in ("dimension", "="):
        source.take(word)
    number = int(source.take())
    attributes: Attributes = {"dimension": core.IntegerAttr.get(core.IntegerType.get_signless(64), number)}
    if source.peek() == "attributes":
        source.take()
        other_attributes(program, attributes)
    attributes["operandSegmentSizes"] = core.DenseI32ArrayAttr.get([len(inputs), len(carries)])
    op = make(program, name, [*inputs, *carries], attributes)
    program.region(op)
    results = result_types(program, op._operands)
    sizes = [len(results) - len(carries), len(carries)]
    op._attributes["resultSegmentSizes"] = core.DenseI32ArrayAttr.get(sizes)
    return done(program, op, names, results)


def _convolution(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    source.take("(")
    operands = operands_of(program)
    source.take(")")
    source.take("dim_numbers")
    source.take("=")
    attributes: Attributes = {"dimension_numbers": convolution_numbers(source)}
    source.take(",")
    source.take("window")
    source.take("=")
    source.take("{")
    while source.peek() != "}":
        label = source.take()
        source.take("=")
        if label == "pad":
            attributes["padding"] = _padding(program)
        elif label == "reverse":
            source.take("[")
            reversed_dimensions = []
            while source.peek() != "]":
                reversed_dimensions.append(source.take() in ("true", "1"))
                comma(program)
            source.take("]")
            attributes["window_reversal"] = core.DenseBoolArrayAttr.get(reversed_dimensions)
        else:
            key = {"stride": "window_strides", "lhs_dilate": "lhs_dilation", "rhs_dilate": "rhs_dilation"}
            attributes[key[label]] = i64_list(program)
        comma(program)
    source.take("}")
    other_attributes(program, attributes)
    return done(program, make(program, name, operands, attributes), names, result_types(program, operands))


def _padding(program: Program) -> Attribute:
    rows = []
    program.source.take("[")
    while program.source.peek() != "]":
        rows.append(integer_list(program.source))
        comma(program)
    program.source.take("]")
    kind = core.RankedTensorType.get([len(rows), 2], core.IntegerType.get_signless(64))
    return core.dense(kind, np.asarray(rows, np.int64).reshape(len(rows), 2))


def _mesh(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {"sym_name": core.StringAttr.get(symbol(program))}
    program.source.take("=")
    attributes["mesh"] = ShardyParser(program.source).mesh()
    other_attributes(program, attributes)
    return done(program, make(program, name, [], attributes), names, [])


def _manual(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    shardy = ShardyParser(source)
    source.take("(")
    operands = operands_of(program)
    source.take(")")
    attributes: Attributes = {}
    for key in ("in_shardings", "out_shardings"):
        _labelled(program, key, attributes, lambda: _per_value(source, shardy))
    source.take("manual_axes")
    source.take("=")
    axes = source.items("{", "}", lambda: core.StringAttr.get(unquoted(source.take())))
    attributes["manual_axes"] = dialects.SdyManualAxesAttr.get(axes)
    op = make(program, name, operands, attributes)
    body(program, op, typed_arguments(program))
    other_attributes(program, attributes)
    return done(program, op, names, result_types(program, operands))


def _collective(program: Program, names: Names, name: str) -> Operation:
    """Parse ``[reduction] [axes] %operand out_sharding=<...> {attributes} : type``."""
    source, shardy = program.source, ShardyParser(program.source)
    key, mnemonic = COLLECTIVES[name]
    attributes: Attributes = {}
    word = source.take() if source.peek() in dialects.REDUCTION_OPS else ""
    if word or core.declares(Operation._view(name), "reduction_op"):
        number = int(dialects.REDUCTION_OPS[word or "sum"])
        attributes["reduction_op"] = core.IntegerAttr.get(core.IntegerType.get_signless(32), number)
    if key:
        attributes[key] = shardy.axes(mnemonic)
    operands = [program.value()]
    _labelled(program, "out_sharding", attributes, shardy.sharding)
    other_attributes(program, attributes)
    return done(program, make(program, name, operands, attributes), names, result_types(program, operands))


def _labelled(program: Program, label: str, attributes: Attributes, read: Callable[[], Attribute]) -> None:
    program.source.take(label)
    program.source.take("=")
    attributes[label] = read()


def _with_label(label: str, read: Callable[[Program], Attribute], results: bool = True) -> OperationReader:
    """Parse ``%operand label=value {attributes} : type``; the label may be absent."""

    def parse(program: Program, names: Names, name: str) -> Operation:
        attributes: Attributes = {}
        operands = [program.value()]
        if program.source.peek() == label:
            _labelled(program, label, attributes, lambda: read(program))
        other_attributes(program, attributes)
        listed = result_types(program, operands)
        return done(program, make(program, name, operands, attributes), names, listed if results else [])

    return parse


def _direction(program: Program) -> Attribute:
    number = DIRECTIONS.index(program.source.take())
    return core.IntegerAttr.get(core.IntegerType.get_signless(32), number)


def _group(program: Program) -> Attribute:
    return core.IntegerAttr.get(core.IntegerType.get_signless(64), int(program.source.take()))


def _named(program: Program, names: Names, name: str) -> Operation:
    source, shardy = program.source, ShardyParser(program.source)
    source.take("<")
    attributes: Attributes = {"name": core.StringAttr.get(unquoted(source.take()))}
    source.take(">")
    source.take("(")
    operands = operands_of(program)
    source.take(")")
    for key in ("in_shardings", "out_shardings"):
        if source.peek() == key:
            _labelled(program, key, attributes, lambda: _per_value(source, shardy))
    op = make(program, name, operands, attributes)
    body(program, op, typed_arguments(program))
    other_attributes(program, attributes)
    return done(program, op, names, result_types(program, operands))


def _per_value(source: Text, shardy: ShardyParser) -> Attribute:
    return dialects.SdyTensorShardingPerValueAttr.get(source.items("[", "]", shardy.sharding))


def _cast(program: Program, names: Names, name: str) -> Operation:
    """Parse ``%operands : types to types``; a cast may have no operands."""
    source = program.source
    operands = operands_of(program) if source.peek().startswith("%") else []
    if operands:
        source.take(":")
        types = []
        for _ in operands:
            types.append(type_(source))
            comma(program)
        program.expect(operands, types)
    source.take("to")
    results = [type_(source)]
    while comma(program):
        results.append(type_(source))
    attributes: Attributes = {}
    other_attributes(program, attributes)
    return done(program, make(program, name, operands, attributes), names, results)


SPECIAL: dict[str, OperationReader] = {
    "builtin.module": _module,
    "builtin.unrealized_conversion_cast": _cast,
    "func.func": _function,
    "func.call": _called("callee"),
    "stablehlo.constant": _constant,
    "chlo.constant": _constant,
    "chlo.scan": _scan,
    "mhlo.constant": _constant,
    "sdy.constant": _constant,
    "stablehlo.custom_call": _called("call_target_name"),
    "stablehlo.composite": _composite,
    "stablehlo.convolution": _convolution,
    "stablehlo.reduce": _reduce,
    "stablehlo.while": _while,
    "sdy.mesh": _mesh,
    "sdy.manual_computation": _manual,
    "sdy.named_computation": _named,
    **dict.fromkeys(COLLECTIVES, _collective),
    "sdy.data_flow_edge": _with_label("sharding", lambda program: ShardyParser(program.source).sharding()),
    "sdy.func_data_flow_edge": _with_label(
        "sharding", lambda program: ShardyParser(program.source).sharding()
    ),
    "sdy.propagation_barrier": _with_label("allowed_direction", _direction),
    "sdy.sharding_group": _with_label("group_id", _group, results=False),
}
