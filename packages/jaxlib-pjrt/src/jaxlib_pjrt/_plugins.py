"""Finding a plugin: by the name of an installed one, or by the path of its library."""

from __future__ import annotations

import os
import shlex
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jaxlib_pjrt._native import Client, Plugin
from jaxlib_pjrt.errors import PluginNotFound

if TYPE_CHECKING:
    from jaxlib_core.discovery import Plugin as Installed


def plugin(which: Any) -> Plugin:
    """Load ``which``: a Plugin is itself, a name one that is installed, and anything with a slash a path.

    Raises:
        PluginNotFound: No plugin of that name is installed.
        PluginError: Jaxlib-core's diagnosis of one that is installed and cannot work.
        LoadError: The library cannot be loaded.
    """
    if isinstance(which, Plugin):
        return which
    text = os.fspath(which)
    if not isinstance(text, str):
        raise TypeError(f"plugin: wanted a name, a path or a Plugin, found {which!r}")
    if os.sep in text or not isinstance(which, str):
        return Plugin(os.path.realpath(text), os.path.basename(text))  # noqa: PTH119
    found = _installed(text)
    loaded = Plugin(str(found.library), found.descriptor.distribution)
    if _FFI_EXTENSION in loaded.extensions:
        _bringing.setdefault(loaded.path, found.descriptor.module)
    return loaded


_FFI_EXTENSION = 5
#: The module of an installed plugin by its library's path, "" once its handlers are registered.
_bringing: dict[str, str] = {}


def bring(client: Client) -> None:
    """Register the FFI handlers that an installed plugin brings for its own library, once: on a CPU, LAPACK's."""
    path = client.plugin.path
    module = _bringing.get(path)
    if not module:
        return
    _bringing[path] = ""
    for name, address in import_module(f"{module}._pjrt").platform_handlers().items():
        client.register_ffi_handler(name, address)


def _installed(name: str) -> Installed:
    # Every plugin of the family brings jaxlib-core; without it there is none to find.
    try:
        from jaxlib_core import checks, discovery
    except ModuleNotFoundError:
        raise _not_found(name, ()) from None
    everything = discovery.discover()
    matching = [plugin for plugin in everything.plugins if plugin.descriptor.name == name]
    broken = [broken for broken in everything.broken if broken.name == name]
    if broken and not matching:
        raise broken[0].problem
    if not matching:
        raise _not_found(name, [plugin.descriptor.name for plugin in everything.plugins])
    if problem := checks.first_problem(matching[0], checks.WITHOUT_JAX):
        raise problem
    return matching[0]


def _not_found(name: str, installed: Any) -> PluginNotFound:
    command = shlex.join(("pip", "install", f"jaxlib-{name}"))
    return PluginNotFound(
        f"No plugin {name!r} is installed.\n"
        f"  wanted: a distribution of the family with the entry point {name!r} in the group jax_plugins\n"
        f"  found:  {', '.join(installed) or 'none'}\n"
        f"To mend it, type: {command}\n"
        f"or give the path of a library, with a slash in it: Client('./{name}.so')"
    )
