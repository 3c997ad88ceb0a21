"""Runs programs and records which attributes of jaxlib's objects they use.

Run by the Python of an environment that has jax and upstream's jaxlib, as a script, with nothing of this repository
on its path:

    python -P contract_recorder.py FILE PROGRAM [ARGUMENTS...]

FILE gets a JSON list of names such as ``jaxlib._jax.Client.compile_and_load``. Only attributes of the classes in
jaxlib's native modules are recorded, without those of Python's own protocols (``__add__``); contract.py finds the
uses of modules' attributes in the source.
"""

from __future__ import annotations

import atexit
import enum
import importlib
import json
import runpy
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: The native modules, and jaxlib's public names for them.
MODULES = {
    "jaxlib._hlo": "jaxlib._hlo",
    "jaxlib._jax": "jaxlib._jax",
    "jaxlib._pretty_printer": "jaxlib._pretty_printer",
    "jaxlib.mlir._mlir_libs._mlir": "jaxlib.mlir",
    "jaxlib.mlir._mlir_libs._jax_mlir_ext": "jaxlib.mlir._mlir_libs._jax_mlir_ext",
    "jaxlib.weakref_lru_cache": "jaxlib.weakref_lru_cache",
}

used: set[str] = set()
#: The watched classes, by jaxlib's names.
watched: dict[type, str] = {}


class Watched:
    """Replaces an attribute of a class: records each access, and returns the original value."""

    def __init__(self, name: str, attribute: Any) -> None:
        self.name = name
        self.attribute = attribute

    def note(self, owner: type) -> None:
        """Record an access on ``owner`` or one of its instances."""
        known = next((watched[base] for base in owner.__mro__ if base in watched), None)
        if known is not None:
            used.add(f"{known}.{self.name}")

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        owner = owner if owner is not None else type(instance)
        self.note(owner)
        give = getattr(type(self.attribute), "__get__", None)
        return self.attribute if give is None else give(self.attribute, instance, owner)


class WatchedData(Watched):
    """The same for a property: a data descriptor, which takes precedence over the instance's attributes."""

    def __set__(self, instance: Any, value: Any) -> None:
        self.note(type(instance))
        self.attribute.__set__(instance, value)

    def __delete__(self, instance: Any) -> None:
        self.attribute.__delete__(instance)


def classes(module: types.ModuleType, called: str, seen: set[int]) -> Iterator[tuple[type, str]]:
    """The classes of a native module and its submodules, each with jaxlib's name of it."""
    if id(module) in seen:
        return
    seen.add(id(module))
    for name, value in list(vars(module).items()):
        if isinstance(value, types.ModuleType) and value.__name__.startswith(f"{module.__name__}."):
            yield from classes(value, f"{called}.{name}", seen)
        elif isinstance(value, type) and value.__module__.startswith("jaxlib"):
            yield value, f"{called}.{name}"


def watch() -> None:
    """Watch the attributes of all classes of jaxlib's native modules."""
    seen: set[int] = set()
    for name, called in MODULES.items():
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError:
            continue  # not in this release
        for class_, own in classes(module, called, seen):
            if not issubclass(class_, (enum.Enum, BaseException)):
                watched.setdefault(class_, own)
    for cls in watched:
        for name, attribute in list(vars(cls).items()):
            if name.startswith("__") or isinstance(attribute, (type, Watched)):
                continue
            kind = WatchedData if hasattr(type(attribute), "__set__") else Watched
            try:
                setattr(cls, name, kind(name, attribute))
            except (AttributeError, TypeError):
                continue  # a class that cannot be changed


def main(file: Path, program: str) -> None:
    """Run the program; the names are written when the process ends."""
    watch()
    atexit.register(lambda: file.write_text(json.dumps(sorted(used), indent=1), "utf-8"))
    sys.path.insert(0, str(Path(program).parent))
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    _, output, program, *rest = sys.argv
    sys.argv = [program, *rest]
    main(Path(output), program)
