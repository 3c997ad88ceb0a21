"""The hardware vendor's libraries: where each is found, which one is loaded, and whether it is new enough.

XLA opens them by name, and the dynamic loader chooses the file: a library that the process has already loaded under
that name comes first, then ``LD_LIBRARY_PATH``. Therefore each library is searched for here, in a documented order,
and loaded by its full path before XLA asks for it. Which files were loaded in the end is read from the process
itself.
"""

from jaxlib_core.checks.vendor_libraries.ld_cache import system_cache
from jaxlib_core.checks.vendor_libraries.loader import load, loaded
from jaxlib_core.checks.vendor_libraries.problems import linked_problem, problem
from jaxlib_core.checks.vendor_libraries.search import (
    ORDER,
    SKIP,
    SYSTEM,
    WHEELS,
    Found,
    Survey,
    shadowed,
    survey,
    system_places,
)

__all__ = [
    "ORDER",
    "SKIP",
    "SYSTEM",
    "WHEELS",
    "Found",
    "Survey",
    "linked_problem",
    "load",
    "loaded",
    "problem",
    "shadowed",
    "survey",
    "system_cache",
    "system_places",
]
