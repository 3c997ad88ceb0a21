"""The log of the native module."""

from __future__ import annotations

import logging

_logger = logging.getLogger("jaxlib")


def warning(message: str) -> None:
    """Log ``message`` as a warning."""
    _logger.warning("%s", message)
