"""Shifts by amounts that a loop or a function carries along: by the width and more, too (zero, or the sign)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

X = np.array([1, 5, 0x80000001, 0xFFFFFFFF, 0x12345678], np.uint32)
AMOUNTS = {
    "in range": [13, 15, 26, 6],
    "the width": [0, 32, 31, 1],
    "beyond": [33, 64, 0xFFFFFFFF, 2],
}
SHIFTS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[int, int], int]]] = {
    "left": (lax.shift_left, lambda x, by: x << by if by < 32 else 0),
    "logical": (lax.shift_right_logical, lambda x, by: x >> by if by < 32 else 0),
    "arithmetic": (
        lambda x, by: lax.shift_right_arithmetic(x.astype(jnp.int32), by.astype(jnp.int32)).astype(
            jnp.uint32
        ),
        lambda x, by: (x - (x >> 31 << 32)) >> min(by, 31),
    ),
}


def exact(shift: Callable[[int, int], int], amounts: list[int]) -> list[int]:
    return [sum(shift(int(x), by) for by in amounts) % 2**32 for x in X]


@pytest.mark.parametrize("amounts", AMOUNTS)
@pytest.mark.parametrize("name", SHIFTS)
def test_in_a_loop(name: str, amounts: str) -> None:
    shift, expected = SHIFTS[name]
    table = np.array(AMOUNTS[amounts], np.uint32)

    def program(x: Any) -> Any:
        def step(i: Any, carry: Any) -> Any:
            total, one, other = carry
            for row in (0, 1):
                total += shift(x, jnp.broadcast_to(one[row], x.shape))
            return total, other, one

        return lax.fori_loop(0, 2, step, (jnp.zeros_like(x), table[:2], table[2:]))[0]

    assert jax.jit(program)(X).tolist() == exact(expected, AMOUNTS[amounts])


@pytest.mark.parametrize("amounts", AMOUNTS)
@pytest.mark.parametrize("name", SHIFTS)
def test_in_a_function_of_its_own(name: str, amounts: str) -> None:
    shift, expected = SHIFTS[name]

    shifted = jax.jit(lambda x, by: shift(x, jnp.broadcast_to(by, x.shape)))
    program = jax.jit(lambda x: sum(shifted(x, jnp.uint32(by)) for by in AMOUNTS[amounts]))
    assert program(X).tolist() == exact(expected, AMOUNTS[amounts])


@pytest.mark.parametrize("name", SHIFTS)
def test_an_amount_that_grows(name: str) -> None:
    """Each iteration's amount is a difference of the last one's, and passes the width."""
    shift, expected = SHIFTS[name]

    def program(x: Any) -> Any:
        def step(i: Any, carry: Any) -> Any:
            total, by = carry
            return total + shift(x, jnp.broadcast_to(by, x.shape)), by - jnp.uint32(2**32 - 9)

        return lax.fori_loop(0, 5, step, (jnp.zeros_like(x), jnp.uint32(3)))[0]

    assert jax.jit(program)(X).tolist() == exact(expected, [3, 12, 21, 30, 39])


@pytest.mark.only("ours", "plugin", why="the lowering is jaxlib-cpu's")
def test_rotations_of_random_bits_are_bounded() -> None:
    from jaxlib_cpu.lowering.shifts import bound_shifts

    lowered = jax.jit(lambda key: jax.random.bits(key, (8, 8))).lower(jax.random.key(0))
    module = lowered.compiler_ir()
    bounded, _ = bound_shifts(module, None)
    # Two shifts for each of the four rotations, in the one copy of the function or of the loop's body.
    assert str(bounded).count("stablehlo.and ") == 8
    assert "stablehlo.and " not in lowered.as_text()


@pytest.mark.only("ours", "plugin", why="the lowering is jaxlib-cpu's")
def test_shifts_by_an_argument_stay_as_they_are() -> None:
    from jaxlib_cpu.lowering.shifts import bound_shifts

    module = jax.jit(lax.shift_left).lower(X, X).compiler_ir()
    assert bound_shifts(module, None)[0] is module
