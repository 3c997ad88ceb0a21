"""Damaged programs: an MLIRError where they are read, or a program that everything works with; never another error.

The bytecode reader raises its own error for damaged input. An MLIRError with a cause comes from an unforeseen
exception in the reader, so it fails the test.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.interpreters import mlir
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib import _jax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

pytestmark = pytest.mark.only("ours", why="upstream's reader ends the process at some of these")


def _programs() -> list[bytes]:
    x = jnp.ones((4, 4))
    mesh = Mesh(np.array(jax.devices()[:1]), ("d",))
    sharding = NamedSharding(mesh, PartitionSpec("d"))

    def several(x: Any) -> Any:
        y = jax.lax.fori_loop(0, 3, lambda i, c: jnp.where(c > i, c @ x, x[i]), x)
        y = jax.lax.cond(y[0, 0] > 0, jnp.sin, jnp.cos, y)
        return (
            jnp.sort(y.at[1].set(2.0)),
            y[jnp.array([0, 2])],
            jnp.linalg.cholesky(x),
            jnp.fft.fft(x),
            x + 1j,
        )

    def convolution(x: Any, k: Any) -> Any:
        return jax.lax.conv_general_dilated(x, k, (1, 1), "SAME"), jax.random.key_data(jax.random.key(0))

    (symbolic,) = jax.export.symbolic_args_specs([x], "a, b")
    traced = [
        (several, (x,), {}),
        (convolution, (jnp.ones((1, 3, 4, 4)), jnp.ones((4, 3, 3, 3))), {}),
        (
            lambda x: (x.reshape(-1), x.sum(0) + jnp.arange(x.shape[1]), jnp.concatenate([x, x])),
            (symbolic,),
            {},
        ),
        (lambda x: jax.lax.with_sharding_constraint(x * 2, sharding), (x,), {"in_shardings": sharding}),
    ]
    return [
        bytes(jax.export.export(jax.jit(f, **options))(*arguments).mlir_module_serialized)
        for f, arguments, options in traced
    ]


VARINTS = [b"\xff", b"\x01", b"\0" + b"\xff" * 8, b"\0" + b"\xff" * 7 + b"\x7f", b"\xf0\xff\xff\xff\xff"]
WORDS = [
    *(
        b'"',
        b"<",
        b">",
        b"[",
        b"]",
        b"{",
        b"}",
        b"(",
        b")",
        b"%0",
        b"@main",
        b"tensor<?xf32>",
        b"dense<>",
        b"-1",
    ),
    *(
        b"array<i64: 1>",
        b"9" * 30,
        b"9" * 5000,
        b"1.0e",
        b"0x",
        b"\xff",
        b"\\",
        b"#loc",
        b"loc(",
        b"i32",
        b"^bb0",
    ),
    *(
        b"stablehlo.add",
        b'"stablehlo.while"',
        b"true",
        b":",
        b"->",
        b",",
        b"unit",
        b"i9999999",
        b"dense<[1,[2]]>",
    ),
]


def _damaged(choose: random.Random, whole: bytes, others: list[bytes], inserted: list[bytes]) -> bytes:
    data = bytearray(whole)
    for _ in range(choose.choice((1, 1, 1, 2, 3))):
        at, size = choose.randrange(len(data)), choose.choice((1, 2, 4, 8, 30, 100))
        kind = choose.randrange(8)
        if kind in (0, 1):
            data[at] ^= 1 << choose.randrange(8)
        elif kind == 2:
            data[at] = choose.randrange(256)
        elif kind == 3:
            del data[at : at + size]
        elif kind == 4:
            to = choose.randrange(len(data))
            data[to:to] = data[at : at + size]
        elif kind == 5:
            other = choose.choice(others)
            begin = choose.randrange(len(other))
            data[at : at + choose.choice((0, 4, 8, 50))] = other[begin : begin + size * 4]
        elif kind == 6:
            data[at : at + choose.choice((0, 1, 3))] = choose.choice(inserted)
        elif choose.random() < 0.3:
            del data[at:]
        if len(data) < 2:
            break
    return bytes(data)


def _bytecode(module: Any) -> bytes:
    file = io.BytesIO()
    module.operation.write_bytecode(file)
    return file.getvalue()


def _use(data: Any) -> bool:
    """Whether the program is read; then all that is done with programs is, too."""
    uses: list[Callable[[Any], object]] = [
        str,
        lambda module: module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True),
        lambda module: module.operation.clone(ip=False),
        _bytecode,
        lambda module: stablehlo.serialize_portable_artifact(module, "1.9.0", True),
        lambda module: _jax.mlir.refine_polymorphic_shapes(_bytecode(module), True, True, True),
    ]
    with mlir.make_ir_context():
        module = _read(data)
        for use in uses if module is not None else ():
            with suppress(ir.MLIRError):
                use(module)
    return module is not None


def _read(data: Any) -> Any:
    try:
        return ir.Module.parse(data)
    except ir.MLIRError as error:
        foreseen = error.__cause__ is None or str(error).startswith("Unable to parse")
        refused = error
    assert foreseen, repr(refused.__cause__)
    return None


PROGRAMS = _programs()


def _texts(generic: bool) -> list[bytes]:
    with mlir.make_ir_context():
        modules = [ir.Module.parse(program) for program in PROGRAMS]
        return [
            module.operation.get_asm(print_generic_op_form=generic, enable_debug_info=generic).encode()
            for module in modules
        ]


@pytest.mark.parametrize("seed", range(3))
def test_damaged_portable_artifacts(seed: int) -> None:
    choose, read = random.Random(seed), 0
    for _ in range(150):
        read += _use(_damaged(choose, choose.choice(PROGRAMS), PROGRAMS, VARINTS))
    assert 0 < read < 150


@pytest.mark.parametrize("seed", range(3))
def test_damaged_bytecode_of_stablehlo(seed: int) -> None:
    with mlir.make_ir_context():
        programs = [_bytecode(ir.Module.parse(program)) for program in PROGRAMS]
    choose, read = random.Random(seed), 0
    for _ in range(150):
        read += _use(_damaged(choose, choose.choice(programs), programs, VARINTS))
    assert 0 < read < 150


@pytest.mark.parametrize("generic", [False, True])
def test_damaged_text(generic: bool) -> None:
    texts = _texts(generic)
    choose, read = random.Random(generic), 0
    for _ in range(150):
        damaged = _damaged(choose, choose.choice(texts), texts, WORDS)
        read += _use(damaged.decode("utf-8", "surrogateescape"))
    assert 0 < read < 150


def test_programs_cut_short_anywhere() -> None:
    for program in PROGRAMS:
        for size in range(0, len(program), 7):
            with mlir.make_ir_context(), pytest.raises(ir.MLIRError) as raised:
                # What is too short for the mark is text.
                ir.Module.parse(program[:size] if size >= 4 else program[:4])
            assert raised.value.__cause__ is None


def _broken() -> bytes:
    return PROGRAMS[0][: len(PROGRAMS[0]) // 2]


def test_errors_are_of_upstreams_types_too() -> None:
    with mlir.make_ir_context() as context:
        for read in (_jax.mlir.deserialize_portable_artifact, _jax.mlir.refine_polymorphic_shapes):
            with pytest.raises(_jax.JaxRuntimeError, match="INVALID_ARGUMENT"):
                read(_broken())
        for convert in (
            stablehlo.deserialize_portable_artifact_str,
            lambda data: stablehlo.deserialize_portable_artifact(context, data),
        ):
            with pytest.raises(ValueError, match="failed to deserialize module"):
                convert(_broken())
        with pytest.raises(ValueError, match="failed to serialize module"):
            stablehlo.serialize_portable_artifact_str("module {", "1.9.0")


@pytest.mark.parametrize(
    "program",
    [
        '"stablehlo.add"() : () -> ()',
        '%0 = "stablehlo.constant"() : () -> tensor<f32>',
        '%0 = "stablehlo.constant"() {value = 3 : i32} : () -> tensor<i32>',
        '"func.func"() ({}) {sym_name = "f", function_type = i32} : () -> ()',
        '"func.func"() ({}) {sym_name = "f"} : () -> ()',
        '%0 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>\n'
        '%1 = "stablehlo.while"(%0) ({}, {}) : (tensor<i32>) -> tensor<i32>',
    ],
)
def test_operations_without_what_they_need_are_not_read(program: str) -> None:
    with mlir.make_ir_context(), pytest.raises(ir.MLIRError, match="op "):
        ir.Module.parse(program)


def test_an_attribute_that_is_in_itself() -> None:
    # The only attribute is an array of itself.
    def section(number: int, data: bytes) -> bytes:
        return bytes([number, 2 * len(data) + 1]) + data

    def numbers(*given: int) -> bytes:
        return bytes(2 * number + 1 for number in given)

    strings = [b"builtin", b"module"]
    data = b"ML\xefR" + numbers(6) + b"test\0"
    data += section(0, numbers(2, 7, 8) + b"\0".join(strings) + b"\0")
    data += section(1, numbers(1, 0, 1) + numbers(0, 1, 3))
    data += section(2, numbers(0, 1, 0)) + section(3, numbers(1, 0, 0, 1, 7))
    data += section(4, numbers(2, 0) + bytes([0]) + numbers(0))
    with mlir.make_ir_context(), pytest.raises(ir.MLIRError, match="broken or cut short") as raised:
        ir.Module.parse(data)
    assert raised.value.__cause__ is None
    assert "contains itself" in str(raised.value), raised.value


@pytest.mark.parametrize("program", [b"ML\xefX", b"M", "hello", "%0 = hello", "module { hello }"])
def test_what_is_neither_bytecode_nor_text(program: Any) -> None:
    with mlir.make_ir_context(), pytest.raises(ir.MLIRError):
        ir.Module.parse(program)
