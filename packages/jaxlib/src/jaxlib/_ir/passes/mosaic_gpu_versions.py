"""The changes between versions of the stable form of kernels for NVIDIA GPUs.

- 3: a hint for the cache in nvvm.cp.async.bulk.tensor.global.shared.cta
- 7: an object that orders gpu.launch after other operations
- 9: dimensions in gpu's operations are written ``#gpu.dim<x>``; before, ``#gpu<dim x>``

jax writes no version before 2. Before 7, other operations than these changed only for readers: the plugin reads
kernels, jax does not.
"""

from __future__ import annotations

from functools import partial

from jaxlib._ir import core
from jaxlib._ir.core import MLIRError, Operation
from jaxlib._ir.passes.mosaic_versions import Rule

SEGMENTS = "operandSegmentSizes"

#: The operations with segments of operands that older versions lack: the version that introduced the segment, its
#: position from the end, and its name.
_ADDED = {
    "gpu.launch": (7, 1, "asyncObject"),
    "nvvm.cp.async.bulk.tensor.global.shared.cta": (3, 2, "l2 hint"),
}

#: The operations with a dimension, and the version in which it has its own mnemonic.
_DIMENSIONS = frozenset(
    f"gpu.{name}"
    for name in ("block_dim", "block_id", "cluster_block_id", "cluster_dim_blocks", "grid_dim", "thread_id")
)
_OWN_MNEMONIC = 9


def downgrades(version: int, newest: int) -> dict[str, list[Rule]]:
    """The rules that convert operations of the newest version to an older one, by the operation's name.

    A rule raises MLIRError if the older version cannot express an operation.
    """
    added = _added(version, newest)
    rules: dict[str, list[Rule]] = {
        name: [partial(_without_segment, *parts)] for name, parts in added.items()
    }
    if version < _OWN_MNEMONIC <= newest:
        rules |= {name: [partial(_rename, "#gpu.dim<", "#gpu<dim ")] for name in _DIMENSIONS}
    return rules


def upgrades(version: int, newest: int) -> dict[str, list[Rule]]:
    """The rules that convert operations of an older version to the newest, by the operation's name.

    A rule raises MLIRError if an operation is invalid in that version.
    """
    added = _added(version, newest)
    rules: dict[str, list[Rule]] = {
        name: [partial(_with_segment, position)] for name, (position, _) in added.items()
    }
    if version < _OWN_MNEMONIC <= newest:
        rules |= {name: [partial(_rename, "#gpu<dim ", "#gpu.dim<")] for name in _DIMENSIONS}
    return rules


def _added(version: int, newest: int) -> dict[str, tuple[int, str]]:
    """The position and the name of the segment that ``version`` lacks, by operation."""
    return {
        op: (position, name) for op, (since, position, name) in _ADDED.items() if version < since <= newest
    }


def _without_segment(position: int, name: str, op: Operation, _version: int) -> None:
    sizes = _segments(op)
    if sizes.pop(-position):
        raise _failure(op, f"Can't downgrade: {name} operand is present")
    op._attributes[SEGMENTS] = core.DenseI32ArrayAttr.get(sizes)


def _with_segment(position: int, op: Operation, _version: int) -> None:
    sizes = _segments(op)
    sizes.insert(len(sizes) - position + 1, 0)
    op._attributes[SEGMENTS] = core.DenseI32ArrayAttr.get(sizes)


def _segments(op: Operation) -> list[int]:
    attribute = op._attributes.get(SEGMENTS)
    if not isinstance(attribute, core.DenseI32ArrayAttr):
        raise _failure(op, f"Missing or invalid {SEGMENTS} attribute")
    return list(attribute)


def _rename(old: str, new: str, op: Operation, _version: int) -> None:
    attribute = op._attributes.get("dimension")
    if attribute is None:
        raise _failure(op, "Missing or invalid dimension attribute")
    op._attributes["dimension"] = core.DialectAttr(attribute.text.replace(old, new))


def _failure(op: Operation, why: str) -> MLIRError:
    return MLIRError(f"Failure while executing pass pipeline:\nerror: unknown: '{op._name}' op {why}")
