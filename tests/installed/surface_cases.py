"""The properties of a backend that users see besides numerical results; run as ``cases.py`` describes.

python surface_cases.py [CASE ...]

The cases are in ``surface``, in a module for each subject.
"""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.extend
from cases import case, main
from surface import (  # noqa: F401 - each registers its cases
    ahead_of_time,
    devices,
    donation,
    host_arrays,
    memories,
    numerics,
    running,
    several_devices,
)
from surface.arrays import numbers


@case
def clear() -> Any:
    """``clear_backends`` and a new backend; the last case, since older arrays are invalid afterwards."""
    before = jax.devices()[0]
    jax.clear_caches()
    jax.extend.backend.clear_backends()
    after = jax.devices()
    return [len(after), after[0] is before, (numbers(3) + 1).tolist()]


main(sys.argv[1:])
