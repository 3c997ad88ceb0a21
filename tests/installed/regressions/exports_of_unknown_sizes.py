"""`jax.export` with symbolic shapes, of operations that take more than an elementwise rewrite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax
from jaxlib import _jax

GROUPS = np.asarray([2, 3], np.int32)
CONTRACTED = lax.RaggedDotDimensionNumbers((([0], [0]), ([], [])), [0], [])


def numbers(*shape: int) -> np.ndarray[Any, Any]:
    values: np.ndarray[Any, Any] = np.random.default_rng(0).standard_normal(shape, np.float32)
    return values


def by_group(x: jax.Array, y: jax.Array, sizes: jax.Array) -> jax.Array:
    return lax.ragged_dot_general(x, y, sizes, CONTRACTED)


@pytest.mark.parametrize(
    ("function", "arguments", "shapes"),
    [
        (lambda x: lax.top_k(x, 3), [numbers(5, 7)], ["m, k"]),
        (lambda x: lax.top_k(x, 3), [numbers(2, 5, 7)], ["b, 5, k"]),
        (lambda x: lax.top_k(x, 2), [numbers(5, 4).astype(np.int8)], ["m, ..."]),
        (lax.ragged_dot, [numbers(6, 4), numbers(2, 4, 5), GROUPS], ["m, ...", "...", "..."]),
        (lax.ragged_dot, [numbers(6, 4), numbers(2, 4, 5), GROUPS], ["...", "_, _, n", "..."]),
        (lax.ragged_dot, [numbers(6, 4), numbers(2, 4, 5), GROUPS], ["m, k", "2, k, n", "..."]),
        (by_group, [numbers(6, 4), numbers(6, 5), GROUPS], ["m, k", "m, n", "..."]),
        (jnp.linalg.svdvals, [numbers(4, 3)], ["m, n"]),
        (lambda x: jnp.linalg.eigvalsh(x @ x.T), [numbers(4, 3)], ["m, n"]),
        (lambda x: jnp.linalg.cholesky(x.T @ x), [numbers(4, 3)], ["m, n"]),
    ],
)
def test_the_export_computes_what_the_function_does(
    function: Callable[..., Any], arguments: list[np.ndarray[Any, Any]], shapes: list[str]
) -> None:
    specs = export.symbolic_args_specs(
        tuple(arguments), tuple(shapes), constraints=["k >= 3"] * ("k" in str(shapes))
    )
    exported = export.deserialize(export.export(jax.jit(function))(*specs).serialize())
    found, wanted = exported.call(*arguments), function(*arguments)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ((100, 1, 5, 0.95, True), (5, -1)),
        ((100, 1, 5, 0.95), (5, -1)),
        ((100, 1, 5, 0.95, False), (100, 0)),
        ((1_000_000, 1, 10, 0.95, False), (2048, 9)),
        ((1_000_000, 2, 10, 0.95, False), (256, 12)),
        ((1_000_000, 2, 10, 0.95, False, 2_000_000), (128, 13)),
        ((1_000_000, 1, 10, 1.0, False), (1_000_000, 0)),
        ((333_016, 3, 1, 0.9, False), (128, 12)),
        ((4_107, 1, 124, 0.13621665, False, 1_999_356), (2048, 2)),
        ((26_468, 2, 157, 0.99, False, 5_652_926), (128, 8)),
        ((221, 3, 56, 0.999, False, 1_425_462), (256, 0)),
    ],
)
def test_an_approximate_top_k_keeps_as_many_candidates_as_on_a_tpu(
    arguments: tuple[Any, ...], result: tuple[int, int]
) -> None:
    assert _jax.approx_top_k_reduction_output_size(*arguments) == result


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5_000, 1, 5, 1.5, False), r"recall_target should range in \(0,1\]"),
        ((5_000, 1, 5, 0.0, False), r"recall_target should range in \(0,1\]"),
        ((5_000, 1, 5, 0.5, False, 500), "500 should be greater equals"),
    ],
)
def test_an_approximate_top_k_refuses_wrong_numbers(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(jax.errors.JaxRuntimeError, match=f"INVALID_ARGUMENT: .*{message}"):
        _jax.approx_top_k_reduction_output_size(*arguments)


def test_an_approximate_top_k_without_aggregation_has_a_shape() -> None:
    x = jax.ShapeDtypeStruct((4, 1_000_000), jnp.float32)
    values, indices = jax.eval_shape(lambda x: lax.approx_max_k(x, 10, aggregate_to_topk=False), x)
    assert values.shape == indices.shape == (4, 256)
