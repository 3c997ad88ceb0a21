"""What this process was started with, before the files that Python runs when it starts changed any of it."""

from __future__ import annotations

import os
from collections.abc import Mapping

from jaxlib_core.environment import files


def variables() -> Mapping[str, str]:
    """The variables that this process was given; the present ones where the system does not say."""
    try:
        with files.open_regular("/proc/self/environ") as file:
            entries = file.read().split(b"\0")
    except OSError:
        return dict(os.environ)
    pairs = (entry.partition(b"=") for entry in entries)
    return {os.fsdecode(name): os.fsdecode(value) for name, _, value in pairs if name}
