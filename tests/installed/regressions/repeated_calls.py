"""Calls of one jitted function that look alike: each must run the program of its own signature."""

from __future__ import annotations

import gc
import sys
import threading
import time
import weakref
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

Pair = namedtuple("Pair", "one other")
ONE, TWO = jnp.float32(1), jnp.float32(2)


class Counted:
    """A jitted function that counts how often it is traced, and with what."""

    def __init__(self, **options: Any) -> None:
        self.seen: list[str] = []

        def function(*args: Any, **kwargs: Any) -> Any:
            self.seen.append(str(jax.tree.map(jax.typeof, (args, kwargs))))
            leaves = jax.tree.leaves((args, kwargs))
            return sum(index * jnp.sum(leaf) for index, leaf in enumerate(leaves, 1))

        self.call = jax.jit(function, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> float:
        return float(self.call(*args, **kwargs))


def test_trees_that_look_alike() -> None:
    f = Counted()
    trees: list[Any] = [
        [ONE, TWO],
        (ONE, TWO),
        [TWO, ONE],
        [ONE, TWO, TWO],
        [ONE],
        [],
        [ONE, None],
        [None, ONE],
        {"a": ONE, "b": TWO},
        {"b": ONE, "a": TWO},
        {"a": ONE, "c": TWO},
        {"a": ONE},
        OrderedDict(a=ONE, b=TWO),
        Pair(ONE, TWO),
        [[ONE], TWO],
        [ONE, [TWO]],
        [[ONE, TWO]],
        {1: ONE, 2: TWO},
    ]
    for _ in range(3):
        for tree in trees:
            wanted = sum(i * float(leaf) for i, leaf in enumerate(jax.tree.leaves(tree), 1))
            for _ in range(2):
                assert f(tree) == wanted, tree
    structures = {str(jax.tree.structure(tree)) for tree in trees}
    assert len(f.seen) == len(structures)


def test_a_list_that_changes_between_calls() -> None:
    f, values = Counted(), [ONE]
    for count in (1, 2, 3):
        for _ in range(3):
            assert f(values) == sum(range(1, count + 1))
        values.append(ONE)
    values.clear()
    assert f(values) == 0
    assert len(f.seen) == 4


def test_leaves_that_look_alike() -> None:
    f = Counted()
    leaves: list[Any] = [
        ONE,
        jnp.float32(3),
        jnp.int32(3),
        jnp.ones((1,), jnp.float32) * 3,
        jnp.asarray(3.0),  # weakly typed
        3.0,
        3,
        True,
        np.float32(3),
        np.ones((1,), np.float32),
        np.ones((1, 1), np.float32),
        np.float64(3),
        jax.device_put(ONE, jax.devices()[0]),  # committed
    ]
    for _ in range(3):
        for leaf in leaves:
            for _ in range(2):
                assert f(leaf) == float(np.asarray(leaf).sum())
    # Committed or not, weakly typed or not: jax makes programs of their own of some of them, and only of those.
    assert len(f.seen) == len(set(f.seen))


def test_keyword_arguments_in_any_order() -> None:
    f = Counted()
    for _ in range(2):
        assert f(ONE, a=TWO, b=ONE) == f(ONE, b=ONE, a=TWO) == 1 + 4 + 3
        assert f(ONE, a=ONE, b=TWO) == 1 + 2 + 6
        assert f(ONE, a=ONE, c=TWO) == 1 + 2 + 6
        assert f(a=ONE, b=TWO) == 1 + 4
        assert f(**{"".join(("a", "")): ONE, "b": TWO}) == 1 + 4
    assert len(f.seen) == 3


def test_static_arguments_between_others() -> None:
    seen: list[Any] = []

    def function(x: Any, how: str, *, scale: int = 1) -> Any:
        seen.append((how, scale))
        return x * len(how) * scale

    f = jax.jit(function, static_argnums=1, static_argnames="scale")
    for _ in range(3):
        assert f(ONE, "a") == 1
        assert f(ONE, "bb") == 2
        assert f(ONE, "bb", scale=5) == 10
        assert f(TWO, "a") == 2
    assert seen == [("a", 1), ("bb", 1), ("bb", 5)]


def test_functions_with_other_static_arguments_share_no_program() -> None:
    seen: list[tuple[str, bool]] = []

    def function(x: Any, *, scale: Any) -> Any:
        seen.append(("traced", isinstance(scale, jax.core.Tracer)))
        return x * scale

    traced, fixed = jax.jit(function), jax.jit(function, static_argnames="scale")
    for _ in range(3):
        assert traced(ONE, scale=2) == traced(ONE, scale=2) == 2
        assert fixed(ONE, scale=2) == fixed(ONE, scale=2) == 2
    assert seen == [("traced", True), ("traced", False)]


def test_a_type_that_is_registered_between_calls() -> None:
    class Box(Pair):  # a tuple with fields, and then a type of its own
        pass

    f = jax.jit(lambda box: box[0] * 10 + box[1] if isinstance(box, tuple) else box)
    box = Box(ONE, TWO)
    assert [float(f(box)) for _ in range(3)] == [12, 12, 12]
    jax.tree_util.register_pytree_node(Box, lambda b: ((b[1], b[0]), None), lambda _, both: Pair(*both))
    assert [float(f(box)) for _ in range(3)] == [21, 21, 21]


def test_a_named_tuple_of_another_type_or_size() -> None:
    other = namedtuple("other", "one other")
    f = Counted()
    for _ in range(2):
        for value in (Pair(ONE, TWO), other(ONE, TWO), (ONE, TWO)):
            assert f(value) == f(value) == 5
    assert len(f.seen) == 3


def test_threads_with_configurations_of_their_own() -> None:
    seen: list[Any] = []

    def function(x: Any) -> Any:
        seen.append(jax.config.jax_default_matmul_precision)
        return x + 1

    f, wrong = jax.jit(function), []

    def calls(precision: str) -> None:
        with jax.default_matmul_precision(precision), jax.enable_x64(precision == "float32"):
            for _ in range(200):
                if f(3).dtype != ("int64" if precision == "float32" else "int32"):
                    wrong.append(precision)

    threads = [
        threading.Thread(target=calls, args=(each,)) for each in ("float32", "bfloat16", "tensorfloat32")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert sorted(seen) == ["bfloat16", "float32", "tensorfloat32"]


def test_threads_that_clear_the_caches() -> None:
    f, end, wrong = jax.jit(lambda tree: tree["a"] + tree["b"]), time.monotonic() + 1.5, []

    def calls(first: Any) -> None:
        while time.monotonic() < end:
            if f({"a": first, "b": first}) != 2 * first:
                wrong.append(first)

    def clears() -> None:
        while time.monotonic() < end:
            f.clear_cache()
            time.sleep(0.01)
        jax.clear_caches()

    threads = [threading.Thread(target=calls, args=(each,)) for each in (ONE, 1, 2.5, np.float64(3))]
    threads.append(threading.Thread(target=clears))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_nothing_of_a_call_stays_behind() -> None:
    f = jax.jit(lambda tree: tree["a"][0] + 1)
    for _ in range(3):
        array = jnp.zeros(3) + 1
        tree = {"a": [array]}
        before = sys.getrefcount(tree), sys.getrefcount(tree["a"])
        result = f(tree)
        assert (sys.getrefcount(tree), sys.getrefcount(tree["a"])) == before
        gone = [weakref.ref(array), weakref.ref(result)]
        del array, tree, result
        assert [each() for each in gone] == [None, None]
    f({"a": [ONE]})
    counts = sys.getrefcount(ONE), sys.getrefcount(ONE.sharding), sys.getrefcount(ONE.aval)
    for _ in range(1000):
        f({"a": [ONE]})
    assert (sys.getrefcount(ONE), sys.getrefcount(ONE.sharding), sys.getrefcount(ONE.aval)) == counts


def test_a_function_and_its_programs_end_with_their_last_reference() -> None:
    class Held:
        pass

    held = Held()
    f = jax.jit(lambda x, held=held: x + (1 if held else 2))
    for _ in range(3):
        f(ONE)
    gone = weakref.ref(held)
    del f, held
    jax.clear_caches()
    gc.collect()
    assert gone() is None


def test_an_error_in_a_call_leaves_the_next_ones_right() -> None:
    f = Counted()
    for _ in range(3):
        assert f([ONE, TWO]) == 5
        with pytest.raises(TypeError):
            f([ONE, "text"])
        with pytest.raises((TypeError, ValueError)):
            f([ONE, object()])
        assert f([ONE, TWO]) == 5
    assert len(f.seen) == 1


def test_arguments_on_other_devices_and_with_other_shardings(child: Callable[..., str]) -> None:
    program = """
        import jax, jax.numpy as jnp, numpy as np
        from jax.sharding import NamedSharding, PartitionSpec as P
        devices = jax.devices()
        mesh = jax.make_mesh((4,), ("x",))
        values = np.arange(8.0, dtype=np.float32)
        places = [*devices, NamedSharding(mesh, P("x")), NamedSharding(mesh, P()),
                  NamedSharding(jax.make_mesh((2, 2), ("x", "y")), P("y"))]
        f = jax.jit(lambda x, y: (x + 1, y["a"]))
        arrays = [jax.device_put(values, place) for place in places]
        for _ in range(3):
            for place, array in zip(places, arrays):
                for again in (array, array, jax.device_put(values, place)):
                    plus, same = f(again, {"a": again})
                    assert (np.asarray(plus) == values + 1).all() and (np.asarray(same) == values).all()
                    assert plus.sharding.is_equivalent_to(again.sharding, 1), (plus.sharding, again.sharding)
            plain = f(jnp.asarray(values), {"a": jnp.asarray(values)})[0]
            assert plain.devices() == {devices[0]} and not plain.committed
            for first, second in ((arrays[0], arrays[1]), (arrays[1], arrays[4])):
                try:
                    f(first, {"a": second})
                    raise SystemExit("arguments on different devices were accepted")
                except ValueError:
                    pass
            with jax.default_device(devices[3]):
                assert f(values, {"a": values})[0].devices() == {devices[3]}
            assert f(values, {"a": values})[0].devices() == {devices[0]}
        print("done")
        """
    assert child(program, JAX_NUM_CPU_DEVICES="4").endswith("done\n")


def test_a_configuration_that_changes_between_calls() -> None:
    seen: list[Any] = []

    def function(x: Any) -> Any:
        seen.append(jax.config.jax_default_matmul_precision)
        return x + 1

    f = jax.jit(function)

    for _ in range(2):
        f(ONE), f(ONE)
        with jax.default_matmul_precision("float32"):
            f(ONE), f(ONE)
    f(ONE)
    assert len(seen) == 2


def test_wide_types_between_calls() -> None:
    f = jax.jit(lambda x: x + 1)
    for _ in range(2):
        assert f(1).dtype == f(1).dtype == "int32"
        with jax.enable_x64(True):
            assert f(1).dtype == f(1).dtype == "int64"


def test_an_argument_that_was_deleted() -> None:
    f = jax.jit(lambda x, y: x + y)
    gone = jnp.arange(3.0)
    for _ in range(3):
        f(gone, gone)
    gone.delete()
    for _ in range(2):
        with pytest.raises((RuntimeError, ValueError), match=r"deleted|donated"):
            f(gone, gone)
    assert f(ONE, ONE) == 2


def test_donation_in_a_loop() -> None:
    f = jax.jit(lambda tree: jax.tree.map(lambda x: x + 1, tree), donate_argnums=0)
    state = {"a": jnp.zeros(3), "b": [jnp.zeros(())]}
    for _ in range(5):
        before, state = state, f(state)
        assert before["a"].is_deleted()
    assert state["a"].tolist() == [5, 5, 5]
    assert state["b"][0] == 5


def test_unused_arguments() -> None:
    f = jax.jit(lambda tree: tree[1] + 1)
    for value in (1, 2, 3):
        assert f([jnp.zeros(7), jnp.float32(value), jnp.ones(2)]) == value + 1


def test_constants_that_a_program_closes_over() -> None:
    table = jnp.arange(1000.0)
    f = jax.jit(lambda x: (table * x).sum())
    assert {float(f(ONE)) for _ in range(3)} == {499500.0}


class Swapping:
    """A key that is equal to a string, and that changes what it is a key of when it is compared."""

    def __init__(self, other: str, then: Callable[[], object]) -> None:
        self.other, self.then = other, then

    def __hash__(self) -> int:
        return hash(self.other)

    def __eq__(self, other: object) -> bool:
        self.then()
        return self.other == other

    def __lt__(self, other: str) -> bool:
        return self.other < other

    def __gt__(self, other: str) -> bool:
        return self.other > other


@pytest.mark.only("ours", why="upstream's jaxlib ends the process")
def test_a_dictionary_that_changes_while_it_is_compared(child: Callable[..., str]) -> None:
    program = """
        import gc, sys
        import jax, jax.numpy as jnp
        from repeated_calls import Swapping
        one = jnp.float32(1)
        f = jax.jit(lambda tree: sum(jax.tree.leaves(tree)))
        for _ in range(3):
            f([{"a": one, "b": one}, [one, one]])
        def change():
            tree[1].clear()
            tree[0].clear()
            tree.clear()
            gc.collect()
        inner = {}
        inner[Swapping("a", change)] = jnp.float32(1)
        inner["b"] = jnp.float32(1)
        tree = [inner, [jnp.float32(1), jnp.float32(1)]]
        try:
            print(f(tree))
        except (KeyError, ValueError, TypeError, RuntimeError, IndexError) as error:
            print(type(error))
        assert f([{"a": one, "b": one}, [one, one]]) == 4
        print("done")
        """
    assert child(program, PYTHONPATH=str(Path(__file__).parent)).endswith("done\n")


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    jax.clear_caches()


def test_a_cache_that_is_cleared_between_calls() -> None:
    f = Counted()
    for _ in range(3):
        assert f([ONE, TWO]) == f([ONE, TWO]) == 5
        f.call.clear_cache()
    assert len(f.seen) == 3
    assert f.call._cache_size() == 0
    f([ONE, TWO])
    assert f.call._cache_size() == 1


@pytest.mark.only("ours", why="upstream's jaxlib ends the process")
def test_a_tree_that_is_too_deep(child: Callable[..., str]) -> None:
    program = """
        import jax, jax.numpy as jnp
        f = jax.jit(lambda tree: sum(jax.tree.leaves(tree)))
        tree = jnp.float32(1)
        for _ in range(200):
            tree = [tree]
        for _ in range(3):
            assert f(tree) == 1
        for _ in range(100_000):
            tree = [tree]
        try:
            f(tree)
        except RecursionError:
            print("done")
        while isinstance(tree, list):
            tree = tree.pop()
        """
    assert child(program).endswith("done\n")
