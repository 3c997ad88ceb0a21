"""Matrix products with a transposed right side, lowered to the product of the swapped sides.

The library copies a transposed right side before it multiplies, in an order that is slow: 32 x 1,024 by the
transpose of 1,024 x 1,024 takes 3.5 ms. Swapped, it copies the left side if that is then transposed, and the result
afterwards, which are often smaller: 0.5 ms. Gradients of dense layers are such products, and so are dense layers
whose weights have a row for each output, and logits of language models.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from jaxlib_cpu.lowering.rewriting import Replacement, all_of, rewritten
from jaxlib_cpu.lowering.values import Calls, attributes_of, like, name_of_owner, shape_of

#: The shortest side of a right side that is worth it.
SIDE_MIN = 64
#: The largest part of the right side's size that is copied in its place. Of 140 measured shapes of float32, on two
#: cores, those accepted took 0.07 to 1.0 of the time, half of them less than 0.4; others up to five times as long.
COPIED_MAX = 0.7
TRANSPOSE = "stablehlo.transpose"


def swap_sides(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: swaps the sides of products, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    from jax._src.lib.mlir.dialects import hlo

    products = all_of(ir, module, hlo.DotGeneralOp)
    calls = Calls(ir, module) if products else None
    built = ((each, _lowering(ir, each, calls)) for each in products)
    return [(product, build) for product, build in built if build is not None]


def _lowering(ir: Any, product: Any, calls: Any) -> Callable[..., Any] | None:
    """Builds the result from the operands; None if the product as it is copies less, or is not of two matrices."""
    from jax._src.lib.mlir.dialects import hlo

    x, w = product.operands
    types = [ir.RankedTensorType(value.type) for value in (x, w, product.results[0])]
    if "algorithm" in product.attributes or not all(
        type_.has_static_shape and isinstance(type_.element_type, (ir.F32Type, ir.BF16Type))
        for type_ in types
    ):
        return None
    numbers = hlo.DotDimensionNumbers(product.attributes["dot_dimension_numbers"])
    (left, right), contracted = (type_.shape for type_ in types[:2]), numbers.lhs_contracting_dimensions
    if numbers.lhs_batching_dimensions or len(right) != 2 or len(contracted) != 1:
        return None
    [of_x], [of_w] = contracted, numbers.rhs_contracting_dimensions
    length, columns = right[of_w], right[1 - of_w]
    rows = math.prod(size for axis, size in enumerate(left) if axis != of_x)
    is_copied = of_x == len(left) - 1
    if len(left) == 2 and _is_transposed(ir, x, calls):
        is_copied = not is_copied
    if of_w == int(_is_transposed(ir, w, calls)) or not is_better(rows, length, columns, is_copied):
        return None
    return functools.partial(_swapped, product, of_x, of_w)


def is_better(rows: int, length: int, columns: int, is_copied: bool) -> bool:
    """Whether the swapped product copies less: the result, and the left side if ``is_copied``.

    One row is a product with a vector, for which neither is copied.
    """
    copied = rows * columns + (rows * length if is_copied else 0)
    return rows > 1 and min(length, columns) >= SIDE_MIN and copied <= COPIED_MAX * length * columns


def _is_transposed(ir: Any, value: Any, calls: Calls) -> bool:
    """Whether a matrix is the transpose of another, perhaps in the function's only caller."""
    value = calls.resolved(ir, value)
    if name_of_owner(value) != TRANSPOSE:
        return False
    return list(ir.DenseI64ArrayAttr(value.owner.attributes["permutation"])) == [1, 0]


def _swapped(product: Any, of_x: int, of_w: int, x: Any, w: Any) -> Any:
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    result = product.results[0]
    rest = shape_of(result.type)[:-1]
    attributes = attributes_of(product) | {
        "dot_dimension_numbers": hlo.DotDimensionNumbers.get(
            lhs_batching_dimensions=[],
            rhs_batching_dimensions=[],
            lhs_contracting_dimensions=[of_w],
            rhs_contracting_dimensions=[of_x],
        )
    }
    if "precision_config" in attributes:
        of_left, of_right = ir.ArrayAttr(attributes["precision_config"])
        attributes["precision_config"] = ir.ArrayAttr.get([of_right, of_left])
    type_ = like(result, (shape_of(result.type)[-1], *rest))
    swapped = ir.Operation.create(product.name, [type_], [w, x], attributes).result
    # Otherwise XLA swaps the sides again.
    [kept] = hlo.OptimizationBarrierOp([swapped]).results
    return hlo.transpose(kept, mlir.dense_int_array([*range(1, len(rest) + 1), 0]))
