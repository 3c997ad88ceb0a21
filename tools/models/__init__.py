"""``python -m tools models``: MaxText's models, small, on our backends against upstream's, as a matrix."""

from __future__ import annotations

from tools.models.command import main

__all__ = ["main"]
