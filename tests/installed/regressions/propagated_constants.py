"""Shardy splits constants, so that each use has a sharding of its own: `sdy-propagation-pipeline`."""

from __future__ import annotations

from typing import Any

import jax
import pytest
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir, passmanager

jax.config.update("jax_num_cpu_devices", 4)

PROGRAM = """
module @program attributes {{mhlo.num_partitions = 4 : i32}} {{
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(
    %a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}},
    %b: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"y"}}]>}}
  ) -> (tensor<8xf32>, tensor<8xf32>) {{
    {constant}
    {body}
  }}
}}
"""
CONSTANTS = {
    "constant": "%c = stablehlo.constant dense<1.0> : tensor<8xf32>",
    "iota": "%c = stablehlo.iota dim = 0 : tensor<8xf32>",
    "broadcast": "%s = stablehlo.constant dense<1.0> : tensor<f32>\n"
    "%c = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>",
}


def operands(body: str, constant: str) -> list[str]:
    """The shardings, after the pass, of the operands at which the operations before `return` use the constant."""
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(PROGRAM.format(constant=CONSTANTS[constant], body=body))
        passmanager.PassManager.parse("builtin.module(sdy-propagation-pipeline)").run(module.operation)
        found: list[str] = []

        def look(operation: Any) -> Any:
            if operation.name in ("stablehlo.add", "stablehlo.custom_call"):
                for operand in operation.operands:
                    if isinstance(operand.owner, ir.Block):
                        continue
                    attributes = operand.owner.attributes
                    found.append(str(attributes["sdy.sharding"]) if "sdy.sharding" in attributes else "none")
            return ir.WalkResult.ADVANCE

        module.operation.walk(look)
        return [text.removeprefix("#sdy.sharding_per_value<[<@mesh, ").removesuffix(">]>") for text in found]


@pytest.mark.parametrize("constant", CONSTANTS)
def test_each_use_has_the_sharding_of_the_other_operand(constant: str) -> None:
    body = """
    %0 = stablehlo.add %a, %c : tensor<8xf32>
    %1 = stablehlo.add %c, %b : tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
    """
    assert operands(body, constant) == ['[{"x"}]', '[{"y"}]']


@pytest.mark.parametrize("constant", CONSTANTS)
def test_a_sharding_group_includes_a_constant(constant: str) -> None:
    body = """
    sdy.sharding_group %a group_id=0 : tensor<8xf32>
    sdy.sharding_group %c group_id=0 : tensor<8xf32>
    %0 = stablehlo.custom_call @user(%c) {has_side_effect = true} : (tensor<8xf32>) -> tensor<8xf32>
    return %0, %a : tensor<8xf32>, tensor<8xf32>
    """
    assert operands(body, constant) == ['[{"x"}]']


@pytest.mark.only("ours", why="upstream's pass runs in jaxlib, and reads no dump of the compiler's")
def test_an_operation_that_the_compiler_made_of_another_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxlib._ir.passes import sharding_propagation
    from jaxlib._ir.text import parser

    number = f'{{mhlo.frontend_attributes = {{{sharding_propagation._NUMBER} = "1"}}}}'
    body = f"""
    %0 = stablehlo.concatenate %a, %b, %c, dim = 0 {number}
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<24xf32>
    return %a, %b : tensor<8xf32>, tensor<8xf32>
    """
    shown = PROGRAM.format(constant=CONSTANTS["iota"], body=body).replace(
        "iota dim = 0", 'iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}'
    )
    monkeypatch.setattr(sharding_propagation, "_propagated", lambda *_: parser.parse_module(shown))
    add = "%0 = stablehlo.add %a, %c : tensor<8xf32>\nreturn %0, %b : tensor<8xf32>, tensor<8xf32>"
    assert operands(add, "iota") == ["none"]
