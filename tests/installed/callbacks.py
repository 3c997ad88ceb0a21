"""Use every kind of host callback, and print what came of it as one line of JSON.

Run by ``test_callbacks.py`` in two environments, once on the plugin and once on the backend inside jaxlib:

    JAX_NUM_CPU_DEVICES=4 JAX_ENABLE_X64=1 python callbacks.py NAME...

Each NAME is a function below. What it returns must be the same on both, unless it says so.
"""

from __future__ import annotations

import gc
import io
import json
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from jax.experimental.buffer_callback import buffer_callback
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

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


def like(x: Any) -> Any:
    return jax.ShapeDtypeStruct(x.shape, x.dtype)


def text(value: Any) -> str:
    """An array's type, shape and content."""
    array = np.asarray(value)
    return f"{array.dtype}{array.shape}{array.reshape(-1).tolist()}"


def types_and_shapes() -> dict[str, str]:
    """What arrives, and what comes back, for each type and shape; or how it is refused."""
    found = {}
    for name in TYPES:
        for shape in SHAPES:
            x = jnp.arange(int(np.prod(shape))).reshape(shape).astype(name)
            seen: list[str] = []

            def echo(a: Any, seen: list[str] = seen) -> Any:
                seen.append(text(a))
                return a

            try:
                y = jax.jit(lambda a, f=echo: jax.pure_callback(f, like(a), a))(x)
                found[f"{name}{shape}"] = f"{seen} {text(y)}"
            except Exception as error:
                found[f"{name}{shape}"] = type(error).__name__
    return found


def operands() -> list[Any]:
    """The operands are jax arrays that may be kept; results may be of any layout, and Python's own numbers."""
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.append(a)
        return np.asfortranarray(np.asarray(a).T * 2)

    f = jax.jit(lambda a: jax.pure_callback(keep, jax.ShapeDtypeStruct((3, 2), a.dtype), a))
    results = [text(f(jnp.arange(6.0).reshape(2, 3) + n)) for n in range(3)]
    number = jax.jit(lambda: jax.pure_callback(lambda: 3, jax.ShapeDtypeStruct((), np.int64)))()
    return [results, [text(a) for a in kept], isinstance(kept[0], jax.Array), text(number)]


def wrong_results() -> list[str]:
    """Results of another shape, type or number than was said; the last line of the error."""
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


def transformations() -> list[str]:
    """jit, vmap by each method, grad, scan, cond, while, and all at once."""

    def sin(x: Any) -> Any:
        return np.sin(np.asarray(x)).astype(x.dtype)

    def plain(x: Any, method: str = "sequential") -> Any:
        return jax.pure_callback(sin, like(x), x, vmap_method=method)

    @jax.custom_jvp
    def smooth(x: Any) -> Any:
        return plain(x)

    smooth.defjvp(lambda p, t: (smooth(p[0]), jax.pure_callback(np.cos, like(p[0]), p[0]) * t[0]))
    xs = jnp.arange(6.0)
    methods = ("sequential", "sequential_unrolled", "expand_dims", "broadcast_all")
    found = [jax.vmap(lambda x, m=m: plain(x, m))(xs) for m in methods]
    found.append(jax.jit(jax.grad(lambda x: smooth(x) ** 2))(0.7))
    found.append(jax.lax.scan(lambda c, x: (c + plain(x), c), 0.0, xs)[1])
    found.append(jax.jit(lambda x: jax.lax.cond(x > 0, plain, lambda y: y * 2, x))(3.0))
    found.append(jax.jit(lambda x: jax.lax.cond(x > 0, plain, lambda y: y * 2, x))(-3.0))
    found.append(
        jax.jit(lambda x: jax.lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, plain(c[1])), (0, x)))(
            1.0
        )[1]
    )
    found.append(jax.lax.map(jax.jit(jax.vmap(plain)), xs.reshape(2, 3)))
    return [text(x) for x in found]


def printing() -> list[str]:
    """debug.print and debug.callback, ordered and not."""
    lines: list[str] = []

    @jax.jit
    def f(x: Any) -> Any:
        jax.debug.print("x = {x:.1f}", x=x, ordered=True)
        jax.debug.callback(lambda y: lines.append(f"callback {y}"), x * 2, ordered=True)
        return jax.lax.fori_loop(0, 3, lambda i, c: (jax.debug.print("i = {}", i, ordered=True), c + i)[1], x)

    with redirect_stdout(io.StringIO()) as out:
        for n in range(3):
            f(float(n))
        jax.vmap(lambda x: jax.debug.print("v = {}", x))(jnp.arange(3))
        jax.effects_barrier()
    printed = out.getvalue().splitlines()
    return [*printed[:-3], *sorted(printed[-3:]), *lines]


def ordered_io() -> list[Any]:
    """Ordered effects come in the order of the program, over many calls and in loops."""
    seen: list[int] = []

    def note(x: Any) -> Any:
        seen.append(int(x))
        return np.int64(len(seen))

    spec = jax.ShapeDtypeStruct((), np.int64)

    @jax.jit
    def f(x: Any) -> Any:
        first = io_callback(note, spec, x, ordered=True)
        jax.lax.fori_loop(0, 5, lambda i, c: c + io_callback(note, spec, x + i + 1, ordered=True), first)
        return io_callback(note, spec, x + 9, ordered=True)

    last = [int(f(n * 10)) for n in range(50)]
    jax.effects_barrier()
    total: list[int] = []
    unordered = jax.jit(lambda x: io_callback(lambda a: total.append(int(a)), None, x))
    for n in range(50):
        unordered(n)
    jax.effects_barrier()
    return [seen == [n * 10 + k for n in range(50) for k in (0, 1, 2, 3, 4, 5, 9)], last[-1], sorted(total)]


def sharded() -> list[Any]:
    """One call for each shard in shard_map and pmap, one in all under jit, and results on every device."""
    mesh = jax.make_mesh((4,), ("x",))
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    calls: list[str] = []

    def double(a: Any) -> Any:
        calls.append(text(a))
        return np.asarray(a) * 2

    def body(a: Any) -> Any:
        return jax.lax.psum(jax.pure_callback(double, like(a), a), "x")

    summed = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P()))(x)
    found = [text(summed), sorted(calls)]
    calls.clear()
    found += [text(jax.jit(lambda a: jax.pure_callback(double, like(a), a))(x)), sorted(calls)]
    calls.clear()
    mapped = jax.pmap(lambda a: jax.pure_callback(double, like(a), a))(jnp.arange(8.0).reshape(4, 2))
    return [*found, text(mapped), sorted(calls)]


def buffers() -> list[Any]:
    """buffer_callback reads and writes XLA's memory."""
    seen: list[Any] = []

    def add(ctx: Any, out: Any, a: Any, b: Any) -> None:
        seen.append([str(ctx.stage), str(out.dtype), list(out.shape), a.ndim, a.writeable, out.writeable])
        np.asarray(out)[...] = np.from_dlpack(a) + np.asarray(b)

    x = jnp.arange(6.0).reshape(2, 3)
    return [text(jax.jit(buffer_callback(add, like(x)))(x, x + 1)), seen]


def checks() -> list[str]:
    """Primitives of modules that are imported after the plugin was loaded."""
    from jax.experimental import checkify, sparse
    from jax.experimental.sparse.linalg import spsolve

    assert sparse
    found = []
    with _runtime_errors():
        try:
            jax.block_until_ready(jax.jit(lambda x: (checkify.check(x > 0, "not positive"), x)[1])(-1.0))
        except Exception as error:
            found.append("not positive" if "not positive" in str(error) else str(error))
    data, indices, indptr = jnp.array([2.0, 4.0]), jnp.array([0, 1], np.int32), jnp.array([0, 1, 2], np.int32)
    found.append(text(spsolve(data, indices, indptr, jnp.array([2.0, 2.0]))))
    return found


def _runtime_errors() -> Any:
    from jax._src import config

    return config.xla_runtime_errors(True)


def an_exception() -> list[Any]:
    """An exception of the callback reaches the caller with its traceback; the process goes on."""

    class Odd(BaseException):
        pass

    found: list[Any] = []
    for raised in (ValueError("boom \u00e9"), Odd("odd"), SystemExit(3), KeyboardInterrupt()):

        def explode(a: Any, raised: BaseException = raised) -> Any:
            raise raised

        for x in (jnp.float64(1.0), jnp.ones((100, 100))):
            try:
                f = jax.jit(lambda a, f=explode: jax.pure_callback(f, like(a), a + 1))
                jax.block_until_ready(f(x))
                found.append("no error")
            except Exception as error:
                said = str(error)
                found.append([type(error).__name__, said.startswith("INTERNAL: "), "explode" in said])
    fine = jax.jit(lambda a: jax.pure_callback(lambda b: np.asarray(b) + 1, like(a), a))(1.0)
    return [*found, float(fine)]


def any_text() -> list[str]:
    """Messages that are no UTF-8, or hold a NUL. (The backend inside jaxlib crashes.)"""
    found = []
    for message in ("lone \udc80 surrogate", "a \0 NUL", ""):

        def explode(a: Any, message: str = message) -> Any:
            raise ValueError(message)

        try:
            jax.block_until_ready(jax.jit(lambda a, f=explode: jax.pure_callback(f, like(a), a))(1.0))
        except Exception as error:
            found.append(str(error).strip().splitlines()[-1])
    return found


def lifetime() -> list[bool]:
    """The callable lives as long as its executable."""

    class Function:
        def __call__(self, x: Any) -> Any:
            return np.asarray(x) + 1

    function = Function()
    alive = weakref.ref(function)

    def lower(function: Any) -> Any:
        return jax.jit(lambda x: jax.pure_callback(function, like(x), x)).lower(1.0)

    compiled = lower(function).compile()
    del function
    jax.clear_caches()
    gc.collect()
    found = [alive() is not None, float(compiled(1.0)) == 2.0]
    del compiled
    jax.clear_caches()
    gc.collect()
    return [*found, alive() is None]


def cache() -> dict[str, Any]:
    """An executable with a callback is neither stored nor exported; one without is."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as scratch:
        jax.config.update("jax_compilation_cache_dir", scratch)
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
        jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(np.sin, like(x), x))(1.0))
        stored = {path.name.split("-")[0] for path in Path(scratch).iterdir()}
        jax.config.update("jax_compilation_cache_dir", None)
    try:
        jax.export.export(jax.jit(lambda x: jax.pure_callback(np.sin, like(x), x)))(1.0)
        exported = "exported"
    except NotImplementedError as error:
        exported = str(error)
    return {"stored": sorted(stored), "exported": exported}


def in_threads(run: Callable[[int], Any], count: int) -> list[Any]:
    results: list[Any] = [None] * count

    def work(n: int) -> None:
        results[n] = run(n)

    threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def jax_inside() -> list[Any]:
    """Callbacks that compute with jax and wait for it, more of them queued than the library admits at once."""
    inner = jax.jit(lambda a: (a @ a.T).sum())
    weights = jnp.ones((64, 64))

    def compute(a: Any) -> Any:
        nested = jax.jit(lambda b: jax.pure_callback(lambda c: np.asarray(c) + 1, like(b), b))(inner(a))
        return np.asarray(nested + inner(weights)) * np.ones(())

    @jax.jit
    def f(x: Any) -> Any:
        step = jax.pure_callback(compute, jax.ShapeDtypeStruct((), x.dtype), x)
        return x + 0 * step, step

    def chain(n: int) -> Any:
        x = jnp.full((64, 64), float(n))
        steps = []
        for _ in range(50):
            x, step = f(x)
            steps.append(step)
        return [float(s) for s in jax.block_until_ready(steps)][-1]

    mesh = jax.make_mesh((4,), ("x",))
    y = jax.device_put(jnp.ones((256, 64)), NamedSharding(mesh, P("x")))
    body = jax.shard_map(
        lambda a: jax.lax.psum(jax.pure_callback(compute, jax.ShapeDtypeStruct((), a.dtype), a), "x"),
        mesh=mesh,
        in_specs=P("x"),
        out_specs=P(),
    )
    return [chain(1), in_threads(chain, 4), float(jax.jit(body)(y))]


def many_threads() -> list[Any]:
    """Threads that call programs with callbacks at once, and callbacks that wait for each other."""
    f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * 2, like(x), x + 1))

    def run(n: int) -> float:
        x = jnp.full((64, 64), float(n))
        for _ in range(100):
            x = f(x) / 2 - 1
        return float(x[0, 0])

    barrier = threading.Barrier(4)

    def meet(a: Any) -> Any:
        barrier.wait(60)
        return np.asarray(a)

    mesh = jax.make_mesh((4,), ("x",))
    together = jax.shard_map(
        lambda a: jax.pure_callback(meet, like(a), a), mesh=mesh, in_specs=P("x"), out_specs=P("x")
    )
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    return [in_threads(run, 8), text(jax.jit(together)(x))]


if __name__ == "__main__":
    print(json.dumps({name: globals()[name]() for name in sys.argv[1:]}))
