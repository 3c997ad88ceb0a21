"""A model of MaxText's as plain functions of arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import maxtext
import numpy as np
from flax import nnx
from maxtext.configs import pyconfig
from maxtext.utils import maxtext_utils, model_creation_utils

from tools.models.children.model import named

#: The mesh axis over which MaxText shards both weights and batches.
AXIS = "fsdp"


class Built(NamedTuple):
    """A `tools.models.children.model.Model` of MaxText's, whose others are random keys, stored as integers.

    Attributes:
        config: MaxText's.
        graph: The flax graph definition.
    """

    config: Any
    mesh: Any
    graph: Any
    weights: Sequence[Any]
    others: Sequence[Any]
    weights_tree: Any
    others_tree: Any
    keys: Sequence[Any]
    axis: str = AXIS

    def forward(self, weights: Any, others: Any, tokens: Any) -> Any:
        """The logits."""
        typed = [
            other if key is None else jax.random.wrap_key_data(other, impl=key)
            for other, key in zip(others, self.keys, strict=True)
        ]
        model = nnx.merge(
            self.graph,
            jax.tree.unflatten(self.weights_tree, weights),
            jax.tree.unflatten(self.others_tree, typed),
        )
        positions = jnp.broadcast_to(jnp.arange(tokens.shape[1], dtype=jnp.int32), tokens.shape)
        segments = jnp.ones_like(tokens)
        return model(tokens, positions, decoder_segment_ids=segments, enable_dropout=False)

    def step(self, weights: Any, others: Any, tokens: Any) -> tuple[Any, Any, Any]:
        """One training step: the loss before it, its gradients, and the weights after."""

        def loss(weights: Any) -> Any:
            logits = self.forward(weights, others, tokens)
            scores = jax.nn.log_softmax(logits.astype(jnp.float32))[:, :-1]
            return -jnp.mean(jnp.take_along_axis(scores, tokens[:, 1:, None], -1))

        value, slopes = jax.value_and_grad(loss)(weights)
        return value, slopes, [w - (0.1 * s).astype(w.dtype) for w, s in zip(weights, slopes, strict=True)]

    def inputs(self) -> list[Any]:
        """Tokens, the same in every process."""
        length, size = self.config.max_target_length, self.config.vocab_size
        return [np.random.default_rng(0).integers(0, size, (1, length)).astype(np.int32)]

    def names(self) -> list[str]:
        """The name of each weight: its path in the model."""
        return named(jax.tree.unflatten(self.weights_tree, self.weights))

    def draw(self, *, weights: bool = True) -> tuple[list[Any], list[Any]]:
        """The weights, drawn by the model's own initialisers, and the other variables, in one program."""

        def arrays() -> tuple[list[Any], list[Any]]:
            _, drawn, others = nnx.split(_create(self.config, self.mesh), nnx.Param, ...)
            return jax.tree.leaves(drawn) if weights else [], [_raw(leaf) for leaf in jax.tree.leaves(others)]

        # The program runs once, and optimizing it would take most of a small model's time.
        options = {"xla_backend_optimization_level": 0}
        with self.mesh:
            return jax.jit(arrays, compiler_options=options)()  # type: ignore[no-any-return]


def build(task: Mapping[str, Any], devices: Sequence[Any] | None = None) -> Built:
    """The model of a task: on its own device, or for ``devices`` that need not be present."""
    base = Path(maxtext.__file__).parent / "configs" / "base.yml"
    pairs = [f"{key}={_spelled(value)}" for key, value in task["overrides"].items()]
    config = pyconfig.initialize(["", str(base), f"model_name={task['model']}", *pairs])
    mesh = maxtext_utils.get_mesh_from_config(config)
    if devices is not None:
        shape = [len(devices) if axis == AXIS else 1 for axis in config.mesh_axes]
        mesh = jax.sharding.Mesh(
            np.array(devices).reshape(shape), config.mesh_axes, axis_types=mesh.axis_types
        )
    # flax resolves MaxText's logical axes only in this older mesh context; jax.set_mesh refuses them.
    with mesh:
        graph, weights, rest = nnx.split(nnx.eval_shape(lambda: _create(config, mesh)), nnx.Param, ...)
    flat, tree = jax.tree.flatten(weights)
    others, others_tree = jax.tree.flatten(rest)
    keys: list[Any] = []

    def plain(others: Any) -> Any:
        # The implementation of a random key can be found only from a key, not from its shape and dtype.
        keys.extend(jax.random.key_impl(other) if _is_key(other) else None for other in others)
        return [_raw(other) for other in others]

    raw = jax.eval_shape(plain, others)
    return Built(config, mesh, graph, flat, raw, tree, others_tree, keys)


def _create(config: Any, mesh: Any) -> Any:
    rngs = nnx.Rngs(params=0, dropout=1)
    return model_creation_utils.from_config(config, mesh=mesh, model_mode="train", rngs=rngs)


def _is_key(leaf: Any) -> bool:
    return bool(jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key))


def _raw(leaf: Any) -> Any:
    return jax.random.key_data(leaf) if _is_key(leaf) else leaf


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
