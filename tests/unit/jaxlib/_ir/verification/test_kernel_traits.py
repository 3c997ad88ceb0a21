"""How the types of operands and results in kernels must agree: errors in the words of upstream's jaxlib."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import Bindings

SAME_TYPE = "requires the same type for all operands and results"
SAME_SHAPE = "requires the same shape for all operands and results"
SAME_DIMENSIONS = "failed to verify that input and output have the same tensor dimensions"
MAPPED = "all non-scalar operands/results must have the same shape and base type"


@pytest.mark.parametrize(
    ("name", "operands", "results"),
    [
        ("arith.addf", ["tensor<4xf32>", "tensor<4xf32, 1 : i32>"], ["tensor<4xf32>"]),
        ("arith.addui_extended", ["i32", "i32"], ["i32", "i1"]),
        ("arith.bitcast", ["memref<4xi32>"], ["memref<4xf32, 1>"]),
        ("arith.convertf", ["bf16"], ["f16"]),
        ("arith.extsi", ["vector<4xi8>"], ["vector<4xi32>"]),
        ("arith.truncf", ["f32"], ["tf32"]),
        ("math.fpowi", ["f32", "i32"], ["f32"]),
        ("math.isnan", ["tensor<?xf32>"], ["tensor<?xi1>"]),
    ],
)
def test_types_that_agree_are_accepted(
    bindings: Bindings, name: str, operands: list[str], results: list[str]
) -> None:
    assert not bindings.verify(name, operands, results)


@pytest.mark.parametrize(
    ("name", "operands", "results", "why"),
    [
        ("arith.addf", ["f32", "f64"], ["f32"], SAME_TYPE),
        ("arith.addf", ["f32", "tensor<f32>"], ["f32"], SAME_TYPE),
        ("arith.addf", ["vector<4xf32>", "vector<[4]xf32>"], ["vector<4xf32>"], MAPPED),
        ("arith.addf", ["vector<4xf32>", "tensor<4xf32>"], ["vector<4xf32>"], MAPPED),
        (
            "arith.addf",
            ["tensor<?xf32>", "tensor<4xf32>"],
            ["tensor<4xf32>"],
            "inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'",
        ),
        (
            "arith.addui_extended",
            ["i32", "i64"],
            ["i32", "i1"],
            "failed to verify that all of {lhs, rhs, sum} have same type",
        ),
        ("arith.extf", ["vector<4xf32>"], ["vector<8xf64>"], SAME_SHAPE),
        ("arith.extf", ["tensor<?xf32>"], ["tensor<4xf64>"], SAME_DIMENSIONS),
        ("arith.extf", ["f32"], ["f16"], "operand type 'f32' and result type 'f16' are cast incompatible"),
        (
            "arith.index_cast",
            ["i32"],
            ["i64"],
            "operand type 'i32' and result type 'i64' are cast incompatible",
        ),
        (
            "arith.select",
            ["vector<4xi1>", "f32", "f32"],
            ["f32"],
            "failed to verify that condition is signless i1 or has matching shape",
        ),
        (
            "math.isnan",
            ["vector<4xf32>"],
            ["i1"],
            "failed to verify that result type has i1 element type and same shape as operands",
        ),
        (
            "memref.copy",
            ["memref<4xf32>", "memref<4xi32>"],
            [],
            "requires the same element type for all operands",
        ),
        (
            "memref.load",
            ["memref<f32>"],
            ["i32"],
            "failed to verify that result type matches element type of 'memref'",
        ),
        (
            "tpu.extf",
            ["f16"],
            ["vector<4xf32>"],
            "if a result is non-scalar, then at least one operand must be non-scalar",
        ),
        (
            "vector.broadcast",
            ["i32"],
            ["vector<4xf32>"],
            "failed to verify that source operand and result have same element type",
        ),
    ],
)
def test_types_that_do_not_agree_are_refused(
    bindings: Bindings, name: str, operands: list[str], results: list[str], why: str
) -> None:
    assert bindings.verify(name, operands, results) == f"'{name}' op {why}"


def test_a_constant_has_the_type_of_its_value(bindings: Bindings) -> None:
    assert not bindings.verify("arith.constant", [], ["f32"], "{value = 0.0 : f32}")
    found = bindings.verify("arith.constant", [], ["f64"], "{value = 0.0 : f32}")
    assert found == "'arith.constant' op failed to verify that all of {value, result} have same type"
