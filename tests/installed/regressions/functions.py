"""Elementwise functions of few and of many numbers, of all sizes and of the special ones."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

FEW, MANY = 100, 5000
#: Of jax and of NumPy, by the name of jax's.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "atan": np.arctan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "log1p": np.log1p,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
}
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 3.0, np.inf, -np.inf, np.nan)


def drawn(count: int, dtype: str) -> Any:
    """Numbers of both signs, most near 1, some of each magnitude, and the special ones."""
    rng = np.random.default_rng(5)
    magnitudes = np.exp(rng.uniform(-25, 25 if dtype == "float64" else 80, count // 4))
    if dtype == "float16":
        magnitudes = np.exp(rng.uniform(-8, 11, count // 4))
    signed = magnitudes * rng.choice([-1, 1], magnitudes.size)
    usual = rng.uniform(-1.2, 1.2, count - magnitudes.size - len(SPECIAL))
    return np.concatenate([SPECIAL, signed, usual]).astype(jnp.dtype(dtype))


def units(given: Any, wanted: Any, dtype: str) -> Any:
    """The errors in units in the last place of that type; 0 for the same NaN or infinity."""
    kind = jnp.finfo(dtype)
    with np.errstate(all="ignore"):
        unit = np.exp2(np.floor(np.log2(abs(wanted)))) * float(kind.eps)
        errors = abs(given - wanted) / np.maximum(unit, float(kind.smallest_subnormal))
    return np.where((given == wanted) | (np.isnan(given) & np.isnan(wanted)), 0, errors)


@pytest.mark.parametrize("count", [FEW, MANY])
@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "float16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name: str, dtype: str, count: int) -> None:
    x = drawn(count, dtype)
    with jax.enable_x64(True):
        given = np.asarray(jax.jit(getattr(lax, name))(x))
    assert given.dtype == x.dtype
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[name](x.astype(np.float64))
    # The least numbers may be flushed to zero.
    large = ~(abs(exact) < 1e-30)
    errors = units(given.astype(np.float64), exact, dtype)[large]
    # Inverse functions of narrow floats are rounded in between. The XLA of jaxlib 0.10.2 has a less exact log1p.
    bound = 4 if dtype in ("float32", "float64") else 8
    if dtype == "float64" and name in ("log1p", "atanh"):
        bound = 200
    assert errors.max() <= bound, x[large][errors.argmax()]
    if name not in ("cos", "acos", "acosh"):
        np.testing.assert_array_equal(np.signbit(given.astype(np.float32)[:2]), [False, True])


@pytest.mark.only("ours", "plugin", why="they are computed in float64 by jaxlib-cpu")
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_trigonometric_functions_are_rounded_once(name: str) -> None:
    rng = np.random.default_rng(6)
    near_zeros = rng.integers(1, 1 << 22, MANY) * (np.pi / 2)
    large = np.exp(rng.uniform(0, np.log(3e38), MANY))
    for x in (near_zeros.astype(np.float32), large.astype(np.float32)):
        given = np.asarray(jax.jit(getattr(lax, name))(x), np.float64)
        exact = FUNCTIONS[name](x.astype(np.float64))
        assert units(given, exact, "float32").max() < 0.51


@pytest.mark.only("ours", "plugin", why="the XLA of jaxlib 0.10.2 has a less exact one")
def test_log1p_of_float64_is_exact_to_a_few_units() -> None:
    x = np.linspace(-0.99, 2, MANY)
    with jax.enable_x64(True):
        given = np.asarray(jax.jit(jnp.log1p)(x))
    assert units(given, np.log1p(x), "float64").max() <= 4


@pytest.mark.parametrize("count", [FEW, MANY])
@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
def test_angles_of_two_numbers(dtype: str, count: int) -> None:
    special = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 5, -3, 1e20, -1e20])
    pairs = np.array(np.meshgrid(special, special)).reshape(2, -1)
    rng = np.random.default_rng(7)
    y, x = np.concatenate([pairs, rng.normal(0, 2, (2, count))], 1).astype(jnp.dtype(dtype))
    with jax.enable_x64(True):
        given = np.asarray(jax.jit(lax.atan2)(y, x)).astype(np.float64)
    exact = np.arctan2(y.astype(np.float64), x.astype(np.float64))
    assert units(given, exact, dtype).max() <= 4
    zeros = exact == 0
    np.testing.assert_array_equal(np.signbit(given)[zeros], np.signbit(exact)[zeros])


def test_erf_inv_of_narrow_floats() -> None:
    x = np.linspace(-1, 1, MANY)
    wide = np.asarray(jax.jit(lax.erf_inv)(x.astype(jnp.bfloat16).astype(np.float32)))
    given = jax.jit(lax.erf_inv)(x.astype(jnp.bfloat16))
    np.testing.assert_array_equal(np.asarray(given, np.float32), wide.astype(jnp.bfloat16).astype(np.float32))


def test_gradients() -> None:
    x = np.linspace(-0.9, 0.9, MANY, dtype=np.float32)
    wanted = {"sin": np.cos(x), "cos": -np.sin(x), "tan": 1 / np.cos(x) ** 2, "atan": 1 / (1 + x * x)}
    for name, exact in wanted.items():
        function = getattr(lax, name)
        gradient = jax.jit(jax.grad(lambda v, f=function: f(v).sum()))(x)
        np.testing.assert_allclose(gradient, exact, 1e-6)


def test_in_regions_and_called_functions() -> None:
    x = np.linspace(-3, 3, MANY, dtype=np.float32)

    called = jax.jit(lambda v: jnp.sin(v) + jnp.arctan(v))

    def step(v: Any, _: Any) -> Any:
        return lax.cond(v[0] < 0, called, jnp.cos, v), None

    given = jax.jit(lambda v: lax.scan(step, v, length=3)[0])(x)
    exact = x.astype(np.float64)
    for _ in range(3):
        exact = np.sin(exact) + np.arctan(exact) if exact[0] < 0 else np.cos(exact)
    np.testing.assert_allclose(given, exact, 1e-4, 1e-5)


@pytest.mark.only("ours", "plugin", why="it is about the programs that jaxlib-cpu compiles")
@pytest.mark.parametrize(
    ("name", "operation"), [("sin", "sine("), ("cos", "cosine("), ("tan", "tan("), ("atan", "atan2(")]
)
def test_which_are_left_to_the_library(name: str, operation: str) -> None:
    function = functools.partial(getattr(lax, name))
    lowered = [jax.jit(function).lower(np.ones(count, np.float32)) for count in (FEW, MANY)]
    compiled = [f" {operation}" in each.compile().as_text() for each in lowered]
    assert compiled == [name != "atan", False]
    # What jax lowers, and exports, is what it is with any other backend.
    assert all(len(each.as_text().splitlines()) < 8 for each in lowered)
    exact = jax.jit(lambda x: lax.sin(x, accuracy=lax.AccuracyMode.HIGHEST))
    assert " sine(" in exact.lower(np.ones(MANY, np.float32)).compile().as_text()
