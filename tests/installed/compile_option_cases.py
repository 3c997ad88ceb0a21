"""Prints the compile options that a jaxlib sends, as hexadecimal text by case: in the environment of either jaxlib.

    compile_option_cases.py flags < TEXTS    one message for each JSON text of XLA_FLAGS; null where it is refused
    compile_option_cases.py options          of options that are set one by one
    compile_option_cases.py programs         of programs that jax compiles, on eight CPU devices

What XLA_FLAGS say is read once in a process, and upstream's jaxlib ends one whose value it doesn't like: each
text is a forked child's.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np


def _message(make: Callable[[], bytes]) -> str | None:
    """What ``make`` gives in a child, or None where that fails or the process ends."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            os.write(writer, make())
        except ValueError:
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        message = stream.read()
    return message.hex() if os.waitpid(child, 0)[1] == 0 else None


def flags(texts: list[str]) -> dict[str, str | None]:
    """Of no option but those of XLA_FLAGS."""
    from jaxlib.xla_client import CompileOptions

    def make(text: str) -> bytes:
        os.environ["XLA_FLAGS"] = text
        return bytes(CompileOptions().SerializeAsString())

    return {text: _message(partial(make, text)) for text in texts}


def options() -> dict[str, str]:
    """Of each option, and of messages that are read and written."""
    from jaxlib import xla_client as xc

    f32, s4 = xc.PrimitiveType.F32, xc.PrimitiveType.S4
    array = xc.Shape.array_shape(f32, (2, 3), (0, 1))
    shapes = {
        "array": array,
        "scalar": xc.Shape.scalar_shape(f32),
        "token": xc.Shape.token_shape(),
        "bounded": xc.Shape.array_shape(f32, (3, 4), (1, 0), [True, False]),
        "empty": xc.Shape.array_shape(s4, (3, 0)),
    }
    shapes["tuple"] = xc.Shape.tuple_shape(list(shapes.values()))
    values: dict[str, list[Any]] = {
        "num_replicas": [2],
        "num_partitions": [8],
        "use_spmd_partitioning": [True],
        "use_auto_spmd_partitioning": [True],
        "use_shardy_partitioner": [True],
        "optimization_level": [2],
        "memory_fitting_level": [1, -1],
        "exec_time_optimization_effort": [0.25, -1.0],
        "memory_fitting_effort": [0.5],
        "allow_spmd_sharding_propagation_to_parameters": [[True, False, True], []],
        "allow_spmd_sharding_propagation_to_output": [[True], []],
        "auto_spmd_partitioning_mesh_shape": [[2, 4]],
        "auto_spmd_partitioning_mesh_ids": [[1, 0]],
        "fdo_profile": [b"profile", b""],
        "device_assignment": [xc.DeviceAssignment.create(np.array([[3, 1], [0, 2]], np.int32))],
        "result_layout": list(shapes.values()),
    }
    found: dict[str, bytes] = {}

    def add(name: str, change: Callable[[Any], None]) -> None:
        made = xc.CompileOptions()
        change(made)
        found[name] = made.SerializeAsString()

    def build(name: str, value: Any) -> Callable[[Any], None]:
        return lambda made: setattr(made.executable_build_options, name, value)

    def whole(name: str, value: Any) -> Callable[[Any], None]:
        return lambda made: setattr(made, name, value)

    def flag(name: str, value: Any) -> Callable[[Any], None]:
        return lambda made: setattr(made.executable_build_options.debug_options, name, value)

    for name, tried in values.items():
        if hasattr(xc.CompileOptions().executable_build_options, name):
            for number, value in enumerate(tried):
                add(f"{name} {number}", build(name, value))
    for name, shape in shapes.items():
        add(f"argument {name}", whole("argument_layouts", [shape, array]))
    for name, value in {
        "parameter_is_tupled_arguments": True,
        "compile_portable_executable": True,
        "profile_version": 7,
        "env_option_overrides": [("b", 1.5), ("a", True), ("c", -3), ("a", "text"), ("d", False)],
    }.items():
        add(name, whole(name, value))
    # Upstream's does not keep alive what a part belongs to.
    kept = xc.CompileOptions()
    parts = kept.executable_build_options
    debug = parts.debug_options
    for name in sorted(option for option in dir(debug) if option.startswith("xla_")):
        now = getattr(debug, name)
        new = {bool: not now, int: 7, str: "a,b"}.get(type(now), now)
        add(name, flag(name, new))
    for name, message in {**found, "nothing": b"", "no build options": bytes([0x1A, 0])}.items():
        made = xc.CompileOptions.ParseFromString(message)
        found[f"read {name}"] = made.SerializeAsString()
    return {name: message.hex() for name, message in found.items()}


def programs() -> dict[str, str]:
    """Of programs with compiler options, precisions, meshes and settings."""
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
    import jax
    import jax.numpy as jnp
    from jax._src import compiler
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    jax.devices()
    found: list[bytes] = []
    compiled = compiler.compile_or_get_cached

    def record(
        backend: Any, computation: Any, devices: Any, compile_options: Any, *more: Any, **named: Any
    ) -> Any:
        found.append(compile_options.SerializeAsString())
        return compiled(backend, computation, devices, compile_options, *more, **named)

    compiler.compile_or_get_cached = record
    x: Any = np.ones((8, 8), np.float32)

    def matmul(a: Any) -> Any:
        return jnp.sin(a) @ a

    def compiled_on(sharding: Any, outputs_too: bool) -> Any:
        outputs = {"out_shardings": sharding} if outputs_too else {}
        return jax.jit(matmul, in_shardings=sharding, **outputs).lower(x).compile()

    cases: dict[str, Callable[[], Any]] = {"plain": lambda: jax.jit(matmul).lower(x).compile()}
    for given in (
        {"xla_cpu_enable_fast_math": True},
        {"xla_embed_ir_in_executable": "true", "xla_backend_optimization_level": 1},
        {"exec_time_optimization_effort": 0.5},
        {"optimization_level": 1},
    ):
        cases[f"options {given}"] = partial(jax.jit(matmul).lower(x).compile, given)
    for precision in ("highest", "bfloat16", "tensorfloat32"):

        def with_precision(precision: str = precision) -> Any:
            with jax.default_matmul_precision(precision):
                return jax.jit(matmul).lower(x).compile()

        cases[f"precision {precision}"] = with_precision
    for shape, axes in (((8,), ("x",)), ((2, 4), ("x", "y")), ((2, 2, 2), ("x", "y", "z"))):
        mesh = Mesh(np.array(jax.devices()).reshape(shape)[::-1], axes)
        for spec in (PartitionSpec(), PartitionSpec("x"), PartitionSpec(None, axes)):
            cases[f"mesh {shape} {spec}"] = partial(compiled_on, NamedSharding(mesh, spec), True)
        free = partial(compiled_on, NamedSharding(mesh, PartitionSpec("x")), False)
        cases[f"mesh {shape}, outputs free"] = free
    for name, value in {
        "jax_exec_time_optimization_effort": 0.5,
        "jax_optimization_level": "O1",
        "jax_memory_fitting_effort": 0.5,
        "jax_disable_most_optimizations": True,
        "jax_xla_profile_version": 3,
        "jax_compiler_detailed_logging_min_ops": 0,
    }.items():
        if not hasattr(jax.config, name):
            continue

        def with_setting(name: str = name, value: Any = value) -> Any:
            before = getattr(jax.config, name)
            jax.config.update(name, value)
            try:
                return jax.jit(matmul).lower(x).compile()
            finally:
                jax.config.update(name, before)

        cases[f"setting {name}"] = with_setting
    results: dict[str, str] = {}
    for name, run in cases.items():
        found.clear()
        jax.clear_caches()
        try:
            run()
            ended = ""
        except Exception as error:  # its type is part of the result
            ended = type(error).__name__
        results[name] = " ".join([*(message.hex() for message in found), ended])
    return results


if __name__ == "__main__":
    action = {"flags": lambda: flags(json.load(sys.stdin)), "options": options, "programs": programs}
    print(json.dumps(action[sys.argv[1]]()))
