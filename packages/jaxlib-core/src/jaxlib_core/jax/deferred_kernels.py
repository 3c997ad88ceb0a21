"""Defers the kernel modules of a platform that JAX_PLATFORMS leaves out, until the platform is used.

jax and jaxlib import the kernel modules of every plugin when jax is imported, and register their targets. A
``DeferredModule`` takes the place of one of them and has no targets; ``open_all`` opens those of a plugin and
registers the targets. That happens when the plugin's library is loaded, for a device or for a topology.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

#: The names in JAX_PLATFORMS that select a plugin's platform.
_ALIASES = {"cuda": ("cuda", "gpu"), "rocm": ("rocm", "gpu")}

#: jaxlib's modules whose ``registrations()`` and ``batch_partitionable_targets()`` cover several kernel modules.
_REGISTRARS = ("gpu_linalg", "gpu_solver", "gpu_sparse", "gpu_prng")

#: Kernel modules whose targets jaxlib's own modules register at import, without a function that could be called
#: later; the value is whether all their targets use XLA's typed FFI.
_REGISTERED_AT_IMPORT = {"_rnn": False, "_triton": True}

_deferred: dict[str, DeferredModule] = {}
#: Folders of plugins whose modules have been opened; later imports from them are not deferred.
_used: set[Path] = set()
_lock = threading.RLock()


def left_out(platform: str, folder: Path) -> bool:
    """Whether JAX_PLATFORMS leaves out the platform of the plugin in ``folder``, which has not been used yet."""
    if folder in _used:
        return False
    chosen = [name.strip() for name in os.environ.get("JAX_PLATFORMS", "").split(",")]
    return any(chosen) and not any(name in chosen for name in _ALIASES.get(platform, (platform,)))


class DeferredModule(ModuleType):
    """A stand-in for a compiled module, which is opened on the first call of a function or use of a value."""

    def __init__(self, name: str, path: Path, folder: Path, load: Callable[[], ModuleType]) -> None:
        super().__init__(name)
        self.__file__: str | None = str(path)
        self._folder = folder
        self._load = load
        self._opened: ModuleType | None = None

    def open(self) -> ModuleType:
        """Open the compiled module, and take over its names. Raises ImportError and PluginError."""
        with _lock:
            if self._opened is None:
                self._opened = self._load()
                names = {key: value for key, value in vars(self._opened).items() if not key.startswith("__")}
                vars(self).update(names)
            return self._opened

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if name == "registrations":
            return dict  # no targets yet, see open_all
        if name == "get_custom_call":
            return lambda: Later(self, name)
        return Later(self, name)


class Later:
    """An attribute of a module that is not open yet, usually a function or class; calling it opens the module."""

    def __init__(self, module: DeferredModule, name: str) -> None:
        self._module = module
        self._name = name

    def value(self) -> Any:
        """The attribute of the compiled module."""
        return getattr(self._module.open(), self._name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Open the module and call the attribute."""
        return self.value()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value(), name)

    def __repr__(self) -> str:
        return f"<{self._module.__name__}.{self._name}, which is not opened yet>"


def defer(name: str, path: Path, folder: Path, load: Callable[[], ModuleType]) -> DeferredModule:
    """A stand-in for the compiled module at ``path``, of the plugin in ``folder``; ``load`` opens the module."""
    module = _deferred[name] = DeferredModule(name, path, folder, load)
    return module


def open_all(folder: Path, platform: str) -> None:
    """Open the modules of the plugin in ``folder``, and register their targets for XLA's ``platform``.

    Raises:
        ImportError: One of them cannot be imported.
        PluginError: The plugin has a problem.
    """
    with _lock:
        _used.add(folder)
        modules = {name: _deferred[name] for name in list(_deferred) if _deferred[name]._folder == folder}
        if not modules:
            return
        for module in modules.values():
            module.open()
        for name in modules:
            del _deferred[name]
    _register(modules, platform)


def _register(modules: dict[str, DeferredModule], platform: str) -> None:
    """Register what jax and jaxlib would have registered if the modules had been open at import."""
    from jax._src import ffi
    from jax._src.lib import xla_client

    with xla_client._custom_callback_lock:
        for targets in xla_client._custom_callback.values():
            targets[:] = [
                (name, target.value()() if isinstance(target, Later) else target, *rest)
                for name, target, *rest in targets
            ]
    for registrar in _REGISTRARS:
        jaxlibs: Any = sys.modules.get(f"jaxlib.{registrar}")
        if jaxlibs is None:
            continue
        for name, target, api_version in jaxlibs.registrations()[platform]:
            ffi.register_ffi_target(name, target, platform=platform, api_version=api_version)
        for name in getattr(jaxlibs, "batch_partitionable_targets", list)():
            ffi.register_ffi_target_as_batch_partitionable(name)
    for full, module in modules.items():
        typed = _REGISTERED_AT_IMPORT.get(full.rpartition(".")[2])
        if typed is None:
            continue
        for name, target in module.registrations().items():
            version = int(typed or name.endswith("_ffi"))
            xla_client.register_custom_call_target(name, target, platform=platform, api_version=version)
