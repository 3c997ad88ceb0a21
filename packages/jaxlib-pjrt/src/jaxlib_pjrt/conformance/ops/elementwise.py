"""Elementwise operations, comparisons and conversions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from jaxlib_pjrt.conformance.ops.case import (
    COMPLEX,
    FLOATS,
    INTEGERS,
    NUMBERS,
    SIGNED,
    TYPES,
    Case,
    Type,
    numpy_dtype,
    op,
    some,
)


def elementwise(
    name: str,
    function: Callable[..., Any],
    dtypes: Sequence[str],
    *,
    operands: int = 1,
    result: str | None = None,
    ulps: float = 0,
    low: float = -4,
    high: float = 4,
    more: str = "",
    label: str = "",
) -> Iterator[Case]:
    """One case per dtype; a ``result`` of "real" stands for the dtype of a complex number's parts."""
    for dtype in dtypes:
        inputs = (Type((3, 5), dtype),) * operands
        given = result
        if result == "real":
            given = {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
        outputs = (Type((3, 5), given or dtype),)
        names = [f"%{index}" for index in range(operands)]
        yield Case(
            f"{label or name} {dtype}",
            inputs,
            op(name, names, inputs, outputs, more),
            outputs,
            function,
            ulps,
            low=low,
            high=high,
        )


def unary() -> Iterator[Case]:
    """Operations with one operand."""
    import numpy as np

    near, far = 8, 64
    table: tuple[tuple[str, Callable[..., Any], Sequence[str], float, float, float], ...] = (
        ("abs", np.abs, FLOATS + SIGNED, 0, -4, 4),
        ("negate", np.negative, FLOATS + SIGNED + COMPLEX, 0, -4, 4),
        ("sign", np.sign, FLOATS + SIGNED, 0, -4, 4),
        ("ceil", np.ceil, FLOATS, 0, -4, 4),
        ("floor", np.floor, FLOATS, 0, -4, 4),
        ("round_nearest_even", np.rint, FLOATS, 0, -4, 4),
        ("round_nearest_afz", lambda x: np.trunc(x + np.copysign(0.5, x)), FLOATS, 0, -4, 4),
        ("exponential", np.exp, FLOATS + COMPLEX, far, -4, 4),
        ("exponential_minus_one", np.expm1, FLOATS, far, -4, 4),
        ("log", np.log, FLOATS, far, 0.1, 9),
        ("log_plus_one", np.log1p, FLOATS, far, -0.9, 9),
        ("logistic", lambda x: 1 / (1 + np.exp(-x)), FLOATS, far, -4, 4),
        ("sqrt", np.sqrt, FLOATS, near, 0, 9),
        ("rsqrt", lambda x: 1 / np.sqrt(x), FLOATS, near, 0.1, 9),
        ("cbrt", np.cbrt, FLOATS, far, -4, 4),
        ("sine", np.sin, FLOATS, far, -3, -0.1),
        ("cosine", np.cos, FLOATS, far, -1.4, 1.4),
        ("tan", np.tan, FLOATS, far, 0.1, 1.4),
        ("tanh", np.tanh, FLOATS, far, -4, 4),
        ("not", np.invert, (*INTEGERS, "bool"), 0, -4, 4),
    )
    for name, function, dtypes, ulps, low, high in table:
        yield from elementwise(name, function, dtypes, ulps=ulps, low=low, high=high)
    yield from elementwise("popcnt", lambda x: _of_bits(x, lambda v, _: v.bit_count()), INTEGERS)
    yield from elementwise(
        "count_leading_zeros", lambda x: _of_bits(x, lambda v, width: width - v.bit_length()), INTEGERS
    )
    yield from elementwise("is_finite", np.isfinite, FLOATS, result="bool")
    yield from elementwise("real", np.real, COMPLEX, result="real")
    yield from elementwise("imag", np.imag, COMPLEX, result="real")
    yield from elementwise("abs", np.abs, COMPLEX, result="real", ulps=near)
    yield from _of_special_values()


def _of_bits(x: Any, function: Callable[[int, int], int]) -> Any:
    """A function of each element's bits, as an unsigned integer, and of their number."""
    import numpy as np

    width = x.dtype.itemsize * 8
    flat = [function(int(v) % (1 << width), width) for v in x.ravel()]
    return np.array(flat).reshape(x.shape).astype(x.dtype)


def _of_special_values() -> Iterator[Case]:
    import math

    import numpy as np

    special = np.array([0.0, -0.0, math.inf, -math.inf, math.nan, 1.0])
    for name, function in (
        ("is_finite", np.isfinite),
        ("negate", np.negative),
        ("abs", np.abs),
        ("sqrt", np.sqrt),
        ("exponential", np.exp),
        ("floor", np.floor),
    ):
        kind, given = Type((6,), "float32"), Type((6,), "bool" if name == "is_finite" else "float32")
        body = op(name, ["%0"], [kind], [given])
        yield Case(f"{name} of infinities and NaN", (kind,), body, (given,), function, 8, values=(special,))


def binary() -> Iterator[Case]:
    """Operations with several operands."""
    import numpy as np

    def divide(x: Any, y: Any) -> Any:
        return np.trunc(x / y) if x.dtype.kind in "iu" else x / y

    for name, function, dtypes, ulps in (
        ("add", np.add, NUMBERS, 1),
        ("subtract", np.subtract, NUMBERS, 1),
        ("multiply", np.multiply, NUMBERS, 4),
        ("maximum", np.maximum, FLOATS + INTEGERS, 0),
        ("minimum", np.minimum, FLOATS + INTEGERS, 0),
        ("atan2", np.arctan2, FLOATS, 64),
        ("and", np.bitwise_and, (*INTEGERS, "bool"), 0),
        ("or", np.bitwise_or, (*INTEGERS, "bool"), 0),
        ("xor", np.bitwise_xor, (*INTEGERS, "bool"), 0),
    ):
        yield from elementwise(name, function, dtypes, operands=2, ulps=ulps)
    positive: tuple[tuple[str, Callable[..., Any], Sequence[str], float], ...] = (
        ("divide", divide, NUMBERS, 4),
        ("remainder", np.fmod, FLOATS + INTEGERS, 4),
        ("power", np.power, (*FLOATS, "int32"), 64),
        ("shift_left", np.left_shift, INTEGERS, 0),
        ("shift_right_arithmetic", np.right_shift, SIGNED, 0),
        ("shift_right_logical", np.right_shift, INTEGERS, 0),
    )
    for name, function, numbers, last in positive:
        yield from elementwise(name, function, numbers, operands=2, ulps=last, low=1, high=4)
    yield from elementwise("complex", lambda x, y: x + 1j * y, ("float32",), operands=2, result="complex64")
    yield from _comparisons()


def _comparisons() -> Iterator[Case]:
    import numpy as np

    for direction, compared in (
        *(("EQ", np.equal), ("NE", np.not_equal), ("LT", np.less)),
        *(("LE", np.less_equal), ("GT", np.greater), ("GE", np.greater_equal)),
    ):
        for dtype in ("float32", "bfloat16", "int32", "uint8", "bool"):
            kind = "FLOAT" if "float" in dtype else "SIGNED" if dtype == "int32" else "UNSIGNED"
            more = (
                f"{{comparison_direction = #stablehlo<comparison_direction {direction}>, "
                f"compare_type = #stablehlo<comparison_type {kind}>}}"
            )
            yield from elementwise(
                "compare",
                compared,
                (dtype,),
                operands=2,
                result="bool",
                more=more,
                label=f"compare {direction}",
            )


def conversions() -> Iterator[Case]:
    """Conversions between dtypes."""
    for source in ("float32", "int32", "bool", "uint8", "float64", "bfloat16"):
        for target in TYPES:
            if target != source:
                yield _convert(source, target)
    yield from _bitcasts()


def _convert(source: str, target: str) -> Case:
    import numpy as np

    inputs, outputs = (Type((3, 5), source),), (Type((3, 5), target),)
    low = 0 if target.startswith("u") or target == "float8_e8m0fnu" or "2" in (target[-1], source[-1]) else -1
    # Values that both types can represent exactly, so that the conversion is tested and not the rounding.
    high = 1 if target in ("int2", "uint2", "bool", "float8_e8m0fnu") else 2
    values: tuple[Any, ...] = (np.arange(15).reshape(3, 5) % (high - low + 1) + low,)
    if target == "float8_e8m0fnu":
        values = (np.full((3, 5), 1),)
    body = op("convert", ["%0"], inputs, outputs)
    return Case(f"convert {source} to {target}", inputs, body, outputs, np.real, values=values)


def _bitcasts() -> Iterator[Case]:
    for source, target in (
        ("float32", "int32"),
        ("int64", "float64"),
        ("uint16", "bfloat16"),
        ("float16", "int16"),
    ):
        inputs, outputs = (Type((4,), source),), (Type((4,), target),)
        dtype = numpy_dtype(target)
        before = some(inputs[0], 1, 4, 7)
        yield Case(
            f"bitcast_convert {source} to {target}",
            inputs,
            op("bitcast_convert", ["%0"], inputs, outputs),
            outputs,
            lambda _, before=before, dtype=dtype: before.view(dtype),
            values=(before,),
        )
