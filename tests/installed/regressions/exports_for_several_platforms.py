"""Programs exported for several platforms do not branch on the platform where jax's own lowering does not."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax

PLATFORMS = ("cpu", "tpu")


@pytest.mark.parametrize(
    "function",
    [
        jnp.log1p,
        jax.nn.softplus,
        lax.erf_inv,
        jnp.transpose,
        lambda x: jnp.concatenate([x] * 300),
        lambda x: jnp.stack([x] * 300),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "int4"])
def test_the_program_has_no_branches(function: Callable[[jax.Array], jax.Array], dtype: str) -> None:
    x = (jnp.arange(6) % 4).reshape(2, 3).astype(dtype)
    if dtype == "int4" and function in (jnp.log1p, jax.nn.softplus, lax.erf_inv):
        x = x.astype(jnp.bfloat16)
    exported = export.export(jax.jit(function), platforms=PLATFORMS)(x)
    assert "stablehlo.case" not in exported.mlir_module()
    np.testing.assert_allclose(
        np.asarray(exported.call(x), float), np.asarray(jax.jit(function)(x), float), rtol=1e-5
    )


@pytest.mark.parametrize("platforms", [PLATFORMS, PLATFORMS[::-1], ("cuda", "cpu", "tpu")])
def test_the_reducer_of_a_window_of_unknown_size_may_use_any_function(platforms: tuple[str, ...]) -> None:
    def function(x: jax.Array) -> jax.Array:
        return lax.cumlogsumexp(x, 0)

    shape = jax.ShapeDtypeStruct(export.symbolic_shape("m, n"), jnp.float32)
    exported = export.export(jax.jit(function), platforms=platforms)(shape)
    x = jnp.linspace(-3, 3, 12).reshape(3, 4)
    np.testing.assert_allclose(export.deserialize(exported.serialize()).call(x), function(x), rtol=1e-5)
