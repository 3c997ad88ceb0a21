"""The rules of all dialects, and the inference of an operation's result types by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from jaxlib._ir.core import Attributes, RankedTensorType, Type, Value
from jaxlib._ir.type_inference import kernels, tensors, triton
from jaxlib._ir.type_inference.tensors import VALUE_RULES, Rule

RULES: dict[str, Rule] = {**kernels.RULES, **tensors.RULES, **triton.RULES}


def infer(name: str, operands: Sequence[Value[Type]], attributes: Attributes) -> Sequence[Type]:
    """The result types of an operation.

    Raises:
        NotImplementedError: There is no rule for the operation.
    """
    rule = RULES.get(name)
    if rule is None and name in VALUE_RULES:
        return VALUE_RULES[name](operands)
    if rule is None:
        raise NotImplementedError(
            f"{name}: the types of its results must be given: this jaxlib has no rule for them"
        )
    return rule(name, cast("list[RankedTensorType]", [operand._type for operand in operands]), attributes)
