"""Sparse routines for a CPU backend inside of jaxlib: none, jaxlib-cpu brings its own."""

from __future__ import annotations

from typing import Any


def registrations() -> dict[str, Any]:
    """The routines by the names of their targets."""
    return {}
