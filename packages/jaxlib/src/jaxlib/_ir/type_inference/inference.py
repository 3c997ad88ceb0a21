"""The rules of all dialects, and the inference of an operation's result types by them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import cast

from jaxlib._ir.core import Attributes, RankedTensorType, Type, Value
from jaxlib._ir.type_inference.tensors import RULES, VALUE_RULES, Rule


@functools.cache
def kernel_rules() -> dict[str, Rule]:
    """The rules of the dialects for kernels, which are loaded when the first of their operations is built."""
    from jaxlib._ir.type_inference import gpu, kernels, llvm, triton

    return cast("dict[str, Rule]", {**gpu.RULES, **kernels.RULES, **llvm.RULES, **triton.RULES})


def rule_of(name: str) -> Rule | None:
    """The rule for the types of an operation's operands; None if it needs the operands, in `VALUE_RULES`.

    Raises:
        NotImplementedError: The operation has no rule.
    """
    if name in RULES:
        return RULES[name]
    if name in VALUE_RULES:
        return None
    rule = kernel_rules().get(name)
    if rule is None:
        raise NotImplementedError(
            f"{name}: the types of its results must be given: this jaxlib has no rule for them"
        )
    return rule


def infer(name: str, operands: Sequence[Value[Type]], attributes: Attributes) -> Sequence[Type]:
    """The result types of an operation.

    Raises:
        NotImplementedError: The operation has no rule.
    """
    rule = rule_of(name)
    if rule is None:
        return VALUE_RULES[name](operands)
    return rule(name, cast("list[RankedTensorType]", [operand._type for operand in operands]), attributes)
