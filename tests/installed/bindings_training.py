"""Run in an environment with jaxlib's bindings, Flax, Optax and Equinox: each must learn, on 8 devices."""

from __future__ import annotations

import sys
from typing import Any

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)
RANDOM = np.random.default_rng(0)
X: Any = RANDOM.normal(size=(64, 8)).astype(np.float32)
Y: Any = np.sin(X.sum(1, keepdims=True))
STEPS = 60


def spread(array: Any) -> Any:
    """Over all devices by rows."""
    mesh = jax.make_mesh((8,), ("batch",), axis_types=(jax.sharding.AxisType.Auto,))
    return jax.device_put(array, NamedSharding(mesh, P("batch")))


def learned(losses: list[float]) -> None:
    assert np.isfinite(losses).all()
    assert losses[-1] < losses[0] / 2, losses


def flax_linen() -> None:
    model = nn.Sequential([nn.Dense(32), nn.gelu, nn.LayerNorm(), nn.Dense(1)])
    x, y = spread(X), spread(Y)
    parameters = model.init(jax.random.key(0), x)
    optimizer = optax.adamw(1e-2)
    state = optimizer.init(parameters)

    @jax.jit
    def step(parameters: Any, state: Any) -> Any:
        loss, gradients = jax.value_and_grad(lambda p: ((model.apply(p, x) - y) ** 2).mean())(parameters)
        updates, state = optimizer.update(gradients, state, parameters)
        return optax.apply_updates(parameters, updates), state, loss

    losses = []
    for _ in range(STEPS):
        parameters, state, loss = step(parameters, state)
        losses.append(float(loss))
    learned(losses)


def flax_nnx() -> None:
    class Model(nnx.Module):  # type: ignore[misc]
        def __init__(self, rngs: Any) -> None:
            self.first, self.last = nnx.Linear(8, 32, rngs=rngs), nnx.Linear(32, 1, rngs=rngs)
            self.drop = nnx.Dropout(0.05, rngs=rngs)

        def __call__(self, x: Any) -> Any:
            return self.last(self.drop(nnx.relu(self.first(x))))

    model = Model(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)

    @nnx.jit
    def step(model: Any, optimizer: Any, x: Any, y: Any) -> Any:
        loss, gradients = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        optimizer.update(model, gradients)
        return loss

    learned([float(step(model, optimizer, jnp.asarray(X), jnp.asarray(Y))) for _ in range(STEPS)])


def equinox() -> None:
    model = eqx.nn.MLP(8, 1, 32, 2, key=jax.random.key(0))
    optimizer = optax.sgd(5e-2, momentum=0.9)
    state = optimizer.init(eqx.filter(model, eqx.is_array))
    x, y = spread(X), spread(Y)

    @eqx.filter_jit
    def step(model: Any, state: Any) -> Any:
        loss, gradients = eqx.filter_value_and_grad(lambda m: ((jax.vmap(m)(x) - y) ** 2).mean())(model)
        updates, state = optimizer.update(gradients, state)
        return eqx.apply_updates(model, updates), state, loss

    losses = []
    for _ in range(STEPS):
        model, state, loss = step(model, state)
        losses.append(float(loss))
    learned(losses)


if __name__ == "__main__":
    for case in (flax_linen, flax_nnx, equinox):
        case()
        print("passed", case.__name__)
    sys.exit(0)
