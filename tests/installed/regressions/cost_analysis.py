"""The cost of a program that is not compiled, by XLA's own rules: the numbers are upstream's, to the last digit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

F32 = jnp.float32


def spec(*shape: int, dtype: Any = F32) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, dtype)


def pooled(x: jax.Array) -> jax.Array:
    return lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID")


def loop(x: jax.Array) -> jax.Array:
    return lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, jnp.sin(c[1]) * 2), (0, x))[1]


def choice(i: jax.Array, x: jax.Array) -> jax.Array:
    return lax.switch(i, [lambda y: y, lambda y: y @ y, jnp.exp], x)


def convolved(x: jax.Array, w: jax.Array) -> jax.Array:
    return lax.conv_general_dilated(x, w, (2, 1), "SAME", rhs_dilation=(1, 2), feature_group_count=2)


#: Operations, transcendental ones, and bytes: as upstream's jaxlib 0.10.2 tells them.
PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "identity": (lambda x: x, (spec(3),)),
    "elementwise": (lambda x: jnp.tanh(x) * 2 + jnp.where(x > 0, x, 1), (spec(4, 5),)),
    "dot": (lambda a, b: a @ b, (spec(8, 16), spec(16, 4))),
    "batched dot": (lambda a, b: jnp.einsum("bij,bkj->bik", a, b), (spec(3, 8, 16), spec(3, 4, 16))),
    "convolution": (convolved, (spec(2, 4, 9, 7), spec(6, 2, 3, 3))),
    "convolution in groups of the batch": (
        lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", batch_group_count=2),
        (spec(4, 3, 9, 10), spec(6, 3, 4, 5)),
    ),
    "several results": (
        lambda x, y: (lax.sort((x, y)), lax.top_k(x, 2), lax.optimization_barrier((x, y))),
        (spec(5), spec(5, dtype=jnp.int8)),
    ),
    "transposed convolution": (
        lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW")),
        (spec(1, 3, 5, 5), spec(2, 3, 3, 3)),
    ),
    "bits": (lambda x: lax.bitcast_convert_type(x, jnp.int32), (spec(6),)),
    "reduce": (lambda x: (x.sum(1), x.max(), jnp.argmax(x)), (spec(6, 7),)),
    "pooling and its gradient": (jax.grad(lambda x: pooled(x).sum()), (spec(8, 8),)),
    "cumulative sum": (lambda x: jnp.cumsum(x, 1), (spec(3, 5),)),
    "sort": (jnp.sort, (spec(37),)),
    "gather, scatter": (lambda x, i: x.at[i].add(x[i]), (spec(9, 4), spec(5, dtype=jnp.int32))),
    "slices": (lambda x, i: lax.dynamic_update_slice(x, x[1:3], (i, 0)), (spec(9, 4), spec(dtype=jnp.int32))),
    "loop": (loop, (spec(10),)),
    "branches": (choice, (spec(dtype=jnp.int32), spec(4, 4))),
    "fft": (jnp.fft.fft, (spec(3, 16, dtype=jnp.complex64),)),
    "linear algebra": (lambda a: jnp.linalg.cholesky(a) + jnp.linalg.inv(a), (spec(5, 5),)),
    "random numbers": (lambda k: jax.random.uniform(k, (7,)), (spec(2, dtype=jnp.uint32),)),
    "transpositions": (lambda x: (x.T, x.reshape(1, 3, 4).transpose(1, 0, 2)), (spec(3, 4),)),
    "narrow types": (lambda x: x.astype(jnp.int4) + jnp.int4(1), (spec(8, dtype=jnp.bfloat16),)),
}
WANTED: dict[str, tuple[float, float, float]] = {
    "identity": (0.0, 0.0, 0.0),
    "elementwise": (81.0, 20.0, 1340.0),
    "dot": (1024.0, 0.0, 896.0),
    "batched dot": (3072.0, 0.0, 2688.0),
    "convolution": (10608.0, 0.0, 4128.0),
    "convolution in groups of the batch": (51840.0, 0.0, 7488.0),
    "several results": (15.0, 0.0, 191.0),
    "transposed convolution": (2352.0, 0.0, 1316.0),
    "bits": (6.0, 0.0, 48.0),
    "reduce": (446.0, 0.0, 1252.0),
    "pooling and its gradient": (64.0, 0.0, 648.0),
    "cumulative sum": (60.0, 0.0, 124.0),
    "sort": (222.0, 0.0, 296.0),
    "gather, scatter": (50.0, 0.0, 908.0),
    "slices": (3.0, 0.0, 166.0),
    "loop": (12.0, 10.0, 297.0),
    "branches": (129.0, 16.0, 208.0),
    "fft": (1536.0, 0.0, 768.0),
    "linear algebra": (261.0, 0.0, 5277.0),
    "random numbers": (264.0, 0.0, 4329.0),
    "transpositions": (0.0, 0.0, 112.0),
    "narrow types": (16.0, 0.0, 57.0),
}
#: What jaxlib 0.11.2 and newer ones tell instead: a pointer in the table of a tuple counts half as much.
SINCE_0_11_2: dict[str, tuple[float, float, float]] = {
    "several results": (15.0, 0.0, 151.0),
    "reduce": (446.0, 0.0, 1240.0),
    "loop": (12.0, 10.0, 281.0),
    "linear algebra": (261.0, 0.0, 5229.0),
    "random numbers": (264.0, 0.0, 4185.0),
    "transpositions": (0.0, 0.0, 104.0),
}


def cost(function: Callable[..., Any], operands: tuple[Any, ...]) -> Any:
    return jax.jit(function).lower(*operands).cost_analysis()


@pytest.mark.by_release
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_costs_what_upstream_says(name: str) -> None:
    costs = cost(*PROGRAMS[name])
    keys = ("flops", "transcendentals", "bytes accessed")
    newer = jax.__version_info__ >= (0, 11, 2)
    wanted = SINCE_0_11_2.get(name, WANTED[name]) if newer else WANTED[name]
    assert tuple(costs.get(key, 0.0) for key in keys) == wanted


def test_the_properties_have_upstreams_names() -> None:
    costs = cost(lambda a, b: a @ b, (spec(8, 16), spec(16, 4)))
    assert costs == {
        "flops": 1024.0,
        "bytes accessed": 896.0,
        "utilization0{}": 1.0,
        "utilization1{}": 1.0,
        "bytes accessed0{}": 512.0,
        "bytes accessed1{}": 256.0,
        "bytes accessedout{}": 128.0,
    }


def test_calls_of_which_nothing_is_known_are_told_as_such() -> None:
    def call(x: jax.Array) -> Any:
        return jax.ffi.ffi_call("nobody_has_it", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)

    costs = cost(call, (spec(4),))
    assert (costs["flops"], costs["bytes accessed"], costs["optimal_seconds"]) == (-1.0, -1.0, -1.0)


def test_a_million_additions_are_added_up_in_single_precision() -> None:
    assert cost(lambda x: (x + 1).sum() + x.sum(), (spec(4097, 4099),))["flops"] == 50380808.0


def test_long_sums_and_products_of_vectors_cost_what_upstream_says() -> None:
    """jaxlib-cpu compiles them in steps, but lowers them as upstream."""
    columns = cost(lambda x: (x.sum(0), x.sum(1)), (spec(4097, 4099),))
    assert columns["flops"] == 33579008.0
    product = cost(lambda x: jnp.einsum("bi,bi->b", x, x), (spec(10, 10_000),))
    assert (product["flops"], product["bytes accessed"]) == (200_000.0, 800_040.0)


def test_what_is_lowered_for_other_platforms_has_a_cost_too() -> None:
    traced = jax.jit(lambda a, b: a @ b).trace(spec(8, 16), spec(16, 4))
    assert traced.lower(lowering_platforms=("tpu",)).cost_analysis()["flops"] == 1024.0
