"""The sweep's table: elementwise functions, reductions, scans, sorting, random numbers, control flow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import lax, nn, random
from jax import numpy as jnp
from jax.scipy import special, stats
from sweep_arguments import Draw
from sweep_table import (
    ALL_AXES,
    NORMAL,
    PAIR,
    POSITIVE,
    ROWS_AND_COLUMNS,
    UNIT,
    named,
    one_matrix,
    put,
    put_all,
    put_axes,
    vectors,
)


def _elementwise() -> None:
    group = "elementwise"
    put_all(group, jnp, "jnp", "sin cos tanh exp square", NORMAL, "fdbc", sharded=True)
    put_all(group, jnp, "jnp", "tan sinh cosh", NORMAL, "fdbc")
    put_all(group, jnp, "jnp", "exp2 expm1 arctan arcsinh cbrt sinc", NORMAL, "fdb")
    put_all(group, jnp, "jnp", "log sqrt", POSITIVE, "fdbc")
    put_all(group, jnp, "jnp", "log2 log10 log1p", POSITIVE, "fdb")
    put_all(group, jnp, "jnp", "arcsin arccos arctanh", UNIT, "fdb")
    put_all(group, jnp, "jnp", "arccosh", vectors("above one"), "fdb")
    put_all(group, lax, "lax", "rsqrt", POSITIVE, "fdbc")
    put_all(group, jnp, "jnp", "abs negative sign", NORMAL, "fdbic")
    put_all(group, jnp, "jnp", "floor rint nan_to_num isfinite signbit", NORMAL, "fdb", gradient=False)
    put_all(group, jnp, "jnp", "angle conj real", NORMAL, "c")
    put_all(group, jnp, "jnp", "bitwise_not", NORMAL, "i")
    put_all(group, lax, "lax", "population_count clz", NORMAL, "i")
    put_all(group, jnp, "jnp", "add multiply subtract", PAIR, "fdbic")
    put_all(group, jnp, "jnp", "maximum minimum", PAIR, "fdbi")
    put_all(group, jnp, "jnp", "arctan2 hypot logaddexp copysign", PAIR, "fdb")
    put_all(group, jnp, "jnp", "divide", vectors("normal", "positive"), "fdbc")
    put_all(group, jnp, "jnp", "power", vectors("positive", "normal"), "fdbc")
    put_all(group, jnp, "jnp", "remainder floor_divide", vectors("normal", "positive"), "fdi", gradient=False)
    put_all(group, jnp, "jnp", "less equal nextafter", PAIR, "fd", gradient=False)
    put_all(group, jnp, "jnp", "bitwise_and bitwise_xor gcd", PAIR, "i")
    put(group, "jnp.where", lambda x, y: jnp.where(x > 0, x, y), PAIR, "fdbi")
    put(group, "jnp.clip", lambda x: jnp.clip(x, -1, 1), NORMAL, "fdbi")
    put(group, "x * y + z", lambda x, y, z: x * y + z, vectors(*["normal"] * 3), "fdbc", sharded=True)
    put(group, "x ** 3", lambda x: x**3, NORMAL, "fdbi")
    put(group, "matrix + row", lambda x: x + x[0], one_matrix(), "fdb")
    put(group, "matrix + column", lambda x: x + x[:, :1], one_matrix(), "fdb")
    for target in ("float32", "bfloat16", "int32"):
        put(
            group,
            f"astype {target}",
            lambda x, target=target: x.astype(target),
            NORMAL,
            "fdbi",
            gradient=False,
        )


def _activations() -> None:
    group = "activations"
    names = (
        "relu sigmoid softplus silu gelu elu selu mish leaky_relu hard_tanh hard_swish log_sigmoid soft_sign"
    )
    put_all(group, nn, "nn", names, NORMAL, "fdb")
    put_axes(group, "nn", named(nn, "softmax log_softmax logsumexp"), "fdb", ROWS_AND_COLUMNS)
    put(group, "nn.softmax of a row, sharded", nn.softmax, one_matrix(), "f", sharded=True)
    put_axes(group, "nn", named(nn, "standardize glu"), "fdb", {"rows": -1}, normwise=True)
    put(
        group, "nn.one_hot",
        lambda x: nn.one_hot(x, 64), lambda draw: (draw.places(max(draw.count // 64, 1), below=64),), "f",
        gradient=False,
    )  # fmt: skip


def _special() -> None:
    group, small = "special functions", {"largest": 1 << 20}
    put_all(group, special, "special", "erf erfc ndtr expit", NORMAL, "fdb")
    put_all(group, special, "special", "erfinv", UNIT, "fdb")
    put_all(group, special, "special", "gammaln digamma log_ndtr entr i0e i1e", POSITIVE, "fdb", **small)
    put_all(group, special, "special", "i0 i1 spence", POSITIVE, "fd", **small)
    put_all(group, special, "special", "exp1 expi", POSITIVE, "fd", largest=1 << 12)
    put_all(group, special, "special", "ndtri logit", vectors("probability"), "fd", **small)
    put_all(
        group,
        special,
        "special",
        "gammainc gammaincc",
        vectors("positive", "positive"),
        "fd",
        largest=1 << 16,
    )
    put_all(
        group,
        special,
        "special",
        "betaln xlogy xlog1py rel_entr",
        vectors("positive", "positive"),
        "fd",
        **small,
    )
    put_all(
        group, special, "special", "zeta", vectors("above one", "positive"), "fd", gradient=False, **small
    )
    put(
        group, "special.betainc",
        special.betainc, vectors("positive", "positive", "probability"), "fd", gradient=False, largest=1 << 16,
    )  # fmt: skip
    put(
        group,
        "special.polygamma 1",
        lambda x: special.polygamma(1, x),
        POSITIVE,
        "fd",
        gradient=False,
        **small,
    )
    put(group, "stats.norm.logpdf", stats.norm.logpdf, NORMAL, "fdb")
    put(group, "stats.gamma.logpdf", stats.gamma.logpdf, vectors("positive", "positive"), "fd", **small)


def _reductions() -> None:
    group = "reductions"
    put_axes(group, "jnp", named(jnp, "sum max mean"), "fdbi", ALL_AXES, normwise=True)
    put_axes(group, "jnp", named(jnp, "min prod var std"), "fdb", ALL_AXES, normwise=True)
    put_axes(group, "jnp", named(jnp, "argmax argmin"), "fdbi", ALL_AXES, gradient=False)
    put_axes(group, "jnp", named(jnp, "any all count_nonzero"), "fi", ALL_AXES, gradient=False)
    put_axes(group, "jnp", named(jnp, "nansum ptp"), "f", ROWS_AND_COLUMNS, normwise=True)
    put_axes(group, "jnp.linalg", {"norm": jnp.linalg.norm}, "fdbc", ALL_AXES, normwise=True)
    put_axes(group, "special", {"logsumexp": special.logsumexp}, "fd", ALL_AXES, normwise=True)
    put(group, "jnp.sum complex rows", lambda x: x.sum(1), one_matrix(), "c", normwise=True)
    put(group, "jnp.sum complex columns", lambda x: x.sum(0), one_matrix(), "c", normwise=True)
    put(group, "jnp.sum sharded", jnp.sum, one_matrix(), "f", normwise=True, sharded=True)
    put(group, "jnp.sum of products", lambda x, y: (x * y).sum(), PAIR, "fdb", normwise=True)
    put(
        group, "jnp.cov", jnp.cov, lambda draw: (draw.array(8, max(draw.count // 8, 2)),), "fd", normwise=True
    )
    put(group, "jnp.trapezoid", jnp.trapezoid, NORMAL, "fd", normwise=True)

    def cube(draw: Draw) -> tuple[Any, ...]:
        rows, columns = draw.shape
        return (draw.array(rows, 2, columns // 2),)

    put(group, "jnp.sum of the middle dimension", lambda x: x.sum(1), cube, "fdb", normwise=True)
    put(group, "jnp.sum of the outer dimensions", lambda x: x.sum((0, 2)), cube, "fdb", normwise=True)


def _cumulative() -> None:
    group, options = "cumulative", {"normwise": True, "largest": 1 << 20}
    put_axes(group, "jnp", named(jnp, "cumsum"), "fdbi", ROWS_AND_COLUMNS, **options)
    put_axes(group, "lax", named(lax, "cummax cumlogsumexp"), "fdb", ROWS_AND_COLUMNS, **options)
    put_axes(group, "jnp", named(jnp, "cumprod"), "fd", ROWS_AND_COLUMNS, **options)
    put_axes(group, "jnp", named(jnp, "diff gradient"), "fd", ROWS_AND_COLUMNS, normwise=True)
    put_axes(
        group, "lax",
        {"associative_scan": lambda x, axis: lax.associative_scan(jnp.maximum, x, axis=axis)},
        "f", ROWS_AND_COLUMNS, **options,
    )  # fmt: skip


def _sorting() -> None:
    group, small = "sorting and searching", {"largest": 1 << 19}
    put(group, "jnp.sort all", lambda x: jnp.sort(x, axis=None), NORMAL, "fdbi", **small)
    put_axes(group, "jnp", named(jnp, "sort argsort"), "fi", ROWS_AND_COLUMNS, **small)
    put_axes(group, "jnp", named(jnp, "median"), "fd", ROWS_AND_COLUMNS, **small)
    put(group, "jnp.quantile", lambda x: jnp.quantile(x, 0.9), NORMAL, "fd", **small)
    put(group, "lax.top_k 4", lambda x: lax.top_k(x, 4)[0], one_matrix(), "fbi", **small)
    put(
        group,
        "lax.sort of pairs",
        lambda x, y: lax.sort((x, y), num_keys=1)[1],
        PAIR,
        "fi",
        gradient=False,
        **small,
    )
    put(
        group,
        "jnp.searchsorted",
        lambda x, y: jnp.searchsorted(jnp.sort(x[:4096]), y),
        PAIR,
        "f",
        gradient=False,
        **small,
    )
    put(group, "jnp.unique", lambda x: jnp.unique(x, size=64, fill_value=0), NORMAL, "i", **small)
    put(group, "jnp.bincount", lambda x: jnp.bincount(jnp.abs(x), length=256), NORMAL, "i", **small)
    put(group, "jnp.histogram", lambda x: jnp.histogram(x, 16)[0], NORMAL, "f", gradient=False, **small)
    put(
        group,
        "jnp.nonzero",
        lambda x: jnp.nonzero(x > 0, size=max(x.size // 8, 1)),
        NORMAL,
        "f",
        gradient=False,
        **small,
    )
    put(
        group,
        "jnp.interp",
        lambda x, y: jnp.interp(x, jnp.arange(-8.0, 8.0), y[:1] * jnp.arange(16)),
        PAIR,
        "f",
        **small,
    )


def _random() -> None:
    group, options = "random", {"gradient": False, "reference": False, "largest": 1 << 20}

    def put_draw(name: str, function: Callable[..., Any], dtypes: str = "f") -> None:
        """``function(key, shape, dtype)``; the key is an argument, the shape and dtype those of another."""
        put(
            group, f"random.{name}",
            lambda data, x: function(random.wrap_key_data(data), x.shape, x.dtype),
            lambda draw: (np.array([0, 42], np.uint32), draw.vector()), dtypes, **options,
        )  # fmt: skip

    for name in ("normal", "uniform"):
        put_draw(name, getattr(random, name), "fdb")
    for name in ("exponential", "gumbel", "laplace", "cauchy", "logistic"):
        put_draw(name, getattr(random, name))
    put_draw("randint", lambda key, shape, dtype: random.randint(key, shape, 0, 1000, dtype), "i")
    put_draw("bits", lambda key, shape, _: random.bits(key, shape))
    put_draw("bernoulli", lambda key, shape, _: random.bernoulli(key, 0.3, shape))
    put_draw("truncated_normal", lambda key, shape, dtype: random.truncated_normal(key, -1, 1, shape, dtype))
    put_draw("permutation", lambda key, shape, _: random.permutation(key, min(shape[0], 1 << 18)))
    put_draw(
        "categorical",
        lambda key, shape, dtype: random.categorical(key, jnp.ones((max(shape[0] // 16, 1), 16), dtype)),
    )
    put_draw("choice", lambda key, shape, _: random.choice(key, 100, shape))
    put_draw("split", lambda key, shape, _: random.key_data(random.split(key, min(shape[0], 1 << 16))))
    put_draw("gamma", lambda key, shape, dtype: random.gamma(key, 2.0, (min(shape[0], 1 << 14),), dtype))
    put_draw("beta", lambda key, shape, dtype: random.beta(key, 2.0, 3.0, (min(shape[0], 1 << 13),), dtype))
    put_draw("poisson", lambda key, shape, _: random.poisson(key, 3.0, (min(shape[0], 1 << 14),)))
    put_draw(
        "dirichlet", lambda key, shape, _: random.dirichlet(key, jnp.ones(4), (min(shape[0] // 4, 1 << 12),))
    )
    put_draw("rademacher", lambda key, shape, _: random.rademacher(key, shape))


_SMALL_LOOPS = {"largest": 1 << 16, "normwise": True}


def _loops() -> None:
    group = "control flow"
    put(
        group,
        "fori_loop of 100",
        lambda x: lax.fori_loop(0, 100, lambda i, x: x * 0.5 + i, x),
        NORMAL,
        "fd",
        **_SMALL_LOOPS,
    )
    put(
        group,
        "while_loop",
        lambda x: lax.while_loop(lambda s: s[0] < 100, lambda s: (s[0] + 1, s[1] * 0.9), (0, x))[1],
        NORMAL,
        "fd",
        gradient=False,
        **_SMALL_LOOPS,
    )
    put(
        group,
        "scan rows",
        lambda x: lax.scan(lambda c, row: (c * 0.9 + row, c), x[0], x)[1],
        one_matrix(),
        "fdb",
        **_SMALL_LOOPS,
    )
    put(
        group,
        "scan of products",
        lambda x: lax.scan(
            lambda c, row: (jnp.tanh(c @ x[:, : x.shape[0]] + row[: x.shape[0]]), None), x[0, : x.shape[0]], x
        )[0],
        one_matrix(),
        "f",
        **_SMALL_LOOPS,
    )
    put(
        group,
        "scan of scalars",
        lambda x: lax.scan(lambda c, e: (c * 0.9 + e, None), x[0], x)[0],
        NORMAL,
        "f",
        largest=1 << 13,
        normwise=True,
    )


def _control() -> None:
    group = "control flow"
    put(group, "cond", lambda x: lax.cond(x[0] > 0, jnp.sin, jnp.cos, x), NORMAL, "fd")
    put(group, "switch", lambda x: lax.switch(2, [jnp.sin, jnp.cos, jnp.tanh, jnp.exp], x), NORMAL, "f")
    put(group, "lax.map", lambda x: lax.map(jnp.sort, x), one_matrix(), "f", **_SMALL_LOOPS)
    put(group, "checkpoint", jax.checkpoint(lambda x: jnp.sin(jnp.sin(x))), NORMAL, "f")
    put(
        group,
        "jnp.polyval",
        lambda x: jnp.polyval(jnp.arange(1.0, 9.0, dtype=x.dtype), x),
        NORMAL,
        "fdb",
        normwise=True,
    )
    put(group, "iota and compare", lambda x: (jnp.arange(x.size) % 7 == 3) * x, NORMAL, "fi")
    put(
        group,
        "linspace",
        lambda x: jnp.linspace(x[0], x[1], x.size, dtype=x.dtype),
        NORMAL,
        "fd",
        gradient=False,
        normwise=True,
    )


for _fill in (
    _elementwise,
    _activations,
    _special,
    _reductions,
    _cumulative,
    _sorting,
    _random,
    _loops,
    _control,
):
    _fill()
