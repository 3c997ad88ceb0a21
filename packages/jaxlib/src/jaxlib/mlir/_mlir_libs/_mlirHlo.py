"""MHLO's attributes: StableHLO's, which are all that jax uses."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.dialects import TokenType


def register_mhlo_dialect(context: Any, load: bool = True) -> None:
    """Take note of the dialect: it is always there."""


def register_mhlo_passes() -> None:
    """Take note of its passes: there are none."""


__all__ = ["TokenType", "register_mhlo_dialect", "register_mhlo_passes"]
