"""Tensors of DLPack whose elements are not in row-major order: shared as they are, copied, or refused."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

#: Addresses that XLA shares are multiples of this number of bytes.
ALIGNMENT = 64


def aligned(*shape: int) -> np.ndarray:
    """Consecutive numbers in memory that can be shared."""
    size = int(np.prod(shape)) * 4
    memory: np.ndarray = np.zeros(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    array: np.ndarray = memory[start : start + size].view(np.float32).reshape(shape)
    array[...] = np.arange(array.size).reshape(shape)
    return array


def order(array: jax.Array) -> tuple[int, ...]:
    return tuple(array.format.layout.major_to_minor)


@pytest.mark.parametrize("copy", [None, False])
def test_transposed_elements_are_shared(copy: bool | None) -> None:
    of = aligned(2, 3, 4)
    tensor = of.transpose(2, 0, 1)
    array = jnp.from_dlpack(tensor, copy=copy)
    assert array.unsafe_buffer_pointer() == of.ctypes.data
    assert order(array) == (1, 2, 0)
    np.testing.assert_array_equal(array, tensor)
    assert np.asarray(array).strides == tensor.strides


def test_a_copy_is_in_row_major_order() -> None:
    array = jnp.from_dlpack(aligned(3, 4).T, copy=True)
    assert order(array) == (0, 1)
    np.testing.assert_array_equal(array, aligned(3, 4).T)


def test_functions_of_shared_elements() -> None:
    tensor = aligned(3, 4).T
    array = jnp.from_dlpack(tensor)
    np.testing.assert_array_equal(array + 1, tensor + 1)
    np.testing.assert_allclose(array @ array.T, tensor @ tensor.T)
    for _ in range(3):
        np.testing.assert_array_equal(jax.jit(lambda x: x[1:] * 2)(array), tensor[1:] * 2)
    np.testing.assert_array_equal(jax.grad(lambda x: (x**2).sum())(array), 2 * tensor)
    np.testing.assert_array_equal(jax.vmap(jnp.sum)(array), tensor.sum(1))
    np.testing.assert_array_equal(jnp.stack([array, array])[1], tensor)
    np.testing.assert_array_equal(np.from_dlpack(array), tensor)
    with pytest.raises(ValueError, match="compiled for input layouts that disagree"):
        jax.jit(jnp.sin).lower(jax.ShapeDtypeStruct((4, 3), np.float32)).compile()(array)


def test_a_single_row_has_the_layout_that_its_strides_say() -> None:
    array = jnp.from_dlpack(aligned(3, 4)[:1].T)
    assert order(array) == (1, 0)
    assert order(jnp.from_dlpack(aligned(4, 1))) == (0, 1)


def test_no_elements() -> None:
    array = jnp.from_dlpack(aligned(3, 4)[:, :0].T)
    assert (array.shape, order(array)) == ((0, 3), (0, 1))


@pytest.mark.parametrize("copy", [None, False, True])
def test_elements_with_gaps_are_refused(copy: bool | None) -> None:
    whole = aligned(4, 4)
    overlapping = np.lib.stride_tricks.as_strided(whole, (3, 3), (4, 4))
    for tensor in (whole[:, ::2], whole[::2], whole[::-1], overlapping):
        with pytest.raises(
            jax.errors.JaxRuntimeError, match=r"UNIMPLEMENTED: Only DLPack tensors with trivial"
        ):
            jnp.from_dlpack(tensor, copy=copy)


def test_the_buffer_protocol_refuses_other_layouts() -> None:
    array = jnp.from_dlpack(aligned(3, 4).T)
    with pytest.raises(BufferError, match="non default layout"):
        memoryview(array)
