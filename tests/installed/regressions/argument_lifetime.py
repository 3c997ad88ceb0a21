"""Arrays that are deleted while a call uses them: by other threads, or by Python code that the call itself runs."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

DELETED = (RuntimeError, ValueError)


def outcome(function: Callable[..., Any], *operands: Any) -> Any:
    """The result's elements, or that an operand had been deleted."""
    try:
        return np.asarray(function(*operands)).tolist()
    except DELETED as error:
        if "delete" not in str(error) and "donate" not in str(error):
            raise
        return "deleted"


@pytest.mark.only("ours", why="upstream ends the process now and then")
def test_arrays_that_other_threads_delete(child: Callable[..., str]) -> None:
    program = """
        import itertools, pickle, threading, time
        import jax, jax.numpy as jnp, numpy as np
        from jax.sharding import NamedSharding, PartitionSpec
        jax.config.update("jax_num_cpu_devices", 2)
        devices = jax.devices()
        mesh = jax.make_mesh((2,), ("x",))
        split, replicated = NamedSharding(mesh, PartitionSpec("x")), NamedSharding(mesh, PartitionSpec())
        increment, add = jax.jit(lambda x: x + 1), jax.jit(lambda x, y: x + y)
        host = np.ones(1 << 16, np.float32)
        box = {}
        uses = [
            lambda x, y, sharded: jax.device_put(x, devices[1]),
            lambda x, y, sharded: jnp.array(x, copy=True),
            lambda x, y, sharded: np.asarray(x),
            lambda x, y, sharded: increment(x),
            lambda x, y, sharded: add(x, y),
            lambda x, y, sharded: [shard.data for shard in sharded.addressable_shards],
            lambda x, y, sharded: x.block_until_ready(),
            lambda x, y, sharded: jax.device_put(sharded, replicated),
            lambda x, y, sharded: increment(sharded),
            lambda x, y, sharded: x.format,
            lambda x, y, sharded: pickle.dumps(x),
            lambda x, y, sharded: jnp.from_dlpack(x),
        ]

        def use():
            for one in itertools.cycle(uses):
                if time.monotonic() > end:
                    return
                try:
                    one(box["x"], box["y"], box["sharded"])
                except (RuntimeError, ValueError):
                    pass  # it had been deleted before

        def renew():
            box["x"], box["y"] = jax.device_put(host, devices[0]), jax.device_put(host, devices[0])
            box["sharded"] = jax.device_put(host, split)

        renew()
        for one in uses:
            one(box["x"], box["y"], box["sharded"])
        end = time.monotonic() + 4.0
        threads = [threading.Thread(target=use) for _ in range(3)]
        for thread in threads:
            thread.start()
        while time.monotonic() < end:
            for array in list(box.values()):
                array.delete()
            renew()
        for thread in threads:
            thread.join()
        print("ended")
        """
    assert child(program).endswith("ended\n")


class Deleting(np.ndarray):
    """Deletes an array while it is converted itself."""

    victim: Any = None

    def astype(self, *arguments: Any, **keywords: Any) -> Any:
        Deleting.victim.delete()
        return super().astype(*arguments, **keywords)

    def __array_finalize__(self, other: Any) -> None:
        if Deleting.victim is not None:
            Deleting.victim.delete()


def test_an_argument_that_a_later_argument_deletes() -> None:
    add = jax.jit(lambda x, y: x + y)
    later: Any = np.arange(4.0).view(Deleting)  # float64, which is converted
    for _ in range(3):
        Deleting.victim = jnp.arange(4.0)
        assert outcome(add, Deleting.victim, later) in ("deleted", [0, 2, 4, 6])
    Deleting.victim = None


def test_an_argument_that_a_flatten_function_deletes() -> None:
    class Node:
        pass

    victim: list[Any] = []

    def flatten(node: Node) -> Any:
        victim[-1].delete()
        gc.collect()
        return (1.0,), None

    jax.tree_util.register_pytree_node(Node, flatten, lambda *_: Node())
    add = jax.jit(lambda x, y: x + jax.tree.leaves(y)[0])
    for _ in range(3):
        victim.append(jnp.arange(4.0))
        assert outcome(add, victim[-1], Node()) in ("deleted", [1, 2, 3, 4])


@pytest.mark.only("ours", why="upstream ends the process")
def test_an_argument_that_the_comparison_of_a_static_one_deletes() -> None:
    victim: list[Any] = []

    class Static:
        def __hash__(self) -> int:
            if victim:
                victim[-1].delete()
            return 3

        def __eq__(self, other: object) -> bool:
            if victim:
                victim[-1].delete()
            return True

    add = jax.jit(lambda x, n: x + 1, static_argnums=1)
    add(jnp.arange(4.0), Static())
    for _ in range(3):
        victim.append(jnp.arange(4.0))
        assert outcome(add, victim[-1], Static()) in ("deleted", [1, 2, 3, 4])


class Wrong(np.ndarray):
    """Its conversion gives something else than it was asked for."""

    answer: Any = None

    def astype(self, *arguments: Any, **keywords: Any) -> Any:
        return Wrong.answer


@pytest.mark.only("ours", why="upstream takes what astype gives unseen")
@pytest.mark.parametrize(
    "answer",
    [None, np.zeros(2, np.int8), np.zeros((), np.float32), np.zeros(4, np.float64)[::2], 3.0, "text"],
)
def test_the_elements_of_an_array_whose_class_converts_it_wrongly(answer: Any) -> None:
    Wrong.answer = answer
    operand: Any = np.arange(4.0).view(Wrong)
    assert np.asarray(jax.jit(lambda x: x + 1)(operand)).tolist() == [1, 2, 3, 4]
    assert np.asarray(jax.device_put(operand)).tolist() == [0, 1, 2, 3]


@pytest.mark.only("ours", why="upstream reads the shape while it changes")
def test_an_array_that_gets_another_shape_meanwhile(child: Callable[..., str]) -> None:
    program = """
        import threading, time
        import jax, numpy as np
        from jax._src.interpreters import pxla
        host = np.zeros((64, 1024), np.float32)
        sharding = jax.sharding.SingleDeviceSharding(jax.devices()[0])
        aval = jax.core.ShapedArray(host.shape, host.dtype)
        end = time.monotonic() + 1

        def reshape():
            while time.monotonic() < end:
                host.shape = (1024, 64)
                host.shape = (64, 32, 32)

        thread = threading.Thread(target=reshape)
        thread.start()
        while time.monotonic() < end:
            try:
                jax.device_put(host)
            except Exception:  # it had another shape when it was traced
                pass
            for _ in range(100):  # what device_put calls, as often as possible
                try:
                    pxla.batched_device_put(aval, sharding, [host], jax.devices()[:1])
                except Exception:
                    pass
        thread.join()
        print("ended")
        """
    assert child(program, PYTHONWARNINGS="ignore").endswith("ended\n")
