"""Moves of operations and blocks: only operations can be put into a block, and none into itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import pytest
from jaxlib.mlir import ir


@pytest.fixture
def block() -> Iterator[Any]:
    """The body of a function: constants, a loop, the return."""
    lowered = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, x: x + i, x)).lower(1)
    module = lowered.compiler_ir()
    with module.context, ir.Location.unknown():
        yield next(iter(module.body.operations)).regions[0].blocks[0]


def names(block: Any) -> list[str]:
    return [operation.operation.name for operation in block.operations]


BAD: dict[str, Callable[[Any], Any]] = {
    "append None": lambda block: block.append(None),
    "append a text": lambda block: block.append("x"),
    "move before None": lambda block: block.operations[0].move_before(None),
    "move after a text": lambda block: block.operations[0].move_after("x"),
    "append to None": lambda block: block.append_to(None),
    "insert None": lambda block: ir.InsertionPoint(block).insert(None),
    "an argument of no type": lambda block: block.add_argument(None, ir.Location.unknown()),
    "an argument from nowhere": lambda block: block.add_argument(ir.F32Type.get(), "x"),
    "a result of no type": lambda block: block.operations[0].results[0].set_type("f32"),
    "a block in no region": lambda block: ir.Block.create_at_start(None),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_operation_is_refused_and_nothing_moves(block: Any, name: str) -> None:
    before = names(block)
    with pytest.raises(TypeError):
        BAD[name](block)
    assert names(block) == before
    str(block.owner)


def test_moves_to_neighbours_and_to_itself(block: Any) -> None:
    before = names(block)
    first, second = list(block.operations)[:2]
    first.move_before(first)
    first.move_after(first)
    second.move_after(first)
    first.move_before(second)
    assert names(block) == before
    first.move_after(second)
    assert [operation.operation for operation in block.operations][:2] == [second.operation, first.operation]
    block.append(first)
    assert block.operations[len(before) - 1].operation == first.operation


@pytest.mark.only(
    "ours", why="upstream's jaxlib makes a program that holds itself, and ends the process later"
)
def test_an_operation_is_not_moved_into_itself(block: Any) -> None:
    before = names(block)
    loop = next(operation for operation in block.operations if operation.operation.regions)
    body = loop.operation.regions[1].blocks[0]
    moves: list[Callable[[], Any]] = [
        lambda: body.append(loop),
        lambda: loop.move_before(body.operations[0]),
        lambda: loop.move_after(body.operations[0]),
        lambda: block.append_to(loop.operation.regions[0]),
    ]
    for move in moves:
        with pytest.raises(ValueError, match="inside it"):
            move()
    assert names(block) == before
    str(block.owner)


@pytest.mark.only("ours", why="upstream's jaxlib ends the process")
def test_there_is_no_place_beside_an_operation_in_no_block(block: Any) -> None:
    last = block.operations[len(names(block)) - 1]
    last.detach_from_parent()
    with pytest.raises(ValueError, match="Detached"):
        block.operations[0].move_after(last)


def test_a_modules_own_operation_is_attached_and_its_copy_is_not() -> None:
    with ir.Context(), ir.Location.unknown():
        outer, inner = ir.Module.create(), ir.Module.parse("module {}")
        assert outer.operation.attached
        assert inner.operation.attached
        assert not inner.operation.clone().attached
        assert not ir.Operation.parse("module {}").attached
        with pytest.raises(ValueError, match="already attached"):
            ir.InsertionPoint(outer.body).insert(inner.operation)
        assert len(outer.body.operations) == 0


def test_a_detached_operation_has_no_parent(block: Any) -> None:
    last = list(block.operations)[-1]
    assert last.parent == block.owner
    last.detach_from_parent()
    with pytest.raises(ValueError, match="Detached operations have no parent"):
        last.parent  # noqa: B018
    function = block.owner
    assert function.parent.parent is None, "a module's own operation"
    with pytest.raises(ValueError, match="Detached operations have no parent"):
        function.operation.clone(ip=False).parent  # noqa: B018
    with pytest.raises(ValueError, match=r"Expected operation to have a symbol name\."):
        ir.SymbolTable.get_symbol_name(last)
