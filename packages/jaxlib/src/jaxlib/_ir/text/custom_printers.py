"""The custom printers, for operations with their own syntax."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from jaxlib._ir.core import (
    ArrayAttr,
    Attribute,
    DenseElementsAttr,
    FunctionType,
    Operation,
    RankedTensorType,
    dictionary_text,
    function_text,
    symbol_text,
)
from jaxlib._ir.dialects import REDUCTION_OPS
from jaxlib._ir.text.kernel_printers import PRINTERS
from jaxlib._ir.text.shardy_parser import COLLECTIVES, DIRECTIONS

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer

#: Appends the lines of an operation, with an indent, to a printer's lines.
CustomPrinter = Callable[["Printer", Operation, str], None]


def elided(attr: Attribute, most: int) -> Attribute:
    """The attribute; if it has more than ``most`` elements, one with its elements elided."""
    if isinstance(attr, DenseElementsAttr) and not attr.is_splat and len(attr) > most:
        return type(attr)(f"dense_resource<__elided__> : {attr.parts[0].text}", attr.parts)
    return attr


#: The text of an accuracy that is not shown.
_DEFAULT_ACCURACY = "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>"


def _extra(op: Operation, but: tuple[str, ...], printer: Printer) -> str:
    attributes = op._attributes
    for name in attributes:
        if name not in but:
            rest = {name: attr for name, attr in attributes.items() if name not in but}
            accuracy = rest.get("result_accuracy")
            if accuracy is not None and accuracy.text == _DEFAULT_ACCURACY:
                return _extra(op, (*but, "result_accuracy"), printer)
            return f" {printer.attributes(rest)}"
    return ""


def _module(printer: Printer, op: Operation, indent: str) -> None:
    name = op._attributes.get("sym_name")
    rest = {key: attr for key, attr in op._attributes.items() if key != "sym_name"}
    head = f"{indent}module" + (f" {symbol_text(name.value)}" if name is not None else "")
    if rest:
        head += f" attributes {dictionary_text(rest)}"
    printer.lines.append(head + " {")
    printer.region(op._regions[0], indent)
    printer.lines.append(indent + "}" + printer.location(op._location))


def _attached(attributes: ArrayAttr | None, index: int) -> str:
    if attributes is None or not attributes[index].parts[0]:
        return ""
    return " " + dictionary_text(attributes[index].parts[0])


def _function(printer: Printer, op: Operation, indent: str) -> None:
    own = op._attributes
    kind: FunctionType = own["function_type"].value
    visibility = own.get("sym_visibility")
    head = f"{indent}{op._name} " + (f"{visibility.value} " if visibility is not None else "")
    argument_attributes, result_attributes = own.get("arg_attrs"), own.get("res_attrs")
    blocks = op._regions[0]._blocks
    shown = []
    for i, argument_type in enumerate(kind.inputs):
        name = printer.argument_name(blocks[0]._arguments[i]) + ": " if blocks else ""
        where = printer.argument_location(blocks[0]._arguments[i]._location) if blocks else ""
        shown.append(f"{name}{argument_type.text}{_attached(argument_attributes, i)}{where}")
    head += f"{symbol_text(own['sym_name'].value)}({', '.join(shown)})"
    results = kind.results
    if len(results) == 1 and not _attached(result_attributes, 0):
        head += f" -> {results[0].text}"
    elif results:
        listed = ", ".join(
            f"{result_type.text}{_attached(result_attributes, i)}" for i, result_type in enumerate(results)
        )
        head += f" -> ({listed})"
    printed_otherwise = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
    rest = {key: attr for key, attr in own.items() if key not in printed_otherwise}
    if rest:
        head += f" attributes {dictionary_text(rest)}"
    if not blocks:
        printer.lines.append(head + printer.location(op._location))
    else:
        printer.lines.append(head + " {")
        printer.region(op._regions[0], indent, show_arguments=False)
        printer.lines.append(indent + "}" + printer.location(op._location))


def _plain(printer: Printer, op: Operation, indent: str, head: str, types: str) -> None:
    printer.lines.append(f"{indent}{head}{types}{printer.location(op._location)}")


def _return(name: str) -> CustomPrinter:
    def show(printer: Printer, op: Operation, indent: str) -> None:
        # `func` is the default dialect only directly inside a function.
        shown = op._name if name == "return" and printer.owner != "func.func" else name
        shown += _extra(op, (), printer)
        if not op._operands:
            _plain(printer, op, indent, shown, "")
            return
        operands = printer.operands(op)
        types = ", ".join(operand_type.text for operand_type in op._operand_types)
        _plain(printer, op, indent, f"{shown} {operands}", f" : {types}")

    return show


def _call(printer: Printer, op: Operation, indent: str) -> None:
    operands = printer.operands(op)
    names = printer.result_names(op)
    # `func` is the default dialect only directly inside a function.
    name = "call" if printer.owner == "func.func" else op._name
    head = f"{names}{name} {op._attributes['callee'].text}({operands}){_extra(op, ('callee',), printer)}"
    types = printer.signature(op)
    _plain(printer, op, indent, head, f" : {types}")


def _constant(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    value = op._attributes["value"]
    shown = value if printer.most_elements is None else elided(value, printer.most_elements)
    head = f"{indent}{names}{op._name}{_extra(op, ('value',), printer)} {shown.text}"
    printer.lines.append(head + printer.location(op._location) if printer.locations else head)


def _elementwise(printer: Printer, op: Operation, indent: str) -> None:
    _line(printer, op, indent, types=printer.types_once(op))


def _barrier(printer: Printer, op: Operation, indent: str) -> None:
    head = f"{printer.result_names(op)}{op._name}{_extra(op, (), printer)}"
    types = ", ".join(operand_type.text for operand_type in op._operand_types)
    operands, tail = (f" {printer.operands(op)}", f" : {types}") if types else ("()", "")
    _plain(printer, op, indent, head + operands, tail)


def _with_lists(*fields: tuple[str, str], once: bool = False) -> CustomPrinter:
    """A printer for operations with attributes as lists after the operands; ``once``: one type for all."""
    shown = tuple(attribute for attribute, _ in fields)

    def middle(op: Operation) -> str:
        attributes = op._attributes
        return "".join(
            f", {label} = [{', '.join(map(str, attributes[name].parts))}]" for name, label in fields
        )

    def show(printer: Printer, op: Operation, indent: str) -> None:
        text = printer.fragment(op, shown, middle)
        _line(printer, op, indent, text, shown, printer.types_once(op) if once else "")

    return show


def _iota(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    head = f"{names}stablehlo.iota dim = {op._attributes['iota_dimension'].value}"
    head += _extra(op, ("iota_dimension",), printer)
    _plain(printer, op, indent, head, f" : {op._results[0]._type.text}")


def _compare(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    left, right = (printer.value(v) for v in op._operands)
    direction = op._attributes["comparison_direction"].value
    kind = op._attributes.get("compare_type")
    head = f"{names}{op._name} {direction}, {left}, {right}" + (f", {kind.value}" if kind is not None else "")
    head += _extra(op, ("comparison_direction", "compare_type"), printer)
    types = printer.signature(op)
    _plain(printer, op, indent, head, f" : {types}")


def _select(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    operands = printer.operands(op)
    chosen = {kind.text for kind in (*op._operand_types[1:], *op._result_types)}
    types = f"{op._operand_types[0].text}, {chosen.pop()}" if len(chosen) == 1 else printer.signature(op)
    _plain(printer, op, indent, f"{names}{op._name} {operands}{_extra(op, (), printer)}", f" : {types}")


def _concatenate(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    operands = printer.operands(op)
    dim = op._attributes["dimension"].value
    head = f"{names}{op._name} {operands}, dim = {dim}{_extra(op, ('dimension',), printer)}"
    types = printer.signature(op)
    _plain(printer, op, indent, head, f" : {types}")


def _slice(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    fields = ("start_indices", "limit_indices", "strides")
    parts = zip(*(op._attributes[field].parts for field in fields), strict=True)
    shown = ", ".join(f"{a}:{b}" + ("" if c == 1 else f":{c}") for a, b, c in parts)
    head = f"{names}{op._name} {printer.value(op._operands[0])} [{shown}]{_extra(op, fields, printer)}"
    types = function_text([op._operands[0]._type], [op._results[0]._type])
    _plain(printer, op, indent, head, f" : {types}")


_DOT = ("dot_dimension_numbers", "precision_config", "algorithm")


def _dot_attributes(op: Operation) -> str:
    numbers = op._attributes["dot_dimension_numbers"]
    text = ", "
    if numbers.lhs_batching_dimensions:
        text += f"batching_dims = {numbers.lhs_batching_dimensions} x {numbers.rhs_batching_dimensions}, "
    text += f"contracting_dims = {numbers.lhs_contracting_dimensions} x {numbers.rhs_contracting_dimensions}"
    text += _precisions(op)
    algorithm = op._attributes.get("algorithm")
    if algorithm is not None:
        text += f", algorithm = {algorithm.text.removeprefix('#stablehlo.dot_algorithm')}"
    return text


def _precisions(op: Operation) -> str:
    precision = op._attributes.get("precision_config")
    return (
        ""
        if precision is None
        else f", precision = [{', '.join(attribute.value for attribute in precision)}]"
    )


def _dot(printer: Printer, op: Operation, indent: str) -> None:
    _line(printer, op, indent, _precisions(op), ("precision_config",), printer.signature(op))


def _einsum(printer: Printer, op: Operation, indent: str) -> None:
    middle = f", config = {op._attributes['einsum_config'].text}"
    _line(printer, op, indent, middle, ("einsum_config",), printer.signature(op))


def _dot_general(printer: Printer, op: Operation, indent: str) -> None:
    _line(printer, op, indent, printer.fragment(op, _DOT, _dot_attributes), _DOT)


#: Attributes of custom calls that are omitted if they have this text.
_USUAL = {
    "api_version": "1 : i32",
    "called_computations": "[]",
    "has_side_effect": "false",
    "output_operand_aliases": "[]",
}


def _custom_call(printer: Printer, op: Operation, indent: str) -> None:
    names = printer.result_names(op)
    operands = printer.operands(op)
    target = op._attributes["call_target_name"].value
    usual = [
        name for name, text in _USUAL.items() if name in op._attributes and op._attributes[name].text == text
    ]
    head = f"{names}{op._name} {symbol_text(target)}({operands})"
    head += _extra(op, ("call_target_name", *usual), printer)
    types = printer.signature(op)
    _plain(printer, op, indent, head, f" : {types}")


def _composite(printer: Printer, op: Operation, indent: str) -> None:
    names, operands = printer.result_names(op), printer.operands(op)
    attributes = op._attributes
    head = f"{names}{op._name} {attributes['name'].text}" + (f" {operands}" if operands else "")
    usual = [key for key, text in (("composite_attributes", "{}"), ("version", "0 : i32"))
             if key in attributes and attributes[key].text == text]  # fmt: skip
    for number, region in enumerate(op._regions):
        printer.lines.append(f"{indent}{head}, {{" if number else f"{indent}{head} ({{")
        printer.region(region, indent)
        head = "}"
    head += ")" if op._regions else ""
    head += _extra(op, ("name", *usual), printer)
    _plain(printer, op, indent, head, f" : {printer.signature(op)}")


def _top_k(printer: Printer, op: Operation, indent: str) -> None:
    attributes = op._attributes
    order = ", is_stable = false" if "is_stable" in attributes and not attributes["is_stable"].value else ""
    head = f"{printer.result_names(op)}{op._name}({printer.operands(op)}, k = {attributes['k'].value}{order})"
    (operand,), results = op._operand_types, op._result_types
    types = f" : {operand.text} -> ({', '.join(result_type.text for result_type in results)})"
    _plain(printer, op, indent, head + _extra(op, ("k", "is_stable"), printer), types)


def _mesh(printer: Printer, op: Operation, indent: str) -> None:
    head = f"sdy.mesh {symbol_text(op._attributes['sym_name'].value)} = {op._attributes['mesh'].inner}"
    _plain(printer, op, indent, head + _extra(op, ("sym_name", "mesh"), printer), "")


def _manual(printer: Printer, op: Operation, indent: str) -> None:
    names, operands = printer.result_names(op), printer.operands(op)
    attributes = op._attributes
    shardings = [
        attributes[key].inner.removeprefix("<").removesuffix(">") for key in ("in_shardings", "out_shardings")
    ]
    printer.lines.append(
        f"{indent}{names}{op._name}({operands}) in_shardings={shardings[0]} out_shardings={shardings[1]} "
        f"manual_axes={attributes['manual_axes'].inner} ({_named_arguments(printer, op)}) {{"
    )
    printer.region(op._regions[0], indent, show_arguments=False)
    extra = _extra(op, ("in_shardings", "out_shardings", "manual_axes"), printer)
    _plain(printer, op, indent, f"}}{extra}", f" : {printer.signature(op)}")


def _constraint(printer: Printer, op: Operation, indent: str) -> None:
    head = f"{printer.result_names(op)}{op._name} {printer.value(op._operands[0])}"
    head += f" {op._attributes['sharding'].inner}"
    _plain(printer, op, indent, head + _extra(op, ("sharding",), printer), f" : {op._results[0]._type.text}")


def _collective(printer: Printer, op: Operation, indent: str) -> None:
    attributes, (key, mnemonic) = op._attributes, COLLECTIVES[op._name]
    parts = [f"{printer.result_names(op)}{op._name}"]
    reduction = attributes.get("reduction_op")
    if reduction is not None and reduction.value != REDUCTION_OPS["sum"]:
        parts += [word for word, number in REDUCTION_OPS.items() if number == reduction.value]
    parts += [attributes[key].text.removeprefix(f"#sdy<{mnemonic}").removesuffix(">")] if key else []
    parts += [printer.value(op._operands[0]), f"out_sharding={attributes['out_sharding'].inner}"]
    head = " ".join(parts) + _extra(op, (key, "out_sharding", "reduction_op"), printer)
    _plain(printer, op, indent, head, f" : {op._results[0]._type.text}")


def _with_label(label: str, shown: Callable[[Operation], str]) -> CustomPrinter:
    """Print ``%operand label=value : type``."""

    def show(printer: Printer, op: Operation, indent: str) -> None:
        head = f"{printer.result_names(op)}{op._name} {printer.value(op._operands[0])}"
        head += f" {label}={shown(op)}" if label in op._attributes else ""
        _plain(printer, op, indent, head + _extra(op, (label,), printer), f" : {op._operand_types[0].text}")

    return show


def _direction(op: Operation) -> str:
    return DIRECTIONS[op._attributes["allowed_direction"].value]


def _named(printer: Printer, op: Operation, indent: str) -> None:
    attributes, keys = op._attributes, ("in_shardings", "out_shardings")
    head = f"{printer.result_names(op)}{op._name}<{attributes['name'].text}>({printer.operands(op)})"
    for key in keys:
        if key in attributes:
            head += f" {key}={attributes[key].inner.removeprefix('<').removesuffix('>')}"
    printer.lines.append(f"{indent}{head} ({_named_arguments(printer, op)}) {{")
    printer.region(op._regions[0], indent, show_arguments=False)
    extra = _extra(op, ("name", *keys), printer)
    _plain(printer, op, indent, f"}}{extra}", f" : {printer.signature(op)}")


def _named_arguments(printer: Printer, op: Operation) -> str:
    """The arguments of the only block, with their types and locations."""
    (block,) = op._regions[0]._blocks
    return ", ".join(
        f"{printer.argument_name(argument)}: {argument._type.text}{printer.argument_location(argument._location)}"
        for argument in block._arguments
    )


def _while(printer: Printer, op: Operation, indent: str) -> None:
    names, condition = printer.result_names(op), op._regions[0]
    pairs = zip(condition._blocks[0]._arguments, op._operands, strict=True)
    state = ", ".join(
        f"{printer.argument_name(argument)} = {printer.value(value)}" for argument, value in pairs
    )
    types = ", ".join(operand_type.text for operand_type in op._operand_types)
    head = f"{indent}{names}{op._name}({state})" + (f" : {types}" if types else "")
    extra = _extra(op, (), printer)
    printer.lines.append(head + (f" attributes{extra}" if extra else ""))
    printer.lines.append(f"{indent}cond {{")
    printer.region(condition, indent, show_arguments=False)
    printer.lines.append(f"{indent}}} do {{")
    printer.region(op._regions[1], indent, show_arguments=False)
    printer.lines.append(f"{indent}}}{printer.location(op._location)}")


#: Operations for which a reduction is printed on one line.
_COMMUTATIVE = {f"stablehlo.{name}" for name in "add and maximum minimum multiply or xor".split()}  # noqa: SIM905


def _applies(op: Operation) -> str:
    """The name of the single operation that a reduction applies; "" if its body does more."""
    (block,) = op._regions[0]._blocks
    operations = list(block._operations)
    if len(operations) != 2 or len(block._arguments) != 2:
        return ""
    inner, end = operations
    argument = block._arguments[0]._type
    plain = (
        inner._name in _COMMUTATIVE
        and not inner._attributes
        and list(inner._operands) == list(block._arguments)
        and list(end._operands) == list(inner._results)
        and inner._result_types[0] == argument
        and isinstance(argument, RankedTensorType)
        and not argument.shape
    )
    return str(inner._name) if plain else ""


def _reduce(printer: Printer, op: Operation, indent: str) -> None:
    names, count = printer.result_names(op), len(op._operands) // 2
    operands = [printer.value(operand) for operand in op._operands]
    pairs = ", ".join(f"({a} init: {b})" for a, b in zip(operands[:count], operands[count:], strict=True))
    applied = _applies(op)
    head = f"{names}{op._name}{pairs}" + (f" applies {applied}" if applied else "")
    head += f" across dimensions = [{', '.join(map(str, op._attributes['dimensions'].parts))}]"
    head += f"{_extra(op, ('dimensions',), printer)} : {printer.signature(op)}"
    if applied:
        _plain(printer, op, indent, head, "")
        return
    arguments = [
        f"{printer.argument_name(argument)}: {argument._type.text}{printer.argument_location(argument._location)}"
        for argument in op._regions[0]._blocks[0]._arguments
    ]
    shown = "".join(f"({a}, {b}) " for a, b in zip(arguments[:count], arguments[count:], strict=True))
    printer.lines += [indent + head, f"{indent} reducer{shown} {{"]
    printer.region(op._regions[0], indent, show_arguments=False)
    printer.lines.append(f"{indent}}}{printer.location(op._location)}")


#: The attributes of a scan that its text has outside of the dictionary, or that follow from it.
_SHOWN_OF_SCAN = ("dimension", "operandSegmentSizes", "resultSegmentSizes")


def _scan(printer: Printer, op: Operation, indent: str) -> None:
    names, inputs = printer.result_names(op), op._attributes["operandSegmentSizes"].parts[0]
    operands = [printer.value(operand) for operand in op._operands]
    head = f"{names}{op._name}({', '.join(operands[:inputs])}) inits ({', '.join(operands[inputs:])})"
    extra = _extra(op, _SHOWN_OF_SCAN, printer)
    head += f" dimension={op._attributes['dimension'].value} {f' attributes{extra}' if extra else ''} {{"
    printer.lines.append(indent + head)
    printer.region(op._regions[0], indent)
    printer.lines.append(f"{indent}}} : {printer.signature(op)}{printer.location(op._location)}")


def _listed(value: Attribute) -> str:
    """The numbers of an attribute in brackets, by row."""
    rows = value.parts[1].tolist() if isinstance(value, DenseElementsAttr) else list(value.parts)
    if isinstance(value, DenseElementsAttr) and value.is_splat:
        columns = value.type.shape[-1]
        number = np.asarray(value.parts[1]).reshape(-1)[0].item()
        rows = [[number] * columns for _ in range(value.type.shape[0])]
    return json.dumps(rows)


def _convolution(printer: Printer, op: Operation, indent: str) -> None:
    own = op._attributes
    window = (("stride", "window_strides"), ("pad", "padding"), ("lhs_dilate", "lhs_dilation"),
              ("rhs_dilate", "rhs_dilation"), ("reverse", "window_reversal"))  # fmt: skip
    numbers = own["dimension_numbers"].text.removeprefix("#stablehlo.conv<").removesuffix(">")
    shown = ", ".join(f"{label} = {_listed(own[name])}" for label, name in window if name in own)
    head = f"{printer.result_names(op)}{op._name}({printer.operands(op)}) dim_numbers = {numbers}, "
    head += f"window = {{{shown}}}{_extra(op, ('dimension_numbers', *(name for _, name in window)), printer)}"
    _plain(printer, op, indent, head, f" : {printer.signature(op)}")


def _line(
    printer: Printer,
    op: Operation,
    indent: str,
    middle: str = "",
    shown: tuple[str, ...] = (),
    types: str = "",
) -> None:
    """Print operands, ``middle`` (some attributes), the other attributes, and ``types`` or the signature."""
    extra = _extra(op, shown, printer) if op._attributes else ""
    types = types or printer.signature(op)
    # The most frequent case is written out: calls of result_names() and operands() would be a third of the time.
    results, names = op._results, printer.names
    if len(results) == 1 and printer.for_people and not printer.locations:
        try:
            operands = ", ".join(map(names.__getitem__, op._operands))
        except KeyError:  # an operand is from another program
            operands = printer.operands(op)
        printer.lines.append(f"{indent}{names[results[0]]} = {op._name} {operands}{middle}{extra} : {types}")
        return
    line = f"{indent}{printer.result_names(op)}{op._name} {printer.operands(op)}{middle}{extra} : {types}"
    printer.lines.append(line + printer.location(op._location) if printer.locations else line)


def _fft(printer: Printer, op: Operation, indent: str) -> None:
    own = op._attributes
    middle = f", type = {own['fft_type'].value}, length = {_listed(own['fft_length'])}"
    _line(printer, op, indent, middle, ("fft_type", "fft_length"))


def _reduce_precision(printer: Printer, op: Operation, indent: str) -> None:
    own = op._attributes
    middle = f", format = e{own['exponent_bits'].value}m{own['mantissa_bits'].value}"
    _line(printer, op, indent, middle, ("exponent_bits", "mantissa_bits"), printer.types_once(op))


def _rng(printer: Printer, op: Operation, indent: str) -> None:
    middle = f", distribution = {op._attributes['rng_distribution'].value}"
    _line(printer, op, indent, middle, ("rng_distribution",))


def _rng_bit_generator(printer: Printer, op: Operation, indent: str) -> None:
    middle = f", algorithm = {op._attributes['rng_algorithm'].value}"
    _line(printer, op, indent, middle, ("rng_algorithm",))


def _with_result_type(printer: Printer, op: Operation, indent: str) -> None:
    """Print only the result type, which determines the operand types."""
    _line(printer, op, indent, types=op._result_types[0].text)


def _without_operands(printer: Printer, op: Operation, indent: str) -> None:
    head = f"{printer.result_names(op)}{op._name}{_extra(op, (), printer)}"
    _plain(printer, op, indent, head, f" : {op._result_types[0].text}")


def _get_tuple_element(printer: Printer, op: Operation, indent: str) -> None:
    _line(printer, op, indent, f"[{op._attributes['index'].value}]", ("index",))


def _cholesky(printer: Printer, op: Operation, indent: str) -> None:
    lower = op._attributes.get("lower")
    middle = "" if lower is None else f", lower = {lower.text}"
    _line(printer, op, indent, middle, ("lower",), printer.types_once(op))


def _with_number(attribute: str, label: str) -> CustomPrinter:
    """A printer for operations with an integer after the operands."""

    def show(printer: Printer, op: Operation, indent: str) -> None:
        _line(printer, op, indent, f", {label} = {op._attributes[attribute].value}", (attribute,))

    return show


def _chlo(printer: Printer, op: Operation, indent: str) -> None:
    operands = ", ".join(operand_type.text for operand_type in op._operand_types)
    _line(printer, op, indent, types=f"{operands} -> {op._result_types[0].text}")


_ELEMENTWISE = (
    "abs add and atan2 cbrt ceil clamp convert cosine count_leading_zeros divide exponential "
    "exponential_minus_one floor imag is_finite log log_plus_one logistic maximum minimum multiply negate not or "
    "popcnt power real remainder round_nearest_afz round_nearest_even rsqrt shift_left "
    "shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh xor"
)
_CHLO = (
    "_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf "
    "is_neg_inf is_pos_inf lgamma mulhi next_after polygamma sinh square tan zeta"
)


_BROADCASTS = (
    "add and atan2 compare complex divide maximum minimum multiply next_after or polygamma power remainder select "
    "shift_left shift_right_arithmetic shift_right_logical subtract xor zeta"
)


def _functional(printer: Printer, op: Operation, indent: str) -> None:
    _line(printer, op, indent, types=printer.signature(op))


CUSTOM: dict[str, CustomPrinter] = {
    "builtin.module": _module,
    "func.func": _function,
    "func.call": _call,
    "func.return": _return("return"),
    "sdy.mesh": _mesh,
    "sdy.return": _return("sdy.return"),
    "sdy.sharding_constraint": _constraint,
    "sdy.manual_computation": _manual,
    "sdy.named_computation": _named,
    **dict.fromkeys(COLLECTIVES, _collective),
    "sdy.reshard": _constraint,
    "sdy.data_flow_edge": _with_label("sharding", lambda op: str(op._attributes["sharding"].inner)),
    "sdy.func_data_flow_edge": _with_label("sharding", lambda op: str(op._attributes["sharding"].inner)),
    "sdy.propagation_barrier": _with_label(
        "allowed_direction", lambda op: DIRECTIONS[op._attributes["allowed_direction"].value]
    ),
    "sdy.sharding_group": _with_label("group_id", lambda op: str(op._attributes["group_id"].value)),
    "stablehlo.return": _return("stablehlo.return"),
    "stablehlo.constant": _constant,
    "stablehlo.iota": _iota,
    "stablehlo.compare": _compare,
    "stablehlo.select": _select,
    "stablehlo.concatenate": _concatenate,
    "stablehlo.slice": _slice,
    "stablehlo.dot": _dot,
    "stablehlo.dot_general": _dot_general,
    "stablehlo.einsum": _einsum,
    "stablehlo.unary_einsum": _einsum,
    "stablehlo.custom_call": _custom_call,
    "stablehlo.optimization_barrier": _barrier,
    "stablehlo.composite": _composite,
    "chlo.top_k": _top_k,
    "stablehlo.broadcast_in_dim": _with_lists(("broadcast_dimensions", "dims")),
    "stablehlo.transpose": _with_lists(("permutation", "dims")),
    "stablehlo.reverse": _with_lists(("dimensions", "dims"), once=True),
    "stablehlo.pad": _with_lists(
        ("edge_padding_low", "low"), ("edge_padding_high", "high"), ("interior_padding", "interior")
    ),
    "stablehlo.while": _while,
    "stablehlo.reduce": _reduce,
    "stablehlo.convolution": _convolution,
    "stablehlo.fft": _fft,
    "stablehlo.reduce_precision": _reduce_precision,
    "stablehlo.bitcast_convert": _line,
    "stablehlo.reshape": _line,
    "stablehlo.rng": _rng,
    "stablehlo.rng_bit_generator": _rng_bit_generator,
    "stablehlo.dynamic_update_slice": _line,
    "stablehlo.complex": _with_result_type,
    "stablehlo.dynamic_reshape": _line,
    "stablehlo.dynamic_pad": _line,
    "stablehlo.real_dynamic_slice": _line,
    "stablehlo.tuple": _with_result_type,
    "stablehlo.after_all": _with_result_type,  # without operands, MLIR prints two spaces
    "stablehlo.create_token": _without_operands,
    "stablehlo.partition_id": _without_operands,
    "stablehlo.replica_id": _without_operands,
    "stablehlo.get_tuple_element": _get_tuple_element,
    "stablehlo.broadcast": _with_lists(("broadcast_sizes", "sizes")),
    "stablehlo.dynamic_broadcast_in_dim": _with_lists(("broadcast_dimensions", "dims")),
    "stablehlo.get_dimension_size": _with_number("dimension", "dim"),
    "stablehlo.set_dimension_size": _with_number("dimension", "dim"),
    "stablehlo.dynamic_iota": _with_number("iota_dimension", "dim"),
    "stablehlo.cholesky": _cholesky,
    "chlo.constant": _constant,
    "chlo.scan": _scan,
    "sdy.constant": _constant,
    "arith.constant": _constant,
    "tt.func": _function,
    **PRINTERS,
    **{f"chlo.{name}": _chlo for name in _CHLO.split()},
    **{f"chlo.broadcast_{name}": _functional for name in _BROADCASTS.split()},
    "stablehlo.dynamic_slice": _with_lists(("slice_sizes", "sizes")),
    **{f"stablehlo.{name}": _elementwise for name in _ELEMENTWISE.split()},
}
