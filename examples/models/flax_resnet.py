"""The ResNet of Flax's own ImageNet example, as `nox -s models -- --module` takes a model.

The example is in Flax's source distribution, unpacked at FLAX_SOURCE.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

sys.path.append(str(Path(os.environ["FLAX_SOURCE"]) / "examples" / "imagenet"))
import models

MODEL = models.ResNet18(num_classes=10)


def parameters() -> Any:
    """The weights, and the running means and variances of the batch normalizations."""
    return MODEL.init(jax.random.key(0), jnp.ones((1, 32, 32, 3)), train=False)


def inputs() -> list[Any]:
    """A batch of four images."""
    return [np.random.default_rng(0).standard_normal((4, 32, 32, 3), np.float32)]


def forward(parameters: Any, images: Any) -> Any:
    """The logits, shape (batch, 10)."""
    return MODEL.apply(parameters, images, train=False)


def step(parameters: Any, images: Any) -> tuple[Any, Any, Any]:
    """One step of gradient descent: the loss before it, its gradients, the parameters after."""

    def loss(variables: Any) -> Any:
        def train(images: Any) -> Any:
            return MODEL.apply(variables, images, train=True, mutable=["batch_stats"])

        # The example normalizes over all devices, by the name of their axis. Here it is one.
        over_devices = jax.vmap(train, axis_name="batch")(images[None])
        logits, changed = jax.tree.map(lambda array: array[0], over_devices)
        labels = jnp.arange(images.shape[0]) % 10
        return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(images.shape[0]), labels]), changed

    (value, changed), gradients = jax.value_and_grad(loss, has_aux=True)(parameters)
    after = jax.tree.map(lambda p, g: p - 0.01 * g, parameters["params"], gradients["params"])
    return value, gradients, {"params": after, **changed}
