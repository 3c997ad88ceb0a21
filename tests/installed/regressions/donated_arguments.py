"""Arguments of jit that an earlier call donated."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest


def donated() -> jax.Array:
    array = jnp.ones(4)
    jax.jit(lambda x: x + 1, donate_argnums=0)(array)
    assert array.is_deleted()
    return array


def test_what_another_call_donated_is_refused_before_anything_is_donated() -> None:
    add = jax.jit(lambda x, y: x + y, donate_argnums=0)
    add(jnp.ones(4), jnp.ones(4))
    array = jnp.ones(4)
    with pytest.raises((RuntimeError, ValueError), match="deleted"):
        add(array, donated())
    assert not array.is_deleted()
    first = jax.jit(lambda x, y: x)  # its second argument is unused
    first(array, array)
    assert first(array, donated()).tolist() == [1, 1, 1, 1]


@pytest.mark.since("0.11.2")
def test_the_error_is_jaxs_own_with_the_shape() -> None:
    use = jax.jit(lambda tree: tree["x"] + 1)
    use({"x": jnp.ones(4)})
    donate = jax.jit(lambda x: x * 2, donate_argnums=0)
    donate(jnp.ones(4))
    for call in (lambda array: use({"x": array}), donate):
        with pytest.raises(RuntimeError, match=r"Array has been deleted with shape=float32\[4\]"):
            call(donated())
