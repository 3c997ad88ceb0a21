"""Prints how importing each module of jax.experimental and of Pallas ends: empty, or the type of the error."""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path

import jax

ROOT = Path(jax.__file__).parent


def ends(name: str) -> str:
    """In a forked child, so that no module finds there what another one imported."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            importlib.import_module(name)
            result = ""
        except BaseException as error:  # whatever a module does at import
            result = type(error).__name__
        os.write(writer, result.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        result = stream.read()
    status = os.waitpid(child, 0)[1]
    return result if status == 0 else f"status {status}"


def main() -> None:
    """Print them as JSON."""
    paths = [path for folder in ("experimental", "_src/pallas") for path in (ROOT / folder).rglob("*.py")]
    names = {".".join(("jax", *path.relative_to(ROOT).with_suffix("").parts)) for path in paths}
    names = {name.removesuffix(".__init__") for name in names}
    print(json.dumps({name: ends(name) for name in sorted(names)}))


if __name__ == "__main__":
    main()
