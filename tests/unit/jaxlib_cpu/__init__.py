"""jaxlib-cpu's Python modules for tests without an environment, from its own folder and the shared extension's."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from plugins.extension.src import _core
from tools import ROOT

SOURCE = ROOT / "plugins/jaxlib-cpu/src"


def module(name: str = "") -> ModuleType:
    """The module ``jaxlib_cpu.name`` or the package, which is not left among those that are imported."""
    sys.path.insert(0, str(SOURCE))
    sys.modules["jaxlib_cpu._core"] = _core
    try:
        return importlib.import_module(f"jaxlib_cpu.{name}".removesuffix("."))
    finally:
        sys.path.remove(str(SOURCE))
        for loaded in [module for module in sys.modules if module.partition(".")[0] == "jaxlib_cpu"]:
            del sys.modules[loaded]
