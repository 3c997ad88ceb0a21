"""``python -m tools libraries``: test suites of libraries on jax, with the family and with upstream's jaxlib."""

from __future__ import annotations

from tools.libraries.command import main

__all__ = ["main"]
