"""The environment variables with which this process was started, before Python's startup files changed any."""

from __future__ import annotations

import os
from collections.abc import Mapping

from jaxlib_core.environment import files


def variables() -> Mapping[str, str]:
    """The initial variables of this process; the present ones if the system does not provide them."""
    try:
        with files.open_regular("/proc/self/environ") as file:
            entries = file.read().split(b"\0")
    except OSError:
        return dict(os.environ)
    pairs = (entry.partition(b"=") for entry in entries)
    return {os.fsdecode(name): os.fsdecode(value) for name, _, value in pairs if name}
