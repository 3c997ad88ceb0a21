"""The module `jaxlib.utils`, most of whose names come from the native module."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jaxlib import _log, _native
from jaxlib._missing import fill_in

safe_map: Callable[..., Any] = _native.utils.safe_map
foreach: Callable[..., Any] = _native.utils.foreach
safe_zip: Callable[..., Any] = _native.utils.safe_zip
topological_sort: Callable[[str, Iterable[Any]], list[Any]] = _native.utils.topological_sort
Mutex = _native.utils.Mutex


def install_failure_signal_handler(call_previous_handler: bool = True) -> None:
    """Make faulthandler print Python's stack if the process crashes."""
    import faulthandler
    import sys

    try:
        sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return  # standard error has no file descriptor
    faulthandler.enable()


def absl_set_min_log_level(level: int) -> None:
    """Set the minimum severity of jaxlib's own log, 0 for information. Plugins have their own log."""
    _log.set_minimum(level)


def absl_set_vlog_level(module: str, level: int) -> int:
    """Do nothing: the native module does not use Abseil, and plugins have their own log."""
    return 0


def absl_set_global_vlog_level(level: int) -> int:
    """Do nothing: the native module does not use Abseil, and plugins have their own log."""
    return 0


def absl_set_stderr_threshold(level: int) -> None:
    """Do nothing: the native module does not use Abseil, and plugins have their own log."""


__getattr__: Callable[[str], Any] = fill_in("jaxlib.utils")
