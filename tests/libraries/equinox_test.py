"""Equinox: networks that are pytrees. Its distributions hold no tests."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


def test_a_network_is_trained_differentiated_per_example_and_stored(tmp_path: Any) -> None:
    network = eqx.nn.MLP(3, 1, 16, 2, key=jax.random.key(0))
    x = jax.random.normal(jax.random.key(1), (64, 3))
    y = jnp.sin(x.sum(1, keepdims=True))

    def loss(network: Any) -> Any:
        return ((jax.vmap(network)(x) - y) ** 2).mean()

    def step(network: Any) -> Any:
        gradient = eqx.filter_grad(loss)(network)
        return eqx.apply_updates(network, jax.tree.map(lambda g: -0.1 * g, gradient))

    before, compiled = loss(network), eqx.filter_jit(step, donate="all")
    for _ in range(30):
        network = compiled(network)
    assert loss(network) < 0.9 * before
    eqx.tree_serialise_leaves(tmp_path / "network.eqx", network)
    loaded = eqx.tree_deserialise_leaves(tmp_path / "network.eqx", eqx.filter_eval_shape(lambda: network))
    assert eqx.tree_equal(loaded, network)
    per_example = eqx.filter_vmap(eqx.filter_grad(lambda network, x: network(x)[0]), in_axes=(None, 0))(
        network, x
    )
    assert per_example.layers[0].weight.shape == (64, 16, 3)
