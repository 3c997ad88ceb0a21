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
