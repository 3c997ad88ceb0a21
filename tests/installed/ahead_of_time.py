"""Compiles real programs for absent hardware, and prints the result of each.

Run by ``test_topologies.py`` in an environment with plugins and no device:

    JAX_PLATFORMS=cpu python ahead_of_time.py TARGET ... [-- PROGRAM ...]

The last line is JSON about the process and each target, with the facts of each program's executable. The sizes are
defined here; the numbers that follow from them are in the test, counted by hand.
"""

from __future__ import annotations

import collections
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental.custom_partitioning import custom_partitioning
from jax.experimental.topologies import make_mesh
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies

#: jax and its arrays are seen without types here.
Array = Any
Lowered = Any
Topology = Any


def shape(sizes: tuple[int, ...], dtype: str, mesh: Mesh, *spec: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(sizes, dtype, sharding=NamedSharding(mesh, PartitionSpec(*spec)))


def alone(topology: Topology) -> Mesh:
    return Mesh(topology.devices[:1], ("x",))


def matmul(topology: Topology) -> Lowered:
    mesh = alone(topology)
    sizes = ((1024, 512), (512, 2048))
    return jax.jit(jnp.matmul).lower(*(shape(size, "bfloat16", mesh) for size in sizes))


def convolution(topology: Topology) -> Lowered:
    mesh = alone(topology)
    images, kernel = ((8, 34, 34, 64), (3, 3, 64, 128))

    def convolve(x: Array, w: Array) -> Array:
        return lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    return jax.jit(convolve).lower(shape(images, "bfloat16", mesh), shape(kernel, "bfloat16", mesh))


def attention(topology: Topology) -> Lowered:
    mesh = alone(topology)
    qkv = [shape((2, 512, 8, 64), "bfloat16", mesh)] * 3
    return jax.jit(partial(jax.nn.dot_product_attention, is_causal=True)).lower(*qkv)


def cholesky(topology: Topology) -> Lowered:
    """What XLA does not do by itself on a GPU: a call of cuSOLVER through one of jaxlib's handlers."""
    return jax.jit(jnp.linalg.cholesky).lower(shape((64, 64), "float32", alone(topology)))


def training(topology: Topology) -> Lowered:
    """A step of momentum descent, batch and both axes of every weight sharded: data, model and FSDP parallel."""
    count = len(topology.devices)
    model = 4 if count >= 16 else 2
    mesh = make_mesh(topology, (count // model, model), ("data", "model"))
    rows, columns = 512, 2048
    batch = [shape((256, rows), "float32", mesh, "data")] * 2
    weights = {
        "up": shape((rows, columns), "float32", mesh, "data", "model"),
        "down": shape((columns, rows), "float32", mesh, "model", "data"),
    }

    def loss(weights: Any, x: Array, y: Array) -> Array:
        hidden = jax.nn.gelu(x @ weights["up"])
        return jnp.mean((hidden @ weights["down"] - y) ** 2)

    def step(weights: Any, velocity: Any, x: Array, y: Array) -> Any:
        value, slope = jax.value_and_grad(loss)(weights, x, y)
        velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, slope)
        return jax.tree.map(lambda w, v: w - 0.1 * v, weights, velocity), velocity, value

    placed = jax.tree.map(lambda leaf: leaf.sharding, weights)
    whole = NamedSharding(mesh, PartitionSpec())
    jitted = jax.jit(step, donate_argnums=(0, 1), out_shardings=(placed, placed, whole))
    return jitted.lower(weights, weights, *batch)


def collectives(topology: Topology) -> Lowered:
    """Each collective once, by name, over all devices."""
    count = len(topology.devices)
    mesh = make_mesh(topology, (count,), ("x",))
    ring = [(i, (i + 1) % count) for i in range(count)]

    def each(x: Array) -> Array:
        total = lax.psum(jnp.sin(x), "x")
        passed = lax.ppermute(x * total, "x", ring)
        swapped = lax.all_to_all(passed, "x", 1, 0, tiled=True)
        scattered = lax.psum_scatter(jnp.cos(swapped), "x", scatter_dimension=0, tiled=True)
        return lax.all_gather(scattered, "x", axis=0, tiled=True)

    spec = PartitionSpec("x")
    mapped = jax.shard_map(each, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False)
    return jax.jit(mapped).lower(shape((count * 8 * count, count * 128), "float32", mesh, "x"))


_normalize = custom_partitioning(lambda x: x / jnp.sum(x, axis=-1, keepdims=True))


def _partition(mesh: Mesh, arguments: Any, result: Any) -> Any:
    # What only the partitioned form does, so that its presence in the program shows which one was taken.
    def shard(x: Array) -> Array:
        return x / jnp.sum(jnp.sin(x), axis=-1, keepdims=True)

    return mesh, shard, result.sharding, (arguments[0].sharding,)


_normalize.def_partition(
    partition=_partition,
    infer_sharding_from_operands=lambda mesh, arguments, result: arguments[0].sharding,
    sharding_rule="i j -> i j",
)


def partitioned(topology: Topology) -> Lowered:
    mesh = Mesh(topology.devices, ("x",))
    x = shape((len(topology.devices) * 16, 128), "float32", mesh, "x")
    return jax.jit(_normalize, out_shardings=x.sharding).lower(x)


def too_large(topology: Topology) -> Lowered:
    """All of one device's memory, and as much again."""
    x = shape((topology.memory >> 16, 1 << 16), "int8", alone(topology))
    return jax.jit(lambda x: x + 1).lower(x)


PROGRAMS: dict[str, Callable[[Topology], Lowered]] = {
    program.__name__: program
    for program in (matmul, convolution, attention, cholesky, training, collectives, partitioned, too_large)
}


#: Who takes part in a collective: spelled out, as a shape of all devices in order, or by axes of the mesh.
_GROUPS = (
    r"(?:replica_groups|source_target_pairs)=(\{\{.*?\}\}|\[[0-9,]+\]<=\[[0-9,]+\]|mesh\[.*?\] ?\{.*?\})"
)


def facts(lowered: Lowered, platform: str) -> dict[str, Any]:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as dump:
        # XLA leaves the PTX of every kernel there; a newer one only what it calls the architecture.
        options = {"xla_dump_to": dump} if platform == "cuda" else {}
        compiled = lowered.compile(compiler_options=options)
        seconds = time.perf_counter() - began
        ptx = "".join(path.read_text("utf-8", "replace") for path in Path(dump).glob("*.ptx"))
        names = " ".join(path.name for path in Path(dump).glob("*_gpu_after_optimizations.txt"))
    text = compiled.as_text()
    memory = compiled.memory_analysis()
    ops = collections.Counter(re.findall(r" ([a-z][a-z-]*?)(?:-start)?\(", text))
    return {
        "seconds": round(seconds, 2),
        "arguments": memory.argument_size_in_bytes,
        "outputs": memory.output_size_in_bytes,
        "temporary": memory.temp_size_in_bytes,
        "aliased": memory.alias_size_in_bytes,
        # XLA:GPU has no cost analysis for what it compiles without a device.
        "flops": (compiled.cost_analysis() or {}).get("flops"),
        "ops": ops,
        "custom_calls": sorted(set(re.findall(r'custom_call_target="([^"]+)"', text))),
        "groups": sorted(set(re.findall(_GROUPS, text))),
        "signature": _signature(text),
        "architectures": sorted(
            set(re.findall(r"^\.target (\w+)", ptx, re.M))
            or {name.replace(".", "") for name in re.findall(r"\.(sm_[0-9]+\.[0-9]a?)_gpu", names)}
        ),
        "size": len(compiled.runtime_executable().serialize()),
    }


def _signature(text: str) -> str:
    """The entry's parameters and results on one device, as ``f32[8,16],f32[16]->f32[8]``."""
    head = text.splitlines()[0].partition("entry_computation_layout={")[2]
    parameters, _, rest = head.partition("->")
    results, depth = "", 0
    for character in rest:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            break
        results += character
    # Layouts are the compiler's own business; tuples and numbering are of no interest.
    return re.sub(r"\{.*?\}|/\*.*?\*/|[() ]", "", f"{parameters}->{results}")


def main(arguments: list[str]) -> None:
    targets, _, chosen = " ".join(arguments).partition(" -- ")
    # Backends first: what this process runs on is none of a target's business.
    out: dict[str, Any] = {"default": jax.default_backend()}
    before = set(os.environ)
    keep = os.environ.get("AOT_KEEP")
    for name in targets.split():
        topology = topologies.get(name)
        out[name] = {
            "devices": len(topology.devices),
            "kind": topology.devices[0].device_kind,
            "hosts": len({device.process_index for device in topology.devices}),
            "memory": topology.memory,
        }
        for program in chosen.split() or PROGRAMS:
            try:
                out[name][program] = facts(PROGRAMS[program](topology), topology.platform)
            except jax.errors.JaxRuntimeError as error:
                out[name][program] = {"error": str(error)}
        out["left_in_environment"] = sorted(set(os.environ) - before)
        mapped = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()}
        out["nvidia"] = sorted(path for path in mapped if re.search(r"/lib(cu|nv|nccl)[^/]*\.so", path))
        if keep:
            # What has been found is whole or not there: whoever runs this may be stopped.
            (scratch := Path(keep, "scratch")).write_text(json.dumps(out), "utf-8")
            scratch.replace(Path(keep, f"{name}.json"))
    print(json.dumps(out))


if __name__ == "__main__":
    main(sys.argv[1:])
