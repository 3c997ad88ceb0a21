"""The library's two code generators: each program is compiled by the better one, with the same results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

#: The releases differ in the options that they send.
pytestmark = pytest.mark.by_release

ONE, SMALL, LARGE = (), (8, 32), (200, 300)


def repeated(count: int, function: Callable[..., Any]) -> Callable[[Any], Any]:
    """A function applied to its result, with the number of the application."""

    def all_of_them(x: Any) -> Any:
        for number in range(count):
            x = function(x, number)
        return x

    return all_of_them


def gathered(x: Any, count: int = 8) -> Any:
    """Gathers whose indices are gathered: eight take newer XLA 14 s to compile."""
    table = jnp.arange(64.0).reshape(8, 8)
    return repeated(count, lambda y, number: table[y.astype(int) % 8, number])(x)


def stored(x: Any) -> Any:
    """A softmax, whose exponentials are stored and then overwritten."""
    return jax.nn.softmax(jnp.where(x > 0.1, x, -9.0))


#: A function, the shape of its argument, and whether the older generator compiles it.
PROGRAMS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...], bool]] = {
    "one number": (jnp.sin, ONE, True),
    "a small array": (jnp.tanh, SMALL, True),
    "a large array": (lambda x: jnp.tanh(x) * x + 1, LARGE, True),
    "sum of a large array": (lambda x: (x * x).sum(0), LARGE, True),
    "cumulative maximum": (lambda x: lax.cummax(x, axis=1), LARGE, True),
    "sums of windows": (lambda x: lax.reduce_window(x, 0.0, lax.add, (3, 3), (2, 2), "SAME"), LARGE, True),
    "gradient of windows": (
        jax.grad(lambda x: (lax.reduce_window(x, 0.0, lax.add, (3, 3), (2, 2), "SAME") ** 2).sum()),
        LARGE,
        True,
    ),
    "small softmax": (stored, SMALL, True),
    "large softmax": (stored, LARGE, False),
    "product and sum": (lambda x: x @ x.T + 1, LARGE, False),
    "small loop": (lambda x: lax.fori_loop(0, 9, lambda _, y: y * x + 1, x), ONE, True),
    "loop": (lambda x: lax.fori_loop(0, 9, lambda _, y: y * x + 1, x), SMALL, False),
    "scatter": (lambda x: x.at[jnp.arange(150) % 7].add(1), LARGE, False),
    "position of a maximum": (lambda x: x.argmax(1), LARGE, False),
    "different kernels": (lambda x: [x * number + number for number in range(20)], SMALL, True),
    "equal kernels": (repeated(20, lambda x, _: jnp.tanh(x @ x.T @ x)), SMALL, False),
    "equal scalars": (lambda x: [x * (number + 2) for number in range(20)], ONE, False),
    "different scalars": (lambda x: [jnp.exp(x * (number + 2)) for number in range(20)], ONE, True),
    "equal scalars and sums of constants": (
        lambda x: [x * (jnp.float32(2) + number) for number in range(20)],
        ONE,
        False,
    ),
    "many equal scalars": (lambda x: [x * (number + 2) for number in range(70)], ONE, False),
    "many different scalars": (lambda x: [jnp.exp(x * (number + 2)) for number in range(70)], ONE, True),
    "equal calls": (repeated(9, lambda x, _: jax.nn.softmax(x)), SMALL, False),
    "floats of a byte": (lambda x: x.astype(jnp.float8_e4m3fn).T, SMALL, False),
    "complex constants": (lambda x: x * np.complex64(2j) + np.full(x.shape, 1j, np.complex64), SMALL, True),
    "gathers by gathers": (gathered, (8,), True),
}


def is_older(compiled: Any) -> bool:
    return compiled.overrides.get("xla_cpu_use_fusion_emitters", True) is False


def argument(shape: tuple[int, ...]) -> Any:
    return np.random.default_rng(len(shape)).uniform(0.1, 0.9, shape).astype(np.float32)


@pytest.mark.only("ours", "plugin", why="the option is jaxlib-cpu's")
@pytest.mark.parametrize("name", PROGRAMS)
def test_which_generator_compiles_a_program(name: str, compilation: Callable[..., Any]) -> None:
    program, shape, older = PROGRAMS[name]
    assert is_older(compilation(program, argument(shape))) is older


@pytest.mark.only("ours", "plugin", why="the option is jaxlib-cpu's")
@pytest.mark.parametrize("name", [name for name, (_, _, older) in PROGRAMS.items() if older])
def test_both_give_the_same_values(name: str, compilation: Callable[..., Any]) -> None:
    program, shape, _ = PROGRAMS[name]
    x = argument(shape)
    if program is gathered:
        # Five, for which the older generator is chosen, and which the newer one compiles in a second.
        program = partial(gathered, count=5)
    older = compilation(program, x)
    newer = compilation(program, x, compiler_options={"xla_cpu_use_fusion_emitters": True})
    assert (is_older(older), is_older(newer)) == (True, False)
    for one, other in zip(*(jax.tree.leaves(each.program(x)) for each in (older, newer)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_gathers_by_gathers_have_the_right_values() -> None:
    x: Any = np.arange(8, dtype=np.float32)
    table = np.arange(64.0).reshape(8, 8)
    # As many as upstream's compiles in a second.
    result = jax.jit(repeated(5, lambda y, number: jnp.asarray(table)[y.astype(int) % 8, number]))(x)
    np.testing.assert_array_equal(result, repeated(5, lambda y, number: table[y.astype(int) % 8, number])(x))


@pytest.mark.only("ours", "plugin", why="the option is jaxlib-cpu's")
def test_flags_of_the_user_are_kept(monkeypatch: pytest.MonkeyPatch, compilation: Callable[..., Any]) -> None:
    # Read by the hook, which then leaves the options alone; jaxlib has read it before.
    monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_use_fusion_emitters=true")
    assert not is_older(compilation(jnp.tanh, argument(SMALL)))
