"""The garbage collector does not track programs: they have thousands of objects, and no cycles."""

from __future__ import annotations

from tests.unit.jaxlib.conftest import Bindings

PROGRAM = """
func.func @f(%x: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.transpose %x, dims = [0] : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_nothing_of_a_program_is_tracked_but_attributes_with_members_of_their_own(bindings: Bindings) -> None:
    assert bindings.tracked(PROGRAM) == []
