"""MHLO's attributes; those that jax uses are StableHLO's."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.dialects import TokenType


def register_mhlo_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def register_mhlo_passes() -> None:
    """Register the dialect's passes; no effect, because there are none."""


__all__ = ["TokenType", "register_mhlo_dialect", "register_mhlo_passes"]
