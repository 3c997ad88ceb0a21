"""Transpositions of large arrays, lowered so that neighbours are read and written together.

The library copies element by element in the order of the result. Where neighbours of the result are far apart in
the operand, each read is of another cache line: a transposition of 512 x 512 float32 takes three times as long as
with newer XLA, which copies tile by tile. It is therefore lowered to two steps that read and write more at a time:
a few rows are interleaved to blocks, and then the blocks are moved.

Only what becomes a result of the program is lowered, perhaps after elementwise operations: elsewhere XLA avoids
most transpositions, such as those of a product's operands.
"""

from __future__ import annotations

import functools
import math
import re
from typing import Any, NamedTuple

from jaxlib_cpu.lowering.rewriting import Replacement, all_of, rewritten
from jaxlib_cpu.lowering.values import ELEMENTWISE, name_of_owner

#: The largest number of elements in a block, which has so many bytes or elements; and the smallest, where no larger
#: divisor of the number of rows fits.
BLOCK_BYTES, BLOCK_MAX, BLOCK_MIN = 32, 8, 4
#: The fewest rows, and elements of a row, for which two steps are faster,
SIDE_MIN = 32
#: the least number of bytes in the operand from the first to the last of those that are neighbours in the result,
SPAN_MIN = 1 << 18
#: if they are this number of bytes apart, or a multiple, so that a set of the L1 cache has to hold many of them;
STRIDE = 1 << 10
#: or otherwise the least number of bytes, which are on more pages than the processor's table has room for.
SPAN_ANY = 1 << 23
#: The largest array, which is held once more.
BYTES_MAX = 1 << 28
#: Operations between a transposition and a result of the program.
BETWEEN = ELEMENTWISE | {"stablehlo.reshape"}
#: Operations whose result XLA can transpose in another way.
FLEXIBLE = frozenset(
    f"stablehlo.{name}"
    for name in [
        "broadcast_in_dim",
        "broadcast",
        "constant",
        "convolution",
        "dot_general",
        "iota",
        "transpose",
    ]
)


def lower_in_blocks(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers large transpositions in two steps, in a copy of a program for one device."""
    return rewritten(module, _replacements), options


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    from jax._src.lib.mlir.dialects import hlo

    replacements: dict[Any, Replacement] = {}

    for transpose in all_of(ir, module, hlo.TransposeOp):
        steps = _steps(ir, transpose)
        if steps is not None:
            [result] = transpose.results
            replacements[result] = (transpose, functools.partial(_in_blocks, steps, result.type))
    if not replacements:
        return []
    users = _Users(ir, module)
    return [replacement for value, replacement in replacements.items() if users.return_only(value)]


class _Steps(NamedTuple):
    """A transposition whose dimensions that stay neighbours are one, and the number of elements in a block."""

    shape: tuple[int, ...]
    permutation: tuple[int, ...]
    size: int


def _steps(ir: Any, transpose: Any) -> _Steps | None:
    """How to lower a transposition; None if it is fast, or not for this."""
    operand = transpose.operands[0]
    type_ = ir.RankedTensorType(operand.type)
    owner = name_of_owner(operand)
    itemsize = _itemsize(str(type_.element_type))
    if not type_.has_static_shape or not itemsize or owner in FLEXIBLE:
        return None
    shape, permutation = _merged(
        tuple(type_.shape), tuple(ir.DenseI64ArrayAttr(transpose.attributes["permutation"]))
    )
    if not shape or math.prod(shape) * itemsize > BYTES_MAX:
        return None
    last, neighbours = permutation[-1], len(shape) - 1
    if last == neighbours or min(shape[last], shape[neighbours]) < SIDE_MIN:
        return None
    stride = math.prod(shape[last + 1 :]) * itemsize
    if stride * shape[last] < (SPAN_ANY if stride % STRIDE else SPAN_MIN):
        return None
    most = max(BLOCK_BYTES // itemsize, BLOCK_MAX)
    size = next((size for size in range(most, BLOCK_MIN - 1, -1) if shape[last] % size == 0), None)
    return None if size is None else _Steps(shape, permutation, size)


def _merged(shape: tuple[int, ...], permutation: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same transposition without dimensions of one element, and with neighbours that stay neighbours as one."""
    long = [dimension for dimension, size in enumerate(shape) if size > 1]
    order = [long.index(dimension) for dimension in permutation if shape[dimension] > 1]
    groups: list[list[int]] = []
    for dimension in order:
        if groups and groups[-1][-1] == dimension - 1:
            groups[-1].append(dimension)
        else:
            groups.append([dimension])
    placed = sorted(groups)
    sizes = tuple(math.prod(shape[long[dimension]] for dimension in group) for group in placed)
    return sizes, tuple(placed.index(group) for group in groups)


def _itemsize(element: str) -> int:
    """Bytes of an element type, such as ``f32``; 0 for those narrower than a byte."""
    if element == "i1":
        return 1
    numbered = re.search(r"\d+", element)
    bits = int(numbered[0]) if numbered else 0
    return bits // 8 * (2 if element.startswith("complex") else 1)


class _Users:
    """The operations that use each value of a program, found in one walk."""

    def __init__(self, ir: Any, module: Any) -> None:
        self._users: dict[Any, list[Any]] = {}

        def look(operation: Any) -> Any:
            for operand in operation.operands:
                self._users.setdefault(operand, []).append(operation)
            return ir.WalkResult.ADVANCE

        module.operation.walk(look)

    def return_only(self, value: Any) -> bool:
        """Whether all users of a value return it from the program, or what they compute of each element."""
        left, seen = [value], set()
        while left:
            users = self._users.get(left.pop(), ())
            for user in users:
                name = user.operation.name
                if name in BETWEEN:
                    if user.results[0] not in seen:
                        seen.add(user.results[0])
                        left.append(user.results[0])
                elif name != "func.return" or not _is_main(user):
                    return False
        return True


def _is_main(return_: Any) -> bool:
    function = return_.operation.parent
    return str(function.attributes["sym_name"]).strip('"') == "main"


def _in_blocks(steps: _Steps, result: Any, x: Any) -> Any:
    """Two transpositions; the layout of the value between them keeps XLA from merging them."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    shape, permutation, size = steps
    element, split, rank = ir.RankedTensorType(x.type).element_type, permutation[-1], len(shape)
    blocks = [*shape[:split], shape[split] // size, size, *shape[split + 1 :]]
    order = [dimension for dimension in range(rank + 1) if dimension != split + 1] + [split + 1]
    between = ir.RankedTensorType.get([blocks[dimension] for dimension in order], element)
    x = hlo.reshape(ir.RankedTensorType.get(blocks, element), x)
    layout = [[*reversed(range(rank + 1))]]
    constraint = mlir.custom_call(
        "LayoutConstraint",
        result_types=[between],
        operands=[hlo.transpose(x, mlir.dense_int_array(order))],
        api_version=1,
        operand_layouts=layout,
        result_layouts=layout,
    )
    # The elements of a block follow the dimension that they were a part of, which is the last.
    moved = hlo.transpose(constraint.results[0], mlir.dense_int_array([*permutation, rank]))
    return hlo.reshape(result, moved)
