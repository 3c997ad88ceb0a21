"""The module that jax calls `jaxlib.utils`: names of the native half."""

from __future__ import annotations

from jaxlib import _native
from jaxlib._missing import fill_in

safe_map = _native.utils.safe_map
foreach = _native.utils.foreach
safe_zip = _native.utils.safe_zip
topological_sort = _native.utils.topological_sort
Mutex = _native.utils.Mutex


def install_failure_signal_handler(call_previous_handler: bool = True) -> None:
    """Have Python say where it was when the process crashes."""
    import faulthandler
    import sys

    try:
        sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return  # the standard error stream is no file
    faulthandler.enable()


def absl_set_min_log_level(level: int) -> None:
    """How much Abseil logs: nothing here uses it, and plugins have their own."""


def absl_set_vlog_level(module: str, level: int) -> int:
    """How much Abseil logs: nothing here uses it, and plugins have their own."""
    return 0


def absl_set_global_vlog_level(level: int) -> int:
    """How much Abseil logs: nothing here uses it, and plugins have their own."""
    return 0


def absl_set_stderr_threshold(level: int) -> None:
    """How much Abseil logs: nothing here uses it, and plugins have their own."""


__getattr__ = fill_in("jaxlib.utils")
