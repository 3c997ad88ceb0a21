"""Maxima and minima of windows (max pooling), lowered to those of shifted slices.

The library computes each element of the result in loops over its window, with a test of every index: 3 x 3 of
4 x 28 x 28 x 32 float32 take twenty times as long as the maximum of nine slices, which XLA compiles to one loop of
vector instructions. The values are the same, as no order of maxima gives another. (Sums of windows would be rounded
in another order.)
"""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

from jaxlib_cpu.lowering.rewriting import Replacement, all_of, rewritten

#: The most elements of a window: each is a slice.
ELEMENTS_MAX = 32
#: The operations of a window's elements.
OPERATIONS = ("stablehlo.maximum", "stablehlo.minimum")


def lower_to_slices(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers maxima and minima of windows to slices, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


class _Window(NamedTuple):
    """A window's sizes, and for each dimension its steps, the distances of its elements, and the padding."""

    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    from jax._src.lib.mlir.dialects import hlo

    windows = all_of(ir, module, hlo.ReduceWindowOp)
    replacements = ((window, _replacement(ir, window)) for window in windows)
    return [(window, replacement) for window, replacement in replacements if replacement is not None]


def _replacement(ir: Any, operation: Any) -> Any:
    """The function that builds the slices; None if the window is not of a single operand's maxima or minima."""
    [block] = operation.regions[0].blocks
    names = [each.operation.name for each in block.operations]
    if len(operation.results) != 1 or len(names) != 2 or names[0] not in OPERATIONS:
        return None
    combine, give = block.operations
    its_own = set(combine.operation.operands) == set(block.arguments)
    if not its_own or list(give.operation.operands) != list(combine.operation.results):
        return None
    window = _window(ir, operation)
    if window is None or not 1 < math.prod(window.sizes) <= ELEMENTS_MAX:
        return None
    maximum, result = names[0] == OPERATIONS[0], operation.results[0].type
    if not math.prod(ir.RankedTensorType(result).shape):
        return None
    return lambda x, start: _of_slices(x, start, window, result, maximum=maximum)


def _window(ir: Any, operation: Any) -> _Window | None:
    """The window; None if elements of the operand are dilated, or a dimension is not known."""
    import numpy as np

    attributes, type_ = operation.attributes, ir.RankedTensorType(operation.operands[0].type)
    ones = (1,) * type_.rank

    def numbers(name: str) -> tuple[int, ...]:
        return tuple(ir.DenseI64ArrayAttr(attributes[name])) if name in attributes else ones

    if not type_.has_static_shape or numbers("base_dilations") != ones:
        return None
    padding = np.zeros((type_.rank, 2), np.int64)
    if "padding" in attributes:
        padding = np.array(ir.DenseIntElementsAttr(attributes["padding"])).reshape(padding.shape)
    low, high = (tuple(int(number) for number in edge) for edge in padding.T)
    return _Window(
        numbers("window_dimensions"), numbers("window_strides"), numbers("window_dilations"), low, high
    )


def _of_slices(x: Any, start: Any, window: _Window, result: Any, *, maximum: bool) -> Any:
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    # The barrier keeps XLA from computing the operand anew for each slice.
    [x] = hlo.OptimizationBarrierOp([x]).results
    if any((*window.low, *window.high)):
        none = mlir.dense_int_array([0] * len(window.sizes))
        x = hlo.pad(x, start, mlir.dense_int_array(window.low), mlir.dense_int_array(window.high), none)
    shape = ir.RankedTensorType(result).shape
    combine = hlo.maximum if maximum else hlo.minimum
    value = hlo.broadcast_in_dim(result, start, mlir.dense_int_array([]))
    for place in itertools.product(*map(range, window.sizes)):
        first = [index * dilation for index, dilation in zip(place, window.dilations, strict=True)]
        last = [
            begin + (count - 1) * stride + 1
            for begin, count, stride in zip(first, shape, window.strides, strict=True)
        ]
        bounds = map(mlir.dense_int_array, (first, last, window.strides))
        value = combine(value, hlo.slice(x, *bounds))
    return value
