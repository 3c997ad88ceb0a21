"""Programs: arguments, replicas, partitions, options, serialization, queries."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jaxlib_pjrt as pjrt
import numpy as np
from pjrt_api.checking import raises, same
from pjrt_api.programs import ADD, CLIENT, X, text


def check_arguments_must_be_what_the_program_takes() -> None:
    add = CLIENT.compile(ADD)
    assert add.parameters == [((3,), np.dtype("float32"))] * 2
    wrong = "argument 1: wanted float32[3], found int32[3]"
    raises(pjrt.errors.InvalidArgument, wrong, lambda: add(X, X.astype(np.int32)))
    raises(pjrt.errors.InvalidArgument, "found float32[4]", lambda: add(np.zeros(4, np.float32), X))
    raises(pjrt.errors.InvalidArgument, "found float32[1,3]", lambda: add(CLIENT.buffer(X[None]), X))
    raises(pjrt.errors.InvalidArgument, "expected 2", lambda: add(X))
    other = pjrt.Client("cpu", cpu_device_count=1)
    raises(ValueError, "another client", lambda: add(other.buffer(X), X))
    raises(pjrt.errors.InvalidArgument, "on device", lambda: add(CLIENT.buffer(X, CLIENT.devices[1]), X))


def check_replicas_and_their_devices() -> None:
    both = CLIENT.compile(ADD, pjrt.CompileOptions(num_replicas=2))
    (out,) = both((X, X + 1), X)
    assert isinstance(out, pjrt.Shards)
    assert out.devices == tuple(CLIENT.devices) == tuple(both.devices)
    same(out[0], X + X)
    same(out.block_until_ready()[1], X + X + 1)
    assert out.is_ready
    raises(ValueError, "2 devices", lambda: both((X, X, X), X))
    swapped = CLIENT.compile(ADD, pjrt.CompileOptions(num_replicas=2, device_assignment=[[1], [0]]))
    assert [device.id for device in swapped.devices] == [1, 0]
    second = CLIENT.compile(ADD, pjrt.CompileOptions(device_assignment=[[1]]))
    assert second(X, X)[0].device == CLIENT.devices[1]
    assert CLIENT.default_device_assignment(2) == [0, 1]


def check_partitions() -> None:
    program = text(
        """%z = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0]
          : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
        return %0 : tensor<f32>""",
        '%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}',
        '(tensor<f32> {mhlo.sharding = "{replicated}"})',
        "attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32}",
    )
    options = pjrt.CompileOptions(num_partitions=2, use_spmd_partitioning=True)
    total = CLIENT.compile(program, options)
    assert total.num_partitions == 2
    assert total.parameters == [((2,), np.dtype("float32"))]
    (out,) = total((np.float32([1, 2]), np.float32([3, 4])))
    assert [float(np.asarray(shard)) for shard in out] == [10, 10]

    def sums(number: int) -> set[float]:
        """Sums whose parts the devices exchange, while other threads' executions do the same."""
        total = CLIENT.compile(program, options)
        values = np.float32([number, 0]), np.float32([0, number])
        running = [total(values)[0] for _ in range(100)]
        return {float(np.asarray(shard)) for out in running for shard in out}

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(sums, range(4))) == [{0}, {2}, {4}, {6}]


def check_executables_are_serialized_and_loaded() -> None:
    data = CLIENT.compile(ADD).serialize()
    same(CLIENT.load(data)(X, X)[0], X + X)
    moved = CLIENT.load(data, pjrt.CompileOptions(device_assignment=[[1]]))
    assert moved(X, X)[0].device == CLIENT.devices[1]
    raises(pjrt.PjrtError, "", lambda: CLIENT.load(b"nothing of the kind"))
    # What the library itself gave, as another tool would have it.
    same(CLIENT.load(data[24:])(X, X)[0], X + X)


def check_queries() -> None:
    add = CLIENT.compile(ADD)
    assert (add.name, add.num_outputs, add.num_replicas, add.num_partitions) == ("m", 1, 1, 1)
    assert add.output_shapes == [(3,)]
    assert add.output_dtypes == [np.dtype("float32")]
    assert add.cost_analysis()["flops"] == 3
    stats = add.memory_stats()
    assert (stats["arguments"], stats["outputs"]) == (24, 12)
    assert 0 < stats["peak"] <= 24 + 12 + stats["temporaries"]
    kind, program = add.optimized_program()
    assert kind.startswith("hlo")
    assert b"add" in program
    assert add.fingerprint == CLIENT.compile(ADD).fingerprint
    assert CLIENT.buffer(np.zeros((2, 3))).layout == ((1, 0), ())
    assert CLIENT.plugin.api_version >= (0, 80)
    assert CLIENT.plugin.has("PJRT_Buffer_CopyToMemory")
    raises(ValueError, "PJRT_Nonsense", lambda: CLIENT.plugin.has("PJRT_Nonsense"))
    version = CLIENT.plugin.attributes["stablehlo_current_version"]
    assert isinstance(version, tuple)
    assert version >= (1, 0, 0)


def compile_with(overrides: dict[str, str | bool | int | float]) -> pjrt.LoadedExecutable:
    executable: pjrt.LoadedExecutable = CLIENT.compile(ADD, pjrt.CompileOptions(overrides=overrides))
    return executable


def check_compile_options() -> None:
    same(
        compile_with({"xla_cpu_enable_fast_math": True, "xla_backend_optimization_level": 0})(X, X)[0], X + X
    )
    # What the plugin chooses besides: its library by itself takes the number where the other is NaN.
    extremes = text(
        "%0 = stablehlo.maximum %a, %b : tensor<2xf32> return %0 : tensor<2xf32>",
        "%a: tensor<2xf32>, %b: tensor<2xf32>",
        "tensor<2xf32>",
    )
    one: Any = np.ones(2, np.float32)
    nan: Any = np.array([np.nan, 2], np.float32)
    folder = tempfile.TemporaryDirectory()
    cache = pjrt.CompileCache(folder.name)
    for options in (None, pjrt.CompileOptions()):
        same(CLIENT.compile(extremes, options)(one, nan)[0], nan)
        same(cache.compile(CLIENT, extremes, options)(one, nan)[0], nan)
    fast = pjrt.CompileOptions(overrides={"xla_cpu_enable_fast_min_max": True})
    same(CLIENT.compile(extremes, fast)(one, nan)[0], [np.float32(1), np.float32(2)])
    same(cache.compile(CLIENT, extremes, fast)(one, nan)[0], [np.float32(1), np.float32(2)])
    same(
        CLIENT.compile(extremes, pjrt.CompileOptions().serialize())(one, nan)[0],
        [np.float32(1), np.float32(2)],
    )
    raises(ValueError, "num_replicas", lambda: pjrt.CompileOptions(num_replicas=0))
    raises(ValueError, "2 rows", lambda: pjrt.CompileOptions(num_replicas=2, device_assignment=[[0]]))
