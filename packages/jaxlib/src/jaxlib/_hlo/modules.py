"""HLO modules of compiled programs, and their text form."""

from __future__ import annotations

import functools
import hashlib
from typing import TYPE_CHECKING, Any

from jaxlib import _proto
from jaxlib._hlo.message import Message
from jaxlib._hlo.op_sharding import read_op_sharding
from jaxlib._hlo.shapes import ProgramShape, read_program_shape
from jaxlib._hlo.text import Form, to_text
from jaxlib._missing import NotInBindings

if TYPE_CHECKING:
    from jaxlib._hlo.computations import HloComputation, HloSchedule, Inspected

#: Why there is no HLO for programs that were not compiled.
COMPILER = "only a compiler has HLO; a plugin gives it for what it has compiled"


class HloPrintOptions:
    """The options of `HloModule.to_string`."""

    # No other attribute can be set: a misspelled option is an error.
    __slots__ = (
        "_bodies",
        "_essential",
        "_operand_indices",
        "canonicalize_computations",
        "canonicalize_instruction_names",
        "compact_operands",
        "include_layout_in_shapes",
        "indent_amount",
        "is_in_nested_computation",
        "print_backend_config",
        "print_control_dependencies",
        "print_extra_attributes",
        "print_ids",
        "print_large_constants",
        "print_metadata",
        "print_operand_names",
        "print_operand_shape",
        "print_percent",
        "print_program_shape",
        "print_result_shape",
    )

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
        """Options for the shortest text that can be parsed again."""
        options = HloPrintOptions()
        options.print_large_constants = True
        options.print_metadata = options.print_percent = options.print_program_shape = False
        options.print_control_dependencies = options._operand_indices = False
        return options

    @staticmethod
    def canonical() -> HloPrintOptions:
        """Options for a text that is the same for equal programs."""
        options = HloPrintOptions()
        options.canonicalize_instruction_names = options.print_operand_shape = options._bodies = True
        options.print_metadata = options.print_percent = options.print_program_shape = False
        options.print_backend_config = options.print_control_dependencies = False
        options.print_operand_names = options._operand_indices = False
        return options

    @staticmethod
    def fingerprint() -> HloPrintOptions:
        """Options for the text that a fingerprint is computed from."""
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
            # Numbered names are printed even if operand names are disabled.
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
    """A program from a plugin's compiler: an xla.HloModuleProto."""

    def __init__(self) -> None:
        raise TypeError("HloModule: modules come from executables")

    @classmethod
    def _make(cls, message: bytes, config: bytes = b"") -> HloModule:
        module = object.__new__(cls)
        module._message, module._config = message, config
        return module

    _message: bytes
    #: An xla.HloModuleConfigProto, parts of which are printed; empty for a program that was not compiled.
    _config: bytes

    @staticmethod
    def from_serialized_hlo_module_proto(message: bytes) -> HloModule:
        """The module in a serialized message."""
        return HloModule._make(message)

    def as_serialized_hlo_module_proto(self) -> bytes:
        """The message."""
        return self._message

    @property
    def name(self) -> str:
        """The name of the module."""
        for tag, value in _proto.fields(self._message):
            if tag == 1 and isinstance(value, bytes):
                return value.decode()
        return ""

    def program_shape(self) -> ProgramShape:
        """The shapes of parameters and results, with layouts."""
        for tag, value in _proto.fields(self._message):
            if tag == 4 and isinstance(value, bytes):
                return read_program_shape(value)
        raise ValueError("the HLO module does not state its entry's shape")

    @property
    def spmd_output_sharding(self) -> Any:
        """The sharding of the results, if the compiler chose it."""
        for tag, value in _proto.fields(self._message):
            if tag == 12 and isinstance(value, bytes):
                return read_op_sharding(value)
        return None

    @property
    def spmd_parameters_shardings(self) -> Any:
        """The shardings of the parameters, if the compiler chose them."""
        shardings = [read_op_sharding(value) for tag, value in _proto.fields(self._message)
                 if tag == 14 and isinstance(value, bytes)]  # fmt: skip
        return shardings or None

    def to_string(self, options: Any = None) -> str:
        """The text of the module, according to the options."""
        return to_text(self._message, (options or HloPrintOptions())._form(), self._config)

    @functools.cached_property
    def _inspected(self) -> Inspected:
        from jaxlib._hlo.computations import Inspected  # on first use: jax does not inspect programs

        return Inspected(self._message)

    def computations(self) -> list[HloComputation]:
        """The computations of the module."""
        return list(self._inspected.computations)

    def make_nonfusion_computations(self) -> list[HloComputation]:
        """The computations that are not part of a fusion."""
        return list(self._inspected.not_fused)

    def schedule(self) -> HloSchedule | None:
        """The order in which instructions run, or None if the compiler has not chosen it."""
        return self._inspected.schedule

    def create_empty_schedule(self) -> Any:
        """Raise NotInBindings."""
        raise NotInBindings(
            "jaxlib._hlo.HloModule.create_empty_schedule", "a program is changed by its compiler"
        )

    def set_schedule(self, schedule: object) -> None:
        """Raise NotInBindings."""
        raise NotInBindings("jaxlib._hlo.HloModule.set_schedule", "a program is changed by its compiler")


class XlaComputation:
    """A program as an xla.HloModuleProto."""

    def __init__(self, message: bytes) -> None:
        self._message = message

    def as_serialized_hlo_module_proto(self) -> bytes:
        """The message."""
        return self._message

    def as_hlo_module(self) -> HloModule:
        """The program as an HloModule."""
        return HloModule._make(self._message)

    get_hlo_module = as_hlo_module

    def hash(self) -> int:
        """A number of 64 bits that is the same for the same message; not the one that XLA computes."""
        return int.from_bytes(hashlib.blake2b(self._message, digest_size=8).digest(), "little")

    def name(self) -> str:
        """The name of the program."""
        return self.as_hlo_module().name

    def program_shape(self) -> ProgramShape:
        """The shapes of parameters and results."""
        return self.as_hlo_module().program_shape()

    def as_hlo_text(self, print_large_constants: bool = False) -> str:
        """The text of the program, without metadata."""
        options = HloPrintOptions.short_parsable()
        options.print_large_constants = print_large_constants
        return self.as_hlo_module().to_string(options)

    def as_hlo_dot_graph(self) -> str:
        """The program as a graph, in the language of Graphviz."""
        return hlo_module_to_dot_graph(self.as_hlo_module())


def hlo_module_to_dot_graph(hlo_module: HloModule) -> str:
    """A module as a graph, in the language of Graphviz."""
    from jaxlib._hlo.graph import to_dot  # on first use: `import jax` draws nothing

    return to_dot(hlo_module.as_serialized_hlo_module_proto())


def with_layouts_of_entry(message: bytes) -> bytes:
    """An xla.HloModuleProto in which the entry's layouts are those of its parameters and root.

    If no layouts were requested, a compiler replaces the entry's layouts by the default ones before its first pass.
    """
    module = Message(message)
    entry = next((part for part in module.messages(3) if part.number(5) == module.number(6)), None)
    if entry is None or 4 not in entry:
        return message
    kept = b"".join(encoded for tag, encoded in _proto.encoded_fields(message) if tag != 4)
    return kept + _proto.length(4, entry.content(4))
