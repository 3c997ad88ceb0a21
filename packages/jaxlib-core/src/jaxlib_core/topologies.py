"""Compile for absent hardware: ``topologies.get("tpu:v5e:2x2")``, ``topologies.get("cuda:h100x8")``.

The public name of ``jaxlib_core.jax.topologies``.
"""

from __future__ import annotations

from jaxlib_core.jax.topologies import get, names

__all__ = ["get", "names"]
