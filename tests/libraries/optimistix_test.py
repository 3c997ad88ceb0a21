"""Optimistix: roots and minima. Its distributions hold no tests."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
import optimistix


def test_roots_minima_and_least_squares() -> None:
    newton = optimistix.Newton(rtol=1e-5, atol=1e-5)
    root = optimistix.root_find(lambda y, _: y**2 - 2.0, newton, jnp.asarray(1.0))
    np.testing.assert_allclose(root.value, np.sqrt(2.0), rtol=1e-4)

    def rosenbrock(y: Any, _: Any) -> Any:
        return jnp.stack([10.0 * (y[1] - y[0] ** 2), 1.0 - y[0]])

    least = optimistix.least_squares(
        rosenbrock, optimistix.LevenbergMarquardt(1e-6, 1e-6), jnp.asarray([-1.2, 1.0])
    )
    np.testing.assert_allclose(least.value, [1.0, 1.0], rtol=1e-3)
    smallest = optimistix.minimise(
        lambda y, args: (rosenbrock(y, args) ** 2).sum(),
        optimistix.BFGS(1e-5, 1e-5),
        jnp.asarray([-1.2, 1.0]),
    )
    np.testing.assert_allclose(smallest.value, [1.0, 1.0], rtol=1e-2)
