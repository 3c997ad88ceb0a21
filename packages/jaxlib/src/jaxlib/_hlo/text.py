"""Prints an xla.HloModuleProto as XLA's HLO text.

For people and for tools that search it: the text is not meant to be parsed again. Properties of an instruction that
are in none of the tables below are left out.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxlib._hlo.element_types import NUMPY_NAMES, PrimitiveType
from jaxlib._hlo.hlo_sharding import as_hlo_sharding
from jaxlib._hlo.message import Message
from jaxlib._hlo.op_sharding import read_op_sharding
from jaxlib._hlo.shapes import read_program_shape, read_shape

#: The most elements of a constant that are printed.
_SHORT = 10
#: XLA prints the index of every part of a tuple that is a multiple of this.
_COUNTED = 5


def _braces(numbers: Iterable[Any]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def _listed(parts: Sequence[str]) -> str:
    """The parts of a tuple; a long one is printed with indices."""
    return ", ".join(
        f"/*index={i}*/{part}" if i and i % _COUNTED == 0 else part for i, part in enumerate(parts)
    )


@dataclass(frozen=True)
class Form:
    """The options of xla.HloPrintOptions that change the text, with XLA's defaults."""

    metadata: bool = True
    large_constants: bool = False
    backend_config: bool = True
    result_shape: bool = True
    operand_shape: bool = False
    operand_names: bool = True
    ids: bool = True
    extra_attributes: bool = True
    program_shape: bool = True
    percent: bool = True
    control_dependencies: bool = True
    layouts: bool = True
    #: Instructions are named ``tmp_0`` and so on, starting from 0 in each computation.
    numbered: bool = False
    #: Called computations are printed in place instead of by name.
    bodies: bool = False
    #: Only constants that are zeros, ones or integers are printed.
    essential: bool = False
    indent: int = 0

    def name(self, text: str) -> str:
        """The name of an instruction or a computation."""
        return ("%" if self.percent else "") + (text if self.ids else re.sub(r"\.[0-9]+$", "", text))

    @property
    def margin(self) -> str:
        """The indentation of a line."""
        return "  " * self.indent


def _of_shape(shape: Any, layouts: bool = True) -> str:
    if shape.is_tuple():
        return f"({_listed([_of_shape(tuple_shape, layouts) for tuple_shape in shape.tuple_shapes()])})"
    text = repr(shape)
    return text if layouts else text.partition("]")[0] + "]"


# ---- Constants

#: The field of an xla.LiteralProto that holds the elements of a type; in the second table as bytes.
_NUMBERS = {"PRED": 2, "S32": 4, "S64": 5, "U32": 6, "U64": 7}
_BYTES = {
    "U8": 3, "S8": 15, "U16": 16, "S16": 17, "F16": 11, "BF16": 13, "F8E5M2": 19, "F8E4M3FN": 20,
}  # fmt: skip
_PACKED = {"F32": (8, "<f4"), "F64": (9, "<f8"), "C64": (12, "<f4"), "C128": (18, "<f8")}


def _elements(literal: Message, kind: PrimitiveType) -> list[str] | None:
    """The elements of a constant as text; None for a type that is in no table."""
    name = kind.name
    if name in _NUMBERS:
        numbers = literal.numbers(_NUMBERS[name])
        return [str(bool(n)).lower() for n in numbers] if name == "PRED" else [str(n) for n in numbers]
    if name in _PACKED:
        tag, form = _PACKED[name]
        content = b"".join(
            content if isinstance(content, bytes) else struct.pack(form, content)
            for content in literal.contents(tag)
        )
        values = [_real(number) for number in np.frombuffer(content, form)]
        if name in ("C64", "C128"):
            return [
                f"({real}, {imaginary})" for real, imaginary in zip(values[::2], values[1::2], strict=True)
            ]
        return values
    if name in _BYTES:
        import ml_dtypes

        dtype = np.dtype(getattr(ml_dtypes, NUMPY_NAMES[name], NUMPY_NAMES[name]))
        array = np.frombuffer(literal.content(_BYTES[name]), dtype)
        return [str(int(n)) for n in array] if name[0] in "US" else [_real(n) for n in array]
    return None


def _real(value: Any) -> str:
    return repr(float(str(value))).removesuffix(".0")


def _constant(instruction: Message, shape: Any, form: Form) -> str:
    elements = _elements(instruction.message(8), shape.xla_element_type()) if shape.is_array() else None
    if elements is None or len(elements) != int(np.prod(shape.dimensions(), dtype=int)):
        return "{...}"
    if form.essential:
        for same in (["0", "false"], ["1", "true"]):
            if all(element in same for element in elements):
                return same[0]
        if shape.xla_element_type().name[0] not in "SU":
            return "{...}"
    elif len(elements) > _SHORT and not form.large_constants:
        return "{...}"
    if not shape.dimensions():
        return elements[0]

    def nested(dims: Sequence[int], offset: int) -> str:
        if len(dims) == 1:
            return ", ".join(elements[offset : offset + dims[0]])
        step = int(np.prod(dims[1:], dtype=int))
        return ", ".join("{ " + nested(dims[1:], offset + i * step) + " }" for i in range(dims[0]))

    dims = shape.dimensions()
    return "{" + nested(dims, 0) + "}" if len(dims) == 1 else "{ " + nested(dims, 0) + " }"


# ---- Attributes of instructions


def _window(window: Message) -> str:
    """An xla.Window: properties that differ from the default in some dimension."""
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
    """An xla.ConvolutionDimensionNumbers: the labels of the operands' and the result's dimensions, such as b01f."""

    def one(first: int, second: int, spatial: Sequence[int], names: str) -> str:
        places = {first: names[0], second: names[1]} | {n: str(i) for i, n in enumerate(spatial)}
        return "".join(places[i] for i in sorted(places))

    inputs = one(dims.number(7), dims.number(8), dims.numbers(11), "bf")
    kernel = one(dims.number(3), dims.number(4), dims.numbers(6), "io")
    return f"{inputs}_{kernel}->{one(dims.number(9), dims.number(10), dims.numbers(12), 'bf')}"


def _slices(instruction: Message) -> str:
    parts = []
    for entry in instruction.messages(17):
        start, limit, step = entry.number(1), entry.number(2), entry.number(3)
        parts.append(f"[{start}:{limit}]" if step == 1 else f"[{start}:{limit}:{step}]")
    return "{" + ", ".join(parts) + "}"


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
    return "{" + ",".join(_braces(group.numbers(1)) for group in groups) + "}"


def _dot(dims: Message) -> list[str]:
    attributes = (
        ("lhs_batch_dims", 3),
        ("lhs_contracting_dims", 1),
        ("rhs_batch_dims", 4),
        ("rhs_contracting_dims", 2),
    )
    return [f"{name}={_braces(dims.numbers(tag))}" for name, tag in attributes if tag in dims or tag < 3]


def _gather(instruction: Message) -> list[str]:
    names = ("offset_dims", "collapsed_slice_dims", "start_index_map")
    attributes = _indexed(
        instruction.message(33), names, ("operand_batching_dims", "start_indices_batching_dims")
    )
    return [*attributes, f"slice_sizes={_braces(instruction.numbers(34))}"]


def _scatter(instruction: Message) -> list[str]:
    names = ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims")
    return _indexed(instruction.message(48), names, ("input_batching_dims", "scatter_indices_batching_dims"))


def _indexed(dims: Message, names: Sequence[str], batching: Sequence[str]) -> list[str]:
    """The dimension numbers of a gather or a scatter: the same fields under other names."""
    attributes = [f"{name}={_braces(dims.numbers(tag))}" for tag, name in enumerate(names, 1)]
    attributes += [
        f"{name}={_braces(dims.numbers(tag))}" for tag, name in enumerate(batching, 5) if tag in dims
    ]
    return [*attributes, f"index_vector_dim={dims.number(4)}"]


_FFT = ("FFT", "IFFT", "RFFT", "IRFFT")
_VERSIONS = ("API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
             "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI")  # fmt: skip


def _custom_call(instruction: Message) -> list[str]:
    attributes = [f'custom_call_target="{instruction.text(28)}"']
    operands = [_of_shape(read_shape(content)) for content in instruction.contents(57)]
    if instruction.number(56):
        attributes.append(f"operand_layout_constraints={{{', '.join(operands)}}}")
    if instruction.number(65):
        attributes.append("custom_call_has_side_effect=true")
    aliases = [
        f"{_braces(message.numbers(1))}: ({message.number(2)}, {_braces(message.numbers(3))})"
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
_DIMENSIONS = ("broadcast", "transpose", "reduce", "concatenate", "reverse", "sort", "map")


def _own(opcode: str, instruction: Message) -> list[str]:
    """The attributes that depend on the opcode."""
    attributes: list[str] = []
    dims = _braces(instruction.numbers(14))
    if opcode == "custom-call":
        return _custom_call(instruction)
    if opcode == "dot":
        attributes = _dot(instruction.message(30))
        accuracies = instruction.message(51).numbers(1)
        if any(accuracies):
            names = ("default", "high", "highest")
            attributes.append(f"operand_precision={_braces(names[n] for n in accuracies)}")
    elif opcode == "gather":
        attributes = _gather(instruction)
    elif opcode == "scatter":
        attributes = _scatter(instruction)
    elif opcode == "slice":
        attributes.append(f"slice={_slices(instruction)}")
    elif opcode == "dynamic-slice":
        attributes.append(f"dynamic_slice_sizes={_braces(instruction.numbers(20))}")
    elif opcode == "pad":
        attributes.append(f"padding={_padding(instruction.message(21))}")
    elif opcode == "iota":
        attributes.append(f"iota_dimension={(instruction.numbers(14) or [0])[0]}")
    elif opcode == "get-tuple-element":
        attributes.append(f"index={instruction.number(13)}")
    elif opcode == "compare":
        attributes.append(f"direction={instruction.text(63)}")
        if instruction.text(72) == "TOTALORDER":
            attributes.append("type=TOTALORDER")
    elif opcode == "fft":
        attributes += [
            f"fft_type={_FFT[instruction.number(31)]}",
            f"fft_length={_braces(instruction.numbers(32))}",
        ]
    elif opcode == "fusion":
        attributes.append(f"kind={instruction.text(11)}")
    if (window := _window(instruction.message(15))) and opcode in (
        "convolution",
        "reduce-window",
        "select-and-scatter",
    ):
        attributes.append(f"window={window}")
    if opcode == "convolution":
        attributes.append(f"dim_labels={_labels(instruction.message(16))}")
        for name, tag in (("feature_group_count", 50), ("batch_group_count", 58)):
            if instruction.number(tag) > 1:
                attributes.append(f"{name}={instruction.number(tag)}")
    if instruction.number(26):
        attributes.append(f"channel_id={instruction.number(26)}")
    if opcode in _COLLECTIVES:
        attributes.append(f"replica_groups={_groups(instruction)}")
        if instruction.number(71):
            attributes.append("use_global_device_ids=true")
    if opcode == "collective-permute":
        pairs = (_braces((message.number(1), message.number(2))) for message in instruction.messages(52))
        attributes.append(f"source_target_pairs={{{','.join(pairs)}}}")
    if opcode in _DIMENSIONS or (opcode in _COLLECTIVES and 14 in instruction):
        after = "use_global_device_ids=true"
        leads = opcode == "all-gather" and after in attributes
        attributes.insert(attributes.index(after) if leads else len(attributes), f"dimensions={dims}")
    if instruction.number(60):
        attributes.append("is_stable=true")
    return attributes


def _calls(opcode: str, names: list[str]) -> list[str]:
    """The computations that an instruction calls, by their roles."""
    if not names:
        return []
    if opcode == "while":
        return [f"condition={names[1]}", f"body={names[0]}"]
    if opcode == "conditional":
        branches = ",".join(names) + "\n" if names[0].startswith("\n") else ", ".join(names)
        return [f"branch_computations={{{branches}}}"]
    if opcode == "fusion":
        return [f"calls={names[0]}"]
    if opcode == "select-and-scatter":
        return [f"select={names[0]}", f"scatter={names[1]}"]
    if opcode == "custom-call":
        return [f"called_computations={{{', '.join(names)}}}"]
    return [f"to_apply={names[0]}"]


def _metadata(message: Message, frames: Callable[[int], dict[str, Any]]) -> str:
    frame = message.number(15)
    place = frames(frame) if frame else {}
    fields = {"op_type": message.text(1), "op_name": message.text(2)}
    fields["source_file"] = message.text(3) or place.get("file", "")
    parts = [f'{name}="{_escaped(text)}"' for name, text in fields.items() if text]
    if place:
        parts += [f"{name}={place[name]}" for name in _PLACE if place[name]]
    elif message.number(4):
        parts.append(f"source_line={message.number(4)}")
    return " ".join([*parts, f"stack_frame_id={frame}"] if frame else parts)


_PLACE = ("source_line", "source_end_line", "source_column", "source_end_column")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _frames(index: Message) -> Callable[[int], dict[str, Any]]:
    """The location of each stack frame, by its id."""
    places, frames = index.messages(3), index.messages(4)
    files = [content.decode("utf-8", "replace") for content in index.contents(1)]

    def find(number: int) -> dict[str, Any]:
        if not 0 < number <= len(frames) or not 0 < frames[number - 1].number(1) <= len(places):
            return {}
        place = places[frames[number - 1].number(1) - 1]
        numbers = zip(_PLACE, (3, 5, 4, 6), strict=True)
        return {"file": files[place.number(1) - 1]} | {name: place.number(tag) for name, tag in numbers}

    return find


def _attributes(message: Message) -> str:
    """An xla.FrontendAttributes, sorted by name."""
    pairs = sorted((entry.text(1), entry.text(2)) for entry in message.messages(1))
    quoted = (
        f"{name}={text}" if text.startswith("{") else f'{name}="{_escaped(text)}"' for name, text in pairs
    )
    return "{" + ",".join(quoted) + "}"


# ---- Computations and the module


@dataclass(frozen=True)
class _Program:
    """The context of a computation: the tables of its module."""

    computations: dict[int, Message]
    #: The order of instructions in each computation of a scheduled module.
    order: dict[int, list[int]]
    frames: Callable[[int], dict[str, Any]]


def to_text(content: bytes, form: Form = Form(), config: bytes = b"") -> str:
    """The text of a serialized xla.HloModuleProto, with what an xla.HloModuleConfigProto says of its partitions."""
    module = Message(content)
    program = _Program(
        {message.number(5): message for message in module.messages(3)},
        {message.number(1): message.message(2).numbers(1) for message in module.message(7).messages(1)},
        _frames(module.message(17)),
    )
    lines = [form.margin + _head(module, form, Message(config))]
    if form.metadata:
        lines += _tables(module.message(17))
    for number in program.computations:
        entry = "ENTRY " if number == module.number(6) else ""
        lines += ["", *_computation(number, entry, program, form)]
    return "\n".join(lines) + "\n\n"


def _head(module: Message, form: Form, config: Message) -> str:
    text = f"HloModule {module.text(1) if form.ids else ''}"
    if 7 in module:
        text += ", is_scheduled=true"
    kinds = ("undefined", "may-alias", "must-alias")
    aliases = [
        f"{_braces(alias.numbers(1))}: ({alias.number(2)}, {_braces(alias.numbers(3))}, {kinds[alias.number(4)]})"
        for alias in module.message(8).messages(1)
    ]
    if aliases:
        text += f", input_output_alias={{ {', '.join(aliases)} }}"
    if 4 in module:
        program = read_program_shape(module.content(4))
        takes = _listed([_of_shape(parameter_shape) for parameter_shape in program.parameter_shapes()])
        text += f", entry_computation_layout={{({takes})->{_of_shape(program.result_shape())}}}"
    for name, tag in (("parameters", 33), ("output", 27)):
        allowed = config.numbers(tag)
        if allowed and allowed != [0]:
            words = ("true" if flag else "false" for flag in allowed)
            text += f", allow_spmd_sharding_propagation_to_{name}={_braces(words)}"
    for name, tag in (("replica_count", 4), ("num_partitions", 5)):
        if config.number(tag) > 1:
            text += f", {name}={config.number(tag)}"
    if 19 in module and module.message(19).messages(1):
        text += f", frontend_attributes={_attributes(module.message(19))}"
    return text


def _tables(index: Message) -> list[str]:
    """The tables of source locations to which stack_frame_id refers."""
    if not index.contents(4):
        return []
    lines: list[str] = []
    for title, tag in (("FileNames", 1), ("FunctionNames", 2)):
        rows = (f'{i} "{_escaped(content.decode())}"' for i, content in enumerate(index.contents(tag), 1))
        lines += ["", title, *rows]
    names = (
        ("file_name_id", 1),
        ("function_name_id", 2),
        ("line", 3),
        ("end_line", 5),
        ("column", 4),
        ("end_column", 6),
    )
    frames = (("file_location_id", 1), ("parent_frame_id", 2))
    for title, tag, columns in (("FileLocations", 3, names), ("StackFrames", 4, frames)):
        lines += ["", title]
        for i, row in enumerate(index.messages(tag), 1):
            cells = (f"{name}={row.number(column)}" for name, column in columns if column in row)
            lines.append(f"{i} {{{' '.join(cells)}}}")
    return [*lines, ""]


def _computation(
    number: int, entry: str, program: _Program, form: Form, *, nested: bool = False
) -> list[str]:
    computation = program.computations[number]
    instructions = computation.messages(2)
    place = {instruction_id: i for i, instruction_id in enumerate(program.order.get(number, []))}
    instructions.sort(key=lambda instruction: place.get(instruction.number(35), 0))
    name = "" if nested or not form.ids else computation.text(1)
    head = f"{form.margin}{entry}{'' if nested else form.name(name) if name or form.percent else ''}"
    if form.program_shape and not nested:
        head += " " if name else ""
        takes = sorted(
            (instruction.number(9), instruction.text(1), read_shape(instruction.content(3)))
            for instruction in instructions
            if instruction.text(2) == "parameter"
        )
        plain = replace(form, percent=False)
        arguments = ", ".join(f"{plain.name(name)}: {_of_shape(shape, False)}" for _, name, shape in takes)
        root = next(
            instruction for instruction in instructions if instruction.number(35) == computation.number(6)
        )
        head += f"({arguments}) -> {_of_shape(read_shape(root.content(3)), False)} "
    elif name:
        head += " "
    shapes = {
        instruction.number(35): _of_shape(read_shape(instruction.content(3)), form.layouts)
        for instruction in instructions
    }
    names = {
        instruction.number(35): f"tmp_{i}" if form.numbered else form.name(instruction.text(1))
        for i, instruction in enumerate(instructions)
    }
    lines = [f"{head}{{"]
    for instruction in instructions:
        mark = "ROOT " if instruction.number(35) == computation.number(6) else ""
        lines.append(f"{form.margin}  {mark}{_instruction(instruction, names, shapes, program, form)}")
    return [*lines, f"{form.margin}}}"]


def _instruction(
    instruction: Message, names: dict[int, str], shapes: dict[int, str], program: _Program, form: Form
) -> str:
    opcode, shape, number = instruction.text(2), read_shape(instruction.content(3)), instruction.number(35)

    def operand(number: int) -> str:
        parts = (shapes[number] if form.operand_shape else "", names[number] if form.operand_names else "")
        return " ".join(part for part in parts if part)

    if opcode == "parameter":
        operands = str(instruction.number(9))
    elif opcode == "constant":
        operands = _constant(instruction, shape, form)
    else:
        operands = _listed([operand(number) for number in instruction.numbers(36)])
    result = f"{shapes[number]} " if form.result_shape else ""
    parts = [f"{names[number]} = {result}{opcode}({operands})"]
    called = [number for number in instruction.numbers(38) if number in program.computations]
    if form.extra_attributes:
        parts += _own(opcode, instruction)
    if form.bodies:
        deeper = replace(form, indent=form.indent + 1)
        texts = [
            "\n" + "\n".join(_computation(number, "", program, deeper, nested=True)) for number in called
        ]
    else:
        texts = [form.name(program.computations[number].text(1)) for number in called]
    parts += _calls(opcode, texts)
    if form.extra_attributes:
        if 40 in instruction:
            parts.append(f"sharding={as_hlo_sharding(read_op_sharding(instruction.content(40)))!r}")
        if 68 in instruction and instruction.message(68).messages(1):
            parts.append(f"frontend_attributes={_attributes(instruction.message(68))}")
    if form.control_dependencies and instruction.numbers(37):
        parts.append(
            f"control-predecessors={{{', '.join(names[number] for number in instruction.numbers(37))}}}"
        )
    if form.metadata and (metadata := _metadata(instruction.message(7), program.frames)):
        parts.append(f"metadata={{{metadata}}}")
    if form.backend_config and (config := instruction.text(43)):
        parts.append(f"backend_config={config if config.startswith('{') else _quoted(config)}")
    return ", ".join(parts)


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


__all__ = ["Form", "to_text"]
