"""Programs as text: locations and errors of what is parsed, custom forms, and the options of printing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import arith, func  # noqa: F401 - their operations are registered


@pytest.fixture
def context() -> Iterator[Any]:
    with mlir.make_ir_context() as context, ir.Location.unknown():
        yield context


@pytest.mark.usefixtures("context")
def test_what_is_parsed_is_located_in_the_text() -> None:
    module: Any = ir.Module.parse(
        "\nfunc.func @f(%x: tensor<2xf32>) {\n  %y = stablehlo.abs %x : tensor<2xf32>\n return }"
    )
    function = module.body.operations[0]
    block = function.regions[0].blocks[0]
    places = [str(op.location) for op in (module.operation, function, *block.operations)]
    assert places == ['loc("-":0:0)', 'loc("-":2:1)', 'loc("-":3:8)', 'loc("-":4:2)']
    assert str(block.arguments[0].location) == 'loc("-":2:14)'
    named: Any = ir.Operation.parse("func.func private @f()", source_name="file")
    assert str(named.location) == 'loc("file":1:1)'
    text = '%0 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32> loc("here")'
    assert str(ir.Operation.parse(text).operation.location) == 'loc("here")'


ERRORS: dict[str, list[tuple[str, str]]] = {
    "module": [
        ("func.func @f( {", '"-":1:14: expected non-function type'),
        ("module {", '"-":1:7: expected operation name in quotes'),
        ("bar", "\"-\":1:1: custom op 'bar' is unknown (tried 'builtin.bar' as well)"),
        ("func.func @f() {\n bar\n}", "\"-\":2:2: custom op 'bar' is unknown (tried 'func.bar' as well)"),
        ("foo.bar", "\"-\":1:1: Dialect `foo' not found for custom op 'foo.bar' "),
        ("func.func @f() {\n  return %z : i32\n}", '"-":2:10: use of undeclared SSA value name'),
        (
            "func.func @f(%x: f32) {\n %y = stablehlo.add %x, %x : tensor<f32>\n return\n}",
            "\"-\":2:21: use of value '%x' expects different type than prior uses: 'tensor<f32>' vs 'f32'",
        ),
        (
            'func.func @f(%x: f32) {\n "stablehlo.add"(%x, %x) : (f32) -> f32\n return\n}',
            '"-":2:28: expected 2 operand types but had 1',
        ),
        (
            "func.func @f(%x: f32) -> i32 {\n return %x : f32\n}",
            "\"-\":2:2: type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f",
        ),
        (
            '"stablehlo.add"() : () -> tensor<f32>',
            "\"-\":1:1: 'stablehlo.add' op expected 2 operands, but found 0",
        ),
    ],
    "attribute": [
        ("foo", '"foo":1:1: expected attribute value'),
        ("dense<1>", "\"dense<1>\":1:8: expected ':'"),
        ("1 2", "\"1 2\":1:3: found trailing characters: '2'"),
        ("300 : i8", '"300 : i8":1:1: integer constant out of range for attribute'),
        ("1 : tensor<2xf32>", '"1 : tensor<2xf32>":1:1: integer literal not valid for specified type'),
        (
            "dense<[1,2]> : tensor<3xi32>",
            '"dense<[1,2]> : tensor<3xi32>":1:1: '
            "inferred shape of elements literal ([2]) does not match type ([3])",
        ),
    ],
    "type": [
        ("foo", '"foo":1:1: expected non-function type'),
        ("tensor<", '"tensor<":1:7: expected non-function type'),
        ("i99999999", '"i99999999":1:1: integer bitwidth is limited to 16777215 bits'),
        ("vector<0xf32>", '"vector<0xf32>":1:1: vector types must have positive constant sizes but got 0'),
    ],
}
PARSERS: dict[str, Callable[[str], Any]] = {
    "module": ir.Module.parse,
    "attribute": ir.Attribute.parse,
    "type": ir.Type.parse,
}


@pytest.mark.parametrize(
    ("kind", "text", "why"), [(kind, text, why) for kind, cases in ERRORS.items() for text, why in cases]
)
@pytest.mark.usefixtures("context")
def test_an_error_says_where_it_is(kind: str, text: str, why: str) -> None:
    with pytest.raises(ir.MLIRError) as raised:
        PARSERS[kind](text)
    failed, first, *_ = str(raised.value).split("\n")
    assert failed.startswith(f"Unable to parse {kind}")
    assert first == f"error: {why}"
    error: Any = raised.value
    assert error.message == failed.removesuffix(":")
    assert (
        first
        == f"error: {str(error.error_diagnostics[0].location)[4:-1]}: {error.error_diagnostics[0].message}"
    )
    assert error.error_diagnostics[0].severity is ir.DiagnosticSeverity.ERROR


def test_unregistered_dialects_are_refused_unless_allowed(context: Any) -> None:
    for parse, text in (
        (ir.Operation.parse, '"no.op"() : () -> ()'),
        (ir.Type.parse, "!no.type"),
        (ir.Attribute.parse, "#no.attribute"),
    ):
        with pytest.raises(ir.MLIRError, match="unregistered dialect"):
            parse(text)
        context.allow_unregistered_dialects = True
        assert str(parse(text)).strip() == text
        context.allow_unregistered_dialects = False
    context.allow_unregistered_dialects = True
    assert isinstance(ir.Type.parse("!no.type"), ir.OpaqueType)
    assert isinstance(ir.Attribute.parse("#no.attribute"), ir.OpaqueAttr)


KERNEL = """func.func @f(%a: i32, %x: f32, %c: i1, %i: index, %m: memref<4x?xf32>, %v: vector<4xf32>) -> i32 {
  %0 = arith.addi %a, %a overflow<nsw> : i32
  %1 = arith.cmpi slt, %a, %0 : i32
  %2 = arith.select %1, %a, %0 : i32
  %3 = arith.truncf %x : f32 to f16
  %4 = math.exp %x fastmath<fast> : f32
  %5 = memref.load %m[%i, %i] : memref<4x?xf32>
  memref.store %5, %m[%i, %i] : memref<4x?xf32>
  %6 = vector.reduction <add>, %v : vector<4xf32> into f32
  %7 = arith.constant dense<1.0> : vector<4xf32>
  %8 = scf.for %j = %i to %i step %i iter_args(%q = %a) -> (i32) {
    %s = arith.addi %q, %a : i32
    scf.yield %s : i32
  }
  scf.if %c {
    %z = arith.negf %x : f32
  }
  %9 = scf.while (%q = %a) : (i32) -> i32 {
    scf.condition(%c) %q : i32
  } do {
  ^bb0(%q: i32):
    scf.yield %q : i32
  }
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%r: i32):
  return %r : i32
^bb2:
  return %2 : i32
}"""


@pytest.mark.usefixtures("context")
def test_custom_forms_of_kernels_are_parsed() -> None:
    module: Any = ir.Module.parse(KERNEL)
    shown = str(module)
    for line in (
        "%0 = arith.addi %arg0, %arg0 overflow<nsw> : i32",
        "%5 = memref.load %arg4[%arg3, %arg3] : memref<4x?xf32>",
        "%cst = arith.constant dense<1.000000e+00> : vector<4xf32>",
        "cf.cond_br %arg2, ^bb1(%arg0 : i32), ^bb2",
    ):
        assert line in shown
    generic = module.operation.get_asm(print_generic_op_form=True)
    assert '"arith.cmpi"(%arg0, %0) <{predicate = 2 : i64}> : (i32, i32) -> i1' in generic
    assert '"math.exp"(%arg1) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32' in generic
    assert str(ir.Module.parse(shown)) == str(ir.Module.parse(generic)) == shown


PROGRAM = """module {
  func.func @f(%arg0: tensor<2x2xi8>, %arg1: tensor<2xi1>, %arg2: tensor<?xf64>) {
    %c = stablehlo.constant dense<5> : tensor<1xi32>
    %0 = stablehlo.dot %arg0, %arg0, precision = [HIGH, HIGH] : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi8>
    %1 = stablehlo.custom_call @g(%c) {mine = 1 : i32} : (tensor<1xi32>) -> tensor<i32>
    %2 = stablehlo.complex %arg2, %arg2 : tensor<?xcomplex<f64>>
    %3 = stablehlo.select %arg1, %arg2, %arg2 : tensor<2xi1>, tensor<?xf64>
    return
  }
}
"""


@pytest.mark.usefixtures("context")
def test_programs_in_custom_form_keep_their_text() -> None:
    module: Any = ir.Module.parse(PROGRAM.replace("dense<5>", "dense<[5]>"))
    assert str(module) == PROGRAM
    generic = module.operation.get_asm(print_generic_op_form=True)
    assert '"stablehlo.custom_call"(%0) <{call_target_name = "g"}> {mine = 1 : i32}' in generic


LOCATED = """module {
  func.func @f(%x: i32 loc("n")) {
    %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32> loc("c"("f":1:2))
    return loc(unknown)
  }
}"""


@pytest.mark.usefixtures("context")
def test_options_of_printing() -> None:
    operation: Any = ir.Module.parse(LOCATED).operation
    local = operation.get_asm(enable_debug_info=True, use_local_scope=True)
    assert 'tensor<3xi32> loc("c"("f":1:2))' in local
    assert "#loc" not in local
    pretty = operation.get_asm(enable_debug_info=True, pretty_debug_info=True)
    assert 'tensor<3xi32> "c"(#loc' in pretty
    assert " = f:1:2\n" in pretty
    assert "return [unknown]\n" in pretty
    assert "@f(%n: i32) {" in operation.get_asm(use_name_loc_as_prefix=True)
    assert "dense_resource<__elided__> : tensor<3xi32>" in operation.get_asm(large_elements_limit=2)


@pytest.mark.usefixtures("context")
def test_blocks_after_a_return_without_values() -> None:
    text = "func.func @f(%c: i1) { cf.cond_br %c, ^bb1, ^bb2\n^bb1:\n return\n^bb2:\n return }"
    module: Any = ir.Module.parse(text)
    blocks = module.body.operations[0].regions[0].blocks
    assert [len(block.operations) for block in blocks] == [1, 1, 1]
    assert [len(list(block.predecessors)) for block in blocks] == [0, 1, 1]
