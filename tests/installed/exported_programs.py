"""Writes exported programs with what they must give, or reads another jaxlib's and runs them.

Run as ``exported_programs.py write FOLDER`` and ``exported_programs.py read FOLDER``, in environments with jax and
different jaxlibs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

Program = tuple[Callable[..., Any], tuple[Any, ...], str | None]

X = np.arange(24, dtype=np.float32).reshape(4, 6) / 10


def _control(x: jax.Array) -> Any:
    carry, rows = lax.scan(lambda c, row: (c + row, c * row), x[0], x)
    low = lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, x))
    return (
        carry,
        rows,
        low,
        lax.cond(x[0, 0] > 0, jnp.sin, jnp.cos, x),
        lax.fori_loop(0, 3, lambda i, c: c + i, x),
    )


def _attributes(x: jax.Array) -> Any:
    """Operations whose attributes are structures, lists, words, or defaults."""
    image = x.reshape(1, 1, 4, 6)
    kernel = jnp.ones((2, 1, 2, 2))
    return (
        lax.conv_general_dilated(image, kernel, (1, 2), [(0, 1), (1, 0)], rhs_dilation=(1, 2)),
        lax.dot_general(x, x, (((1,), (1,)), ((), ())), precision=lax.Precision.HIGHEST),
        x[jnp.array([2, 0]), jnp.array([1, 5])],
        x.at[jnp.array([1, 1])].add(1.0),
        lax.reduce_window(x, 0.0, lax.add, (2, 2), (1, 2), "SAME"),
        lax.sort(x[::-1], dimension=0),
        jnp.fft.rfft(x),
        jnp.pad(x, ((1, 0), (0, 2))),
        lax.top_k(x, 2),
        jax.grad(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum())(x),
    )


def _types(x: jax.Array) -> Any:
    small = (x * 3).astype(jnp.int8)
    return (
        x.astype(jnp.bfloat16) * 2,
        x.astype(jnp.float16) + 1,
        small // 3,
        x.astype(jnp.uint32) ^ 5,
        x > 1,
        lax.complex(x, -x) * 1j,
        x + jnp.array([np.inf, -0.0, 1e-40, 3, -3, 0.1], jnp.float32),
        (small > 2) & (np.arange(24).reshape(4, 6) % 3 == 0),
    )


def _functions(x: jax.Array) -> Any:
    """Functions that StableHLO has not, and that are written with its operations."""
    half = x / 3
    return [
        *(
            f(half)
            for f in (lax.erf, lax.erfc, lax.erf_inv, lax.asin, lax.acos, lax.atanh, lax.sinh, lax.cosh)
        ),
        *(f(x + 1.1) for f in (lax.lgamma, lax.digamma, lax.acosh, lax.asinh, lax.atan, lax.tan, lax.square)),
        lax.nextafter(x, -x),
        jax.random.normal(jax.random.key(3), (5,)),
    ]


def _polymorphic(x: jax.Array) -> Any:
    rows, columns = x.shape
    return (
        x.reshape(-1),
        x @ x.T,
        jnp.concatenate([x, x], 1),
        x[1:, ::2],
        jnp.arange(rows * 2),
        jax.nn.softmax(x).mean(0),
        lax.scan(lambda c, row: (c + row, c.sum()), jnp.zeros(columns), x),
        jnp.pad(x, ((rows, 1), (0, columns))),
        jax.random.uniform(jax.random.key(0), x.shape),
        lax.dynamic_slice(x, (x[0, 0].astype(int), 0), (1, columns)),
        jnp.sort(x, 0),
    )


def _sharded() -> Program:
    mesh = jax.make_mesh((2, 2), ("a", "b"), axis_types=(AxisType.Auto,) * 2)

    def f(x: jax.Array) -> Any:
        y = lax.with_sharding_constraint(x * 2, NamedSharding(mesh, P("b", "a")))
        return jax.shard_map(
            lambda v: lax.psum(v, "a"), mesh=mesh, in_specs=P("a", "b"), out_specs=P(None, "b")
        )(y)

    return f, (jax.device_put(X, NamedSharding(mesh, P("a", "b"))),), None


def programs() -> dict[str, Program]:
    """Each program: a function, its arguments, and its symbolic shapes, if any."""
    return {
        "control": (_control, (X,), None),
        "attributes": (_attributes, (X,), None),
        "types": (_types, (X,), None),
        "functions": (_functions, (X,), None),
        "polymorphic": (_polymorphic, (X,), "r, c"),
        "sharded": _sharded(),
    }


def write(folder: Path) -> None:
    """One file for each program, and one for what it gives."""
    for name, (function, arguments, shapes) in programs().items():
        wanted = jax.tree.leaves(jax.jit(function)(*arguments))
        specs = arguments if shapes is None else export.symbolic_args_specs(arguments, shapes)
        exported = export.export(jax.jit(function))(*specs)
        (folder / f"{name}.jax").write_bytes(exported.serialize(vjp_order=0))
        with (folder / f"{name}.npz").open("wb") as file:
            np.savez(file, *[np.asarray(each).view(np.uint8) for each in map(np.atleast_1d, wanted)])


def read(folder: Path) -> None:
    """Run each program of a folder."""
    for name, (_, arguments, _) in programs().items():
        exported = export.deserialize(bytearray((folder / f"{name}.jax").read_bytes()))
        found = jax.tree.leaves(jax.jit(exported.call)(*arguments))
        with np.load(folder / f"{name}.npz") as saved:
            for result, key in zip(found, saved.files, strict=True):
                value = np.atleast_1d(np.asarray(result))
                wanted = saved[key].view(value.dtype).reshape(value.shape)
                if value.dtype.kind in "biu":
                    np.testing.assert_array_equal(value, wanted, err_msg=name)
                else:
                    wide = np.complex128 if value.dtype.kind == "c" else np.float64
                    np.testing.assert_allclose(
                        value.astype(wide), wanted.astype(wide), rtol=2e-5, atol=1e-6, err_msg=name
                    )
        print(f"read {name}")


if __name__ == "__main__":
    jax.config.update("jax_num_cpu_devices", 4)
    {"write": write, "read": read}[sys.argv[1]](Path(sys.argv[2]))
