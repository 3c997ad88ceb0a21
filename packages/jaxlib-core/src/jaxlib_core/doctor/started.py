"""Causes in code that runs before a jax program does, found by trying whether jax works without it.

Such code is: other projects' plugins, which jax imports whichever platform is requested; Python's startup files.
"""

from __future__ import annotations

import contextlib
import json
import os
import pkgutil
import re
import site
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from jaxlib_core import standard_library
from jaxlib_core.doctor.probe import TRIAL, how_it_ended, last_line, run_child, spelled
from jaxlib_core.doctor.variables import Setting
from jaxlib_core.environment import files, install_commands, startup
from jaxlib_core.environment.distributions import Installed, described
from jaxlib_core.errors import OtherPluginFails, PluginError, StartupFileInterferes
from jaxlib_core.plugins.discovery import Discovery

#: Time limit in seconds for a child that does not use jax.
_SECONDS = 20.0

#: Returns whether jax works with these changes of variables.
Works = Callable[[Mapping[str, str | None]], bool]


def plugin(
    works: Works, discovery: Discovery, before: Mapping[str, str | None], failure: PluginError
) -> Setting | None:
    """Another project's plugin without which jax works, or None; ``before``: the changes made so far."""
    trial = json.loads(before.get(TRIAL) or "{}")
    gone: list[str] = trial.get("hidden", [])
    owners = {module: owner for module, owner in _others(discovery) if module not in gone}

    def without(*modules: str) -> dict[str, str | None]:
        return {TRIAL: json.dumps({**trial, "hidden": [*gone, *modules]})}

    if not owners or not works(without(*owners)):
        return None
    module = next((each for each in owners if len(owners) == 1 or works(without(each))), "")
    if not module:
        # If there are several, the first is named; the next trial of jax finds the others.
        module = next(iter(owners))
    found = f"{failure.found}; a trial showed that jax works without module {module}"
    return Setting(_fails(module, owners[module], found), without(module))


def plugin_alone(discovery: Discovery, before: Mapping[str, str | None]) -> Setting | None:
    """Another project's plugin that fails even without jax, or None.

    For environments in which jax cannot be tried because of another problem, which hides this one. What a plugin
    does with jax is not tested.
    """
    trial = json.loads(before.get(TRIAL) or "{}")
    gone: list[str] = trial.get("hidden", [])
    owners = {module: owner for module, owner in _others(discovery) if module not in gone}
    if not owners:
        return None
    environment = {**os.environ, **({TRIAL: json.dumps(trial)} if trial else {})}
    arguments = (json.dumps(spelled(sys.path)), *owners)
    try:
        ended, said, words = run_child(["-c", _INITIALIZES], arguments, environment, _SECONDS)
    except OSError:
        return None
    # The failing plugin is the last one whose import was announced.
    module = next((message["module"] for message in reversed(said) if "module" in message), "")
    doing = [message for message in said if message.get("of") == module]
    # A plugin that asked for jax may fail only because jax is hidden.
    if ended in {0, None} or module not in owners or any("asked" in message for message in doing):
        return None
    what = "it is initialized" if any("imported" in message for message in doing) else "it is imported"
    found = next((message["error"] for message in doing if "error" in message), None)
    found = found or f"a child process that {how_it_ended(ended)} when {what}{last_line(words)}"
    hidden = {TRIAL: json.dumps({**trial, "hidden": [*gone, module]})}
    return Setting(
        _fails(module, owners[module], f"{found}; module {module} alone does that, without jax"), hidden
    )


#: Runs what each plugin does before it needs jax, which is hidden. Continues after an exception, as jax does.
_INITIALIZES = """
import sys
out, here, modules = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
del sys.argv[1:]
import importlib, json, os
here = json.loads(here)
sys.path[:] = [*here, *(entry for entry in sys.path if entry not in here)]
asked = []
def say(**values):
    os.write(out, json.dumps(values).encode() + b"\\n")
class WithoutJax:
    def find_spec(self, name, path=None, target=None):
        if name in {"jax", "jaxlib", "numpy"}:
            asked.append(name)
            say(of=module, asked=name)
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, WithoutJax())
for module in modules:
    say(module=module)
    asked.clear()
    try:
        plugin = importlib.import_module(module)
    except ImportError:
        continue
    except BaseException as error:
        if asked:
            continue
        say(of=module, error=f"{type(error).__name__}: {' '.join(str(error).split())}")
        os._exit(3)
    say(of=module, imported=True)
    try:
        if hasattr(plugin, "initialize"):
            plugin.initialize()
    except Exception:
        pass
os._exit(0)
"""


def _fails(module: str, owner: Installed | Path, found: str) -> OtherPluginFails:
    name = str(owner) if isinstance(owner, Installed) else f"The plugin {module}"
    return OtherPluginFails(
        f"{name}, a jax plugin of another project, prevents jax from working.",
        wanted="a plugin that jax can import: jax imports every plugin, whichever platform is requested",
        found=found[:600],
        where=owner.location if isinstance(owner, Installed) else str(owner),
        commands=install_commands.remove(owner)
        if isinstance(owner, Installed)
        else install_commands.rename(owner),
        note="or look for a release of it that works with this jax",
    )


def _others(discovery: Discovery) -> Iterator[tuple[str, Installed | Path]]:
    """Modules of other projects' plugins, each with its distribution, or its file if no distribution owns it."""
    for foreign in discovery.foreign:
        yield foreign.module, foreign.distribution
    with contextlib.suppress(ImportError, OSError, ValueError):
        spec = PathFinder.find_spec("jax_plugins")
        folders = list(spec.submodule_search_locations or ()) if spec else []
        for found in pkgutil.iter_modules(folders, "jax_plugins."):
            folder = next(folder for folder in folders if list(_files(folder, found.name)))
            path = next(_files(folder, found.name))
            yield found.name, owner_of(path) or path


def _files(folder: str, module: str) -> Iterator[Path]:
    name = module.rpartition(".")[2]
    return (path for path in (Path(folder, name), Path(folder, f"{name}.py")) if path.exists())


def owner_of(path: Path) -> Installed | None:
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
    """A file that Python runs at startup and without which jax works, or None."""
    candidates = _candidates(before)
    if not candidates or not works(_running(before, ())):
        return None
    file = next((each for each in candidates if not works(_running(before, [each]))), None)
    if file is None:
        return None
    return _interferes(
        file,
        before,
        summary="prevents jax from working.",
        wanted="startup files with which jax works: a trial showed that it works without this one",
        found=f"{failure.summary} {failure.found}",
    )


def variable_set(settings: Iterable[Setting], before: Mapping[str, str | None]) -> Setting | None:
    """The startup file that sets a variable to the value that one of ``settings`` is about, or None.

    A shell command cannot fix such a variable, because the file sets it again at every start.
    """
    given = startup.variables()
    for setting in settings:
        for name in setting.changes:
            value = os.environ.get(name)
            if name == TRIAL or value is None or given.get(name) == value:
                continue
            for file in _candidates(before):
                if _alone(file, given, before).get("variables", {}).get(name) == value:
                    found = _interferes(
                        file,
                        before,
                        summary=f"sets {name} to what jax does not work with.",
                        wanted=setting.problem.wanted,
                        found=f"{name}={value}: {setting.problem.summary}",
                    )
                    return found._replace(changes={name: given.get(name), **found.changes})
    return None


def rules_out(names: Iterable[str], before: Mapping[str, str | None]) -> Setting | None:
    """The startup file that blocks one of the modules ``names`` (``sys.modules[name] = None``), or None."""
    ruled_out = [name for name in names if name in standard_library.ruled_out]
    candidates = _candidates(before) if ruled_out else []
    given = startup.variables()
    for file in candidates:
        if gone := [name for name in ruled_out if name in _alone(file, given, before).get("ruled_out", ())]:
            return _interferes(
                file,
                before,
                summary=f"rules out module {gone[0]}, which jax imports.",
                wanted=f"a start of Python after which {gone[0]} can be imported",
                found=f"sys.modules[{gone[0]!r}] is None once the file was run",
            )
    return None


def _interferes(
    file: Path, before: Mapping[str, str | None], *, summary: str, wanted: str, found: str
) -> Setting:
    return Setting(
        StartupFileInterferes(
            f"{file.name}, which Python runs when it starts, {summary}",
            wanted=wanted,
            found=found[:600],
            where=str(file),
            commands=install_commands.rename(file),
            note="the command renames the file, so that Python no longer runs it",
        ),
        _running(before, [each for each in _candidates(before) if each != file]),
    )


def _running(before: Mapping[str, str | None], paths: Iterable[Path]) -> dict[str, str | None]:
    """The change of variables with which children run only these startup files."""
    trial = json.loads(before.get(TRIAL) or "{}")
    path = [files.absolute(entry) for entry in sys.path]
    return {TRIAL: json.dumps({**trial, "startup": list(map(str, paths)), "path": path})}


def _candidates(before: Mapping[str, str | None]) -> list[Path]:
    """The files that children run at startup."""
    trial = json.loads(before.get(TRIAL) or "{}")
    return list(map(Path, trial["startup"])) if "startup" in trial else list(_startup_files())


#: Reports the effects of one startup file: the variables, and the blocked modules.
_LEFT = """
import json, os, sys
gone = [name for name, module in sys.modules.items() if module is None]
os.write(int(sys.argv[1]), json.dumps({"variables": dict(os.environ), "ruled_out": gone}).encode())
"""


def _alone(file: Path, given: Mapping[str, str], before: Mapping[str, str | None]) -> dict[str, Any]:
    environment = {**given, TRIAL: _running(before, [file])[TRIAL] or ""}
    try:
        _, said, _ = run_child(["-c", _LEFT], (), environment, _SECONDS)
    except OSError:
        return {}
    left: dict[str, Any] = said[-1] if said else {}
    return left


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
