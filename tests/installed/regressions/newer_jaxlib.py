"""Features of jaxlib 0.12.0 that 0.10.2 lacks; the tests are skipped with older releases."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P
from jaxlib import _jax, xla_client
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import sdy

pytestmark = pytest.mark.since("0.12.0")


@pytest.fixture(scope="module", autouse=True)
def four_devices() -> None:
    jax.config.update("jax_num_cpu_devices", 4)
    assert jax.device_count() == 4


@pytest.fixture
def context() -> Any:
    from jax._src.interpreters import mlir

    with mlir.make_ir_context() as own, ir.Location.unknown():
        yield own


def unreduced(**options: Any) -> Any:
    axis, dimension = sdy.AxisRefAttr.get("x"), sdy.DimensionShardingAttr.get([], True)
    return sdy.TensorShardingAttr.get("mesh", [dimension], unreduced_axes=[axis], **options)


def test_an_unreduced_sharding_must_say_by_which_reduction(context: Any) -> None:
    with pytest.raises(ValueError, match="reduction_op must be specified"):
        unreduced(reduction_op=None)
    assert unreduced() == unreduced(reduction_op=sdy.ReductionOp.SUM)
    assert unreduced(reduction_op=sdy.ReductionOp.MAX).reduction_op is sdy.ReductionOp.MAX
    assert 'unreduced=min{"x"}' in str(unreduced(reduction_op=sdy.ReductionOp.MIN))


@pytest.mark.parametrize("op", ["max", 7])
def test_a_reduction_is_one_of_the_dialects(op: Any, context: Any) -> None:
    with pytest.raises(TypeError):
        unreduced(reduction_op=op)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_an_hlo_shardings_reduction_goes_through_its_message(number: int) -> None:
    unreduced_kind = xla_client.OpSharding.Type.UNREDUCED
    plain = xla_client.HloSharding.iota_tile([1, 2, 2], subgroup_types=[unreduced_kind])
    sharding = xla_client.HloSharding.iota_tile([1, 2, 2], subgroup_types=[unreduced_kind])
    sharding.set_reduction_op(number)
    assert sharding.reduction_op() == number
    assert (sharding == plain) == (number == 0)
    assert sharding.to_string() == plain.to_string() == repr(plain)
    assert xla_client.HloSharding.from_proto(sharding.to_proto()).reduction_op() == number


@pytest.mark.parametrize(("given", "kept"), [([3, 200], [3, 200]), ((1,), [1]), ([True], [1]), ([-1], [-1])])
def test_output_indices_of_compile_options(given: Any, kept: list[int]) -> None:
    options = xla_client.CompileOptions()
    assert options.individually_defined_output_indices == []
    options.individually_defined_output_indices = given
    assert sorted(options.individually_defined_output_indices) == kept
    read = xla_client.CompileOptions.ParseFromString(options.SerializeAsString())
    assert sorted(read.individually_defined_output_indices) == kept  # upstream's is a set


@pytest.mark.parametrize("given", [None, "x", [1.5], [2**70]])
def test_output_indices_are_integers(given: Any) -> None:
    with pytest.raises(TypeError):
        xla_client.CompileOptions().individually_defined_output_indices = given


def test_a_plugins_functions_are_had_by_its_name() -> None:
    with pytest.raises(_jax.JaxRuntimeError, match=r"FAILED_PRECONDITION|NOT_FOUND"):
        _jax.get_pjrt_plugin("nobody")


@pytest.mark.only("ours", "plugin", why="upstream's own CPU backend is not a plugin")
def test_the_cpus_plugin_is_had_by_its_name() -> None:
    jax.devices()
    assert type(_jax.get_pjrt_plugin("cpu")).__name__ == "PyCapsule"


@pytest.mark.parametrize(
    ("serialized", "error", "text"),
    [
        (b"abc", ValueError, "Failed to parse PjRtTopologyDescriptionProto"),
        (b"", _jax.JaxRuntimeError, "does not specify a valid platform_name"),
        (b"\x12\x06nobody", _jax.JaxRuntimeError, "nobody|Unknown|not"),
        ("text", TypeError, "bytes"),
    ],
)
def test_what_is_no_topology(serialized: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        _jax.DeviceTopology.deserialize(serialized)


def test_an_integer_attribute_is_an_index(context: Any) -> None:
    attribute = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 2)
    assert operator.index(attribute) == "abc".index("c")


@pytest.mark.parametrize(
    "array",
    [np.arange(6, dtype=np.int32).reshape(2, 3), np.ones((2, 3), np.float32), np.array([True, False])],
)
def test_dense_elements_are_a_buffer(array: Any, context: Any) -> None:
    view = memoryview(ir.DenseElementsAttr.get(array))
    assert view.readonly
    np.testing.assert_array_equal(np.asarray(view), array)


def test_transient_scopes_do_not_nest(context: Any) -> None:
    with context.transient_scope():
        assert context.is_in_transient_scope
        with pytest.raises(ValueError, match="already in a transient scope"):
            context.begin_transient_scope()
    assert not context.is_in_transient_scope


def test_nobody_listens_to_remarks(context: Any) -> None:
    assert not context.remarks_enabled
    context.finalize_remarks()
    assert not context.is_dialect_loaded("nobody")
    assert context.is_dialect_loaded("stablehlo")


def test_types_that_are_new(context: Any) -> None:
    assert str(ir.Float8E5M3FNUType.get()) == str(ir.Type.parse("f8E5M3FNU")) == "f8E5M3FNU"
    assert xla_client.PrimitiveType["F6E2M3FN"].value == 36
    assert xla_client.Shape.array_shape(np.dtype(np.float32), (2,)).has_layout()


@pytest.mark.only(
    "ours", "plugin", why="the CPU backend inside of upstream's jaxlib aborts for some of these"
)
@pytest.mark.parametrize("both", [False, True], ids=["one kind", "two kinds"])
@pytest.mark.parametrize(("kind", "reduce"), [("max", jax.lax.reduce_max), ("min", jax.lax.reduce_min)])
def test_values_that_are_unreduced_by_a_maximum(kind: str, reduce: Callable[..., Any], both: bool) -> None:
    """A plugin whose Shardy only knows sums gets a program without other reductions, and a warning names these."""
    mesh = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Explicit,))
    values = np.arange(32.0, dtype=np.float32).reshape(8, 4) * np.array([1, -1, 1, -1], np.float32)
    with jax.set_mesh(mesh):
        array = jax.device_put(values, NamedSharding(mesh, P("x", None)))
        part = P(None, unreduced={"x"}, unreduced_kind=jax.sharding.UnreducedKind[kind])

        def program(x: Any) -> Any:
            extreme = jax.sharding.reshard(reduce(x, axes=(0,), out_sharding=part), P(None))
            if not both:
                return (extreme,)
            own = jnp.einsum(
                "i,ij->j", jax.sharding.reshard(jnp.ones(8), P("x")), x, out_sharding=P(None, unreduced={"x"})
            )
            return extreme, jax.sharding.reshard(own, P(None))

        results = jax.jit(program)(array)
    np.testing.assert_array_equal(results[0], getattr(values, kind)(axis=0))
    if both:
        np.testing.assert_allclose(results[1], values.sum(0))
