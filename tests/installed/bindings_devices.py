"""Run in an environment with unmodified jax and jaxlib's bindings, on 8 devices; each function is one case."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from bindings_run import run
from jax import lax
from jax.experimental.compilation_cache.compilation_cache import reset_cache
from jax.experimental.layout import Format, Layout
from jax.experimental.serialize_executable import deserialize_and_load, serialize
from jax.sharding import Mesh, NamedSharding, SingleDeviceSharding
from jax.sharding import PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)


def mesh() -> Mesh:
    return jax.make_mesh((4, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


def spread(*axes: Any) -> NamedSharding:
    return NamedSharding(mesh(), P(*axes))


def shardings_that_the_compiler_decides_on() -> None:
    shardings: list[Any] = []

    def f(x: jax.Array) -> jax.Array:
        y = jnp.sin(x).T
        jax.debug.inspect_array_sharding(y, callback=shardings.append)
        return y * 2

    with jax.set_mesh(mesh()):
        jax.jit(f)(jax.device_put(np.ones((8, 4), np.float32), spread("x", "y")))
    assert [sharding.shard_shape((4, 8)) for sharding in shardings] == [(2, 2)], shardings


def strings_on_several_devices() -> None:
    texts = [[f"{row} {column}" * row for column in range(2)] for row in range(8)]
    strings = np.array(texts, np.dtypes.StringDType())
    for spec in (("x", "y"), ("x",), (None, "y"), ()):
        array = jax.device_put(strings, spread(*spec))
        np.testing.assert_array_equal(np.asarray(array), strings)
        for shard in array.addressable_shards:
            assert shard.data.dtype == strings.dtype
            np.testing.assert_array_equal(np.asarray(shard.data), strings[shard.index])
        parts = [shard.data for shard in array.addressable_shards]
        again = jax.make_array_from_single_device_arrays(array.shape, array.sharding, parts)
        np.testing.assert_array_equal(np.asarray(again), strings)
        there = jax.device_put(array, jax.devices()[3])
        assert there.devices() == {jax.devices()[3]}
        np.testing.assert_array_equal(np.asarray(there), strings)


def values_that_are_unreduced() -> None:
    """One device has the value and the others zeros, as sums over the devices want it."""
    square = jax.make_mesh((2, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Explicit,) * 2)
    whole: Any = np.arange(8.0, dtype=np.float32).reshape(4, 2)
    with jax.set_mesh(square):
        for spec in (P(), P("x"), P("y"), P("x", "y")):
            placed = jax.device_put(whole, spec)
            unreduced_value = jax.reshard(placed, P(unreduced={"x"}))
            shards = [np.asarray(shard.data) for shard in unreduced_value.addressable_shards]
            np.testing.assert_array_equal(shards[0] + shards[2], whole)
            np.testing.assert_array_equal(jax.reshard(unreduced_value, P()), whole)
        left, right = jax.device_put(whole, P("x", "y")), jax.device_put(whole.T, P("y", None))
        product = jnp.dot(left, right, out_sharding=P("x", unreduced={"y"}))
        # Summed over what was divided: now the sum is unreduced along other axes, too.
        total = jax.jit(lambda x: lax.reduce_sum(x, axes=[0], out_sharding=P(unreduced={"x", "y"})))(product)
        np.testing.assert_array_equal(jax.reshard(total, P()), (whole @ whole.T).sum(0))
        # Reduced along one axis, and made unreduced along another.
        moved = jax.jit(lambda x: jax.reshard(x, P(None, None, unreduced={"x"})))(product)
        np.testing.assert_array_equal(jax.reshard(moved, P()), whole @ whole.T)


def shardings_of_no_device() -> None:
    from jax._src import mesh as meshes

    assert NamedSharding(meshes.empty_concrete_mesh, P()).memory_kind is None


def arrays_over_devices() -> None:
    assert jax.device_count() == 8
    whole: Any = np.arange(32.0, dtype=np.float32).reshape(8, 4)
    x = jax.device_put(whole, spread("x", "y"))
    assert x.sharding.shard_shape(x.shape) == (2, 2)
    assert {shard.device.id for shard in x.addressable_shards} == set(range(8))
    for shard in x.addressable_shards:
        np.testing.assert_array_equal(shard.data, whole[shard.index])
    np.testing.assert_array_equal(x, whole)
    array = jax.make_array_from_callback((8, 4), spread("y"), lambda index: whole[index])
    np.testing.assert_array_equal(array, whole)
    parts = [jax.device_put(whole[i : i + 1], device) for i, device in enumerate(jax.devices())]
    joined = jax.make_array_from_single_device_arrays((8, 4), spread(("x", "y")), parts)
    np.testing.assert_array_equal(joined, whole)
    moved = jax.device_put(x, spread(None, "x"))
    assert moved.sharding.is_equivalent_to(spread(None, "x"), 2)
    np.testing.assert_array_equal(moved, whole)
    np.testing.assert_array_equal(jax.device_put(x, jax.devices()[5]), whole)


def jit_over_devices() -> None:
    x = jax.device_put(np.ones((8, 4), np.float32), spread("x", "y"))
    f = jax.jit(
        lambda a: (a @ a.T, a.sum(0)), in_shardings=spread("x", "y"), out_shardings=(spread("x"), None)
    )
    product, total = f(x)
    np.testing.assert_array_equal(product, np.full((8, 8), 4))
    np.testing.assert_array_equal(total, np.full(4, 8))
    assert product.sharding.spec == P("x")
    assert "all-" in f.lower(x).compile().as_text()
    # The same program again, by the quick way, and an argument that lies elsewhere.
    np.testing.assert_array_equal(f(x)[0], product)
    np.testing.assert_array_equal(f(np.ones((8, 4), np.float32))[0], product)
    kept = jax.jit(lambda a: lax.with_sharding_constraint(a * 2, spread("y", "x")))(x)
    assert kept.sharding.is_equivalent_to(spread("y", "x"), 2)
    gone = jax.device_put(np.ones((8, 4), np.float32), spread("x"))
    jax.jit(lambda a: a + 1, donate_argnums=0, out_shardings=spread("x"))(gone)
    assert gone.is_deleted()


def collectives() -> None:
    x = jax.device_put(np.arange(16.0, dtype=np.float32).reshape(8, 2), spread("x", "y"))

    def each(a: jax.Array) -> tuple[jax.Array, ...]:
        ring = lax.ppermute(a, "x", [(i, (i + 1) % 4) for i in range(4)])
        return lax.psum(a, "x"), ring, lax.all_gather(a, "y", axis=1, tiled=True), lax.pmax(a, ("x", "y"))

    specs = (P(None, "y"), P("x", "y"), P("x"), P())
    f = jax.jit(jax.shard_map(each, mesh=mesh(), in_specs=P("x", "y"), out_specs=specs, check_vma=False))
    total, ring, gathered, greatest = f(x)
    np.testing.assert_array_equal(total, np.asarray(x).reshape(4, 2, 2).sum(0))
    np.testing.assert_array_equal(ring, np.roll(np.asarray(x), 2, 0))
    np.testing.assert_array_equal(gathered, x)
    assert greatest[-1, -1] == 15
    mapped = jax.pmap(lambda a: lax.psum(a, "i"), axis_name="i")(np.arange(8.0, dtype=np.float32))
    np.testing.assert_array_equal(mapped, np.full(8, 28))


def gradients_over_devices() -> None:
    w = jax.device_put(np.ones((4, 4), np.float32), spread(None, "y"))
    x = jax.device_put(np.ones((8, 4), np.float32), spread("x"))
    value, gradient = jax.jit(jax.value_and_grad(lambda w: ((x @ w) ** 2).mean()))(w)
    assert value == 16
    np.testing.assert_array_equal(gradient, np.full((4, 4), 2))


def dlpack() -> None:
    x = jnp.arange(12.0).reshape(3, 4)
    shared = np.from_dlpack(x)
    assert shared.ctypes.data == x.unsafe_buffer_pointer()
    np.testing.assert_array_equal(shared, x)
    room: Any = np.zeros(64, np.float32)
    aligned = room[-room.ctypes.data % 64 // 4 :][:16]
    taken = jax.dlpack.from_dlpack(aligned, copy=False)
    aligned[3] = 7
    assert taken[3] == 7
    del aligned, room
    gc.collect()
    assert taken[3] == 7  # its memory lives as long as the array
    for other in (np.arange(12), np.ones((2, 3), np.float16).T, np.array(True), np.ones((0, 2))):
        np.testing.assert_array_equal(jnp.from_dlpack(other), other)
    message = ""
    try:
        jax.dlpack.from_dlpack(np.zeros(64, np.float32)[1:9], copy=False)
    except ValueError as error:
        message = str(error)
    assert "aligned" in message, "memory that is not aligned was shared"


def layouts() -> None:
    device = SingleDeviceSharding(jax.devices()[0])
    x: Any = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    turned = jax.device_put(x, Format(Layout((1, 0)), device))
    assert turned.format.layout.major_to_minor == (1, 0)
    np.testing.assert_array_equal(turned, x)
    np.testing.assert_array_equal(np.from_dlpack(turned), x)
    np.testing.assert_array_equal(jax.device_put(turned, jax.devices()[1]), x)
    np.testing.assert_array_equal(turned.copy(), x)
    np.testing.assert_array_equal(turned + 1, x + 1)
    own = jax.jit(
        lambda a: a * 2, in_shardings=Format(Layout.AUTO, device), out_shardings=Format(Layout.AUTO, device)
    )
    assert own.lower(jax.ShapeDtypeStruct((2, 3), np.float32)).compile().input_formats


def ahead_of_time() -> None:
    x = jax.device_put(np.ones((8, 4), np.float32), spread("x"))
    lowered = jax.jit(lambda a: jnp.sin(a) @ a.T).lower(x)
    assert "stablehlo.dot_general" in lowered.as_text()
    assert "sine(" in lowered.as_text("hlo")
    compiled = lowered.compile()
    assert compiled.memory_analysis().argument_size_in_bytes == 32
    assert compiled.cost_analysis()["flops"] > 0
    assert 'op_name="jit(<lambda>)/sin"' in compiled.as_text()
    assert Path(__file__).name in compiled.as_text()
    again = deserialize_and_load(*serialize(compiled))
    np.testing.assert_array_equal(again(x), compiled(x))


def compilation_cache() -> None:
    with tempfile.TemporaryDirectory() as folder:
        jax.config.update("jax_compilation_cache_dir", folder)
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)
        x = jax.device_put(np.ones((8, 4), np.float32), spread("x"))
        first = jax.jit(lambda a: jnp.cos(a) * 3)(x)
        kept = {path.name for path in Path(folder).iterdir() if not path.name.endswith("-atime")}
        assert kept, "nothing was kept"
        jax.clear_caches()
        np.testing.assert_array_equal(jax.jit(lambda a: jnp.cos(a) * 3)(x), first)
        after = {path.name for path in Path(folder).iterdir() if not path.name.endswith("-atime")}
        jax.config.update("jax_compilation_cache_dir", None)
        reset_cache()
        assert after == kept, "the same program has another key"


def memories() -> None:
    device = jax.devices()[0]
    assert device.default_memory().kind == "device"
    for memory in device.addressable_memories():
        there = jax.device_put(np.arange(3), SingleDeviceSharding(device, memory_kind=memory.kind))
        assert there.sharding.memory_kind == memory.kind
        np.testing.assert_array_equal(there, np.arange(3))
        back = jax.device_put(there, SingleDeviceSharding(device, memory_kind="device"))
        assert back.sharding.memory_kind == "device"
        np.testing.assert_array_equal(back, np.arange(3))


def nothing_leaks() -> None:
    f = jax.jit(lambda a: a + 1)
    one, several = jnp.ones(4), jax.device_put(np.ones((8, 4), np.float32), spread("x"))
    # A sanitizer keeps what was freed for a while: then memory says nothing, and less is to be had.
    sanitized = bool(os.environ.get("JAXLIB_FEWER_CALLS"))
    many = 1_000 if sanitized else 100_000
    for x, times in ((one, many), (several, min(many, 2_000))):
        f(x)
        gc.collect()
        before = len(gc.get_objects()), len(jax.live_arrays()), resident()
        for _ in range(times):
            f(x)
        gc.collect()
        assert len(gc.get_objects()) < before[0] + 50
        assert len(jax.live_arrays()) == before[1]
        grown = resident() - before[2]
        assert sanitized or grown < 8e6, f"{times} calls: {grown:.0f} bytes more"


def resident() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096.0


if __name__ == "__main__":
    sys.exit(run(globals(), mesh, spread, resident))
