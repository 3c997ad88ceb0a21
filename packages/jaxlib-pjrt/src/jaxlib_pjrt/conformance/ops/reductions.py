"""Reductions and windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jaxlib_pjrt.conformance.ops.case import (
    FLOATS,
    Case,
    Type,
    as_dtype,
    i64_array,
    op,
    reduction_region,
    some,
)


def reductions() -> Iterator[Case]:
    """The cases of this file."""
    yield from _reductions()
    for dtype in ("float32", "int32"):
        yield _reduce_window(dtype)
        yield _scatter(dtype)
        yield _sort(dtype)


def _reductions() -> Iterator[Case]:
    import numpy as np

    for name, function, dtypes, ulps in (
        ("add", np.sum, (*FLOATS, "int32", "uint8", "complex64"), 16),
        ("multiply", np.prod, ("float32", "int32"), 64),
        ("maximum", np.max, ("float32", "bfloat16", "int32"), 0),
        ("minimum", np.min, ("float32", "uint32"), 0),
        ("and", np.all, ("bool",), 0),
        ("or", np.any, ("bool",), 0),
    ):
        for dtype in dtypes:
            x, scalar = Type((6, 5), dtype), Type((), dtype)
            start = {"add": 0, "multiply": 1, "maximum": -100, "minimum": 100, "and": 1, "or": 0}[name]
            for axes in ((0,), (1,), (0, 1)):
                given = Type(tuple(size for axis, size in enumerate(x.shape) if axis not in axes), dtype)
                extra = f"{{dimensions = {i64_array(*axes)}}}"
                body = op("reduce", ["%0", "%1"], (x, scalar), (given,), reduction_region(name, dtype, extra))
                yield Case(
                    f"reduce {name} over {','.join(map(str, axes))} {dtype}",
                    (x, scalar),
                    body,
                    (given,),
                    lambda a, _, function=function, axes=axes, dtype=dtype: as_dtype(
                        function(a, axis=axes), dtype
                    ),
                    ulps,
                    sums=True,
                    values=(some(x, 0.5 if name == "multiply" else -4, 2, 5), start),
                )


def _reduce_window(dtype: str) -> Case:
    x, scalar, given = Type((6, 5), dtype), Type((), dtype), Type((5, 4), dtype)
    extra = f"{{window_dimensions = {i64_array(2, 2)}, window_strides = {i64_array(1, 1)}}}"
    body = op("reduce_window", ["%0", "%1"], (x, scalar), (given,), reduction_region("add", dtype, extra))
    return Case(
        f"reduce_window {dtype}",
        (x, scalar),
        body,
        (given,),
        lambda a, _: a[:-1, :-1] + a[1:, :-1] + a[:-1, 1:] + a[1:, 1:],
        16,
        sums=True,
        values=(some(x, -4, 4, 2), 0),
    )


def _scatter(dtype: str) -> Case:
    import numpy as np

    x, update = Type((6, 5), dtype), Type((2, 5), dtype)
    extra = (
        "{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, "
        "unique_indices = false}"
    )
    kinds = (x, Type((2, 1), "int32"), update)
    body = op("scatter", ["%0", "%1", "%2"], kinds, (x,), reduction_region("add", dtype, extra))

    def scattered(a: Any, _: Any, b: Any) -> Any:
        a = a.copy()
        a[4] += b[0] + b[1]
        return a

    return Case(
        f"scatter {dtype}",
        kinds,
        body,
        (x,),
        scattered,
        8,
        sums=True,
        values=(some(x, -4, 4, 3), np.array([[4], [4]]), some(update, -4, 4, 4)),
    )


def _sort(dtype: str) -> Case:
    import numpy as np

    x, scalar = Type((6, 5), dtype), Type((), dtype)
    compare = (
        f'({{\n    ^bb0(%a: {scalar}, %b: {scalar}):\n      %c = "stablehlo.compare"(%a, %b) '
        f"{{comparison_direction = #stablehlo<comparison_direction LT>}} : ({scalar}, {scalar}) -> tensor<i1>\n"
        '      "stablehlo.return"(%c) : (tensor<i1>) -> ()\n    }) {dimension = 1 : i64, is_stable = true}'
    )
    body = op("sort", ["%0"], (x,), (x,), compare)
    return Case(f"sort {dtype}", (x,), body, (x,), lambda a: np.sort(a, 1))
