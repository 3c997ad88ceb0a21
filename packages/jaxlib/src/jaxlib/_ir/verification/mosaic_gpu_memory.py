"""What Mosaic GPU's rules have in common: memory spaces, shapes, and the arithmetic that upstream does on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jaxlib._ir.core import Operation, Type
from jaxlib._ir.verification.operation_rules import Rule, need

#: Shared memory, and tensor memory.
SMEM, TMEM = "#gpu.address_space<workgroup>", "#mosaic_gpu.tmem"
#: How upstream prints the memory space of a memref that has none: it is in global memory.
GMEM = "<<NULL ATTRIBUTE>>"


def shape_of(kind: Type) -> tuple[int, ...]:
    """The sizes of a vector's or memref's dimensions."""
    shape: tuple[int, ...] = kind.parts[0]
    return shape


def element_of(kind: Type) -> Type:
    """The type of a vector's or memref's elements."""
    element: Type = kind.parts[1]
    return element


def space_of(kind: Type) -> str:
    """The memory space of a memref."""
    return GMEM if kind.parts[3] is None else str(kind.parts[3].text)


def sizes(shape: Sequence[int]) -> str:
    """A shape in messages."""
    return ", ".join(map(str, shape))


def wrapped(number: int, bits: int) -> int:
    """An integer as a signed one of that many bits, as dynamic sizes overflow in upstream's arithmetic."""
    half = 1 << (bits - 1)
    return (number + half) % (2 * half) - half


def count_of(kind: Type) -> int:
    """The number of a memref's elements."""
    count = 1
    for size in shape_of(kind):
        count = wrapped(count * size, 64)
    return count


def segments(op: Operation, *, least: int) -> list[list[Any]]:
    """The types of an operation's operands in groups, of which there are ``least`` or more."""
    attribute = op._attributes.get("operandSegmentSizes")
    lengths = [] if attribute is None else attribute.parts
    operands, total = len(op._operand_types), sum(lengths)
    need(
        operands == total,
        f"operand count ({operands}) does not match with the total size ({total}) specified in attribute "
        "'operandSegmentSizes'",
    )
    need(len(lengths) >= least, f"operandSegmentSizes: wanted {least} or more, found {len(lengths)}")
    types, groups, at = op._operand_types, [], 0
    for length in lengths:
        groups.append(list(types[at : at + length]))
        at += length
    return groups


def in_tmem(kind: Type) -> None:
    """Raise Wrong unless a memref is in tensor memory."""
    need(
        space_of(kind) == TMEM,
        f"The tmem memref must have a mosaic_gpu.tmem memory space but got: {space_of(kind)}",
    )


def named(*rules: Rule) -> dict[str, Rule]:
    """Rules by the names of their operations, which are those of the functions."""
    return {f"mosaic_gpu.{rule.__name__.removeprefix('_')}": rule for rule in rules}
