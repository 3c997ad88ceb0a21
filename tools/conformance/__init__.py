"""``python -m tools conformance``: the checks of ``jaxlib conformance`` on every PJRT library at hand."""

from __future__ import annotations

from tools.conformance.command import main

__all__ = ["main"]
