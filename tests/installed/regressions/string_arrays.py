"""Arrays of strings (numpy's ``StringDType``) on CPUs: what goes in comes out, and no program takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from jaxlib import _jax

jax.config.update("jax_num_cpu_devices", 4)

KIND = np.dtypes.StringDType()
STRINGS = np.array([["abcdefghijklmnopqrstuvwxyz", "", "äöü€"], ["b", "\0c", " "]], dtype=KIND)
DEVICES = jax.devices()


def put(value: Any = STRINGS) -> jax.Array:
    return jax.device_put(value, DEVICES[0])


@pytest.mark.parametrize("value", [STRINGS, STRINGS.T, STRINGS[:, ::2], np.array("one", dtype=KIND)])
def test_what_goes_in_comes_out(value: Any) -> None:
    array = put(value)
    read = np.asarray(array)
    assert array.dtype == read.dtype == KIND
    assert not read.flags.writeable
    np.testing.assert_array_equal(read, value)
    np.testing.assert_array_equal(np.asarray(array.addressable_shards[0].data), value)
    assert array.tolist() == value.tolist()
    assert array.format.layout is None
    assert array.is_ready()


def test_a_later_change_of_the_callers_array_is_not_seen() -> None:
    value = STRINGS.copy()
    array = put(value)
    value[0, 0] = "changed, at some length"
    assert array.tolist()[0][0] == STRINGS[0, 0]


def test_on_several_devices() -> None:
    mesh = Mesh(np.array(DEVICES).reshape(2, 2), ("x", "y"))
    strings = np.array([[f"{row} {column}" * row for column in range(2)] for row in range(4)], KIND)
    array = jax.device_put(strings, NamedSharding(mesh, P("x", "y")))
    np.testing.assert_array_equal(np.asarray(array), strings)
    for shard in array.addressable_shards:
        np.testing.assert_array_equal(np.asarray(shard.data), strings[shard.index])
    there = jax.device_put(array, DEVICES[3])
    assert there.devices() == {DEVICES[3]}
    np.testing.assert_array_equal(np.asarray(there), strings)


@pytest.mark.only(
    "ours", why="upstream's jaxlib makes one buffer, and then finds that it is not one for each"
)
def test_a_copy_on_each_device_and_arrays_of_shards() -> None:
    mesh = Mesh(np.array(DEVICES).reshape(2, 2), ("x", "y"))
    strings = STRINGS[:, :2]
    for spec in (P(), P("x"), P(None, "y")):
        array = jax.device_put(strings, NamedSharding(mesh, spec))
        np.testing.assert_array_equal(np.asarray(array), strings)
        parts = [shard.data for shard in array.addressable_shards]
        again = jax.make_array_from_single_device_arrays(array.shape, array.sharding, parts)
        np.testing.assert_array_equal(np.asarray(again), strings)


@pytest.mark.parametrize(
    ("use", "error", "words"),
    [
        (lambda: jax.jit(lambda x: x)(put()), TypeError, "is not a valid JAX type"),
        (lambda: jax.device_put(STRINGS), TypeError, "only be sharded to CPU devices"),
        (lambda: put(STRINGS[:0]), jax.errors.JaxRuntimeError, "empty numpy array"),
        (
            lambda: put().on_device_size_in_bytes(),
            jax.errors.JaxRuntimeError,
            "Not supported as XLA PrimitiveType",
        ),
        (lambda: put().unsafe_buffer_pointer(), jax.errors.JaxRuntimeError, "This operation is"),
        (lambda: np.from_dlpack(put()), jax.errors.JaxRuntimeError, None),
        (lambda: put().copy(), TypeError, "string arrays can only be made from NumPy arrays"),
    ],
)
def test_what_strings_do_not_have(use: Callable[[], Any], error: type[Exception], words: str | None) -> None:
    with pytest.raises(error, match=words):
        use()


@pytest.mark.only("ours", why="upstream's jaxlib ends the process for some of them")
def test_what_is_no_array_of_strings() -> None:
    array = put()
    for aval, value in ((array.aval, 1.0), (array.aval, jnp.ones(3)), (jnp.ones(3).aval, array)):
        with pytest.raises(TypeError, match="of strings"):
            _jax.batched_device_put(aval, array.sharding, [value], [DEVICES[0]])
    with pytest.raises(BufferError, match="Arrays of strings"):
        memoryview(array)


def test_one_that_was_deleted() -> None:
    array = put()
    array.delete()
    assert array.is_deleted()
    with pytest.raises(RuntimeError, match="deleted"):
        np.asarray(array)
    with pytest.raises(jax.errors.JaxRuntimeError, match="deleted"):
        array.block_until_ready()
