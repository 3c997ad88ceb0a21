"""Concatenations of hundreds of operands, lowered as trees of smaller ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from jaxlib_cpu.lowering import rules

#: A concatenation with more operands than OPERANDS_MAX is lowered as a tree;
OPERANDS_MAX = 256
#: each node of the tree has at most this many operands;
NODE_OPERANDS_MAX = 48
#: unless its result is larger than this, because every level of the tree copies all of it.
RESULT_BYTES_MAX = 16 << 20


# XLA compiles a concatenation to one basic block with a load and a store per operand. The library's LLVM needs time
# quadratic in the length of a block to generate its code: 8 s for 4,000 scalars. jax's own lowering is a tree
# too, but XLA merges it into one concatenation.


def lower_concatenate() -> None:
    """Register the lowering rule of ``concatenate``."""
    from jax._src.lax import lax as primitives

    _lower_as_tree(primitives.concatenate_p, primitives._concatenate_lower, _tree)


def lower_stack() -> None:
    """Register the lowering rule of ``stack``."""
    from jax._src.lax import lax as primitives

    _lower_as_tree(primitives.stack_p, primitives._stack_lower, _stack)


def _lower_as_tree(primitive: Any, usual: Callable[..., Any], function: Callable[..., Any]) -> None:
    from jaxlib_cpu.lowering.matmul import alone

    tree = rules.traced(function)

    def lower(ctx: Any, *operands: Any, **parameters: Any) -> Any:
        wide = len(operands) > OPERANDS_MAX and alone(ctx) and _is_small(ctx.avals_out[0])
        return (tree if wide else usual)(ctx, *operands, **parameters)

    rules.replace(primitive, usual, lower)


def _is_small(result: Any) -> bool:
    numbered = all(isinstance(size, int) for size in result.shape)
    return numbered and math.prod(result.shape) * result.dtype.itemsize <= RESULT_BYTES_MAX


def _tree(*operands: Any, dimension: int) -> Any:
    """The concatenation as a tree; barriers keep XLA from merging its nodes again."""
    from jax import lax
    from jax._src.lax import lax as primitives

    while len(operands) > NODE_OPERANDS_MAX:
        nodes = [
            operands[start : start + NODE_OPERANDS_MAX]
            for start in range(0, len(operands), NODE_OPERANDS_MAX)
        ]
        operands = tuple(
            lax.optimization_barrier(primitives.concatenate_p.bind(*node, dimension=dimension))
            for node in nodes
        )
    return primitives.concatenate_p.bind(*operands, dimension=dimension)


def _stack(*operands: Any, axis: int) -> Any:
    from jax import lax

    return _tree(*(lax.expand_dims(operand, (axis,)) for operand in operands), dimension=axis)
