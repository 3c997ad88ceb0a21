"""The CUDA plugin on a GPU. Run by ``python -m tools gpu`` in an environment with jax and the plugin's wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402

from .marks import on_gpu  # noqa: E402

pytestmark = pytest.mark.gpu
RNG = np.random.default_rng(0)


def normal(*shape: int, kind: str = "float32") -> Any:
    return RNG.standard_normal(shape).astype(kind)


def close(found: Any, wanted: Any, tolerance: float = 1e-4) -> None:
    np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=tolerance, atol=tolerance)


@pytest.fixture(autouse=True, scope="module")
def _precise() -> Iterator[None]:
    settings = {"jax_default_matmul_precision": "highest", "jax_enable_x64": True}
    before = {name: getattr(jax.config, name) for name in settings}
    for name, value in settings.items():
        jax.config.update(name, value)
    yield
    for name, value in before.items():
        jax.config.update(name, value)


# ---- What serves the platform.


@on_gpu
def test_devices_are_of_this_plugin() -> None:
    [device, *_] = jax.devices()
    assert device.platform == "gpu"
    assert "/libjaxlib_cuda" in Path("/proc/self/maps").read_text("utf-8")
    named = subprocess.run(
        ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"],
        capture_output=True,
        text=True,
        check=False,
    )
    if named.returncode == 0:
        assert [device.device_kind for device in jax.devices()] == named.stdout.split("\n")[:-1]
    assert jax.devices("cuda") == jax.devices("gpu") == jax.devices()
    assert device.memory_stats()["bytes_limit"] > 0


@on_gpu
def test_libraries_come_from_where_they_should() -> None:
    import jaxlib_core

    jnp.linalg.svd(jnp.ones((4, 4))), jnp.fft.fft(jnp.ones(8))
    lax.conv(jnp.ones((1, 1, 8, 8)), jnp.ones((1, 1, 3, 3)), (1, 1), "SAME").block_until_ready()
    done = subprocess.run(
        [sys.executable, "-m", "jaxlib_core", "doctor", "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    vendor_libraries = jaxlib_core.vendor_libraries("cuda")
    print(*vendor_libraries, sep="\n")
    assert any(library.soname.startswith("libcublas.so") for library in vendor_libraries), vendor_libraries
    # Other packages may have loaded libraries that jax does not use, such as PyTorch's cuSPARSELt.
    ours = ("libcublas", "libcudart", "libcudnn", "libcufft", "libcusolver", "libcupti", "libnvrtc.")
    found = [library for library in vendor_libraries if library.soname.startswith(ours)]
    assert all(library.version and library.owner for library in found), vendor_libraries


def test_computation_stays_on_it() -> None:
    x = jax.jit(lambda x: x @ x.T)(normal(64, 64))
    assert x.devices() == {jax.devices()[0]}
    assert "custom-call" in jax.jit(jnp.linalg.eigh).lower(normal(8, 8)).compile().as_text()


# ---- Numbers.


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32", "float64", "complex64", "int8"])
def test_matmul(kind: str) -> None:
    import ml_dtypes

    dtype = ml_dtypes.bfloat16 if kind == "bfloat16" else np.dtype(kind)
    a, b = (np.asarray(10 * normal(129, 257)).astype(dtype), (10 * normal(257, 65)).astype(dtype))
    wide = np.complex128 if kind == "complex64" else np.float64
    preferred = np.int32 if kind == "int8" else None
    found = jax.jit(lambda a, b: jnp.matmul(a, b, preferred_element_type=preferred))(a, b)
    wanted = a.astype(wide) @ b.astype(wide)
    scale = np.abs(wanted).max()
    tolerance = {"float16": 2e-3, "bfloat16": 2e-2, "float64": 1e-13}.get(kind, 1e-5)
    assert np.abs(np.asarray(found).astype(wide) - wanted).max() <= tolerance * scale


def test_a_large_matmul_by_blas() -> None:
    a, b = normal(2048, 1024), normal(1024, 2048)
    close(jax.jit(jnp.matmul)(a, b), a.astype(np.float64) @ b, 2e-3)


def test_batches_convolutions_and_gradients() -> None:
    a, b = normal(16, 33, 17), normal(16, 17, 9)
    close(jnp.einsum("bij,bjk->bik", a, b), np.einsum("bij,bjk->bik", a, b))
    images, kernel = normal(2, 3, 17, 17), normal(4, 3, 3, 3)
    windows = np.lib.stride_tricks.sliding_window_view(images, (3, 3), (2, 3))
    wanted = np.einsum("ncxyij,ocij->noxy", windows, kernel)
    close(lax.conv(images, kernel, (1, 1), "VALID"), wanted, 1e-3)
    gradient = jax.grad(lambda k: (lax.conv(images, k, (1, 1), "VALID") ** 2).sum())(kernel)
    step = 1e-3 * normal(4, 3, 3, 3)
    change = ((np.einsum("ncxyij,ocij->noxy", windows, kernel + step) ** 2).sum() - (wanted**2).sum()).item()
    assert abs((np.asarray(gradient) * step).sum() / change - 1) < 0.05


def test_elementwise_reductions_sort_and_scan() -> None:
    x = normal(1000, 1001)
    close(jax.jit(lambda x: jnp.exp(jnp.sin(x)))(x), np.exp(np.sin(x)))
    close(jnp.sum(x, 0), x.astype(np.float64).sum(0), 1e-3)
    close(jax.nn.softmax(x).sum(1), np.ones(1000))
    np.testing.assert_array_equal(jnp.sort(x), np.sort(x))
    np.testing.assert_array_equal(jnp.argsort(x[0]), np.argsort(x[0], kind="stable"))
    np.testing.assert_array_equal(lax.top_k(x, 5)[0], -np.sort(-x)[:, :5])
    close(jnp.cumsum(x, 1), np.cumsum(x.astype(np.float64), 1), 1e-2)
    np.testing.assert_array_equal(jnp.zeros(10).at[jnp.array([1, 1, 3])].add(1.0), [0, 2, 0, 1, *[0] * 6])


def test_random_numbers_are_those_of_the_cpu() -> None:
    for kind in ("threefry2x32", "rbg"):
        key = jax.random.key(7, impl=kind)
        found = jax.random.bits(key, (1000,))
        if kind == "threefry2x32":
            with jax.default_device(jax.devices("cpu")[0]):
                np.testing.assert_array_equal(found, jax.random.bits(jax.random.key(7, impl=kind), (1000,)))
    assert abs(float(jax.random.normal(jax.random.key(0), (100_000,)).mean())) < 0.02


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(7, 7), (3, 8, 8), (129, 129)])
def test_linear_algebra(kind: str, shape: tuple[int, ...]) -> None:
    a = normal(*shape, kind=kind)
    if kind.startswith("complex"):
        a = a + 1j * normal(*shape).astype(kind)
    hermitian = a @ np.swapaxes(a.conj(), -1, -2) + 10 * np.eye(shape[-1])
    tolerance = 2e-3 if kind in ("float32", "complex64") else 1e-9

    def near(found: Any, wanted: Any) -> None:
        scale = np.abs(wanted).max()
        assert np.abs(np.asarray(found) - wanted).max() <= tolerance * scale

    def dagger(x: Any) -> Any:
        return jnp.swapaxes(jnp.conj(x), -1, -2)

    lower = jnp.linalg.cholesky(hermitian)
    near(lower @ dagger(lower), hermitian)
    q, r = jnp.linalg.qr(a)
    near(q @ r, a)
    u, s, v = jnp.linalg.svd(a, full_matrices=False)
    near((u * s[..., None, :]) @ v, a)
    w, vectors = jnp.linalg.eigh(hermitian)
    near(vectors @ (w[..., None] * dagger(vectors)), hermitian)
    near(jnp.linalg.solve(hermitian, a), np.linalg.solve(hermitian, a))
    near(jnp.linalg.det(hermitian / 10), np.linalg.det(hermitian / 10))
    near(jax.scipy.linalg.solve_triangular(lower, a, lower=True), np.linalg.solve(np.asarray(lower), a))
    near(jnp.linalg.eigvalsh(hermitian), np.linalg.eigvalsh(hermitian))


@pytest.mark.parametrize("shape", [(64,), (15, 17), (4, 8, 16)])
def test_fourier_transforms(shape: tuple[int, ...]) -> None:
    x = normal(*shape)
    close(jnp.fft.fftn(x), np.fft.fftn(x), 1e-3)
    close(jnp.fft.rfftn(x), np.fft.rfftn(x), 1e-3)
    close(jnp.fft.irfftn(jnp.fft.rfftn(x), shape), x, 1e-3)


def test_sparse_products() -> None:
    from jax.experimental import sparse

    dense = np.where(RNG.random((65, 33)) < 0.1, normal(65, 33), 0).astype("float32")
    b = normal(33, 9)
    with (
        sparse.util.debug_cusparse() if hasattr(sparse.util, "debug_cusparse") else jax.named_scope("sparse")
    ):
        close(jax.jit(lambda m, b: m @ b)(sparse.BCOO.fromdense(dense), b), dense @ b)
        close(sparse.CSR.fromdense(jnp.asarray(dense)) @ b, dense @ b)


# ---- Everything else that is not arithmetic.


def test_callbacks(capfd: pytest.CaptureFixture[str]) -> None:
    shape = jax.ShapeDtypeStruct((3,), np.float32)
    seen: list[int] = []

    @jax.jit
    def program(x: Any) -> Any:
        jax.debug.print("sum {}", x.sum())
        jax.experimental.io_callback(lambda n: seen.append(int(n)), None, 1, ordered=True)
        jax.experimental.io_callback(lambda n: seen.append(int(n)), None, 2, ordered=True)
        return jax.pure_callback(np.sort, shape, x)

    found = program(np.float32([3, 1, 2]))
    jax.effects_barrier()
    np.testing.assert_array_equal(found, [1, 2, 3])
    assert seen == [1, 2]
    assert "sum 6.0" in capfd.readouterr().out

    def fails(_: Any) -> Any:
        raise ValueError("from the callback")

    with pytest.raises(Exception, match="from the callback"):
        jax.jit(lambda x: jax.pure_callback(fails, shape, x))(np.float32([1, 2, 3])).block_until_ready()


def _exchanged(name: str, make: Callable[[Any], Any], pointer: Callable[[Any], int]) -> None:
    x = jnp.arange(12, dtype=jnp.float32).reshape(3, 4).block_until_ready()
    theirs = make(x)
    assert pointer(theirs) == x.unsafe_buffer_pointer(), f"{name} copied"
    back = jax.dlpack.from_dlpack(theirs)
    np.testing.assert_array_equal(back, x)
    assert back.unsafe_buffer_pointer() == x.unsafe_buffer_pointer(), f"jax copied what came from {name}"


@on_gpu
def test_dlpack_with_cupy() -> None:
    cupy = pytest.importorskip("cupy", reason="NOT TESTED: CuPy is not installed")
    _exchanged("CuPy", cupy.from_dlpack, lambda x: int(x.data.ptr))


@on_gpu
def test_dlpack_with_torch() -> None:
    torch = pytest.importorskip("torch", reason="NOT TESTED: PyTorch is not installed")
    _exchanged("PyTorch", torch.from_dlpack, lambda x: int(x.data_ptr()))


def test_donation_and_asynchronous_dispatch() -> None:
    x = jnp.ones((1 << 20,))
    y = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
    assert x.is_deleted()
    assert float(y[0]) == 2.0


@on_gpu
def test_memory_of_the_host() -> None:
    device = jax.devices()[0]
    host = jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host")
    x = jax.device_put(jnp.arange(8.0), host)
    assert x.sharding.memory_kind == "pinned_host"
    here = jax.sharding.SingleDeviceSharding(device, memory_kind="device")
    np.testing.assert_array_equal(jax.jit(lambda x: jax.device_put(x, here) * 2)(x), np.arange(8.0) * 2)


def test_executables_are_kept_in_the_cache(tmp_path: Any) -> None:
    code = """
        import json, jax, jax.monitoring
        counts = {"hits": 0}
        jax.monitoring.register_event_listener(
            lambda name, **_: counts.update(hits=counts["hits"] + (name == "/jax/compilation_cache/cache_hits")))
        jax.jit(lambda x: (x @ x).sum())(jax.numpy.ones((64, 64))).block_until_ready()
        print(json.dumps(counts))
        """
    variables = {
        **os.environ,
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }
    hits = [json.loads(_child(code, variables).splitlines()[-1])["hits"] for _ in range(2)]
    assert hits[0] == 0
    assert hits[1] >= 1


def test_a_trained_network() -> None:
    inputs, outputs = normal(256, 8), None
    outputs = np.tanh(inputs @ normal(8, 1))
    weights = [0.3 * normal(8, 32), 0.3 * normal(32, 1)]

    def loss(weights: Any) -> Any:
        return ((jnp.tanh(jnp.tanh(inputs @ weights[0]) @ weights[1]) - outputs) ** 2).mean()

    @jax.jit
    def step(weights: Any, _: Any) -> Any:
        value, gradient = jax.value_and_grad(loss)(weights)
        return jax.tree.map(lambda w, g: w - 0.3 * g, weights, gradient), value

    _, losses = lax.scan(step, [jnp.asarray(w) for w in weights], None, length=300)
    assert float(losses[-1]) < 0.2 * float(losses[0])


# ---- Processes.


def _child(code: str, variables: dict[str, str], *more: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *more],
        env=variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_processes_at_once() -> None:
    code = textwrap.dedent("""
        import jax, jax.numpy as jnp
        x = jnp.eye(512) * 1.001
        for _ in range(50):
            x = jax.jit(lambda x: x @ x / jnp.abs(x).max())(x)
        print("trace", float(jnp.trace(x)))
        """)
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate(timeout=300)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    # Each tunes its own algorithm, so the last digits may differ.
    traces = [float(text.removeprefix("trace ")) for text in said]
    np.testing.assert_allclose(traces, 512.5, rtol=1e-3)


@on_gpu
def test_without_its_libraries_nothing_is_done_in_silence() -> None:
    """CUDA_VISIBLE_DEVICES with nothing in it: a GPU that this process may not see."""
    variables = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cuda"}
    done = subprocess.run(
        [sys.executable, "-c", "import jax; jax.devices()"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1
    assert "cuda" in done.stderr


def test_the_family_is_of_one_release() -> None:
    versions = {name: metadata.version(name) for name in ("jax", "jaxlib", "jaxlib-core")}
    assert len({version.split("+")[0] for version in versions.values()}) == 1, versions
