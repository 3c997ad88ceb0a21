"""Arrays on a GPU: their memory, its limits, and other libraries that share it."""

from __future__ import annotations

import gc
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

from .marks import on_gpu  # noqa: E402

pytestmark = [pytest.mark.gpu, on_gpu]
MEGABYTE = 1 << 20


def test_memory_statistics_follow_allocations() -> None:
    [device, *_] = jax.devices()
    gc.collect()
    before = device.memory_stats()
    x = jnp.zeros((64 * MEGABYTE,), jnp.uint8).block_until_ready()
    during = device.memory_stats()
    assert during["bytes_in_use"] - before["bytes_in_use"] >= 64 * MEGABYTE
    assert during["peak_bytes_in_use"] >= during["bytes_in_use"]
    del x
    gc.collect()
    assert device.memory_stats()["bytes_in_use"] < during["bytes_in_use"]


def test_too_much_memory_is_an_error_and_the_process_goes_on() -> None:
    with pytest.raises(jax.errors.JaxRuntimeError, match="RESOURCE_EXHAUSTED"):
        jnp.zeros((1 << 42,), jnp.uint8).block_until_ready()
    assert float(jnp.ones(3).sum()) == 3


def test_a_program_that_needs_too_much_memory() -> None:
    """In a process of its own, because the allocator keeps what it took."""
    code = """
import jax, jax.numpy as jnp
program = jax.jit(lambda n: jnp.sin(jnp.arange(1 << 36, dtype=jnp.float32) + n).reshape(2, -1)[:, ::-1])
try:
    jax.block_until_ready(program(1.0))
except jax.errors.JaxRuntimeError as error:
    print(str(error).partition(":")[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "RESOURCE_EXHAUSTED\n", done.stderr


def test_kinds_of_memory() -> None:
    [device, *_] = jax.devices()
    assert {"device", "pinned_host"} <= {memory.kind for memory in device.addressable_memories()}
    assert device.default_memory().kind == "device"
    x = jnp.arange(MEGABYTE, dtype=jnp.float32)
    host = jax.device_put(x, jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host"))
    assert host.sharding.memory_kind == "pinned_host"
    np.testing.assert_array_equal(host, np.arange(MEGABYTE, dtype=np.float32))
    to_host = jax.jit(lambda x: x * 2, out_shardings=host.sharding)
    np.testing.assert_array_equal(to_host(x), 2 * np.arange(MEGABYTE, dtype=np.float32))


def test_a_deleted_array() -> None:
    x = jnp.arange(3.0)
    x.delete()
    for use in (lambda: x + 1, lambda: np.asarray(x), x.block_until_ready):
        with pytest.raises(RuntimeError, match="deleted"):
            use()
    assert not hasattr(x, "__cuda_array_interface__")


@pytest.mark.parametrize(
    "kind",
    ["int4", "uint4", "float8_e4m3fn", "float8_e5m2", "bool", "int8", "uint16", "bfloat16", "complex128"],
)
def test_every_type_arrives_and_comes_back(kind: str) -> None:
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        x: Any = np.arange(-7, 8).astype(jnp.dtype(kind)).reshape(3, 5)
        y = jax.device_put(x)
        np.testing.assert_array_equal(np.asarray(y), x)
        np.testing.assert_array_equal(np.asarray(jax.jit(lambda y: y.T)(y)), x.T)


def test_layouts() -> None:
    from jax.experimental.layout import Format, Layout

    [device, *_] = jax.devices()
    x: Any = np.arange(12.0, dtype=np.float32).reshape(3, 4)
    columns = Format(Layout(major_to_minor=(1, 0)), jax.sharding.SingleDeviceSharding(device))
    y = jax.device_put(x, columns)
    assert y.format.layout.major_to_minor == (1, 0)
    np.testing.assert_array_equal(y, x)
    np.testing.assert_array_equal(jax.jit(lambda y: y @ y.T)(y), x @ x.T)


def _interface(**more: Any) -> Any:
    x = jnp.arange(12, dtype=jnp.float32).reshape(3, 4).block_until_ready()
    interface = {**x.__cuda_array_interface__, "version": 3, **more}
    return x, type("Foreign", (), {"__cuda_array_interface__": interface})()


def test_the_cuda_array_interface_of_an_array() -> None:
    x = jnp.arange(12, dtype=jnp.float32).reshape(3, 4).block_until_ready()
    assert x.__cuda_array_interface__ == {
        "shape": (3, 4),
        "typestr": "<f4",
        "data": (x.unsafe_buffer_pointer(), True),
        "version": 2,
    }
    with pytest.raises(AttributeError, match="BF16"):
        _ = x.astype(jnp.bfloat16).__cuda_array_interface__


@pytest.mark.parametrize("more", [{}, {"stream": None}, {"strides": (16, 4)}, {"stream": 1}, {"stream": 2}])
def test_an_array_over_the_cuda_array_interface(more: dict[str, Any]) -> None:
    x, foreign = _interface(**more)
    y = jnp.array(foreign, copy=False)
    assert y.unsafe_buffer_pointer() == x.unsafe_buffer_pointer()
    np.testing.assert_array_equal(y, x)
    assert float(jax.jit(lambda y: y.sum())(y)) == 66


def test_a_transposed_cuda_array_interface() -> None:
    x, foreign = _interface(shape=(4, 3), strides=(4, 16))
    y = jnp.array(foreign, copy=False)
    assert y.unsafe_buffer_pointer() == x.unsafe_buffer_pointer()
    np.testing.assert_array_equal(np.asarray(y), np.arange(12, dtype=np.float32).reshape(3, 4).T)
    np.testing.assert_array_equal(jax.jit(lambda y: y + 1)(y), np.asarray(x).T + 1)


@pytest.mark.parametrize(
    "more",
    [{"strides": (4,)}, {"strides": (32, 8)}, {"strides": (16, 0)}, {"stream": 0}, {"data": (0, False)}],
    ids=str,
)
def test_a_wrong_cuda_array_interface(more: dict[str, Any]) -> None:
    _, foreign = _interface(**more)
    with pytest.raises(jax.errors.JaxRuntimeError):
        jnp.array(foreign, copy=False)


def test_a_transposed_tensor_of_torch() -> None:
    torch = pytest.importorskip("torch", reason="NOT TESTED: PyTorch is not installed")
    tensor = torch.arange(12, dtype=torch.float32, device="cuda").reshape(3, 4).T
    x = jax.dlpack.from_dlpack(tensor)
    assert x.shape == (4, 3)
    assert x.unsafe_buffer_pointer() == tensor.data_ptr()
    np.testing.assert_array_equal(np.asarray(x), tensor.cpu().numpy())
    np.testing.assert_array_equal(jax.jit(lambda x: x * 2)(x), 2 * tensor.cpu().numpy())


def test_torch_and_jax_in_turns() -> None:
    torch = pytest.importorskip("torch", reason="NOT TESTED: PyTorch is not installed")
    x = jnp.ones((512, 512))
    for _ in range(20):
        x = jax.jit(lambda x: x @ x / 512)(x)
        x = jax.dlpack.from_dlpack(torch.from_dlpack(x) + 1)
        x = jnp.minimum(x, 1.0)
    np.testing.assert_array_equal(np.asarray(x), np.ones((512, 512)))


def test_other_libraries_keep_what_they_hold() -> None:
    torch = pytest.importorskip("torch", reason="NOT TESTED: PyTorch is not installed")
    x = jnp.arange(MEGABYTE, dtype=jnp.float32)
    tensor = torch.from_dlpack(x)
    del x
    gc.collect()
    others = [jnp.full((MEGABYTE,), float(n)) for n in range(8)]
    np.testing.assert_array_equal(tensor.cpu().numpy(), np.arange(MEGABYTE, dtype=np.float32))
    assert [float(each[-1]) for each in others] == [*range(8)]
