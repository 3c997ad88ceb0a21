"""Programs of IFRT: HLO is compiled, once, and the error of any other lets jax run colocated Python itself."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxlib import _jax

programs: Any = _jax.ifrt_programs
DEVICE = jax.devices()[0]
COMPILE = [DEVICE.client.compile_ifrt_program, DEVICE.client.compile_and_load_ifrt_program]
TEXT = str(jax.jit(lambda x: x + 1).lower(np.int32(1)).compiler_ir())
AVAL = jax.ShapeDtypeStruct((2,), jnp.bfloat16, sharding=jnp.ones(2).sharding)


def hlo() -> Any:
    return programs.make_hlo_program(TEXT)


def xla_options() -> Any:
    return programs.make_xla_compile_options(_jax.CompileOptions(), _jax.DeviceList((DEVICE,)), [])


def colocated(**changed: Any) -> Any:
    arguments = {"name": "f", "pickled_function": b"", "devices": [DEVICE], "input_avals": [AVAL]}
    return programs.make_colocated_python_program(**{**arguments, "output_avals": (), **changed})


@pytest.mark.parametrize("compile_program", COMPILE)
@pytest.mark.parametrize("text", [TEXT, TEXT.encode()])
def test_hlo_is_compiled_and_run(compile_program: Callable[..., Any], text: str | bytes) -> None:
    compiled = compile_program(programs.make_hlo_program(text), xla_options())
    results = compiled.execute_sharded([jnp.int32(4)], with_tokens=False)
    assert results.disassemble_into_single_device_arrays()[0][0] == 5


@pytest.mark.filterwarnings("ignore:nanobind")
@pytest.mark.parametrize("compile_program", COMPILE)
def test_a_program_and_its_options_are_taken_by_compiling_them(compile_program: Callable[..., Any]) -> None:
    program, options = hlo(), xla_options()
    # Made before: one that is made later may get the address of the one that was taken, and upstream's jaxlib then
    # returns the Python object of that again.
    other_program, other_options = hlo(), xla_options()
    compile_program(program, options)
    for again in ((program, options), (program, other_options), (other_program, options)):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            compile_program(*again)


@pytest.mark.parametrize("compile_program", COMPILE)
@pytest.mark.parametrize(
    "make_options",
    [
        xla_options,
        programs.make_plugin_compile_options,
        programs.make_colocated_python_compile_options,
    ],
)
@pytest.mark.parametrize(
    "make", [colocated, lambda: programs.make_plugin_program(""), lambda: programs.make_plugin_program(b"")]
)
def test_other_programs_are_refused(
    compile_program: Callable[..., Any], make: Callable[[], Any], make_options: Callable[[], Any]
) -> None:
    with pytest.raises(
        jax.errors.JaxRuntimeError, match=r"^INVALID_ARGUMENT: PjRtCompiler requires an HloProgram$"
    ):
        compile_program(make(), make_options())


@pytest.mark.parametrize("compile_program", COMPILE)
def test_hlo_with_other_options_is_refused(compile_program: Callable[..., Any]) -> None:
    for make in (programs.make_plugin_compile_options, programs.make_colocated_python_compile_options):
        with pytest.raises(
            jax.errors.JaxRuntimeError, match=r"^INVALID_ARGUMENT: options must be XlaCompileOptions$"
        ):
            compile_program(hlo(), make())


@pytest.mark.parametrize(
    ("use", "error", "words"),
    [
        (lambda: programs.make_hlo_program("bad"), jax.errors.JaxRuntimeError, "^UNKNOWN: "),
        (lambda: programs.make_hlo_program(3), TypeError, "incompatible"),
        (lambda: programs.make_plugin_program(bytearray()), TypeError, "incompatible"),
        (lambda: colocated(devices=[]), jax.errors.JaxRuntimeError, "at least one device"),
        (lambda: colocated(devices=[1]), RuntimeError, None),
        (lambda: colocated(pickled_function="f"), TypeError, "incompatible"),
        (lambda: colocated(input_avals=iter([AVAL])), TypeError, "incompatible"),
        (lambda: colocated(output_avals=[3]), AttributeError, "shape"),
        (lambda: colocated(input_avals=[AVAL.update(sharding=None)]), AttributeError, "NoneType"),
        (lambda: colocated(input_avals=[AVAL.update(dtype=jax.random.key(0).dtype)]), RuntimeError, None),
        (
            lambda: programs.make_xla_compile_options(_jax.CompileOptions(), [DEVICE], []),
            TypeError,
            "incompatible",
        ),
        (programs.Program, TypeError, "no constructor defined"),
        (programs.CompileOptions, TypeError, "no constructor defined"),
        (lambda: pickle.dumps(colocated()), TypeError, "cannot pickle"),
    ],
)
def test_wrong_arguments(use: Callable[[], Any], error: type[Exception], words: str | None) -> None:
    with pytest.raises(error, match=words):
        use()
