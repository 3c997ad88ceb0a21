"""A program that a compiler made, an xla.HloModuleProto, as XLA's text of it.

For people, and for those who look for an operation in it: nothing here reads it back. What of an instruction has no
row below is left out.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxlib import _proto
from jaxlib._hlo import _NUMPY, PrimitiveType, _op_sharding, _program_shape, _shape, as_hlo_sharding

#: Elements of a constant up to which they are written.
_SHORT = 10
#: After how many parts of a tuple XLA counts them.
_COUNTED = 5


class _Message:
    """A message's fields by number, read once."""

    def __init__(self, content: bytes) -> None:
        self._fields: dict[int, list[Any]] = defaultdict(list)
        for tag, value in _proto.fields(content):
            self._fields[tag].append(value)

    def __contains__(self, tag: int) -> bool:
        return tag in self._fields

    def number(self, tag: int) -> int:
        return _proto.signed(self._fields[tag][-1]) if tag in self._fields else 0

    def numbers(self, tag: int) -> list[int]:
        return [_proto.signed(n) for value in self._fields.get(tag, ()) for n in _proto.numbers(value)]

    def content(self, tag: int) -> bytes:
        return bytes(self._fields[tag][-1]) if tag in self._fields else b""

    def text(self, tag: int) -> str:
        return self.content(tag).decode("utf-8", "replace")

    def message(self, tag: int) -> _Message:
        return _Message(self.content(tag))

    def contents(self, tag: int) -> list[bytes]:
        return self._fields.get(tag, [])

    def messages(self, tag: int) -> list[_Message]:
        return [_Message(value) for value in self.contents(tag)]


def _braces(numbers: Iterable[Any]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def _listed(parts: Sequence[str]) -> str:
    """A tuple's parts; XLA counts those of a long one."""
    return ", ".join(
        f"/*index={i}*/{part}" if i and i % _COUNTED == 0 else part for i, part in enumerate(parts)
    )


@dataclass(frozen=True)
class Form:
    """How a program is written: the options of xla.HloPrintOptions that change a text, with XLA's defaults."""

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
    #: Instructions are called ``tmp_0`` and so on, in each computation anew.
    numbered: bool = False
    #: Called computations are written where they are called, instead of their names.
    bodies: bool = False
    #: Of constants only zeros, ones and integers are written.
    essential: bool = False
    indent: int = 0

    def name(self, text: str) -> str:
        """An instruction's or a computation's name."""
        return ("%" if self.percent else "") + (text if self.ids else re.sub(r"\.[0-9]+$", "", text))

    @property
    def margin(self) -> str:
        """What a line begins with."""
        return "  " * self.indent


def _of_shape(shape: Any, layouts: bool = True) -> str:
    if shape.is_tuple():
        return f"({_listed([_of_shape(each, layouts) for each in shape.tuple_shapes()])})"
    text = repr(shape)
    return text if layouts else text.partition("]")[0] + "]"


# ---- Constants

#: The field of an xla.LiteralProto with a type's elements; those of the second are bytes.
_NUMBERS = {"PRED": 2, "S32": 4, "S64": 5, "U32": 6, "U64": 7}
_BYTES = {
    "U8": 3, "S8": 15, "U16": 16, "S16": 17, "F16": 11, "BF16": 13, "F8E5M2": 19, "F8E4M3FN": 20,
}  # fmt: skip
_PACKED = {"F32": (8, "<f4"), "F64": (9, "<f8"), "C64": (12, "<f4"), "C128": (18, "<f8")}


def _elements(literal: _Message, kind: PrimitiveType) -> list[str] | None:
    """A constant's elements as text; None for a type that has no row."""
    name = kind.name
    if name in _NUMBERS:
        numbers = literal.numbers(_NUMBERS[name])
        return [str(bool(n)).lower() for n in numbers] if name == "PRED" else [str(n) for n in numbers]
    if name in _PACKED:
        tag, form = _PACKED[name]
        found = b"".join(
            each if isinstance(each, bytes) else struct.pack(form, each) for each in literal.contents(tag)
        )
        values = [_real(each) for each in np.frombuffer(found, form)]
        if name in ("C64", "C128"):
            return [f"({real}, {other})" for real, other in zip(values[::2], values[1::2], strict=True)]
        return values
    if name in _BYTES:
        import ml_dtypes

        dtype = np.dtype(getattr(ml_dtypes, _NUMPY[name], _NUMPY[name]))
        array = np.frombuffer(literal.content(_BYTES[name]), dtype)
        return [str(int(n)) for n in array] if name[0] in "US" else [_real(n) for n in array]
    return None


def _real(value: Any) -> str:
    return repr(float(str(value))).removesuffix(".0")


def _constant(instruction: _Message, shape: Any, form: Form) -> str:
    found = _elements(instruction.message(8), shape.xla_element_type()) if shape.is_array() else None
    if found is None or len(found) != int(np.prod(shape.dimensions(), dtype=int)):
        return "{...}"
    if form.essential:
        for same in (["0", "false"], ["1", "true"]):
            if all(each in same for each in found):
                return same[0]
        if shape.xla_element_type().name[0] not in "SU":
            return "{...}"
    elif len(found) > _SHORT and not form.large_constants:
        return "{...}"
    if not shape.dimensions():
        return found[0]

    def nested(dims: Sequence[int], at: int) -> str:
        if len(dims) == 1:
            return ", ".join(found[at : at + dims[0]])
        step = int(np.prod(dims[1:], dtype=int))
        return ", ".join("{ " + nested(dims[1:], at + i * step) + " }" for i in range(dims[0]))

    dims = shape.dimensions()
    return "{" + nested(dims, 0) + "}" if len(dims) == 1 else "{ " + nested(dims, 0) + " }"


# ---- What instructions have beside their operands


def _window(window: _Message) -> str:
    """An xla.Window: each property is written where a dimension has another than the usual."""
    dims = window.messages(1)
    if not dims:
        return ""

    def row(name: str, usual: str, of: Callable[[_Message], str], always: bool = False) -> str:
        values = [of(each) for each in dims]
        return f" {name}={'x'.join(values)}" if always or any(value != usual for value in values) else ""

    text = row("size", "", lambda d: str(d.number(1)), True)
    text += row("stride", "1", lambda d: str(d.number(2)))
    text += row("pad", "0_0", lambda d: f"{d.number(3)}_{d.number(4)}")
    text += row("lhs_dilate", "1", lambda d: str(d.number(6)))
    text += row("rhs_dilate", "1", lambda d: str(d.number(5)))
    text += row("rhs_reversal", "0", lambda d: str(d.number(7)))
    return "{" + text.strip() + "}"


def _labels(dims: _Message) -> str:
    """An xla.ConvolutionDimensionNumbers: where batch, feature and space are, in operands and result."""

    def one(first: int, second: int, spatial: Sequence[int], names: str) -> str:
        places = {first: names[0], second: names[1]} | {n: str(i) for i, n in enumerate(spatial)}
        return "".join(places[i] for i in sorted(places))

    inputs = one(dims.number(7), dims.number(8), dims.numbers(11), "bf")
    kernel = one(dims.number(3), dims.number(4), dims.numbers(6), "io")
    return f"{inputs}_{kernel}->{one(dims.number(9), dims.number(10), dims.numbers(12), 'bf')}"


def _slices(instruction: _Message) -> str:
    parts = []
    for each in instruction.messages(17):
        start, limit, step = each.number(1), each.number(2), each.number(3)
        parts.append(f"[{start}:{limit}]" if step == 1 else f"[{start}:{limit}:{step}]")
    return "{" + ", ".join(parts) + "}"


def _padding(config: _Message) -> str:
    dims = config.messages(1)
    inner = any(each.number(3) for each in dims)
    return "x".join(
        "_".join(str(each.number(tag)) for tag in ((1, 2, 3) if inner else (1, 2))) for each in dims
    )


def _groups(instruction: _Message) -> str:
    """Which devices take part in a collective together."""
    devices = instruction.message(87)
    if 2 in devices:
        iota = devices.message(2)
        shape, order = iota.numbers(3), iota.numbers(4)
        dims = f"[{iota.number(1)},{iota.number(2)}]<=[{','.join(map(str, shape))}]"
        return dims + (f"T({','.join(map(str, order))})" if len(order) > 1 else "")
    groups = devices.messages(1) or instruction.messages(49)
    return "{" + ",".join(_braces(each.numbers(1)) for each in groups) + "}"


def _dot(dims: _Message) -> list[str]:
    found = (
        ("lhs_batch_dims", 3),
        ("lhs_contracting_dims", 1),
        ("rhs_batch_dims", 4),
        ("rhs_contracting_dims", 2),
    )
    return [f"{name}={_braces(dims.numbers(tag))}" for name, tag in found if tag in dims or tag < 3]


def _gather(instruction: _Message) -> list[str]:
    names = ("offset_dims", "collapsed_slice_dims", "start_index_map")
    found = _indexed(instruction.message(33), names, ("operand_batching_dims", "start_indices_batching_dims"))
    return [*found, f"slice_sizes={_braces(instruction.numbers(34))}"]


def _scatter(instruction: _Message) -> list[str]:
    names = ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims")
    return _indexed(instruction.message(48), names, ("input_batching_dims", "scatter_indices_batching_dims"))


def _indexed(dims: _Message, names: Sequence[str], batching: Sequence[str]) -> list[str]:
    """Both messages have the same fields, by other names: 1 to 3, then 4 alone, then 5 and 6 where they are."""
    found = [f"{name}={_braces(dims.numbers(tag))}" for tag, name in enumerate(names, 1)]
    found += [f"{name}={_braces(dims.numbers(tag))}" for tag, name in enumerate(batching, 5) if tag in dims]
    return [*found, f"index_vector_dim={dims.number(4)}"]


_FFT = ("FFT", "IFFT", "RFFT", "IRFFT")
_VERSIONS = ("API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
             "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI")  # fmt: skip


def _custom_call(instruction: _Message) -> list[str]:
    found = [f'custom_call_target="{instruction.text(28)}"']
    operands = [_of_shape(_shape(each)) for each in instruction.contents(57)]
    if instruction.number(56):
        found.append(f"operand_layout_constraints={{{', '.join(operands)}}}")
    if instruction.number(65):
        found.append("custom_call_has_side_effect=true")
    aliases = [
        f"{_braces(each.numbers(1))}: ({each.number(2)}, {_braces(each.numbers(3))})"
        for each in instruction.messages(74)
    ]
    if aliases:
        found.append(f"output_to_operand_aliasing={{{', '.join(aliases)}}}")
    version = instruction.number(77)
    if 1 < version < len(_VERSIONS):
        found.append(f"api_version={_VERSIONS[version]}")
    return found


_COLLECTIVES = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-broadcast",
                "ragged-all-to-all", "all-reduce-start", "all-gather-start")  # fmt: skip
#: Operations whose dimensions are written, also where they have none.
_DIMENSIONS = ("broadcast", "transpose", "reduce", "concatenate", "reverse", "sort", "map")


def _own(opcode: str, instruction: _Message) -> list[str]:
    """What only operations of that kind have."""
    found: list[str] = []
    dims = _braces(instruction.numbers(14))
    if opcode == "custom-call":
        return _custom_call(instruction)
    if opcode == "dot":
        found = _dot(instruction.message(30))
        accuracies = instruction.message(51).numbers(1)
        if any(accuracies):
            names = ("default", "high", "highest")
            found.append(f"operand_precision={_braces(names[n] for n in accuracies)}")
    elif opcode == "gather":
        found = _gather(instruction)
    elif opcode == "scatter":
        found = _scatter(instruction)
    elif opcode == "slice":
        found.append(f"slice={_slices(instruction)}")
    elif opcode == "dynamic-slice":
        found.append(f"dynamic_slice_sizes={_braces(instruction.numbers(20))}")
    elif opcode == "pad":
        found.append(f"padding={_padding(instruction.message(21))}")
    elif opcode == "iota":
        found.append(f"iota_dimension={(instruction.numbers(14) or [0])[0]}")
    elif opcode == "get-tuple-element":
        found.append(f"index={instruction.number(13)}")
    elif opcode == "compare":
        found.append(f"direction={instruction.text(63)}")
        if instruction.text(72) == "TOTALORDER":
            found.append("type=TOTALORDER")
    elif opcode == "fft":
        found += [
            f"fft_type={_FFT[instruction.number(31)]}",
            f"fft_length={_braces(instruction.numbers(32))}",
        ]
    elif opcode == "fusion":
        found.append(f"kind={instruction.text(11)}")
    if (window := _window(instruction.message(15))) and opcode in (
        "convolution",
        "reduce-window",
        "select-and-scatter",
    ):
        found.append(f"window={window}")
    if opcode == "convolution":
        found.append(f"dim_labels={_labels(instruction.message(16))}")
        for name, tag in (("feature_group_count", 50), ("batch_group_count", 58)):
            if instruction.number(tag) > 1:
                found.append(f"{name}={instruction.number(tag)}")
    if instruction.number(26):
        found.append(f"channel_id={instruction.number(26)}")
    if opcode in _COLLECTIVES:
        found.append(f"replica_groups={_groups(instruction)}")
        if instruction.number(71):
            found.append("use_global_device_ids=true")
    if opcode == "collective-permute":
        pairs = (_braces((each.number(1), each.number(2))) for each in instruction.messages(52))
        found.append(f"source_target_pairs={{{','.join(pairs)}}}")
    if opcode in _DIMENSIONS or (opcode in _COLLECTIVES and 14 in instruction):
        found.insert(len(found) if opcode != "all-gather" else found.index("use_global_device_ids=true")
                     if "use_global_device_ids=true" in found else len(found), f"dimensions={dims}")  # fmt: skip
    if instruction.number(60):
        found.append("is_stable=true")
    return found


def _calls(opcode: str, names: list[str]) -> list[str]:
    """The computations that an instruction calls, by what they are for it."""
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


def _metadata(message: _Message, frames: Callable[[int], dict[str, Any]]) -> str:
    frame = message.number(15)
    place = frames(frame) if frame else {}
    told = {"op_type": message.text(1), "op_name": message.text(2)}
    told["source_file"] = message.text(3) or place.get("file", "")
    found = [f'{name}="{_escaped(text)}"' for name, text in told.items() if text]
    if place:
        found += [f"{name}={place[name]}" for name in _PLACE if place[name]]
    elif message.number(4):
        found.append(f"source_line={message.number(4)}")
    return " ".join([*found, f"stack_frame_id={frame}"] if frame else found)


_PLACE = ("source_line", "source_end_line", "source_column", "source_end_column")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _frames(index: _Message) -> Callable[[int], dict[str, Any]]:
    """Where each stack frame of the program is, by its number."""
    places, frames = index.messages(3), index.messages(4)
    files = [each.decode("utf-8", "replace") for each in index.contents(1)]

    def find(number: int) -> dict[str, Any]:
        if not 0 < number <= len(frames) or not 0 < frames[number - 1].number(1) <= len(places):
            return {}
        place = places[frames[number - 1].number(1) - 1]
        numbers = zip(_PLACE, (3, 5, 4, 6), strict=True)
        return {"file": files[place.number(1) - 1]} | {name: place.number(tag) for name, tag in numbers}

    return find


def _attributes(message: _Message) -> str:
    """An xla.FrontendAttributes, in the order of its names."""
    pairs = sorted((each.text(1), each.text(2)) for each in message.messages(1))
    quoted = (
        f"{name}={text}" if text.startswith("{") else f'{name}="{_escaped(text)}"' for name, text in pairs
    )
    return "{" + ",".join(quoted) + "}"


# ---- The whole


@dataclass(frozen=True)
class _Program:
    """What a computation's text depends on beside its own message."""

    computations: dict[int, _Message]
    #: The instructions' order in each computation of a program that has a schedule.
    order: dict[int, list[int]]
    frames: Callable[[int], dict[str, Any]]


def to_text(content: bytes, form: Form = Form()) -> str:
    """The text of a serialized xla.HloModuleProto."""
    module = _Message(content)
    program = _Program(
        {each.number(5): each for each in module.messages(3)},
        {each.number(1): each.message(2).numbers(1) for each in module.message(7).messages(1)},
        _frames(module.message(17)),
    )
    lines = [form.margin + _head(module, form)]
    if form.metadata:
        lines += _tables(module.message(17))
    for number in program.computations:
        entry = "ENTRY " if number == module.number(6) else ""
        lines += ["", *_computation(number, entry, program, form)]
    return "\n".join(lines) + "\n\n"


def _head(module: _Message, form: Form) -> str:
    text = f"HloModule {module.text(1) if form.ids else ''}"
    if 7 in module:
        text += ", is_scheduled=true"
    kinds = ("undefined", "may-alias", "must-alias")
    aliases = [
        f"{_braces(each.numbers(1))}: ({each.number(2)}, {_braces(each.numbers(3))}, {kinds[each.number(4)]})"
        for each in module.message(8).messages(1)
    ]
    if aliases:
        text += f", input_output_alias={{ {', '.join(aliases)} }}"
    if 4 in module:
        program = _program_shape(module.content(4))
        takes = _listed([_of_shape(each) for each in program.parameter_shapes()])
        text += f", entry_computation_layout={{({takes})->{_of_shape(program.result_shape())}}}"
    if 19 in module and module.message(19).messages(1):
        text += f", frontend_attributes={_attributes(module.message(19))}"
    return text


def _tables(index: _Message) -> list[str]:
    """Where operations are from: what their stack_frame_id stands for."""
    if not index.contents(4):
        return []
    lines: list[str] = []
    for title, tag in (("FileNames", 1), ("FunctionNames", 2)):
        rows = (f'{i} "{_escaped(each.decode())}"' for i, each in enumerate(index.contents(tag), 1))
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
        for i, each in enumerate(index.messages(tag), 1):
            cells = (f"{name}={each.number(column)}" for name, column in columns if column in each)
            lines.append(f"{i} {{{' '.join(cells)}}}")
    return [*lines, ""]


def _computation(
    number: int, entry: str, program: _Program, form: Form, *, nested: bool = False
) -> list[str]:
    computation = program.computations[number]
    instructions = computation.messages(2)
    place = {each: i for i, each in enumerate(program.order.get(number, []))}
    instructions.sort(key=lambda each: place.get(each.number(35), 0))
    name = "" if nested or not form.ids else computation.text(1)
    head = f"{form.margin}{entry}{'' if nested else form.name(name) if name or form.percent else ''}"
    if form.program_shape and not nested:
        head += " " if name else ""
        takes = sorted(
            (each.number(9), each.text(1), _shape(each.content(3)))
            for each in instructions
            if each.text(2) == "parameter"
        )
        plain = replace(form, percent=False)
        arguments = ", ".join(f"{plain.name(name)}: {_of_shape(shape, False)}" for _, name, shape in takes)
        root = next(each for each in instructions if each.number(35) == computation.number(6))
        head += f"({arguments}) -> {_of_shape(_shape(root.content(3)), False)} "
    elif name:
        head += " "
    shapes = {each.number(35): _of_shape(_shape(each.content(3)), form.layouts) for each in instructions}
    names = {
        each.number(35): f"tmp_{i}" if form.numbered else form.name(each.text(1))
        for i, each in enumerate(instructions)
    }
    lines = [f"{head}{{"]
    for each in instructions:
        mark = "ROOT " if each.number(35) == computation.number(6) else ""
        lines.append(f"{form.margin}  {mark}{_instruction(each, names, shapes, program, form)}")
    return [*lines, f"{form.margin}}}"]


def _instruction(
    each: _Message, names: dict[int, str], shapes: dict[int, str], program: _Program, form: Form
) -> str:
    opcode, shape, number = each.text(2), _shape(each.content(3)), each.number(35)

    def operand(number: int) -> str:
        parts = (shapes[number] if form.operand_shape else "", names[number] if form.operand_names else "")
        return " ".join(part for part in parts if part)

    if opcode == "parameter":
        operands = str(each.number(9))
    elif opcode == "constant":
        operands = _constant(each, shape, form)
    else:
        operands = _listed([operand(number) for number in each.numbers(36)])
    result = f"{shapes[number]} " if form.result_shape else ""
    parts = [f"{names[number]} = {result}{opcode}({operands})"]
    called = [number for number in each.numbers(38) if number in program.computations]
    if form.extra_attributes:
        parts += _own(opcode, each)
    if form.bodies:
        deeper = replace(form, indent=form.indent + 1)
        texts = [
            "\n" + "\n".join(_computation(number, "", program, deeper, nested=True)) for number in called
        ]
    else:
        texts = [form.name(program.computations[number].text(1)) for number in called]
    parts += _calls(opcode, texts)
    if form.extra_attributes:
        if 40 in each:
            parts.append(f"sharding={as_hlo_sharding(_op_sharding(each.content(40)))!r}")
        if 68 in each and each.message(68).messages(1):
            parts.append(f"frontend_attributes={_attributes(each.message(68))}")
    if form.control_dependencies and each.numbers(37):
        parts.append(f"control-predecessors={{{', '.join(names[number] for number in each.numbers(37))}}}")
    if form.metadata and (told := _metadata(each.message(7), program.frames)):
        parts.append(f"metadata={{{told}}}")
    if form.backend_config and (config := each.text(43)):
        parts.append(f"backend_config={config if config.startswith('{') else _quoted(config)}")
    return ", ".join(parts)


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


__all__ = ["Form", "to_text"]
