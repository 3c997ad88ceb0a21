"""Logging: warnings go to Python's logging; what upstream writes to Abseil's log goes to standard error."""

from __future__ import annotations

import logging
import operator
import os
import sys
import threading
import time

_logger = logging.getLogger("jaxlib")


def _initial_minimum() -> int:
    try:
        return int(os.environ.get("TF_CPP_MIN_LOG_LEVEL", "0"))
    except ValueError:
        return 0


_minimum = _initial_minimum()


def set_minimum(level: int) -> None:
    """Set the minimum severity that is shown: 0 for information, 1 for warnings only."""
    global _minimum
    _minimum = operator.index(level)


def warning(message: str) -> None:
    """Log ``message`` as a warning."""
    _logger.warning("%s", message)


def info(where: str, message: str) -> None:
    """Write a line in the format of Abseil's log, unless only warnings are shown."""
    if _minimum > 0 or sys.stderr is None:
        return
    now = time.time()
    moment = f"{time.strftime('%m%d %H:%M:%S', time.localtime(now))}.{int(now % 1 * 1e6):06}"
    sys.stderr.write(f"I{moment} {threading.get_native_id():>7} {where}] {message}\n")
