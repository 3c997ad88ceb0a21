"""Reductions, lowered so that the library compiles them and what computes their operand to few kernels.

Newer XLA fuses a reduction of float32 and the elementwise operations before it, and passes both to YNNPACK. This
library passes it reductions of 32,768 elements or more, alone, and not the results of products or conversions. All
others it compiles itself: a dimension of more than 32 in two steps, each a kernel of its own, after one for the
operand. A kernel takes 20 ms to compile, and computed operands are written to memory.

- *Few elements.* Sums of float32 that are computed for nothing else become products with ones, which the library
  computes in one loop with their operand. Others are combined elementwise from slices until no dimension is longer
  than 32.
- *Many elements.* Columns of computed numbers are combined elementwise from slices, in the loop that computes them;
  YNNPACK reduces what is left, an eighth of the numbers. Rows of products are added like this, too. Their maxima
  are separated from the products by a barrier: the library then takes one loop for both.

``jnp.sum(x * x)`` of 64 x 64 then compiles in a third of the time, and sums of 2,048 columns of squares are
computed in a quarter of it.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from jaxlib_cpu.lowering import reductions
from jaxlib_cpu.lowering.rewriting import Replacement, all_of, rewritten
from jaxlib_cpu.lowering.values import CHLO, ELEMENTWISE, name_of_owner, origins, part_of, reshaped, shape_of

#: The library passes reductions of at least this many float32 to YNNPACK.
YNNPACK_MIN = 1 << 15
#: The library reduces longer dimensions in two steps.
STEP_MAX = 32
#: The longest sum that is one product with ones: its numbers are added sequentially.
ONES_MAX = 64
#: The maximum number of products with ones, one after the other.
LEVELS_MAX = 2
#: The maximum number of elements in columns, whose last step is not computed in vectors,
COLUMNS_MAX = 1 << 12
#: and the maximum numbers of results of functions, which are then computed one by one, in rows and in columns.
ROWS_OF_FUNCTIONS_MAX, COLUMNS_OF_FUNCTIONS_MAX = 1 << 12, 1 << 11
#: The maximum number of slices: of few elements, of many, and of many results of functions. More of those are not
#: compiled to vectors if much else is in their loop.
SLICES_MAX, PARTS_MAX, PARTS_OF_FUNCTIONS_MAX = 16, 8, 4
#: The length of rows from which their loop is compiled to vectors.
ROW_MIN = 64
#: The minimum number of elements at which an operand that YNNPACK takes is better not written to memory.
MEMORY_MIN = 1 << 19
#: Operations whose results the library does not pass to YNNPACK.
NOT_PASSED = frozenset({"stablehlo.multiply", "stablehlo.convert"})
#: Operations that take long, beside those of that dialect.
FUNCTIONS = frozenset(
    f"stablehlo.{name}"
    for name in (
        *(
            "atan2",
            "cbrt",
            "cosine",
            "exponential",
            "exponential_minus_one",
            "log",
            "log_plus_one",
            "logistic",
        ),
        *("power", "sine", "tan", "tanh"),
    )
)
#: Operations that compute an element from many.
REDUCES = frozenset(f"stablehlo.{name}" for name in ("convolution", "dot_general", "reduce", "reduce_window"))
SUM = "stablehlo.add"
#: Operations that a reduction may repeat, by the function of the dialect that makes them.
COMBINERS = {
    SUM: "add",
    "stablehlo.and": "and_",
    "stablehlo.maximum": "maximum",
    "stablehlo.minimum": "minimum",
    "stablehlo.multiply": "multiply",
    "stablehlo.or": "or_",
}
#: Those that YNNPACK has.
OF_YNNPACK = (SUM, "stablehlo.maximum", "stablehlo.minimum")


class Reduction(NamedTuple):
    """A reduction of one operand by an operation of two."""

    operation: Any
    combiner: str
    shape: tuple[int, ...]
    axes: tuple[int, ...]
    element_type: Any

    @property
    def operand(self) -> Any:
        """The value that is reduced."""
        return self.operation.operands[0]

    @property
    def of_rows(self) -> bool:
        """Whether neighbours are reduced."""
        return _are_neighbours(self.shape, self.axes[-1])


def fuse_reductions(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers reductions to fewer kernels, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    reduced = reductions_of(ir, module)
    if not reduced:
        return []
    uses = _uses(ir, module)
    built = ((each, _lowering(ir, each, uses)) for each in reduced)
    return [(each.operation, build) for each, build in built if build is not None]


def reductions_of(ir: Any, module: Any) -> list[Reduction]:
    """The reductions of a program that may be lowered."""
    from jax._src.lib.mlir.dialects import hlo

    found = (_reduction(ir, operation) for operation in all_of(ir, module, hlo.ReduceOp))
    return [reduction for reduction in found if reduction is not None]


def _reduction(ir: Any, operation: Any) -> Reduction | None:
    """What is reduced and how; None for a reduction that is not lowered here."""
    if len(operation.results) != 1:
        return None
    [block] = operation.regions[0].blocks
    names = [each.operation.name for each in block.operations]
    type_ = ir.RankedTensorType(operation.operands[0].type)
    if (
        len(names) != 2
        or names[0] not in COMBINERS
        or not type_.has_static_shape
        or not reductions.combines_its_arguments(operation)
    ):
        return None
    shape = tuple(type_.shape)
    axes = sorted(ir.DenseI64ArrayAttr(operation.attributes["dimensions"]))
    long = tuple(axis for axis in axes if shape[axis] > 1)
    if not long or not math.prod(shape):
        return None
    return Reduction(operation, names[0], shape, long, type_.element_type)


def _is_single(ir: Any, reduction: Reduction) -> bool:
    """Whether the elements are float32."""
    return isinstance(reduction.element_type, ir.F32Type)


def _uses(ir: Any, module: Any) -> Counter[Any]:
    """How often each value is an operand."""
    uses: Counter[Any] = Counter()

    def look(operation: Any) -> Any:
        uses.update(operation.operands)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return uses


def _lowering(ir: Any, reduction: Reduction, uses: Counter[Any]) -> Callable[..., Any] | None:
    """Builds the result from the operands; None if the library's own way is as good."""
    if all(reduction.shape[axis] <= STEP_MAX for axis in reduction.axes):
        return None
    before = origins(ir, reduction.operand)
    if before is None:
        return None
    names = {operation.name for operation in before}
    # The library would compute the result of another reduction again for each element.
    computed = (
        name_of_owner(reduction.operand) in ELEMENTWISE
        and uses[reduction.operand] == 1
        and names.isdisjoint(REDUCES)
    )
    if math.prod(reduction.shape) < YNNPACK_MIN:
        return _lowering_of_few(ir, reduction, names, computed=computed)
    if _is_single(ir, reduction) and computed and reduction.combiner in OF_YNNPACK:
        return _lowering_of_many(ir, reduction, names)
    return None


def _lowering_of_few(
    ir: Any, reduction: Reduction, names: set[str], *, computed: bool
) -> Callable[..., Any] | None:
    operation, combiner, shape, axes, _ = reduction
    total = math.prod(shape)
    if has_functions(names) and total > (
        ROWS_OF_FUNCTIONS_MAX if reduction.of_rows else COLUMNS_OF_FUNCTIONS_MAX
    ):
        return None
    adds = _is_single(ir, reduction) and combiner == SUM and reductions.is_zero(ir, operation.operands[1])
    if computed and adds and products_needed([shape[axis] for axis in axes]) <= LEVELS_MAX:
        return functools.partial(_by_ones, axes=axes, result=shape_of(operation.results[0].type))
    slices = slice_count(shape, axes) if reduction.of_rows or total <= COLUMNS_MAX else None
    return functools.partial(_combined, operation, combiner, slices) if slices else None


def has_functions(names: Collection[str]) -> bool:
    """Whether there are operations that take long among those with these names."""
    return any(name in FUNCTIONS or name.startswith(CHLO) for name in names)


def _lowering_of_many(ir: Any, reduction: Reduction, names: set[str]) -> Callable[..., Any] | None:
    operation, combiner, shape, axes, _ = reduction
    if name_of_owner(reduction.operand) in NOT_PASSED:
        # YNNPACK's maxima lose NaN, so those of products stay without it.
        if combiner != SUM:
            in_vectors = reduction.of_rows and shape[axes[-1]] >= ROW_MIN
            return functools.partial(_apart, operation) if in_vectors else None
        if reduction.of_rows and reductions.division(ir, operation) is not None:
            return None
    elif reduction.of_rows or math.prod(shape) < MEMORY_MIN:
        return None
    parts = part_count(shape, axes, PARTS_OF_FUNCTIONS_MAX if has_functions(names) else PARTS_MAX)
    return functools.partial(_combined, operation, combiner, parts) if parts else None


def products_needed(lengths: Sequence[int]) -> int:
    """The number of products with ones that add along dimensions of these lengths; a large one if some cannot."""
    return sum(1 if length <= ONES_MAX else 2 if _block(length) else 99 for length in lengths)


def _block(length: int) -> int | None:
    """The largest number of sequential additions that divides a sum into at most as many."""
    blocks = (size for size in range(ONES_MAX, 1, -1) if length % size == 0 and length // size <= ONES_MAX)
    return next(blocks, None)


def slice_count(shape: Sequence[int], axes: Sequence[int]) -> tuple[int, int] | None:
    """The only long dimension, and how many slices along it are short enough; None if that is not possible."""
    [axis, *more] = (axis for axis in axes if shape[axis] > STEP_MAX)
    if more:
        return None
    size = shape[axis]
    counts = [n for n in range(2, SLICES_MAX + 1) if size % n == 0 and size // n <= STEP_MAX]
    if not counts:
        return None
    # Neighbours are combined in vectors; of columns, the fewer are left, the better.
    return axis, counts[0] if _are_neighbours(shape, axis) else counts[-1]


def _are_neighbours(shape: Sequence[int], axis: int) -> bool:
    """Whether no dimension of more than one element follows."""
    return all(size == 1 for size in shape[axis + 1 :])


def part_count(shape: Sequence[int], axes: Sequence[int], most: int = PARTS_MAX) -> tuple[int, int] | None:
    """A dimension, and the most slices along it that leave enough elements for YNNPACK."""
    total = math.prod(shape)
    for count in range(most, 1, -1):
        for axis in axes:
            if shape[axis] % count == 0 and total // count >= YNNPACK_MIN:
                return axis, count
    return None


def _by_ones(x: Any, _zero: Any, *, axes: Sequence[int], result: Sequence[int]) -> Any:
    for axis in reversed(axes):
        shape = shape_of(x.type)
        block = _block(shape[axis]) if shape[axis] > ONES_MAX else None
        if block is not None:
            x = reshaped(x, (*shape[:axis], shape[axis] // block, block, *shape[axis + 1 :]))
            x = reductions.product_with_ones(x, axis + 1)
        x = reductions.product_with_ones(x, axis)
    return reshaped(x, result)


def _combined(operation: Any, combiner: str, division: tuple[int, int], x: Any, start: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    return _again(operation, combined(x, division, getattr(hlo, COMBINERS[combiner])), start)


def combined(x: Any, division: tuple[int, int], combine: Callable[[Any, Any], Any]) -> Any:
    """The elementwise combination of a number of slices along a dimension, in a tree."""
    axis, count = division
    size = shape_of(x.type)[axis] // count
    slices = [part_of(x, axis, at * size, (at + 1) * size) for at in range(count)]
    while len(slices) > 1:
        pairs = [combine(left, right) for left, right in zip(slices[::2], slices[1::2], strict=False)]
        slices = [*pairs, *slices[2 * len(pairs) :]]
    return slices[0]


def _apart(operation: Any, x: Any, start: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    return _again(operation, hlo.OptimizationBarrierOp([x]).results[0], start)


def _again(operation: Any, x: Any, start: Any) -> Any:
    """The same reduction of another operand."""
    copy = operation.operation.clone()
    copy.operands[0], copy.operands[1] = x, start
    return copy.results[0]
