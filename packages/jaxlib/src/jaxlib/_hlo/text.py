"""Prints an xla.HloModuleProto as XLA's HLO text.

For people and for tools that search it: the text is not meant to be parsed again. Properties of an instruction that
are in none of the tables below are omitted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from jaxlib._hlo.attributes import FRONTEND, aliasing, calls, last, own, pairs
from jaxlib._hlo.constants import constant
from jaxlib._hlo.element_types import PrimitiveType
from jaxlib._hlo.message import Message
from jaxlib._hlo.parts import braces, escaped, listed, quoted, text_of_shape
from jaxlib._hlo.programs import ASYNC, Program
from jaxlib._hlo.shapes import Shape, read_program_shape, read_shape
from jaxlib._release import HLO_CONTEXT_LAYOUT, HLO_TOTAL_ORDER


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
        return ("%" if self.percent else "") + (text if self.ids else text.partition(".")[0])

    @property
    def margin(self) -> str:
        """The indentation of a line."""
        return "  " * self.indent


def _metadata(message: Message, frame: int) -> str:
    """An xla.OpMetadata with the number of its frame in the tables at the start of the text; 0 if it has none."""
    names = (("op_type", 1), ("op_name", 2), ("source_file", 3))
    if not frame and not any(message.content(tag) for tag in (1, 2, 3, 16)):
        return ""
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


# ---- Computations and the module


@dataclass(frozen=True)
class _Scope:
    """A computation that is printed: its instructions by number, and the texts of their names and shapes."""

    program: Program
    form: Form
    instructions: dict[int, Message]
    names: dict[int, str]
    shapes: dict[int, str]

    @staticmethod
    def of(number: int, program: Program, form: Form, *, nested: bool = False) -> _Scope:
        instructions = {each.number(35): each for each in program.instructions(number, scheduled=not nested)}
        names = {
            number: f"tmp_{i}" if form.numbered else form.name(each.text(1))
            for i, (number, each) in enumerate(instructions.items())
        }
        shapes = {
            number: text_of_shape(_result_shape(each), form.layouts) for number, each in instructions.items()
        }
        return _Scope(program, form, instructions, names, shapes)


def to_text(content: bytes, form: Form = Form(), config: bytes = b"") -> str:
    """The text of a serialized xla.HloModuleProto; partition settings come from the xla.HloModuleConfigProto."""
    module = Message(content)
    program = Program(module)
    lines = [form.margin + _head(module, form, Message(config))]
    if form.metadata:
        lines += program.frames.lines()
    for number in program.printed(stored=form.essential):
        entry = "ENTRY " if number == program.entry else ""
        lines += ["", *_computation(number, entry, program, form)]
    return "\n".join(lines) + "\n\n"


def instruction_texts(computation: int, program: Program, form: Form) -> dict[int, str]:
    """The lines of a computation's instructions, by their numbers; the computation's in the program is given."""
    scope = _Scope.of(computation, program, form)
    return {number: _instruction(instruction, scope) for number, instruction in scope.instructions.items()}


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
    donors = [f"({donor.number(1)}, {braces(donor.numbers(2))})" for donor in module.message(18).messages(1)]
    if donors:
        text += f", buffer_donor={{ {', '.join(donors)} }}"
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
        text += f", frontend_attributes={pairs(module.message(19))}"
    return text


def _computation(number: int, entry: str, program: Program, form: Form, *, nested: bool = False) -> list[str]:
    computation, root = program.computations[number], program.root(number)
    scope = _Scope.of(number, program, form, nested=nested)
    name = "" if nested or not form.ids else computation.text(1)
    head = f"{form.margin}{entry}{'' if nested else form.name(name) if name or form.percent else ''}"
    if form.program_shape and not nested:
        head += " " if name else ""
        takes = sorted(
            (instruction.number(9), instruction.text(1), read_shape(instruction.content(3)))
            for instruction in scope.instructions.values()
            if instruction.text(2) == "parameter"
        )
        plain = replace(form, percent=False)
        arguments = ", ".join(
            f"{plain.name(name)}: {text_of_shape(shape, False)}" for _, name, shape in takes
        )
        result = _result_shape(scope.instructions[root])
        head += f"({arguments}) -> {text_of_shape(result, False)} "
    elif name:
        head += " "
    lines = [f"{head}{{"]
    for each, instruction in scope.instructions.items():
        mark = "ROOT " if each == root else ""
        lines.append(f"{form.margin}  {mark}{_instruction(instruction, scope)}")
    thread = f', execution_thread="{computation.text(8)}"' if form.ids and computation.content(8) else ""
    return [*lines, f"{form.margin}}}{thread}"]


def _instruction(instruction: Message, scope: _Scope) -> str:
    form, number = scope.form, instruction.number(35)
    opcode = instruction.text(2)
    if (wrapped := _wrapped(instruction, scope)) is not None:
        opcode = f"{wrapped[0].text(2)}{ASYNC[opcode]}"
    result = f"{scope.shapes[number]} " if form.result_shape else ""
    parts = [f"{scope.names[number]} = {result}{opcode}({_operands(instruction, scope)})"]
    parts += _attributes(instruction, scope)
    if form.metadata:
        message = instruction.message(7)
        if metadata := _metadata(message, scope.program.frames.number(message.number(15))):
            parts.append(f"metadata={{{metadata}}}")
    if form.backend_config and (config := instruction.text(43)):
        parts.append(f"backend_config={quoted(config)}")
    return ", ".join(parts)


def _states_total_order(instruction: Message, scope: _Scope) -> bool:
    """Whether newer compilers' field says so of floating-point numbers; it is the default order of all others."""
    operand = scope.instructions[instruction.numbers(36)[0]]
    kind = read_shape(operand.content(3)).xla_element_type()
    return instruction.text(102) == "TOTAL" and kind.name.startswith(("F", "BF", "C"))


def _result_shape(instruction: Message) -> Shape:
    shape = read_shape(instruction.content(3))
    made_anew = not HLO_CONTEXT_LAYOUT and instruction.text(2) in ("send", "recv")
    if made_anew and shape.is_tuple() and len(shape.tuple_shapes()) == 3:
        content, _, token = shape.tuple_shapes()
        return Shape.tuple_shape([content, Shape._make(PrimitiveType.U32), token])
    return shape


def _wrapped(instruction: Message, scope: _Scope) -> tuple[Message, int] | None:
    """The only instruction of the computation that an asynchronous one runs, and that computation."""
    if instruction.text(2) not in ASYNC:
        return None
    while instruction.text(2) != "async-start":
        before = scope.instructions.get(next(iter(instruction.numbers(36)), -1))
        if before is None or before.text(2) not in ASYNC:
            return None
        instruction = before
    for called in scope.program.called(instruction):
        sole = scope.program.sole(called)
        return None if sole is None else (sole, called)
    return None


def _attributes(instruction: Message, scope: _Scope) -> list[str]:
    """What follows the operands, except for metadata and the configuration."""
    program, form, opcode = scope.program, scope.form, instruction.text(2)
    parts = own(opcode, instruction, listed=form.essential) if form.extra_attributes else []
    if form.extra_attributes and opcode == "compare" and _states_total_order(instruction, scope):
        parts.append(HLO_TOTAL_ORDER)
    before = [scope.names[number] for number in instruction.numbers(37)]
    ends = last(instruction, before if form.control_dependencies else [])
    called = program.called(instruction)
    wrapped = _wrapped(instruction, scope)
    if opcode == "async-start" and form.extra_attributes:
        if wrapped is not None:
            inner, computation = wrapped
            within = _attributes(inner, _Scope.of(computation, program, form, nested=form.bodies))
            # Frontend attributes that both instructions have are the outer one's.
            parts += [part for part in within if part not in ends or not part.startswith(FRONTEND)]
        parts += aliasing(instruction)
    if (wrapped is not None and not form.bodies) or opcode in ("async-update", "async-done"):
        called = []
    if form.bodies:
        deeper = replace(form, indent=form.indent + 1)
        texts = [
            "\n" + "\n".join(_computation(number, "", program, deeper, nested=True)) for number in called
        ]
    else:
        texts = [form.name(program.computations[number].text(1)) for number in called]
    predicate = opcode == "conditional" and scope.shapes[instruction.numbers(36)[0]].startswith("pred")
    return [*parts, *calls(opcode, instruction, texts, predicate), *ends]


def _operands(instruction: Message, scope: _Scope) -> str:
    """The text between an instruction's parentheses: its operands, a parameter's number or a constant's value."""
    opcode, form = instruction.text(2), scope.form
    if opcode == "parameter":
        return str(instruction.number(9))
    if opcode == "constant":
        shape = read_shape(instruction.content(3))
        return constant(instruction.message(8), shape, whole=form.large_constants, essential=form.essential)

    def operand(number: int) -> str:
        parts = (
            scope.shapes[number] if form.operand_shape else "",
            scope.names[number] if form.operand_names else "",
        )
        return " ".join(part for part in parts if part)

    texts = [operand(number) for number in instruction.numbers(36)]
    return listed(texts) if form.operand_indices else ", ".join(texts)


__all__ = ["Form", "to_text"]
