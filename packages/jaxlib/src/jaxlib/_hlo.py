"""What jax knows of HLO: shapes, layouts, shardings, and the programs that compilers made."""

from __future__ import annotations

import enum
import math
import operator
import re
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
from jaxlib import _proto
from jaxlib._missing import NotInBindings, fill_in

_COMPILER = "only a compiler has HLO; a plugin gives it for what it has compiled"


class PrimitiveType(enum.Enum):
    """XLA's element types, by their numbers in its messages."""

    PRIMITIVE_TYPE_INVALID = 0
    PRED = 1
    S8 = 2
    S16 = 3
    S32 = 4
    S64 = 5
    U8 = 6
    U16 = 7
    U32 = 8
    U64 = 9
    F16 = 10
    F32 = 11
    F64 = 12
    TUPLE = 13
    OPAQUE_TYPE = 14
    C64 = 15
    BF16 = 16
    TOKEN = 17
    C128 = 18
    F8E5M2 = 19
    F8E4M3FN = 20
    S4 = 21
    U4 = 22
    F8E4M3B11FNUZ = 23
    F8E5M2FNUZ = 24
    F8E4M3FNUZ = 25
    S2 = 26
    U2 = 27
    F8E4M3 = 28
    F8E3M4 = 29
    F4E2M1FN = 32
    F8E8M0FNU = 33
    F6E3M2FN = 35
    F6E2M3FN = 36


_NUMPY = {
    "PRED": "bool", "S8": "int8", "S16": "int16", "S32": "int32", "S64": "int64", "U8": "uint8", "U16": "uint16",
    "U32": "uint32", "U64": "uint64", "F16": "float16", "F32": "float32", "F64": "float64", "C64": "complex64",
    "C128": "complex128", "BF16": "bfloat16", "F8E5M2": "float8_e5m2", "F8E4M3FN": "float8_e4m3fn", "S4": "int4",
    "U4": "uint4", "F8E4M3B11FNUZ": "float8_e4m3b11fnuz", "F8E5M2FNUZ": "float8_e5m2fnuz",
    "F8E4M3FNUZ": "float8_e4m3fnuz", "S2": "int2", "U2": "uint2", "F8E4M3": "float8_e4m3", "F8E3M4": "float8_e3m4",
    "F4E2M1FN": "float4_e2m1fn", "F8E8M0FNU": "float8_e8m0fnu",
    "F6E2M3FN": "float6_e2m3fn", "F6E3M2FN": "float6_e3m2fn",
}  # fmt: skip
_DTYPES = {
    PrimitiveType[name]: np.dtype(getattr(ml_dtypes, numpy_name, numpy_name))
    for name, numpy_name in _NUMPY.items()
}
_PRIMITIVES = {dtype: kind for kind, dtype in _DTYPES.items()}


class Layout:
    """The order of a shape's dimensions in memory, and how they are tiled."""

    def __init__(
        self, minor_to_major: Sequence[int], tiling: Sequence[tuple[int, ...]] = (), bits: int = 0
    ) -> None:
        self._parts = (tuple(minor_to_major), tuple(tuple(each) for each in tiling), bits)

    def minor_to_major(self) -> tuple[int, ...]:
        """The fastest varying dimension first."""
        return self._parts[0]

    def tiling(self) -> list[tuple[int, ...]]:
        """The tiles."""
        return list(self._parts[1])

    def element_size_in_bits(self) -> int:
        """Of an element, where it is not its type's."""
        return self._parts[2]

    @staticmethod
    def from_string(text: str) -> Layout:
        """What XLA writes, such as ``{1,0:T(8,128)(2,1)E(4)}``."""
        order, _, marks = text.strip("{}").partition(":")
        tiling = re.match(r"T((?:\([\d,*]+\))*)", marks)
        tiles = re.findall(r"\(([\d,*]+)\)", tiling[1]) if tiling else []
        bits = re.search(r"E\((\d+)\)", marks)
        whole = [tuple(-(2**63) if each == "*" else int(each) for each in tile.split(",")) for tile in tiles]
        return Layout([int(each) for each in order.split(",") if each], whole, int(bits[1]) if bits else 0)

    def to_string(self) -> str:
        """As XLA writes it."""
        order, tiles, bits = self._parts
        marks = "".join(f"T({','.join('*' if n == -(2**63) else str(n) for n in tile)})" if i == 0 else
                        f"({','.join('*' if n == -(2**63) else str(n) for n in tile)})"
                        for i, tile in enumerate(tiles))  # fmt: skip
        marks += f"E({bits})" if bits else ""
        return "{" + ",".join(map(str, order)) + (f":{marks}" if marks else "") + "}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and other._parts == self._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return self.to_string()

    def __getstate__(self) -> tuple[Any, ...]:
        return self._parts

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._parts = state


class Shape:
    """An element type with dimensions, or a tuple of shapes."""

    def __init__(self, text: str) -> None:
        raise NotInBindings("jaxlib._hlo.Shape.__init__", "shapes are not read from text")

    @classmethod
    def _make(cls, kind: PrimitiveType, dims: Sequence[int] = (), layout: Layout | None = None,
              parts: Sequence[Shape] = (), dynamic: Sequence[bool] = ()) -> Shape:  # fmt: skip
        made = object.__new__(cls)
        made._kind, made._dims, made._layout = kind, tuple(dims), layout
        made._parts, made._dynamic = tuple(parts), list(dynamic) or [False] * len(made._dims)
        return made

    _kind: PrimitiveType
    _dims: tuple[int, ...]
    _layout: Layout | None
    _parts: tuple[Shape, ...]
    _dynamic: list[bool]

    @staticmethod
    def array_shape(type: Any, dims: Sequence[int], layout: Sequence[int] | None = None,  # noqa: A002
                    dynamic_dimensions: Sequence[bool] | None = None) -> Shape:  # fmt: skip
        """Of an element type and dimensions."""
        kind = type if isinstance(type, PrimitiveType) else _PRIMITIVES.get(np.dtype(type))
        if kind is None:
            raise TypeError(f"no XLA element type for {type}")
        order = Layout(layout) if layout is not None else Layout(range(len(dims) - 1, -1, -1))
        return Shape._make(kind, dims, order, dynamic=dynamic_dimensions or ())

    @staticmethod
    def scalar_shape(type: Any) -> Shape:  # noqa: A002
        """Of no dimensions."""
        return Shape.array_shape(type, ())

    @staticmethod
    def tuple_shape(shapes: Sequence[Shape]) -> Shape:
        """Several shapes."""
        return Shape._make(PrimitiveType.TUPLE, parts=shapes)

    @staticmethod
    def token_shape() -> Shape:
        """A token's."""
        return Shape._make(PrimitiveType.TOKEN)

    def dimensions(self) -> tuple[int, ...]:
        """The dimensions."""
        return self._dims

    def layout(self) -> Any:
        """The layout, if any."""
        return self._layout

    def has_layout(self) -> bool:
        """Whether it is an array's with a layout."""
        return self._layout is not None

    def xla_element_type(self) -> PrimitiveType:
        """The element type."""
        return self._kind

    def element_type(self) -> Any:
        """The element type as numpy's."""
        return _DTYPES[self._kind]

    def numpy_dtype(self) -> Any:
        """The same, and object for a tuple."""
        return np.dtype(object) if self.is_tuple() else _DTYPES[self._kind]

    def is_tuple(self) -> bool:
        """Whether it is a tuple."""
        return self._kind is PrimitiveType.TUPLE

    def is_array(self) -> bool:
        """Whether it is an array's."""
        return self._kind in _DTYPES

    def is_token(self) -> bool:
        """Whether it is a token's."""
        return self._kind is PrimitiveType.TOKEN

    def is_static(self) -> bool:
        """Whether all dimensions are known."""
        return not any(self._dynamic)

    def is_dynamic(self) -> bool:
        """Whether some are bounds only."""
        return any(self._dynamic)

    def is_dynamic_dimension(self, dimension: int) -> bool:
        """Whether that one is a bound only."""
        return self._dynamic[dimension]

    def set_dynamic_dimension(self, dimension: int, is_dynamic: bool) -> None:
        """Say whether it is."""
        self._dynamic[dimension] = is_dynamic

    def rank(self) -> int:
        """How many dimensions there are."""
        return len(self._dims)

    def tuple_shapes(self) -> list[Shape]:
        """A tuple's shapes."""
        return list(self._parts)

    def leaf_count(self) -> int:
        """How many arrays there are in it."""
        return sum(each.leaf_count() for each in self._parts) if self.is_tuple() else 1

    def with_major_to_minor_layout_if_absent(self) -> Shape:
        """It with a layout."""
        if self.is_tuple():
            return Shape.tuple_shape([each.with_major_to_minor_layout_if_absent() for each in self._parts])
        layout = self._layout or Layout(range(len(self._dims) - 1, -1, -1))
        return Shape._make(self._kind, self._dims, layout, dynamic=self._dynamic)

    def to_serialized_proto(self) -> bytes:
        """It as an xla.ShapeProto."""
        if self.is_tuple():
            parts = b"".join(_proto.length(4, each.to_serialized_proto()) for each in self._parts)
            return _proto.number(2, self._kind.value) + parts
        layout = b""
        if self._layout is not None:
            content = _proto.packed(1, self._layout.minor_to_major())
            for tile in self._layout.tiling():
                content += _proto.length(6, _proto.packed(1, tile))
            layout = _proto.length(5, content)
        return (
            _proto.number(2, self._kind.value)
            + _proto.packed(3, self._dims)
            + layout
            + (_proto.packed(6, self._dynamic) if any(self._dynamic) else b"")
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and other._key() == self._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (self._kind, self._dims, self._layout, self._parts, tuple(self._dynamic))

    def __repr__(self) -> str:
        if self.is_tuple():
            return f"({', '.join(map(repr, self._parts))})"
        name = {"OPAQUE_TYPE": "opaque"}.get(self._kind.name, self._kind.name.lower())
        dims = ",".join(
            f"<={n}" if bound else str(n) for n, bound in zip(self._dims, self._dynamic, strict=True)
        )
        layout = self._layout.to_string() if self._layout is not None and self._dims else ""
        return f"{name}[{dims}]{layout}"


class ProgramShape:
    """What a program takes and gives."""

    def __init__(self, parameter_shapes: Sequence[Shape], result_shape: Shape) -> None:
        self._parts = (list(parameter_shapes), result_shape)

    def parameter_shapes(self) -> list[Shape]:
        """What it takes."""
        return self._parts[0]

    def result_shape(self) -> Shape:
        """What it gives."""
        return self._parts[1]

    def __repr__(self) -> str:
        return f"({', '.join(map(repr, self._parts[0]))}) -> {self._parts[1]!r}"


class OpSharding_Type(enum.IntEnum):  # noqa: N801
    """What kind of sharding it is, by the number in XLA's messages."""

    __str__ = enum.Enum.__str__

    REPLICATED = 0
    MAXIMAL = 1
    TUPLE = 2
    OTHER = 3
    MANUAL = 4
    UNKNOWN = 5
    UNREDUCED = 6


class OpSharding_ShardGroupType(enum.IntEnum):  # noqa: N801
    """How shardings of a group hang together."""

    __str__ = enum.Enum.__str__

    AS = 0
    LIKE = 1


class OpSharding:
    """XLA's message for a sharding."""

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

    def SerializeToString(self) -> bytes:
        """The message."""
        return b"".join(
            [
                _proto.number(1, int(self.type)),
                _proto.packed(3, self.tile_assignment_dimensions),
                _proto.packed(4, self.tile_assignment_devices),
                *(_proto.length(5, each.SerializeToString()) for each in self.tuple_shardings),
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
                _proto.number(13, int(self.shard_group_type)),
            ]
        )

    def ParseFromString(self, message: bytes) -> None:
        """Read the message.

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
        made = OpSharding()
        made.ParseFromString(self.SerializeToString())
        return made

    def __getstate__(self) -> tuple[bytes]:
        return (self.SerializeToString(),)

    def __setstate__(self, state: tuple[bytes]) -> None:
        self.ParseFromString(_proto.state(state))

    def __repr__(self) -> str:
        lines = [f"type: {OpSharding_Type(self.type).name}"]
        lines += [f"tile_assignment_dimensions: {each}" for each in self.tile_assignment_dimensions]
        lines += [f"tile_assignment_devices: {each}" for each in self.tile_assignment_devices]
        return "\n".join(lines)


#: The key in a sharding's attributes, and its values by the numbers of sdy's ReductionOp.
_REDUCTION_OP = "sdy::reduction_op"
_REDUCTION_OPS = ("SUM", "MAX", "MIN")


class HloSharding:
    """How a value is laid over devices: everywhere, on one, or tile by tile.

    A tiled one is its tiles' dimensions and the devices in their order; the last of the dimensions may stand for
    devices that share a tile, in the ways that ``subgroups`` says.
    """

    __slots__ = ("_devices", "_dims", "_iota", "_kind", "_parts", "_reduction_op", "_subgroups")
    _kind: OpSharding_Type
    _dims: tuple[int, ...]
    _devices: tuple[int, ...]
    _subgroups: tuple[OpSharding_Type, ...]
    _parts: tuple[HloSharding, ...]
    _reduction_op: int | None
    _iota: tuple[tuple[int, ...], tuple[int, ...]] | None

    def __init__(self) -> None:
        raise TypeError("HloSharding: use one of its static methods")

    @classmethod
    def _make(cls, kind: OpSharding_Type, dims: Sequence[int] = (), devices: Sequence[int] = (),
              subgroups: Sequence[OpSharding_Type] = (), parts: Sequence[HloSharding] = (),
              iota: tuple[tuple[int, ...], tuple[int, ...]] | None = None) -> HloSharding:  # fmt: skip
        made = object.__new__(cls)
        made._kind, made._dims, made._devices = kind, tuple(map(int, dims)), tuple(map(int, devices))
        made._subgroups, made._parts, made._iota = tuple(subgroups), tuple(parts), iota
        made._reduction_op = None
        return made

    @staticmethod
    def replicate() -> HloSharding:
        """Everywhere."""
        return HloSharding._make(OpSharding_Type.REPLICATED)

    @staticmethod
    def manual() -> HloSharding:
        """As the program itself does it."""
        return HloSharding._make(OpSharding_Type.MANUAL)

    @staticmethod
    def unreduced() -> HloSharding:
        """As summands."""
        return HloSharding._make(OpSharding_Type.UNREDUCED)

    @staticmethod
    def unknown() -> HloSharding:
        """As the compiler likes."""
        return HloSharding._make(OpSharding_Type.UNKNOWN)

    @staticmethod
    def tuple_sharding(shape: Shape, shardings: Sequence[HloSharding]) -> HloSharding:
        """Of a tuple."""
        return HloSharding._make(OpSharding_Type.TUPLE, parts=shardings)

    @staticmethod
    def iota_tile(dims: Sequence[int], reshape_dims: Sequence[int] = (), transpose_perm: Sequence[int] = (),
                  subgroup_types: Sequence[OpSharding_Type] = ()) -> HloSharding:  # fmt: skip
        """Tiles on devices in order, or in the order of a transposed array of them.

        Raises:
            JaxRuntimeError: The arguments do not go together; with XLA's words.
        """
        count = math.prod(dims)
        if not dims:
            raise _invalid("`dims` should not be empty.")
        if len(reshape_dims) != len(transpose_perm):
            sizes = f"{_listed(reshape_dims)} v.s. {_listed(transpose_perm)}"
            raise _invalid(f"`reshape_dims` and `transpose_perm` should have the same size, saw {sizes}")
        if reshape_dims and math.prod(reshape_dims) != count:
            raise _invalid(
                f"Cannot reshape from `dims` {_listed(dims)} to `reshape_dims` {_listed(reshape_dims)}."
            )
        if len(subgroup_types) > len(dims):
            raise _invalid(
                f"`subgroup_types`({len(subgroup_types)}) should not have more dimensions than "
                f"`dims`({len(dims)})."
            )
        reshape = tuple(reshape_dims) or (count,)
        order = tuple(transpose_perm) or tuple(range(len(reshape)))
        if sorted(order) != list(range(len(reshape))):
            raise _invalid(f"`transpose_perm` {_listed(order)} is no order of {len(reshape)} dimensions.")
        if not 0 <= count <= _MOST_DEVICES or (reshape_dims and min(reshape_dims) < 0):
            raise _invalid(f"`dims` {_listed(dims)} are of more devices than there can be.")
        devices = np.arange(count).reshape(reshape).transpose(order).reshape(-1)
        return _tiled(dims, devices.tolist(), subgroup_types, (reshape, order))

    @staticmethod
    def subgroup_with_device_ordering(
        tile_assignment: Any, subgroup_types: Sequence[OpSharding_Type] = ()
    ) -> HloSharding:
        """Tiles on the devices of an array."""
        array = np.asarray(tile_assignment)
        return _tiled(array.shape, array.reshape(-1).tolist(), subgroup_types)

    @staticmethod
    def from_proto(message: OpSharding) -> HloSharding:
        """What a message says."""
        made = HloSharding._from_proto(message)
        word = message._attributes.get(_REDUCTION_OP)
        if word is not None:
            made._reduction_op = _REDUCTION_OPS.index(word) if word in _REDUCTION_OPS else 0
        return made

    @staticmethod
    def _from_proto(message: OpSharding) -> HloSharding:
        if message.type == OpSharding_Type.TUPLE:
            parts = [HloSharding.from_proto(each) for each in message.tuple_shardings]
            return HloSharding._make(OpSharding_Type.TUPLE, parts=parts)
        if message.type == OpSharding_Type.MAXIMAL:
            if len(message.tile_assignment_devices) != 1:
                raise _broken("a maximal sharding is on one device")
            return HloSharding._make(OpSharding_Type.MAXIMAL, (1,), message.tile_assignment_devices[:1])
        if message.type != OpSharding_Type.OTHER:
            return HloSharding._make(OpSharding_Type(message.type))
        subgroups = list(message.last_tile_dims)
        if not subgroups and message.replicate_on_last_tile_dim:
            subgroups = [OpSharding_Type.REPLICATED]
        dims = message.tile_assignment_dimensions
        if not dims or min(dims) < 1:
            raise _broken(f"tiles of the dimensions {_listed(dims)}")
        if len(subgroups) > len(dims):
            raise _broken(f"{len(subgroups)} subgroups of {len(dims)} dimensions")
        if message.tile_assignment_devices and len(message.tile_assignment_devices) != math.prod(dims):
            raise _broken(f"{len(message.tile_assignment_devices)} devices in tiles of {_listed(dims)}")
        if message.tile_assignment_devices:
            return _tiled(dims, message.tile_assignment_devices, subgroups)
        return HloSharding.iota_tile(dims, message.iota_reshape_dims, message.iota_transpose_perm, subgroups)

    @staticmethod
    def from_string(text: str) -> HloSharding:
        """What a text of XLA's says."""
        inside = text.strip().removeprefix("{").removesuffix("}").strip()
        simple = {"replicated": HloSharding.replicate, "manual": HloSharding.manual,
                  "unreduced": HloSharding.unreduced, "unknown": HloSharding.unknown}  # fmt: skip
        if inside in simple:
            return simple[inside]()
        if match := re.fullmatch(r"maximal device=(\d+)", inside):
            return HloSharding._make(OpSharding_Type.MAXIMAL, (1,), (int(match[1]),))
        match = re.match(r"devices=\[([\d,]+)\](?:<=\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))", inside)
        if match is None:
            raise ValueError(f"no sharding: {text!r}")
        dims = [int(each) for each in match[1].split(",")]
        subgroups = []
        if "last_tile_dim_replicate" in inside:
            subgroups = [OpSharding_Type.REPLICATED]
        if last := re.search(r"last_tile_dims=\{([\w, ]*)\}", inside):
            subgroups = [OpSharding_Type[each.strip().upper()] for each in last[1].split(",")]
        if match[4]:
            return _tiled(dims, [int(each) for each in match[4].split(",")], subgroups)
        order = [int(each) for each in match[3].split(",")] if match[3] else []
        return HloSharding.iota_tile(dims, [int(each) for each in match[2].split(",")], order, subgroups)

    def to_proto(self) -> OpSharding:
        """It as a message."""
        made = OpSharding()
        made.type = self._kind
        if self._kind is OpSharding_Type.TUPLE:
            made.tuple_shardings = [each.to_proto() for each in self._parts]
        elif self._kind is OpSharding_Type.MAXIMAL:
            made.tile_assignment_dimensions = [1]
            made.tile_assignment_devices = list(self._devices)
        elif self._kind is OpSharding_Type.OTHER:
            made.tile_assignment_dimensions = list(self._dims)
            if self._iota is not None:
                made.iota_reshape_dims, made.iota_transpose_perm = map(list, self._iota)
            else:
                made.tile_assignment_devices = list(self._devices)
            if self._subgroups == (OpSharding_Type.REPLICATED,):
                made.replicate_on_last_tile_dim = True
            else:
                made.last_tile_dims = list(self._subgroups)
        if self._reduction_op is not None and self._kind is not OpSharding_Type.TUPLE:
            known = 0 <= self._reduction_op < len(_REDUCTION_OPS)
            made._attributes[_REDUCTION_OP] = _REDUCTION_OPS[self._reduction_op if known else 0]
        return made

    def set_reduction_op(self, op: int) -> None:
        """State how an unreduced value becomes whole: by the number of sdy's ReductionOp."""
        self._reduction_op = operator.index(op)

    def reduction_op(self) -> int:
        """How an unreduced value becomes whole, by the number of sdy's ReductionOp: a sum unless stated."""
        return self._reduction_op or 0

    def to_string(self, include_metadata: bool = False) -> str:
        """The text, in XLA's form. No metadata is kept."""
        return repr(self)

    def v3_to_v2_sharding(self) -> HloSharding:
        """Itself: it has no other form."""
        return self

    def is_replicated(self) -> bool:
        """Whether it is everywhere."""
        return self._all(OpSharding_Type.REPLICATED)

    def is_manual(self) -> bool:
        """Whether it is the program's own matter."""
        return self._all(OpSharding_Type.MANUAL)

    def is_unreduced(self) -> bool:
        """Whether it is summands."""
        return self._all(OpSharding_Type.UNREDUCED)

    def is_unknown(self) -> bool:
        """Whether it is the compiler's matter."""
        return self._all(OpSharding_Type.UNKNOWN)

    def _all(self, kind: OpSharding_Type) -> bool:
        if self._kind is OpSharding_Type.TUPLE:
            return all(each._all(kind) for each in self._parts)
        return self._kind is kind

    def is_maximal(self) -> bool:
        """Whether it is on one device."""
        return self._all(OpSharding_Type.MAXIMAL)

    def is_tiled(self) -> bool:
        """Whether it is in tiles."""
        return self._kind is OpSharding_Type.OTHER

    def tuple_elements(self) -> list[HloSharding]:
        """A tuple's."""
        return list(self._parts)

    def num_devices(self) -> int:
        """Over how many; 0 where that is not said."""
        return len(self._devices)

    def num_dimensions(self) -> int:
        """Of the tiles."""
        return len(self.tile_assignment_dimensions())

    def is_tile_assignment_iota(self) -> bool:
        """Whether the devices follow from a rule."""
        return self._iota is not None

    def tile_assignment_dimensions(self) -> list[int]:
        """The tiles' dimensions."""
        return list(self._dims) if self._dims or self.is_tiled() else [0]

    def tile_assignment_devices(self) -> list[int]:
        """The devices in the order of the tiles."""
        return list(self._devices)

    def replicate_on_last_tile_dim(self) -> bool:
        """Whether the last dimension is of devices that have the same."""
        return OpSharding_Type.REPLICATED in self._subgroups and len(self._subgroups) == 1

    def subgroup_types(self) -> list[OpSharding_Type]:
        """What the last dimensions stand for."""
        return [] if self.replicate_on_last_tile_dim() else list(self._subgroups)

    def get_axis_sizes(self) -> list[int]:
        """The sizes of the axes over which it may be laid."""
        if self._iota is None:
            raise NotInBindings(
                "jaxlib._hlo.HloSharding.get_axis_sizes", "for an order of devices that has no rule"
            )
        return _axis_sizes(self._dims, *self._iota)

    def tile(self, shape: Shape) -> Shape:
        """A tile's shape."""
        if self._kind is not OpSharding_Type.OTHER:
            return shape
        dims = [-(-size // ways) for size, ways in zip(shape.dimensions(), self._dims, strict=False)]
        return Shape._make(shape._kind, dims, shape._layout)

    def _key(self) -> tuple[Any, ...]:
        return (self._kind, self._dims, self._devices, self._subgroups, self._parts, self.reduction_op())

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
        if self._kind is OpSharding_Type.TUPLE:
            return f"{{{', '.join(map(repr, self._parts))}}}"
        if self._kind is OpSharding_Type.MAXIMAL:
            return f"{{maximal device={self._devices[0]}}}"
        if self._kind is not OpSharding_Type.OTHER:
            return f"{{{self._kind.name.lower()}}}"
        text = f"devices=[{','.join(map(str, self._dims))}]"
        if self._iota is not None:
            reshape, order = self._iota
            text += f"<=[{','.join(map(str, reshape))}]"
            text += f"T({','.join(map(str, order))})" if len(order) > 1 else ""
        else:
            text += ",".join(map(str, self._devices))
        if self._subgroups == (OpSharding_Type.REPLICATED,):
            text += " last_tile_dim_replicate"
        elif self._subgroups:
            text += f" last_tile_dims={{{', '.join(each.name.lower() for each in self._subgroups)}}}"
        return f"{{{text}}}"


def _unpickled(message: bytes) -> HloSharding:
    made = object.__new__(HloSharding)
    made.__setstate__((message,))
    return made


#: Kinds of which no tiles are told.
_WITHOUT_TILES = (OpSharding_Type.REPLICATED, OpSharding_Type.MANUAL, OpSharding_Type.UNREDUCED)


#: A sharding lists its devices.
_MOST_DEVICES = 1 << 26


def _broken(what: str) -> Exception:
    from jaxlib._errors import JaxRuntimeError

    return JaxRuntimeError(f"INTERNAL: a sharding's message is broken: {what}")


def _invalid(why: str) -> Exception:
    from jaxlib._errors import JaxRuntimeError

    return JaxRuntimeError(f"INVALID_ARGUMENT: {why}")


def _listed(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def _tiled(dims: Sequence[int], devices: Sequence[int], subgroups: Sequence[Any],
           iota: tuple[tuple[int, ...], tuple[int, ...]] | None = None) -> HloSharding:  # fmt: skip
    """A tiled sharding in the one form that equal ones have."""
    dims = [int(each) for each in dims]
    kinds = [OpSharding_Type(each) for each in subgroups]
    own = len(dims) - len(kinds)
    undivided = math.prod(dims[:own]) == 1
    if undivided and len(set(kinds)) == 1 and kinds[0] in _WITHOUT_TILES:
        return HloSharding._make(kinds[0])
    # Of the same kind only once, replication last, and none of one device.
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
            # Of devices in order the transposed array is a rule again.
            in_order = iota[1] == tuple(range(len(iota[1])))
            iota = (tuple(before), (*range(own), *(own + i for i in order))) if in_order else None
        # As XLA has it, which leaves what is unreduced alone here.
        if undivided and kinds in ([OpSharding_Type.REPLICATED], [OpSharding_Type.MANUAL]):
            return HloSharding._make(kinds[0])
    if kinds and kinds[-1] is OpSharding_Type.REPLICATED:
        # Those that hold the same are in the order of their numbers.
        alike = np.sort(np.asarray(devices).reshape(-1, dims[-1]), axis=-1).reshape(-1).tolist()
        if alike != list(devices) and iota is not None:
            iota = _sorted_iota(*iota, dims[-1])
        devices = alike
    if iota is not None:
        iota = _simplest(*iota)
    return HloSharding._make(OpSharding_Type.OTHER, dims, devices, kinds, iota=iota)


def _sorted_iota(
    shape: tuple[int, ...], order: tuple[int, ...], size: int
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The same with the last ``size`` devices of each group in order; None where that is no transposition."""
    order = order or tuple(range(len(shape)))
    for last in range(1, len(order) + 1):
        if math.prod(shape[i] for i in order[-last:]) == size:
            return shape, (*order[:-last], *sorted(order[-last:]))
    return None


def _axis_sizes(dims: Sequence[int], shape: Sequence[int], order: Sequence[int]) -> list[int]:
    """The sizes of the fewest axes of which both the tiles' dimensions and those of the devices are products."""
    wanted = [size for size in dims if size != 1]
    factors: dict[int, list[int]] = {i: [] for i in range(len(shape))}
    tile = wanted.pop(0) if wanted else 1
    for axis in order:
        left = shape[axis]
        while left > 1:
            common = math.gcd(left, tile)
            if common == 1:
                raise ValueError(f"the tiles {list(dims)} are no products of the devices' axes {list(shape)}")
            factors[axis].append(common)
            left //= common
            tile //= common
            if tile == 1 and wanted:
                tile = wanted.pop(0)
    return [size for axis in range(len(shape)) for size in factors[axis]]


def _simplest(shape: Sequence[int], order: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same transposition with no dimension of one, and with those joined that stay side by side."""
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


def as_hlo_sharding(sharding: Any) -> HloSharding:
    """A sharding or its message as a sharding."""
    return HloSharding.from_proto(sharding) if isinstance(sharding, OpSharding) else sharding


class HloPrintOptions:
    """How HLO is to be written; what is set here is what `HloModule.to_string` writes."""

    def __init__(self) -> None:
        self.print_metadata = True
        self.print_large_constants = False
        self.print_backend_config = True
        self.print_result_shape = True
        self.print_operand_shape = False
        self.print_operand_names = True
        self.print_ids = True
        self.print_extra_attributes = True
        self.print_program_shape = True
        self.print_percent = True
        self.print_control_dependencies = True
        self.compact_operands = False
        self.include_layout_in_shapes = True
        self.canonicalize_instruction_names = False
        self.canonicalize_computations = False
        self.indent_amount = 0
        self.is_in_nested_computation = 0
        self._bodies = self._essential = False

    @staticmethod
    def short_parsable() -> HloPrintOptions:
        """What can be read again, and no more."""
        options = HloPrintOptions()
        options.print_large_constants = True
        options.print_metadata = options.print_percent = options.print_program_shape = False
        options.print_control_dependencies = False
        return options

    @staticmethod
    def canonical() -> HloPrintOptions:
        """The same for programs that are the same."""
        options = HloPrintOptions()
        options.canonicalize_instruction_names = options.print_operand_shape = options._bodies = True
        options.print_metadata = options.print_percent = options.print_program_shape = False
        options.print_backend_config = options.print_control_dependencies = False
        options.print_operand_names = False
        return options

    @staticmethod
    def fingerprint() -> HloPrintOptions:
        """What a fingerprint is made of."""
        options = HloPrintOptions.canonical()
        options.canonicalize_computations = options._essential = True
        options.print_ids = False
        return options

    def _form(self) -> Any:
        from jaxlib._hlo_text import Form

        return Form(
            metadata=self.print_metadata,
            large_constants=self.print_large_constants,
            backend_config=self.print_backend_config,
            result_shape=self.print_result_shape,
            operand_shape=self.print_operand_shape,
            # Numbered names are written also where names are not.
            operand_names=self.print_operand_names or self.canonicalize_instruction_names,
            ids=self.print_ids,
            extra_attributes=self.print_extra_attributes,
            program_shape=self.print_program_shape,
            percent=self.print_percent,
            control_dependencies=self.print_control_dependencies,
            layouts=self.include_layout_in_shapes,
            numbered=self.canonicalize_instruction_names,
            bodies=self._bodies,
            essential=self._essential,
            indent=self.indent_amount,
        )


class HloModule:
    """A program as a plugin's compiler made it: an xla.HloModuleProto."""

    def __init__(self) -> None:
        raise TypeError("HloModule: they come from executables")

    @classmethod
    def _make(cls, message: bytes) -> HloModule:
        made = object.__new__(cls)
        made._message = message
        return made

    _message: bytes

    @staticmethod
    def from_serialized_hlo_module_proto(message: bytes) -> HloModule:
        """What a message says."""
        return HloModule._make(message)

    def as_serialized_hlo_module_proto(self) -> bytes:
        """The message."""
        return self._message

    @property
    def name(self) -> str:
        """Its name."""
        for tag, value in _proto.fields(self._message):
            if tag == 1 and isinstance(value, bytes):
                return value.decode()
        return ""

    def program_shape(self) -> ProgramShape:
        """What it takes and gives, with layouts."""
        for tag, value in _proto.fields(self._message):
            if tag == 4 and isinstance(value, bytes):
                return _program_shape(value)
        raise ValueError("the HLO module states no shape of its entry")

    @property
    def spmd_output_sharding(self) -> Any:
        """The sharding of what it gives, where the compiler chose it."""
        for tag, value in _proto.fields(self._message):
            if tag == 12 and isinstance(value, bytes):
                return _op_sharding(value)
        return None

    @property
    def spmd_parameters_shardings(self) -> Any:
        """The shardings of what it takes, where the compiler chose them."""
        found = [_op_sharding(value) for tag, value in _proto.fields(self._message)
                 if tag == 14 and isinstance(value, bytes)]  # fmt: skip
        return found or None

    def to_string(self, options: Any = None) -> str:
        """Its text, as the options ask for it."""
        from jaxlib._hlo_text import to_text

        return to_text(self._message, (options or HloPrintOptions())._form())

    def computations(self) -> Any:
        """Its computations."""
        raise NotInBindings("jaxlib._hlo.HloModule.computations", _COMPILER)


def _op_sharding(message: bytes) -> OpSharding:
    made = OpSharding()
    made.ParseFromString(message)
    return made


def _shape(message: bytes) -> Shape:
    kind, dims, layout, parts, dynamic = PrimitiveType.PRIMITIVE_TYPE_INVALID, [], None, [], []
    for tag, value in _proto.fields(message):
        if tag == 2 and isinstance(value, int):
            kind = PrimitiveType(value)
        elif tag == 3:
            dims += _proto.numbers(value)
        elif tag == 4 and isinstance(value, bytes):
            parts.append(_shape(value))
        elif tag == 5 and isinstance(value, bytes):
            layout = _layout(value)
        elif tag == 6:
            dynamic += [bool(each) for each in _proto.numbers(value)]
    return Shape._make(kind, dims, layout, parts, dynamic)


def _layout(message: bytes) -> Layout:
    order, tiles, bits = [], [], 0
    for tag, value in _proto.fields(message):
        if tag == 1:
            order += _proto.numbers(value)
        elif tag == 6 and isinstance(value, bytes):
            tile: list[int] = []
            for inner, each in _proto.fields(value):
                if inner == 1:
                    tile += [_proto.signed(n) for n in _proto.numbers(each)]
            tiles.append(tuple(tile))
        elif tag == 7 and isinstance(value, int):
            bits = value
    return Layout(order, tiles, bits)


def _program_shape(message: bytes) -> ProgramShape:
    parameters, result = [], Shape.tuple_shape([])
    for tag, value in _proto.fields(message):
        if tag == 1 and isinstance(value, bytes):
            parameters.append(_shape(value))
        elif tag == 2 and isinstance(value, bytes):
            result = _shape(value)
    return ProgramShape(parameters, result)


class XlaComputation:
    """A program as an xla.HloModuleProto."""

    def __init__(self, message: bytes) -> None:
        self._message = message

    def as_serialized_hlo_module_proto(self) -> bytes:
        """The message."""
        return self._message

    def as_hlo_module(self) -> HloModule:
        """The program."""
        return HloModule._make(self._message)

    get_hlo_module = as_hlo_module

    def name(self) -> str:
        """Its name."""
        return self.as_hlo_module().name

    def program_shape(self) -> ProgramShape:
        """What it takes and gives."""
        return self.as_hlo_module().program_shape()

    def as_hlo_text(self, print_large_constants: bool = False) -> str:
        """Its text, without what says where its operations are from."""
        options = HloPrintOptions.short_parsable()
        options.print_large_constants = print_large_constants
        return self.as_hlo_module().to_string(options)


__getattr__ = fill_in("jaxlib._hlo", _COMPILER)
