"""Parses operations in custom form: the assembly of func, StableHLO, CHLO and Shardy.

Most are a name, operands, attributes with a label of their own, a dictionary of the others, and types; which label
is which attribute is a table. A few have a syntax of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Attributes, Block, Location, Operation, Region, Type, Value
from jaxlib._ir.text.attribute_parser import (
    ShardyParser,
    attribute,
    convolution_numbers,
    dictionary,
    integer_list,
    type_,
)
from jaxlib._ir.text.lexer import NotRead, Text, unquoted

#: The names before an operation, and the number of results of each.
Names = list[tuple[str, int]]
#: The name of an argument, its type and its location.
Argument = tuple[str, Type, Location]


class Program(Protocol):
    """The part of `parser.Program` that is used here; it calls `read`."""

    source: Text
    unknown: Location
    values: list[dict[str, Value[Any]]]

    def operation(self) -> Operation:
        """The next operation."""

    def value(self) -> Value[Any]:
        """The value that the next name stands for."""

    def finish(self, op: Operation, names: Names, kind: Type, successors: list[str]) -> None:
        """Set the results of an operation, and read what follows its type."""

    def location(self) -> Location:
        """``loc(...)``."""


#: What is written without its dialect.
_SHORT = {"module": "builtin.module", "return": "func.return", "call": "func.call"}


#: Reads an operation after its name, which is the last argument.
OperationReader = Callable[[Program, Names, str], Operation]


def read(program: Program, names: Names) -> Operation:
    """The next operation, which begins with its name without quotes."""
    word = program.source.take()
    name = _SHORT.get(word, word)
    special = _SPECIAL.get(name)
    if special is not None:
        return special(program, names, name)
    if not re.fullmatch(r"[A-Za-z_][\w$.-]*", name):
        program.source.fail(f"wanted an operation's name, found {word!r}")
    if name.partition(".")[0] not in ("stablehlo", "chlo", "mhlo", "sdy", "func"):
        raise NotRead(
            f"jaxlib.mlir.ir.Module.parse of {word!r}",
            "of the forms that people read, those of func, StableHLO, CHLO and Shardy are known; any operation is "
            "read in generic form: print it with print_generic_op_form=True, or use bytecode",
        )
    return _ordinary(program, names, name)


def _make(program: Program, name: str, operands: Sequence[Value[Any]], attributes: Attributes) -> Operation:
    op = Operation._new(name)
    op._fill(name, operands, attributes, (), 0, [], program.unknown, False)
    return op


def _done(program: Program, op: Operation, names: Names, results: list[Type]) -> Operation:
    inputs = [each._type for each in op._operands]
    program.finish(op, names, core.FunctionType.get(inputs, results), [])
    return op


# ---- Parts


def _comma(program: Program) -> bool:
    if program.source.peek() != ",":
        return False
    program.source.take()
    return True


def _operands(program: Program) -> list[Value[Any]]:
    values = []
    while program.source.peek() == "%":
        values.append(program.value())
        if not _comma(program):
            break
    return values


def _others(program: Program, attributes: Attributes) -> None:
    """The dictionary of the attributes without a syntax of their own."""
    if program.source.peek() == "{":
        attributes.update(dictionary(program.source).parts[0])


def _results(program: Program) -> list[Type]:
    """The types of the results: those after an arrow, else all."""
    source = program.source
    source.take(":")
    listed = []
    if source.peek() == "(" or source.peek() not in ("->", ""):
        kind = type_(source)
        if isinstance(kind, core.FunctionType):
            return list(kind.results)
        listed.append(kind)
        while _comma(program):
            listed.append(type_(source))
    if source.peek() == "->":
        source.take()
        if source.peek() != "(":
            return [type_(source)]
        source.take()
        listed = []
        while source.peek() != ")":
            listed.append(type_(source))
            _comma(program)
        source.take(")")
    return listed


def _block(program: Program, op: Operation, arguments: list[Argument]) -> None:
    """A region of one block with those arguments."""
    region = Region(op)
    op._regions = [*op._regions, region]
    block = Block(region, [])
    region._blocks.append(block)
    program.values.append({name: block.add_argument(kind, loc) for name, kind, loc in arguments})
    program.source.take("{")
    while program.source.peek() != "}":
        _append(block, program.operation())
    program.source.take("}")
    program.values.pop()


def _append(block: Block, op: Operation) -> None:
    op._parent = block
    block._operations.append(op)


def _typed_arguments(program: Program) -> list[Argument]:
    """``(%name: type loc(...), ...)``."""
    source = program.source
    source.take("(")
    arguments = []
    while source.peek() != ")":
        source.take("%")
        name = source.take()
        source.take(":")
        kind = type_(source)
        arguments.append((name, kind, program.location() if source.peek() == "loc" else program.unknown))
        _comma(program)
    source.take(")")
    return arguments


def _symbol(program: Program) -> str:
    token = program.source.take()
    if token == "@":
        return str(unquoted(program.source.take()))
    if not token.startswith("@"):
        program.source.fail("wanted a symbol")
    return token[1:]


# ---- Labels: how the attribute is written that has this label

Reader = Callable[[Program], Attribute]


def _truth(program: Program) -> Attribute:
    return core.BoolAttr.get(program.source.take() == "true")


def _i64(program: Program) -> Attribute:
    return core.IntegerAttr.get(core.IntegerType.get_signless(64), int(program.source.take()))


def _i64s(program: Program) -> Attribute:
    return core.DenseI64ArrayAttr.get(integer_list(program.source))


def _flag(program: Program) -> Attribute:
    return core.BoolAttr.get(program.source.take() == "true")


def _word(mnemonic: str) -> Reader:
    return lambda program: dialects.ENUMERATIONS["stablehlo", mnemonic].get(program.source.take())


def _precisions(program: Program) -> Attribute:
    source = program.source
    source.take("[")
    precisions = []
    while source.peek() != "]":
        precisions.append(dialects.ENUMERATIONS["stablehlo", "precision"].get(source.take()))
        _comma(program)
    source.take("]")
    return core.ArrayAttr.get(precisions)


#: By operation ("" for any), attributes by their labels.
_LABELS: dict[str, dict[str, tuple[str, Reader]]] = {
    "": {"precision": ("precision_config", _precisions)},
    "broadcast": {"sizes": ("broadcast_sizes", _i64s)},
    "broadcast_in_dim": {"dims": ("broadcast_dimensions", _i64s)},
    "cholesky": {"lower": ("lower", _flag)},
    "concatenate": {"dim": ("dimension", _i64)},
    "dynamic_broadcast_in_dim": {"dims": ("broadcast_dimensions", _i64s)},
    "dynamic_iota": {"dim": ("iota_dimension", _i64)},
    "dynamic_slice": {"sizes": ("slice_sizes", _i64s)},
    "fft": {"type": ("fft_type", _word("fft_type")), "length": ("fft_length", _i64s)},
    "get_dimension_size": {"dim": ("dimension", _i64)},
    "iota": {"dim": ("iota_dimension", _i64)},
    "pad": {
        "low": ("edge_padding_low", _i64s),
        "high": ("edge_padding_high", _i64s),
        "interior": ("interior_padding", _i64s),
    },
    "reverse": {"dims": ("dimensions", _i64s)},
    "rng": {"distribution": ("rng_distribution", _word("rng_distribution"))},
    "rng_bit_generator": {"algorithm": ("rng_algorithm", _word("rng_algorithm"))},
    "set_dimension_size": {"dim": ("dimension", _i64)},
    "top_k": {"k": ("k", _i64), "is_stable": ("is_stable", _truth)},
    "transpose": {"dims": ("permutation", _i64s)},
}


def _ordinary(program: Program, names: Names, name: str) -> Operation:
    """An operation written as operands and labels, the other attributes, and types."""
    source = program.source
    operands: list[Value[Any]] = []
    attributes: Attributes = {}
    short = name.partition(".")[2]
    if source.peek() == "{":  # a barrier's come first
        _others(program, attributes)
    bracket = source.peek() == "("
    if bracket:
        source.take()
    while source.peek() not in (":", "{", "}", ")", "loc", ""):
        if source.peek() == "%":
            operands.append(program.value())
        elif short == "compare":
            _comparison(program, attributes)
        elif short == "slice":
            _bounds(program, attributes)
        elif short == "get_tuple_element":
            index = core.IntegerType.get_signless(32)
            attributes["index"] = core.IntegerAttr.get(index, integer_list(source)[0])
        elif name.startswith("sdy."):
            attributes["sharding"] = ShardyParser(source).sharding()
        else:
            _labelled(program, short, attributes)
        if source.peek() == ",":
            source.take()
    if bracket:
        source.take(")")
    _others(program, attributes)
    op = _make(program, name, operands, attributes)
    listed = _results(program) if source.peek() == ":" else []
    if short in ("return", "terminator"):
        listed = []
    elif short == "select" and len(listed) == 2:
        listed = listed[1:]
    return _done(program, op, names, listed)


def _labelled(program: Program, short: str, attributes: Attributes) -> None:
    source = program.source
    label = source.take()
    if label in ("batching_dims", "contracting_dims", "algorithm") and short == "dot_general":
        _dot_numbers(program, label, attributes)
        return
    if short == "reduce_precision" and label == "format":
        source.take("=")
        match = re.fullmatch(r"e(\d+)m(\d+)", source.take())
        if match is None:
            source.fail("wanted a format such as e5m10")
        else:
            i32 = core.IntegerType.get_signless(32)
            for each, bits in zip(("exponent_bits", "mantissa_bits"), match.groups(), strict=True):
                attributes[each] = core.IntegerAttr.get(i32, int(bits))
        return
    known = _LABELS.get(short, {}).get(label) or _LABELS[""].get(label)
    if known is None:
        raise NotRead(
            f"jaxlib.mlir.ir.Module.parse of {label!r} in {short}",
            "its syntax is not known here: print programs with print_generic_op_form=True, or use bytecode",
        )
    source.take("=")
    attributes[known[0]] = known[1](program)


def _dot_numbers(program: Program, label: str, attributes: Attributes) -> None:
    source = program.source
    source.take("=")
    if label == "algorithm":
        text = source.text
        source.text = text[: source.at] + " #stablehlo.dot_algorithm" + text[source.at :].lstrip()
        attributes["algorithm"] = attribute(source)
        return
    left = integer_list(source)
    source.take("x")
    right = integer_list(source)
    kept = attributes.get("dot_dimension_numbers")
    batch = (kept.lhs_batching_dimensions, kept.rhs_batching_dimensions) if kept is not None else ([], [])
    contract: tuple[list[int], list[int]] = ([], [])
    if label == "batching_dims":
        batch = (left, right)
    else:
        contract = (left, right)
    attributes["dot_dimension_numbers"] = dialects.DotDimensionNumbers.get(*batch, *contract)


def _comparison(program: Program, attributes: Attributes) -> None:
    """The direction before the operands, the type of comparison after them."""
    key = "compare_type" if "comparison_direction" in attributes else "comparison_direction"
    mnemonic = {"compare_type": "comparison_type"}.get(key, key)
    attributes[key] = dialects.ENUMERATIONS["stablehlo", mnemonic].get(program.source.take())


def _bounds(program: Program, attributes: Attributes) -> None:
    """``[first:last:step, ...]``."""
    source = program.source
    source.take("[")
    rows: list[list[int]] = []
    while source.peek() != "]":
        row = [int(source.take())]
        while source.peek() == ":":
            source.take()
            row.append(int(source.take()))
        rows.append([*row, 1] if len(row) == 2 else row)
        _comma(program)
    source.take("]")
    for i, name in enumerate(("start_indices", "limit_indices", "strides")):
        attributes[name] = core.DenseI64ArrayAttr.get([row[i] for row in rows])


# ---- Operations with a syntax of their own


def _module(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    attributes: Attributes = {}
    if source.peek().startswith("@"):
        attributes["sym_name"] = core.StringAttr.get(_symbol(program))
    if source.peek() == "attributes":
        source.take()
        _others(program, attributes)
    op = _make(program, name, [], attributes)
    _block(program, op, [])
    return _done(program, op, names, [])


def _function(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    attributes: Attributes = {}
    if source.peek() in ("public", "private", "nested"):
        attributes["sym_visibility"] = core.StringAttr.get(source.take())
    attributes["sym_name"] = core.StringAttr.get(_symbol(program))
    arguments: list[Argument] = []
    result_types: list[Type] = []

    def parameter() -> core.DictAttr:
        label = ""
        if source.peek() == "%":
            source.take()
            label = source.take()
            source.take(":")
        kind = type_(source)
        own = dictionary(source) if source.peek() == "{" else core.DictAttr.get({})
        loc = program.location() if source.peek() == "loc" else program.unknown
        arguments.append((label, kind, loc))
        return own

    def several(read: Callable[[], core.DictAttr]) -> list[core.DictAttr]:
        source.take("(")
        listed = []
        while source.peek() != ")":
            listed.append(read())
            _comma(program)
        source.take(")")
        return listed

    def result() -> core.DictAttr:
        result_types.append(type_(source))
        return dictionary(source) if source.peek() == "{" else core.DictAttr.get({})

    argument_attributes = several(parameter)
    result_attributes: list[core.DictAttr] = []
    if source.peek() == "->":
        source.take()
        if source.peek() == "(":
            result_attributes = several(result)
        else:  # the next brace opens the body
            result_types.append(type_(source))
    kind = core.FunctionType.get([each for _, each, _ in arguments], result_types)
    attributes["function_type"] = core.TypeAttr.get(kind)
    for key, listed in (("arg_attrs", argument_attributes), ("res_attrs", result_attributes)):
        if any(each.parts[0] for each in listed):
            attributes[key] = core.ArrayAttr.get(listed)
    if source.peek() == "attributes":
        source.take()
        _others(program, attributes)
    op = _make(program, name, [], attributes)
    if source.peek() == "{":
        _block(program, op, arguments)
    else:
        op._regions = [Region(op)]
    return _done(program, op, names, [])


def _constant(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {}
    _others(program, attributes)
    attributes["value"] = attribute(program.source)
    return _done(program, _make(program, name, [], attributes), names, [attributes["value"].type])


def _called(key: str) -> OperationReader:
    """``@name(%operands) {attributes} : (types) -> types``."""

    def read(program: Program, names: Names, name: str) -> Operation:
        target = _symbol(program)
        attributes: Attributes = {
            key: core.FlatSymbolRefAttr.get(target) if key == "callee" else core.StringAttr.get(target)
        }
        program.source.take("(")
        operands = _operands(program)
        program.source.take(")")
        _others(program, attributes)
        if key != "callee":
            attributes = {**custom_call_defaults(), **attributes}
        return _done(program, _make(program, name, operands, attributes), names, _results(program))

    return read


def custom_call_defaults() -> Attributes:
    """The attributes of a custom call that its text omits."""
    return {
        "api_version": core.IntegerAttr.get(core.IntegerType.get_signless(32), 1),
        "called_computations": core.ArrayAttr.get([]),
        "has_side_effect": core.BoolAttr.get(False),
    }


def _composite(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {"name": core.StringAttr.get(unquoted(program.source.take()))}
    operands = _operands(program)
    _others(program, attributes)
    return _done(program, _make(program, name, operands, attributes), names, _results(program))


def _reduce(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    inputs, starts = [], []
    while source.peek() == "(":
        source.take()
        inputs.append(program.value())
        source.take("init")
        source.take(":")
        starts.append(program.value())
        source.take(")")
        _comma(program)
    applied = ""
    if source.peek() == "applies":
        source.take()
        applied = source.take()
    for word in ("across", "dimensions", "="):
        source.take(word)
    attributes: Attributes = {"dimensions": _i64s(program)}
    _others(program, attributes)
    op = _make(program, name, [*inputs, *starts], attributes)
    results = _results(program)
    if not applied:
        source.take("reducer")
        pairs = []
        while source.peek() == "(":
            pairs.append(_typed_arguments(program))
        _block(program, op, [pair[0] for pair in pairs] + [pair[1] for pair in pairs])
    operation = _done(program, op, names, results)
    if applied:
        _applied(program, op, applied, starts[0]._type)
    return operation


def _applied(program: Program, op: Operation, name: str, kind: Type) -> None:
    """The region of one operation, which has the location of the reduction."""
    region = Region(op)
    op._regions = [region]
    block = Block(region, [])
    region._blocks.append(block)
    arguments = [block.add_argument(kind, op._location) for _ in range(2)]
    inner = _make(program, name, arguments, {})
    program.finish(inner, [], core.FunctionType.get([kind, kind], [kind]), [])
    end = _make(program, "stablehlo.return", [inner._results[0]], {})
    for each in (inner, end):
        each._location = op._location
        _append(block, each)


def _while(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    source.take("(")
    labels, operands = [], []
    while source.peek() != ")":
        source.take("%")
        labels.append(source.take())
        source.take("=")
        operands.append(program.value())
        _comma(program)
    source.take(")")
    kinds = _results(program) if source.peek() == ":" else []
    attributes: Attributes = {}
    if source.peek() == "attributes":
        source.take()
        _others(program, attributes)
    op = _make(program, name, operands, attributes)
    arguments = [(label, kind, program.unknown) for label, kind in zip(labels, kinds, strict=True)]
    for word in ("cond", "do"):
        source.take(word)
        _block(program, op, arguments)
    return _done(program, op, names, kinds)


def _convolution(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    source.take("(")
    operands = _operands(program)
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
                _comma(program)
            source.take("]")
            attributes["window_reversal"] = core.DenseBoolArrayAttr.get(reversed_dimensions)
        else:
            key = {"stride": "window_strides", "lhs_dilate": "lhs_dilation", "rhs_dilate": "rhs_dilation"}
            attributes[key[label]] = _i64s(program)
        _comma(program)
    source.take("}")
    _others(program, attributes)
    return _done(program, _make(program, name, operands, attributes), names, _results(program))


def _padding(program: Program) -> Attribute:
    rows = []
    program.source.take("[")
    while program.source.peek() != "]":
        rows.append(integer_list(program.source))
        _comma(program)
    program.source.take("]")
    kind = core.RankedTensorType.get([len(rows), 2], core.IntegerType.get_signless(64))
    return core.dense(kind, np.asarray(rows, np.int64).reshape(len(rows), 2))


def _mesh(program: Program, names: Names, name: str) -> Operation:
    attributes: Attributes = {"sym_name": core.StringAttr.get(_symbol(program))}
    program.source.take("=")
    attributes["mesh"] = ShardyParser(program.source).mesh()
    _others(program, attributes)
    return _done(program, _make(program, name, [], attributes), names, [])


def _manual(program: Program, names: Names, name: str) -> Operation:
    source = program.source
    shardy = ShardyParser(source)
    source.take("(")
    operands = _operands(program)
    source.take(")")
    attributes: Attributes = {}
    for key in ("in_shardings", "out_shardings"):
        source.take(key)
        source.take("=")
        listed = shardy.items("[", "]", shardy.sharding)
        attributes[key] = dialects.SdyTensorShardingPerValueAttr.get(listed)
    source.take("manual_axes")
    source.take("=")
    axes = shardy.items("{", "}", lambda: core.StringAttr.get(unquoted(source.take())))
    attributes["manual_axes"] = dialects.SdyManualAxesAttr.get(axes)
    op = _make(program, name, operands, attributes)
    _block(program, op, _typed_arguments(program))
    _others(program, attributes)
    return _done(program, op, names, _results(program))


_SPECIAL: dict[str, OperationReader] = {
    "builtin.module": _module,
    "func.func": _function,
    "func.call": _called("callee"),
    "stablehlo.constant": _constant,
    "chlo.constant": _constant,
    "mhlo.constant": _constant,
    "sdy.constant": _constant,
    "stablehlo.custom_call": _called("call_target_name"),
    "stablehlo.composite": _composite,
    "stablehlo.convolution": _convolution,
    "stablehlo.reduce": _reduce,
    "stablehlo.while": _while,
    "sdy.mesh": _mesh,
    "sdy.manual_computation": _manual,
}
