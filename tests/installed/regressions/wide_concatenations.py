"""Concatenations of many operands: the values, and no compiled program that has one of them all."""

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
