"""Reads and builds operations on arrays, for the rewriting of a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jaxlib_cpu.lowering.rewriting import all_of

#: Operations that compute each element from one of each operand.
ELEMENTWISE = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("abs", "add", "and", "atan2", "cbrt", "ceil", "clamp", "compare", "convert", "cosine", "divide"),
        *("exponential", "exponential_minus_one", "floor", "is_finite", "log", "log_plus_one", "logistic"),
        *("maximum", "minimum", "multiply", "negate", "not", "or", "power", "remainder", "rsqrt"),
        *("round_nearest_afz", "round_nearest_even", "select", "sign", "sine", "sqrt", "subtract", "tan"),
        *("tanh", "xor"),
    )
)

#: Operations that move elements.
MOVES = frozenset(f"stablehlo.{name}" for name in ("broadcast_in_dim", "reshape", "slice", "transpose"))
#: The prefix of the dialect of functions that are not StableHLO's.
CHLO = "chlo."
CALL = "func.call"
#: The maximum number of operations that compute an operand.
ORIGINS_MAX = 100


def shape_of(type_: Any) -> tuple[int, ...]:
    """The sizes of a ranked tensor type's dimensions."""
    from jax._src.lib.mlir import ir

    return tuple(ir.RankedTensorType(type_).shape)


def like(x: Any, shape: Sequence[int]) -> Any:
    """The type of an array of that shape with the element type of ``x``."""
    from jax._src.lib.mlir import ir

    return ir.RankedTensorType.get(shape, ir.RankedTensorType(x.type).element_type)


def of_kind(x: Any, element_type: Any) -> Any:
    """The type of an array of the shape of ``x`` with that element type."""
    from jax._src.lib.mlir import ir

    return ir.RankedTensorType.get(shape_of(x.type), element_type)


def ordered_integers(x: Any, *, nan_last: bool = True) -> Any:
    """Signed integers in the order of floats of the same width, with NaN as the greatest, or else the least."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    width = ir.RankedTensorType(x.type).element_type.width
    bits = hlo.bitcast_convert(of_kind(x, ir.IntegerType.get_signless(width)), x)
    greatest = (1 << width - 1) - 1
    is_nan = hlo.compare(x, x, hlo.ComparisonDirectionAttr.get("NE"))
    return hlo.select(
        is_nan, full(bits.type, greatest if nan_last else -greatest - 1), reversed_if_negative(bits)
    )


def reversed_if_negative(bits: Any) -> Any:
    """Integers, with all bits but the sign inverted where that is set: floats are ordered so, and back."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    magnitude = (1 << ir.RankedTensorType(bits.type).element_type.width - 1) - 1
    negative = hlo.compare(bits, full(bits.type, 0), hlo.ComparisonDirectionAttr.get("LT"))
    return hlo.select(negative, hlo.xor(bits, full(bits.type, magnitude)), bits)


def reshaped(x: Any, shape: Sequence[int]) -> Any:
    """``x`` in that shape; ``x`` itself if it has that shape."""
    from jax._src.lib.mlir.dialects import hlo

    return x if shape_of(x.type) == tuple(shape) else hlo.reshape(like(x, shape), x)


def number(x: Any, value: float) -> Any:
    """A constant of shape ``()`` with the element type of ``x``."""
    return full(like(x, ()), value)


def full(type_: Any, value: float) -> Any:
    """An array of that type, of floats or of integers, full of a number."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    kind = ir.RankedTensorType(type_).element_type
    attribute = ir.IntegerAttr if isinstance(kind, ir.IntegerType) else ir.FloatAttr
    return hlo.constant(ir.DenseElementsAttr.get_splat(type_, attribute.get(kind, value)))


def part_of(x: Any, axis: int, start: int, end: int) -> Any:
    """The elements from ``start`` to ``end`` along a dimension."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    shape = shape_of(x.type)
    starts, ends = [0] * len(shape), list(shape)
    starts[axis], ends[axis] = start, end
    return hlo.slice(x, *map(mlir.dense_int_array, (starts, ends, [1] * len(shape))))


def attributes_of(operation: Any) -> dict[str, Any]:
    """The attributes of an operation, for one like it."""
    return {name: operation.attributes[name] for name in operation.attributes}


def name_of_owner(value: Any) -> str | None:
    """The name of the operation that defines a value; None for a block argument."""
    return getattr(getattr(value.owner, "operation", value.owner), "name", None)


class Calls:
    """The calls of a program's functions, all of which the library inlines."""

    def __init__(self, ir: Any, module: Any) -> None:
        from jax._src.lib.mlir.dialects import func

        self._operands: dict[str, list[Any]] = {}
        self._returned: dict[str, Any] = {}
        for call in all_of(ir, module, func.CallOp):
            self._operands.setdefault(callee(ir, call), []).append(call.operands)
        for return_ in all_of(ir, module, func.ReturnOp):
            self._returned[ir.StringAttr(return_.parent.attributes["sym_name"]).value] = return_.operands

    def __bool__(self) -> bool:
        """Whether the program has calls."""
        return bool(self._operands)

    def count(self, ir: Any, function: Any) -> int:
        """How often a function is called; once if that is the program itself."""
        name = ir.StringAttr(function.attributes["sym_name"]).value
        return max(1, len(self._operands.get(name, ())))

    def same_as(self, ir: Any, value: Any) -> list[Any]:
        """What an argument is in the calls of its function, or what a called function returns; else nothing."""
        if name_of_owner(value) == CALL:
            call = value.owner.operation
            returned = self._returned.get(callee(ir, call))  # None of a function that is declared only
            return [returned[list(call.results).index(value)]] if returned is not None else []
        if name_of_owner(value) is not None or value.owner.owner.operation.name != "func.func":
            return []
        name = ir.StringAttr(value.owner.owner.operation.attributes["sym_name"]).value
        return [operands[ir.BlockArgument(value).arg_number] for operands in self._operands.get(name, ())]

    def resolved(self, ir: Any, value: Any) -> Any:
        """What a value is in its function's only caller, or in the function that returns it."""
        while len(same := self.same_as(ir, value)) == 1:
            [value] = same
        return value


def callee(ir: Any, call: Any) -> str:
    """The name of the function that is called."""
    return str(ir.FlatSymbolRefAttr(call.attributes["callee"]).value)


def origins(ir: Any, value: Any, calls: Calls | None = None) -> list[Any] | None:
    """The operations that a value is computed from element by element, and those before them.

    None if they are many: the library does not fuse them, and nor are they looked at for each of many reductions.
    Without ``calls``, only those in the same function.
    """
    operations: list[Any] = []
    waiting, seen = [value], set[Any]()
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        if len(seen) == ORIGINS_MAX:
            return None
        seen.add(value)
        if calls is not None and (same := calls.same_as(ir, value)):
            waiting += same
            continue
        name = name_of_owner(value)
        if name is None:
            continue
        operation = value.owner.operation
        operations.append(operation)
        if name in ELEMENTWISE or name in MOVES or name.startswith(CHLO):
            waiting += operation.operands
    return operations
