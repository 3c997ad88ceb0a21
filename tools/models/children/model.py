"""A model as plain functions of arrays, whoever wrote it."""

from __future__ import annotations

import resource
from collections.abc import Sequence
from typing import Any, Protocol

import jax
import numpy as np


class Model(Protocol):
    """A model whose arrays are shapes only."""

    @property
    def mesh(self) -> Any:
        """The devices over which it is sharded, a context manager."""

    @property
    def axis(self) -> str:
        """The mesh axis over which weights and batches are divided."""

    @property
    def weights(self) -> Sequence[Any]:
        """The shape and dtype of each weight."""

    @property
    def others(self) -> Sequence[Any]:
        """The shape and dtype of each array that is not trained."""

    def forward(self, weights: Any, others: Any, /, *inputs: Any) -> Any:
        """The output, one array."""

    def step(self, weights: Any, others: Any, /, *inputs: Any) -> tuple[Any, Any, Any]:
        """One training step: the loss before it, its gradients, and the weights after."""

    def inputs(self) -> list[Any]:
        """The inputs, the same in every process; the first axis of each is the batch."""

    def names(self) -> list[str]:
        """The name of each weight."""

    def draw(self, *, weights: bool = True) -> tuple[list[Any], list[Any]]:
        """The weights, drawn at random, and the others; no weights if they are not wanted."""


def named(tree: Any) -> list[str]:
    """The path of each leaf, such as ``decoder.layers_0.kernel``."""
    paths, _ = jax.tree_util.tree_flatten_with_path(tree)
    return [
        jax.tree_util.keystr(path, simple=True, separator=".").removesuffix(".value") for path, _ in paths
    ]


def save(path: str, weights: Sequence[Any], others: Sequence[Any], inputs: Sequence[Any]) -> None:
    """Save a model's arguments; arrays of a dtype that numpy's format lacks are stored as bytes."""
    arrays: dict[str, Any] = {}
    for kind, group in (("weight", weights), ("other", others), ("input", inputs)):
        arrays |= {f"{kind}{n}": _plain(np.asarray(array)) for n, array in enumerate(group)}
    np.savez(path, **arrays)


def load(model: Model, path: str) -> tuple[list[Any], list[Any]]:
    """The weights and the others that `save` wrote."""
    with np.load(path) as kept:
        weights, others = (
            [kept[f"{kind}{n}"].view(leaf.dtype) for n, leaf in enumerate(leaves)]
            for kind, leaves in (("weight", model.weights), ("other", model.others))
        )
    return weights, others


def held() -> int:
    """The peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _plain(array: Any) -> Any:
    return array if array.dtype.kind in "biufc" else array.view(f"u{array.dtype.itemsize}")
