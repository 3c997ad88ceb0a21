"""Types and attributes of GPU kernels: their text is the one that upstream's jaxlib 0.12.0 prints."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import Bindings, Refused


@pytest.mark.parametrize(
    ("text", "printed", "name"),
    [
        ("!llvm.ptr", "!llvm.ptr", "PointerType"),
        ("!llvm.ptr<0>", "!llvm.ptr", "PointerType"),
        ("!llvm.ptr<7>", "!llvm.ptr<7>", "PointerType"),
        ("!llvm.void", "!llvm.void", "DialectType"),
        ("!llvm.func<!llvm.ptr(!llvm.ptr,i32)>", "!llvm.func<ptr (ptr, i32)>", "FunctionType"),
        ("!llvm.func<i32 (ptr, ...)>", "!llvm.func<i32 (ptr, ...)>", "FunctionType"),
        ("!llvm.array<2 x vector<4xf32>>", "!llvm.array<2 x vector<4xf32>>", "ArrayType"),
        (
            "!llvm.struct<(i32,ptr<3>,array<2 x f32>,struct<packed (i8)>)>",
            "!llvm.struct<(i32, ptr<3>, array<2 x f32>, struct<packed (i8)>)>",
            "StructType",
        ),
        ("!llvm.struct<()>", "!llvm.struct<()>", "StructType"),
        ('!llvm.struct<"named", (i32)>', '!llvm.struct<"named", (i32)>', "StructType"),
        ('!llvm.struct<"unknown", opaque>', '!llvm.struct<"unknown", opaque>', "StructType"),
        ("!gpu.async.token", "!gpu.async.token", "AsyncTokenType"),
        ('!gpu.mma_matrix<16x16xf16, "AOp">', '!gpu.mma_matrix<16x16xf16, "AOp">', "DialectType"),
        ("!mosaic_gpu.barrier", "!mosaic_gpu.barrier", "BarrierType"),
        ("!mosaic_gpu.barrier<orders_tensor_core = false>", "!mosaic_gpu.barrier", "BarrierType"),
        (
            "memref<4x!mosaic_gpu.barrier<orders_tensor_core=true>, #gpu.address_space<workgroup>>",
            "memref<4x!mosaic_gpu.barrier<orders_tensor_core = true>, #gpu.address_space<workgroup>>",
            "MemRefType",
        ),
        ("!mosaic_gpu.p2b6<f6E3M2FN>", "!mosaic_gpu.p2b6<f6E3M2FN>", "P2B6Type"),
    ],
)
def test_types_have_one_text(bindings: Bindings, text: str, printed: str, name: str) -> None:
    assert bindings.kernel_type(text)[:2] == [printed, name]
    assert bindings.kernel_type(printed)[:2] == [printed, name]


def test_types_have_properties(bindings: Bindings) -> None:
    assert bindings.kernel_type("!llvm.ptr<3>")[2] == {"address_space": "3"}
    structure = bindings.kernel_type("!llvm.struct<packed (i32, f32)>")[2]
    assert structure == {
        "name": "None",
        "body": "[IntegerType(i32), F32Type(f32)]",
        "packed": "True",
        "opaque": "False",
    }
    assert bindings.kernel_type("!llvm.array<4 x i8>")[2]["num_elements"] == "4"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("#gpu.address_space<workgroup>", "#gpu.address_space<workgroup>"),
        ("#gpu<dim x>", "#gpu<dim x>"),
        ("#nvvm.ld_st_matrix_shape<m=8,n=8>", "#nvvm.ld_st_matrix_shape<m = 8, n = 8>"),
        ('#nvvm.target<chip="sm_90a",features = "+ptx80,x=1">',
         '#nvvm.target<chip = "sm_90a", features = "+ptx80,x=1">'),
        ("#llvm.linkage<external>", "#llvm.linkage<external>"),
        ('#llvm.md_node<#llvm.md_string<"a">, #llvm.md_const<5 : i32>>',
         '#llvm.md_node<#llvm.md_string<"a">, #llvm.md_const<5 : i32>>'),
        ("#mosaic_gpu<tmem>", "#mosaic_gpu.tmem"),
        ("#mosaic_gpu.tile<[64,32]>", "#mosaic_gpu.tile<[64, 32]>"),
        ("#mosaic_gpu.swizzle<128:i32>", "#mosaic_gpu.swizzle<128 : i32>"),
        ("#mosaic_gpu.WGStridedFragLayout<[2,3],4>", "#mosaic_gpu.WGStridedFragLayout<[2, 3], 4>"),
        ("#mosaic_gpu.WGSplatFragLayout<[]>", "#mosaic_gpu.WGSplatFragLayout<[]>"),
        (
            "#mosaic_gpu.TiledLayout<[[64:i64,8],[16 : i32]],warp_dims=[-8],"
            "lane_dims=[#mosaic_gpu.Replicated<times=4>],vector_dim=-1>",
            "#mosaic_gpu.TiledLayout<[[64, 8], [16 : i32]], warp_dims = [-8], "
            "lane_dims = [#mosaic_gpu.Replicated<times = 4>], vector_dim = -1>",
        ),
        ("#mosaic_gpu.copy_replicated", "#mosaic_gpu.copy_replicated"),
        ("#mosaic_gpu.copy_partitioned<axis=1>", "#mosaic_gpu.copy_partitioned<axis = 1>"),
        ("#mosaic_gpu.smem_alloc<alignment=16>", "#mosaic_gpu.smem_alloc<alignment = 16>"),
    ],
)  # fmt: skip
def test_attributes_have_one_text(bindings: Bindings, text: str, printed: str) -> None:
    assert bindings.attribute(text)[0] == printed
    assert bindings.attribute(printed)[0] == printed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#mosaic_gpu.nosuch", "unknown attribute `nosuch` in dialect `mosaic_gpu`"),
        ("#mosaic_gpu.swizzle<128>", "wanted a number of type i32"),
        ("#mosaic_gpu.TiledLayout<[[1]], warp_dims = 3>", "wanted a list"),
    ],
)
def test_attributes_that_are_none(bindings: Bindings, text: str, why: str) -> None:
    with pytest.raises(Refused, match=f"MLIRError: (.|\n)*{why}"):
        bindings.attribute(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("!llvm.nosuch", "unknown LLVM type: nosuch"),
        ("!llvm.array<2xf32>", "expected 'x'"),
        ("!llvm.struct<(i32>", r"expected '\)'"),
        ("!mosaic_gpu.nosuch", "unknown  type `nosuch`"),
    ],
)
def test_types_that_are_none(bindings: Bindings, text: str, why: str) -> None:
    with pytest.raises(Refused, match=f"MLIRError: (.|\n)*({why})"):
        bindings.kernel_type(text)


@pytest.mark.parametrize(
    ("kind", "value", "printed", "read"),
    [
        ("i32", 2**32 - 1, "-1 : i32", -1),
        ("ui32", -1, "4294967295 : ui32", 2**32 - 1),
        ("si8", 255, "-1 : si8", -1),
        ("i8", 300, "44 : i8", 44),
        ("i64", -(2**63), "-9223372036854775808 : i64", -(2**63)),
        ("index", 2**62, "4611686018427387904 : index", 2**62),
        ("ui8", 255, "255 : ui8", 255),
    ],
)
def test_integers_have_as_many_bits_as_their_type(
    bindings: Bindings, kind: str, value: int, printed: str, read: int
) -> None:
    assert bindings.integer(kind, value) == [printed, read]


def test_numbers_in_lists_have_no_type_if_it_is_the_usual_one(bindings: Bindings) -> None:
    text = "[1 : i64, 2 : i32, 2.5 : f64, 2.5 : f32, true, 3 : index, [-4], {a = 1}, 3 : ui64]"
    printed = "[1, 2 : i32, 2.500000e+00, 2.500000e+00 : f32, true, 3 : index, [-4], {a = 1 : i64}, 3 : ui64]"
    assert bindings.attribute(text)[0] == printed
    assert bindings.attribute(printed)[0] == printed


def test_slices_of_operands_are_views(bindings: Bindings) -> None:
    assert bindings.slices_of_operands() == [[0, 1, 3, 3], 2, "OpOperandList"]


def test_lists_of_an_operation_may_be_empty(bindings: Bindings) -> None:
    outside = ["index out of range"] * 4
    assert bindings.lists_of_a_constant() == [[0, 1, 0, 0], True, [0, 1, 0, 0], outside]


def test_builders_leave_no_attribute_out(bindings: Bindings) -> None:
    assert bindings.defaults() == {
        "unset": "#arith.overflow<none>",
        "set": "#arith.overflow<nsw>",
        "call": "#llvm.tailcallkind<none>",
    }
