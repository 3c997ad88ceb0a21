"""The extension module of a plugin, ``_pjrt``, which loads its library."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from jaxlib_core.environment.distributions import is_free_threaded
from jaxlib_core.plugins.discovery import Plugin


def name_of(plugin: Plugin) -> str:
    """The name that the plugin's extension is imported by."""
    return f"{plugin.descriptor.module}._pjrt"


def load(plugin: Plugin) -> ModuleType:
    """The plugin's extension module, whose interface is ``_pjrt.pyi`` in the plugin.

    Raises:
        ImportError: It cannot be imported, or is for Pythons with the GIL and this one is free-threaded. Python
            itself imports it then, and crashes: objects have another layout.
        UnicodeError: The path is not valid text.
    """
    name = name_of(plugin)
    if is_free_threaded():
        spec = importlib.util.find_spec(name)
        if spec and spec.origin and spec.origin.endswith(".abi3.so"):
            raise ImportError(f"{spec.origin} is for Pythons with the GIL, and this one is free-threaded")
    return importlib.import_module(name)
