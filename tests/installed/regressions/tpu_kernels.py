"""What kernels for TPUs need of jaxlib, as far as a machine without one shows it."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import jax
import numpy as np
import pytest
from jax._src.interpreters import mlir
from jax._src.lib import tpu
from jax.experimental import pallas
from jaxlib.mlir import ir

SOURCE = """
def kernel(x, out):
    def add(i, total):
        return total + x[i]

    import jax
    out[...] = jax.lax.fori_loop(0, 4, add, x[0])
"""


def configuration(filename: str) -> Any:
    """That of the custom call of a kernel whose source is in a file."""
    names: dict[str, Any] = {}
    exec(compile(SOURCE, filename, "exec"), names)
    call = pallas.pallas_call(names["kernel"], out_shape=jax.ShapeDtypeStruct((8, 128), np.float32))
    device = jax.sharding.AbstractDevice("TPU v5 lite", 1, "tpu")
    with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((), (), abstract_device=device)):
        lowered = jax.jit(call).trace(np.ones((4, 8, 128), np.float32)).lower(lowering_platforms=("tpu",))
    found = []

    def look(op: Any) -> Any:
        if op.name == "stablehlo.custom_call":
            found.append(json.loads(op.attributes["backend_config"].value)["custom_call_config"])
        return ir.WalkResult.ADVANCE

    lowered.compiler_ir("stablehlo").operation.walk(look)
    (config,) = found
    return config


@pytest.mark.since("0.12.0")
def test_a_kernel_is_the_same_wherever_its_source_is() -> None:
    here, there = (configuration(name) for name in ("here.py", "there.py"))
    assert here["body"] == there["body"]
    places = base64.b64decode(here["debug_locations"])
    assert b"here.py" in places
    assert b"here.py" not in base64.b64decode(here["body"])


#: Two operations with regions inside one another, in generic form.
NESTED = """
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%a: i1 loc("a")):
    "scf.if"(%a) ({
      %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32 loc("one")
      "scf.yield"() : () -> () loc("yield")
    }, {
    }) : (i1) -> () loc("if")
    "cf.br"(%a)[^bb1] : (i1) -> () loc("branch")
  ^bb1(%b: i1 loc("b")):
    "func.return"() : () -> () loc("return")
  }) : () -> () loc("f")
}) : () -> () loc("m")
"""


@pytest.mark.since("0.12.0")
def test_locations_are_taken_from_the_outside_inwards() -> None:
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(NESTED)
        content = tpu.private_unzip_debug_locations(module.operation)
        assert 'loc("' not in module.operation.get_asm(enable_debug_info=True)
        text = str(ir.Module.parse(content))
    names = dict(re.findall(r'^(#loc\d*) = loc\("(\w+)"\)', text, re.MULTILINE))
    (listed,) = re.findall(r"tpu.locs = \[(.*?)\]", text)
    places = [names.get(place) or place[5:-2] for place in listed.split(", ")]
    assert places == ["m", "f", "a", "b", "if", "one", "yield", "branch", "return"]


def one_operation(operands: str, operation: str, results: str = "") -> Any:
    """Parse a module with an operation in generic form; ``operands`` and ``results`` are types, divided by ``; ``.

    The types may be short: ``any(8x128xf32)`` is a reference to that memory.
    """

    def types(text: str) -> list[str]:
        memory = r"\1memref<\3, #tpu.memory_space<\2>>"
        return [
            re.sub(r"^()(any|vmem|smem|semaphore_mem)\((.*)\)$", memory, each)
            for each in text.split("; ")
            if each
        ]

    given, made = types(operands), types(results)
    name, _, properties = operation.partition(" ")
    arguments = ", ".join(f"%a{index}: {kind}" for index, kind in enumerate(given))
    values = ", ".join(f"%a{index}" for index in range(len(given)))
    result = ", ".join(f"%r{index}" for index in range(len(made)))
    signature = f"({', '.join(given)}) -> ({', '.join(made)})"
    text = f"""module {{ func.func @main({arguments}) {{
      {result + " = " if made else ""}"tpu.{name}"({values}) {properties} : {signature}
      return
    }} }}"""
    context = mlir.make_ir_context()
    with context, ir.Location.unknown():
        tpu.register_dialect(context)
        module = ir.Module.parse(text)
        module.operation.verify()
        return module


WHOLE, HALF = "any(16x128xf32)", "any(8x128xf32)"
DMA, DMAS = "semaphore_mem(!tpu.dma_semaphore)", "semaphore_mem(2x!tpu.dma_semaphore)"
REGULAR = "semaphore_mem(!tpu.semaphore)"
VECTOR, INTEGERS = "vector<8x128xf32>", "vector<8x128xi32>"


def dma(*segments: int, priority: int = 0) -> str:
    return f"enqueue_dma <{{operandSegmentSizes = array<i32: {str(segments)[1:-1]}>, priority = {priority} : i32}}>"


def sliced(indices: int, sizes: int = 0) -> str:
    return f"memref_slice <{{operandSegmentSizes = array<i32: 1, {indices}, {sizes}>}}>"


LOAD = "vector_load <{strides = array<i32>, operandSegmentSizes = array<i32: 1, %d, %d>}>"
STORE = "vector_store <{add = false, strides = array<i32>, operandSegmentSizes = array<i32: 1, 1, %d, %d>}>"
STRIDED = "strided_load <{strides = array<i32: 2, 1>}>"
ROTATE = "dynamic_rotate <{dimension = %s : si32%s}>"
MATMUL = "matmul <{transpose_lhs = false, transpose_rhs = false, transpose_lhs_hint = false}>"
LOCAL, REMOTE = dma(1, 0, 1, 1, 0, 0, 0), dma(1, 1, 1, 1, 1, 0, 0)


@pytest.mark.parametrize(
    "operation",
    [
        (f"{HALF}; {HALF}; {DMA}", LOCAL),
        (f"{HALF}; vmem(8x128xf32); {REGULAR}", LOCAL),
        (f"{HALF}; {HALF}; {DMA}", dma(1, 0, 1, 1, 0, 0, 0, priority=1)),
        (f"{HALF}; {DMA}; {HALF}; {DMA}; i32", REMOTE),
        (f"{DMA}; {WHOLE}; {HALF}", "wait_dma2 <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}>"),
        (f"{REGULAR}; i32", "sem_wait"),
        (f"{WHOLE}; i32; i32", sliced(2), HALF),
        (f"{WHOLE}; i32; i32; i32", sliced(2, 1), "any(?x128xf32)"),
        ("any(1x8x128xf32)", "memref_squeeze", HALF),
        ("vmem(2x8x128xf32)", "memref_reshape", "vmem(16x128xf32)"),
        ("vmem(8x128xf32)", "memref_bitcast", "vmem(16x128xbf16)"),
        ("vmem(16x128xf32); index; index", STRIDED, VECTOR),
        ("vmem(8x128xf32); index; index", LOAD % (2, 0), VECTOR),
        ("vmem(8x128xf32); index; index; vector<8x128xi1>", LOAD % (2, 1), VECTOR),
        (f"{VECTOR}; vmem(8x128xf32); index; index", STORE % (2, 0)),
        (VECTOR, "bitcast", "vector<16x128xbf16>"),
        (VECTOR, "bitcast", INTEGERS),
        ("vector<8x16xf32>", "transpose <{permutation = array<i64: 1, 0>}>", "vector<16x8xf32>"),
        (f"{VECTOR}; i32", ROTATE % (1, ", stride = 1 : si32, stride_dimension = 0 : si32"), VECTOR),
        ("", "iota <{dimensions = array<i32: 1>}>", INTEGERS),
        ("vector<8x16xf32>; vector<16x32xf32>; vector<8x32xf32>", MATMUL, "vector<8x32xf32>"),
        (f"{VECTOR}; {VECTOR}", "concatenate <{dimension = 0 : i32}>", "vector<16x128xf32>"),
        (f"{VECTOR}; {INTEGERS}", "dynamic_gather <{dimensions = array<i32: 0>}>", VECTOR),
    ],
)
def test_an_operation_of_a_kernel_is_accepted(operation: tuple[str, ...]) -> None:
    one_operation(*operation)


@pytest.mark.parametrize(
    ("message", "operation"),
    [
        ("DMA source and target shape mismatch.", (f"{WHOLE}; {HALF}; {DMA}", LOCAL)),
        ("DMA source and target shape mismatch.", (f"any(1x8x128xf32); {HALF}; {DMA}", LOCAL)),
        ("DMA source and target element type mismatch", (f"any(8x128xbf16); {HALF}; {DMA}", LOCAL)),
        ("DMA target semaphore must be rank 0", (f"{HALF}; {HALF}; {DMAS}", LOCAL)),
        ("DMA source semaphore reference must be rank 0", (f"{HALF}; {DMAS}; {HALF}; {DMA}; i32", REMOTE)),
        ("must have the same type", (f"{HALF}; {REGULAR}; {HALF}; {DMA}; i32", REMOTE)),
        ("DMA source semaphore must be specified", (f"{HALF}; {HALF}; {DMA}; i32", dma(1, 0, 1, 1, 1, 0, 0))),
        (
            "device_id or core_id must be specified",
            (f"{HALF}; {DMA}; {HALF}; {DMA}", dma(1, 1, 1, 1, 0, 0, 0)),
        ),
        ("only support priority 0 or 1", (f"{HALF}; {HALF}; {DMA}", dma(1, 0, 1, 1, 0, 0, 0, priority=2))),
        (
            "non-zero priority is not supported for remote DMA",
            (f"{HALF}; {DMA}; {HALF}; {DMA}; i32", dma(1, 1, 1, 1, 1, 0, 0, priority=1)),
        ),
        (
            "DMA wait semaphore must be rank 0",
            (f"{DMAS}; {HALF}; {HALF}", "wait_dma2 <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}>"),
        ),
        ("Semaphore reference must be rank 0", ("semaphore_mem(2x!tpu.semaphore); i32", "sem_wait")),
        ("must be rank 0", ("", "sem_barrier", "semaphore_mem(2x!tpu.semaphore)")),
        ("Indices and slice shapes must match.", (f"{WHOLE}; i32", sliced(1), HALF)),
        ("Memory spaces", (f"{WHOLE}; i32; i32", sliced(2), "vmem(8x128xf32)")),
        ("Number of provided dynamic dimensions", (f"{WHOLE}; i32; i32", sliced(2), "any(?x128xf32)")),
        ("Target shape is not valid", ("any(2x8x128xf32)", "memref_squeeze", HALF)),
        ("Element types don't match.", ("any(1x8x128xf32)", "memref_squeeze", "any(8x128xi32)")),
        ("umber of elements", ("vmem(2x8x128xf32)", "memref_reshape", "vmem(8x128xf32)")),
        ("xpected", ("vmem(16x128xf32)", "memref_bitcast", "vmem(16x128xbf16)")),
        ("rank and indices size do not match: 2 vs 1", ("vmem(16x128xf32); index", STRIDED, VECTOR)),
        (
            "rank and result's rank do not match",
            ("vmem(16x128xf32); index; index", STRIDED, "vector<128xf32>"),
        ),
        ("Expected 2 indices.", ("vmem(8x128xf32); index", LOAD % (1, 0), VECTOR)),
        ("element type to match", ("vmem(8x128xf32); index; index", LOAD % (2, 0), INTEGERS)),
        ("Expected base memref to be in VMEM.", ("smem(8x128xf32); index; index", LOAD % (2, 0), VECTOR)),
        (
            "Expected mask shape to be broadcastable",
            ("vmem(8x128xf32); index; index; vector<4x128xi1>", LOAD % (2, 1), VECTOR),
        ),
        (
            "Expected mask shape to match result shape: (8, 128). Got: (4, 128).",
            (f"{VECTOR}; vmem(8x128xf32); index; index; vector<4x128xi1>", STORE % (2, 1)),
        ),
        ("by the ratio of bitwidths", ("vector<16x128xf32>", "bitcast", "vector<16x128xbf16>")),
        ("on a 1D vector", ("vector<128xf32>", "bitcast", "vector<256xbf16>")),
        (
            "Expected input shape permuted by the given permutation",
            ("vector<8x16xf32>", "transpose <{permutation = array<i64: 1, 0>}>", "vector<8x16xf32>"),
        ),
        (
            "Permutation element repeated: 1",
            ("vector<8x16xf32>", "transpose <{permutation = array<i64: 1, 1>}>", "vector<16x16xf32>"),
        ),
        ("Invalid dimension: 2", (f"{VECTOR}; i32", ROTATE % (2, ""), VECTOR)),
        ("either none or both", (f"{VECTOR}; i32", ROTATE % (0, ", stride = 1 : si32"), VECTOR)),
        ("Invalid dimension: 2", ("", "iota <{dimensions = array<i32: 2>}>", INTEGERS)),
        ("Dimensions must be unique", ("", "iota <{dimensions = array<i32: 1, 1>}>", INTEGERS)),
        (
            "matmul acc and result have different types",
            ("vector<8x16xf32>; vector<16x32xf32>; vector<8x32xf32>", MATMUL, "vector<8x32xi32>"),
        ),
        ("at least 2 operands", (VECTOR, "concatenate <{dimension = 0 : i32}>", VECTOR)),
        (
            "inferred type(s) 'vector<16x128xf32>' are incompatible",
            (f"{VECTOR}; {VECTOR}", "concatenate <{dimension = 0 : i32}>", VECTOR),
        ),
        (
            "must match on non-gather dimensions",
            (
                f"{VECTOR}; vector<8x64xi32>",
                "dynamic_gather <{dimensions = array<i32: 0>}>",
                "vector<8x64xf32>",
            ),
        ),
    ],
)
def test_a_wrong_operation_of_a_kernel_is_refused(message: str, operation: tuple[str, ...]) -> None:
    with pytest.raises(ir.MLIRError, match=re.escape(message)):
        one_operation(*operation)


def test_the_error_of_an_operation_has_the_operation_in_a_note() -> None:
    with pytest.raises(ir.MLIRError) as raised:
        one_operation(f"{WHOLE}; {HALF}; {DMA}", LOCAL)
    (diagnostic,) = raised.value.error_diagnostics
    assert diagnostic.message == "'tpu.enqueue_dma' op DMA source and target shape mismatch."
    (note,) = diagnostic.notes
    assert note.message.startswith('see current operation: "tpu.enqueue_dma"(%arg0, %arg1, %arg2)')
    assert note.location == diagnostic.location
    assert f": {note.message}" in str(raised.value)
