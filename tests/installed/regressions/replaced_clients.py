"""Arrays that were made before jax replaced its clients: programs of the new client take them."""

from __future__ import annotations

from collections.abc import Callable


def test_arrays_of_a_client_that_was_replaced_are_arguments(child: Callable[..., str]) -> None:
    program = """
        import jax, jax.numpy as jnp, numpy as np
        from jax.extend import backend
        before = jnp.arange(6.0).reshape(2, 3)
        wanted = np.arange(6.0).reshape(2, 3)
        backend.clear_backends()
        triple = jax.jit(lambda x: x * 3)
        for _ in range(3):  # the first call compiles, the others take the quick path
            assert (np.asarray(triple(before)) == 3 * wanted).all()
            assert (np.asarray(triple(jnp.ones((2, 3)))) == 3).all()
            assert (np.asarray(before * 1 + jnp.ones((2, 3))) == wanted + 1).all()
            assert (np.asarray(before.copy()) == wanted).all()
        assert not before.is_deleted()
        consumed = jax.jit(lambda x: x + 1, donate_argnums=0)
        assert (np.asarray(consumed(before)) == wanted + 1).all()
    """
    assert child(program, timeout=120) == ""
