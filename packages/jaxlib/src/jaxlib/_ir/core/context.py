"""Contexts, what a ``with`` statement makes current, and the error that programs raise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib._ir.core.registry import VIEWS, Dialects
from jaxlib._native import ir as _native


class MLIRError(Exception):
    """A program that is wrong in itself."""

    def __init__(self, message: str, error_diagnostics: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.error_diagnostics = list(error_diagnostics)


class CurrentMeta(type):
    """`Context.current` and its like: a property of the class that cannot be set."""

    _find: Callable[[], Any]

    @property
    def current(cls) -> Any:
        return cls._find()


class _ContextMeta(CurrentMeta):
    _find = staticmethod(_native.current_context)


class Context(metaclass=_ContextMeta):
    """Where a program belongs. There is nothing to load or to free, but jax asks for both."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self.allow_unregistered_dialects = False
        self.emit_error_diagnostics = False

    def __enter__(self) -> Context:
        _native.enter_context(self)
        return self

    def __exit__(self, *error: object) -> None:
        _native.exit_context(self, *error)

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    def append_dialect_registry(self, registry: Any) -> None:
        """Take note of dialects: all there are, are known."""

    def load_all_available_dialects(self) -> None:
        """Load dialects: all there are, are loaded."""

    def enable_multithreading(self, enable: bool) -> None:
        """Use several threads: nothing here does."""

    def set_thread_pool(self, pool: Any) -> None:
        """Use these threads: nothing here does."""

    def is_registered_operation(self, name: str) -> bool:
        """Whether there is a builder for it."""
        return name in VIEWS

    @property
    def dialects(self) -> Any:
        """All dialects there are, by name."""
        return Dialects(self)

    d = dialects

    def attach_diagnostic_handler(self, _handler: Any) -> Any:
        """Have diagnostics reported; none are made here."""
        return None


class DialectRegistry:
    """Dialects to come; nothing needs to be known of them."""

    def __init__(self, *_args: Any) -> None: ...

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer


class ThreadPool:
    """Threads for a context; nothing here uses them."""

    def __init__(self, *_args: Any) -> None: ...

    def get_max_concurrency(self) -> int:
        """How many threads there are."""
        return 1

    def _mlir_thread_pool_ptr(self) -> str:
        return ""


#: The context that is given, or the current one for None; without either, a RuntimeError.
require_context = _native.require_context

_native.register(error=MLIRError)
