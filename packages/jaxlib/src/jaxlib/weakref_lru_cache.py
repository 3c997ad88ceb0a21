"""The module that jax calls `jaxlib.weakref_lru_cache`: names of the native half."""

from __future__ import annotations

from jaxlib import _native
from jaxlib._missing import fill_in

globals().update(
    {name: value for name, value in vars(_native.weakref_lru_cache).items() if not name.startswith("__")}
)

__getattr__ = fill_in("jaxlib.weakref_lru_cache")
