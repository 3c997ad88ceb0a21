"""xla.NamedShardingProto: a sharding by mesh axes, converted to the equivalent tile assignment."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from jaxlib import _proto
from jaxlib._hlo.op_sharding import OpSharding_Type
from jaxlib._hlo.tile_assignment import MOST_DEVICES, broken, iota_of

_Iota = tuple[tuple[int, ...], tuple[int, ...]]


class Tiles(NamedTuple):
    """A tile assignment; without ``dims`` on a single device, and without devices replicated."""

    dims: list[int]
    devices: list[int]
    #: The types of the last dimensions.
    subgroups: list[OpSharding_Type]
    #: The iota rule for the device order.
    iota: _Iota | None


class _Part(NamedTuple):
    """A part of a mesh axis: ``size`` devices, whose distance is the product of the sizes after it."""

    axis: int
    before: int
    size: int


class _Mesh(NamedTuple):
    sizes: list[int]
    devices: np.ndarray
    #: Whether the message lists its devices, in an order that is not given by an iota rule.
    listed: bool


def tiles(message: bytes) -> Tiles:
    """The tile assignment of a NamedShardingProto: dimensions, then manual, unreduced and replicated axes.

    Raises:
        JaxRuntimeError: The message is inconsistent: axes that the mesh does not have, that overlap or do not
            divide.
        ValueError: It is malformed.
    """
    mesh, dimensions, manual_axes, unreduced_axes = _read(message)
    if not mesh.sizes:
        # A mesh without axes stands for one device, or for all.
        return Tiles([], mesh.devices[:1].tolist() if mesh.listed else [], [], None)
    parts = [[_part(ref, mesh.sizes) for ref in refs] for refs in dimensions]
    manual, unreduced = ([_part(ref, mesh.sizes) for ref in refs] for refs in (manual_axes, unreduced_axes))
    used = [part for refs in (*parts, manual, unreduced) for part in refs]
    split = _split(mesh.sizes, used)
    rest = [part for part in split if not any(_within(part, whole) for whole in used)]
    kinds = [
        (kind, math.prod(part.size for part in group))
        for kind, group in (
            (OpSharding_Type.MANUAL, manual),
            (OpSharding_Type.UNREDUCED, unreduced),
            (OpSharding_Type.REPLICATED, rest),
        )
    ]
    order = [
        split.index(piece)
        for part in [*used, *rest]
        for piece in split
        if _within(piece, part)
    ]  # fmt: skip
    if sorted(order) != list(range(len(split))):
        raise broken("a mesh's axis is named more than once")
    array = mesh.devices.reshape([part.size for part in split]).transpose(order).reshape(-1)
    devices = array.tolist()
    dims = [math.prod(part.size for part in refs) for refs in parts]
    shown = [(kind, size) for kind, size in kinds if size > 1]
    return Tiles(
        [*dims, *(size for _, size in shown)],
        devices,
        [kind for kind, _ in shown],
        None if mesh.listed else iota_of(devices),
    )


def mesh_size(message: bytes) -> int:
    """The number of devices of a NamedShardingProto's mesh; 0 if it is empty."""
    mesh = _read(message)[0]
    return len(mesh.devices) if mesh.sizes or mesh.listed else 0


def rank(message: bytes) -> int:
    """The number of dimensions that a NamedShardingProto states."""
    return len(_read(message)[1])


def groups(message: bytes) -> list[list[int]]:
    """The groups of devices of an xla.MeshAxesReplicaGroupListProto, each in the order of the axes.

    Raises:
        JaxRuntimeError: The message is inconsistent: axes that the mesh does not have, that overlap or do not
            divide.
        ValueError: It is malformed.
    """
    mesh = _Mesh([], np.zeros(0, np.int64), False)
    refs: list[bytes] = []
    for tag, value in _proto.fields(message):
        if tag == 1:
            mesh = _mesh(_proto.content(value))
        elif tag == 2:
            refs.append(_proto.content(value))
    used = [_part(ref, mesh.sizes) for ref in refs]
    split = _split(mesh.sizes, used)
    inside = [split.index(piece) for part in used for piece in split if _within(piece, part)]
    outside = [at for at in range(len(split)) if at not in inside]
    array = mesh.devices.reshape([part.size for part in split]).transpose([*outside, *inside])
    rows: list[list[int]] = array.reshape(-1, math.prod(split[at].size for at in inside)).tolist()
    return rows


def _read(message: bytes) -> tuple[_Mesh, list[list[bytes]], list[bytes], list[bytes]]:
    """The mesh, and the references to its axes: those of each dimension, the manual and the unreduced ones."""
    mesh = _Mesh([], np.zeros(0, np.int64), False)
    dimensions: list[list[bytes]] = []
    groups: dict[int, list[bytes]] = {5: [], 7: []}
    for tag, value in _proto.fields(message):
        if tag == 2:
            mesh = _mesh(_proto.content(value))
        elif tag == 3:
            inner = _proto.fields(_proto.content(value))
            dimensions.append([_proto.content(part) for number, part in inner if number == 1])
        elif tag in groups:
            groups[tag].append(_proto.content(value))
    return mesh, dimensions, groups[7], groups[5]


def _mesh(message: bytes) -> _Mesh:
    sizes: list[int] = []
    devices: list[int] = []
    iota: _Iota | None = None
    for tag, value in _proto.fields(message):
        if tag == 1:
            fields = dict(_proto.fields(_proto.content(value)))
            sizes.append(_proto.integer(fields.get(2, 0)))
        elif tag == 2:
            devices += map(_proto.signed, _proto.numbers(value))
        elif tag == 3:
            iota = _iota(_proto.content(value))
    if any(size < 1 for size in sizes):
        raise broken(f"a mesh with invalid axis sizes: {sizes}")
    count = math.prod(sizes)
    if count > MOST_DEVICES:
        raise broken(f"a mesh of {count} devices")
    if devices:
        if len(devices) != count:
            raise broken(f"{len(devices)} devices in a mesh of {count}")
        return _Mesh(sizes, np.array(devices), True)
    if iota is None:
        return _Mesh(sizes, np.arange(count), False)
    shape, order = iota
    if math.prod(shape) != count or sorted(order) != list(range(len(shape))):
        raise broken(f"a mesh of {count} devices from an array of the shape {list(shape)}")
    return _Mesh(sizes, np.arange(count).reshape(shape).transpose(order).reshape(-1), False)


def _iota(message: bytes) -> _Iota:
    lists: dict[int, list[int]] = {1: [], 2: []}
    for tag, value in _proto.fields(message):
        if tag in lists:
            lists[tag] += _proto.numbers(value)
    return tuple(lists[1]), tuple(lists[2])


def _part(message: bytes, sizes: Sequence[int]) -> _Part:
    """An AxisRefProto: a whole axis, or a part of it, between parts of the given sizes before and after it."""
    fields = dict(_proto.fields(message))
    axis = _proto.integer(fields.get(1, 0))
    if axis >= len(sizes):
        raise broken(f"axis index {axis} in a mesh of {len(sizes)}")
    if 2 not in fields:
        return _Part(axis, 1, sizes[axis])
    sub = dict(_proto.fields(_proto.content(fields[2])))
    before, size = (_proto.integer(sub.get(number, 0)) for number in (1, 2))
    if before < 1 or size < 1 or sizes[axis] % (before * size):
        raise broken(f"a part of {size} after {before} of an axis of {sizes[axis]}")
    return _Part(axis, before, size)


def _split(sizes: Sequence[int], parts: Sequence[_Part]) -> list[_Part]:
    """The pieces of all axes, in order, from which every part is composed."""
    pieces = []
    for axis, size in enumerate(sizes):
        own = [part for part in parts if part.axis == axis]
        bounds = sorted({1, size, *(p.before for p in own), *(p.before * p.size for p in own)})
        for low, high in pairwise(bounds):
            if high % low:
                raise broken(f"parts of an axis of {size} that overlap")
            pieces.append(_Part(axis, low, high // low))
    return pieces


def _within(piece: _Part, part: _Part) -> bool:
    return (
        piece.axis == part.axis
        and part.before <= piece.before
        and piece.before * piece.size <= part.before * part.size
    )
