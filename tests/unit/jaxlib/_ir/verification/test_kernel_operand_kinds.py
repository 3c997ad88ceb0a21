"""The types of operands and results in kernels: errors in the words of upstream's jaxlib."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import Bindings

VREG = "vector<8x128xf32>"
VMEM = "memref<8x128xf32, #tpu.memory_space<vmem>>"
DMA = "memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>"
INDEX_LIKE = "signless-non-zero-bitwidth-integer-like or memref of signless-integer"


LLVM_FLOAT = "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type"


@pytest.mark.parametrize(
    ("name", "operands", "results", "attributes"),
    [
        ("arith.addf", "f32 f32", "f32", "{}"),
        ("arith.addf", "tensor<*xf32> tensor<*xf32>", "tensor<*xf32>", "{}"),
        ("arith.addi", "vector<4xindex> vector<4xindex>", "vector<4xindex>", "{}"),
        ("arith.extf", "!tpu.float8_exmy<f8E4M3FN>", "f32", "{}"),
        ("arith.index_cast", "memref<4xi32>", "memref<4xindex>", "{}"),
        ("arith.select", "i1 vector<4xi1> vector<4xi1>", "vector<4xi1>", "{}"),
        ("arith.cmpf", "vector<[4]xf32> vector<[4]xf32>", "vector<[4]xi1>", "{predicate = 1 : i64}"),
        ("gpu.wait", "!gpu.async.token", "!gpu.async.token", "{}"),
        ("llvm.add", "vector<4xi3> vector<4xi3>", "vector<4xi3>", "{}"),
        ("llvm.icmp", "!llvm.ptr !llvm.ptr", "i1", "{predicate = 0 : i64}"),
        ("llvm.mlir.undef", "", "vector<4xindex>", "{}"),
        ("llvm.mlir.undef", "", "!llvm.struct<(i32)>", "{}"),
        ("memref.dim", "memref<*xf32> index", "index", "{}"),
        ("memref.load", "memref<4xf32> index", "f32", "{}"),
        ("tpu.sem_read", DMA, "i32", "{}"),
        ("tpu.extf", "vector<bf16>", "vector<f32>", "{}"),
        ("vector.broadcast", "f32", "vector<f32>", "{}"),
        # Lists, and optional values.
        ("tpu.log", "", "", '{tag = "x"}'),
        ("tpu.log", "i32 f32 vector<4xi1>", "", '{tag = "x"}'),
        (
            "tpu.memref_slice",
            "memref<8xf32> i32",
            "memref<4xf32>",
            "{operandSegmentSizes = array<i32: 1, 1, 0>}",
        ),
    ],
)
def test_allowed_types_are_accepted(
    bindings: Bindings, name: str, operands: str, results: str, attributes: str
) -> None:
    assert not bindings.verify(name, _types(operands), _types(results), attributes)


@pytest.mark.parametrize(
    ("name", "operands", "results", "attributes", "why"),
    [
        ("arith.index_cast", "f32", "index", "{}", f"operand #0 must be {INDEX_LIKE}, but got 'f32'"),
        ("arith.index_cast", "i32", "f32", "{}", f"result #0 must be {INDEX_LIKE}, but got 'f32'"),
        (
            "arith.addi",
            "i32 memref<4xi32>",
            "i32",
            "{}",
            "operand #1 must be signless-non-zero-bitwidth-integer-like, but got 'memref<4xi32>'",
        ),
        (
            "gpu.thread_id",
            "",
            "i32",
            "{dimension = #gpu.dim<x>}",
            "result #0 must be index, but got 'i32'",
        ),
        ("math.exp", "i32", "i32", "{}", "operand #0 must be floating-point-like, but got 'i32'"),
        (
            "memref.load",
            "memref<4x4xf32> index i32",
            "f32",
            "{}",
            "operand #2 must be variadic of index, but got 'i32'",
        ),
        (
            "memref.dim",
            "memref<f32> index",
            "index",
            "{}",
            "operand #0 must be unranked.memref of any non-token",
        ),
        (
            "tpu.sem_wait",
            f"{DMA} i32",
            "",
            "{}",
            f"operand #0 must be memref of  values, but got '{DMA}'",
        ),
        (
            "tpu.unpack_elementwise",
            "vector<8x128xi32>",
            "vector<8x128xindex>",
            "{index = 0 : i32, source_type = i8}",
            "result #0 must be vector of 32-bit float or integer values, but got",
        ),
        (
            "tpu.transpose",
            "f32",
            "f32",
            "{}",
            "operand #0 must be vector of any non-token type values, but got 'f32'",
        ),
        (
            "tpu.vector_load",
            f"{VMEM} index i32",
            VREG,
            "{operandSegmentSizes = array<i32: 1, 2, 0>}",
            "operand #2 must be variadic of index, but got 'i32'",
        ),
        (
            "tpu.vector_load",
            f"{VMEM} index index",
            VREG,
            "{operandSegmentSizes = array<i32: 1, 1, 0>}",
            "operand count (3) does not match with the total size (2) specified in attribute 'operandSegmentSizes'",
        ),
        (
            "llvm.mlir.undef",
            "",
            "vector<4x4xf32>",
            "{}",
            "result #0 must be LLVM dialect-compatible type, but",
        ),
        (
            "llvm.mlir.zero",
            "",
            "index",
            "{}",
            "result #0 must be LLVM dialect-compatible type, but got 'index'",
        ),
        ("llvm.fadd", "f32 f32", "i32", "{}", f"result #0 must be {LLVM_FLOAT}, but got 'i32'"),
        ("llvm.fadd", "f32 f64", "f32", "{}", "requires the same type for all operands and results"),
        ("llvm.load", "i64", "f32", "{}", "operand #0 must be LLVM pointer type, but got 'i64'"),
        ("llvm.load", "!llvm.ptr", "!llvm.void", "{}", "result #0 must be LLVM type with size, but got"),
        (
            "llvm.bitcast",
            "!llvm.struct<(i32)>",
            "i32",
            "{}",
            "operand #0 must be LLVM-compatible non-aggregate",
        ),
        ("nvvm.elect.sync", "", "i32", "{}", "result #0 must be 1-bit signless integer, but got 'i32'"),
        (
            "tpu.pack_vmsk",
            "vector<4xi1> vector<4xi1>",
            "vector<8x128xi1>",
            "{}",
            "operand #0 must be variadic of vector of 1-bit signless integer values of ranks 2/3, but got",
        ),
    ],
)
def test_other_types_are_refused(
    bindings: Bindings, name: str, operands: str, results: str, attributes: str, why: str
) -> None:
    found = bindings.verify(name, _types(operands), _types(results), attributes)
    assert found.startswith(f"'{name}' op {why}")


@pytest.mark.parametrize(
    ("name", "operands", "results", "why"),
    [
        ("arith.addf", "f32", "f32", "expected 2 operands, but found 1"),
        ("math.sin", "f32 f32", "f32", "requires a single operand"),
        ("math.sin", "f32", "", "requires one result"),
        ("math.sincos", "f32", "f32", "expected 2 results"),
        ("memref.store", "f32", "", "expected 2 or more operands, but found 1"),
        ("tpu.log_buffer", "memref<4xf32>", "f32", "requires zero results"),
        ("arith.constant", "f32", "f32", "requires zero operands"),
        ("gpu.alloc", "", "", "expected 1 or more results"),
    ],
)
def test_operands_and_results_are_counted(
    bindings: Bindings, name: str, operands: str, results: str, why: str
) -> None:
    assert bindings.verify(name, _types(operands), _types(results)) == f"'{name}' op {why}"


def _types(text: str) -> list[str]:
    """The types in a text; the commas and spaces within angle brackets are parts of one."""
    types, depth = [""], 0
    for character in text:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == " " and not depth:
            types.append("")
        else:
            types[-1] += character
    return [kind for kind in types if kind]
