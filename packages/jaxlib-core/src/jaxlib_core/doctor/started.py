"""Causes in code that runs before a program of jax does, found by trying: does jax work without it?

Other projects' plugins, which jax imports whichever platform is asked for; files that Python runs when it starts.
"""

from __future__ import annotations

import contextlib
import json
import os
import pkgutil
import re
import site
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from pathlib import Path

from jaxlib_core.doctor.probe import TRIAL
from jaxlib_core.doctor.variables import Setting
from jaxlib_core.environment import files, install_commands
from jaxlib_core.environment.distributions import Installed, described
from jaxlib_core.errors import OtherPluginFails, PluginError, StartupFileInterferes
from jaxlib_core.plugins.discovery import Discovery

#: Whether jax works with these changes.
Works = Callable[[Mapping[str, str | None]], bool]


def plugin(
    works: Works, discovery: Discovery, before: Mapping[str, str | None], failure: PluginError
) -> Setting | None:
    """Another project's plugin without which jax works, or None; ``before`` is what was changed already."""
    trial = json.loads(before.get(TRIAL) or "{}")
    gone: list[str] = trial.get("hidden", [])
    owners = {module: owner for module, owner in _others(discovery) if module not in gone}

    def without(*modules: str) -> dict[str, str | None]:
        return {TRIAL: json.dumps({**trial, "hidden": [*gone, *modules]})}

    if not owners or not works(without(*owners)):
        return None
    module = next((each for each in owners if len(owners) == 1 or works(without(each))), "")
    if not module:
        # Several of them: the first is named, and the rest is found when jax is tried again.
        module = next(iter(owners))
    owner = owners[module]
    name = str(owner) if isinstance(owner, Installed) else f"The plugin {module}"
    place = owner.location if isinstance(owner, Installed) else str(owner)
    return Setting(
        OtherPluginFails(
            f"{name}, a jax plugin of another project, keeps jax from working.",
            wanted="a plugin that jax can import: it imports all of them, whichever platform is asked for",
            found=f"{failure.found}; without module {module} jax works, as a trial showed"[:600],
            where=place,
            commands=install_commands.remove(owner)
            if isinstance(owner, Installed)
            else install_commands.aside(owner),
            note="or look for a release of it that goes with this jax",
        ),
        without(module),
    )


def _others(discovery: Discovery) -> Iterator[tuple[str, Installed | Path]]:
    """Modules of other projects' plugins, each with its distribution, or with its file where none has it."""
    for foreign in discovery.foreign:
        yield foreign.module, foreign.distribution
    with contextlib.suppress(ImportError, OSError, ValueError):
        spec = PathFinder.find_spec("jax_plugins")
        folders = list(spec.submodule_search_locations or ()) if spec else []
        for found in pkgutil.iter_modules(folders, "jax_plugins."):
            folder = next(folder for folder in folders if list(_files(folder, found.name)))
            path = next(_files(folder, found.name))
            yield found.name, _owner(path) or path


def _files(folder: str, module: str) -> Iterator[Path]:
    name = module.rpartition(".")[2]
    return (path for path in (Path(folder, name), Path(folder, f"{name}.py")) if path.exists())


def _owner(path: Path) -> Installed | None:
    """The distribution that installed ``path``, or None."""
    for distribution in distributions():
        location = described(distribution).location
        with contextlib.suppress(OSError, ValueError):
            inside = path.relative_to(Path(location).parent).as_posix()
            record = files.read_text(Path(location, "RECORD"))
            if re.search(rf"^{re.escape(inside)}[/,]", record, re.MULTILINE):
                return described(distribution)
    return None


def startup_file(works: Works, before: Mapping[str, str | None], failure: PluginError) -> Setting | None:
    """A file that Python runs when it starts, without which jax works; or None."""
    trial = json.loads(before.get(TRIAL) or "{}")
    if "startup" in trial:
        return None
    path = [files.absolute(entry) for entry in sys.path]

    def running(*paths: str) -> dict[str, str | None]:
        return {TRIAL: json.dumps({**trial, "startup": paths, "path": path})}

    candidates = list(_startup_files())
    if not candidates or not works(running()):
        return None
    file = next((each for each in candidates if not works(running(str(each)))), None)
    if file is None:
        return None
    return Setting(
        StartupFileInterferes(
            f"{file.name}, which Python runs when it starts, keeps jax from working.",
            wanted="files run at the start after which jax works: without this one it does, as a trial showed",
            found=f"{failure.summary} {failure.found}"[:600],
            where=str(file),
            commands=install_commands.aside(file),
            note="under the name that the command gives it, Python does not run it",
        ),
        running(*(str(each) for each in candidates if each != file)),
    )


def _startup_files() -> Iterator[Path]:
    folders = [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    for folder in dict.fromkeys(folders):
        with contextlib.suppress(OSError):
            for path in sorted(Path(folder).glob("*.pth")):
                lines = path.read_bytes().splitlines()
                if os.access(path, os.R_OK) and any(
                    line.startswith((b"import ", b"import\t")) for line in lines
                ):
                    yield path
    for name in ("sitecustomize", "usercustomize"):
        with contextlib.suppress(ImportError, OSError, ValueError):
            spec = PathFinder.find_spec(name)
            if spec and spec.origin and spec.origin.endswith(".py"):
                yield Path(spec.origin)
