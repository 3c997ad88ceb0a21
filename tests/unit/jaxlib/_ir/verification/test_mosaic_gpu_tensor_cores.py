"""Mosaic GPU's products of matrices and tensor memory: errors in the words of upstream's jaxlib."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib._ir.verification.mosaic_gpu_types import attributes, gmem, is_older, smem, tmem
from tests.unit.jaxlib.conftest import Bindings

ELEMENTS = "The `a` and `b` inputs must have the same element type"
MIXED = f"{ELEMENTS}, except that FP8 types (f8E4M3FN and f8E5M2) may be mixed."
ACCUMULATOR, A, B = "vector<64x128xf32>", smem("64x32xbf16"), smem("32x128xbf16")


@pytest.mark.parametrize(
    ("accumulator", "a", "b", "why"),
    [
        (ACCUMULATOR, A, B, ""),
        (ACCUMULATOR, "vector<64x32xbf16>", B, ""),
        (
            "vector<128x128xf32>",
            A,
            B,
            "The accumulator's first dimension 128 must be equal to the first dimensions of `a`: 64.",
        ),
        (
            ACCUMULATOR,
            A,
            smem("48x128xbf16"),
            "`a`'s contracting dimension 32 must be equal to the first dimension of `b`: 48.",
        ),
        (
            "vector<64x96xf32>",
            A,
            B,
            "`b`'s non-contracting dimension 128 must be equal to the accumulator's second dimension 96.",
        ),
        (
            "vector<32x128xf32>",
            smem("32x32xbf16"),
            B,
            "The accumulator's first dimension must be a multiple of 64, but got 32.",
        ),
        (
            ACCUMULATOR,
            smem("64x?xbf16"),
            smem("?x128xbf16"),
            "`a`'s contracting dimension 0 must be equal to the first dimension of `b`: -9223372036854775808.",
        ),
    ],
)
def test_wgmma(bindings: Bindings, accumulator: str, a: str, b: str, why: str) -> None:
    found = bindings.verify("mosaic_gpu.wgmma", [accumulator, a, b], [accumulator])
    assert found == (why and f"'mosaic_gpu.wgmma' op {why}")


def test_only_fp8_types_are_mixed(bindings: Bindings) -> None:
    mixed = [ACCUMULATOR, smem("64x32xf8E4M3FN"), smem("32x128xf8E5M2")], [ACCUMULATOR]
    other = [ACCUMULATOR, smem("64x32xf16"), B], [ACCUMULATOR]
    words = f"'mosaic_gpu.wgmma' op {f'{ELEMENTS}.' if is_older(bindings) else MIXED}"
    assert bindings.verify("mosaic_gpu.wgmma", *mixed) == (words if is_older(bindings) else "")
    assert bindings.verify("mosaic_gpu.wgmma", *other) == words


def test_the_result_has_the_type_of_the_accumulator(bindings: Bindings) -> None:
    found = bindings.verify("mosaic_gpu.wgmma", [ACCUMULATOR, A, B], ["vector<64x128xf16>"])
    words = f"inferred type(s) '{ACCUMULATOR}' are incompatible with return type(s) of operation"
    assert found == f"'mosaic_gpu.wgmma' op {words} 'vector<64x128xf16>'"


@pytest.mark.parametrize(
    ("accumulator", "a", "b", "why"),
    [
        ("vector<64x16xf32>", "vector<64x32xbf16>", "vector<32x16xbf16>", ""),
        ("vector<64x16xi32>", "vector<64x32xi8>", "vector<32x16xi8>", ""),
        ("vector<64x16xf32>", "vector<64x32xf8E4M3FN>", "vector<32x16xf8E5M2>", f"{ELEMENTS}."),
        (
            "vector<32x16xf32>",
            "vector<64x32xbf16>",
            "vector<32x16xbf16>",
            "The accumulator's first dimension 32 must be equal to the first dimension of `a`: 64.",
        ),
        (
            "vector<64x16xf32>",
            "vector<64x16xbf16>",
            "vector<32x16xbf16>",
            "`a`'s second dimension 16 must be equal to `b`'s first dimension: 32.",
        ),
        (
            "vector<64x8xf32>",
            "vector<64x32xbf16>",
            "vector<32x16xbf16>",
            "The accumulator's second dimension 8 must be equal to the second dimension of `b`: 16.",
        ),
        (
            "vector<64x16xf32>",
            "vector<64x32xi8>",
            "vector<32x16xi8>",
            "Only i32 accumulator supported for integer operands.",
        ),
        (
            "vector<64x16xi32>",
            "vector<64x32xbf16>",
            "vector<32x16xbf16>",
            "Only float accumulator supported for floating operands.",
        ),
    ],
)
def test_mma(bindings: Bindings, accumulator: str, a: str, b: str, why: str) -> None:
    found = bindings.verify("mosaic_gpu.mma", [accumulator, a, b], [accumulator])
    assert found == (why and f"'mosaic_gpu.mma' op {why}")


SCALE, METADATA = tmem("128x4xf8E8M0FNU"), tmem("128x64xi2")
NULL = "<<NULL ATTRIBUTE>>"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, ""),
        ({"a": tmem("128x64xf16")}, ""),
        ({"b": smem("64x64xf16"), "collective": "true"}, ""),
        ({"a_scale": SCALE, "b_scale": SCALE}, ""),
        ({"b": smem("128x128xf16"), "metadata": METADATA}, ""),
        (
            {"accumulator": tmem("64x128xf32")},
            "The accumulator's first dimension 64 must be equal to the first dimensions of `a`: 128.",
        ),
        (
            {"b": smem("32x128xf16")},
            "`a`'s contracting dimension 64 must be equal to the first dimension of `b`: 32.",
        ),
        (
            {"metadata": METADATA},
            "For sparse MMA, `a`'s contracting dimension 64 must be half the first dimension of `b`: 64.",
        ),
        (
            {"b": smem("64x64xf16")},
            "`b`'s non-contracting dimension 64 must be equal to the accumulator's second dimension 128.",
        ),
        (
            {"collective": "true"},
            "`b`'s non-contracting dimension 128 must be half the accumulator's second dimension 128 for "
            "collective MMA.",
        ),
        (
            {"accumulator": tmem("16x128xf32"), "a": smem("16x64xf16")},
            "The accumulator's first dimension must be a multiple of 32 but got 16.",
        ),
        ({"accumulator": gmem("128x128xf32")}, f"The accumulator must be in TMEM, but got {NULL}."),
        ({"a": gmem("128x64xf16")}, f"The `a` input must be in TMEM or SMEM, but got {NULL}."),
        ({"b": tmem("64x128xf16")}, "The `b` input must be in SMEM, but got #mosaic_gpu.tmem."),
        ({"a_scale": SCALE}, "Either none or both scales should be provided."),
        (
            {"a_scale": gmem("128x4xf8E8M0FNU"), "b_scale": SCALE},
            f"The `a_scale` input must be in TMEM, but got {NULL}.",
        ),
        (
            {"a_scale": SCALE, "b_scale": gmem("128x4xf8E8M0FNU")},
            f"The `b_scale` input must be in TMEM, but got {NULL}.",
        ),
        (
            {"b": smem("128x128xf16"), "metadata": gmem("128x64xi2")},
            f"The `a_sparse_metadata` input must be in TMEM, but got {NULL}.",
        ),
        (
            {"b": smem("128x128xf16"), "metadata": tmem("128x32xi2")},
            "The `a_sparse_metadata` shape [128, 32] must match the shape of `a` [128, 64].",
        ),
    ],
)
def test_tcgen05_mma(bindings: Bindings, changed: dict[str, str], why: str) -> None:
    values = {"accumulator": tmem("128x128xf32"), "a": smem("128x64xf16"), "b": smem("64x128xf16")} | changed
    extra = [values.get(name) for name in ("a_scale", "b_scale", "metadata")]
    operands = [values["accumulator"], values["a"], values["b"], "i1", *filter(None, extra)]
    segments = (1, 1, 1, 1, *(int(each is not None) for each in extra))
    named = attributes(segments=segments, also=f"collective = {values.get('collective', 'false')}")
    found = bindings.verify("mosaic_gpu.tcgen05_mma", operands, [], named)
    assert found == (why and f"'mosaic_gpu.tcgen05_mma' op {why}")


SPACE = "The tmem memref must have a mosaic_gpu.tmem memory space but got: {}"
SHARED = "#gpu.address_space<workgroup>"
POINTER, TENSOR, LOADED = smem("i32"), tmem("128x8xf32"), "vector<128x8xf32>"
FIRST = "The first dimension of the TMEM memref must be a multiple of 128, but got 64."
SECOND = "The second dimension of the TMEM memref must be a multiple of {}, but got {}."
SMEM_SOURCE = "The `source` memref must be in SMEM."
SCALES = smem("1x1x32x16xf8E8M0FNU")


@pytest.mark.parametrize(
    ("name", "source", "target", "why"),
    [
        ("smem", smem("128x8xf32"), TENSOR, ""),
        (
            "smem",
            smem("128x4xf32"),
            TENSOR,
            "The `source` (128, 4) and `destination` (128, 8) memrefs must have the same shape.",
        ),
        (
            "smem",
            smem("128x8xf16"),
            TENSOR,
            "The `source` (f16) and `destination` (f32) memrefs must have the same element type.",
        ),
        ("smem", gmem("128x8xf32"), TENSOR, SMEM_SOURCE),
        ("smem", smem("128x8xf32"), gmem("128x8xf32"), SPACE.format(NULL)),
        ("sparse_metadata_smem", smem("1x2x128x64xi2"), tmem("128x128xi2"), ""),
        ("sparse_metadata_smem", smem("1x1x128x64xi2"), tmem("64x64xi2"), FIRST),
        ("sparse_metadata_smem", smem("1x1x128x64xi2"), tmem("128x32xi2"), SECOND.format(64, 32)),
        (
            "sparse_metadata_smem",
            smem("1x2x128x64xi2"),
            tmem("128x64xi2"),
            "The `source` memref must have shape (1, 1, 128, 64), but got (1, 2, 128, 64).",
        ),
        ("sparse_metadata_smem", gmem("1x1x128x64xi2"), tmem("128x64xi2"), SMEM_SOURCE),
        ("scales_smem", SCALES, SCALE, ""),
        ("scales_smem", smem("1x1x64x16xf8E8M0FNU"), SCALE, ""),
        (
            "scales_smem",
            smem("1x1x32x16xf8E4M3FN"),
            SCALE,
            "The `source` (f8E4M3FN) and `destination` (f8E8M0FNU) memrefs must have the same element type.",
        ),
        ("scales_smem", SCALES, tmem("64x4xf8E8M0FNU"), FIRST),
        ("scales_smem", SCALES, tmem("128x2xf8E8M0FNU"), SECOND.format(4, 2)),
        (
            "scales_smem",
            smem("2x1x32x16xf8E8M0FNU"),
            SCALE,
            "The `source` memref must have shape (1, 1, 32, 16) or (1, 1, 64, 16), but got (2, 1, 32, 16).",
        ),
        ("scales_smem", SCALES, smem("128x4xf8E8M0FNU"), SPACE.format(SHARED)),
    ],
)
def test_copies_from_shared_to_tensor_memory(
    bindings: Bindings, name: str, source: str, target: str, why: str
) -> None:
    found = bindings.verify(f"mosaic_gpu.async_store_{name}_to_tmem", [source, target], [])
    assert found == (why and f"'mosaic_gpu.async_store_{name}_to_tmem' op {why}")


@pytest.mark.parametrize(
    ("pointer", "result", "packing", "why"),
    [
        (POINTER, tmem("128x512xf32"), 1, ""),
        (POINTER, tmem("128x1024xbf16"), 2, ""),
        (
            gmem("i32"),
            tmem("128x32xf32"),
            1,
            f"The `smem_ptr` memref must have the Workgroup address space but got: {NULL}",
        ),
        (POINTER, smem("128x32xf32"), 1, SPACE.format(SHARED)),
        (
            POINTER,
            tmem("128x32xbf16"),
            4,
            "Only unpacked, or fully packed allocations are supported. Expected packing to be either 1 or 32 / "
            "element_bitwidth, but got: packing = 4, element_bitwidth = 16",
        ),
        (
            POINTER,
            tmem("128x777xbf16"),
            2,
            "The number of unpacked columns must be divisible by the packing factor, but got: 777 / 2",
        ),
        (
            POINTER,
            tmem("128x1028xbf16"),
            2,
            "The number of allocated columns must be less than or equal to 512 but got: 514",
        ),
    ],
)
def test_allocations_of_tensor_memory(
    bindings: Bindings, pointer: str, result: str, packing: int, why: str
) -> None:
    found = bindings.verify("mosaic_gpu.tmem_alloc", [pointer], [result], f"{{packing = {packing} : i32}}")
    assert found == (why and f"'mosaic_gpu.tmem_alloc' op {why}")


TILES = "[[8 : i64]], warp_dims = [0 : i64], lane_dims = [0 : i64], vector_dim = 0"
LAYOUT = f"new_layout = #mosaic_gpu.TiledLayout<{TILES}>"
TWO = f"'{LOADED}', 'vector<128xf32>'"


@pytest.mark.parametrize(
    ("name", "operands", "results", "named", "why"),
    [
        ("tmem_dealloc", [TENSOR], [], "", ""),
        ("tmem_dealloc", [smem("128x8xf32")], [], "", SPACE.format(SHARED)),
        ("async_load_tmem", [TENSOR], [LOADED], "", ""),
        ("async_load_tmem", [TENSOR], [LOADED, "vector<128xf32>"], "reduce = 0 : i32", ""),
        ("async_load_tmem", [TENSOR], [], "", "expected at least 1 result, got 0"),
        (
            "async_load_tmem",
            [TENSOR],
            ["vector<128x8xf16>"],
            "",
            "The `source` and `result` must have the same element type.",
        ),
        (
            "async_load_tmem",
            [tmem("128x8xf16")],
            ["vector<128x8xf16>"],
            "reduce = 0 : i32",
            "Reductions only supported for f32 and i32 loads.",
        ),
        (
            "async_load_tmem",
            [TENSOR],
            ["vector<128xf32>"],
            "",
            "The `source` and `result` must have the same shape.",
        ),
        ("async_load_tmem", [gmem("128x8xf32")], [LOADED], "", SPACE.format(NULL)),
        (
            "async_load_tmem",
            [TENSOR],
            [LOADED],
            "reduce = 0 : i32",
            f"inferred type(s) {TWO} are incompatible with return type(s) of operation '{LOADED}'",
        ),
        ("async_store_tmem", [LOADED, TENSOR], [], "", ""),
        (
            "async_store_tmem",
            ["vector<128x8xf16>", TENSOR],
            [],
            "",
            "The `source` and `destination` must have the same element type.",
        ),
        (
            "async_store_tmem",
            ["vector<128x4xf32>", TENSOR],
            [],
            "",
            "The `source` and `destination` must have the same shape.",
        ),
        ("async_store_tmem", [LOADED, gmem("128x8xf32")], [], "", SPACE.format(NULL)),
        ("tmem_layout_cast", [TENSOR], [TENSOR], LAYOUT, ""),
        (
            "tmem_layout_cast",
            [TENSOR],
            [tmem("128x8xf16")],
            LAYOUT,
            "requires the same type for all operands and results",
        ),
        ("tmem_layout_cast", [gmem("128x8xf32")], [gmem("128x8xf32")], LAYOUT, SPACE.format(NULL)),
        ("slice_tmem", [TENSOR], [TENSOR], "offset = 4 : i32", ""),
        ("slice_tmem", [gmem("128x8xf32")], [TENSOR], "offset = 4 : i32", SPACE.format(NULL)),
        ("slice_tmem", [TENSOR], [smem("128x8xf32")], "offset = 4 : i32", SPACE.format(SHARED)),
        (
            "slice_tmem",
            [TENSOR],
            [TENSOR],
            "offset = 2 : i32",
            "The offset must be a multiple of 4 but got: 2",
        ),
    ],
)
def test_uses_of_tensor_memory(
    bindings: Bindings, name: str, operands: list[str], results: list[str], named: str, why: str
) -> None:
    found = bindings.verify(f"mosaic_gpu.{name}", operands, results, f"{{{named}}}")
    assert found == (why and f"'mosaic_gpu.{name}' op {why}")


def test_a_load_from_tensor_memory_is_a_vector(bindings: Bindings) -> None:
    found = bindings.verify("mosaic_gpu.async_load_tmem", [TENSOR], ["f32"])
    assert found.startswith("'mosaic_gpu.async_load_tmem' op result #0 must be")
