"""Guards of transfers to the host: of a CPU, only packed or assembled elements are transferred."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

READERS: list[Callable[[Any], object]] = [
    np.asarray,
    repr,
    pickle.dumps,
    lambda array: array.tolist(),
    lambda array: array.copy_to_host_async(),
]


def packed(*shape: int) -> Any:
    """Elements of less than a byte, which are copied to the host even from a CPU."""
    return jnp.ones(shape, "int4") + 1


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("level", ["disallow", "disallow_explicit"])
def test_a_transfer_is_disallowed(level: str, read: Callable[[Any], object]) -> None:
    array = packed(2, 3)
    message = r"Disallowed device-to-host transfer: shape=\(2,3\), dtype=S4, device=(cpu:|TFRT_CPU_)0"
    with (
        jax.transfer_guard_device_to_host(level),
        pytest.raises(jax.errors.JaxRuntimeError, match=message),
    ):
        read(array)
    assert np.asarray(array).tolist() == [[2] * 3] * 2


def test_a_transfer_that_is_asked_for() -> None:
    with jax.transfer_guard_device_to_host("disallow"):
        assert jax.device_get(packed(2)).tolist() == [2, 2]
    with (
        jax.transfer_guard_device_to_host("disallow_explicit"),
        pytest.raises(jax.errors.JaxRuntimeError, match="Disallowed"),
    ):
        jax.device_get(packed(2))


def test_what_was_allowed_stays_allowed() -> None:
    read, started = packed(2), packed(3)
    np.asarray(read)
    started.copy_to_host_async()
    with jax.transfer_guard_device_to_host("disallow"):
        assert np.asarray(read).tolist() == [2, 2]
        assert np.asarray(started).tolist() == [2, 2, 2]


def test_elements_that_are_read_where_they_are() -> None:
    few, many = jnp.ones(1), jnp.ones(1000)
    with jax.transfer_guard_device_to_host("disallow"):
        assert np.asarray(few).tolist() == [1]
        assert np.asarray(many).sum() == 1000


@pytest.mark.since("0.12.0")
def test_elements_that_are_assembled(child: Callable[..., str]) -> None:
    child(
        """
import jax, numpy as np
from jax.sharding import NamedSharding, PartitionSpec
mesh = jax.make_mesh((2,), ("a",))
def array(spec): return jax.device_put(np.arange(6.).reshape(2, 3), NamedSharding(mesh, spec))
assembled, whole = array(PartitionSpec("a")), array(PartitionSpec())
with jax.transfer_guard_device_to_host("disallow"):
    for read in (np.asarray, lambda array: array.copy_to_host_async()):
        try:
            read(assembled)
            raise SystemExit("was allowed")
        except jax.errors.JaxRuntimeError as error:
            assert "shape=(2,3), dtype=F32, device=" in str(error), error
    assert np.asarray(whole).sum() == jax.device_get(assembled).sum() == 15
    assert np.asarray(assembled.addressable_shards[1].data).sum() == 12
""",
        XLA_FLAGS="--xla_force_host_platform_device_count=2",
    )
