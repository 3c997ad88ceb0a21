"""Shared by every plugin's module: its version, and its registration with jaxlib-core.

If jaxlib-core cannot be imported, its error texts are unavailable, too; therefore this module has its own.
"""

from __future__ import annotations

import importlib.util
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def register(module_file: str, **parts: Callable[..., Any]) -> None:
    """Register the plugin whose module is ``module_file`` with jaxlib-core; ``parts``: as for its ``register``."""
    try:
        from jaxlib_core import register as offer
    except ImportError as error:
        _refuse(Path(module_file).parent, error)
    else:
        offer(module_file, **parts)


def attribute(name: str) -> str:
    """The plugin's ``__version__`` from its metadata; the module's ``__getattr__``.

    Raises:
        AttributeError: Another name was requested.
    """
    if name == "__version__":
        return _version(str(__package__))
    raise AttributeError(f"module {__package__!r} has no attribute {name!r}")


def _version(distribution: str) -> str:
    """The version of a distribution from its metadata."""
    from importlib.metadata import version  # most of the time that importing a plugin's module would take

    return version(distribution)


def _install(requirement: str) -> str:
    """The command that installs ``requirement`` for this Python, spelled without jaxlib-core, which is missing."""
    python = shlex.quote(sys.executable)
    if importlib.util.find_spec("pip"):
        return f"{python} -m pip install --force-reinstall --no-deps {requirement}"
    return f"uv pip install --python {python} --reinstall --no-deps {requirement}"


def _refuse(folder: Path, error: ImportError) -> None:
    # jax would log an exception from initialize() and continue with another backend; this makes jax raise it.
    from jax._src import xla_bridge

    path = folder / "plugin.json"
    if not path.is_file():  # opening a FIFO would block
        raise error
    descriptor = json.loads(path.read_text("utf-8"))
    name = descriptor["distribution"]
    core = f"jaxlib-core=={_version(name)}"
    text = (
        f"{name} needs jaxlib-core, which cannot be imported. [JLP001]\n"
        f"  wanted: {core}\n"
        f"  found:  {error}\n"
        f"  where:  {folder.parent}\n"
        f"To fix it, run:\n{_install(core)}\n"
        "To learn more: jaxlib explain JLP001\n"
    )

    def factory() -> None:
        raise ImportError(text) from error

    xla_bridge.register_backend_factory(descriptor["platform"], factory, fail_quietly=False)
