"""What a topology's devices, memories, client and programs say of themselves: the same by either jaxlib.

Run in an environment with plugins and no device: ``JAX_PLATFORMS=cpu python topology_cases.py TARGET ...``. The
last line is JSON: by target and question, the answer or the error.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.lib import xla_client
from jax.experimental import serialize_executable
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding
from jaxlib_core import topologies

KINDS = ("device", "pinned_host", "unpinned_host", "nonsense", None)


def answer(question: Callable[[], Any]) -> Any:
    """What it returns, or its error, with paths and addresses left out."""
    try:
        return question()
    except Exception as error:  # whatever it is, it is what is compared
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def of_memory(memory: Any) -> list[Any]:
    return [repr(memory), str(memory), memory.kind, memory.platform, memory.process_index,
            [device.id for device in memory.addressable_by_devices()], type(memory).__name__]  # fmt: skip


def offloaded(mesh: Mesh) -> Any:
    """A program whose intermediate value lies in the host's memory."""

    def program(x: Any) -> Any:
        there = jax.device_put(x * 2, NamedSharding(mesh, PartitionSpec(), memory_kind="pinned_host"))
        return jax.device_put(there, NamedSharding(mesh, PartitionSpec(), memory_kind="device")) + 1

    return jax.jit(program).lower(argument(mesh))


def argument(mesh: Mesh) -> Any:
    return jax.ShapeDtypeStruct((128, 128), jnp.float32, sharding=NamedSharding(mesh, PartitionSpec()))


def results_on_host(mesh: Mesh) -> Any:
    there = NamedSharding(mesh, PartitionSpec(), memory_kind="pinned_host")
    return jax.jit(lambda x: jnp.sin(x @ x), out_shardings=there).lower(argument(mesh))


def pickled(compiled: Any) -> list[Any]:
    """A serialized program keeps its client's and devices' places, which another process fills."""
    content, inputs, outputs = serialize_executable.serialize(compiled)
    places = [type(part).__name__ for part in (content, inputs, outputs)]
    client = compiled.runtime_executable()
    return [places, len(client.serialize()) < len(content)]


def memory_of(device: Any, kind: str | None) -> str:
    return repr(device.memory(kind))


def kind_of(device: Any, kind: str | None) -> Any:
    return SingleDeviceSharding(device, memory_kind=kind).memory_kind


def of(target: str) -> dict[str, Any]:
    topology = topologies.get(target)
    first, last = topology.devices[0], topology.devices[-1]
    client, every = first.client, xla_client.DeviceList(tuple(topology.devices))
    alone, mesh = xla_client.DeviceList((first,)), Mesh(topology.devices[:1], ("x",))
    compiled = jax.jit(lambda x: jnp.sin(x) @ x).lower(argument(mesh)).compile()
    module = jax.jit(lambda x: x + 1).lower(argument(mesh)).compiler_ir()
    options = xla_client.CompileOptions()
    questions: dict[str, Callable[[], Any]] = {
        "is a client": lambda: [isinstance(client, xla_client.Client), type(client).__mro__[1].__name__],
        "memories": lambda: [of_memory(m) for device in (first, last) for m in device.addressable_memories()],
        "default memory": lambda: of_memory(last.default_memory()),
        "default memory kind": lambda: every.default_memory_kind,
        "memory kinds": lambda: list(every.memory_kinds),
        "memory statistics": first.memory_stats,
        "stream": first.get_stream_for_external_ready_events,
        "live arrays": lambda: [client.live_arrays(), client.live_executables(), client.local_devices()],
        "places": lambda: [client.device_count(), client.process_index(), client.unsafe_client_pointer],
        "version": lambda: [client.platform, client.platform_version, client.runtime_type],
        "attribute": lambda: client.nonsense,
        "StableHLO": lambda: client.stablehlo_current_version,
        "device of hardware": lambda: client.device_from_local_hardware_id(0),
        "defragment": client.defragment,
        "compiled": lambda: type(client.compile(module, alone, options)).__name__,
        "compiled and loaded": lambda: client.compile_and_load(module, alone, options),
        "deserialized": lambda: client.deserialize_executable(b"nothing", alone, options),
        "layout": lambda: str(client.get_default_layout(np.dtype("float32"), (128, 128), first)),
        "put": lambda: jax.device_put(np.ones(3), first),
        "called": lambda: compiled(np.ones((128, 128), np.float32)),
        "pickled device": lambda: pickle.dumps(first).hex() and "",
        "serialized": lambda: pickled(compiled),
        "loaded": lambda: serialize_executable.deserialize_and_load(
            *serialize_executable.serialize(compiled), backend=client, execution_devices=[first]
        ),
        "offloaded": lambda: offloaded(mesh).as_text(),
        "offloaded, compiled": lambda: str(offloaded(mesh).compile().output_shardings),
        "results on the host": lambda: results_on_host(mesh).as_text(),
        "input shardings": lambda: str(compiled.input_shardings),
    }  # fmt: skip
    for kind in KINDS:
        questions[f"memory {kind}"] = partial(memory_of, first, kind)
        questions[f"kind {kind}"] = partial(kind_of, first, kind)
    return {name: answer(question) for name, question in questions.items()}


if __name__ == "__main__":
    print(json.dumps({target: of(target) for target in sys.argv[1:]}))
