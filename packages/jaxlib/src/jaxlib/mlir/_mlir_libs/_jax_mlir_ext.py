"""jax's additions to MLIR: dialect registration, inlined calls, and locations from tracebacks."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.core import (
    Attribute,
    BoolAttr,
    FloatAttr,
    IntegerAttr,
    Operation,
    Type,
    Value,
)
from jaxlib._native import ir as _native


def register_dialects(registry: Any, /, register_pipelines: bool = True) -> None:
    """Register dialects and, since 0.11, passes; no effect, because all are always loaded."""


def enter_multi_threaded_execution(context: Any) -> None:
    """Allow several threads to build programs; no effect, because that is always allowed."""


def exit_multi_threaded_execution(context: Any) -> None:
    """End what `enter_multi_threaded_execution` began; no effect."""


inlined_func_call = _native.inline_call


_CONSTANT = "arith.constant"


def arith_constant(value: bool | int | float, type: Type, /) -> Value[Type]:  # noqa: A002
    """The value of a new ``arith.constant``; integers wrap around if the type is too small.

    Raises:
        ValueError: The value is of another class.
        MLIRError: There are no constants of that type.
    """
    attribute: Attribute
    if isinstance(value, bool):
        attribute = BoolAttr.get(value)
    elif isinstance(value, int):
        # A boolean has one bit, too.
        attribute = IntegerAttr.get(type, value & 1 if type.text == "i1" else value)
    elif isinstance(value, float):
        attribute = FloatAttr.get(type, value)
    else:
        raise ValueError(f"Unsupported constant type: {value.__class__!r}")
    # Kernels have thousands. Operation.create() would check what is known here.
    operation = Operation._new(_CONSTANT)
    operation._fill(_CONSTANT, (), {"value": attribute}, (type,), 0, None, None, None)
    return operation._results[0]


TracebackToLocationCache = _native.TracebackToLocationCache
