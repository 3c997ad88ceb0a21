"""Sums of many numbers: within some units in the last place of the exact sum, for any numbers.

Equal numbers reveal sequential summation, whose error grows with their count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
import pytest

LENGTHS = [1000, 5000, 10_000, 300_000, 524_288, 1_000_003]
SUMS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "sum": (jnp.sum, np.sum),
    "mean": (jnp.mean, np.mean),
    "dot": (lambda x: jnp.dot(x, x), lambda x: np.sum(x * x)),
    "vdot": (lambda x: jnp.vdot(x, x), lambda x: np.sum(x * x)),
    "norm": (jnp.linalg.norm, lambda x: np.sqrt(np.sum(x * x))),
    "rows": (lambda x: jnp.sum(x.reshape(-1, x.size), -1), np.sum),
    "products of rows": (lambda x: jnp.einsum("bi,bi->b", x[None], x[None]), lambda x: np.sum(x * x)),
    "vmap": (lambda x: jax.vmap(jnp.dot)(x[None], x[None])[0], lambda x: np.sum(x * x)),
    "grad": (lambda x: jax.grad(lambda s: jnp.sum(x * s))(np.float32(1)), np.sum),
    "of exponentials": (lambda x: jnp.sum(jnp.exp(x)), lambda x: np.sum(np.exp(x))),
}


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", SUMS)
def test_equal_numbers(name: str, length: int) -> None:
    sums, exact = SUMS[name]
    numbers: Any = np.full(length, 0.1, np.float32)
    np.testing.assert_allclose(jax.jit(sums)(numbers), exact(numbers.astype(np.float64)), rtol=3e-6)


@pytest.mark.parametrize("shape", [(1000, 100), (4096, 16), (2048, 128), (7, 300_007), (300_007, 2)])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_axes(shape: tuple[int, int], axis: int | None) -> None:
    numbers: Any = np.full(shape, 0.1, np.float32)
    exact = numbers.astype(np.float64).sum(axis)
    np.testing.assert_allclose(jax.jit(lambda x: x.sum(axis))(numbers), exact, rtol=5e-6)


@pytest.mark.parametrize(
    ("dtype", "rtol"),
    [("bfloat16", 5e-3), ("float16", 2e-3), ("float64", 2e-12), ("complex64", 3e-6), ("complex128", 2e-12)],
)
@pytest.mark.parametrize("length", [300, 3000, 1_000_000])
def test_products_of_vectors_of_other_types(dtype: str, rtol: float, length: int) -> None:
    with jax.enable_x64(True):
        numbers: Any = np.full(length, 0.1 * (1 + 2j if "complex" in dtype else 1)).astype(jnp.dtype(dtype))
        wide: Any = numbers.astype(np.complex128 if "complex" in dtype else np.float64)
        product = jax.jit(jnp.dot)(numbers, numbers)
        assert product.dtype == dtype
        np.testing.assert_allclose(product, np.sum(wide * wide), rtol=rtol)


def test_products_keep_their_dimensions_and_their_type() -> None:
    x = np.arange(2 * 300 * 3, dtype=np.float32).reshape(2, 300, 3) / 1000
    for spec in ("bic,bic->bc", "bic,bic->cb", "bic,bic->", "bic,bic->b", "ibc,ibc->bc"):
        wide = np.einsum(spec, x.astype(np.float64), x.astype(np.float64))
        np.testing.assert_allclose(jax.jit(lambda v, s=spec: jnp.einsum(s, v, v))(x), wide, rtol=1e-5)
    assert jnp.dot(np.ones(300, np.int8), np.ones(300, np.int8)) == np.int8(300 - 256)
    preferred = jax.lax.dot(
        np.ones(300, np.float16), np.ones(300, np.float16), preferred_element_type=np.float32
    )
    assert preferred.dtype == np.float32


def test_sums_of_sums_and_of_products() -> None:
    x = np.linspace(-1, 2, 3000 * 300, dtype=np.float32).reshape(3000, 300)

    def function(v: Any) -> Any:
        rows = (v * v).sum(1)  # a sum, of which there is a product, of which there is a sum
        total = jnp.dot(rows, rows)
        return total, jax.lax.fori_loop(0, 2, lambda _, s: s + jnp.dot(v[:, 0], v[:, 1] + s * 0), total)

    wide = x.astype(np.float64)
    rows = (wide * wide).sum(1)
    total = (rows * rows).sum()
    wanted = total, total + 2 * (wide[:, 0] * wide[:, 1]).sum()
    np.testing.assert_allclose(jax.jit(function)(x), wanted, rtol=5e-6)


def test_a_sum_that_does_not_start_with_zero() -> None:
    numbers: Any = np.full(300_000, 0.1, np.float32)
    for start in (np.float32(7), np.float32("nan"), np.float32("inf")):
        given = jax.jit(lambda x, start=start: jax.lax.reduce(x, start, jax.lax.add, (0,)))(numbers)
        np.testing.assert_allclose(given, start + np.sum(numbers.astype(np.float64)), rtol=5e-3)
        last = jax.jit(lambda x, s: jax.lax.reduce(x, s, jax.lax.add, (0,)))(numbers, start)
        np.testing.assert_array_equal(given, last)


@pytest.mark.only("ours", "plugin", why="jaxlib-cpu compiles another program than the one that is lowered")
def test_a_lowered_program_stays_as_it_is() -> None:
    lowered = jax.jit(lambda x: (jnp.sum(x), jnp.dot(x, x))).lower(np.ones(100_000, np.float32))
    before = lowered.as_text()
    assert before.count("stablehlo.reduce") == before.count("stablehlo.dot_general") == 1
    compiled = lowered.compile()
    assert lowered.as_text() == before
    assert [float(each) for each in compiled(np.ones(100_000, np.float32))] == [100_000, 100_000]


def test_an_exported_program_adds_as_exactly() -> None:
    numbers: Any = np.full(300_000, 0.1, np.float32)
    exported = jax.export.export(jax.jit(lambda x: (jnp.sum(x), jnp.dot(x, x))))(numbers)
    wide = numbers.astype(np.float64)
    np.testing.assert_allclose(jax.jit(exported.call)(numbers), (wide.sum(), (wide * wide).sum()), rtol=3e-6)
