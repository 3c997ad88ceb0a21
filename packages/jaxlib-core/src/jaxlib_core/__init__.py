"""JAX's backends as separate wheels: finds plugins, checks them, and explains every failure.

For plugins: ``register``, called from the plugin's ``initialize()``. For programs: ``discover``, ``loaded`` and
the error types in ``jaxlib_core.errors``. For people: the ``jaxlib`` command.

Importing this package imports none of its modules; they are imported on first use.
"""

from __future__ import annotations

# A local constant, because importing typing would take most of this package's import time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from jaxlib_core.errors import PluginError
    from jaxlib_core.jax.backend import initialize, loaded, register, vendor_libraries
    from jaxlib_core.plugins.discovery import discover

__all__ = ["PluginError", "discover", "initialize", "loaded", "register", "vendor_libraries"]

_HOMES = {
    "PluginError": "errors",
    "discover": "plugins.discovery",
    "initialize": "jax.backend",
    "loaded": "jax.backend",
    "register": "jax.backend",
    "vendor_libraries": "jax.backend",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("jaxlib-core")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"} - {"TYPE_CHECKING", "annotations"})
