"""Contexts, the objects that ``with`` statements make current, and MLIRError."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Self, TypeVar

from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.registry import KNOWN, VIEWS, DialectDescriptor, Dialects
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as _native

if TYPE_CHECKING:
    from jaxlib._ir.core.diagnostics import Diagnostic, DiagnosticHandler

T = TypeVar("T")


class MLIRError(Exception):
    """A program is malformed or cannot be read."""

    def __init__(self, message: str, error_diagnostics: Sequence[object] = ()) -> None:
        super().__init__(message)
        self._message = message.partition(":\nerror: ")[0]
        self._error_diagnostics = list(error_diagnostics)

    # Properties as in upstream's class, which subclasses may override.

    @property
    def message(self) -> str:
        """What failed, without the diagnostics."""
        return self._message

    @property
    def error_diagnostics(self) -> list[object]:
        """The diagnostics of the operations that are wrong."""
        return self._error_diagnostics


class _ContextMeta(type):
    """The class property ``Context.current``, which cannot be set."""

    if TYPE_CHECKING:

        @property
        def current(cls) -> Context | None: ...

    else:
        current = property(_native.current_context)


class Context(metaclass=_ContextMeta):
    """The context of programs. All dialects are always loaded; the methods that load them have no effect."""

    def __init__(self, *_args: object, **_kwargs: object) -> None:
        self.allow_unregistered_dialects = False
        self.emit_error_diagnostics = False
        self._handlers: list[DiagnosticHandler] = []
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
        """Register dialects; no effect, because all dialects are known."""

    def load_all_available_dialects(self) -> None:
        """Load dialects; no effect, because all dialects are loaded."""

    def enable_multithreading(self, enable: bool) -> None:
        """Allow several threads; no effect, because nothing here uses them."""

    def set_thread_pool(self, pool: object) -> None:
        """Set the thread pool; no effect, because nothing here uses threads."""

    def is_registered_operation(self, operation_name: str) -> bool:
        """Whether a loaded dialect has a class for the operation."""
        return operation_name in VIEWS

    def is_dialect_loaded(self, dialect_name: str) -> bool:
        """Whether the dialect is known."""
        return dialect_name in KNOWN

    @property
    def remarks_enabled(self) -> bool:
        """False, because no pass here emits remarks."""
        return False

    def enable_remarks(self, **_options: object) -> None:
        """Raise NotInBindings, because no pass here emits remarks."""
        raise NotInBindings("jaxlib.mlir.ir.Context.enable_remarks", "no pass of this jaxlib emits remarks")

    def finalize_remarks(self) -> None:
        """Finalize remarks; no effect."""

    @property
    def is_in_transient_scope(self) -> bool:
        """Whether a transient scope is open."""
        return self._transient

    def begin_transient_scope(self) -> None:
        """Open a transient scope; no effect on memory, because objects are freed with their last reference."""
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

    def attach_diagnostic_handler(self, callback: Callable[[Diagnostic], object]) -> DiagnosticHandler:
        """Let a function get the diagnostics of this context; it returns whether it handled one."""
        return hooks.attach_handler(self, callback)

    def get_num_threads(self) -> int:
        """The number of threads; nothing here uses more than one."""
        return 1

    def get_dialect_descriptor(self, dialect_name: str) -> DialectDescriptor:
        """The descriptor of a dialect.

        Raises:
            ValueError: The dialect does not exist.
        """
        if not self.is_dialect_loaded(dialect_name):
            raise ValueError(f"Dialect '{dialect_name}' not found")
        return DialectDescriptor(dialect_name)


class DialectRegistry:
    """A set of dialects; empty, because all dialects are always loaded."""

    def __init__(self, *_args: object) -> None: ...

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer


class ThreadPool:
    """The thread pool of a context; nothing here uses it."""

    def __init__(self, *_args: object) -> None: ...

    def get_max_concurrency(self) -> int:
        """The number of threads."""
        return 1

    def _mlir_thread_pool_ptr(self) -> str:
        return ""


#: Returns the given context, or the current one for None; raises RuntimeError if there is none.
require_context = _native.require_context

_native.register(error=MLIRError)
