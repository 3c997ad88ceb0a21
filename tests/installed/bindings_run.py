"""Runs a script's cases, for those that are run in an environment with jaxlib's bindings."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from typing import Any


def run(script: Mapping[str, Any], *helpers: Callable[..., Any]) -> int:
    """Call each function of ``script``, a module's globals, and return how many of them fail.

    ``helpers``, and functions whose names begin with an underscore, are not called.
    """
    failed = 0
    for name, case in list(script.items()):
        own = callable(case) and getattr(case, "__module__", "") == "__main__"
        if not own or name.startswith("_") or case in helpers:
            continue
        try:
            case()
            print("passed", name)
        except Exception:  # the rest is to be run too
            failed += 1
            print("FAILED", name)
            traceback.print_exc()
    return failed
