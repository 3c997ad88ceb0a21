"""StableHLO op by op: each operation, on each kind of elements that it is for, against numpy.

A table: what is computed, by which operation, of what, and how far a result may be from numpy's. A tolerance is
stated in units of the last place of the result's type, relative to the largest magnitude among the results where
the operation sums up, and to each result otherwise. Operations that only move, compare or count are exact.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from jaxlib_pjrt.conformance.model import Check, Library, Unsupported

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: MLIR's name of each element type by numpy's or ml_dtypes'.
TYPES = {
    "bool": "i1",
    **{f"int{n}": f"i{n}" for n in (2, 4, 8, 16, 32, 64)},
    **{f"uint{n}": f"ui{n}" for n in (2, 4, 8, 16, 32, 64)},
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e5m2fnuz": "f8E5M2FNUZ",
    "float8_e4m3": "f8E4M3",
    "float8_e3m4": "f8E3M4",
    "float8_e8m0fnu": "f8E8M0FNU",
    "float4_e2m1fn": "f4E2M1FN",
}
FLOATS = ("float32", "float64", "float16", "bfloat16")
COMPLEX = ("complex64", "complex128")
SIGNED = ("int32", "int8", "int16", "int64")
UNSIGNED = ("uint32", "uint8", "uint16", "uint64")
INTEGERS = SIGNED + UNSIGNED
NUMBERS = FLOATS + INTEGERS + COMPLEX
EVERYTHING = (*NUMBERS, "bool")


class Type(NamedTuple):
    """The type of an array."""

    shape: tuple[int, ...]
    dtype: str

    def __str__(self) -> str:
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{TYPES[self.dtype]}>"


class Case(NamedTuple):
    """One program and what it is to give.

    Attributes:
        name: The operation, and what of it.
        arguments: The program's.
        body: Its operations, of ``%0``, ``%1`` and so on, ending with ``%r`` (or ``%r:2``).
        results: Their types.
        wanted: What numpy gives for the arguments.
        ulps: How far a result may be from it, in units of its last place.
        sums: Whether that is relative to the largest result.
        low, high: Between what the arguments are.
        values: The arguments themselves, where any others would not do.
    """

    name: str
    arguments: tuple[Type, ...]
    body: str
    results: tuple[Type, ...]
    wanted: Callable[..., Any]
    ulps: float = 0
    sums: bool = False
    low: float = -4
    high: float = 4
    values: tuple[Any, ...] | None = None

    @property
    def program(self) -> str:
        """The program, as MLIR text."""
        parameters = ", ".join(f"%{index}: {kind}" for index, kind in enumerate(self.arguments))
        kinds = ", ".join(map(str, self.results))
        names = ["%r"] if len(self.results) == 1 else [f"%r#{index}" for index in range(len(self.results))]
        return (
            f"module @op {{\n  func.func public @main({parameters}) -> ({kinds}) {{\n{self.body}\n"
            f"    return {', '.join(names)} : {kinds}\n  }}\n}}\n"
        )


def numpy_dtype(name: str) -> np.dtype[Any]:
    """Numpy's dtype of this name, or ml_dtypes'."""
    import ml_dtypes
    import numpy as np

    return np.dtype(getattr(ml_dtypes, name, name))


def some(kind: Type, low: float, high: float, seed: int) -> Array:
    """An array between two bounds, the same each time."""
    import numpy as np

    dtype = numpy_dtype(kind.dtype)
    chance: Any = np.random.default_rng(seed)
    if kind.dtype == "bool":
        return _of(chance.integers(0, 2, kind.shape), dtype)
    if "int" in kind.dtype:
        floor = max(int(low), 0) if kind.dtype.startswith("u") else int(low)
        return _of(chance.integers(floor, int(high), kind.shape, endpoint=True), dtype)
    values = chance.uniform(low, high, kind.shape)
    if kind.dtype.startswith("complex"):
        values = values + 1j * chance.uniform(low, high, kind.shape)
    return _of(values, dtype)


def _of(values: Any, dtype: np.dtype[Any]) -> Array:
    array: Array = values.astype(dtype)
    return array


def _wide(array: Any) -> Any:
    """In the widest type of its kind, in which numpy computes as if exactly."""
    import numpy as np

    array = np.asarray(array)
    if array.dtype.kind in "biu" or array.dtype.kind == "c":
        return array.astype(np.complex128) if array.dtype.kind == "c" else array
    return array.astype(np.float64)


def _exactly_as(wanted: Any, dtype: np.dtype[Any]) -> Array:
    import numpy as np

    with np.errstate(all="ignore"):
        made: Array = np.asarray(wanted).astype(dtype)
    return made


def _epsilon(dtype: np.dtype[Any]) -> float:
    import ml_dtypes
    import numpy as np

    real = {"complex64": "float32", "complex128": "float64"}.get(dtype.name, dtype)
    finfo = (
        np.finfo
        if np.dtype(real).kind == "f" and np.dtype(real).name.startswith("float")
        else ml_dtypes.finfo
    )
    return float(finfo(real).eps)


def _nan(array: Array) -> Array:
    unequal: Array = array != array  # noqa: PLR0124 - not every dtype of ml_dtypes has an isnan
    return unequal


def compare(case: Case, index: int, got: Array, wanted: Any) -> None:
    """Raise AssertionError where a result is further from numpy's than is allowed."""
    import numpy as np

    kind = case.results[index]
    dtype = numpy_dtype(kind.dtype)
    assert got.dtype == dtype, f"result {index} is {got.dtype.name}, wanted {kind.dtype}"
    assert got.shape == kind.shape, f"result {index} has the shape {got.shape}, wanted {kind.shape}"
    target = _exactly_as(wanted, dtype)
    if not case.ulps or dtype.kind in "biu" or "int" in kind.dtype:
        same = (got == target) | (_nan(got) & _nan(target))
        different = int(np.size(same) - np.count_nonzero(same))
        if different:
            at = tuple(int(i) for i in np.argwhere(~np.asarray(same))[0])
            raise AssertionError(
                f"{different} of {np.size(same)} differ; at {at} it is {got[at]}, wanted exactly {target[at]}"
            )
        return
    exact, found = _wide(wanted), _wide(got)
    with np.errstate(all="ignore"):
        scale = np.abs(exact).max(initial=0) if case.sums else np.abs(exact)
        distance = np.abs(found - exact)
        allowed = case.ulps * _epsilon(dtype) * np.maximum(scale, np.finfo(np.float32).tiny)
        fine = (distance <= allowed) | (found == _wide(target)) | (np.isnan(found) & np.isnan(exact))
    if not np.all(fine):
        at = tuple(int(i) for i in np.argwhere(~np.asarray(fine))[0])
        raise AssertionError(
            f"at {at} it is {got[at]}, wanted {np.asarray(exact)[at]} within {case.ulps:g} units of the last place"
        )


def _run(case: Case) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        import numpy as np

        seed = zlib.crc32(case.name.encode())
        inputs = case.values or tuple(
            some(kind, case.low, case.high, seed + index) for index, kind in enumerate(case.arguments)
        )
        inputs = tuple(
            np.asarray(value).astype(numpy_dtype(kind.dtype))
            for value, kind in zip(inputs, case.arguments, strict=True)
        )
        executable = library.compiled(case.program)
        outputs = [np.asarray(each) for each in executable(*inputs)]
        with np.errstate(all="ignore"):
            wanted = case.wanted(*map(_wide, inputs))
        if len(case.results) == 1:
            wanted = (wanted,)
        assert len(outputs) == len(case.results), f"{len(outputs)} results, wanted {len(case.results)}"
        for index, got in enumerate(outputs):
            compare(case, index, got, wanted[index])

    return run


def op(
    name: str, operands: Sequence[str], inputs: Sequence[Type], outputs: Sequence[Type], more: str = ""
) -> str:
    """One operation in the generic form, its result ``%r``."""
    kinds = ", ".join(map(str, outputs))
    result = "%r" if len(outputs) == 1 else f"%r:{len(outputs)}"
    return (
        f'    {result} = "stablehlo.{name}"({", ".join(operands)}) {more} : '
        f"({', '.join(map(str, inputs))}) -> ({kinds})"
    )


def _elementwise(
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


def _unary() -> Iterator[Case]:
    import math

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
        yield from _elementwise(name, function, dtypes, ulps=ulps, low=low, high=high)

    def bits(x: Any, function: Callable[[int, int], int]) -> Any:
        width = x.dtype.itemsize * 8
        flat = [function(int(v) % (1 << width), width) for v in x.ravel()]
        return np.array(flat).reshape(x.shape).astype(x.dtype)

    yield from _elementwise("popcnt", lambda x: bits(x, lambda v, _: v.bit_count()), INTEGERS)
    yield from _elementwise(
        "count_leading_zeros", lambda x: bits(x, lambda v, width: width - v.bit_length()), INTEGERS
    )
    yield from _elementwise("is_finite", np.isfinite, FLOATS, result="bool")
    yield from _elementwise("real", np.real, COMPLEX, result="real")
    yield from _elementwise("imag", np.imag, COMPLEX, result="real")
    yield from _elementwise("abs", np.abs, COMPLEX, result="real", ulps=near)
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


def _binary() -> Iterator[Case]:
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
        yield from _elementwise(name, function, dtypes, operands=2, ulps=ulps)
    positive: tuple[tuple[str, Callable[..., Any], Sequence[str], float], ...] = (
        ("divide", divide, NUMBERS, 4),
        ("remainder", np.fmod, FLOATS + INTEGERS, 4),
        ("power", np.power, (*FLOATS, "int32"), 64),
        ("shift_left", np.left_shift, INTEGERS, 0),
        ("shift_right_arithmetic", np.right_shift, SIGNED, 0),
        ("shift_right_logical", np.right_shift, INTEGERS, 0),
    )
    for name, function, numbers, last in positive:
        yield from _elementwise(name, function, numbers, operands=2, ulps=last, low=1, high=4)
    yield from _elementwise("complex", lambda x, y: x + 1j * y, ("float32",), operands=2, result="complex64")
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
            yield from _elementwise(
                "compare",
                compared,
                (dtype,),
                operands=2,
                result="bool",
                more=more,
                label=f"compare {direction}",
            )


def _conversions() -> Iterator[Case]:
    import numpy as np

    def real(x: Any) -> Any:
        return np.real(x)

    for source in ("float32", "int32", "bool", "uint8", "float64", "bfloat16"):
        for target in TYPES:
            if target == source:
                continue
            inputs, outputs = (Type((3, 5), source),), (Type((3, 5), target),)
            low = (
                0
                if target.startswith("u") or target == "float8_e8m0fnu" or "2" in (target[-1], source[-1])
                else -1
            )
            # Values that each of them has, so that what is compared is the conversion and not a rounding.
            high = 1 if target in ("int2", "uint2", "bool", "float8_e8m0fnu") else 2
            values: tuple[Any, ...] = (np.arange(15).reshape(3, 5) % (high - low + 1) + low,)
            if target == "float8_e8m0fnu":
                values = (np.full((3, 5), 1),)
            yield Case(
                f"convert {source} to {target}",
                inputs,
                op("convert", ["%0"], inputs, outputs),
                outputs,
                real,
                values=values,
            )
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


def _i64(*values: int) -> str:
    return f"array<i64: {', '.join(map(str, values))}>" if values else "array<i64>"


def _movement() -> Iterator[Case]:
    import numpy as np

    for dtype in ("float32", "int8", "bool", "bfloat16", "complex64", "uint64"):
        x = Type((3, 4), dtype)
        square = Type((4, 3), dtype)
        scalar = Type((), dtype)

        def case(
            name: str,
            inputs: tuple[Type, ...],
            given: Type,
            more: str,
            wanted: Callable[..., Any],
            dtype: str = dtype,
            operation: str = "",
            values: tuple[Any, ...] | None = None,
        ) -> Case:
            names = [f"%{index}" for index in range(len(inputs))]
            body = op(operation or name, names, inputs, (given,), more)
            return Case(f"{name} {dtype}", inputs, body, (given,), wanted, values=values)

        yield case("reshape", (x,), Type((2, 6), dtype), "", lambda a: a.reshape(2, 6))
        yield case("transpose", (x,), square, f"{{permutation = {_i64(1, 0)}}}", np.transpose)
        yield case("reverse", (x,), x, f"{{dimensions = {_i64(1)}}}", lambda a: a[:, ::-1])
        more = f"{{broadcast_dimensions = {_i64(1)}}}"
        yield case("broadcast_in_dim", (Type((4,), dtype),), x, more, lambda a: np.broadcast_to(a, (3, 4)))
        more = f"{{start_indices = {_i64(0, 1)}, limit_indices = {_i64(3, 4)}, strides = {_i64(2, 2)}}}"
        yield case("slice", (x,), Type((2, 2), dtype), more, lambda a: a[0:3:2, 1:4:2])
        more = "{dimension = 1 : i64}"
        yield case("concatenate", (x, x), Type((3, 8), dtype), more, lambda a, b: np.concatenate((a, b), 1))
        more = (
            f"{{edge_padding_low = {_i64(1, 0)}, edge_padding_high = {_i64(0, 2)}, "
            f"interior_padding = {_i64(0, 1)}}}"
        )

        def padded(a: Any, value: Any) -> Any:
            wide = np.full((4, 9), value, a.dtype)
            wide[1:, 0:7:2] = a
            return wide

        yield case("pad", (x, scalar), Type((4, 9), dtype), more, padded)
        index = Type((), "int32")
        more = f"{{slice_sizes = {_i64(2, 2)}}}"
        yield case(
            "dynamic_slice",
            (x, index, index),
            Type((2, 2), dtype),
            more,
            lambda a, *_: a[1:3, 2:4],
            values=(some(x, -4, 4, 1), 1, 7),  # past the end: it is moved back
        )

        def updated(a: Any, b: Any, *_: Any) -> Any:
            a = a.copy()
            a[1:3, 0:2] = b
            return a

        part = Type((2, 2), dtype)
        yield case(
            "dynamic_update_slice",
            (x, part, index, index),
            x,
            "",
            updated,
            values=(some(x, -4, 4, 1), some(part, -4, 4, 2), 1, -3),
        )
        yield case("select", (Type((3, 4), "bool"), x, x), x, "", np.where)
        more = (
            "{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
            f"start_index_map = [0], index_vector_dim = 1>, slice_sizes = {_i64(1, 4)}, "
            "indices_are_sorted = false}"
        )
        yield case(
            "gather",
            (x, Type((2, 1), "int32")),
            Type((2, 4), dtype),
            more,
            lambda a, i: a[i[:, 0]],
            values=(some(x, -4, 4, 1), np.array([[2], [0]])),
        )
    for dtype in ("float32", "int32", "uint8"):
        x, scalar = Type((3, 4), dtype), Type((), dtype)
        yield Case(
            f"clamp {dtype}",
            (scalar, x, scalar),
            op("clamp", ["%0", "%1", "%2"], (scalar, x, scalar), (x,)),
            (x,),
            lambda low, a, high: np.clip(a, low, high),
            values=(1, some(x, 0, 8, 3), 4),
        )
        yield Case(
            f"iota {dtype}",
            (),
            op("iota", [], (), (x,), "{iota_dimension = 1 : i64}"),
            (x,),
            lambda: np.tile(np.arange(4), (3, 1)),
        )
        body = (
            f"    %r = stablehlo.constant dense<3> : {x}"
            if "int" in dtype
            else f"    %r = stablehlo.constant dense<3.0> : {x}"
        )
        yield Case(f"constant {dtype}", (), body, (x,), lambda: np.full((3, 4), 3))
        yield Case(
            f"optimization_barrier {dtype}",
            (x,),
            op("optimization_barrier", ["%0"], (x,), (x,)),
            (x,),
            lambda a: a,
        )
    x, count = Type((3, 4), "float32"), Type((), "int32")
    yield Case(
        "get_dimension_size",
        (x,),
        op("get_dimension_size", ["%0"], (x,), (count,), "{dimension = 1 : i64}"),
        (count,),
        lambda a: a.shape[1],
    )


def _reduction(name: str, dtype: str, extra: str = "") -> str:
    scalar = Type((), dtype)
    return (
        f"({{\n    ^bb0(%a: {scalar}, %b: {scalar}):\n"
        f'      %c = "stablehlo.{name}"(%a, %b) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%c) : ({scalar}) -> ()\n    }}) {extra}'
    )


def _sums() -> Iterator[Case]:
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
                extra = f"{{dimensions = {_i64(*axes)}}}"
                body = op("reduce", ["%0", "%1"], (x, scalar), (given,), _reduction(name, dtype, extra))
                yield Case(
                    f"reduce {name} over {','.join(map(str, axes))} {dtype}",
                    (x, scalar),
                    body,
                    (given,),
                    lambda a, _, function=function, axes=axes, dtype=dtype: _as(
                        function(a, axis=axes), dtype
                    ),
                    ulps,
                    sums=True,
                    values=(some(x, 0.5 if name == "multiply" else -4, 2, 5), start),
                )
    for dtype in ("float32", "int32"):
        x, scalar, given = Type((6, 5), dtype), Type((), dtype), Type((5, 4), dtype)
        extra = f"{{window_dimensions = {_i64(2, 2)}, window_strides = {_i64(1, 1)}}}"
        body = op("reduce_window", ["%0", "%1"], (x, scalar), (given,), _reduction("add", dtype, extra))
        yield Case(
            f"reduce_window {dtype}",
            (x, scalar),
            body,
            (given,),
            lambda a, _: a[:-1, :-1] + a[1:, :-1] + a[:-1, 1:] + a[1:, 1:],
            16,
            sums=True,
            values=(some(x, -4, 4, 2), 0),
        )
        update = Type((2, 5), dtype)
        extra = (
            "{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, "
            "unique_indices = false}"
        )
        kinds = (x, Type((2, 1), "int32"), update)
        body = op("scatter", ["%0", "%1", "%2"], kinds, (x,), _reduction("add", dtype, extra))

        def scattered(a: Any, _: Any, b: Any) -> Any:
            a = a.copy()
            a[4] += b[0] + b[1]
            return a

        yield Case(
            f"scatter {dtype}",
            kinds,
            body,
            (x,),
            scattered,
            8,
            sums=True,
            values=(some(x, -4, 4, 3), np.array([[4], [4]]), some(update, -4, 4, 4)),
        )
        scalar = Type((), dtype)
        compare = (
            f'({{\n    ^bb0(%a: {scalar}, %b: {scalar}):\n      %c = "stablehlo.compare"(%a, %b) '
            f"{{comparison_direction = #stablehlo<comparison_direction LT>}} : ({scalar}, {scalar}) -> tensor<i1>\n"
            '      "stablehlo.return"(%c) : (tensor<i1>) -> ()\n    }) {dimension = 1 : i64, is_stable = true}'
        )
        body = op("sort", ["%0"], (x,), (x,), compare)
        yield Case(f"sort {dtype}", (x,), body, (x,), lambda a: np.sort(a, 1))


def _as(value: Any, dtype: str) -> Any:
    # Integers wrap around as the type does.
    return value.astype(numpy_dtype(dtype)) if "int" in dtype else value


def _products() -> Iterator[Case]:
    import numpy as np

    for dtype in (*FLOATS, "int32", "int8", "uint8", "complex64"):
        a, b, given = Type((2, 3, 4), dtype), Type((2, 4, 5), dtype), Type((2, 3, 5), dtype)
        more = (
            "{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
            "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, "
            "precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}"
        )
        yield Case(
            f"dot_general {dtype}",
            (a, b),
            op("dot_general", ["%0", "%1"], (a, b), (given,), more),
            (given,),
            lambda x, y, dtype=dtype: _as(np.matmul(x.astype("int64") if "int" in dtype else x, y), dtype),
            16,
            sums=True,
        )
    for dtype in ("float32", "bfloat16", "float64"):
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

        yield Case(f"convolution {dtype}", (x, k), body, (given,), convolved, 32, sums=True)
    for kind, source, target, function in (
        ("FFT", "complex64", "complex64", np.fft.fft),
        ("IFFT", "complex64", "complex64", np.fft.ifft),
        ("RFFT", "float32", "complex64", np.fft.rfft),
        ("IRFFT", "complex64", "float32", lambda a: np.fft.irfft(a, 8)),
    ):
        length = 5 if kind == "IRFFT" else 8
        x, given = Type((2, length), source), Type((2, 5 if kind == "RFFT" else 8), target)
        more = f"{{fft_type = #stablehlo<fft_type {kind}>, fft_length = {_i64(8)}}}"
        values = None
        if kind == "IRFFT":  # the first and the last are real, as those of a real signal are
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
    for dtype in ("float32", "float64"):
        x = Type((4, 4), dtype)
        base = some(Type((4, 4), "float64"), -1, 1, 3)
        definite = base @ base.T + 4 * np.eye(4)
        yield Case(
            f"cholesky {dtype}",
            (x,),
            # Above the diagonal there is anything.
            "\n".join(
                (
                    op("cholesky", ["%0"], (x,), (x,), "{lower = true}").replace("%r", "%c"),
                    op("iota", [], (), (Type((4, 4), "int32"),), "{iota_dimension = 0 : i64}").replace(
                        "%r", "%i"
                    ),
                    op("iota", [], (), (Type((4, 4), "int32"),), "{iota_dimension = 1 : i64}").replace(
                        "%r", "%j"
                    ),
                    f"    %l = stablehlo.compare GE, %i, %j : ({Type((4, 4), 'int32')}, {Type((4, 4), 'int32')}) "
                    f"-> {Type((4, 4), 'bool')}",
                    f"    %z = stablehlo.constant dense<0.0> : {x}",
                    op("select", ["%l", "%c", "%z"], (Type((4, 4), "bool"), x, x), (x,)),
                )
            ),
            (x,),
            np.linalg.cholesky,
            64,
            sums=True,
            values=(definite,),
        )
        b = Type((4, 2), dtype)
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


def _control() -> Iterator[Case]:
    import numpy as np

    scalar, index = Type((), "float32"), Type((), "int32")
    branches = ", ".join(
        f"{{\n      %c{n} = stablehlo.constant dense<{n}.0> : {scalar}\n"
        f'      %d{n} = "stablehlo.add"(%1, %c{n}) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%d{n}) : ({scalar}) -> ()\n    }}'
        for n in range(3)
    )
    for chosen in (0, 1, 2, 9):
        body = f'    %r = "stablehlo.case"(%0) ({branches}) : ({index}) -> {scalar}'
        yield Case(
            f"case {chosen}",
            (index, scalar),
            body,
            (scalar,),
            lambda i, x: x + (i if 0 <= i < 3 else 2),
            values=(chosen, 1.5),
        )
    flag = Type((), "bool")
    two = ", ".join(
        f'{{\n      %e{n} = "stablehlo.{name}"(%1, %1) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%e{n}) : ({scalar}) -> ()\n    }}'
        for n, name in enumerate(("add", "multiply"))
    )
    for chosen in (True, False):
        body = f'    %r = "stablehlo.if"(%0) ({two}) : ({flag}) -> {scalar}'
        yield Case(
            f"if {chosen}",
            (flag, scalar),
            body,
            (scalar,),
            lambda i, x: x + x if i else x * x,
            values=(chosen, 3.0),
        )
    body = (
        f"    %one = stablehlo.constant dense<1> : {index}\n"
        f'    %r:2 = "stablehlo.while"(%0, %1) ({{\n    ^bb0(%a: {index}, %b: {scalar}):\n'
        f"      %z = stablehlo.constant dense<0> : {index}\n"
        f"      %c = stablehlo.compare GT, %a, %z : ({index}, {index}) -> tensor<i1>\n"
        f'      "stablehlo.return"(%c) : (tensor<i1>) -> ()\n    }}, {{\n    ^bb0(%a: {index}, %b: {scalar}):\n'
        f'      %d = "stablehlo.subtract"(%a, %one) : ({index}, {index}) -> {index}\n'
        f'      %e = "stablehlo.add"(%b, %b) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%d, %e) : ({index}, {scalar}) -> ()\n'
        f"    }}) : ({index}, {scalar}) -> ({index}, {scalar})"
    )
    for times in (0, 5):
        yield Case(
            f"while {times}",
            (index, scalar),
            body,
            (index, scalar),
            lambda i, x: (0, x * 2.0**i),
            values=(times, 1.5),
        )
    x = Type((5,), "float32")
    body = op(
        "map", ["%0", "%1"], (x, x), (x,), _reduction("multiply", "float32", f"{{dimensions = {_i64(0)}}}")
    )
    yield Case("map", (x, x), body, (x,), np.multiply, 4)
    state, bits = Type((2,), "uint64"), Type((3, 4), "uint32")
    body = op(
        "rng_bit_generator",
        ["%0"],
        (state,),
        (state, bits),
        "{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}",
    )
    body += (
        f'\n    %s:2 = "stablehlo.rng_bit_generator"(%0) {{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}} '
        f": ({state}) -> ({state}, {bits})"
    )
    same = '    %t = "stablehlo.compare"(%r#1, %s#1) {comparison_direction = #stablehlo<comparison_direction EQ>} '
    same += f": ({bits}, {bits}) -> {Type((3, 4), 'bool')}"
    yield Case(
        "rng_bit_generator gives the same for the same state",
        (state,),
        f"{body}\n{same}".replace("%r", "%q").replace("%t", "%r"),
        (Type((3, 4), "bool"),),
        lambda _: np.ones((3, 4), bool),
        values=(np.array([1, 2]),),
    )


def cases() -> list[Case]:
    """All programs of the table."""
    tables = (_unary, _binary, _conversions, _movement, _sums, _products, _control)
    return [case for table in tables for case in table()]


def _collectives() -> Iterator[tuple[str, Callable[[Library], None]]]:
    import numpy as np

    x = Type((2, 3), "float32")
    wide = Type((4, 3), "float32")
    groups = "dense<[[0, 1]]> : tensor<1x2xi64>"
    handle = "channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>"
    numbers: Any = np.arange(12, dtype=np.float32).reshape(2, 2, 3)

    def spread(body: str, given: Type, wanted: Callable[[Any], Any]) -> Callable[[Library], None]:
        program = Case("", (x,), body, (given,), wanted).program

        def run(library: Library) -> None:
            from jaxlib_pjrt import CompileOptions

            if len(library.client.devices) < 2:
                raise Unsupported(f"{len(library.client.devices)} device; it needs two")
            executable = library.client.compile(program, CompileOptions(num_replicas=2))
            (out,) = executable((numbers[0], numbers[1]))
            for index, shard in enumerate(out):
                got, expected = np.asarray(shard), np.asarray(wanted(numbers)[index], np.float32)
                assert np.array_equal(got, expected), (
                    f"on device {index}: {got.tolist()}, wanted {expected.tolist()}"
                )

        return run

    reduce = _reduction("add", "float32", f"{{replica_groups = {groups}}}")
    yield "all_reduce", spread(op("all_reduce", ["%0"], (x,), (x,), reduce), x, lambda n: [n.sum(0)] * 2)
    more = f"{{all_gather_dim = 0 : i64, replica_groups = {groups}, {handle}}}"
    gathered: Callable[[Any], Any] = lambda n: [n.reshape(4, 3)] * 2  # noqa: E731
    yield "all_gather", spread(op("all_gather", ["%0"], (x,), (wide,), more), wide, gathered)
    more = "{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}"
    yield (
        "collective_permute",
        spread(op("collective_permute", ["%0"], (x,), (x,), more), x, lambda n: n[::-1]),
    )
    half = Type((1, 3), "float32")
    reduce = _reduction("add", "float32", f"{{scatter_dimension = 0 : i64, replica_groups = {groups}}}")
    yield (
        "reduce_scatter",
        spread(
            op("reduce_scatter", ["%0"], (x,), (half,), reduce), half, lambda n: n.sum(0).reshape(2, 1, 3)
        ),
    )
    more = (
        "{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, "
        f"replica_groups = {groups}}}"
    )
    yield "all_to_all", spread(op("all_to_all", ["%0"], (x,), (x,), more), x, lambda n: n.swapaxes(0, 1))
    body = (
        '    %i = "stablehlo.replica_id"() : () -> tensor<ui32>\n'
        '    %f = "stablehlo.convert"(%i) : (tensor<ui32>) -> tensor<f32>\n'
        f'    %b = "stablehlo.broadcast_in_dim"(%f) {{broadcast_dimensions = array<i64>}} : (tensor<f32>) -> {x}\n'
        + op("add", ["%0", "%b"], (x, x), (x,))
    )
    yield "replica_id", spread(body, x, lambda n: n + np.arange(2, dtype=np.float32)[:, None, None])


def checks() -> list[Check]:
    """The checks of this file."""

    def rule(case: Case) -> str:
        how = f"within {case.ulps:g} units of the last place of numpy's" if case.ulps else "exactly numpy's"
        relative = ", relative to the largest" if case.sums and case.ulps else ""
        return f"Results are {how}{relative}."

    return [
        *(Check("ops", case.name, rule(case), _run(case)) for case in cases()),
        *(
            Check("devices", name, "Two replicas give what the operation says.", run)
            for name, run in _collectives()
        ),
    ]
