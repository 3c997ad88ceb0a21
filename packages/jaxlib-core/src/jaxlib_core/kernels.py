"""Re-exports ``become``, which the modules in the GPU wheels import by this name, from ``jax.gpu_kernels``."""

from __future__ import annotations

from jaxlib_core.jax.gpu_kernels import become

__all__ = ["become"]
