"""Finds a plugin by the name of an installed one, or by the path of its library."""

from __future__ import annotations

import difflib
import os
import shlex
import sys
from contextlib import nullcontext, suppress
from importlib import import_module
from threading import Lock

from jaxlib_pjrt._native import Client, Plugin
from jaxlib_pjrt.errors import AlreadyExists, LoadError, PluginNotFound
from jaxlib_pjrt.options import CompileOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from typing import Any

    from jaxlib_core.plugins.discovery import Plugin as Installed

    Choices = list[tuple[str, bool | str]]


def plugin(which: Any) -> Plugin:
    """Load ``which``: the name of an installed plugin, a path (anything with a slash), or a Plugin.

    Raises:
        PluginNotFound: No plugin of that name is installed.
        PluginError: jaxlib-core's diagnosis of an installed plugin that cannot work.
        LoadError: The library cannot be loaded.
    """
    if isinstance(which, Plugin):
        return which
    text = os.fspath(which)
    if not isinstance(text, str):
        raise TypeError(f"plugin: wanted a name, a path or a Plugin, found {which!r}")
    if os.sep in text or not isinstance(which, str):
        return Plugin(os.path.realpath(text), os.path.basename(text))  # noqa: PTH119
    loaded, module, choices = _plain(text) or _checked(text)
    _modules[loaded.path] = module
    if choices:
        _choices[loaded.path] = choices
    if _FFI_EXTENSION in loaded.extensions:
        _bringing.setdefault(loaded.path, module)
    return loaded


def is_plain(name: str) -> bool:
    """Whether the plugin of this name is installed and its files are well-formed."""
    return _find(name) is not None


def _find(name: str) -> tuple[str, str, str, Choices] | None:
    try:
        from jaxlib_core.plugins import fast_lookup
    except ImportError:  # no jaxlib-core, or an older one
        return None
    return fast_lookup.find(name)


def _plain(name: str) -> tuple[Plugin, str, Choices] | None:
    if (plugin := _find(name)) is None:
        return None
    path, distribution, module, choices = plugin
    try:
        return Plugin(path, distribution), module, choices
    except LoadError:
        return None  # the checks may find the cause


def _checked(name: str) -> tuple[Plugin, str, Choices]:
    plugin = _installed(name)
    descriptor = plugin.descriptor
    return (
        Plugin(str(plugin.library), descriptor.distribution),
        descriptor.module,
        list(descriptor.compile_options),
    )


#: The modules of installed plugins, by the paths of their libraries.
_modules: dict[str, str] = {}


def environment(path: str, options: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The environment to create a client in: with the variables that an installed plugin states for these options.

    XLA:CPU, for example, needs threads for all devices. A client without options needs no variables, and its
    plugin's module, whose import takes longer than creating a client, is not imported.
    """
    if not options or (module := _modules.get(path)) is None:
        return nullcontext()
    from jaxlib_core.environment.variables import temporary  # jaxlib-core is installed if a plugin is

    stated = getattr(import_module(module), "client_environment", None)
    variables = {} if stated is None else stated(options)
    return temporary(variables) if variables else nullcontext()


#: Default XLA debug options for programs of an installed plugin, by the path of its library.
_choices: dict[str, Choices] = {}


def serialized(options: Any, path: str) -> bytes:
    """Serialized compile options: ``options`` (None: the defaults) after the plugin's own defaults.

    If an option occurs twice, the last value counts.
    """
    stated = (CompileOptions() if options is None else options).serialize()
    if not (choices := _choices.get(path)):
        return bytes(stated)
    from jaxlib_core.jax.compile_options import unstated  # jaxlib-core is installed if a plugin is

    return bytes(CompileOptions.serialize_overrides(dict(unstated(choices))) + stated)


_FFI_EXTENSION = 5
#: By the path of its library: the module of an installed plugin, or "" once its handlers are registered.
_bringing: dict[str, str] = {}
_once = Lock()


def bring(client: Client) -> None:
    """Register the FFI handlers of an installed plugin for its own library, once; on a CPU, those are LAPACK's.

    Called only when a program may need them, because importing the plugin's module takes as long as compiling a
    small program. Handlers that the user has registered under the same names are kept.
    """
    path = client.plugin.path
    if not _bringing.get(path):
        return
    with _once:
        if module := _bringing[path]:
            for name, address in import_module(f"{module}._pjrt").platform_handlers().items():
                with suppress(AlreadyExists):
                    client.register_ffi_handler(name, address)
            _bringing[path] = ""


def _installed(name: str) -> Installed:
    # Every plugin of the family requires jaxlib-core; without it, no plugin is installed.
    try:
        from jaxlib_core.checks import steps
        from jaxlib_core.plugins import discovery
    except ModuleNotFoundError:
        raise _not_found(name, ()) from None
    everything = discovery.discover()
    matching = [plugin for plugin in everything.plugins if plugin.descriptor.name == name]
    broken = [broken for broken in everything.broken if broken.name == name]
    if broken and not matching:
        raise broken[0].problem
    if not matching:
        raise _not_found(name, [plugin.descriptor.name for plugin in everything.plugins])
    if problem := steps.first_problem(matching[0], steps.WITHOUT_JAX):
        raise problem
    return matching[0]


#: The names of the family's plugins.
NAMES = ("cpu", "cuda12", "cuda13", "rocm7", "tpu")


def _not_found(name: str, installed: Any) -> PluginNotFound:
    # Never suggest installing the name that was typed: if it is a typo, it may be somebody else's distribution.
    meant = next(iter(difflib.get_close_matches(name.lower(), NAMES, 1, 0.6)), "")
    if name in NAMES:
        advice = f"To fix it, run: {shlex.join((sys.executable, '-m', 'pip', 'install', f'jaxlib-{name}'))}"
    elif meant:
        advice = f"Did you mean {meant!r}?"
    else:
        advice = f"Plugins of the family: {', '.join(NAMES)}"
    return PluginNotFound(
        f"No plugin {name!r} is installed.\n"
        f"  wanted: a distribution of the family with the entry point {name!r} in the group jax_plugins\n"
        f"  found:  {', '.join(installed) or 'none'}\n"
        f"{advice}\n"
        f"or give the path of a library, with a slash in it: Client('./{name}.so')"
    )
