"""Sparse handlers, which are in jaxlib-cpu, because this jaxlib contains no CPU backend."""

from __future__ import annotations

from typing import Any


def registrations() -> dict[str, Any]:
    """The handlers by target name: none."""
    return {}
