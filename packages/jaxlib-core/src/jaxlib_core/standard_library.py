"""Makes the standard library's modules come from Python, whichever files on the search path have their names.

Only for the processes of the ``jaxlib`` command: they have to name a user's ``random.py`` as the cause, and would
import it otherwise. Child processes, which use jax as the user's programs do, keep the search path as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class _First:
    """A finder for top-level modules of the standard library, in its own folders."""

    def __init__(self) -> None:
        own = os.path.dirname(os.__file__)  # noqa: PTH120
        self._folders = [entry for entry in sys.path if entry in {own, os.path.join(own, "lib-dynload")}]  # noqa: PTH118

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None or name not in sys.stdlib_module_names:
            return None
        return PathFinder.find_spec(name, self._folders, target)


#: Modules that a startup file has blocked for every program (``sys.modules[name] = None``).
ruled_out: set[str] = set()


def first() -> None:
    """Make this process import the standard library's modules from the standard library."""
    # This process may need a module that a sitecustomize blocked; the child processes show whether that is the
    # cause.
    for name in [name for name, module in sys.modules.items() if module is None]:
        ruled_out.add(name)
        del sys.modules[name]
    if not any(isinstance(finder, _First) for finder in sys.meta_path):
        # Built-in and frozen modules are found before any path is searched.
        place = next((i for i, finder in enumerate(sys.meta_path) if finder is PathFinder), 0)
        sys.meta_path.insert(place, _First())
