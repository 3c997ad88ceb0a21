"""Contexts, what a ``with`` statement makes current, and the error that programs raise."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Self, TypeVar

from jaxlib._ir.core.registry import VIEWS, Dialects
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native

T = TypeVar("T")


class MLIRError(Exception):
    """A program that is malformed or cannot be read."""

    def __init__(self, message: str, error_diagnostics: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.error_diagnostics = list(error_diagnostics)


#: The dialects of programs.
_KNOWN = frozenset(
    [
        *("builtin", "func", "stablehlo", "chlo", "sdy", "mhlo", "mpmd"),
        *("arith", "cf", "math", "memref", "scf", "tpu", "vector"),
    ]
)


class _ContextMeta(type):
    """The class property ``Context.current``, which cannot be set."""

    @property
    def current(cls) -> Context | None:
        return _native.current_context()


class Context(metaclass=_ContextMeta):
    """The context of programs. All dialects are always loaded; the methods that load them do nothing."""

    def __init__(self, *_args: object, **_kwargs: object) -> None:
        self.allow_unregistered_dialects = False
        self.emit_error_diagnostics = False
        self._transient = False

    def __enter__(self) -> Context:
        _native.enter_context(self)
        return self

    def __exit__(self, *error: object) -> None:
        _native.exit_context(self, *error)

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer

    def append_dialect_registry(self, registry: object) -> None:
        """Register dialects: does nothing, since all are known."""

    def load_all_available_dialects(self) -> None:
        """Load dialects: does nothing, since all are loaded."""

    def enable_multithreading(self, enable: bool) -> None:
        """Allow several threads: does nothing, since nothing here uses them."""

    def set_thread_pool(self, pool: object) -> None:
        """Set the threads to use: does nothing, since nothing here uses them."""

    def is_registered_operation(self, operation_name: str) -> bool:
        """Whether a dialect that was loaded has a class for the operation."""
        return operation_name in VIEWS

    def is_dialect_loaded(self, dialect_name: str) -> bool:
        """Whether the dialect is known."""
        return dialect_name in _KNOWN

    @property
    def remarks_enabled(self) -> bool:
        """False: nothing here makes remarks."""
        return False

    def enable_remarks(self, **_options: object) -> None:
        """Raise an error: no pass here makes remarks."""
        raise NotInBindings("jaxlib.mlir.ir.Context.enable_remarks", "no pass here makes remarks")

    def finalize_remarks(self) -> None:
        """End what `enable_remarks` began: nothing."""

    @property
    def is_in_transient_scope(self) -> bool:
        """Whether a transient scope is open."""
        return self._transient

    def begin_transient_scope(self) -> None:
        """Open a scope, at whose end what was made in it may go: that goes when nobody has it any more, anyway."""
        if self._transient:
            raise ValueError("Context is already in a transient scope")
        self._transient = True

    def end_transient_scope(self) -> None:
        """Close the scope."""
        self._transient = False

    @contextlib.contextmanager
    def transient_scope(self) -> Iterator[Self]:
        """A scope for a ``with`` statement."""
        self.begin_transient_scope()
        try:
            yield self
        finally:
            self.end_transient_scope()

    @property
    def dialects(self) -> Dialects:
        """The dialects by name."""
        return Dialects(self)

    d = dialects

    def attach_diagnostic_handler(self, callback: object) -> None:
        """Report diagnostics to a handler: does nothing, since errors are raised instead."""


class DialectRegistry:
    """A set of dialects; empty, since all dialects are always loaded."""

    def __init__(self, *_args: object) -> None: ...

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer


class ThreadPool:
    """The threads of a context; nothing here uses them."""

    def __init__(self, *_args: object) -> None: ...

    def get_max_concurrency(self) -> int:
        """The number of threads."""
        return 1

    def _mlir_thread_pool_ptr(self) -> str:
        return ""


#: Returns the given context, or the current one for None; raises RuntimeError if there is none.
require_context = _native.require_context

_native.register(error=MLIRError)
