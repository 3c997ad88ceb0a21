"""Ordered callbacks of programs that run inside a callback, or beside one: each takes and gives a token."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import io_callback

FLOAT = jax.ShapeDtypeStruct((), jnp.float32)


def noting(notes: list[float]) -> Callable[[Any], Any]:
    """A program whose ordered callback notes its argument."""

    def program(x: jax.Array) -> jax.Array:
        io_callback(lambda value: notes.append(float(value)), None, x, ordered=True)
        return x + 1

    jitted: Callable[[Any], Any] = jax.jit(program)
    return jitted


def test_inside_a_callback_they_run_in_order() -> None:
    notes: list[float] = []
    inner = noting(notes)

    def calls_inner(x: Any) -> Any:
        y = jnp.asarray(x)
        for _ in range(5):
            y = inner(y)
        jax.effects_barrier()
        return np.asarray(y)

    def twice(x: jax.Array) -> Any:
        return io_callback(calls_inner, FLOAT, io_callback(calls_inner, FLOAT, x, ordered=True), ordered=True)

    outer = jax.jit(twice)
    for start in (0.0, 20.0):
        notes.clear()
        assert outer(jnp.float32(start)) == start + 10
        assert notes == [start + step for step in range(10)]
    inner(jnp.float32(7))
    jax.effects_barrier()
    assert notes[-1] == 7


def test_beside_a_callback_that_waits_for_them_they_run_in_order() -> None:
    notes: list[float] = []
    program, waits, done = noting(notes), threading.Event(), threading.Event()

    def beside() -> None:
        program(jnp.float32(1))  # its token is from before the other callback
        jax.effects_barrier()
        program(jnp.float32(2))
        waits.wait(30)
        program(jnp.float32(3))
        program(jnp.float32(4))
        jax.effects_barrier()
        done.set()

    def wait(x: Any) -> Any:
        waits.set()
        assert done.wait(30)
        return x

    thread = threading.Thread(target=beside)
    thread.start()
    assert jax.jit(lambda x: jax.pure_callback(wait, FLOAT, x))(jnp.float32(5)) == 5
    thread.join()
    assert notes == [1, 2, 3, 4]


def test_threads_of_a_callback_meet_in_the_callbacks_of_their_programs() -> None:
    count = 4
    barrier = threading.Barrier(count)
    program = jax.jit(
        lambda x: io_callback(lambda value: (barrier.wait(30), value)[1], FLOAT, x, ordered=True)
    )
    compiled = program.lower(FLOAT).compile()

    def meet(x: Any) -> Any:
        with ThreadPoolExecutor(count) as threads:
            return (
                sum(np.asarray(y) for y in threads.map(lambda i: compiled(jnp.float32(i)), range(count))) + x
            )

    assert jax.jit(lambda x: jax.pure_callback(meet, FLOAT, x))(jnp.float32(1)) == 7


def test_an_error_in_one_ends_the_outer_program_with_an_error() -> None:
    def fails(_: Any) -> None:
        raise ValueError("on purpose")

    inner = jax.jit(lambda x: io_callback(fails, FLOAT, x, ordered=True))

    def calls_inner(x: Any) -> Any:
        return np.asarray(inner(jnp.asarray(x)))

    with pytest.raises(jax.errors.JaxRuntimeError, match="on purpose"):
        jax.jit(lambda x: jax.pure_callback(calls_inner, FLOAT, x))(jnp.float32(1)).block_until_ready()
    assert noting([])(jnp.float32(1)) == 2
