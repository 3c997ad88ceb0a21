"""The properties of a backend that users see besides numerical results; run as ``cases.py`` describes.

python surface_cases.py [CASE ...]
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import jax
import jax.extend
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from cases import case, config, main, raised
from jax import lax
from jax.experimental import serialize_executable, topologies
from jax.experimental.layout import Format, Layout
from jax.sharding import AxisType, NamedSharding, SingleDeviceSharding
from jax.sharding import PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)


def mesh(*shape: int, names: str = "xyz", explicit: bool = False) -> Any:
    kind = AxisType.Explicit if explicit else AxisType.Auto
    return jax.make_mesh(shape, tuple(names[: len(shape)]), axis_types=(kind,) * len(shape))


def numbers(*shape: int) -> Any:
    return jnp.arange(np.prod(shape), dtype="float32").reshape(shape)


def sharded(x: Any, *spec: Any, on: Any = None) -> Any:
    return jax.device_put(x, NamedSharding(on or mesh(8), P(*spec)))


def where(x: Any) -> Any:
    """The partitions of an array's sharding, and the index of each device."""
    spec = str(getattr(x.sharding, "spec", type(x.sharding).__name__))
    return [
        spec,
        x.sharding.memory_kind,
        [[s.device.id, str(s.index), s.replica_id] for s in x.addressable_shards],
    ]


# ---- Devices.


@case
def abstract_mesh() -> Any:
    """Lowering for an abstract mesh, whose devices are not known yet."""
    sharding = NamedSharding(mesh(8).abstract_mesh, P("x"))
    taken = jax.ShapeDtypeStruct((16,), "float32", sharding=sharding)
    lowered = jax.jit(lambda x: x * 2).trace(taken).lower(lowering_platforms=("tpu",))
    return "num_partitions = 8" in lowered.as_text()


@case
def devices() -> Any:
    def attributes(device: Any) -> Any:
        return {
            name: str(getattr(device, name, "absent"))
            for name in ("id", "platform", "device_kind", "process_index", "local_hardware_id", "coords")
        } | {"repr": repr(device), "hash": isinstance(hash(device), int)}

    return {
        "devices": [attributes(device) for device in jax.devices()],
        "local": [device.id for device in jax.local_devices()],
        "counts": [jax.device_count(), jax.local_device_count(), jax.process_count(), jax.process_index()],
        "named": [len(jax.devices("cpu")), raised(lambda: jax.devices("cuda"))],
        "backend": [jax.default_backend(), jax.extend.backend.get_backend().platform],
        "same": jax.devices()[3] is jax.devices("cpu")[3],
    }


@case
def default_device() -> Any:
    with jax.default_device(jax.devices()[5]):
        return [jnp.ones(3).devices().pop().id, jax.jit(lambda: jnp.zeros(2))().devices().pop().id]


@case
def memory_stats() -> Any:
    return str(jax.devices()[0].memory_stats())


# ---- Several devices.


@case
def collectives() -> Any:
    x = numbers(8, 16)
    over = mesh(8)

    def each(function: Any, out: Any = None) -> Any:
        mapped = jax.shard_map(
            function, mesh=over, in_specs=P("x"), out_specs=P("x") if out is None else out, check_vma=False
        )
        return np.asarray(jax.jit(mapped)(x)).tolist()

    shift = [(i, (i + 1) % 8) for i in range(8)]
    return {
        "psum": each(lambda v: lax.psum(v, "x"), P()),
        "psum groups": each(lambda v: lax.psum(v, "x", axis_index_groups=[[0, 1, 2, 3], [4, 5, 6, 7]])),
        "pmax": each(lambda v: lax.pmax(v, "x"), P()),
        "pmin": each(lambda v: lax.pmin(v, "x"), P()),
        "pmean": each(lambda v: lax.pmean(v, "x"), P()),
        "all_gather": each(lambda v: lax.all_gather(v, "x", tiled=True), P()),
        "all_gather stacked": each(lambda v: lax.all_gather(v, "x"), P()),
        "reduce_scatter": each(lambda v: lax.psum_scatter(v[0], "x", tiled=True), P("x")),
        "ppermute": each(lambda v: lax.ppermute(v, "x", shift)),
        "partial ppermute": each(lambda v: lax.ppermute(v, "x", shift[:3])),
        "all_to_all": each(lambda v: lax.all_to_all(v, "x", 1, 0, tiled=True), P(None, "x")),
        "index": each(lambda v: v * 0 + lax.axis_index("x")),
    }


@case
def collectives_of_types() -> Any:
    def summed(kind: str) -> Any:
        x = numbers(8, 4).astype(kind)
        mapped = jax.shard_map(lambda v: lax.psum(v, "x"), mesh=mesh(8), in_specs=P("x"), out_specs=P())
        return np.asarray(jax.jit(mapped)(x)).astype("complex64" if kind[0] == "c" else "float32").tolist()

    kinds = ("int8", "bfloat16", "complex64")
    return {kind: [str(v) for v in summed(kind)] for kind in kinds}


@case
def jit_with_shardings() -> Any:
    over = mesh(4, 2)
    x = sharded(numbers(8, 8), "x", "y", on=over)
    w = sharded(numbers(8, 8) / 64, "y", None, on=over)
    step = jax.jit(lambda x, w: jnp.tanh(x @ w).sum(0), out_shardings=NamedSharding(over, P("x")))
    program = step.lower(x, w).compile()
    text = program.as_text()
    found = {
        name: name in text for name in ("all-reduce", "all-gather", "reduce-scatter", "collective-permute")
    }
    constrained = jax.jit(lambda x: lax.with_sharding_constraint(x * 2, NamedSharding(over, P(None, "x"))))(x)
    return {
        "out": [where(step(x, w)), np.asarray(step(x, w)).tolist()],
        "collectives": found,
        "shardings": [str(program.input_shardings), str(program.output_shardings)],
        "constrained": [where(constrained), constrained.tolist()],
        "replicated": where(jax.device_put(x, NamedSharding(over, P()))),
        "moved": where(jax.device_put(x, jax.devices()[2])),
        "resharded": where(jax.device_put(x, NamedSharding(mesh(2, 4), P("y", "x")))),
        "mixed": raised(
            lambda: jax.device_put(1.0, jax.devices()[0]) + jax.device_put(1.0, jax.devices()[1])
        ),
    }


@case
def explicit_sharding() -> Any:
    with jax.set_mesh(mesh(4, 2, explicit=True)):
        x = jax.reshard(numbers(8, 4), P("x", "y"))
        product = jnp.einsum("ij,kj->ik", x, x, out_sharding=P("x", None))
        return [str(jax.typeof(x)), str(jax.typeof(x.T)), product.sum().item(), str(jax.typeof(x.sum(0)))]


@case
def pmap() -> Any:
    x = numbers(8, 3)
    mapped = jax.pmap(lambda v: v / lax.psum(v, "i"), axis_name="i")
    nested = jax.pmap(lambda v: lax.axis_index("i") + v, axis_name="i", devices=jax.devices()[::-1])
    return [np.asarray(mapped(x)).tolist(), where(nested(x)), np.asarray(nested(x)).tolist()]


@case
def arrays_from_pieces() -> Any:
    x: Any = np.arange(32, dtype="float32").reshape(8, 4)
    over = NamedSharding(mesh(8), P("x"))
    called = jax.make_array_from_callback(x.shape, over, lambda index: x[index])
    single = [jax.device_put(x[i : i + 1], device) for i, device in enumerate(jax.devices())]
    joined = jax.make_array_from_single_device_arrays(x.shape, over, single)
    return [
        where(called),
        np.array_equal(called, joined),
        [s.data.tolist() for s in joined.addressable_shards[:2]],
    ]


@case
def two_programs_at_once() -> Any:
    """Programs with collectives that several threads call on the same devices neither deadlock nor mix data."""
    x = sharded(numbers(8, 4), "x")
    total = jax.jit(jax.shard_map(lambda v: lax.psum(v, "x"), mesh=mesh(8), in_specs=P("x"), out_specs=P()))
    found: list[Any] = []

    def work() -> None:
        for _ in range(20):
            found.append(total(x).sum().item())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    return [len(found), set(found) == {496.0}]


# ---- Donation.


@case
def donation() -> Any:
    x = numbers(1000)
    address = x.unsafe_buffer_pointer()
    step = jax.jit(lambda x: x + 1, donate_argnums=0)
    y = step(x)
    kept = jax.jit(lambda x: x + 1)(y)
    z = sharded(numbers(8, 8), "x")
    addresses = [s.data.unsafe_buffer_pointer() for s in z.addressable_shards]
    out = step(z)
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        unusable = numbers(4)
        jax.jit(lambda x: x[:2], donate_argnums=0)(unusable)
    program = step.lower(numbers(1000)).compile()
    return {
        "deleted": [x.is_deleted(), y.is_deleted(), kept.is_deleted(), z.is_deleted(), unusable.is_deleted()],
        "reused": [y.unsafe_buffer_pointer() == address]
        + [
            s.data.unsafe_buffer_pointer() == a
            for s, a in zip(out.addressable_shards, addresses, strict=True)
        ],
        "use": raised(lambda: x + 1),
        "numpy": raised(lambda: np.asarray(x)),
        "twice": raised(lambda: step(x)).partition(":")[0],
        "same twice": raised(
            lambda: jax.jit(lambda a, b: (a + b, b), donate_argnums=(0, 1))(*[numbers(8)] * 2)
        ),
        "warned": [str(w.message).partition(":")[0] for w in caught],
        "alias bytes": program.memory_analysis().alias_size_in_bytes,
        "text": "input_output_alias" in program.as_text(),
        "device_put": outcome(donated_put),
    }


def donated_put() -> Any:
    x = numbers(100)
    y = jax.device_put(x, jax.devices()[1], donate=True)
    return [x.is_deleted(), y.sum().item()]


@case
def deletion() -> Any:
    x = numbers(8)
    x.delete()
    return [
        x.is_deleted(),
        raised(lambda: x + 1),
        raised(x.block_until_ready),
        raised(lambda: repr(x)),
    ]


# ---- Memories and layouts.


@case
def memories() -> Any:
    device = jax.devices()[0]
    found: dict[str, Any] = {
        "default": str(device.default_memory()),
        "all": [
            [memory.kind, [d.id for d in memory.addressable_by_devices()]]
            for memory in device.addressable_memories()
        ],
        "array": numbers(2).sharding.memory_kind,
        "unknown": raised(lambda: SingleDeviceSharding(device, memory_kind="elsewhere")),
    }
    for kind in ("device", "pinned_host", "unpinned_host"):

        def moved(kind: str = kind) -> Any:
            y = jax.device_put(numbers(4), SingleDeviceSharding(device, memory_kind=kind))
            return [y.sharding.memory_kind, y.tolist(), (y + 1).tolist()]

        def computed(kind: str = kind) -> Any:
            there, back = (
                SingleDeviceSharding(device, memory_kind=memory_kind) for memory_kind in (kind, "device")
            )
            y = jax.jit(lambda x: x * 2, in_shardings=there, out_shardings=back)(
                jax.device_put(numbers(4), there)
            )
            return [y.sharding.memory_kind, y.tolist()]

        def spread(kind: str = kind) -> Any:
            y = jax.device_put(numbers(8, 2), NamedSharding(mesh(8), P("x"), memory_kind=kind))
            return where(y)

        found[kind] = [outcome(moved), outcome(computed), outcome(spread)]
    return found


def outcome(function: Any) -> Any:
    """The result of ``function``, or the error that it raises."""
    try:
        return function()
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:160]}"


@case
def memory_spaces() -> Any:
    def to(space: Any) -> Any:
        return jax.jit(lambda x: jax.device_put(x, space) * 2)(numbers(4)).tolist()

    return {
        name: outcome(lambda name=name: to(getattr(jax.memory.Space, name))) for name in ("Device", "Host")
    }


def results_in_memory() -> Any:
    """The memory kinds of results that were requested in another memory than the default."""
    host = SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")
    x = jax.device_put(numbers(4), host)
    return {
        "asked for": outcome(lambda: jax.jit(lambda x: x * 2, out_shardings=host)(x).sharding.memory_kind),
        "put": outcome(lambda: jax.jit(lambda x: jax.device_put(x * 2, host))(x).sharding.memory_kind),
        "kept": outcome(lambda: jax.jit(lambda x: x * 2)(x).sharding.memory_kind),
    }


# Only when asked for: what the plugin's library does otherwise.
if "results_in_memory" in sys.argv:
    case(results_in_memory)


@case
def offloading() -> Any:
    from jax.ad_checkpoint import checkpoint_name

    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=[],
        names_which_can_be_offloaded=["h"],
        offload_src="device",
        offload_dst="pinned_host",
    )

    def loss(w: Any) -> Any:
        def layer(x: Any, _: Any) -> Any:
            return checkpoint_name(jnp.sin(x @ w), "h"), None

        return lax.scan(jax.checkpoint(layer, policy=policy), jnp.ones((4, 4)), length=3)[0].sum()

    return outcome(lambda: np.asarray(jax.jit(jax.grad(loss))(jnp.eye(4))).round(5).tolist())


@case
def layouts() -> Any:
    x = numbers(2, 3)
    turned = Format(Layout(major_to_minor=(1, 0)), x.sharding)
    y = jax.jit(lambda x: x * 2, out_shardings=turned)(x)
    put = jax.device_put(x, turned)
    back = jax.jit(lambda x: x + 1, in_shardings=turned)(put)
    auto = jax.jit(
        lambda x, y: (x @ y.T, y + 1), in_shardings=Format(Layout.AUTO), out_shardings=Format(Layout.AUTO)
    )
    program = auto.lower(*[jax.ShapeDtypeStruct((4, 8), "float32")] * 2).compile()
    return {
        "format": [str(array.format.layout) for array in (x, y, put, back)],
        "values": [np.asarray(array).tolist() for array in (y, put, back)],
        "auto": [
            str([f.layout for f in program.input_formats[0]]),
            str([f.layout for f in program.output_formats]),
        ],
        "wrong": raised(lambda: jax.jit(lambda x: x, in_shardings=Format(Layout((0, 1)), x.sharding))(put)),
        "on device": str(x.format),
    }


# ---- Programs ahead of time.


def trained(w: Any, x: Any) -> Any:
    return jax.value_and_grad(lambda w: jnp.tanh(x @ w).mean())(w)


@case
def ahead_of_time() -> Any:
    lowered = jax.jit(trained).lower(numbers(4, 4), numbers(8, 4))
    program = lowered.compile()
    value, gradient = program(numbers(4, 4), numbers(8, 4))
    return {
        "value": [value.item(), np.asarray(gradient).round(5).tolist()],
        "trees": [str(program.in_tree), str(program.out_tree)],
        "text": program.as_text().startswith("HloModule"),
        "wrong shape": raised(lambda: program(numbers(4, 5), numbers(8, 4))),
        "wrong type": raised(lambda: program(numbers(4, 4).astype("int32"), numbers(8, 4))),
        "runtime": type(program.runtime_executable()).__name__,
        "options": outcome(
            lambda: jax.jit(jnp.sin).lower(1.0).compile({"xla_cpu_enable_fast_math": True})(0.0).item()
        ),
        "wrong option": raised(lambda: jax.jit(jnp.sin).lower(1.0).compile({"xla_no_such_option": True})),
    }


@case
def analyses() -> Any:
    """The keys of cost and memory analysis, and the values that do not depend on the compiler."""
    lowered = jax.jit(lambda a, b: a @ b).lower(numbers(64, 32), numbers(32, 16))
    program = lowered.compile()
    before, after, memory = lowered.cost_analysis(), program.cost_analysis(), program.memory_analysis()
    return {
        "flops": [before["flops"], after["flops"]],
        "bytes": [before["bytes accessed"], after["bytes accessed"]],
        "names": sorted(name for name in after if "utilization" not in name),
        "memory": {
            name: getattr(memory, name)
            for name in (
                "argument_size_in_bytes",
                "output_size_in_bytes",
                "alias_size_in_bytes",
                "host_argument_size_in_bytes",
            )
        },
        "memory names": sorted(name for name in dir(memory) if not name.startswith("_")),
        "temporary": memory.temp_size_in_bytes >= 0 and memory.generated_code_size_in_bytes >= 0,
        "peak": memory.peak_memory_in_bytes >= 0,
    }


@case
def topology() -> Any:
    def known() -> Any:
        found = topologies.get_attached_topology()
        return [len(found.devices), found.devices[0].device_kind, found.devices[0].platform]

    def described() -> Any:
        found = topologies.get_topology_desc(platform="cpu", topology_name="cpu:2x2")
        return [len(found.devices)]

    def compiled() -> Any:
        found = topologies.get_attached_topology()
        over = topologies.make_mesh(found, (8,), ("x",))
        shape = jax.ShapeDtypeStruct((8, 4), "float32", sharding=NamedSharding(over, P("x")))
        return jax.jit(lambda x: x.sum()).lower(shape).compile().as_text().startswith("HloModule")

    return {
        "attached": outcome(known),
        "named": outcome(described).partition(":")[0],
        "compiled": outcome(compiled),
    }


@case
def serialization() -> Any:
    def turned(function: Any, *operands: Any) -> Any:
        program = jax.jit(function).lower(*operands).compile()
        written = pickle.dumps(serialize_executable.serialize(program))
        chosen = sorted(operands[0].devices(), key=lambda device: device.id)
        again = serialize_executable.deserialize_and_load(*pickle.loads(written), execution_devices=chosen)
        return [np.asarray(leaf).round(5).tolist() for leaf in jax.tree.leaves(again(*operands))]

    return {
        "one": outcome(lambda: turned(trained, numbers(3, 3), numbers(2, 3))),
        "eight": outcome(lambda: turned(lambda x: x / x.sum(), sharded(numbers(8, 2) + 1, "x"))),
        "linalg": outcome(lambda: turned(jnp.linalg.cholesky, 2 * jnp.eye(3))),
    }


@case
def export() -> Any:
    from jax import export as exporting

    exported = exporting.export(jax.jit(trained), platforms=("cpu", "tpu", "cuda"))(
        numbers(3, 3), numbers(2, 3)
    )
    again = exporting.deserialize(bytearray(exported.serialize()))
    (batch,) = exporting.symbolic_shape("b")
    shapes = jax.ShapeDtypeStruct((batch, 4), "float32")
    poly = exporting.export(jax.jit(lambda x: x @ x.T + x.shape[0]))(shapes)
    poly = exporting.deserialize(bytearray(poly.serialize(vjp_order=1)))
    over = mesh(8)
    spread = exporting.export(jax.jit(lambda x: x / x.sum(), in_shardings=NamedSharding(over, P("x"))))
    spread = spread(jax.ShapeDtypeStruct((8, 2), "float32"))
    return {
        "called": [np.asarray(x).round(5).tolist() for x in again.call(numbers(3, 3), numbers(2, 3))],
        "platforms": list(again.platforms),
        "version": exported.calling_convention_version,
        "polymorphic": [poly.call(numbers(n, 4)).tolist() for n in (1, 3)],
        "gradient": jax.grad(lambda x: poly.call(x).sum())(numbers(2, 4)).tolist(),
        "devices": [
            spread.nr_devices,
            outcome(lambda: np.asarray(spread.call(sharded(numbers(8, 2) + 1, "x"))).tolist()),
        ],
        "wrong platform": raised(
            lambda: exporting.export(jax.jit(jnp.sin), platforms=("tpu",))(jnp.float32(1)).call(
                jnp.float32(1)
            )
        ),
    }


# ---- Sharing memory with numpy and others.


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
    kinds = [
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
        "float32",
        "float64",
        "complex64",
        "complex128",
    ]
    with jax.enable_x64(True):
        round_trip = {kind: outcome(lambda kind=kind: trip(kind)) for kind in kinds}
        round_trip |= {
            kind: outcome(lambda kind=kind: trip(kind)) for kind in ("bfloat16", "int4", "float8_e4m3fn")
        }
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


# ---- Running.


@case
def asynchronous() -> Any:
    """A call returns before its program ends; the program's error is raised when a result is used."""
    slow = jax.jit(lambda x: lax.fori_loop(0, 400, lambda _, x: jnp.tanh(x @ x), x))
    x = jnp.eye(256)
    slow(x).block_until_ready()

    def timed() -> Any:
        begin = time.perf_counter()
        y = slow(x)
        returned, ready = time.perf_counter() - begin, y.is_ready()
        y.block_until_ready()
        return [returned < 0.5 * (time.perf_counter() - begin), ready, y.is_ready()]

    # On a busy machine one call may be held up; a backend that waits for its programs never returns early.
    for _ in range(10):
        found = timed()
        if found == [True, False, True]:
            break
    return found


@case
def ready() -> Any:
    x = jax.jit(lambda: jnp.ones(10))()
    jax.block_until_ready([x, {"a": x}])
    x.copy_to_host_async()
    jax.effects_barrier()
    return [x.is_ready(), np.asarray(x).sum().item()]


@case
def threads() -> Any:
    program = jax.jit(lambda x, k: (x * k).sum())
    found: dict[int, Any] = {}

    def work(k: int) -> None:
        with jax.default_device(jax.devices()[k % 8]):
            x = jnp.ones(1000)
            found[k] = [program(x, float(k)).item() for _ in range(50)]

    started = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(300)
    return [set(found[k]) == {1000.0 * k} for k in range(8)]


@case
def nothing_leaks() -> Any:
    program = jax.jit(lambda x: (x + 1, jnp.sin(x)))
    x = jnp.ones(1 << 16)
    jax.block_until_ready(program(x))
    gc.collect()
    before = len(jax.live_arrays())

    def memory() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    resident = 0
    for index in range(1200):
        jax.block_until_ready(program(x))
        if index == 200:
            resident = memory()
    return {"arrays": len(jax.live_arrays()) - before, "bounded": memory() - resident < 64 << 20}


@case
def programs_are_freed() -> Any:
    def count() -> int:
        gc.collect()
        return len(jax.devices()[0].client.live_executables())

    before = count()
    programs = [jax.jit(lambda x, k=k: x + k).lower(numbers(3)).compile() for k in range(3)]
    created = count() - before
    del programs
    left = count() - before
    jax.clear_caches()
    return [created, left, jax.jit(lambda x: x * 3)(numbers(3)).tolist()]


@case
def nans() -> Any:
    with config(jax_debug_nans=True):
        found = [
            raised(lambda: jnp.log(-1.0)),
            raised(lambda: jax.jit(lambda x: x / x)(jnp.float32(0))),
            jnp.sin(1.0).item(),
        ]
    with config(jax_debug_infs=True):
        found.append(raised(lambda: 1 / jnp.zeros(2)))
    return found


@case
def nans_among_others() -> Any:
    """Maxima and minima of a NaN and a number are NaN, which the older library without its options gets wrong."""
    found = {}
    for kind in ("float32", "float64", "bfloat16", "float16"):
        x, y = jnp.array([jnp.nan, 1, jnp.nan, 2], kind), jnp.ones(4, kind)
        chosen = (jnp.maximum(x, y), jnp.maximum(y, x), jnp.minimum(x, y), jnp.minimum(y, x))
        reduced = (
            x.max(),
            x.min(),
            jax.lax.cummax(x[::-1]),
            jax.lax.reduce_window(x, x.dtype.type(-np.inf), jax.lax.max, (2,), (1,), "VALID"),
        )
        fused = jax.jit(lambda x, y: (jax.nn.relu(x * y), jnp.clip(x + y, 0, 1), jnp.sort(x), x.argmax()))(
            x, y
        )
        found[kind] = [str(np.asarray(name)) for name in (*chosen, *reduced, *fused)]
    return found


@case
def precision() -> Any:
    x = jax.random.normal(jax.random.key(0), (64, 64))
    exact = np.asarray(x, "float64") @ np.asarray(x, "float64")
    errors = {}
    for name in ("default", "high", "highest", "BF16_BF16_F32", "F32_F32_F32"):
        errors[name] = outcome(
            lambda name=name: float(np.abs(np.asarray(jnp.dot(x, x, precision=name)) - exact).max()) < 1e-3
        )
    return errors


@case
def random_bits() -> Any:
    kinds = ("threefry2x32", "rbg", "unsafe_rbg")
    return {
        kind: outcome(lambda kind=kind: jax.random.normal(jax.random.key(3, impl=kind), (3,)).tolist())
        for kind in kinds
    }


@case
def profiler() -> Any:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        mark, step = (
            jax.profiler.TraceAnnotation("mark"),
            jax.profiler.StepTraceAnnotation("step", step_num=3),
        )
        with jax.profiler.trace(folder), mark, step:
            jax.jit(lambda x: jnp.sin(x @ x).sum())(jnp.ones((200, 200))).block_until_ready()
        written = sorted(Path(folder).rglob("*.xplane.pb"))
        found["files"] = len(written)
        data = jax.profiler.ProfileData.from_file(str(written[0]))
        planes = {
            plane.name: [event.name for line in plane.lines for event in line.events] for plane in data.planes
        }
        found["planes"] = sorted(planes)
        names = {name for events in planes.values() for name in events}
        found["marks"] = ["mark" in names, "step" in names]
        found["program"] = any("dot" in name for name in names)
    with tempfile.TemporaryDirectory() as folder:
        jax.profiler.save_device_memory_profile(f"{folder}/memory.prof")
        found["memory"] = Path(f"{folder}/memory.prof").stat().st_size > 0
    return found


@case
def clear() -> Any:
    """``clear_backends`` and a new backend; the last case, since older arrays are invalid afterwards."""
    before = jax.devices()[0]
    jax.clear_caches()
    jax.extend.backend.clear_backends()
    after = jax.devices()
    return [len(after), after[0] is before, (numbers(3) + 1).tolist()]


main(sys.argv[1:])
