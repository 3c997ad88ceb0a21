"""MLIR's dialect for GPUs."""

from __future__ import annotations

from jaxlib._ir.api import publish
from jaxlib._ir.dialects.gpu import AsyncTokenType, ObjectAttr

__all__ = ["AsyncTokenType", "ObjectAttr"]

publish(globals(), __all__)
