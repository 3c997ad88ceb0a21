"""``jaxlib list`` and ``jaxlib doctor``: what is installed, what jax will do with it, and what to run.

jax is never imported here, and a plugin's library is loaded only in a child process: the report must be
readable where either of them would end the process.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core.checks import (
    advisories,
    compute_capability,
    conflicts,
    hardware,
    release_mismatch,
    requirements,
    steps,
    vendor_libraries,
)
from jaxlib_core.doctor import default_backend, probe
from jaxlib_core.environment import files, install_commands, orphans
from jaxlib_core.environment.distributions import UNKNOWN, Installed, find
from jaxlib_core.errors import (
    ConflictingInstallation,
    FilesLost,
    LibraryAltered,
    NotInstalled,
    PluginError,
    VersionMismatch,
)
from jaxlib_core.jax import gpu_kernels
from jaxlib_core.jax.backend import POLICY, policy
from jaxlib_core.plugins.discovery import CORE, Discovery, Plugin, discover, files_unreadable

LIST_SCHEMA = "jaxlib.list/1"
DOCTOR_SCHEMA = "jaxlib.doctor/1"

#: Environment variables that decide what jax and the plugins do.
VARIABLES = (
    *(
        "JAX_PLATFORMS",
        POLICY,
        "XLA_FLAGS",
        "PJRT_NAMES_AND_LIBRARY_PATHS",
        "LD_LIBRARY_PATH",
        vendor_libraries.ORDER,
    ),
    *("CUDA_HOME", "CUDA_VISIBLE_DEVICES", vendor_libraries.SKIP, "TPU_LIBRARY_PATH"),
)


class Diagnosed(NamedTuple):
    """One plugin and its diagnosis, or None where it works.

    ``absent`` is set where it has no hardware to work on; ``driver`` is what the running driver says of itself,
    ``libraries`` are those of the hardware's vendor that would be loaded, and ``probed`` is what came of trying it,
    if it was tried.
    """

    plugin: Plugin
    problem: PluginError | None
    absent: PluginError | None
    driver: str
    libraries: tuple[vendor_libraries.Found, ...]
    probed: probe.Outcome | None = None


class Report(NamedTuple):
    """Everything ``jaxlib doctor`` has to say."""

    jax: Installed | None
    jaxlib: Installed | None
    core: Installed | None
    discovery: Discovery
    diagnosed: tuple[Diagnosed, ...]
    environment: dict[str, str]
    refusal: PluginError | None
    damage: PluginError | None = None
    setting: PluginError | None = None
    remarks: tuple[str, ...] = ()
    lacks: PluginError | None = None
    tried: default_backend.Outcome | None = None

    @property
    def problems(self) -> tuple[PluginError, ...]:
        """Every diagnosis: of the plugins, of the entry points, of jax with jaxlib, and of using jax.

        Where a plugin says that jax or jaxlib is of another release, what jax itself says of the two is left
        out: one cause, one command.
        """
        plugins = tuple(each.problem for each in self.diagnosed if each.problem)
        told = any(
            isinstance(problem, VersionMismatch | NotInstalled) or _installs_jax(problem)
            for problem in plugins
        )
        everything = (
            *((self.refusal,) if self.refusal and not told else ()),
            *((self.damage,) if self.damage else ()),
            *((self.setting,) if self.setting else ()),
            *(broken.problem for broken in self.discovery.broken),
            *plugins,
        )
        if not everything:
            # What follows from another cause is not told besides.
            jax = self.tried.problem if self.tried else None
            everything = tuple(problem for problem in (self.lacks or jax,) if problem)
        # The last that says it knows best what fixes it.
        return tuple({problem.summary: problem for problem in everything}.values())

    @property
    def healthy(self) -> bool:
        """Whether everything that is installed can work, and jax did."""
        return not self.problems and self.tried is not None


def _installs_jax(problem: PluginError) -> bool:
    """Whether what fixes it puts jax and jaxlib on one release too: where upstream's plugin has to go first."""
    words = {re.split("[=<>~!]", word)[0] for command in problem.commands for word in command.split()}
    return not words.isdisjoint(("jax", "jaxlib"))


def listing() -> dict[str, Any]:
    """The installed plugins from their descriptors alone, as ``jaxlib list --json`` prints them."""
    found = discover()
    return {
        "schema": LIST_SCHEMA,
        "plugins": [_plugin(plugin) for plugin in found.plugins],
        "broken": [{"name": b.name, "problem": b.problem.as_dict()} for b in found.broken],
        "foreign": [{"name": f.name, "module": f.module, **_dist(f.distribution)} for f in found.foreign],
    }


def examine(*, absent_too: bool = False, seconds: float = probe.SECONDS) -> Report:
    """Look at the whole installation.

    A plugin that has passed every check that needs no loading is tried in a child process, which is given up after
    ``seconds``. One without hardware is not, as jax does not open it, unless ``absent_too``: then its library is
    loaded there, and no client is made. Where nothing is wrong, another child uses jax as a user's program does.
    """
    found = discover()
    jax, jaxlib, core = find("jax"), find("jaxlib"), find(CORE)
    lacking = _lacking()
    damage = lacking or next((lost for each in (jaxlib, jax) if each and (lost := _lost(each))), None)
    refusal = None if lacking else _jax_accepts(jax, jaxlib)
    lacks = None if lacking or refusal or jax is None else requirements.unmet(found.plugins)
    diagnosed = tuple(
        _diagnosed(plugin, found, damage or lacks, absent_too, seconds) for plugin in found.plugins
    )
    report = Report(
        jax=jax,
        jaxlib=jaxlib,
        core=core,
        discovery=found,
        diagnosed=diagnosed,
        environment={name: os.environ[name] for name in VARIABLES if name in os.environ},
        refusal=refusal,
        damage=damage,
        setting=_setting(),
        remarks=_remarks(diagnosed),
        lacks=lacks,
    )
    if report.problems:
        return report
    return report._replace(tried=default_backend.run(found.plugins, seconds=seconds))


def _diagnosed(
    plugin: Plugin, found: Discovery, damage: PluginError | None, absent_too: bool, seconds: float
) -> Diagnosed:
    absent = hardware.absent(plugin)
    # Without what this package itself needs, not even versions can be compared.
    problem = damage if _lacking() else _problem_of(plugin, found) or damage
    probed = None
    if problem is None and (absent is None or absent_too):
        problem = _altered(plugin)
        if problem is None:
            probed = probe.run(plugin, client=absent is None, seconds=seconds)
            problem = probed.problem
    return Diagnosed(
        plugin, problem, absent, hardware.driver_version(plugin), _vendor_libraries(plugin), probed
    )


def _problem_of(plugin: Plugin, found: Discovery) -> PluginError | None:
    return (
        conflicts.conflict(plugin, found)
        or steps.first_problem(plugin)
        or hardware.driver_problem(plugin)
        or compute_capability.problem(plugin)
        or vendor_libraries.problem(plugin)
        or advisories.problem(plugin, vendor_libraries.survey(plugin).found, _gpus(plugin))
        or gpu_kernels.missing(plugin)
    )


def _gpus(plugin: Plugin) -> advisories.Gpus:
    return partial(compute_capability.visible_capabilities, plugin)


def _remarks(diagnosed: tuple[Diagnosed, ...]) -> tuple[str, ...]:
    """What is out of the ordinary and in nobody's way, a sentence each."""
    told = []
    for each in diagnosed:
        this = each.plugin.descriptor
        for library, copy in vendor_libraries.shadowed(each.plugin):
            told.append(
                f"LD_LIBRARY_PATH holds another {library.soname}, which {this.distribution} passes over: {copy}"
            )
        told += [
            f"{warning.summary} To fix it: {warning.commands[0]}"
            for warning in advisories.warnings(each.plugin, each.libraries, _gpus(each.plugin))
        ]
        variable = this.library.variable
        if each.plugin.given:
            told.append(f"{variable} has {this.distribution} load another library: {each.plugin.given}")
        elif os.environ.get(variable):
            told.append(f"{variable} is passed over, as it names no file: {os.environ[variable]}")
        info = each.plugin.distribution
        if info and Path(info.location).parent != each.plugin.folder.parent:
            told.append(f"{this.distribution} is installed elsewhere than its metadata: {each.plugin.folder}")
    return (*told, *orphans.sentences())


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
                "devices": [device._asdict() for device in each.probed.devices] if each.probed else None,
                "seconds": round(each.probed.seconds, 3) if each.probed else None,
                "driver_minimum": each.plugin.descriptor.driver.minimum
                if each.plugin.descriptor.driver
                else None,
                "gpu_architectures": list(each.plugin.descriptor.gpu_architectures),
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
        "backend_inside_jaxlib": report.jaxlib is not None and requirements.has_backend(report.jaxlib),
        "default_backend": {
            "platform": report.tried.platform,
            "devices": report.tried.devices,
            "seconds": round(report.tried.seconds, 3),
        }
        if report.tried and not report.tried.problem
        else None,
        "remarks": list(report.remarks),
        "at_import_jax": at_import(report),
        "problems": [problem.as_dict() for problem in report.problems],
    }


def at_import(report: Report) -> list[str]:
    """What will happen when jax is imported and its backends are first used, a sentence each."""
    if report.jax is None or report.jaxlib is None:
        return ["`import jax` fails: jax and jaxlib are not both installed."]
    if isinstance(report.refusal, VersionMismatch):
        return ["`import jax` raises: jax refuses this jaxlib."]
    if report.damage:
        return [f"`import jax` may fail: {report.damage.summary}"]
    if report.lacks and report.lacks in report.problems:
        return [f"`import jax` may fail: {report.lacks.summary}"]
    failure = report.tried.problem if report.tried else None
    if failure:
        return [f"jax does not work: {failure.summary}"]
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
        sentences.append(
            "Platform 'cpu' is served by the backend inside jaxlib."
            if requirements.has_backend(report.jaxlib)
            else "No plugin serves platform 'cpu', and this jaxlib contains no backend."
        )
    if report.tried:
        backend, seconds = report.tried.platform, report.tried.seconds
        sentences.append(
            f"In a child process jax made its default backend, {backend!r}, and ran a program: {seconds:.1f} s."
        )
    return sentences


def _vendor_libraries(plugin: Plugin) -> tuple[vendor_libraries.Found, ...]:
    try:
        return vendor_libraries.survey(plugin).found
    except PluginError:
        # It is among the problems.
        return ()


def _altered(plugin: Plugin) -> PluginError | None:
    this = plugin.descriptor
    if plugin.given:
        return None
    with files.open_regular(plugin.library) as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest == this.library.sha256:
        return None
    return LibraryAltered(
        f"The library of {this.distribution} {this.version} has other bytes than when it was installed.",
        wanted=f"sha256 {this.library.sha256}",
        found=f"sha256 {digest}",
        where=str(plugin.library),
        commands=steps.reinstall(plugin),
    )


def _lacking() -> PluginError | None:
    """Why this package cannot do its own work, or None."""
    from importlib.util import find_spec

    if find_spec("packaging"):
        return None
    return NotInstalled(
        f"{CORE} needs packaging, which is not installed.",
        wanted="packaging, which compares versions",
        found="no module named packaging",
        where=tuple(dict.fromkeys(entry or "." for entry in sys.path)),
        commands=install_commands.install("packaging"),
    )


def _setting() -> PluginError | None:
    """What is wrong with the variables that all plugins heed."""
    try:
        policy()
    except PluginError as problem:
        return problem
    return None


def _lost(owner: Installed) -> PluginError | None:
    """Which of the files that ``owner`` says it installed are gone or cut short, of its compiled ones also by size.

    One that says nothing, as some systems' packages, is taken as it is; so is one that does not say its version,
    which is another cause.
    """
    if owner.version == UNKNOWN:
        return None
    try:
        lines = files.read_text(Path(owner.location, "RECORD")).splitlines()
    except (OSError, ValueError):
        return None
    folder = Path(owner.location).parent
    bad = []
    for line in lines:
        name, _, size = line.rpartition(",")
        name = name.rpartition(",")[0].strip('"')
        if not name or not name.endswith((".py", ".so")):
            continue
        path = folder / name
        if not os.access(path, os.R_OK):
            forbidden = next((each for each in (*path.parents, path) if _forbidden(each)), None)
            if forbidden:
                return files_unreadable(owner, forbidden)
            bad.append(f"{name} (gone)")
            continue
        found = path.stat().st_size
        if name.endswith(".so") and size.isdecimal() and found != int(size):
            bad.append(f"{name} ({found:,} bytes, not {int(size):,})")
    if not bad:
        return None
    return FilesLost(
        f"{owner.name} {owner.version} has lost files.",
        wanted=f"every file that {owner.name} {owner.version} installed",
        found=", ".join(bad[:3]) + (f" and {len(bad) - 3} more" if len(bad) > 3 else ""),
        where=str(folder),
        commands=install_commands.install(f"{owner.name}=={owner.version}", force=True),
    )


def _forbidden(path: Path) -> bool:
    """Whether ``path`` is there, and this user may not read it, or reach what is in it."""
    try:
        return path.exists() and not os.access(path, os.X_OK if path.is_dir() else os.R_OK)
    except OSError:
        return False


def _jax_accepts(jax: Installed | None, jaxlib: Installed | None) -> PluginError | None:
    """The check that jax itself makes when it is imported, made from metadata and with a command to type."""
    if jax is None:
        return None
    if unreadable := next((each for each in (jax, jaxlib) if each and each.version == UNKNOWN), None):
        return steps.unreadable(unreadable, unreadable.name)
    needed = release_mismatch.jaxlib_requirement()
    if jaxlib is None:
        return NotInstalled(
            f"jax {jax.version} needs jaxlib, which is not installed.",
            wanted=f"jaxlib{needed.specifier if needed else ''}, as jax {jax.version} declares",
            found="no installed distribution named jaxlib",
            where=tuple(dict.fromkeys(entry or "." for entry in sys.path)),
            commands=install_commands.install(f"jax=={jax.version}", f"jaxlib=={jax.version}"),
        )
    if needed is None or needed.specifier.contains(jaxlib.version, prereleases=True):
        return None
    return release_mismatch.refusal(jax, jaxlib, str(needed.specifier))


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
    # A path may hold what no encoding has letters for.
    return json.dumps(data, indent=2, ensure_ascii=True)


def folder_of(path: str) -> str:
    """``path`` with the user's home spelled ``~``, for people to read."""
    try:
        home = str(Path.home())
    except RuntimeError:
        # A user that the system does not know, as in many containers.
        return path
    return "~" + path[len(home) :] if home != "/" and path.startswith(home + os.sep) else path
