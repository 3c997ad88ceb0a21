"""``jaxlib list`` and ``jaxlib doctor``: what is installed, what jax will do with it, and what to type.

jax is never imported here, and a plugin's library is loaded only in a child process: the report must be
readable where either of them would end the process.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core import checks, hardware, kernels, libraries, repair, rivals, strays
from jaxlib_core.backend import POLICY
from jaxlib_core.discovery import CORE, Discovery, Plugin, discover
from jaxlib_core.errors import (
    ConflictingInstallation,
    LibraryReplaced,
    NotInstalled,
    PluginError,
    VersionMismatch,
)
from jaxlib_core.installed import Installed, find

LIST_SCHEMA = "jaxlib.list/1"
DOCTOR_SCHEMA = "jaxlib.doctor/1"

#: Seconds that a child process may take to load a library before it is given up.
PROBE_SECONDS = 60.0

#: Environment variables that decide what jax and the plugins do.
VARIABLES = (
    *(
        "JAX_PLATFORMS",
        POLICY,
        "XLA_FLAGS",
        "PJRT_NAMES_AND_LIBRARY_PATHS",
        "LD_LIBRARY_PATH",
        libraries.ORDER,
    ),
    *("CUDA_HOME", "CUDA_VISIBLE_DEVICES", libraries.SKIP),
)

_PROBE = (
    "import sys; from pathlib import Path; from jaxlib_core.backend import load_library; "
    "from jaxlib_core.discovery import at; from jaxlib_core.errors import PluginError\n"
    "try: print(*load_library(at(Path(sys.argv[1]))).version, sep='.')\n"
    "except PluginError as e: print(e.found); sys.exit(3)\n"
)


class Diagnosed(NamedTuple):
    """One plugin and its diagnosis, or None where it works.

    ``absent`` is set where it has no hardware to work on; ``driver`` is what the running driver says of itself, and
    ``libraries`` are those of the hardware's vendor that would be loaded.
    """

    plugin: Plugin
    problem: PluginError | None
    absent: PluginError | None
    driver: str
    libraries: tuple[libraries.Found, ...]


class Report(NamedTuple):
    """Everything ``jaxlib doctor`` has to say."""

    jax: Installed | None
    jaxlib: Installed | None
    core: Installed | None
    discovery: Discovery
    diagnosed: tuple[Diagnosed, ...]
    environment: dict[str, str]
    refusal: PluginError | None

    @property
    def problems(self) -> tuple[PluginError, ...]:
        """Every diagnosis: of the plugins, of the entry points, and of jax with jaxlib.

        Where a plugin says that jax or jaxlib is of another release, what jax itself says of the two is left
        out: one cause, one command.
        """
        plugins = tuple(each.problem for each in self.diagnosed if each.problem)
        told = any(isinstance(problem, VersionMismatch | NotInstalled) for problem in plugins)
        return (
            *((self.refusal,) if self.refusal and not told else ()),
            *(broken.problem for broken in self.discovery.broken),
            *plugins,
        )

    @property
    def healthy(self) -> bool:
        """Whether everything that is installed can work."""
        return not self.problems


def listing() -> dict[str, Any]:
    """The installed plugins from their descriptors alone, as ``jaxlib list --json`` prints them."""
    found = discover()
    return {
        "schema": LIST_SCHEMA,
        "plugins": [_plugin(plugin) for plugin in found.plugins],
        "broken": [{"name": b.name, "problem": b.problem.as_dict()} for b in found.broken],
        "foreign": [{"name": f.name, "module": f.module, **_dist(f.distribution)} for f in found.foreign],
    }


def examine() -> Report:
    """Look at the whole installation; loads each sound library once, in a child process."""
    found = discover()
    jax, jaxlib, core = find("jax"), find("jaxlib"), find(CORE)
    return Report(
        jax=jax,
        jaxlib=jaxlib,
        core=core,
        discovery=found,
        diagnosed=tuple(
            Diagnosed(
                plugin,
                _diagnose(plugin, found),
                hardware.absent(plugin),
                hardware.driver_version(plugin),
                _vendor_libraries(plugin),
            )
            for plugin in found.plugins
        ),
        environment={name: os.environ[name] for name in VARIABLES if name in os.environ},
        refusal=_jax_accepts(jax, jaxlib),
    )


def doctor(report: Report) -> dict[str, Any]:
    """``report`` as ``jaxlib doctor --json`` prints it; its schema is ``schemas/doctor.schema.json``."""
    return {
        "schema": DOCTOR_SCHEMA,
        "healthy": report.healthy,
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "machine": {"system": platform.system(), "architecture": platform.machine()},
        "distributions": {
            name: _dist(found) if found else None
            for name, found in (("jax", report.jax), ("jaxlib", report.jaxlib), (CORE, report.core))
        },
        "plugins": [
            {
                **_plugin(each.plugin),
                "works": each.problem is None,
                "problem": _problem(each.problem),
                "absent": _problem(each.absent),
                "driver": each.driver or None,
                "vendor_libraries": [
                    {
                        "soname": found.soname,
                        "path": str(found.path),
                        "version": found.version,
                        "owner": found.owner,
                    }
                    for found in each.libraries
                ],
            }
            for each in report.diagnosed
        ],
        "broken": [
            {"name": b.name, "platform": b.platform, **_dist(b.distribution), "problem": _problem(b.problem)}
            for b in report.discovery.broken
        ],
        "foreign": [
            {"name": f.name, "module": f.module, **_dist(f.distribution)} for f in report.discovery.foreign
        ],
        "environment": report.environment,
        "at_import_jax": at_import(report),
        "problems": [problem.as_dict() for problem in report.problems],
    }


def at_import(report: Report) -> list[str]:
    """What will happen when jax is imported and its backends are first used, a sentence each."""
    if report.jax is None or report.jaxlib is None:
        return ["`import jax` fails: jax and jaxlib are not both installed."]
    if report.refusal:
        return ["`import jax` raises: jax refuses this jaxlib."]
    asked = [name for name in report.environment.get("JAX_PLATFORMS", "").split(",") if name]
    warn = report.environment.get(POLICY) == "warn"
    sentences = []
    entries = [
        (e.plugin.descriptor.platform, e.plugin.descriptor.requirement, e.problem, e.absent)
        for e in report.diagnosed
    ]
    entries += [(b.platform, str(b.distribution), b.problem, None) for b in report.discovery.broken]
    for name, owner, problem, absent in entries:
        if isinstance(problem, ConflictingInstallation):
            # Another entry says who serves the platform, unless it is upstream's.
            sentences.append(problem.summary)
        elif asked and name not in asked:
            sentences.append(f"Platform {name!r} is not opened: JAX_PLATFORMS does not name it.")
        elif absent and asked:
            sentences.append(f"Platform {name!r} raises {absent.kind}: {absent.summary}")
        elif absent:
            sentences.append(f"Platform {name!r} is left out: {absent.summary}")
        elif problem is None:
            sentences.append(f"Platform {name!r} is served by {owner}.")
        elif warn:
            sentences.append(f"Platform {name!r} goes on without {owner}, with a warning ({POLICY}=warn).")
        else:
            sentences.append(f"Platform {name!r} raises {problem.kind} when backends are first used.")
    if "cpu" not in {name for name, *_ in entries} and (not asked or "cpu" in asked):
        sentences.append("Platform 'cpu' is served by the backend inside jaxlib.")
    return [*sentences, *strays.sentences()]


def _diagnose(plugin: Plugin, found: Discovery) -> PluginError | None:
    return (
        rivals.conflict(plugin, found)
        or checks.first_problem(plugin)
        or hardware.driver_problem(plugin)
        or libraries.problem(plugin)
        or kernels.missing(plugin)
        or _altered(plugin)
        or _probe(plugin)
    )


def _vendor_libraries(plugin: Plugin) -> tuple[libraries.Found, ...]:
    try:
        return libraries.survey(plugin).found
    except PluginError:
        # It is among the problems.
        return ()


def _altered(plugin: Plugin) -> PluginError | None:
    this = plugin.descriptor
    with plugin.library.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest == this.library.sha256:
        return None
    return LibraryReplaced(
        f"The library of {this.distribution} {this.version} is not the one that was installed.",
        wanted=f"sha256 {this.library.sha256}",
        found=f"sha256 {digest}",
        where=str(plugin.library),
        commands=checks.reinstall(plugin),
    )


def _probe(plugin: Plugin) -> PluginError | None:
    command = [sys.executable, "-c", _PROBE, str(plugin.folder)]
    # The child finds this package and the plugin where this process found them.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PROBE_SECONDS, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        return checks.not_loadable(plugin, f"a child process that loaded it hung for {PROBE_SECONDS:.0f} s")
    if done.returncode == 0:
        return None
    if done.returncode < 0:
        return checks.not_loadable(
            plugin, f"a child process that loaded it died of signal {-done.returncode}"
        )
    last = (done.stdout.strip() or done.stderr.strip() or "no output").splitlines()[-1]
    return checks.not_loadable(plugin, last)


def _jax_accepts(jax: Installed | None, jaxlib: Installed | None) -> PluginError | None:
    """The check that jax itself makes when it is imported, made from metadata and with a command to type."""
    from importlib.metadata import requires

    from packaging.requirements import Requirement

    if jax is None:
        return None
    pair = repair.install(f"jax=={jax.version}", f"jaxlib=={jax.version}")
    declared = [Requirement(text) for text in requires("jax") or ()]
    needed = next((r for r in declared if r.name == "jaxlib" and r.marker is None), None)
    wanted = f"jaxlib{needed.specifier if needed else ''}, as jax {jax.version} declares"
    if jaxlib is None:
        return NotInstalled(
            f"jax {jax.version} needs jaxlib, which is not installed.",
            wanted=wanted,
            found="no installed distribution named jaxlib",
            where=tuple(dict.fromkeys(entry or "." for entry in sys.path)),
            commands=pair,
        )
    if needed is None or needed.specifier.contains(jaxlib.version, prereleases=True):
        return None
    return VersionMismatch(
        f"jax {jax.version} does not go with jaxlib {jaxlib.version}.",
        wanted=wanted,
        found=str(jaxlib),
        where=(jax.location, jaxlib.location),
        commands=pair,
    )


def _dist(found: Installed) -> dict[str, str]:
    return {"distribution": found.name, "version": found.version, "location": found.location}


def _problem(problem: PluginError | None) -> dict[str, object] | None:
    return problem.as_dict() if problem else None


def _plugin(plugin: Plugin) -> dict[str, Any]:
    this = plugin.descriptor
    return {
        "name": this.name,
        "distribution": this.distribution,
        "version": this.version,
        "platform": this.platform,
        "title": this.title,
        "architecture": this.architecture,
        "location": str(plugin.folder),
        "library": {
            "path": str(plugin.library),
            "size": this.library.size,
            "sha256": this.library.sha256,
            "pjrt_api": _dotted(this.library.pjrt_api),
            "ffi_api": _dotted(this.library.ffi_api) if this.library.ffi_api else None,
        },
        "provenance": this.provenance._asdict(),
    }


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def as_json(data: dict[str, Any]) -> str:
    """``data`` as the ``--json`` forms print it."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def folder_of(path: str) -> str:
    """``path`` with the user's home spelled ``~``, for people to read."""
    home = str(Path.home())
    return "~" + path[len(home) :] if path.startswith(home + os.sep) else path
