"""Enumerations that are printed as those of upstream's native modules are: class and name, without the value."""

from __future__ import annotations

import enum


class BoundEnum(enum.Enum):
    """An enumeration whose members are not numbers."""

    __repr__ = enum.Enum.__str__


class BoundIntEnum(enum.IntEnum):
    """An enumeration whose members are equal to their numbers."""

    __repr__ = enum.Enum.__str__
    __str__ = enum.Enum.__str__
