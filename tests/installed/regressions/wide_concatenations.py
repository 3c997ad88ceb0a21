"""Concatenations of many operands: the values, and that no compiled program has one with all operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export

#: More than the number from which on jaxlib-cpu makes a tree.
COUNT = 300


@pytest.mark.only("ours", "plugin", why="the tree is jaxlib-cpu's; upstream compiles one wide concatenation")
@pytest.mark.parametrize("join", [jnp.stack, jnp.hstack])
def test_no_compiled_concatenation_is_wide(join: Callable[..., jax.Array]) -> None:
    """The time to compile one grows with the square of its operands: what is bounded here, without a clock."""
    compiled = jax.jit(lambda *operands: join(operands)).lower(*[np.float32(0)] * COUNT).compile()
    widths = [
        line.count("%") - 1 for line in (compiled.as_text() or "").splitlines() if " concatenate(" in line
    ]
    assert len(widths) > 1
    assert max(widths) <= 64


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("join", [jnp.stack, jnp.concatenate])
def test_values_are_numpys(join: Callable[..., jax.Array], axis: int) -> None:
    arrays: list[np.ndarray[Any, Any]] = [
        np.arange(6, dtype=np.float32).reshape(2, 3) + number for number in range(COUNT)
    ]
    arrays[7][0, 0] = np.nan
    result = jax.jit(lambda *operands: join(operands, axis=axis))(*arrays)
    wanted = getattr(np, join.__name__)(arrays, axis=axis)
    np.testing.assert_array_equal(np.asarray(result).view(np.uint32), wanted.view(np.uint32))


def test_batches() -> None:
    rows: list[np.ndarray[Any, Any]] = [np.arange(3, dtype=np.float32) + number for number in range(COUNT)]
    batched = jax.jit(jax.vmap(lambda *operands: jnp.stack(operands)))(*rows)
    np.testing.assert_array_equal(batched, np.stack(rows, axis=1))


def test_an_export_has_no_barriers() -> None:
    program = jax.jit(lambda *scalars: jnp.stack(scalars))
    exported = export.export(program, platforms=["cpu"])(*[np.float32(0)] * COUNT)
    assert "optimization_barrier" not in exported.mlir_module()


def test_a_gradient_through_a_wide_stack() -> None:
    """2,000 operands, and a result for each of them."""
    count = 2000
    numbers = [np.float32(number % 97) for number in range(count)]
    weights = np.linspace(-1, 1, count, dtype=np.float32)
    gradients = jax.jit(jax.grad(lambda scalars: (jnp.stack(scalars) * weights).sum()))(numbers)
    assert len(gradients) == count
    np.testing.assert_array_equal(np.stack(gradients), weights)


@pytest.mark.only("ours", "plugin", why="the tree is jaxlib-cpu's; upstream compiles one wide concatenation")
def test_a_program_grows_with_its_operands() -> None:
    """Twice the operands, twice the instructions: a tree that repeats work would have more."""

    def instructions(count: int) -> int:
        program = jax.jit(lambda *scalars: jnp.stack(scalars))
        text = program.lower(*[np.float32(0)] * count).compile().as_text() or ""
        return text.count(" = ")

    assert instructions(2 * COUNT) < 2.5 * instructions(COUNT)
