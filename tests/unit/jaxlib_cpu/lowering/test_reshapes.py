"""How many leading dimensions a reshape leaves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.jaxlib_cpu import module

RESHAPES: Any = module("lowering.reshapes")


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ((64, 32000), (64, 64, 500), 1),
        ((4, 8, 100, 100), (4, 8, 10000), 2),
        ((1000,), (2, 500), 0),
        ((3, 4), (3, 4), 2),
        ((3, 4, 1), (3, 4), 2),
        ((), (1,), 0),
    ],
)
def test_leading_dimensions(one: tuple[int, ...], other: tuple[int, ...], count: int) -> None:
    assert RESHAPES._common(one, other) == count
