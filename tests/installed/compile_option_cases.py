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


def _shapes() -> dict[str, Any]:
    from jaxlib import xla_client as xc

    f32, s4 = xc.PrimitiveType.F32, xc.PrimitiveType.S4
    shapes = {
        "array": xc.Shape.array_shape(f32, (2, 3), (0, 1)),
        "scalar": xc.Shape.scalar_shape(f32),
        "token": xc.Shape.token_shape(),
        "bounded": xc.Shape.array_shape(f32, (3, 4), (1, 0), [True, False]),
        "empty": xc.Shape.array_shape(s4, (3, 0)),
    }
    return shapes | {"tuple": xc.Shape.tuple_shape(list(shapes.values()))}


def _build_options(shapes: dict[str, Any]) -> dict[str, list[Any]]:
    """The values that are tried of each option of a build, by its name."""
    from jaxlib import xla_client as xc

    return {
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


def options() -> dict[str, str]:
    """Of each option, and of messages that are read and written."""
    from jaxlib import xla_client as xc

    shapes = _shapes()
    found: dict[str, bytes] = {}

    def add(name: str, part: Callable[[Any], Any], option: str, value: Any) -> None:
        made = xc.CompileOptions()
        setattr(part(made), option, value)
        found[name] = made.SerializeAsString()

    for option, tried in _build_options(shapes).items():
        if hasattr(xc.CompileOptions().executable_build_options, option):
            for number, value in enumerate(tried):
                add(f"{option} {number}", lambda made: made.executable_build_options, option, value)
    for name, shape in shapes.items():
        add(f"argument {name}", lambda made: made, "argument_layouts", [shape, shapes["array"]])
    for option, value in {
        "parameter_is_tupled_arguments": True,
        "compile_portable_executable": True,
        "profile_version": 7,
        "env_option_overrides": [("b", 1.5), ("a", True), ("c", -3), ("a", "text"), ("d", False)],
    }.items():
        add(option, lambda made: made, option, value)
    # Upstream's does not keep alive what a part belongs to.
    kept = xc.CompileOptions()
    parts = kept.executable_build_options
    debug = parts.debug_options
    for option in sorted(option for option in dir(debug) if option.startswith("xla_")):
        now = getattr(debug, option)
        new = {bool: not now, int: 7, str: "a,b"}.get(type(now), now)
        add(option, lambda made: made.executable_build_options.debug_options, option, new)
    # Of two messages, one after the other, the second one's options are added to the first one's or replace them.
    entry = b"\n\x01a\x12\x01b"
    added = b"\xa2\x1f" + bytes([len(entry)]) + entry + b"\xf8\x01\x02"
    for _ in ("debug options", "build options"):
        added = bytes([0x1A, len(added)]) + added
    found["two messages"] = xc.CompileOptions.ParseFromString(
        found["num_replicas 0"] + added
    ).SerializeAsString()
    for name, message in {**found, "nothing": b"", "no build options": bytes([0x1A, 0])}.items():
        made = xc.CompileOptions.ParseFromString(message)
        found[f"read {name}"] = made.SerializeAsString()
    return {name: message.hex() for name, message in found.items()}


def _matmul(a: Any) -> Any:
    import jax.numpy as jnp

    return jnp.sin(a) @ a


def _compiled(**shardings: Any) -> Any:
    import jax

    return jax.jit(_matmul, **shardings).lower(np.ones((8, 8), np.float32)).compile()


def _configured(name: str, value: Any) -> Any:
    """Compile while an option of jax's has a value."""
    import jax

    before = getattr(jax.config, name)
    jax.config.update(name, value)
    try:
        return _compiled()
    finally:
        jax.config.update(name, before)


def _compiling() -> dict[str, Callable[[], Any]]:
    """Programs with compiler options, precisions, meshes and settings, by name."""
    import jax
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    lowered = jax.jit(_matmul).lower(np.ones((8, 8), np.float32))
    cases: dict[str, Callable[[], Any]] = {"plain": _compiled}
    for given in (
        {"xla_cpu_enable_fast_math": True},
        {"xla_embed_ir_in_executable": "true", "xla_backend_optimization_level": 1},
        {"exec_time_optimization_effort": 0.5},
        {"optimization_level": 1},
    ):
        cases[f"options {given}"] = partial(lowered.compile, given)
    for precision in ("highest", "bfloat16", "tensorfloat32"):
        cases[f"precision {precision}"] = partial(_configured, "jax_default_matmul_precision", precision)
    for shape, axes in (((8,), ("x",)), ((2, 4), ("x", "y")), ((2, 2, 2), ("x", "y", "z"))):
        mesh = Mesh(np.array(jax.devices()).reshape(shape)[::-1], axes)
        for spec in (PartitionSpec(), PartitionSpec("x"), PartitionSpec(None, axes)):
            sharding = NamedSharding(mesh, spec)
            cases[f"mesh {shape} {spec}"] = partial(_compiled, in_shardings=sharding, out_shardings=sharding)
        free = partial(_compiled, in_shardings=NamedSharding(mesh, PartitionSpec("x")))
        cases[f"mesh {shape}, outputs free"] = free
    for name, value in {
        "jax_exec_time_optimization_effort": 0.5,
        "jax_optimization_level": "O1",
        "jax_memory_fitting_effort": 0.5,
        "jax_disable_most_optimizations": True,
        "jax_xla_profile_version": 3,
        "jax_compiler_detailed_logging_min_ops": 0,
    }.items():
        if hasattr(jax.config, name):
            cases[f"setting {name}"] = partial(_configured, name, value)
    return cases


def programs() -> dict[str, str]:
    """Of programs that jax compiles."""
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
    import jax
    from jax._src import compiler

    jax.devices()
    found: list[bytes] = []
    compiled = compiler.compile_or_get_cached

    def record(
        backend: Any, computation: Any, devices: Any, compile_options: Any, *more: Any, **named: Any
    ) -> Any:
        found.append(compile_options.SerializeAsString())
        return compiled(backend, computation, devices, compile_options, *more, **named)

    compiler.compile_or_get_cached = record
    results: dict[str, str] = {}
    for name, run in _compiling().items():
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
