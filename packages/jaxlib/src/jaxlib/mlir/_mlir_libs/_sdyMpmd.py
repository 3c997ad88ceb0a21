"""The MPMD dialect."""

from __future__ import annotations

from typing import Any


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


__all__ = ["register_dialect"]
