"""Reductions of bfloat16 and float16, lowered to those of float32.

At each step the library converts bfloat16 to float32 and back, one by one: two to four nanoseconds for each, and a
sum of 512 ones or more stays at 256. Newer XLA does the same for sums that are bfloat16 in the program, such as the
gradients of what is broadcast. Here, operands are converted once, and the result is rounded once. So are maxima and
minima of float16.

Many numbers are passed to YNNPACK, whose maxima lose NaN: therefore not as the numbers, but as integers of the same
order, in which NaN is the largest, or the smallest for a minimum. All integers of 16 bits are float32, too.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from jaxlib_cpu.lowering import reductions
from jaxlib_cpu.lowering.fused_reductions import (
    COMBINERS,
    YNNPACK_MIN,
    Reduction,
    combined,
    has_functions,
    part_count,
    reductions_of,
)
from jaxlib_cpu.lowering.rewriting import Replacement, rewritten
from jaxlib_cpu.lowering.values import Calls, of_kind, ordered_integers, origins, reversed_if_negative

#: Maxima and minima.
EXTREMES = frozenset({"stablehlo.maximum", "stablehlo.minimum"})


def widen(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers reductions of narrow floats, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    reduced = reductions_of(ir, module)
    if not reduced:
        return []
    calls = Calls(ir, module)
    built = ((each, _lowering(ir, each, calls)) for each in reduced)
    return [(each.operation, build) for each, build in built if build is not None]


def _lowering(ir: Any, reduction: Reduction, calls: Calls) -> Callable[..., Any] | None:
    """Builds the result from the operands; None if the library's own way is as good."""
    if reduction.combiner in EXTREMES and isinstance(reduction.element_type, (ir.BF16Type, ir.F16Type)):
        if math.prod(reduction.shape) < YNNPACK_MIN:
            return functools.partial(_as_singles, reduction)
        before = origins(ir, reduction.operand, calls)
        # With functions in it, a loop over slices is not compiled to vectors.
        simple = before is not None and not has_functions({each.name for each in before})
        parts = part_count(reduction.shape, reduction.axes) if simple else None
        return functools.partial(_as_integers, reduction, parts)
    if isinstance(reduction.element_type, ir.BF16Type):
        return functools.partial(_as_singles, reduction)
    return None


def _as_singles(reduction: Reduction, x: Any, start: Any) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    single = ir.F32Type.get()
    x, start = (hlo.convert(of_kind(value, single), value) for value in (x, start))
    result = _reduced(reduction, x, start)
    return hlo.convert(of_kind(result, reduction.element_type), result)


def _as_integers(reduction: Reduction, parts: tuple[int, int] | None, x: Any, start: Any) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    combine = getattr(hlo, COMBINERS[reduction.combiner])
    integer, single = ir.IntegerType.get_signless(16), ir.F32Type.get()
    last = reduction.combiner == "stablehlo.maximum"
    x, start = (ordered_integers(value, nan_last=last) for value in (x, start))
    # Neighbours are combined faster as integers, columns as floats.
    if parts and reduction.of_rows:
        x = combined(x, parts, combine)
    x, start = (hlo.convert(of_kind(value, single), value) for value in (x, start))
    if parts and not reduction.of_rows:
        x = combined(x, parts, combine)
    [x] = hlo.OptimizationBarrierOp([x]).results
    result = _reduced(reduction, x, start)
    bits = reversed_if_negative(hlo.convert(of_kind(result, integer), result))
    return hlo.bitcast_convert(of_kind(bits, reduction.element_type), bits)


def _reduced(reduction: Reduction, x: Any, start: Any) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    dimensions = list(ir.DenseI64ArrayAttr(reduction.operation.attributes["dimensions"]))
    return reductions.reduced(x, dimensions, start, getattr(hlo, COMBINERS[reduction.combiner]))
