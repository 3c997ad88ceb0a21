"""How long a callable lives."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import jax
import numpy as np
from host_callbacks.programs import PATIENCE, like


class Function:
    """Adds 1."""

    def __call__(self, x: Any) -> Any:
        return np.asarray(x) + 1


class Slow(Function):
    """The same, when it is told to go on."""

    def __init__(self) -> None:
        self.started, self.go_on = threading.Event(), threading.Event()

    def __call__(self, x: Any) -> Any:
        self.started.set()
        self.go_on.wait(PATIENCE)
        return super().__call__(x)


def _program(function: Any) -> Any:
    return jax.jit(lambda x: jax.pure_callback(function, like(x), x))


def _gone(alive: Any) -> bool:
    jax.clear_caches()
    gc.collect()
    return alive() is None


def _ahead_of_time() -> list[bool]:
    function = Function()
    alive = weakref.ref(function)
    compiled = _program(function).lower(1.0).compile()
    del function
    found = [_gone(alive), float(compiled(1.0)) == 2.0]
    del compiled
    return [*found, _gone(alive)]


def _cached_by_jit() -> list[bool]:
    function = Function()
    alive = weakref.ref(function)
    jitted = _program(function)
    jitted(1.0).block_until_ready()
    del function
    found = [alive() is None, float(jitted(2.0)) == 3.0]
    del jitted
    return [*found, _gone(alive)]


def _running() -> list[Any]:
    slow = Slow()
    alive, started, go_on = weakref.ref(slow), slow.started, slow.go_on
    results: list[Any] = []
    programs = [_program(slow)]
    thread = threading.Thread(target=lambda: results.append(float(programs.pop()(1.0))))
    del slow
    thread.start()
    started.wait(PATIENCE)
    in_flight = _gone(alive)
    go_on.set()
    thread.join(PATIENCE)
    return [in_flight, results, _gone(alive)]


def lifetime() -> list[Any]:
    """A callable lives as long as its executable: compiled ahead of time, cached by jit, or running."""
    return [_ahead_of_time(), _cached_by_jit(), _running()]
