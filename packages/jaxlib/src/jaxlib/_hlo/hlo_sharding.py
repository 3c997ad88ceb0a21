"""HloSharding: how a value is distributed over devices."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from jaxlib import _proto
from jaxlib._hlo.mesh_axes import sharding_text
from jaxlib._hlo.named_sharding import mesh_size, rank, tiles
from jaxlib._hlo.op_sharding import OpSharding, OpSharding_ShardGroupType, OpSharding_Type
from jaxlib._hlo.shapes import Shape
from jaxlib._hlo.tile_assignment import (
    MOST_DEVICES,
    axis_sizes,
    broken,
    invalid,
    iota_text,
    listed,
    simplest,
    sorted_iota,
)
from jaxlib._missing import NotInBindings

#: The key in a sharding's attributes; its values are the numbers of sdy's ReductionOp.
_REDUCTION_OP = "sdy::reduction_op"
_REDUCTION_OPS = ("SUM", "MAX", "MIN")


class HloSharding:
    """How a value is distributed over devices: replicated, on a single device, tiled, and others.

    A tiled sharding consists of the tile dimensions and the devices in order. The last dimensions may be subgroups:
    devices that share a tile, in the ways that ``subgroups`` specifies.
    """

    __slots__ = (
        "_devices",
        "_dims",
        "_group",
        "_iota",
        "_kind",
        "_named",
        "_parts",
        "_reduction_op",
        "_subgroups",
    )
    _kind: OpSharding_Type
    _dims: tuple[int, ...]
    _devices: tuple[int, ...]
    _subgroups: tuple[OpSharding_Type, ...]
    _parts: tuple[HloSharding, ...]
    _reduction_op: int | None
    _iota: tuple[tuple[int, ...], tuple[int, ...]] | None
    #: The kind and the number of the group of shardings that are alike.
    _group: tuple[OpSharding_ShardGroupType, int] | None
    #: The xla.NamedShardingProto that stated it by the axes of a mesh.
    _named: bytes | None

    def __init__(self) -> None:
        raise TypeError("HloSharding: use one of its static methods")

    @classmethod
    def _make(cls, kind: OpSharding_Type, dims: Sequence[int] = (), devices: Sequence[int] = (),
              subgroups: Sequence[OpSharding_Type] = (), parts: Sequence[HloSharding] = (),
              iota: tuple[tuple[int, ...], tuple[int, ...]] | None = None) -> HloSharding:  # fmt: skip
        sharding = object.__new__(cls)
        sharding._kind, sharding._dims, sharding._devices = (
            kind,
            tuple(map(int, dims)),
            tuple(map(int, devices)),
        )
        sharding._subgroups, sharding._parts, sharding._iota = tuple(subgroups), tuple(parts), iota
        sharding._reduction_op = sharding._named = sharding._group = None
        return sharding

    @staticmethod
    def replicate() -> HloSharding:
        """The whole value on every device."""
        return HloSharding._make(OpSharding_Type.REPLICATED)

    @staticmethod
    def manual() -> HloSharding:
        """Sharded manually by the program."""
        return HloSharding._make(OpSharding_Type.MANUAL)

    @staticmethod
    def unreduced() -> HloSharding:
        """Each device has a summand of the value."""
        return HloSharding._make(OpSharding_Type.UNREDUCED)

    @staticmethod
    def unknown() -> HloSharding:
        """Chosen by the compiler."""
        return HloSharding._make(OpSharding_Type.UNKNOWN)

    @staticmethod
    def tuple_sharding(shape: Shape, shardings: Sequence[HloSharding]) -> HloSharding:
        return HloSharding._make(OpSharding_Type.TUPLE, parts=shardings)

    @staticmethod
    def iota_tile(dims: Sequence[int], reshape_dims: Sequence[int] = (), transpose_perm: Sequence[int] = (),
                  subgroup_types: Sequence[OpSharding_Type] = ()) -> HloSharding:  # fmt: skip
        """Tiles on the devices in order, or in the order of a reshaped and transposed array of them.

        Raises:
            JaxRuntimeError: The arguments are inconsistent; with XLA's message.
        """
        count = math.prod(dims)
        if not dims:
            raise invalid("`dims` should not be empty.")
        if len(reshape_dims) != len(transpose_perm):
            sizes = f"{listed(reshape_dims)} v.s. {listed(transpose_perm)}"
            raise invalid(f"`reshape_dims` and `transpose_perm` should have the same size, saw {sizes}")
        if reshape_dims and math.prod(reshape_dims) != count:
            raise invalid(
                f"Cannot reshape from `dims` {listed(dims)} to `reshape_dims` {listed(reshape_dims)}."
            )
        if len(subgroup_types) > len(dims):
            raise invalid(
                f"`subgroup_types`({len(subgroup_types)}) should not have more dimensions than "
                f"`dims`({len(dims)})."
            )
        reshape = tuple(reshape_dims) or (count,)
        order = tuple(transpose_perm) or tuple(range(len(reshape)))
        if sorted(order) != list(range(len(reshape))):
            raise invalid(
                f"`transpose_perm` {listed(order)} is not a permutation of {len(reshape)} dimensions."
            )
        if not 0 <= count <= MOST_DEVICES or (reshape_dims and min(reshape_dims) < 0):
            raise invalid(f"`dims` {listed(dims)} have too many devices.")
        devices = np.arange(count).reshape(reshape).transpose(order).reshape(-1)
        return _tiled(dims, devices.tolist(), subgroup_types, (reshape, order))

    @staticmethod
    def subgroup_with_device_ordering(
        tile_assignment: Any, subgroup_types: Sequence[OpSharding_Type] = ()
    ) -> HloSharding:
        """Tiles on the devices in an array, with subgroups."""
        array = np.asarray(tile_assignment)
        return _tiled(array.shape, array.reshape(-1).tolist(), subgroup_types)

    @staticmethod
    def from_proto(message: OpSharding) -> HloSharding:
        """The sharding in a message."""
        sharding = HloSharding._from_proto(message)
        sharding._named = message._named
        if message.is_shard_group:
            sharding._group = OpSharding_ShardGroupType(message.shard_group_type), message.shard_group_id
        word = message._attributes.get(_REDUCTION_OP)
        if word is not None:
            sharding._reduction_op = _REDUCTION_OPS.index(word) if word in _REDUCTION_OPS else 0
        return sharding

    @staticmethod
    def _from_proto(message: OpSharding) -> HloSharding:
        if message._named is not None:
            dims, devices, kinds, iota = tiles(message._named)
            if not dims:
                return (
                    HloSharding._make(OpSharding_Type.MAXIMAL, (1,), devices)
                    if devices
                    else HloSharding.replicate()
                )
            return _tiled(dims, devices, kinds, iota)
        if message.type == OpSharding_Type.TUPLE:
            parts = [HloSharding.from_proto(tuple_sharding) for tuple_sharding in message.tuple_shardings]
            return HloSharding._make(OpSharding_Type.TUPLE, parts=parts)
        if message.type == OpSharding_Type.MAXIMAL:
            if len(message.tile_assignment_devices) != 1:
                raise broken("a maximal sharding is on one device")
            return HloSharding._make(OpSharding_Type.MAXIMAL, (1,), message.tile_assignment_devices[:1])
        if message.type != OpSharding_Type.OTHER:
            return HloSharding._make(OpSharding_Type(message.type))
        subgroups = list(message.last_tile_dims)
        if not subgroups and message.replicate_on_last_tile_dim:
            subgroups = [OpSharding_Type.REPLICATED]
        dims = message.tile_assignment_dimensions
        if not dims or min(dims) < 1:
            raise broken(f"tiles of the dimensions {listed(dims)}")
        if len(subgroups) > len(dims):
            raise broken(f"{len(subgroups)} subgroups of {len(dims)} dimensions")
        if message.tile_assignment_devices and len(message.tile_assignment_devices) != math.prod(dims):
            raise broken(f"{len(message.tile_assignment_devices)} devices in tiles of {listed(dims)}")
        if message.tile_assignment_devices:
            return _tiled(dims, message.tile_assignment_devices, subgroups)
        return HloSharding.iota_tile(dims, message.iota_reshape_dims, message.iota_transpose_perm, subgroups)

    @staticmethod
    def from_string(text: str) -> HloSharding:
        """The sharding in one of XLA's text forms.

        Raises:
            RuntimeError: The text is not a sharding's.
        """
        from jaxlib._hlo.sharding_parser import parse_sharding  # on first use: jax reads no such text

        return HloSharding.from_proto(parse_sharding(text))

    def to_proto(self) -> OpSharding:
        """The sharding as a message."""
        message = OpSharding()
        message._named = self._named
        if self._named is None:
            self._write_tiles(message)
        if self._reduction_op is not None and self._kind is not OpSharding_Type.TUPLE:
            known = 0 <= self._reduction_op < len(_REDUCTION_OPS)
            message._attributes[_REDUCTION_OP] = _REDUCTION_OPS[self._reduction_op if known else 0]
        return message

    def _write_tiles(self, message: OpSharding) -> None:
        if self._group is not None:
            message.is_shard_group = True
            message.shard_group_type, message.shard_group_id = self._group
        message.type = self._kind
        if self._kind is OpSharding_Type.TUPLE:
            message.tuple_shardings = [part.to_proto() for part in self._parts]
        elif self._kind is OpSharding_Type.MAXIMAL:
            message.tile_assignment_dimensions = [1]
            message.tile_assignment_devices = list(self._devices)
        elif self._kind is OpSharding_Type.OTHER:
            message.tile_assignment_dimensions = list(self._dims)
            if self._iota is not None:
                message.iota_reshape_dims, message.iota_transpose_perm = map(list, self._iota)
            else:
                message.tile_assignment_devices = list(self._devices)
            if self._subgroups == (OpSharding_Type.REPLICATED,):
                message.replicate_on_last_tile_dim = True
            else:
                message.last_tile_dims = list(self._subgroups)

    def set_reduction_op(self, op: int) -> None:
        """Set how an unreduced value is reduced: a number of sdy's ReductionOp."""
        self._reduction_op = operator.index(op)

    def reduction_op(self) -> int:
        """How an unreduced value is reduced: a number of sdy's ReductionOp; a sum unless stated otherwise."""
        return self._reduction_op or 0

    def to_string(self, include_metadata: bool = False) -> str:
        """The text in XLA's form. Metadata is not kept."""
        return repr(self)

    def v3_to_v2_sharding(self) -> HloSharding:
        """The sharding as a tile assignment, if the axes of a mesh state it."""
        if self._kind is OpSharding_Type.TUPLE:
            parts = [part.v3_to_v2_sharding() for part in self._parts]
            return HloSharding._make(OpSharding_Type.TUPLE, parts=parts)
        made = HloSharding._make(self._kind, self._dims, self._devices, self._subgroups, iota=self._iota)
        made._reduction_op, made._group = self._reduction_op, self._group
        return made

    def is_replicated(self) -> bool:
        """Whether the whole value is on every device."""
        return self._all(OpSharding_Type.REPLICATED)

    def is_manual(self) -> bool:
        """Whether the program shards it manually."""
        return self._all(OpSharding_Type.MANUAL)

    def is_unreduced(self) -> bool:
        """Whether each device has a summand."""
        return self._all(OpSharding_Type.UNREDUCED)

    def is_unknown(self) -> bool:
        """Whether the compiler chooses it."""
        return self._all(OpSharding_Type.UNKNOWN)

    def _all(self, kind: OpSharding_Type) -> bool:
        if self._kind is OpSharding_Type.TUPLE:
            return all(part._all(kind) for part in self._parts)
        return self._kind is kind

    def is_maximal(self) -> bool:
        """Whether the value is on a single device."""
        return self._all(OpSharding_Type.MAXIMAL)

    def is_tiled(self) -> bool:
        """Whether the value is divided into tiles."""
        return self._kind is OpSharding_Type.OTHER

    def tuple_elements(self) -> list[HloSharding]:
        """The shardings of a tuple's elements."""
        return list(self._parts)

    def num_devices(self) -> int:
        """The number of devices; 0 if it is not specified."""
        return len(self._devices) if self._named is None else mesh_size(self._named)

    def num_dimensions(self) -> int:
        """The number of tile dimensions; of the value's, if the axes of a mesh state the sharding."""
        return len(self.tile_assignment_dimensions()) if self._named is None else rank(self._named)

    def is_tile_assignment_iota(self) -> bool:
        """Whether the device order is given by an iota rule."""
        return self._iota is not None

    def tile_assignment_dimensions(self) -> list[int]:
        return list(self._dims) if self._dims or self.is_tiled() else [0]

    def tile_assignment_devices(self) -> list[int]:
        """The devices in the order of the tiles."""
        return list(self._devices)

    def replicate_on_last_tile_dim(self) -> bool:
        """Whether the last tile dimension is a replicated subgroup."""
        return OpSharding_Type.REPLICATED in self._subgroups and len(self._subgroups) == 1

    def subgroup_types(self) -> list[OpSharding_Type]:
        """The types of the last dimensions, which are subgroups."""
        return [] if self.replicate_on_last_tile_dim() else list(self._subgroups)

    def get_axis_sizes(self) -> list[int]:
        """The sizes of mesh axes that can express the sharding."""
        if self._iota is None:
            raise NotInBindings("jaxlib._hlo.HloSharding.get_axis_sizes", "for an irregular order of devices")
        return axis_sizes(self._dims, *self._iota)

    def tile(self, shape: Shape) -> Shape:
        """The shape of a tile."""
        if self._kind is not OpSharding_Type.OTHER:
            return shape
        ways = self._dims[: len(self._dims) - len(self._subgroups)]
        dims = [-(-size // way) for size, way in zip_longest(shape.dimensions(), ways, fillvalue=1)]
        return Shape._make(shape._kind, dims, shape._layout)

    def _key(self) -> tuple[Any, ...]:
        return (
            *(self._kind, self._dims, self._devices, self._subgroups),
            *(self._parts, self.reduction_op(), self._group),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HloSharding) and other._key() == self._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> tuple[bytes]:
        return (self.to_proto().SerializeToString(),)

    def __setstate__(self, state: tuple[bytes]) -> None:
        message = OpSharding()
        message.ParseFromString(_proto.state(state))
        read = HloSharding.from_proto(message)
        for name in HloSharding.__slots__:
            setattr(self, name, getattr(read, name))

    def __reduce__(self) -> Any:
        return _unpickled, self.__getstate__()

    def __repr__(self) -> str:
        if self._named is not None:
            return sharding_text(self._named)
        if self._kind is OpSharding_Type.TUPLE:
            return f"{{{', '.join(map(repr, self._parts))}}}"
        return f"{{{self._tiles_text()}{self._group_text()}}}"

    def _tiles_text(self) -> str:
        if self._kind is OpSharding_Type.MAXIMAL:
            return f"maximal device={self._devices[0]}"
        if self._kind is not OpSharding_Type.OTHER:
            return self._kind.name.lower()
        text = f"devices=[{','.join(map(str, self._dims))}]"
        if self._iota is not None:
            text += f"<={iota_text(*self._iota)}"
        else:
            text += ",".join(map(str, self._devices))
        if self._subgroups == (OpSharding_Type.REPLICATED,):
            text += " last_tile_dim_replicate"
        elif self._subgroups:
            text += f" last_tile_dims={{{', '.join(subgroup.name.lower() for subgroup in self._subgroups)}}}"
        return text

    def _group_text(self) -> str:
        return "" if self._group is None else f" shard_{self._group[0].name.lower()} {self._group[1]}"


def _unpickled(message: bytes) -> HloSharding:
    sharding = object.__new__(HloSharding)
    sharding.__setstate__((message,))
    return sharding


#: Kinds for which no tile assignment is stored.
_WITHOUT_TILES = (OpSharding_Type.REPLICATED, OpSharding_Type.MANUAL, OpSharding_Type.UNREDUCED)


def _tiled(dims: Sequence[int], devices: Sequence[int], subgroups: Sequence[Any],
           iota: tuple[tuple[int, ...], tuple[int, ...]] | None = None) -> HloSharding:  # fmt: skip
    """A tiled sharding in canonical form."""
    dims = [int(dim) for dim in dims]
    kinds = [OpSharding_Type(subgroup) for subgroup in subgroups]
    own = len(dims) - len(kinds)
    undivided = math.prod(dims[:own]) == 1
    if undivided and len(set(kinds)) == 1 and kinds[0] in _WITHOUT_TILES:
        return HloSharding._make(kinds[0])
    # Each kind at most once, replication last, and none of size one.
    if len(kinds) > 1 or (kinds and dims[own] == 1):
        before = dims
        array = np.asarray(devices).reshape(dims)
        order = sorted(range(len(kinds)), key=lambda i: kinds[i] or len(OpSharding_Type))
        array = array.transpose([*range(own), *(own + i for i in order)])
        merged: list[tuple[OpSharding_Type, int]] = []
        for i in order:
            if dims[own + i] == 1:
                continue
            if merged and merged[-1][0] is kinds[i]:
                merged[-1] = (kinds[i], merged[-1][1] * dims[own + i])
            else:
                merged.append((kinds[i], dims[own + i]))
        dims = dims[:own] + [size for _, size in merged]
        kinds = [kind for kind, _ in merged]
        devices = array.reshape(-1).tolist()
        if iota is not None and order != sorted(order):
            # If the devices are in order, the transposed array is an iota again.
            in_order = iota[1] == tuple(range(len(iota[1])))
            iota = (tuple(before), (*range(own), *(own + i for i in order))) if in_order else None
        # As XLA does, which does not simplify unreduced subgroups here.
        if undivided and kinds in ([OpSharding_Type.REPLICATED], [OpSharding_Type.MANUAL]):
            return HloSharding._make(kinds[0])
    if kinds and kinds[-1] is OpSharding_Type.REPLICATED:
        # Devices with the same tile are sorted.
        alike = np.sort(np.asarray(devices).reshape(-1, dims[-1]), axis=-1).reshape(-1).tolist()
        if alike != list(devices) and iota is not None:
            iota = sorted_iota(*iota, dims[-1])
        devices = alike
    if iota is not None:
        iota = simplest(*iota)
    return HloSharding._make(OpSharding_Type.OTHER, dims, devices, kinds, iota=iota)


def as_hlo_sharding(sharding: Any) -> HloSharding:
    """Convert a sharding or its message to a sharding."""
    return HloSharding.from_proto(sharding) if isinstance(sharding, OpSharding) else sharding
