"""StableHLO op by op: each operation, for each kind of element type that it supports, compared with numpy.

A table of operations, arguments, and tolerances. A tolerance is in units of the last place (ulp) of the result's
type; for operations that sum, relative to the largest magnitude among the results, otherwise to each result.
Operations that only move, compare or count are exact.
"""

from __future__ import annotations

from jaxlib_pjrt.conformance.library import Check
from jaxlib_pjrt.conformance.ops.case import Case, runner
from jaxlib_pjrt.conformance.ops.collectives import collectives
from jaxlib_pjrt.conformance.ops.control_flow import control_flow
from jaxlib_pjrt.conformance.ops.elementwise import binary, conversions, unary
from jaxlib_pjrt.conformance.ops.movement import movement
from jaxlib_pjrt.conformance.ops.products import products
from jaxlib_pjrt.conformance.ops.reductions import reductions


def cases() -> list[Case]:
    """All programs of the table."""
    tables = (unary, binary, conversions, movement, reductions, products, control_flow)
    return [case for table in tables for case in table()]


def checks() -> list[Check]:
    """The checks of this file."""

    def rule(case: Case) -> str:
        how = f"within {case.ulps:g} units of the last place of numpy's" if case.ulps else "exactly numpy's"
        relative = ", relative to the largest" if case.sums and case.ulps else ""
        return f"Results are {how}{relative}."

    return [
        *(Check("ops", case.name, rule(case), runner(case)) for case in cases()),
        *(
            Check("devices", name, "Two replicas return what the operation specifies.", run)
            for name, run in collectives()
        ),
    ]
