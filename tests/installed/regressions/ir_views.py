"""Operations and their views: a view may have members by the names of the operation's own, such as `name`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import func, stablehlo


@pytest.fixture
def module() -> Any:
    def program(x: Any) -> Any:
        doubled = jax.lax.composite(lambda v: v * 2, "my.double")(x)
        return jax.lax.while_loop(lambda c: c.sum() < 10, lambda c: c + 1, doubled)

    return jax.jit(program).lower(jnp.ones((4, 8))).compiler_ir()


@pytest.fixture
def main(module: Any) -> Any:
    return ir.SymbolTable(module.operation)["main"]


def composite(main: Any) -> Any:
    return next(op for op in main.entry_block.operations if op.operation.name == "stablehlo.composite")


def test_view_and_operation_have_names_of_their_own(main: Any) -> None:
    assert main.name.value == "main"
    assert main.operation.name == "func.func"
    assert main.operation.opview.name.value == "main"
    assert composite(main).name.value == "my.double"
    assert composite(main).operation.name == "stablehlo.composite"


@pytest.mark.parametrize(
    ("name", "operation"),
    [
        ("parent", lambda main: composite(main).parent),
        ("parent of an operation", lambda main: composite(main).operation.parent),
        ("insertion point", lambda main: ir.InsertionPoint(main).ref_operation),
        ("insertion point of the operation", lambda main: ir.InsertionPoint(main.operation).ref_operation),
    ],
)
def test_operations(name: str, operation: Callable[[Any], Any], main: Any) -> None:
    assert operation(main).name == "func.func", name
    assert operation(main) == main


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("owner of a block", lambda main: main.entry_block.owner),
        ("owner of a region", lambda main: main.regions[0].owner),
        ("copy", lambda main: main.operation.clone()),
        ("opview", lambda main: main.operation.opview),
    ],
)
def test_views(name: str, view: Callable[[Any], Any], main: Any) -> None:
    assert view(main).name.value == "main", name
    assert isinstance(view(main), func.FuncOp), name


def test_owners_of_values_are_views(main: Any) -> None:
    value = composite(main).results[0]
    assert value.owner.name.value == "my.double"
    assert [use.owner.name for use in value.uses] == ["stablehlo.while"]
    assert [use.owner.name.value for use in main.arguments[0].uses] == ["my.double"]


def test_a_walk_visits_operations(module: Any) -> None:
    names = []

    def visit(op: Any) -> ir.WalkResult:
        names.append(op.name)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    assert names[-1] == "builtin.module"
    assert {"func.func", "stablehlo.composite", "stablehlo.while"} < set(names)


def test_a_new_operation_has_its_operations_name(module: Any) -> None:
    attributes = {"sym_name": "other", "function_type": ir.FunctionType.get([], [], context=module.context)}
    with module.context, ir.Location.unknown(), ir.InsertionPoint(module.body):
        function = ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": ir.StringAttr.get(attributes["sym_name"]),
                "function_type": ir.TypeAttr.get(attributes["function_type"]),
            },
            regions=1,
        )
    assert function.name == "func.func"
    assert function.opview.name.value == "other"
    assert "other" in ir.SymbolTable(module.operation)


def test_an_operation_is_its_view(main: Any) -> None:
    operation = main.operation
    assert operation == main
    assert main == operation
    assert hash(operation) == hash(main)
    assert {operation: 1}[main] == 1
    assert operation in [main]
    assert main in [operation]
    assert isinstance(operation, ir.Operation)
    assert not isinstance(operation, ir.OpView)
    assert str(operation) == str(main)
    assert operation.get_asm() == main.get_asm()


def test_an_operation_is_taken_where_its_view_is(module: Any, main: Any) -> None:
    operation = main.operation
    operation.attributes["note"] = ir.StringAttr.get("seen", module.context)
    assert main.attributes["note"].value == "seen"
    with module.context, ir.Location.unknown():
        copy = operation.clone(ir.InsertionPoint.at_block_begin(module.body))
    copy.operation.move_after(operation)
    assert [op.name.value for op in module.body.operations][:2] == ["main", "main"]
    assert list(module.body.operations)[1] == copy
    copy.operation.detach_from_parent()
    assert len(list(module.body.operations)) >= 1
    module.body.append(copy.operation)
    assert list(module.body.operations)[-1].name.value == "main"
    ir.SymbolTable.set_symbol_name(copy.operation, "other")
    assert copy.name.value == "other"
    table = ir.SymbolTable(module.operation)
    table.erase(copy.operation)
    assert "other" not in table
    with module.context, ir.Location.unknown():
        region = ir.InsertionPoint(composite(main).operation)
        assert region.block == main.entry_block


def test_a_program_is_read_from_a_file(module: Any, tmp_path: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(module.operation.get_asm(print_generic_op_form=True))
    with module.context:
        assert str(ir.Module.parseFile(path=str(path))) == str(module)
        with pytest.raises(ir.MLIRError, match="could not open input file"):
            ir.Module.parseFile(str(module))
        with pytest.raises(TypeError):
            ir.Module.parseFile(path.read_bytes())


def test_arguments_have_upstreams_names(module: Any) -> None:
    dynamic = ir.ShapedType.get_dynamic_size()
    assert ir.ShapedType.is_dynamic_size(dim_size=dynamic)
    assert module.context.is_registered_operation(operation_name="stablehlo.add")
    with module.context:
        newest = stablehlo.get_current_version()
        artifact = stablehlo.serialize_portable_artifact_str(module_str=str(module), target_version=newest)
        assert stablehlo.deserialize_portable_artifact_str(artifact_str=artifact)


@pytest.mark.parametrize("name", [5, 1.5, None, object(), b"name", (), type, len])
def test_names_of_members_that_are_not_strings_are_errors(name: object, main: Any) -> None:
    for operation in (main, main.operation):
        get: Any = type(operation).__getattribute__
        with pytest.raises(TypeError, match="string"):
            get(operation, name)


@pytest.mark.parametrize("keyword", [5, None, b"loc", object()])
def test_keywords_that_are_not_strings_are_errors(keyword: Any) -> None:
    with pytest.raises(TypeError):
        ir.OpView("func.return", **{keyword: 1})
