"""A model of MaxText's as plain functions of arrays; every action begins with it."""

from __future__ import annotations

import resource
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


class Built(NamedTuple):
    """A model whose arrays are shapes only.

    Attributes:
        config: MaxText's.
        mesh: The devices over which it is sharded.
        graph: The flax graph definition.
        weights: The shape and dtype of each weight.
        others: The same of variables that are not trained, such as random keys, which are stored as integers.
    """

    config: Any
    mesh: Any
    graph: Any
    weights: Sequence[Any]
    others: Sequence[Any]
    weights_tree: Any
    others_tree: Any
    keys: Sequence[Any]

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

    def tokens(self) -> Any:
        """The same inputs in every process."""
        length, size = self.config.max_target_length, self.config.vocab_size
        return np.random.default_rng(0).integers(0, size, (1, length)).astype(np.int32)

    def draw(self) -> tuple[list[Any], list[Any]]:
        """The weights, drawn by the model's own initialisers, and the other variables, in one program."""

        def arrays() -> tuple[list[Any], list[Any]]:
            _, weights, others = nnx.split(_create(self.config, self.mesh), nnx.Param, ...)
            return jax.tree.leaves(weights), [_raw(leaf) for leaf in jax.tree.leaves(others)]

        # The program runs once, and optimizing it would take most of a small model's time.
        options = {"xla_backend_optimization_level": 0}
        with self.mesh:
            return jax.jit(arrays, compiler_options=options)()  # type: ignore[no-any-return]

    def load(self, path: str) -> tuple[list[Any], list[Any]]:
        """The weights that ``save`` wrote."""
        with np.load(path) as kept:
            return tuple(  # type: ignore[return-value]
                [kept[f"{kind}{n}"].view(leaf.dtype) for n, leaf in enumerate(leaves)]
                for kind, leaves in (("weight", self.weights), ("other", self.others))
            )


def save(path: str, weights: Sequence[Any], others: Sequence[Any], tokens: Any) -> None:
    """Save a model's arguments; arrays of a dtype that numpy's format lacks are stored as bytes."""
    named = {"tokens": tokens}
    named |= {f"weight{n}": weight for n, weight in enumerate(weights)}
    named |= {f"other{n}": array for n, array in enumerate(others)}
    np.savez(path, **{name: _plain(np.asarray(array)) for name, array in named.items()})


def build(task: Mapping[str, Any], devices: Sequence[Any] | None = None) -> Built:
    """The model of a task: on its own device, or for ``devices`` that need not be present."""
    base = Path(maxtext.__file__).parent / "configs" / "base.yml"
    pairs = [f"{key}={_spelled(value)}" for key, value in task["overrides"].items()]
    config = pyconfig.initialize(["", str(base), f"model_name={task['model']}", *pairs])
    mesh = maxtext_utils.get_mesh_from_config(config)
    if devices is not None:
        # All devices are on the axis over which MaxText shards both weights and batches.
        shape = [len(devices) if axis == "fsdp" else 1 for axis in config.mesh_axes]
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


def held() -> int:
    """The peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _create(config: Any, mesh: Any) -> Any:
    rngs = nnx.Rngs(params=0, dropout=1)
    return model_creation_utils.from_config(config, mesh=mesh, model_mode="train", rngs=rngs)


def _is_key(leaf: Any) -> bool:
    return bool(jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key))


def _raw(leaf: Any) -> Any:
    return jax.random.key_data(leaf) if _is_key(leaf) else leaf


def _plain(array: Any) -> Any:
    return array if array.dtype.kind in "biufc" else array.view(f"u{array.dtype.itemsize}")


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
