"""The cost of a program before optimization: XLA's estimate, from HLO.

Follows XLA's own cost analysis of a program without fusions: each instruction has properties (floating-point
operations, transcendentals, bytes accessed), computed by a rule for its opcode; an instruction that calls a
computation inherits the properties of that computation. XLA sums in single precision, instruction by instruction,
and so does this module, so that large sums are equal, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from jaxlib._hlo import PrimitiveType, Shape
from jaxlib._hlo.message import Message
from jaxlib._hlo.shapes import read_shape
from jaxlib._release import COST_POINTER_SIZE

FLOPS, TRANSCENDENTALS, BYTES, SECONDS = "flops", "transcendentals", "bytes accessed", "optimal_seconds"
#: The properties that XLA reports first, in this order.
_FIRST = (FLOPS, TRANSCENDENTALS, BYTES, SECONDS)

Properties = dict[str, np.float32]

#: The size, in bytes, of a pointer in a tuple's table.
_POINTER = COST_POINTER_SIZE
#: A fused multiplication and addition counts as two operations.
_FMA = 2
_TRANSCENDENTAL = frozenset(
    (
        "acosh",
        "erf",
        "exponential",
        "log",
        "logistic",
        "power",
        "sqrt",
        "cbrt",
        "rsqrt",
        "tanh",
        "sine",
        "cosine",
        "tan",
        "exponential-minus-one",
        "log-plus-one",
        "atan2",
    )
)
_ELEMENTWISE = _TRANSCENDENTAL | frozenset(
    (
        "abs",
        "add",
        "and",
        "bitcast-convert",
        "ceil",
        "clamp",
        "compare",
        "complex",
        "convert",
        "count-leading-zeros",
        "divide",
        "floor",
        "imag",
        "is-finite",
        "maximum",
        "minimum",
        "multiply",
        "negate",
        "not",
        "or",
        "popcnt",
        "real",
        "reduce-precision",
        "remainder",
        "round-nearest-afz",
        "round-nearest-even",
        "select",
        "shift-left",
        "shift-right-arithmetic",
        "shift-right-logical",
        "sign",
        "stochastic-convert",
        "subtract",
        "xor",
        "asin",
        "acos",
        "atanh",
        "asinh",
        "cosh",
        "sinh",
    )
)


def _key(operand: int) -> str:
    return f"bytes accessed{operand}{{}}"


def _utilization(operand: int) -> str:
    return f"utilization{operand}{{}}"


_OUTPUT = "bytes accessedout{}"


def element_size(kind: PrimitiveType, bits: int) -> float:
    """The size of an element in bytes. Elements smaller than a byte may be packed, according to the layout."""
    name = kind.name
    if name == "PRED":
        return 1
    if name == "OPAQUE_TYPE":
        return _POINTER
    if name == "TOKEN":
        return 0
    width = int("".join(character for character in name.split("E")[0] if character.isdigit()) or 0)
    if width < 8:
        return (bits or 8) / 8
    return width / 8


def size(shape: Shape) -> int:
    """The size of a value in bytes on the host platform; for a tuple, the size of its table of pointers."""
    if shape.is_tuple():
        return _POINTER * len(shape.tuple_shapes())
    layout = shape.layout() if shape.is_array() else None
    bits = layout.element_size_in_bits() if layout is not None else 0
    return math.ceil(elements(shape) * element_size(shape.xla_element_type(), bits))


def elements(shape: Shape) -> int:
    """The number of elements of an array."""
    return math.prod(shape.dimensions()) if shape.is_array() else 0


def _leaves(shape: Shape) -> Iterator[Shape]:
    if not shape.is_tuple():
        yield shape
        return
    for part in shape.tuple_shapes():
        yield from _leaves(part)


class Instruction:
    """One instruction of a computation."""

    def __init__(self, message: Message, before: dict[int, Instruction]) -> None:
        self.message = message
        self.opcode = message.text(2)
        self.shape = read_shape(message.content(3))
        self.operands = [before[number] for number in message.numbers(36)]
        self.called = message.numbers(38)
        self.size = size(self.shape)
        before[message.number(35)] = self

    @property
    def elements(self) -> int:
        """The number of elements of the result; of the first result if there are several."""
        return elements(self.shape.tuple_shapes()[0] if self.shape.is_tuple() else self.shape)


class Module:
    """The computations of an xla.HloModuleProto, by their numbers."""

    def __init__(self, message: bytes) -> None:
        module = Message(message)
        self.entry = module.number(6)
        self._computations = {message.number(5): message for message in module.messages(3)}
        self._costs: dict[int, Properties] = {}

    def cost(self, computation: int) -> Properties:
        """The sum over a computation's instructions."""
        if computation not in self._costs:
            before: dict[int, Instruction] = {}
            total: Properties = {}
            for message in self._computations[computation].messages(2):
                for key, value in self._instruction(Instruction(message, before)).items():
                    total[key] = np.float32(total.get(key, np.float32(0)) + value)
            self._costs[computation] = total
        return self._costs[computation]

    def _instruction(self, instruction: Instruction) -> Properties:
        # If there are several results, each one is written, but no table of pointers; of a tuple operand, only the
        # table is read.
        written = sum(map(size, _leaves(instruction.shape)))
        cost: Properties = {_OUTPUT: np.float32(written)}
        total = np.float32(written)
        for index, operand in enumerate(instruction.operands):
            total = np.float32(total + np.float32(operand.size))
            cost[_key(index)] = np.float32(operand.size)
            cost[_utilization(index)] = np.float32(1)
        cost[BYTES] = total
        rule = RULES.get(instruction.opcode)
        changed = rule(self, instruction) if rule is not None else {}
        if instruction.opcode in _REPLACED:
            cost = {}
        return cost | {key: np.float32(value) for key, value in changed.items()}


def cost_analysis(message: bytes) -> dict[str, float]:
    """The properties of a serialized xla.HloModuleProto, without those that are 0."""
    module = Module(message)
    total = module.cost(module.entry)
    order = [*_FIRST, *sorted(total.keys() - set(_FIRST), key=lambda key: (key.startswith("bytes"), key))]
    return {key: float(total[key]) for key in order if total.get(key, 0) != 0}


# ---- The rules: properties of an instruction that differ from the sizes of its operands and its result

Cost = dict[str, Any]
Rule = Callable[[Module, Instruction], Cost]


def _nothing(operands: int) -> Cost:
    return {BYTES: 0, _OUTPUT: 0, **{_key(index): 0 for index in range(operands)}}


def _free(module: Module, instruction: Instruction) -> Cost:
    return _nothing(len(instruction.operands))


def _elementwise(module: Module, instruction: Instruction) -> Cost:
    return {TRANSCENDENTALS if instruction.opcode in _TRANSCENDENTAL else FLOPS: instruction.elements}


def _copied(cost: Properties) -> Iterator[tuple[str, np.float32]]:
    """The cost that an instruction inherits from a computation applied to each element, without its bytes."""
    return ((key, value) for key, value in cost.items() if not key.startswith((BYTES, "utilization")))


def _times(cost: Properties, count: int) -> Cost:
    return {key: np.float32(value * np.float32(count)) for key, value in _copied(cost)}


def _slice(module: Module, instruction: Instruction) -> Cost:
    source = instruction.operands[0]
    read = instruction.elements / source.elements if source.elements else math.nan
    return {BYTES: 2 * instruction.size, _key(0): instruction.size, _utilization(0): read}


def _dynamic_slice(module: Module, instruction: Instruction) -> Cost:
    cost = _slice(module, instruction)
    if len(instruction.operands) > 1:
        cost[BYTES] += instruction.operands[1].size
    return cost


def _dynamic_update_slice(module: Module, instruction: Instruction) -> Cost:
    update = instruction.operands[1]
    index = instruction.operands[2].size if len(instruction.operands) > 2 else 0
    kept = (
        (instruction.elements - update.elements) / instruction.elements if instruction.elements else math.nan
    )
    return {BYTES: 2 * update.size + index, _OUTPUT: update.size, _key(0): 0, _utilization(0): kept}


def _tuple(module: Module, instruction: Instruction) -> Cost:
    return {**_nothing(len(instruction.operands)), BYTES: instruction.size, _OUTPUT: instruction.size}


def _dot(module: Module, instruction: Instruction) -> Cost:
    contracted = instruction.message.message(30).numbers(1)
    dimensions = instruction.operands[0].shape.dimensions()
    width = math.prod(dimensions[dimension] for dimension in contracted)
    return {FLOPS: _FMA * instruction.elements * width}


def _map(module: Module, instruction: Instruction) -> Cost:
    return _times(module.cost(instruction.called[0]), instruction.elements)


def _reduce(module: Module, instruction: Instruction) -> Cost:
    count = instruction.operands[0].elements - instruction.elements
    return _times(module.cost(instruction.called[0]), count)


def _window(instruction: Instruction) -> list[Message]:
    return instruction.message.message(15).messages(1)


def _reduce_window(module: Module, instruction: Instruction) -> Cost:
    window = _window(instruction)
    width = math.prod(dimension.number(1) for dimension in window)
    count = (width - 1) * instruction.elements
    reduced = [index for index, dimension in enumerate(window) if dimension.number(1) != 1]
    padded = [dimension for dimension in window if dimension.number(3) or dimension.number(4)]
    if len(reduced) == len(padded) == 1 and not instruction.shape.is_tuple():
        # A reduction over a dimension, whose result is broadcast along the same dimension.
        (index,) = reduced
        low, high = window[index].number(3), window[index].number(4)
        extent = instruction.shape.dimensions()[index]
        if low == high != 0 and window[index].number(1) == 2 * low + 1 and low == extent - 1:
            count = instruction.elements // extent + extent - 1
    return _times(module.cost(instruction.called[0]), count)


def _select_and_scatter(module: Module, instruction: Instruction) -> Cost:
    select, scatter = (module.cost(computation) for computation in instruction.called)
    count = instruction.operands[1].elements
    width = math.prod(dimension.number(1) for dimension in _window(instruction))
    cost = _times(select, count * (width - 1))
    for key, value in _times(scatter, count).items():
        cost[key] = np.float32(cost.get(key, np.float32(0)) + value)
    return cost


def _transpose(module: Module, instruction: Instruction) -> Cost:
    """No cost if the elements keep their order in memory."""
    source = instruction.operands[0].shape
    dimensions, permutation = source.dimensions(), instruction.message.numbers(14)
    before, after = (_order(shape) for shape in (source, instruction.shape))
    moved = [permutation[dimension] for dimension in after]
    wide = [[dimension for dimension in order if dimensions[dimension] != 1] for order in (before, moved)]
    return _nothing(1) if wide[0] == wide[1] else {}


def _order(shape: Shape) -> tuple[int, ...]:
    """The dimensions, fastest varying first."""
    layout = shape.layout()
    return (
        tuple(layout.minor_to_major())
        if layout is not None
        else tuple(reversed(range(len(shape.dimensions()))))
    )


def _positions(window: Message, source: int, kernel: int, output: int) -> int:
    """The number of pairs of a kernel element and a result element for which there is an operand element."""
    stride, low = window.number(2), window.number(3)
    dilation, base = window.number(5), window.number(6)
    taps: np.ndarray = np.arange(kernel, dtype=np.int64)[:, None] * dilation
    places = np.arange(output, dtype=np.int64)[None, :] * stride - low + taps
    within = (places >= 0) & (places < source * base) & (places % base == 0)
    return int(np.count_nonzero(within))


def _convolution(module: Module, instruction: Instruction) -> Cost:
    dims = instruction.message.message(16)
    source, right = (operand.shape.dimensions() for operand in instruction.operands[:2])
    out = instruction.shape.dimensions()
    features, batch = source[dims.number(8)], source[dims.number(7)]
    groups, batch_groups = max(1, instruction.message.number(50)), max(1, instruction.message.number(58))
    spatial = zip(_window(instruction), dims.numbers(11), dims.numbers(6), dims.numbers(12), strict=True)
    positions = math.prod(
        _positions(dimension, source[a], right[b], out[c]) for dimension, a, b, c in spatial
    )
    return {FLOPS: _FMA * (features // groups) * out[dims.number(10)] * (batch // batch_groups) * positions}


def _fft(module: Module, instruction: Instruction) -> Cost:
    factors = math.prod(number.bit_length() - 1 for number in instruction.message.numbers(32))
    return {FLOPS: _FMA * 4 * factors * instruction.operands[0].elements}


def _triangular_solve(module: Module, instruction: Instruction) -> Cost:
    """Half of the triangular operand is read. XLA reports the other operand's bytes as those of the first."""
    a, b = instruction.operands
    return {
        BYTES: instruction.size + a.size / 2 + b.size,
        _key(0): b.size,
        FLOPS: _FMA * a.shape.dimensions()[-1] * b.elements,
    }


def _cholesky(module: Module, instruction: Instruction) -> Cost:
    (a,) = instruction.operands
    flops = a.shape.dimensions()[-1] * a.elements // 3
    return {BYTES: a.size, _OUTPUT: a.size / 2, _key(0): a.size / 2, FLOPS: flops}


def _all_reduce(module: Module, instruction: Instruction) -> Cost:
    """Counted for two replicas: each element is the sum of two."""
    parts = list(_leaves(instruction.shape))
    written = sum(map(size, parts))
    read = sum(operand.size for operand in instruction.operands)
    return {FLOPS: sum(map(elements, parts)), _OUTPUT: written, BYTES: written + read}


def _random(module: Module, instruction: Instruction) -> Cost:
    return {TRANSCENDENTALS: sum(map(elements, _leaves(instruction.shape)))}


def _call(module: Module, instruction: Instruction) -> Cost:
    return dict(module.cost(instruction.called[0]))


def _while(module: Module, instruction: Instruction) -> Cost:
    """The cost of a single iteration, because the trip count is not known."""
    cost: Properties = {}
    for called in instruction.called:
        for key, value in module.cost(called).items():
            cost[key] = np.float32(cost.get(key, np.float32(0)) + value)
    return dict(cost)


def _conditional(module: Module, instruction: Instruction) -> Cost:
    """The maximum over the branches, for each property."""
    first, *branches = (module.cost(computation) for computation in instruction.called)
    cost = dict(first)
    for branch in branches:
        for key, value in branch.items():
            cost[key] = max(cost.get(key, np.float32(0)), value)
    return dict(cost)


def _custom_call(module: Module, instruction: Instruction) -> Cost:
    """Unknown, which XLA writes as -1."""
    operands = range(len(instruction.operands))
    return {SECONDS: -1, BYTES: -1, _OUTPUT: -1, FLOPS: -1, **{_key(index): -1 for index in operands}}


def _sort(module: Module, instruction: Instruction) -> Cost:
    count = instruction.operands[0].elements
    return {FLOPS: count * (count - 1).bit_length() if count else 0}


def _gather(module: Module, instruction: Instruction) -> Cost:
    source, indices = instruction.operands
    used = instruction.elements / source.elements if source.elements else math.nan
    return {BYTES: 2 * instruction.size + indices.size, _key(0): instruction.size, _utilization(0): used}


def _scatter(module: Module, instruction: Instruction) -> Cost:
    """Reads and writes the updated elements; reads the updates and their indices."""
    count = len(instruction.operands) // 2
    indices, updates = instruction.operands[count], instruction.operands[count + 1 :]
    written = sum(update.size for update in updates)
    cost: Cost = _times(module.cost(instruction.called[0]), updates[0].elements)
    cost |= {BYTES: 3 * written + indices.size, _OUTPUT: written}
    return cost | {_key(index): update.size for index, update in enumerate(updates)}


def _infeed(module: Module, instruction: Instruction) -> Cost:
    written = sum(map(size, _leaves(instruction.shape)))
    return {BYTES: written, _OUTPUT: written}


def _outfeed(module: Module, instruction: Instruction) -> Cost:
    read = [sum(map(size, _leaves(operand.shape))) for operand in instruction.operands]
    return {BYTES: sum(read), **{_key(index): size for index, size in enumerate(read)}}


#: An opcode without a rule here has none in XLA either: its only cost is the bytes accessed.
RULES: dict[str, Rule] = {
    **dict.fromkeys(_ELEMENTWISE, _elementwise),
    **dict.fromkeys(("parameter", "constant", "get-tuple-element", "bitcast"), _free),
    **dict.fromkeys(("after-all", "add-dependency", "domain"), _free),
    "slice": _slice,
    "dynamic-slice": _dynamic_slice,
    "dynamic-update-slice": _dynamic_update_slice,
    "tuple": _tuple,
    "dot": _dot,
    "map": _map,
    "reduce": _reduce,
    "reduce-window": _reduce_window,
    "select-and-scatter": _select_and_scatter,
    "transpose": _transpose,
    "convolution": _convolution,
    "fft": _fft,
    "triangular-solve": _triangular_solve,
    "cholesky": _cholesky,
    "all-reduce": _all_reduce,
    "all-reduce-start": _all_reduce,
    "rng": _random,
    "rng-bit-generator": _random,
    "call": _call,
    "async-start": _call,
    "while": _while,
    "conditional": _conditional,
    "custom-call": _custom_call,
    "sort": _sort,
    "gather": _gather,
    "scatter": _scatter,
    "infeed": _infeed,
    "outfeed": _outfeed,
}
#: Opcodes whose only cost is that of the computations they call.
_REPLACED = frozenset(("call", "async-start", "while", "conditional"))


def hlo_module_cost_analysis(client: Any, module: Any) -> dict[str, float]:
    """The cost analysis of an HloModule, under upstream's names."""
    return cost_analysis(module.as_serialized_hlo_module_proto())
