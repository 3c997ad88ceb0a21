"""The examination behind ``jaxlib doctor``: every check of the environment, and whether jax works in it.

This process never imports jax, and loads a plugin's library only in a child process: the report must be complete
even if either of them would end the process.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from jaxlib_core.checks import (
    acceptance,
    advisories,
    bindings,
    compute_capability,
    conflicts,
    duplicates,
    entry_points,
    hardware,
    installed_files,
    requirements,
    steps,
    vendor_libraries,
)
from jaxlib_core.doctor import default_backend, probe, trials, variables
from jaxlib_core.doctor.findings import VARIABLES, Diagnosed, Report
from jaxlib_core.environment import files, install_commands, orphans, shell
from jaxlib_core.environment.distributions import Installed, find
from jaxlib_core.errors import (
    ConfigurationError,
    ConflictingInstallation,
    FilesLost,
    LibraryAltered,
    MetadataUnreadable,
    NotInstalled,
    PluginError,
    VersionMismatch,
)
from jaxlib_core.jax import gpu_kernels
from jaxlib_core.plugins.discovery import CORE, Discovery, Plugin, discover


def examine(*, absent_too: bool = False, seconds: float = probe.SECONDS) -> Report:
    """Examine the whole installation.

    A plugin that has passed every check that needs no loading is tried in a child process, which is killed after
    ``seconds``. A plugin without hardware is not tried, as jax does not open it; with ``absent_too`` its library is
    loaded without creating a client. If nothing is wrong, another child uses jax as a user's program does.

    Wrong variables are corrected for the rest of the examination, which therefore finds other problems, and shows
    that the new values work.
    """
    report = trials.examine(partial(_look, absent_too=absent_too, seconds=seconds), seconds)
    flags = next((setting.problem for setting in report.settings if variables.FLAGS in setting.changes), None)
    if flags is None:
        return report
    # jax raises the same diagnosis for this plugin.
    refused = tuple(
        diagnosed._replace(problem=flags)
        if isinstance(steps.first_problem(diagnosed.plugin), ConfigurationError)
        else diagnosed
        for diagnosed in report.diagnosed
    )
    return report._replace(diagnosed=refused)


def _look(settings: tuple[variables.Setting, ...], *, absent_too: bool, seconds: float) -> Report:
    """Examine everything except the variables; ``settings`` are their problems, corrected in the meantime."""
    environment = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    with variables.applied(trials.changes(settings)):
        discovery = discover()
        jax, jaxlib, core = find("jax"), find("jaxlib"), find(CORE)
        more = variables.settings(discovery, jaxlib, jax)
        settings = (*settings, *more)
    with variables.applied(trials.changes(settings)):
        lacking = _lacking(discovery)
        compiled = [distribution for distribution in (jaxlib, jax) if distribution]
        damage = lacking or _damage(discovery, compiled)
        refusal = None if lacking else acceptance.accepts(jax, jaxlib, discovery)
        about = {"jax", "jaxlib"} if refusal else set()
        about |= {broken.distribution.name for broken in discovery.broken}
        unmet = None if lacking or refusal else requirements.unmet(discovery)
        diagnosed = tuple(
            _diagnosed(plugin, discovery, damage or unmet, absent_too, seconds)
            for plugin in discovery.plugins
        )
        if any(isinstance(entry.problem, _OF_RELEASES) for entry in diagnosed):
            about |= {"jax", "jaxlib", CORE, *discovery.names}
        nothing = jax is None and not discovery.names
        lacks = None if lacking or nothing else requirements.unmet(discovery, about)
        report = Report(
            jax=jax,
            jaxlib=jaxlib,
            core=core,
            discovery=discovery,
            diagnosed=diagnosed,
            environment=environment,
            refusal=refusal,
            damage=damage,
            settings=settings,
            remarks=(*_remarks(diagnosed, discovery), *bindings.remarks(jaxlib)),
            lacks=lacks,
        )
        if trials.remaining(report):
            return report
        tried = default_backend.run(discovery.plugins, seconds=seconds)
        return report._replace(tried=tried)


def _damage(discovery: Discovery, compiled: Iterable[Installed]) -> PluginError | None:
    """The first problem of the installed files; ``compiled`` are the distributions with compiled modules."""
    names = requirements.closure(discovery)
    apart = {*discovery.names, *installed_files.of_another_release(discovery)}
    libraries = [plugin.library for plugin in discovery.plugins]
    libraries += [Path(distribution.location) for distribution in compiled]
    return (
        installed_files.mounted_noexec(libraries)
        or entry_points.unreadable()
        or duplicates.twice(names, discovery.plugins)
        or installed_files.lost(name for name in names if name not in apart)
    )


#: Diagnoses that say which member of the family should have which release, or that this is unknown.
_OF_RELEASES = (VersionMismatch, NotInstalled, ConflictingInstallation, MetadataUnreadable)


def _diagnosed(
    plugin: Plugin,
    discovery: Discovery,
    damage: PluginError | None,
    absent_too: bool,
    seconds: float,
) -> Diagnosed:
    absent = hardware.absent(plugin)
    # Without this package's own dependencies, versions cannot be compared.
    problem = damage if _lacking() else _problem_of(plugin, discovery) or damage
    probed = None
    if problem is damage and isinstance(damage, FilesLost):
        # One command fixes both.
        with contextlib.suppress(OSError):
            problem = _altered(plugin) or problem
    if problem is None and (absent is None or absent_too):
        problem = _altered(plugin)
        if problem is None:
            probed = probe.run(plugin, client=absent is None, seconds=seconds)
            problem = probed.problem
    return Diagnosed(
        plugin,
        problem,
        absent,
        hardware.driver_version(plugin),
        _vendor_libraries(plugin),
        probed,
        compute_capability.smallest(plugin),
    )


def _problem_of(plugin: Plugin, discovery: Discovery) -> PluginError | None:
    return (
        conflicts.conflict(plugin, discovery)
        or steps.first_problem(plugin)
        or hardware.driver_problem(plugin)
        or compute_capability.problem(plugin)
        or vendor_libraries.problem(plugin)
        or advisories.problem(plugin, vendor_libraries.survey(plugin).found, _gpus(plugin))
        or gpu_kernels.missing(plugin)
    )


def _gpus(plugin: Plugin) -> advisories.Gpus:
    return partial(compute_capability.visible_capabilities, plugin)


def _remarks(diagnosed: tuple[Diagnosed, ...], discovery: Discovery) -> tuple[str, ...]:
    """Sentences about unusual things that do no harm."""
    remarks = _of_another_environment()
    if variables.passed_over(variables.platforms(discovery)):
        remarks.append(
            "JAX_PLATFORMS names 'cuda', which jax passes over: no GPU of NVIDIA's is here, and no plugin for one."
        )
    for entry in diagnosed:
        descriptor = entry.plugin.descriptor
        for library, copy in vendor_libraries.shadowed(entry.plugin):
            remarks.append(
                f"LD_LIBRARY_PATH holds another {library.soname}, "
                f"which {descriptor.distribution} passes over: {copy}"
            )
        remarks += [
            f"{warning.summary} To fix it: {warning.commands[0]}"
            for warning in advisories.warnings(entry.plugin, entry.libraries, _gpus(entry.plugin))
        ]
        variable = descriptor.library.variable
        if entry.plugin.given:
            remarks.append(
                f"{variable} has {descriptor.distribution} load another library: {entry.plugin.given}"
            )
        elif os.environ.get(variable):
            remarks.append(f"{variable} is passed over, as it names no file: {os.environ[variable]}")
        info = entry.plugin.distribution
        if info and Path(info.location).parent != entry.plugin.folder.parent:
            remarks.append(
                f"{descriptor.distribution} is installed elsewhere than its metadata: {entry.plugin.folder}"
            )
    return (*remarks, *orphans.sentences())


def _of_another_environment() -> list[str]:
    """A sentence if the shell's active environment is not the one that this report is about."""
    variable = next((name for name in ("VIRTUAL_ENV", "CONDA_PREFIX") if os.environ.get(name)), "")
    folder = os.environ.get(variable, "")
    python = Path(folder, "bin", "python")
    with contextlib.suppress(OSError):
        if folder and python.exists() and not Path(folder).samefile(sys.prefix):
            command = shell.join((python, "-m", "jaxlib_core", "doctor"))
            return [
                f"This report is about the environment {sys.prefix}. {variable} names another one, {folder}; "
                f"to check that one, run: {command}"
            ]
    return []


def _vendor_libraries(plugin: Plugin) -> tuple[vendor_libraries.Found, ...]:
    try:
        return vendor_libraries.survey(plugin).found
    except PluginError:
        # Already reported as a problem.
        return ()


def _altered(plugin: Plugin) -> PluginError | None:
    descriptor = plugin.descriptor
    if plugin.given:
        return None
    with files.open_regular(plugin.library) as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest == descriptor.library.sha256:
        return None
    return LibraryAltered(
        f"The library of {descriptor.distribution} {descriptor.version} has changed since it was installed.",
        wanted=f"sha256 {descriptor.library.sha256}",
        found=f"sha256 {digest}",
        where=str(plugin.library),
        commands=steps.reinstall(plugin),
    )


def _lacking(discovery: Discovery | None = None) -> PluginError | None:
    """The diagnosis that a dependency of this package is missing, or None."""
    from importlib.util import find_spec

    if closed := installed_files.unreadable():
        return closed
    if find_spec("packaging"):
        return None
    pins: list[str] = []
    if discovery and discovery.release:
        pins = [f"{name}=={discovery.release}" for name in ("jax", "jaxlib", CORE)]
        pins += [plugin.descriptor.requirement for plugin in discovery.plugins]
    return NotInstalled(
        f"{CORE} needs packaging, which is not installed.",
        wanted="packaging, which compares versions",
        found="no module named packaging",
        where=tuple(dict.fromkeys(entry or "." for entry in sys.path)),
        # Without packaging, other missing requirements cannot be found: one command installs all of them.
        commands=install_commands.install("packaging", *dict.fromkeys(pins)),
    )
