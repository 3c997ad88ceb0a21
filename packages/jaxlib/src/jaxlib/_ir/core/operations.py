"""Operations, and the views of them that dialects register."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jaxlib._ir.core.attributes import DenseI32ArrayAttr
from jaxlib._ir.core.blocks import InsertionPoint, move
from jaxlib._ir.core.context import require_context
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.registry import VIEWS, load_dialect
from jaxlib._ir.core.sequences import (
    OpAttributeMap,
    OpOperandList,
    OpOperands,
    OpResultList,
    OpSuccessors,
    RegionSequence,
)
from jaxlib._ir.core.types import Type
from jaxlib._ir.core.values import OpOperand, Value
from jaxlib._ir.core.walk import WalkOrder, WalkResult, walk
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native


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

    __slots__ = NATIVE
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
            results = hooks.infer(name, taken, named)
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
            load_dialect(name.partition(".")[0])
            view = VIEWS.get(name, OpView)
        return view

    @staticmethod
    def parse(source: str, *, source_name: str = "", context: Any = None) -> Any:
        """The operation that ``source`` is the text of."""
        with require_context(context):
            return hooks.parse_operation(source)

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
        text = hooks.print_operation(self, print_generic_op_form, enable_debug_info, large_elements_limit)
        return text.encode("utf-8", "surrogateescape") if binary else text

    def write_bytecode(self, file: Any, desired_version: int | None = None) -> None:
        """Write the program in MLIR's bytecode, in a version of the format that readers know."""
        file.write(hooks.write_bytecode(self, desired_version))

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
        move(self, other, 0)

    def move_after(self, other: Operation) -> None:
        """Put it after ``other``."""
        move(self, other, 1)

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
        walk(self, callback, walk_order, op_class)

    def has_trait(self, trait_cls: Any) -> bool:
        """Whether it is said to be such."""
        raise NotInBindings("jaxlib.mlir.ir.Operation.has_trait", "traits are used by Pallas only")


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


class AsmState:
    """How something is to be printed."""

    def __init__(self, value: Any, **options: Any) -> None:
        self.value = value
        self.options = options


_native.register(one_value=one_value, segments=_segments)
