"""What is written for readers of an older StableHLO in place of what they lack.

The expected file is what upstream's jaxlib 0.12.0 makes of the program.
"""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import EXPECTED, IR, Bindings, Refused, expect

PROGRAM = (IR / "passes" / "older_versions.mlir").read_text()
#: In batches, with indices of a shape that is not known.
UNKNOWN = """func.func @f(%a: tensor<?x6xf32>, %i: tensor<?x5x1xi32>) -> tensor<?x5xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1],
    operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>} : (tensor<?x6xf32>, tensor<?x5x1xi32>) -> tensor<?x5xf32>
  func.return %0 : tensor<?x5xf32>
}"""


def written(bindings: Bindings, text: str, version: str) -> str:
    return str(bindings.deserialize(bindings.serialize_mixed(text, version)))


def test_tangents_and_batches_are_written_as_older_operations(bindings: Bindings) -> None:
    expect(EXPECTED / "older_versions.mlir", written(bindings, PROGRAM, "1.0.0"))


@pytest.mark.parametrize(
    ("version", "tangents", "batches"),
    [("1.0.0", False, False), ("1.1.0", False, True), ("1.3.0", False, True), ("1.4.0", True, True)],
)
def test_what_a_version_has_stays(bindings: Bindings, version: str, tangents: bool, batches: bool) -> None:
    text = written(bindings, PROGRAM, version)
    assert ("stablehlo.tan" in text.replace("tanh", "")) == tangents
    assert ("batching_dims" in text) == batches


@pytest.mark.parametrize(("element", "largest"), [("ui8", 255), ("i8", 127), ("i4", 7)])
def test_indices_get_a_type_that_has_the_number_of_every_batch(
    bindings: Bindings, element: str, largest: int
) -> None:
    for size, kind in ((largest, element), (largest + 1, "i32")):
        text = UNKNOWN.replace("?", str(size)).replace("i32>", f"{element}>")
        found = written(bindings, text, "1.0.0")
        assert f"stablehlo.iota dim = 0 : tensor<{size}x5x1x{kind}>" in found
        assert ("stablehlo.convert" in found) == (kind != element)


def test_what_cannot_be_written_is_refused(bindings: Bindings) -> None:
    with pytest.raises(Refused, match=r"stablehlo\.gather to VHLO v1\.0\.0"):
        written(bindings, UNKNOWN, "1.0.0")
    assert "batching_dims" in written(bindings, UNKNOWN, "1.1.0")
