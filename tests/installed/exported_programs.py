"""Writes exported programs with their expected results, or reads and runs those of another jaxlib.

Run as ``exported_programs.py write FOLDER`` and ``exported_programs.py read FOLDER``, in environments with jax and
different jaxlibs. Each program has artifacts in every version of StableHLO that jaxlib can write. Those in jaxlib's
default versions, the current one and those for readers that are weeks old, are run. The reader must understand
every artifact as the writer does, and must refuse to write the versions that the writer refused.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from jax._src.export import _export
from jax._src.interpreters import mlir
from jax._src.lib.mlir.dialects import hlo
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

Program = tuple[Callable[..., Any], tuple[Any, ...], str | None]

X = np.arange(24, dtype=np.float32).reshape(4, 6) / 10


def _control(x: jax.Array) -> Any:
    carry, rows = lax.scan(lambda c, row: (c + row, c * row), x[0], x)
    low = lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, x))
    return (
        carry,
        rows,
        low,
        lax.cond(x[0, 0] > 0, jnp.sin, jnp.cos, x),
        lax.fori_loop(0, 3, lambda i, c: c + i, x),
    )


def _attributes(x: jax.Array) -> Any:
    """Operations whose attributes are structures, lists, words, or defaults."""
    image = x.reshape(1, 1, 4, 6)
    kernel = jnp.ones((2, 1, 2, 2))
    return (
        lax.conv_general_dilated(image, kernel, (1, 2), [(0, 1), (1, 0)], rhs_dilation=(1, 2)),
        lax.dot_general(x, x, (((1,), (1,)), ((), ())), precision=lax.Precision.HIGHEST),
        x[jnp.array([2, 0]), jnp.array([1, 5])],
        x.at[jnp.array([1, 1])].add(1.0),
        lax.reduce_window(x, 0.0, lax.add, (2, 2), (1, 2), "SAME"),
        lax.sort(x[::-1], dimension=0),
        jnp.fft.rfft(x),
        jnp.pad(x, ((1, 0), (0, 2))),
        lax.top_k(x, 2),
        jax.grad(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum())(x),
    )


def _types(x: jax.Array) -> Any:
    small = (x * 3).astype(jnp.int8)
    return (
        x.astype(jnp.bfloat16) * 2,
        x.astype(jnp.float16) + 1,
        small // 3,
        x.astype(jnp.uint32) ^ 5,
        x > 1,
        lax.complex(x, -x) * 1j,
        x + jnp.array([np.inf, -0.0, 1e-40, 3, -3, 0.1], jnp.float32),
        (small > 2) & (np.arange(24).reshape(4, 6) % 3 == 0),
    )


def _functions(x: jax.Array) -> Any:
    """Functions that StableHLO has not, and that are written with its operations."""
    half = x / 3
    return [
        *(
            f(half)
            for f in (lax.erf, lax.erfc, lax.erf_inv, lax.asin, lax.acos, lax.atanh, lax.sinh, lax.cosh)
        ),
        *(
            f(lax.complex(half, x))
            for f in (lax.sinh, lax.cosh, lax.asin, lax.acos, lax.atan, lax.asinh, lax.acosh, lax.atanh)
        ),
        *(lax.bessel_i1e(x.astype(dtype) * 9) for dtype in (jnp.float32, jnp.bfloat16)),
        lax.zeta(x + 2.5, lax.abs(x) + 0.5),
        lax.polygamma(lax.floor(lax.abs(x) * 3), x + 3.3),
        *(f(x + 1.1) for f in (lax.lgamma, lax.digamma, lax.acosh, lax.asinh, lax.atan, lax.tan, lax.square)),
        lax.nextafter(x, -x),
        jax.random.normal(jax.random.key(3), (5,)),
    ]


def _polymorphic(x: jax.Array) -> Any:
    rows, columns = x.shape
    return (
        x.reshape(-1),
        x @ x.T,
        jnp.concatenate([x, x], 1),
        x[1:, ::2],
        jnp.arange(rows * 2),
        jax.nn.softmax(x).mean(0),
        lax.scan(lambda c, row: (c + row, c.sum()), jnp.zeros(columns), x),
        jnp.pad(x, ((rows, 1), (0, columns))),
        jax.random.uniform(jax.random.key(0), x.shape),
        lax.dynamic_slice(x, (x[0, 0].astype(int), 0), (1, columns)),
        jnp.sort(x, 0),
    )


def _sharded() -> Program:
    mesh = jax.make_mesh((2, 2), ("a", "b"), axis_types=(AxisType.Auto,) * 2)

    def f(x: jax.Array) -> Any:
        y = lax.with_sharding_constraint(x * 2, NamedSharding(mesh, P("b", "a")))
        return jax.shard_map(
            lambda v: lax.psum(v * 2 + 3, "a"), mesh=mesh, in_specs=P("a", "b"), out_specs=P(None, "b")
        )(y + 3)

    return f, (jax.device_put(X, NamedSharding(mesh, P("a", "b"))),), None


def programs() -> dict[str, Program]:
    """Each program: a function, its arguments, and its symbolic shapes, if any."""
    return {
        "control": (_control, (X,), None),
        "attributes": (_attributes, (X,), None),
        "types": (_types, (X,), None),
        "functions": (_functions, (X,), None),
        "polymorphic": (_polymorphic, (X,), "r, c"),
        "sharded": _sharded(),
    }


def own_versions() -> dict[str, None]:
    """The versions of StableHLO that jaxlib writes of itself, the newest first: now, and 4 and 12 weeks back."""
    ages = hlo.StablehloCompatibilityRequirement
    return dict.fromkeys(
        hlo.get_version_from_compatibility_requirement(age) for age in (ages.NONE, ages.WEEK_4, ages.WEEK_12)
    )


def versions() -> list[str]:
    """Every version of StableHLO that jaxlib writes, by the first of each minor one, and its own."""
    minor = int(hlo.get_current_version().split(".")[1])
    every = {hlo.get_minimum_version(), *(f"1.{number}.0" for number in range(minor + 1)), *own_versions()}
    return sorted(every, key=lambda version: [int(number) for number in version.split(".")])


def exports(program: Program) -> tuple[export.Exported, dict[str, bytes | str]]:
    """The exported program, and its artifact for each of `versions`, or the code of the error that refuses it."""
    function, arguments, shapes = program
    specs = arguments if shapes is None else export.symbolic_args_specs(arguments, shapes)
    found: dict[str, bytes | str] = {}
    serialize = _export._module_to_bytecode

    def of_every_version(module: Any) -> bytes:
        for version in versions():
            with mock.patch.object(hlo, "get_version_from_compatibility_requirement", lambda _, v=version: v):
                try:
                    found[version] = serialize(module)
                except jax.errors.JaxRuntimeError as error:
                    found[version] = str(error).partition(";")[0].partition(":")[0]
        return bytes(serialize(module))

    with mock.patch.object(_export, "_module_to_bytecode", of_every_version):
        exported = export.export(jax.jit(function))(*specs)
    return exported, found


def understood(artifact: bytes) -> str:
    """What jaxlib reads in an artifact, as text."""
    with mlir.make_ir_context() as context:
        module = hlo.deserialize_portable_artifact(context, artifact)
        return str(module.operation.get_asm(print_generic_op_form=True))


def write(folder: Path) -> None:
    """Of each program what it gives, its artifact for every version, and what is in that."""
    for name, program in programs().items():
        wanted = jax.tree.leaves(jax.jit(program[0])(*program[1]))
        exported, artifacts = exports(program)
        (folder / f"{name}.jax").write_bytes(exported.serialize(vjp_order=0))
        with (folder / f"{name}.npz").open("wb") as file:
            np.savez(file, *[np.asarray(array).view(np.uint8) for array in map(np.atleast_1d, wanted)])
        for version, artifact in artifacts.items():
            if isinstance(artifact, str):
                (folder / f"{name}@{version}.refused").write_text(artifact)
                continue
            (folder / f"{name}@{version}.vhlo").write_bytes(artifact)
            (folder / f"{name}@{version}.txt").write_text(understood(artifact))
            if version in own_versions():
                whole = dataclasses.replace(exported, mlir_module_serialized=artifact)
                (folder / f"{name}@{version}.jax").write_bytes(whole.serialize(vjp_order=0))


def read(folder: Path) -> None:
    """Run each program of a folder, and read its artifacts."""
    for name, program in programs().items():
        for path in (folder / f"{name}.jax", *sorted(folder.glob(f"{name}@*.jax"))):
            run(path, folder / f"{name}.npz", program[1])
            print(f"ran {path.stem}")
        _, own = exports(program)
        refused = {path.stem.partition("@")[2]: path.read_text() for path in folder.glob(f"{name}@*.refused")}
        mine = {version: artifact for version, artifact in own.items() if isinstance(artifact, str)}
        assert mine == refused, (name, mine, refused)
        for path in sorted(folder.glob(f"{name}@*.vhlo")):
            text = path.with_suffix(".txt").read_text()
            assert understood(path.read_bytes()) == text, path.stem
            print(f"read {path.stem}")


def run(path: Path, results: Path, arguments: tuple[Any, ...]) -> None:
    """Run an exported program, and compare with what it gave where it was written."""
    exported = export.deserialize(bytearray(path.read_bytes()))
    found = jax.tree.leaves(jax.jit(exported.call)(*arguments))
    with np.load(results) as saved:
        for result, key in zip(found, saved.files, strict=True):
            value = np.atleast_1d(np.asarray(result))
            wanted = saved[key].view(value.dtype).reshape(value.shape)
            if value.dtype.kind in "biu":
                np.testing.assert_array_equal(value, wanted, err_msg=path.stem)
            else:
                wide = np.complex128 if value.dtype.kind == "c" else np.float64
                np.testing.assert_allclose(
                    value.astype(wide), wanted.astype(wide), rtol=2e-5, atol=1e-6, err_msg=path.stem
                )


if __name__ == "__main__":
    jax.config.update("jax_num_cpu_devices", 4)
    {"write": write, "read": read}[sys.argv[1]](Path(sys.argv[2]))
