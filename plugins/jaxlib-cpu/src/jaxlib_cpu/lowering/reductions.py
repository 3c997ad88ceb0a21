"""Sums: on all threads, and nearly as accurate as with newer XLA.

The library computes sums of float32 with YNNPACK, as newer ones do, but an older version of it. That adds on one
thread, and one number after another down a column, or in a few lanes along a row: of 1,000 float32 in a column the
error is some thirty units in the last place, of 300,000 equal ones in a row some 3,000, where newer ones are off by
two. Sums of float64 along a row XLA adds one after another. So sums of many numbers are lowered in several steps,
none of which does so: neighbours to sums of blocks of them, those to sums of blocks again, and so on; a column to
sums of parts of it, then their sum.

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
#: The longest column that is not added up in parts, which would take longer (512 of 1,024 columns: three times);
#: of longer ones the length needs a divisor that fits,
COLUMN_SPLIT = 512
#: and the most numbers that are added up one after another where it has none.
COLUMN_MAX = 4096
#: The least count of numbers in rows for which several steps are faster: they do more work, on more threads.
SHARED_MIN = 1 << 19
#: The most neighbours that YNNPACK adds up.
ROW_MAX = 4096
#: The least length of a row of float64, and the least count of numbers, that are added up in blocks.
ROW_MIN_64, SHARED_MIN_64 = 256, 1 << 13
#: The size of a block of neighbours, whose sum is a product with ones. Larger ones are not faster, but less
#: accurate; a row of float32 of up to ROW_MAX is one block, as the second step would cost more than it gains.
BLOCK_MIN, BLOCK_MAX = 64, 512
#: The most parts of a column, and the least number of columns.
PARTS_MAX, COLUMNS_MIN = 8, 8
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
        floats = aval.dtype in (np.float32, np.float64)
        if floats and parameters.get("out_sharding") is None and alone(ctx):
            blocks = _blocks(aval.shape, tuple(sorted(axes)), aval.dtype.itemsize)
            if blocks is not None:
                return shared(ctx, x, blocks=blocks, result=ctx.avals_out[0].shape)
        return usual(ctx, x, axes=axes, **parameters)

    mlir.register_lowering(lax.reduce_sum_p, lower, platform="cpu")


class _Blocks(NamedTuple):
    """A reshaped array, and the dimension that holds the numbers of a block or, of neighbours, all of them."""

    shape: tuple[int, ...]
    axis: int
    neighbours: bool


def _blocks(shape: tuple[Any, ...], axes: tuple[int, ...], itemsize: int) -> _Blocks | None:
    """The division into blocks; None if it would be neither faster nor more accurate, or if no divisor fits."""
    if not axes or not all(isinstance(size, int) for size in shape):
        return None
    if axes != tuple(range(axes[0], axes[0] + len(axes))):
        return None
    if axes[-1] == len(shape) - 1:
        return _neighbours(shape, axes, itemsize)
    return _columns(shape, axes) if itemsize == 4 else None


def _neighbours(shape: tuple[int, ...], axes: tuple[int, ...], itemsize: int) -> _Blocks | None:
    before, length, total = shape[: axes[0]], math.prod(shape[axes[0] :]), math.prod(shape)
    if itemsize == 8:
        many = length >= ROW_MIN_64 and total >= SHARED_MIN_64
    else:
        many = length > ROW_MAX or (length >= BLOCK_MIN and total >= SHARED_MIN)
    return _Blocks((*before, length), len(before), neighbours=True) if many and total else None


def _columns(shape: tuple[int, ...], axes: tuple[int, ...]) -> _Blocks | None:
    before, behind = shape[: axes[0]], shape[axes[-1] + 1 :]
    total = math.prod(shape[axis] for axis in axes)
    parts = _divisor(total, 2, PARTS_MAX) if total > COLUMN_SPLIT else None
    if parts is None or math.prod(behind) < COLUMNS_MIN:
        return None
    split = (*before, parts, total // parts, *behind)
    return _Blocks(split, len(before) + 1, neighbours=False)


def _divisor(number: int, least: int, most: int) -> int | None:
    return next((divisor for divisor in range(most, least - 1, -1) if number % divisor == 0), None)


def _in_blocks(x: Any, *, blocks: _Blocks, result: tuple[int, ...]) -> Any:
    from jax import lax

    x = x.reshape(blocks.shape)
    if blocks.neighbours:
        return _add_neighbours(x).reshape(result)
    # The barrier keeps XLA from merging both steps.
    parts = lax.optimization_barrier(_add(x, blocks.axis))
    return _add(parts, blocks.axis - 1).reshape(result)


def _add(x: Any, axis: int) -> Any:
    from jax import lax

    return lax.reduce(x, x.dtype.type(0), lax.add, (axis,))


def _add_neighbours(x: Any) -> Any:
    """The sums along the last dimension."""
    import numpy as np
    from jax import lax

    last = x.ndim - 1
    if x.dtype == np.float32 and x.shape[last] <= ROW_MAX:
        return _block_sums(x)
    ends: list[Any] = []  # the sums of what is left over where no size of a block divides the count
    while (count := x.shape[last]) > BLOCK_MIN:
        size = _divisor(count, BLOCK_MIN, min(BLOCK_MAX, count // 2))
        if size is not None:
            x = _block_sums(x.reshape(*x.shape[:last], count // size, size))
        elif count > BLOCK_MAX:
            whole = count - count % BLOCK_MAX
            ends.append(_add(lax.slice_in_dim(x, whole, count, axis=last), last))
            x = lax.slice_in_dim(x, 0, whole, axis=last)
        else:
            break
    return functools.reduce(lax.add, ends, _add(x, last))


def _block_sums(x: Any) -> Any:
    from jax import lax

    last = x.ndim - 1
    ones = lax.full((x.shape[last],), x.dtype.type(1))
    return lax.dot_general(x, ones, (((last,), (0,)), ((), ())), precision=lax.Precision.HIGHEST)


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
