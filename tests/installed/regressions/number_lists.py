"""Lists of numbers in attributes and types: values that are not numbers, or are out of range, are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from jax.interpreters import mlir
from jaxlib.mlir import ir


class Index:
    def __index__(self) -> int:
        return 3


class Broken:
    def __index__(self) -> int:
        raise ValueError("on purpose")


@pytest.fixture(autouse=True)
def context() -> Iterator[None]:
    with mlir.make_ir_context(), ir.Location.unknown():
        yield


@pytest.mark.parametrize("values", [[3], (3,), [Index()], [np.int32(3)], np.asarray([3])])
def test_integers(values: Any) -> None:
    assert list(ir.DenseI64ArrayAttr.get(values)) == [3]
    assert str(ir.RankedTensorType.get(values, ir.F32Type.get())) == "tensor<3xf32>"


@pytest.mark.parametrize("values", [[1.5], [2.0], [None], [Broken()], [1 << 70], {1: 2}, 5, None, iter([1])])
def test_a_value_that_is_not_a_list_of_integers_is_refused(values: Any) -> None:
    with pytest.raises(TypeError):
        ir.DenseI64ArrayAttr.get(values)


@pytest.mark.parametrize(
    ("kind", "value"),
    [(ir.DenseI8ArrayAttr, 128), (ir.DenseI16ArrayAttr, -(1 << 15) - 1), (ir.DenseI32ArrayAttr, 1 << 31)],
)
def test_an_integer_that_is_out_of_range_is_refused(kind: Any, value: int) -> None:
    with pytest.raises(TypeError):
        kind.get([value])


@pytest.mark.parametrize("values", [["3"], [None], [Broken()], {1.0: 2}])
def test_a_value_that_is_not_a_list_of_floats_is_refused(values: Any) -> None:
    with pytest.raises(TypeError):
        ir.DenseF32ArrayAttr.get(values)


def test_sizes_that_are_equal_to_integers_are_written_as_integers() -> None:
    # Of an element type of its own, so that no type of this shape exists yet.
    assert str(ir.RankedTensorType.get([True, 77], ir.IntegerType.get_signless(13))) == "tensor<1x77xi13>"
    assert str(ir.RankedTensorType.get([1, 77], ir.IntegerType.get_signless(13))) == "tensor<1x77xi13>"
    with pytest.raises(TypeError):
        ir.RankedTensorType.get([1.5], ir.F32Type.get())
