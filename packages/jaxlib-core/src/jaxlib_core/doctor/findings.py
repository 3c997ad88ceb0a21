"""The results of an examination, as values."""

from __future__ import annotations

import os
import re
import site
from typing import NamedTuple

from jaxlib_core.checks import vendor_libraries
from jaxlib_core.doctor import default_backend, probe, variables
from jaxlib_core.environment import files, install_commands, installer, pip_settings
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.errors import (
    DefaultBackendFails,
    NotInstalled,
    PluginError,
    TimeTooShort,
    VersionMismatch,
)
from jaxlib_core.jax.backend import POLICY
from jaxlib_core.plugins.discovery import Discovery, Plugin

#: Environment variables that affect jax and the plugins.
VARIABLES = (
    *(
        "JAX_PLATFORMS",
        POLICY,
        "XLA_FLAGS",
        "PJRT_NAMES_AND_LIBRARY_PATHS",
        "LD_LIBRARY_PATH",
        "PYTHONPATH",
        "JAX_PLATFORM_NAME",
        vendor_libraries.ORDER,
    ),
    *("CUDA_HOME", "CUDA_VISIBLE_DEVICES", vendor_libraries.SKIP, "TPU_LIBRARY_PATH"),
)


class Diagnosed(NamedTuple):
    """One plugin and its diagnosis; None if it works.

    ``absent``: set if its hardware is absent. ``driver``: the version that the running driver states.
    ``libraries``: the vendor libraries that would be loaded. ``probed``: the result of the trial, if there was one.
    ``smallest``: the smallest wheel of its release for the GPUs here, if known.
    """

    plugin: Plugin
    problem: PluginError | None
    absent: PluginError | None
    driver: str
    libraries: tuple[vendor_libraries.Found, ...]
    probed: probe.Outcome | None = None
    smallest: str = ""


class Report(NamedTuple):
    """All results of ``jaxlib doctor``."""

    jax: Installed | None
    jaxlib: Installed | None
    core: Installed | None
    discovery: Discovery
    diagnosed: tuple[Diagnosed, ...]
    environment: dict[str, str]
    refusal: PluginError | None
    damage: PluginError | None = None
    settings: tuple[variables.Setting, ...] = ()
    remarks: tuple[str, ...] = ()
    lacks: PluginError | None = None
    tried: default_backend.Outcome | None = None
    altered: PluginError | None = None

    @property
    def problems(self) -> tuple[PluginError, ...]:
        """Every cause; the command of the first one fixes all of them. Consequences of a cause are left out.

        In order: variables, installed files and metadata, jax with jaxlib, plugins, and using jax. If a plugin
        reports that jax or jaxlib is of another release, jax's own refusal is left out: one cause, one command.
        """
        plugins = tuple(entry.problem for entry in self.diagnosed if entry.problem)
        diagnosed = any(
            isinstance(problem, VersionMismatch | NotInstalled) or _installs_jax(problem)
            for problem in plugins
        )
        everything = (
            *(setting.problem for setting in self.settings),
            *((self.damage,) if self.damage else ()),
            *((self.refusal,) if self.refusal and not diagnosed else ()),
            *(broken.problem for broken in self.discovery.broken),
            *plugins,
            *((self.lacks,) if self.lacks else ()),
            *((self.altered,) if self.altered else ()),
            *((self.tried.problem,) if self.tried and self.tried.problem else ()),
        )
        # Of diagnoses with the same summary, the last has the most specific command.
        distinct = tuple({problem.summary: problem for problem in everything}.values())
        by_command = {problem.commands or problem.summary: problem for problem in reversed(distinct)}
        return _with_needs(_together(tuple(by_command.values())[::-1]))

    @property
    def healthy(self) -> bool:
        """Whether everything installed can work, and jax ran."""
        return not self.problems and self.tried is not None


def _together(problems: tuple[PluginError, ...]) -> tuple[PluginError, ...]:
    """``problems``, the first with one command that fixes all: the commands of each, in order."""
    parts = [
        problem.commands[0] for problem in problems if problem.commands and not isinstance(problem, UNFIXED)
    ]
    if len(problems) < 2 or not problems[0].commands or isinstance(problems[0], UNFIXED):
        return problems
    command = " && ".join(map(install_commands.grouped, dict.fromkeys(parts)))
    return (problems[0].fixed_by(command), *problems[1:])


def _with_needs(problems: tuple[PluginError, ...]) -> tuple[PluginError, ...]:
    """``problems``; the first notes what its command needs and lacks: the right to install, or an installer."""
    if not problems:
        return problems
    notes = []
    folder = next(filter(os.path.isdir, site.getsitepackages()), "")
    if folder and not os.access(folder, os.W_OK):
        notes.append(install_commands.AS_OWNER)
    overrides = installer.here().overrides
    if overrides == (installer.WITHOUT_CACHE,):
        notes.append("this user cannot write to uv's cache folder, which the command does without")
    elif overrides:
        notes.append(f"settings would keep pip from installing here: the command has {' '.join(overrides)}")
    if any(" PIP_CONSTRAINT=" in command for command in problems[0].commands):
        notes.append(f"pip's constraints exclude what is wanted: {pip_settings.constraints()}")
    if installer.here().kind == "none":
        notes.append("neither pip nor uv was found: install uv first, with which the command is spelled")
    first = problems[0]
    words = (" install ", " uninstall ", " sync ", f"{folder}/")
    if not any(word in command for command in first.commands for word in words):
        return problems
    if not files.working_folder():
        # No installer starts in a folder that was removed.
        first = first.fixed_by(*install_commands.both(("cd /",), first.commands))
    return (first.noted("; ".join(notes)) if notes else first, *problems[1:])


#: Diagnoses whose commands only examine again, and fix nothing.
UNFIXED = (TimeTooShort, DefaultBackendFails)


def _installs_jax(problem: PluginError) -> bool:
    """Whether its fix also installs jax and jaxlib: if upstream's plugin has to be uninstalled first."""
    words = {re.split("[=<>~!]", word)[0] for command in problem.commands for word in command.split()}
    return not words.isdisjoint(("jax", "jaxlib"))
