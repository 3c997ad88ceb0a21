"""Errors, lifetimes, threads, buffers and programs: what callers of a library rely on implicitly."""

from __future__ import annotations

from jaxlib_pjrt.conformance.library import Check
from jaxlib_pjrt.conformance.rules import buffers, errors, lifetime, programs, threads


def checks() -> list[Check]:
    """The checks of this folder."""
    return [check for module in (errors, lifetime, threads, buffers, programs) for check in module.checks()]
