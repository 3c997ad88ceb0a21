"""Programs in MLIR's bytecode and as portable artifacts: written, read, and damaged."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable

import pytest

from tests.unit.jaxlib._ir.text.test_text import NAMES, program
from tests.unit.jaxlib.conftest import IR, PROGRAMS, Bindings, Refused

#: Artifacts of upstream's jaxlib of a later release, and the generic form in which it shows them.
NEWER = IR / "serialization" / "newer"

#: Programs of which upstream's jaxlib makes portable artifacts without rewriting them first.
PORTABLE = sorted(path.stem for path in PROGRAMS.glob("*.artifact"))


def encoded(data: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(data).decode()}


def error_of(function: Callable[[dict[str, str]], str], data: dict[str, str]) -> str:
    """The type of what a function of the bindings raised, or nothing."""
    try:
        function(data)
    except Refused as error:
        return str(error).partition(":")[0]
    return ""


@pytest.mark.parametrize("version", range(7))
@pytest.mark.parametrize("name", NAMES)
def test_a_program_in_bytecode_is_the_same_program(bindings: Bindings, name: str, version: int) -> None:
    text = program(name)
    data = bindings.write_bytecode(text, version)
    assert bindings.show(data, print_generic_op_form=True) == bindings.show(text, print_generic_op_form=True)
    assert bindings.write_bytecode(data, version) == data


CASTS = """module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = builtin.unrealized_conversion_cast %arg0 : tensor<4xf32> to tensor<4xi32>
    %1 = builtin.unrealized_conversion_cast %0 : tensor<4xi32> to tensor<4xf32>
    %2 = builtin.unrealized_conversion_cast %1 : tensor<4xf32> to tensor<4xf32>
    %3:2 = builtin.unrealized_conversion_cast %2 : tensor<4xf32> to tensor<4xi32>, tensor<4xi64>
    %4 = builtin.unrealized_conversion_cast to tensor<4xi64>
    return %2 : tensor<4xf32>
  }
}
"""


def test_conversion_casts_are_kept(bindings: Bindings) -> None:
    assert bindings.show(bindings.write_bytecode(CASTS, 6)) == CASTS


def test_equal_dictionaries_of_attributes_are_written_once(bindings: Bindings) -> None:
    def size(*dictionaries: str) -> int:
        operations = "".join(
            f'  "test.op"() {{inner = {each}, outer}} : () -> () loc(unknown)\n' for each in dictionaries
        )
        text = f"module {{\n{operations}}}\n"
        data = bindings.write_bytecode(text, 6)
        assert bindings.show(data) == bindings.show(text)
        return len(base64.b64decode(data["base64"]))

    same = "{b = {c = 1 : i32}, d = [{}]}"
    other_order = "{d = [{}], b = {c = 1 : i32}}"
    # A second operation with an equal dictionary takes four bytes more.
    assert size(same, other_order) == size(same, same) == size(same) + 4
    assert size(same, "{b = {c = 1 : i64}, d = [{}]}") > size(same, same)


@pytest.mark.parametrize("name", PORTABLE)
def test_upstreams_artifact_and_ours_are_the_same_program(bindings: Bindings, name: str) -> None:
    upstreams = bindings.deserialize(encoded((PROGRAMS / f"{name}.artifact").read_bytes()))
    newest = bindings.versions()[0]
    assert bindings.deserialize(bindings.serialize(program(name), newest)) == upstreams
    assert bindings.deserialize(bindings.serialize(upstreams, newest)) == upstreams


@pytest.mark.parametrize("name", PORTABLE)
def test_an_artifact_for_older_readers_is_the_same_program(bindings: Bindings, name: str) -> None:
    newest, *older = bindings.versions()
    text = bindings.deserialize(bindings.serialize(program(name), newest))
    for version in older:
        assert bindings.deserialize(bindings.serialize(program(name), version)) == text, version


@pytest.mark.parametrize("name", ["shardings", "collectives"])
def test_shardys_operations_are_kept_as_for_an_export(bindings: Bindings, name: str) -> None:
    newest = bindings.versions()[0]
    with pytest.raises(Refused, match="sdy"):
        bindings.serialize(program(name), newest)
    assert "sdy." in bindings.deserialize(bindings.serialize_mixed(program(name), newest))


def test_chlos_operations_are_written_as_stablehlos(bindings: Bindings) -> None:
    newest = bindings.versions()[0]
    assert "chlo.bessel_i1e %" in program("chlo")
    for text in (program("linear_algebra"), program("chlo")):
        made = bindings.deserialize(bindings.serialize_mixed(text, newest))
        assert " = chlo." not in made
    of_complex = """func.func @main(%arg0: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
      %0 = chlo.bessel_i1e %arg0 : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
      return %0 : tensor<3xcomplex<f32>>
    }"""
    with pytest.raises(Refused, match=r"chlo\.\w+ of complex numbers .*is not among them"):
        bindings.serialize_mixed(of_complex, newest)


@pytest.mark.parametrize("name", sorted(path.stem for path in NEWER.glob("*.artifact")))
def test_a_newer_jaxlibs_artifact_is_read(bindings: Bindings, name: str) -> None:
    """StableHLO 1.22.0, as upstream's jaxlib 0.12.0 writes it, with each operation that changed since 1.17."""
    shown = bindings.show(encoded((NEWER / f"{name}.artifact").read_bytes()), print_generic_op_form=True)
    assert shown == (NEWER / f"{name}.generic.mlir").read_text()


def test_the_order_of_top_k_is_kept_in_its_decomposition(bindings: Bindings) -> None:
    text = """module {
      func.func @main(%arg0: tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
        %values, %indices = chlo.top_k(%arg0, k = 4, is_stable = ORDER)
          : tensor<16xf32> -> (tensor<4xf32>, tensor<4xi32>)
        return %values, %indices : tensor<4xf32>, tensor<4xi32>
      }
    }"""
    newest = bindings.versions()[0]
    for order in ("false", "true"):
        made = bindings.deserialize(bindings.serialize_mixed(text.replace("ORDER", order), newest))
        assert ("is_stable = true" in made.partition("stablehlo.sort")[2]) == (order == "true")


@pytest.mark.parametrize("seed", range(20))
def test_damaged_bytes_are_refused_or_read(bindings: Bindings, seed: int) -> None:
    draw = random.Random(seed)
    artifact = bytearray((PROGRAMS / f"{draw.choice(PORTABLE)}.artifact").read_bytes())
    for _ in range(draw.randint(1, 4)):
        artifact[draw.randrange(len(artifact))] = draw.randrange(256)
    damaged = bytes(artifact[: draw.randint(1, len(artifact))] if draw.random() < 0.3 else artifact)
    for function in (bindings.deserialize, bindings.show):
        assert error_of(function, encoded(damaged)) in ("", "MLIRError", "_NotConverted")
