"""Which reductions are unrolled, and the message that disables unrolling."""

from __future__ import annotations

import tomllib

import pytest

from tests.unit.jaxlib_cpu import module
from tools import ROOT
from tools.artifacts.manifest import load
from tools.builder import definitions


@pytest.mark.parametrize(
    ("shape", "axes", "faster"),
    [
        ((64, 64), (1,), False),
        ((64, 64), (0, 1), False),
        ((64, 64), (0,), True),
        ((8, 64, 64), (1,), True),
        ((8, 64, 64), (0, 2), True),
        ((64, 16), (1,), True),
        ((64, 17), (1,), False),
        ((64, 4, 4), (1, 2), True),
        # Dimensions of one are none.
        ((64, 1), (0,), False),
        ((1, 64), (0,), False),
        ((64, 64, 1), (1,), False),
        ((), (), False),
    ],
)
def test_across_rows_and_of_few_neighbours(
    shape: tuple[int, ...], axes: tuple[int, ...], faster: bool
) -> None:
    assert module("lowering.unrolling").faster_unrolled(shape, axes) is faster


def test_the_message_is_the_option_in_its_map() -> None:
    entry = b"\n\x1exla_cpu_disable_loop_unrolling\x12\x00"
    in_debug_options = b"\xa2\x1f" + bytes([len(entry)]) + entry
    in_build_options = b"\x1a" + bytes([len(in_debug_options)]) + in_debug_options
    wanted = b"\x1a" + bytes([len(in_build_options)]) + in_build_options
    assert module("lowering.unrolling")._message() == wanted


def test_the_named_versions_are_those_of_a_release() -> None:
    """A version that no line has any more is to be removed, and with the last one the workaround."""
    facts = tomllib.loads((ROOT / "plugins/jaxlib-cpu/plugin.toml").read_text("utf-8"))
    served = {load(release).artifact(facts["artifact"]).version for release in definitions.jaxlib_releases()}
    for versions in facts["workarounds"].values():
        assert set(versions) <= served
