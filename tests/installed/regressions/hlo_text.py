"""A lowered program as HLO text: what is printed, by default and with each of the options."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax._src.interpreters import mlir
from jaxlib import _hlo, _jax
from jaxlib.mlir import ir

BIG: Any = np.arange(12, dtype=np.float32)


def program(x: Any) -> Any:
    return jax.lax.cond(x > 0, jnp.sin, lambda x: x * 2.5, x) + (x * BIG)[3]


def lowered() -> Any:
    return jax.jit(program).lower(np.float32(3.0))


def body(text: str) -> str:
    """The entry computation's instructions."""
    return text.partition("ENTRY")[2]


def test_the_text_of_a_computation_says_no_more_than_can_be_read_again() -> None:
    text = lowered().compiler_ir("hlo").as_hlo_text()
    assert "ENTRY main." in text
    for unwanted in ("%", "metadata=", "op_name", "FileNames", "-> f32[] {"):
        assert unwanted not in text, text
    assert "constant({...})" in text
    assert text.endswith("}\n\n")


def test_large_constants_are_written_where_they_are_asked_for() -> None:
    computation = lowered().compiler_ir("hlo")
    for text in (computation.as_hlo_text(True), computation.as_hlo_text(print_large_constants=True)):
        assert "constant({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})" in text
        assert "%" not in text
    assert computation.as_hlo_text(True) == lowered().as_text("hlo")


def test_programs_that_differ_in_names_alone_have_one_text() -> None:
    def square(x: Any) -> Any:
        return x * x

    texts = {
        body(jax.jit(f).lower(3).compiler_ir("hlo").as_hlo_text()).partition("{")[2].replace("result", "")
        for f in (square, lambda x: x**2, jnp.square)
    }
    assert len({text.replace("integer_pow", "mul").replace("square", "mul") for text in texts}) == 1, texts


@pytest.mark.parametrize(
    ("option", "value", "wanted", "unwanted"),
    [
        ("print_percent", False, "ENTRY main.", "%"),
        ("print_metadata", False, "ENTRY %main.", "metadata="),
        ("print_large_constants", True, "{0, 1, 2,", "{...}"),
        ("print_operand_shape", True, "compare(f32[] %", "compare(%"),
        ("print_operand_names", False, "compare(, )", "compare(%"),
        ("print_result_shape", False, "= parameter(0)", "= f32[] parameter"),
        ("print_program_shape", False, "ENTRY %main.", "-> f32[]"),
        ("print_extra_attributes", False, "compare(", "direction="),
        ("include_layout_in_shapes", False, "f32[12] constant", "f32[12]{0} constant"),
        ("canonicalize_instruction_names", True, " tmp_0 = ", "%x"),
        ("print_ids", False, "%x = ", "%x."),
    ],
)
def test_an_option_does_what_it_says(option: str, value: bool, wanted: str, unwanted: str) -> None:
    module = lowered().compiler_ir("hlo").as_hlo_module()
    options = _hlo.HloPrintOptions()
    assert getattr(options, option) is not value
    usual = module.to_string(options)
    assert usual == module.to_string()
    setattr(options, option, value)
    text = module.to_string(options)
    assert wanted in text, text
    assert unwanted not in "ENTRY" + body(text), text
    assert unwanted in "ENTRY" + body(usual), usual


def test_the_canonical_form_has_no_names_and_holds_what_is_called() -> None:
    module = lowered().compiler_ir("hlo").as_hlo_module()
    text = module.to_string(_hlo.HloPrintOptions.canonical())
    assert "branch_computations={\n  {\n    tmp_0 = f32[] parameter(0)\n" in text
    other = module.to_string(_hlo.HloPrintOptions.fingerprint())
    assert other.startswith("HloModule , ")
    assert "\nENTRY {\n  tmp_0 = f32[] parameter(0)\n" in other
    assert "2.5" in text
    assert "2.5" not in other


@pytest.mark.by_release
def test_a_total_order_is_named() -> None:
    order = "type=TOTALORDER" if version("jaxlib").startswith("0.10.") else "order=TOTAL"
    text = jax.jit(jnp.sort).lower(jnp.ones(3)).as_text("hlo")
    assert f"direction=LT, {order}" in text


def message_field(tag: int, value: int | bytes) -> bytes:
    """A field of a protobuf message; numbers and lengths are less than 2**14."""

    def number(n: int) -> bytes:
        return bytes([n & 127 | 128, n >> 7])

    if isinstance(value, int):
        return number(tag << 3) + number(value)
    return number(tag << 3 | 2) + number(len(value)) + value


@pytest.mark.since("0.12.0")
@pytest.mark.parametrize(("element", "order"), [(11, ", order=TOTAL"), (4, "")], ids=["f32", "s32"])
def test_a_total_order_that_newer_compilers_state(element: int, order: str) -> None:
    """Their messages have a field for it, also where it is the default order of the element type."""
    field = message_field

    def shape(of: int) -> bytes:
        return field(2, of) + field(5, b"")

    def instruction(identity: int, opcode: bytes, of: int, *more: bytes) -> bytes:
        name = b"%s.%d" % (opcode, identity)
        parts = (field(1, name), field(2, opcode), field(3, shape(of)), field(35, identity), *more)
        return field(2, b"".join(parts))

    operands = [instruction(number, b"parameter", element, field(9, number - 1)) for number in (1, 2)]
    compared = field(36, 1) + field(36, 2) + field(63, b"LT") + field(102, b"TOTAL")
    body = [*operands, instruction(3, b"compare", 1, compared)]
    takes = field(4, field(1, shape(element)) * 2 + field(2, shape(1)) + field(3, b"x") + field(3, b"y"))
    computation = field(1, b"main") + b"".join(body) + takes + field(5, 1) + field(6, 3)
    message = field(1, b"m") + field(2, b"main") + field(3, computation) + takes + field(5, 1) + field(6, 1)
    text = _hlo.HloModule.from_serialized_hlo_module_proto(message).to_string()
    (line,) = (line for line in text.splitlines() if "compare(" in line)
    assert line.endswith(f"direction=LT{order}")


#: A program that pins an array, as jax.new_ref(x, pin=True) does: its buffer is a memref.
PINNED = """
module @m { func.func public @main(%x: tensor<3x4xf32>, %i: tensor<i1>) -> (memref<3x4xf32>, tensor<f32>) {
  %0 = stablehlo.custom_call @Pin(%x) {api_version = 2 : i32, backend_config = ""}
    : (tensor<3x4xf32>) -> memref<3x4xf32>
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %c : memref<3x4xf32>, tensor<f32>
} }
"""


def computation_of(text: str) -> Any:
    with mlir.make_ir_context():
        program = mlir.module_to_bytecode(ir.Module.parse(text))
    return _jax.mlir.mlir_module_to_xla_computation(program, use_tuple_args=False, return_tuple=False)


def test_the_shape_of_a_buffer_is_its_arrays() -> None:
    computation = computation_of(PINNED)
    text = computation.as_hlo_text()
    assert "(f32[3,4]{1,0}, pred[])->(b(f32[3,4]{1,0}), f32[])" in text
    assert '= b(f32[3,4]{1,0}) custom-call(Arg_0.1), custom_call_target="Pin"' in text
    shapes = computation.program_shape()
    assert str(shapes) == "(p0: f32[3,4], p1: pred[]) -> (b(f32[3,4]), f32[])"
    shape = shapes.result_shape().tuple_shapes()[0]
    assert repr(shape) == "b(f32[3,4]{1,0})"
    assert shape.is_array()
    assert not shape.is_tuple()
    assert shape.dimensions() == (3, 4)
    assert shape.element_type() == np.float32
    assert shape.to_serialized_proto().startswith(b"\x10\x22")
    assert shape != shapes.parameter_shapes()[0]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.array([True, False]), "{1, 0}"),
        (np.bool_(True), "true"),
        (np.array([np.nan, np.inf, -np.inf, -0.0, 1e-8, 1 / 3, 0.2, 123456789], np.float32),
         "{nan, inf, -inf, -0, 1e-08, 0.333333343, 0.2, 123456792}"),
        (np.array([1 / 3, 65504, np.nan], np.float16), "{0.33325, 65504, nan}"),
        (jnp.asarray([1 / 3, 3e38], jnp.bfloat16), "{0.334, 3.004e+38}"),
        (np.array([[1.5 + 2j]], np.complex64), "{ {(1.5, 2)} }"),
        (np.array([[1], [2]], np.int8), "{ {1}, {2} }"),
        (np.array([[1, 2], [3, 4]], np.uint16), "{ { 1, 2 }, { 3, 4 } }"),
        (np.zeros((2, 0), np.float32), "{ {}, {} }"),
        (np.arange(4, dtype=np.int32).reshape(1, 2, 1, 2),
         "{ { /*i0=0*/ { /*i1=0*/ { 0, 1 } }, { /*i1=1*/ { 2, 3 } } } }"),
        (jnp.asarray([1, -2], jnp.int4), "{1, -2}"),
        (jnp.asarray([0.1, 240], jnp.float8_e4m3fn), "{0.102, 240}"),
        (jnp.asarray([0.1, 57344], jnp.float8_e5m2), "{0.094, 5.7e+04}"),
        (jnp.asarray([0.5, 6], jnp.float4_e2m1fn), "{0.5, 6}"),
    ],
    ids=str,
)  # fmt: skip
def test_constants(value: Any, text: str) -> None:
    value = np.asarray(value)
    printed = jax.jit(lambda: jnp.asarray(value)).lower().as_text("hlo")
    assert f" constant({text})" in printed, printed


VECTOR: Any = np.ones(5, np.float32)
MATRIX: Any = np.ones((4, 4), np.float32)


@pytest.mark.parametrize(
    ("function", "arguments", "text"),
    [
        (lambda x: jax.lax.top_k(x, 2), [VECTOR], " topk(x.1), k=2, largest=true"),
        (lambda x: jax.lax.reduce_precision(x, 5, 3), [VECTOR], "exponent_bits=5, mantissa_bits=3"),
        (
            lambda x: jax.lax.rng_uniform(x, 1.0, (3,)),
            [0.0],
            "rng(x.1, constant.2), distribution=rng_uniform",
        ),
        (
            lambda key: jax.lax.rng_bit_generator(key, (3,), algorithm=jax.lax.RandomAlgorithm.RNG_PHILOX),
            [np.ones(4, np.uint32)],
            "algorithm=rng_philox",
        ),
        (
            lambda x: x.at[jnp.array([0, 1])].set(1.0, indices_are_sorted=True, unique_indices=True),
            [VECTOR],
            "index_vector_dim=1, indices_are_sorted=true, unique_indices=true, to_apply",
        ),
        (
            lambda x: x.at[jnp.array([0, 1])].get(indices_are_sorted=True),
            [VECTOR],
            "slice_sizes={1}, indices_are_sorted=true",
        ),
        (lambda x: x[1:4:2, 1:3], [MATRIX], "slice={[1:4:2], [1:3:1]}"),
        (
            lambda x: jax.lax.dot(x, x, precision=jax.lax.DotAlgorithmPreset.BF16_BF16_F32_X3),
            [MATRIX],
            "rhs_contracting_dims={0}, algorithm=dot_bf16_bf16_f32_x3",
        ),
        (
            lambda x, y: jax.lax.conv(x, y, (1, 1), "SAME", precision="high"),
            [np.ones((1, 2, 8, 8), np.float32), np.ones((2, 2, 3, 3), np.float32)],
            "dim_labels=bf01_oi01->bf01, operand_precision={high,high}",
        ),
        (
            lambda x: jax.lax.exp(x, accuracy=jax.lax.AccuracyMode.HIGHEST),
            [VECTOR],
            "exponential(x.1), result_accuracy={mode=highest}",
        ),
        (
            lambda x: jax.lax.exp(x, accuracy=jax.lax.Tolerance(1e-3, 1e-4, 2)),
            [VECTOR],
            "result_accuracy={tolerance={atol=0.001,rtol=0.0001,ulps=2}}",
        ),
        (jnp.transpose, [np.ones((2, 3), np.int8)], "(s8[2,3]{1,0})->s8[3,2]{0,1}}"),
        (
            lambda *values: [value + 1 for value in values],
            [1.0] * 7,
            "tuple(add.7, add.8, add.9, add.10, add.11, add.12",
        ),
    ],
)
def test_attributes(function: Any, arguments: list[Any], text: str) -> None:
    printed = jax.jit(function).lower(*arguments).as_text("hlo")
    assert text in printed, printed


@pytest.mark.parametrize(
    ("operation", "takes", "gives", "text"),
    [
        (
            '"stablehlo.batch_norm_inference"(%m, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64}',
            "tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>",
            "tensor<4x4xf32>",
            "epsilon=0.001, feature_index=1",
        ),
        (
            '"stablehlo.triangular_solve"(%m, %m) {left_side = true, lower = false, unit_diagonal = true,'
            " transpose_a = #stablehlo<transpose TRANSPOSE>}",
            "tensor<4x4xf32>, tensor<4x4xf32>",
            "tensor<4x4xf32>",
            "left_side=true, unit_diagonal=true, transpose_a=TRANSPOSE",
        ),
        ('"stablehlo.cholesky"(%m) {lower = true}', "tensor<4x4xf32>", "tensor<4x4xf32>", "lower=true"),
        (
            '"stablehlo.if"(%p) ({ "stablehlo.return"(%v) : (tensor<4xf32>) -> () }, {'
            ' "stablehlo.return"(%v) : (tensor<4xf32>) -> () })',
            "tensor<i1>",
            "tensor<4xf32>",
            "true_computation=region_0.1, false_computation=region_1.2",
        ),
        (
            '"stablehlo.outfeed"(%v, %t) {outfeed_config = "abc"}',
            "tensor<4xf32>, !stablehlo.token",
            "!stablehlo.token",
            'outfeed_shape=(f32[4]{0}), outfeed_config="abc"',
        ),
        (
            '"stablehlo.send"(%v, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>,'
            " is_host_transfer = true}",
            "tensor<4xf32>, !stablehlo.token",
            "!stablehlo.token",
            "channel_id=5, is_host_transfer=true",
        ),
    ],
)
def test_attributes_of_operations_that_jax_does_not_make(
    operation: str, takes: str, gives: str, text: str
) -> None:
    printed = computation_of(f"""module @m {{
      func.func public @main(%m: tensor<4x4xf32>, %p: tensor<i1>, %v: tensor<4xf32>) -> {gives} {{
        %t = stablehlo.create_token : !stablehlo.token
        %0 = {operation} : ({takes}) -> {gives}
        return %0 : {gives}
      }}
    }}""").as_hlo_text()
    assert text in printed, printed


@pytest.mark.only(
    "ours", "upstream", why="jaxlib-cpu's XLA states locations twice, and upstream's jaxlib prints both"
)
def test_a_location_is_in_the_tables_alone() -> None:
    text = jax.jit(jnp.sin).lower(1.0).compile().as_text()
    assert text is not None
    assert "stack_frame_id=" in text
    assert "source_file=" not in text
    assert "\n1 {file_location_id=1 parent_frame_id=1}\n" in text


def nested(x: Any) -> Any:
    def step(carry: Any, row: Any) -> Any:
        return jnp.tanh(carry + row), carry.sum()

    last, sums = jax.lax.scan(step, x[0], x)
    return jax.lax.cond(sums[0] > 0, lambda y: y @ y.T, lambda y: y * 2, x), last


@pytest.mark.parametrize("compiled", [False, True])
def test_a_program_is_a_graph_of_its_instructions(compiled: bool) -> None:
    low = jax.jit(nested).lower(np.ones((3, 3), np.float32))
    computation: Any = low.compiler_ir("hlo")
    graph = computation.as_hlo_dot_graph()
    if compiled:
        (module,) = low.compile().runtime_executable().hlo_modules()
        graph = _hlo.hlo_module_to_dot_graph(module)
    nodes = set(re.findall(r"^(\w+) \[label=", graph, re.MULTILINE))
    edges = re.findall(r"^(\w+) -> (\w+)", graph, re.MULTILINE)
    assert len(nodes) > 15
    assert len(edges) > 15
    assert {end for edge in edges for end in edge} <= nodes
    assert graph.count("subgraph cluster") >= 4
    assert len(re.findall("^}", graph, re.MULTILINE)) == graph.count("subgraph cluster") + 1
    for part in ("digraph G {", "while", "tanh", "<b>Parameter 0</b>", "f32[3,3]{1,0}", "ROOT"):
        assert part in graph
