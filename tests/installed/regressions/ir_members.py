"""Members of `jaxlib.mlir.ir` that jax itself does not use."""

from __future__ import annotations

from typing import Any

import pytest
from jaxlib.mlir import ir

pytestmark = pytest.mark.by_release


@pytest.fixture(autouse=True)
def _context() -> Any:
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


def d(position: int) -> Any:
    return ir.AffineExpr.get_dim(position)


def s(position: int) -> Any:
    return ir.AffineExpr.get_symbol(position)


def test_affine_expressions_are_composed_and_shifted() -> None:
    map_ = ir.AffineMap.get(1, 0, [d(0) * 3, d(0) + 1])
    assert str((d(0) + d(1)).compose(map_)) == "d0 * 3 + d0 + 1"
    assert str((d(0) * 2 + d(3) % 4).compose(map_)) == "d0 * 6 + d3 mod 4"
    assert str((d(0) + d(1)).shift_dims(2, 3)) == "d3 + d4"
    assert str((d(0) + d(1)).shift_dims(2, 3, 1)) == "d0 + d4"
    assert str((s(0) + d(1)).shift_symbols(1, 3)) == "d1 + s3"
    assert str(5 % d(0)) == "5 mod d0"
    assert str(7 % ir.AffineExpr.get_constant(4)) == "3"


def test_affine_maps_are_rewritten() -> None:
    map_ = ir.AffineMap.get(2, 1, [d(0) + d(1) * 2, s(0)])
    assert str(map_.replace(d(0) + d(1) * 2, s(0) * 2, 2, 1)) == "(d0, d1)[s0] -> (s0 * 2, s0)"
    assert str(map_.replace(d(0), ir.AffineExpr.get_constant(4), 2, 1)) == "(d0, d1)[s0] -> (d1 * 2 + 4, s0)"
    maps = [ir.AffineMap.get(1, 3, [s(2) + d(0)]), ir.AffineMap.get(1, 3, [s(0) * s(2)])]
    compressed = ir.AffineMap.compress_unused_symbols(maps, ir.Context.current)
    assert [str(each) for each in compressed] == ["(d0)[s0, s1] -> (d0 + s1)", "(d0)[s0, s1] -> (s0 * s1)"]


def test_integer_types_have_a_signedness() -> None:
    kinds = ir.IntegerType.Signedness
    for name in ("signless", "signed", "unsigned"):
        kind = getattr(kinds, name.upper())
        assert kind == getattr(ir.IntegerType, name.upper())
        made = getattr(ir.IntegerType, f"get_{name}")(8)
        assert made.signedness == kind
        assert ir.IntegerType.get(8, kind) == made
        assert repr(kind) == str(kind) == f"Signedness.{name.upper()}"


def test_kinds_of_types_and_attributes_have_names_and_ids() -> None:
    for cls, name in (
        (ir.IntegerType, "integer"),
        (ir.BF16Type, "bf16"),
        (ir.Float8E4M3FNType, "f8E4M3FN"),
        (ir.RankedTensorType, "tensor"),
        (ir.UnrankedTensorType, "unranked_tensor"),
        (ir.MemRefType, "memref"),
        (ir.VectorType, "vector"),
        (ir.FunctionType, "function"),
        (ir.OpaqueType, "opaque"),
    ):
        assert cls.type_name == f"builtin.{name}"
    for cls, name in (
        (ir.StringAttr, "string"),
        (ir.DictAttr, "dictionary"),
        (ir.FlatSymbolRefAttr, "symbol_ref"),
        (ir.StridedLayoutAttr, "strided_layout"),
        (ir.DenseResourceElementsAttr, "dense_resource_elements"),
    ):
        assert cls.attr_name == f"builtin.{name}"
    assert ir.F32Type.static_typeid == ir.F32Type.get().typeid != ir.F64Type.static_typeid
    assert ir.StringAttr.static_typeid == ir.StringAttr.get("x").typeid
    assert hash(ir.IndexType.static_typeid) == hash(ir.IndexType.get().typeid)


def test_types_are_made_unchecked() -> None:
    f32 = ir.F32Type.get()
    for cls, operands in (
        (ir.RankedTensorType, ([2], f32)),
        (ir.UnrankedTensorType, (f32,)),
        (ir.VectorType, ([2], f32)),
        (ir.MemRefType, ([2], f32)),
        (ir.UnrankedMemRefType, (f32, None)),
    ):
        assert cls.get_unchecked(*operands, context=ir.Context.current) == cls.get(*operands)
    assert ir.FloatAttr.get_unchecked(f32, 1.5) == ir.FloatAttr.get(f32, 1.5)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"abc", "#foo.abc"),
        (b"ab<c>", "#foo.ab<c>"),
        (b"a b", "#foo<a b>"),
        (b"1", "#foo<1>"),
        (b"a.b_1", "#foo.a.b_1"),
        (b"", "#foo<>"),
    ],
)
def test_opaque_attributes(data: bytes, text: str) -> None:
    attribute = ir.OpaqueAttr.get("foo", data, ir.NoneType.get())
    assert str(attribute) == text
    assert (attribute.dialect_namespace, attribute.data) == ("foo", data)
    typed = ir.OpaqueAttr.get("foo", data, ir.IndexType.get())
    assert str(typed) == f"{text} : index"
    assert typed.type == ir.IndexType.get()


def test_opaque_types() -> None:
    opaque = ir.OpaqueType.get("foo", "bar<x>")
    assert (opaque.dialect_namespace, opaque.data) == ("foo", "bar<x>")


def test_locations(capfd: pytest.CaptureFixture[str]) -> None:
    point, span = ir.Location.file("a", 1, 2), ir.Location.file("a", 1, 2, 3, 4)
    assert (point.end_line, point.end_col, span.end_line, span.end_col) == (1, 2, 3, 4)
    metadata = ir.StringAttr.get("m")
    assert ir.Location.fused([point, span], metadata).metadata == metadata
    assert ir.Location.fused([point, span]).metadata is None
    point.emit_error("no such thing")
    assert capfd.readouterr().err.endswith('loc("a":1:2): error: no such thing\n')


BRANCHES = """
"test.region"() ({
  "test.branch"()[^one, ^two] : () -> ()
^one:
  "test.branch"()[^two] : () -> ()
^two:
  "test.branch"()[^two, ^one] : () -> ()
}) : () -> ()
"""


def test_blocks_have_successors_and_predecessors() -> None:
    module = ir.Module.parse(BRANCHES)
    [region] = module.body.operations[0].regions
    blocks = list(region.blocks)

    def numbers(found: Any) -> list[int]:
        return [blocks.index(block) for block in found]

    assert [numbers(block.successors) for block in blocks] == [[1, 2], [2], [2, 1]]
    assert [numbers(block.predecessors) for block in blocks] == [[], [2, 0], [2, 1, 0]]


def test_an_operand_is_replaced_in_one_operation() -> None:
    i32 = ir.IntegerType.get_signless(32)
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):
        one, other = (ir.Operation.create("test.value", [i32]).result for _ in range(2))
        user, apart = (ir.Operation.create("test.use", operands=[one, other, one]) for _ in range(2))
    user.replace_uses_of_with(one, other)
    assert list(user.operands) == [other] * 3
    assert list(apart.operands) == [one, other, one]
    assert len(list(one.uses)) == 2
