"""Train a classifier with Equinox and Optax, save it, and export it for programs that have no jax.

    pip install jax jaxlib-cpu equinox optax scikit-learn flatbuffers
    python train.py --export digits.bin

Nothing here names a backend: with jaxlib-cuda12 or jaxlib-tpu installed, it trains there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import export
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

EPOCHS, BATCH, LEARNING_RATE = 12, 64, 3e-3
#: The exported program takes this many images at a time: `serving/app.py` fills such batches.
EXPORTED_BATCH = 32

Images: TypeAlias = NDArray[np.float32]
Labels: TypeAlias = NDArray[np.int32]


class Classifier(eqx.Module):
    """Two convolutions and a linear layer, from an image of 8x8 to the scores of 10 digits."""

    first: eqx.nn.Conv2d
    second: eqx.nn.Conv2d
    scores: eqx.nn.Linear
    dropout: eqx.nn.Dropout

    def __init__(self, key: jax.Array) -> None:
        keys = jax.random.split(key, 3)
        self.first = eqx.nn.Conv2d(1, 16, kernel_size=3, padding=1, key=keys[0])
        self.second = eqx.nn.Conv2d(16, 32, kernel_size=3, stride=2, padding=1, key=keys[1])
        self.scores = eqx.nn.Linear(32 * 4 * 4, 10, key=keys[2])
        self.dropout = eqx.nn.Dropout(0.2)

    def __call__(self, image: jax.Array, key: jax.Array | None = None) -> jax.Array:
        """The scores of one image, (8, 8) float32 in 0..1; with a ``key``, dropout is on."""
        hidden = jax.nn.relu(self.first(image[None]))
        hidden = jax.nn.relu(self.second(hidden)).ravel()
        return self.scores(self.dropout(hidden, key=key, inference=key is None))


def loss(model: Classifier, images: jax.Array, labels: jax.Array, key: jax.Array) -> jax.Array:
    """Mean cross entropy, with dropout."""
    scores = jax.vmap(model)(images, jax.random.split(key, len(images)))
    return optax.softmax_cross_entropy_with_integer_labels(scores, labels).mean()


def batches(random: np.random.Generator, images: Images, labels: Labels) -> Iterator[tuple[Images, Labels]]:
    """All full batches of one epoch in random order."""
    order = random.permutation(len(images))
    for start in range(0, len(images) - BATCH + 1, BATCH):
        chosen = order[start : start + BATCH]
        yield images[chosen], labels[chosen]


def train(model: Classifier, images: Images, labels: Labels) -> Classifier:
    """Train for ``EPOCHS``, with a learning rate that falls to zero, and print the loss now and then."""
    steps = EPOCHS * (len(images) // BATCH)
    optimizer = optax.adamw(optax.cosine_decay_schedule(LEARNING_RATE, steps))
    state = optimizer.init(eqx.filter(model, eqx.is_inexact_array))

    @eqx.filter_jit(donate="all-except-first")
    def step(batch: tuple[Any, ...], model: Classifier, state: Any) -> tuple[Classifier, Any, jax.Array]:
        value, gradients = eqx.filter_value_and_grad(loss)(model, *batch)
        updates, state = optimizer.update(gradients, state, eqx.filter(model, eqx.is_inexact_array))
        return eqx.apply_updates(model, updates), state, value

    random, keys = np.random.default_rng(0), iter(jax.random.split(jax.random.key(1), steps))
    for epoch in range(1, EPOCHS + 1):
        for batch in batches(random, images, labels):
            model, state, value = step((*batch, next(keys)), model, state)
        if epoch % 4 == 0:
            print(f"epoch {epoch:2d} of {EPOCHS}: loss {float(value):.4f}", flush=True)
    return model


def exported(model: Classifier) -> bytes:
    """The trained model as one program, from ``EXPORTED_BATCH`` images to the probabilities of each digit."""

    def probabilities(images: jax.Array) -> jax.Array:
        return jax.nn.softmax(jax.vmap(model)(images))

    images = jax.ShapeDtypeStruct((EXPORTED_BATCH, 8, 8), jnp.float32)
    # The weights are constants of the program; it runs on a CPU, wherever it was trained.
    return bytes(export.export(jax.jit(probabilities), platforms=["cpu"])(images).serialize())


def main() -> int:
    """Train, test, save; 1 if the accuracy is not what it should be."""
    parser = argparse.ArgumentParser(description="Train a classifier of handwritten digits.")
    parser.add_argument("--save", type=Path, help="write the weights here, for Equinox")
    parser.add_argument("--export", type=Path, help="write a program here that runs without jax")
    arguments = parser.parse_args()
    digits: Any = load_digits()
    pixels, answers = (digits.images / 16).astype(np.float32), digits.target.astype(np.int32)
    images, test_images, labels, test_labels = train_test_split(
        pixels, answers, test_size=0.2, random_state=0
    )
    model = train(Classifier(jax.random.key(0)), images, labels)
    found = eqx.filter_jit(eqx.filter_vmap(model))(test_images).argmax(axis=1)
    accuracy = float((found == test_labels).mean())
    print(f"accuracy {accuracy:.3f} on {len(test_labels)} images not trained on, {jax.devices()[0]}")
    if arguments.save:
        eqx.tree_serialise_leaves(arguments.save, model)
    if arguments.export:
        arguments.export.write_bytes(exported(model))
        print(f"exported {arguments.export}, {arguments.export.stat().st_size:,} bytes")
    return 0 if accuracy > 0.95 else 1


if __name__ == "__main__":
    raise SystemExit(main())
