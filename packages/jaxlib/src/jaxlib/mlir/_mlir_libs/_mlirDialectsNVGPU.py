"""MLIR's dialect for NVIDIA GPUs."""

from __future__ import annotations

from jaxlib._ir.api import publish
from jaxlib._ir.dialects.gpu import TensorMapDescriptorType

__all__ = ["TensorMapDescriptorType"]

publish(globals(), __all__)
