"""Reads the text of a sharding, in both of XLA's forms: tiles on devices, and the axes of a mesh."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

from jaxlib import _proto
from jaxlib._hlo.op_sharding import OpSharding, OpSharding_ShardGroupType, OpSharding_Type

_TOKEN = re.compile(r"""\s*('[^']*'|"(?:\\.|[^"\\])*"|-?\d+|[a-z_]+|<=|[][{}()=,?:T]|$)""")
_KINDS = {
    "replicated": OpSharding_Type.REPLICATED,
    "maximal": OpSharding_Type.MAXIMAL,
    "manual": OpSharding_Type.MANUAL,
    "unreduced": OpSharding_Type.UNREDUCED,
    "unknown": OpSharding_Type.UNKNOWN,
}
#: The fields of an xla.NamedShardingProto for axes that divide no dimension.
_AXES = {"replicated": 4, "unreduced": 5, "manual": 7}
_T = TypeVar("_T")


def parse_sharding(text: str) -> OpSharding:
    """The message for a sharding's text.

    Raises:
        RuntimeError: The text is not a sharding's, with the code INVALID_ARGUMENT; the type is upstream's.
    """
    parser = _Parser(text)
    message = parser.sharding()
    if parser.token:
        raise parser.error("extra content after the sharding")
    return message


class _Parser:
    """The text from ``at`` on; ``token`` is the next one, empty at the end."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.token = text, 0, ""
        self.advance()

    def error(self, why: str) -> RuntimeError:
        place = f"at {self.token!r}" if self.token else "at its end"
        return RuntimeError(f"INVALID_ARGUMENT: Syntax error: {why}, {place} of the sharding {self.text!r}")

    def advance(self) -> str:
        """Go to the next token; the one before it."""
        before = self.token
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            self.token = self.text[self.at : self.at + 1]
            raise self.error("unexpected character")
        self.at, self.token = match.end(), match[1]
        return before

    def take(self, token: str) -> bool:
        """Whether the next token is this one, which is then passed."""
        if self.token != token:
            return False
        self.advance()
        return True

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise self.error(f"expected {token!r}")

    def integer(self) -> int:
        if not re.fullmatch(r"-?\d+", self.token):
            raise self.error("expected an integer")
        return int(self.advance())

    def listed(self, first: str, last: str, item: Callable[[], _T]) -> list[_T]:
        """Items between two tokens, with commas between them."""
        self.expect(first)
        items: list[_T] = []
        while not self.take(last):
            if items:
                self.expect(",")
            items.append(item())
        return items

    # ---- Tiles on devices

    def sharding(self) -> OpSharding:
        if self.text.lstrip()[1:].lstrip()[:1] not in ("{", "}"):
            return self.leaf()
        message = OpSharding()
        message.type = OpSharding_Type.TUPLE
        message.tuple_shardings = self.listed("{", "}", self.leaf)
        return message

    def leaf(self) -> OpSharding:
        """A sharding that is not a tuple's."""
        self.expect("{")
        return self.named() if self.token in ("mesh", "maximal_mesh", "single_device") else self.tiled()

    def tiled(self) -> OpSharding:
        message = OpSharding()
        stated: OpSharding_Type | None = None
        iota: list[int] | None = None
        while not self.take("}"):
            word = self.advance()
            if word in _KINDS:
                stated = _KINDS[word]
            elif word in ("shard_as", "shard_like"):
                message.is_shard_group = True
                message.shard_group_id = self.integer()
                message.shard_group_type = OpSharding_ShardGroupType[word.removeprefix("shard_").upper()]
            elif word == "device":
                self.expect("=")
                message.tile_assignment_devices = [self.integer()]
            elif word == "devices":
                self.expect("=")
                message.tile_assignment_dimensions = self.listed("[", "]", self.integer)
                iota = self.devices(message)
            elif word == "last_tile_dim_replicate":
                message.replicate_on_last_tile_dim = True
            elif word == "last_tile_dims":
                self.expect("=")
                message.last_tile_dims = self.listed("{", "}", self.subgroup)
            elif word == "metadata":
                self.expect("=")
                self.skip()
            else:
                raise self.error(f"unexpected {word!r}")
        message.type = OpSharding_Type.OTHER if stated is None else stated
        self.check(message, iota)
        return message

    def devices(self, message: OpSharding) -> list[int] | None:
        """The devices of a tile assignment: a list of them, or the shape of an iota array, which is returned."""
        if not self.take("<="):
            message.tile_assignment_devices = [self.integer()]
            while self.take(","):
                message.tile_assignment_devices.append(self.integer())
            return None
        shape = message.iota_reshape_dims = self.listed("[", "]", self.integer)
        message.iota_transpose_perm = list(range(len(shape)))
        if len(shape) > 1:
            self.expect("T")
            message.iota_transpose_perm = self.listed("(", ")", self.integer)
        return shape

    def check(self, message: OpSharding, iota: list[int] | None) -> None:
        dimensions, devices = message.tile_assignment_dimensions, message.tile_assignment_devices
        if message.type == OpSharding_Type.MAXIMAL:
            if len(devices) != 1:
                raise self.error("a maximal sharding is on one device")
        elif message.type != OpSharding_Type.OTHER:
            if dimensions or devices:
                raise self.error(f"a sharding that is {message.type.name.lower()} has no devices")
        elif not dimensions:
            raise self.error("wanted a tile assignment")
        elif (found := len(devices) if iota is None else math.prod(iota)) != math.prod(dimensions):
            raise self.error(f"wanted {math.prod(dimensions)} devices, found {found}")
        elif found == 1 and iota is None:
            raise self.error("a sharding on one device is maximal")

    def subgroup(self) -> OpSharding_Type:
        word = self.advance()
        if word not in _KINDS:
            raise self.error(f"expected a type of subgroup, found {word!r}")
        return _KINDS[word]

    def skip(self) -> None:
        """Pass what is between braces."""
        self.expect("{")
        depth = 1
        while depth:
            token = self.advance()
            if not token:
                raise self.error("expected '}'")
            depth += {"{": 1, "}": -1}.get(token, 0)

    # ---- The axes of a mesh

    def named(self) -> OpSharding:
        message = OpSharding()
        word = self.advance()
        names: list[str] = []
        if word == "mesh":
            mesh, names = self.mesh()
        else:
            self.expect("[")
            self.expect("device_id")
            self.expect("=")
            mesh = _proto.packed(2, [self.integer()])
            self.expect("]")
        content = _proto.length(2, mesh)
        while self.take(","):
            if self.token == "[":
                for refs in self.listed("[", "]", lambda: self.dimension(names)):
                    content += _proto.length(3, refs)
                continue
            kind = self.advance()
            if kind not in _AXES:
                raise self.error(f"unexpected {kind!r}")
            if self.take("="):
                for ref in self.listed("{", "}", lambda: self.axis(names)):
                    content += _proto.length(_AXES[kind], ref)
            elif kind != "replicated":
                for index in range(len(names)):
                    content += _proto.length(_AXES[kind], _proto.number(1, index))
        self.expect("}")
        message._named = content
        return message

    def mesh(self) -> tuple[bytes, list[str]]:
        """An xla.MeshProto, and the names of its axes."""

        def axis() -> tuple[str, int]:
            name = self.name()
            self.expect("=")
            return name, self.integer()

        axes = self.listed("[", "]", axis)
        content = b"".join(
            _proto.length(1, _proto.length(1, name.encode()) + _proto.number(2, size)) for name, size in axes
        )
        before = self.at, self.token
        if self.take(",") and self.take("device_ids"):
            self.expect("=")
            self.expect("(")
            if self.token == "[":
                shape = self.listed("[", "]", self.integer)
                order = list(range(len(shape)))
                if self.take("T"):
                    order = self.listed("(", ")", self.integer)
                content += _proto.length(3, _proto.packed(1, shape) + _proto.packed(2, order))
            else:
                ids = [self.integer()]
                while self.take(","):
                    ids.append(self.integer())
                content += _proto.packed(2, ids)
            self.expect(")")
        else:
            self.at, self.token = before
        return content, [name for name, _ in axes]

    def name(self) -> str:
        if not self.token.startswith("'"):
            raise self.error("expected the name of an axis")
        return self.advance()[1:-1]

    def dimension(self, names: list[str]) -> bytes:
        """An xla.NamedShardingProto.DimensionSharding, which is open if it ends with a question mark."""
        opened = False

        def part() -> bytes:
            nonlocal opened
            if self.take("?"):
                opened = True
                return b""
            return _proto.length(1, self.axis(names))

        refs = b"".join(self.listed("{", "}", part))
        return refs + _proto.number(2, not opened)

    def axis(self, names: list[str]) -> bytes:
        """An xla.AxisRefProto."""
        name = self.name()
        if name not in names:
            raise self.error(f"the mesh has no axis {name!r}")
        ref = _proto.number(1, names.index(name))
        if self.take(":"):
            self.expect("(")
            before = self.integer()
            self.expect(")")
            ref += _proto.length(2, _proto.number(1, before) + _proto.number(2, self.integer()))
        return ref
