"""The first line of a program's text, and the attributes of types after a cast."""

from __future__ import annotations

import base64

import pytest

from tests.unit.jaxlib._hlo.test_named_sharding import number, packed, part
from tests.unit.jaxlib.conftest import Bindings, Refused


def encoded(message: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(message).decode()}


MODULE = part(1, b"jit_f")


@pytest.mark.parametrize(
    ("config", "text"),
    [
        (b"", ""),
        (number(4, 1) + number(5, 1) + packed(33, (0,)) + packed(27, (0,)), ""),
        (number(5, 4), ", num_partitions=4"),
        (number(4, 8) + number(5, 1), ", replica_count=8"),
        (
            number(4, 2) + number(5, 4) + packed(33, (0, 0)) + packed(27, (1,)),
            ", allow_spmd_sharding_propagation_to_parameters={false,false}"
            ", allow_spmd_sharding_propagation_to_output={true}, replica_count=2, num_partitions=4",
        ),
    ],
)
def test_a_programs_text_says_how_it_is_partitioned(bindings: Bindings, config: bytes, text: str) -> None:
    assert bindings.hlo_head(encoded(MODULE), encoded(config)) == f"HloModule jit_f{text}"


def test_a_float_type_keeps_its_width_where_it_is_cast(bindings: Bindings) -> None:
    widths = bindings.float_widths()
    assert widths["F32Type"] == [32, 32, "f32"]
    assert widths["Float8E4M3FNType"] == [8, 8, "f8E4M3FN"]
    assert all(own == cast > 0 for own, cast, _ in widths.values())


@pytest.mark.parametrize("what", ["rank", "shape"])
def test_an_unranked_type_has_no_rank_to_tell(bindings: Bindings, what: str) -> None:
    with pytest.raises(Refused, match="ValueError: calling this method requires that the type has a rank"):
        bindings.unranked(what)


def test_an_operand_that_is_not_a_value_is_named(bindings: Bindings) -> None:
    """In the words of upstream's jaxlib."""
    assert bindings.errors_of_operands() == [
        'Operand 1 of operation "arith.addi" must be a Value (is not a Value)',
        'Operand 1 of operation "arith.addi" must be a Value (is not a Value)',
        'Operand 1 of operation "func.return" must be a Value (contained a None item)',
        'Operand 0 of operation "func.return" must be a Value (Cannot call .result on operation builtin.module '
        "which has 0 results (it is only valid for operations with a single result))",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0.0 : f8E8M0FNU", "5.877470e-39 : f8E8M0FNU"),
        ("dense<0.0> : tensor<2xf8E8M0FNU>", "dense<5.877470e-39> : tensor<2xf8E8M0FNU>"),
        (
            "dense<[0.0, 1.0]> : tensor<2xf8E8M0FNU>",
            "dense<[5.877470e-39, 1.000000e+00]> : tensor<2xf8E8M0FNU>",
        ),
        ("0xFF : f8E8M0FNU", "0xFF : f8E8M0FNU"),
    ],
)
def test_zero_is_rounded_to_the_smallest_scale(bindings: Bindings, text: str, shown: str) -> None:
    """f8E8M0FNU has no zero, and upstream's jaxlib does not make it NaN."""
    assert bindings.attribute(text)[0] == shown
