"""Debug options of XLA's that a plugin's programs are compiled with where nobody states them.

jaxlib sends with each program what its own XLA chooses. A library that is older chooses otherwise by itself, and is
to do as jaxlib's would, whoever sends a program: the bindings-only jaxlib has no XLA, and sends nothing.
"""

from __future__ import annotations

import os

# Programs with no jax, which start quickly, need no more of this package than what is here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Choices = Iterable[tuple[str, bool | str]]


def unstated(choices: Choices, stated: Iterable[str] = ()) -> list[tuple[str, bool | str]]:
    """Those of the choices that are not among the names ``stated``, nor in ``XLA_FLAGS``."""
    flags = os.environ.get("XLA_FLAGS", "")
    names = set(stated)
    return [(name, value) for name, value in choices if name not in names and name not in flags]


def add_unstated(choices: Choices, module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: sends the choices with a program, below what is stated for it."""
    stated = options.env_option_overrides
    options.env_option_overrides = [*unstated(choices, dict(stated)), *stated]
    return module, options
