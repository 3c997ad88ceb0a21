"""The form in which programs are passed to plugins: text, or bytecode if constants are large."""

from __future__ import annotations

from collections.abc import Callable

from jaxlib._ir.core import (
    DenseElementsAttr,
    DenseFPElementsAttr,
    DenseIntElementsAttr,
    Module,
    Operation,
)
from jaxlib._ir.passes import legalize, replica_groups
from jaxlib._ir.text import printer
from jaxlib._native import ir as _native

#: Bytes of constants above which XLA:CPU compiles bytecode faster than text with hexadecimal digits. Measured: no
#: difference up to 100 kB; 30.7 ms against 33.5 at 400 kB, 57 against 83 at 4 MB.
MOST_IN_TEXT = 100_000


def program_text(
    computation: Module | str | bytes,
    takes_mesh_axes: Callable[[], bool] = lambda: False,
    *,
    bytecode: Callable[[Operation], bytes] | None = None,
) -> tuple[bytes, bool]:
    """The program as MLIR text, which every plugin reads, and whether it requests layouts.

    ``bytecode`` writes a program with large constants for a plugin that is known to read MLIR's bytecode.

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
    if bytecode is not None and _constants(module) > MOST_IN_TEXT:
        data = bytecode(module)
        return data, b"mhlo.layout_mode" in data
    text = printer.Printer(generic=True, locations=True).print(module)
    return text.encode(), "mhlo.layout_mode" in text


def _constants(module: Operation) -> int:
    """The bytes of all constants."""
    kinds = (DenseElementsAttr, DenseFPElementsAttr, DenseIntElementsAttr)
    return sum(
        attribute.parts[1].nbytes
        for op in _native.holding(module, kinds)
        for attribute in op._attributes.values()
        if isinstance(attribute, DenseElementsAttr)
    )
