"""Causes that no check knows, found by trying: does jax work without a variable, or without a folder?

Each trial is a whole examination with one change. A cause is only named, and a command only printed, if a trial
confirmed it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from jaxlib_core.checks import installed_files, requirements
from jaxlib_core.doctor import bytecode, default_backend, limits, optional, probe, started, variables
from jaxlib_core.doctor.findings import Report
from jaxlib_core.doctor.variables import Setting
from jaxlib_core.environment import files, install_commands, shell
from jaxlib_core.environment.distributions import find, release
from jaxlib_core.errors import (
    ClientRefused,
    ConfigurationError,
    ConflictingInstallation,
    DefaultBackendFails,
    DescriptorError,
    FilesLost,
    JaxImportFails,
    LibraryEndsProcess,
    LibraryError,
    LibraryHangs,
    LibraryNotLoadable,
    MetadataUnreadable,
    ModuleShadowed,
    NotInstalled,
    PartialUpgrade,
    PluginError,
    VersionMismatch,
)
from jaxlib_core.plugins.discovery import CORE

Look = Callable[[tuple[Setting, ...]], Report]

#: Diagnoses that a variable may cause.
_SEEN_IN_A_CHILD = (
    *(
        ClientRefused,
        DefaultBackendFails,
        JaxImportFails,
        LibraryEndsProcess,
        LibraryHangs,
        LibraryNotLoadable,
    ),
    NotInstalled,
)

#: Problems of installed files or their metadata; there are often several at once.
_INSTALLED = (
    *(FilesLost, ConflictingInstallation, MetadataUnreadable, NotInstalled, VersionMismatch),
    *(DescriptorError, LibraryError),
)

#: Diagnoses of the comparison of releases, whose command also fixes the metadata of all compared distributions.
_COMPARED = (ConflictingInstallation, MetadataUnreadable, VersionMismatch)

#: Prefixes of variables that Python, jax, the loader or a library reads.
_PREFIXES = (
    *("ABSL_", "CUDA_", "GLIBC_", "GRPC_", "HIP_", "JAX", "KMP_", "LD_", "LIBTPU", "MALLOC_", "MKL_", "NPY_"),
    *("NUMPY", "NVIDIA_", "OMP_", "OPENBLAS", "PJRT_", "PYTHON", "ROCM", "SCIPY_", "TF_", "TPU_", "XLA_"),
)
_LISTS = {"PYTHONPATH": os.pathsep, "LD_LIBRARY_PATH": os.pathsep, "LD_PRELOAD": " ", "XLA_FLAGS": " "}

#: The maximum number of causes to search for.
_MOST = 4

#: The time limit of all trials together, in limits of one child.
_TIMES = 5.0


def examine(look: Look, seconds: float) -> Report:
    """The report of ``look``, with the settings that trials have shown to be causes.

    ``seconds``: the time limit of each child that ``look`` runs. All trials together may take ``_TIMES`` as long.
    """
    settings: tuple[Setting, ...] = ()
    with limits.restored():
        report = look(settings)
        try:
            with probe.within(_TIMES * seconds):
                for _ in range(_MOST):
                    setting, report = _cause(look, settings, report)
                    if setting is None:
                        break
                    settings = (*settings, setting)
                    report = look(settings)
        except probe.OutOfTime:
            report = _altered(report, remaining(report))
        return _with_others(report, settings)


def _cause(look: Look, settings: tuple[Setting, ...], report: Report) -> tuple[Setting | None, Report]:
    """The next cause that a change of variables removes; else None, and the report with what files are damaged."""
    # A new value does not help if a startup file sets the variable again.
    own, found = remaining(report), report.settings[len(settings) :]
    setting = started.variable_set(found, changes(settings))
    if setting is None and (report.healthy or not own):
        return None, report
    damaged = _altered(report, own) if any(map(_hung, own)) else report
    if setting is None and damaged is not report:
        return None, damaged  # each trial would take all of its time
    setting = (
        setting
        or started.rules_out(_imported(), changes(settings))
        or _file_in_the_way(report, settings)
        or _search_path(look, settings, report, own)
        or _limit(look, settings, own)
        or _variable(look, settings, own)
        or _started(look, settings, report, own)
        or _optional_module(look, settings, report, own)
        or (None if report.tried else started.plugin_alone(report.discovery, changes(settings)))
    )
    if setting is None and (fixed := _fixed_limit(report, own)):
        return None, fixed
    if setting is None:
        known = _with_shadow(report, settings, own)
        damaged = _altered(known, own)
        setting = _bytecode(look, settings, own) if damaged is known else None
        return setting, damaged
    return setting, report


def _hung(problem: PluginError) -> bool:
    """Whether a child had to be stopped."""
    return problem.found.startswith(probe.STILL)


def _with_others(report: Report, settings: tuple[Setting, ...]) -> Report:
    """``report``, with causes that its first command would leave if an installation problem was found.

    As jax was not tried, they would otherwise only be reported after the first command was run.
    """
    own = remaining(report)
    if report.tried or report.altered or not any(isinstance(each, _INSTALLED) for each in own):
        return report
    names = requirements.closure(report.discovery)
    apart = _apart(report, own)
    if any(isinstance(each.problem, PartialUpgrade) for each in report.diagnosed):
        report = _with_whole_family(report, apart)
        apart |= {"jax", "jaxlib", CORE, *report.discovery.names}
    altered = installed_files.altered(name for name in names if name not in apart)
    # The first problem's command already covers the same distributions.
    if altered and any(altered.commands == each.commands for each in own):
        altered = None
    others = _beside_files(report, settings, own, names, apart)
    found = [each for each in (altered, *others) if each]
    if not found:
        return report
    for other in found[1:]:
        found[0] = found[0].fixed_by(*install_commands.both(found[0].commands, other.commands))
    if altered is None:
        return report._replace(altered=found[0])
    altered = found[0]
    if isinstance(report.damage, FilesLost):
        # The altered files include the lost ones.
        diagnosed = tuple(
            each._replace(problem=altered) if each.problem == report.damage else each
            for each in report.diagnosed
        )
        return report._replace(damage=altered, diagnosed=diagnosed)
    return report._replace(altered=altered)


def _beside_files(
    report: Report,
    settings: tuple[Setting, ...],
    own: list[PluginError],
    names: tuple[str, ...],
    apart: set[str],
) -> list[PluginError]:
    """Causes of other kinds than files whose content changed: none of ``own``, which hide them."""
    known = {each.summary for each in own}
    with variables.applied(changes(settings)):
        shadows = [*default_backend.all_in_the_way(report.discovery.names)]
    if any(isinstance(each, _COMPARED) for each in own):
        apart = apart | {"jax", "jaxlib", CORE, *report.discovery.names}
    found = (
        installed_files.left_over(names),
        installed_files.without_metadata(
            name for name in names if name not in apart and not _replaced(name, own)
        ),
        *shadows,
        bytecode.damaged(names),
    )
    return [each for each in found if each and each.summary not in known]


def _replaced(name: str, own: list[PluginError]) -> bool:
    """Whether a command for ``own`` removes the metadata of that distribution and installs it again."""
    copy = find(name)
    removal = shell.quote(copy.location) if copy else ""
    return any(removal in command for each in own for command in each.commands[:1]) if removal else False


def _apart(report: Report, own: list[PluginError]) -> set[str]:
    """Distributions whose files the commands for ``own`` rewrite, or whose version they change."""
    commands = [command for problem in own for command in problem.commands[:1]]
    parts = [part.replace("==", " ").split() for command in commands for part in command.split(" && ")]
    again = [words for words in parts if any("reinstall" in word for word in words)]
    versions = {
        plugin.descriptor.distribution: plugin.descriptor.version for plugin in report.discovery.plugins
    }
    apart = installed_files.of_another_release(report.discovery)
    for name in report.discovery.names:
        installed = find(name)
        whole = installed is not None and installed.version == versions.get(name)
        if not whole or any(name in words for words in again):
            apart.add(name)
    return apart


def _with_whole_family(report: Report, apart: set[str]) -> Report:
    """``report``, where the command for a partial upgrade first repairs damaged files of what is upgraded.

    The release that the upgrade ends at is only known when it runs; a later repair could downgrade a part of it.
    Each distribution has a command of its own: one whose release no index has does not keep the others damaged.
    """
    plugins = [name for name in report.discovery.names if name not in apart]
    damages = [installed_files.altered((name,)) for name in ("jax", "jaxlib", CORE, *plugins)]
    first = "".join(f"{damage.commands[0]}; " for damage in damages if damage)
    if not first:
        return report
    diagnosed = tuple(
        each._replace(problem=each.problem.fixed_by(first + each.problem.commands[0]))
        if isinstance(each.problem, PartialUpgrade)
        else each
        for each in report.diagnosed
    )
    return report._replace(diagnosed=diagnosed)


def _imported() -> list[str]:
    """The modules that jax imports."""
    return [name.replace("-", "_") for name in default_backend.MODULES if name != CORE]


def remaining(report: Report) -> list[PluginError]:
    """The problems of ``report`` other than those of the variables."""
    settings = {setting.problem.summary for setting in report.settings}
    return [problem for problem in report.problems if problem.summary not in settings]


def _altered(report: Report, own: list[PluginError]) -> Report:
    """``report``, with altered files as the cause if jax does not work."""
    failed = JaxImportFails | DefaultBackendFails | LibraryHangs
    tried = report.tried.problem if report.tried else None
    if report.damage or not (
        isinstance(tried, NotInstalled) or any(isinstance(each, failed) for each in own)
    ):
        return report
    names = requirements.closure(report.discovery)
    damage = (
        installed_files.altered(names)
        or installed_files.left_over(names)
        or installed_files.without_metadata(names)
    )
    if damage is None:
        return report
    diagnosed = tuple(
        entry._replace(problem=damage) if isinstance(entry.problem, JaxImportFails) else entry
        for entry in report.diagnosed
    )
    return report._replace(damage=damage, diagnosed=diagnosed, tried=None)


# ---- Files on the search path.


def _file_in_the_way(report: Report, settings: tuple[Setting, ...]) -> Setting | None:
    """A user's file that shadows a module while the variables have the values in ``settings``, or None."""
    with variables.applied(changes(settings)):
        if report.tried and isinstance(report.tried.problem, ModuleShadowed):
            shadowed: PluginError | None = report.tried.problem
        elif report.tried is None:
            shadowed = default_backend.standing_in_the_way(report.discovery.names)
        else:
            shadowed = None
        if shadowed is None:
            return None
        command = shadowed.commands[0]
        if command.startswith(("unset PYTHONPATH", "export PYTHONPATH=")):
            left = os.pathsep.join(default_backend.without(Path(shadowed.where[0])))
            return Setting(shadowed, {"PYTHONPATH": left or None})
        current = shadowed.where[0] == files.working_folder()
        if current and " " in command and "PYTHONSAFEPATH" not in os.environ:
            return Setting(shadowed, {"PYTHONSAFEPATH": "1"})
    return None


def _with_shadow(report: Report, settings: tuple[Setting, ...], own: list[PluginError]) -> Report:
    """``report``, with a shadowing file that comes from no variable as the cause of a child's failure."""
    if report.tried or not all(isinstance(problem, _SEEN_IN_A_CHILD) for problem in own):
        return report
    with variables.applied(changes(settings)):
        shadowed = default_backend.standing_in_the_way(report.discovery.names)
    if shadowed is None:
        return report
    diagnosed = tuple(
        entry._replace(problem=shadowed if entry.problem else None) for entry in report.diagnosed
    )
    return report._replace(damage=shadowed, diagnosed=diagnosed)


def _search_path(
    look: Look, settings: tuple[Setting, ...], report: Report, own: list[PluginError]
) -> Setting | None:
    """An entry of PYTHONPATH whose removal changes or removes the problems, or None."""
    text = changes(settings).get("PYTHONPATH", os.environ.get("PYTHONPATH", "")) or ""
    entries = [entry for entry in text.split(os.pathsep) if entry]
    before = {problem.summary for problem in own}
    for entry in reversed(entries):
        kept = os.pathsep.join(folder for folder in entries if folder != entry)
        change = {"PYTHONPATH": kept or None}
        trial = look((*settings, Setting(_silent(), change)))
        after = {problem.summary for problem in remaining(trial)} - {_silent().summary}
        if report.jax and trial.jax is None:
            continue
        other_release = _of_another_release(report) and not _of_another_release(trial)
        if after < before or (after != before and not after & before) or other_release:
            with_it = f"{own[0].summary} {own[0].found}"
            problem = _started_from(entry, look, settings, report, own) or ModuleShadowed(
                f"{entry} in PYTHONPATH takes the place of what is installed.",
                wanted=f"what is installed in {sys.prefix}",
                found=f"{entry}, first on Python's search path; with it: {with_it}"[:600],
                where=(entry, "environment variable PYTHONPATH"),
                commands=(),
            )
            return Setting(problem.fixed_by(variables.command(change)), change)
    return None


def _started_from(
    entry: str, look: Look, settings: tuple[Setting, ...], report: Report, own: list[PluginError]
) -> PluginError | None:
    """The plugin or startup file in ``entry`` of PYTHONPATH without which jax works, or None."""
    try:
        setting = _started(look, settings, report, own)
    except probe.OutOfTime:
        return None
    if setting is None or not Path(setting.problem.where[0]).is_relative_to(files.absolute(entry)):
        return None
    return setting.problem.annotated(f"it is found through {entry} in PYTHONPATH")


def _of_another_release(report: Report) -> bool:
    """Whether the jax that Python finds first is not of jaxlib-core's release."""
    return bool(report.jax and report.core and release(report.jax.version) != release(report.core.version))


# ---- Variables.


def _variable(look: Look, settings: tuple[Setting, ...], own: list[PluginError]) -> Setting | None:
    """A variable without which jax works, alone or together with others; or None."""
    if not all(isinstance(problem, _SEEN_IN_A_CHILD) for problem in own):
        return None
    changed = changes(settings)
    suspects = [
        name for name in os.environ if name.startswith(_PREFIXES) and changed.get(name, "") is not None
    ]
    if not suspects or not _works(look, settings, dict.fromkeys(suspects)):
        return None
    guilty = [name for name in suspects if _works(look, settings, {name: None})][:1]
    if not guilty:
        # No single one is the cause: each in turn is restored, and those with which jax stops working are the
        # cause.
        gone = list(suspects)
        for name in suspects:
            rest = [variable for variable in gone if variable != name]
            if _works(look, settings, dict.fromkeys(rest)):
                gone = rest
        guilty = gone
    least: dict[str, str | None] = dict.fromkeys(guilty)
    if len(guilty) == 1:
        least = _least(look, settings, guilty[0])
    return keeps_jax_from_working(least, own[0])


def _limit(look: Look, settings: tuple[Setting, ...], own: list[PluginError]) -> Setting | None:
    """A process limit without which jax works, or None."""
    if not all(isinstance(problem, _SEEN_IN_A_CHILD) or limits.refused(problem) for problem in own):
        return None
    return limits.too_low(lambda: _works(look, settings, {}), own[0])


def _optional_module(
    look: Look, settings: tuple[Setting, ...], report: Report, own: list[PluginError]
) -> Setting | None:
    """An optional module with which jax does not work, or None."""
    if not all(isinstance(problem, JaxImportFails | DefaultBackendFails) for problem in own):
        return None
    return optional.module(
        lambda change: _works(look, settings, change),
        changes(settings),
        requirements.closure(report.discovery),
        own[0],
    )


def _bytecode(look: Look, settings: tuple[Setting, ...], own: list[PluginError]) -> Setting | None:
    """Cached bytecode without which jax works, or None."""
    if not all(isinstance(problem, _SEEN_IN_A_CHILD) for problem in own):
        return None
    if not _works(look, settings, bytecode.WITHOUT):
        return None
    problem = bytecode.diagnosis(
        "bytecode that Python can load, or none: a trial showed that jax works without it",
        f"with it: {own[0].summary} {own[0].found}",
    )
    return Setting(problem, bytecode.WITHOUT)


def _fixed_limit(report: Report, own: list[PluginError]) -> Report | None:
    """``report``, with a limit that no command can raise as the cause of a child's failure; or None."""
    if not all(isinstance(problem, _SEEN_IN_A_CHILD) or limits.refused(problem) for problem in own):
        return None
    problem = limits.fixed(own[0])
    if problem is None:
        return None
    diagnosed = tuple(
        entry._replace(problem=problem if entry.problem else None) for entry in report.diagnosed
    )
    return report._replace(damage=problem, diagnosed=diagnosed, tried=None)


def _started(
    look: Look, settings: tuple[Setting, ...], report: Report, own: list[PluginError]
) -> Setting | None:
    """Code that runs before a program and without which jax works: a foreign plugin or a startup file; or None."""
    if not all(isinstance(problem, _SEEN_IN_A_CHILD) for problem in own):
        return None
    before = changes(settings)

    def works(change: Mapping[str, str | None]) -> bool:
        return _works(look, settings, change)

    return started.plugin(works, report.discovery, before, own[0]) or started.startup_file(
        works, before, own[0]
    )


def keeps_jax_from_working(change: Mapping[str, str | None], failure: PluginError) -> Setting:
    """The diagnosis for the variables in ``change``: with them there is ``failure``, without them none."""
    values = ", ".join(f"{name}={os.environ[name]}" for name in change)
    return Setting(
        ConfigurationError(
            f"{' and '.join(change)} {'prevent' if len(change) > 1 else 'prevents'} jax from working.",
            wanted="another value, or none: a trial showed that jax works without it",
            found=f"{values}; with it: {failure.summary} {failure.found}"[:600],
            where=tuple(f"environment variable {name}" for name in change),
            commands=(variables.command(change),),
        ),
        change,
    )


def _least(look: Look, settings: tuple[Setting, ...], name: str) -> dict[str, str | None]:
    """The smallest change of a variable with which jax works: one word removed, or the variable unset."""
    separator = _LISTS.get(name)
    words = [word for word in os.environ[name].split(separator) if word] if separator else []
    for word in words if len(words) > 1 else ():
        value = (separator or " ").join(part for part in words if part != word)
        if _works(look, settings, {name: value}):
            return {name: value}
    return {name: None}


def _works(look: Look, settings: tuple[Setting, ...], change: Mapping[str, str | None]) -> bool:
    report = look((*settings, Setting(_silent(), change)))
    return report.tried is not None and not remaining(report)


def changes(settings: tuple[Setting, ...]) -> dict[str, str | None]:
    """The changes of all ``settings`` together."""
    return {name: value for setting in settings for name, value in setting.changes.items()}


def _silent() -> PluginError:
    """A placeholder for the cause during a trial."""
    return ConfigurationError("a trial", wanted="", found="", where=(), commands=())
