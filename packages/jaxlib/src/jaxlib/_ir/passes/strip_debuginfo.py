"""Removes all locations."""

from __future__ import annotations

from jaxlib._ir import core


def strip_debuginfo(op: core.Operation) -> None:
    """Set the locations of all operations and arguments to unknown."""
    unknown = core.Location.unknown()
    for inner in core.everything(op):
        inner._location = unknown
        for region in inner._regions:
            for block in region._blocks:
                for argument in block._arguments:
                    argument._location = unknown
