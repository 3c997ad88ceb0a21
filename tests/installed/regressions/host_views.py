"""NumPy's views of Arrays on the CPU: no element is copied, and none changes, whatever becomes of the Array."""

from __future__ import annotations

import gc
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

COUNT = 1 << 16


def churn() -> None:
    """Allocate and drop arrays, which take the memory of any that is free."""
    for number in range(8):
        jax.block_until_ready([jnp.full(COUNT, -number, jnp.float32) + number for _ in range(8)])


def computed(offset: float = 0) -> Any:
    """An Array that a program computed, of 0, 1, 2 and so on."""
    return jax.block_until_ready(jnp.arange(COUNT, dtype=jnp.float32) + offset)


EXPECTED: Any = np.arange(COUNT, dtype=np.float32)


@pytest.mark.parametrize(
    "dtype", ["float32", "bool", "int8", "uint64", "bfloat16", "complex64", "float8_e4m3fn"]
)
@pytest.mark.parametrize("shape", [(100,), (20, 3, 4)])
def test_a_view_is_read_only_and_has_the_arrays_memory(dtype: str, shape: tuple[int, ...]) -> None:
    with jax.enable_x64(True):
        x = jnp.ones(shape, dtype) * jnp.ones((), dtype)
    view = np.asarray(x)
    assert (view.dtype, view.shape) == (np.dtype(getattr(ml_dtypes, dtype, dtype)), shape)
    assert view.tobytes() == np.ones(shape, view.dtype).tobytes()
    assert not view.flags.writeable
    assert view.flags.c_contiguous
    assert view.ctypes.data == x.unsafe_buffer_pointer()
    assert np.shares_memory(view, np.asarray(x))
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True


@pytest.mark.parametrize("shape", [(), (3,), (0, 3)])
def test_few_elements_are_read_only(shape: tuple[int, ...]) -> None:
    x = jnp.ones(shape) * 2
    for _ in range(2):
        view = np.asarray(x)
        assert not view.flags.writeable
        assert view.tolist() == np.full(shape, 2.0).tolist()
    x = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
    assert view.tolist() == np.full(shape, 2.0).tolist()


def test_a_copy_may_be_written_to() -> None:
    x = computed()
    copy = np.array(x)
    copy[:] = -1
    np.testing.assert_array_equal(x, EXPECTED)


def test_what_cannot_be_viewed_is_copied() -> None:
    assert np.asarray(jnp.zeros((0, 3))).shape == (0, 3)
    assert np.asarray(jnp.arange(-3, 3).astype(jnp.int4)).astype(int).tolist() == [-3, -2, -1, 0, 1, 2]
    view = np.asarray(jnp.zeros((0, 3)))
    assert not view.flags.writeable


def test_a_view_outlives_its_array() -> None:
    x = computed()
    view = np.asarray(x)
    part = view[5:9]
    del x, view
    gc.collect()
    churn()
    assert part.tolist() == [5, 6, 7, 8]


def test_a_view_stays_when_its_array_is_deleted() -> None:
    x = computed()
    view = np.asarray(x)
    x.delete()
    churn()
    np.testing.assert_array_equal(view, EXPECTED)
    with pytest.raises(RuntimeError, match="deleted"):
        np.asarray(x)


@pytest.mark.parametrize("times", [1, 3])
def test_a_view_stays_when_its_array_is_donated(times: int) -> None:
    increment = jax.jit(lambda x: x + 1, donate_argnums=0)
    x = computed()
    views = []
    for _ in range(times):
        views.append(np.asarray(x))
        x = increment(x)
    churn()
    for number, view in enumerate(views):
        np.testing.assert_array_equal(view, EXPECTED + number)
    np.testing.assert_array_equal(x, EXPECTED + times)


def test_an_array_without_views_is_donated_in_place() -> None:
    increment = jax.jit(lambda x: x + 1, donate_argnums=0)
    x = computed()
    jax.block_until_ready(increment(computed()))
    np.testing.assert_array_equal(np.asarray(x), EXPECTED)  # the view goes at once
    float(x[0])
    address = x.unsafe_buffer_pointer()
    result = increment(x)
    assert result.unsafe_buffer_pointer() == address
    assert x.is_deleted()


def test_a_view_of_a_shard() -> None:
    (shard,) = computed().addressable_shards
    assert np.asarray(shard.data).ctypes.data == shard.data.unsafe_buffer_pointer()


def test_the_buffer_protocol_pins_the_elements() -> None:
    x = computed()
    view = memoryview(x)
    assert view.readonly
    increment = jax.jit(lambda x: x + 1, donate_argnums=0)
    result = increment(x)
    churn()
    assert np.asarray(view).tolist() == EXPECTED.tolist()
    assert float(result[1]) == 2


def test_views_as_operands() -> None:
    x = computed()
    view = np.asarray(x)
    doubled = jax.jit(lambda a, b: a + b)(view, x)
    del x
    np.testing.assert_array_equal(doubled, 2 * EXPECTED)
    increment = jax.jit(lambda x: x + 1, donate_argnums=0)
    put = jax.device_put(view)
    result = increment(put)
    churn()
    np.testing.assert_array_equal(view, EXPECTED)
    np.testing.assert_array_equal(result, EXPECTED + 1)


def test_views_of_results_that_are_in_flight() -> None:
    slow = jax.jit(lambda x: jax.lax.fori_loop(0, 300, lambda _, y: y * 0.5 + 1, x))
    views = [np.asarray(slow(computed(number))) for number in range(4)]
    churn()
    for view in views:
        np.testing.assert_allclose(view, np.full(COUNT, 2, np.float32), rtol=1e-6)
