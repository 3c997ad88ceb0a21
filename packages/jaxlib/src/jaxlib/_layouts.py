"""Layouts of arrays on devices, as in the PJRT C API."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from jaxlib._hlo import Layout
from jaxlib._release import ARRAYS_ARE_PACKED


class PjRtLayout:
    """The layout of an array on a device, or one that a program requires."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def _xla_layout(self) -> Layout:
        return self._layout

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PjRtLayout) and other._layout == self._layout

    def __hash__(self) -> int:
        return hash(self._layout)

    def __str__(self) -> str:
        return self._layout.to_string()

    def __repr__(self) -> str:
        return f"PjRtLayout({self._layout.to_string()})"

    def __getstate__(self) -> tuple[Any, ...]:
        return (self._layout,)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._layout = state[0]


PjRtLayout.__module__ = "jaxlib._jax"


def array_layout(minor_to_major: Sequence[int], tiles: Sequence[Sequence[int]], dtype: Any) -> PjRtLayout:
    """The layout of an Array with that dtype."""
    bits = _bits_below_a_byte(dtype) if ARRAYS_ARE_PACKED else 0
    return PjRtLayout(Layout(minor_to_major, [tuple(tile) for tile in tiles], bits))


@lru_cache(maxsize=256)  # converting a dtype to its name dominates the cost
def _bits_below_a_byte(dtype: Any) -> int:
    name = str(dtype)
    return 4 if name in ("int4", "uint4", "float4_e2m1fn") else 2 if name in ("int2", "uint2") else 0


def row_major_array_layout(rank: int, dtype: Any) -> PjRtLayout:
    """The layout that an Array has by default on a CPU."""
    return array_layout(range(rank - 1, -1, -1), (), dtype)


def row_major_layout(rank: int, dtype: Any) -> PjRtLayout:
    """The layout that an argument or result of a program has by default on a CPU, where elements are packed."""
    return PjRtLayout(Layout(range(rank - 1, -1, -1), [], _bits_below_a_byte(dtype)))
