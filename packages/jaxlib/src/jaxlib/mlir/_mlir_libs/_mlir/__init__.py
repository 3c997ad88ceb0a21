"""MLIR's Python bindings, implemented by jaxlib._ir."""

from __future__ import annotations

import enum
import importlib
from typing import Any

from jaxlib._ir.core import registry as _registry
from jaxlib._ir.core.registry import register_dialect, register_op_adaptor, register_operation

from . import ir, passmanager

__all__ = [
    "CurrentLocAction", "OnExplicitAction", "globals", "ir", "passmanager", "register_dialect",
    "register_op_adaptor", "register_operation", "register_type_caster", "register_value_caster",
]  # fmt: skip


class OnExplicitAction(enum.Enum):
    """How an explicit location is combined with the traceback."""

    USE_EXPLICIT = 0
    USE_TRACEBACK = 1


class CurrentLocAction(enum.Enum):
    """How the current location is combined with the traceback."""

    FALLBACK = 0
    NAMELOC_WRAP = 1


class _Globals:
    """MLIR's global settings. They are stored, but have no effect: jax creates locations from tracebacks itself."""

    def __init__(self) -> None:
        self.dialect_search_modules: list[str] = ["jaxlib.mlir.dialects"]
        self._enabled = False
        self._limit: int | None = 10
        self._explicit = OnExplicitAction.USE_EXPLICIT
        self._current = CurrentLocAction.FALLBACK

    def append_dialect_search_prefix(self, module_name: str) -> None:
        """Add a package that is searched for dialects."""
        self.dialect_search_modules.append(module_name)

    def _check_dialect_module_loaded(self, dialect_namespace: str) -> bool:
        for prefix in self.dialect_search_modules:
            try:
                importlib.import_module(f"{prefix}.{dialect_namespace}")
            except ModuleNotFoundError:
                continue
            return True
        return False

    def _register_dialect_impl(
        self, dialect_namespace: str, dialect_class: Any, *, replace: bool = False
    ) -> None:
        _registry.DIALECTS[dialect_namespace] = dialect_class

    def _register_operation_impl(
        self, operation_name: str, operation_class: Any, *, replace: bool = False
    ) -> None:
        _registry.VIEWS[operation_name] = operation_class

    def loc_tracebacks_enabled(self) -> bool:
        """Whether locations are created from tracebacks."""
        return self._enabled

    def set_loc_tracebacks_enabled(self, enabled: bool) -> None:
        """Set whether locations are created from tracebacks."""
        self._enabled = enabled

    def loc_tracebacks_frame_limit(self) -> Any:
        """The maximum number of traceback frames in a location."""
        return self._limit

    def set_loc_tracebacks_frame_limit(self, limit: int | None) -> None:
        """Set the maximum number of traceback frames in a location."""
        self._limit = limit

    def register_traceback_file_inclusion(self, path: str) -> None:
        """Include a file in tracebacks."""

    def register_traceback_file_exclusion(self, path: str) -> None:
        """Exclude a file from tracebacks."""

    def traceback_action_on_explicit_loc(self) -> OnExplicitAction:
        """How an explicit location is combined with the traceback."""
        return self._explicit

    def set_traceback_action_on_explicit_loc(self, action: OnExplicitAction) -> None:
        """Set how an explicit location is combined with the traceback."""
        self._explicit = action

    def traceback_action_on_current_loc(self) -> CurrentLocAction:
        """How the current location is combined with the traceback."""
        return self._current

    def set_traceback_action_on_current_loc(self, action: CurrentLocAction) -> None:
        """Set how the current location is combined with the traceback."""
        self._current = action


globals = _Globals()  # noqa: A001


def _kept(_typeid: Any, *, replace: bool = False) -> Any:
    return lambda function: function


#: Values always have their most derived class, so value casters have no effect.
register_type_caster = register_value_caster = _kept
