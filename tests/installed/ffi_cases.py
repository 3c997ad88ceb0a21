"""User FFI: each handler of ``ffi_handlers.cc``, called through ``jax.ffi``. Run as ``cases.py`` describes.

python ffi_cases.py HANDLERS.so
"""

from __future__ import annotations

import ctypes
import gc
import sys
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from cases import case, main, raised
from jax import lax
from jax.sharding import PartitionSpec as P

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_num_cpu_devices", 4)

handlers = ctypes.CDLL(sys.argv[1])
for counter in ("token_calls", "states", "prepared", "initialized"):
    getattr(handlers, f"count_{counter}").restype = ctypes.c_int64
MINOR: int = handlers.headers_minor()


def capsule(symbol: str) -> Any:
    return jax.ffi.pycapsule(getattr(handlers, symbol))


def type_capsule(function: str) -> Any:
    getter = getattr(handlers, function)
    getter.restype = ctypes.c_void_p
    return jax.ffi.pycapsule(getter())


def like(*arrays: Any) -> list[Any]:
    return [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in arrays]


def s64(*shape: int) -> Any:
    return jax.ShapeDtypeStruct(shape, np.int64)


# Before the backend is there; the rest are registered afterwards.
jax.ffi.register_ffi_type(
    "counter",
    {"type_id": type_capsule("counter_type_id"), "type_info": type_capsule("counter_type_info")},
    platform="cpu",
)
EARLY = ("scale", "describe", "attributes")
for name in EARLY:
    jax.ffi.register_ffi_target(name, capsule(name), platform="cpu")
jax.devices()
LATE = ("in_place", "token", "fail", "context", "stream", "later")
for name in LATE:
    jax.ffi.register_ffi_target(name, capsule(name), platform="cpu")
jax.ffi.register_ffi_target(
    "counter", {"instantiate": capsule("counter_instantiate"), "execute": capsule("counter_execute")}
)


def scale(x: Any, factor: float, **options: Any) -> Any:
    return jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct(x.shape, x.dtype), **options)(
        x, factor=np.float32(factor)
    )


@case
def call() -> Any:
    x = jnp.arange(6.0, dtype="float32").reshape(2, 3)
    return [scale(x, 2).tolist(), jax.jit(partial(scale, factor=3))(x).tolist()]


@case
def vmap() -> Any:
    x = jnp.arange(24.0, dtype="float32").reshape(4, 2, 3)
    methods = ("sequential", "sequential_unrolled", "expand_dims", "broadcast_all")
    return {
        method: jax.jit(jax.vmap(partial(scale, factor=2, vmap_method=method)))(x).tolist()
        for method in methods
    } | {"none": raised(lambda: jax.vmap(partial(scale, factor=2))(x))}


@case
def control_flow() -> Any:
    x = jnp.ones(3, "float32")
    scanned = lax.scan(lambda carry, _: (scale(carry, 2), carry.sum()), x, length=5)
    return [array.tolist() for array in scanned]


@case
def several_devices() -> Any:
    mesh = jax.make_mesh((4,), ("i",))
    x = jax.device_put(jnp.arange(8.0, dtype="float32"), jax.NamedSharding(mesh, P("i")))
    mapped = jax.jit(jax.shard_map(partial(scale, factor=2), mesh=mesh, in_specs=P("i"), out_specs=P("i")))(x)
    return [mapped.tolist(), str(mapped.sharding.spec), len(mapped.addressable_shards)]


@case
def partitioned() -> Any:
    jax.ffi.register_ffi_target_as_batch_partitionable("scale")
    sharding = jax.NamedSharding(jax.make_mesh((4,), ("i",)), P("i"))
    x = jax.device_put(jnp.arange(32.0, dtype="float32").reshape(8, 4), sharding)
    program = jax.jit(partial(scale, factor=2), out_shardings=sharding).lower(x).compile()
    return ["all-gather" in program.as_text(), program(x).tolist()]


@case
def operands_and_results() -> Any:
    kinds = ["bool", "int8", "uint16", "int32", "int64", "float16", "bfloat16", "float32", "float64"]
    kinds += ["complex64", "complex128", "int4", "uint4", "float8_e4m3fn", "float8_e5m2"]
    operands = [jnp.zeros((2,) * (index % 4), kind) for index, kind in enumerate(kinds)]
    program = jax.jit(lambda *x: jax.ffi.ffi_call("describe", [s64(1), s64(len(x), 3)])(*x))
    return [result.tolist() for result in program(*operands)]


@case
def layouts() -> Any:
    x = jnp.arange(6.0, dtype="float32").reshape(2, 3)
    result = jax.ShapeDtypeStruct((2, 3), np.float32)
    call = jax.ffi.ffi_call("scale", result, input_layouts=[(1, 0)], output_layouts=(0, 1))
    return jax.jit(lambda x: call(x, factor=np.float32(1)))(x).tolist()


@case
def attributes() -> Any:
    call = jax.ffi.ffi_call("attributes", s64(6))
    return [
        call(
            number=np.int32(7), text="abc", array=np.arange(5), flag=True, nested={"inner": np.int64(9)}
        ).tolist(),
        raised(lambda: call(number=np.int32(7))),
        raised(lambda: scale(jnp.ones(2, "float64"), 2)),
    ]


@case
def aliasing() -> Any:
    x = jnp.arange(4.0, dtype="float32")

    def add(x: Any, aliases: Any) -> Any:
        return jax.ffi.ffi_call("in_place", like(x)[0], input_output_aliases=aliases)(x)

    aliased = jax.jit(partial(add, aliases={0: 0}))
    donated = jax.jit(partial(add, aliases={0: 0}), donate_argnums=0)
    given = x + 1
    address = given.unsafe_buffer_pointer()
    result = donated(given)
    return [
        aliased(x).tolist(),
        x.tolist(),
        raised(lambda: jax.jit(partial(add, aliases=None))(x).block_until_ready()),
        [result.tolist(), given.is_deleted(), result.unsafe_buffer_pointer() == address],
    ]


@case
def tokens() -> Any:
    from jax._src import core

    def twice() -> Any:
        token = lax.create_token()
        call = jax.ffi.ffi_call("token", core.abstract_token, has_side_effect=True)
        return lax.tie_in(call(call(token)), 1.0) if hasattr(lax, "tie_in") else call(call(token))

    before = handlers.count_token_calls()
    jax.block_until_ready(jax.jit(twice)())
    return handlers.count_token_calls() - before


@case
def side_effect() -> Any:
    call = jax.ffi.ffi_call("fail", (), has_side_effect=True)
    return [
        raised(lambda code=code: jax.block_until_ready(jax.jit(lambda: call(code=np.int64(code)))()))
        for code in range(1, 17)
    ]


@case
def context() -> Any:
    program = jax.jit(lambda x: jax.ffi.ffi_call("context", s64(4))() + x)
    return [program(jax.device_put(0, device)).tolist() for device in jax.devices()]


@case
def stream() -> Any:
    return raised(lambda: jax.jit(jax.ffi.ffi_call("stream", s64(1)))().block_until_ready())


@case
def later() -> Any:
    x = jnp.arange(4.0, dtype="float32")

    def program(x: Any, good: bool) -> Any:
        return 2 * jax.ffi.ffi_call("later", like(x)[0])(x + 1, good=good)

    return [
        jax.jit(partial(program, good=True))(x).tolist(),
        raised(lambda: jax.jit(partial(program, good=False))(x).block_until_ready()),
    ]


@case
def state() -> Any:
    def program(start: int) -> Any:
        return jax.jit(
            lambda: jax.ffi.ffi_call("counter", s64(1), has_side_effect=True)(start=np.int64(start))
        )

    before = handlers.count_states()
    first, second = program(10).lower().compile(), program(20).lower().compile()
    counts = [[first()[0].item(), second()[0].item()] for _ in range(3)]
    alive = handlers.count_states() - before
    del first, second
    gc.collect()
    return {
        "counts": counts,
        "alive": alive,
        "left": handlers.count_states() - before,
        "refused": raised(lambda: program(-1).lower().compile()),
    }


@case
def stages() -> Any:
    """Which stages a program on the CPU goes through."""
    found = {}
    for stage in ("prepare", "initialize"):
        target = {"execute": capsule("scale"), stage: capsule(stage)}
        registered = raised(lambda target=target, stage=stage: jax.ffi.register_ffi_target(stage, target))
        call = jax.ffi.ffi_call(stage, jax.ShapeDtypeStruct((2,), np.float32))
        run = jax.jit(lambda x, call=call: call(x, factor=np.float32(2)))
        found[stage] = [registered, raised(lambda run=run: run(jnp.ones(2, "float32")).block_until_ready())]
    return found | {"calls": [handlers.count_prepared(), handlers.count_initialized()]}


def refused(name: str, target: Any) -> bool:
    try:
        jax.ffi.register_ffi_target(name, target)
    except RuntimeError:
        return True
    return False


@case
def wrong_registrations() -> Any:
    register = jax.ffi.register_ffi_target
    return {
        "again": raised(lambda: register("scale", capsule("scale"))),
        "taken": refused("scale", capsule("describe")),
        "nothing": refused("nothing", {}),
        "no execute": refused("half", {"prepare": capsule("prepare")}),
        "no capsule": refused("text", "text"),
        "unknown": raised(lambda: jax.ffi.ffi_call("nobody", s64(1))().block_until_ready()),
    }


def state_of_prepare() -> Any:
    target = {"prepare": capsule("counter_prepare"), "execute": capsule("counter_prepared")}
    jax.ffi.register_ffi_target("prepared", target)
    try:
        jax.ffi.ffi_call("prepared", s64(1))().block_until_ready()
    except RuntimeError as error:
        return str(error)
    return "nothing"


# Only when asked for: the backend inside jaxlib crashes.
if "state_of_prepare" in sys.argv:
    case(state_of_prepare)

if MINOR >= 5:
    for name in ("options", "extended"):
        jax.ffi.register_ffi_target(name, capsule(name))

    @case
    def custom_options() -> Any:
        return jax.ffi.ffi_call("options", s64(1))().tolist()

    @case
    def absent_extension() -> Any:
        return raised(lambda: jax.ffi.ffi_call("extended", s64(1))().block_until_ready())


main(sys.argv[2:])
