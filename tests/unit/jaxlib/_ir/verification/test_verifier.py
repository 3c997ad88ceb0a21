"""What is checked of programs as a whole."""

from __future__ import annotations

from tests.unit.jaxlib.conftest import Bindings

NESTED = """"builtin.module"() ({
  %c = "arith.constant"() <{value = true}> : () -> i1
  "scf.if"(%c) ({
    %a = "arith.andi"(%c, %c) : (i1, i1) -> i1
    "scf.yield"() : () -> ()
  }, {}) : (i1) -> ()
}) : () -> ()"""


def test_nested_operations_see_the_values_of_a_modules_own_block(bindings: Bindings) -> None:
    assert not bindings.verify_program(NESTED)
