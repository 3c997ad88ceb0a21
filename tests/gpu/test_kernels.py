"""Kernels that jax calls beside XLA's own: cuDNN's, cuSPARSE's, cuSOLVER's, and a user's own in CUDA."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

from .marks import on_gpu  # noqa: E402

pytestmark = [pytest.mark.gpu, on_gpu]
RNG = np.random.default_rng(0)


def normal(*shape: int, kind: Any = "float32") -> Any:
    return jnp.asarray(RNG.standard_normal(shape), kind)


def test_attention_by_cudnn() -> None:
    q, k, v = (normal(2, 128, 4, 64, kind=jnp.bfloat16) for _ in range(3))
    found, wanted = (
        jax.jit(
            jax.value_and_grad(
                lambda q, how=how: (
                    jax.nn.dot_product_attention(q, k, v, implementation=how).astype(jnp.float32).sum()
                )
            )
        )(q)
        for how in ("cudnn", "xla")
    )
    np.testing.assert_allclose(found[0], wanted[0], rtol=0.02, atol=2)
    np.testing.assert_allclose(found[1].astype(np.float32), wanted[1].astype(np.float32), atol=0.05)


def test_products_of_eight_bits() -> None:
    a, b = normal(64, 128), normal(128, 32)
    small = [x.astype(jnp.float8_e4m3fn) for x in (a, b)]
    found = jax.jit(lambda a, b: jax.lax.dot(a, b, preferred_element_type=jnp.float32))(*small)
    wanted = np.asarray(small[0]).astype(np.float64) @ np.asarray(small[1]).astype(np.float64)
    np.testing.assert_allclose(found, wanted, rtol=1e-2, atol=0.5)


def test_tridiagonal_systems() -> None:
    n = 100
    lower, upper = normal(n).at[0].set(0), normal(n).at[-1].set(0)
    main, b = 5 + normal(n), normal(n, 3)
    matrix = np.diag(main) + np.diag(lower[1:], -1) + np.diag(upper[:-1], 1)
    found = jax.lax.linalg.tridiagonal_solve(lower, main, upper, b)
    np.testing.assert_allclose(matrix @ np.asarray(found), b, rtol=1e-3, atol=1e-3)


def test_eigenvalues_of_a_general_matrix() -> None:
    a = np.asarray(normal(20, 20))
    with jax.default_device(jax.devices("cpu")[0]):
        wanted = np.sort_complex(np.asarray(jnp.linalg.eigvals(a)))
    try:
        found = jax.block_until_ready(jnp.linalg.eigvals(a))
    except NotImplementedError:
        pytest.skip("NOT TESTED: this jax has no eigenvalues of general matrices on GPUs")
    np.testing.assert_allclose(np.sort_complex(np.asarray(found)), wanted, rtol=1e-3, atol=1e-3)


def test_a_recurrent_network_by_cudnn() -> None:
    from jax.experimental import rnn

    batch, steps, features, hidden, layers = 3, 5, 4, 6, 1
    weights = 0.1 * normal(rnn.get_num_params_in_lstm(features, hidden, layers, False))
    x, h, c = normal(batch, steps, features), normal(layers, batch, hidden), normal(layers, batch, hidden)
    lengths = jnp.full((batch,), steps, jnp.int32)
    found, *_ = rnn.lstm(
        x, h, c, weights, seq_lengths=lengths, input_size=features, hidden_size=hidden, num_layers=layers,
        dropout=0.0, bidirectional=False,
    )  # fmt: skip
    matrices = rnn.unpack_lstm_weights(weights, features, hidden, layers, False)
    wanted, *_ = rnn.lstm_ref(
        x, h, c, *matrices, lengths, features, hidden, layers, dropout=0.0, bidirectional=False
    )
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-3)


def test_random_bits_by_a_kernel() -> None:
    key = jax.random.key(1)
    found = jax.random.bits(key, (1000,))
    with jax.default_device(jax.devices("cpu")[0]):
        np.testing.assert_array_equal(found, jax.random.bits(jax.random.key(1), (1000,)))


def test_ragged_products() -> None:
    x, w = normal(32, 16), normal(4, 16, 8)
    sizes = jnp.array([5, 0, 20, 7], jnp.int32)
    found = jax.jit(jax.lax.ragged_dot)(x, w, sizes)
    rows: Any = np.repeat(np.arange(4), np.asarray(sizes))
    np.testing.assert_allclose(
        found, np.einsum("ij,ijk->ik", np.asarray(x), np.asarray(w)[rows]), rtol=1e-2, atol=1e-2
    )


KERNEL = """
#include <cuda_runtime.h>
#include "xla/ffi/api/ffi.h"
namespace ffi = xla::ffi;
__global__ void add_scaled(float a, const float* x, const float* y, float* out, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * x[i] + y[i];
}
ffi::Error run(cudaStream_t stream, float a, ffi::Buffer<ffi::F32> x, ffi::Buffer<ffi::F32> y,
               ffi::ResultBuffer<ffi::F32> out) {
  size_t n = x.element_count();
  add_scaled<<<(n + 255) / 256, 256, 0, stream>>>(a, x.typed_data(), y.typed_data(), out->typed_data(), n);
  cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? ffi::Error::Success() : ffi::Error::Internal(cudaGetErrorString(error));
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(Saxpy, run, ffi::Ffi::Bind().Ctx<ffi::PlatformStream<cudaStream_t>>()
    .Attr<float>("a").Arg<ffi::Buffer<ffi::F32>>().Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());
"""


def test_a_users_kernel_in_cuda(tmp_path: Path) -> None:
    compiler = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not compiler:
        pytest.skip("NOT TESTED: nvcc is not installed")
    source, library = tmp_path / "saxpy.cu", tmp_path / "libsaxpy.so"
    source.write_text(KERNEL, "utf-8")
    command = [compiler, "-std=c++17", "-shared", "-Xcompiler", "-fPIC", "-arch=native"]
    subprocess.run([*command, f"-I{jax.ffi.include_dir()}", "-o", library, source], check=True)
    handler = jax.ffi.pycapsule(ctypes.CDLL(str(library)).Saxpy)
    jax.ffi.register_ffi_target("saxpy", handler, platform="CUDA")
    x, y = normal(1000), normal(1000)
    call = jax.ffi.ffi_call("saxpy", jax.ShapeDtypeStruct((1000,), np.float32))
    found = jax.jit(lambda x, y: call(x, y, a=np.float32(2)) + 1)(x, y)
    np.testing.assert_allclose(found, 2 * np.asarray(x) + np.asarray(y) + 1, rtol=1e-6)
