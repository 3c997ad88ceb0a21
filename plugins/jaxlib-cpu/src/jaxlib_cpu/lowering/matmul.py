"""Products of matrices that the library is slow at, computed another way."""

from __future__ import annotations

import functools
import math
from typing import Any

#: A batch of products is written out if it has so many at least, each of so many multiplications at most (fewer
#: with a transposed right side, which is read with strides),
BATCH_MIN = 64
MULTIPLICATIONS_MAX = 32 * 32 * 32
MULTIPLICATIONS_TRANSPOSED_MAX = 16 * 16 * 16
#: and so many of them for each number of the result: each of these is compiled.
LENGTH_MAX = 32
#: In so many sums that are added up at last.
SUMS = 2


def lower_dot_general() -> None:
    """Choose how each product of a program is lowered."""
    from jax._src.interpreters import mlir
    from jax._src.lax import lax as primitives

    usual = functools.partial(primitives._dot_general_lower, platform="cpu")
    swapped = mlir.lower_fun(_swapped, multiple_results=False)
    written_out = mlir.lower_fun(_written_out, multiple_results=False)

    def lower(ctx: Any, x: Any, w: Any, *, out_sharding: Any, **parameters: Any) -> Any:
        left, right = (aval.shape for aval in ctx.avals_in)
        numbered = all(isinstance(size, int) for size in (*left, *right))
        [kind, *others] = {aval.dtype.name for aval in (*ctx.avals_in, *ctx.avals_out)}
        dimensions, precision = parameters["dimension_numbers"], parameters["precision"]
        if out_sharding is None and numbered and not others:
            if kind == "float32" and _is_wide(left, right, dimensions):
                return swapped(ctx, x, w, **parameters)
            # A pair of precisions changes nothing on a CPU; what is no pair is an algorithm, which does.
            exact = kind in ("float32", "float64") and (precision is None or isinstance(precision, tuple))
            if exact and alone(ctx) and _are_small(left, right, dimensions):
                return written_out(ctx, x, w, dimensions=dimensions)
        return usual(ctx, x, w, out_sharding=out_sharding, **parameters)

    mlir.register_lowering(primitives.dot_general_p, lower, platform="cpu")


def alone(ctx: Any) -> bool:
    """Whether a program is for one device of this process: what is not divided, nor read by other hardware."""
    module = ctx.module_context
    return getattr(module.axis_context, "num_devices", 0) == 1 and not module.lowering_parameters.for_export


def _swapped(x: Any, w: Any, **parameters: Any) -> Any:
    """With a wide, transposed right side: as the transpose of the mirrored product.

    The library takes up to eight times as long for x @ w.T as for w @ x.T, if w is the larger. Gradients of dense
    layers are such products, and so are the logits of a language model. The fence keeps XLA from swapping it back.
    """
    from jax import lax
    from jax._src.lax import lax as primitives

    (of_x, of_w), _ = parameters.pop("dimension_numbers")
    product = primitives.dot_general_p.bind(
        w, x, dimension_numbers=((of_w, of_x), ((), ())), out_sharding=None, **parameters
    )
    return lax.transpose(lax.optimization_barrier(product), (*range(1, x.ndim), 0))


def _is_wide(left: tuple[int, ...], right: tuple[int, ...], dimensions: Any) -> bool:
    """Whether it pays. Of fifty shapes measured, all that it says took 0.1 to 1.0 times as long, on two cores.

    Beyond these bounds it can take three times as long: turning the result round, which costs as much as that has
    numbers, is little beside a long sum only.
    """
    if len(right) != 2 or dimensions != (((len(left) - 1,), (1,)), ((), ())):
        return False
    *rest, length = left
    columns, rows = right[0], math.prod(rest)
    return length >= max(512, rows) and columns >= max(1024, 2 * rows)


def _written_out(x: Any, w: Any, *, dimensions: Any) -> Any:
    """Many small products: as sums that XLA compiles, on all threads.

    The library computes such a batch on one thread, and takes over a microsecond for each product of it, however
    small: 2,048 products of 4 x 4 take fifty times as long.
    """
    from jax import lax

    ((of_x,), (of_w,)), (batch, _) = dimensions
    count = len(batch)
    of_rows, of_columns = 2 * count + 1 - of_x, 2 * count + 1 - of_w  # the other one of the last two
    shape = (*x.shape[:count], x.shape[of_rows], w.shape[of_columns])
    # More than one sum: a processor starts the next addition to one only when the last is done.
    sums: list[Any] = [None] * SUMS
    for place in range(x.shape[of_x]):
        left = lax.broadcast_in_dim(lax.index_in_dim(x, place, of_x, keepdims=False), shape, range(count + 1))
        right = lax.broadcast_in_dim(
            lax.index_in_dim(w, place, of_w, keepdims=False), shape, (*range(count), count + 1)
        )
        so_far = sums[place % SUMS]
        sums[place % SUMS] = left * right if so_far is None else so_far + left * right
    return functools.reduce(lax.add, filter(lambda each: each is not None, sums))


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
    # By a vector, the library is quick.
    return rows > 1 and columns > 1 and rows * columns * length <= most
