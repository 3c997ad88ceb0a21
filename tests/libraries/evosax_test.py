"""Evosax: evolution strategies. Its distributions hold no tests."""

from __future__ import annotations

from typing import Any

import evosax.algorithms
import jax
import jax.numpy as jnp


def test_evolution_finds_a_minimum() -> None:
    strategy = evosax.algorithms.CMA_ES(population_size=32, solution=jnp.zeros(4))
    parameters, key = strategy.default_params, jax.random.key(0)
    state = strategy.init(key, jnp.ones(4), parameters)

    def generation(state: Any, key: Any) -> Any:
        population, state = strategy.ask(key, state, parameters)
        fitness = ((population - 0.3) ** 2).sum(-1)
        state, _ = strategy.tell(key, population, fitness, state, parameters)
        return state, fitness.min()

    _, best = jax.jit(lambda state, keys: jax.lax.scan(generation, state, keys))(
        state, jax.random.split(key, 60)
    )
    assert best[-1] < 1e-3
