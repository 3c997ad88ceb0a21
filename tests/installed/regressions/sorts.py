"""Sorts of few and of many elements, by one key and by several, and the largest elements of each type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

SHAPES = [(30,), (6000,), (3, 500, 4), (6000, 0)]
FLOATS = ("float32", "bfloat16", "float16", "float64")
INTEGERS = ("int32", "uint32", "int8")


def drawn(shape: tuple[int, ...], dtype: str) -> Any:
    """Numbers with many equal ones; floats also with the special ones."""
    rng = np.random.default_rng(11)
    x: Any = rng.integers(-9, 9, shape)
    if dtype not in FLOATS:
        return x.astype(dtype)
    x = (x / 4 + rng.choice([0, 1e-3], shape)).astype(jnp.dtype(dtype))
    special = (np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 0.0)
    x.flat[: min(x.size, 7)] = special[: x.size]
    return x


def order(x: Any, axis: int) -> Any:
    """The positions of a stable sort: equal zeros, and NaN last and equal."""
    wide = np.asarray(x).astype(np.float64) + 0.0
    return np.argsort(np.where(np.isnan(wide), np.nan, wide), axis, kind="stable")


def same(left: Any, right: Any) -> None:
    assert (left.dtype, left.shape) == (right.dtype, right.shape)
    if left.dtype.kind in "iub":
        np.testing.assert_array_equal(left, right)
    else:
        np.testing.assert_array_equal(left.astype(np.complex128), right.astype(np.complex128))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_one_array(shape: tuple[int, ...], dtype: str) -> None:
    x = drawn(shape, dtype)
    for axis in range(len(shape)):
        with jax.enable_x64(True):
            given = jax.jit(
                lambda v, a=axis: (
                    lax.sort(v, dimension=a),
                    lax.sort(v, dimension=a, is_stable=False),
                    jnp.argsort(v, axis=a),
                    jnp.sort(v, axis=a, descending=True),
                )
            )(x)
        stable, other, places, descending = (np.asarray(each) for each in given)
        wanted = np.take_along_axis(x, order(x, axis), axis)
        same(stable, wanted)
        same(other, wanted)
        np.testing.assert_array_equal(places, order(x, axis))
        same(descending, np.flip(wanted, axis))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_by_a_key(shape: tuple[int, ...], dtype: str) -> None:
    key = drawn(shape, dtype)
    rng = np.random.default_rng(12)
    others = [
        rng.normal(0, 1, shape),
        rng.normal(0, 1, shape).astype(np.complex64),
        rng.integers(0, 2, shape).astype(bool),
        np.arange(key.size, dtype=np.uint8 if key.size < 256 else np.int64).reshape(shape),
        rng.normal(0, 1, shape).astype(jnp.bfloat16),
    ]
    for axis in range(len(shape)):
        with jax.enable_x64(True):
            given = jax.jit(
                lambda k, *v, a=axis: lax.sort(
                    (k, *v, lax.broadcasted_iota(jnp.int16, k.shape, a)), dimension=a, num_keys=1
                )
            )(key, *others)
        places = order(key, axis)
        for left, right in zip(given, (key, *others, None), strict=True):
            if right is None:
                np.testing.assert_array_equal(left, places)
            else:
                same(np.asarray(left), np.take_along_axis(right, places, axis))
        zeros = np.asarray(given[0]).astype(np.float64)
        sorted_ = np.take_along_axis(key, places, axis).astype(np.float64)
        np.testing.assert_array_equal(np.signbit(zeros)[zeros == 0], np.signbit(sorted_)[zeros == 0])


@pytest.mark.parametrize("count", [50, 6000])
def test_by_several_keys(count: int) -> None:
    rng = np.random.default_rng(13)
    first, second = (rng.integers(0, 9, count).astype(np.float32) for _ in range(2))
    given = jax.jit(lambda a, b: lax.sort((a, b, jnp.arange(count)), num_keys=2))(first, second)
    places = np.lexsort((second, first))
    np.testing.assert_array_equal(given[2], places)
    np.testing.assert_array_equal(given[1], second[places])


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
@pytest.mark.parametrize("shape", [(40,), (60, 100), (2, 3, 1500)])
def test_the_largest(shape: tuple[int, ...], dtype: str) -> None:
    x = np.abs(np.random.default_rng(14).permutation(np.prod(shape)).reshape(shape) % 251 - 125)
    x = (x if dtype != "int8" else x - 60).astype(jnp.dtype(dtype))
    with jax.enable_x64(dtype == "float64"):
        values, places = jax.jit(lambda v: lax.top_k(v, 7))(x)
    wanted = np.argsort(-x.astype(np.float64), -1, kind="stable")[..., :7]
    np.testing.assert_array_equal(places, wanted)
    same(np.asarray(values), np.take_along_axis(x, wanted, -1))
    if dtype in FLOATS:
        x[..., 3], x[..., 5] = np.nan, np.inf
        with jax.enable_x64(dtype == "float64"):
            values, places = jax.jit(lambda v: lax.top_k(v, 2))(x)
        np.testing.assert_array_equal(np.asarray(places), np.broadcast_to([3, 5], (*shape[:-1], 2)))
        assert np.isnan(np.asarray(values, np.float32)[..., 0]).all()


def test_what_sorts() -> None:
    x = np.random.default_rng(15).normal(0, 1, (90, 70)).astype(np.float32)
    functions: dict[Any, Callable[..., Any]] = {
        np.median: jnp.median,
        np.unique: lambda v: jnp.unique(v, size=x.size),
        np.ptp: jnp.ptp,
        (lambda v: np.quantile(v, [0.1, 0.7], 0)): lambda v: jnp.quantile(v, jnp.array([0.1, 0.7]), 0),
        (lambda v: np.partition(v, 9, 0)[:9].max(0)): lambda v: jnp.partition(v, 9, 0)[:9].max(0),
    }
    for exact, function in functions.items():
        np.testing.assert_allclose(jax.jit(function)(x), exact(x), 1e-6, 1e-6)
    mixed = jax.jit(lambda k: jax.random.permutation(k, 9000))(jax.random.key(1))
    np.testing.assert_array_equal(np.sort(mixed), np.arange(9000))
    gradient = jax.jit(jax.grad(lambda v: (jnp.sort(v, 0)[5] * jnp.arange(70.0)).sum()))(x)
    assert (np.count_nonzero(gradient, 0)[1:] == 1).all()


@pytest.mark.only("ours", "plugin", why="it is about the programs that jaxlib-cpu compiles")
def test_which_are_sorts_of_integers() -> None:
    def text(function: Callable[..., Any], count: int, dtype: Any) -> str:
        return str(jax.jit(function).lower(np.ones(count, dtype)).compile().as_text())

    assert " f32[9000]{0} sort(" not in text(jnp.sort, 9000, np.float32)
    assert " sort(" in text(jnp.sort, 9000, np.float32)
    assert "f32[90]{0} sort(" in text(jnp.sort, 90, np.float32)
    assert "s64[9000]{0} sort(" in text(jnp.argsort, 9000, np.uint8)
    assert " sort(" not in text(lambda v: lax.top_k(v, 3), 9000, jnp.bfloat16)
