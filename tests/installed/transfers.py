"""Run in an environment with jax: host callbacks of a plugin that sends operands and receives results, as a TPU's.

python transfers.py SHIM PROGRAM [own]: SHIM is the library of `fakes/transfers_shim.c`, whose variable SHIM_PROGRAM
names the file PROGRAM. Prints a line for each case, the same with every jaxlib. With ``own``, only those cases in
which upstream's jaxlib ends the process or reads memory that is not the result's.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import _jax
from jax._src.lib.mlir import ir
from jax.experimental import io_callback
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib import xla_client

Values = Sequence[tuple[Any, tuple[int, ...]]]  # of arrays: the dtype and the shape
F32: Values = [(np.float32, (2,))]
TOKEN: Values = [(np.bool_, (0,))]
#: The name and the zero of each dtype in a program.
TYPES = {
    "bfloat16": ("bf16", "0.0"),
    "bool": ("i1", "false"),
    "float32": ("f32", "0.0"),
    "int32": ("i32", "0"),
}


def stand_in(operands: Values, results: Values) -> str:
    """Write the program that stands for the next one with callbacks; its results are zeros."""

    def types(values: Values) -> list[str]:
        sizes = ["".join(f"{size}x" for size in shape) for _, shape in values]
        names = [TYPES[np.dtype(dtype).name][0] for dtype, _ in values]
        return [f"tensor<{size}{name}>" for size, name in zip(sizes, names, strict=True)]

    given, returned = types(operands), types(results)
    zeros = [TYPES[np.dtype(dtype).name][1] for dtype, _ in results]
    lines = [
        f"func.func public @main({', '.join(f'%a{n}: {kind}' for n, kind in enumerate(given))})"
        f" -> ({', '.join(returned)}) {{",
        *(
            f"  %r{n} = stablehlo.constant dense<{zero}> : {kind}"
            for n, (zero, kind) in enumerate(zip(zeros, returned, strict=True))
        ),
        "  return "
        + ", ".join(f"%r{n}" for n in range(len(zeros)))
        + (" : " if zeros else "")
        + ", ".join(returned),
        "}",
    ]
    text = "\n".join(lines)
    Path(sys.argv[2]).write_text(text, "utf-8")
    return text


def pure(function: Callable[..., Any], *operands: Any, results: Any) -> Any:
    return jax.jit(lambda *given: jax.pure_callback(function, results, *given))(*operands)


def two_operands() -> Any:
    stand_in([(np.float32, (2, 3)), (np.int32, (4,))], [(np.float32, (3, 2)), (np.int32, (4,))])
    results = (jax.ShapeDtypeStruct((3, 2), jnp.float32), jax.ShapeDtypeStruct((4,), jnp.int32))
    matrix: Any = np.arange(6, dtype=np.float32).reshape(2, 3)
    return pure(
        lambda a, b: (np.asarray(a).T * 2, b + 1), matrix, np.arange(4, dtype=np.int32), results=results
    )


def an_exception() -> Any:
    def refuse(_: Any) -> Any:
        raise ValueError("no such row")

    stand_in(F32, F32)
    return pure(refuse, np.ones(2, np.float32), results=jax.ShapeDtypeStruct((2,), jnp.float32))


def another_shape() -> Any:
    stand_in(F32, F32)
    return pure(lambda _: np.ones(3), np.ones(2, np.float32), results=jax.ShapeDtypeStruct((2,), jnp.float32))


def printed() -> Any:
    stand_in(F32, [])
    jax.jit(lambda a: jax.debug.print("{}", a))(np.ones(2, np.float32))
    jax.effects_barrier()


def in_order() -> Any:
    stand_in([*TOKEN, *F32], TOKEN)
    step = jax.jit(lambda a: jax.debug.print("{}", a, ordered=True))
    for number in range(3):
        step(np.full(2, number, np.float32))
    jax.effects_barrier()


def without_operands() -> Any:
    seen: list[int] = []

    def count() -> Any:
        seen.append(len(seen))
        return np.int32(len(seen))

    stand_in([], [(np.int32, ())])
    os.environ["SHIM_TIMES"] = "5"
    result = int(jax.jit(lambda: io_callback(count, jax.ShapeDtypeStruct((), jnp.int32)))())
    del os.environ["SHIM_TIMES"]
    return result, seen


def after_its_program_is_gone() -> Any:
    stand_in(F32, F32)
    made = [
        pure(lambda a, n=n: a + n, np.ones(2, np.float32), results=jax.ShapeDtypeStruct((2,), jnp.float32))
        for n in range(20)
    ]
    jax.clear_caches()
    gc.collect()
    return [float(each[0]) for each in made]


def from_four_threads() -> Any:
    stand_in(F32, F32)
    step = jax.jit(lambda a: jax.pure_callback(lambda b: b * 2, jax.ShapeDtypeStruct((2,), jnp.float32), a))
    step(np.ones(2, np.float32))
    sums = [0.0] * 4

    def work(place: int) -> None:
        for number in range(50):
            sums[place] += float(step(np.full(2, number, np.float32))[0])

    threads = [threading.Thread(target=work, args=[place]) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sums


def given(function: Any, operands: Values, results: Values, devices: int = 1) -> Any:
    """Run a program that calls a function which jax has not wrapped; its results on each device."""
    client = jax.devices()[0].client
    shapes = [[xla_client.Shape.array_shape(np.dtype(dtype), shape) for dtype, shape in values]
              for values in (operands, results)]  # fmt: skip
    channels = list(range(2, 2 + len(operands))), list(range(20, 20 + len(results)))
    callback = client.make_python_callback_from_host_send_and_recv(function, *shapes, *channels, repr)
    options = xla_client.CompileOptions()
    options.num_replicas = devices
    assignment = np.arange(devices).reshape(devices, 1)
    options.device_assignment = xla_client.DeviceAssignment.create(assignment)
    with mlir.make_ir_context():
        module = ir.Module.parse(stand_in(operands, results))
        module.operation.attributes["x.mark"] = ir.StringAttr.get("pjrt_rendezvous")
        on = _jax.DeviceList(tuple(jax.devices()[:devices]))
        program = client.compile_and_load(module, on, options, [callback])
    mesh = Mesh(np.array(jax.devices()[:devices]), ("x",))  # make_mesh asks a TPU for coordinates
    arrays = [
        jax.device_put(
            np.arange(devices * np.prod(shape)).reshape(devices * shape[0], *shape[1:]).astype(dtype),
            NamedSharding(mesh, PartitionSpec("x")),
        )
        for dtype, shape in operands
    ]
    made = program.execute_sharded(arrays).disassemble_into_single_device_arrays()
    return [[np.asarray(each).tolist() for each in result] for result in made]


def checked(function: Any) -> Callable[[], Any]:
    return lambda: given(function, F32, F32)


def sent(how: str) -> Callable[[], Any]:
    def case() -> Any:
        os.environ["SHIM_SENT"] = how
        try:
            return given(lambda a: (a * 2,), [(np.float32, (5, 3))], [(np.float32, (5, 3))])
        finally:
            del os.environ["SHIM_SENT"]

    return case


def refused(*arguments: Any) -> Callable[[], Any]:
    return lambda: jax.devices()[0].client.make_python_callback_from_host_send_and_recv(*arguments)


def leave(_: Any) -> Any:
    sys.exit(3)


CASES: dict[str, Callable[[], Any]] = {
    "two operands, two results": two_operands,
    "an exception": an_exception,
    "another shape": another_shape,
    "printed": printed,
    "printed in order": in_order,
    "called five times": without_operands,
    "after its program is gone": after_its_program_is_gone,
    "from four threads": from_four_threads,
    "on two devices": lambda: given(lambda a: (a * 2,), F32, F32, devices=2),
    "booleans": lambda: given(lambda a: (~a,), [(np.bool_, (2,))], [(np.bool_, (2,))]),
    "bfloat16": lambda: given(lambda a: (a + 1,), [(jnp.bfloat16, (2,))], [(jnp.bfloat16, (2,))]),
    "by columns": lambda: given(
        lambda a: (np.asfortranarray(a + np.ones((3, 1), np.float32)),), F32, [(np.float32, (3, 2))]
    ),
    "None for a tuple": checked(lambda _: None),
    "a list for a tuple": checked(lambda a: [a * 2]),
    "more results": checked(lambda a: (a, a)),
    "a result of another shape": checked(lambda _: (np.ones(3, np.float32),)),
    "SystemExit": checked(leave),
}
SHAPE = xla_client.Shape.array_shape(np.dtype(np.float32), (2,))
OWN: dict[str, Callable[[], Any]] = {
    "in pieces": sent("pieces"),
    "too few bytes": sent("short"),
    "padded": sent("padded"),
    "float64 for float32": checked(lambda a: (a.astype(np.float64) * 3,)),
    "int32 for float32": checked(lambda _: (np.array([1, 2], np.int32),)),
    "a string for a number": checked(lambda _: (np.array(["a", "b"]),)),
    "complex for float32": checked(lambda a: (a * 1j,)),
    "fewer channels": refused(print, [SHAPE], [], [], []),
    "more channels": refused(print, [], [], [], [2]),
    "a tuple's shape": refused(print, [xla_client.Shape.tuple_shape([SHAPE])], [], [1], []),
    "a negative channel": refused(print, [SHAPE], [], [-1], []),
    "a large channel": refused(print, [], [SHAPE], [], [1 << 16]),
    "no function": refused(3, [], [], [], []),
}


def main() -> int:
    for name, case in (OWN if "own" in sys.argv else CASES).items():
        try:
            result = jax.tree.map(lambda leaf: leaf.tolist() if hasattr(leaf, "tolist") else leaf, case())
        except Exception as error:
            # The last line has no path; the shim's error has a dot and a quote behind the message.
            result = f"{type(error).__name__}: {str(error).splitlines()[-1]}"
        print(f"{name}: {result}", flush=True)
    return 0


if __name__ == "__main__":
    xla_bridge.register_plugin("tpu", library_path=sys.argv[1], options={"cpu_device_count": 2})
    assert jax.devices()[0].platform == "tpu"
    raise SystemExit(main())
