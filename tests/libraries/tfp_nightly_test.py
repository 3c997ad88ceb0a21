"""TensorFlow Probability on jax: its distributions hold no tests."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from tensorflow_probability.substrates import jax as tfp


def test_distributions_and_a_sampler_of_tensorflow_probability() -> None:
    normal = tfp.distributions.Normal(loc=1.0, scale=2.0)
    samples = normal.sample(2000, seed=jax.random.PRNGKey(0))
    np.testing.assert_allclose([samples.mean(), samples.std()], [1.0, 2.0], atol=0.2)
    slope = jax.jit(jax.grad(normal.log_prob))(2.0)
    np.testing.assert_allclose(slope, -0.25, rtol=1e-5)
    kernel = tfp.mcmc.HamiltonianMonteCarlo(normal.log_prob, step_size=0.8, num_leapfrog_steps=4)
    states = jax.jit(
        lambda key: tfp.mcmc.sample_chain(
            500, current_state=jnp.asarray(0.0), kernel=kernel, num_burnin_steps=100, trace_fn=None, seed=key
        )
    )(jax.random.PRNGKey(1))
    np.testing.assert_allclose(states.mean(), 1.0, atol=0.6)
