"""What Mosaic requires of operations in kernels for TPUs, in the words of upstream's verifier.

Only rules that all releases have. A library checks kernels once more when it compiles them; with these rules an
error is raised where the kernel is lowered, as with upstream's jaxlib.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from jaxlib._ir.core import DYNAMIC, FloatType, IntegerType, Operation, Type
from jaxlib._ir.verification.kernel_operand_kinds import operand_segments, shape_of
from jaxlib._ir.verification.operation_rules import Rule, Wrong, integer, need

#: Bits of an element of a mask.
_WORD = 32


def _text(shape: Sequence[int]) -> str:
    return f"({','.join('?' if size == DYNAMIC else str(size) for size in shape)})"


def _bits(kind: Type) -> int:
    element = kind.parts[1]
    return int(element.width) if isinstance(element, (FloatType, IntegerType)) else _WORD


def _dimensions(dimensions: Sequence[int], rank: int, outside: str, repeated: str) -> None:
    """Dimensions are in a rank and different; the texts begin what is said of one that is not."""
    for index, dimension in enumerate(dimensions):
        need(0 <= dimension < rank, f"{outside}{dimension}")
        need(dimension not in dimensions[:index], repeated)


# ---- Copies and semaphores


def _enqueue_dma(op: Operation) -> None:
    (source,), from_semaphore, (target,), to_semaphore, device, core, *_ = operand_segments(op, least=6)
    need(bool(to_semaphore), "DMA target semaphore must be specified")
    need(not shape_of(to_semaphore[0]), "DMA target semaphore must be rank 0")
    if from_semaphore:
        need(not shape_of(from_semaphore[0]), "DMA source semaphore reference must be rank 0")
        same = from_semaphore[0].parts[1] == to_semaphore[0].parts[1]
        need(same, "DMA source and target semaphore must have the same type")
    need(source.parts[1] == target.parts[1], "DMA source and target element type mismatch")
    need(shape_of(source) == shape_of(target), "DMA source and target shape mismatch.")
    remote = bool(device or core)
    need(
        bool(from_semaphore) or not remote,
        "DMA source semaphore must be specified when device_id or core_id is specified",
    )
    need(
        remote or not from_semaphore,
        "DMA destination device_id or core_id must be specified when source semaphore is specified",
    )
    priority = integer(op, "priority")
    need(0 <= priority <= 1, f"Not implemented: only support priority 0 or 1, but got {priority}")
    need(not (priority and remote), "Not implemented: non-zero priority is not supported for remote DMA")


def _wait_dma(op: Operation) -> None:
    need(not shape_of(op._operand_types[0]), "DMA wait semaphore must be rank 0")


def _semaphore(op: Operation) -> None:
    need(not shape_of(op._operand_types[0]), "Semaphore reference must be rank 0")


def _barrier(op: Operation) -> None:
    need(not shape_of(op._result_types[0]), "Barrier semaphore reference must be rank 0")


# ---- References


def _spaces(source: Type, target: Type) -> None:
    need(target.parts[3] is None or target.parts[3] == source.parts[3], "Memory spaces do not match.")


def _memref_slice(op: Operation) -> None:
    (source,), indices, sizes = operand_segments(op, least=3)
    (target,) = op._result_types
    need(
        len(sizes) == shape_of(target).count(DYNAMIC),
        "Number of provided dynamic dimensions sizes must match the number of dynamic dimensions in the target "
        "type.",
    )
    misplaced = "semaphore_mem" in str(source.parts[3]) and "semaphore" not in str(source.parts[1])
    need(not misplaced, "References to semaphore memory space must have a semaphore element type.")
    need(
        len(indices) == len(shape_of(target)) == len(shape_of(source)), "Indices and slice shapes must match."
    )
    _spaces(source, target)


def _memref_squeeze(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    _spaces(source, target)
    need(source.parts[1] == target.parts[1], "Element types don't match.")
    kept = list(shape_of(target))
    for size in reversed(shape_of(source)):
        if kept and kept[-1] == size:
            kept.pop()
        elif size != 1:
            kept = [-1]
            break
    if kept:
        raise Wrong(
            f"Target shape is not valid. Source: {_text(shape_of(source))}, Target: {_text(shape_of(target))}."
        )


def _memref_reshape(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    _spaces(source, target)
    need(source.parts[1] == target.parts[1], "Element types don't match.")
    if DYNAMIC not in (*shape_of(source), *shape_of(target)):
        same = math.prod(shape_of(source)) == math.prod(shape_of(target))
        need(same, "Input and result number of elements don't match.")


def _memref_bitcast(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    first, second = list(shape_of(source)), list(shape_of(target))
    need(len(first) == len(second), "Ranks do not match.")
    _spaces(source, target)
    if len(first) > 1 and DYNAMIC not in (*first, *second):
        first[-2] *= _bits(source)
        second[-2] *= _bits(target)
        need(first == second, "Expected the same number of bits on each dimension.")


# ---- Loads and stores


def _strided(reference: Type, indices: int, value: Type, strides: Sequence[int], least: int) -> None:
    rank = len(shape_of(reference))
    for what, count in (
        ("indices size", indices),
        ("strides size", len(strides)),
        ("result's rank", len(shape_of(value))),
    ):
        need(count == rank, f"Base memref's rank and {what} do not match: {rank} vs {count}")
    for index, stride in enumerate(strides):
        need(stride >= least, f"Strides[{index}]={stride} must be >= {least}")


def _strided_load(op: Operation) -> None:
    reference, *indices = op._operand_types
    _strided(reference, len(indices), op._result_types[0], op._attributes["strides"].parts, 0)


def _strided_store(op: Operation) -> None:
    value, reference, *indices = op._operand_types
    _strided(reference, len(indices), value, op._attributes["strides"].parts, 1)


def _accessed(
    op: Operation, reference: Type, indices: int, masks: Sequence[Type], value: Type, what: str
) -> None:
    rank = len(shape_of(reference))
    need(indices == rank, f"Expected {rank} indices.")
    noun = "load" if what == "result" else "store"
    need(not op._attributes["strides"].parts, f"Not implemented: general vector {noun} with strides.")
    need(
        reference.parts[3] is None or "vmem" in str(reference.parts[3]), "Expected base memref to be in VMEM."
    )
    end = "." if what == "result" else ""
    need(value.parts[1] == reference.parts[1], f"Expected base and {what} element type to match{end}")
    need(not masks or _bits(value) == _WORD, f"Not implemented: masked {noun} with non-32-bit element type")


def _vector_load(op: Operation) -> None:
    (reference,), indices, masks = operand_segments(op, least=3)
    value = op._result_types[0]
    _accessed(op, reference, len(indices), masks, value, "result")
    for mask in masks:
        pairs = zip(reversed(shape_of(mask)), reversed(shape_of(value)), strict=False)
        fits = len(shape_of(mask)) <= len(shape_of(value)) and all(
            size in (1, wanted) for size, wanted in pairs
        )
        need(fits, "Expected mask shape to be broadcastable to result shape.")


def _vector_store(op: Operation) -> None:
    (value,), (reference,), indices, masks = operand_segments(op, least=4)
    _accessed(op, reference, len(indices), masks, value, "valueToStore")
    for mask in masks:
        wanted, found = (", ".join(map(str, shape_of(kind))) for kind in (value, mask))
        same = shape_of(mask) == shape_of(value)
        need(same, f"Expected mask shape to match result shape: ({wanted}). Got: ({found}).")


# ---- Vectors


def _bitcast(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    first, second = list(shape_of(source)), list(shape_of(target))
    if _bits(source) == _bits(target):
        need(first == second, "Expected input and output shapes are the same when bitwidth does not change.")
        return
    need(
        min(len(first), len(second)) > 1,
        "Not implemented: bitcast between different bitwidths on a 1D vector.",
    )
    first[-2] *= _bits(source)
    second[-2] *= _bits(target)
    need(
        first == second,
        "Expected input and output shapes are the same after multiplying the second-minor dimension by the ratio "
        "of bitwidths.",
    )


def _transpose(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    order = op._attributes["permutation"].parts
    need(source.parts[1] == target.parts[1], "Expected input and output element types to match")
    for kind, what in ((source, "input"), (target, "output")):
        need(len(order) == len(shape_of(kind)), f"Expected permutation rank to match {what} rank")
    for index, dimension in enumerate(order):
        need(0 <= dimension < len(order), f"Permutation element out of bounds: {dimension}")
        need(dimension not in order[:index], f"Permutation element repeated: {dimension}")
    need(
        tuple(shape_of(source)[dimension] for dimension in order) == shape_of(target),
        "Expected input shape permuted by the given permutation to match the output shape",
    )


def _dynamic_rotate(op: Operation) -> None:
    rank = len(shape_of(op._result_types[0]))
    dimension, along = integer(op, "dimension"), integer(op, "stride_dimension")
    need(0 <= dimension < rank, f"Invalid dimension: {dimension}")
    need(integer(op, "stride") >= 0, "Rotate stride must be >= 0 if it is specified")
    need(0 <= along < rank, f"Invalid stride dimension: {along}")
    need(
        ("stride" in op._attributes) == ("stride_dimension" in op._attributes),
        "Expected either none or both stride and stride dimension are present",
    )


def _iota(op: Operation) -> None:
    rank = len(shape_of(op._result_types[0]))
    _dimensions(op._attributes["dimensions"].parts, rank, "Invalid dimension: ", "Dimensions must be unique")


def _matmul(op: Operation) -> None:
    accumulator = op._operand_types[2]
    same = accumulator == op._result_types[0]
    need(same, "Not implemented: matmul acc and result have different types")
    need(_bits(accumulator) == _WORD, "Expected matmul acc to be 32-bit")


def _concatenate(op: Operation) -> None:
    dimension, types = integer(op, "dimension"), op._operand_types
    need(len(types) > 1, "Expected at least 2 operands for concatenate op.")
    first = types[0]
    total = 0
    for kind in types:
        same = kind.parts[1] == first.parts[1]
        need(same, "Not implemented:: Expected all operands to have the same element type.")
        shape, wanted = list(shape_of(kind)), list(shape_of(first))
        total += shape[dimension]
        shape[dimension] = wanted[dimension] = 0
        need(
            shape == wanted,
            "Not implemented: Expected all operands to have the same shape outside of the concat dim",
        )
    result = list(shape_of(first))
    result[dimension] = total
    inferred, returned = f"vector<{'x'.join(map(str, result))}x{first.parts[1]}>", op._result_types[0]
    need(
        tuple(result) == shape_of(returned),
        f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{returned}'",
    )


def _dynamic_gather(op: Operation) -> None:
    source, result = shape_of(op._operand_types[0]), shape_of(op._result_types[0])
    dimensions = op._attributes["dimensions"].parts
    outside = "Dimensions must be in [0, rank), but got "
    _dimensions(dimensions, len(source), outside, "Dimensions must be unique")
    need(len(source) == len(result), "Source and result shapes must have the same rank")
    for index, sizes in enumerate(zip(source, result, strict=True)):
        need(
            index in dimensions or sizes[0] == sizes[1],
            "Source and result shapes must match on non-gather dimensions",
        )


RULES: Mapping[str, Rule] = {
    f"tpu.{rule.__name__.removeprefix('_')}": rule
    for rule in (
        *(_enqueue_dma, _memref_slice, _memref_squeeze, _memref_reshape, _memref_bitcast, _strided_load),
        *(_strided_store, _vector_load, _vector_store, _bitcast, _transpose, _dynamic_rotate, _iota, _matmul),
        *(_concatenate, _dynamic_gather),
    )
} | {
    "tpu.wait_dma2": _wait_dma,
    "tpu.sem_signal": _semaphore,
    "tpu.sem_wait": _semaphore,
    "tpu.sem_barrier": _barrier,
}

__all__ = ["RULES"]
