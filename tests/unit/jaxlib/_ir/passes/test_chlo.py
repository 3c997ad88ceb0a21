"""CHLO's operations of every element type, as jax.export writes them: the program is upstream's, to the character.

The expected file has, by operation and element type, a hash of the text of the artifact that upstream's jaxlib
writes of the program below and reads again; where releases differ, one for each.
"""

from __future__ import annotations

import hashlib
import json

import pytest

from tests.unit.jaxlib.conftest import EXPECTED, Bindings

HASHES: dict[str, str | dict[str, str]] = json.loads((EXPECTED / "chlo.json").read_text())
BINARY = ("next_after", "polygamma", "zeta")


def program(case: str) -> str:
    name, element = case.split(" ")
    kind = f"tensor<4x{element}>"
    result = "tensor<4xi1>" if name.startswith("is_") else kind
    operands, kinds = ("%a, %a", f"{kind}, {kind}") if name in BINARY else ("%a", kind)
    return f"""module @m {{
  func.func public @main(%a: {kind}) -> {result} {{
    %0 = chlo.{name} {operands} : {kinds} -> {result}
    return %0 : {result}
  }}
}}"""


@pytest.mark.parametrize("case", HASHES)
def test_an_operation_is_written_out_as_by_upstreams_jaxlib(bindings: Bindings, case: str) -> None:
    text = str(bindings.deserialize(bindings.serialize_mixed(program(case), bindings.versions()[0])))
    known = HASHES[case]
    expected = known if isinstance(known, str) else known[str(bindings.release())]
    assert hashlib.sha256(text.strip().encode()).hexdigest()[:16] == expected, text
