"""The current context, location and insertion point of MLIR's Python bindings, entered and left in any order."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir


class Two:
    """Two contexts, each with a location, a module and an insertion point."""

    def __init__(self) -> None:
        self.context = [ir.Context(), ir.Context()]
        for context in self.context:
            context.allow_unregistered_dialects = True
        self.location = [ir.Location.name(f"at{i}", context=self.context[i]) for i in range(2)]
        self.module = [ir.Module.create(loc=location) for location in self.location]
        self.point = [ir.InsertionPoint(module.body) for module in self.module]

    def current(self) -> list[Any]:
        """The context's number or None, the location's name or None, the insertion point's number or None."""
        context, location = ir.Context.current, ir.Location.current
        try:
            point = ir.InsertionPoint.current
        except ValueError:
            point = None
        return [
            None if context is None else [current is context for current in self.context].index(True),
            None if location is None else location.name_str,
            None if point is None else [current is point for current in self.point].index(True),
        ]

    def operations(self) -> list[int]:
        return [len(list(module.body.operations)) for module in self.module]


def test_another_context_has_neither_location_nor_insertion_point() -> None:
    two = Two()
    assert two.current() == [None, None, None]
    with pytest.raises(ValueError, match="No current InsertionPoint"):
        _ = ir.InsertionPoint.current
    with two.context[0], two.location[0], two.point[0]:
        assert two.current() == [0, "at0", 0]
        with two.context[1]:
            assert two.current() == [1, None, None]
            with two.context[0]:
                assert two.current() == [0, None, None]
            with two.location[1], two.context[1]:
                assert two.current() == [1, "at1", None]
            with two.point[1]:
                assert two.current() == [1, None, 1]
        with two.context[0]:
            assert two.current() == [0, "at0", 0]
        with two.location[1]:
            assert two.current() == [1, "at1", None]
            with two.point[1], two.location[0]:
                assert two.current() == [0, "at0", None]
        assert two.current() == [0, "at0", 0]
    assert two.current() == [None, None, None]


def test_a_clone_in_another_context_is_in_no_block() -> None:
    two = Two()
    with two.context[0], two.location[0], two.point[0]:
        with two.module[1].context:
            assert not two.module[1].operation.clone().attached
        assert two.operations() == [0, 0]
        two.module[0].operation.clone()
        assert two.operations() == [1, 0]


def test_no_location_of_another_context_is_taken() -> None:
    two = Two()
    with two.context[0], two.location[0], two.point[0], two.context[1]:
        for build in (lambda: ir.Operation.create("test.op"), ir.Module.create):
            with pytest.raises(RuntimeError, match="requires a Location but none was provided"):
                build()
        assert ir.Location.unknown().context is two.context[1]
        assert not ir.Operation.create("test.op", loc=two.location[1]).attached
    with two.context[0], pytest.raises(RuntimeError, match="requires a Location"):
        ir.Operation.create("test.op", regions=1, loc=two.location[0]).regions[0].blocks.append(
            ir.IntegerType.get_signless(32)
        )


@pytest.mark.parametrize(
    "make",
    [
        lambda location: ir.Location.unknown(),
        lambda location: ir.Location.file("a", 1, 1),
        lambda location: ir.Location.name("a"),
        lambda location: ir.Location.name("a", location),
        lambda location: ir.Location.fused([location, location]),
        lambda location: ir.Location.callsite(location, [location]),
        lambda location: ir.Module.parse("module {}"),
        lambda location: ir.Operation.parse("module {}"),
    ],
)
def test_without_a_context(make: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="requires a Context but none was provided"):
        make(Two().location[0])


def test_leaving_what_was_not_entered() -> None:
    two = Two()
    for entered, noun in (
        (two.context[0], "Context"),
        (two.location[0], "Location"),
        (two.point[0], "InsertionPoint"),
    ):
        with pytest.raises(RuntimeError, match=f"Unbalanced {noun} enter/exit"):
            entered.__exit__(None, None, None)
    with two.context[0]:
        with pytest.raises(RuntimeError, match="Unbalanced Location enter/exit"):
            two.location[0].__exit__(None, None, None)
        with pytest.raises(TypeError):
            two.context[0].__exit__()
        assert two.current() == [0, None, None]
    # A frame of the same kind is left whoever asks, and any frame by what is current in it.
    two.context[0].__enter__()
    two.context[0].__enter__()
    two.context[1].__exit__(None, None, None)
    two.location[0].__enter__()
    with pytest.raises(RuntimeError, match="Unbalanced Context enter/exit"):
        two.context[1].__exit__(None, None, None)
    two.context[0].__exit__(None, None, None)
    assert two.current() == [0, None, None]
    two.context[0].__exit__(None, None, None)
    assert two.current() == [None, None, None]


def test_every_thread_has_its_own() -> None:
    two = Two()
    found: list[Any] = []

    def look() -> None:
        found.append(two.current())
        with two.location[1]:
            found.append(two.current())
        try:
            two.context[0].__exit__(None, None, None)
        except RuntimeError as error:
            found.append(str(error))

    with two.context[0], two.location[0], two.point[0]:
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert two.current() == [0, "at0", 0]
    assert found == [[None, None, None], [1, "at1", None], "Unbalanced Context enter/exit"]


def test_an_insertion_point_is_in_a_block() -> None:
    for wrong in (3, "a text", None):
        with pytest.raises(TypeError):
            ir.InsertionPoint(wrong)


@pytest.mark.only(
    "ours", why="upstream frees its objects with the context, and overflows the stack elsewhere"
)
def test_what_is_nested_deeply_goes_without_the_stack(child: Callable[..., str]) -> None:
    printed = child(
        """
        from jaxlib.mlir import ir
        with ir.Context(), ir.Location.unknown():
            location = ir.Location.name("a")
            for _ in range(300_000):
                location = ir.Location.name("a", location)
            try:
                hash(location)
            except RecursionError:
                print("too deep to be hashed")
            del location
            operation = ir.Operation.create("test.op")
            for _ in range(100_000):
                outer = ir.Operation.create("test.op", regions=1)
                outer.regions[0].blocks.append().append(operation)
                operation = outer
            try:
                operation.clone()
            except RecursionError:
                print("too deep to be copied")
            del operation, outer
        print("gone")
        """
    )
    assert printed == "too deep to be hashed\ntoo deep to be copied\ngone\n"


# ---- Lowering rules that compute


def lowered_by(rule: Callable[..., Any]) -> Callable[[Any], Any]:
    """A function of one array whose primitive is lowered by ``rule(ctx, operand)``, to a result of its type."""
    primitive = Primitive("computing")
    primitive.def_abstract_eval(lambda aval: aval)
    mlir.register_lowering(primitive, rule)
    bind: Callable[[Any], Any] = primitive.bind
    return bind


def constant(ctx: Any, operand: Any, value: Any) -> Any:
    """Operand plus a value that was computed while lowering."""
    (aval,) = ctx.avals_in
    # ``lower_fun`` traces and builds in the context that is being lowered.
    return mlir.lower_fun(lambda x: x + np.asarray(value, aval.dtype), multiple_results=False)(ctx, operand)


def eager(ctx: Any, operand: Any) -> Any:
    return constant(ctx, operand, jnp.linspace(0.0, 1.0, 7).sum() * 2)


def under_jit(ctx: Any, operand: Any) -> Any:
    return constant(ctx, operand, jax.jit(lambda x: jnp.sort(x)[-1])(jnp.arange(8.0)))


def compile_time(ctx: Any, operand: Any) -> Any:
    with jax.ensure_compile_time_eval():
        return constant(ctx, operand, jnp.cumsum(jnp.arange(4.0))[-1] + 1)


def exported(ctx: Any, operand: Any) -> Any:
    artifact = jax.export.export(jax.jit(lambda x: x * 7))(jnp.float32(1)).serialize()
    return constant(ctx, operand, jax.export.deserialize(artifact).call(jnp.float32(1)))


def other_program(ctx: Any, operand: Any) -> Any:
    module = jax.jit(lambda x: x * 7).lower(1.0).compiler_ir()
    with mlir.make_ir_context():
        ir.Module.parse(str(module))
    return constant(ctx, operand, 7)


def loops(ctx: Any, operand: Any) -> Any:
    value = jax.lax.while_loop(lambda x: x < 7, lambda x: x + 1, jnp.float32(0))
    value = jax.lax.cond(value > 0, lambda x: x, lambda x: -x, value)
    return constant(ctx, operand, jax.vmap(jax.grad(lambda x: x**2 / 2))(value[None])[0])


@pytest.mark.parametrize("rule", [eager, under_jit, compile_time, exported, other_program, loops])
def test_a_lowering_rule_that_computes(rule: Callable[..., Any]) -> None:
    computing = lowered_by(rule)
    expected: Any = np.arange(3, dtype=np.float32) + 7

    def function(x: Any) -> Any:
        return jax.lax.cond(x[0] >= 0, computing, lambda y: y, computing(x) - 7) * 1

    np.testing.assert_array_equal(jax.jit(computing)(jnp.arange(3.0)), expected)
    np.testing.assert_array_equal(jax.jit(function)(jnp.arange(3.0)), expected)
    jax.export.export(jax.jit(computing))(jnp.arange(3.0)).serialize()


def test_a_lowering_rule_that_computes_in_another_thread() -> None:
    def rule(ctx: Any, operand: Any) -> Any:
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(jnp.arange(8.0).max()))
        thread.start()
        thread.join()
        return constant(ctx, operand, found[0])

    np.testing.assert_array_equal(jax.jit(lowered_by(rule))(jnp.zeros(2)), [7, 7])


def test_classes_are_of_the_modules_in_which_programs_find_them() -> None:
    from jaxlib.mlir.dialects import chlo, sdy, stablehlo

    libs = "jaxlib.mlir._mlir_libs"
    for name in (
        "Attribute",
        "Block",
        "DictAttr",
        "MLIRError",
        "Module",
        "Operation",
        "OpView",
        "RankedTensorType",
    ):
        cls = getattr(ir, name)
        assert (cls.__module__, cls.__name__) == (f"{libs}._mlir.ir", name)
    for module, cls in (
        (f"{libs}._stablehlo", stablehlo.GatherDimensionNumbers),
        (f"{libs}._stablehlo", stablehlo.ComparisonDirectionAttr),
        (f"{libs}._chlo", chlo.RaggedDotDimensionNumbers),
        (f"{libs}._sdy", sdy.TensorShardingAttr),
    ):
        assert cls.__module__ == module
    assert sdy.MeshAttr.__name__ == "MeshAttr"
