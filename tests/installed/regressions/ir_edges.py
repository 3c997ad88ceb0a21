"""Invalid requests to operations, blocks and symbol tables: errors of upstream's types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import func, stablehlo

PROGRAM = """
func.func @f(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %a, %b : tensor<3xf32>
  %1 = stablehlo.multiply %0, %b : tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @g(%a: tensor<3xf32>) -> tensor<3xf32> {
  return %a : tensor<3xf32>
}
"""


class Parts:
    """The program, and what is in it."""

    def __init__(self) -> None:
        self.module: Any = ir.Module.parse(PROGRAM)
        self.f, self.g = list(self.module.body.operations)
        self.block = self.f.regions[0].blocks[0]
        self.add, self.multiply, self.end = list(self.block.operations)
        self.table = ir.SymbolTable(self.module.operation)


@pytest.fixture
def parts() -> Iterator[Parts]:
    with mlir.make_ir_context(), ir.Location.unknown():
        yield Parts()


def _without_end(parts: Parts) -> None:
    parts.end.operation.erase()
    ir.InsertionPoint.at_block_terminator(parts.block)


ERRORS: dict[str, tuple[type[BaseException], Callable[[Parts], Any]]] = {
    "terminator of an empty block": (ValueError, _without_end),
    "terminator of a module": (ValueError, lambda p: ir.InsertionPoint.at_block_terminator(p.module.body)),
    "before None": (TypeError, lambda p: p.add.is_before_in_block(None)),
    "table of a sum": (TypeError, lambda p: ir.SymbolTable(p.add.operation)),
    "table of a function": (TypeError, lambda p: ir.SymbolTable(p.f.operation)),
    "table of None": (TypeError, lambda p: ir.SymbolTable(None)),
    "symbol that is missing": (KeyError, lambda p: p.table["missing"]),
    "removal of a symbol that is missing": (KeyError, lambda p: p.table.__delitem__("missing")),
    "name of no symbol": (ValueError, lambda p: ir.SymbolTable.get_symbol_name(p.add)),
    "a name for no symbol": (ValueError, lambda p: ir.SymbolTable.set_symbol_name(p.add, "x")),
    "visibility of no symbol": (ValueError, lambda p: ir.SymbolTable.get_visibility(p.add)),
    "visibility that is not stated": (ValueError, lambda p: ir.SymbolTable.get_visibility(p.f)),
    "a visibility where none is stated": (
        ValueError,
        lambda p: ir.SymbolTable.set_visibility(p.f, "private"),
    ),
    "an odd visibility": (ValueError, lambda p: ir.SymbolTable.set_visibility(p.f, "odd")),
    "insertion of no symbol": (ValueError, lambda p: p.table.insert(p.add.operation.clone())),
    "argument -1": (TypeError, lambda p: p.block.erase_argument(-1)),
    "a result of no type": (ValueError, lambda p: ir.Operation.create("stablehlo.add", results=[None])),
    "an attribute that is none": (
        TypeError,
        lambda p: ir.Operation.create("stablehlo.add", attributes={"x": 3}),
    ),
    "a negative number of regions": (ValueError, lambda p: ir.Operation.create("stablehlo.add", regions=-1)),
    "insertion after a terminator": (
        IndexError,
        lambda p: ir.InsertionPoint(p.block).insert(p.add.operation.clone(ip=False)),
    ),
    "a copy after a terminator": (IndexError, lambda p: p.add.operation.clone(ip=ir.InsertionPoint(p.block))),
    "a second terminator": (
        IndexError,
        lambda p: func.ReturnOp([p.add.result], ip=ir.InsertionPoint.after(p.end.operation)),
    ),
}

#: What an operation is asked after it was erased.
AFTER_ITS_END: dict[str, Callable[[Parts, Any], Any]] = {
    "name": lambda p, op: op.name,
    "attributes": lambda p, op: len(op.attributes),
    "operands": lambda p, op: op.operands,
    "result": lambda p, op: op.result,
    "location": lambda p, op: op.location,
    "text": lambda p, op: str(op),
    "hash": lambda p, op: hash(op),
    "comparison": lambda p, op: op == p.add,
    "end": lambda p, op: op.erase(),
    "verification": lambda p, op: op.verify(),
    "place": lambda p, op: ir.InsertionPoint(op),
    "move": lambda p, op: op.move_before(p.add.operation),
    "place of another": lambda p, op: p.add.operation.move_before(op),
    "return to its block": lambda p, op: p.block.append(op),
}


@pytest.mark.parametrize("name", ERRORS)
def test_the_error_has_upstreams_type(name: str, parts: Parts) -> None:
    error, call = ERRORS[name]
    before = str(parts.module)
    with pytest.raises(error):
        call(parts)
    assert name == "terminator of an empty block" or str(parts.module) == before


@pytest.mark.parametrize("name", AFTER_ITS_END)
@pytest.mark.parametrize("view", [True, False], ids=["view", "operation"])
def test_an_erased_operation_is_invalid(name: str, view: bool, parts: Parts) -> None:
    op = parts.f if view else parts.f.operation
    op.operation.erase()
    with pytest.raises(RuntimeError, match="the operation has been invalidated"):
        AFTER_ITS_END[name](parts, op)


def _uses(value: Any) -> list[tuple[str, int]]:
    return [(use.owner.name, use.operand_number) for use in value.uses]


def test_uses_are_those_of_all_operations_that_exist_the_last_first(parts: Parts) -> None:
    add, multiply, argument = parts.add.operation, parts.multiply.operation, parts.block.arguments[0]
    with ir.InsertionPoint.at_block_terminator(parts.block):
        square = stablehlo.MulOp(add.result, add.result).operation
    both = [("stablehlo.multiply", 1), ("stablehlo.multiply", 0)]
    assert _uses(add.result) == [*both, ("stablehlo.multiply", 0)]
    square.detach_from_parent()
    assert _uses(add.result) == [*both, ("stablehlo.multiply", 0)]
    multiply.operands[0] = argument
    assert _uses(add.result) == both
    assert _uses(argument) == [("stablehlo.multiply", 0), ("stablehlo.add", 0)]
    copy = square.clone(ip=False)
    assert _uses(add.result) == [*both, *both]
    del copy
    assert _uses(add.result) == both
    square.erase()
    assert _uses(add.result) == []


def test_the_uses_in_an_erased_region_end(parts: Parts) -> None:
    module: Any = ir.Module.parse(
        "func.func @f(%a: tensor<f32>, %c: tensor<i32>) -> tensor<f32> {\n"
        "%0 = stablehlo.abs %a : tensor<f32>\n"
        "stablehlo.custom_call @x(%0) : (tensor<f32>) -> ()\n"
        '%1 = "stablehlo.case"(%c) ({ stablehlo.return %0 : tensor<f32> }) : (tensor<i32>) -> tensor<f32>\n'
        "return %1 : tensor<f32> }"
    )
    absolute, call, case, end = module.body.operations[0].regions[0].blocks[0].operations
    assert _uses(absolute.result) == [("stablehlo.return", 0), ("stablehlo.custom_call", 0)]
    end.operation.erase()
    case.operation.erase()
    assert _uses(absolute.result) == [("stablehlo.custom_call", 0)]
    call.operation.erase()
    assert _uses(absolute.result) == []


def test_an_operation_that_ends_no_block_is_no_terminator(parts: Parts) -> None:
    odd = ir.Operation.create("foo.return", ip=False)
    parts.block.append(odd)
    with pytest.raises(ValueError, match="Block has no terminator"):
        ir.InsertionPoint.at_block_terminator(parts.block)
    parts.add.operation.clone(ip=ir.InsertionPoint(parts.block))
    odd.move_after(parts.block.operations[len(parts.block.operations) - 1])
    assert str(parts.block).rstrip().endswith('"foo.return"() : () -> ()')


def test_the_text_of_a_block(parts: Parts) -> None:
    assert str(parts.block) == (
        "^bb0(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>):\n"
        "  %0 = stablehlo.add %arg0, %arg1 : tensor<3xf32>\n"
        "  %1 = stablehlo.multiply %0, %arg1 : tensor<3xf32>\n"
        "  func.return %1 : tensor<3xf32>\n"
    )
    assert str(parts.module.body).startswith("^bb0:\n  func.func @f(%arg0: tensor<3xf32>")


def test_an_operation_by_itself_has_its_dialect_in_its_text(parts: Parts) -> None:
    assert str(parts.end) == "func.return %1 : tensor<3xf32>"
    assert "\n    return %1" in str(parts.module)


def test_places_in_a_block(parts: Parts) -> None:
    assert ir.InsertionPoint.at_block_terminator(parts.block).ref_operation.operation == parts.end.operation
    assert parts.add.is_before_in_block(parts.multiply)
    assert not parts.multiply.is_before_in_block(parts.add)
    assert isinstance(parts.add.is_before_in_block(parts.g), bool)  # in another block: without meaning


def test_symbols_come_and_go(parts: Parts) -> None:
    seen: list[tuple[str, bool]] = []
    ir.SymbolTable.walk_symbol_tables(
        parts.module.operation, True, lambda table, visible: seen.append((table.name, visible))
    )
    assert seen == [("builtin.module", True)]
    parts.f.attributes["sym_visibility"] = ir.StringAttr.get("public")
    ir.SymbolTable.set_visibility(parts.f, "private")
    assert ir.SymbolTable.get_visibility(parts.f).value == "private"
    parts.table.erase(parts.f)
    assert "f" not in parts.table
    assert [each.operation.name for each in parts.module.body.operations] == ["func.func"]
    del parts.table["g"]
    assert list(parts.module.body.operations) == []


def test_the_properties_of_an_error_may_be_overridden() -> None:
    class Refused(ir.MLIRError):  # type: ignore[misc,unused-ignore]
        @property
        def error_diagnostics(self) -> list[str]:
            return ["told"]

    error = Refused("no")
    assert error.error_diagnostics == ["told"]
    assert error.args == ("no",)
