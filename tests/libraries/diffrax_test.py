"""Diffrax: differential equations. Its distributions hold no tests."""

from __future__ import annotations

from typing import Any

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optimistix


def decay(t: Any, y: Any, rate: Any) -> Any:
    return -rate * y


def solved(rate: Any, **options: Any) -> Any:
    return diffrax.diffeqsolve(
        diffrax.ODETerm(decay),
        diffrax.Tsit5(),
        t0=0.0,
        t1=2.0,
        dt0=0.1,
        y0=jnp.asarray(1.0),
        args=rate,
        stepsize_controller=diffrax.PIDController(rtol=1e-6, atol=1e-6),
        **options,
    )


def test_an_ode_is_solved_in_a_jit_that_is_gone_before_its_progress_meter_has_reported() -> None:
    def run() -> Any:
        return jax.jit(lambda rate: solved(rate, progress_meter=diffrax.TextProgressMeter()).ys)(0.5)

    np.testing.assert_allclose(run(), [np.exp(-1.0)], rtol=1e-4)


def test_gradients_through_a_solver_agree_between_adjoints() -> None:
    def final(rate: Any, adjoint: Any) -> Any:
        return solved(rate, adjoint=adjoint).ys[0]

    for adjoint in (diffrax.RecursiveCheckpointAdjoint(), diffrax.BacksolveAdjoint()):
        found = eqx.filter_jit(eqx.filter_grad(final))(jnp.asarray(0.5), adjoint)
        np.testing.assert_allclose(found, -2 * np.exp(-1.0), rtol=1e-3)


def test_an_event_ends_a_solve_where_its_root_is() -> None:
    def below_half(t: Any, y: Any, args: Any, **_: Any) -> Any:
        return y - 0.5

    event = diffrax.Event(below_half, optimistix.Newton(1e-5, 1e-5, optimistix.rms_norm))
    found = solved(1.0, event=event)
    np.testing.assert_allclose(found.ts, [np.log(2.0)], rtol=1e-3)


def test_a_stochastic_equation_is_the_same_for_the_same_key() -> None:
    def path(key: Any) -> Any:
        noise = diffrax.VirtualBrownianTree(0.0, 1.0, tol=1e-3, shape=(), key=key)
        terms = diffrax.MultiTerm(diffrax.ODETerm(decay), diffrax.ControlTerm(lambda t, y, args: 0.1, noise))
        saved = diffrax.SaveAt(ts=jnp.linspace(0.0, 1.0, 5))
        return diffrax.diffeqsolve(terms, diffrax.Euler(), 0.0, 1.0, 0.05, 1.0, args=1.0, saveat=saved).ys

    keys = jax.random.split(jax.random.key(0), 4)
    paths = jax.jit(jax.vmap(path))(keys)
    np.testing.assert_array_equal(paths[1], jax.jit(path)(keys[1]))
    assert len(np.unique(np.asarray(paths)[:, -1])) == 4
