"""The text form in which programs are passed to plugins."""

from __future__ import annotations

from collections.abc import Callable

from jaxlib._ir.core import Module
from jaxlib._ir.passes import legalize, replica_groups
from jaxlib._ir.text import printer


def program_text(
    computation: Module | str | bytes, takes_mesh_axes: Callable[[], bool] = lambda: False
) -> tuple[bytes, bool]:
    """The program as MLIR text, which every plugin reads, and whether it requests layouts.

    ``takes_mesh_axes`` returns whether the plugin knows replica groups by the axes of a mesh (StableHLO 1.16); else
    they are lists of devices. It is called for a program that has such groups.
    """
    if isinstance(computation, str):
        return computation.encode(), False
    if isinstance(computation, bytes):
        return computation, False
    if not hasattr(computation, "operation"):
        raise TypeError(
            "compile_and_load(): incompatible function arguments: wanted a module, or its text or bytecode, "
            f"got {type(computation)}"
        )
    module = legalize.legalize(computation)
    if replica_groups.has_mesh_axes(module) and not takes_mesh_axes():
        module = replica_groups.list_replica_groups(module)
    text = printer.Printer(generic=True, locations=True).print(module)
    return text.encode(), "mhlo.layout_mode" in text
