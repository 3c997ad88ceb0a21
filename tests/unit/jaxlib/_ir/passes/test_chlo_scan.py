"""`chlo.scan` in portable artifacts: a composite that keeps its region, and a loop as its decomposition.

The expected programs are those of upstream's jaxlib 0.12.0.
"""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, Refused

SCANS = IR / "passes" / "scans"
NAMES = sorted(path.stem for path in SCANS.glob("*.mlir") if not path.stem.endswith(".expected"))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_written_as_by_upstreams_jaxlib(bindings: Bindings, name: str) -> None:
    artifact = bindings.serialize_mixed((SCANS / f"{name}.mlir").read_text(), bindings.versions()[0])
    assert bindings.deserialize(artifact) == (SCANS / f"{name}.expected.mlir").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_regions_of_a_composite_are_printed_and_read(bindings: Bindings, name: str) -> None:
    text = (SCANS / f"{name}.expected.mlir").read_text()
    assert bindings.show(text) == text
    generic = bindings.show(text, print_generic_op_form=True)
    assert bindings.show(generic) == text


def test_a_length_that_is_not_known_is_refused(bindings: Bindings) -> None:
    text = (SCANS / "reverse.mlir").read_text().replace("3x4x", "?x4x")
    with pytest.raises(Refused, match=r"chlo\.scan of a shape that is not known"):
        bindings.serialize_mixed(text, bindings.versions()[0])
