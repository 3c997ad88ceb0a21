"""Sums: computed by all threads, and nearly as exact as with newer XLA.

The library leaves sums to YNNPACK, as newer ones do, but its YNNPACK is older. It adds on one thread, and down a
column one number after another: that gets inexact as the root of their number, some thirty units in the last place
for 1,000 float32, where newer ones are off by two. So sums of many numbers are lowered in two steps, of which
neither goes to YNNPACK: sums of blocks, on all threads, then the sum of those.

What is left to YNNPACK: sums of fewer numbers, and maxima and minima (XLA's own maxima take twenty times as long,
and so would a softmax). It is a choice for all of a program. A program in which a longer column is left goes
without.
"""

from __future__ import annotations

import functools
import math
import os
from typing import Any, NamedTuple

FLAG = "xla_cpu_experimental_ynn_fusion_type"
#: What is left of jaxlib's choice without reductions: the library's own default.
WITHOUT_REDUCTIONS = "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT"
#: How many numbers are added up one after another, at most.
COLUMN_MAX = 4096
#: From how many numbers on two steps are quicker than one. They are more work, on more threads.
SHARED_MIN = 1 << 19
#: How many neighbours are a block: the sum of one is a product with ones.
BLOCK_MIN, BLOCK_MAX = 64, 4096
#: How many blocks columns are divided into, at most; how long and how many they are at least.
BLOCKS_MAX, LENGTH_MIN, COLUMNS_MIN = 8, 32, 8
#: What gives columns that lie in memory; None is an argument. Where anything else does, XLA would add up what it
#: computes meanwhile, number by number, and take longer than YNNPACK.
IN_MEMORY = (None, "stablehlo.dot_general", "stablehlo.convolution", "stablehlo.custom_call", "func.call")
#: The sums of what this gives the library leaves to XLA, not to YNNPACK.
RESHAPE = "stablehlo.reshape"


def lower_reduce_sum() -> None:
    """Choose how each sum of a program is lowered."""
    import numpy as np
    from jax._src.interpreters import mlir
    from jax._src.lax import lax
    from jax._src.lib.mlir.dialects import hlo

    from jaxlib_cpu.lowering.matmul import alone

    usual = functools.partial(lax._unary_reduce_lower, hlo.AddOp, lax._get_sum_identity)
    shared = mlir.lower_fun(_in_blocks, multiple_results=False)

    def lower(ctx: Any, x: Any, *, axes: Any, **parameters: Any) -> Any:
        [aval] = ctx.avals_in
        if aval.dtype == np.float32 and parameters.get("out_sharding") is None and alone(ctx):
            blocks = _blocks(aval.shape, tuple(sorted(axes)))
            if blocks is not None and (blocks.always or _owner(x) in IN_MEMORY):
                return shared(ctx, x, blocks=blocks, result=ctx.avals_out[0].shape)
        return usual(ctx, x, axes=axes, **parameters)

    mlir.register_lowering(lax.reduce_sum_p, lower, platform="cpu")


class _Blocks(NamedTuple):
    """An array in another shape, and in which of its dimensions the numbers of a block are."""

    shape: tuple[int, ...]
    axes: tuple[int, ...]
    rest: tuple[int, ...]  # which dimensions of the blocks' sums are added up then
    neighbours: bool
    always: bool  # also of what is computed meanwhile


def _blocks(shape: tuple[Any, ...], axes: tuple[int, ...]) -> _Blocks | None:
    """How to add up; None where that does not pay, or where the sizes have no fitting divisors."""
    if not axes or not all(isinstance(size, int) for size in shape):
        return None
    if axes != tuple(range(axes[0], axes[0] + len(axes))):
        return None
    if axes[-1] != len(shape) - 1:
        return _columns(shape, axes)
    return _neighbours(shape, axes) if math.prod(shape) >= SHARED_MIN else None


def _neighbours(shape: tuple[int, ...], axes: tuple[int, ...]) -> _Blocks | None:
    first = len(shape)
    while first > axes[0] and math.prod(shape[first - 1 :]) <= BLOCK_MAX:
        first -= 1
    if math.prod(shape[first:]) >= BLOCK_MIN:
        return _Blocks(
            shape, tuple(range(first, len(shape))), axes[: first - axes[0]], neighbours=True, always=True
        )
    if first == axes[0]:
        return None
    # The last dimensions are too short together, and one more is too long: it gives what they lack.
    first -= 1
    inner = math.prod(shape[first + 1 :])
    part = _divisor(shape[first], -(-BLOCK_MIN // inner), BLOCK_MAX // inner)
    if part is None:
        return None
    split = (*shape[:first], shape[first] // part, part, *shape[first + 1 :])
    return _Blocks(
        split,
        tuple(range(first + 1, len(split))),
        tuple(range(axes[0], first + 1)),
        neighbours=True,
        always=True,
    )


def _columns(shape: tuple[int, ...], axes: tuple[int, ...]) -> _Blocks | None:
    before, behind = shape[: axes[0]], shape[axes[-1] + 1 :]
    total = math.prod(shape[axis] for axis in axes)
    long = total > COLUMN_MAX
    parts = _divisor(total, 2, min(BLOCKS_MAX, total // LENGTH_MIN))
    if parts is None or math.prod(behind) < COLUMNS_MIN or not (long or math.prod(shape) >= SHARED_MIN):
        return None
    split = (*before, parts, total // parts, *behind)
    return _Blocks(split, (len(before) + 1,), (len(before),), neighbours=False, always=long)


def _divisor(number: int, least: int, most: int) -> int | None:
    return next((divisor for divisor in range(most, least - 1, -1) if number % divisor == 0), None)


def _in_blocks(x: Any, *, blocks: _Blocks, result: tuple[int, ...]) -> Any:
    import numpy as np
    from jax import lax

    zero, x = np.float32(0), x.reshape(blocks.shape)
    if blocks.neighbours:
        ones = lax.full([blocks.shape[axis] for axis in blocks.axes], np.float32(1))
        contracted = (blocks.axes, tuple(range(ones.ndim)))
        sums = lax.dot_general(x, ones, (contracted, ((), ())), precision=lax.Precision.HIGHEST)
    else:
        # The fence keeps XLA from making one sum of both steps.
        sums = lax.optimization_barrier(lax.reduce(x, zero, lax.add, blocks.axes))
    if blocks.rest:
        sums = lax.reduce(sums, zero, lax.add, blocks.rest)
    return sums.reshape(result)


def choose_reductions(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: takes YNNPACK's sums from programs with long columns, unless the user has chosen for all."""
    from jax._src.lib.mlir import ir

    chosen = FLAG in os.environ.get("XLA_FLAGS", "") or FLAG in dict(options.env_option_overrides)
    if not chosen and _has_long_column(ir, module):
        options.env_option_overrides = [*options.env_option_overrides, (FLAG, WITHOUT_REDUCTIONS)]
    return module, options


def _has_long_column(ir: Any, module: Any) -> bool:
    found = False

    def look(operation: Any) -> Any:
        nonlocal found
        if operation.name == "stablehlo.reduce" and _column(ir, operation) > COLUMN_MAX:
            found = True
            return ir.WalkResult.INTERRUPT
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return found


def _column(ir: Any, reduce: Any) -> int:
    """How many float32 YNNPACK would add up one after another; 0 where it is anything else."""
    operation = reduce.operation
    [block] = operation.regions[0].blocks
    shape = ir.RankedTensorType(operation.operands[0].type)
    dimensions = list(ir.DenseI64ArrayAttr(operation.attributes["dimensions"]))
    if (
        block.operations[0].operation.name != "stablehlo.add"
        or not isinstance(shape.element_type, ir.F32Type)
        or shape.rank - 1 in dimensions
        or not shape.has_static_shape
        or _owner(operation.operands[0]) == RESHAPE
    ):
        return 0
    return math.prod(shape.shape[dimension] for dimension in dimensions)


def _owner(value: Any) -> str | None:
    """The name of the operation that gives a value; None of a block's argument."""
    return getattr(getattr(value.owner, "operation", value.owner), "name", None)
