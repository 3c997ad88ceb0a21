"""The types of operations' results, inferred from their operands and attributes."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib._ir.text.test_text import NAMES, program
from tests.unit.jaxlib.conftest import IR, Bindings

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
    assert rules <= exercised


@pytest.mark.parametrize(
    ("shape", "inferred"),
    [
        (
            '%shape = "stablehlo.constant"() {value = dense<[2, 3]> : tensor<2xi64>} : () -> tensor<2xi64>',
            "2x3x",
        ),
        ('%shape = "stablehlo.constant"() {value = dense<4> : tensor<1xi64>} : () -> tensor<1xi64>', "4x"),
        ('%shape = "stablehlo.constant"() {value = dense<> : tensor<0xi64>} : () -> tensor<0xi64>', ""),
        ('%shape = "stablehlo.add"(%s, %s) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>', "?x?x"),
    ],
)
def test_the_shape_of_random_numbers_is_an_operand(bindings: Bindings, shape: str, inferred: str) -> None:
    operand = (
        "tensor<2xi64>" if "<2xi64>" in shape else "tensor<1xi64>" if "<1xi64>" in shape else "tensor<0xi64>"
    )
    text = f"""func.func @f(%x: tensor<f32>, %s: tensor<2xi64>) {{
      {shape}
      %0 = "stablehlo.rng"(%x, %x, %shape) {{rng_distribution = #stablehlo<rng_distribution UNIFORM>}}
        : (tensor<f32>, tensor<f32>, {operand}) -> tensor<{inferred}f32>
      return
    }}"""
    operation, declared, found = bindings.infer(text)[-1]
    assert operation == "stablehlo.rng"
    assert found == declared
