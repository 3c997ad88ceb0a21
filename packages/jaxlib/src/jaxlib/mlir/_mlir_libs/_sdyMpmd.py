"""The MPMD dialect."""

from __future__ import annotations

from typing import Any


def register_dialect(context: Any, load: bool = True) -> None:
    """Take note of the dialect: it is always there."""


__all__ = ["register_dialect"]
