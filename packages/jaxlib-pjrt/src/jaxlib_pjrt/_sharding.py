"""Converts shardings, jax's and XLA's, to the slice of an array that each device holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from jaxlib_pjrt import _protobuf
from jaxlib_pjrt._artifact import NamedSharding, OpSharding, Sharding

Slices = tuple[tuple[slice, ...], ...]

_REPLICATED, _MAXIMAL, _TUPLE, _OTHER = range(4)


class ShardingError(ValueError):
    """A sharding cannot be converted to slices."""


def slices(sharding: Sharding, shape: Sequence[int], devices: int) -> Slices:
    """The slice of an array of ``shape`` that each of ``devices`` devices holds.

    Raises:
        ShardingError: The sharding does not apply to an array of that shape, or does not divide it evenly.
    """
    if sharding is None:
        return (tuple(slice(0, size) for size in shape),) * devices
    if isinstance(sharding, OpSharding):
        counts, tiles = _tiles(sharding.proto, len(shape), devices)
    else:
        counts, tiles = _named(sharding, len(shape), devices)
    parts = []
    for size, count in zip(shape, counts, strict=True):
        if size % count:
            raise ShardingError(f"a dimension of {size} cannot be divided evenly by {count}")
        parts.append(size // count)
    return tuple(
        tuple(slice(part * index, part * (index + 1)) for part, index in zip(parts, tile, strict=True))
        for tile in tiles
    )


def _named(sharding: NamedSharding, rank: int, devices: int) -> tuple[list[int], list[tuple[int, ...]]]:
    sizes = dict(sharding.mesh)
    total = math.prod(sizes.values())
    if not sizes:
        return [1] * rank, [(0,) * rank] * devices
    if total != devices or len(sharding.spec) > rank:
        raise ShardingError(
            f"a sharding over {total} devices, wanted {devices}; or one with too many dimensions"
        )
    spec = (*sharding.spec, *((),) * (rank - len(sharding.spec)))
    counts = [math.prod(sizes[axis] for axis in axes) for axes in spec]
    tiles = []
    for device in range(devices):
        place, rest = {}, device
        for axis, size in reversed(sharding.mesh):
            place[axis] = rest % size
            rest //= size
        tile = []
        for axes in spec:
            index = 0
            for axis in axes:
                index = index * sizes[axis] + place[axis]
            tile.append(index)
        tiles.append(tuple(tile))
    return counts, tiles


class _Op(NamedTuple):
    kind: int
    dimensions: list[int]
    devices: list[int]
    replicate_last: bool
    last_kinds: list[int]
    reshape: list[int]
    transpose: list[int]
    parts: list[bytes]


def _parsed(proto: bytes) -> _Op:
    kind = _REPLICATED
    lists: dict[int, list[int]] = {3: [], 4: [], 8: [], 9: [], 10: []}
    replicate_last = False
    parts: list[bytes] = []
    for number, value in _protobuf.fields(proto):
        if number == 1 and isinstance(value, int):
            kind = value
        elif number == 6:
            replicate_last = bool(value)
        elif number == 5 and isinstance(value, bytes):
            parts.append(value)
        elif number in lists:
            lists[number] += _protobuf.numbers(value)
    return _Op(kind, lists[3], lists[4], replicate_last, lists[8], lists[9], lists[10], parts)


def elements(proto: bytes, count: int) -> list[OpSharding]:
    """The sharding of each result, from a program's single tuple sharding."""
    parsed = _parsed(proto)
    if parsed.kind != _TUPLE:
        return [OpSharding(proto)] * count
    if len(parsed.parts) != count:
        raise ShardingError(f"{len(parsed.parts)} shardings for {count} results")
    return [OpSharding(part) for part in parsed.parts]


def _tiles(proto: bytes, rank: int, devices: int) -> tuple[list[int], list[tuple[int, ...]]]:
    try:
        op = _parsed(proto)
    except _protobuf.ProtobufError as error:
        raise ShardingError(f"it is damaged: {error}") from error
    if op.kind == _REPLICATED or (op.kind == _MAXIMAL and devices == 1):
        return [1] * rank, [(0,) * rank] * devices
    if op.kind != _OTHER:
        raise ShardingError(f"a sharding of kind {op.kind}, which does not describe the parts of an array")
    tail = len(op.dimensions) - rank
    if tail != (len(op.last_kinds) or op.replicate_last) or any(op.last_kinds):
        raise ShardingError(f"a sharding with {len(op.dimensions)} dimensions for an array with {rank}")
    if math.prod(op.dimensions) != devices:
        raise ShardingError(f"a sharding over {math.prod(op.dimensions)} devices, wanted {devices}")
    order = op.devices or _iota(op.reshape, op.transpose, devices)
    if sorted(order) != list(range(devices)):
        raise ShardingError("a sharding that does not name each device once")
    tiles: list[tuple[int, ...]] = [()] * devices
    for position, device in enumerate(order):
        tile, rest = [], position
        for size in reversed(op.dimensions):
            tile.append(rest % size)
            rest //= size
        tiles[device] = tuple(reversed(tile))[:rank]
    return op.dimensions[:rank], tiles


def _iota(reshape: list[int], transpose: list[int], devices: int) -> list[int]:
    if math.prod(reshape) != devices or sorted(transpose) != list(range(len(reshape))):
        raise ShardingError(f"an impossible order of devices: {reshape}, {transpose}")
    strides = [math.prod(reshape[axis + 1 :]) for axis in range(len(reshape))]
    order = [0]
    for axis in transpose:
        order = [start + index * strides[axis] for start in order for index in range(reshape[axis])]
    return order


def of_executable(program: bytes, parameters: int, outputs: int) -> tuple[list[Sharding], list[Sharding]]:
    """The shardings of a compiled program's arguments and results, from its ``xla.HloModuleProtoWithConfig``.

    Raises:
        ShardingError: The program is not of that type, or has shardings for another number of arguments or results.
    """
    try:
        (module,) = [value for number, value in _protobuf.fields(program) if number == 1]
        if isinstance(module, int):
            raise ShardingError("no program")
        stated = [(number, value) for number, value in _protobuf.fields(module) if number in (12, 14)]
        taken: list[Sharding] = [
            OpSharding(value) for n, value in stated if n == 14 and isinstance(value, bytes)
        ]
        given: list[Sharding] = [None] * outputs
        for number, value in stated:
            if number == 12 and isinstance(value, bytes):
                given = list(elements(value, outputs))
    except (_protobuf.ProtobufError, ValueError) as error:
        raise ShardingError(f"the program of the executable cannot be read: {error}") from error
    if taken and len(taken) != parameters:
        raise ShardingError(f"{len(taken)} shardings for {parameters} arguments")
    return taken or [None] * parameters, given
