"""Products of operands that several devices share."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AxisType, reshard
from jax.sharding import PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 2)


@pytest.mark.parametrize("dtype", ["bfloat16", "float32", "complex64"])
def test_a_sum_of_unreduced_products_is_reduced_once(dtype: str) -> None:
    mesh = jax.make_mesh((2,), ("x",), axis_types=(AxisType.Explicit,))
    rng = np.random.default_rng(1)
    x, y = (rng.integers(-3, 3, shape).astype(jnp.dtype(dtype)) for shape in ((4, 400), (400, 100)))

    def add(x: jax.Array, y: jax.Array) -> jax.Array:
        first, second = (jnp.dot(each, y, out_sharding=P(unreduced={"x"})) for each in (x, 2 * x))
        return reshard(first + second, P())

    with jax.set_mesh(mesh):
        given = jax.device_put(x, P(None, "x")), jax.device_put(y, P("x", None))
        program = jax.jit(add).lower(*given).compile()
        np.testing.assert_allclose(
            np.asarray(program(*given), np.complex64),
            3 * (x.astype(np.complex64) @ y.astype(np.complex64)),
            rtol=0.02,
            atol=2,
        )
    assert program.as_text().count("all-reduce(") == 1
