"""Programs as plugins' compilers made them, and how their text is written."""

from __future__ import annotations

from typing import Any

from jaxlib import _proto
from jaxlib._hlo.message import Message
from jaxlib._hlo.op_sharding import read_op_sharding
from jaxlib._hlo.shapes import ProgramShape, read_program_shape
from jaxlib._hlo.text import Form, to_text
from jaxlib._missing import NotInBindings

#: Why HLO of programs that nobody compiled is missing.
COMPILER = "only a compiler has HLO; a plugin gives it for what it has compiled"


class HloPrintOptions:
    """How HLO is to be written; what is set here is what `HloModule.to_string` writes."""

    def __init__(self) -> None:
        self.print_metadata = True
        self.print_large_constants = False
        self.print_backend_config = True
        self.print_result_shape = True
        self.print_operand_shape = False
        self.print_operand_names = True
        self.print_ids = True
        self.print_extra_attributes = True
        self.print_program_shape = True
        self.print_percent = True
        self.print_control_dependencies = True
        self.compact_operands = False
        self.include_layout_in_shapes = True
        self.canonicalize_instruction_names = False
        self.canonicalize_computations = False
        self.indent_amount = 0
        self.is_in_nested_computation = 0
        self._bodies = self._essential = False
        self._operand_indices = True

    @staticmethod
    def short_parsable() -> HloPrintOptions:
        """What can be read again, and no more."""
        options = HloPrintOptions()
        options.print_large_constants = True
        options.print_metadata = options.print_percent = options.print_program_shape = False
        options.print_control_dependencies = options._operand_indices = False
        return options

    @staticmethod
    def canonical() -> HloPrintOptions:
        """The same for programs that are the same."""
        options = HloPrintOptions()
        options.canonicalize_instruction_names = options.print_operand_shape = options._bodies = True
        options.print_metadata = options.print_percent = options.print_program_shape = False
        options.print_backend_config = options.print_control_dependencies = False
        options.print_operand_names = options._operand_indices = False
        return options

    @staticmethod
    def fingerprint() -> HloPrintOptions:
        """What a fingerprint is made of."""
        options = HloPrintOptions.canonical()
        options.canonicalize_computations = options._essential = True
        options.print_ids = False
        return options

    def _form(self) -> Form:
        return Form(
            metadata=self.print_metadata,
            large_constants=self.print_large_constants,
            backend_config=self.print_backend_config,
            result_shape=self.print_result_shape,
            operand_shape=self.print_operand_shape,
            # Numbered names are written also where names are not.
            operand_names=self.print_operand_names or self.canonicalize_instruction_names,
            operand_indices=self._operand_indices,
            ids=self.print_ids,
            extra_attributes=self.print_extra_attributes,
            program_shape=self.print_program_shape,
            percent=self.print_percent,
            control_dependencies=self.print_control_dependencies,
            layouts=self.include_layout_in_shapes,
            numbered=self.canonicalize_instruction_names,
            bodies=self._bodies,
            essential=self._essential,
            indent=self.indent_amount,
        )


class HloModule:
    """A program as a plugin's compiler made it: an xla.HloModuleProto."""

    def __init__(self) -> None:
        raise TypeError("HloModule: they come from executables")

    @classmethod
    def _make(cls, message: bytes, config: bytes = b"") -> HloModule:
        module = object.__new__(cls)
        module._message, module._config = message, config
        return module

    _message: bytes
    #: An xla.HloModuleConfigProto, of which the text has some; a program that nobody compiled has none.
    _config: bytes

    @staticmethod
    def from_serialized_hlo_module_proto(message: bytes) -> HloModule:
        """What a message says."""
        return HloModule._make(message)

    def as_serialized_hlo_module_proto(self) -> bytes:
        """The message."""
        return self._message

    @property
    def name(self) -> str:
        """Its name."""
        for tag, value in _proto.fields(self._message):
            if tag == 1 and isinstance(value, bytes):
                return value.decode()
        return ""

    def program_shape(self) -> ProgramShape:
        """What it takes and gives, with layouts."""
        for tag, value in _proto.fields(self._message):
            if tag == 4 and isinstance(value, bytes):
                return read_program_shape(value)
        raise ValueError("the HLO module states no shape of its entry")

    @property
    def spmd_output_sharding(self) -> Any:
        """The sharding of its results, where the compiler chose it."""
        for tag, value in _proto.fields(self._message):
            if tag == 12 and isinstance(value, bytes):
                return read_op_sharding(value)
        return None

    @property
    def spmd_parameters_shardings(self) -> Any:
        """The shardings of its parameters, where the compiler chose them."""
        shardings = [read_op_sharding(value) for tag, value in _proto.fields(self._message)
                 if tag == 14 and isinstance(value, bytes)]  # fmt: skip
        return shardings or None

    def to_string(self, options: Any = None) -> str:
        """Its text, as the options ask for it."""
        return to_text(self._message, (options or HloPrintOptions())._form(), self._config)

    def computations(self) -> Any:
        """Its computations."""
        raise NotInBindings("jaxlib._hlo.HloModule.computations", COMPILER)


class XlaComputation:
    """A program as an xla.HloModuleProto."""

    def __init__(self, message: bytes) -> None:
        self._message = message

    def as_serialized_hlo_module_proto(self) -> bytes:
        """The message."""
        return self._message

    def as_hlo_module(self) -> HloModule:
        """The program."""
        return HloModule._make(self._message)

    get_hlo_module = as_hlo_module

    def name(self) -> str:
        """Its name."""
        return self.as_hlo_module().name

    def program_shape(self) -> ProgramShape:
        """What it takes and gives."""
        return self.as_hlo_module().program_shape()

    def as_hlo_text(self, print_large_constants: bool = False) -> str:
        """Its text, without what says where its operations are from."""
        options = HloPrintOptions.short_parsable()
        options.print_large_constants = print_large_constants
        return self.as_hlo_module().to_string(options)


def with_layouts_of_entry(message: bytes) -> bytes:
    """An xla.HloModuleProto whose entry's layouts are those of its parameters and root.

    A compiler that was asked for nothing else replaces the layouts of what a program takes and gives by the usual
    ones, before the first pass.
    """
    module = Message(message)
    entry = next((part for part in module.messages(3) if part.number(5) == module.number(6)), None)
    if entry is None or 4 not in entry:
        return message
    kept = b"".join(encoded for tag, encoded in _proto.encoded_fields(message) if tag != 4)
    return kept + _proto.length(4, entry.content(4))
