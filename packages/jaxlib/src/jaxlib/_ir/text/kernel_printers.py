"""The custom printers of kernels' operations, which print what MLIR prints.

An operation of the kernels' dialects that is not here is printed in the generic form.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from jaxlib._ir.core import Operation
from jaxlib._ir.text import gpu_printers, standard_printers, tpu_printers
from jaxlib._ir.text.kernel_formats import FORMATS
from jaxlib._ir.text.kernel_parts import Shown, formatted

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer


def _line(name: str, shown: Shown) -> Callable[[Printer, Operation, str], None]:
    """The printer of an operation on one line."""
    short = name.removeprefix("builtin.")

    def line(printer: Printer, op: Operation, indent: str) -> None:
        text = shown(printer, op)
        space = "" if not text or text[0] in " (" else " "
        # `builtin` is the default dialect directly inside a module, and of an operation that is printed alone.
        head = short if printer.owner in ("", "builtin.module") else name
        printer.lines.append(
            f"{indent}{printer.result_names(op)}{head}{space}{text}{printer.location(op._location)}"
        )

    return line


_formatted = cache(formatted)


def _by_format(shown: str) -> Shown:
    """A printer from a format, which is parsed when it is first used: most programs have no kernel."""

    def later(printer: Printer, op: Operation) -> str:
        return _formatted(shown)(printer, op)

    return later


def _or_generic(show: Callable[[Printer, Operation, str], None]) -> Callable[[Printer, Operation, str], None]:
    """A printer that uses the generic form for an operation that lacks what its custom form shows.

    Not all operations of kernels are verified as strictly as upstream's verifier does.
    """

    def shown(printer: Printer, op: Operation, indent: str) -> None:
        count = len(printer.lines)
        try:
            show(printer, op, indent)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            del printer.lines[count:]
            printer.in_generic_form(op, indent)

    return shown


_SHOWN: dict[str, Shown] = {
    **standard_printers.SHOWN,
    **gpu_printers.SHOWN,
    **tpu_printers.SHOWN,
    **{name: _by_format(shown) for name, shown in FORMATS.items()},
}

#: The printers by the names of operations; each appends lines, with an indent.
PRINTERS: dict[str, Callable[[Printer, Operation, str], None]] = {
    name: _or_generic(show)
    for name, show in {
        **{name: _line(name, shown) for name, shown in _SHOWN.items()},
        **standard_printers.WITH_REGIONS,
        **gpu_printers.WITH_REGIONS,
    }.items()
}
