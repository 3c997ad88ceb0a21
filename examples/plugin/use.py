"""The devices that jax has, or what keeps it from having any."""

from __future__ import annotations

import jax

try:
    print(jax.devices())
except RuntimeError as error:
    print(error)
