"""What a program costs before it is optimized: XLA's estimate, from HLO.

Follows XLA's own cost analysis for a program without fusions: each instruction has properties (operations,
transcendental ones, bytes read and written), a table says by opcode how they are computed, and an instruction that
calls a computation takes its properties over. XLA adds up in single precision, instruction by instruction; so does
this, which makes large sums equal too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from jaxlib._hlo import PrimitiveType, Shape, _shape
from jaxlib._hlo_text import _Message

FLOPS, TRANSCENDENTALS, BYTES, SECONDS = "flops", "transcendentals", "bytes accessed", "optimal_seconds"
#: The order in which XLA tells them; the others follow.
_FIRST = (FLOPS, TRANSCENDENTALS, BYTES, SECONDS)

Properties = dict[str, np.float32]

_POINTER = 8
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
    """The size of an element in bytes; of types of less than a byte by the layout, which may pack them."""
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
    """The bytes that a value takes up on the host's platform; of a tuple, those of its table of pointers."""
    if shape.is_tuple():
        return _POINTER * len(shape.tuple_shapes())
    layout = shape.layout() if shape.is_array() else None
    bits = layout.element_size_in_bits() if layout is not None else 0
    return math.ceil(elements(shape) * element_size(shape.xla_element_type(), bits))


def elements(shape: Shape) -> int:
    """How many elements an array has."""
    return math.prod(shape.dimensions()) if shape.is_array() else 0


def _leaves(shape: Shape) -> Iterator[Shape]:
    if not shape.is_tuple():
        yield shape
        return
    for part in shape.tuple_shapes():
        yield from _leaves(part)


class Instruction:
    """One instruction of a computation."""

    def __init__(self, message: _Message, before: dict[int, Instruction]) -> None:
        self.message = message
        self.opcode = message.text(2)
        self.shape = _shape(message.content(3))
        self.operands = [before[each] for each in message.numbers(36)]
        self.called = message.numbers(38)
        self.size = size(self.shape)
        before[message.number(35)] = self

    @property
    def elements(self) -> int:
        """How many elements its result has; of several results, the first."""
        return elements(self.shape.tuple_shapes()[0] if self.shape.is_tuple() else self.shape)


class Module:
    """The computations of an xla.HloModuleProto, by their numbers."""

    def __init__(self, message: bytes) -> None:
        module = _Message(message)
        self.entry = module.number(6)
        self._computations = {each.number(5): each for each in module.messages(3)}
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
        # Several results are written each, and no table of pointers, which is all that is read of such an operand.
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
    """The properties of a program, an xla.HloModuleProto; those that are 0 are left out."""
    module = Module(message)
    total = module.cost(module.entry)
    order = [*_FIRST, *sorted(total.keys() - set(_FIRST), key=lambda key: (key.startswith("bytes"), key))]
    return {key: float(total[key]) for key in order if total.get(key, 0) != 0}


# ---- The rules: what an instruction has otherwise than the sizes of its operands and its result

Cost = dict[str, Any]
Rule = Callable[[Module, Instruction], Cost]


def _nothing(operands: int) -> Cost:
    return {BYTES: 0, _OUTPUT: 0, **{_key(index): 0 for index in range(operands)}}


def _free(module: Module, instruction: Instruction) -> Cost:
    return _nothing(len(instruction.operands))


def _elementwise(module: Module, instruction: Instruction) -> Cost:
    return {TRANSCENDENTALS if instruction.opcode in _TRANSCENDENTAL else FLOPS: instruction.elements}


def _copied(cost: Properties) -> Iterator[tuple[str, np.float32]]:
    """What an instruction takes over of a computation that it applies many times: no bytes, which are its own."""
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
    width = math.prod(dimensions[each] for each in contracted)
    return {FLOPS: _FMA * instruction.elements * width}


def _map(module: Module, instruction: Instruction) -> Cost:
    return _times(module.cost(instruction.called[0]), instruction.elements)


def _reduce(module: Module, instruction: Instruction) -> Cost:
    count = instruction.operands[0].elements - instruction.elements
    return _times(module.cost(instruction.called[0]), count)


def _window(instruction: Instruction) -> list[_Message]:
    return instruction.message.message(15).messages(1)


def _reduce_window(module: Module, instruction: Instruction) -> Cost:
    window = _window(instruction)
    width = math.prod(each.number(1) for each in window)
    count = (width - 1) * instruction.elements
    reduced = [index for index, each in enumerate(window) if each.number(1) != 1]
    padded = [each for each in window if each.number(3) or each.number(4)]
    if len(reduced) == len(padded) == 1 and not instruction.shape.is_tuple():
        # A reduction of a dimension whose result goes to all of it again.
        (index,) = reduced
        low, high = window[index].number(3), window[index].number(4)
        extent = instruction.shape.dimensions()[index]
        if low == high != 0 and window[index].number(1) == 2 * low + 1 and low == extent - 1:
            count = instruction.elements // extent + extent - 1
    return _times(module.cost(instruction.called[0]), count)


def _select_and_scatter(module: Module, instruction: Instruction) -> Cost:
    select, scatter = (module.cost(each) for each in instruction.called)
    count = instruction.operands[1].elements
    width = math.prod(each.number(1) for each in _window(instruction))
    cost = _times(select, count * (width - 1))
    for key, value in _times(scatter, count).items():
        cost[key] = np.float32(cost.get(key, np.float32(0)) + value)
    return cost


def _transpose(module: Module, instruction: Instruction) -> Cost:
    """Nothing where the elements stay where they are in memory."""
    source = instruction.operands[0].shape
    dimensions, permutation = source.dimensions(), instruction.message.numbers(14)
    before, after = (_order(each) for each in (source, instruction.shape))
    moved = [permutation[each] for each in after]
    wide = [[each for each in order if dimensions[each] != 1] for order in (before, moved)]
    return _nothing(1) if wide[0] == wide[1] else {}


def _order(shape: Shape) -> tuple[int, ...]:
    """The dimensions, the fastest varying one first."""
    layout = shape.layout()
    return (
        tuple(layout.minor_to_major())
        if layout is not None
        else tuple(reversed(range(len(shape.dimensions()))))
    )


def _positions(window: _Message, source: int, kernel: int, output: int) -> int:
    """For how many pairs of a kernel's element and a result's there is an element of the operand."""
    stride, low = window.number(2), window.number(3)
    dilation, base = window.number(5), window.number(6)
    taps: np.ndarray = np.arange(kernel, dtype=np.int64)[:, None] * dilation
    places = np.arange(output, dtype=np.int64)[None, :] * stride - low + taps
    within = (places >= 0) & (places < source * base) & (places % base == 0)
    return int(np.count_nonzero(within))


def _convolution(module: Module, instruction: Instruction) -> Cost:
    dims = instruction.message.message(16)
    left, right = (each.shape.dimensions() for each in instruction.operands[:2])
    out = instruction.shape.dimensions()
    features, batch = left[dims.number(8)], left[dims.number(7)]
    groups, batch_groups = max(1, instruction.message.number(50)), max(1, instruction.message.number(58))
    spatial = zip(_window(instruction), dims.numbers(11), dims.numbers(6), dims.numbers(12), strict=True)
    positions = math.prod(_positions(each, left[a], right[b], out[c]) for each, a, b, c in spatial)
    return {FLOPS: _FMA * (features // groups) * out[dims.number(10)] * (batch // batch_groups) * positions}


def _fft(module: Module, instruction: Instruction) -> Cost:
    factors = math.prod(each.bit_length() - 1 for each in instruction.message.numbers(32))
    return {FLOPS: _FMA * 4 * factors * instruction.operands[0].elements}


def _triangular_solve(module: Module, instruction: Instruction) -> Cost:
    """Half of the triangular operand is read. XLA puts the other's bytes down as the first's."""
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
    """Of two replicas, so that each element is the sum of two."""
    parts = list(_leaves(instruction.shape))
    written = sum(map(size, parts))
    read = sum(each.size for each in instruction.operands)
    return {FLOPS: sum(map(elements, parts)), _OUTPUT: written, BYTES: written + read}


def _random(module: Module, instruction: Instruction) -> Cost:
    return {TRANSCENDENTALS: sum(map(elements, _leaves(instruction.shape)))}


def _call(module: Module, instruction: Instruction) -> Cost:
    return dict(module.cost(instruction.called[0]))


def _while(module: Module, instruction: Instruction) -> Cost:
    """One iteration: how many there are is not known."""
    cost: Properties = {}
    for called in instruction.called:
        for key, value in module.cost(called).items():
            cost[key] = np.float32(cost.get(key, np.float32(0)) + value)
    return dict(cost)


def _conditional(module: Module, instruction: Instruction) -> Cost:
    """Of each property that of the branch with the most."""
    first, *others = (module.cost(each) for each in instruction.called)
    cost = dict(first)
    for other in others:
        for key, value in other.items():
            cost[key] = max(cost.get(key, np.float32(0)), value)
    return dict(cost)


def _custom_call(module: Module, instruction: Instruction) -> Cost:
    """Not known, which XLA writes as -1."""
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
    """Reads and writes what is updated, and reads the updates and where they go."""
    count = len(instruction.operands) // 2
    indices, updates = instruction.operands[count], instruction.operands[count + 1 :]
    written = sum(each.size for each in updates)
    cost: Cost = _times(module.cost(instruction.called[0]), updates[0].elements)
    cost |= {BYTES: 3 * written + indices.size, _OUTPUT: written}
    return cost | {_key(index): each.size for index, each in enumerate(updates)}


def _infeed(module: Module, instruction: Instruction) -> Cost:
    written = sum(map(size, _leaves(instruction.shape)))
    return {BYTES: written, _OUTPUT: written}


def _outfeed(module: Module, instruction: Instruction) -> Cost:
    read = [sum(map(size, _leaves(each.shape))) for each in instruction.operands]
    return {BYTES: sum(read), **{_key(index): each for index, each in enumerate(read)}}


#: What has no rule here has none in XLA: its cost is what it reads and writes.
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
#: Whose cost is that of the computations they call alone.
_REPLACED = frozenset(("call", "async-start", "while", "conditional"))


def hlo_module_cost_analysis(client: Any, module: Any) -> dict[str, float]:
    """The cost of an HloModule, as jaxlib's function of that name tells it."""
    return cost_analysis(module.as_serialized_hlo_module_proto())
