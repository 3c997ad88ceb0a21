"""Reductions of few and of many elements, of all types, and of what is computed for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

SHAPES = [
    (64, 64),
    (7, 33),
    (100, 300),
    (37, 41),
    (4096,),
    (3, 64, 20),
    (512, 512),
    (40, 2100),
    (3000, 40),
    (64, 0),
]
#: Of a NumPy array and an axis, in the element type it has there.
REDUCTIONS: dict[str, tuple[Any, Any]] = {
    "sum": (jnp.sum, np.sum),
    "max": (jnp.max, np.max),
    "min": (jnp.min, np.min),
    "prod": (jnp.prod, np.prod),
    "any": (lambda x, axis: (x > 1.5).any(axis), lambda x, axis: (x > 1.5).any(axis)),
    "all": (lambda x, axis: (x < 1.5).all(axis), lambda x, axis: (x < 1.5).all(axis)),
    "sum of squares": (lambda x, axis: (x * x).sum(axis), lambda x, axis: (x * x).sum(axis)),
    "max of squares": (lambda x, axis: (x * x).max(axis), lambda x, axis: (x * x).max(axis)),
    "sum of exponentials": (lambda x, axis: jnp.exp(x).sum(axis), lambda x, axis: np.exp(x).sum(axis)),
    "min of exponentials": (lambda x, axis: jnp.exp(x).min(axis), lambda x, axis: np.exp(x).min(axis)),
    "variance": (jnp.var, np.var),
    "softmax": (
        jax.nn.softmax,
        lambda x, axis: np.exp(x) / np.exp(x).sum(axis, keepdims=True),
    ),
}


CASES = [(name, "float32") for name in REDUCTIONS]
CASES += [(name, "bfloat16") for name in ("sum", "max", "variance", "softmax")]
CASES += [(name, "int32") for name in ("sum", "min", "prod", "any", "sum of squares")]


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_values(name: str, dtype: str) -> None:
    ours, exact = REDUCTIONS[name]
    tolerance = 2e-2 if dtype == "bfloat16" else 1e-5
    for shape in SHAPES:
        drawn = np.random.default_rng(1).random(shape) * 2 if name != "prod" else np.ones(shape)
        x = drawn.astype(jnp.dtype(dtype))
        wide: Any = x.astype(np.float64)
        for axis in (*range(len(shape)), None):
            if 0 in shape and (name not in ("sum", "any", "all") or axis == 1):
                continue
            given = np.asarray(jax.jit(lambda v, axis=axis: ours(v, axis))(x))
            wanted = exact(wide, axis)
            assert given.shape == wanted.shape
            np.testing.assert_allclose(given.astype(np.float64), wanted, tolerance, tolerance)


@pytest.mark.parametrize("shape", [(64, 64), (512, 512)])
@pytest.mark.parametrize("axis", [0, 1])
def test_special_numbers_in_sums(shape: tuple[int, int], axis: int) -> None:
    x = _with_special_numbers(shape)
    for scale in (1, -2):
        given = jax.jit(lambda v, s=scale: (v * s).sum(axis))(x)
        np.testing.assert_array_equal(given, (x * scale).sum(axis))
    zeros: Any = np.full(shape, -0.0, np.float32)
    assert not np.signbit(jax.jit(lambda v: (v * 1.5).sum(axis))(zeros)).any()
    assert np.signbit(jax.jit(lambda v: (v * 1.5).max(axis))(zeros)).all()


@pytest.mark.only(
    "ours", "plugin", why="YNNPACK's maxima lose NaN, and the XLA inside jaxlib passes it more of them"
)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("shape", "scales"), [((64, 64), (1, -2)), ((512, 512), (-2,))])
def test_special_numbers_in_maxima(shape: tuple[int, int], scales: tuple[int, ...], axis: int) -> None:
    x = _with_special_numbers(shape)
    for function, exact in ((jnp.max, np.max), (jnp.min, np.min)):
        for scale in scales:
            given = jax.jit(lambda v, f=function, s=scale: f(v * s, axis))(x)
            np.testing.assert_array_equal(given, exact(x * scale, axis))


def _with_special_numbers(shape: tuple[int, int]) -> Any:
    x: Any = np.ones(shape, np.float32)
    x[3, 5], x[7, 9], x[10, 11] = np.nan, np.inf, -np.inf
    return x


@pytest.mark.parametrize("shape", [(64, 64), (512, 512)])
def test_other_reductions_stay(shape: tuple[int, int]) -> None:
    x = np.linspace(0, 1, shape[0] * shape[1], dtype=np.float32).reshape(shape)

    def started(v: Any) -> Any:
        return jax.lax.reduce(v * v, np.float32(3), jax.lax.add, (0,))

    np.testing.assert_allclose(jax.jit(started)(x), (x * x).sum(0) + 3, 1e-5)

    def positions(v: Any) -> Any:
        return jnp.argmax(v * v, 1), jnp.argmin(v * v, 0)

    for given, wanted in zip(
        jax.jit(positions)(x), (np.full(shape[0], shape[1] - 1), np.zeros(shape[1])), strict=True
    ):
        np.testing.assert_array_equal(given, wanted)
    last = jax.lax.reduce(x, np.float32(0), lambda _, new: new, (0,))
    assert last.shape == shape[1:]
    both = jax.jit(lambda v: jax.lax.reduce((v, v), (np.float32(0),) * 2, _add_and_multiply, (1,)))(x)
    np.testing.assert_allclose(both[0], x.sum(1), 1e-5)


def _add_and_multiply(x: Any, y: Any) -> Any:
    return x[0] + y[0], x[1] * y[1]


def test_reductions_in_loops_and_of_reductions() -> None:
    x = np.linspace(-1, 1, 64 * 64, dtype=np.float32).reshape(64, 64)

    def function(v: Any) -> Any:
        def step(_: Any, s: Any) -> Any:
            return s + jnp.sum((v + s) ** 2, 1).max()

        return jax.lax.fori_loop(0, 3, step, jnp.float32(0)), jnp.sum(jnp.max(v * v, 0) * 2)

    total = np.float64(0)
    for _ in range(3):
        total += ((x + total) ** 2).sum(1).max()
    np.testing.assert_allclose(jax.jit(function)(x), (total, ((x * x).max(0) * 2).sum()), 1e-4)
    gradient = jax.jit(jax.grad(lambda v: jnp.mean((v - 0.5) ** 2)))(x)
    np.testing.assert_allclose(gradient, 2 * (x - 0.5) / x.size, 1e-5)


def test_a_shared_operand_is_computed_once() -> None:
    x = np.linspace(0, 1, 64 * 64, dtype=np.float32).reshape(64, 64)
    squares, sums, largest = jax.jit(lambda v: ((y := v * v), y.sum(0), y.max(1)))(x)
    np.testing.assert_allclose(sums, squares.sum(0), 1e-5)
    np.testing.assert_allclose(largest, squares.max(1), 1e-6)


@pytest.mark.only("ours", "plugin", why="it is about the programs that jaxlib-cpu compiles")
@pytest.mark.parametrize(
    ("function", "shape", "kernels"),
    [
        (lambda x: (x * x).sum(0), (64, 64), 1),
        (lambda x: jnp.sum((x - 1.5) ** 2), (64, 64), 2),
        (lambda x: jnp.max(x * x, 1), (64, 64), 1),
        (lambda x: jnp.max(x * x, 1), (512, 512), 1),
        (lambda x: (x * x).sum(0), (2048, 512), 2),
        (lambda x: (x > 1).any(1), (500, 50), 1),
    ],
)
def test_number_of_kernels(function: Callable[[Any], Any], shape: tuple[int, int], kernels: int) -> None:
    text = jax.jit(function).lower(np.ones(shape, np.float32)).compile().as_text()
    assert len(re.findall(r" fusion\(", text[text.index("\nENTRY") :])) == kernels, text
