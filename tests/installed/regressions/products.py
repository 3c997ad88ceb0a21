"""Matrix products of bfloat16 and of complex numbers, which jaxlib-cpu lowers to others."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

#: Subscripts, and the shapes of both operands.
PRODUCTS = [
    ("ij,jk->ik", (40, 70), (70, 30)),
    ("ij,kj->ik", (150, 130), (140, 130)),
    ("ji,jk->ik", (130, 150), (130, 140)),
    ("i,ij->j", (300,), (300, 20)),
    ("ij,j->i", (200, 600), (600,)),
    ("i,i->", (5000,), (5000,)),
    ("bij,bjk->bik", (3, 130, 140), (3, 140, 150)),
    ("bthd,bshd->bhts", (2, 60, 4, 32), (2, 70, 4, 32)),
    ("bij,jk->bik", (5, 60, 70), (70, 80)),
    ("ijk,jkl->il", (50, 6, 70), (6, 70, 80)),
    ("i,j->ij", (200,), (300,)),
    ("ij,jk->ik", (10, 0), (0, 20)),
    ("ij,jk->ik", (0, 10), (10, 20)),
    ("bij,bjk->bik", (100, 4, 5), (100, 5, 6)),
]


def drawn(shape: tuple[int, ...], dtype: str, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, shape)
    if dtype.startswith("complex"):
        x = x + 1j * rng.normal(0, 1, shape)
    return x.astype(jnp.dtype(dtype))


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "complex64", "complex128"])
@pytest.mark.parametrize(("subscripts", "left", "right"), PRODUCTS)
def test_values(subscripts: str, left: tuple[int, ...], right: tuple[int, ...], dtype: str) -> None:
    x, y = drawn(left, dtype, 1), drawn(right, dtype, 2)
    with jax.enable_x64(True):
        given = jax.jit(lambda x, y: jnp.einsum(subscripts, x, y))(x, y)
    wide = np.complex128 if dtype.startswith("complex") else np.float64
    exact = np.einsum(subscripts, x.astype(wide), y.astype(wide))
    assert (given.dtype, given.shape) == (x.dtype, exact.shape)
    # Rounded once, beside the error of a sum of float32.
    size = np.einsum(subscripts, abs(x.astype(wide)), abs(y.astype(wide)))
    unit = {"bfloat16": 2**-8, "float16": 2**-11, "complex64": 2**-22, "complex128": 2**-51}[dtype]
    assert (abs(np.asarray(given).astype(wide) - exact) <= unit * abs(exact) + 1e-5 * size + 1e-7).all()


@pytest.mark.only("ours", "plugin", why="the XLA of jaxlib 0.10.2 gives other numbers")
def test_a_product_of_bfloat16_is_rounded_once() -> None:
    x, y = drawn((200, 300), "bfloat16", 3), drawn((300, 200), "bfloat16", 4)
    narrow = jax.jit(jnp.matmul)(x, y)
    wide = jax.jit(lambda x, y: jnp.matmul(x, y, preferred_element_type=jnp.float32))(x, y)
    assert wide.dtype == jnp.float32
    np.testing.assert_array_equal(
        np.asarray(narrow, np.float32), np.asarray(wide.astype(jnp.bfloat16), np.float32)
    )


@pytest.mark.parametrize("dtype", ["bfloat16", "complex64"])
def test_gradients(dtype: str) -> None:
    x, w = drawn((160, 170), dtype, 5), drawn((170, 180), dtype, 6)

    def loss(x: Any, w: Any) -> Any:
        return (abs(x @ w).astype(jnp.float32) ** 2).sum() / 1000

    given = jax.jit(jax.grad(loss, (0, 1)))(x, w)
    wide = np.complex128 if dtype == "complex64" else np.float64
    with jax.enable_x64(True):
        exact = [np.asarray(each) for each in jax.grad(loss, (0, 1))(x.astype(wide), w.astype(wide))]
    for left, right in zip(given, exact, strict=True):
        assert left.dtype == dtype
        bound = 0.05 if dtype == "bfloat16" else 1e-4
        assert (abs(np.asarray(left).astype(wide) - right) <= bound * abs(right).max()).all()


def test_special_complex_numbers() -> None:
    x = drawn((150, 150), "complex64", 7)
    x[3, 4] = complex(np.nan, 1)
    given = np.asarray(jax.jit(lambda x: x @ x)(x))
    assert np.isnan(given[3]).all()
    assert np.isnan(given[:, 4]).all()
    rest = np.delete(np.delete(given, 3, 0), 4, 1)
    assert np.isfinite(rest).all()


@pytest.mark.only("ours", "plugin", why="it is about the programs that jaxlib-cpu compiles")
def test_which_are_lowered() -> None:
    x: Any = np.ones((200, 200), jnp.bfloat16)
    z: Any = np.ones((200, 200), np.complex64)
    product = jax.jit(lambda x: x @ x)
    text = product.lower(x).compile().as_text()
    assert " f32[200,200]{1,0} dot(" in text
    assert " f32[200,200]{1,0} convert(" not in text  # of an operand
    assert " c64[200,200]{1,0} dot(" not in product.lower(z).compile().as_text()
    assert " c64[20,20]{1,0} dot(" in product.lower(z[:20, :20]).compile().as_text()
    chosen = jax.jit(lambda x: lax.dot(x, x, precision=lax.DotAlgorithmPreset.BF16_BF16_F32))
    assert chosen.lower(x).compile() is not None
