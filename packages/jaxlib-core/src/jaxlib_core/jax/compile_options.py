"""XLA debug options that a plugin's programs are compiled with by default.

Upstream's jaxlib sends its own XLA's defaults with each program. An older library has other defaults, but must
behave like jaxlib's XLA, also with jaxlib (bindings-only), which has no XLA and sends no defaults.
"""

from __future__ import annotations

import os

# A local constant: programs that use no jax and must start quickly import only this module of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Choices = Iterable[tuple[str, bool | str]]


def unstated(choices: Choices, stated: Iterable[str] = ()) -> list[tuple[str, bool | str]]:
    """The defaults that are neither in ``stated`` (names) nor in ``XLA_FLAGS``."""
    flags = os.environ.get("XLA_FLAGS", "")
    names = set(stated)
    return [(name, value) for name, value in choices if name not in names and name not in flags]


def add_unstated(choices: Choices, module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: adds the defaults that the program's own options do not state."""
    stated = options.env_option_overrides
    options.env_option_overrides = [*unstated(choices, dict(stated)), *stated]
    return module, options
