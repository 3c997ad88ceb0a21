"""A backend for jax as a wheel of its own.

jax finds this module by its entry point and calls ``initialize()``. What it is of which library, for which
platform, stands in ``plugin.json``; what is done with it is ``jaxlib_core``'s.
"""

from __future__ import annotations

from ._core import register


def initialize() -> None:
    """Offer this plugin to jax as the platform that its descriptor names."""
    register(__file__)
