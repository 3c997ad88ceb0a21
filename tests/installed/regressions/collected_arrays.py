"""Arrays that the garbage collector deletes: logged, or fatal, as `jax_array_garbage_collection_guard` says."""

from __future__ import annotations

import gc
from typing import Any

import jax.numpy as jnp
import pytest
from jax._src import config

TOLD = "`jax.Array` was deleted by the Python garbage collector"


class Holder:
    """Refers to an Array and to itself."""

    def __init__(self, array: Any) -> None:
        self.array, self.me = array, self


def _cycle() -> None:
    first, second = jnp.ones(2), jnp.zeros(2)
    first.next, second.next = second, first


@pytest.mark.parametrize(
    ("make", "times"),
    [
        (_cycle, 2),
        (lambda: Holder(jnp.arange(3)), 1),  # in no cycle itself
        (lambda: jnp.ones(2), 0),  # its last reference goes away
    ],
    ids=["cycle", "reachable", "counted"],
)
def test_log(make: Any, times: int, capsys: pytest.CaptureFixture[str]) -> None:
    gc.collect()
    with config.array_garbage_collection_guard("log"):
        make()
        gc.collect()
    assert capsys.readouterr().err.count(TOLD) == times


def test_allow(capsys: pytest.CaptureFixture[str]) -> None:
    _cycle()
    gc.collect()
    assert TOLD not in capsys.readouterr().err


def test_fatal(child: Any) -> None:
    program = """
        import gc, jax, jax.numpy as jnp
        jax.config.update("jax_array_garbage_collection_guard", "fatal")
        array = jnp.ones(2)
        array.me = array
        del array
        gc.collect()
    """
    assert TOLD in child(program, status=-6)
