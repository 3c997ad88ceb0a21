"""The computations of an xla.HloModuleProto: their instructions, and the orders in which XLA prints them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from jaxlib._hlo.message import Message
from jaxlib._hlo.stack_frames import StackFrames

#: The operations of an asynchronous computation, and what XLA puts after the name of the operation in it.
ASYNC = {"async-start": "-start", "async-update": "-update", "async-done": "-done"}


class Program:
    """The tables of a module."""

    def __init__(self, module: Message) -> None:
        self._module = module
        self.entry = module.number(6)
        self.computations = {message.number(5): message for message in module.messages(3)}
        self._order = {
            entry.number(1): {number: place for place, number in enumerate(entry.message(2).numbers(1))}
            for entry in module.message(7).messages(1)
        }
        self._instructions = {
            number: computation.messages(2) for number, computation in self.computations.items()
        }
        #: The same in the order of the instructions' numbers, in which XLA visits them.
        self._numbered = {
            number: sorted(instructions, key=lambda instruction: instruction.number(35))
            for number, instructions in self._instructions.items()
        }
        self._hidden = {
            called
            for instructions in self._instructions.values()
            for instruction in instructions
            if instruction.text(2) == "async-start"
            for called in self.called(instruction)
            if self.sole(called) is not None
        }

    @cached_property
    def frames(self) -> StackFrames:
        """The stack frames of the instructions."""
        used = (
            instruction.message(7).number(15)
            for instructions in self._numbered.values()
            for instruction in instructions
        )
        return StackFrames(self._module.message(17), used)

    def called(self, instruction: Message) -> list[int]:
        """The computations that an instruction calls."""
        return [number for number in instruction.numbers(38) if number in self.computations]

    def instructions(self, number: int, *, scheduled: bool = True) -> list[Message]:
        """The instructions of a computation: in the order of its schedule if it has one, or by their operands."""
        place = self._order.get(number, {}) if scheduled else {}
        return sorted(
            self._instructions[number], key=lambda instruction: place.get(instruction.number(35), 0)
        )

    def numbered(self, number: int) -> list[Message]:
        """The instructions of a computation, in the order of their numbers."""
        return self._numbered[number]

    def scheduled(self, number: int) -> bool:
        """Whether the module states the order of a computation's instructions."""
        return number in self._order

    def fused(self) -> set[int]:
        """The computations that are part of a fusion."""
        return {
            called
            for instructions in self._instructions.values()
            for instruction in instructions
            if instruction.text(2) == "fusion"
            for called in self.called(instruction)
        }

    def root(self, number: int) -> int:
        """The number of the instruction whose value a computation returns."""
        return self.computations[number].number(6)

    def sole(self, number: int) -> Message | None:
        """The only instruction of a computation besides its parameters, if there is just one."""
        root, found = self.root(number), None
        for instruction in self._instructions[number]:
            if instruction.number(35) == root:
                found = instruction
            elif instruction.text(2) != "parameter":
                return None
        return found

    def printed(self, *, stored: bool = False) -> Iterator[int]:
        """The computations in XLA's order: each after those that it calls, without those of single operations.

        ``stored``: in the order of the message instead, in which XLA computes fingerprints.
        """
        if stored:
            yield from (number for number in self.computations if number not in self._hidden)
            return
        groups = {
            number: [called for each in instructions if (called := self.called(each))]
            for number, instructions in self._numbered.items()
        }
        inner = {called for calls in groups.values() for group in calls for called in group}
        done: set[int] = set()
        for number in self.computations:
            if number not in inner:
                for each in (*_below(number, groups), number):
                    if each not in done:
                        done.add(each)
                        if each not in self._hidden:
                            yield each


def _below(number: int, groups: dict[int, list[list[int]]]) -> Iterator[int]:
    """The computations that one calls, directly or not, in postorder."""
    seen: set[int] = set()
    pending: list[tuple[int, Iterator[list[int]]]] = [(number, iter(groups[number]))]
    while pending:
        current, calls = pending[-1]
        group = next(calls, None)
        if group is None:
            pending.pop()
            if pending:
                yield current
            continue
        for called in reversed(group):
            if called not in seen:
                seen.add(called)
                pending.append((called, iter(groups[called])))


__all__ = ["ASYNC", "Program"]
