"""Products whose right side is transposed: jaxlib-cpu swaps the sides where that copies less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

Product = Callable[[Any, Any], Any]


def by_rows(x: Any, w: Any) -> Any:
    return jnp.einsum("...k,nk->...n", x, w)


def transposed(x: Any, w: Any) -> Any:
    return x @ w.T


def twice_transposed(x: Any, w: Any) -> Any:
    return x.T @ w.T


#: A product, the shapes of its sides, and whether they are swapped.
PRODUCTS: dict[str, tuple[Product, tuple[int, ...], tuple[int, ...], bool]] = {
    "few rows": (by_rows, (8, 256), (256, 256), True),
    "of a transpose": (transposed, (8, 256), (256, 256), True),
    "of transposes": (twice_transposed, (256, 32), (300, 256), True),
    "of an inner function": (lambda x, w: jax.jit(jnp.matmul)(x, w.T), (8, 256), (256, 256), True),
    "of a transposed left side": (lambda x, w: by_rows(x.T, w), (256, 32), (300, 256), True),
    "three dimensions": (by_rows, (2, 3, 512), (1024, 512), True),
    "a gradient": (lambda x, w: jax.grad(lambda y: (y @ w)[:, :9].sum())(x), (32, 128), (128, 300), True),
    "one row": (by_rows, (1, 512), (1024, 512), False),
    "a vector": (by_rows, (512,), (1024, 512), False),
    "many rows": (by_rows, (1024, 256), (128, 256), False),
    "short rows": (by_rows, (64, 16), (2048, 16), False),
    "not transposed": (jnp.matmul, (8, 256), (256, 256), False),
    "transposed back": (lambda x, w: by_rows(x, w.T), (8, 256), (256, 300), False),
    "nothing": (by_rows, (8, 0), (256, 0), False),
}


def drawn(shape: tuple[int, ...], seed: int) -> Any:
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", PRODUCTS)
def test_values(name: str, dtype: str) -> None:
    product, left, right, _ = PRODUCTS[name]
    x, w = (drawn(shape, seed).astype(jnp.dtype(dtype)) for seed, shape in enumerate((left, right)))
    exact = np.asarray(product(*(jnp.asarray(each, jnp.float32) for each in (x, w))), np.float64)
    given = jax.jit(product)(x, w)
    assert (given.dtype, given.shape) == (x.dtype, exact.shape)
    unit = 2**-8 if dtype == "bfloat16" else 1e-5
    # Rounding of the result, and of the sum's terms.
    np.testing.assert_allclose(np.asarray(given, np.float64), exact, rtol=unit, atol=2e-3)


@pytest.mark.only("ours", "plugin", why="it is jaxlib-cpu that swaps them")
@pytest.mark.parametrize("name", PRODUCTS)
def test_which_are_swapped(name: str, compilation: Callable[..., Any]) -> None:
    product, left, right, wanted = PRODUCTS[name]
    compiled = compilation(product, drawn(left, 1), drawn(right, 2))
    assert ("optimization_barrier" in compiled.text) is wanted


@pytest.mark.only("ours", "plugin", why="it is jaxlib-cpu that swaps them")
def test_what_jax_lowers_stays() -> None:
    lowered = jax.jit(by_rows).lower(drawn((8, 256), 1), drawn((256, 256), 2))
    assert "optimization_barrier" not in lowered.as_text()


def test_other_results_and_types() -> None:
    x, w = drawn((8, 256), 1), drawn((256, 256), 2)
    exact = x.astype(np.float64) @ w.astype(np.float64).T
    product = jax.jit(
        lambda x, w: lax.dot_general(x, w, (((1,), (1,)), ((), ())), preferred_element_type=jnp.float32)
    )
    for dtype in map(jnp.dtype, ("bfloat16", "float16", "float32")):
        given = product(x.astype(dtype), w.astype(dtype))
        assert given.dtype == np.float32
        np.testing.assert_allclose(given, exact, atol=0.5 if dtype.itemsize == 2 else 1e-3)


def test_in_a_loop_and_with_several_precisions() -> None:
    x, w = drawn((8, 256), 1), drawn((256, 256), 2) / 16
    exact = x.astype(np.float64)
    for _ in range(3):
        exact = np.tanh(exact @ w.astype(np.float64).T)
    for precision in ("default", "highest", ("high", "default")):
        program = jax.jit(
            lambda x, w, p=precision: lax.fori_loop(
                0, 3, lambda _, y: jnp.tanh(jnp.matmul(y, w.T, precision=p)), x
            )
        )
        np.testing.assert_allclose(program(x, w), exact, atol=1e-4)
