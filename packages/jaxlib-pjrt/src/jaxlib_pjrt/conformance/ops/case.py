"""A case: one StableHLO program, its arguments, and numpy's results within a tolerance."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from jaxlib_pjrt.conformance.library import Library

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: MLIR's name of each element type, by the name in numpy or ml_dtypes.
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
    """One program and its expected results.

    Attributes:
        name: The operation, and the variant.
        arguments: The types of the program's arguments.
        body: Its operations on ``%0``, ``%1`` and so on, ending with ``%r`` (or ``%r:2``).
        results: The types of the results.
        wanted: Computes the expected results from the arguments with numpy.
        ulps: The allowed difference, in units of the last place.
        sums: Whether the difference is relative to the largest result.
        low, high: The bounds of random argument values.
        values: The arguments themselves, if random ones are unsuitable.
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
    """The dtype of numpy or ml_dtypes with this name."""
    import ml_dtypes
    import numpy as np

    return np.dtype(getattr(ml_dtypes, name, name))


def some(kind: Type, low: float, high: float, seed: int) -> Array:
    """A random array between two bounds; the same for the same seed."""
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


def widened(array: Any) -> Any:
    """The array in the widest type of its kind, in which numpy's results count as exact."""
    import numpy as np

    array = np.asarray(array)
    if array.dtype.kind in "biu" or array.dtype.kind == "c":
        return array.astype(np.complex128) if array.dtype.kind == "c" else array
    return array.astype(np.float64)


def _exactly_as(wanted: Any, dtype: np.dtype[Any]) -> Array:
    import numpy as np

    with np.errstate(all="ignore"):
        array: Array = np.asarray(wanted).astype(dtype)
    return array


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
    """Raise AssertionError if a result differs from numpy's by more than is allowed."""
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
    exact, approximate = widened(wanted), widened(got)
    with np.errstate(all="ignore"):
        scale = np.abs(exact).max(initial=0) if case.sums else np.abs(exact)
        distance = np.abs(approximate - exact)
        allowed = case.ulps * _epsilon(dtype) * np.maximum(scale, np.finfo(np.float32).tiny)
        fine = (
            (distance <= allowed)
            | (approximate == widened(target))
            | (np.isnan(approximate) & np.isnan(exact))
        )
    if not np.all(fine):
        at = tuple(int(i) for i in np.argwhere(~np.asarray(fine))[0])
        raise AssertionError(
            f"at {at} it is {got[at]}, wanted {np.asarray(exact)[at]} within {case.ulps:g} units of the last place"
        )


def runner(case: Case) -> Callable[[Library], None]:
    """The check of a case: compiles its program, runs it and compares the results."""

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
        outputs = [np.asarray(output) for output in executable(*inputs)]
        with np.errstate(all="ignore"):
            wanted = case.wanted(*map(widened, inputs))
        if len(case.results) == 1:
            wanted = (wanted,)
        assert len(outputs) == len(case.results), f"{len(outputs)} results, wanted {len(case.results)}"
        for index, got in enumerate(outputs):
            compare(case, index, got, wanted[index])

    return run


def op(
    name: str, operands: Sequence[str], inputs: Sequence[Type], outputs: Sequence[Type], more: str = ""
) -> str:
    """A single operation in MLIR's generic form, with the result ``%r``."""
    kinds = ", ".join(map(str, outputs))
    result = "%r" if len(outputs) == 1 else f"%r:{len(outputs)}"
    return (
        f'    {result} = "stablehlo.{name}"({", ".join(operands)}) {more} : '
        f"({', '.join(map(str, inputs))}) -> ({kinds})"
    )


def as_dtype(value: Any, dtype: str) -> Any:
    """Convert a value that numpy computed in a wider type to ``dtype``, as an operation on that dtype would."""
    # Integers wrap around.
    return value.astype(numpy_dtype(dtype)) if "int" in dtype else value


def i64_array(*values: int) -> str:
    """MLIR's attribute for an array of int64."""
    return f"array<i64: {', '.join(map(str, values))}>" if values else "array<i64>"


def reduction_region(name: str, dtype: str, extra: str = "") -> str:
    """The region of a reduction with the operation ``name``, and the reduction's attributes."""
    scalar = Type((), dtype)
    return (
        f"({{\n    ^bb0(%a: {scalar}, %b: {scalar}):\n"
        f'      %c = "stablehlo.{name}"(%a, %b) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%c) : ({scalar}) -> ()\n    }}) {extra}'
    )
