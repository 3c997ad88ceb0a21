"""Compiled programs on a GPU: their analyses, files, traces, and what happens while they run."""

from __future__ import annotations

import gzip
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

from .marks import on_gpu  # noqa: E402

pytestmark = [pytest.mark.gpu, on_gpu]


def _network(weights: Any, x: Any) -> Any:
    return jnp.tanh(jnp.tanh(x @ weights[0]) @ weights[1]).sum()


def _arguments() -> Any:
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal((64, 128), np.float32), rng.standard_normal((128, 8), np.float32)]
    return weights, rng.standard_normal((32, 64), np.float32)


def test_what_is_known_of_a_program() -> None:
    compiled = jax.jit(jax.grad(_network)).lower(*_arguments()).compile()
    memory = compiled.memory_analysis()
    assert memory.argument_size_in_bytes == 4 * (64 * 128 + 128 * 8 + 32 * 64)
    assert memory.output_size_in_bytes >= 4 * (64 * 128 + 128 * 8)  # and a table of the two
    assert "ENTRY" in compiled.as_text()
    assert jax.jit(_network).lower(*_arguments()).cost_analysis()["flops"] > 2 * 32 * 64 * 128


def test_a_serialized_executable_is_loaded() -> None:
    from jax.experimental import serialize_executable

    compiled = jax.jit(_network).lower(*_arguments()).compile()
    payload, *trees = serialize_executable.serialize(compiled)
    loaded = serialize_executable.deserialize_and_load(payload, *trees)
    np.testing.assert_allclose(loaded(*_arguments()), compiled(*_arguments()), rtol=1e-6)


def test_an_exported_program() -> None:
    exported = jax.export.export(jax.jit(_network), platforms=("cuda", "cpu"))(*_arguments())
    again = jax.export.deserialize(bytearray(exported.serialize()))
    on_gpu_, on_cpu = (
        jax.jit(again.call)(*jax.device_put(_arguments(), jax.devices(platform)[0]))
        for platform in ("cuda", "cpu")
    )
    np.testing.assert_allclose(on_gpu_, on_cpu, rtol=0.01)  # a GPU multiplies in TF32


def test_a_program_that_was_compiled_for_a_topology() -> None:
    from jax.experimental import topologies

    topology = topologies.get_attached_topology(platform="cuda")
    mesh = Mesh(np.array(topology.devices[:1]), ("x",))
    argument = jax.ShapeDtypeStruct((8, 8), np.float32, sharding=NamedSharding(mesh, PartitionSpec("x")))
    compiled = jax.jit(lambda x: x @ x).lower(argument).compile()
    assert "ENTRY" in compiled.as_text()


def test_a_mesh_of_one_device() -> None:
    mesh = Mesh(np.array(jax.devices()[:1]), ("x",))
    spec = PartitionSpec("x")
    program = jax.jit(
        jax.shard_map(lambda x: jax.lax.psum(x.sum(), "x") + x, mesh=mesh, in_specs=spec, out_specs=spec)
    )
    x = jax.device_put(np.arange(8, dtype=np.float32), NamedSharding(mesh, spec))
    np.testing.assert_array_equal(program(x), np.arange(8) + 28)


def test_a_trace_has_a_plane_of_the_device(tmp_path: Path) -> None:
    with jax.profiler.trace(tmp_path):
        for _ in range(3):
            jax.block_until_ready(jax.jit(lambda x: jnp.sin(x) @ x)(jnp.ones((256, 256))))
    [file] = tmp_path.rglob("*.xplane.pb")
    planes = {plane.name: plane for plane in jax.profiler.ProfileData.from_file(str(file)).planes}
    [device] = [plane for name, plane in planes.items() if name.startswith("/device:GPU")]
    events = [event.name for line in device.lines for event in line.events]
    assert any(
        "gemm" in name.lower() or "fusion" in name.lower() or "dot" in name.lower() for name in events
    ), events[:50]
    assert any(name.startswith("/host:CPU") for name in planes)


def test_a_profile_of_the_memory() -> None:
    x = jnp.ones((1 << 20,)).block_until_ready()
    assert len(gzip.decompress(jax.profiler.device_memory_profile())) > 100
    assert x.nbytes == 4 << 20


def test_callbacks_outlive_the_functions_that_made_them() -> None:
    seen: list[int] = []

    def train() -> Any:
        def step(x: Any) -> Any:
            jax.debug.callback(lambda first: seen.append(int(first)), x[0])
            return x + 1

        x, compiled = jnp.zeros(1000), jax.jit(step)
        for _ in range(50):
            x = compiled(x)
        return x

    np.testing.assert_array_equal(train()[:2], [50, 50])
    jax.effects_barrier()
    assert sorted(seen) == [*range(50)]


def test_a_callback_with_large_arrays_in_a_loop() -> None:
    shape = jax.ShapeDtypeStruct((256, 256), np.float32)

    def body(x: Any, _: Any) -> Any:
        return jax.pure_callback(lambda x: np.asarray(x) + 1, shape, x), None

    found, _ = jax.jit(lambda x: jax.lax.scan(body, x, None, length=10))(jnp.zeros((256, 256)))
    np.testing.assert_array_equal(found, np.full((256, 256), 10, np.float32))


def test_threads_call_compiled_functions() -> None:
    step = jax.jit(lambda x, n: x * 2 + n)
    wrong: list[Any] = []

    def work(n: int) -> None:
        x = jnp.zeros(128)
        for _ in range(200):
            x = jnp.minimum(step(x, n), 1000.0 * n)
        if not (np.asarray(x) == 1000.0 * n).all():
            wrong.append((n, x))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not wrong


def test_donated_buffers_are_reused() -> None:
    x = jnp.zeros((1 << 20,)).block_until_ready()
    address = x.unsafe_buffer_pointer()
    y = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
    assert y.unsafe_buffer_pointer() == address
    with pytest.raises((RuntimeError, ValueError), match=r"deleted|donated"):
        x + 1


def test_a_call_that_no_handler_serves() -> None:
    call = jax.ffi.ffi_call("no_such_target", jax.ShapeDtypeStruct((3,), np.float32))
    with pytest.raises(jax.errors.JaxRuntimeError, match="no_such_target"):
        jax.jit(call)(jnp.ones(3)).block_until_ready()


def test_nans_are_found() -> None:
    with jax.debug_nans(True), pytest.raises(FloatingPointError):
        jax.jit(jnp.log)(jnp.array([-1.0])).block_until_ready()


def test_arrays_are_pickled() -> None:
    x = jnp.arange(10.0)
    again = pickle.loads(pickle.dumps(x))
    np.testing.assert_array_equal(again, x)
    assert again.devices() == x.devices()


def test_what_is_placed_on_the_cpu_stays_there() -> None:
    [cpu, *_] = jax.devices("cpu")
    x = jax.device_put(np.arange(4.0, dtype=np.float32), cpu)
    y = jax.jit(lambda x: jnp.sort(-x))(x)
    assert y.devices() == {cpu}
    z = jax.device_put(y, jax.devices()[0]) + 1
    assert z.devices() == {jax.devices()[0]}
    np.testing.assert_array_equal(z, [-2, -1, 0, 1])


def test_custom_partitioning() -> None:
    from jax.experimental.custom_partitioning import custom_partitioning

    double = custom_partitioning(lambda x: 2 * x)

    def partition(mesh: Any, arg_shapes: Any, result_shape: Any) -> Any:
        shardings = tuple(each.sharding for each in arg_shapes)
        return mesh, lambda x: 2 * x, result_shape.sharding, shardings

    double.def_partition(
        partition=partition,
        infer_sharding_from_operands=lambda mesh, arg_shapes, shape: arg_shapes[0].sharding,
        sharding_rule="i -> i",
    )
    mesh = Mesh(np.array(jax.devices()[:1]), ("x",))
    x = jax.device_put(np.arange(8, dtype=np.float32), NamedSharding(mesh, PartitionSpec("x")))
    np.testing.assert_array_equal(jax.jit(double)(x), 2 * np.arange(8))
