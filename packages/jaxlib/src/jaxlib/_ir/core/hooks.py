"""The functions of higher layers that methods of core's classes call, such as `Type.parse` and `Operation.get_asm`.

Parser, printer, bytecode and type inference are built on core, so core cannot import them: `jaxlib._ir.api`
installs them here when the package is imported. The methods, with signature and docstring, stay in their classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxlib._ir.core.attributes import Attribute, Attributes
    from jaxlib._ir.core.blocks import Block
    from jaxlib._ir.core.context import Context
    from jaxlib._ir.core.diagnostics import Diagnostic, DiagnosticHandler
    from jaxlib._ir.core.location import Location
    from jaxlib._ir.core.module import Module
    from jaxlib._ir.core.operations import Operation
    from jaxlib._ir.core.types import Type
    from jaxlib._ir.core.values import Value


class Hooks:
    """The functions that `jaxlib._ir.api` installs; all of them exist once `jaxlib._ir` is imported."""

    #: Text -> type, attribute or operation. Each raises MLIRError for text that it cannot parse.
    parse_type: Callable[[str], Type]
    parse_attribute: Callable[[str], Attribute]
    #: The second string is the name of the text's file, or empty.
    parse_operation: Callable[[str, str], Operation]
    #: Text or bytecode -> module.
    read_module: Callable[[str | bytes], Module]
    #: Operation, generic form, locations, maximum number of elements, whether regions are left out; whether
    #: locations are without `loc(...)`, whether they are written out, whether they name values -> text.
    print_operation: Callable[[Operation, bool, bool, int | None, bool, bool, bool, bool], str]
    #: Block -> text.
    print_block: Callable[[Block], str]
    #: Value -> its name in the text of the whole program.
    name_of: Callable[[Value[Type]], str]
    #: Operation, version of the bytecode format (None for the newest) -> bytes.
    write_bytecode: Callable[[Operation, int | None], bytes]
    #: Name, operands, attributes -> result types.
    infer: Callable[[str, Sequence[Value[Type]], Attributes], Sequence[Type]]
    #: Context, function -> the function as a handler of the context's diagnostics.
    attach_handler: Callable[[Context, Callable[[Diagnostic], object]], DiagnosticHandler]
    #: Location, message -> None. The handlers of the location's context get the error.
    emit_error: Callable[[Location, str], None]
    #: Operation -> None. Raises MLIRError for an invalid program.
    verify: Callable[[Operation], None]


hooks = Hooks()
