"""A lowered program as HLO text: what is printed, by default and with each of the options."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxlib import _hlo

BIG: Any = np.arange(12, dtype=np.float32)


def program(x: Any) -> Any:
    return jax.lax.cond(x > 0, jnp.sin, lambda x: x * 2.5, x) + (x * BIG)[3]


def lowered() -> Any:
    return jax.jit(program).lower(np.float32(3.0))


def body(text: str) -> str:
    """The entry computation's instructions."""
    return text.partition("ENTRY")[2]


def test_the_text_of_a_computation_says_no_more_than_can_be_read_again() -> None:
    text = lowered().compiler_ir("hlo").as_hlo_text()
    assert "ENTRY main." in text
    for unwanted in ("%", "metadata=", "op_name", "FileNames", "-> f32[] {"):
        assert unwanted not in text, text
    assert "constant({...})" in text
    assert text.endswith("}\n\n")


def test_large_constants_are_written_where_they_are_asked_for() -> None:
    computation = lowered().compiler_ir("hlo")
    for text in (computation.as_hlo_text(True), computation.as_hlo_text(print_large_constants=True)):
        assert "constant({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})" in text
        assert "%" not in text
    assert computation.as_hlo_text(True) == lowered().as_text("hlo")


def test_programs_that_differ_in_names_alone_have_one_text() -> None:
    def square(x: Any) -> Any:
        return x * x

    texts = {
        body(jax.jit(f).lower(3).compiler_ir("hlo").as_hlo_text()).partition("{")[2].replace("result", "")
        for f in (square, lambda x: x**2, jnp.square)
    }
    assert len({text.replace("integer_pow", "mul").replace("square", "mul") for text in texts}) == 1, texts


@pytest.mark.parametrize(
    ("option", "value", "wanted", "unwanted"),
    [
        ("print_percent", False, "ENTRY main.", "%"),
        ("print_metadata", False, "ENTRY %main.", "metadata="),
        ("print_large_constants", True, "{0, 1, 2,", "{...}"),
        ("print_operand_shape", True, "compare(f32[] %", "compare(%"),
        ("print_operand_names", False, "compare(, )", "compare(%"),
        ("print_result_shape", False, "= parameter(0)", "= f32[] parameter"),
        ("print_program_shape", False, "ENTRY %main.", "-> f32[]"),
        ("print_extra_attributes", False, "compare(", "direction="),
        ("include_layout_in_shapes", False, "f32[12] constant", "f32[12]{0} constant"),
        ("canonicalize_instruction_names", True, " tmp_0 = ", "%x"),
        ("print_ids", False, "%x = ", "%x."),
    ],
)
def test_an_option_does_what_it_says(option: str, value: bool, wanted: str, unwanted: str) -> None:
    module = lowered().compiler_ir("hlo").as_hlo_module()
    options = _hlo.HloPrintOptions()
    assert getattr(options, option) is not value
    usual = module.to_string(options)
    assert usual == module.to_string()
    setattr(options, option, value)
    text = module.to_string(options)
    assert wanted in text, text
    assert unwanted not in "ENTRY" + body(text), text
    assert unwanted in "ENTRY" + body(usual), usual


def test_the_canonical_form_has_no_names_and_holds_what_is_called() -> None:
    module = lowered().compiler_ir("hlo").as_hlo_module()
    text = module.to_string(_hlo.HloPrintOptions.canonical())
    assert "branch_computations={\n  {\n    tmp_0 = f32[] parameter(0)\n" in text
    other = module.to_string(_hlo.HloPrintOptions.fingerprint())
    assert other.startswith("HloModule , ")
    assert "\nENTRY {\n  tmp_0 = f32[] parameter(0)\n" in other
    assert "2.5" in text
    assert "2.5" not in other


def test_a_total_order_is_named() -> None:
    text = jax.jit(jnp.sort).lower(jnp.ones(3)).as_text("hlo")
    assert "direction=LT, type=TOTALORDER" in text
