"""Regions, blocks, and insertion points in blocks."""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from jaxlib._ir.core import arguments
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.sequences import BlockArgumentList, OperationList
from jaxlib._ir.core.types import Type
from jaxlib._native import ir as _native

if TYPE_CHECKING:
    from jaxlib._ir.core.context import Context
    from jaxlib._ir.core.location import Location
    from jaxlib._ir.core.operations import Operation


class Region(_native.Region):
    """A region of an operation: a list of blocks."""

    __slots__ = ()

    @property
    def blocks(self) -> BlockList:
        """The blocks of the region."""
        return BlockList(self)

    def __iter__(self) -> Iterator[Block]:
        return iter(self._blocks)


class BlockList:
    """The blocks of a region."""

    __slots__ = ("_region",)

    def __init__(self, region: Region) -> None:
        self._region = region

    def __len__(self) -> int:
        return len(self._region._blocks)

    def __getitem__(self, index: int) -> Block:
        try:
            return self._region._blocks[arguments.index(index)]
        except IndexError:
            raise IndexError("attempt to access out of bounds block") from None

    def __iter__(self) -> Iterator[Block]:
        return iter(self._region._blocks)

    def append(self, *types: Type, arg_locs: Sequence[Location] | None = None) -> Block:
        """Append a new block with arguments of those types."""
        block = Block(self._region, types, arg_locs)
        self._region._blocks.append(block)
        return block


class Block(_native.Block):
    """A block: a list of operations, and arguments."""

    __slots__ = NATIVE
    _region: Region | None

    def __init__(
        self, region: Region, types: Iterable[Type], locations: Sequence[Location] | None = None
    ) -> None:
        types = (
            list(types[0])
            if len(types := list(types)) == 1 and isinstance(types[0], (list, tuple))
            else types
        )
        where = list(locations) if locations is not None else [None] * len(types)
        for kind, loc in zip(types, where, strict=True):
            self.add_argument(kind, loc)

    @property
    def successors(self) -> list[Block]:
        """The blocks that the last operation may branch to."""
        operations = list(self.operations)
        return list(operations[-1].operation._successors) if operations else []

    @property
    def predecessors(self) -> list[Block]:
        """The blocks that may branch to this one, each as often as it names it; the last one first."""
        others = [] if self._region is None else self._region._blocks
        return [block for block in reversed(others) for successor in block.successors if successor is self]

    @staticmethod
    def create_at_start(
        parent: Region, arg_types: Sequence[Type] = (), arg_locs: Sequence[Location] | None = None
    ) -> Block:
        """Insert a new block at the start of a region."""
        if not isinstance(parent, Region):
            raise TypeError(f"create_at_start: wanted a Region, found {parent!r}")
        block = Block(parent, arg_types, arg_locs)
        parent._blocks.insert(0, block)
        return block

    def create_before(self, *types: Type, arg_locs: Sequence[Location] | None = None) -> Block:
        """Insert a new block before this one."""
        region = self._owned()
        block = Block(region, types, arg_locs)
        region._blocks.insert(region._blocks.index(self), block)
        return block

    def create_after(self, *types: Type, arg_locs: Sequence[Location] | None = None) -> Block:
        """Insert a new block after this one."""
        region = self._owned()
        block = Block(region, types, arg_locs)
        region._blocks.insert(region._blocks.index(self) + 1, block)
        return block

    def append_to(self, region: Region) -> None:
        """Move the block to the end of a region."""
        if not isinstance(region, Region):
            raise TypeError(f"append_to: wanted a Region, found {region!r}")
        owner: Operation | None = region.owner
        if owner is not None and any(outer._parent is self for outer in owner._enclosing()):
            raise ValueError("a block cannot be moved into a region inside it")
        if self._region is not None and self in self._region._blocks:
            self._region._blocks.remove(self)
        self._region = region
        region._blocks.append(self)

    def erase_argument(self, index: int) -> None:
        """Remove an argument."""
        if not isinstance(index, int) or index < 0:
            raise TypeError(f"erase_argument: wanted the index of an argument, found {index!r}")
        del self._arguments[index]
        for number, argument in enumerate(self._arguments):
            argument._index = number

    def __str__(self) -> str:
        return hooks.print_block(self)

    def _owned(self) -> Region:
        if self._region is None:
            raise ValueError("the block is in no region: it was removed")
        return self._region

    @property
    def arguments(self) -> BlockArgumentList:
        return BlockArgumentList(self._arguments)

    @property
    def operations(self) -> OperationList:
        return OperationList(self._operations)

    @property
    def owner(self) -> Operation | None:
        """The operation that contains the block."""
        return self._region._owner if self._region is not None else None

    parent = owner

    @property
    def context(self) -> Context:
        return self._owned()._owner.context

    @property
    def location(self) -> Location:
        """The location of the operation that contains the block."""
        return self._owned()._owner.location

    def append(self, operation: Operation) -> None:
        """Move an operation to the end of the block."""
        move_to(operation, self, len(self._operations))

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._operations.copy())


#: Terminators: the operations of upstream's dialects with the trait `IsTerminator`.
_TERMINATORS = frozenset(
    """
    cf.br cf.cond_br cf.switch func.return gpu.return gpu.terminator gpu.yield llvm.br llvm.cond_br llvm.indirectbr
    llvm.invoke llvm.resume llvm.return llvm.switch llvm.unreachable memref.alloca_scope.return memref.atomic_yield
    mhlo.return mosaic_gpu.alloca_scope.return mosaic_gpu.return mpmd.return scf.condition scf.forall.in_parallel
    scf.reduce scf.reduce.return scf.yield sdy.return stablehlo.return tpu.yield tt.map_elementwise.return
    tt.reduce.return tt.return tt.scan.return ub.unreachable vector.yield
    """.split()
)


def is_terminator(operation: Operation) -> bool:
    """Whether an operation is one that ends a block."""
    return operation._name in _TERMINATORS


class _InsertionPointMeta(type):
    """The class property ``InsertionPoint.current``, which cannot be set."""

    @property
    def current(cls) -> InsertionPoint:
        point = _native.current_point()
        if point is None:
            raise ValueError("No current InsertionPoint")
        return point


class InsertionPoint(_native.InsertionPoint, metaclass=_InsertionPointMeta):
    """The position where new operations are inserted: before another operation or at the end of a block."""

    __slots__ = ()

    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint:
        """At the start of a block."""
        arguments.one(block, Block)
        return InsertionPoint(block._operations[0]) if block._operations else InsertionPoint(block)

    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint:
        """Before the last operation of a block, which must be a terminator."""
        arguments.one(block, Block)
        last = block._operations[-1] if block._operations else None
        if last is None or last._name not in _TERMINATORS:
            raise ValueError("Block has no terminator")
        return InsertionPoint(last)

    @staticmethod
    def after(operation: Operation) -> InsertionPoint:
        """After an operation."""
        if not isinstance(operation, (_native.Operation, _native.PlainOperation)):
            raise arguments.refused(operation, "an operation")
        operation = operation.opview
        if operation._parent is None:
            raise ValueError("Detached operations have no parent")
        operations = operation._parent._operations
        following = operation._parent._position(operation) + 1
        return InsertionPoint(operations[following] if following < len(operations) else operation._parent)


def move(operation: Operation, other: Operation, offset: int) -> None:
    """Move an operation to the index of ``other`` plus ``offset``.

    Raises:
        TypeError: ``other`` is not an operation.
        ValueError: ``other`` is in no block, or within the operation.
    """
    if not isinstance(other, _native.Operation):
        raise TypeError(f"wanted an operation, found {other!r}")
    other = other.opview
    block = other._parent
    if block is None:
        raise ValueError("Detached operations have no parent: an insertion point needs one")
    move_to(operation, block, block._position(other) + offset)


def move_to(operation: Operation, block: Block, index: int) -> None:
    """Move an operation to an index of a block, counted before the move; nothing moves if that fails."""
    if not isinstance(operation, _native.Operation):
        raise TypeError(f"wanted an operation, found {operation!r}")
    operation = operation.opview
    old = operation._parent
    place = old._position(operation) if old is not None else 0
    if old is not None:
        operation.detach_from_parent()
    if old is block and place < index:
        index -= 1
    of_module, operation._of_module = operation._of_module, False
    try:
        operations = block._operations
        block._insert(operation, operations[index] if index < len(operations) else None)
    except BaseException:
        if old is not None:
            old._operations.insert(place, operation)
            operation._parent = old
        operation._of_module = of_module
        raise


_native.register(region=Region, block=Block, terminators=_TERMINATORS)
