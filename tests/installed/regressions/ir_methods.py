"""Methods of operations, lists, symbol tables and pass managers: arguments of other classes, and options."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jax.interpreters import mlir
from jaxlib.mlir import ir, passmanager

PROGRAM = """
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


@pytest.fixture
def module() -> Iterator[Any]:
    with mlir.make_ir_context(), ir.Location.unknown():
        yield ir.Module.parse(PROGRAM)


@pytest.fixture
def function(module: Any) -> Any:
    return module.body.operations[0]


@pytest.fixture
def add(function: Any) -> Any:
    return function.regions[0].blocks[0].operations[0]


LISTS: dict[str, Callable[[Any], Any]] = {
    "operands": lambda function: function.regions[0].blocks[0].operations[0].operands,
    "results": lambda function: function.regions[0].blocks[0].operations[0].results,
    "regions": lambda function: function.regions,
    "arguments": lambda function: function.regions[0].blocks[0].arguments,
}


@pytest.mark.parametrize("items", LISTS.values(), ids=LISTS)
def test_an_index_of_a_list(items: Callable[[Any], Any], function: Any) -> None:
    found = items(function)
    assert len(found[0:1]) == 1
    others: list[Any] = [1.5, "x", None, 2**70, []]
    for other in others:
        with pytest.raises(ValueError, match="expected integer or slice"):
            found[other]
    for beyond in (9, -9):
        with pytest.raises(IndexError, match="index out of range"):
            found[beyond]


@pytest.mark.parametrize("part", ["operations", "blocks"])
def test_an_index_of_operations_and_blocks(part: str, function: Any) -> None:
    region = function.regions[0]
    found = region.blocks if part == "blocks" else region.blocks[0].operations
    for other in (1.5, "x", None, 2**70):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            found[other]
    with pytest.raises(IndexError, match=f"attempt to access out of bounds {part[:-1]}"):
        found[99]


def test_an_index_of_attributes(function: Any) -> None:
    count = len(function.attributes)
    assert function.attributes[count - 1].name == "sym_name"
    with pytest.raises(IndexError, match="attempt to access out of bounds attribute"):
        function.attributes[count]


def test_an_operand_is_replaced_by_a_value_alone(add: Any) -> None:
    for other in (add, 1, None, "x"):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            add.operands[0] = other


@pytest.mark.parametrize("other", [1, None, object(), "x", []], ids=repr)
def test_operations_of_a_symbol_table(other: Any, module: Any) -> None:
    table = ir.SymbolTable(module.operation)
    for use in (
        ir.SymbolTable,
        table.insert,
        table.erase,
        ir.SymbolTable.get_symbol_name,
        ir.SymbolTable.get_visibility,
        lambda value: ir.SymbolTable.replace_all_symbol_uses("f", "g", value),
    ):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            use(other)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        ir.SymbolTable(module)


@pytest.mark.parametrize("other", [1, None, object(), b"x", []], ids=repr)
def test_names_of_a_symbol_table(other: Any, module: Any, function: Any) -> None:
    table = ir.SymbolTable(module.operation)
    for use in (
        lambda: table[other],
        lambda: table.__delitem__(other),
        lambda: other in table,
        lambda: ir.SymbolTable.replace_all_symbol_uses("f", other, module.operation),
        lambda: ir.SymbolTable.set_visibility(function, other),
    ):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            use()
    assert "f" in table
    with pytest.raises(KeyError, match="Symbol 'x' not in the symbol table"):
        table["x"]


def test_a_pipeline_of_passes(module: Any, function: Any) -> None:
    assert str(passmanager.PassManager("")) == "any()"
    manager = passmanager.PassManager()
    manager.add("")
    manager.add("cse,symbol-dce")
    assert str(manager) == "any(cse,symbol-dce)"
    manager.run(module.operation)
    for use in (passmanager.PassManager, passmanager.PassManager.parse, manager.add, manager.run):
        for other in (1, None, object()):
            with pytest.raises(TypeError, match="incompatible function arguments"):
                use(other)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        manager.run(module)
    with pytest.raises(ValueError, match="expected pass pipeline to be wrapped"):
        passmanager.PassManager.parse("cse")
    of_modules = passmanager.PassManager.parse("builtin.module(cse)")
    with pytest.raises(ir.MLIRError, match=r"can't run 'builtin.module' pass manager on 'func.func' op"):
        of_modules.run(function.operation)


def test_options_of_a_text(module: Any, add: Any) -> None:
    flags = ("binary", "enable_debug_info", "print_generic_op_form", "assume_verified", "skip_regions")
    for name in flags:
        for flag in (0, "x", None):
            with pytest.raises(TypeError, match="incompatible function arguments"):
                add.get_asm(**{name: flag})
    for limit in (1.5, "x", 2**70):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            add.get_asm(large_elements_limit=limit)
    assert module.operation.get_asm(skip_regions=True) == "module {...}\n"
    text = "func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {...}"
    function = module.body.operations[0]
    assert function.get_asm(skip_regions=True) == text
    generic = function.get_asm(skip_regions=True, print_generic_op_form=True)
    assert generic.endswith("({...}) : () -> ()")


def test_bytecode_is_written_to_a_file_or_a_path(module: Any, tmp_path: Path) -> None:
    file = io.BytesIO()
    module.operation.write_bytecode(file)
    path = tmp_path / "program.mlirbc"
    module.operation.write_bytecode(str(path))
    assert path.read_bytes() == file.getvalue()
    assert str(ir.Module.parse(path.read_bytes())) == str(module)
    for other in (str(tmp_path / "none" / "x"), ""):
        with pytest.raises(ValueError, match="Unable to open file for writing"):
            module.operation.write_bytecode(other)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        module.operation.write_bytecode(None)
    with pytest.raises(AttributeError):
        module.operation.write_bytecode(3)
    for version in (-1, 99):
        with pytest.raises(ValueError, match=f"Unable to honor desired bytecode version {version}"):
            module.operation.write_bytecode(file, version)
    for no_version in ("x", 2**70):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            module.operation.write_bytecode(file, no_version)
