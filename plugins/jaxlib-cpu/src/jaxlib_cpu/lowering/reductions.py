"""Sums: on all threads, and nearly as accurate as with newer XLA.

The library computes sums with YNNPACK, as newer ones do, but an older version of it. That adds on one thread,
and down a column one number after another: the error grows as the root of the count, to some thirty units in
the last place for 1,000 float32, where newer ones are off by two. So sums of many numbers are lowered in two
steps, neither of which uses
YNNPACK: sums of blocks, on all threads, then the sum of those.

YNNPACK still computes sums of fewer numbers, maxima and minima (XLA's own maxima take twenty times as long, and
so would a softmax). It is enabled for a program as a whole: a program with a long column that is not lowered in
two steps is compiled without it.
"""

from __future__ import annotations

import functools
import math
import os
from typing import Any, NamedTuple

FLAG = "xla_cpu_experimental_ynn_fusion_type"
#: The library's default without reductions.
WITHOUT_REDUCTIONS = "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT"
#: The most numbers that are added up one after another.
COLUMN_MAX = 4096
#: The least count of numbers for which two steps are faster than one. They do more work, on more threads.
SHARED_MIN = 1 << 19
#: The size of a block of neighbours, whose sum is a product with ones.
BLOCK_MIN, BLOCK_MAX = 64, 4096
#: The most blocks of a column, the least length of a column, and the least number of columns.
BLOCKS_MAX, LENGTH_MIN, COLUMNS_MIN = 8, 32, 8
#: The operations whose results are in memory; None is an argument. Other operations XLA would fuse into the
#: sum, number by number, which takes longer than YNNPACK.
IN_MEMORY = (None, "stablehlo.dot_general", "stablehlo.convolution", "stablehlo.custom_call", "func.call")
#: The operation whose sums the library leaves to XLA instead of YNNPACK.
RESHAPE = "stablehlo.reshape"


def lower_reduce_sum() -> None:
    """Register the lowering rule of sums."""
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
    """A reshaped array, and the dimensions that hold the numbers of a block."""

    shape: tuple[int, ...]
    axes: tuple[int, ...]
    rest: tuple[int, ...]  # the dimensions of the block sums that are added up in the second step
    neighbours: bool
    always: bool  # also if the operand is computed in the same fusion


def _blocks(shape: tuple[Any, ...], axes: tuple[int, ...]) -> _Blocks | None:
    """The division into blocks; None if it would not be faster, or if no divisor of the sizes fits."""
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
    # The last dimensions together are too short, and with one more too long: that one is split.
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
        # The barrier keeps XLA from merging both steps.
        sums = lax.optimization_barrier(lax.reduce(x, zero, lax.add, blocks.axes))
    if blocks.rest:
        sums = lax.reduce(sums, zero, lax.add, blocks.rest)
    return sums.reshape(result)


def choose_reductions(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: disables YNNPACK's sums in programs with long columns, unless the user has set the option."""
    from jax._src.lib.mlir import ir

    chosen = FLAG in os.environ.get("XLA_FLAGS", "") or FLAG in dict(options.env_option_overrides)
    if not chosen and _has_long_column(ir, module):
        options.env_option_overrides = [*options.env_option_overrides, (FLAG, WITHOUT_REDUCTIONS)]
    return module, options


def _has_long_column(ir: Any, module: Any) -> bool:
    has_long_column = False

    def look(operation: Any) -> Any:
        nonlocal has_long_column
        if operation.name == "stablehlo.reduce" and _column(ir, operation) > COLUMN_MAX:
            has_long_column = True
            return ir.WalkResult.INTERRUPT
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return has_long_column


def _column(ir: Any, reduce: Any) -> int:
    """The count of float32 that YNNPACK would add up one after another; 0 for any other reduction."""
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
    """The name of the operation that defines a value; None for a block argument."""
    return getattr(getattr(value.owner, "operation", value.owner), "name", None)
