"""Jaxopt: optimizers. Its distributions hold the tests' helpers, and no tests."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import jaxopt
import numpy as np


def test_quasi_newton_and_projected_gradient() -> None:
    def rosenbrock(x: Any) -> Any:
        return 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2

    found, _ = jaxopt.LBFGS(rosenbrock, maxiter=200).run(jnp.asarray([-1.2, 1.0]))
    np.testing.assert_allclose(found, [1.0, 1.0], rtol=1e-2)
    solver = jaxopt.ProjectedGradient(lambda x: ((x - 2.0) ** 2).sum(), jaxopt.projection.projection_simplex)
    np.testing.assert_allclose(solver.run(jnp.asarray([1.0, 0.0, 0.0])).params, np.full(3, 1 / 3), atol=1e-4)


def test_an_optimum_is_differentiated_implicitly() -> None:
    def ridge(parameters: Any, weight: Any) -> Any:
        x = jnp.asarray([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
        y = jnp.asarray([1.0, 2.0, 3.0])
        return ((x @ parameters - y) ** 2).mean() + weight * (parameters**2).sum()

    solver = jaxopt.LBFGS(ridge, maxiter=300, tol=1e-8, implicit_diff=True)

    def norm(weight: Any) -> Any:
        return (solver.run(jnp.zeros(2), weight=weight).params ** 2).sum()

    slope = jax.grad(norm)(0.5)
    np.testing.assert_allclose(slope, (norm(0.51) - norm(0.49)) / 0.02, rtol=2e-2)
