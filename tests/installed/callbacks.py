"""Uses every kind of host callback, and prints the results as one line of JSON.

Run by ``test_callbacks.py`` in two environments, once on the plugin and once on the backend inside jaxlib:

    JAX_NUM_CPU_DEVICES=4 JAX_ENABLE_X64=1 python callbacks.py NAME...

Each NAME is a function below. Its result must be the same on both, unless its docstring says otherwise. A program
that hangs ends itself after a time limit, with the stacks of all threads.
"""

from __future__ import annotations

import faulthandler
import gc
import io
import itertools
import json
import queue
import sys
import threading
import traceback
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
#: Seconds that one part of a program waits for another: more than it takes on a busy machine.
PATIENCE = 300
SHAPES: tuple[tuple[int, ...], ...] = ((), (1,), (7,), (2, 3), (0,), (3, 0, 2), (2, 1, 3, 5))


def like(x: Any) -> Any:
    return jax.ShapeDtypeStruct(x.shape, x.dtype)


def text(value: Any) -> str:
    """The dtype, shape and values of an array."""
    array = np.asarray(value)
    return f"{array.dtype}{array.shape}{array.reshape(-1).tolist()}"


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


def transformations() -> list[str]:
    """jit, vmap by each method, grad, scan, cond, while, and all of them nested."""

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
    """debug.print and debug.callback, ordered and unordered."""
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
    """Ordered effects keep the program's order over many calls and in loops."""
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


def ordered_on_devices() -> list[Any]:
    """Ordered effects of programs on several devices, consecutive and interleaved with other programs."""
    mesh = jax.make_mesh((4,), ("x",))
    xs = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    seen: list[float] = []

    @jax.jit
    def f(x: Any, n: Any) -> Any:
        io_callback(lambda a, k: seen.append(float(a) + float(k)), None, x.sum(), n, ordered=True)
        return x * 1

    for n in range(20):
        xs = f(xs, n)
        jax.jit(lambda a: a + 1)(1.0)
    jax.effects_barrier()
    return [seen == [28.0 + n for n in range(20)], text(xs)]


def sharded() -> list[Any]:
    """One call per shard in shard_map and pmap, a single call under jit; results on every device."""
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
    """buffer_callback reads and writes XLA's buffers in place."""
    seen: list[Any] = []

    def add(ctx: Any, out: Any, a: Any, b: Any) -> None:
        seen.append([str(ctx.stage), str(out.dtype), list(out.shape), a.ndim, a.writeable, out.writeable])
        np.asarray(out)[...] = np.from_dlpack(a) + np.asarray(b)

    x = jnp.arange(6.0).reshape(2, 3)
    return [text(jax.jit(buffer_callback(add, like(x)))(x, x + 1)), seen]


def checks() -> list[str]:
    """Callback primitives of modules that are imported after the plugin was loaded."""
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
    """An exception of a callback reaches the caller with its traceback, and later calls work."""

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
    """Exceptions whose messages are not UTF-8 or contain a NUL, on which the backend inside jaxlib crashes."""
    found = []
    for message in ("lone \udc80 surrogate", "a \0 NUL", ""):

        def explode(a: Any, message: str = message) -> Any:
            raise ValueError(message)

        try:
            jax.block_until_ready(jax.jit(lambda a, f=explode: jax.pure_callback(f, like(a), a))(1.0))
        except Exception as error:
            found.append(str(error).strip().splitlines()[-1])
    return found


def lifetime() -> list[Any]:
    """A callable lives as long as its executable: compiled ahead of time, cached by jit, or running."""

    class Function:
        def __call__(self, x: Any) -> Any:
            return np.asarray(x) + 1

    def program(function: Any) -> Any:
        return jax.jit(lambda x: jax.pure_callback(function, like(x), x))

    def gone(alive: Any) -> bool:
        jax.clear_caches()
        gc.collect()
        return alive() is None

    function = Function()
    alive = weakref.ref(function)
    compiled = program(function).lower(1.0).compile()
    del function
    ahead = [gone(alive), float(compiled(1.0)) == 2.0]
    del compiled
    ahead.append(gone(alive))

    function = Function()
    alive = weakref.ref(function)
    jitted = program(function)
    jitted(1.0).block_until_ready()
    del function
    just_in_time = [alive() is None, float(jitted(2.0)) == 3.0]
    del jitted
    just_in_time.append(gone(alive))

    started, go_on = threading.Event(), threading.Event()

    class Slow(Function):
        def __call__(self, x: Any) -> Any:
            started.set()
            go_on.wait(PATIENCE)
            return super().__call__(x)

    slow = Slow()
    alive = weakref.ref(slow)
    results: list[Any] = []
    programs = [program(slow)]
    thread = threading.Thread(target=lambda: results.append(float(programs.pop()(1.0))))
    del slow
    thread.start()
    started.wait(PATIENCE)
    in_flight = [gone(alive)]
    go_on.set()
    thread.join(PATIENCE)
    return [ahead, just_in_time, [*in_flight, results, gone(alive)]]


def cache() -> dict[str, Any]:
    """Executables with a callback are neither cached nor exported; those without one are."""
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
        thread.join(PATIENCE)
    return results


def inside(function: Callable[[Any], Any], x: Any = None) -> Any:
    """The result of ``function`` called from a compiled program, or its error."""
    found: list[Any] = []

    def call(a: Any) -> Any:
        try:
            found.append(function(a))
        except Exception as error:
            found.append(f"{type(error).__name__}: {str(error).strip().splitlines()[-1]}")
        return np.float32(0)

    x = jnp.ones((200, 200)) if x is None else x
    jax.jit(lambda a: jax.pure_callback(call, jax.ShapeDtypeStruct((), np.float32), a @ a.T))(
        x
    ).block_until_ready()
    return found[0]


def arrays_of_the_caller() -> list[Any]:
    """Callbacks compute with closed-over Arrays, committed or not, as functions outside a program do."""
    devices = jax.devices()
    mesh = jax.make_mesh((4,), ("x",))
    loose = jnp.arange(6.0)
    here, there = (jax.device_put(loose, device) for device in devices[:2])
    spread = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    give = jax.jit(lambda x: x + 1, donate_argnums=0)
    kept: list[Any] = []

    def placed(x: Any) -> str:
        return f"{text(x)} on {sorted(device.id for device in x.devices())}"

    def donate(_: Any) -> list[Any]:
        first = jnp.ones(1000)
        second = give(first)
        third = give(second)
        return [first.is_deleted(), second.is_deleted(), float(third[0])]

    def keep(a: Any) -> Any:
        kept.extend((a, here + a[0, 0], spread * 2))
        return None

    def add(a: Any) -> Any:
        return a + there

    total = jax.shard_map(lambda x: jax.lax.psum(x, "x"), mesh=mesh, in_specs=P("x"), out_specs=P())
    found = [
        inside(lambda a: placed(a[0, :6] + loose)),
        inside(lambda a: placed(jnp.add(a[0, 0], here))),
        inside(lambda _: placed(there * 2)),
        inside(lambda _: placed(here + there)),
        inside(lambda a: jax.pure_callback(add, jax.ShapeDtypeStruct((6,), a.dtype), a[0, 0]).sum().item()),
        inside(lambda _: placed(jax.jit(lambda x: x * 2)(spread))),
        inside(lambda _: text(jax.jit(total)(spread))),
        inside(lambda _: placed(jax.device_put(here * 2, devices[2]))),
        inside(lambda _: text(jnp.zeros((0, 3)) + 1)),
        inside(lambda _: [text(x) for x in jax.jit(lambda x: (x.sum(), x * 2))(jnp.zeros((3, 0)))]),
        inside(lambda _: text(jnp.arange(5).astype("int4") + jnp.ones(5, "int4"))),
        inside(lambda _: text(jax.random.uniform(jax.random.key(0), (2,)))),
        inside(lambda _: text(jnp.linalg.cholesky(jnp.eye(2) * 4))),
        inside(lambda _: text(jax.lax.scan(lambda c, x: (c + x, c), 0.0, jnp.arange(9.0))[1])),
        inside(lambda _: text(jax.grad(lambda x: jnp.sin(x) @ x)(loose))),
        inside(lambda _: text(jax.jit(lambda x: x.T).lower(jnp.ones((2, 3))).compile()(jnp.ones((2, 3))))),
        inside(donate),
        inside(keep),
    ]
    return [*found, [text(x) for x in kept[1:]], float(give(kept[1])[0]), kept[1].is_deleted()]


def jax_inside() -> list[Any]:
    """Callbacks that wait for jax computations, with more queued than the library runs at once."""
    inner = jax.jit(lambda a: (a @ a.T).sum())
    nested = jax.jit(lambda b: jax.pure_callback(lambda c: np.asarray(c) + 1, like(b), b))
    weights = jnp.ones((64, 64))

    def compute(a: Any) -> Any:
        return np.asarray(nested(inner(a)) + inner(weights)) * np.ones(())

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
    """Programs with callbacks called by several threads, and callbacks that wait for each other."""
    f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * 2, like(x), x + 1))

    def run(n: int) -> float:
        x = jnp.full((64, 64), float(n))
        for _ in range(100):
            x = f(x) / 2 - 1
        return float(x[0, 0])

    barrier = threading.Barrier(4)

    def meet(a: Any) -> Any:
        barrier.wait(PATIENCE)
        return np.asarray(a)

    mesh = jax.make_mesh((4,), ("x",))
    together = jax.shard_map(
        lambda a: jax.pure_callback(meet, like(a), a), mesh=mesh, in_specs=P("x"), out_specs=P("x")
    )
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    return [in_threads(run, 8), text(jax.jit(together)(x))]


def waiting_for_threads() -> list[Any]:
    """Callbacks that wait for other threads' jax computations on the same device."""
    x = jnp.ones((200, 200))
    spec = jax.ShapeDtypeStruct((), np.float64)
    sums: queue.Queue[float] = queue.Queue()
    take = jax.jit(lambda a: jax.pure_callback(lambda _: np.float64(sums.get(timeout=PATIENCE)), spec, a @ a))

    def produce(_: int) -> None:
        fresh = jnp.asarray(np.random.default_rng(0).random((500, 500)))
        for n in range(3):
            sums.put(float(((jnp.sin(fresh) @ fresh) * 0 + n).sum()))

    sums.put(0.0)
    take(x).block_until_ready()
    producer = threading.Timer(0.05, produce, (0,))
    producer.start()
    taken = [float(y) for y in [take(x) for _ in range(3)]]
    spawned = inside(lambda _: in_threads(lambda n: float((jnp.sin(x) * 0 + n).sum()), 3))

    barrier: threading.Barrier | None = None

    def meet(_: Any) -> Any:
        if barrier:
            barrier.wait(PATIENCE)
        return np.float64(1)

    both = jax.jit(lambda a: jax.pure_callback(meet, spec, a @ a))
    both(x).block_until_ready()
    barrier = threading.Barrier(2)
    return [taken, spawned, in_threads(lambda _: float(both(x)), 2)]


def crowded() -> list[Any]:
    """Every device runs two programs, all in callbacks that wait for work on these devices.

    One program is over all devices, and there is one more on each. (The backend inside jaxlib hangs.)
    """
    devices = jax.devices()
    mesh = jax.make_mesh((len(devices),), ("x",))
    host = np.random.default_rng(0).random((1000, 1001))
    resident = [jax.device_put(host, device) for device in devices]
    everybody = threading.Barrier(2 * len(devices))
    done: list[bool] = []
    turns = itertools.count()

    def work(_: Any) -> Any:
        everybody.wait(PATIENCE)
        n = next(turns) % len(devices)
        jax.device_put(host[1:], devices[n]).block_until_ready()
        jax.device_put(resident[n], devices[n - 1]).block_until_ready()
        np.asarray(jnp.sin(resident[n]).T).sum()
        done.append(float((resident[n][:50, :50] @ jnp.ones((50, 50))).sum()) > 0)
        return np.float64(1)

    spec = jax.ShapeDtypeStruct((), np.float64)
    alone = jax.jit(lambda x: jax.pure_callback(work, spec, x @ x))
    over_all = jax.shard_map(
        lambda x: jax.pure_callback(work, spec, x @ x.T)[None], mesh=mesh, in_specs=P("x"), out_specs=P("x")
    )
    x = jax.device_put(jnp.ones((400, 100)), NamedSharding(mesh, P("x"))).block_until_ready()
    each = jax.block_until_ready([jax.device_put(jnp.ones((100, 100)), device) for device in devices])
    single = [alone(y) for y in each]
    return [float(jax.jit(over_all)(x).sum()), sum(map(float, single)), done]


def divided() -> dict[str, Any]:
    """Callbacks that jaxlib's own backend partitions: one call per shard, and inspect_array_sharding."""
    mesh = jax.make_mesh((4,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    found: dict[str, Any] = {}
    calls: list[str] = []

    def callback(a: Any) -> Any:
        jax.debug.callback(lambda b: calls.append(text(b)), a, partitioned=True)
        return a

    def inspect(a: Any) -> Any:
        jax.debug.inspect_array_sharding(a, callback=lambda sharding: calls.append(str(sharding.spec)))
        return a

    for function in (callback, inspect):
        over = jax.shard_map(function, mesh=mesh, in_specs=P("x"), out_specs=P("x"))
        for name, program in (("jit", function), ("shard_map", over)):
            calls.clear()
            try:
                jax.jit(program)(x).block_until_ready()
                jax.effects_barrier()
                outcome: Any = sorted(calls)
            except Exception as error:
                outcome = [type(error).__name__, str(error)]
            found[f"{function.__name__} {name}"] = outcome
    return found


def attempt(name: str) -> Any:
    try:
        return globals()[name]()
    except Exception:
        return {"raised": traceback.format_exc()}


if __name__ == "__main__":
    faulthandler.dump_traceback_later(540, exit=True)
    print(json.dumps({name: attempt(name) for name in sys.argv[1:]}))
