"""The attributes of an instruction in HLO text, which follow its operands."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from jaxlib._hlo.message import Message
from jaxlib._hlo.parts import braces, escaped, text_of_shape
from jaxlib._hlo.shapes import read_shape
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


def _groups(instruction: Message) -> str:
    """The replica groups of a collective."""
    devices = instruction.message(87)
    if 2 in devices:
        iota = devices.message(2)
        shape, order = iota.numbers(3), iota.numbers(4)
        dims = f"[{iota.number(1)},{iota.number(2)}]<=[{','.join(map(str, shape))}]"
        return dims + (f"T({','.join(map(str, order))})" if len(order) > 1 else "")
    groups = devices.messages(1) or instruction.messages(49)
    return "{" + ",".join(braces(group.numbers(1)) for group in groups) + "}"


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


def _custom_call(instruction: Message) -> list[str]:
    attributes = [f'custom_call_target="{instruction.text(28)}"']
    operands = [text_of_shape(read_shape(content)) for content in instruction.contents(57)]
    if instruction.number(56):
        attributes.append(f"operand_layout_constraints={{{', '.join(operands)}}}")
    if instruction.number(65):
        attributes.append("custom_call_has_side_effect=true")
    aliases = [
        f"{braces(message.numbers(1))}: ({message.number(2)}, {braces(message.numbers(3))})"
        for message in instruction.messages(74)
    ]
    if aliases:
        attributes.append(f"output_to_operand_aliasing={{{', '.join(aliases)}}}")
    version = instruction.number(77)
    if 1 < version < len(_VERSIONS):
        attributes.append(f"api_version={_VERSIONS[version]}")
    return attributes


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
    if any(config.numbers(1)):
        parts.append(f"operand_precision={braces(_PRECISIONS[n] for n in config.numbers(1))}")
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
        f"dim_labels={_labels(instruction.message(16))}",
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
    "fusion": lambda op: [f"kind={op.text(11)}"],
    "gather": _gather,
    "get-tuple-element": lambda op: [f"index={op.number(13)}"],
    "infeed": lambda op: _configuration("infeed_config", op, 27),
    "iota": lambda op: [f"iota_dimension={(op.numbers(14) or [0])[0]}"],
    "outfeed": _outfeed,
    "pad": lambda op: [f"padding={_padding(op.message(21))}"],
    "reduce-precision": lambda op: [f"exponent_bits={op.number(18)}", f"mantissa_bits={op.number(19)}"],
    "rng": lambda op: [f"distribution={_DISTRIBUTIONS[op.number(23)]}"],
    "rng-bit-generator": lambda op: [f"algorithm={_RANDOM[op.number(70)]}"],
    "scatter": _scatter,
    "slice": lambda op: [f"slice={_slices(op)}"],
    "topk": _top_k,
    "triangular-solve": _triangular_solve,
}


def own(opcode: str, instruction: Message) -> list[str]:
    """The attributes that depend on the opcode, before those that name computations."""
    attributes = _OWN[opcode](instruction) if opcode in _OWN else []
    if opcode == "custom-call":
        return attributes
    if opcode in _WINDOWED and (window := _window(instruction.message(15))):
        attributes.append(f"window={window}")
    if opcode == "convolution":
        attributes += _convolution(instruction)
    if instruction.number(26):
        attributes.append(f"channel_id={instruction.number(26)}")
    if instruction.number(47):
        attributes.append("is_host_transfer=true")
    attributes += _of_collective(opcode, instruction)
    if opcode in _DIMENSIONS:
        attributes.append(f"dimensions={braces(instruction.numbers(14))}")
    if instruction.number(60):
        attributes.append("is_stable=true")
    return attributes + _accuracy(instruction.message(91))


def _of_collective(opcode: str, instruction: Message) -> list[str]:
    if opcode == "collective-permute":
        pairs = (braces((message.number(1), message.number(2))) for message in instruction.messages(52))
        return [f"source_target_pairs={{{','.join(pairs)}}}"]
    if opcode not in _COLLECTIVES:
        return []
    everywhere = ["use_global_device_ids=true"] if instruction.number(71) else []
    dims = [f"dimensions={braces(instruction.numbers(14))}"] if 14 in instruction else []
    leads = opcode == "all-gather"
    return [
        f"replica_groups={_groups(instruction)}",
        *(dims if leads else []),
        *everywhere,
        *([] if leads else dims),
    ]


def calls(opcode: str, instruction: Message, names: list[str], predicate: bool) -> list[str]:
    """The computations that an instruction calls, by role; ``predicate``: whether its first operand is one."""
    if not names:
        return []
    if opcode == "while":
        return [f"condition={names[1]}", f"body={names[0]}"]
    if opcode == "conditional" and predicate:
        return [f"true_computation={names[0]}", f"false_computation={names[1]}"]
    if opcode == "conditional":
        branches = ",".join(names) + "\n" if names[0].startswith("\n") else ", ".join(names)
        return [f"branch_computations={{{branches}}}"]
    if opcode == "fusion":
        return [f"calls={names[0]}"]
    if opcode == "select-and-scatter":
        return [f"select={names[0]}", f"scatter={names[1]}"]
    if opcode == "custom-call":
        return [f"called_computations={{{', '.join(names)}}}"]
    composite = ["is_composite=true"] if opcode == "call" and instruction.number(89) else []
    return [f"to_apply={names[0]}", *composite]
