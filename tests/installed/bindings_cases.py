"""The cases of jaxlib (bindings-only), run in an environment with unmodified jax; each function asserts one."""

from __future__ import annotations

import gc
import pickle
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from bindings_run import run
from jax._src.interpreters import mlir
from jaxlib import _jax, _native, utils, weakref_lru_cache, xla_client
from jaxlib._missing import NotInBindings
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

#: What jax says of an operation, and no artifact does, since it is the default.
DEFAULTS = (", precision = [DEFAULT, DEFAULT]", ", indices_are_sorted = false")


def refused(use: Callable[[], object], kind: str, words: str) -> None:
    """Assert that ``use()`` raises an error of the type named ``kind`` whose message contains ``words``."""
    try:
        use()
    except Exception as error:
        caught: Exception | None = error
    else:
        caught = None
    assert caught is not None, f"no error, where {words!r} was to be said"
    assert type(caught).__name__ == kind, repr(caught)
    assert words in str(caught), caught


def jaxlib_is_the_bindings() -> None:
    from importlib import metadata

    assert metadata.version("jaxlib").endswith("+bindings")
    assert "jax_common" not in Path("/proc/self/maps").read_text()
    assert jax.devices()[0].platform == "cpu"
    # All that the native module has is under upstream's names.
    for native, module in (
        (_native.jax, _jax),
        (_native.utils, utils),
        (_native.weakref_lru_cache, weakref_lru_cache),
    ):
        assert {name for name in vars(native) if not name.startswith("__")} <= {*vars(module)}


def the_plugin_is_asked_for_what_jaxlib_would_ask_for() -> None:
    # The library by itself loses NaN, and leaves sums to XLA's own loops.
    x, one = jnp.array([jnp.nan, 1.0, 2.0]), jnp.ones(3)
    np.testing.assert_array_equal(jnp.maximum(one, x), [np.nan, 1, 2])
    np.testing.assert_array_equal(
        [x.max(), x.min(), jax.jit(lambda y: jnp.clip(y, 0, 1))(x)[0]], [np.nan] * 3
    )
    compiled = jax.jit(lambda y: y.sum(1)).lower(jnp.ones((256, 256))).compile()
    assert "ynn_fusion" in compiled.as_text()
    # What is stated for one program counts.
    fast = {"xla_cpu_enable_fast_min_max": True}
    np.testing.assert_array_equal(jax.jit(jnp.max).lower(x).compile(fast)(x), 2)


def jit_and_its_cache() -> None:
    traced = []

    @jax.jit
    def f(x: jax.Array, *, k: int = 1) -> jax.Array:
        traced.append(1)
        return x * 2 + k

    value: Any
    for value in (np.ones(3, np.float32), jnp.ones(3), jnp.ones(3)):
        np.testing.assert_array_equal(f(value), [3, 3, 3])
    assert len(traced) == 1
    assert f(1).weak_type
    assert f(1.0).dtype == jnp.float32
    assert len(traced) == 3
    np.testing.assert_array_equal(f(jnp.ones(2), k=5), [7, 7])
    f.clear_cache()
    assert f._cache_size() == 0
    g = jax.jit(lambda x, n: x * n, static_argnums=1)
    assert g(3, 4) == 12
    refused(lambda: g(3, []), "ValueError", "Non-hashable static arguments")


def derivatives() -> None:
    assert np.isclose(jax.grad(lambda x: jnp.sin(x) ** 2)(0.5), np.sin(1.0))
    hessian = jax.hessian(lambda v: (v**3).sum())(jnp.arange(1.0, 3.0))
    np.testing.assert_allclose(hessian, np.diag([6.0, 12.0]))
    a, b = np.random.rand(5, 2, 3), np.random.rand(5, 3, 4)
    np.testing.assert_allclose(jax.vmap(jnp.matmul)(a, b), a @ b, rtol=1e-5)


def control_flow() -> None:
    carry, ys = jax.lax.scan(lambda c, x: (c + x, c * x), 0.0, jnp.arange(5.0))
    assert carry == 10
    np.testing.assert_array_equal(ys, [0, 0, 2, 9, 24])
    assert jax.lax.while_loop(lambda c: c < 10, lambda c: c + 3, 0) == 12
    assert jax.lax.cond(False, lambda x: x, lambda x: -x, 3.0) == -3
    assert jax.lax.switch(1, [jnp.sin, jnp.cos], 0.0) == 1
    gradient = jax.grad(lambda x: jax.lax.fori_loop(0, 3, lambda i, c: c * x, 1.0))(2.0)
    assert gradient == 12


def random_is_as_ever() -> None:
    key = jax.random.key(0)
    np.testing.assert_allclose(jax.random.normal(key, (3,)), [1.6226422, 2.0252647, -0.43359444], rtol=1e-6)
    assert jax.random.permutation(key, 10).sum() == 45


def element_types() -> None:
    for name in (
        "bool",
        "int4",
        "int8",
        "uint32",
        "float16",
        "bfloat16",
        "float8_e4m3fn",
        "float32",
        "complex64",
    ):
        dtype = jnp.dtype(name)
        np.testing.assert_array_equal(np.asarray(jnp.ones((2, 3), dtype)), np.ones((2, 3), dtype))
    with jax.enable_x64(True):
        assert (jnp.arange(3.0) + 2**-40).dtype == jnp.float64
    strided: Any = np.arange(12.0, dtype=np.float32).reshape(3, 4)[::-1, ::2]
    np.testing.assert_array_equal(jax.jit(lambda x: x)(strided), strided)
    np.testing.assert_array_equal(jax.jit(lambda: jnp.asarray(strided) + 0)(), strided)


def operations_newer_than_the_plugin() -> None:
    with jax.enable_x64(True):
        for name in ("uint8", "int16", "uint32", "int64", "uint64"):
            limits = np.iinfo(name)
            a = np.array([limits.min, limits.max, limits.max // 3, 7], name)
            b = np.array([limits.max, limits.max, 5, limits.min], name)
            wanted = [(int(x) * int(y)) >> limits.bits for x, y in zip(a, b, strict=True)]
            assert np.asarray(jax.lax.mulhi(a, b)).tolist() == wanted, name
    assert abs(jnp.array(3 + 4j)) == 5  # of complex numbers, real ones


def arrays() -> None:
    x = jnp.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(x)), x)
    assert repr(x).startswith("Array([[0., 1., 2.]")
    assert isinstance(x, jax.Array)
    assert memoryview(x).shape == (2, 3)
    donated = jnp.ones(3)
    jax.jit(lambda y: y + 1, donate_argnums=0)(donated)
    assert donated.is_deleted()
    refused(lambda: donated + 1, "RuntimeError", "Array has been deleted")

    same: Any = np.ones(3, np.float32)
    assert len(jax.make_jaxpr(lambda: (jnp.array(same), jnp.sum(same), same))().consts) == 1
    wide = np.ones(3)
    with jax.enable_x64(True):
        assert jax.make_jaxpr(lambda: jnp.array(wide))().out_avals[0].dtype == np.float64
    assert jax.make_jaxpr(lambda: jnp.array(wide))().out_avals[0].dtype == np.float32


def trees() -> None:
    tree = {"b": (1, [2, None]), "a": {"c": 3}}
    leaves, structure = jax.tree.flatten(tree)
    assert leaves == [3, 1, 2]
    assert str(structure) == "PyTreeDef({'a': {'c': *}, 'b': (*, [*, None])})"
    assert jax.tree.unflatten(structure, leaves) == tree
    assert pickle.loads(pickle.dumps(structure)) == structure
    paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(tree)]
    assert paths == ["['a']['c']", "['b'][0]", "['b'][1][0]"]


def linear_algebra() -> None:
    a = np.random.rand(4, 4).astype(np.float32)
    u, s, v = jnp.linalg.svd(a)
    np.testing.assert_allclose((u * s) @ v, a, atol=1e-5)
    np.testing.assert_allclose(jnp.fft.fft(a), np.fft.fft(a), atol=1e-4)
    b: Any = (np.eye(4) * 2 + np.triu(a) * 1j).astype(np.complex64)
    solved = jax.lax.linalg.triangular_solve(b, a.astype(np.complex64), left_side=True, conjugate_a=True)
    np.testing.assert_allclose(b.conj() @ solved, a, atol=1e-4)


def a_plugins_errors_are_jaxs() -> None:
    lowered = jax.jit(lambda x: x).lower(1.0)
    refused(
        lambda: lowered.compile(compiler_options={"xla_no_such_option": 1}),
        "JaxRuntimeError",
        "xla_no_such_option",
    )


def what_is_missing_says_so() -> None:
    for use in (
        lambda: mlir.ir.Module.parse("func.func @f() { gpu.barrier return }"),
        lambda: mlir.ir.Module.parse("func.func @f() { stablehlo.sort dimension = 0 }"),
        lambda: passmanager.PassManager.parse("builtin.module(sdy-close-shardings)"),
    ):
        with mlir.make_ir_context():
            refused(use, "NotInBindings", "pip install")


def programs_are_written_and_read() -> None:
    def f(x: jax.Array) -> Any:
        return jnp.tan(x) @ x.T, jax.lax.scan(lambda c, r: (c + r, c * r), x[0], x), x[jnp.array([1, 0])]

    lowered = jax.jit(f).lower(jnp.ones((2, 3)))
    assert "jit(f)/tan" in lowered.as_text(debug_info=True)
    with mlir.make_ir_context():
        module = lowered.compiler_ir()
        text = module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True)
        for form in (text, mlir.module_to_bytecode(module)):
            again = mlir.ir.Module.parse(form).operation
            assert again.get_asm(print_generic_op_form=True, enable_debug_info=True) == text
        for version in ("1.17.0", "1.13.3", "1.4.0"):
            artifact = stablehlo.serialize_portable_artifact(module, version)
            assert artifact.startswith(b"ML\xefR\x0dStableHLO_v" + version.encode())
            again = stablehlo.deserialize_portable_artifact(module.context, artifact)
            second = stablehlo.serialize_portable_artifact(again, version)
            second = stablehlo.deserialize_portable_artifact(module.context, second)
            assert str(second) == str(again)
            assert str(again) == str(module).replace(DEFAULTS[0], "").replace(DEFAULTS[1], "")
        for version, kind, words in (
            ("1.3.0", "MLIRError", "stablehlo.tan to VHLO v1.3.0"),
            ("0.8.0", "ValueError", "less than minimum"),
            ("one", "ValueError", "three numbers"),
        ):
            refused(partial(stablehlo.serialize_portable_artifact, module, version), kind, words)
        for size in range(4, len(artifact), 11):
            refused(partial(mlir.ir.Module.parse, artifact[:size]), "MLIRError", "broken or cut short")


def damaged_programs_are_refused() -> None:
    """Mutated text and bytecode parse or raise MLIRError: no other error, no hang, no crash."""

    def f(x: jax.Array) -> Any:
        return jnp.tan(x) @ x.T, jax.lax.scan(lambda c, r: (c + r, c * r), x[0], x), x[jnp.array([1, 0])]

    random = np.random.default_rng(0)
    with mlir.make_ir_context():
        module = jax.jit(f).lower(jnp.ones((2, 3))).compiler_ir()
        bytecode = mlir.module_to_bytecode(module)
        artifact = stablehlo.serialize_portable_artifact(module, "1.13.3")
        text = module.operation.get_asm(enable_debug_info=True)
        good = 0
        for _ in range(200):
            start, source = random.integers(0, len(text), 2)
            damaged_text = text[:start] + text[source : source + 3] * (start % 3) + text[start + source % 5 :]
            for given in (text[:start], damaged_text):
                try:
                    mlir.ir.Module.parse(given)
                    good += 1
                except (mlir.ir.MLIRError, NotInBindings):  # or it names what is not known here
                    pass
        assert 0 < good < 300, good
        good = 0
        for data in (bytecode, artifact):
            for _ in range(1000):
                damaged = np.frombuffer(data, np.uint8).copy()
                at = random.integers(13, damaged.size, random.integers(1, 4))
                damaged[at] = random.integers(0, 256, at.size)
                try:
                    mlir.ir.Module.parse(damaged.tobytes())
                    good += 1
                except (mlir.ir.MLIRError, NotInBindings):
                    pass
        assert 0 < good < 1500, good


def wrong_uses_of_the_ir_are_refused() -> None:
    """Errors are those of MLIR's own bindings; uninitialized objects raise instead of crashing."""
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(
            "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {"
            " %b = stablehlo.sine %a : tensor<2xf32> return %b : tensor<2xf32> }"
        )
        function = module.body.operations[0]
        block = function.regions[0].blocks[0]
        sine = block.operations[0]
        argument = block.arguments[0]
        attached = "already attached"
        refused(lambda: ir.InsertionPoint(block).insert(sine), "IndexError", "already has a terminator")
        refused(lambda: ir.InsertionPoint.at_block_begin(block).insert(sine), "ValueError", attached)
        refused(lambda: ir.InsertionPoint(block).insert("a text"), "TypeError", "wanted an operation")
        refused(
            lambda: ir.InsertionPoint(module.operation),
            "ValueError",
            "Detached operations have no parent",
        )
        refused(lambda: ir.InsertionPoint("a text"), "TypeError", "wanted a block, or an operation in one")
        for counts in ((-1, 0), (0, 1 << 40)):
            refused(partial(ir.AffineMap.get, *counts, []), "ValueError", "dimensions and symbols")
        with ir.InsertionPoint(block.operations[1]):
            assert [sine.operation.clone(ip=False).block, sine.operation.clone().block] == [None, block]
        assert [operation.operation.name for operation in block.operations] == ["stablehlo.sine"] * 2 + [
            "func.return"
        ]
        block.operations[1].operation.erase()
        copy = sine.operation.clone(ip=ir.InsertionPoint(sine))
        stale = ir.InsertionPoint(copy)
        copy.operation.erase()
        refused(lambda: stablehlo.SineOp(argument, ip=stale), "ValueError", "is no longer in its block")
        make = partial(ir.Operation.create, "stablehlo.sine", [argument.type], [argument])
        refused(lambda: make(loc="a text"), "TypeError", "loc: wanted a Location")
        refused(lambda: make(ip="a text"), "TypeError", "ip: wanted an InsertionPoint")
        refused(lambda: stablehlo.SineOp("a text"), "ValueError", "must be a Value (is not a Value)")
        refused(lambda: ir.Operation.create("a.b", operands=[None]), "ValueError", "value cannot be None")
        refused(lambda: block.operations[1].result, "ValueError", "has 0 results")
        refused(lambda: stablehlo.SineOp(block.operations[1]), "ValueError", "has 0 results")
        refused(lambda: ir.OpResult(argument), "ValueError", "Cannot cast")
        refused(lambda: ir.IntegerType(argument.type), "ValueError", "Cannot cast type to IntegerType")
        refused(lambda: ir.Location.name("a", childLoc="b"), "TypeError", "childLoc: wanted a Location")
        refused(lambda: stablehlo.WhileOp([], [], regions=1), "TypeError", "regions")
        blank = ir.OpView.__new__(ir.OpView)
        refused(lambda: blank.result, "ValueError", "has 0 results")
        refused(lambda: stablehlo.SineOp(blank), "ValueError", "has 0 results")
        refused(blank.clone, "ValueError", "uninitialized")
    refused(lambda: ir.Operation.create("func.return"), "RuntimeError", "requires a Location")


def shardings_have_one_form() -> None:
    """Equal shardings have XLA's canonical form; those without tiles have no properties of tiles."""
    kind, tile = xla_client.OpSharding.Type, xla_client.HloSharding.iota_tile
    everywhere, own, summands = kind.REPLICATED, kind.MANUAL, kind.UNREDUCED
    for dims, kinds, shown in (
        ((1, 1, 2, 1), (everywhere, own), "{replicated}"),
        ((1, 1, 2, 1), (own, everywhere), "{manual}"),
        ((1, 1, 2, 1), (summands, own), "{devices=[1,1,2]<=[2] last_tile_dims={unreduced}}"),
        ((2, 2), (summands, summands), "{unreduced}"),
        ((2, 2), (everywhere, own), "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"),
        ((4, 1, 2), (summands, everywhere, summands), "{devices=[8]<=[8] last_tile_dims={unreduced}}"),
        ((1, 1, 1), (everywhere, everywhere, own), "{devices=[]<=[1]}"),
    ):
        assert repr(tile(dims, subgroup_types=kinds)) == shown
    assert xla_client.HloSharding.replicate().num_devices() == 0
    invalid = "JaxRuntimeError"
    refused(lambda: tile(()), invalid, "INVALID_ARGUMENT: `dims` should not be empty")
    refused(lambda: tile((2, 2), reshape_dims=(2, 4), transpose_perm=(1, 0)), invalid, "Cannot reshape from")
    refused(
        lambda: tile((2, 2), transpose_perm=(1, 0)), invalid, "should have the same size, saw [] v.s. [1,0]"
    )
    refused(
        lambda: tile((2,), subgroup_types=(own, own)), invalid, "`subgroup_types`(2) should not have more"
    )


def barriers_have_their_attributes_first() -> None:
    text = (
        "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {"
        "  %0:2 = stablehlo.optimization_barrier {a = true} %a, %a : tensor<2xf32>, tensor<2xf32>"
        "  stablehlo.optimization_barrier()"
        "  return %0#1 : tensor<2xf32> }"
    )
    with mlir.make_ir_context():
        shown = str(ir.Module.parse(text))
        assert "optimization_barrier {a = true} %arg0, %arg0 : tensor<2xf32>, tensor<2xf32>" in shown, shown
        assert str(ir.Module.parse(shown)) == shown
        assert "optimization_barrier()" in shown


def programs_as_people_write_them() -> None:
    def f(x: jax.Array) -> Any:
        largest = jax.lax.composite(lambda y: jax.lax.top_k(y, 2), name="my.top_k")
        moved = x + np.full((2, 3), 2.0, np.float32)
        return (
            jnp.tan(x) @ x.T,
            jax.lax.fori_loop(0, 3, lambda _, y: y * 2, x[:1, ::2]),
            jnp.pad(moved, 1),
            largest(x),
        )

    shown = jax.jit(f).lower(jnp.ones((2, 3))).as_text()
    for part in (
        'stablehlo.composite "my.top_k" %arg0 {decomposition = @my.top_k} : (tensor<2x3xf32>) -> (',
        "chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)",
        "stablehlo.constant dense<2.000000e+00> : tensor<2x3xf32>",
    ):
        assert part in shown, f"{part} is not in\n{shown}"
    with mlir.make_ir_context():
        lowered = jax.jit(f).lower(jnp.ones((2, 3))).compiler_ir()
        for options in ({}, {"enable_debug_info": True}):
            text = lowered.operation.get_asm(**options)
            assert mlir.ir.Module.parse(text).operation.get_asm(**options) == text
        module = mlir.ir.Module.parse(WRITTEN)
        passmanager.PassManager.parse("builtin.module(inline)").run(module.operation)
        text = module.operation.get_asm(print_generic_op_form=True)
        assert text.count('"func.func"') == 1
        assert '"func.call"' not in text
        backend = jax.devices()[0].client
        loaded = backend.compile_and_load(module, (jax.devices()[0],), xla_client.CompileOptions())
        x: Any = np.arange(6, dtype=np.float32).reshape(2, 3)
        results = loaded.execute_sharded([jnp.asarray(x)]).disassemble_into_single_device_arrays()
        total, powers, shape = (np.asarray(result[0]) for result in results)
        np.testing.assert_allclose(total, np.maximum(x, 1).sum(0))
        np.testing.assert_allclose(powers, x * 8)
        assert shape.shape == (1, 2, 2, 1)
        broken = WRITTEN.replace("%cst)", "%none)")
        refused(lambda: mlir.ir.Module.parse(broken), "MLIRError", "use of undeclared SSA value name")


#: A program as upstream's jaxlib prints it.
WRITTEN = """
module @written attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<3xf32> {jax.result_info = "a"}, tensor<2x3xf32>, tensor<1x2x2x1xf32>) {
    %0:2 = call @two(%arg0) : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2x3xf32>)
    %1 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<1x2x3x1xf32>
    %cst = stablehlo.constant dense<[[[[1.0]], [[0.5]]]]> : tensor<1x2x1x1xf32>
    %2 = stablehlo.convolution(%1, %cst) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3x1xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x2x1xf32>
    return %0#0, %0#1, %2 : tensor<3xf32>, tensor<2x3xf32>, tensor<1x2x2x1xf32>
  }
  func.func private @two(%arg0: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %one = stablehlo.constant dense<1.0> : tensor<2x3xf32>
    %0 = stablehlo.maximum %arg0, %one : tensor<2x3xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
    %2:2 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg0) : tensor<i32>, tensor<2x3xf32>
    cond {
      %3 = stablehlo.compare  LT, %iterArg, %c_0,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %4 = stablehlo.add %iterArg_1, %iterArg_1 : tensor<2x3xf32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<2x3xf32>
    }
    return %1, %2#1 : tensor<3xf32>, tensor<2x3xf32>
  }
}
"""  # noqa: E501


def shapes_that_become_known() -> None:
    shapes = jax.export.symbolic_args_specs((jnp.ones((4, 2)),), "2*n, _")
    exported = jax.export.export(jax.jit(lambda x: (x.reshape(x.shape[0] // 2, -1), jnp.arange(x.shape[0]))))(
        *shapes
    )
    folded, numbers = exported.call(jnp.ones((6, 2)))
    assert folded.shape == (3, 4)
    np.testing.assert_array_equal(numbers, np.arange(6))
    refused(lambda: exported.call(jnp.ones((5, 2))), "ValueError", "Division had remainder 1")
    # A function that only a custom call names has to be there, too.
    shapes = jax.export.symbolic_args_specs((jnp.ones(4),), "n + 2")
    largest = jax.export.export(jax.jit(lambda x: jax.lax.approx_max_k(x, x.shape[0] - 1)))(*shapes)
    found, places = largest.call(jnp.asarray([2.0, 4.0, 3.0, 1.0]))
    np.testing.assert_array_equal(found, [4, 3, 2])
    np.testing.assert_array_equal(places, [1, 2, 0])


def topologies_of_devices_that_are_there() -> None:
    """jax's compilation cache serializes these topologies into its keys."""
    topology = xla_client.get_topology_for_devices(jax.devices())
    assert topology.platform == "cpu"
    assert topology.fingerprint() == xla_client.get_topology_for_devices(jax.devices()[:1]).fingerprint()
    assert 0 < topology.fingerprint() < 2**64
    refused(partial(xla_client.get_topology_for_devices, []), "ValueError", "wanted a device")


def threads() -> None:
    f = jax.jit(lambda x: x @ x)
    wrong = []

    def work() -> None:
        for size in range(1, 12):
            if f(jnp.ones((size, size)))[0, 0] != size:
                wrong.append(size)

    all_threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in all_threads:
        thread.start()
    for thread in all_threads:
        thread.join()
    assert not wrong


def nothing_leaks() -> None:
    f = jax.jit(lambda x, y: {"a": x + y, "b": [x]})
    x = jnp.ones(4)
    f(x, 1.0)
    gc.collect()
    before, arrays_before = len(gc.get_objects()), len(jax.live_arrays())
    for _ in range(2000):
        f(x, 1.0)
    gc.collect()
    assert len(gc.get_objects()) < before + 50
    assert len(jax.live_arrays()) == arrays_before


def _a_branch_keeps_no_block() -> None:
    """Neither the block that it is in, nor one that it goes to."""
    with mlir.make_ir_context():
        module = mlir.ir.Module.parse(BRANCHES)
        copy = module.operation.clone()
        assert str(copy) == str(mlir.ir.Module.parse(mlir.module_to_bytecode(module)))
    second, third = list(copy.regions[0].blocks[0].operations[0].regions[0].blocks)[1:]
    branch = second.operations[0]
    assert list(branch.successors) == [third]
    del module, copy, second, third
    gone = False
    try:
        list(branch.successors)
    except RuntimeError as error:
        gone = "no longer exists" in str(error)
    assert gone
    del branch


def _a_long_chain_is_freed(before: int) -> None:
    """Operations that take each other's results: more than there is room for calls."""
    with mlir.make_ir_context(), ir.Location.unknown():
        kind = ir.F32Type.get()
        last = ir.Operation.create("test.first", [kind])
        for _ in range(200_000):
            last = ir.Operation.create("test.next", [kind], [last.result])
    assert _native.ir.alive() > before + 200_000
    del last


def programs_go_when_nobody_has_them() -> None:
    """Reference counting alone frees a program: nothing in it owns what contains it."""
    there: Callable[[], int] = _native.ir.alive
    f = jax.jit(
        lambda x: jax.lax.fori_loop(0, 3, lambda _, y: jax.lax.cond(y.sum() > 0, jnp.sin, jnp.cos, y) @ y, x)
    )
    x = jnp.ones((3, 3))
    f.lower(x).as_text()
    jax.clear_caches()
    gc.collect()
    before = there()
    gc.disable()
    try:
        lowered = f.lower(x)
        module = lowered.compiler_ir()
        operation = module.operation.clone()
        assert there() > before + 40
        body = operation.regions[0].blocks[0]
        inner = body.operations[0]
        argument = inner.regions[0].blocks[0].arguments[0]
        assert inner.parent == operation
        assert argument.owner.owner == inner
        del operation
        assert body.owner is None
        assert inner.parent is None
        assert argument.owner.owner == inner
        text = str(inner)
        del body
        assert inner.block is None
        assert str(inner) == f"{text}\n"  # the text of an operation in no block ends its last line
        del lowered, module, inner
        assert argument.owner is None
        jax.clear_caches()
        assert there() == before
        _a_branch_keeps_no_block()
        assert there() == before
        _a_long_chain_is_freed(before)
        assert there() == before
    finally:
        gc.enable()


BRANCHES = """
"builtin.module"() ({
  "func.func"() ({
  ^first(%arg: i1):
    "cf.cond_br"(%arg)[^second, ^third] : (i1) -> ()
  ^second:
    "cf.br"()[^third] : () -> ()
  ^third:
    "func.return"() : () -> ()
  }) {function_type = (i1) -> (), sym_name = "f"} : () -> ()
}) : () -> ()
"""


if __name__ == "__main__":
    sys.exit(run(globals(), refused))
