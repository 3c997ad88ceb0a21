"""Memory that is shared with numpy and other libraries, and dtypes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from cases import case, raised
from jax import lax
from surface.arrays import numbers, outcome, sharded

#: dtypes whose arrays are exchanged; numpy has no names for the last three.
EXCHANGED = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128", "bfloat16", "int4", "float8_e4m3fn"),
)


def aligned(count: int, kind: str = "float32", offset: int = 0) -> Any:
    """A numpy array whose data starts ``offset`` bytes after a multiple of 64."""
    size = np.dtype(kind).itemsize * count
    raw: Any = np.zeros(size + 128, "uint8")
    start = -raw.ctypes.data % 64 + offset
    return raw[start : start + size].view(kind)


@case
def dlpack() -> Any:
    x = numbers(100)
    there = np.from_dlpack(x)
    good, bad = aligned(100), aligned(100, offset=4)
    good[:] = bad[:] = np.arange(100)
    a, b = jax.dlpack.from_dlpack(good), jax.dlpack.from_dlpack(bad)
    with jax.enable_x64(True):
        round_trip = {kind: outcome(lambda kind=kind: trip(kind)) for kind in EXCHANGED}
    return {
        "to numpy": [
            there.ctypes.data == x.unsafe_buffer_pointer(),
            there.sum().item(),
            there.flags.writeable,
        ],
        "from aligned": [a.unsafe_buffer_pointer() == good.ctypes.data, a.sum().item()],
        "from unaligned": [b.unsafe_buffer_pointer() == bad.ctypes.data, b.sum().item()],
        "no copy": [
            raised(lambda: jax.dlpack.from_dlpack(good, copy=False)),
            raised(lambda: jax.dlpack.from_dlpack(bad, copy=False)),
        ],
        "copy": [
            jax.dlpack.from_dlpack(array, copy=True).sum().item()
            for array in (good, bad, bad.reshape(10, 10).T)
        ],
        "device": [list(x.__dlpack_device__()), a.devices().pop().id],
        "other device": outcome(lambda: list(jax.device_put(x, jax.devices()[3]).__dlpack_device__())),
        "to device": outcome(
            lambda: jax.dlpack.from_dlpack(good, device=jax.devices()[3]).devices().pop().id
        ),
        "strides": outcome(lambda: jax.dlpack.from_dlpack(good.reshape(10, 10).T).tolist()[1][:3]),
        "types": round_trip,
        "sharded": raised(lambda: sharded(numbers(8), "x").__dlpack__()),
        "deleted": raised(lambda: deleted().__dlpack__()),
    }


def deleted() -> Any:
    x = numbers(3)
    x.delete()
    return x


def trip(kind: str) -> Any:
    x = jnp.ones((3, 5), kind)
    y = jax.dlpack.from_dlpack(x)
    return [str(y.dtype), y.unsafe_buffer_pointer() == x.unsafe_buffer_pointer(), (y == x).all().item()]


@case
def numpy_arrays() -> Any:
    x = numbers(100)
    view = np.asarray(x)
    good, bad = aligned(1000), aligned(1000, offset=4)
    put, copied, array = jax.device_put(good), jax.device_put(bad), jnp.asarray(good)
    shared = [value.unsafe_buffer_pointer() == good.ctypes.data for value in (put, copied, array)]
    fresh = jnp.array(good)
    good[:] = 1
    return {
        "no copy": view.ctypes.data == x.unsafe_buffer_pointer(),
        "same": np.asarray(x) is view or np.shares_memory(np.asarray(x), view),
        "writeable": [view.flags.writeable, np.array(x).flags.writeable],
        "buffer": outcome(lambda: [memoryview(x).nbytes, memoryview(x).readonly, memoryview(x).format]),
        "put": shared,
        "array": [fresh.unsafe_buffer_pointer() == good.ctypes.data, fresh.sum().item()],
        "interface": outcome(lambda: sorted(x.__array_interface__))
        if hasattr(x, "__array_interface__")
        else None,
        "cuda": hasattr(x, "__cuda_array_interface__"),
        "pointer": raised(lambda: sharded(numbers(8), "x").unsafe_buffer_pointer()),
        "item": [x[3].item(), float(x[4]), int(x[5]), bool(x[6]), x.tolist()[:2]],
        "size": [x.nbytes, x.on_device_size_in_bytes()],
        "weak": [jnp.asarray(1).weak_type, str(jnp.asarray(2.5).dtype)],
        "aliasing": outcome(aliasing),
    }


def aliasing() -> Any:
    """``device_put`` may alias a numpy array; a program reads the array's current contents."""
    host = aligned(64)
    x = jax.device_put(host, may_alias=True)
    y = jax.device_put(host, may_alias=False)
    return [operand.unsafe_buffer_pointer() == host.ctypes.data for operand in (x, y)]


@case
def types() -> Any:
    """Transfers in both directions and some arithmetic for every dtype of jax."""
    found = {}
    names = [f"{sign}int{bits}" for sign in ("", "u") for bits in (2, 4, 8, 16, 32, 64)]
    names += ["bool", "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "float4_e2m1fn"]
    names += [name for name in dir(ml_dtypes) if name.startswith("float8_")]

    def used(kind: str) -> Any:
        host = np.array([[0, 1, 1], [1, 0, 1]]).astype(jnp.dtype(kind))
        x = jax.device_put(host)
        back = np.asarray(x)
        wide = "complex128" if "complex" in kind else "float64"
        results = [
            np.asarray(y).astype(wide) for y in jax.jit(lambda x: (x + x, x * x, x.T, x.reshape(6)[1:5]))(x)
        ]
        return [
            str(back.dtype),
            np.array_equal(back.view("uint8"), host.view("uint8")),
            [str(y.tolist()) for y in results],
            x.nbytes,
        ]

    with jax.enable_x64(True):
        for kind in names:
            found[kind] = outcome(lambda kind=kind: used(kind))
    return found


@case
def matmuls_of_types() -> Any:
    def product(kind: str, out: str) -> Any:
        x = jnp.ones((16, 16)).astype(kind)
        y = jax.jit(lambda x: lax.dot(x, x, preferred_element_type=out))(x)
        return [str(y.dtype), np.asarray(y).astype("float32").sum().item()]

    pairs = [
        ("int8", "int32"),
        ("int4", "int32"),
        ("uint8", "int32"),
        ("bfloat16", "float32"),
        ("float16", "float16"),
    ]
    pairs += [("bfloat16", "bfloat16"), ("float8_e4m3fn", "float32"), ("float8_e5m2", "float16")]
    return {f"{kind} {out}": outcome(lambda kind=kind, out=out: product(kind, out)) for kind, out in pairs}


@case
def wide_types() -> Any:
    with jax.enable_x64(True):
        x = jnp.arange(5)
        wide = [str(x.dtype), str((x / 3).dtype), (x / 3).tolist(), (jnp.int64(2) ** 62).item()]
    return [*wide, str(jnp.arange(5).dtype), str(jnp.float64(1).dtype)]
