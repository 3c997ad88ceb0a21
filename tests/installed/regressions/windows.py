"""Maxima and minima of windows: the values, with every kind of window, and NaN, zeros and integers in them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

#: Window, strides, padding, dilation of the operand and of the window.
WINDOWS: dict[str, tuple[Any, ...]] = {
    "2 x 2": ((2, 2), (2, 2), "VALID", (1, 1), (1, 1)),
    "3 x 3": ((3, 3), (1, 1), "SAME", (1, 1), (1, 1)),
    "3 x 2, uneven": ((3, 2), (2, 3), ((2, 0), (0, 1)), (1, 1), (1, 1)),
    "window dilated": ((3, 3), (1, 2), "SAME", (1, 1), (2, 3)),
    "operand dilated": ((2, 2), (1, 1), "VALID", (2, 2), (1, 1)),
    "cropped": ((2, 2), (1, 1), ((-1, 0), (0, -2)), (1, 1), (1, 1)),
    "7 x 7": ((7, 7), (3, 3), "SAME", (1, 1), (1, 1)),
    "one": ((1, 1), (2, 2), "VALID", (1, 1), (1, 1)),
    "nothing": ((4, 4), (2, 1), "VALID", (1, 1), (1, 1)),
}


def slowly(x: np.ndarray[Any, Any], window: tuple[Any, ...], start: Any, maximum: bool) -> Any:
    """The same, element by element."""
    sizes, strides, padding, base, dilation = window
    spread = [(size - 1) * step + 1 if size else 0 for size, step in zip(x.shape, base, strict=True)]
    reach = [(size - 1) * step + 1 for size, step in zip(sizes, dilation, strict=True)]
    if isinstance(padding, str):
        padding = lax.padtype_to_pads(spread, reach, strides, padding)
    wide = np.full(spread, start, x.dtype)
    wide[:: base[0], :: base[1]] = x
    for axis, (low, high) in enumerate(padding):
        wide = np.take(wide, range(max(-low, 0), wide.shape[axis] - max(-high, 0)), axis)
    edges = [(max(low, 0), max(high, 0)) for low, high in padding]
    wide = np.pad(wide, edges, constant_values=start)
    counts = [
        max((size - far) // step + 1, 0) for size, far, step in zip(wide.shape, reach, strides, strict=True)
    ]
    result = np.full(counts, start, x.dtype)
    combine = np.maximum if maximum else np.minimum
    for index in np.ndindex(*counts):
        corner = [place * step for place, step in zip(index, strides, strict=True)]
        part = wide[
            corner[0] : corner[0] + reach[0] : dilation[0], corner[1] : corner[1] + reach[1] : dilation[1]
        ]
        result[index] = combine.reduce(np.append(part.ravel(), result[index]))
    return result


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
@pytest.mark.parametrize("maximum", [True, False])
@pytest.mark.parametrize("name", WINDOWS)
def test_values(name: str, maximum: bool, dtype: Any) -> None:
    window = WINDOWS[name]
    x = (np.arange(13 * 3 * 11).reshape(13, 33) * 7919 % 101 - 50).astype(dtype)
    if name == "nothing":
        x = x[:3]
    if dtype == np.float32:
        x[1, 2] = np.nan
    # One that is not the smallest or largest of all, and counts.
    sizes, strides, padding, base, dilation = window
    combine = lax.max if maximum else lax.min
    for start in (dtype(7), np.finfo(dtype).min if dtype == np.float32 else np.iinfo(dtype).min):
        found = jax.jit(
            lambda x, start=start: lax.reduce_window(
                x, start, combine, sizes, strides, padding, base_dilation=base, window_dilation=dilation
            )
        )(x)
        np.testing.assert_array_equal(found, slowly(x, window, start, maximum))


def pooled(x: Any) -> Any:
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def test_gradients_batches_loops_and_other_operations() -> None:
    x: Any = np.sin(np.arange(2 * 9 * 9 * 3, dtype=np.float32)).reshape(2, 9, 9, 3)
    gradient = jax.jit(jax.grad(lambda x: (pooled(x) ** 2).sum()))(x)
    np.testing.assert_allclose((gradient * x).sum(), 2 * (pooled(x) ** 2).sum(), rtol=1e-5)
    batch = jax.jit(jax.vmap(lambda x: pooled(x[None])[0]))(x)
    np.testing.assert_array_equal(batch, pooled(x))
    loop = jax.jit(lambda x: lax.fori_loop(0, 2, lambda _, x: x + pooled(x).mean(), x))(x)
    assert np.isfinite(loop).all()
    sums = jax.jit(lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 1, 1, 1), "VALID"))(x)
    np.testing.assert_allclose(sums, x[:, :-1, :-1] + x[:, 1:, :-1] + x[:, :-1, 1:] + x[:, 1:, 1:], atol=1e-6)


@pytest.mark.only("ours", "plugin", why="slices are jaxlib-cpu's; upstream compiles a window")
def test_a_compiled_maximum_has_no_window() -> None:
    x: Any = np.zeros((2, 9, 9, 3), np.float32)
    lowered = jax.jit(lambda x: pooled(jnp.exp(x))).lower(x)
    assert "stablehlo.reduce_window" in lowered.as_text()
    text = lowered.compile().as_text() or ""
    assert " reduce-window(" not in text
    assert text.count(" exponential(") == 1
