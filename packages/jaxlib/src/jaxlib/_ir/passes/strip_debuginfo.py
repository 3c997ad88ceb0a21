"""Removes all locations."""

from __future__ import annotations

from jaxlib._ir import core


def strip_debuginfo(op: core.Operation) -> None:
    """Set the locations of all operations and arguments to unknown."""
    unknown = core.Location.unknown()
    for each in core.everything(op):
        each._location = unknown
        for region in each._regions:
            for block in region._blocks:
                for argument in block._arguments:
                    argument._location = unknown
