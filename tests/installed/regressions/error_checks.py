"""jax.numpy's checks for NaN, in functions that jaxlib-cpu lowers itself."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import pytest
from jax._src import error_check
from jax._src.numpy import error


@pytest.mark.parametrize("jit", [False, True])
@pytest.mark.parametrize(
    ("function", "valid", "invalid"), [(jnp.log1p, 1.0, -2.0), (jax.scipy.special.erfinv, 0.5, jnp.nan)]
)
def test_only_nan_is_an_error(
    function: Callable[[jax.Array], jax.Array], valid: float, invalid: float, jit: bool
) -> None:
    checked = jax.jit(lambda x: jnp.add(function(x), 0)) if jit else lambda x: jnp.add(function(x), 0)
    with error.error_checking_behavior(nan="raise"):
        checked(jnp.float32(valid))
        error_check.raise_if_error()
        checked(jnp.float32(invalid))
        with pytest.raises(error_check.JaxValueError, match="NaN"):
            error_check.raise_if_error()


@pytest.mark.parametrize("function", [jnp.log1p, jax.scipy.special.erfinv])
def test_constants_of_a_lowering_are_not_computed(function: Callable[[jax.Array], jax.Array]) -> None:
    x = jnp.linspace(-0.5, 0.5, 5)
    compiled: list[str] = []
    jax.monitoring.register_event_duration_secs_listener(lambda event, *_, **__: compiled.append(event))
    jax.clear_caches()
    expected = function(x)
    usual = compiled.count("/jax/core/compile/backend_compile_duration")
    assert usual
    jax.clear_caches()
    compiled.clear()
    with jax.debug_infs(True), jax.debug_nans(True), jax.ensure_compile_time_eval():
        result = function(x)
    assert compiled.count("/jax/core/compile/backend_compile_duration") == usual
    assert (result == expected).all()
