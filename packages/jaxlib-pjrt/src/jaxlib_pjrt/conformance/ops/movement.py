"""Operations that move elements: slices, gathers, padding, sorting and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jaxlib_pjrt.conformance.ops.case import Case, Type, i64_array, op, some


def movement() -> Iterator[Case]:
    """The cases of this file."""
    for dtype in ("float32", "int8", "bool", "bfloat16", "complex64", "uint64"):
        yield from _rearranged(dtype)
        yield from _indexed(dtype)
    for dtype in ("float32", "int32", "uint8"):
        yield from _values(dtype)
    x, count = Type((3, 4), "float32"), Type((), "int32")
    yield Case(
        "get_dimension_size",
        (x,),
        op("get_dimension_size", ["%0"], (x,), (count,), "{dimension = 1 : i64}"),
        (count,),
        lambda a: a.shape[1],
    )


def _case(
    name: str,
    inputs: tuple[Type, ...],
    given: Type,
    more: str,
    wanted: Callable[..., Any],
    values: tuple[Any, ...] | None = None,
) -> Case:
    names = [f"%{index}" for index in range(len(inputs))]
    body = op(name, names, inputs, (given,), more)
    return Case(f"{name} {given.dtype}", inputs, body, (given,), wanted, values=values)


def _rearranged(dtype: str) -> Iterator[Case]:
    """Data movement with indices that follow from shapes and attributes."""
    import numpy as np

    x = Type((3, 4), dtype)
    yield _case("reshape", (x,), Type((2, 6), dtype), "", lambda a: a.reshape(2, 6))
    more = f"{{permutation = {i64_array(1, 0)}}}"
    yield _case("transpose", (x,), Type((4, 3), dtype), more, np.transpose)
    yield _case("reverse", (x,), x, f"{{dimensions = {i64_array(1)}}}", lambda a: a[:, ::-1])
    more = f"{{broadcast_dimensions = {i64_array(1)}}}"
    yield _case("broadcast_in_dim", (Type((4,), dtype),), x, more, lambda a: np.broadcast_to(a, (3, 4)))
    more = f"{{start_indices = {i64_array(0, 1)}, limit_indices = {i64_array(3, 4)}, "
    more += f"strides = {i64_array(2, 2)}}}"
    yield _case("slice", (x,), Type((2, 2), dtype), more, lambda a: a[0:3:2, 1:4:2])
    more = "{dimension = 1 : i64}"
    yield _case("concatenate", (x, x), Type((3, 8), dtype), more, lambda a, b: np.concatenate((a, b), 1))
    more = (
        f"{{edge_padding_low = {i64_array(1, 0)}, edge_padding_high = {i64_array(0, 2)}, "
        f"interior_padding = {i64_array(0, 1)}}}"
    )

    def padded(a: Any, value: Any) -> Any:
        wide = np.full((4, 9), value, a.dtype)
        wide[1:, 0:7:2] = a
        return wide

    yield _case("pad", (x, Type((), dtype)), Type((4, 9), dtype), more, padded)


def _indexed(dtype: str) -> Iterator[Case]:
    """Data movement with indices that are arguments."""
    import numpy as np

    x, part, index = Type((3, 4), dtype), Type((2, 2), dtype), Type((), "int32")
    yield _case(
        "dynamic_slice",
        (x, index, index),
        part,
        f"{{slice_sizes = {i64_array(2, 2)}}}",
        lambda a, *_: a[1:3, 2:4],
        values=(some(x, -4, 4, 1), 1, 7),  # beyond the end: the index is clamped
    )

    def updated(a: Any, b: Any, *_: Any) -> Any:
        a = a.copy()
        a[1:3, 0:2] = b
        return a

    values = (some(x, -4, 4, 1), some(part, -4, 4, 2), 1, -3)
    yield _case("dynamic_update_slice", (x, part, index, index), x, "", updated, values=values)
    yield _case("select", (Type((3, 4), "bool"), x, x), x, "", np.where)
    more = (
        "{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
        f"start_index_map = [0], index_vector_dim = 1>, slice_sizes = {i64_array(1, 4)}, "
        "indices_are_sorted = false}"
    )
    yield _case(
        "gather",
        (x, Type((2, 1), "int32")),
        Type((2, 4), dtype),
        more,
        lambda a, i: a[i[:, 0]],
        values=(some(x, -4, 4, 1), np.array([[2], [0]])),
    )


def _values(dtype: str) -> Iterator[Case]:
    """Operations that clamp values, create them, or pass them through."""
    import numpy as np

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
    body = f"    %r = stablehlo.constant dense<{'3' if 'int' in dtype else '3.0'}> : {x}"
    yield Case(f"constant {dtype}", (), body, (x,), lambda: np.full((3, 4), 3))
    yield Case(
        f"optimization_barrier {dtype}",
        (x,),
        op("optimization_barrier", ["%0"], (x,), (x,)),
        (x,),
        lambda a: a,
    )
