"""Optional modules, which jax or a dependency imports only if installed: does jax work without one."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path

from jaxlib_core.checks import installed_files
from jaxlib_core.doctor import probe, started
from jaxlib_core.doctor.probe import TRIAL
from jaxlib_core.doctor.variables import Setting
from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.errors import JaxImportFails, PluginError

#: Prints the file of each frame, outermost first, of the exception that ``import jax`` raises.
_IMPORTS = """
import sys
out, here = int(sys.argv[1]), sys.argv[2]
del sys.argv[1:]
import json, os
here = json.loads(here)
sys.path[:] = [*here, *(entry for entry in sys.path if entry not in here)]
try:
    import jax
    jax.devices()
except BaseException as error:
    files = []
    while error is not None:
        trace, own = error.__traceback__, []
        while trace is not None:
            own.append(trace.tb_frame.f_code.co_filename)
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and error.filename:
            own.append(error.filename)
        files = [*own, *files] if error.__cause__ is None else [*files, *own]
        error = error.__cause__ or error.__context__
    os.write(out, json.dumps({"files": files}).encode() + b"\\n")
os._exit(0)
"""


def module(
    works: Callable[[Mapping[str, str | None]], bool],
    before: Mapping[str, str | None],
    needed: Container[str],
    failure: PluginError,
    seconds: float = probe.SECONDS,
) -> Setting | None:
    """The module without which jax works, or None; ``needed``: distributions that jax cannot work without."""
    trial = json.loads(before.get(TRIAL) or "{}")
    gone: list[str] = trial.get("hidden", [])
    for name, path in _candidates(before, seconds):
        owner = started.owner_of(path)
        if name in gone or (owner and owner.name in needed):
            continue
        change: dict[str, str | None] = {TRIAL: json.dumps({**trial, "hidden": [*gone, name]})}
        if works(change):
            return Setting(_fails(name, path, owner, failure), change)
    return None


def _candidates(before: Mapping[str, str | None], seconds: float) -> Iterator[tuple[str, Path]]:
    """Modules whose code ran when ``import jax`` failed, with their files, innermost first."""
    environment = {**os.environ, **{name: value for name, value in before.items() if value is not None}}
    path = probe.spelled(sys.path)
    try:
        _, said, _ = probe.run_child(["-P", "-c", _IMPORTS], (json.dumps(path),), environment, seconds)
    except OSError:
        return
    names = []
    for file in reversed(said[-1]["files"] if said else []):
        for folder in filter(None, path):
            if not file.startswith(f"{folder}{os.sep}"):
                continue
            first = Path(file).relative_to(folder).parts[0]
            name = first.removesuffix(".py")
            if name.isidentifier() and name not in sys.stdlib_module_names and name not in names:
                names.append(name)
                yield name, Path(folder, first)


def _fails(name: str, path: Path, owner: Installed | None, failure: PluginError) -> JaxImportFails:
    damage = installed_files.altered([owner.name]) if owner else None
    if damage:
        commands, note = damage.commands, ""
    elif owner:
        commands, note = (
            install_commands.uninstall(owner.name),
            "or look for a release of it that works with jax",
        )
    else:
        commands, note = install_commands.rename(path), ""
    whose = str(owner) if owner else "that no distribution installed"
    return JaxImportFails(
        f"jax cannot be imported with the module {name}, {'of ' if owner else ''}{whose}.",
        wanted=f"a module {name} that can be imported, or none: jax does not need it",
        found=f"{failure.found}; a trial showed that jax works without module {name}"[:600],
        where=str(path),
        commands=commands,
        note=note,
    )
