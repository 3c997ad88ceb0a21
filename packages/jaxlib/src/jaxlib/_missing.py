"""Names that jaxlib (bindings-only) lacks: they can be imported, and raise an error when they are used.

jax imports hundreds of names that a program may never use, so a missing one must be importable. It is a `Missing`,
which raises `NotInBindings` when it is called, subscripted, entered, or asked for an attribute. A name that
upstream does not have in this release either is an AttributeError: programs look for names to tell releases apart.
"""

from __future__ import annotations

import functools
import importlib
import importlib.abc
import importlib.machinery
import sys
import types
from typing import Any, NoReturn

from jaxlib._release import MISSING_MODULES, RELEASE, VERSION

#: The command that installs upstream's jaxlib, for every error.
REMEDY = f"pip install --force-reinstall --no-deps jaxlib==={RELEASE}"


class NotInBindings(RuntimeError):
    """A part of jaxlib that jaxlib (bindings-only) does not have.

    Not a NotImplementedError, because jax handles that in places, and silently continues.
    """

    def __init__(self, name: str, why: str = "") -> None:
        self.name = name
        self.why = why
        reason = f"\n  why:    {why}" if why else ""
        super().__init__(
            f"this jaxlib holds the bindings only, and {name} is not among them.\n"
            f"  wanted: {name}\n"
            f"  found:  jaxlib {VERSION}{reason}\n"
            f"  see:    the table of what is missing in jaxlib's README\n"
            f"To have it, install upstream's jaxlib: {REMEDY}"
        )


class _MissingType(type):
    """Makes a missing name behave like a class, because jax uses some in annotations and isinstance()."""

    _name: str
    _why: str

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        _refuse(cls)

    def __getattr__(cls, name: str) -> Any:
        # Python itself looks up special names on any object, and handles their absence.
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return missing(f"{cls._name}.{name}", cls._why)

    def __getitem__(cls, item: Any) -> Any:
        return cls

    def __instancecheck__(cls, instance: object) -> bool:
        return False

    def __subclasscheck__(cls, subclass: type) -> bool:
        return False

    def __or__(cls, other: Any) -> Any:
        return cls

    def __ror__(cls, other: Any) -> Any:
        return other

    def __enter__(cls) -> Any:
        _refuse(cls)

    def __exit__(cls, *error: object) -> None:
        return None

    def __iter__(cls) -> Any:
        _refuse(cls)

    def __repr__(cls) -> str:
        return f"<{cls._name}: not in jaxlib's bindings>"


def _refuse(cls: Any) -> NoReturn:
    raise NotInBindings(cls._name, cls._why)


@functools.cache
def missing(name: str, why: str = "") -> Any:
    """A stand-in for ``name`` that raises when it is used; the same object for the same name."""
    return _MissingType(name.rpartition(".")[2], (), {"_name": name, "_why": why, "__module__": "jaxlib"})


def missing_module(name: str, why: str) -> types.ModuleType:
    """A module in which every name is missing, registered in ``sys.modules``."""
    module = types.ModuleType(name, why)
    module.__getattr__ = fill_in(name, why)  # type: ignore[method-assign]
    sys.modules[name] = module
    return module


#: Modules that can be imported, but in which every name is missing: no program of jax's needs them.
MODULES = frozenset(MISSING_MODULES)

#: Those of the modules that are packages.
_PACKAGES = {name.rpartition(".")[0] for name in MODULES}


class MissingModuleFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of ``MODULES``."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """A spec if the module is in ``MODULES``, else None."""
        if fullname not in MODULES:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=fullname in _PACKAGES)

    def create_module(self, spec: Any) -> types.ModuleType | None:
        """An empty module whose names are missing."""
        module = types.ModuleType(spec.name)

        def __getattr__(name: str) -> Any:  # noqa: N807
            return _submodule_or_missing(spec.name, name, "no program of jax's needs it")

        module.__getattr__ = __getattr__  # type: ignore[method-assign]
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """Do nothing: there is no code to execute."""


def _submodule_or_missing(module: str, name: str, why: str) -> Any:
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    if f"{module}.{name}" in MODULES:
        return importlib.import_module(f"{module}.{name}")
    return missing(f"{module}.{name}", why)


def fill_in(module: str, why: str = "") -> Any:
    """A ``__getattr__`` for a module, for which every other name that upstream's module defines is missing."""

    def __getattr__(name: str) -> Any:  # noqa: N807
        from jaxlib._upstream_names import NAMES  # on first use: most programs ask for no such name

        if name not in NAMES[module] and f"{module}.{name}" not in MODULES:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return _submodule_or_missing(module, name, why)

    return __getattr__
