"""The way to jaxlib-core, and what to say where there is none: what says so elsewhere is just what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any


def register(module_file: str, **parts: Callable[..., Any]) -> None:
    """Hand the plugin whose module is ``module_file`` to jaxlib-core; ``parts`` as its ``register`` takes them."""
    try:
        from jaxlib_core import register as offer
    except ImportError as error:
        _refuse(Path(module_file).parent, error)
    else:
        offer(module_file, **parts)


def _refuse(folder: Path, error: ImportError) -> None:
    # jax would log an exception of initialize() and go on with another backend; this makes it raise.
    from jax._src import xla_bridge

    path = folder / "plugin.json"
    if not path.is_file():  # a FIFO would be waited for
        raise error
    descriptor = json.loads(path.read_text("utf-8"))
    name = descriptor["distribution"]
    core = f"jaxlib-core=={version(name)}"
    text = (
        f"{name} needs jaxlib-core, which does not import. [JLP001]\n"
        f"  wanted: {core}\n"
        f"  found:  {error}\n"
        f"  where:  {folder.parent}\n"
        "To fix it, run one of:\n"
        f"pip install --force-reinstall --no-deps {core}\n"
        f"uv pip install --reinstall --no-deps {core}\n"
    )

    def factory() -> None:
        raise ImportError(text) from error

    xla_bridge.register_backend_factory(descriptor["platform"], factory, fail_quietly=False)
