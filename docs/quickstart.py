"""Train a small network on real data with jax on the jaxlib-cpu plugin, and say where the backend came from.

The data are the UCI handwritten digits that scikit-learn ships: 1,797 grey images of 8x8 pixels. Nothing here knows
that the backend is a plugin; the last lines ask jaxlib-core.

    pip install jax jaxlib-cpu scikit-learn rich
    python quickstart.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from importlib import metadata
from typing import Any

import jax
import jax.numpy as jnp
import jaxlib_core
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

EPOCHS, BATCH, LEARNING_RATE = 40, 64, 0.1
#: Below this something is wrong; the network reaches about 0.97.
EXPECTED_ACCURACY = 0.93

Parameters = list[tuple[jax.Array, jax.Array]]


def initial(key: jax.Array, sizes: tuple[int, ...]) -> Parameters:
    """Weights of shape (inputs, outputs) and biases of shape (outputs,), float32, for each pair of ``sizes``."""
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (m, n)) * jnp.sqrt(2 / m), jnp.zeros(n))
        for k, m, n in zip(keys, sizes[:-1], sizes[1:], strict=True)
    ]


def logits(parameters: Parameters, images: jax.Array) -> jax.Array:
    """(batch, 64) float32 images in 0..1 to (batch, 10) float32 scores."""
    *hidden, (weight, bias) = parameters
    for w, b in hidden:
        images = jax.nn.relu(images @ w + b)
    return images @ weight + bias


def loss(parameters: Parameters, images: jax.Array, labels: jax.Array) -> jax.Array:
    """Mean cross entropy of ``labels``, (batch,) int32; a float32 scalar."""
    scores = jax.nn.log_softmax(logits(parameters, images))
    return -jnp.take_along_axis(scores, labels[:, None], axis=1).mean()


@jax.jit
def step(parameters: Parameters, images: jax.Array, labels: jax.Array) -> tuple[Parameters, jax.Array]:
    """One step of gradient descent on one batch."""
    value, gradients = jax.value_and_grad(loss)(parameters, images, labels)
    return jax.tree.map(lambda p, g: p - LEARNING_RATE * g, parameters, gradients), value


@jax.jit
def accuracy(parameters: Parameters, images: jax.Array, labels: jax.Array) -> jax.Array:
    """The part of ``images`` whose highest score is at their label."""
    return (logits(parameters, images).argmax(axis=1) == labels).mean()


def batches(key: jax.Array, images: jax.Array, labels: jax.Array) -> Iterator[tuple[jax.Array, jax.Array]]:
    """All full batches of one epoch in random order."""
    order = jax.random.permutation(key, len(images))
    for start in range(0, len(images) - BATCH + 1, BATCH):
        chosen = order[start : start + BATCH]
        yield images[chosen], labels[chosen]


def train(images: jax.Array, labels: jax.Array) -> Parameters:
    """Train for ``EPOCHS``; a bar on a terminal, a line every tenth epoch in a log."""
    key = jax.random.key(0)
    parameters = initial(key, (64, 128, 64, 10))
    terminal = sys.stdout.isatty()
    shown = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("loss {task.fields[loss]:.4f}"),
        TimeElapsedColumn(),
    )
    with Progress(TextColumn("training"), *shown, disable=not terminal) as bar:
        task = bar.add_task("training", total=EPOCHS, loss=float("nan"))
        for epoch in range(EPOCHS):
            for batch in batches(jax.random.fold_in(key, epoch), images, labels):
                parameters, value = step(parameters, *batch)
            bar.update(task, advance=1, loss=float(value))
            if not terminal and (epoch + 1) % 10 == 0:
                print(f"epoch {epoch + 1:3d} of {EPOCHS}: loss {float(value):.4f}", flush=True)
    return parameters


def main() -> int:
    """Train, test, and report; 1 if the accuracy is not what it should be."""
    digits: Any = load_digits()
    split = train_test_split(digits.data / 16.0, digits.target, test_size=0.2, random_state=0)
    train_images, test_images = (jnp.asarray(part, jnp.float32) for part in split[:2])
    train_labels, test_labels = (jnp.asarray(part, jnp.int32) for part in split[2:])
    started = time.perf_counter()
    parameters = train(train_images, train_labels)
    reached = float(accuracy(parameters, test_images, test_labels))
    seconds = time.perf_counter() - started
    print(f"accuracy  {reached:.3f} on {len(test_labels)} images not trained on, {seconds:.1f} s")
    print(f"devices   {jax.devices()}")
    print(f"jaxlib    {metadata.version('jaxlib')}")
    plugin = jaxlib_core.loaded().get(jax.default_backend())
    if plugin is None:
        print(f"backend   {jax.default_backend()}, from inside jaxlib: no plugin serves it")
        return 1
    descriptor = plugin.descriptor
    print(
        f"backend   {descriptor.title}, PJRT C API "
        f"{descriptor.library.pjrt_api[0]}.{descriptor.library.pjrt_api[1]}"
    )
    print(f"from      {descriptor.distribution} {descriptor.version}: {plugin.library}")
    print(f"          built by upstream: {descriptor.provenance.filename}")
    return 0 if reached >= EXPECTED_ACCURACY else 1


if __name__ == "__main__":
    raise SystemExit(main())
