"""NaNs, precision and random bits."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from cases import case, config, raised
from surface.arrays import outcome


@case
def nans() -> Any:
    with config(jax_debug_nans=True):
        found = [
            raised(lambda: jnp.log(-1.0)),
            raised(lambda: jax.jit(lambda x: x / x)(jnp.float32(0))),
            jnp.sin(1.0).item(),
        ]
    with config(jax_debug_infs=True):
        found.append(raised(lambda: 1 / jnp.zeros(2)))
    return found


@case
def nans_among_others() -> Any:
    """Maxima and minima of a NaN and a number are NaN, which the older library without its options gets wrong."""
    found = {}
    for kind in ("float32", "float64", "bfloat16", "float16"):
        x, y = jnp.array([jnp.nan, 1, jnp.nan, 2], kind), jnp.ones(4, kind)
        chosen = (jnp.maximum(x, y), jnp.maximum(y, x), jnp.minimum(x, y), jnp.minimum(y, x))
        reduced = (
            x.max(),
            x.min(),
            jax.lax.cummax(x[::-1]),
            jax.lax.reduce_window(x, x.dtype.type(-np.inf), jax.lax.max, (2,), (1,), "VALID"),
        )
        fused = jax.jit(lambda x, y: (jax.nn.relu(x * y), jnp.clip(x + y, 0, 1), jnp.sort(x), x.argmax()))(
            x, y
        )
        found[kind] = [str(np.asarray(name)) for name in (*chosen, *reduced, *fused)]
    return found


@case
def precision() -> Any:
    x = jax.random.normal(jax.random.key(0), (64, 64))
    exact = np.asarray(x, "float64") @ np.asarray(x, "float64")
    errors = {}
    for name in ("default", "high", "highest", "BF16_BF16_F32", "F32_F32_F32"):
        errors[name] = outcome(
            lambda name=name: float(np.abs(np.asarray(jnp.dot(x, x, precision=name)) - exact).max()) < 1e-3
        )
    return errors


@case
def random_bits() -> Any:
    kinds = ("threefry2x32", "rbg", "unsafe_rbg")
    return {
        kind: outcome(lambda kind=kind: jax.random.normal(jax.random.key(3, impl=kind), (3,)).tolist())
        for kind in kinds
    }
