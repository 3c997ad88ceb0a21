"""Matrix products of bfloat16 and of complex64, lowered to those for which the library has fast code.

Its code for bfloat16 gives float32. For a result of bfloat16 it converts the operands instead, and multiplies them
as float32: 500 x 300 by 300 x 500 take 1.2 ms, and with a result of float32 that is converted 0.4. Complex products
are computed by its Eigen, compiled for any x86-64 CPU, with vectors of two numbers: the same shape takes 23 ms, and
four products of float32 take 5.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from jaxlib_cpu.lowering.rewriting import Replacement, all_of, rewritten
from jaxlib_cpu.lowering.values import attributes_of, of_kind, shape_of

#: The minimum number of multiplications for which a complex product is worth the longer compile time: 80 ms.
COMPLEX_MIN = 1 << 21


def lower_products(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers products of bfloat16 and complex64, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    from jax._src.lib.mlir.dialects import hlo

    built = ((each, _lowering(ir, each)) for each in all_of(ir, module, hlo.DotGeneralOp))
    return [(product, build) for product, build in built if build is not None]


def _lowering(ir: Any, product: Any) -> Callable[..., Any] | None:
    """Builds the result from the operands; None if the library's own way is as good, or is asked for."""
    types = [ir.RankedTensorType(value.type) for value in (*product.operands, *product.results)]
    [kind, *others] = {type_.element_type for type_ in types}
    if others or "algorithm" in product.attributes or not all(type_.has_static_shape for type_ in types):
        return None
    if isinstance(kind, ir.BF16Type):
        return functools.partial(_by_way_of_single, product)
    singles = isinstance(kind, ir.ComplexType) and isinstance(ir.ComplexType(kind).element_type, ir.F32Type)
    if singles and _multiplications(product) >= COMPLEX_MIN:
        return functools.partial(_of_parts, product)
    return None


def _multiplications(product: Any) -> int:
    from jax._src.lib.mlir.dialects import hlo

    numbers = hlo.DotDimensionNumbers(product.attributes["dot_dimension_numbers"])
    left = shape_of(product.operands[0].type)
    contracted: int = math.prod(left[axis] for axis in numbers.lhs_contracting_dimensions)
    return contracted * math.prod(shape_of(product.results[0].type))


def _by_way_of_single(product: Any, x: Any, y: Any) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    result = product.results[0]
    return hlo.convert(result.type, _product(product, x, y, of_kind(result, ir.F32Type.get())))


def _of_parts(product: Any, x: Any, y: Any) -> Any:
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    of_parts = functools.partial(_product, product, type_=of_kind(product.results[0], ir.F32Type.get()))
    (a, b), (c, d) = ((hlo.real(value), hlo.imag(value)) for value in (x, y))
    real = hlo.subtract(of_parts(a, c), of_parts(b, d))
    return hlo.complex(real, hlo.add(of_parts(a, d), of_parts(b, c)))


def _product(product: Any, x: Any, y: Any, type_: Any) -> Any:
    """The same product of other operands, with a result of that type."""
    from jax._src.lib.mlir import ir

    return ir.Operation.create(product.name, [type_], [x, y], attributes_of(product)).result
