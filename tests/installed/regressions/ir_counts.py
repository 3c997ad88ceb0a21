"""Attributes with more dimensions than memory can hold: an error, before any memory is allocated."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

MAKERS: dict[str, Callable[[int], object]] = {
    "map": lambda count: ir.AffineMap.get(count, 0, []),
    "map of symbols": lambda count: ir.AffineMap.get(0, count, []),
    "identity": ir.AffineMap.get_identity,
    "minor identity": lambda count: ir.AffineMap.get_minor_identity(count, 2),
    "layout": ir.StridedLayoutAttr.get_fully_dynamic,
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("count", [-1, 1 << 31, 1 << 62])
@pytest.mark.only("ours", why="upstream's jaxlib takes the memory, or ends the process")
def test_counts_that_no_text_can_have(name: str, count: int) -> None:
    with mlir.make_ir_context(), pytest.raises(ValueError, match="wanted 0 to"):
        MAKERS[name](count)


@pytest.mark.parametrize("name", MAKERS)
def test_counts_of_real_programs(name: str) -> None:
    with mlir.make_ir_context():
        assert str(MAKERS[name](3))
