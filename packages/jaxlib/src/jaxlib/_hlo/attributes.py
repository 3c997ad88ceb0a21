"""The attributes of an instruction in HLO text, which follow its operands."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence

import numpy as np
from jaxlib._hlo.constants import constant
from jaxlib._hlo.hlo_sharding import HloSharding
from jaxlib._hlo.mesh_axes import groups_text
from jaxlib._hlo.message import Message
from jaxlib._hlo.named_sharding import groups
from jaxlib._hlo.op_sharding import read_op_sharding
from jaxlib._hlo.parts import braces, escaped, quoted, text_of_shape
from jaxlib._hlo.shapes import read_shape
from jaxlib._hlo.tile_assignment import iota_text
from jaxlib._release import HLO_TOP_K_STABLE, HLO_TOTAL_ORDER


def _window(window: Message) -> str:
    """An xla.Window; only properties that differ from the default in some dimension."""
    dims = window.messages(1)
    if not dims:
        return ""

    def row(name: str, usual: str, value_of: Callable[[Message], str], always: bool = False) -> str:
        values = [value_of(field) for field in dims]
        return f" {name}={'x'.join(values)}" if always or any(value != usual for value in values) else ""

    text = row("size", "", lambda d: str(d.number(1)), True)
    text += row("stride", "1", lambda d: str(d.number(2)))
    text += row("pad", "0_0", lambda d: f"{d.number(3)}_{d.number(4)}")
    text += row("lhs_dilate", "1", lambda d: str(d.number(6)))
    text += row("rhs_dilate", "1", lambda d: str(d.number(5)))
    text += row("rhs_reversal", "0", lambda d: str(d.number(7)))
    return "{" + text.strip() + "}"


def _labels(dims: Message) -> str:
    """An xla.ConvolutionDimensionNumbers: the labels of the operands' and result's dimensions, such as b01f."""

    def one(first: int, second: int, spatial: Sequence[int], names: str) -> str:
        places = {first: names[0], second: names[1]} | {n: str(i) for i, n in enumerate(spatial)}
        return "".join(places[i] for i in sorted(places))

    inputs = one(dims.number(7), dims.number(8), dims.numbers(11), "bf")
    kernel = one(dims.number(3), dims.number(4), dims.numbers(6), "io")
    return f"{inputs}_{kernel}->{one(dims.number(9), dims.number(10), dims.numbers(12), 'bf')}"


def _slices(instruction: Message) -> str:
    """The bounds of each dimension, with strides if some dimension has one."""
    dims = [tuple(entry.number(tag) for tag in (1, 2, 3)) for entry in instruction.messages(17)]
    count = 3 if any(step != 1 for _, _, step in dims) else 2
    return "{" + ", ".join(f"[{':'.join(map(str, dim[:count]))}]" for dim in dims) + "}"


def _padding(config: Message) -> str:
    dims = config.messages(1)
    inner = any(dim.number(3) for dim in dims)
    return "x".join(
        "_".join(str(dim.number(tag)) for tag in ((1, 2, 3) if inner else (1, 2))) for dim in dims
    )


def _groups(instruction: Message, listed: bool) -> str:
    """The replica groups of a collective; ``listed``: as lists of devices, however the message states them."""
    devices = instruction.message(87)
    rows = [group.numbers(1) for group in devices.messages(1) or instruction.messages(49)]
    if 93 in instruction:
        if not listed:
            return groups_text(instruction.message(93))
        rows = groups(instruction.content(93))
    elif 92 in instruction or 2 in devices:  # older libraries have it in the list of devices
        iota = instruction.message(92) if 92 in instruction else devices.message(2)
        shape, order = iota.numbers(3), iota.numbers(4)
        if not listed:
            return f"[{iota.number(1)},{iota.number(2)}]<={iota_text(shape, order)}"
        ids = np.arange(math.prod(shape)).reshape(shape).transpose(order)
        rows = ids.reshape(iota.number(1), iota.number(2)).tolist()
    return "{" + ",".join(map(braces, rows)) + "}"


def _dot(dims: Message) -> list[str]:
    attributes = (
        ("lhs_batch_dims", 3),
        ("lhs_contracting_dims", 1),
        ("rhs_batch_dims", 4),
        ("rhs_contracting_dims", 2),
    )
    return [f"{name}={braces(dims.numbers(tag))}" for name, tag in attributes if tag in dims or tag < 3]


def _gather(instruction: Message) -> list[str]:
    names = ("offset_dims", "collapsed_slice_dims", "start_index_map")
    attributes = _indexed(
        instruction.message(33), names, ("operand_batching_dims", "start_indices_batching_dims")
    )
    return [*attributes, f"slice_sizes={braces(instruction.numbers(34))}", *_indices(instruction)]


def _scatter(instruction: Message) -> list[str]:
    names = ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims")
    batching = ("input_batching_dims", "scatter_indices_batching_dims")
    return [*_indexed(instruction.message(48), names, batching), *_indices(instruction)]


def _indices(instruction: Message) -> list[str]:
    """Properties of the indices of a gather or scatter."""
    known = (("indices_are_sorted", 67), ("unique_indices", 69))
    return [f"{name}=true" for name, tag in known if instruction.number(tag)]


def _indexed(dims: Message, names: Sequence[str], batching: Sequence[str]) -> list[str]:
    """The dimension numbers of a gather or scatter: the same fields under different names."""
    attributes = [f"{name}={braces(dims.numbers(tag))}" for tag, name in enumerate(names, 1)]
    attributes += [
        f"{name}={braces(dims.numbers(tag))}" for tag, name in enumerate(batching, 5) if tag in dims
    ]
    return [*attributes, f"index_vector_dim={dims.number(4)}"]


_FFT = ("FFT", "IFFT", "RFFT", "IRFFT")
_VERSIONS = ("API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
             "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI")  # fmt: skip


_PADDINGS = ("PADDING_INVALID", "PADDING_VALID", "PADDING_SAME")
_SCHEDULES = ("SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST")


def _custom_call(instruction: Message) -> list[str]:
    attributes = [f"window={_window(instruction.message(15))}"] if 15 in instruction else []
    attributes += _convolution(instruction)
    attributes += _named("padding_type", _PADDINGS, instruction.number(75), 0)
    attributes.append(f'custom_call_target="{escaped(instruction.text(28))}"')
    if instruction.number(56):
        operands = [text_of_shape(read_shape(content)) for content in instruction.contents(57)]
        attributes.append(f"operand_layout_constraints={{{', '.join(operands)}}}")
    if instruction.number(65):
        attributes.append("custom_call_has_side_effect=true")
    if 8 in instruction:
        literal = instruction.message(8)
        shape = read_shape(literal.content(1))
        attributes.append(
            f"literal={text_of_shape(shape)} {constant(literal, shape, whole=True, essential=False)}"
        )
    attributes += aliasing(instruction)
    attributes += _named("schedule", _SCHEDULES, instruction.number(76), 0)
    return attributes + _named("api_version", _VERSIONS, instruction.number(77), 1)


def _named(name: str, values: Sequence[str], number: int, usual: int) -> list[str]:
    """An enumerator, unless it is the usual one."""
    return [f"{name}={values[number]}"] if number != usual and number < len(values) else []


def aliasing(instruction: Message) -> list[str]:
    """Which results share the memory of operands."""
    aliases = [
        f"{braces(message.numbers(1))}: ({message.number(2)}, {braces(message.numbers(3))})"
        for message in instruction.messages(74)
    ]
    return [f"output_to_operand_aliasing={{{', '.join(aliases)}}}"] if aliases else []


_COLLECTIVES = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-broadcast",
                "ragged-all-to-all", "all-reduce-start", "all-gather-start")  # fmt: skip
#: Operations whose dimensions are printed even if there are none.
_DIMENSIONS = ("broadcast", "transpose", "reduce", "concatenate", "reverse", "sort", "map", "get-dimension-size",
               "set-dimension-size")  # fmt: skip


#: The operations that have a window.
_WINDOWED = ("convolution", "reduce-window", "select-and-scatter")
_PRECISIONS = ("default", "high", "highest")
#: xla.PrecisionConfig.Algorithm.
_ALGORITHMS = (
    "unset", "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32",
    "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32",
    "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32", "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9",
)  # fmt: skip
_TRANSPOSES = ("", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")
_RANDOM = ("rng_default", "rng_three_fry", "rng_philox")
_DISTRIBUTIONS = ("rng_invalid", "rng_uniform", "rng_normal")


def _precision(instruction: Message) -> list[str]:
    config = instruction.message(51)
    parts = []
    count = len(instruction.numbers(36))
    precisions = [*config.numbers(1), *([0] * count)][:count]  # one of each operand
    if any(precisions):
        parts.append(f"operand_precision={braces(_PRECISIONS[n] for n in precisions)}")
    if 0 < config.number(2) < len(_ALGORITHMS):
        parts.append(f"algorithm={_ALGORITHMS[config.number(2)]}")
    return parts


def _comparison(instruction: Message) -> list[str]:
    total = [HLO_TOTAL_ORDER] if instruction.text(72) == "TOTALORDER" else []
    return [f"direction={instruction.text(63)}", *total]


def _fft(instruction: Message) -> list[str]:
    return [f"fft_type={_FFT[instruction.number(31)]}", f"fft_length={braces(instruction.numbers(32))}"]


def _convolution(instruction: Message) -> list[str]:
    counts = (("feature_group_count", 50), ("batch_group_count", 58))
    return [
        *([f"dim_labels={_labels(instruction.message(16))}"] if 16 in instruction else []),
        *(f"{name}={instruction.number(tag)}" for name, tag in counts if instruction.number(tag) > 1),
        *_precision(instruction),
    ]


def _triangular_solve(instruction: Message) -> list[str]:
    options = instruction.message(59)
    names = (("left_side", 1), ("lower", 2), ("unit_diagonal", 3))
    parts = [f"{name}=true" for name, tag in names if options.number(tag)]
    return [*parts, f"transpose_a={_TRANSPOSES[options.number(4)]}"]


def _batch_norm(instruction: Message) -> list[str]:
    (epsilon,) = struct.unpack("<f", instruction.content(24) or bytes(4))
    return [f"epsilon={epsilon:.6g}", f"feature_index={instruction.number(25)}"]


def _top_k(instruction: Message) -> list[str]:
    largest = "true" if instruction.number(85) else "false"
    return [
        f"k={instruction.number(81)}",
        f"largest={largest}",
        *(["is_stable=true"] if HLO_TOP_K_STABLE else []),
    ]


def _outfeed(instruction: Message) -> list[str]:
    shape = text_of_shape(read_shape(instruction.content(29)))
    return [f"outfeed_shape={shape}", *_configuration("outfeed_config", instruction, 22)]


def _configuration(name: str, instruction: Message, tag: int) -> list[str]:
    return [f'{name}="{escaped(instruction.text(tag))}"'] if instruction.content(tag) else []


def _replication(message: Message) -> list[str]:
    """Which leaves of a parameter are the same on all replicas."""
    words = ("true" if flag else "false" for flag in message.numbers(1))
    return [f"parameter_replication={braces(words)}"]


def _accuracy(message: Message) -> list[str]:
    """An xla.ResultAccuracy, unless it is the default."""
    if message.number(1) == 1:
        return ["result_accuracy={mode=highest}"]
    if 2 not in message:
        return []
    tolerance = message.message(2)
    atol, rtol = (struct.unpack("<d", tolerance.content(tag) or bytes(8))[0] for tag in (1, 2))
    return [f"result_accuracy={{tolerance={{atol={atol:.6g},rtol={rtol:.6g},ulps={tolerance.number(3)}}}}}"]


#: The attributes that only one operation has, by opcode.
_OWN: dict[str, Callable[[Message], list[str]]] = {
    "batch-norm-grad": _batch_norm,
    "batch-norm-inference": _batch_norm,
    "batch-norm-training": _batch_norm,
    "cholesky": lambda op: ["lower=true"] if op.message(62).number(1) else [],
    "compare": _comparison,
    "custom-call": _custom_call,
    "dot": lambda op: [*_dot(op.message(30)), *_precision(op)],
    "dynamic-slice": lambda op: [f"dynamic_slice_sizes={braces(op.numbers(20))}"],
    "fft": _fft,
    "copy-start": lambda op: [f"cross_program_prefetch_index={op.number(80)}"] if 80 in op else [],
    "fusion": lambda op: [f"kind={op.text(11)}", *aliasing(op)],
    "gather": _gather,
    "get-tuple-element": lambda op: [f"index={op.number(13)}"],
    "infeed": lambda op: _configuration("infeed_config", op, 27),
    "iota": lambda op: [f"iota_dimension={(op.numbers(14) or [0])[0]}"],
    "outfeed": _outfeed,
    "parameter": lambda op: _replication(op.message(61)) if 61 in op else [],
    "pad": lambda op: [f"padding={_padding(op.message(21))}"],
    "reduce-precision": lambda op: [f"exponent_bits={op.number(18)}", f"mantissa_bits={op.number(19)}"],
    "reshape": lambda op: [f"inferred_dimension={n}" for n in op.numbers(14)],
    "rng": lambda op: [f"distribution={_DISTRIBUTIONS[op.number(23)]}"],
    "rng-bit-generator": lambda op: [f"algorithm={_RANDOM[op.number(70)]}"],
    "scatter": _scatter,
    "slice": lambda op: [f"slice={_slices(op)}"],
    "topk": _top_k,
    "triangular-solve": _triangular_solve,
}


def own(opcode: str, instruction: Message, *, listed: bool) -> list[str]:
    """The attributes that depend on the opcode, before those that name computations.

    ``listed``: whether replica groups list their devices.
    """
    attributes = _OWN[opcode](instruction) if opcode in _OWN else []
    if opcode == "custom-call":
        return attributes
    if opcode == "async-start" and instruction.content(79):
        attributes.append(f'async_execution_thread="{instruction.text(79)}"')
    if opcode in _WINDOWED and (window := _window(instruction.message(15))):
        attributes.append(f"window={window}")
    if opcode == "convolution":
        attributes += _convolution(instruction)
    if instruction.number(26):
        attributes.append(f"channel_id={instruction.number(26)}")
    if instruction.number(47):
        attributes.append("is_host_transfer=true")
    attributes += _of_collective(opcode, instruction, listed)
    if opcode in _DIMENSIONS:
        attributes.append(f"dimensions={braces(instruction.numbers(14))}")
    if instruction.number(60):
        attributes.append("is_stable=true")
    return attributes


def _of_collective(opcode: str, instruction: Message, listed: bool) -> list[str]:
    if opcode in ("collective-permute", "collective-permute-start"):
        moves = (braces((message.number(1), message.number(2))) for message in instruction.messages(52))
        return [f"source_target_pairs={{{','.join(moves)}}}"]
    if opcode not in _COLLECTIVES:
        return []
    everywhere = ["use_global_device_ids=true"] if instruction.number(71) else []
    dims = [f"dimensions={braces(instruction.numbers(14))}"] if 14 in instruction else []
    leads = opcode in ("all-gather", "all-gather-start")
    return [
        f"replica_groups={_groups(instruction, listed)}",
        *(["constrain_layout=true"] if instruction.number(56) else []),
        *(dims if leads else []),
        *everywhere,
        *([] if leads else dims),
    ]


#: The operations whose computation is applied to elements.
_APPLIED = ("call", "map", "reduce-window", "reduce", "all-reduce", "reduce-scatter", "all-reduce-start", "scatter",
            "sort", "scan")  # fmt: skip


def calls(opcode: str, instruction: Message, names: list[str], predicate: bool) -> list[str]:
    """The computations that an instruction calls, by role; ``predicate``: whether its first operand is one.

    The names may be whole bodies, which begin with a line break.
    """
    if not names:
        return []
    bodies = names[0].startswith("\n")
    if opcode == "while":
        return [f"condition={names[1]}", f"body={names[0]}"]
    if opcode == "conditional" and predicate:
        return [f"true_computation={names[0]}", f"false_computation={names[1]}"]
    if opcode == "conditional":
        branches = ",".join(names) + "\n" if bodies else ", ".join(names)
        return [f"branch_computations={{{branches}}}"]
    if opcode == "select-and-scatter":
        return [f"select={names[0]}", f"scatter={names[1]}"]
    if opcode == "custom-call" and not bodies:
        return [f"called_computations={{{', '.join(names)}}}"]
    if opcode not in _APPLIED or (bodies and opcode in ("reduce-scatter", "scan")):
        return [f"calls={names[0] if len(names) == 1 else _joined(names)}"]
    composite = ["is_composite=true"] if opcode == "call" and instruction.number(89) else []
    return [f"to_apply={names[0]}", *composite]


def _joined(names: list[str]) -> str:
    """Several computations; of whole bodies, only the first begins on a line of its own."""
    return ", ".join([names[0], *(name.removeprefix("\n") for name in names[1:])])


#: How an instruction's frontend attributes begin.
FRONTEND = "frontend_attributes="


def last(instruction: Message, before: Sequence[str]) -> list[str]:
    """The attributes of every operation, after those of its own; ``before``: the operations that it waits for."""
    parts = []
    if 40 in instruction:
        parts.append(f"sharding={HloSharding.from_proto(read_op_sharding(instruction.content(40)))!r}")
    if 68 in instruction and instruction.message(68).messages(1):
        parts.append(f"{FRONTEND}{pairs(instruction.message(68))}")
    if before:
        parts.append(f"control-predecessors={{{', '.join(before)}}}")
    return [*parts, *_statistics(instruction.message(82)), *_accuracy(instruction.message(91))]


def pairs(message: Message) -> str:
    """An xla.FrontendAttributes, sorted by name."""
    attributes = sorted((entry.text(1), entry.text(2)) for entry in message.messages(1))
    return "{" + ",".join(f"{name}={quoted(text)}" for name, text in attributes) + "}"


def _statistics(message: Message) -> list[str]:
    """An xla.StatisticsViz."""
    values = [
        (each.text(1), struct.unpack("<d", each.content(2) or bytes(8))[0]) for each in message.messages(2)
    ]
    if not values:
        return []
    texts = [f"visualizing_index={message.number(1)}", *(f"{name}={value:.6g}" for name, value in values)]
    return [f"statistics={{{','.join(texts)}}}"]
