"""Ctrl-C, and signal handlers written in Python, while the main thread waits for a device.

A wait ends at once where that is asked of it: its program, which would take minutes, is not done then. Where a wait
cannot end before its program, what the handler raises must appear after it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

PROGRAM = """
    import os, signal, threading, time
    import jax, jax.numpy as jnp, numpy as np

    def slow(x, count):
        return jax.lax.fori_loop(0, count, lambda i, x: jnp.sin(x @ x), x)

    slow = jax.jit(slow, static_argnums=1)
    scalar = jax.jit(lambda x, count: slow(x, count)[0, 0], static_argnums=1)
    x = jnp.ones((64, 64))
    MINUTES, SECOND = 10**8, 20000

    def start(function, count):
        compiled = function.lower(x, count).compile()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        return compiled(x)

    signal.signal(signal.SIGALRM, signal.default_int_handler)
"""


def check(child: Callable[..., str], body: str, **variables: str) -> None:
    lines = body.strip("\n").splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip())
    program = (
        PROGRAM
        + "\n".join("    " + line[margin:] for line in lines)
        + '\n    print("as it should", flush=True)\n'
    )
    # Nobody waits for the program.
    assert "as it should" in child(program + "    os._exit(0)\n", **variables)


AT_ONCE = """
    y = start({function}, MINUTES)
    try:
        {wait}
    except KeyboardInterrupt:
        assert not y.is_ready()
    else:
        raise AssertionError("no KeyboardInterrupt")
"""


@pytest.mark.parametrize("wait", ["y.block_until_ready()", "jax.block_until_ready([x, {'a': y}])"])
def test_block_until_ready_ends_at_once(child: Callable[..., str], wait: str) -> None:
    check(child, AT_ONCE.format(function="slow", wait=wait))


@pytest.mark.only("ours", "upstream", why="upstream's jaxlib does not look for signals while a plugin copies")
@pytest.mark.parametrize(
    ("function", "wait"),
    [
        ("slow", "jax.device_get([x, y])"),
        ("slow", "np.from_dlpack(y)"),
        ("scalar", "float(y)"),
    ],
    ids=lambda value: value.partition("(")[0],
)
def test_what_asks_for_elements_ends_at_once(child: Callable[..., str], function: str, wait: str) -> None:
    check(child, AT_ONCE.format(function=function, wait=wait))


def test_several_devices(child: Callable[..., str]) -> None:
    program = """
        from jax.sharding import NamedSharding, PartitionSpec as P
        mesh = jax.make_mesh((2,), ("x",))
        x = jax.device_put(jnp.ones((128, 64)), NamedSharding(mesh, P("x")))
        body = lambda x: jax.lax.fori_loop(0, MINUTES, lambda i, x: jnp.sin(x @ x), x)
        y = start(jax.jit(lambda x, count: jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x"),
                                                         check_vma=False)(x), static_argnums=1), 0)
        try:
            y.block_until_ready()
        except KeyboardInterrupt:
            assert not y.is_ready()
        else:
            raise AssertionError("no KeyboardInterrupt")
    """
    check(child, program, XLA_FLAGS="--xla_force_host_platform_device_count=2")


@pytest.mark.parametrize(
    ("function", "wait"),
    [
        ("slow", "np.asarray(y)"),
        ("slow", "memoryview(y)"),
        ("scalar", "y.item()"),
    ],
    ids=lambda value: value.partition("(")[0],
)
def test_an_interrupt_is_not_lost(child: Callable[..., str], function: str, wait: str) -> None:
    program = f"""
        y = start({function}, SECOND)
        try:
            {wait}
            time.sleep(1)  # where the program was faster than the timer
        except KeyboardInterrupt:
            pass
        else:
            raise AssertionError("no KeyboardInterrupt")
    """
    check(child, program)


def test_handlers_run_while_the_main_thread_waits(child: Callable[..., str]) -> None:
    program = """
        ticks = []

        def tick(*_):
            ticks.append(y.is_ready())
            if len(ticks) == 3:
                raise ZeroDivisionError("the third")

        signal.signal(signal.SIGALRM, tick)
        y = slow.lower(x, MINUTES).compile()(x)
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        try:
            y.block_until_ready()
        except ZeroDivisionError as error:
            assert str(error) == "the third"
        else:
            raise AssertionError("the handler's error is lost")
        assert ticks == [False] * 3, ticks
    """
    check(child, program)


def test_a_handler_that_computes_and_waits_itself(child: Callable[..., str]) -> None:
    """What was waited for stays as it is: the handler may delete it, and wait for something else."""
    program = """
        done = []

        def compute(*_):
            y.delete()
            done.append(float((jnp.arange(4.0) + 1).sum()))

        signal.signal(signal.SIGALRM, compute)
        y = slow.lower(x, SECOND).compile()(x)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        y.block_until_ready()
        time.sleep(0.5)
        assert done == [10.0], done
    """
    check(child, program)


def test_another_thread_s_wait_is_not_interrupted(child: Callable[..., str]) -> None:
    program = """
        y = slow.lower(x, SECOND).compile()(x)
        waited = []
        thread = threading.Thread(target=lambda: waited.append(np.asarray(y.block_until_ready()).shape))
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            thread.start()
            time.sleep(30)
        except KeyboardInterrupt:
            pass
        else:
            raise AssertionError("no KeyboardInterrupt")
        thread.join()
        assert waited == [(64, 64)], waited
    """
    check(child, program)


def test_an_interrupt_in_a_host_callback_is_its_error(child: Callable[..., str]) -> None:
    program = """
        def interrupted(value):
            raise KeyboardInterrupt("inside")

        step = jax.jit(lambda x: jax.pure_callback(interrupted, jax.ShapeDtypeStruct((), np.float32), x))
        try:
            step(jnp.float32(1)).block_until_ready()
        except jax.errors.JaxRuntimeError as error:
            assert "KeyboardInterrupt: inside" in str(error)
        else:
            raise AssertionError("no error")
    """
    check(child, program)
