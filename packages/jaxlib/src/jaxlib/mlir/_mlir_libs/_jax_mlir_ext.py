"""What jax adds to MLIR: its dialects, calls that are inlined, and tracebacks as locations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jaxlib._ir.core import Location
from jaxlib._missing import missing
from jaxlib._native import ir as _native
from jaxlib._native import jax as _jax


def register_dialects(registry: Any, /, register_pipelines: bool = True) -> None:
    """Take note of dialects and, in 0.11 and later, of the names of passes: all there are, are known."""


def enter_multi_threaded_execution(context: Any) -> None:
    """Several threads will build at once: they may."""


def exit_multi_threaded_execution(context: Any) -> None:
    """They are done."""


inlined_func_call = _native.inline_call

arith_constant = missing("jaxlib.mlir._mlir_libs._jax_mlir_ext.arith_constant", "it is used by Pallas only")


class TracebackToLocationCache:
    """A traceback as a location: its frames as calls, those left out that are not to be shown."""

    def __init__(self, code_to_filename: Callable[[Any], Any], frame_limit: int, context: Any = None) -> None:
        self._code_to_filename = code_to_filename
        self._limit = frame_limit
        self._context = context
        # By the identity of a piece of code, which is kept with it: its hash takes long to compute.
        self._files: dict[int, tuple[Any, Any]] = {}
        self._frames: dict[tuple[int, int], Any] = {}
        self._tracebacks: dict[Any, Location] = {}
        self._calls: dict[tuple[int, int], Location] = {}

    def get(self, traceback: Any) -> Location:
        """The location."""
        found = self._tracebacks.get(traceback)
        if found is None:
            found = self._tracebacks[traceback] = self._make(traceback)
        return found

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
        # The same callers are one object, so that what comes of them is compared quickly.
        whole = shown[-1]
        for frame in reversed(shown[:-1]):
            key = (id(frame), id(whole))
            known = self._calls.get(key)
            if known is None:
                known = self._calls[key] = Location.callsite(frame, [whole], self._context)
            whole = known
        return whole

    def _frame(self, code: Any, last: int) -> Any:
        key = (id(code), last)
        if key in self._frames:
            return self._frames[key]
        if id(code) not in self._files:
            self._files[id(code)] = (code, self._code_to_filename(code))
        _, filename = self._files[id(code)]
        made = None
        if filename is not None:
            line, column, end_line, end_column = _jax.Traceback.code_addr2location(code, last)
            where = Location.file(filename, line, column, end_line, end_column, context=self._context)
            made = Location.name(code.co_qualname, where, self._context)
        self._frames[key] = made
        return made
