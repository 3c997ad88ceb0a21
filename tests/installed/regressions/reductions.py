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


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("shape", [(64, 64), (512, 512), (1, 70000), (100, 20, 30)])
def test_maxima_of_narrow_floats(shape: tuple[int, ...], dtype: str) -> None:
    drawn = np.random.default_rng(2).normal(0, 3, shape).astype(np.float32)
    _compare_maxima(drawn.astype(jnp.dtype(dtype)))
    drawn.flat[:2] = np.inf, -np.inf
    _compare_maxima(drawn.astype(jnp.dtype(dtype)))
    for axis in (*range(len(shape)), None):
        zeros: Any = np.full(shape, -0.0, jnp.dtype(dtype))
        assert np.signbit(np.asarray(jax.jit(lambda v, a=axis: v.max(a))(zeros), np.float32)).all()
        lowest: Any = np.full(shape, -np.inf, jnp.dtype(dtype))
        assert (np.asarray(jax.jit(lambda v, a=axis: v.max(a))(lowest), np.float32) == -np.inf).all()


def _compare_maxima(x: Any) -> None:
    """Of a NumPy array, along each axis and of all elements: the same as of float32."""

    def all_maxima(np: Any, x: Any) -> list[Any]:
        return [
            function(y, axis)
            for axis in (*range(x.ndim), None)
            for y in (x, abs(x))
            for function in (np.max, np.min)
        ] + [np.max(x, axis, initial=1.5) for axis in range(x.ndim)]

    given = jax.jit(lambda v: all_maxima(jnp, v))(x)
    for left, right in zip(given, all_maxima(np, x.astype(np.float32)), strict=True):
        assert left.dtype == x.dtype
        np.testing.assert_array_equal(left.astype(np.float32), right)


@pytest.mark.only("ours", "plugin", why="YNNPACK's maxima lose NaN, and the XLA inside jaxlib passes it more")
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("shape", [(64, 64), (512, 512), (33, 1001)])
def test_maxima_of_narrow_floats_keep_nan(shape: tuple[int, ...], dtype: str) -> None:
    x = np.random.default_rng(2).normal(0, 3, shape).astype(jnp.dtype(dtype))
    for special in (np.nan, -np.nan):
        x[3, 5] = special
        _compare_maxima(x)


@pytest.mark.only("ours", "plugin", why="the XLA inside jaxlib rounds to bfloat16 after each addition")
@pytest.mark.parametrize("shape", [(64, 64), (600, 700), (20000, 3)])
def test_sums_in_bfloat16_are_rounded_once(shape: tuple[int, int]) -> None:
    x = np.random.default_rng(3).random(shape).astype(jnp.bfloat16)
    for axes in ((0,), (1,), (0, 1)):
        given = jax.jit(lambda v, a=axes: jax.lax.reduce(v, v.dtype.type(0), jax.lax.add, a))(x)
        assert given.dtype == jnp.bfloat16
        np.testing.assert_allclose(np.asarray(given, np.float64), x.astype(np.float64).sum(axes), 2**-8)
    # The gradient of what is broadcast is such a sum.
    gradient = jax.jit(jax.grad(lambda b, v: (v * b).sum(dtype=jnp.float32)))(jnp.bfloat16(1), x)
    np.testing.assert_allclose(np.asarray(gradient, np.float64), x.astype(np.float64).sum(), 2**-8)


#: Of an array and of others that are broadcast to it: a column, a row, and one per matrix.
OF_BROADCAST: dict[str, Callable[..., Any]] = {
    "column": lambda np, x, c, r, m: x - c,
    "row": lambda np, x, c, r, m: x * r,
    "both": lambda np, x, c, r, m: np.where(x > c, x * r, c),
    "matrix": lambda np, x, c, r, m: (x - m) * (x - c),
    "clipped": lambda np, x, c, r, m: np.clip(x - c, -0.5, 0.75) + r,
    "outer": lambda np, x, c, r, m: np.exp(c * r) + 0 * m,
    "scalar": lambda np, x, c, r, m: x * 2 - 1,
    "flipped": lambda np, x, c, r, m: x[..., ::-1] - c,
}


@pytest.mark.parametrize("shape", [(8, 4, 5000), (2, 3, 8191), (1, 20, 1000), (3, 50, 300), (4, 100, 3)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_sums_of_broadcast_operands(dtype: str, shape: tuple[int, int, int]) -> None:
    draw = np.random.default_rng(4).random
    others = ((*shape[:-1], 1), shape[-1:], (shape[0], 1, 1))
    given = [draw(size).astype(dtype) for size in (shape, *others)]
    wide = [x.astype(np.float64) for x in given]
    axes = ((2,), (1, 2), (0, 1, 2), (0,))
    tolerance = 1e-5 if dtype == "float32" else 1e-13
    for function in OF_BROADCAST.values():
        with jax.enable_x64(dtype == "float64"):
            sums = jax.jit(lambda *xs, f=function: [f(jnp, *xs).sum(a) for a in axes])(*given)
        for each, ours in zip(axes, sums, strict=True):
            assert ours.dtype == dtype
            exact = function(np, *wide)
            error = abs(np.asarray(ours, np.float64) - exact.sum(each))
            assert (error <= tolerance * (abs(exact).sum(each) + 1)).all()


def test_sums_of_a_broadcast_with_permuted_dimensions() -> None:
    """jax never writes one, but StableHLO has them."""
    from jax.extend.core import Primitive
    from jax.interpreters import mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    def lower(ctx: Any, x: Any) -> list[Any]:
        type_ = ir.RankedTensorType.get(ctx.avals_out[0].shape, ir.F32Type.get())
        return [stablehlo.broadcast_in_dim(type_, x, mlir.dense_int_array([2, 0]))]

    permuted = Primitive("permuted_broadcast")
    permuted.def_abstract_eval(lambda x: x.update(shape=(x.shape[1], 3, x.shape[0])))
    mlir.register_lowering(permuted, lower)
    draw = np.random.default_rng(16).random
    x, c = draw((4, 3, 9000)).astype(np.float32), draw((9000, 4)).astype(np.float32)
    given = jax.jit(lambda x, c: (x * permuted.bind(c)).sum(2))(x, c)
    np.testing.assert_allclose(given, np.einsum("abk,ka->ab", x.astype(np.float64), c), 1e-5)


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
