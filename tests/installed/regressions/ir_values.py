"""Integer sets, affine expressions, locations, diagnostics, comparison of operations and walks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


@pytest.fixture(autouse=True)
def context() -> Iterator[Any]:
    with mlir.make_ir_context() as context, ir.Location.unknown():
        yield context


def test_integer_sets() -> None:
    d0, d1 = (ir.AffineDimExpr.get(i) for i in range(2))
    s0: Any = ir.AffineSymbolExpr.get(0)
    found: Any = ir.IntegerSet.get(2, 1, [d0 - d1, s0 - 42, s0 - d0], [True, False, False])
    assert str(found) == "(d0, d1)[s0] : (d0 - d1 == 0, s0 - 42 >= 0, -d0 + s0 >= 0)"
    assert (found.n_dims, found.n_symbols, found.n_inputs) == (2, 1, 3)
    assert (found.n_equalities, found.n_inequalities, len(found.constraints)) == (1, 2, 3)
    assert [(str(each.expr), each.is_eq) for each in found.constraints[:1]] == [("d0 - d1", True)]
    replaced = found.get_replaced([d1, d0], [s0], 2, 1)
    assert str(replaced) == "(d0, d1)[s0] : (d1 - d0 == 0, s0 - 42 >= 0, -d1 + s0 >= 0)"
    empty = ir.IntegerSet.get_empty(1, 1)
    assert str(empty) == "(d0)[s0] : (1 == 0)"
    assert empty.is_canonical_empty
    assert not found.is_canonical_empty
    same = ir.IntegerSet.get(2, 1, [d0 - d1, s0 - 42, s0 - d0], [True, False, False])
    assert found == same != empty
    assert hash(found) == hash(same)
    text = "affine_set<(d0)[s0] : (d0 - s0 == 0, d0 >= 0)>"
    attribute: Any = ir.Attribute.parse(text)
    assert isinstance(attribute, ir.IntegerSetAttr)
    assert (
        str(attribute)
        == text
        == str(ir.IntegerSetAttr.get(ir.IntegerSet.get(1, 1, [d0 - s0, d0], [True, False])))
    )


def test_integer_sets_that_are_none() -> None:
    d0: Any = ir.AffineDimExpr.get(0)
    get: Any = ir.IntegerSet.get
    for arguments, error, why in (
        ((1, 0, [], []), ValueError, "Expected non-empty list of constraints"),
        ((1, 0, [d0], [True, False]), ValueError, "Expected the number of constraints to match"),
        ((1, 0, [0], [True]), RuntimeError, "Invalid expression when attempting to create an IntegerSet"),
        ((1, 0, [None], [True]), RuntimeError, r"Invalid expression \(None\?\) when attempting"),
    ):
        with pytest.raises(error, match=why):
            get(*arguments)
    with pytest.raises(ValueError, match="Expected the number of dimension replacement expressions"):
        get(1, 0, [d0], [True]).get_replaced([], [], 1, 0)


def test_affine_expressions_are_ordered() -> None:
    d0, d1 = (ir.AffineDimExpr.get(i) for i in range(2))
    s0, s1 = (ir.AffineSymbolExpr.get(i) for i in range(2))
    assert [str(d1 + d0), str(s1 + s0), str(s0 + d0)] == ["d0 + d1", "s0 + s1", "d0 + s0"]
    total = d1 * 2 + d0 + d1 - d0 + 3
    assert str(ir.AffineExpr.simplify_affine_expr(total, 2, 0)) == "d1 * 3 + 3"
    assert repr(d0 + d1) == "AffineExpr(d0 + d1)"
    other: Any = None
    with pytest.raises(TypeError, match="incompatible function arguments"):
        d0 + other


def test_locations_have_what_their_class_has() -> None:
    place: Any = ir.Location.file("f", 1, 2)
    assert repr(place) == 'FileLineColLoc(loc("f":1:2))'
    with pytest.raises(AttributeError):
        getattr(place, "name_str")  # noqa: B009 - an expression alone is refused
    name: Any = ir.NameLoc.get("n", place)
    assert (name.name_str, name.child_loc) == ("n", place)
    with pytest.raises(AttributeError):
        getattr(name, "filename")  # noqa: B009
    assert ir.FileLineColLoc.get("f", 1, 2) == place
    assert ir.CallSiteLoc.get(place, [name]) == ir.Location.callsite(place, [name])
    assert ir.FusedLoc.get([place, name]).locations == [place, name]
    with pytest.raises(ValueError, match="FusedLoc"):
        ir.FusedLoc.get([place])


def test_diagnostic_handlers(context: Any) -> None:
    met: list[str] = []

    def handle(diagnostic: Any) -> bool:
        met.append(
            f"{diagnostic.severity} {diagnostic.location} {diagnostic.message} {len(diagnostic.notes)}"
        )
        kept.append(diagnostic)
        return True

    kept: list[Any] = []
    handler = context.attach_diagnostic_handler(handle)
    ir.Location.name("n").emit_error("wrong")
    assert met == ['DiagnosticSeverity.ERROR loc("n") wrong 0']
    assert handler.attached
    assert not handler.had_error
    assert str(kept[0]) == "<Invalid Diagnostic>"
    with pytest.raises(ValueError, match="used outside of callback"):
        getattr(kept[0], "message")  # noqa: B009
    context.emit_error_diagnostics = True
    with pytest.raises(ir.MLIRError) as raised:
        ir.Type.parse("foo")
    assert str(raised.value) == "Unable to parse type"
    assert met[1:] == ['DiagnosticSeverity.ERROR loc("foo":1:1) expected non-function type 0']
    handler.detach()
    assert not handler.attached
    context.emit_error_diagnostics = False  # upstream's next context may remember it


def test_the_last_handler_comes_first(context: Any) -> None:
    met: list[str] = []

    def handle(name: str, handled: bool) -> Any:
        def handler(_: Any) -> bool:
            met.append(name)
            return handled

        return handler

    def fail(_: Any) -> bool:
        raise ValueError("no")

    with context.attach_diagnostic_handler(handle("first", True)) as first:
        second = context.attach_diagnostic_handler(handle("second", False))
        third = context.attach_diagnostic_handler(fail)
        ir.Location.unknown().emit_error("wrong")
        second.detach()
        third.detach()
    assert met == ["second", "first"]
    assert third.had_error
    assert not first.attached


PROGRAM = "func.func @f(%x: i32, %y: i32) -> i32 { %0 = arith.addi %x, %y : i32\n return %0 : i32 }"


@pytest.mark.since("0.11.2")
def test_operations_are_compared() -> None:
    def compare(first: str, second: str, *flags: Any) -> bool:
        one, other = (ir.Module.parse(text).operation for text in (first, second))
        found: bool = one.is_structurally_equivalent(other, *flags)
        assert not found or one.structural_hash(*flags) == other.structural_hash(*flags)
        return found

    flags: Any = ir.OperationEquivalenceFlags
    assert compare(PROGRAM, PROGRAM)
    assert compare(PROGRAM, PROGRAM.replace("%x, %y :", "%y, %x :"))
    assert not compare(PROGRAM, PROGRAM.replace("%x, %y :", "%y, %x :"), flags.IGNORE_COMMUTATIVITY)
    moved = PROGRAM.replace("\n", "\n\n")
    assert not compare(PROGRAM, moved)
    assert compare(PROGRAM, moved, flags.IGNORE_LOCATIONS)
    renamed = PROGRAM.replace("@f", "@g")
    assert not compare(PROGRAM, renamed)
    assert compare(PROGRAM, renamed, flags.IGNORE_PROPERTIES)
    assert not compare(PROGRAM, renamed, flags.IGNORE_DISCARDABLE_ATTRS)
    assert not compare(PROGRAM, PROGRAM.replace("%x, %y :", "%x, %x :"), flags.IGNORE_LOCATIONS)


def test_errors_of_a_walks_callback() -> None:
    operation: Any = ir.Module.parse(PROGRAM).operation

    def fail(_: Any) -> ir.WalkResult:
        raise ValueError("no")

    with pytest.raises(RuntimeError, match=r"(?s)Exception raised in callback: .*ValueError: no"):
        operation.walk(fail)
    with pytest.raises(RuntimeError, match="bad_cast"):
        operation.walk(lambda _: None)


def test_what_is_not_there() -> None:
    attributes: Any = ir.Module.parse("module {}").operation.attributes
    with pytest.raises(KeyError, match="attempt to delete a non-existent attribute"):
        del attributes["x"]
    named: Any = ir.DictAttr.get({"a": ir.UnitAttr.get()})
    with pytest.raises(KeyError, match="attempt to access a non-existent attribute"):
        named["b"]
    with pytest.raises(IndexError, match="attempt to access out of bounds attribute"):
        named[1]
    with pytest.raises(IndexError, match="ArrayAttribute index out of range"):
        ir.ArrayAttr.get([])[0]
    with pytest.raises(IndexError, match="DenseArray index out of range"):
        ir.DenseI64ArrayAttr.get([])[0]
    with pytest.raises(ir.MLIRError, match="expected floating point type"):
        ir.FloatAttr.get(ir.IntegerType.get_signless(32), 1.0)
    with pytest.raises(ir.MLIRError, match="invalid tensor dimension size"):
        ir.RankedTensorType.get([-1], ir.F32Type.get())
    with pytest.raises(ValueError, match="expected floating point or integer type"):
        ir.ComplexType.get(ir.IndexType.get())


def test_dimensions_of_convolutions_are_lists() -> None:
    numbers: Any = stablehlo.ConvDimensionNumbers.get(0, 1, [2, 3, 4], 0, 1, [2, 3], 0, 1, [2, 3])
    assert str(numbers) == "#stablehlo.conv<[b, f, 0, 1, 2]x[i, o, 0, 1]->[b, f, 0, 1]>"
    assert numbers.input_spatial_dimensions == [2, 3, 4]
    assert numbers.kernel_spatial_dimensions == numbers.output_spatial_dimensions == [2, 3]


def test_the_interpreters_dialect_can_be_registered() -> None:
    stablehlo.register_interpreter_dialect(ir.Context())
