"""Constants whose text would be larger than they are: told apart, printed, exported, compiled."""

from __future__ import annotations

import tracemalloc
from typing import Any

import jax
import jax.export
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

DTYPES = [
    "float32",
    "float64",
    "int8",
    "int32",
    "uint16",
    "complex64",
    "bool",
    "bfloat16",
    "float8_e4m3fn",
    "int4",
]


def _array(dtype: str, size: int = 1000) -> Any:
    """Numbers that all differ from their neighbours, and fit the dtype."""
    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))
    numbers: Any = np.arange(size) % 7
    return (numbers % 2 == 1) if dtype == "bool" else numbers.astype(np.float32).astype(kind)


def _attribute(array: Any) -> Any:
    return ir.DenseElementsAttr.get(array)


def test_they_are_equal_by_their_bits() -> None:
    with ir.Context():
        array: Any = np.arange(5000, dtype=np.float32)
        array[17] = np.nan
        other = array.copy()
        one, two = _attribute(array), _attribute(other)
        assert one == two
        assert hash(one) == hash(two)
        assert len({one, two}) == 1
        other[2500] += 1
        assert one != _attribute(other)
        assert one != _attribute(array.view(np.int32))
        assert one != _attribute(array.reshape(50, 100))
        assert one != ir.StringAttr.get("dense")


def test_what_holds_them_is_equal_too() -> None:
    with ir.Context():
        one, two = (_attribute(np.arange(5000) + plus) for plus in (0, 1))
        assert ir.DictAttr.get({"a": one}) == ir.DictAttr.get({"a": _attribute(np.arange(5000))})
        assert ir.DictAttr.get({"a": one}) != ir.DictAttr.get({"a": two})
        assert ir.DictAttr.get({"a": one}) != ir.DictAttr.get({"b": one})
        assert ir.DictAttr.get({"a": one, "b": two}) == ir.DictAttr.get({"b": two, "a": one})
        assert hash(ir.DictAttr.get({"a": one, "b": two})) == hash(ir.DictAttr.get({"b": two, "a": one}))
        assert ir.ArrayAttr.get([one]) == ir.ArrayAttr.get([_attribute(np.arange(5000))])
        assert ir.DictAttr.get({}) == ir.DictAttr.get({})
        assert str(ir.DictAttr.get({"b": ir.BoolAttr.get(True), "a": ir.UnitAttr.get()})) == "{a, b = true}"


def test_their_text() -> None:
    with ir.Context():
        array: Any = np.arange(101, dtype=np.int16)
        expected = f'dense<"0x{array.tobytes().hex().upper()}"> : tensor<101xi16>'
        attribute = _attribute(array)
        assert str(attribute) == expected
        assert str(ir.Attribute(attribute)) == expected  # a cast
        assert str(ir.DictAttr.get({"a": attribute})) == f"{{a = {expected}}}"
        assert ir.Attribute.parse(expected) == attribute
        assert str(_attribute(array[:100])).startswith("dense<[0, 1, 2")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [100, 300_000])
def test_they_are_computed_with(dtype: str, size: int) -> None:
    array = _array(dtype, size)
    with jax.enable_x64(True):
        constant = jnp.asarray(array)

        def function(x: Any) -> Any:
            return jnp.where(x, constant[::-1], constant)

        expected = array[::-1].copy()
        assert np.asarray(jax.jit(function)(True)).tobytes() == expected.tobytes()
        exported = jax.export.export(jax.jit(function))(jax.ShapeDtypeStruct((), bool))
        again = jax.export.deserialize(exported.serialize())
        assert np.asarray(again.call(np.bool_(True))).tobytes() == expected.tobytes()


def test_programs_with_them_do_what_others_do() -> None:
    """Loops, branches, calls, callbacks, shardings, donation and layouts, in the form that large programs have."""
    table = jnp.asarray(np.random.default_rng(0).standard_normal((400, 400), np.float32))
    seen = []

    def see(x: Any) -> Any:
        seen.append(float(x))
        return x

    def eager(x: Any, n: Any) -> Any:
        x = jax.lax.fori_loop(0, n, lambda _, y: jnp.tanh(y @ table), x)
        x = jax.lax.cond(n > 2, lambda y: y + table[0], lambda y: y - table[0], x)
        total = jax.pure_callback(see, jax.ShapeDtypeStruct((), x.dtype), x.sum())
        weight, gradient = jax.value_and_grad(lambda y: (y * table[1]).sum())(x)
        return jax.lax.sort(x + gradient), total + weight, jnp.linalg.norm(x), jnp.argmax(x)

    function = jax.jit(eager)
    x = jnp.ones((1, 400), jnp.float32)
    text = function.lower(x, 3).compile().as_text()
    assert "custom-call" in text
    first, second = function(x, 3), function(x, 1)
    with jax.disable_jit():
        wanted = eager(x, 3)
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-3), first, wanted)
    assert len(seen) >= 3
    assert not np.allclose(first[0], second[0])
    moved = jax.jit(lambda y: y + table, donate_argnums=0)(jnp.zeros((400, 400), jnp.float32))
    np.testing.assert_array_equal(moved, table)


def test_an_error_in_such_a_program_is_the_same() -> None:
    table = jnp.asarray(np.random.default_rng(0).standard_normal(100_000, np.float32))
    huge = jax.jit(lambda: jnp.zeros((1 << 45,), jnp.float32) + table[0])
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"RESOURCE_EXHAUSTED|INTERNAL|Out of memory"):
        huge().block_until_ready()


@pytest.mark.only("ours", why="memory that Python allocates, which upstream's jaxlib does not")
def test_their_text_takes_no_memory() -> None:
    array: Any = np.arange(1_000_000, dtype=np.float64)
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        tracemalloc.start()
        with ir.InsertionPoint(module.body):
            stablehlo.constant(_attribute(array))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 2.5 * array.nbytes  # the copy, and no text of twice its size
