"""Arrays of bfloat16 and of 8-bit floats in loops, and in operations that only move them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

TYPES = ("bfloat16", "float8_e4m3fn", "float8_e5m2")
#: Each of an array of 24 x 10.
PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "stacked": lambda x: lax.scan(lambda c, u: (c + u, (c, u[:3])), x[0], x),
    "reversed": lambda x: lax.scan(lambda c, u: (u, c), x[0], x, reverse=True),
    "written": lambda x: lax.fori_loop(0, 20, lambda i, y: y.at[i].set(y[i + 1] + y[i]), x),
    "by positions": lambda x: lax.fori_loop(
        0, 5, lambda i, y: y.at[jnp.arange(4) * 2 + i].set(y[jnp.arange(4)]), x
    ),
    "one number": lambda x: lax.fori_loop(0, 20, lambda i, y: y.at[i, 3].set(y[i + 1, 2]), x),
    "nested": lambda x: lax.scan(
        lambda c, u: (c, lax.scan(lambda d, v: (v, d + v), u[0], u)), jnp.int32(0), x.reshape(4, 6, 10)
    ),
    "loop in a branch": lambda x: lax.cond(
        x[0, 0] > -9, lambda y: lax.scan(lambda c, u: (u, c), y[0], y)[1], lambda y: y * 2, x
    ),
    "while": lambda x: lax.while_loop(
        lambda s: (s[0] < 9) & (s[1][0, 0] > -9), lambda s: (s[0] + 1, s[1].at[s[0]].set(s[1][0])), (0, x)
    ),
    "swapped": lambda x: lax.fori_loop(0, 3, lambda i, s: (s[1].at[i].set(s[0][i]), s[0]), (x, x[::-1])),
    "of many": lambda x: jax.vmap(lambda y: lax.scan(lambda c, u: (u, c), y[0], y)[1])(x.reshape(2, 12, 10)),
    "concatenated": lambda x: jnp.concatenate([x, x[:3], -x], 0),
    "stack": lambda x: jnp.stack([x, x + x], -1),
    "rolled": lambda x: jnp.roll(x, (5, -3), (0, 1)),
    "padded": lambda x: lax.pad(x, x[0, 0], ((1, 2, 1), (-1, 3, 0))),
    "slices": lambda x: (x[::3, 1:7:2], x[::-1, ::-1], x[None, :, 0], x[..., None][3:4]),
    "updated": lambda x: lax.dynamic_update_slice(x, x[:5, :5] * 2, (jnp.int32(7), jnp.int32(2))),
    "dynamic": lambda x: lax.dynamic_slice(x, (jnp.int32(7), jnp.int32(2)), (3, 4)),
    "set": lambda x: x.at[jnp.array([1, 5, 2])].set(x[3]).at[0, jnp.array([1, 2])].set(x[4, 4]),
    "set in rows": lambda x: x.at[jnp.arange(24), jnp.arange(24) % 10].set(x[:, 0]),
    "out of bounds": lambda x: x.at[jnp.array([1, 50])].set(x[3], mode="drop"),
    "no elements": lambda x: (jnp.concatenate([x[:0], x]), jnp.pad(x[:0], 1)),
}


def array(dtype: str) -> Any:
    """Small integers, which are exact in each type, with both zeros, infinities if there are any, and NaN."""
    x = (np.random.default_rng(8).integers(-2, 3, (24, 10)) / 4).astype(jnp.dtype(dtype))
    x[5, 5], x[6, 6] = -0.0, np.nan
    return x


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name: str, dtype: str) -> None:
    """Computed at once, and one by one as jax does without jit: the same to the bit."""
    x = array(dtype)
    given = jax.tree.leaves(jax.jit(PROGRAMS[name])(x))
    with jax.disable_jit():
        wanted = jax.tree.leaves(PROGRAMS[name](jnp.asarray(x)))
    for left, right in zip(given, wanted, strict=True):
        assert (left.dtype, left.shape) == (right.dtype, right.shape)
        ours, other = (np.asarray(each, np.float32) for each in (left, right))
        np.testing.assert_array_equal(ours, other)
        numbers = ~np.isnan(ours)
        np.testing.assert_array_equal(np.signbit(ours)[numbers], np.signbit(other)[numbers])


def test_gradients_of_a_loop() -> None:
    x = jnp.asarray(np.random.default_rng(9).normal(0, 1, (12, 6)), jnp.bfloat16)
    w = jnp.asarray(np.random.default_rng(10).normal(0, 0.3, (12, 6, 6)), jnp.bfloat16)

    def loss(w: Any, x: Any) -> Any:
        last, each = lax.scan(lambda h, v: ((h := jnp.tanh(h @ v[0] + v[1])), h), x[0], (w, x))
        return (last.astype(jnp.float32) ** 2).sum() + each.astype(jnp.float32).sum()

    for function in (loss, jax.checkpoint(loss)):
        narrow = jax.jit(jax.grad(function, (0, 1)))(w, x)
        wide = jax.grad(function, (0, 1))(w.astype(jnp.float32), x.astype(jnp.float32))
        for left, right in zip(narrow, wide, strict=True):
            assert left.dtype == jnp.bfloat16
            np.testing.assert_allclose(np.asarray(left, np.float32), right, 0.1, 0.05)


def test_donated() -> None:
    x = jnp.zeros((50, 40), jnp.bfloat16)
    set_row = jax.jit(lambda x, i: x.at[i].set(jnp.bfloat16(i)), donate_argnums=0)
    for i in range(50):
        x = set_row(x, i)
    np.testing.assert_array_equal(np.asarray(x[:, 7], np.float32), np.arange(50))


@pytest.mark.only("ours", "plugin", why="it is about the programs that jaxlib-cpu compiles")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["stacked", "written", "by positions", "while", "swapped", "nested"])
def test_no_array_is_converted_in_a_loop(name: str, dtype: str) -> None:
    text = jax.jit(PROGRAMS[name]).lower(array(dtype)).compile().as_text()
    for wide in ("f32", "f16"):
        assert not any(f"= {wide}[{shape}]" in text for shape in ("24,10", "4,6,10", "6,10")), text
