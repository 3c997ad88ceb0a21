"""The text in which programs go to plugins."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.passes import legalize
from jaxlib._ir.text import printer


def program_text(computation: Any) -> tuple[bytes, bool]:
    """A program as every plugin reads it, MLIR's text, and whether layouts of its own were asked for."""
    if isinstance(computation, str):
        return computation.encode(), False
    if isinstance(computation, bytes):
        return computation, False
    if not hasattr(computation, "operation"):
        raise TypeError(
            "compile_and_load(): incompatible function arguments: wanted a module, or its text or bytecode, "
            f"got {type(computation)}"
        )
    text = printer.Printer(generic=True, locations=True).print(legalize.expanded(computation))
    return text.encode(), "mhlo.layout_mode" in text
