"""The types of operations' results, inferred from their operands and attributes."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib._ir.text.test_text import NAMES, program
from tests.unit.jaxlib.conftest import IR, Bindings, Refused

RULES = sorted((IR / "rules").glob("*.mlir"))


@pytest.mark.parametrize("name", [*NAMES, *(path.stem for path in RULES)])
def test_inferred_types_are_those_of_the_program(bindings: Bindings, name: str) -> None:
    path = IR / "rules" / f"{name}.mlir"
    found = bindings.infer(path.read_text() if path in RULES else program(name))
    assert found
    for operation, declared, inferred in found:
        assert inferred == declared, operation


def test_every_rule_is_exercised(bindings: Bindings) -> None:
    texts = [*map(program, NAMES), *(path.read_text() for path in RULES)]
    exercised = {operation for text in texts for operation, *_ in bindings.infer(text)}
    # MHLO's operations have StableHLO's rules.
    rules = {name for name in bindings.rules() if not name.startswith("mhlo.")}
    assert rules - exercised == {"stablehlo.rng"}


def test_a_rule_that_needs_the_values_of_operands_says_so(bindings: Bindings) -> None:
    text = """func.func @f(%x: tensor<f32>, %shape: tensor<2xi64>) {
      %0 = "stablehlo.rng"(%x, %x, %shape) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}
        : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
      return
    }"""
    with pytest.raises(
        Refused, match=r"NotImplementedError: stablehlo\.rng: .*give the types of its results"
    ):
        bindings.infer(text)
