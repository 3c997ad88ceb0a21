"""Transpositions of large arrays: the values, and in how many steps a compiled program has them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

Function = Callable[[Any], Any]

#: Large enough for two steps, with dimensions of one element and some that stay neighbours.
SHAPES = (
    (512, 512),
    (2, 512, 1, 512),
    (48, 64, 96),
    (512, 64, 8),
    (36, 40, 50, 10),
    (512, 500),
    (64, 1, 4096),
)
#: The elements of blocks of each size in bytes.
DTYPES = (np.float32, np.complex64, ml_dtypes.bfloat16, np.bool_)


def numbers(*shape: int, dtype: Any = np.float32) -> Any:
    return (np.arange(np.prod(shape)).reshape(shape) % 251 - 100).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_values_are_numpys(shape: tuple[int, ...], dtype: Any) -> None:
    array = numbers(*shape, dtype=dtype)
    orders = list(permutations(range(len(shape))))
    results = jax.jit(lambda x: [x.transpose(order) for order in orders])(array)
    for order, result in zip(orders, results, strict=True):
        np.testing.assert_array_equal(np.asarray(result), array.transpose(order), str(order))


def steps(function: Function, *shape: int) -> int:
    """Loops, copies and products of the compiled program."""
    text = jax.jit(function).lower(jnp.zeros(shape, jnp.float32)).compile().as_text() or ""
    entry = text[text.index("ENTRY") :]
    return sum(entry.count(f" {name}(") for name in ("fusion", "copy", "dot", "transpose", "call"))


@pytest.mark.only("ours", "plugin", why="two steps are jaxlib-cpu's; newer XLA copies tile by tile")
@pytest.mark.parametrize(
    ("function", "count"),
    [
        (lambda x: x.T, 2),
        (lambda x: (x + 1).T * 2, 2),
        (lambda x: x.T.reshape(-1), 2),
        (lambda x: x.T @ x, 1),
        (lambda x: (x @ x).T, 1),
        (lambda x: x.T.T, 1),
    ],
    ids=["alone", "elementwise", "reshaped", "factor", "product", "twice"],
)
def test_what_becomes_a_result_is_copied_in_two_steps(function: Function, count: int) -> None:
    assert steps(function, 512, 512) == count


@pytest.mark.only("ours", "plugin", why="two steps are jaxlib-cpu's; newer XLA copies tile by tile")
@pytest.mark.parametrize("shape", [(64, 64), (8, 65536), (511, 509), (1000, 500)])
def test_what_two_steps_do_not_make_faster_is_copied_in_one(shape: tuple[int, ...]) -> None:
    assert steps(lambda x: x.T, *shape) == 1


def test_in_loops_branches_and_batches() -> None:
    array = numbers(512, 512)
    loop = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda _, x: x.T + 1, x))
    np.testing.assert_array_equal(loop(array), array.T + 3)
    branch = jax.jit(lambda x: jax.lax.cond(x[0, 0] > 0, lambda x: x, lambda x: x.T, x))
    np.testing.assert_array_equal(branch(array), array.T)
    batch = jax.jit(jax.vmap(jnp.transpose))(numbers(4, 512, 256))
    np.testing.assert_array_equal(batch, numbers(4, 512, 256).transpose(0, 2, 1))
    gradient = jax.jit(jax.grad(lambda x: (x.T * array).sum()))(array)
    np.testing.assert_array_equal(gradient, array.T)
