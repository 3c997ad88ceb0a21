"""Arguments of constructors of types, attributes, locations and operations: those of other classes are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.interpreters import mlir
from jaxlib.mlir import ir

#: The releases differ in what they convert to an integer.
pytestmark = pytest.mark.by_release

Constructor = Callable[[Any], object]


@pytest.fixture(autouse=True)
def context() -> Iterator[None]:
    with mlir.make_ir_context(), ir.Location.unknown():
        yield


def _unknown() -> Any:
    return ir.Location.unknown()


#: By what they take: constructors, by name.
TYPES: dict[str, Constructor] = {
    "ComplexType": ir.ComplexType.get,
    "FloatAttr": lambda value: ir.FloatAttr.get(value, 1.0),
    "IntegerAttr": lambda value: ir.IntegerAttr.get(value, 1),
    "MemRefType": lambda value: ir.MemRefType.get([2], value),
    "RankedTensorType": lambda value: ir.RankedTensorType.get([2], value),
    "StringAttr": lambda value: ir.StringAttr.get_typed(value, "x"),
    "TypeAttr": ir.TypeAttr.get,
    "UnrankedTensorType": ir.UnrankedTensorType.get,
    "VectorType": lambda value: ir.VectorType.get([2], value),
}
STRINGS: dict[str, Constructor] = {
    "FlatSymbolRefAttr": ir.FlatSymbolRefAttr.get,
    "Location.file": lambda value: ir.Location.file(value, 1, 2),
    "Location.name": ir.Location.name,
    "OpaqueType": lambda value: ir.OpaqueType.get("dialect", value),
    "Operation": ir.Operation.create,
    "StringAttr": ir.StringAttr.get,
}
INTEGERS: dict[str, Constructor] = {
    "AffineConstantExpr": ir.AffineConstantExpr.get,
    "AffineMap": ir.AffineMap.get_constant,
    "IntegerType.get_signed": ir.IntegerType.get_signed,
    "IntegerType.get_signless": ir.IntegerType.get_signless,
    "Location.file": lambda value: ir.Location.file("file", value, 2),
    "StridedLayoutAttr": lambda value: ir.StridedLayoutAttr.get(value, [1]),
}
LISTS: dict[str, Constructor] = {
    "FunctionType.inputs": lambda value: ir.FunctionType.get(value, []),
    "FunctionType.results": lambda value: ir.FunctionType.get([], value),
    "Location.callsite": lambda value: ir.Location.callsite(_unknown(), value),
    "Location.fused": ir.Location.fused,
    "Operation.results": lambda value: ir.Operation.create(
        "builtin.unrealized_conversion_cast", results=value
    ),
    "StridedLayoutAttr": lambda value: ir.StridedLayoutAttr.get(0, value),
    "SymbolRefAttr": ir.SymbolRefAttr.get,
    "TupleType": ir.TupleType.get_tuple,
}
#: Lists whose elements are refused by another error than the list itself.
CAST_LISTS: dict[str, Constructor] = {
    "AffineMap": lambda value: ir.AffineMap.get(0, 0, value),
    "ArrayAttr": ir.ArrayAttr.get,
    "DenseElementsAttr": ir.DenseElementsAttr.get,
}


@pytest.mark.parametrize("value", [1, 1.5, "f32", None, object(), [], {}], ids=repr)
@pytest.mark.parametrize("name", TYPES)
def test_a_type(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        TYPES[name](value)


@pytest.mark.parametrize("name", TYPES)
def test_an_attribute_in_place_of_a_type(name: str) -> None:
    with pytest.raises(TypeError):
        TYPES[name](ir.StringAttr.get("f32"))


@pytest.mark.parametrize("value", [1, 1.5, None, object(), [], ["x"], {}], ids=repr)
@pytest.mark.parametrize("name", STRINGS)
def test_a_string(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        STRINGS[name](value)


@pytest.mark.parametrize("value", [1.0, 1.5, "x", object(), [], [1], 1 << 70], ids=repr)
@pytest.mark.parametrize("name", INTEGERS)
def test_an_integer(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        INTEGERS[name](value)


@pytest.mark.parametrize("value", ["x", [1.5], ["x", 2], {"a": 1}, 5, iter([]), object()], ids=repr)
@pytest.mark.parametrize("name", LISTS)
def test_a_list(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        LISTS[name](value)


@pytest.mark.parametrize("value", [[1], ["x"], [None]], ids=repr)
@pytest.mark.parametrize("name", CAST_LISTS)
def test_an_element_of_a_list(name: str, value: object) -> None:
    with pytest.raises(RuntimeError):
        CAST_LISTS[name](value)


@pytest.mark.parametrize("value", [5, iter([]), object(), {"a": 1}], ids=repr)
@pytest.mark.parametrize("name", CAST_LISTS)
def test_what_is_not_a_list(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        CAST_LISTS[name](value)


@pytest.mark.parametrize("value", [0, 1, "x", [], np.float32(1)], ids=repr)
def test_a_boolean(value: Any) -> None:
    with pytest.raises(TypeError):
        ir.BoolAttr.get(value)


@pytest.mark.parametrize("value", [1.0, 1.5, "x", object()], ids=repr)
def test_the_value_of_an_integer_attribute(value: Any) -> None:
    with pytest.raises(RuntimeError):
        ir.IntegerAttr.get(ir.IntegerType.get_signless(32), value)


#: The bindings of jax 0.10.2 convert what int() converts, but for floats; newer ones, only what is an index.
BY_INT = jax.__version_info__ < (0, 11)
CONVERTED = [np.array(True), np.bool_(True), "12", b"12", np.float32(3), Decimal("3.7"), Fraction(7, 2)]


@pytest.mark.parametrize("value", CONVERTED, ids=repr)
def test_what_is_converted_to_an_integer(value: Any) -> None:
    def attribute() -> Any:
        return ir.IntegerAttr.get(ir.IntegerType.get_signless(32), value)

    if not BY_INT:
        with pytest.raises(RuntimeError):
            attribute()
        with pytest.raises(TypeError):
            ir.IntegerType.get_signless(value)
        with pytest.raises(TypeError):
            ir.DenseI64ArrayAttr.get([value])
        return
    number = int(value)
    assert str(attribute()) == f"{number} : i32"
    assert str(ir.IntegerType.get_signless(value)) == f"i{number}"
    assert str(ir.DenseI64ArrayAttr.get([value])) == f"array<i64: {number}>"
    assert str(ir.RankedTensorType.get([value], ir.F32Type.get())) == f"tensor<{number}xf32>"


def test_a_numpy_boolean_in_a_lowering() -> None:
    q = jnp.eye(3)
    # jax 0.10.2 has numpy.array(left) as an attribute of the call.
    result, _ = jax.scipy.linalg.qr_multiply(q, q, mode="left")
    np.testing.assert_allclose(np.abs(result), np.eye(3), atol=1e-6)


@pytest.mark.parametrize("value", ["1", "x", object(), b"1"], ids=repr)
def test_the_value_of_a_float_attribute(value: Any) -> None:
    with pytest.raises(TypeError):
        ir.FloatAttr.get(ir.F32Type.get(), value)


def test_an_integer_has_as_many_bits_as_its_type() -> None:
    for width, value, expected in [
        (1, 2, "false"),
        (1, -1, "true"),
        (8, 255, "-1 : i8"),
        (8, -129, "127 : i8"),
    ]:
        kind = ir.IntegerType.get_signless(width)
        assert str(ir.IntegerAttr.get(kind, value)) == expected
        assert str(ir.IntegerAttr.get(kind, np.int64(value))) == expected


def test_names_and_values_of_a_dictionary() -> None:
    attribute = ir.StringAttr.get("x")
    with pytest.raises(RuntimeError):
        ir.DictAttr.get({"a": 1})
    for value in (5, "x", [attribute]):
        with pytest.raises(TypeError):
            ir.DictAttr.get(value)


@pytest.mark.parametrize("value", [1, "x", "1 : i32", None, object()], ids=repr)
def test_a_cast(value: Any) -> None:
    for kind in (ir.IntegerAttr, ir.StringAttr, ir.IntegerType, ir.RankedTensorType):
        with pytest.raises(TypeError):
            kind(value)


def test_a_buffer_is_its_elements() -> None:
    assert str(ir.DenseElementsAttr.get(b"x\x01")) == "dense<[120, 1]> : tensor<2xi8>"


def test_a_conversion_to_nothing_is_invalid() -> None:
    made = ir.Operation.create("builtin.unrealized_conversion_cast")
    with pytest.raises(ir.MLIRError):
        made.verify()


@pytest.mark.parametrize("value", [1, 1.5, None, object(), [], "block"], ids=repr)
def test_where_operations_are_inserted(value: Any) -> None:
    for place in (
        ir.InsertionPoint.after,
        ir.InsertionPoint.at_block_begin,
        ir.InsertionPoint.at_block_terminator,
    ):
        with pytest.raises(TypeError):
            place(value)


@pytest.mark.parametrize("name", [1.5, None, b"x", object(), []], ids=repr)
def test_the_name_of_an_attribute(name: Any) -> None:
    attributes = ir.Operation.create("builtin.unrealized_conversion_cast").attributes
    with pytest.raises(TypeError):
        attributes[name] = ir.UnitAttr.get()
    with pytest.raises(TypeError):
        _ = attributes[name]
    with pytest.raises(TypeError):
        del attributes[name]
    with pytest.raises(TypeError):
        assert name not in attributes


def test_the_texts_of_values() -> None:
    kind = ir.IntegerType.get_signless(32)
    made = ir.Operation.create("builtin.unrealized_conversion_cast", results=[kind])
    assert str(made.results[0]) == f"OpResult({made})"
    holder = ir.Operation.create("test.op", regions=1)
    block = ir.Block.create_at_start(holder.regions[0], [kind, kind])
    assert str(block.arguments[1]) == "BlockArgument(<block argument> of type 'i32' at index: 1)"
