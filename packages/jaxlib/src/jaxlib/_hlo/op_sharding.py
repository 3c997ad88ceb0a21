"""xla.OpSharding: XLA's message for a sharding."""

from __future__ import annotations

from typing import Any

from jaxlib import _proto
from jaxlib._bound_enums import BoundEnum, BoundIntEnum


class OpSharding_Type(BoundIntEnum):  # noqa: N801
    """The kind of a sharding, with its number in XLA's messages."""

    REPLICATED = 0
    MAXIMAL = 1
    TUPLE = 2
    OTHER = 3
    MANUAL = 4
    UNKNOWN = 5
    UNREDUCED = 6


class OpSharding_ShardGroupType(BoundEnum):  # noqa: N801
    """How shardings in a group are related."""

    AS = 0
    LIKE = 1


class OpSharding:
    """XLA's message for a sharding."""

    # No other attribute can be set: a misspelled field is an error.
    __slots__ = (
        "_attributes",
        "_named",
        "iota_reshape_dims",
        "iota_transpose_perm",
        "is_shard_group",
        "last_tile_dims",
        "replicate_on_last_tile_dim",
        "shard_group_id",
        "shard_group_type",
        "tile_assignment_devices",
        "tile_assignment_dimensions",
        "tuple_shardings",
        "type",
    )
    Type = OpSharding_Type
    ShardGroupType = OpSharding_ShardGroupType

    def __init__(self) -> None:
        self.type: Any = OpSharding_Type.REPLICATED
        self.replicate_on_last_tile_dim = False
        self.is_shard_group = False
        self.shard_group_id = 0
        self.shard_group_type: Any = OpSharding_ShardGroupType.AS
        self.tile_assignment_dimensions: list[int] = []
        self.tile_assignment_devices: list[int] = []
        self.iota_reshape_dims: list[int] = []
        self.iota_transpose_perm: list[int] = []
        self.tuple_shardings: list[OpSharding] = []
        self.last_tile_dims: list[Any] = []
        self._attributes: dict[str, str] = {}
        #: An xla.NamedShardingProto, which newer compilers write instead of the other fields.
        self._named: bytes | None = None

    def SerializeToString(self) -> bytes:
        """The message."""
        return b"".join(
            [
                _proto.number(1, int(self.type)),
                _proto.packed(3, self.tile_assignment_dimensions),
                _proto.packed(4, self.tile_assignment_devices),
                *(
                    _proto.length(5, tuple_sharding.SerializeToString())
                    for tuple_sharding in self.tuple_shardings
                ),
                _proto.number(6, self.replicate_on_last_tile_dim),
                *(
                    _proto.length(7, _proto.length(1, key.encode()) + _proto.length(2, value.encode()))
                    for key, value in self._attributes.items()
                ),
                _proto.packed(8, map(int, self.last_tile_dims)),
                _proto.packed(9, self.iota_reshape_dims),
                _proto.packed(10, self.iota_transpose_perm),
                _proto.number(11, self.is_shard_group),
                _proto.number(12, self.shard_group_id),
                _proto.number(13, OpSharding_ShardGroupType(self.shard_group_type).value),
                b"" if self._named is None else _proto.length(14, self._named),
            ]
        )

    def ParseFromString(self, message: bytes) -> None:
        """Parse a serialized message.

        Raises:
            ValueError: It is malformed.
        """
        if not isinstance(message, bytes):
            raise TypeError(f"ParseFromString: wanted bytes, found {type(message).__name__}")
        try:
            self._read(message)
        except RecursionError:
            raise ValueError("a protocol buffer that is nested too deeply") from None

    def _read(self, message: bytes) -> None:
        self.__init__()  # type: ignore[misc]
        lists = {3: self.tile_assignment_dimensions, 4: self.tile_assignment_devices, 9: self.iota_reshape_dims,
                 10: self.iota_transpose_perm}  # fmt: skip
        for tag, value in _proto.fields(message):
            if tag in lists:
                lists[tag].extend(_proto.numbers(value))
            elif tag == 8:
                self.last_tile_dims.extend(map(OpSharding_Type, _proto.numbers(value)))
            elif tag == 5 and isinstance(value, bytes):
                inner = OpSharding()
                inner._read(value)
                self.tuple_shardings.append(inner)
            elif tag == 7 and isinstance(value, bytes):
                pair = {key: part for key, part in _proto.fields(value) if isinstance(part, bytes)}
                self._attributes[pair.get(1, b"").decode()] = pair.get(2, b"").decode()
            elif tag == 14 and isinstance(value, bytes):
                self._named = value
            elif isinstance(value, int):
                if tag == 1:
                    self.type = OpSharding_Type(value)
                elif tag == 6:
                    self.replicate_on_last_tile_dim = bool(value)
                elif tag == 11:
                    self.is_shard_group = bool(value)
                elif tag == 12:
                    self.shard_group_id = value
                elif tag == 13:
                    self.shard_group_type = OpSharding_ShardGroupType(value)

    def clone(self) -> OpSharding:
        """A copy."""
        copy = OpSharding()
        copy.ParseFromString(self.SerializeToString())
        return copy

    def __getstate__(self) -> tuple[bytes]:
        return (self.SerializeToString(),)

    def __setstate__(self, state: tuple[bytes]) -> None:
        self.ParseFromString(_proto.state(state))

    def __repr__(self) -> str:
        lines = [f"type: {OpSharding_Type(self.type).name}"]
        lines += [f"tile_assignment_dimensions: {dimension}" for dimension in self.tile_assignment_dimensions]
        lines += [f"tile_assignment_devices: {device}" for device in self.tile_assignment_devices]
        return "\n".join(lines)


def read_op_sharding(message: bytes) -> OpSharding:
    sharding = OpSharding()
    sharding.ParseFromString(message)
    return sharding
