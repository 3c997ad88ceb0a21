"""Programs as text: read, printed, and read again."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.unit.jaxlib.conftest import EXPECTED, IR, PROGRAMS, Bindings, Refused

NAMES = sorted(path.name.removesuffix(".generic.mlir") for path in PROGRAMS.glob("*.generic.mlir"))
#: Programs in the form that people read, as upstream's jaxlib printed them.
PRINTED = sorted(
    path
    for path in [*PROGRAMS.glob("*.mlir"), *(IR / "harness").glob("*.mlir")]
    if not path.name.endswith((".generic.mlir", ".debug.mlir"))
)


def program(name: str) -> str:
    return (PROGRAMS / f"{name}.mlir").read_text()


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_program_is_printed_as_by_upstreams_jaxlib(bindings: Bindings, path: Path) -> None:
    text = path.read_text()
    assert bindings.show(text) == text


@pytest.mark.parametrize("name", NAMES)
def test_the_generic_form_is_printed_as_by_upstreams_jaxlib(bindings: Bindings, name: str) -> None:
    generic = (PROGRAMS / f"{name}.generic.mlir").read_text()
    assert bindings.show(generic, print_generic_op_form=True) == generic
    assert bindings.show(generic) == program(name)


@pytest.mark.parametrize("name", ["stablehlo", "chlo"])
def test_a_program_in_the_generic_form_is_printed_in_the_form_for_people(
    bindings: Bindings, name: str
) -> None:
    printed = (PROGRAMS / f"rules_{name}.mlir").read_text()
    assert bindings.show((IR / "rules" / f"{name}.mlir").read_text()) == printed


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_read_as_the_same_program(bindings: Bindings, name: str) -> None:
    for options in ({}, {"print_generic_op_form": True}, {"enable_debug_info": True}):
        printed = bindings.show(program(name), **options)
        assert bindings.show(printed, **options) == printed


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.debug.mlir")), ids=lambda path: path.stem)
def test_locations_are_printed_as_by_upstreams_jaxlib(bindings: Bindings, path: Path) -> None:
    text = path.read_text()
    assert bindings.show(text, enable_debug_info=True) == text
    assert "loc(" not in bindings.show(text)


def test_booleans_are_read_from_a_bit_and_from_a_byte_each(bindings: Bindings) -> None:
    """Plugins differ in which they write: MLIR's own form of a large constant has changed."""

    def read(data: bytes) -> str:
        literal = f'dense<"0x{data.hex()}"> : tensor<12xi1>'
        return str(bindings.show(f"func.func @f() {{ %0 = stablehlo.constant {literal} return }}"))

    booleans = [number % 3 == 0 for number in range(12)]
    by_bit = sum(boolean << place for place, boolean in enumerate(booleans)).to_bytes(2, "little")
    assert str(booleans).lower() in read(by_bit)
    assert read(by_bit) == read(bytes(booleans))
    for splat in (b"\xff", b"\0"):
        assert f"dense<{str(splat != bytes(1)).lower()}>" in read(splat)
    with pytest.raises(Refused, match="cannot reshape"):
        read(bytes(3))


@pytest.mark.parametrize("repeated", [1, 300])
def test_a_string_of_bytes_is_escaped_as_by_upstreams_jaxlib(bindings: Bindings, repeated: int) -> None:
    content = b'a\\b"\n\x7f\x80z' * repeated
    text = r"a\\b\22\0A\7F\80z" * repeated
    assert bindings.string(base64.b64encode(content).decode()) == [f'"{text}"', True, True]


@pytest.mark.parametrize(
    "text", ["@outer::@inner", "[@a::@b::@c, @d]", '{of = @"a b"::@c}', "vector<2x!llvm.ptr<3>>"]
)
def test_nested_symbols_and_vectors_of_pointers_are_read_and_written(bindings: Bindings, text: str) -> None:
    program = f"module attributes {{x.y = {text}}} {{\n}}\n"
    assert bindings.through_bytecode(program) == program


def test_the_locations_of_a_kernel_are_stored_beside_it(bindings: Bindings) -> None:
    places, left = bindings.kernel_locations()
    lines = ["1:2", "3:0", "3:0", "4:0"]
    assert (places, left) == ([f'loc("kernel.py":{line})' for line in lines], ["loc(unknown)"])


def test_an_alias_of_a_location_has_any_name(bindings: Bindings) -> None:
    text = (IR / "passes" / "locations.mlir").read_text()
    printed = (PROGRAMS / "locations.debug.mlir").read_text()
    assert bindings.show(text, enable_debug_info=True) == printed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("func.func @f( {", "MLIRError"),
        ("func.func @f() { %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32> return }", "MLIRError"),
        ("func.func @f() -> tensor<f32> { return %x : tensor<f32> }", "undeclared SSA value"),
        ("#loc = loc(\n", "MLIRError"),
        ("\0", "MLIRError"),
        ("func.func @f(%a: tensor<2xf32) { return }", "MLIRError"),
        ('"func.return"() {a = #here} : () -> ()\n#here = loc("x")', "#here is a location"),
        ('#one = 1 : i32\n"func.return"() : () -> () loc(#one)', "#one is not a location"),
        ("func.func @f() { %0 = stablehlo.constant dense<1> : i32 return }", "wanted a type with a shape"),
    ],
)
def test_text_that_is_no_program_is_refused(bindings: Bindings, text: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        bindings.show(text)
    assert str(refused.value).startswith("MLIRError")
    assert says in str(refused.value)


def _in_function(line: str) -> str:
    arguments = "%a: tensor<3xf32>, %b: tensor<2x3xf32>, %t: !stablehlo.token"
    return f"func.func @main({arguments}) {{ {line} return }}"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "%0 = stablehlo.add %a, %a : tensor<4xf32>",
            "'%a' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<3xf32>'",
        ),
        (
            '%0 = "stablehlo.add"(%a, %a) : (tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>',
            "use of value '%a'",
        ),
        (
            '%0 = "stablehlo.add"(%a, %a) : (tensor<3xf32>) -> tensor<3xf32>',
            "expected 2 operand types but had 1",
        ),
        ("%0 = stablehlo.slice %a [0:1] : (tensor<4xf32>) -> tensor<1xf32>", "use of value '%a'"),
        ("%0 = stablehlo.custom_call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>", "use of value '%a'"),
        (
            "%0 = stablehlo.compare LT, %a, %a : (tensor<3xf32>, tensor<3xi32>) -> tensor<3xi1>",
            "use of value",
        ),
        ("%0:2 = stablehlo.add %a, %a : tensor<3xf32>", "defines 1 results but was provided 2 to bind"),
        ("%a = stablehlo.add %a, %a : tensor<3xf32>", "redefinition of SSA value '%a'"),
        ("%0 = stablehlo.constant dense<0x1FF> : tensor<i8>", "integer constant out of range"),
        ("%0 = stablehlo.constant dense<1.0> : tensor<complex<f32>>", "parsed 1 elements"),
        ("%0 = stablehlo.constant dense<[1, 2]> : tensor<2x1xi32>", "inferred shape of elements literal"),
        ("%0 = stablehlo.add %a, %a {x = 1 : i32,} : tensor<3xf32>", "expected attribute name"),
        ("%0 = stablehlo.add %a, %a {x = -1 : ui8} : tensor<3xf32>", "negative integer literal"),
        (
            '%0 = "stablehlo.reshape"(%a) <{lower = true}> : (tensor<3xf32>) -> tensor<3x1xf32>',
            "this operation has empty properties",
        ),
        (
            '%0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, '
            "is_host_transfer = true}> : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token",
            "channel_type should be DEVICE_TO_HOST when is_host_transfer is true",
        ),
        (
            '%0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>}> '
            ": (tensor<3xf32>) -> tensor<3xf32>",
            "64-bit signless integer elements",
        ),
        (
            '%0 = "stablehlo.reduce"(%b, %a) <{dimensions = array<i64: 0, 1>}> ({ ^bb0(%x: tensor<3xf32>, '
            "%y: tensor<3xf32>): stablehlo.return %x : tensor<3xf32> }) : (tensor<2x3xf32>, tensor<3xf32>) -> "
            "tensor<f32>",
            "not of the input's sizes",
        ),
        (
            "%0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<1xi64>], "
            "result_layouts = [dense<0> : tensor<1xi64>]} : (tensor<3xf32>) -> tensor<3xf32>",
            "1D tensor of index type",
        ),
        (
            '%0:2 = "chlo.scan"(%b, %a) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 1>, '
            "resultSegmentSizes = array<i32: 1, 1>}> ({ ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>): "
            "stablehlo.return %x, %y : tensor<3xf32>, tensor<3xf32> }) : (tensor<2x3xf32>, tensor<3xf32>) -> "
            "(tensor<2x3xf32>, tensor<3xf32>)",
            "operand count (2) does not match with the total size (3)",
        ),
        (
            '%0:2 = "chlo.scan"(%b, %a) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, '
            "resultSegmentSizes = array<i32: 1, 1>}> ({ ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>): "
            "stablehlo.return %x, %y : tensor<3xf32>, tensor<3xf32> }) : (tensor<2x3xf32>, tensor<3xf32>) -> "
            "(tensor<2x3xf32>, tensor<3xf32>)",
            "operand and body argument 0 are incompatible",
        ),
    ],
)
def test_operations_that_upstreams_jaxlib_refuses_are_refused(
    bindings: Bindings, line: str, says: str
) -> None:
    with pytest.raises(Refused) as refused:
        bindings.show(_in_function(line))
    assert str(refused.value).startswith("MLIRError")
    assert says in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        '%0:2 = "stablehlo.custom_call"(%a) {call_target_name = "f"} : (tensor<3xf32>) -> (tensor<3xf32>, '
        "tensor<3xf32>) %1 = stablehlo.add %0, %0#1 : tensor<3xf32>",
        '%0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[7, 1]]> : tensor<1x2xi64>}> '
        ": (tensor<3xf32>) -> tensor<3xf32>",
        "%0 = stablehlo.constant dense<1.0> : tensor<f32> %1 = stablehlo.convert %a : (tensor<3xf32>) -> "
        "tensor<3xf16> %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.add across dimensions = [0] : "
        "(tensor<3xf16>, tensor<f32>) -> tensor<f16>",
    ],
)
def test_operations_that_upstreams_jaxlib_accepts_are_accepted(bindings: Bindings, line: str) -> None:
    bindings.show(_in_function(line))


def test_a_constant_that_is_not_a_tensor_is_refused_and_printed(bindings: Bindings) -> None:
    line = '%0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> !stablehlo.token'
    with pytest.raises(Refused, match=r"see current operation: %0 = .stablehlo\.constant.") as refused:
        bindings.show(f"module {{\n  {line}\n}}")
    assert str(refused.value).startswith("MLIRError")


def test_every_expected_text_belongs_to_a_program() -> None:
    texts = {path.name.partition(".")[0] for path in EXPECTED.glob("*.mlir")}
    programs = {path.name.partition(".")[0] for folder in ("programs", "rules", "passes") for path in
                Path(IR, folder).glob("*.mlir")}  # fmt: skip
    assert texts <= programs
