"""Custom forms of kernels that are parsed: the text is the one that upstream's jaxlib 0.10.2 prints."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import Bindings, Refused

ARGUMENTS = (
    "%a: i32, %x: f32, %y: f32, %c: i1, %i: index, %m: memref<4x?xf32>, %v: vector<4xf32>, %w: vector<2x4xf32>, "
    "%t: tensor<?xf32>"
)
LINES = (
    "%0 = arith.addi %arg0, %arg0 : i32",
    "%0 = arith.subi %arg0, %arg0 overflow<nsw, nuw> {mine} : i32",
    "%0 = arith.mulf %arg1, %arg2 fastmath<fast> : f32",
    "%0 = arith.cmpf oeq, %arg1, %arg2 fastmath<nnan> : f32",
    "%0 = arith.select %arg3, %arg0, %arg0 : i32",
    "%0 = arith.extsi %arg0 : i32 to i64",
    "%0 = arith.truncf %arg1 downward : f32 to f16",
    "%low, %high = arith.mulsi_extended %arg0, %arg0 : i32",
    "%c1_i32 = arith.constant 1 : i32",
    "%true = arith.constant true",
    "%cst = arith.constant dense<1.000000e+00> : vector<4xf32>",
    "%0 = math.fma %arg1, %arg2, %arg1 fastmath<contract> : f32",
    "%0 = memref.load %arg5[%arg4, %arg4] : memref<4x?xf32>",
    "memref.store %arg1, %arg5[%arg4, %arg4] : memref<4x?xf32>",
    "%alloc = memref.alloc(%arg4) : memref<?xf32>",
    "%dim = memref.dim %arg5, %arg4 : memref<4x?xf32>",
    "%cast = memref.cast %arg5 : memref<4x?xf32> to memref<?x?xf32>",
    "%0 = vector.broadcast %arg1 : f32 to vector<4xf32>",
    "%0 = vector.extract %arg7[%arg4, 1] : f32 from vector<2x4xf32>",
    "%0 = vector.insert %arg6, %arg7 [1] : vector<4xf32> into vector<2x4xf32>",
    "%0 = vector.reduction <add>, %arg6 : vector<4xf32> into f32",
    "%0 = vector.load %arg5[%arg4, %arg4] : memref<4x?xf32>, vector<4xf32>",
    "vector.store %arg6, %arg5[%arg4, %arg4] : memref<4x?xf32>, vector<4xf32>",
    "%0 = vector.transpose %arg7, [1, 0] : vector<2x4xf32> to vector<4x2xf32>",
    "%0 = vector.multi_reduction <add>, %arg7, %arg6 [0] : vector<2x4xf32> to vector<4xf32>",
    "%cast = tensor.cast %arg8 : tensor<?xf32> to tensor<4xf32>",
    "%dim = tensor.dim %arg8, %arg4 : tensor<?xf32>",
    "%extracted = tensor.extract %arg8[%arg4] : tensor<?xf32>",
    "%from_elements = tensor.from_elements %arg4, %arg4 : tensor<2xindex>",
    "%0 = shape.shape_of %arg8 : tensor<?xf32> -> tensor<1xindex>",
    'cf.assert %arg3, "why"',
    "scf.if %arg3 {\n    }",
    "scf.if %arg3 {\n    } else {\n    }",
    "%0 = scf.for %arg9 = %arg4 to %arg4 step %arg4 iter_args(%arg10 = %arg0) -> (i32) {\n"
    "      scf.yield %arg10 : i32\n    }",
    "scf.for %arg9 = %arg0 to %arg0 step %arg0  : i32 {\n    }",
    "%0 = scf.while (%arg9 = %arg0) : (i32) -> i32 {\n      scf.condition(%arg3) %arg9 : i32\n    } do {\n"
    "    ^bb0(%arg9: i32):\n      scf.yield %arg9 : i32\n    }",
    "cf.br ^bb1(%arg0 : i32)\n  ^bb1(%0: i32):  // pred: ^bb0",
    "cf.cond_br %arg3, ^bb1, ^bb1\n  ^bb1:  // 2 preds: ^bb0, ^bb0",
)


@pytest.mark.parametrize("line", LINES)
def test_what_is_printed_is_parsed(bindings: Bindings, line: str) -> None:
    named = ARGUMENTS
    for number, name in enumerate("axycimvwt"):
        named = named.replace(f"%{name}:", f"%arg{number}:")
    program = f"module {{\n  func.func @f({named}) {{\n    {line}\n    return\n  }}\n}}\n"
    assert bindings.show(program, print_generic_op_form=False) == program


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "%0 = arith.addi %a, %x : i32",
            "use of value '%x' expects different type than prior uses: 'i32' vs 'f32'",
        ),
        ("%0 = arith.cmpi odd, %a, %a : i32", "expected string or keyword containing one of"),
        ("cf.br ^bb7", "reference to an undefined block"),
        ("%0 = scf.for %j = %i to %i {}", "expected 'step'"),
    ],
)
def test_what_is_no_custom_form(bindings: Bindings, line: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        bindings.show(f"func.func @f({ARGUMENTS}) {{\n{line}\nreturn }}")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("<i8:f32, 34.0:0>", "<i8:f32, 3.400000e+01>"),
        ("<ui8<0:255>:f32, 0.5:3>", "<u8:f32, 5.000000e-01:3>"),
        ("<i8<-127:127>:f32:1, {1.0, 2.0:-3}>", "<i8<-127:127>:f32:1, {1.000000e+00,2.000000e+00:-3}>"),
    ],
)
def test_quantized_types_have_one_text(bindings: Bindings, text: str, printed: str) -> None:
    found, *_ = bindings.attribute(f"tensor<2x3x!quant.uniform{text}>")
    assert found == f"tensor<2x3x!quant.uniform{printed}>"


def test_quantized_types_that_are_none(bindings: Bindings) -> None:
    with pytest.raises(Refused, match="illegal storage type prefix"):
        bindings.attribute("!quant.uniform<f8:f32, 1.0>")
    with pytest.raises(Refused, match="expressed type must be floating point"):
        bindings.attribute("!quant.uniform<i8:i32, 1.0>")
