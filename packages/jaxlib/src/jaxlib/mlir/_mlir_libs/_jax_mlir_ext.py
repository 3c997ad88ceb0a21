"""jax's additions to MLIR: dialect registration, inlined calls, and locations from tracebacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jaxlib._ir.core import (
    Attribute,
    BoolAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Location,
    Operation,
    Type,
    Value,
)
from jaxlib._native import ir as _native
from jaxlib._native import jax as _jax


def register_dialects(registry: Any, /, register_pipelines: bool = True) -> None:
    """Register dialects and, since 0.11, passes; no effect, because all are always loaded."""


def enter_multi_threaded_execution(context: Any) -> None:
    """Allow several threads to build programs; no effect, because that is always allowed."""


def exit_multi_threaded_execution(context: Any) -> None:
    """End what `enter_multi_threaded_execution` began; no effect."""


inlined_func_call = _native.inline_call


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
        attribute = IntegerAttr.get(type, _wrapped(value, type))
    elif isinstance(value, float):
        attribute = FloatAttr.get(type, value)
    else:
        raise ValueError(f"Unsupported constant type: {value.__class__!r}")
    return Operation.create("arith.constant", results=[type], attributes={"value": attribute}).result


def _wrapped(value: int, type: Type) -> int:  # noqa: A002
    """The integer wrapped to the width of a type."""
    if not isinstance(type, IntegerType):
        return value
    value &= (1 << type.width) - 1
    return value - (1 << type.width) if value >> (type.width - 1) and not type.is_unsigned else value


class TracebackToLocationCache:
    """Converts tracebacks to call-site locations, without hidden frames."""

    def __init__(self, code_to_filename: Callable[[Any], Any], frame_limit: int, context: Any = None) -> None:
        self._code_to_filename = code_to_filename
        self._limit = frame_limit
        self._context = context
        # By the identity of the code object, because hashing code objects is slow; they are kept alive here.
        self._files: dict[int, tuple[Any, Any]] = {}
        self._frames: dict[tuple[int, int], Any] = {}
        self._tracebacks: dict[Any, Location] = {}
        self._calls: dict[tuple[int, int], Location] = {}

    def get(self, traceback: Any) -> Location:
        """The location of a traceback."""
        cached = self._tracebacks.get(traceback)
        if cached is None:
            cached = self._tracebacks[traceback] = self._make(traceback)
        return cached

    def _make(self, traceback: Any) -> Location:
        shown: list[Location] = []
        for code, last in zip(*traceback.raw_frames(), strict=True):
            frame = self._frame(code, last)
            if frame is not None:
                shown.append(frame)
                if len(shown) == self._limit:
                    break
        if not shown:
            return Location.unknown(self._context)
        # Equal chains of callers share one object, so that locations with them compare quickly.
        location = shown[-1]
        for frame in reversed(shown[:-1]):
            key = (id(frame), id(location))
            cached = self._calls.get(key)
            if cached is None:
                cached = self._calls[key] = Location.callsite(frame, [location], self._context)
            location = cached
        return location

    def _frame(self, code: Any, last: int) -> Any:
        key = (id(code), last)
        if key in self._frames:
            return self._frames[key]
        if id(code) not in self._files:
            self._files[id(code)] = (code, self._code_to_filename(code))
        _, filename = self._files[id(code)]
        location = None
        if filename is not None:
            line, column, end_line, end_column = _jax.Traceback.code_addr2location(code, last)
            where = Location.file(filename, line, column, end_line, end_column, context=self._context)
            location = Location.name(code.co_qualname, where, self._context)
        self._frames[key] = location
        return location
