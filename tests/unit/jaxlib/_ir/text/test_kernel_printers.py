"""The text of kernels in custom form, which is upstream's, and in generic form, if a program is invalid."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, expect

KERNELS = IR / "text" / "kernels"
NAMES = sorted(path.stem for path in KERNELS.glob("*.mlir") if "." not in path.stem)
#: The groups of operands of gpu.launch, of which an older MLIR has one less.
LAUNCHED = "array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>"
OLDER_LAUNCHED = "array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1>"


@pytest.mark.parametrize("name", NAMES)
def test_kernels_are_printed_as_by_upstream(bindings: Bindings, name: str) -> None:
    """The expected texts are those of upstream's jaxlib 0.12.0, and of 0.10.2 where it prints another one."""
    text = (KERNELS / f"{name}.mlir").read_text()
    expected = KERNELS / f"{name}.expected.mlir"
    if not bindings.has_kernel_keywords():
        text = text.replace(LAUNCHED, OLDER_LAUNCHED)
        older = KERNELS / f"{name}.older.mlir"
        expected = older if older.exists() else expected
    expect(expected, bindings.show(text))


def test_an_invalid_program_is_printed_generically(bindings: Bindings) -> None:
    module, verified, constant, name = bindings.show_unfinished()
    assert module.splitlines() == [
        '"builtin.module"() ({',
        '  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({',
        '    %0 = "arith.constant"() <{value = 4 : i32}> : () -> i32',
        "  }) : () -> ()",
        "}) : () -> ()",
    ]
    assert "    %c4_i32 = arith.constant 4 : i32" in verified.splitlines()
    assert constant == '%0 = "arith.constant"() <{value = 4 : i32}> : () -> i32'
    assert name == "%0"


@pytest.mark.parametrize(
    "operation",
    [
        '%0 = "llvm.mlir.constant"() : () -> i32',
        '%0 = "gpu.thread_id"() : () -> index',
        '%0 = "tt.split"() : () -> i32',
        '%0:3 = "tt.split"() : () -> (i32, i32, i32)',
    ],
)
def test_an_operation_that_lacks_something_is_printed_generically(bindings: Bindings, operation: str) -> None:
    text = f'"builtin.module"() ({{\n  {operation}\n}}) : () -> ()'
    assert bindings.show(text, assume_verified=True).splitlines()[1] == f"  {operation}"


def test_comments_are_skipped_but_in_strings(bindings: Bindings) -> None:
    text = """// one
    module attributes {a = "// no comment"} { // two
      // three
      func.func @f(%arg0: tensor<i32>) -> tensor<i32> {
        return %arg0 : tensor<i32> // four
      }
    } // five"""
    assert bindings.show(text).splitlines() == [
        'module attributes {a = "// no comment"} {',
        "  func.func @f(%arg0: tensor<i32>) -> tensor<i32> {",
        "    return %arg0 : tensor<i32>",
        "  }",
        "}",
    ]


MISMATCH = "All attributes must be of the same type and match the type parameter: expected=RankedTensorType"


@pytest.mark.parametrize(
    ("attributes", "kind", "shown"),
    [
        (["1 : i32", "2 : i32"], None, "dense<[1, 2]> : tensor<2xi32>"),
        (
            ["1.0 : bf16", "2.0 : bf16"],
            "vector<2x1xbf16>",
            "dense<[[1.000000e+00], [2.000000e+00]]> : vector<2x1xbf16>",
        ),
        (["true"], "tensor<4xi1>", "dense<true> : tensor<4xi1>"),
        (
            ["1 : i32", "2 : i8"],
            None,
            f"{MISMATCH}(tensor<2xi32>), but got=IntegerType(i8)",
        ),
        (
            ["1 : i32"],
            "tensor<1xf32>",
            f"{MISMATCH}(tensor<1xf32>), but got=IntegerType(i32)",
        ),
        (["1 : i32"], "i32", "Expected a static ShapedType for the shaped_type parameter: Type(i32)"),
        ([], "tensor<0xf32>", "Attributes list must be non-empty."),
        (["1 : i32", "2 : i32"], "tensor<3xi32>", "DenseElementsAttr: 2 elements for the shape [3]"),
    ],
)
def test_dense_elements_of_attributes(
    bindings: Bindings, attributes: list[str], kind: str | None, shown: str
) -> None:
    assert bindings.elements_of(attributes, kind) == shown
