"""A jax backend, packaged as a separate wheel.

jax finds this module by its entry point and calls ``initialize()``. ``plugin.json`` describes the library and its
platform; ``jaxlib_core`` checks and registers it.
"""

from __future__ import annotations

from ._core import attribute, register

__getattr__ = attribute  # __version__


def initialize() -> None:
    """Register this plugin with jax for the platform in its descriptor."""
    register(__file__)
