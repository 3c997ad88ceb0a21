"""Run in an environment with jaxlib's bindings: a plugin of which each function fails in turn gives jax's errors.

python bindings_failures.py SHIM, with the real library's path in SHIM_LIBRARY
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import xla_bridge
from jax.experimental.serialize_executable import deserialize_and_load, serialize
from jax.sharding import NamedSharding, SingleDeviceSharding
from jax.sharding import PartitionSpec as P


def work(number: int) -> None:
    """What calls most functions of a plugin; a program of its own each time, so that it is compiled."""
    first, second = jax.devices()[:2]
    mesh = jax.make_mesh((2,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    x = jax.device_put(np.arange(4.0, dtype=np.float32), NamedSharding(mesh, P("x")))
    f = jax.jit(lambda a: a * number + a.sum())
    compiled = f.lower(x).compile()
    np.testing.assert_array_equal(compiled(x), np.arange(4) * number + 6)
    compiled.cost_analysis()
    compiled.memory_analysis()
    compiled.as_text()
    deserialize_and_load(*serialize(compiled))(x)
    moved = jax.device_put(jax.device_put(np.ones(3), first), second)
    jax.device_put(moved, SingleDeviceSharding(second, memory_kind="pinned_host")).block_until_ready()
    np.from_dlpack(jnp.ones(16))
    jax.jit(lambda a: a + number, donate_argnums=0)(jnp.ones(3)).is_ready()
    first.memory_stats()
    assert repr(first), str(first)
    jnp.ones(2).on_device_size_in_bytes()
    jnp.ones(2).unsafe_buffer_pointer()


def main(path: str) -> int:
    shim: Any = ctypes.CDLL(path)
    failing, failed = ctypes.c_int.in_dll(shim, "failing"), ctypes.c_int.in_dll(shim, "failed")
    xla_bridge.register_plugin("shim", library_path=path, options={"cpu_device_count": 2})
    work(1)
    raised, silent = [], []
    for number in range(3, ctypes.c_int.in_dll(shim, "functions").value):
        failing.value, failed.value = number, 0
        try:
            work(number + 1)
        except (jax.errors.JaxRuntimeError, NotImplementedError):
            raised.append(number)
        else:
            if failed.value:
                silent.append(number)
        finally:
            failing.value = -1
    work(1000)  # and nothing is broken by it
    print(f"{len(raised)} functions raised: {raised}; {len(silent)} need not: {silent}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
