"""Fast path: locates a well-formed plugin without importlib.metadata; None if anything is unusual.

For programs that load a plugin's library themselves and must start quickly: importlib.metadata, on which
``discovery`` and ``checks.steps`` rely, takes as long to import as compiling a small program. This module reads a
few files. If anything is unusual it returns None, and the caller uses ``discovery`` for a diagnosis.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from jaxlib_core.environment import elf, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_METADATA = (".dist-info", ".egg-info", ".egg")


def find(name: str) -> tuple[str, str, str, list[tuple[str, bool | str]]] | None:
    """Its library's path, distribution, module and compile options; None if anything is unusual."""
    try:
        return _find(name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _find(name: str) -> tuple[str, str, str, list[tuple[str, bool | str]]] | None:
    if "XLA_FLAGS" in os.environ:
        return None  # the library may not know all flags
    module, core = f"jaxlib_{name}", "jaxlib_core"
    folders: dict[str, list[tuple[str, str]]] = {module: [], core: []}
    for place in dict.fromkeys(entry or "." for entry in sys.path):
        try:
            entries = os.listdir(place)  # noqa: PTH208 - a Path for each would cost as much as all the rest
        except FileNotFoundError:
            continue
        for entry in entries:
            if entry.endswith(_METADATA):
                owner = entry.rpartition(".")[0].partition("-")[0].replace(".", "_").lower()
                if owner in folders:
                    folders[owner].append((place, entry))
    # If a second copy of either is on the path, leave it to the checks.
    ((place, own),), ((core_place, others),) = folders[module], folders[core]
    folder = os.path.join(place, module)  # noqa: PTH118
    descriptor = json.loads(_text(folder, "plugin.json"))
    library = descriptor["library"]
    path = Path(folder, library["file"])
    stated = _version(descriptor["distribution"], place, own) == descriptor["version"]
    lines = _text(place, own, "entry_points.txt").splitlines()
    if not (
        (descriptor["schema"], descriptor["name"], descriptor["module"]) == ("jaxlib.plugin/1", name, module)
        and stated
        and lines[:1] == ["[jax_plugins]"]
        and f"{name} = {module}" in lines
        and _version("jaxlib-core", core_place, others) == descriptor["jaxlib"]["release"]
        and library.get("owner") is None
        and os.access(Path(folder, "__init__.py"), os.R_OK)
        and path.stat().st_size == library["size"]
    ):
        return None
    read = elf.read(path)
    if read.architecture != os.uname().machine or "GetPjrtApi" not in read.exports:
        return None
    return str(path), descriptor["distribution"], module, list(descriptor["compile_options"].items())


def _text(*parts: str) -> str:
    return files.read_text(Path(*parts))


def _version(name: str, *folder: str) -> Any:
    header = _text(*folder, "METADATA").partition("\n\n")[0].splitlines()
    fields = [line.partition(": ") for line in header if line.startswith(("Name: ", "Version: "))]
    (_, _, stated), (_, _, version) = sorted(fields)
    return version if stated == name else None
