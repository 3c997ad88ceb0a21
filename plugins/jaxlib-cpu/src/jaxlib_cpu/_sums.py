"""Which programs may leave their sums to the library's YNNPACK.

It adds up a row with several accumulators, and makes a softmax ten times as fast as XLA itself does. But down a
column it adds one number after another, which gets slow, and inexact as the root of their number: a sum of 4,096
float32 is off by some twenty units in the last place, as numpy's is, one of a million by some four hundred, where
XLA's own is by two. The choice is one for all of a program. So a program that has such a long column goes without.
"""

from __future__ import annotations

import functools
import math
import os
from typing import Any

FLAG = "xla_cpu_experimental_ynn_fusion_type"
#: What is left of jaxlib's choice without reductions: the library's own default.
WITHOUT_REDUCTIONS = "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT"
#: How many numbers are added up one after another, at most.
COLUMN_MAX = 4096


def apply() -> None:
    """Look at each program before it is compiled, unless the user has chosen for all of them."""
    from jax._src import compiler
    from jax._src.lib.mlir import ir

    compile_module = compiler.compile_or_get_cached

    @functools.wraps(compile_module)
    def compile_exactly(
        backend: Any, module: Any, devices: Any, options: Any, *more: Any, **named: Any
    ) -> Any:
        chosen = FLAG in os.environ.get("XLA_FLAGS", "") or FLAG in dict(options.env_option_overrides)
        if not chosen and "jaxlib-cpu" in backend.platform_version and _has_long_column(ir, module):
            options.env_option_overrides = [*options.env_option_overrides, (FLAG, WITHOUT_REDUCTIONS)]
        return compile_module(backend, module, devices, options, *more, **named)

    compiler.compile_or_get_cached = compile_exactly


def _has_long_column(ir: Any, module: Any) -> bool:
    found = False

    def look(operation: Any) -> Any:
        nonlocal found
        if operation.name == "stablehlo.reduce" and _column(ir, operation) > COLUMN_MAX:
            found = True
            return ir.WalkResult.INTERRUPT
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return found


def _column(ir: Any, reduce: Any) -> int:
    """How many float32 are added up for each result, none of them side by side; 0 where it is anything else."""
    operation = reduce.operation
    [block] = operation.regions[0].blocks
    shape = ir.RankedTensorType(operation.operands[0].type)
    dimensions = list(ir.DenseI64ArrayAttr(operation.attributes["dimensions"]))
    if (
        block.operations[0].operation.name != "stablehlo.add"
        or not isinstance(shape.element_type, ir.F32Type)
        or shape.rank - 1 in dimensions
        or not shape.has_static_shape
    ):
        return 0
    return math.prod(shape.shape[dimension] for dimension in dimensions)
