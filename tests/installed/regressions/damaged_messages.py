"""Damaged protocol buffers of shardings and options: the right error types, and no excessive memory or time."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jaxlib import _jax
from jaxlib import xla_client as xc

KIND = xc.OpSharding.Type
ours = pytest.mark.only("ours", why="upstream takes a part of a malformed message for the whole of it")


def message(**fields: Any) -> Any:
    sharding = xc.OpSharding()
    for name, value in fields.items():
        setattr(sharding, name, value)
    return sharding


@pytest.mark.parametrize(
    "fields",
    [
        {"type": KIND.OTHER, "tile_assignment_dimensions": [2, 2], "tile_assignment_devices": [0, 1]},
        {"type": KIND.OTHER, "tile_assignment_dimensions": [], "tile_assignment_devices": [0, 1]},
        {"type": KIND.OTHER, "tile_assignment_dimensions": [0]},
        {"type": KIND.OTHER, "tile_assignment_dimensions": [2**40, 2**40]},
        {
            "type": KIND.OTHER,
            "tile_assignment_dimensions": [4],
            "iota_reshape_dims": [2],
            "iota_transpose_perm": [0],
        },
        {"type": KIND.MAXIMAL},
    ],
)
def test_a_sharding_that_does_not_add_up(fields: dict[str, Any]) -> None:
    with pytest.raises(_jax.JaxRuntimeError):
        xc.HloSharding.from_proto(message(**fields))


@pytest.mark.only("ours", why="upstream takes these, or has no memory for them")
@pytest.mark.parametrize(
    "fields",
    [
        {"tile_assignment_dimensions": [4], "iota_reshape_dims": [4], "iota_transpose_perm": [3]},
        {"tile_assignment_dimensions": [2, 2], "iota_reshape_dims": [2, 2], "iota_transpose_perm": [0, 0]},
        {"tile_assignment_dimensions": [2**40], "iota_reshape_dims": [2**40], "iota_transpose_perm": [0]},
        {
            "tile_assignment_dimensions": [2, 2],
            "tile_assignment_devices": [0, 1, 2, 3],
            "last_tile_dims": [KIND.REPLICATED] * 3,
        },
    ],
)
def test_devices_in_no_order(fields: dict[str, Any]) -> None:
    with pytest.raises(_jax.JaxRuntimeError):
        xc.HloSharding.from_proto(message(type=KIND.OTHER, **fields))


@ours
@pytest.mark.parametrize(
    "data", [b"\xff", b"\x08", b"\x1a\x01\xff", b"\x22\x7f" + b"\xff" * 127, b"\x2a\x02\x2a\xff"]
)
def test_malformed_messages(data: bytes) -> None:
    with pytest.raises(ValueError, match="malformed"):
        xc.OpSharding().ParseFromString(data)


@ours
@pytest.mark.parametrize("state", [(), (1,), ("x",), (b"", 1), None, b""])
@pytest.mark.parametrize("cls", [xc.OpSharding, xc.HloSharding, xc.CompileOptions])
def test_states_that_no_pickle_has(cls: Any, state: Any) -> None:
    with pytest.raises(TypeError):
        cls.__new__(cls).__setstate__(state)


@ours
def test_mutants() -> None:
    choose = random.Random(0)
    sharding = message(
        type=KIND.OTHER, tile_assignment_dimensions=[2, 2], tile_assignment_devices=[0, 1, 2, 3],
        last_tile_dims=[KIND.REPLICATED],
    )  # fmt: skip
    whole = message(type=KIND.TUPLE, tuple_shardings=[sharding, sharding]).SerializeToString()
    options = xc.CompileOptions().SerializeAsString()
    read = 0
    for number in range(6000):
        data = bytearray(options if number % 2 else whole)
        for _ in range(choose.choice((1, 2, 3))):
            at = choose.randrange(len(data))
            data[at : at + choose.choice((0, 1, 1, 4))] = bytes(
                choose.choices(range(256), k=choose.choice((1, 1, 9)))
            )
        try:
            if number % 2:
                xc.CompileOptions.ParseFromString(bytes(data))
            else:
                original = xc.OpSharding()
                original.ParseFromString(bytes(data))
                repr(xc.HloSharding.from_proto(original))
            read += 1
        except (ValueError, _jax.JaxRuntimeError):
            pass
    assert 0 < read < 6000
