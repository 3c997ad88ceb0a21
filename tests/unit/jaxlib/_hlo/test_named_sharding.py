"""Shardings over mesh axes are converted to the same tile assignments as by upstream's jaxlib."""

from __future__ import annotations

import base64

import pytest

from tests.unit.jaxlib.conftest import Bindings, Refused


def varint(number: int) -> bytes:
    encoded = b""
    while number > 127:
        encoded += bytes([number & 127 | 128])
        number >>= 7
    return encoded + bytes([number])


def number(tag: int, value: int) -> bytes:
    return varint(tag << 3) + varint(value)


def part(tag: int, content: bytes) -> bytes:
    return varint(tag << 3 | 2) + varint(len(content)) + content


def packed(tag: int, values: tuple[int, ...]) -> bytes:
    return part(tag, b"".join(map(varint, values))) if values else b""


def mesh(
    *sizes: int, ids: tuple[int, ...] = (), iota: tuple[tuple[int, ...], tuple[int, ...]] | None = None
) -> bytes:
    """A MeshProto with axes a, b, c and so on."""
    content = b"".join(
        part(1, part(1, name.encode()) + number(2, size)) for name, size in zip("abcdef", sizes, strict=False)
    )
    content += packed(2, ids)
    if iota is not None:
        content += part(3, packed(1, iota[0]) + packed(2, iota[1]))
    return part(2, content)


def axis(index: int, before: int = 0, size: int = 0) -> bytes:
    """A whole axis, or a part of one."""
    return number(1, index) + (part(2, number(1, before) + number(2, size)) if size else b"")


def dim(*axes: bytes) -> bytes:
    return part(3, b"".join(part(1, axis) for axis in axes) + number(2, 1))


def replicated(*axes: bytes) -> bytes:
    return b"".join(part(4, axis) for axis in axes)


def unreduced(*axes: bytes) -> bytes:
    return b"".join(part(5, axis) for axis in axes)


def manual(*axes: bytes) -> bytes:
    return b"".join(part(7, axis) for axis in axes)


TWO, THREE = mesh(2, 4), mesh(2, 2, 2)
A, B, C = axis(0), axis(1), axis(2)

#: Messages, and what upstream's jaxlib 0.10.2 says of them after ``v3_to_v2_sharding``.
CASES = {
    "replicated": (TWO + dim() + dim(), "{replicated}"),
    "first axis": (TWO + dim(A) + dim(), "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
    "second axis": (TWO + dim() + dim(B), "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"),
    "both": (TWO + dim(A) + dim(B), "{devices=[2,4]<=[8]}"),
    "exchanged": (TWO + dim(B) + dim(A), "{devices=[4,2]<=[2,4]T(1,0)}"),
    "two on one": (TWO + dim(A, B) + dim(), "{devices=[8,1]<=[8]}"),
    "two on one, exchanged": (TWO + dim(B, A) + dim(), "{devices=[8,1]<=[2,4]T(1,0)}"),
    "major part": (
        TWO + dim(axis(1, 1, 2)) + dim(),
        "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}",
    ),
    "minor part": (
        TWO + dim(axis(1, 2, 2)) + dim(),
        "{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}",
    ),
    "both parts": (
        TWO + dim(axis(1, 2, 2)) + dim(axis(1, 1, 2)),
        "{devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dim_replicate}",
    ),
    "device ids": (
        mesh(2, 4, ids=(7, 6, 5, 4, 3, 2, 1, 0)) + dim(A) + dim(),
        "{devices=[2,1,4]4,5,6,7,0,1,2,3 last_tile_dim_replicate}",
    ),
    "device ids of a rule": (
        mesh(2, 4, ids=(0, 2, 4, 6, 1, 3, 5, 7)) + dim(A) + dim(B),
        "{devices=[2,4]0,2,4,6,1,3,5,7}",
    ),
    "iota": (
        mesh(2, 2, 2, iota=((2, 2, 2), (2, 0, 1))) + dim(A) + dim(C),
        "{devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dim_replicate}",
    ),
    "iota of another shape": (
        mesh(2, 4, iota=((4, 2), (1, 0))) + dim(A) + dim(B),
        "{devices=[2,4]<=[4,2]T(1,0)}",
    ),
    "replicated axis": (
        TWO + dim(A) + dim() + replicated(B),
        "{devices=[2,1,4]<=[8] last_tile_dim_replicate}",
    ),
    "unreduced axis": (
        TWO + dim(A) + dim() + unreduced(B),
        "{devices=[2,1,4]<=[8] last_tile_dims={unreduced}}",
    ),
    "all unreduced": (TWO + dim() + dim() + unreduced(A, B), "{unreduced}"),
    "unreduced and replicated": (
        TWO + dim() + dim() + unreduced(A),
        "{devices=[1,1,2,4]<=[8] last_tile_dims={unreduced, replicated}}",
    ),
    "manual axis": (TWO + dim(A) + dim() + manual(B), "{devices=[2,1,4]<=[8] last_tile_dims={manual}}"),
    "all manual": (TWO + dim() + dim() + manual(A, B), "{manual}"),
    "manual and unreduced": (
        THREE + dim(B) + manual(A) + unreduced(C),
        "{devices=[2,2,2]<=[2,2,2]T(1,0,2) last_tile_dims={manual, unreduced}}",
    ),
    "manual, unreduced, replicated": (
        THREE + dim() + manual(A) + unreduced(C),
        "{devices=[1,2,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={manual, unreduced, replicated}}",
    ),
    "manual part": (
        TWO + dim(axis(1, 2, 2)) + manual(axis(1, 1, 2)),
        "{devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dims={manual, replicated}}",
    ),
    "no dimensions": (TWO, "{replicated}"),
    "no axes": (mesh(), "{replicated}"),
    "one device": (mesh(ids=(3,)), "{maximal device=3}"),
    "an axis of one": (mesh(1, 4) + dim(A) + dim(B), "{devices=[1,4]<=[4]}"),
    "middle axis": (THREE + dim(B) + dim(), "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"),
    "outer axes": (THREE + dim(C, A) + dim(), "{devices=[4,1,2]<=[4,2]T(1,0) last_tile_dim_replicate}"),
}

#: Messages that end upstream's process.
BROKEN = {
    "no such axis": (TWO + dim(axis(5)), "axis index 5 in a mesh of 2"),
    "named twice": (TWO + dim(A) + dim(A), "axis is named more than once"),
    "no part": (TWO + dim(axis(1, 3, 2)), "a part of 2 after 3 of an axis of 4"),
    "overlapping parts": (mesh(12) + dim(axis(0, 2, 2)) + dim(axis(0, 3, 2)), "that overlap"),
    "too few devices": (mesh(2, 4, ids=(0, 1)) + dim(A), "2 devices in a mesh of 8"),
    "no rule": (mesh(2, 4, iota=((2, 2), (1, 0))) + dim(A), "from an array of the shape [2, 2]"),
    "too many devices": (mesh(1 << 20, 1 << 20) + dim(A), "devices"),
    "an axis of none": (part(2, part(1, part(1, b"a"))) + dim(A), "invalid axis sizes: [0]"),
}


def read(bindings: Bindings, content: bytes) -> list[str]:
    found: list[str] = bindings.sharding({"base64": base64.b64encode(part(14, content)).decode()})
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_named_sharding_is_a_tile_assignment(bindings: Bindings, name: str) -> None:
    content, expected = CASES[name]
    text, same = read(bindings, content)
    assert text == expected
    # The message itself stays what it was.
    assert base64.b64decode(same) == part(14, content)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_one_is_an_error(bindings: Bindings, name: str) -> None:
    content, expected = BROKEN[name]
    with pytest.raises(Refused, match=r"JaxRuntimeError: INTERNAL: a sharding's message is broken") as raised:
        read(bindings, content)
    assert expected in str(raised.value)
