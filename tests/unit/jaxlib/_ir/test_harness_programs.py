"""Properties of a program of every primitive: a case each of jax's harness, lowered by upstream's jaxlib."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, Refused

PROGRAMS = {path.stem: path.read_text("utf-8") for path in sorted((IR / "harness").glob("*.mlir"))}

#: An operation that the oldest version of StableHLO does not have, and one that becomes others there.
NEWER, REWRITTEN = "stablehlo.composite ", "stablehlo.tan "


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_printed_is_read_as_the_same_program(bindings: Bindings, name: str) -> None:
    for options in ({}, {"print_generic_op_form": True}, {"enable_debug_info": True}):
        printed = bindings.show(PROGRAMS[name], **options)
        assert bindings.show(printed, **options) == printed


@pytest.mark.parametrize("name", PROGRAMS)
def test_bytecode_holds_the_same_program(bindings: Bindings, name: str) -> None:
    data = bindings.write_bytecode(PROGRAMS[name], 6)
    assert bindings.show(data, enable_debug_info=True) == bindings.show(
        PROGRAMS[name], enable_debug_info=True
    )
    assert bindings.write_bytecode(data, 6) == data


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_portable_artifact_of_any_version_holds_the_same_program(bindings: Bindings, name: str) -> None:
    newest, *older = bindings.versions()
    text = bindings.deserialize(bindings.serialize_mixed(PROGRAMS[name], newest))
    for version in [newest, *older]:
        if version == older[-1] and NEWER in text:
            with pytest.raises(Refused, match="it is there since v"):
                bindings.serialize_mixed(text, version)
        elif version == older[-1] and REWRITTEN in text:
            assert REWRITTEN not in bindings.deserialize(bindings.serialize_mixed(text, version))
        else:
            assert bindings.deserialize(bindings.serialize_mixed(text, version)) == text, version


@pytest.mark.parametrize("name", PROGRAMS)
def test_inferred_types_are_those_of_the_program(bindings: Bindings, name: str) -> None:
    for operation, declared, inferred in bindings.infer(PROGRAMS[name]):
        assert inferred == declared, operation
