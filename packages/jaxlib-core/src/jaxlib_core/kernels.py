"""``become`` under the name by which the modules in the GPU wheels import it; its home is ``jax.gpu_kernels``."""

from __future__ import annotations

from jaxlib_core.jax.gpu_kernels import become

__all__ = ["become"]
