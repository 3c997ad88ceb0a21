"""The custom printers of kernels' operations, which print what MLIR prints.

An operation of the kernels' dialects that is not here is printed in the generic form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from jaxlib._ir.core import Operation
from jaxlib._ir.text import gpu_printers, standard_printers, tpu_printers
from jaxlib._ir.text.kernel_formats import FORMATS
from jaxlib._ir.text.kernel_parts import Shown, formatted

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer


def _line(name: str, shown: Shown) -> Callable[[Printer, Operation, str], None]:
    """The printer of an operation on one line."""

    def line(printer: Printer, op: Operation, indent: str) -> None:
        text = shown(printer, op)
        space = "" if not text or text[0] in " (" else " "
        printer.lines.append(
            f"{indent}{printer.result_names(op)}{name}{space}{text}{printer.location(op._location)}"
        )

    return line


_SHOWN: dict[str, Shown] = {
    **standard_printers.SHOWN,
    **gpu_printers.SHOWN,
    **tpu_printers.SHOWN,
    **{name: formatted(shown) for name, shown in FORMATS.items()},
}

#: The printers by the names of operations; each appends lines, with an indent.
PRINTERS: dict[str, Callable[[Printer, Operation, str], None]] = {
    **{name: _line(name, shown) for name, shown in _SHOWN.items()},
    **standard_printers.WITH_REGIONS,
    **gpu_printers.WITH_REGIONS,
}
