"""What the cases share: types of results, callbacks in programs, threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

#: Seconds that one part of a program waits for another: more than it takes on a busy machine.
PATIENCE = 300


def like(x: Any) -> Any:
    return jax.ShapeDtypeStruct(x.shape, x.dtype)


def text(value: Any) -> str:
    """The dtype, shape and values of an array."""
    array = np.asarray(value)
    return f"{array.dtype}{array.shape}{array.reshape(-1).tolist()}"


def in_threads(run: Callable[[int], Any], count: int) -> list[Any]:
    results: list[Any] = [None] * count

    def work(n: int) -> None:
        results[n] = run(n)

    threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


def inside(function: Callable[[Any], Any], x: Any = None) -> Any:
    """The result of ``function`` called from a compiled program, or its error."""
    found: list[Any] = []

    def call(a: Any) -> Any:
        try:
            found.append(function(a))
        except Exception as error:
            found.append(f"{type(error).__name__}: {str(error).strip().splitlines()[-1]}")
        return np.float32(0)

    x = jnp.ones((200, 200)) if x is None else x
    jax.jit(lambda a: jax.pure_callback(call, jax.ShapeDtypeStruct((), np.float32), a @ a.T))(
        x
    ).block_until_ready()
    return found[0]
