"""`chlo.scan` and `chlo.ragged_dot` in portable artifacts: composites whose decompositions are loops and products.

The expected programs are those of upstream's jaxlib 0.12.0.
"""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, Refused

COMPOSITES = IR / "passes" / "composites"
NAMES = sorted(path.stem for path in COMPOSITES.glob("*.mlir") if not path.stem.endswith(".expected"))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_written_as_by_upstreams_jaxlib(bindings: Bindings, name: str) -> None:
    artifact = bindings.serialize_mixed((COMPOSITES / f"{name}.mlir").read_text(), bindings.versions()[0])
    assert bindings.deserialize(artifact) == (COMPOSITES / f"{name}.expected.mlir").read_text()


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("scan_")])
def test_the_regions_of_a_composite_are_printed_and_read(bindings: Bindings, name: str) -> None:
    text = (COMPOSITES / f"{name}.expected.mlir").read_text()
    assert bindings.show(text) == text
    generic = bindings.show(text, print_generic_op_form=True)
    assert bindings.show(generic) == text


def test_a_scan_of_a_size_that_is_not_known_is_refused(bindings: Bindings) -> None:
    text = (COMPOSITES / "scan_reverse.mlir").read_text().replace("3x4x", "?x4x")
    with pytest.raises(Refused, match=r"chlo\.scan of .*not known"):
        bindings.serialize_mixed(text, bindings.versions()[0])


def test_a_ragged_product_without_a_group_is_refused(bindings: Bindings) -> None:
    text = (COMPOSITES / "ragged_dot_one_group.mlir").read_text()
    with pytest.raises(Refused, match=r"chlo\.ragged_dot with such sizes of groups"):
        bindings.serialize_mixed(text.replace("<1x", "<0x"), bindings.versions()[0])
