"""Operations, what they take and give, and the blocks and regions that hold them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from jaxlib._ir import values
from jaxlib._ir.values import (
    ArrayAttr,
    Attribute,
    Context,
    DenseI32ArrayAttr,
    Location,
    StringAttr,
    Type,
    _CurrentMeta,
)
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native

T = TypeVar("T")

#: The classes that dialects have registered for their operations, by name.
VIEWS: dict[str, type[OpView]] = {}
#: The dialects, by name.
DIALECTS: dict[str, Any] = {}
#: The adaptors of operations, by name.
ADAPTORS: dict[str, Any] = {}


class Value(Generic[T], _native.Value):
    """What an operation takes: the result of another, or a block's argument.

    A result is made when it is asked for; two of them are equal if they are the same result of one operation.
    """

    __slots__ = ()

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """Whether ``other`` is one."""
        return isinstance(other, cls)

    @property
    def context(self) -> Any:
        """Its context."""
        return self._owner.context

    @property
    def location(self) -> Any:
        """Where it is from."""
        return self._owner.location

    @property
    def _CAPIPtr(self) -> Any:
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.get_name()} : {self._type})"

    __str__ = __repr__

    def get_name(self, *_state: Any, **_options: Any) -> str:
        """What the printed program calls it."""
        from jaxlib._ir.printing import name_of

        return name_of(self)

    def maybe_downcast(self) -> Any:
        """The value as what it is."""
        return self

    @property
    def uses(self) -> Iterator[OpOperand]:
        """Every place that takes it."""
        root = self._owner
        while root.parent is not None:
            root = root.parent
        found: list[OpOperand] = []

        def look(op: Operation) -> WalkResult:
            found.extend(
                OpOperand(op, number) for number, operand in enumerate(op._operands) if operand == self
            )
            return WalkResult.ADVANCE

        (root if isinstance(root, Operation) else root.owner).walk(look)
        return iter(found)

    def replace_all_uses_with(self, other: Value) -> None:
        """Have ``other`` taken in its place."""
        for use in self.uses:
            use.owner._set_operand(use.operand_number, other)

    def replace_all_uses_except(self, other: Value, exceptions: Any) -> None:
        """As above, but for some operations."""
        kept = exceptions if isinstance(exceptions, Sequence) else [exceptions]
        for use in self.uses:
            if use.owner not in kept:
                use.owner._set_operand(use.operand_number, other)


class OpResult(Value[T]):
    """An operation's result."""

    __slots__ = ()

    @property
    def result_number(self) -> int:
        """Which one."""
        return self._index


class BlockArgument(_native.Argument, Value[T]):
    """A block's argument."""

    __slots__ = values.NATIVE
    _location: Any

    @property
    def arg_number(self) -> int:
        """Which one."""
        return self._index

    def set_location(self, loc: Location) -> None:
        """Say that it is from somewhere else."""
        self._location = loc


class OpOperand:
    """One place in which an operation takes a value."""

    def __init__(self, owner: Operation, number: int) -> None:
        self.owner = owner
        self.operand_number = number

    @property
    def value(self) -> Value:
        """The value there."""
        return self.owner._operands[self.operand_number]


class _Items(Sequence[T]):
    """A list that is looked at from outside; slices are of the same kind."""

    __slots__ = ("_items",)

    def __init__(self, items: list[T]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        return type(self)(self._items[index]) if isinstance(index, slice) else self._items[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __add__(self, other: Iterable[Any]) -> list[Any]:
        return [*self._items, *other]

    def __repr__(self) -> str:
        return repr(self._items)


class OpResultList(_Items[Any]):
    """An operation's results."""

    __slots__ = ()

    @property
    def types(self) -> list[Any]:
        """Their types."""
        return [each._type for each in self._items]

    @property
    def owner(self) -> Any:
        """The operation."""
        return self._items[0]._owner


class OpOperandList(_Items[Any]):
    """What an operation takes."""

    __slots__ = ("_taker",)
    _taker: Any

    def __init__(self, items: list[Any], taker: Any = None) -> None:
        super().__init__(items)
        self._taker = taker

    def __setitem__(self, index: int, value: Value) -> None:
        self._taker._set_operand(index, value)
        self._items[index] = value

    @property
    def types(self) -> list[Any]:
        """Their types."""
        return [each._type for each in self._items]


class OpOperands(_Items[Any]):
    """The places in which an operation takes values."""

    __slots__ = ()


class BlockArgumentList(_Items[Any]):
    """A block's arguments."""

    __slots__ = ()

    @property
    def types(self) -> list[Any]:
        """Their types."""
        return [each._type for each in self._items]


class RegionSequence(_Items[Any]):
    """An operation's regions."""

    __slots__ = ()


class OpSuccessors(_Items[Any]):
    """The blocks that an operation may go to."""

    __slots__ = ()


class BlockSuccessors(_Items[Any]):
    """The blocks that a block may go to."""

    __slots__ = ()


class BlockPredecessors(_Items[Any]):
    """The blocks that may go to a block."""

    __slots__ = ()


class OpAttributeMap:
    """An operation's attributes by name."""

    __slots__ = ("_of",)

    def __init__(self, of: dict[str, Any]) -> None:
        self._of = of

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def __len__(self) -> int:
        return len(self._of)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int):
            name = sorted(self._of)[key]
            return values.NamedAttribute(name, self._of[name])
        try:
            return self._of[key]
        except KeyError:
            raise KeyError("attempt to access a non-existent attribute") from None

    def __setitem__(self, name: str, attr: Attribute) -> None:
        if not isinstance(attr, Attribute):
            raise TypeError(f"attribute {name}: wanted an Attribute, found {attr!r}")
        self._of[name] = attr

    def __delitem__(self, name: str) -> None:
        del self._of[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(self._of))

    def get(self, key: str, default: Any = None) -> Any:
        """The attribute of that name, or ``default``."""
        return self._of.get(key, default)

    def keys(self) -> list[str]:
        """The names."""
        return sorted(self._of)

    def values(self) -> list[Any]:
        """The attributes, in the order of their names."""
        return [self._of[name] for name in sorted(self._of)]

    def items(self) -> list[tuple[str, Any]]:
        """Both."""
        return [(name, self._of[name]) for name in sorted(self._of)]


class WalkResult(enum.Enum):
    """How a walk goes on."""

    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2


class WalkOrder(enum.Enum):
    """Whether a walk visits what holds others before them or after them."""

    PRE_ORDER = 0
    POST_ORDER = 1


def one_value(given: Any) -> Value:
    """The value, or the one result of an operation."""
    if isinstance(given, Value):
        return given
    if isinstance(given, Operation):
        return given.result
    if isinstance(given, OpResultList):
        return given[0]
    raise TypeError(f"wanted a Value or an Operation with one result, found {given!r}")


class _OperationMeta(type):
    """Operations have no attributes but C++'s, also those of the classes that dialects register."""

    @classmethod
    def __prepare__(cls, _name: str, _bases: tuple[type, ...], /, **_options: Any) -> dict[str, object]:
        return {"__slots__": ()}


class _OperationBase(_native.Operation, metaclass=_OperationMeta):
    """What operations and the views of them have in common."""


class Operation(_OperationBase):
    """An operation. The classes that dialects register are subclasses, so that it is its own view."""

    __slots__ = values.NATIVE
    _parent: Any

    def __init__(self, *_args: Any) -> None:
        raise TypeError("operations are made by Operation.create(), or by the class of their dialect")

    @staticmethod
    def create(name: str, results: Sequence[Type] | None = None, operands: Sequence[Any] | None = None,
               attributes: Mapping[str, Any] | None = None, successors: Any = None, regions: int = 0,
               loc: Any = None, ip: Any = None, infer_type: bool = False) -> Any:  # fmt: skip
        """An operation of that name."""
        made = Operation._new(name)
        taken = [one_value(each) for each in operands or ()]
        named = dict(attributes or {})
        if infer_type and results is None:
            from jaxlib._ir.inference import infer

            results = infer(name, taken, named)
        made._fill(name, taken, named, results or (), regions, successors, loc, ip)
        return made

    @staticmethod
    def _new(name: str) -> Any:
        view = Operation._view(name)
        return view.__new__(view)

    @staticmethod
    def _view(name: str) -> Any:
        """The class of the operations of that name."""
        view = VIEWS.get(name)
        if view is None:
            _load_dialect(name.partition(".")[0])
            view = VIEWS.get(name, OpView)
        return view

    @staticmethod
    def parse(source: str, *, source_name: str = "", context: Any = None) -> Any:
        """The operation that ``source`` is the text of."""
        from jaxlib._ir import parsing

        with values.require_context(context):
            return parsing.parse_operation(source)

    @property
    def context(self) -> Any:
        """Its context."""
        return self._location.context

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    @property
    def name(self) -> Any:
        """What it is called, such as stablehlo.add; some views have another name of their own."""
        return self._name

    @property
    def attributes(self) -> OpAttributeMap:
        """Its attributes."""
        return OpAttributeMap(self._attributes)

    @property
    def operands(self) -> OpOperandList:
        """What it takes."""
        return OpOperandList(self._operands, self)

    @property
    def op_operands(self) -> OpOperands:
        """Where it takes it."""
        return OpOperands([OpOperand(self, number) for number in range(len(self._operands))])

    @property
    def results(self) -> OpResultList:
        """What it gives."""
        return OpResultList(self._results)

    @property
    def regions(self) -> RegionSequence:
        """Its regions."""
        return RegionSequence(self._regions)

    @property
    def successors(self) -> OpSuccessors:
        """The blocks that it may go to."""
        return OpSuccessors(self._successors)

    @property
    def parent(self) -> Any:
        """The operation that it is in."""
        return self._parent.owner if self._parent is not None else None

    @property
    def attached(self) -> bool:
        """Whether it is in a block."""
        return self._parent is not None

    def __str__(self) -> str:
        return str(self.get_asm())

    def __repr__(self) -> str:
        return f"<{self._name} operation>"

    def print(self, state: Any = None, file: Any = None, binary: bool = False, **options: Any) -> None:
        """Write its text to ``file``, or to the standard output."""
        import sys

        text = self.get_asm(binary=binary, **options)
        if file is None:
            sys.stdout.write(str(text) + "\n")
        else:
            file.write(text)

    def get_asm(self, binary: bool = False, large_elements_limit: int | None = None,
                large_resource_limit: int | None = None, enable_debug_info: bool = False,
                pretty_debug_info: bool = False, print_generic_op_form: bool = False, use_local_scope: bool = False,
                use_name_loc_as_prefix: bool = False, assume_verified: bool = False,
                skip_regions: bool = False) -> Any:  # fmt: skip
        """Its text."""
        from jaxlib._ir.printing import Printer
        from jaxlib._ir.ssa_names import SsaNames, outermost

        printer = Printer(
            generic=print_generic_op_form,
            locations=enable_debug_info,
            most_elements=large_elements_limit,
            names=SsaNames(outermost(self), print_generic_op_form),
        )
        text = printer.print(self)
        return text.encode("utf-8", "surrogateescape") if binary else text

    def write_bytecode(self, file: Any, desired_version: int | None = None) -> None:
        """Write the program in MLIR's bytecode, in a version of the format that readers know."""
        from jaxlib._ir import bytecode

        file.write(bytecode.write(self, bytecode.VERSION if desired_version is None else desired_version))

    def verify(self) -> bool:
        """Whether it is well-formed: the plugin's compiler verifies the program."""
        return True

    def detach_from_parent(self) -> Any:
        """Take it out of its block."""
        if self._parent is None:
            raise ValueError("Detached operation has no parent.")
        self._parent._operations.remove(self)
        self._parent = None
        return self

    def erase(self) -> None:
        """Take it away."""
        if self._parent is not None:
            self.detach_from_parent()

    def move_before(self, other: Operation) -> None:
        """Put it before ``other``."""
        _move(self, other, 0)

    def move_after(self, other: Operation) -> None:
        """Put it after ``other``."""
        _move(self, other, 1)

    def is_before_in_block(self, other: Operation) -> bool:
        """Whether it comes before ``other``."""
        operations = self._parent._operations
        return bool(operations.index(self) < operations.index(other))

    def clone(self, ip: Any = None) -> Any:
        """A copy of it and of all that is in it, put in where new operations go (unless ``ip`` is False)."""
        made = _native.clone(self, {})
        point = _native.current_point() if ip is None else ip
        if point is not None and point is not False:
            InsertionPoint.insert(point, made)
        return made

    def walk(self, callback: Callable[[Any], WalkResult], walk_order: WalkOrder = WalkOrder.POST_ORDER,
             op_class: Any = None) -> None:  # fmt: skip
        """Call ``callback`` with it and with all operations in it."""
        _walk(self, callback, walk_order, op_class)

    def has_trait(self, trait_cls: Any) -> bool:
        """Whether it is said to be such."""
        raise NotInBindings("jaxlib.mlir.ir.Operation.has_trait", "traits are used by Pallas only")


def _move(operation: Operation, other: Any, offset: int) -> None:
    """Move an operation to the place ``offset`` after ``other``'s own.

    Raises:
        TypeError: ``other`` is no operation.
        ValueError: It is in no block, or within the operation.
    """
    if not isinstance(other, Operation):
        raise TypeError(f"wanted an operation, found {other!r}")
    block = other._parent
    if block is None:
        raise ValueError("Detached operations have no parent: there is no place before or after them")
    _move_to(operation, block, block._operations.index(other) + offset)


def _move_to(operation: Any, block: Block, index: int) -> None:
    """Move an operation to where ``index`` is in a block now; where that fails nothing has moved."""
    if not isinstance(operation, Operation):
        raise TypeError(f"wanted an operation, found {operation!r}")
    old = operation._parent
    place = old._operations.index(operation) if old is not None else 0
    if old is not None:
        operation.detach_from_parent()
    if old is block and place < index:
        index -= 1
    following = block._operations[index] if index < len(block._operations) else block
    try:
        InsertionPoint(following).insert(operation)
    except BaseException:
        if old is not None:
            old._operations.insert(place, operation)
            operation._parent = old
        raise


def _walk(op: Operation, callback: Any, order: WalkOrder, op_class: Any) -> bool:
    wanted = op_class is None or isinstance(op, op_class)
    if order is WalkOrder.PRE_ORDER and wanted:
        answer = callback(op)
        if answer is WalkResult.INTERRUPT:
            return False
        if answer is WalkResult.SKIP:
            return True
    for region in op._regions:
        for block in region._blocks:
            for inner in list(block._operations):
                if not _walk(inner, callback, order, op_class):
                    return False
    return not (order is WalkOrder.POST_ORDER and wanted and callback(op) is WalkResult.INTERRUPT)


class OpView(Operation):
    """An operation as its dialect's class, which makes it and names its parts."""

    _ODS_OPERAND_SEGMENTS: Any = None
    _ODS_RESULT_SEGMENTS: Any = None
    _ODS_REGIONS: tuple[int, bool] = (0, True)
    OPERATION_NAME = ""

    __init__ = _native.Operation.__init__

    @classmethod
    def build_generic(cls, results: Any = None, operands: Any = None, attributes: Any = None,
                      successors: Any = None,
                      regions: int | None = None, loc: Any = None, ip: Any = None) -> Any:  # fmt: skip
        """An operation of the class, without its own way of making one."""
        made = cls.__new__(cls)
        OpView.__init__(
            made, cls.OPERATION_NAME, cls._ODS_REGIONS, cls._ODS_OPERAND_SEGMENTS, cls._ODS_RESULT_SEGMENTS,
            results=results, operands=operands, attributes=attributes, successors=successors, regions=regions,
            loc=loc, ip=ip,
        )  # fmt: skip
        return made


def _segments(
    given: Sequence[Any], segments: Sequence[int], attributes: dict[str, Any], key: str
) -> list[Any]:
    """Flattens what is given segment by segment: 1 is one, 0 one or none, -1 any number.

    Their sizes become the attribute ``key``.
    """
    flat, sizes = [], []
    for each, segment in zip(given, segments, strict=True):
        found = [*each] if segment == -1 and each is not None else [] if each is None else [each]
        flat += found
        sizes.append(len(found))
    attributes[key] = DenseI32ArrayAttr.get(sizes)
    return flat


class OpAdaptor:
    """An operation's operands and attributes without the operation."""

    OPERATION_NAME = ""

    def __init__(self, operands: Any, attributes: Any = None) -> None:
        self.operands = operands
        self.attributes = attributes


class Region(_native.Region):
    """Blocks in order."""

    __slots__ = ()

    @property
    def blocks(self) -> BlockList:
        """Its blocks."""
        return BlockList(self)

    def __iter__(self) -> Iterator[Block]:
        return iter(self._blocks)


class BlockList:
    """A region's blocks."""

    __slots__ = ("_region",)

    def __init__(self, region: Region) -> None:
        self._region = region

    def __len__(self) -> int:
        return len(self._region._blocks)

    def __getitem__(self, index: int) -> Block:
        return self._region._blocks[index]

    def __iter__(self) -> Iterator[Block]:
        return iter(self._region._blocks)

    def append(self, *types: Type, arg_locs: Any = None) -> Block:
        """A new block at the end, with arguments of those types."""
        block = Block(self._region, types, arg_locs)
        self._region._blocks.append(block)
        return block


class Block(_native.Block):
    """Operations in order, and arguments."""

    __slots__ = values.NATIVE
    _region: Any

    def __init__(self, region: Any, types: Iterable[Type], locations: Any = None) -> None:
        types = (
            list(types[0])
            if len(types := list(types)) == 1 and isinstance(types[0], (list, tuple))
            else types
        )
        where = list(locations) if locations is not None else [None] * len(types)
        for kind, loc in zip(types, where, strict=True):
            self.add_argument(kind, loc)

    @staticmethod
    def create_at_start(parent: Region, arg_types: Sequence[Type] = (), arg_locs: Any = None) -> Block:
        """A new first block."""
        if not isinstance(parent, Region):
            raise TypeError(f"create_at_start: wanted a Region, found {parent!r}")
        block = Block(parent, arg_types, arg_locs)
        parent._blocks.insert(0, block)
        return block

    def create_before(self, *types: Type, arg_locs: Any = None) -> Block:
        """A new block before it."""
        block = Block(self._region, types, arg_locs)
        self._region._blocks.insert(self._region._blocks.index(self), block)
        return block

    def create_after(self, *types: Type, arg_locs: Any = None) -> Block:
        """A new block after it."""
        block = Block(self._region, types, arg_locs)
        self._region._blocks.insert(self._region._blocks.index(self) + 1, block)
        return block

    def append_to(self, region: Region) -> None:
        """Move it to the end of a region."""
        if not isinstance(region, Region):
            raise TypeError(f"append_to: wanted a Region, found {region!r}")
        outer: Any = region.owner
        while outer is not None:
            if outer._parent is self:
                raise ValueError("a block cannot be put into a region that is in it")
            outer = outer.parent
        if self._region is not None and self in self._region._blocks:
            self._region._blocks.remove(self)
        self._region = region
        region._blocks.append(self)

    def erase_argument(self, index: int) -> None:
        """One argument less."""
        del self._arguments[index]
        for number, argument in enumerate(self._arguments):
            argument._index = number

    @property
    def arguments(self) -> BlockArgumentList:
        """Its arguments."""
        return BlockArgumentList(self._arguments)

    @property
    def operations(self) -> OperationList:
        """Its operations."""
        return OperationList(self._operations)

    @property
    def owner(self) -> Any:
        """The operation that it is in."""
        return self._region._owner if self._region is not None else None

    parent = owner

    @property
    def context(self) -> Any:
        """Its context."""
        return self._region._owner.context

    @property
    def location(self) -> Any:
        """Where it is from."""
        return self._region._owner.location

    def append(self, operation: Operation) -> None:
        """Move an operation to its end."""
        _move_to(operation, self, len(self._operations))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._operations.copy())


class OperationList(_Items[Any]):
    """A block's operations; who goes through them may move them elsewhere."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items.copy())


class _InsertionPointMeta(_CurrentMeta):
    @staticmethod
    def _find() -> Any:
        point = _native.current_point()
        if point is None:
            raise ValueError("No current InsertionPoint")
        return point


class InsertionPoint(_native.InsertionPoint, metaclass=_InsertionPointMeta):
    """Where new operations go: before one, or at the end of a block."""

    __slots__ = ()

    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint:
        """Before all that is there."""
        return InsertionPoint(block._operations[0]) if block._operations else InsertionPoint(block)

    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint:
        """Before the last one."""
        if not block._operations:
            raise ValueError("Block has no terminator")
        return InsertionPoint(block._operations[-1])

    @staticmethod
    def after(operation: Any) -> InsertionPoint:
        """After an operation."""
        if operation.operation._parent is None:
            raise ValueError("Detached operations have no parent")
        operations = operation.operation._parent._operations
        following = operations.index(operation.operation) + 1
        return InsertionPoint(
            operations[following] if following < len(operations) else operation.operation._parent
        )


class Module:
    """A whole program."""

    __slots__ = ("__weakref__", "_operation")

    def __init__(self, operation: Any) -> None:
        self._operation = operation

    @staticmethod
    def create(loc: Any = None) -> Module:
        """An empty one."""
        op = Operation._new("builtin.module")
        op._fill("builtin.module", [], {}, (), 1, None, loc, False)
        op._regions[0].blocks.append()
        return Module(op)

    @staticmethod
    def parse(asm: Any, context: Any = None) -> Module:
        """The program that ``asm`` is the text or the bytecode of."""
        with context or Context.current or Context():
            module = Module._read(asm)
        values.require_context(context)  # what cannot be read at all is said first
        return module

    @staticmethod
    def _read(asm: Any) -> Module:
        from jaxlib._ir import bytecode, parsing, portable

        if bytecode.is_bytecode(asm):
            return portable.deserialize(asm)
        if not isinstance(asm, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"Module.parse: wanted text or bytes, found {type(asm).__name__}")
        text = asm if isinstance(asm, str) else bytes(asm).decode("utf-8", "surrogateescape")
        return Module(parsing.parse_module(text))

    parseFile = parse

    @property
    def operation(self) -> Any:
        """Its operation."""
        return self._operation

    @property
    def context(self) -> Any:
        """Its context."""
        return self._operation.context

    @property
    def body(self) -> Block:
        """The block of its operations."""
        return self._operation._regions[0]._blocks[0]

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    def dump(self) -> None:
        """Print it."""
        self._operation.print()

    def __str__(self) -> str:
        return str(self._operation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and other._operation is self._operation

    def __hash__(self) -> int:
        return hash(self._operation)


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
    if isinstance(attr, values.FlatSymbolRefAttr) and attr.value == old:
        return values.FlatSymbolRefAttr.get(new)
    if isinstance(attr, ArrayAttr):
        return ArrayAttr.get([_renamed(each, old, new) for each in attr])
    return attr


class AsmState:
    """How something is to be printed."""

    def __init__(self, value: Any, **options: Any) -> None:
        self.value = value
        self.options = options


class AttrBuilder:
    """Makes attributes of Python's values, by the name of what is wanted."""

    _builders: dict[str, Any] = {}

    @staticmethod
    def contains(attribute_kind: str) -> bool:
        """Whether such can be made."""
        return attribute_kind in AttrBuilder._builders

    @staticmethod
    def get(attribute_kind: str) -> Any:
        """What makes such."""
        return AttrBuilder._builders[attribute_kind]

    @staticmethod
    def insert(
        attribute_kind: str, attr_builder: Any, replace: bool = False, allow_existing: bool = False
    ) -> None:
        """Say what makes such."""
        if attribute_kind in AttrBuilder._builders and not replace:
            if allow_existing:
                return
            raise RuntimeError(f"Attribute builder for '{attribute_kind}' is already registered")
        AttrBuilder._builders[attribute_kind] = attr_builder


# ---- Dialects


class Dialect:
    """A dialect."""

    DIALECT_NAMESPACE = ""

    def __init__(self, descriptor: Any = None) -> None:
        self.descriptor = descriptor


class DialectDescriptor:
    """A dialect's name."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace


class Dialects:
    """All dialects, by name."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getitem__(self, name: str) -> Any:
        _load_dialect(name)
        return DIALECTS.get(name, Dialect)(DialectDescriptor(name))

    def __getattr__(self, name: str) -> Any:
        return self[name]


_loaded: set[str] = set()


def _load_dialect(namespace: str) -> None:
    """Import the module that registers a dialect's operations."""
    if namespace in _loaded:
        return
    _loaded.add(namespace)
    import importlib

    try:
        importlib.import_module(f"jaxlib.mlir.dialects.{namespace}")
    except ModuleNotFoundError:
        return


def register_dialect(cls: Any) -> Any:
    """Take note of a dialect."""
    DIALECTS[cls.DIALECT_NAMESPACE] = cls
    return cls


def register_operation(_dialect: Any, *, replace: bool = False) -> Any:
    """Take note of the class of an operation."""

    def take(cls: Any) -> Any:
        if cls.OPERATION_NAME in VIEWS and not replace:
            raise RuntimeError(f"Operation '{cls.OPERATION_NAME}' is already registered.")
        VIEWS[cls.OPERATION_NAME] = cls
        return cls

    return take


def register_op_adaptor(cls: Any, *, replace: bool = False) -> Any:
    """Take note of the adaptor of an operation."""

    def take(adaptor: Any) -> Any:
        ADAPTORS[cls.OPERATION_NAME] = adaptor
        cls.Adaptor = adaptor
        return adaptor

    return take


#: An operation and all that are in it, each before those in it.
everything: Callable[[Any], list[Any]] = _native.everything


def _infer(name: str, operands: list[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    from jaxlib._ir.inference import infer

    return infer(name, operands, attributes)


_native.register(
    result=OpResult, argument=BlockArgument, region=Region, block=Block,
    one_value=one_value, segments=_segments, infer=_infer,
)  # fmt: skip
