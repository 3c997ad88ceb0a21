"""What Mosaic GPU requires of products of matrices and of tensor memory, in the words of upstream's verifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jaxlib._ir.core import FloatType, IntegerType, Operation, Type, VectorType
from jaxlib._ir.verification.kernel_operand_kinds import element, operand_segments, shape_of
from jaxlib._ir.verification.mosaic_gpu_memory import (
    SMEM,
    TMEM,
    in_tmem,
    named,
    sizes,
    space_of,
    wrapped,
)
from jaxlib._ir.verification.operation_rules import Rule, bits_of, integer, need
from jaxlib._release import MOSAIC_GPU_VERSION

#: Whether the release allows to mix FP8 types in a product, as those with version 9 of the stable form do.
_MIXES_FP8 = MOSAIC_GPU_VERSION >= 9
_FP8 = ("f8E4M3FN", "f8E5M2")
_ELEMENTS = "The `a` and `b` inputs must have the same element type"
#: What results of loads from tensor memory are; since version 9, there can be two.
_LOADED = "variadic of fixed-length vector of any non-token type values" if _MIXES_FP8 else " of ranks 2"
#: The bits of a cell of tensor memory, and the columns that can be allocated.
_CELL, _COLUMNS = 32, 512


# ---- Products of matrices


def _elements(a: Type, b: Type) -> None:
    first, second = element(a), element(b)
    mixed = _MIXES_FP8 and first.text in _FP8 and second.text in _FP8
    exception = ", except that FP8 types (f8E4M3FN and f8E5M2) may be mixed" if _MIXES_FP8 else ""
    need(first == second or mixed, f"{_ELEMENTS}{exception}.")


def _matrices(*types: Type) -> list[tuple[int, int]]:
    """The sizes of matrices as upstream compares them: those of the first operand's come from 32 bits."""
    return [(shape_of(kind)[0], shape_of(kind)[1]) for kind in types]


def _wgmma(op: Operation) -> None:
    accumulator, a, b = op._operand_types
    _elements(a, b)
    (rows, columns), (a_rows, inner), (b_rows, b_columns) = _matrices(accumulator, a, b)
    _first_dimensions(rows, a_rows)
    _contracting(inner, b_rows)
    b_columns = wrapped(b_columns, 32)
    need(
        b_columns == columns,
        f"`b`'s non-contracting dimension {b_columns} must be equal to the accumulator's second dimension "
        f"{columns}.",
    )
    need(rows % 64 == 0, f"The accumulator's first dimension must be a multiple of 64, but got {rows}.")


def _first_dimensions(rows: int, a_rows: int) -> None:
    rows = wrapped(rows, 32)
    need(
        rows == a_rows,
        f"The accumulator's first dimension {rows} must be equal to the first dimensions of `a`: {a_rows}.",
    )


def _contracting(inner: int, b_rows: int) -> None:
    inner = wrapped(inner, 32)
    need(
        inner == b_rows,
        f"`a`'s contracting dimension {inner} must be equal to the first dimension of `b`: {b_rows}.",
    )


def _mma(op: Operation) -> None:
    accumulator, a, b = op._operand_types
    need(element(a) == element(b), f"{_ELEMENTS}.")
    (rows, columns), (a_rows, inner), (b_rows, b_columns) = _matrices(accumulator, a, b)
    need(
        rows == a_rows,
        f"The accumulator's first dimension {rows} must be equal to the first dimension of `a`: {a_rows}.",
    )
    need(
        inner == b_rows,
        f"`a`'s second dimension {inner} must be equal to `b`'s first dimension: {b_rows}.",
    )
    need(
        columns == b_columns,
        f"The accumulator's second dimension {columns} must be equal to the second dimension of `b`: {b_columns}.",
    )
    result = element(accumulator)
    if isinstance(element(a), IntegerType):
        need(result.text == "i32", "Only i32 accumulator supported for integer operands.")
    else:
        floating = isinstance(result, FloatType)
        need(floating, "Only float accumulator supported for floating operands.")


def _tcgen05_mma(op: Operation) -> None:
    (accumulator,), (a,), (b,), _, a_scale, b_scale, metadata = operand_segments(op, least=7)
    _elements(a, b)
    (rows, columns), (a_rows, inner), (b_rows, b_columns) = _matrices(accumulator, a, b)
    _first_dimensions(rows, a_rows)
    if metadata:
        inner = wrapped(inner, 32)
        need(
            inner * 2 == b_rows,
            f"For sparse MMA, `a`'s contracting dimension {inner} must be half the first dimension of `b`: "
            f"{b_rows}.",
        )
    else:
        _contracting(inner, b_rows)
    is_collective, b_columns = bool(integer(op, "collective")), wrapped(b_columns, 32)
    wanted, per = (
        ("half the accumulator's second dimension", " for collective MMA")
        if is_collective
        else ("equal to the accumulator's second dimension", "")
    )
    need(
        b_columns * (2 if is_collective else 1) == columns,
        f"`b`'s non-contracting dimension {b_columns} must be {wanted} {columns}{per}.",
    )
    need(rows % 32 == 0, f"The accumulator's first dimension must be a multiple of 32 but got {rows}.")
    spaces = [
        ("The accumulator", [accumulator], (TMEM,)),
        ("The `a` input", [a], (TMEM, SMEM)),
        ("The `b` input", [b], (SMEM,)),
        ("The `a_scale` input", a_scale, (TMEM,)),
        ("The `b_scale` input", b_scale, (TMEM,)),
        ("The `a_sparse_metadata` input", metadata, (TMEM,)),
    ]
    for number, (what, types, allowed) in enumerate(spaces):
        if number == 3:
            need(bool(a_scale) == bool(b_scale), "Either none or both scales should be provided.")
        names = " or ".join("TMEM" if space == TMEM else "SMEM" for space in allowed)
        for kind in types:
            need(space_of(kind) in allowed, f"{what} must be in {names}, but got {space_of(kind)}.")
    for kind in metadata:
        need(
            shape_of(kind) == shape_of(a),
            f"The `a_sparse_metadata` shape [{sizes(shape_of(kind))}] must match the shape of `a` "
            f"[{sizes(shape_of(a))}].",
        )


# ---- Tensor memory


def _from_smem(source: Type, target: Type) -> None:
    need(space_of(source) == SMEM, "The `source` memref must be in SMEM.")
    in_tmem(target)


def _same_elements(source: Type, target: Type) -> None:
    first, second = element(source), element(target)
    need(
        first == second,
        f"The `source` ({first}) and `destination` ({second}) memrefs must have the same element type.",
    )


def _async_store_smem_to_tmem(op: Operation) -> None:
    source, target = op._operand_types
    need(
        shape_of(source) == shape_of(target),
        f"The `source` ({sizes(shape_of(source))}) and `destination` ({sizes(shape_of(target))}) memrefs must have "
        "the same shape.",
    )
    _same_elements(source, target)
    _from_smem(source, target)


def _tiled(
    source: Type, target: Type, columns: int, tiles: Sequence[tuple[int, int]], *, single: int
) -> None:
    """The shape of a reference to shared memory: tiles of the matrix in tensor memory, of that many columns.

    From the tile with the index ``single`` on, they hold all rows of the matrix.
    """
    shape = shape_of(target)
    for name, size, multiple in (("first", shape[0], 128), ("second", shape[1], columns)):
        need(
            size % multiple == 0,
            f"The {name} dimension of the TMEM memref must be a multiple of {multiple}, but got {size}.",
        )
    allowed = [
        (shape[0] // 128 if number < single else 1, shape[1] // columns, *tile)
        for number, tile in enumerate(tiles)
    ]
    need(
        shape_of(source) in allowed,
        f"The `source` memref must have shape {' or '.join(f'({sizes(shape)})' for shape in allowed)}, but got "
        f"({sizes(shape_of(source))}).",
    )
    _from_smem(source, target)


def _async_store_sparse_metadata_smem_to_tmem(op: Operation) -> None:
    source, target = op._operand_types
    _tiled(source, target, 64, [(128, 64)], single=1)


def _async_store_scales_smem_to_tmem(op: Operation) -> None:
    source, target = op._operand_types
    _same_elements(source, target)
    _tiled(source, target, 4, [(32, 16), (64, 16)], single=1)


def _tmem_alloc(op: Operation) -> None:
    (pointer,), (result,) = op._operand_types, op._result_types
    need(
        space_of(pointer) == SMEM,
        f"The `smem_ptr` memref must have the Workgroup address space but got: {space_of(pointer)}",
    )
    in_tmem(result)
    columns, packing = wrapped(shape_of(result)[1], 32), integer(op, "packing", 1)
    if packing != 1:
        width = bits_of(element(result))
        need(
            packing * width == _CELL,
            "Only unpacked, or fully packed allocations are supported. Expected packing to be either 1 or 32 / "
            f"element_bitwidth, but got: packing = {packing}, element_bitwidth = {width}",
        )
        need(
            columns % packing == 0,
            f"The number of unpacked columns must be divisible by the packing factor, but got: "
            f"{columns} / {packing}",
        )
    allocated = columns // packing
    need(
        allocated <= _COLUMNS,
        f"The number of allocated columns must be less than or equal to {_COLUMNS} but got: {allocated}",
    )


def _tmem_dealloc(op: Operation) -> None:
    in_tmem(op._operand_types[0])


def _async_load_tmem(op: Operation) -> None:
    (source,), results = op._operand_types, op._result_types
    need(bool(results), "expected at least 1 result, got 0")
    for number, kind in enumerate(results):
        need(isinstance(kind, VectorType), f"result #{number} must be {_LOADED}, but got '{kind}'")
    result = results[0]
    names = "The `source` and `result` must have the same"
    need(element(source) == element(result), f"{names} element type.")
    reduced = "reduce" not in op._attributes or element(result).text in ("f32", "i32")
    need(reduced, "Reductions only supported for f32 and i32 loads.")
    need(shape_of(source) == shape_of(result), f"{names} shape.")
    in_tmem(source)


def _async_store_tmem(op: Operation) -> None:
    value, target = op._operand_types
    names = "The `source` and `destination` must have the same"
    need(element(value) == element(target), f"{names} element type.")
    need(shape_of(value) == shape_of(target), f"{names} shape.")
    in_tmem(target)


def _tmem_layout_cast(op: Operation) -> None:
    (source,), (target,) = op._operand_types, op._result_types
    same = element(source) == element(target) and shape_of(source) == shape_of(target)
    need(same, "requires the same type for all operands and results")
    in_tmem(source)


def _slice_tmem(op: Operation) -> None:
    in_tmem(op._operand_types[0])
    in_tmem(op._result_types[0])
    offset = integer(op, "offset")
    need(offset % 4 == 0, f"The offset must be a multiple of 4 but got: {offset}")


RULES: Mapping[str, Rule] = named(
    *(_wgmma, _mma, _tcgen05_mma, _async_store_smem_to_tmem, _async_store_sparse_metadata_smem_to_tmem),
    *(_async_store_scales_smem_to_tmem, _tmem_alloc, _tmem_dealloc, _async_load_tmem, _async_store_tmem),
    *(_tmem_layout_cast, _slice_tmem),
)

__all__ = ["RULES"]
