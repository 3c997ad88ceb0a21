"""Threads donate an array while others use it: one has it, the others get an error, and nothing hangs.

A library that enqueues in two steps could make a program that donates an array and one that uses it wait for each
other: the window is as long as the second one has other operands, so the programs here have many.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

PROGRAM = """
    import collections, faulthandler, logging, threading, time
    import jax, jax.numpy as jnp, numpy as np

    MANY = [jnp.float32(i) for i in range(600)]
    VALUES = np.arange(16, dtype=np.float32)
    jax.block_until_ready(MANY)

    def race(make, functions, rounds):
        '''Calls the functions at once on what make() gives; counts the outcomes.'''
        outcomes = collections.Counter()
        for round in range(rounds):
            arrays = make()
            jax.block_until_ready(arrays)
            barrier = threading.Barrier(len(functions))
            results = [None] * len(functions)

            def call(index):
                barrier.wait()
                time.sleep(round % 10 * index * 2e-5)
                try:
                    results[index] = functions[index](*arrays)
                except (RuntimeError, ValueError) as error:
                    results[index] = error
            threads = [threading.Thread(target=call, args=(index,)) for index in range(len(functions))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            outcome = []
            for result in results:
                if isinstance(result, Exception):
                    assert "deleted" in str(result) or "donated" in str(result), result
                    outcome.append("error")
                else:
                    result = [np.asarray(each)[:16] for each in jax.tree.leaves(result)]
                    outcome.append(float(result[0][1]))
            outcomes[tuple(outcome)] += 1
        print(dict(outcomes))
        return outcomes

    def one():
        return (jnp.asarray(VALUES),)

    donate = jax.jit(lambda x: x + 1, donate_argnums=0)
    donate_with_many = jax.jit(lambda x, *others: x + others[2], donate_argnums=0, keep_unused=True)
    use_with_many = jax.jit(lambda x, *others: x + others[3], keep_unused=True)
    for function in (donate, lambda x: donate_with_many(x, *MANY), lambda x: use_with_many(x, *MANY)):
        function(*one())
"""

ONE_DEVICE = """
    # a user and a donor
    outcomes = race(one, [lambda x: use_with_many(x, *MANY), donate], 80)
    assert set(outcomes) <= {(4.0, 2.0), ("error", 2.0)}

    # two donors
    outcomes = race(one, [lambda x: donate_with_many(x, *MANY), donate], 80)
    assert set(outcomes) <= {("error", 2.0), (3.0, "error")}

    # two donors and a reader of each kind
    readers = [
        lambda x: np.asarray(x).copy(),
        lambda x: jnp.array(x),
        lambda x: np.from_dlpack(x).copy(),
        lambda x: jax.device_put(x, may_alias=False),
        lambda x: np.zeros(x.block_until_ready().shape),
        lambda x: (x.copy_to_host_async(), np.asarray(x).copy())[1],
    ]
    for reader in readers:
        outcomes = race(one, [lambda x: donate_with_many(x, *MANY), reader, donate], 30)
        assert all(1 <= (outcome[0] != "error") + (outcome[2] != "error") for outcome in outcomes)

    # two arrays in both orders
    two = lambda: (jnp.asarray(VALUES), jnp.asarray(VALUES))
    first = jax.jit(lambda x, y, *others: x + y + others[1], donate_argnums=0, keep_unused=True)
    second = jax.jit(lambda x, y, *others: x + y + others[2], donate_argnums=1, keep_unused=True)
    first(*two(), *MANY), second(*two(), *MANY)
    outcomes = race(two, [lambda x, y: first(x, y, *MANY), lambda x, y: second(x, y, *MANY)], 80)
    assert all(outcome in {("error", 4.0), (3.0, "error")} for outcome in outcomes), outcomes
"""

SEVERAL_DEVICES = """
    from jax.sharding import NamedSharding, PartitionSpec as P
    mesh = jax.make_mesh((2,), ("x",))
    spread = lambda: (jax.device_put(jnp.asarray(VALUES), NamedSharding(mesh, P("x"))),)
    many = jax.device_put(MANY[:100], NamedSharding(mesh, P()))
    use = lambda x: use_with_many(x, *many)
    use(*spread()), donate(*spread())
    outcomes = race(spread, [use, donate], 60)
    assert set(outcomes) <= {(4.0, 2.0), ("error", 2.0)}
"""

CALLBACKS = """
    def add(value):
        return np.asarray(value) + np.float32(1)

    like = jax.ShapeDtypeStruct((16,), np.float32)
    calling = jax.jit(
        lambda x, *others: jax.pure_callback(add, like, x + others[3] * 0), donate_argnums=0, keep_unused=True
    )
    calling(*one(), *MANY)
    outcomes = race(one, [lambda x: calling(x, *MANY), lambda x: use_with_many(x, *MANY), donate], 60)
    assert all(1 <= sum(each != "error" for each in outcome) for outcome in outcomes)
"""


def check(child: Callable[..., str], body: str, **variables: str) -> None:
    program = textwrap.dedent(PROGRAM) + textwrap.dedent(body) + 'print("as it should", flush=True)'
    assert "as it should" in child(program, **variables)


def test_threads_donate_and_use_one_array(child: Callable[..., str]) -> None:
    check(child, ONE_DEVICE)


@pytest.mark.only("ours", "plugin", why="upstream's jaxlib ends with a segmentation fault")
def test_threads_donate_and_use_one_array_on_several_devices(child: Callable[..., str]) -> None:
    check(child, SEVERAL_DEVICES, XLA_FLAGS="--xla_force_host_platform_device_count=2")


def test_threads_donate_what_a_program_with_a_callback_uses(child: Callable[..., str]) -> None:
    check(child, CALLBACKS)


def test_an_array_that_is_donated_twice_in_one_call(child: Callable[..., str]) -> None:
    body = """
        x = jnp.asarray(VALUES)
        twice = jax.jit(lambda x, y: (x + 1, y + 2), donate_argnums=(0, 1))
        try:
            twice(x, x)
        except (RuntimeError, ValueError) as error:
            assert "donate" in str(error), error
        else:
            raise AssertionError("no error")
    """
    check(child, body)


@pytest.mark.only("ours", "plugin", why="upstream's jaxlib ends with a segmentation fault")
def test_programs_of_several_devices_run_after_one_that_was_given_a_donated_array_twice(
    child: Callable[..., str],
) -> None:
    body = """
        from jax.sharding import NamedSharding, PartitionSpec as P
        sharding = NamedSharding(jax.make_mesh((2,), ("x",)), P("x"))
        spread = lambda: jax.device_put(VALUES, sharding)
        both = jax.jit(lambda x, y: (x + 1, y + 2), donate_argnums=(0, 1))
        second = jax.jit(lambda x, y: (x * 2, y + 1), donate_argnums=1)
        others = jax.jit(lambda x, y, z: (x + 1, y + z), donate_argnums=0)
        for function in both, second, both:
            x = spread()
            try:
                function(x, x)
            except (RuntimeError, ValueError) as error:
                assert "donate" in str(error), error
            else:
                raise AssertionError("no error")
            assert np.asarray(x)[1] == 1  # it was not donated
            y = spread()
            results = others(x, y, y)
            assert [float(np.asarray(result)[1]) for result in results] == [2, 2]
            assert float(jax.jit(jnp.sum)(y)) == VALUES.sum()
    """
    check(child, body, XLA_FLAGS="--xla_force_host_platform_device_count=2")


@pytest.mark.only("ours", "plugin", why="upstream's jaxlib waits for the callback that waits for it")
def test_a_callback_that_waits_for_a_thread_that_donates_its_program_s_operand(
    child: Callable[..., str],
) -> None:
    body = """
        started, ended = threading.Event(), threading.Event()
        def wait(value):
            started.set()
            ended.wait(30)
            return np.asarray(value) + np.float32(1)
        like = jax.ShapeDtypeStruct((16,), np.float32)
        calling = jax.jit(lambda x: jax.pure_callback(wait, like, x), donate_argnums=0)
        compiled = calling.lower(*one()).compile()
        x, = one()
        results = []
        def other():
            started.wait(30)
            try:
                results.append(donate(x))
            except (RuntimeError, ValueError) as error:
                results.append(error)
            ended.set()
        thread = threading.Thread(target=other)
        thread.start()
        begin = time.monotonic()
        result = compiled(x)
        assert np.asarray(result)[1] == 2
        thread.join()
        assert time.monotonic() - begin < 25
    """
    check(child, body)
