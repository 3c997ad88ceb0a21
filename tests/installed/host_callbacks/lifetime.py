"""How long a callable lives."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import jax
import numpy as np
from host_callbacks.programs import PATIENCE, like


def lifetime() -> list[Any]:
    """A callable lives as long as its executable: compiled ahead of time, cached by jit, or running."""

    class Function:
        def __call__(self, x: Any) -> Any:
            return np.asarray(x) + 1

    def program(function: Any) -> Any:
        return jax.jit(lambda x: jax.pure_callback(function, like(x), x))

    def gone(alive: Any) -> bool:
        jax.clear_caches()
        gc.collect()
        return alive() is None

    function = Function()
    alive = weakref.ref(function)
    compiled = program(function).lower(1.0).compile()
    del function
    ahead = [gone(alive), float(compiled(1.0)) == 2.0]
    del compiled
    ahead.append(gone(alive))

    function = Function()
    alive = weakref.ref(function)
    jitted = program(function)
    jitted(1.0).block_until_ready()
    del function
    just_in_time = [alive() is None, float(jitted(2.0)) == 3.0]
    del jitted
    just_in_time.append(gone(alive))

    started, go_on = threading.Event(), threading.Event()

    class Slow(Function):
        def __call__(self, x: Any) -> Any:
            started.set()
            go_on.wait(PATIENCE)
            return super().__call__(x)

    slow = Slow()
    alive = weakref.ref(slow)
    results: list[Any] = []
    programs = [program(slow)]
    thread = threading.Thread(target=lambda: results.append(float(programs.pop()(1.0))))
    del slow
    thread.start()
    started.wait(PATIENCE)
    in_flight = [gone(alive)]
    go_on.set()
    thread.join(PATIENCE)
    return [ahead, just_in_time, [*in_flight, results, gone(alive)]]
