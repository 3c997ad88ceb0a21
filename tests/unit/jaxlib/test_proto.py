"""Protocol buffers whose maps were written in other orders."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.unit.jaxlib._hlo.test_named_sharding import number, part

ROOT = Path(__file__).parents[3]
SPEC = importlib.util.spec_from_file_location("proto", ROOT / "packages/jaxlib/src/jaxlib/_proto.py")
assert SPEC is not None
assert SPEC.loader is not None
proto = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(proto)

ONE, OTHER = part(1, part(1, b"clock") + number(2, 7)), part(1, part(1, b"cores") + number(2, 300))


def test_the_order_of_a_maps_entries_does_not_matter() -> None:
    first, second = (part(3, entries) + number(4, 1) for entries in (ONE + OTHER, OTHER + ONE))
    assert first != second
    assert proto.in_order(first) == proto.in_order(second)


@pytest.mark.parametrize("other", [ONE + ONE, OTHER, part(1, b"clock"), b""])
def test_other_content_stays_other(other: bytes) -> None:
    assert proto.in_order(part(3, ONE)) != proto.in_order(part(3, other))


@pytest.mark.parametrize("message", [b"", b"\x80", b"text", b"\x0a\xff", bytes(range(256))])
def test_what_is_no_message_stays_as_it_is(message: bytes) -> None:
    assert proto.in_order(message) == message


def test_numbers_of_fixed_size_are_kept() -> None:
    message = b"\x09" + bytes(8) + b"\x15\x01\x02\x03\x04"
    assert proto.in_order(message) == message
