"""How reductions are divided, from their shapes alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.jaxlib_cpu import module

FUSED: Any = module("lowering.fused_reductions")


@pytest.mark.parametrize(
    ("shape", "axes", "count"),
    [
        ((64, 64), (1,), (1, 2)),
        ((64, 64, 1), (1,), (1, 2)),
        ((64, 64), (0,), (0, 16)),
        ((3, 96, 20), (0, 1), (1, 16)),
        ((480,), (0,), (0, 15)),
        ((64, 64), (0, 1), None),  # two long dimensions
        ((37, 64), (0,), None),  # a prime number
        ((64, 1024), (1,), None),  # too many slices
    ],
)
def test_slices_of_few(shape: tuple[int, ...], axes: tuple[int, ...], count: tuple[int, int] | None) -> None:
    assert FUSED.slice_count(shape, axes) == count


@pytest.mark.parametrize(
    ("shape", "axes", "count"),
    [
        ((512, 512), (0,), (0, 8)),
        ((512, 128), (0,), (0, 2)),
        ((300, 1000), (0,), (0, 6)),
        ((511, 512), (0,), (0, 7)),
        ((509, 512), (0, 1), (1, 4)),
        ((256, 128), (0,), None),  # YNNPACK would not take the rest
        ((509, 512), (0,), None),
    ],
)
def test_parts_of_many(shape: tuple[int, ...], axes: tuple[int, ...], count: tuple[int, int] | None) -> None:
    assert FUSED.part_count(shape, axes) == count


def test_fewer_parts_of_functions() -> None:
    assert FUSED.part_count((512, 512), (0,), 4) == (0, 4)
    assert FUSED.has_functions({"stablehlo.add", "stablehlo.exponential"})
    assert FUSED.has_functions({"chlo.erf"})
    assert not FUSED.has_functions({"stablehlo.add", "func.call"})


@pytest.mark.parametrize(
    ("lengths", "products"), [([64], 1), ([65], 2), ([64, 40], 2), ([4096], 2), ([64, 100], 3)]
)
def test_products_of_a_sum(lengths: list[int], products: int) -> None:
    assert FUSED.products_needed(lengths) == products


@pytest.mark.parametrize("length", [67, 4160, 8192])
def test_no_products_of_sums_that_cannot_be_divided(length: int) -> None:
    assert FUSED.products_needed([length]) > FUSED.LEVELS_MAX
