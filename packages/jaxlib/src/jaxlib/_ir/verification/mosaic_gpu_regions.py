"""What Mosaic GPU requires of operations with regions, and of those that depend on the operation around them.

Two such operations with the same types and attributes need not both be valid, so each of them is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jaxlib._ir.core import MemRefType, MLIRError, Operation, ShapedType, Type, VectorType
from jaxlib._ir.core.blocks import is_terminator
from jaxlib._ir.verification.mosaic_gpu_memory import SMEM, space_of
from jaxlib._ir.verification.operation_rules import Rule, need
from jaxlib._release import RELEASE

_CUSTOM, _MAP, _RUN = (f"mosaic_gpu.{name}" for name in ("custom_primitive", "warp_map", "run_scoped"))
_SCOPE, _RETURN, _SCOPE_RETURN = (
    f"mosaic_gpu.{name}" for name in ("alloca_scope", "return", "alloca_scope.return")
)
#: The names of regions, of which each operation has one.
_REGIONS = {_CUSTOM: "body", _MAP: "region", _RUN: "region", _SCOPE: "region"}
#: The terminators of the regions that have one.
_ENDS = {_CUSTOM: _RETURN, _RUN: _RETURN, _SCOPE: _SCOPE_RETURN}
#: Releases whose mosaic_gpu.return also ends mosaic_gpu.run_scoped.
_IS_SCOPED = tuple(map(int, RELEASE.split(".")[:2])) >= (0, 12)
_PARENTS = {_RETURN: (_CUSTOM, _RUN) if _IS_SCOPED else (_CUSTOM,), _SCOPE_RETURN: (_SCOPE,)}
#: The terminators whose own rules say that they are in the wrong operation.
_PLACED = frozenset(("func.return", *_PARENTS))


# ---- Regions


def check(op: Operation) -> None:
    """Check how many regions and blocks an operation has, before its attributes and types are.

    Raises:
        Wrong: They are too many, or a block that needs a terminator is empty.
    """
    if op._name not in _REGIONS:
        if op._name.startswith("mosaic_gpu."):
            need(not op._regions, "requires zero regions")
        return
    need(len(op._regions) == 1, "requires one region")
    blocks = op._regions[0]._blocks
    need(len(blocks) <= 1, "expects region #0 to have 0 or 1 blocks")
    if blocks and op._name in _ENDS:
        need(bool(blocks[0]._operations), "expects a non-empty block")


def _has_block(op: Operation) -> None:
    text = f"region #0 ('{_REGIONS[op._name]}') failed to verify constraint: region with 1 blocks"
    need(bool(op._regions[0]._blocks), text)


def _ended(op: Operation) -> None:
    *before, last = op._regions[0]._blocks[0]._operations
    wanted = _ENDS[op._name]
    if last._name == wanted or last._name in _PLACED or any(map(is_terminator, before)):
        return  # other checks report terminators that are in the wrong operation, or not the last
    if not is_terminator(last):
        shown = last.get_asm(print_generic_op_form=True)
        assert isinstance(shown, str)
        raise MLIRError(f"block with no terminator, has {shown}")
    need(False, f"expects regions to end with '{wanted}', found '{last._name}'")


def _inside(op: Operation) -> Iterator[Operation]:
    for region in op._regions:
        for block in region._blocks:
            for inner in block._operations:
                yield inner
                yield from _inside(inner)


def _isolated(op: Operation) -> None:
    """Check that nested operations only use values that are defined in the operation's region."""
    owners = {id(block) for region in op._regions for block in region._blocks}
    nested = list(_inside(op))
    for inner in nested:
        owners.add(id(inner))
        owners.update(id(block) for region in inner._regions for block in region._blocks)
    for inner in nested:
        if any(id(operand._owner) not in owners for operand in inner._operands):
            raise MLIRError(f"'{inner._name}' op using value defined outside the region")


# ---- Operations


def _count(types: list[Type], kind: type[Type]) -> int:
    return sum(isinstance(each, kind) for each in types)


def _custom_primitive(op: Operation) -> None:
    _has_block(op)
    operands, results = list(op._operand_types), list(op._result_types)
    inputs, transforms, outputs = (
        len(op._attributes[name].parts) for name in ("in_layouts", "in_transforms", "out_layouts")
    )
    vectors = _count(operands, VectorType)
    need(vectors == inputs, "Custom primitive must have a layout for each vector operand.")
    shared = sum(isinstance(kind, MemRefType) and space_of(kind) == SMEM for kind in operands)
    need(shared == transforms, "Custom primitive must have transforms for each memref operand in smem.")
    vectors = _count(results, VectorType)
    need(_count(results, ShapedType) == vectors, "Custom primitive can only return scalars or vectors.")
    need(vectors == outputs, "Custom primitive must have a layout for each vector result.")
    _ended(op)
    _isolated(op)


def _warp_map(op: Operation) -> None:
    _has_block(op)
    need(not _count(list(op._operand_types), VectorType), "Can only map over scalars and refs.")
    _isolated(op)


def _run_scoped(op: Operation) -> None:
    _has_block(op)
    buffers = op._attributes["buffer_attrs"].parts
    types = [argument._type for argument in op._regions[0]._blocks[0]._arguments]
    need(
        len(buffers) == len(types),
        f"Expected the number of buffer attributes ({len(buffers)}) to match the number of block arguments "
        f"({len(types)}).",
    )
    for number, (buffer, kind) in enumerate(zip(buffers, types, strict=True)):
        found = f", but got: '{kind}'"
        need(isinstance(kind, MemRefType), f"Expected block argument {number} to be a memref{found}")
        in_smem = space_of(kind) == SMEM
        need(in_smem, f"Expected block argument {number} to be in SMEM memory space{found}")
        need(
            buffer.text.startswith("#mosaic_gpu.smem_alloc"),
            f"Expected buffer attribute {number} for SMEM allocation to be a #mosaic_gpu.smem_alloc attribute, but "
            f"got: {buffer.text}",
        )
    need(not _count(list(op._result_types), MemRefType), "run_scoped cannot return memref")
    _ended(op)


def _alloca_scope(op: Operation) -> None:
    _has_block(op)
    need(not op._regions[0]._blocks[0]._arguments, "region should have no arguments")
    need(not _count(list(op._result_types), MemRefType), "alloca_scope cannot return memrefs.")
    _ended(op)


def _alloc_smem(op: Operation) -> None:
    around = op._holder
    while around is not None and around._name != _SCOPE:
        around = around._holder
    need(around is not None, f"requires an ancestor `{_SCOPE}` op")
    need(space_of(op._result_types[0]) == SMEM, "The result memref must be in SMEM.")


def _return(op: Operation) -> None:
    parents, around = _PARENTS[op._name], op._holder
    one = f"'{parents[0]}'" if len(parents) == 1 else f"to be one of '{', '.join(parents)}'"
    if around is None or around._name not in parents:
        need(False, f"expects parent op {one}")
        return
    name = around._name
    short = name.removeprefix("mosaic_gpu.")
    wanted, types = around._result_types, op._operand_types
    need(
        len(types) == len(wanted),
        f"has {len(types)} operands, but enclosing {short} (@{name}) returns {len(wanted)}",
    )
    for number, (kind, result) in enumerate(zip(types, wanted, strict=True)):
        need(
            kind == result,
            f"type of return operand {number} ('{kind}') doesn't match the result type ('{result}') in {short} "
            f"@{name}",
        )


RULES: Mapping[str, Rule] = {
    _CUSTOM: _custom_primitive,
    _MAP: _warp_map,
    _RUN: _run_scoped,
    _SCOPE: _alloca_scope,
    "mosaic_gpu.alloc_smem": _alloc_smem,
    _RETURN: _return,
    _SCOPE_RETURN: _return,
}

__all__ = ["RULES", "check"]
