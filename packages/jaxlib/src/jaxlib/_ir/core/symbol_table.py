"""Symbol tables: the operations in a block by symbol name."""

from __future__ import annotations

from collections.abc import Callable

from jaxlib._ir.core import arguments
from jaxlib._ir.core.attributes import ArrayAttr, Attribute, FlatSymbolRefAttr, StringAttr
from jaxlib._ir.core.blocks import Block
from jaxlib._ir.core.operations import Operation
from jaxlib._ir.core.walk import WalkResult


class SymbolTable:
    """The operations with symbol names in the single block of a module or another operation."""

    def __init__(self, operation: Operation) -> None:
        self._operation = arguments.one(operation, Operation).opview
        if not _is_table(self._operation):
            raise TypeError("Operation is not a Symbol Table.")
        self._tried = 0  # the number of suffixes tried so far, for all names together
        self._names = {
            symbol._attributes["sym_name"].value: symbol
            for symbol in self._block()._operations
            if "sym_name" in symbol._attributes
        }

    def _block(self) -> Block:
        return self._operation._regions[0]._blocks[0]

    def __getitem__(self, name: str) -> Operation:
        try:
            return self._names[arguments.one(name, str)]
        except KeyError:
            raise KeyError(f"Symbol '{name}' not in the symbol table.") from None

    def __contains__(self, name: object) -> bool:
        return arguments.one(name, str) in self._names

    def __delitem__(self, name: str) -> None:
        self[name].erase()
        del self._names[name]

    def erase(self, operation: Operation) -> None:
        """Remove an operation from the table and from its block."""
        name = arguments.one(operation, Operation)._attributes.get("sym_name")
        operation.erase()
        if name is not None:
            self._names.pop(name.value, None)

    def insert(self, operation: Operation) -> StringAttr:
        """Add an operation; if its name is taken, append a suffix. Returns the name."""
        op = arguments.one(operation, Operation).opview
        name = SymbolTable.get_symbol_name(op).value
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
        symbol_name: StringAttr = op._attributes["sym_name"]
        return symbol_name

    @staticmethod
    def get_symbol_name(symbol: Operation) -> StringAttr:
        """The symbol name of an operation."""
        name = arguments.one(symbol, Operation)._attributes.get("sym_name")
        if name is None:
            raise ValueError("Expected operation to have a symbol name.")
        return name

    @staticmethod
    def set_symbol_name(symbol: Operation, name: str) -> None:
        """Set the symbol name of an operation that already has one."""
        SymbolTable.get_symbol_name(symbol)
        symbol.operation._attributes["sym_name"] = StringAttr.get(name)

    @staticmethod
    def get_visibility(symbol: Operation) -> StringAttr:
        """The visibility of an operation: public, private or nested."""
        visibility = arguments.one(symbol, Operation)._attributes.get("sym_visibility")
        if visibility is None:
            raise ValueError("Expected operation to have a symbol visibility.")
        return visibility

    @staticmethod
    def set_visibility(symbol: Operation, visibility: str) -> None:
        """Set the visibility of an operation that already states one."""
        if arguments.one(visibility, str) not in ("public", "private", "nested"):
            raise ValueError("Expected visibility to be 'public', 'private' or 'nested'")
        SymbolTable.get_visibility(symbol)
        symbol.operation._attributes["sym_visibility"] = StringAttr.get(visibility)

    @staticmethod
    def replace_all_symbol_uses(old_symbol: str, new_symbol: str, from_op: Operation) -> None:
        """Replace a symbol name in all attributes of ``from_op`` and its nested operations."""
        for symbol in (old_symbol, new_symbol):
            arguments.one(symbol, str)

        def look(op: Operation) -> WalkResult:
            for name, attr in op._attributes.items():
                op._attributes[name] = _renamed(attr, old_symbol, new_symbol)
            return WalkResult.ADVANCE

        arguments.one(from_op, Operation).operation.walk(look)

    @staticmethod
    def walk_symbol_tables(
        from_op: Operation, all_sym_uses_visible: bool, callback: Callable[[Operation, bool], object]
    ) -> None:
        """Call ``callback`` with each symbol table in an operation, inner ones first.

        Its second argument is whether all uses of the table's symbols are visible: ``all_sym_uses_visible`` is
        true, or the table itself is not a public symbol.
        """
        operation = arguments.one(from_op, Operation).opview
        visible = bool(all_sym_uses_visible)
        if _is_table(operation):
            visibility = operation._attributes.get("sym_visibility")
            named = "sym_name" in operation._attributes
            visible = visible or not named or (visibility is not None and visibility.value == "private")
        for region in operation._regions:
            for block in region._blocks:
                for inner in list(block._operations):
                    SymbolTable.walk_symbol_tables(inner, visible, callback)
        if _is_table(operation):
            callback(operation.operation, visible)


def _is_table(operation: Operation) -> bool:
    return operation._name.rpartition(".")[2] == "module"


def _renamed(attr: Attribute, old: str, new: str) -> Attribute:
    if isinstance(attr, FlatSymbolRefAttr) and attr.value == old:
        return FlatSymbolRefAttr.get(new)
    if isinstance(attr, ArrayAttr):
        return ArrayAttr.get([_renamed(part, old, new) for part in attr])
    return attr
