"""Equinox's own perceptron, as `nox -s models -- --module` takes a model."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


def model() -> Any:
    """The perceptron, with weights drawn at random."""
    return eqx.nn.MLP(in_size=8, out_size=3, width_size=64, depth=2, key=jax.random.key(0))


def parameters() -> Any:
    """Its arrays; the other leaves of a module, such as activation functions, are not parameters."""
    return eqx.filter(model(), eqx.is_array)


def inputs() -> list[Any]:
    """A batch of 16."""
    return [np.random.default_rng(0).standard_normal((16, 8), np.float32)]


def forward(parameters: Any, x: Any) -> Any:
    """The logits, shape (batch, 3)."""
    rest = eqx.filter(eqx.filter_eval_shape(model), lambda leaf: not isinstance(leaf, jax.ShapeDtypeStruct))
    return jax.vmap(eqx.combine(parameters, rest))(x)


def step(parameters: Any, x: Any) -> tuple[Any, Any, Any]:
    """One step of gradient descent: the loss before it, its gradients, the parameters after."""

    def loss(parameters: Any) -> Any:
        labels = jnp.arange(x.shape[0]) % 3
        return -jnp.mean(jax.nn.log_softmax(forward(parameters, x))[jnp.arange(x.shape[0]), labels])

    value, gradients = jax.value_and_grad(loss)(parameters)
    return value, gradients, jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradients)
