"""Operations, and the views of them that dialects register."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, ClassVar, Literal, Self, TypeVar, cast

from jaxlib._ir.core import arguments
from jaxlib._ir.core.attributes import Attribute, DenseI32ArrayAttr
from jaxlib._ir.core.blocks import Block, InsertionPoint, move
from jaxlib._ir.core.context import Context, MLIRError, require_context
from jaxlib._ir.core.equivalence_flags import OperationEquivalenceFlags
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.location import Location
from jaxlib._ir.core.registry import VIEWS, load_dialect
from jaxlib._ir.core.sequences import (
    OpAttributeMap,
    OpOperands,
    OpResultList,
    OpSuccessors,
    RegionSequence,
)
from jaxlib._ir.core.types import Type
from jaxlib._ir.core.values import OpOperand, Value
from jaxlib._ir.core.walk import WalkOrder, WalkResult, asked, walk
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native

T = TypeVar("T")
P = TypeVar("P")


def one_value(operand: object) -> Value[Type]:
    """The value itself, or the single result of an operation."""
    if isinstance(operand, Value):
        return operand
    if isinstance(operand, Operation):
        return operand.result
    if isinstance(operand, OpResultList):
        return operand[0]
    raise TypeError(f"wanted a Value or an Operation with one result, found {operand!r}")


class _OperationMeta(type):
    """Removes the instance dictionary of operations, also for the classes that dialects register."""

    @classmethod
    def __prepare__(cls, _name: str, _bases: tuple[type, ...], /, **_options: object) -> dict[str, object]:
        return {"__slots__": ()}


class _OperationBase(_native.Operation, metaclass=_OperationMeta):
    """The base class of operations and their views."""

    #: The attributes that an operation of the class gets if its builder leaves them out.
    _defaults: ClassVar[tuple[tuple[str, Attribute], ...]] = ()
    #: The class itself, and the one that its operations get instead, of a dialect's class that was replaced.
    _successor: ClassVar[tuple[type, type] | None] = None


class Operation(_OperationBase):
    """An operation. It is its own view: the classes that dialects register are subclasses."""

    __slots__ = NATIVE
    _parent: Block | None

    def __init__(self, *_args: object) -> None:
        raise TypeError("operations are created by Operation.create(), or by the classes of their dialects")

    @staticmethod
    def create(name: str, results: Sequence[Type] | None = None, operands: Sequence[object] | None = None,
               attributes: Mapping[str, Attribute] | None = None, successors: Sequence[Block] | None = None,
               regions: int = 0, loc: Location | None = None, ip: InsertionPoint | Literal[False] | None = None,
               infer_type: bool = False) -> Operation:  # fmt: skip
        """Create an operation with that name, of the class that its dialect registered."""
        if regions < 0:
            raise ValueError("number of regions must be >= 0")
        arguments.one(name, str)
        if results is not None:
            if any(result is None for result in arguments.sequence(results)):
                raise ValueError("result type cannot be None")
            results = arguments.several(results, Type)
        operands = [] if operands is None else list(arguments.sequence(operands))
        if any(operand is None for operand in operands):
            raise ValueError("operand value cannot be None")
        operation = Operation._new(name)
        values = [one_value(operand) for operand in operands]
        own_attributes = {} if attributes is None else dict(arguments.one(attributes, dict))
        for key, attribute in own_attributes.items():
            if not isinstance(attribute, Attribute):
                raise TypeError(
                    f'Invalid attribute value for the key "{key}" when attempting to create the operation "{name}"'
                )
        if infer_type and results is None:
            results = hooks.infer(name, values, own_attributes)
        operation._fill(name, values, own_attributes, results or (), regions, successors, loc, ip)
        return operation.operation

    @staticmethod
    def _new(name: str) -> OpView:
        view = Operation._view(name)
        return view.__new__(view)

    @staticmethod
    def _view(name: str) -> type[OpView]:
        """The class for operations with that name."""
        if name not in VIEWS:
            load_dialect(name.partition(".")[0])
        return cast("type[OpView]", VIEWS.get(name, OpView))

    @staticmethod
    def parse(source: str, *, source_name: str = "", context: Context | None = None) -> Operation:
        """Parse an operation."""
        with require_context(context):
            return hooks.parse_operation(source, source_name)

    @property
    def context(self) -> Context:
        return self._location.context

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer

    @property
    def name(self) -> str:
        """The operation's name, such as stablehlo.add; a view may have another attribute of this name."""
        return self._name

    @property
    def attributes(self) -> OpAttributeMap:
        return OpAttributeMap(self._attributes)

    @property
    def op_operands(self) -> OpOperands:
        """The operation's uses of values."""
        return OpOperands([OpOperand(self, number) for number in range(len(self._operands))])

    def replace_uses_of_with(self, of: Value[Type], with_: Value[Type]) -> None:
        """Replaces a value by another wherever it is an operand of this operation."""
        for number, operand in enumerate(list(self._operands)):
            if operand == of:
                self._set_operand(number, with_)

    @property
    def regions(self) -> RegionSequence:
        return RegionSequence([*self._regions])  # a tuple if there are none

    @property
    def successors(self) -> OpSuccessors:
        """The blocks that the operation may branch to."""
        return OpSuccessors([*self._successors])

    @property
    def parent(self) -> Operation | None:
        """The operation that contains this one; None for a Module's own, and if its block is in no operation.

        Raises:
            ValueError: The operation is detached.
        """
        if not self.attached:
            raise ValueError("Detached operations have no parent")
        return self._holder

    @property
    def _holder(self) -> Operation | None:
        owner = self._parent.owner if self._parent is not None else None
        return None if owner is None else owner.operation

    def _enclosing(self) -> Iterator[Operation]:
        """The operation and its ancestors, innermost first.

        Raises:
            ValueError: The operation is inside itself.
        """
        seen: set[Operation] = set()
        outer: Operation | None = self
        while outer is not None:
            if outer in seen:
                raise ValueError(f"{self!r} is inside itself")
            seen.add(outer)
            yield outer
            outer = outer._holder

    @property
    def _outermost(self) -> Operation:
        """The outermost ancestor of the operation, or the operation itself."""
        *_, outermost = self._enclosing()
        return outermost

    @property
    def attached(self) -> bool:
        """Whether the operation is in a block, or is a Module's own."""
        return self._parent is not None or self._of_module

    def __str__(self) -> str:
        return str(self.get_asm())

    def __repr__(self) -> str:
        return f"<{self._name} operation>"

    def print(
        self,
        state: object = None,
        file: IO[str] | IO[bytes] | None = None,
        binary: bool = False,
        **options: bool,
    ) -> None:
        """Write the text to ``file``, or to standard output."""
        text = self.get_asm(binary=binary, **options)
        if file is None:
            sys.stdout.write(str(text) + "\n")
        elif isinstance(text, bytes):
            cast("IO[bytes]", file).write(text)
        else:
            cast("IO[str]", file).write(text)

    def get_asm(self, binary: bool = False, large_elements_limit: int | None = None,
                large_resource_limit: int | None = None, enable_debug_info: bool = False,
                pretty_debug_info: bool = False, print_generic_op_form: bool = False, use_local_scope: bool = False,
                use_name_loc_as_prefix: bool = False, assume_verified: bool = False,
                skip_regions: bool = False) -> str | bytes:  # fmt: skip
        """The text; bytes if ``binary``.

        It is in the generic form if that is asked for, and if the whole program is invalid, unless it is
        ``assume_verified``.
        """
        flags = (binary, enable_debug_info, pretty_debug_info, print_generic_op_form, use_local_scope)
        for flag in (*flags, use_name_loc_as_prefix, assume_verified, skip_regions):
            arguments.one(flag, bool)
        pretty = enable_debug_info and pretty_debug_info
        for limit in (large_elements_limit, large_resource_limit):
            if limit is not None:
                arguments.index(limit)
        generic = print_generic_op_form or not (assume_verified or self._is_valid())
        text = hooks.print_operation(
            self, generic, enable_debug_info, large_elements_limit, skip_regions,
            pretty, use_local_scope, use_name_loc_as_prefix,
        )  # fmt: skip
        return text.encode("utf-8", "surrogateescape") if binary else text

    def write_bytecode(self, file: IO[bytes] | str, desired_version: int | None = None) -> None:
        """Write MLIR bytecode, in the given or the newest version of the format, to a file or the path of one.

        Raises:
            ValueError: The file can't be written, or the format does not have such a version.
        """
        if file is None:
            raise arguments.refused(file, "a file or a path")
        if desired_version is not None:
            arguments.index(desired_version)
        data = hooks.write_bytecode(self, desired_version)
        if not isinstance(file, str):
            file.write(data)
            return
        try:
            with open(file, "wb") as opened:
                opened.write(data)
        except OSError as error:
            raise ValueError(f"Unable to open file for writing: {error.strerror}") from error

    def _is_valid(self) -> bool:
        """Whether the outermost operation passes ``verify``."""
        try:
            hooks.verify(self._outermost)
        except MLIRError:
            return False
        return True

    def verify(self) -> bool:
        """Check the types, attributes and regions of all operations, symbols, terminators, and dominance.

        Raises:
            MLIRError: The program is invalid.
        """
        hooks.verify(self)
        return True

    def detach_from_parent(self) -> Self:
        """Remove the operation from its block."""
        block = self._parent
        if block is None:
            raise ValueError("Detached operation has no parent.")
        del block._operations[block._position(self)]
        self._parent = None
        return self

    def erase(self) -> None:
        """Remove the operation from its block, if any, and invalidate it: it becomes an `ErasedOperation`."""
        if self._parent is not None:
            self.detach_from_parent()
        self._invalidate()

    def move_before(self, other: Operation) -> None:
        """Move the operation before ``other``."""
        move(self, other, 0)

    def move_after(self, other: Operation) -> None:
        """Move the operation after ``other``."""
        move(self, other, 1)

    def is_before_in_block(self, other: Operation) -> bool:
        """Whether the operation precedes ``other`` in its block; if the blocks differ, by the positions in both."""
        if not isinstance(other, _native.Operation):
            raise TypeError(f"is_before_in_block: wanted an operation, found {other!r}")
        blocks = self._parent, other.opview._parent
        if blocks[0] is None or blocks[1] is None:
            raise ValueError("Detached operations have no parent: they have no order")
        return bool(blocks[0]._position(self) < blocks[1]._position(other.opview))

    def clone(self, ip: InsertionPoint | Literal[False] | None = None) -> Operation:
        """A copy including nested operations, inserted at ``ip``: by default the current one; False for nowhere."""
        copy = _native.clone(self, {})
        point = _native.current_point() if ip is None else ip
        if point is not None and point is not False:
            InsertionPoint.insert(point, copy)
        return copy

    def walk(self, callback: Callable[[Operation], WalkResult], walk_order: WalkOrder = WalkOrder.POST_ORDER,
             op_class: type | None = None) -> None:  # fmt: skip
        """Call ``callback`` with the operation and all nested ones."""
        walk(self, asked(callback), walk_order, op_class)

    def is_structurally_equivalent(
        self, other: Operation, flags: OperationEquivalenceFlags = OperationEquivalenceFlags.NONE
    ) -> bool:
        """Whether operations, and those nested in them, are equal but for what the flags say."""
        from jaxlib._ir.core import equivalence  # jax does not compare programs

        return equivalence.equivalent(self, arguments.one(other, Operation), flags)

    def structural_hash(self, flags: OperationEquivalenceFlags = OperationEquivalenceFlags.NONE) -> int:
        """A hash that is equal for equivalent operations."""
        from jaxlib._ir.core import equivalence

        return equivalence.hashed(self, flags)

    def has_trait(self, trait_cls: object) -> bool:
        """Raise NotInBindings: there are no traits."""
        raise NotInBindings("jaxlib.mlir.ir.Operation.has_trait", "traits are used by Pallas only")


class OpView(Operation):
    """The base class of the classes that dialects register, which build operations and name their parts."""

    _ODS_OPERAND_SEGMENTS: Sequence[int] | None = None
    _ODS_RESULT_SEGMENTS: Sequence[int] | None = None
    _ODS_REGIONS: tuple[int, bool] = (0, True)
    OPERATION_NAME = ""

    __init__ = _native.Operation.__init__

    @classmethod
    def build_generic(cls, results: object = None, operands: object = None, attributes: object = None,
                      successors: object = None,
                      regions: int | None = None, loc: object = None, ip: object = None) -> Self:  # fmt: skip
        """Create an operation of the class, without calling its ``__init__``."""
        operation = cls.__new__(cls)
        OpView.__init__(
            operation, cls.OPERATION_NAME, cls._ODS_REGIONS, cls._ODS_OPERAND_SEGMENTS, cls._ODS_RESULT_SEGMENTS,
            results=results, operands=operands, attributes=attributes, successors=successors, regions=regions,
            loc=loc, ip=ip,
        )  # fmt: skip
        return operation


def _segments(
    operands: Sequence[P | Sequence[P] | None],
    segments: Sequence[int],
    attributes: dict[str, Attribute],
    key: str,
) -> list[P]:
    """Flatten operands or results that are given by segment: 1 is a single one, 0 an optional one, -1 any number.

    The sizes of the segments become the attribute ``key``.
    """
    flat: list[P] = []
    sizes = []
    for part, segment in zip(operands, segments, strict=True):
        values: list[P] = []
        if part is not None:
            values = [*cast("Sequence[P]", part)] if segment == -1 else [cast("P", part)]
        flat += values
        sizes.append(len(values))
    attributes[key] = DenseI32ArrayAttr.get(sizes)
    return flat


class OpAdaptor:
    """The operands and attributes of an operation, without the operation."""

    OPERATION_NAME = ""

    def __init__(self, operands: Sequence[Value[Type]], attributes: object = None) -> None:
        self.operands = operands
        self.attributes = attributes


class AsmState:
    """Options of printing, which are stored but not used."""

    def __init__(self, value: object, **options: object) -> None:
        self.value = value
        self.options = options


class ErasedOperation(_OperationBase):
    """The class of an erased operation: every use raises an error."""

    __slots__ = NATIVE

    def __getattribute__(self, name: str) -> object:
        if name == "__class__":
            return ErasedOperation
        raise RuntimeError("the operation has been invalidated")

    def __hash__(self) -> int:
        raise RuntimeError("the operation has been invalidated")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("the operation has been invalidated")

    def __str__(self) -> str:
        raise RuntimeError("the operation has been invalidated")

    def __repr__(self) -> str:
        return "<erased operation>"


_native.register(
    one_value=one_value, segments=_segments, operation=Operation, view=OpView, erased=ErasedOperation
)
