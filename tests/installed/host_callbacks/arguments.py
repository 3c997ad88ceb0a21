"""Operands and results of every type and shape, and buffers in place."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from host_callbacks.programs import like, text
from jax.experimental.buffer_callback import buffer_callback

#: Every type that jax has an array of, by name.
TYPES = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "int4",
    "uint4",
    "int2",
    "uint2",
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e4m3b11fnuz",
    "float8_e4m3fnuz",
    "float8_e5m2fnuz",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e8m0fnu",
    "float4_e2m1fn",
)
SHAPES: tuple[tuple[int, ...], ...] = ((), (1,), (7,), (2, 3), (0,), (3, 0, 2), (2, 1, 3, 5))


def types_and_shapes() -> dict[str, str]:
    """Operands and results of every dtype and shape, or the error."""
    found = {}
    for name in TYPES:
        dtype = jnp.dtype(name)
        arrays = [np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype) for shape in SHAPES]
        seen: list[str] = []

        def echo(*values: Any, seen: list[str] = seen) -> Any:
            seen.extend(map(text, values))
            return values

        try:
            echoed = jax.jit(lambda *a, f=echo: jax.pure_callback(f, tuple(map(like, a)), *a))(*arrays)
            found[name] = f"{seen} {list(map(text, echoed))}"
        except Exception as error:
            found[name] = type(error).__name__
    return found


def operands() -> list[Any]:
    """Operands are jax Arrays that outlive the call; results may have any layout, or be Python scalars."""
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.append(a)
        return np.asfortranarray(np.asarray(a).T * 2)

    f = jax.jit(lambda a: jax.pure_callback(keep, jax.ShapeDtypeStruct((3, 2), a.dtype), a))
    results = [text(f(jnp.arange(6.0).reshape(2, 3) + n)) for n in range(3)]
    number = jax.jit(lambda: jax.pure_callback(lambda: 3, jax.ShapeDtypeStruct((), np.int64)))()
    return [results, [text(a) for a in kept], isinstance(kept[0], jax.Array), text(number)]


def wrong_results() -> list[str]:
    """The last line of the error for results whose shape, dtype or number differs from the declared one."""
    found = []
    spec = jax.ShapeDtypeStruct((2,), np.float32)
    wrong: tuple[tuple[Any, Any], ...] = (
        (lambda: np.zeros(3, np.float32), spec),
        (lambda: np.zeros(2, np.int32), spec),
        (lambda: (np.zeros(2, np.float32),) * 2, spec),
        (lambda: np.zeros(2, np.float32), (spec, spec)),
    )
    for function, result in wrong:
        try:
            jax.block_until_ready(jax.jit(lambda f=function, r=result: jax.pure_callback(f, r))())
            found.append("no error")
        except Exception as error:
            lines = str(error).strip().splitlines()
            found.append(f"{type(error).__name__}: {next(x for x in lines if x.startswith('RuntimeError'))}")
    return found


def buffers() -> list[Any]:
    """buffer_callback reads and writes XLA's buffers in place."""
    seen: list[Any] = []

    def add(ctx: Any, out: Any, a: Any, b: Any) -> None:
        seen.append([str(ctx.stage), str(out.dtype), list(out.shape), a.ndim, a.writeable, out.writeable])
        np.asarray(out)[...] = np.from_dlpack(a) + np.asarray(b)

    x = jnp.arange(6.0).reshape(2, 3)
    return [text(jax.jit(buffer_callback(add, like(x)))(x, x + 1)), seen]
