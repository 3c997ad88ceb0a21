"""The computations and instructions of a compiled program, for programs that inspect it; they cannot be changed."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from jaxlib._bound_enums import BoundEnum
from jaxlib._hlo.message import Message
from jaxlib._hlo.programs import Program
from jaxlib._hlo.shapes import Shape, read_shape
from jaxlib._hlo.text import Form, instruction_texts
from jaxlib._missing import NotInBindings
from jaxlib._release import HLO_SCHEDULE_THREADS
from jaxlib._upstream_names import NAMES

#: The operations of this release of XLA, numbered in the order of their names.
_MAKE: Any = BoundEnum  # calls with members are not understood by type checkers
HloOpcode = _MAKE("HloOpcode", NAMES["jaxlib._hlo.HloOpcode"], module="jaxlib._hlo", start=0)
#: Operations whose name in HLO text is not made of the words of the enumeration's.
_TEXTS = {
    "kClz": "count-leading-zeros", "kCos": "cosine", "kExp": "exponential", "kExpm1": "exponential-minus-one",
    "kLog1p": "log-plus-one", "kOptimizationBarrier": "opt-barrier", "kPopulationCount": "popcnt", "kSin": "sine",
    "kTopK": "topk",
}  # fmt: skip


@functools.cache
def _opcodes() -> dict[str, Any]:
    """The operations by their names in HLO text."""

    def text(name: str) -> str:
        return re.sub(r"(?<!^)([A-Z])", r"-\1", name.removeprefix("k")).lower()

    return {_TEXTS.get(name) or text(name): opcode for name, opcode in HloOpcode.__members__.items()}


def _refuse(name: str) -> None:
    raise NotInBindings(f"jaxlib._hlo.{name}", "a program is changed by its compiler")


class _Part:
    """A part of a program, which comes from the program alone."""

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError(f"jaxlib._hlo.{type(self).__name__}: no constructor defined!")


class HloInstruction(_Part):
    """An instruction of a computation."""

    __slots__ = ("_computation", "_message")

    @classmethod
    def _make(cls, computation: HloComputation, message: Message) -> HloInstruction:
        made = object.__new__(cls)
        made._computation, made._message = computation, message
        return made

    _computation: HloComputation
    _message: Message

    @property
    def name(self) -> str:
        """The name, without a percent sign."""
        return self._message.text(1)

    @property
    def opcode(self) -> Any:
        """The operation: an `HloOpcode`."""
        return _opcodes()[self._message.text(2)]

    @property
    def shape(self) -> Shape:
        """The shape of the result, with its layout."""
        return read_shape(self._message.content(3))

    def operands(self) -> list[HloInstruction]:
        """The instructions whose results it takes."""
        return self._named(36)

    def control_predecessors(self) -> list[HloInstruction]:
        """The instructions that must be done before, beside its operands."""
        return self._named(37)

    def _named(self, tag: int) -> list[HloInstruction]:
        instructions = self._computation._instructions
        return [instructions[number] for number in self._message.numbers(tag)]

    def users(self) -> list[HloInstruction]:
        """The instructions that take its result, each once, in the order of the message."""
        return list(self._computation._users().get(self._message.number(35), ()))

    def get_frontend_attribute(self, key: str) -> str | None:
        """The value of an attribute that the program's author set, or None."""
        for entry in self._message.message(68).messages(1):
            if entry.text(1) == key:
                return entry.text(2)
        return None

    def as_serialized_proto(self) -> bytes:
        """The xla.HloInstructionProto."""
        return self._message.serialized

    def to_string(self) -> str:
        """The line of HLO text."""
        return self._computation._texts()[self._message.number(35)]

    def async_wrapped_root(self) -> Any:
        """Raise NotInBindings."""
        _refuse("HloInstruction.async_wrapped_root")

    core_assignment = async_wrapped_root

    def set_core_assignment(self, core_ids: object) -> None:
        """Raise NotInBindings."""
        _refuse("HloInstruction.set_core_assignment")

    def set_frontend_attribute(self, key: str, value: str) -> None:
        """Raise NotInBindings."""
        _refuse("HloInstruction.set_frontend_attribute")


class HloComputation(_Part):
    """A computation of a program."""

    __slots__ = ("_by_operand", "_instructions", "_lines", "_number", "_program")

    @classmethod
    def _make(cls, number: int, program: Program) -> HloComputation:
        made = object.__new__(cls)
        made._number, made._program = number, program
        made._by_operand = made._lines = None
        made._instructions = {
            message.number(35): HloInstruction._make(made, message) for message in program.numbered(number)
        }
        return made

    _number: int
    _program: Program
    #: By their numbers, in the order of these.
    _instructions: dict[int, HloInstruction]
    #: The users of each instruction and its line of text, by its number; computed together, on first use.
    _by_operand: dict[int, list[HloInstruction]] | None
    _lines: dict[int, str] | None

    def _users(self) -> dict[int, list[HloInstruction]]:
        if self._by_operand is None:
            self._by_operand = {}
            for message in self._program.instructions(self._number, scheduled=False):
                user = self._instructions[message.number(35)]
                for operand in dict.fromkeys(message.numbers(36)):
                    self._by_operand.setdefault(operand, []).append(user)
        return self._by_operand

    def _texts(self) -> dict[int, str]:
        if self._lines is None:
            self._lines = instruction_texts(self._number, self._program, Form())
        return self._lines

    @property
    def name(self) -> str:
        """The name, without a percent sign."""
        return self._program.computations[self._number].text(1)

    def instructions(self) -> list[HloInstruction]:
        """The instructions, in the order in which XLA numbered them."""
        return list(self._instructions.values())

    def create_unary_instruction(self, opcode: object, operand: object) -> Any:
        """Raise NotInBindings."""
        _refuse("HloComputation.create_unary_instruction")

    replace_instruction = create_unary_instruction

    def render_html(self, path: str) -> None:
        """Raise NotInBindings."""
        _refuse("HloComputation.render_html")


class HloSchedule(_Part):
    """The order in which the instructions of a program's computations run."""

    __slots__ = ("_computations", "_program")

    @classmethod
    def _make(cls, computations: list[HloComputation], program: Program) -> HloSchedule:
        made = object.__new__(cls)
        made._computations, made._program = computations, program
        return made

    _computations: list[HloComputation]
    _program: Program

    def sequence(self, computation: HloComputation) -> list[HloInstruction]:
        """The instructions of a computation, in order.

        Raises:
            IndexError: The computation is not scheduled: it is part of an instruction.
        """
        if not self._program.scheduled(computation._number):
            raise IndexError(f"{computation.name} is not scheduled")
        return [
            computation._instructions[message.number(35)]
            for message in self._program.instructions(computation._number)
        ]

    def to_string(self) -> str:
        """A line for each computation and instruction."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield "HloSchedule"
        for computation in self._computations:
            yield f"computation {computation.name}{' (thread main)' if HLO_SCHEDULE_THREADS else ''}:"
            yield from (f"  {instruction.name}" for instruction in self.sequence(computation))

    def set_sequence(self, computation: object, sequence: object) -> None:
        """Raise NotInBindings."""
        _refuse("HloSchedule.set_sequence")

    def update(self) -> None:
        """Raise NotInBindings."""
        _refuse("HloSchedule.update")

    def verify(self) -> None:
        """Raise NotInBindings."""
        _refuse("HloSchedule.verify")


class Inspected:
    """The computations of a module, made once, so that each instruction is one object."""

    def __init__(self, module: bytes) -> None:
        self._program = Program(Message(module))
        self.computations = [
            HloComputation._make(number, self._program) for number in self._program.computations
        ]
        by_number = {computation._number: computation for computation in self.computations}
        fused = self._program.fused()
        #: Those that are not part of a fusion.
        self.not_fused = [each for each in self.computations if each._number not in fused]
        scheduled = sorted(filter(self._program.scheduled, by_number))
        self.schedule = (
            HloSchedule._make([by_number[number] for number in scheduled], self._program)
            if scheduled
            else None
        )


for _class in (HloComputation, HloInstruction, HloSchedule):
    _class.__module__ = "jaxlib._hlo"
