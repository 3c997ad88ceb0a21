"""Iota tile assignments: device orders given by an iota array that is reshaped and transposed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from jaxlib._errors import JaxRuntimeError

#: The maximum number of devices, because a sharding lists its devices.
MOST_DEVICES = 1 << 26


def broken(what: str) -> Exception:
    return JaxRuntimeError(f"INTERNAL: a sharding's message is broken: {what}")


def invalid(why: str) -> Exception:
    return JaxRuntimeError(f"INVALID_ARGUMENT: {why}")


def listed(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def iota_text(shape: Sequence[int], order: Sequence[int]) -> str:
    """The text of an iota array that is reshaped and transposed."""
    return listed(shape) + (f"T({','.join(map(str, order))})" if len(order) > 1 else "")


def iota_of(devices: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The shape and transposition of an iota array with the devices in this order; None if there is none."""
    # From the innermost dimension outwards: how many devices follow at the same distance, repeatedly.
    steps: list[tuple[int, int]] = []
    array = np.asarray(devices)
    if not array.size or array[0] != 0:
        return None
    while array.size > 1:
        distance = int(array[1])
        expected: np.ndarray = np.arange(array.size) * distance
        same = array == expected
        size = int(array.size if same.all() else np.argmin(same))
        if distance < 1 or array.size % size:
            return None
        groups = array.reshape(-1, size)
        if (groups - groups[:, :1] != groups[0]).any():
            return None
        steps.insert(0, (size, distance))
        array = groups[:, 0]
    order = sorted(range(len(steps)), key=lambda i: -steps[i][1])
    shape = [steps[i][0] for i in order]
    if any(steps[i][1] != math.prod(shape[at + 1 :]) for at, i in enumerate(order)):
        return None
    return tuple(shape) or (1,), tuple(order.index(i) for i in range(len(steps))) or (0,)


def sorted_iota(
    shape: tuple[int, ...], order: tuple[int, ...], size: int
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The same with the last ``size`` devices of each group sorted; None if that is not a transposition."""
    order = order or tuple(range(len(shape)))
    for last in range(1, len(order) + 1):
        if math.prod(shape[i] for i in order[-last:]) == size:
            return shape, (*order[:-last], *sorted(order[-last:]))
    return None


def axis_sizes(dims: Sequence[int], shape: Sequence[int], order: Sequence[int]) -> list[int]:
    """The sizes of the fewest axes whose products are both the tile dimensions and the device dimensions."""
    wanted = [size for size in dims if size != 1]
    factors: dict[int, list[int]] = {i: [] for i in range(len(shape))}
    tile = wanted.pop(0) if wanted else 1
    for axis in order:
        left = shape[axis]
        while left > 1:
            common = math.gcd(left, tile)
            if common == 1:
                raise ValueError(
                    f"the tiles {list(dims)} are not products of the devices' axes {list(shape)}"
                )
            factors[axis].append(common)
            left //= common
            tile //= common
            if tile == 1 and wanted:
                tile = wanted.pop(0)
    return [size for axis in range(len(shape)) for size in factors[axis]]


def simplest(shape: Sequence[int], order: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same transposition without dimensions of size one, and with adjacent dimensions merged where possible."""
    kept = [i for i in range(len(shape)) if shape[i] != 1]
    if not kept:
        return ((math.prod(shape),), (0,))
    number = {old: new for new, old in enumerate(kept)}
    sizes = [shape[i] for i in kept]
    order = [number[i] for i in order if i in number]
    runs: list[list[int]] = []
    for i in order:
        if runs and runs[-1][-1] + 1 == i:
            runs[-1].append(i)
        else:
            runs.append([i])
    firsts = sorted(run[0] for run in runs)
    of = {run[0]: math.prod(sizes[i] for i in run) for run in runs}
    return (tuple(of[first] for first in firsts), tuple(firsts.index(run[0]) for run in runs))
