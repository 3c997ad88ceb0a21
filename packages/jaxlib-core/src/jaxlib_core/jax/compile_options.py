"""Debug options of XLA's that a plugin's programs are compiled with where nobody states them.

jaxlib sends with each program what its own XLA chooses. A library that is older chooses otherwise by itself, and is
to do as jaxlib's would, whoever sends a program: the bindings-only jaxlib has no XLA, and sends nothing.
"""

from __future__ import annotations

import functools
import os

# Programs with no jax, which start quickly, need no more of this package than what is here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from jaxlib_core.plugins.descriptor import Descriptor

    Choices = Iterable[tuple[str, bool | str]]


def unstated(choices: Choices, stated: Iterable[str] = ()) -> list[tuple[str, bool | str]]:
    """Those of the choices that are not among the names ``stated``, nor in ``XLA_FLAGS``."""
    flags = os.environ.get("XLA_FLAGS", "")
    names = set(stated)
    return [(name, value) for name, value in choices if name not in names and name not in flags]


def send(descriptor: Descriptor) -> None:
    """Have jax send them with each program that it compiles for this plugin, below what is stated for that one."""
    from jax._src import compiler

    compile_module = compiler.compile_or_get_cached

    @functools.wraps(compile_module)
    def compile_chosen(
        backend: Any, module: Any, devices: Any, options: Any, *more: Any, **named: Any
    ) -> Any:
        if backend.platform == descriptor.platform and descriptor.distribution in backend.platform_version:
            stated = options.env_option_overrides
            new = unstated(descriptor.compile_options, dict(stated))
            options.env_option_overrides = [*new, *stated]
        return compile_module(backend, module, devices, options, *more, **named)

    compiler.compile_or_get_cached = compile_chosen
