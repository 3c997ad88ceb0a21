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


def test_a_function_ends_with_a_terminator(bindings: Bindings) -> None:
    constant = '"arith.constant"() <{value = true}> : () -> i1'
    text = f""""builtin.module"() ({{
      "func.func"() <{{function_type = () -> (), sym_name = "f"}}> ({{
        %c = {constant}
      }}) : () -> ()
    }}) : () -> ()"""
    assert bindings.verify_program(text) == f"block with no terminator, has %0 = {constant}"
    # An operation of a dialect that is not known may be one.
    other = text.replace("%c = " + constant, '"mine.end"() : () -> ()')
    assert not bindings.verify_program(other)
