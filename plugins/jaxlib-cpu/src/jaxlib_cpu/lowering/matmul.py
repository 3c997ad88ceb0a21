"""Batches of small matrix products (``dot_general``), lowered to sums."""

from __future__ import annotations

import functools
import math
from typing import Any

from jaxlib_cpu.lowering import rules

#: A batch is written out as sums if it has at least BATCH_MIN products, each with few enough multiplications
#: (fewer if the right side is transposed and therefore read with strides),
BATCH_MIN = 64
MULTIPLICATIONS_MAX = 32 * 32 * 32
MULTIPLICATIONS_TRANSPOSED_MAX = 16 * 16 * 16
#: and at most LENGTH_MAX multiplications per element of the result, each of which is compiled separately.
LENGTH_MAX = 32
#: The number of partial sums, which are added at the end.
SUMS = 2


def lower_dot_general() -> None:
    """Register the lowering rule of ``dot_general``."""
    from jax._src.interpreters import mlir
    from jax._src.lax import lax as primitives

    usual = functools.partial(primitives._dot_general_lower, platform="cpu")
    written_out = rules.traced(_written_out)

    def lower(ctx: Any, x: Any, w: Any, *, out_sharding: Any, **parameters: Any) -> Any:
        left, right = (aval.shape for aval in ctx.avals_in)
        numbered = all(isinstance(size, int) for size in (*left, *right))
        [kind, *other_dtypes] = {aval.dtype.name for aval in (*ctx.avals_in, *ctx.avals_out)}
        dimensions, precision = parameters["dimension_numbers"], parameters["precision"]
        if out_sharding is None and numbered and not other_dtypes:
            # A pair of precisions has no effect on a CPU; anything else is an algorithm, which does have an effect.
            plain = (precision is None or isinstance(precision, tuple)) and alone(ctx)
            if plain and kind in ("float32", "float64") and _are_small(left, right, dimensions):
                return written_out(ctx, x, w, dimensions=dimensions)
        return usual(ctx, x, w, out_sharding=out_sharding, **parameters)

    mlir.register_lowering(primitives.dot_general_p, lower, platform="cpu")


def alone(ctx: Any) -> bool:
    """Whether the program is for one device of this process: neither partitioned nor exported."""
    module = ctx.module_context
    return getattr(module.axis_context, "num_devices", 0) == 1 and not module.lowering_parameters.for_export


def _written_out(x: Any, w: Any, *, dimensions: Any) -> Any:
    """A batch of many small products, written out as sums, which XLA compiles to code for all threads.

    The library computes such a batch on one thread and takes over a microsecond for each product, however
    small: 2,048 products of 4 x 4 take fifty times as long.
    """
    from jax import lax

    ((of_x,), (of_w,)), (batch, _) = dimensions
    count = len(batch)
    of_rows, of_columns = 2 * count + 1 - of_x, 2 * count + 1 - of_w  # the other of the last two dimensions
    shape = (*x.shape[:count], x.shape[of_rows], w.shape[of_columns])
    # Several partial sums: additions to a single one would depend on each other, so that each waits for the last.
    sums: list[Any] = [None] * SUMS
    for place in range(x.shape[of_x]):
        left = lax.broadcast_in_dim(lax.index_in_dim(x, place, of_x, keepdims=False), shape, range(count + 1))
        right = lax.broadcast_in_dim(
            lax.index_in_dim(w, place, of_w, keepdims=False), shape, (*range(count), count + 1)
        )
        so_far = sums[place % SUMS]
        product = lax.mul(left, right)  # not an operator, which is jax.numpy's and may check for errors
        sums[place % SUMS] = product if so_far is None else lax.add(so_far, product)
    return functools.reduce(lax.add, filter(lambda term: term is not None, sums))


def _are_small(left: tuple[int, ...], right: tuple[int, ...], dimensions: Any) -> bool:
    (of_left, of_right), (batch, of_batch) = dimensions
    count = len(batch)
    if (
        len(of_left) != 1
        or not len(left) == len(right) == count + 2
        or not tuple(batch) == tuple(of_batch) == tuple(range(count))
        or math.prod(left[:count]) < BATCH_MIN
    ):
        return False
    length: int = left[of_left[0]]
    if not 1 < length <= LENGTH_MAX:
        return False
    rows, columns = math.prod(left[count:]) // length, math.prod(right[count:]) // length
    transposed: bool = of_right[0] == count + 1
    most = MULTIPLICATIONS_TRANSPOSED_MAX if transposed else MULTIPLICATIONS_MAX
    # The library is fast for matrix-vector products.
    return rows > 1 and columns > 1 and rows * columns * length <= most
