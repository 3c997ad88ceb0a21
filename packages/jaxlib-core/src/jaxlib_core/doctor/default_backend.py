"""Whether jax works: a subprocess creates the default backend, as the user's own programs do, and runs a program.

The subprocess has the user's variables, working directory and search path, except that GPU memory preallocation is
off. It runs after every other check has passed, so that a fault that no check knows is not reported as healthy.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core import errors
from jaxlib_core.checks import steps
from jaxlib_core.doctor import probe, variables
from jaxlib_core.environment import files, install_commands, shell
from jaxlib_core.environment.distributions import UNKNOWN, Installed, find
from jaxlib_core.errors import (
    DefaultBackendFails,
    JaxImportFails,
    ModuleShadowed,
    NotInstalled,
    PluginError,
)
from jaxlib_core.plugins.discovery import CORE, Plugin

#: Distributions that jax imports and whose modules have the distribution's name.
MODULES = ("jax", "jaxlib", CORE, "numpy", "scipy", "ml_dtypes", "opt_einsum")

_DOING = {
    "start": "starting Python",
    "import": "importing jax",
    "backend": "creating the default backend",
    "program": "running a program",
    "linalg": "running a program with linear algebra",
}

#: The subprocess imports nothing of this package: if it did, a shadowed module of ours would be blamed on jax.
_CHILD = """
import sys
out, here, names = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
del sys.argv[1:]
import importlib.util, json, os
here = json.loads(here)
own = [] if sys.flags.safe_path else sys.path[:1]
sys.path[:] = [*own, *here, *(entry for entry in sys.path[len(own):] if entry not in here)]
def say(**values):
    os.write(out, json.dumps(values).encode() + b"\\n")
origins = {}
for name in names:
    try:
        spec = importlib.util.find_spec(name)
        origins[name] = spec and spec.origin
    except Exception:
        pass
say(stage="import", origins=origins)
try:
    import jax
    say(stage="backend")
    devices = jax.devices()
    say(stage="program")
    import numpy
    result = jax.jit(lambda x: (x * 2 + 1).sum())(jax.device_put(numpy.arange(8, dtype=numpy.float32)))
    result = float(jax.device_get(result))
    if result != 64:
        raise ArithmeticError(f"a sum that is 64 came out as {result}")
    if devices[0].platform == "cpu":
        # LAPACK comes from SciPy, which no earlier stage has loaded.
        say(stage="linalg")
        # Explicit transfers, because the user may have set JAX_TRANSFER_GUARD=disallow.
        matrix = jax.device_put(numpy.full((1, 1), 4, dtype=numpy.float32))
        result = float(jax.device_get(jax.numpy.linalg.cholesky(matrix))[0, 0])
        if result != 2:
            raise ArithmeticError(f"a root that is 2 came out as {result}")
    say(stage="done", platform=devices[0].platform, devices=len(devices))
except BaseException as error:
    each, problem = error, None
    while each is not None:
        if type(each).__module__ == "jaxlib_core.errors":
            problem = each.as_dict()
        each = each.__cause__ or each.__context__
    text = " ".join(str(error).split())
    frames, trace = [], error.__traceback__
    while trace is not None:
        frames.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    say(error=type(error).__name__, text=text, name=getattr(error, "name", None), frames=frames, problem=problem)
    os._exit(3)
os._exit(0)
"""


class Outcome(NamedTuple):
    """The result: the diagnosis or None, the default backend, its number of devices, and the time in seconds."""

    problem: PluginError | None
    platform: str
    devices: int
    seconds: float


def run(plugins: Iterable[Plugin] = (), *, seconds: float = probe.SECONDS) -> Outcome:
    """Let a child use jax, and kill it after ``seconds``. ``plugins``: those that are installed."""
    began = time.monotonic()
    plugins = tuple(plugins)
    # An examination must not take most of a GPU's memory, which the user's own programs need.
    environment = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", **os.environ}
    path = json.dumps(probe.spelled(_own_path()))
    owners = [*MODULES, *(plugin.descriptor.distribution for plugin in plugins)]
    names = [name.replace("-", "_") for name in owners]
    try:
        ended, said, words = probe.run_child(["-c", _CHILD], [path, *names], environment, seconds)
    except OSError as error:
        problem: PluginError | None = _import_fails(plugins, f"Python cannot be started: {error}")
        return Outcome(problem, "", 0, time.monotonic() - began)
    problem = _problem(plugins, ended, said, words, seconds)
    last: dict[str, Any] = said[-1] if said else {}
    return Outcome(problem, last.get("platform", ""), last.get("devices", 0), time.monotonic() - began)


def _own_path() -> list[str]:
    """``sys.path`` without the script's folder; the user's own program has its own folder there."""
    scripts = {"", files.working_folder()}
    if sys.argv:
        with contextlib.suppress(OSError):  # a relative path in a folder that was removed
            scripts.add(str(Path(files.absolute(sys.argv[0])).resolve().parent))
    return sys.path[1:] if not sys.flags.safe_path and sys.path and sys.path[0] in scripts else list(sys.path)


def _problem(
    plugins: tuple[Plugin, ...],
    ended: int | None,
    said: list[dict[str, Any]],
    words: str,
    seconds: float,
) -> PluginError | None:
    stage = next((message["stage"] for message in reversed(said) if "stage" in message), "start")
    origins: dict[str, str | None] = next(
        (message["origins"] for message in said if "origins" in message), {}
    )
    owners = (*MODULES, *(plugin.descriptor.distribution for plugin in plugins))
    if shadowed := next(_shadowed(origins, owners), None):
        return shadowed
    if ended == 0 and stage == "done":
        return None
    if ended is None:
        return probe.given_up(_DOING[stage], seconds) or DefaultBackendFails(
            f"jax does not finish a program within {seconds:g} s.",
            wanted=f"{_DOING[stage]} within {seconds:g} s",
            found=f"{probe.STILL} {_DOING[stage]} when it was stopped",
            where=sys.executable,
            commands=install_commands.doctor("--timeout", f"{max(600, 10 * seconds):g}"),
            note="a busy machine may just be slow",
        )
    error = next((message for message in said if "error" in message), None)
    if error and error["problem"] and hasattr(errors, error["problem"]["kind"]):
        return probe.rebuilt(getattr(errors, error["problem"]["kind"]), error["problem"])
    if stage in {"start", "import"}:
        return _import_problem(plugins, stage, ended, error, words)
    found = (
        f"{error['error']}: {error['text']}"[:600].removesuffix(": ")
        if error
        else f"a child process that {probe.how_it_ended(ended)} while {_DOING[stage]}{probe.last_line(words)}"
    )
    return _fails(stage, found)


def _import_problem(
    plugins: tuple[Plugin, ...], stage: str, ended: int, error: dict[str, Any] | None, words: str
) -> PluginError:
    if shadowed := _standard_modules():
        return shadowed
    missing = (error or {}).get("name")
    if error and missing in sys.stdlib_module_names:
        failure = _import_fails(plugins, f"{error['error']}: {error['text']}"[:600])
        return probe.without_module(failure, missing)
    if error and missing and error["error"] == "ModuleNotFoundError" and "." not in missing:
        release = next((plugin.descriptor.jaxlib.release for plugin in plugins), "")
        wanted = f"{missing}=={release}" if release and missing in {"jax", "jaxlib"} else missing
        return NotInstalled(
            "jax is not installed." if missing == "jax" else f"jax needs {missing}, which is not installed.",
            wanted=f"a module named {missing}",
            found=error["text"],
            where=tuple(dict.fromkeys(entry or "." for entry in sys.path)),
            commands=install_commands.install(wanted.replace("_", "-")),
        )
    if error:
        failure = _import_fails(plugins, f"{error['error']}: {error['text']}"[:600].removesuffix(": "))
        return failure.fixed_by().noted(steps.NOT_TEXT) if error["error"] == "UnicodeEncodeError" else failure
    how = f"a child process that {probe.how_it_ended(ended)} while {_DOING[stage]}"
    return _import_fails(plugins, f"{how}{probe.last_line(words)}")


def _import_fails(plugins: tuple[Plugin, ...], found: str) -> PluginError:
    names = ("jax", "jaxlib", CORE, *(plugin.descriptor.distribution for plugin in plugins))
    members = [member for name in names if (member := find(name)) and member.version != UNKNOWN]
    pins = [f"{member.name}=={member.version}" for member in members]
    return JaxImportFails(
        "jax cannot be imported.",
        wanted="`import jax` without an error",
        found=found,
        where=sys.executable,
        commands=install_commands.install(*(pins or ["jax"]), everything=bool(pins)),
    )


def _fails(stage: str, found: str) -> PluginError:
    chosen = [f"{name}={os.environ[name]}" for name in variables.PLATFORMS if os.environ.get(name)]
    return DefaultBackendFails(
        f"jax can be imported, but fails while {_DOING[stage]}.",
        wanted="a program that runs on jax's default backend",
        found=found,
        where=(sys.executable, *(f"environment variable {variable}" for variable in chosen)),
        commands=install_commands.doctor("--bundle", "jaxlib-doctor.zip"),
        note="no known cause was found; the command only collects what a bug report needs",
    )


# ---- Causes in the environment.


def _shadowed(origins: Mapping[str, str | None], owners: Iterable[str]) -> Iterator[PluginError]:
    """A diagnosis for each module that is not imported from the one of ``owners`` that is installed."""
    for name in owners:
        module = name.replace("-", "_")
        origin, owner = origins.get(module), find(name)
        expected = _installed_file(owner, module) if owner else None
        if not (owner and expected and origin):
            continue
        with contextlib.suppress(OSError):
            found = Path(probe.spelled_here(origin))
            if any(parent.is_file() for parent in found.parents) or not expected.samefile(found):
                yield takes_the_place(found, str(owner), str(expected))


def _installed_file(owner: Installed, module: str) -> Path | None:
    """The file that ``import`` should find; None if the RECORD does not say, as for an editable installation."""
    try:
        record = files.read_text(Path(owner.location, "RECORD"))
    except (OSError, ValueError):
        return None
    for name in (f"{module}/__init__.py", f"{module}.py"):
        if re.search(rf"^{re.escape(name)},", record, re.MULTILINE):
            path = Path(owner.location).parent / name
            # Path.is_file raises if this user may not search the folder.
            return path if os.path.isfile(path) else None  # noqa: PTH113
    return None


def _standard_modules() -> PluginError | None:
    """The diagnosis for a user's file that shadows a module of the standard library, or None."""
    for folder in _own_folders():
        with contextlib.suppress(OSError):
            for path in sorted(folder.iterdir()):
                name = path.stem if path.suffix == ".py" else path.name
                # A folder is a module only if it has this file: a standard module precedes a namespace package.
                file = path if path.suffix == ".py" else path / "__init__.py"
                if name in sys.stdlib_module_names and file.is_file():
                    return takes_the_place(file, f"Python's own module {name}", f"{name} of Python itself")
    return None


def standing_in_the_way(plugins: Iterable[str] = ()) -> PluginError | None:
    """The first of ``all_in_the_way``, or None."""
    return next(all_in_the_way(plugins), None)


def all_in_the_way(plugins: Iterable[str] = ()) -> Iterator[PluginError]:
    """A diagnosis for each user's file that shadows a module that jax imports.

    ``plugins`` are the distributions of plugins, which jax imports, too.

    For reports in which jax was not tried because of another problem: this one would remain after that is fixed.
    """
    owners = (*MODULES, *plugins)
    for folder in _own_folders():
        if problem := _in_the_way(folder, owners):
            yield problem
    # A folder that a .pth file or sitecustomize puts first is in no variable of the user's.
    origins = {}
    for name in owners:
        module = name.replace("-", "_")
        with contextlib.suppress(ImportError, OSError, ValueError):
            spec = PathFinder.find_spec(module)  # ignores what this process has loaded
            origins[module] = spec.origin if spec else None
    yield from _shadowed(origins, owners)


def _in_the_way(folder: Path, owners: Iterable[str]) -> PluginError | None:
    with contextlib.suppress(OSError):
        for name in owners:
            module, owner = name.replace("-", "_"), find(name)
            for file in (folder / f"{module}.py", folder / module / "__init__.py"):
                expected = _installed_file(owner, module) if owner else None
                if not file.is_file() or (owner and Path(owner.location).parent.samefile(folder)):
                    continue
                if not (expected and expected.samefile(file)):
                    return takes_the_place(file, str(owner or name), str(expected or f"{name}, as installed"))
        for name in sorted(_LOADED & sys.stdlib_module_names):
            for file in (folder / f"{name}.py", folder / name / "__init__.py"):
                if file.is_file():
                    return takes_the_place(file, f"Python's own module {name}", f"{name} of Python itself")
    return None


#: Standard library modules that this process and jax load.
_LOADED = frozenset(sys.modules) | {
    *("array", "ast", "asyncio", "bisect", "calendar", "concurrent", "copy", "csv", "ctypes", "dataclasses"),
    *(
        "datetime",
        "decimal",
        "dis",
        "fractions",
        "glob",
        "hashlib",
        "heapq",
        "html",
        "http",
        "inspect",
        "logging",
    ),
    *("math", "multiprocessing", "numbers", "pickle", "platform", "queue", "random", "secrets", "socket"),
    *("statistics", "string", "tempfile", "textwrap", "threading", "token", "tokenize", "typing", "unittest"),
    *("urllib", "uuid", "xml", "zipfile"),
}


def without(folder: Path) -> list[str]:
    """The entries of PYTHONPATH without ``folder``."""
    return [str(entry) for entry in _python_path() if not _same(entry, folder)]


def _own_folders() -> Iterator[Path]:
    # -P was given to this process; the user's programs do not have it.
    unsafe = not os.environ.get("PYTHONSAFEPATH")
    if unsafe and (current := files.working_folder()):
        yield Path(current)
    yield from _python_path()


def _python_path() -> list[Path]:
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [Path(files.absolute(entry)) for entry in entries if entry]


def takes_the_place(file: Path, owner: str, expected: str) -> PluginError:
    """The diagnosis that Python finds ``file`` first, and not ``expected`` of ``owner``."""
    module = file.parent if file.name == "__init__.py" else file
    folder, what = module.parent, "a folder on Python's search path"
    entries = _python_path()
    others = [str(entry) for entry in entries if not _same(entry, folder)]
    note = ""
    with contextlib.suppress(OSError):
        if _same(Path.cwd(), folder):
            what = "the current folder"
    if len(others) < len(entries):
        what = "environment variable PYTHONPATH"
        command = (
            f"export PYTHONPATH={shell.quote(os.pathsep.join(others))}" if others else "unset PYTHONPATH"
        )
    elif module.is_dir() and what == "the current folder":
        command = "export PYTHONSAFEPATH=1"
        note = "or work in another folder: Python looks for modules in the current one first"
    else:
        free = module.with_name(f"my_{module.name}")
        while free.exists():
            free = free.with_name(f"my_{free.name}")
        command = shell.join(("mv", module, free))
        note = "your own programs that import it need its new name" if module.suffix == ".py" else ""
    return ModuleShadowed(
        f"{module.name} in {what} takes the place of {owner}.",
        wanted=expected,
        found=str(file),
        where=(str(folder), what) if not what.startswith("a folder") else (str(folder),),
        commands=(command,),
        note=note,
    )


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
