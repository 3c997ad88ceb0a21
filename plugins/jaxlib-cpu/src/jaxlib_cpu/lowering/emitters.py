"""Chooses which of the library's two code generators compiles the kernels of a program.

The newer one, the fusion emitters, is the default. The older one takes three quarters of its time, and its kernels
for padding between elements and for sums of windows are up to seven times as fast. Most other kernels are as fast,
but those that write to the buffer they read are not vectorized and take three times as long and more. Which these
are is up to the library, so it is estimated here: programs with a loss of more than a microsecond stay with the
newer one. So do programs in which kernels repeat, since only the newer one compiles equal kernels once.

The newer one takes four times as long for each gather whose indices are gathered, as in newer XLA: eight in a row
take 14 s. The older one takes 0.1 s.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu.lowering.rewriting import all_of
from jaxlib_cpu.lowering.values import CALL, ELEMENTWISE, MOVES, Calls, attributes_of, shape_of

#: The workaround's name in plugin.toml.
NAME = "emitters"
#: XLA's debug option that chooses the newer generator.
OPTION = "xla_cpu_use_fusion_emitters"
#: The number of nanoseconds a call may take longer: less than calls vary by.
LOSS_MAX = 1000.0
#: The number of operations up to which programs are examined; it takes some microseconds for each.
OPERATIONS_MAX = 20_000
#: Up to this many uses by other kernels, the library computes a value again in each of them.
COPIES_MAX = 15
#: Of more gathers, each may give the next its indices.
GATHERS_MAX = 4
#: The number of iterations assumed of a loop.
ITERATIONS = 100

#: The cost of a kernel that writes where it reads, in ns per element: of up to 16 bits, and of more.
IN_PLACE_NARROW, IN_PLACE = 1.0, 0.5
#: The differences of other kernels, in ns per element of the result.
PADDED_BETWEEN, PADDED_AROUND, TRANSPOSED, CONCATENATED = -0.5, 0.2, -0.1, -0.1
#: The same for windows: sums or large ones, such as those of cumulative maxima, and other small ones.
WINDOW_SUM, WINDOW = -2.0, 1.5
#: The same for positions of maxima, for scatters and for gradients of pooling, in ns per element of an operand.
POSITION, SCATTERED, SELECTED = 1.0, 3.0, -2.0
#: A window of more elements is computed in steps.
WINDOW_MAX = 64
#: Up to this many elements, positions of maxima do not take longer.
POSITIONS_MIN = 1 << 14


def _names(*names: str) -> frozenset[str]:
    return frozenset(f"stablehlo.{name}" for name in names)


REDUCE, CONSTANT, GATHER = "stablehlo.reduce", "stablehlo.constant", "stablehlo.gather"
CUSTOM_CALL, FUNCTION = "stablehlo.custom_call", "func.func"
RETURNS = frozenset(("func.return", "stablehlo.return"))
#: Operations that the library computes only once if several others use the result.
EXPENSIVE = _names(
    *("atan2", "cbrt", "cosine", "divide", "exponential", "exponential_minus_one", "log", "log_plus_one"),
    *("logistic", "power", "remainder", "rsqrt", "sine", "sqrt", "tan", "tanh"),
)
#: Operations that the library computes in the kernel that uses the result.
FUSED = (
    ELEMENTWISE
    | MOVES
    | _names(
        *(
            "bitcast_convert",
            "complex",
            "concatenate",
            "count_leading_zeros",
            "dynamic_slice",
            "gather",
            "imag",
        ),
        *("iota", "pad", "popcnt", "real", "reverse"),
        *("shift_left", "shift_right_arithmetic", "shift_right_logical"),
    )
)
WITHOUT_ATTRIBUTES = ELEMENTWISE - _names("compare")
#: The minimum number of kernels, in all and for each that differs, for which equal ones matter.
KERNELS_MIN, KERNELS_PER_KIND_MIN = 5, 1.5


class Read(NamedTuple):
    """An operation, with its operands as the values that they are in the functions' callers."""

    operation: Any
    name: str
    operands: tuple[Any, ...]
    #: How often the library computes it: the calls of its function, which are inlined.
    times: int


def choose_emitters(plugin: Plugin, module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: chooses the older generator for a program that it is not slower for."""
    from jax._src.lib.mlir import ir

    if NAME not in plugin.descriptor.workarounds:
        return module, options
    stated = options.env_option_overrides
    chosen = OPTION in os.environ.get("XLA_FLAGS", "") or OPTION in dict(stated)
    if not chosen and loss(ir, module) <= LOSS_MAX:
        options.env_option_overrides = [(OPTION, False), *stated]
    return module, options


def loss(ir: Any, module: Any) -> float:
    """By how many nanoseconds a call is estimated to take longer with the older generator.

    Infinity for a program that takes longer to compile, or has uncommon types.
    """
    if len(all_of(ir, module)) > OPERATIONS_MAX:
        return math.inf
    read = _read(ir, module)
    types = {value.type for each in read for value in each.operation.results}
    if not all(_is_common(ir, type_) for type_ in types):
        return math.inf
    users: dict[Any, list[Read]] = {}
    for each in read:
        for value in each.operands:
            users.setdefault(value, []).append(each)
    stored = _stored(read, users)
    gathers = sum(each.times for each in read if each.name == GATHER)
    if gathers <= GATHERS_MAX and _repeat(ir, read, stored):
        return math.inf
    in_place = (
        _cost(ir, value.type)
        for value in stored
        if any(_may_overwrite(ir, each, value) for each in users.get(value, ()))
    )
    return sum(_difference(ir, each) for each in read) + sum(in_place)


def _read(ir: Any, module: Any) -> list[Read]:
    """The operations of all functions, but for calls."""
    calls = Calls(ir, module)
    read = []
    for function in module.body.operations:
        times = calls.count(ir, function)
        for each in all_of(ir, function):
            if (name := each.name) not in (CALL, FUNCTION):
                operands = (calls.resolved(ir, value) for value in each.operands) if calls else each.operands
                read.append(Read(each, name, tuple(operands), times))
    return read


def _difference(ir: Any, read: Read) -> float:
    """What an operation's own kernel takes longer."""
    operation, name, operands, _ = read
    match name.removeprefix("stablehlo."):
        case "while":
            return ITERATIONS * sum(_cost(ir, value.type) for value in operation.results)
        case "reduce" if len(operation.results) > 1:
            count = _count(ir, operands[0].type)
            return POSITION * count if count > POSITIONS_MIN else 0
        case "scatter":
            return SCATTERED * _count(ir, operands[-1].type)
        case "select_and_scatter":
            return SELECTED * _count(ir, operands[0].type)
        case "pad":
            between = any(ir.DenseI64ArrayAttr(operation.attributes["interior_padding"]))
            per_element = PADDED_BETWEEN if between else PADDED_AROUND
        case "reduce_window":
            first = operation.regions[0].blocks[0].operations[0].operation
            size = math.prod(ir.DenseI64ArrayAttr(operation.attributes["window_dimensions"]))
            per_element = WINDOW_SUM if first.name == "stablehlo.add" or size > WINDOW_MAX else WINDOW
        case "transpose":
            per_element = TRANSPOSED
        case "concatenate":
            per_element = CONCATENATED
        case _:
            return 0
    return per_element * _count(ir, operation.results[0].type)


def _stored(read: Sequence[Read], users: Mapping[Any, Sequence[Read]]) -> set[Any]:
    """The values that are estimated to be results of kernels, rather than computed in those that use them."""
    stored: set[Any] = set()
    copies: dict[Any, int] = {}
    for operation, name, _, _ in reversed(read):
        if name == CONSTANT:
            continue
        for value in operation.results:
            using = users.get(value, ())
            count = sum(copies.get(each.operation, 1) for each in using)
            several = len(using) > 1 and (name in EXPENSIVE or any(each.name == REDUCE for each in using))
            if (
                name not in FUSED
                or several
                or count > COPIES_MAX
                or any(each.name in RETURNS for each in using)
            ):
                stored.add(value)
                count = 1
            copies[operation] = count
    return stored


def _repeat(ir: Any, read: Sequence[Read], stored: Set[Any]) -> bool:
    """Whether so many kernels are expected to be equal that the newer generator takes less time."""
    #: A number for each that differs: what operands are computed from is part of it.
    kinds: dict[Any, int] = {}
    #: Those of values that are not stored.
    numbers: dict[Any, int] = {}
    constants: dict[Any, Any] = {}
    kernels: list[int] = []
    for operation, name, operands, times in read:
        results = operation.results
        if name == CONSTANT:
            constants[results[0]] = _content(ir, operation)
            continue
        if name in ELEMENTWISE and all(
            each in constants for each in operands
        ):  # computed when it is compiled
            constants[results[0]] = (name, *(constants[each] for each in operands))
            continue
        if name == CUSTOM_CALL:  # has no kernel
            continue
        stated = () if name in WITHOUT_ATTRIBUTES else attributes_of(operation).values()
        alone = not any(each in numbers for each in operands)
        for value in results:
            # A kernel of one operation on scalars takes constants as arguments; others contain them.
            known = {} if alone and value in stored and _count(ir, value.type) == 1 else constants
            given = (numbers.get(each, known.get(each, each.type)) for each in operands)
            number = kinds.setdefault((name, value.type, *stated, *given), len(kinds))
            if value in stored:
                kernels += [number] * times
            else:
                numbers[value] = number
    return len(kernels) >= max(KERNELS_MIN, KERNELS_PER_KIND_MIN * len(set(kernels)))


def _content(ir: Any, constant: Any) -> Any:
    """What is equal for equal constants, unless they are complex: upstream's bindings cannot read those."""
    [value] = constant.results
    is_complex = isinstance(ir.RankedTensorType(value.type).element_type, ir.ComplexType)
    return value if is_complex else constant.attributes["value"]


def _may_overwrite(ir: Any, user: Read, value: Any) -> bool:
    """Whether the result of an operation is as large as an operand and computed element by element."""
    if user.name not in ELEMENTWISE:
        return False
    type_ = user.operation.results[0].type
    return _width(ir, type_) == _width(ir, value.type) and _count(ir, type_) == _count(ir, value.type)


def _cost(ir: Any, type_: Any) -> float:
    """What a kernel that writes where it reads takes longer."""
    return _count(ir, type_) * (IN_PLACE_NARROW if _width(ir, type_) <= 16 else IN_PLACE)


def _is_common(ir: Any, type_: Any) -> bool:
    """Whether a type's shape is known, and its elements are neither narrower than a byte nor floats of a byte."""
    if not isinstance(type_, ir.RankedTensorType):
        return True
    kind = ir.RankedTensorType(type_).element_type
    floats = (ir.F64Type, ir.F32Type, ir.F16Type, ir.BF16Type, ir.ComplexType)
    integers = isinstance(kind, ir.IntegerType) and (kind.width == 1 or kind.width >= 8)
    return ir.RankedTensorType(type_).has_static_shape and (integers or isinstance(kind, floats))


def _width(ir: Any, type_: Any) -> int:
    """The number of bits of an element; of a complex one, some number above those of the others."""
    if not isinstance(type_, ir.RankedTensorType):
        return 0
    kind = ir.RankedTensorType(type_).element_type
    return 128 if isinstance(kind, ir.ComplexType) else int(kind.width)


def _count(ir: Any, type_: Any) -> int:
    """The number of elements."""
    return math.prod(shape_of(type_)) if isinstance(type_, ir.RankedTensorType) else 0
