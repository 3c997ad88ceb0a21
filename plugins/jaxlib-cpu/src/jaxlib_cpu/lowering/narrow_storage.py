"""Arrays of bfloat16 and of 8-bit floats, moved as integers.

The library computes everything but the storage of these types in a wider one. To write a slice into an array it
converts the whole array there and back, so that the time of a loop that stacks its results, such as that of
``jax.lax.scan``, is quadratic in their number: 500 rows of 300 bfloat16 took 6 ms and take 0.1. Newer XLA does the
same with 8-bit floats. Integers of the same width are moved as they are. In a loop, the arrays that it reads and
writes by slices are integers from one iteration to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jaxlib_cpu.lowering.rewriting import all_of, copied, use_instead
from jaxlib_cpu.lowering.values import CALL, attributes_of, callee, of_kind, shape_of

WHILE = "stablehlo.while"
#: Operations that move elements, and how many of their first operands are these; None for all.
MOVED: dict[str, int | None] = {
    "stablehlo.concatenate": None,
    "stablehlo.dynamic_slice": 1,
    "stablehlo.dynamic_update_slice": 2,
    "stablehlo.gather": 1,
    "stablehlo.pad": 2,
    "stablehlo.reverse": 1,
    "stablehlo.slice": 1,
}
SCATTER = "stablehlo.scatter"
#: Operations on an array, their first operand, that depend on a part of it alone.
BY_SLICES = frozenset(
    {"stablehlo.dynamic_slice", "stablehlo.dynamic_update_slice", "stablehlo.gather", SCATTER}
)


def move_as_integers(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: moves narrow floats as integers, in a copy of a program for one device."""
    return copied(module, _find, _rewrite), options


#: An operation, and the places of the arrays that a loop carries as integers; none for any other operation.
_Found = tuple[Any, list[int]]


def _find(ir: Any, module: Any) -> list[_Found]:
    """The operations to rewrite."""
    uses = _Uses(ir, module)
    found: list[_Found] = []
    for operation in all_of(ir, module):
        if operation.name == WHILE:
            places = uses.by_slices(operation.regions[1].blocks[0])
            if places:
                found.append((operation, places))
        elif operation.name == SCATTER:
            if len(operation.results) == 1 and _is_narrow(ir, operation.results[0]) and _replaces(operation):
                found.append((operation, []))
        elif operation.name in MOVED and _is_narrow(ir, operation.results[0]):
            found.append((operation, []))
    return found


def _is_narrow(ir: Any, value: Any) -> bool:
    """Whether a value is an array of bfloat16 or of 8-bit floats."""
    if (
        not isinstance(value.type, ir.RankedTensorType)
        or not ir.RankedTensorType(value.type).has_static_shape
    ):
        return False
    kind = ir.RankedTensorType(value.type).element_type
    return isinstance(kind, ir.BF16Type) or (isinstance(kind, ir.FloatType) and kind.width == 8)


def _replaces(scatter: Any) -> bool:
    """Whether the updates replace elements of the operand, and are not combined with them."""
    [block] = scatter.regions[0].blocks
    [give, *more] = block.operations
    return not more and list(give.operation.operands) == [block.arguments[1]]


class _Uses:
    """Which arguments of loops and functions are read or written by slices, there or in what they call."""

    def __init__(self, ir: Any, module: Any) -> None:
        self._ir = ir
        self._functions = {
            ir.StringAttr(each.attributes["sym_name"]).value: each.regions[0].blocks[0]
            for each in module.body.operations
            if each.operation.name == "func.func" and len(each.regions[0].blocks)
        }
        self._known: dict[Any, list[int]] = {}

    def by_slices(self, block: Any) -> list[int]:
        """The places of such arguments of a block that are narrow arrays."""
        ir = self._ir
        narrow = {
            argument: place
            for place, argument in enumerate(block.arguments)
            if _is_narrow(ir, argument) and shape_of(argument.type)
        }
        if not narrow:
            return []
        found = set()
        for each in block.operations:
            operation = each.operation
            places: Sequence[int] = ()
            if operation.name in BY_SLICES:
                places = (0,)
            elif operation.name == WHILE:
                places = self.by_slices(operation.regions[1].blocks[0])
            elif operation.name == CALL:
                places = self._of_function(callee(ir, operation))
            found |= {narrow.get(operation.operands[place]) for place in places}
        return sorted(place for place in found if place is not None)

    def _of_function(self, name: str) -> list[int]:
        if name not in self._known:
            block = self._functions.get(name)  # None of a function that is declared only
            self._known[name] = [] if block is None else self.by_slices(block)
        return self._known[name]


def _rewrite(ir: Any, module: Any, found: Sequence[_Found]) -> None:
    new: dict[Any, Any] = {}
    for operation, places in found:
        with ir.InsertionPoint(operation), operation.location:
            if operation.name == WHILE:
                _rewrite_loop(ir, operation, places, new)
            else:
                new[operation.results[0]] = _moved(ir, operation)
    use_instead(ir, module, new)
    for operation, _ in found:
        operation.erase()


def _moved(ir: Any, operation: Any) -> Any:
    """The result of an operation, moved as integers."""
    from jax._src.lib.mlir.dialects import hlo

    result, operands = operation.results[0], list(operation.operands)
    scatters = operation.name == SCATTER
    if scatters:
        operands[0], operands[2] = (_as_integers(ir, operands[place]) for place in (0, 2))
    else:
        count = MOVED[operation.name]
        count = len(operands) if count is None else count
        operands[:count] = [_as_integers(ir, operand) for operand in operands[:count]]
    moved = ir.Operation.create(
        operation.name,
        results=[of_kind(result, _integer(ir, result))],
        operands=operands,
        attributes=attributes_of(operation),
        regions=1 if scatters else 0,
    )
    if scatters:
        scalar = ir.RankedTensorType.get((), _integer(ir, result))
        block = moved.regions[0].blocks.append(scalar, scalar)
        with ir.InsertionPoint(block):
            hlo.return_([block.arguments[1]])
    return _as_floats(moved.result, result.type)


def _rewrite_loop(ir: Any, loop: Any, places: Sequence[int], new: dict[Any, Any]) -> None:
    """Builds the loop again, and adds the values that take the place of its arguments and results."""
    operands, types = list(loop.operands), [each.type for each in loop.results]
    for place in places:
        operands[place] = _as_integers(ir, operands[place])
        types[place] = operands[place].type
    again = ir.Operation.create(
        WHILE,
        results=types,
        operands=operands,
        attributes=attributes_of(loop),
        regions=2,
    )
    for region, old_region in zip(again.regions, loop.regions, strict=True):
        [old] = old_region.blocks
        block = region.blocks.append(*types)
        with ir.InsertionPoint(block):
            for place, (argument, old_argument) in enumerate(
                zip(block.arguments, old.arguments, strict=True)
            ):
                new[old_argument] = _as_floats(argument, old_argument.type) if place in places else argument
        for operation in list(old.operations):
            block.append(operation)
    *_, give = again.regions[1].blocks[0].operations
    with ir.InsertionPoint(give):
        for place in places:
            give.operation.operands[place] = _as_integers(ir, give.operation.operands[place])
    for place, (result, old_result) in enumerate(zip(again.results, loop.results, strict=True)):
        new[old_result] = _as_floats(result, old_result.type) if place in places else result


def _integer(ir: Any, value: Any) -> Any:
    """The type of integers as wide as the elements of an array of floats."""
    return ir.IntegerType.get_signless(ir.RankedTensorType(value.type).element_type.width)


def _as_integers(ir: Any, x: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    return hlo.bitcast_convert(of_kind(x, _integer(ir, x)), x)


def _as_floats(x: Any, type_: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    return hlo.bitcast_convert(type_, x)
