"""What the printers of kernels' operations share: attributes, types, groups of operands, indices, and formats."""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

from jaxlib._ir.core import (
    Attribute,
    BoolAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    IntegerAttr,
    Operation,
    Type,
    Value,
)
from jaxlib._ir.dialects.default_attributes import default_attributes

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer

AnyValue: TypeAlias = Value[Type]
#: The text of an operation after its name.
Shown = Callable[["Printer", Operation], str]

#: What stands for an operand among constant sizes and indices.
_DYNAMIC = -(2**63)
DYNAMIC_I32 = -(2**31)
#: Attributes that custom forms never state.
_IMPLIED = frozenset(("operandSegmentSizes", "resultSegmentSizes"))
_COMPARISONS = "eq ne slt sle sgt sge ult ule ugt uge".split()
_FLOAT_COMPARISONS = "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split()
_AXES = ["x", "y", "z"]
#: The keywords of attributes that are numbers.
KEYWORDS = {
    ("arith.cmpi", "predicate"): _COMPARISONS,
    ("arith.cmpf", "predicate"): ["false", *_FLOAT_COMPARISONS, "true"],
    ("llvm.fcmp", "predicate"): ["_false", *_FLOAT_COMPARISONS, "_true"],
    ("llvm.fence", "ordering"): "not_atomic unordered monotonic _ acquire release acq_rel seq_cst".split(),
    ("llvm.icmp", "predicate"): _COMPARISONS,
    ("tt.get_num_programs", "axis"): _AXES,
    ("tt.get_program_id", "axis"): _AXES,
}
#: The LLVM operations with flags for floating-point arithmetic.
_LLVM_FLOATS = (
    "fadd fcmp fdiv fmul fneg fpext fptrunc frem fsub intr.ceil intr.cos intr.exp intr.exp2 intr.fabs intr.floor "
    "intr.fma intr.log intr.log2 intr.maximum intr.maxnum intr.minimum intr.minnum intr.rint intr.sin intr.sqrt "
    "select"
).split()
#: Defaults that `default_attributes` does not have, because jax's builders set these attributes.
_DEFAULTS = {
    **{f"llvm.{name}": {"fastmathFlags": "#llvm.fastmath<none>"} for name in _LLVM_FLOATS},
    "llvm.intr.assume": {"op_bundle_sizes": "array<i32>"},
    "gpu.barrier": {"scope": "#gpu.barrier_scope<workgroup>"},
    "llvm.load": {"ordering": "0 : i64"},
    "llvm.store": {"ordering": "0 : i64"},
    "nvvm.mbarrier.init": {"layout": "0 : i32"},
    "nvvm.mbarrier.arrive.expect_tx": {"relaxed": "false", "scope": "#nvvm.mem_scope<cta>"},
    "tt.load": {"isVolatile": "false"},
}

# ---- Parts


def extra_text(printer: Printer, op: Operation, shown: Iterable[str] = ()) -> str:
    """The attributes that are not shown otherwise and do not have their default, with a space before them."""
    attributes = op._attributes
    if not attributes:
        return ""
    defaults, stated = default_attributes(op._name), _DEFAULTS.get(op._name, {})
    rest = {
        name: attr
        for name, attr in attributes.items()
        if name not in shown
        and name not in _IMPLIED
        and not (name in defaults and defaults[name] == attr)
        and stated.get(name) != attr.text
    }
    return f" {printer.attributes(rest)}" if rest else ""


def parameters(attr: Attribute) -> str:
    """The parameters of a dialect's attribute in angle brackets."""
    return attr.text[attr.text.index("<") :]


def keyword(attr: Attribute) -> str:
    """The keyword of an enumeration: `x` of `#gpu.dim<x>` and of `#gpu<dim x>`."""
    return re.split(r"[<\s]", attr.text.rstrip(">"))[-1]


def bare(op: Operation, name: str) -> str:
    """An attribute without its type."""
    attr = op._attributes[name]
    if isinstance(attr, BoolAttr):
        return attr.text
    if isinstance(attr, IntegerAttr):
        keywords = KEYWORDS.get((op._name, name))
        return str(attr.value) if keywords is None else keywords[attr.value]
    if isinstance(attr, (DenseI32ArrayAttr, DenseI64ArrayAttr)):
        return f"[{', '.join(map(str, attr.parts))}]"
    return keyword(attr) if attr.text.startswith("#") else attr.text


def flags(op: Operation, name: str) -> str:
    """The flags of arithmetic with their keyword, if there are any."""
    attr = op._attributes.get(name)
    if isinstance(attr, IntegerAttr):
        words = [word for bit, word in enumerate(("nsw", "nuw")) if attr.value >> bit & 1]
        shown = f"<{', '.join(words)}>"
    else:
        shown = "<none>" if attr is None else parameters(attr)
    word = "fastmath" if name.startswith("fastmath") else "overflow"
    return "" if shown in ("<none>", "<>") else f" {word}{shown}"


def types_text(types: Sequence[Type]) -> str:
    return ", ".join(kind.text for kind in types)


def in_parentheses(types: Sequence[Type]) -> str:
    """Types of results: in parentheses unless there is one."""
    return types[0].text if len(types) == 1 else f"({types_text(types)})"


def values_text(printer: Printer, values: Iterable[AnyValue]) -> str:
    return ", ".join(map(printer.value, values))


def groups_of(op: Operation) -> list[list[AnyValue]]:
    """The operands of an operation whose operands are in groups."""
    operands, groups, start = op._operands, [], 0
    sizes = op._attributes.get("operandSegmentSizes")
    for size in sizes.parts if sizes is not None else [len(operands)]:
        groups.append(operands[start : start + size])
        start += size
    return groups


def mixed(
    printer: Printer, numbers: Sequence[int], values: Iterable[AnyValue], dynamic: int = _DYNAMIC
) -> str:
    """Constant numbers, and values where they are dynamic, in brackets."""
    remaining = iter(values)
    listed = [printer.value(next(remaining)) if number == dynamic else str(number) for number in numbers]
    return f"[{', '.join(listed)}]"


# ---- Formats


def _piece(field: str) -> Callable[[Printer, Operation], str]:
    """What prints a field of a format."""
    if field.endswith("<?"):
        return lambda _printer, op: flags(op, field[:-2])
    if "?" in field:
        name, _, text = field.partition("?")
        return lambda _printer, op: text if name in op._attributes else ""
    if field.endswith("<"):
        return lambda _printer, op: parameters(op._attributes[field[:-1]])
    number = re.fullmatch(r"([tr]?)(\d)(-?)", field)
    if number is None:
        return lambda _printer, op: bare(op, field)
    kind, start, several = number[1], int(number[2]), bool(number[3])
    if kind == "t":
        if several:
            return lambda _printer, op: types_text(op._operand_types[start:])
        return lambda _printer, op: op._operand_types[start].text
    if kind == "r":
        if several:
            return lambda _printer, op: types_text(op._result_types[start:])
        return lambda _printer, op: op._result_types[start].text
    if several:
        return lambda printer, op: values_text(printer, op._operands[start:])
    return lambda printer, op: printer.value(op._operands[start])


def formatted(shown: str) -> Shown:
    """A printer from a format."""
    pieces: list[str | Callable[[Printer, Operation], str]] = []
    names: set[str] = set()
    for literal, field, _specification, _conversion in Formatter().parse(shown):
        if literal:
            pieces.append(literal)
        if field == "attributes":
            pieces.append(lambda printer, op: extra_text(printer, op, names))
        elif field is not None:
            pieces.append(_piece(field))
            names.add(field.partition("?")[0].rstrip("<"))
    return lambda printer, op: "".join(
        piece if isinstance(piece, str) else piece(printer, op) for piece in pieces
    )


# ---- Operations of several dialects


def ending(printer: Printer, op: Operation) -> str:
    """A terminator: values with their types, if there are any."""
    extra = extra_text(printer, op)
    return f"{extra} {printer.operands(op)} : {types_text(op._operand_types)}" if op._operands else extra
