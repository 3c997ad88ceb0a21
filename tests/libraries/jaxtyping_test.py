"""Jaxtyping: shapes as types. Its distributions hold no tests."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from beartype import beartype
from jaxtyping import Array, Float, TypeCheckError, jaxtyped


def test_shapes_are_checked_while_a_function_is_traced() -> None:
    def product(a, b):  # type: ignore[no-untyped-def]
        return a @ b

    rows, row, column = (Float[Array, axes] for axes in ("n m", "m", "n"))
    product.__annotations__ = {"a": rows, "b": row, "return": column}

    checked = jaxtyped(typechecker=beartype)(product)
    np.testing.assert_array_equal(jax.jit(checked)(jnp.ones((2, 3)), jnp.ones(3)), [3.0, 3.0])
    with pytest.raises(TypeCheckError):
        jax.jit(checked)(jnp.ones((2, 3)), jnp.ones(4))
