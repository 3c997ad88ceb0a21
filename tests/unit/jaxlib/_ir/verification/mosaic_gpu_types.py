"""Texts of types that the tests of Mosaic GPU's operations have in common."""

from __future__ import annotations

from collections.abc import Sequence

from tests.unit.jaxlib.conftest import Bindings

#: Shared memory, and tensor memory.
SMEM, TMEM = "#gpu.address_space<workgroup>", "#mosaic_gpu.tmem"


def gmem(elements: str) -> str:
    return f"memref<{elements}>"


def smem(elements: str) -> str:
    return f"memref<{elements}, {SMEM}>"


def tmem(elements: str) -> str:
    return f"memref<{elements}, {TMEM}>"


BARRIER = smem("!mosaic_gpu.barrier")


def is_older(bindings: Bindings) -> bool:
    """Whether the release is from before version 9 of the stable form of kernels."""
    return bool(bindings.release().startswith("0.10."))


def attributes(*, segments: Sequence[int] = (), also: str = "") -> str:
    """A dictionary of attributes, with the sizes of the operands' segments."""
    sizes = f"operandSegmentSizes = array<i32: {', '.join(map(str, segments))}>" if segments else ""
    return f"{{{', '.join(filter(None, (also, sizes)))}}}"
