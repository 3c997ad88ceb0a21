"""Constants and dead operations of programs that jax.export serializes.

The expected files are what upstream's jaxlib 0.12.0 makes of the programs.
"""

from __future__ import annotations

from tests.unit.jaxlib.conftest import EXPECTED, IR, Bindings, expect

PROGRAM = (IR / "passes" / "simplify.mlir").read_text()


def test_functions_are_simplified_as_by_upstreams_jaxlib(bindings: Bindings) -> None:
    artifact = bindings.serialize_mixed(PROGRAM, bindings.versions()[0])
    expect(EXPECTED / "simplify.mlir", str(bindings.deserialize(artifact)))


def test_constants_of_isolated_regions_stay_in_them(bindings: Bindings) -> None:
    program = (IR / "passes" / "isolated_regions.mlir").read_text()
    artifact = bindings.serialize_mixed(program, bindings.versions()[0])
    expect(EXPECTED / "isolated_regions.mlir", str(bindings.deserialize(artifact)))


def test_the_serialization_of_stablehlo_itself_changes_nothing(bindings: Bindings) -> None:
    artifact = bindings.serialize(PROGRAM, bindings.versions()[0])
    assert bindings.deserialize(artifact) == PROGRAM
