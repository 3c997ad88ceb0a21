"""Rules for parts of LLVM's structs, and for LLVM's casts and those between types of different dialects."""

from __future__ import annotations

from jaxlib._ir.core import Attributes, BoolAttr, DenseI64ArrayAttr, Operation
from jaxlib._ir.passes.canonicalization.rewriter import Rewriter, Rule, defined_by


def _cast(op: Operation, rewriter: Rewriter) -> bool:
    """A cast to the same types is removed, and so is a cast that undoes another one."""
    operands, kinds = list(op._operands), list(op._result_types)
    if [operand._type for operand in operands] != kinds:
        inner = defined_by(operands[0], "builtin.unrealized_conversion_cast") if operands else None
        if inner is None or list(inner._results) != operands:
            return False
        operands = list(inner._operands)
        if [operand._type for operand in operands] != kinds:
            return False
    rewriter.replace(op, operands)
    return True


def _extract_value(op: Operation, rewriter: Rewriter) -> bool:
    """A part is looked up in the value before another part was inserted, or is the value that was inserted."""
    (container,) = op._operands
    position = list(op._attributes["position"].parts)
    if outer := defined_by(container, "llvm.extractvalue"):
        op._attributes["position"] = DenseI64ArrayAttr.get([*outer._attributes["position"].parts, *position])
        rewriter.set_operands(op, outer._operands)
        return True
    before = container
    while insertion := defined_by(before, "llvm.insertvalue"):
        base, value = insertion._operands
        inserted = list(insertion._attributes["position"].parts)
        if inserted == position:
            rewriter.replace(op, [value])
            return True
        least = min(len(inserted), len(position))
        if inserted[:least] == position[:least]:
            break  # one is a part of the other
        before = base
    if before is container:
        return False
    rewriter.set_operands(op, [before])
    return True


def _pointless(op: Operation, rewriter: Rewriter) -> bool:
    """A conversion to the same type, or back, is none."""
    (operand,), kind = op._operands, op._result_types[0]
    inner = defined_by(operand, op._name)
    for value in (operand, inner._operands[0] if inner is not None else operand):
        if value._type == kind:
            rewriter.replace(op, [value])
            return True
    return False


def _compare(op: Operation, rewriter: Rewriter) -> bool:
    """Whether a value is equal to itself is known."""
    (left, right), predicate = op._operands, op._attributes["predicate"].value
    if left != right or predicate not in (0, 1):
        return False
    value: Attributes = {"value": BoolAttr.get(predicate == 0)}
    made = rewriter.create("llvm.mlir.constant", op._result_types, [], value, op)
    rewriter.replace(op, [made.result])
    return True


RULES: dict[str, Rule] = {
    "builtin.unrealized_conversion_cast": _cast,
    "llvm.addrspacecast": _pointless,
    "llvm.bitcast": _pointless,
    "llvm.extractvalue": _extract_value,
    "llvm.icmp": _compare,
}
