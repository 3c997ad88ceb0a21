"""LLVM's unrolling of loops: disabled in programs that do not gain from it, and the same numbers either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

SMALL, ROWS, DEEP = (8, 32), (64, 64), (64, 64, 4)
#: A function, the shape of its argument, and whether its loops are unrolled.
PROGRAMS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...], bool]] = {
    "tanh": (jnp.tanh, SMALL, False),
    "softmax of rows": (jax.nn.softmax, ROWS, False),
    "softmax of columns": (lambda x: jax.nn.softmax(x, 0), ROWS, True),
    "softmax of short columns": (lambda x: jax.nn.softmax(x, 0), SMALL, False),
    "sum of all": (jnp.sum, ROWS, False),
    "sum of computed columns": (lambda x: (x[:, None] * x[None]).sum(0), ROWS, True),
    "sum of few neighbours": (lambda x: jnp.exp(x).sum(-1), DEEP, True),
    "sum of few beside maxima of many": (
        lambda x: (x.astype(int).max(1), jnp.exp(x[:, :16]).sum(1)),
        (64, 1024),
        False,
    ),
    "positions of a sort": (jnp.argsort, (64, 1024), False),
    "sum of many few beside maxima": (
        lambda x: (x[:8].astype(int).max(1), jnp.exp(x.reshape(64, 64, 16)).sum(2)),
        (64, 1024),
        True,
    ),
    "sum over a dimension of one": (lambda x: jnp.exp(x[None]).sum(0), ROWS, False),
    "padding": (lambda x: jnp.pad(x, 1), ROWS, True),
    "padding of few": (lambda x: jnp.pad(x, 1), SMALL, False),
    "cumulative sum": (lambda x: jnp.cumsum(x, 0), ROWS, True),
    "random bits": (lambda x: jax.random.bits(jax.random.key(0), x.shape), ROWS, True),
    "in a loop": (
        lambda x: lax.fori_loop(0, 3, lambda _, y: jnp.tanh(jnp.pad(y[1:], ((0, 1), (0, 0)))), x),
        ROWS,
        True,
    ),
}


@pytest.mark.only("ours", "plugin", why="the option is jaxlib-cpu's")
@pytest.mark.parametrize("name", PROGRAMS)
def test_which_programs_are_unrolled(name: str, compilation: Callable[..., Any]) -> None:
    program, shape, unrolled = PROGRAMS[name]
    options = compilation(program, np.ones(shape, np.float32)).options
    assert (b"xla_cpu_disable_loop_unrolling" in options) is not unrolled


@pytest.mark.only("ours", "plugin", why="the option is jaxlib-cpu's")
def test_all_other_options_stay(monkeypatch: pytest.MonkeyPatch, compilation: Callable[..., Any]) -> None:
    def sent() -> bytes:
        given: Any = np.ones(SMALL, np.float32)
        options = compilation(jnp.tanh, given, compiler_options={"xla_cpu_enable_fast_math": True}).options
        assert isinstance(options, bytes)
        return options

    monkeypatch.setenv("XLA_FLAGS", "--xla_backend_extra_options=xla_cpu_disable_loop_unrolling")
    # Read by the hook, which then leaves the options alone; jaxlib has read it before.
    without = sent()
    monkeypatch.delenv("XLA_FLAGS")
    disabled = sent()
    assert b"xla_cpu_disable_loop_unrolling" not in without
    entry = b"\n\x1exla_cpu_disable_loop_unrolling\x12\x00"
    assert disabled.count(entry) == 1
    # The entry's tag and length; the lengths of the messages around it have as many bytes as before.
    assert len(disabled) == len(without) + len(entry) + 3


def test_of_the_same_values() -> None:
    """Compiled alone, and beside an operation for which the program is unrolled."""
    x = np.linspace(-9, 9, 64 * 64, dtype=np.float32).reshape(64, 64)
    for function in (jnp.tanh, jnp.exp, jnp.sin, jax.nn.softmax, lambda x: jnp.max(jnp.abs(x), 1)):
        alone = jax.jit(function)(x)
        beside, _ = jax.jit(lambda x, f=function: (f(x), jnp.pad(x, 1)))(x)
        np.testing.assert_allclose(alone, beside, rtol=3e-7)
