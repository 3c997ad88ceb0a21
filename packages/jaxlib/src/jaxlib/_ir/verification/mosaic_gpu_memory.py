"""What Mosaic GPU's rules have in common: memory spaces, shapes, and the arithmetic that upstream does on them."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib._ir.core import Type
from jaxlib._ir.verification.kernel_operand_kinds import shape_of
from jaxlib._ir.verification.operation_rules import Rule, need

#: Shared memory, and tensor memory.
SMEM, TMEM = "#gpu.address_space<workgroup>", "#mosaic_gpu.tmem"
#: How upstream prints the memory space of a memref that has none: it is in global memory.
GMEM = "<<NULL ATTRIBUTE>>"


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


def in_tmem(kind: Type) -> None:
    """Raise Wrong unless a memref is in tensor memory."""
    need(
        space_of(kind) == TMEM,
        f"The tmem memref must have a mosaic_gpu.tmem memory space but got: {space_of(kind)}",
    )


def named(*rules: Rule) -> dict[str, Rule]:
    """Rules by the names of their operations, which are those of the functions."""
    return {f"mosaic_gpu.{rule.__name__.removeprefix('_')}": rule for rule in rules}
