"""Prints operations of builtin, arith, memref, vector, cf and scf that have no format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from jaxlib._ir.core import Block, IntegerAttr, Operation
from jaxlib._ir.text.kernel_parts import (
    AnyValue,
    Shown,
    ending,
    extra_text,
    flags,
    groups_of,
    in_parentheses,
    keyword,
    mixed,
    types_text,
    values_text,
)
from jaxlib._release import KERNEL_KEYWORDS

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer

# ---- builtin and arith


def _cast(printer: Printer, op: Operation) -> str:
    """A conversion of any number of values, which may be none."""
    types = f"{printer.operands(op)} : {types_text(op._operand_types)} " if op._operands else ""
    return f"{types}to {types_text(op._result_types)}{extra_text(printer, op)}"


def _select(printer: Printer, op: Operation) -> str:
    condition, kind = op._operand_types[0].text, op._result_types[0].text
    types = kind if condition == "i1" else f"{condition}, {kind}"
    return f"{printer.operands(op)}{extra_text(printer, op)} : {types}"


def _truncf(printer: Printer, op: Operation) -> str:
    mode = op._attributes.get("roundingmode")
    names = {0: "to_nearest_even", 1: "downward", 2: "upward", 3: "toward_zero", 4: "to_nearest_away"}
    word = "" if mode is None else f" {names[mode.value] if isinstance(mode, IntegerAttr) else keyword(mode)}"
    head = f"{printer.operands(op)}{word}{flags(op, 'fastmath')}"
    extra = extra_text(printer, op, ("fastmath", "roundingmode"))
    return f"{head}{extra} : {op._operand_types[0].text} to {op._result_types[0].text}"


# ---- memref and vector


def _allocation(printer: Printer, op: Operation) -> str:
    groups = groups_of(op)
    sizes, symbols = groups if len(groups) == 2 else (op._operands, [])
    listed = f"[{values_text(printer, symbols)}]" if symbols else ""
    alignment = op._attributes.get("alignment") if KERNEL_KEYWORDS else None
    listed += f" alignment = {alignment.value}" if alignment is not None else ""
    extra = extra_text(printer, op, ("alignment",) if KERNEL_KEYWORDS else ())
    return f"({values_text(printer, sizes)}){listed}{extra} : {op._result_types[0].text}"


def _expand(printer: Printer, op: Operation) -> str:
    attributes = op._attributes
    sizes = mixed(printer, attributes["static_output_shape"].parts, op._operands[1:])
    extra = extra_text(printer, op, ("reassociation", "static_output_shape"))
    head = f"{printer.value(op._operands[0])} {attributes['reassociation'].text} output_shape {sizes}{extra}"
    return f"{head} : {op._operand_types[0].text} into {op._result_types[0].text}"


_STATIC = ("static_offsets", "static_sizes", "static_strides")


def _part(*labels: str) -> Shown:
    """Offsets, sizes and strides."""

    def shown(printer: Printer, op: Operation) -> str:
        source, *dynamic = groups_of(op)
        lists = [
            f"{label}{mixed(printer, op._attributes[name].parts, values)}"
            for label, name, values in zip(labels or ("", " ", " "), _STATIC, dynamic, strict=True)
        ]
        head = printer.value(source[0]) + "".join(lists)
        extra = extra_text(printer, op, _STATIC)
        return f"{head}{extra} : {op._operand_types[0].text} to {op._result_types[0].text}"

    return shown


def _transpose(printer: Printer, op: Operation) -> str:
    permutation = op._attributes["permutation"].text.removeprefix("affine_map<").removesuffix(">")
    extra = extra_text(printer, op, ("permutation",))
    head = f"{printer.value(op._operands[0])} {permutation}{extra}"
    return f"{head} : {op._operand_types[0].text} to {op._result_types[0].text}"


def _with_cache(
    operands: Callable[[Printer, Operation], str], types: Callable[[Operation], str], hint: str
) -> Shown:
    """A load or store of memory that may be one whose data are not to be kept in a cache."""

    def shown(printer: Printer, op: Operation) -> str:
        hinted = op._attributes.get("nontemporal")
        if hinted is None or not hinted.value:
            return f"{operands(printer, op)}{extra_text(printer, op, ('nontemporal',))} : {types(op)}"
        shown = (
            hint + extra_text(printer, op, ("nontemporal",)) if KERNEL_KEYWORDS else extra_text(printer, op)
        )
        return f"{operands(printer, op)}{shown} : {types(op)}"

    return shown


def _loaded(printer: Printer, op: Operation) -> str:
    memory, *indices = op._operands
    return f"{printer.value(memory)}[{values_text(printer, indices)}]"


def _stored(printer: Printer, op: Operation) -> str:
    value, memory, *indices = op._operands
    return f"{values_text(printer, (value, memory))}[{values_text(printer, indices)}]"


def _extract(printer: Printer, op: Operation) -> str:
    position = mixed(printer, op._attributes["static_position"].parts, op._operands[1:])
    head = f"{printer.value(op._operands[0])}{position}{extra_text(printer, op, ('static_position',))}"
    return f"{head} : {op._result_types[0].text} from {op._operand_types[0].text}"


def _insert(printer: Printer, op: Operation) -> str:
    position = mixed(printer, op._attributes["static_position"].parts, op._operands[2:])
    head = (
        f"{values_text(printer, op._operands[:2])} {position}{extra_text(printer, op, ('static_position',))}"
    )
    return f"{head} : {op._operand_types[0].text} into {op._operand_types[1].text}"


# ---- cf and scf


def _successor(printer: Printer, op: Operation, number: int, values: Sequence[AnyValue]) -> str:
    name = printer.block_name(op._successors[number])
    passed = (
        f"({values_text(printer, values)} : {types_text([value._type for value in values])})"
        if values
        else ""
    )
    return f"{name}{passed}"


def _branch(printer: Printer, op: Operation) -> str:
    return _successor(printer, op, 0, op._operands) + extra_text(printer, op)


def _conditional_branch(printer: Printer, op: Operation) -> str:
    (condition,), first, second = groups_of(op)
    targets = f"{_successor(printer, op, 0, first)}, {_successor(printer, op, 1, second)}"
    return f"{printer.value(condition)}, {targets}{extra_text(printer, op)}"


def _assert(printer: Printer, op: Operation) -> str:
    return f"{printer.operands(op)}, {op._attributes['msg'].text}{extra_text(printer, op, ('msg',))}"


def _condition(printer: Printer, op: Operation) -> str:
    truth, *passed = op._operands
    types = f" {values_text(printer, passed)} : {types_text(op._operand_types[1:])}" if passed else ""
    return f"({printer.value(truth)}){extra_text(printer, op)}{types}"


def assigned(printer: Printer, arguments: Iterable[AnyValue], values: Iterable[AnyValue]) -> str:
    pairs = zip(arguments, values, strict=True)
    return (
        f"({', '.join(f'{printer.value(argument)} = {printer.value(value)}' for argument, value in pairs)})"
    )


def regions(
    printer: Printer, op: Operation, indent: str, head: str, between: Sequence[str], tail: str = ""
) -> None:
    """Print an operation with regions: its head, what is between its regions, and what follows the last one."""
    printer.lines.append(f"{head} {{")
    implied = op._name.startswith("scf.") and not op._results
    for number, region in enumerate(op._regions[: len(between) + 1]):
        if number:
            printer.lines.append(f"{indent}}} {between[number - 1]} {{")
        body(printer, region._blocks, indent, implied=implied)
    printer.lines.append(f"{indent}}}{tail}{printer.location(op._location)}")


def body(printer: Printer, blocks: Sequence[Block], indent: str, *, implied: bool) -> None:
    """Print blocks without their arguments, and without a terminator that has no operands if it is implied."""
    outer, owner = printer.owner, blocks[0].owner if blocks else None
    printer.owner = outer if owner is None else owner._name
    for number, block in enumerate(blocks):
        inner = list(block._operations)
        if number:
            printer.block(block, indent, labelled=True)
            continue
        if implied and len(blocks) == 1 and inner and inner[-1]._name == "scf.yield":
            last = inner[-1]
            if not last._operands and not last._attributes:
                inner.pop()
        for op in inner:
            printer.operation(op, indent + "  ")
    printer.owner = outer


def _if(printer: Printer, op: Operation, indent: str) -> None:
    head = f"{indent}{printer.result_names(op)}scf.if {printer.operands(op)}"
    head += f" -> ({types_text(op._result_types)})" if op._results else ""
    between = ["else"] if op._regions[1]._blocks else []
    regions(printer, op, indent, head, between, extra_text(printer, op))


def _for(printer: Printer, op: Operation, indent: str) -> None:
    lower, upper, step, *initial = op._operands
    counter, *arguments = op._regions[0]._blocks[0]._arguments
    value = printer.value
    unsigned = "unsigned " if "unsignedCmp" in op._attributes else ""
    head = f"{indent}{printer.result_names(op)}scf.for {unsigned}{value(counter)} = {value(lower)}"
    head += f" to {value(upper)} step {value(step)}"
    if initial:
        head += f" iter_args{assigned(printer, arguments, initial)} -> ({types_text(op._result_types)})"
    head += "" if counter._type.text == "index" else f"  : {counter._type.text}"
    regions(printer, op, indent, head, [], extra_text(printer, op, ("unsignedCmp",)))


def _while(printer: Printer, op: Operation, indent: str) -> None:
    before, after = (region._blocks[0]._arguments for region in op._regions)
    started = f" {assigned(printer, before, op._operands)}" if before else ""
    head = f"{indent}{printer.result_names(op)}scf.while{started} : "
    head += f"({types_text(op._operand_types)}) -> {in_parentheses(op._result_types)}"
    printer.lines.append(f"{head} {{")
    body(printer, op._regions[0]._blocks, indent, implied=False)
    printer.lines.append(f"{indent}}} do {{")
    if after:
        listed = ", ".join(
            f"{printer.value(argument)}: {argument._type.text}{printer.argument_location(argument._location)}"
            for argument in after
        )
        printer.lines.append(f"{indent}^bb0({listed}):")
    body(printer, op._regions[1]._blocks, indent, implied=False)
    extra = extra_text(printer, op)
    tail = f" attributes{extra}" if extra else ""
    printer.lines.append(f"{indent}}}{tail}{printer.location(op._location)}")


def _index_switch(printer: Printer, op: Operation, indent: str) -> None:
    head = f"{indent}{printer.result_names(op)}scf.index_switch {printer.operands(op)}"
    head += extra_text(printer, op, ("cases",)) + (
        f" -> {types_text(op._result_types)}" if op._results else ""
    )
    printer.lines.append(f"{head} ")
    cases = [f"case {number}" for number in op._attributes["cases"].parts]
    default, *regions = op._regions
    for case, region in zip([*cases, "default"], [*regions, default], strict=True):
        printer.lines.append(f"{indent}{case} {{")
        body(printer, region._blocks, indent, implied=region is default and not op._results)
        printer.lines.append(f"{indent}}}")
    printer.lines[-1] += printer.location(op._location)


#: The text after the names of operations.
SHOWN: dict[str, Shown] = {
    "scf.yield": ending,
    "arith.select": _select,
    "arith.truncf": _truncf,
    "builtin.unrealized_conversion_cast": _cast,
    "cf.assert": _assert,
    "cf.br": _branch,
    "cf.cond_br": _conditional_branch,
    "memref.alloc": _allocation,
    "memref.alloca": _allocation,
    "memref.expand_shape": _expand,
    "memref.load": _with_cache(_loaded, lambda op: op._operand_types[0].text, " nontemporal(true)"),
    "memref.reinterpret_cast": _part(" to offset: ", ", sizes: ", ", strides: "),
    "memref.store": _with_cache(_stored, lambda op: op._operand_types[1].text, " nontemporal(true)"),
    "memref.subview": _part(),
    "memref.transpose": _transpose,
    "scf.condition": _condition,
    "vector.extract": _extract,
    "vector.insert": _insert,
    "vector.load": _with_cache(
        _loaded, lambda op: types_text([op._operand_types[0], op._result_types[0]]), " nontemporal = true"
    ),
    "vector.store": _with_cache(
        _stored, lambda op: types_text([op._operand_types[1], op._operand_types[0]]), " nontemporal = true"
    ),
}

#: The printers of operations with regions.
WITH_REGIONS = {"scf.for": _for, "scf.if": _if, "scf.index_switch": _index_switch, "scf.while": _while}
