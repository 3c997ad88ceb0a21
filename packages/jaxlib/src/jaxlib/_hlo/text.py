"""Prints an xla.HloModuleProto as XLA's HLO text.

For people and for tools that search it: the text is not meant to be parsed again. Properties of an instruction that
are in none of the tables below are omitted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from jaxlib._hlo.attributes import calls, own
from jaxlib._hlo.constants import constant
from jaxlib._hlo.hlo_sharding import as_hlo_sharding
from jaxlib._hlo.message import Message
from jaxlib._hlo.op_sharding import read_op_sharding
from jaxlib._hlo.parts import braces, escaped, listed, text_of_shape
from jaxlib._hlo.shapes import read_program_shape, read_shape


@dataclass(frozen=True)
class Form:
    """The options of xla.HloPrintOptions that change the text, with XLA's defaults."""

    metadata: bool = True
    large_constants: bool = False
    backend_config: bool = True
    result_shape: bool = True
    operand_shape: bool = False
    operand_names: bool = True
    #: Whether long operand lists have indices.
    operand_indices: bool = True
    ids: bool = True
    extra_attributes: bool = True
    program_shape: bool = True
    percent: bool = True
    control_dependencies: bool = True
    layouts: bool = True
    #: Whether instructions are named ``tmp_0`` and so on, starting from 0 in each computation.
    numbered: bool = False
    #: Whether called computations are printed inline instead of by name.
    bodies: bool = False
    #: Whether only constants that are zeros, ones or integers are printed.
    essential: bool = False
    indent: int = 0

    def name(self, text: str) -> str:
        """The name of an instruction or computation."""
        return ("%" if self.percent else "") + (text if self.ids else re.sub(r"\.[0-9]+$", "", text))

    @property
    def margin(self) -> str:
        """The indentation of a line."""
        return "  " * self.indent


def _metadata(message: Message) -> str:
    """An xla.OpMetadata. Source locations are in the tables at the start of the text."""
    names = (("op_type", 1), ("op_name", 2), ("source_file", 3))
    frame = message.number(15)
    texts = [(name, message.text(tag)) for name, tag in (names[:2] if frame else names)]
    parts = [f'{name}="{escaped(text)}"' for name, text in texts if text]
    if not frame and message.number(4):
        parts.append(f"source_line={message.number(4)}")
    for name, tag in (("deduplicated_name", 12), ("scheduling_name", 16)):
        if text := message.text(tag):
            parts.append(f'{name}="{escaped(text)}"')
    if message.number(13):
        parts.append("preserve_layout=true")
    if frame:
        parts.append(f"stack_frame_id={frame}")
    return " ".join(parts)


def _attributes(message: Message) -> str:
    """An xla.FrontendAttributes, sorted by name."""
    pairs = sorted((entry.text(1), entry.text(2)) for entry in message.messages(1))
    quoted = (
        f"{name}={text}" if text.startswith("{") else f'{name}="{escaped(text)}"' for name, text in pairs
    )
    return "{" + ",".join(quoted) + "}"


# ---- Computations and the module


@dataclass(frozen=True)
class _Program:
    """The context of a computation: the tables of its module."""

    computations: dict[int, Message]
    #: The order of instructions in each computation of a scheduled module.
    order: dict[int, list[int]]


def to_text(content: bytes, form: Form = Form(), config: bytes = b"") -> str:
    """The text of a serialized xla.HloModuleProto; partition settings come from the xla.HloModuleConfigProto."""
    module = Message(content)
    program = _Program(
        {message.number(5): message for message in module.messages(3)},
        {message.number(1): message.message(2).numbers(1) for message in module.message(7).messages(1)},
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
        f"{braces(alias.numbers(1))}: ({alias.number(2)}, {braces(alias.numbers(3))}, {kinds[alias.number(4)]})"
        for alias in module.message(8).messages(1)
    ]
    if aliases:
        text += f", input_output_alias={{ {', '.join(aliases)} }}"
    if 4 in module:
        program = read_program_shape(module.content(4))
        takes = listed([text_of_shape(parameter_shape) for parameter_shape in program.parameter_shapes()])
        text += f", entry_computation_layout={{({takes})->{text_of_shape(program.result_shape())}}}"
    for name, tag in (("parameters", 33), ("output", 27)):
        allowed = config.numbers(tag)
        if allowed and allowed != [0]:
            words = ("true" if flag else "false" for flag in allowed)
            text += f", allow_spmd_sharding_propagation_to_{name}={braces(words)}"
    for name, tag in (("replica_count", 4), ("num_partitions", 5)):
        if config.number(tag) > 1:
            text += f", {name}={config.number(tag)}"
    if 19 in module and module.message(19).messages(1):
        text += f", frontend_attributes={_attributes(module.message(19))}"
    return text


def _tables(index: Message) -> list[str]:
    """The tables of source locations that stack_frame_id refers to."""
    if not index.contents(4):
        return []
    lines: list[str] = []
    for title, tag in (("FileNames", 1), ("FunctionNames", 2)):
        rows = (f'{i} "{escaped(content.decode())}"' for i, content in enumerate(index.contents(tag), 1))
        lines += ["", title, *rows]
    names = (
        ("file_name_id", 1),
        ("function_name_id", 2),
        ("line", 3),
        ("end_line", 5),
        ("column", 4),
        ("end_column", 6),
    )
    lines += ["", "FileLocations"]
    for i, row in enumerate(index.messages(3), 1):
        cells = (f"{name}={row.number(column)}" for name, column in names)
        lines.append(f"{i} {{{' '.join(cells)}}}")
    lines += ["", "StackFrames"]
    for i, row in enumerate(index.messages(4), 1):  # the parent of a root frame is printed as 1
        lines.append(f"{i} {{file_location_id={row.number(1)} parent_frame_id={row.number(2) + 1}}}")
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
        arguments = ", ".join(
            f"{plain.name(name)}: {text_of_shape(shape, False)}" for _, name, shape in takes
        )
        root = next(
            instruction for instruction in instructions if instruction.number(35) == computation.number(6)
        )
        head += f"({arguments}) -> {text_of_shape(read_shape(root.content(3)), False)} "
    elif name:
        head += " "
    shapes = {
        instruction.number(35): text_of_shape(read_shape(instruction.content(3)), form.layouts)
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
    opcode, number = instruction.text(2), instruction.number(35)
    operands = _operands(instruction, names, shapes, form)
    result = f"{shapes[number]} " if form.result_shape else ""
    parts = [f"{names[number]} = {result}{opcode}({operands})"]
    called = [number for number in instruction.numbers(38) if number in program.computations]
    if form.extra_attributes:
        parts += own(opcode, instruction)
    if form.bodies:
        deeper = replace(form, indent=form.indent + 1)
        texts = [
            "\n" + "\n".join(_computation(number, "", program, deeper, nested=True)) for number in called
        ]
    else:
        texts = [form.name(program.computations[number].text(1)) for number in called]
    predicate = opcode == "conditional" and shapes[instruction.numbers(36)[0]].startswith("pred")
    parts += calls(opcode, instruction, texts, predicate)
    if form.extra_attributes:
        if 40 in instruction:
            parts.append(f"sharding={as_hlo_sharding(read_op_sharding(instruction.content(40)))!r}")
        if 68 in instruction and instruction.message(68).messages(1):
            parts.append(f"frontend_attributes={_attributes(instruction.message(68))}")
    if form.control_dependencies and instruction.numbers(37):
        parts.append(
            f"control-predecessors={{{', '.join(names[number] for number in instruction.numbers(37))}}}"
        )
    if form.metadata and (metadata := _metadata(instruction.message(7))):
        parts.append(f"metadata={{{metadata}}}")
    if form.backend_config and (config := instruction.text(43)):
        parts.append(f"backend_config={config if config.startswith('{') else _quoted(config)}")
    return ", ".join(parts)


def _operands(instruction: Message, names: dict[int, str], shapes: dict[int, str], form: Form) -> str:
    """The text between an instruction's parentheses: its operands, a parameter's number or a constant's value."""
    opcode = instruction.text(2)
    if opcode == "parameter":
        return str(instruction.number(9))
    if opcode == "constant":
        shape = read_shape(instruction.content(3))
        return constant(instruction.message(8), shape, whole=form.large_constants, essential=form.essential)

    def operand(number: int) -> str:
        parts = (shapes[number] if form.operand_shape else "", names[number] if form.operand_names else "")
        return " ".join(part for part in parts if part)

    texts = [operand(number) for number in instruction.numbers(36)]
    return listed(texts) if form.operand_indices else ", ".join(texts)


def _quoted(text: str) -> str:
    return f'"{escaped(text)}"'


__all__ = ["Form", "to_text"]
