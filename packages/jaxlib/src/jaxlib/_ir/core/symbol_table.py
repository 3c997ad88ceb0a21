"""Symbol tables: the operations of a block by their names."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.core.attributes import ArrayAttr, FlatSymbolRefAttr, StringAttr
from jaxlib._ir.core.blocks import Block
from jaxlib._ir.core.operations import Operation
from jaxlib._ir.core.walk import WalkResult
from jaxlib._missing import NotInBindings


class SymbolTable:
    """The operations of an operation's block that have names."""

    def __init__(self, operation: Any) -> None:
        self._operation = operation.operation
        self._tried = 0  # the numbers that were put behind names, of all names together
        self._names = {
            each._attributes["sym_name"].value: each
            for each in self._block()._operations
            if "sym_name" in each._attributes
        }

    def _block(self) -> Block:
        return self._operation._regions[0]._blocks[0]

    def __getitem__(self, name: str) -> Any:
        try:
            return self._names[name]
        except KeyError:
            raise KeyError(f"Symbol '{name}' not in the symbol table.") from None

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __delitem__(self, name: str) -> None:
        self._names.pop(name).erase()

    def erase(self, operation: Any) -> None:
        """Take an operation away."""
        del self[operation.operation._attributes["sym_name"].value]

    def insert(self, operation: Any) -> Any:
        """Put an operation there; it gets another name where its own is taken."""
        op = operation.operation
        name = op._attributes["sym_name"].value
        if self._names.get(name) is not None and self._names[name] is not op:
            base = name
            while name in self._names:
                name = f"{base}_{self._tried}"
                self._tried += 1
            op._attributes["sym_name"] = StringAttr.get(name)
        self._names[name] = op
        if op._parent is None:
            block = self._block()
            op._parent = block
            block._operations.append(op)
        return op._attributes["sym_name"]

    @staticmethod
    def get_symbol_name(symbol: Any) -> Any:
        """An operation's name."""
        return symbol.operation._attributes["sym_name"]

    @staticmethod
    def set_symbol_name(symbol: Any, name: str) -> None:
        """Give an operation another name."""
        symbol.operation._attributes["sym_name"] = StringAttr.get(name)

    @staticmethod
    def get_visibility(symbol: Any) -> Any:
        """Who may use it."""
        return symbol.operation._attributes.get("sym_visibility", StringAttr.get("public"))

    @staticmethod
    def set_visibility(symbol: Any, visibility: str) -> None:
        """Say who may use it."""
        symbol.operation._attributes["sym_visibility"] = StringAttr.get(visibility)

    @staticmethod
    def replace_all_symbol_uses(old_symbol: str, new_symbol: str, from_op: Any) -> None:
        """Have another name used in all of ``from_op``."""

        def look(op: Operation) -> WalkResult:
            for name, attr in op._attributes.items():
                op._attributes[name] = _renamed(attr, old_symbol, new_symbol)
            return WalkResult.ADVANCE

        from_op.operation.walk(look)

    @staticmethod
    def walk_symbol_tables(from_op: Any, all_sym_uses_visible: bool, callback: Any) -> None:
        """Call ``callback`` for every operation that holds named ones."""
        raise NotInBindings("jaxlib.mlir.ir.SymbolTable.walk_symbol_tables")


def _renamed(attr: Any, old: str, new: str) -> Any:
    if isinstance(attr, FlatSymbolRefAttr) and attr.value == old:
        return FlatSymbolRefAttr.get(new)
    if isinstance(attr, ArrayAttr):
        return ArrayAttr.get([_renamed(each, old, new) for each in attr])
    return attr
