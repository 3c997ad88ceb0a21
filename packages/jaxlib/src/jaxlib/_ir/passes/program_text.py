"""The text form in which programs are passed to plugins."""

from __future__ import annotations

from jaxlib._ir.core import Module
from jaxlib._ir.passes import legalize, replica_groups
from jaxlib._ir.text import printer


def program_text(computation: Module | str | bytes) -> tuple[bytes, bool]:
    """The program as MLIR text, which every plugin reads, and whether it requests layouts."""
    if isinstance(computation, str):
        return computation.encode(), False
    if isinstance(computation, bytes):
        return computation, False
    if not hasattr(computation, "operation"):
        raise TypeError(
            "compile_and_load(): incompatible function arguments: wanted a module, or its text or bytecode, "
            f"got {type(computation)}"
        )
    text = printer.Printer(generic=True, locations=True).print(
        replica_groups.list_replica_groups(legalize.legalize(computation))
    )
    return text.encode(), "mhlo.layout_mode" in text
