"""Orbax: its distributions hold the tests' helpers, and no tests."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import orbax.checkpoint as ocp
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P


def tree() -> dict[str, Any]:
    return {
        "weights": jnp.arange(12.0).reshape(3, 4),
        "half": jnp.ones(5, jnp.bfloat16) / 3,
        "count": jnp.asarray(7),
        "nested": [jnp.asarray([True, False]), {"empty": {}}],
        "number": 3,
    }


def alike(left: Any, right: Any) -> None:
    assert jax.tree.structure(left) == jax.tree.structure(right)
    for mine, other in zip(jax.tree.leaves(left), jax.tree.leaves(right), strict=True):
        np.testing.assert_array_equal(mine, other)
        assert np.asarray(mine).dtype == np.asarray(other).dtype


def test_a_tree_comes_back(tmp_path: Any) -> None:
    with ocp.StandardCheckpointer() as checkpointer:
        checkpointer.save(tmp_path / "one", tree())
        checkpointer.wait_until_finished()
        alike(checkpointer.restore(tmp_path / "one", tree()), tree())


def test_a_sharded_array_comes_back_with_the_sharding_that_is_asked_for(tmp_path: Any) -> None:
    sharding = NamedSharding(Mesh(np.array(jax.devices()[:1]), ("x",)), P("x"))
    value = jax.device_put(jnp.arange(16.0), sharding)
    with ocp.StandardCheckpointer() as checkpointer:
        checkpointer.save(tmp_path / "one", {"a": value})
        checkpointer.wait_until_finished()
        wanted = {"a": jax.ShapeDtypeStruct((16,), jnp.float32, sharding=sharding)}
        found = checkpointer.restore(tmp_path / "one", wanted)["a"]
    assert found.sharding == sharding
    np.testing.assert_array_equal(found, np.arange(16.0))


def test_a_manager_keeps_the_newest_while_training_goes_on(tmp_path: Any) -> None:
    step = jax.jit(lambda state: {"w": state["w"] * 1.5 + 1, "n": state["n"] + 1}, donate_argnums=0)
    state = {"w": jnp.ones((8, 8)), "n": jnp.asarray(0)}
    options = ocp.CheckpointManagerOptions(max_to_keep=2, enable_async_checkpointing=True)
    with ocp.CheckpointManager(tmp_path / "run", options=options) as manager:
        kept = {}
        for number in range(4):
            state = step(state)
            kept[number] = jax.device_get(state)
            manager.save(number, args=ocp.args.StandardSave(state))
        manager.wait_until_finished()
        assert sorted(manager.all_steps()) == [2, 3]
        alike(manager.restore(3, args=ocp.args.StandardRestore(state)), kept[3])
