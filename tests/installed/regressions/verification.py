"""`Operation.verify`: wrong types and calls, uses before definitions and missing terminators are errors."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import pytest
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import func

FLOAT, INT, BOOL = "tensor<2xf32>", "tensor<2xi32>", "tensor<2xi1>"
LONG, DYNAMIC, COMPLEX = "tensor<3xf32>", "tensor<?xf32>", "tensor<2xcomplex<f32>>"
EQUAL = "#stablehlo<comparison_direction EQ>"


def verify(name: str, arguments: list[str], result: str, declared: str | None = None) -> bool:
    """Verify a function of one operation, which returns its result; the function's type may say another."""
    with mlir.make_ir_context(), ir.Location.name("here"):
        module = ir.Module.create()
        types = [ir.Type.parse(text) for text in arguments]
        with ir.InsertionPoint(module.body):
            kind = ir.FunctionType.get(types, [ir.Type.parse(declared or result)])
            block = func.FuncOp("main", kind).add_entry_block()
        attributes = {"comparison_direction": ir.Attribute.parse(EQUAL)} if name == "compare" else {}
        with ir.InsertionPoint(block):
            operation = ir.Operation.create(
                f"stablehlo.{name}", [ir.Type.parse(result)], list(block.arguments), attributes
            )
            func.ReturnOp(operation.results)
        return bool(module.operation.verify())


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("add", [FLOAT, FLOAT], FLOAT),
        ("add", [FLOAT, DYNAMIC], FLOAT),
        ("add", [DYNAMIC, DYNAMIC], LONG),
        ("multiply", [COMPLEX, COMPLEX], COMPLEX),
        ("negate", [INT], INT),
        ("sign", [FLOAT], DYNAMIC),
        ("compare", [FLOAT, DYNAMIC], BOOL),
    ],
)
def test_types_that_match_are_accepted(name: str, arguments: list[str], result: str) -> None:
    assert verify(name, arguments, result) is True


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("add", [FLOAT, INT], FLOAT),
        ("add", [FLOAT, FLOAT], INT),
        ("add", [FLOAT, LONG], FLOAT),
        ("add", [FLOAT, FLOAT], LONG),
        ("subtract", [FLOAT, FLOAT], COMPLEX),
        ("negate", [INT], FLOAT),
        ("tanh", [LONG], FLOAT),
        ("compare", [FLOAT, INT], BOOL),
        ("compare", [FLOAT, LONG], BOOL),
    ],
)
def test_types_that_do_not_match_are_refused(name: str, arguments: list[str], result: str) -> None:
    with pytest.raises(ir.MLIRError, match="Verification failed") as raised:
        verify(name, arguments, result)
    assert [str(diagnostic.location) for diagnostic in raised.value.error_diagnostics] == ['loc("here")']


ORDER, NONE = "dense<[1, 0]> : tensor<2xindex>", "dense<> : tensor<0xindex>"


def laid_out(kind: str, order: str) -> bool:
    """Verify a custom call that asks for an order of its operand's dimensions."""
    call = (
        f"stablehlo.custom_call @f(%a) {{operand_layouts = [{order}], result_layouts = []}} : ({kind}) -> ()"
    )
    with mlir.make_ir_context():
        module = ir.Module.parse(f"func.func public @main(%a: {kind}) {{ {call} return }}")
        return bool(module.operation.verify())


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("tensor<2x3xf32>", ORDER),
        ("tensor<?x?xf32>", ORDER),
        ("tensor<?x3xf32, #stablehlo.bounds<4, ?>>", ORDER),
        ("tensor<*xf32>", ORDER),
        ("memref<2x3xf32>", ORDER),
        ("!stablehlo.token", NONE),
    ],
)
def test_a_custom_call_may_ask_for_a_layout_of_any_shape(kind: str, order: str) -> None:
    assert laid_out(kind, order) is True


@pytest.mark.parametrize(
    ("kind", "order", "message"),
    [
        ("tensor<?x?x?xf32>", ORDER, r"must be a permutation of \[0, 3\)"),
        ("tensor<?x?xf32>", "dense<0> : tensor<2xindex>", r"must be a permutation of \[0, 2\)"),
        ("!stablehlo.token", ORDER, "Only tensor types can have non-empty layout: operand #0"),
        ("tuple<tensor<2xf32>>", NONE, "Tuple types are not fully supported"),
    ],
)
def test_a_layout_of_other_dimensions_is_refused(kind: str, order: str, message: str) -> None:
    with pytest.raises(ir.MLIRError, match=message):
        laid_out(kind, order)


def test_a_function_returns_the_types_that_it_declares() -> None:
    with pytest.raises(ir.MLIRError) as raised:
        verify("add", [FLOAT, FLOAT], FLOAT, declared=INT)
    assert [diagnostic.message for diagnostic in raised.value.error_diagnostics] == [
        f"type of return operand 0 ('{FLOAT}') doesn't match function result type ('{INT}') in function @main"
    ]


def call(callee: str, arguments: list[str], results: list[str]) -> bool:
    """Verify a module with ``f``, of two arguments and one result, and a function that calls."""
    with mlir.make_ir_context(), ir.Location.unknown():
        types = [ir.Type.parse(text) for text in arguments]
        float_, int_ = ir.Type.parse(FLOAT), ir.Type.parse(INT)
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            called = func.FuncOp("f", ir.FunctionType.get([float_, int_], [float_])).add_entry_block()
            caller = func.FuncOp("main", ir.FunctionType.get(types, [])).add_entry_block()
        with ir.InsertionPoint(called):
            func.ReturnOp([called.arguments[0]])
        with ir.InsertionPoint(caller):
            symbol = {"callee": ir.FlatSymbolRefAttr.get(callee)}
            ir.Operation.create(
                "func.call", [ir.Type.parse(text) for text in results], list(caller.arguments), symbol
            )
            func.ReturnOp([])
        return bool(module.operation.verify())


def test_calls_fit_what_they_call() -> None:
    assert call("f", [FLOAT, INT], [FLOAT]) is True


@pytest.mark.parametrize(
    ("callee", "arguments", "results", "message"),
    [
        ("g", [FLOAT, INT], [FLOAT], "'g' does not reference a valid function"),
        ("f", [FLOAT], [FLOAT], "incorrect number of operands for callee"),
        ("f", [FLOAT, INT], [], "incorrect number of results for callee"),
        ("f", [INT, INT], [FLOAT], "operand type mismatch: expected operand type"),
        ("f", [FLOAT, INT], [INT], "result type mismatch at index 0"),
    ],
)
def test_calls_that_do_not_fit_are_refused(
    callee: str, arguments: list[str], results: list[str], message: str
) -> None:
    with pytest.raises(ir.MLIRError, match=message):
        call(callee, arguments, results)


@pytest.mark.parametrize("empty", [True, False])
def test_functions_end_with_a_terminator(empty: bool) -> None:
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.create()
        kind = ir.Type.parse(FLOAT)
        with ir.InsertionPoint(module.body):
            block = func.FuncOp("main", ir.FunctionType.get([kind], [kind])).add_entry_block()
        if not empty:
            with ir.InsertionPoint(block):
                ir.Operation.create("stablehlo.abs", [kind], list(block.arguments))
        with pytest.raises(ir.MLIRError, match="terminator"):
            module.operation.verify()


def loop(block: ir.Block, leaks: bool) -> ir.Value:
    """A loop over the block's argument; returns a value that its body defines, or the argument."""
    kind = block.arguments[0].type
    operation = ir.Operation.create("stablehlo.while", [kind], [block.arguments[0]], regions=2)
    values = []
    for number, region in enumerate(operation.regions):
        inner = region.blocks.append(kind, arg_locs=[ir.Location.unknown()])
        with ir.InsertionPoint(inner):
            if number == 0:
                false = ir.Attribute.parse("dense<false> : tensor<i1>")
                value = ir.Operation.create("stablehlo.constant", [false.type], [], {"value": false}).result
            else:
                value = ir.Operation.create("stablehlo.abs", [kind], [block.arguments[0]]).result
            ir.Operation.create("stablehlo.return", [], [value])
        values.append(value)
    return values[1] if leaks else block.arguments[0]


def late(block: ir.Block) -> ir.Value:
    """A value that is used before it is defined."""
    kind = block.arguments[0].type
    first = ir.Operation.create("stablehlo.abs", [kind], list(block.arguments))
    second = ir.Operation.create("stablehlo.negate", [kind], [first.result])
    first.move_after(second)
    return second.result


@pytest.mark.parametrize(
    ("build", "right"),
    [(lambda block: loop(block, False), True), (lambda block: loop(block, True), False), (late, False)],
    ids=["outer_value", "leaked_value", "late_value"],
)
def test_values_are_defined_where_they_are_used(build: Callable[[ir.Block], ir.Value], right: bool) -> None:
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.create()
        kind = ir.Type.parse(FLOAT)
        with ir.InsertionPoint(module.body):
            block = func.FuncOp("main", ir.FunctionType.get([kind], [kind])).add_entry_block()
        with ir.InsertionPoint(block):
            func.ReturnOp([build(block)])
        if right:
            assert module.operation.verify() is True
            return
        with pytest.raises(ir.MLIRError, match="operand #0 does not dominate this use"):
            module.operation.verify()


def test_a_wrong_lowering_rule_is_a_value_error() -> None:
    wrong = Primitive("wrong_sum")
    wrong.def_abstract_eval(lambda x, y: x)
    mlir.register_lowering(
        wrong,
        lambda _, x, y: ir.Operation.create("stablehlo.add", [x.type], [x, y]).results,
    )
    with pytest.raises(ValueError, match="Cannot lower jaxpr with verifier errors"):
        jax.jit(wrong.bind).lower(jnp.ones(2), jnp.ones(2, jnp.int32))


ONE = "func.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {{\n {}\n return %arg0 : tensor<2xf32>\n}}\n"
CALLED = "func.func private @g(%arg0: tensor<3xf32>) -> tensor<3xf32> {\n return %arg0 : tensor<3xf32>\n}\n"
MESH = 'sdy.mesh @m = <["x"=2]>\n'
LOOP = """%0 = "stablehlo.reduce"(%arg0, %arg0) <{{dimensions = array<i64: 0>}}> ({{
^bb0(%a: tensor<{0}>, %b: tensor<{0}>):
  %1 = stablehlo.add %a, %b : tensor<{0}>
  "stablehlo.return"(%1) : (tensor<{0}>) -> ()
}}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"""


def manual(inner: str) -> str:
    """A manual computation over one axis of two devices, whose values inside have that type."""
    return MESH + ONE.format(
        '%0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] '
        f'manual_axes={{"x"}} (%arg1: {inner}) {{ sdy.return %arg1 : {inner} }} : (tensor<2xf32>) -> tensor<2xf32>'
    )


def parsed(text: str) -> None:
    with mlir.make_ir_context(), ir.Location.unknown():
        ir.Module.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "%0 = stablehlo.transpose %arg0, dims = [0] : (tensor<2xf32>) -> tensor<2xf32>",
        "%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>",
        "%0 = stablehlo.slice %arg0 [0:1] : (tensor<2xf32>) -> tensor<1xf32>",
        "%0 = stablehlo.custom_call @f(%arg0) : (tensor<2xf32>) -> !stablehlo.token",
        'sdy.sharding_constraint %arg0 <mesh<["x"=2]>, [{"x"}]> : tensor<2xf32>',
    ],
)
def test_operations_that_are_right_are_parsed(text: str) -> None:
    parsed(ONE.format(text))


@pytest.mark.parametrize(
    "text",
    [
        "%0 = stablehlo.transpose %arg0, dims = [1] : (tensor<2xf32>) -> tensor<2xf32>",
        "%0 = stablehlo.transpose %arg0, dims = [0] : (tensor<2xf32>) -> tensor<3xf32>",
        "%0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<2xf32>) -> tensor<3x2xf32>",
        "%0 = stablehlo.slice %arg0 [0:3] : (tensor<2xf32>) -> tensor<3xf32>",
        "%0 = stablehlo.reshape %arg0 : (tensor<2xf32>) -> tensor<3xf32>",
        "%0 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>",
        "%0 = stablehlo.popcnt %arg0 : tensor<2xf32>",
        "%0 = stablehlo.iota dim = 1 : tensor<2xf32>",
        "%0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : "
        "(tensor<2xf32>, tensor<2xf32>) -> tensor<f32>",
        LOOP.format("f32").replace("tensor<2xf32>) -> tensor<f32>", "tensor<2xf32>) -> tensor<2xf32>"),
        LOOP.format("i32"),
        "%0 = stablehlo.reduce_precision %arg0, format = e0m1 : tensor<2xf32>",
        '%0 = "stablehlo.nothing"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>',
        '%0 = sdy.sharding_constraint %arg0 <@m, [{"x"}]> : tensor<2xf32>',
        "return %arg0 : tensor<2xf32>",
        "%0 = stablehlo.constant dense<300> : tensor<i8>",
        "%0 = stablehlo.constant dense<1.5> : tensor<i8>",
        "%0 = stablehlo.constant dense<1> : tensor<f32>",
        "%0 = stablehlo.constant dense<-1> : tensor<ui8>",
        "%0 = stablehlo.constant dense<2> : tensor<i1>",
        "%0 = stablehlo.abs %arg0 : tensor<2xf32>\n %0 = stablehlo.abs %arg0 : tensor<2xf32>",
        "func.func @inner() { return }",
    ],
)
def test_operations_that_are_wrong_are_refused(text: str) -> None:
    with pytest.raises(ir.MLIRError):
        parsed(ONE.format(text))


@pytest.mark.parametrize(
    "text",
    [
        CALLED + CALLED,
        MESH + MESH,
        "func.func @declared()",
        "func.func private @f(tensor<2xtensor<2xf32>>)",
        "func.func private @f(tensor<99999999999999999999xf32>)",
        "func.func private @f(tensor<2xi16777216>)",
        "func.return",
        MESH + ONE.format('%0 = sdy.sharding_constraint %arg0 <@m, [{"y"}]> : tensor<2xf32>'),
        MESH + ONE.format('%0 = sdy.sharding_constraint %arg0 <@m, [{"x"}, {}]> : tensor<2xf32>'),
        manual("tensor<2xf32>"),
        CALLED
        + ONE.format(
            '%0 = stablehlo.composite "a.b" %arg0 {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>'
        ),
    ],
)
def test_modules_that_are_wrong_are_refused(text: str) -> None:
    with pytest.raises(ir.MLIRError):
        parsed(text)


def test_a_manual_computation_of_local_shapes_is_parsed() -> None:
    parsed(manual("tensor<1xf32>"))


def test_an_operation_without_results_may_be_on_one_device() -> None:
    """As the callbacks of `jax.debug.print` in a shard_map are."""
    parsed(
        "sdy.mesh @one = <[], device_ids=[0]>\n"
        + ONE.format(
            '"stablehlo.custom_call"(%arg0) <{call_target_name = "f", has_side_effect = true}> {sdy.sharding = '
            "#sdy.sharding_per_value<[<@one, []>]>} : (tensor<2xf32>) -> ()"
        )
    )


@pytest.mark.parametrize(
    "kind", ["memref<2xf32>", "!stablehlo.future<tensor<2xf32>>", "tuple<tensor<2xf32>>"]
)
@pytest.mark.parametrize("name", ["custom_call", "while", "sharding_constraint"])
def test_values_that_are_not_tensors(name: str, kind: str) -> None:
    """Loops may carry memrefs, and custom calls take futures, such as control dependencies."""
    operations = {
        "custom_call": '"stablehlo.custom_call"(%x) {call_target_name = "x"} : (KIND) -> ()',
        "while": """"stablehlo.while"(%x) ({
            ^bb0(%a: KIND):
              %c = stablehlo.constant dense<true> : tensor<i1>
              "stablehlo.return"(%c) : (tensor<i1>) -> ()
            }, {
            ^bb0(%a: KIND):
              "stablehlo.return"(%a) : (KIND) -> ()
            }) : (KIND) -> KIND""",
        "sharding_constraint": """"sdy.sharding_constraint"(%x)
            <{sharding = #sdy.sharding<@m, [{}]>}> : (KIND) -> KIND""",
    }
    text = f'sdy.mesh @m = <["a"=2]> func.func @main(%x: KIND) {{ %0 = {operations[name]} return }}'
    if name == "custom_call":
        text = text.replace("%0 = ", "")
    accepted = (name, kind.partition("<")[0]) not in {
        ("while", "!stablehlo.future"),
        ("while", "tuple"),
        ("sharding_constraint", "!stablehlo.future"),
    }
    with mlir.make_ir_context(), ir.Location.unknown():
        if accepted:
            assert ir.Module.parse(text.replace("KIND", kind)).operation.verify()
        else:
            with pytest.raises(ir.MLIRError):
                ir.Module.parse(text.replace("KIND", kind))
