"""The recipes: each composes the stage of a distribution, for a release and an architecture."""

from __future__ import annotations

from tools.builder.recipes import jaxlib, pjrt, plugin, pure

__all__ = ["jaxlib", "pjrt", "plugin", "pure"]
