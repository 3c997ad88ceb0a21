"""The rules of all dialects, and the inference of an operation's result types by them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import cast

from jaxlib._ir.core import Attributes, RankedTensorType, Type, Value
from jaxlib._ir.type_inference.tensors import RULES, VALUE_RULES, Rule


@functools.cache
def kernel_rules() -> dict[str, Rule]:
    """The rules of the dialects for kernels, which are loaded when the first of their operations is built."""
    from jaxlib._ir.type_inference import gpu, kernels, llvm, triton

    return cast("dict[str, Rule]", {**gpu.RULES, **kernels.RULES, **llvm.RULES, **triton.RULES})


@functools.cache
def _rule_of(name: str) -> tuple[Rule | None, Callable[[Sequence[Value[Type]]], Sequence[Type]] | None]:
    """The rule for the operands' types, or else the one for the operands.

    Raises:
        NotImplementedError: The operation has no rule.
    """
    if name in RULES:
        return RULES[name], None
    if name in VALUE_RULES:
        return None, VALUE_RULES[name]
    rule = kernel_rules().get(name)
    if rule is None:
        raise NotImplementedError(
            f"{name}: the types of its results must be given: this jaxlib has no rule for them"
        )
    return rule, None


def infer(name: str, operands: Sequence[Value[Type]], attributes: Attributes) -> Sequence[Type]:
    """The result types of an operation.

    Raises:
        NotImplementedError: The operation has no rule.
    """
    rule, value_rule = _rule_of(name)
    if rule is None:
        assert value_rule is not None
        return value_rule(operands)
    return rule(name, cast("list[RankedTensorType]", [operand._type for operand in operands]), attributes)
