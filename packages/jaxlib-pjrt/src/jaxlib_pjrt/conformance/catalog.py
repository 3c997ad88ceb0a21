"""The catalog of checks: all groups, in the order of the report."""

from __future__ import annotations

from collections.abc import Iterable

from jaxlib_pjrt.conformance import ops, primitives, rules, table
from jaxlib_pjrt.conformance.library import GROUPS, Check


def every(only: Iterable[str] = (), *, with_jax: bool = True) -> list[Check]:
    """All checks, or those whose names contain one of the words in ``only``."""
    words = tuple(only)
    checks = [check for module in (table, rules, ops) for check in module.checks()]
    # jax's cases take seconds to import, so they are only included if their group is named.
    if with_jax and (not words or any(word.startswith("primitives") for word in words)):
        checks += primitives.checks()
    order = list(GROUPS)
    checks.sort(key=lambda check: order.index(check.group))
    return [check for check in checks if not words or any(word in check.id for word in words)]
