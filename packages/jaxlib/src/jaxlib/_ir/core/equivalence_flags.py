"""What a comparison of operations ignores."""

from __future__ import annotations

import enum


class OperationEquivalenceFlags(enum.IntFlag):
    """What a comparison of operations ignores."""

    NONE = 0
    IGNORE_LOCATIONS = 1
    IGNORE_DISCARDABLE_ATTRS = 2
    IGNORE_PROPERTIES = 4
    IGNORE_COMMUTATIVITY = 8
