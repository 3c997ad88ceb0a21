"""Sums, lowered so that they use all threads and are nearly as accurate as with newer XLA.

Like newer libraries, this one computes sums of float32 with YNNPACK, but with an older version of it. That version
uses one thread, and adds a column sequentially and a row in a few lanes: for 1,000 float32 in a column the error is
about 30 units in the last place, for 300,000 equal ones in a row about 3,000; newer libraries have an error of two.
XLA adds float64 along a row sequentially. Therefore, sums of many numbers are lowered in several steps: neighbours
to sums of blocks, these to sums of blocks again, and so on; a column to sums of its parts, then the sum of those.
Products of two vectors, alone or in a batch, are lowered to sums of products: the library computes them
sequentially, with one thread for the whole batch (for 1,000,000 float32 the error is a percent). Those of narrower
types are added as float32.

YNNPACK still computes shorter sums, maxima and minima (XLA's own maxima take twenty times as long, and so would a
softmax). It is enabled or disabled for a whole program: a program with a long column that cannot be lowered in two
steps is compiled without it.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from jaxlib_cpu.lowering import reshapes
from jaxlib_cpu.lowering.rewriting import Replacement, rewritten
from jaxlib_cpu.lowering.values import (
    like,
    name_of_owner,
    number,
    of_kind,
    part_of,
    reshaped,
    shape_of,
)

FLAG = "xla_cpu_experimental_ynn_fusion_type"
#: The library's default for this option, without reductions.
WITHOUT_REDUCTIONS = "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT"
#: The longest column that is added in one step; splitting shorter ones takes longer (512 of 1,024 columns: three
#: times). Longer columns are split if their length has a suitable divisor,
COLUMN_SPLIT = 512
#: and without one are added sequentially up to this length.
COLUMN_MAX = 4096
#: The minimum number of elements for which several steps along rows are faster: they do more work, on more threads.
SHARED_MIN = 1 << 19
#: The maximum number of neighbours that YNNPACK adds in one step.
ROW_MAX = 4096
#: The minimum length of a row of float64, and the minimum number of elements, for sums in blocks.
ROW_MIN_64, SHARED_MIN_64 = 256, 1 << 13
#: The size of a block of neighbours, whose sum is a product with ones. Larger blocks are not faster, but less
#: accurate; a float32 row of up to ROW_MAX is one block, because a second step would cost more than it gains.
BLOCK_MIN, BLOCK_MAX = 64, 512
#: The maximum number of parts of a column, and the minimum number of columns.
PARTS_MAX, COLUMNS_MIN = 8, 8
#: The minimum length of vectors whose product is lowered to a sum of products.
VECTOR_MIN = 256
#: The library leaves the sum of a reshaped operand to XLA and does not pass it to YNNPACK.
RESHAPE = "stablehlo.reshape"


def lower_in_steps(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers long sums and products of vectors in steps, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    """The operations to lower in steps, each with a function that builds the new result from its operands."""
    from jax._src.lib.mlir.dialects import hlo

    replacements: list[Replacement] = []
    for sum_ in _sums(module):
        blocks = division(ir, sum_)
        if blocks is not None:
            result = shape_of(sum_.results[0].type)
            replacements.append((sum_, functools.partial(_in_blocks, blocks=blocks, result=result)))

    def look(operation: Any) -> Any:
        axes = _axes_of_vectors(ir, operation)
        if axes is not None:
            replacements.append((operation, functools.partial(_sum_of_products, axes=axes)))
        return ir.WalkResult.ADVANCE

    module.operation.walk(look, op_class=hlo.DotGeneralOp)
    return replacements


def _axes_of_vectors(ir: Any, product: Any) -> tuple[int, ...] | None:
    """The contracted dimensions of a product; None unless they are all but the batch's, in the same order."""
    from jax._src.lib.mlir.dialects import hlo

    types = [ir.RankedTensorType(value.type) for value in (*product.operands, *product.results)]
    [kind, *other_kinds] = {type_.element_type for type_ in types}
    left, right = types[0], types[1]
    if other_kinds or left != right or not left.has_static_shape or "algorithm" in product.attributes:
        return None
    numbers = hlo.DotDimensionNumbers(product.attributes["dot_dimension_numbers"])
    axes, batch = tuple(numbers.lhs_contracting_dimensions), tuple(numbers.lhs_batching_dimensions)
    whole = len(axes) + len(batch) == left.rank
    alike = axes == tuple(numbers.rhs_contracting_dimensions) and batch == tuple(
        numbers.rhs_batching_dimensions
    )
    floats = isinstance(kind, (ir.BF16Type, ir.F16Type, ir.F32Type, ir.F64Type, ir.ComplexType))
    if not (whole and alike and floats and batch == tuple(sorted(batch))):
        return None
    return axes if math.prod(left.shape[axis] for axis in axes) >= VECTOR_MIN else None


def _sum_of_products(x: Any, w: Any, *, axes: tuple[int, ...]) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    kind = ir.RankedTensorType(x.type).element_type
    if isinstance(kind, ir.ComplexType):
        products = hlo.multiply(x, w)
        return hlo.complex(*(_sum(part(products), axes) for part in (hlo.real, hlo.imag)))
    if not isinstance(kind, (ir.BF16Type, ir.F16Type)):
        return _sum(hlo.multiply(x, w), axes)
    wide = of_kind(x, ir.F32Type.get())
    sums = _sum(hlo.multiply(*(hlo.convert(wide, value) for value in (x, w))), axes)
    return hlo.convert(of_kind(sums, kind), sums)


def _sum(x: Any, axes: Sequence[int]) -> Any:
    """The sum over these dimensions, in steps if there are many elements."""
    from jax._src.lib.mlir import ir

    shape = shape_of(x.type)
    itemsize = 4 if isinstance(ir.RankedTensorType(x.type).element_type, ir.F32Type) else 8
    blocks = _blocks(shape, tuple(sorted(axes)), itemsize)
    if blocks is None:
        return _add(x, axes)
    result = tuple(size for axis, size in enumerate(shape) if axis not in axes)
    return _in_blocks(x, blocks=blocks, result=result)


def _sums(module: Any) -> list[Any]:
    """The reductions of a single operand whose region is an addition."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    sums: list[Any] = []

    def look(operation: Any) -> Any:
        [block] = operation.regions[0].blocks
        names = [each.operation.name for each in block.operations]
        if len(operation.results) == 1 and names == ["stablehlo.add", "stablehlo.return"]:
            sums.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look, op_class=hlo.ReduceOp)
    return sums


def division(ir: Any, sum_: Any) -> _Blocks | None:
    """How a sum, a reduction with initial value zero, is divided into steps; None if it is not."""
    operand, start = sum_.operands
    shape = ir.RankedTensorType(operand.type)
    if not isinstance(shape.element_type, (ir.F32Type, ir.F64Type)) or not shape.has_static_shape:
        return None
    if not is_zero(ir, start) or not combines_its_arguments(sum_):
        return None
    axes = tuple(sorted(ir.DenseI64ArrayAttr(sum_.attributes["dimensions"])))
    return _blocks(tuple(shape.shape), axes, 4 if isinstance(shape.element_type, ir.F32Type) else 8)


def combines_its_arguments(reduction: Any) -> bool:
    """Whether the region of a reduction, of two operations, is one operation on its arguments, in their order."""
    [block] = reduction.regions[0].blocks
    combine, give = block.operations
    return list(combine.operation.operands) == list(block.arguments) and list(
        give.operation.operands
    ) == list(combine.operation.results)


def is_zero(ir: Any, value: Any) -> bool:
    """Whether a value, an array of floats, is a constant of zeros."""
    if name_of_owner(value) != "stablehlo.constant":
        return False
    constant = ir.DenseElementsAttr(value.owner.attributes["value"])
    return bool(constant.is_splat and ir.FloatAttr(constant.get_splat_value()).value == 0)


class _Blocks(NamedTuple):
    """A reshaped array, and the dimension along which a block is added, or all elements if they are neighbours."""

    shape: tuple[int, ...]
    axis: int
    neighbours: bool


def _blocks(shape: tuple[Any, ...], axes: tuple[int, ...], itemsize: int) -> _Blocks | None:
    """The division into blocks; None if it is neither faster nor more accurate, or if no divisor fits."""
    if not axes or not all(isinstance(size, int) for size in shape):
        return None
    if axes != tuple(range(axes[0], axes[0] + len(axes))):
        return None
    if axes[-1] == len(shape) - 1:
        return _neighbours(shape, axes, itemsize)
    return _columns(shape, axes) if itemsize == 4 else None


def _neighbours(shape: tuple[int, ...], axes: tuple[int, ...], itemsize: int) -> _Blocks | None:
    before, length, total = shape[: axes[0]], math.prod(shape[axes[0] :]), math.prod(shape)
    if itemsize == 8:
        many = length >= ROW_MIN_64 and total >= SHARED_MIN_64
    else:
        many = length > ROW_MAX or (length >= BLOCK_MIN and total >= SHARED_MIN)
    return _Blocks((*before, length), len(before), neighbours=True) if many and total else None


def _columns(shape: tuple[int, ...], axes: tuple[int, ...]) -> _Blocks | None:
    before, behind = shape[: axes[0]], shape[axes[-1] + 1 :]
    total = math.prod(shape[axis] for axis in axes)
    parts = _divisor(total, 2, PARTS_MAX) if total > COLUMN_SPLIT else None
    if parts is None or math.prod(behind) < COLUMNS_MIN:
        return None
    split = (*before, parts, total // parts, *behind)
    return _Blocks(split, len(before) + 1, neighbours=False)


def _divisor(number: int, least: int, most: int) -> int | None:
    return next((divisor for divisor in range(most, least - 1, -1) if number % divisor == 0), None)


def _in_blocks(x: Any, _zero: Any = None, *, blocks: _Blocks, result: tuple[int, ...]) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    if blocks.neighbours:
        moves = reshapes.is_of_broadcast(x)
        if moves and shape_of(x.type)[-1] >= BLOCK_MIN and len(shape_of(x.type)) > len(blocks.shape):
            return reshaped(_add_one_by_one(x, blocks.axis), result)
        x = reshapes.reshape(x, blocks.shape) if moves else reshaped(x, blocks.shape)
        return reshaped(_add_neighbours(x, moves=moves), result)
    x = reshaped(x, blocks.shape)
    # The barrier keeps XLA from merging the two steps.
    [parts] = hlo.OptimizationBarrierOp([_add(x, [blocks.axis])]).results
    return reshaped(_add(parts, [blocks.axis - 1]), result)


def _add_one_by_one(x: Any, first: int) -> Any:
    """The sums along the dimensions from ``first`` on, one after the other, so that ``x`` is not reshaped."""
    from jax._src.lib.mlir import ir

    longest = ROW_MAX if isinstance(ir.RankedTensorType(x.type).element_type, ir.F32Type) else BLOCK_MAX
    for axis in reversed(range(first, len(shape_of(x.type)))):
        short = shape_of(x.type)[axis] <= longest
        x = product_with_ones(x, axis) if short else _add_neighbours(x, moves=reshapes.is_of_broadcast(x))
    return x


def _add_neighbours(x: Any, *, moves: bool) -> Any:
    """The sums along the last dimension; ``moves`` reshapes and slices to what the elements are computed from."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    *rest, count = shape_of(x.type)
    last = len(rest)
    if isinstance(ir.RankedTensorType(x.type).element_type, ir.F32Type) and count <= ROW_MAX:
        return product_with_ones(x, last)
    ends: list[Any] = []  # sums of the remainders, if no block size divides the count
    while (count := shape_of(x.type)[last]) > BLOCK_MIN:
        size = _divisor(count, BLOCK_MIN, min(BLOCK_MAX, count // 2))
        if size is not None:
            shape = (*rest, count // size, size)
            x = product_with_ones(reshapes.reshape(x, shape) if moves else reshaped(x, shape), last + 1)
        elif count > BLOCK_MAX:
            whole = count - count % BLOCK_MAX
            part = reshapes.part if moves else part_of
            ends.append(_add(part(x, last, whole, count), [last]))
            x = part(x, last, 0, whole)
        else:
            break
    return functools.reduce(hlo.add, ends, _add(x, [last]))


def _add(x: Any, axes: Sequence[int]) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    return reduced(x, axes, number(x, 0), hlo.add)


def reduced(x: Any, axes: Sequence[int], start: Any, combine: Callable[[Any, Any], Any]) -> Any:
    """The reduction over these dimensions by an operation of two."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    scalar = like(x, ())
    left = like(x, [size for axis, size in enumerate(shape_of(x.type)) if axis not in axes])
    reduction = hlo.ReduceOp([left], [x], [start], mlir.dense_int_array(sorted(axes)))
    block = reduction.regions[0].blocks.append(scalar, scalar)
    with ir.InsertionPoint(block):
        hlo.return_([combine(*block.arguments)])
    return reduction.results[0]


def product_with_ones(x: Any, axis: int) -> Any:
    """The sum along a dimension, as a product with ones."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    shape = shape_of(x.type)
    ones = hlo.broadcast_in_dim(like(x, shape[axis : axis + 1]), number(x, 1), mlir.dense_int_array([]))
    numbers = hlo.DotDimensionNumbers.get(
        lhs_batching_dimensions=[],
        rhs_batching_dimensions=[],
        lhs_contracting_dimensions=[axis],
        rhs_contracting_dimensions=[0],
    )
    precision = ir.ArrayAttr.get([hlo.PrecisionAttr.get("HIGHEST")] * 2)
    result = like(x, (*shape[:axis], *shape[axis + 1 :]))
    return hlo.dot_general(result, x, ones, numbers, precision_config=precision)


def choose_reductions(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: disables YNNPACK's sums in programs with long columns, unless the user has set the option."""
    from jax._src.lib.mlir import ir

    chosen = FLAG in os.environ.get("XLA_FLAGS", "") or FLAG in dict(options.env_option_overrides)
    if not chosen and _has_long_column(ir, module):
        options.env_option_overrides = [*options.env_option_overrides, (FLAG, WITHOUT_REDUCTIONS)]
    return module, options


def _has_long_column(ir: Any, module: Any) -> bool:
    return any(_column(ir, sum_) > COLUMN_MAX for sum_ in _sums(module))


def _column(ir: Any, operation: Any) -> int:
    """The number of float32 that YNNPACK would add sequentially; 0 for any other sum."""
    shape = ir.RankedTensorType(operation.operands[0].type)
    dimensions = list(ir.DenseI64ArrayAttr(operation.attributes["dimensions"]))
    if (
        not isinstance(shape.element_type, ir.F32Type)
        or shape.rank - 1 in dimensions
        or not shape.has_static_shape
        or name_of_owner(operation.operands[0]) == RESHAPE
    ):
        return 0
    return math.prod(shape.shape[dimension] for dimension in dimensions)
