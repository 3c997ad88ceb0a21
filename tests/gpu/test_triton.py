"""Pallas' kernels for Triton on a GPU, compared with the same computation by XLA."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.experimental import pallas  # noqa: E402

from .marks import on_gpu  # noqa: E402

pytestmark = [pytest.mark.gpu, on_gpu, pytest.mark.filterwarnings("ignore:The Pallas Triton backend")]
RNG = np.random.default_rng(0)


def normal(*shape: int, kind: Any = "float32") -> Any:
    return jnp.asarray(RNG.standard_normal(shape), kind)


def _called(kernel: Any, shape: tuple[int, ...], **more: Any) -> Any:
    from jax.experimental.pallas import triton

    return pallas.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct(shape, np.float32),
        compiler_params=triton.CompilerParams(),
        **more,
    )


def test_sums() -> None:
    def add(x: Any, y: Any, out: Any) -> None:
        out[...] = x[...] + y[...]

    x, y = normal(1024), normal(1024)
    np.testing.assert_array_equal(_called(add, (1024,))(x, y), x + y)


def test_softmax_of_rows() -> None:
    def softmax(x: Any, out: Any) -> None:
        exponentials = jnp.exp(x[...] - x[...].max())
        out[...] = exponentials / exponentials.sum()

    row = pallas.BlockSpec((None, 128), lambda i: (i, 0))
    x = normal(64, 128)
    found = _called(softmax, (64, 128), grid=(64,), in_specs=[row], out_specs=row)(x)
    np.testing.assert_allclose(found, jax.nn.softmax(x, 1), rtol=1e-5, atol=1e-6)


def test_a_product_in_a_loop() -> None:
    def multiply(x: Any, y: Any, out: Any) -> None:
        def body(i: Any, total: Any) -> Any:
            part = pallas.ds(i * 32, 32)
            return total + jnp.dot(x[:, part], y[part, :], precision="highest")

        out[...] = jax.lax.fori_loop(0, 4, body, jnp.zeros((64, 64), jnp.float32))

    x, y = normal(128, 128), normal(128, 128)
    call = _called(
        multiply,
        (128, 128),
        grid=(2, 2),
        in_specs=[
            pallas.BlockSpec((64, 128), lambda i, j: (i, 0)),
            pallas.BlockSpec((128, 64), lambda i, j: (0, j)),
        ],
        out_specs=pallas.BlockSpec((64, 64), lambda i, j: (i, j)),
    )
    np.testing.assert_allclose(call(x, y), np.asarray(x) @ np.asarray(y), rtol=1e-2, atol=1e-2)


def test_prefix_sums_and_largest_elements() -> None:
    def kernel(x: Any, out: Any) -> None:
        out[...] = jnp.cumsum(x[...]) + jnp.argmax(x[...])

    x = normal(64)
    np.testing.assert_allclose(_called(kernel, (64,))(x), np.cumsum(x) + np.argmax(x), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("causal", [False, True])
def test_attention_and_its_gradient(causal: bool) -> None:
    attention = pytest.importorskip(
        "jax.experimental.pallas.ops.gpu.attention", reason="NOT TESTED: this jax has no such kernel"
    )
    q, k, v = (normal(2, 256, 4, 64, kind=jnp.float16) for _ in range(3))

    def loss(attend: Any) -> Any:
        return jax.value_and_grad(lambda q, k, v: (attend(q, k, v).astype(jnp.float32) ** 2).sum(), (0, 1, 2))

    found, wanted = (
        jax.jit(loss(attend))(q, k, v)
        for attend in (
            lambda q, k, v: attention.mha(q, k, v, segment_ids=None, causal=causal),
            lambda q, k, v: attention.mha_reference(q, k, v, segment_ids=None, causal=causal),
        )
    )
    np.testing.assert_allclose(found[0], wanted[0], rtol=0.01)
    for one, other in zip(found[1], wanted[1], strict=True):
        difference = np.asarray(one, np.float32) - np.asarray(other, np.float32)
        assert np.linalg.norm(difference) < 0.02 * np.linalg.norm(np.asarray(other, np.float32))


def test_layer_norm() -> None:
    layer_norm = pytest.importorskip(
        "jax.experimental.pallas.ops.gpu.layer_norm", reason="NOT TESTED: this jax has no such kernel"
    )
    x, weight, bias = normal(4, 128, 512), normal(512), normal(512)
    wanted = layer_norm.layer_norm_reference(x, weight, bias)
    np.testing.assert_allclose(layer_norm.layer_norm(x, weight, bias), wanted, rtol=1e-3, atol=1e-3)
