"""The dialect of Triton, for GPU kernels."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.core import Attribute
from jaxlib._ir.dialects import PointerType


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def infer_reduce_op_encoding(encoding: Attribute, axis: int) -> Attribute | None:
    """The encoding of a reduced tensor: none, because only Triton's own passes give tensors an encoding."""
    return None


__all__ = ["PointerType", "infer_reduce_op_encoding", "register_dialect"]

publish(globals(), ["PointerType"])
