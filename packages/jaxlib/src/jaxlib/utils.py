"""The module `jaxlib.utils`: most of its names are the native module's."""

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
    """Have faulthandler print Python's stack if the process crashes."""
    import faulthandler
    import sys

    try:
        sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return  # standard error is not a file
    faulthandler.enable()


def absl_set_min_log_level(level: int) -> None:
    """Set the least severity of jaxlib's own log, 0 for information. Plugins have their own."""
    _log.set_minimum(level)


def absl_set_vlog_level(module: str, level: int) -> int:
    """Does nothing: the native module does not use Abseil, and plugins have their own."""
    return 0


def absl_set_global_vlog_level(level: int) -> int:
    """Does nothing: the native module does not use Abseil, and plugins have their own."""
    return 0


def absl_set_stderr_threshold(level: int) -> None:
    """Does nothing: the native module does not use Abseil, and plugins have their own."""


__getattr__: Callable[[str], Any] = fill_in("jaxlib.utils")
