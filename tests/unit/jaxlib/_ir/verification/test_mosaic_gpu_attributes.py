"""Mosaic GPU's attributes: errors in the words of upstream's jaxlib."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib._ir.verification.mosaic_gpu_types import BARRIER, smem, tmem
from tests.unit.jaxlib.conftest import Bindings, Refused

POINTER, VECTOR, TENSOR = "!llvm.ptr<3>", "vector<128xf32>", tmem("128x8xf32")
COUNT, NUMBER, ORDER = "arrival_count = 1 : i64", "num_barriers = 1 : i32", "orders_tensor_core = false"
WIDE, NARROW = "64-bit signless integer attribute", "32-bit signless integer attribute"


@pytest.mark.parametrize(
    ("name", "operands", "results", "named"),
    [
        ("initialize_barrier", [POINTER], [], f"{COUNT}, {NUMBER}, {ORDER}"),
        ("assume_multiple", ["i32"], ["i32"], "multiple = 4 : i32"),
        ("slice_smem", [], [smem("4xf32")], "offset = 3 : i32, alias_id = 1 : i64"),
        ("layout_cast", [VECTOR], [VECTOR], "new_layout = #mosaic_gpu.WGStridedFragLayout<[128], 1>"),
        ("tmem_alloc", [smem("i32")], [TENSOR], "packing = 1 : i32"),
    ],
)
def test_allowed_attributes_are_accepted(
    bindings: Bindings, name: str, operands: list[str], results: list[str], named: str
) -> None:
    assert not bindings.verify(f"mosaic_gpu.{name}", operands, results, f"{{{named}}}")


@pytest.mark.parametrize(
    ("name", "operands", "results", "named", "missing"),
    [
        ("initialize_barrier", [POINTER], [], "", "arrival_count"),
        ("initialize_barrier", ["!llvm.ptr"], [], f"{COUNT}, {ORDER}", "num_barriers"),
        ("arrive", [BARRIER], [], "", "orders_tensor_core"),
        ("layout_cast", [VECTOR], [VECTOR], "", "new_layout"),
        ("slice_tmem", [TENSOR], [TENSOR], "", "offset"),
    ],
)
def test_missing_attributes_are_refused(
    bindings: Bindings, name: str, operands: list[str], results: list[str], named: str, missing: str
) -> None:
    found = bindings.verify(f"mosaic_gpu.{name}", operands, results, f"{{{named}}}")
    assert found == f"'mosaic_gpu.{name}' op requires attribute '{missing}'"


@pytest.mark.parametrize(
    ("name", "operands", "results", "named", "attribute", "words"),
    [
        (
            "initialize_barrier",
            [POINTER],
            [],
            f"arrival_count = 0 : i64, {NUMBER}, {ORDER}",
            "arrival_count",
            f"{WIDE} whose value is positive",
        ),
        (
            "initialize_barrier",
            [POINTER],
            [],
            f"{COUNT}, num_barriers = 1 : i64, {ORDER}",
            "num_barriers",
            f"{NARROW} whose value is positive",
        ),
        (
            "slice_tmem",
            [TENSOR],
            [TENSOR],
            "offset = -4 : i32",
            "offset",
            f"{NARROW} whose value is non-negative",
        ),
        (
            "async_prefetch",
            [smem("4xf32"), "i32"],
            [],
            "slice_lengths = array<i64: 4>, collective = [3 : i32], operandSegmentSizes = array<i32: 1, 1, 0>",
            "collective",
            "dimensions",
        ),
        (
            "layout_cast",
            [VECTOR],
            [VECTOR],
            "new_layout = #mosaic_gpu.WGSplatFragLayout<[128]>",
            "new_layout",
            "Annotates an array that can be collapsed to 1D and sharded across threads. or A layout derived from a "
            "tiling expression.",
        ),
        (
            "alloc_smem",
            [],
            [smem("4xf32")],
            "alignment = 3 : i64",
            "alignment",
            f"{WIDE} whose value is positive and whose value is a power of two > 0",
        ),
    ],
)
def test_other_values_are_refused(
    bindings: Bindings,
    name: str,
    operands: list[str],
    results: list[str],
    named: str,
    attribute: str,
    words: str,
) -> None:
    found = bindings.verify(f"mosaic_gpu.{name}", operands, results, f"{{{named}}}")
    assert found == f"'mosaic_gpu.{name}' op attribute '{attribute}' failed to satisfy constraint: {words}"


def test_an_alias_is_a_wide_number_since_0_11(bindings: Bindings) -> None:
    found = bindings.verify(
        "mosaic_gpu.slice_smem", [], [smem("4xf32")], "{offset = 3 : i32, alias_id = 1 : i32}"
    )
    wrong = f"'mosaic_gpu.slice_smem' op attribute 'alias_id' failed to satisfy constraint: {WIDE}"
    assert found == ("" if bindings.release().startswith("0.10.") else wrong)


@pytest.mark.parametrize(("mnemonic", "name"), [("b6x16_p32", "B6x16P32"), ("p2b6", "P2B6")])
def test_types_of_six_bits_have_elements_of_six_bits(bindings: Bindings, mnemonic: str, name: str) -> None:
    for element in ("f6E2M3FN", "i6"):
        assert bindings.kernel_type(f"!mosaic_gpu.{mnemonic}<{element}>")
    for element in ("f16", "index"):
        with pytest.raises(Refused, match=f"{name} element type must be 6-bit wide, got '{element}'"):
            bindings.kernel_type(f"!mosaic_gpu.{mnemonic}<{element}>")
