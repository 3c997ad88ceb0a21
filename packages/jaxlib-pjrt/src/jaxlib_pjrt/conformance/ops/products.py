"""Dot products, convolutions, Fourier transforms and triangular solves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jaxlib_pjrt.conformance.ops.case import FLOATS, Case, Type, as_dtype, i64_array, op, some


def products() -> Iterator[Case]:
    """The cases of this file."""
    for dtype in (*FLOATS, "int32", "int8", "uint8", "complex64"):
        yield _dot_general(dtype)
    for dtype in ("float32", "bfloat16", "float64"):
        yield _convolution(dtype)
    yield from _transforms()
    for dtype in ("float32", "float64"):
        yield from _factorizations(dtype)


def _dot_general(dtype: str) -> Case:
    import numpy as np

    a, b, given = Type((2, 3, 4), dtype), Type((2, 4, 5), dtype), Type((2, 3, 5), dtype)
    more = (
        "{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
        "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, "
        "precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}"
    )
    return Case(
        f"dot_general {dtype}",
        (a, b),
        op("dot_general", ["%0", "%1"], (a, b), (given,), more),
        (given,),
        lambda x, y: as_dtype(np.matmul(x.astype("int64") if "int" in dtype else x, y), dtype),
        16,
        sums=True,
    )


def _convolution(dtype: str) -> Case:
    import numpy as np

    x, k, given = Type((1, 6, 6, 2), dtype), Type((3, 3, 2, 4), dtype), Type((1, 4, 4, 4), dtype)
    body = (
        "    %r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        "window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], "
        "reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, "
        "precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} "
        f": ({x}, {k}) -> {given}"
    )

    def convolved(a: Any, b: Any) -> Any:
        windows = np.lib.stride_tricks.sliding_window_view(a, (3, 3), (1, 2))
        return np.einsum("nijcxy,xyco->nijo", windows, b)

    return Case(f"convolution {dtype}", (x, k), body, (given,), convolved, 32, sums=True)


def _transforms() -> Iterator[Case]:
    import numpy as np

    for kind, source, target, function in (
        ("FFT", "complex64", "complex64", np.fft.fft),
        ("IFFT", "complex64", "complex64", np.fft.ifft),
        ("RFFT", "float32", "complex64", np.fft.rfft),
        ("IRFFT", "complex64", "float32", lambda a: np.fft.irfft(a, 8)),
    ):
        length = 5 if kind == "IRFFT" else 8
        x, given = Type((2, length), source), Type((2, 5 if kind == "RFFT" else 8), target)
        more = f"{{fft_type = #stablehlo<fft_type {kind}>, fft_length = {i64_array(8)}}}"
        values = None
        if kind == "IRFFT":  # the first and last must be real, as for the transform of a real signal
            values = (np.fft.rfft(some(Type((2, 8), "float32"), -4, 4, 9)),)
        yield Case(
            f"fft {kind}",
            (x,),
            op("fft", ["%0"], (x,), (given,), more),
            (given,),
            function,
            64,
            sums=True,
            values=values,
        )


def _factorizations(dtype: str) -> Iterator[Case]:
    import numpy as np

    x, b = Type((4, 4), dtype), Type((4, 2), dtype)
    base = some(Type((4, 4), "float64"), -1, 1, 3)
    definite = base @ base.T + 4 * np.eye(4)
    yield Case(
        f"cholesky {dtype}",
        (x,),
        _lower_of_cholesky(x),
        (x,),
        np.linalg.cholesky,
        64,
        sums=True,
        values=(definite,),
    )
    more = (
        "{left_side = true, lower = true, unit_diagonal = false, "
        "transpose_a = #stablehlo<transpose NO_TRANSPOSE>}"
    )
    yield Case(
        f"triangular_solve {dtype}",
        (x, b),
        op("triangular_solve", ["%0", "%1"], (x, b), (b,), more),
        (b,),
        lambda a, y: np.linalg.solve(np.tril(a), y),
        64,
        sums=True,
        values=(np.tril(definite), some(b, -2, 2, 5)),
    )


def _lower_of_cholesky(x: Type) -> str:
    """The program's body; it sets the elements above the diagonal to zero, as they may be anything."""
    index, flag = Type((4, 4), "int32"), Type((4, 4), "bool")
    return "\n".join(
        (
            op("cholesky", ["%0"], (x,), (x,), "{lower = true}").replace("%r", "%c"),
            op("iota", [], (), (index,), "{iota_dimension = 0 : i64}").replace("%r", "%i"),
            op("iota", [], (), (index,), "{iota_dimension = 1 : i64}").replace("%r", "%j"),
            f"    %l = stablehlo.compare GE, %i, %j : ({index}, {index}) -> {flag}",
            f"    %z = stablehlo.constant dense<0.0> : {x}",
            op("select", ["%l", "%c", "%z"], (flag, x, x), (x,)),
        )
    )
