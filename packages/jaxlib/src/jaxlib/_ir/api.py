"""Connects methods of core's classes with the layers above core: parsing, printing, bytecode and type inference.

This is the only place where that happens; see `core.hooks`. The layers are imported on first use, not because of an
import cycle, but because a program that only imports jax needs none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jaxlib._ir.core import Attribute, Block, Module, Operation, Type, Value, diagnostics, registry
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.type_inference import inference
from jaxlib._ir.verification import verifier
from jaxlib._native import ir as _native


def parse_type(text: str) -> Type:
    from jaxlib._ir.text import attribute_parser

    return attribute_parser.parse_type(text)


def parse_attribute(text: str) -> Attribute:
    from jaxlib._ir.text import attribute_parser

    return attribute_parser.parse_attribute(text)


def parse_operation(text: str, name: str) -> Operation:
    from jaxlib._ir.text import parser

    return parser.parse_operation(text, name)


def read_module(asm: str | bytes) -> Module:
    """Parse text or read bytecode."""
    from jaxlib._ir.serialization import encoding, portable_artifact

    if encoding.is_bytecode(asm):
        return portable_artifact.deserialize(asm)
    from jaxlib._ir.text import parser  # jax and jaxlib-cpu copy programs as bytecode

    if not isinstance(asm, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"Module.parse: wanted text or bytes, found {type(asm).__name__}")
    text = asm if isinstance(asm, str) else bytes(asm).decode("utf-8", "surrogateescape")
    return Module(parser.parse_module(text))


def print_operation(
    op: Operation,
    generic: bool,
    locations: bool,
    most_elements: int | None,
    skip_regions: bool,
    pretty: bool,
    local: bool,
    named_by_location: bool,
) -> str:
    """The text of an operation; its values are named as in the text of the whole program."""
    from jaxlib._ir.text import printer

    return printer.text_of(
        op, generic, locations, most_elements, skip_regions, pretty, local, named_by_location
    )


def print_block(block: Block) -> str:
    """The text of a block; its values are named as in the text of the whole program."""
    from jaxlib._ir.text import printer

    return printer.text_of_block(block)


def name_of(value: Value[Type]) -> str:
    """The name of a value in the text of the whole program."""
    from jaxlib._ir.text import printer

    return printer.name_of(value)


def write_bytecode(op: Operation, version: int | None) -> bytes:
    """The bytecode of a program, in the given or the newest version of the format."""
    from jaxlib._ir.serialization import bytecode_writer, encoding

    if version is not None and not 0 <= version <= encoding.VERSION:
        raise ValueError(
            f"Unable to honor desired bytecode version {version}: wanted one from 0 to {encoding.VERSION}"
        )
    return bytecode_writer.write(op, encoding.VERSION if version is None else version)


def defaults(name: str) -> Mapping[str, Attribute]:
    """The attributes of a kernel's operation that its builder may leave out."""
    from jaxlib._ir.dialects.default_attributes import default_attributes

    return default_attributes(name)


def publish(module: dict[str, object], names: Iterable[str]) -> None:
    """Give classes the module and names of upstream's classes."""
    for name in names:
        cls = module[name]
        if isinstance(cls, type) and cls.__module__.startswith("jaxlib._ir."):
            cls.__module__ = str(module["__name__"])
            cls.__name__ = cls.__qualname__ = name


def connect() -> None:
    """Install these functions in `core.hooks`, and type inference also in the native module."""
    registry.DEFAULTS.update(dict.fromkeys(("arith", "llvm", "math", "mosaic_gpu", "vector"), defaults))
    hooks.parse_type = parse_type
    hooks.parse_attribute = parse_attribute
    hooks.parse_operation = parse_operation
    hooks.read_module = read_module
    hooks.print_operation = print_operation
    hooks.print_block = print_block
    hooks.name_of = name_of
    hooks.write_bytecode = write_bytecode
    hooks.attach_handler = diagnostics.DiagnosticHandler
    hooks.emit_error = diagnostics.emit_error
    hooks.infer = inference.infer
    hooks.verify = verifier.verify
    _native.register(infer=inference.infer, rule_of=inference.rule_of)
