"""Lineax: linear systems. Its distributions hold no tests."""

from __future__ import annotations

import equinox as eqx
import jax.numpy as jnp
import lineax
import numpy as np
import pytest


def test_linear_solvers_agree() -> None:
    matrix = jnp.asarray([[4.0, 1.0, 0.0], [1.0, 3.0, 0.5], [0.0, 0.5, 2.0]])
    vector = jnp.asarray([1.0, 2.0, 3.0])
    operator = lineax.MatrixLinearOperator(matrix, lineax.positive_semidefinite_tag)
    solvers = (
        lineax.LU(),
        lineax.QR(),
        lineax.SVD(),
        lineax.Cholesky(),
        lineax.CG(1e-6, 1e-6),
        lineax.GMRES(1e-6, 1e-6),
        lineax.BiCGStab(1e-6, 1e-6),
    )
    for solver in solvers:
        found = eqx.filter_jit(lineax.linear_solve)(operator, vector, solver)
        np.testing.assert_allclose(found.value, np.linalg.solve(matrix, vector), rtol=1e-3, atol=1e-4)


def test_a_singular_system_raises_from_inside_the_jit() -> None:
    operator = lineax.MatrixLinearOperator(jnp.zeros((2, 2)))
    with pytest.raises(eqx.EquinoxRuntimeError, match="singular"):
        eqx.filter_jit(lineax.linear_solve)(operator, jnp.ones(2), lineax.LU())
