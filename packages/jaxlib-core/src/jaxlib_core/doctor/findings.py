"""What an examination finds, as values."""

from __future__ import annotations

import os
import re
import site
from typing import NamedTuple

from jaxlib_core.checks import vendor_libraries
from jaxlib_core.doctor import default_backend, probe, variables
from jaxlib_core.environment import install_commands, installer, pip_settings
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

#: Environment variables that decide what jax and the plugins do.
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
    """One plugin and its diagnosis, or None where it works.

    ``absent`` is set where it has no hardware to work on; ``driver`` is what the running driver says of itself,
    ``libraries`` are those of the hardware's vendor that would be loaded, ``probed`` is what came of trying it,
    if it was tried, and ``smallest`` the smallest wheel of its release for the GPUs here, where that is known.
    """

    plugin: Plugin
    problem: PluginError | None
    absent: PluginError | None
    driver: str
    libraries: tuple[vendor_libraries.Found, ...]
    probed: probe.Outcome | None = None
    smallest: str = ""


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
    settings: tuple[variables.Setting, ...] = ()
    remarks: tuple[str, ...] = ()
    lacks: PluginError | None = None
    tried: default_backend.Outcome | None = None
    altered: PluginError | None = None

    @property
    def problems(self) -> tuple[PluginError, ...]:
        """Every cause, the first one first, whose command fixes them all; what follows from one is left out.

        Causes are the variables, installed files and metadata, jax with jaxlib, plugins, and using jax. Where a
        plugin says that jax or jaxlib is of another release, what jax itself says of the two is left out: one
        cause, one command.
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
        # The last that says it knows best what fixes it; what one command fixes is one problem.
        distinct = tuple({problem.summary: problem for problem in everything}.values())
        by_command = {problem.commands or problem.summary: problem for problem in reversed(distinct)}
        return _with_needs(_together(tuple(by_command.values())[::-1]))

    @property
    def healthy(self) -> bool:
        """Whether everything that is installed can work, and jax did."""
        return not self.problems and self.tried is not None


def _together(problems: tuple[PluginError, ...]) -> tuple[PluginError, ...]:
    """``problems``, the first of them with the one command that fixes all: each one's own, in their order."""
    parts = [
        problem.commands[0] for problem in problems if problem.commands and not isinstance(problem, UNFIXED)
    ]
    if len(problems) < 2 or not problems[0].commands or isinstance(problems[0], UNFIXED):
        return problems
    command = " && ".join(map(install_commands.grouped, dict.fromkeys(parts)))
    return (problems[0].fixed_by(command), *problems[1:])


def _with_needs(problems: tuple[PluginError, ...]) -> tuple[PluginError, ...]:
    """``problems``; the first says what its command needs and lacks: the right to install, or an installer."""
    if not problems:
        return problems
    notes = []
    folder = next(filter(os.path.isdir, site.getsitepackages()), "")
    if folder and not os.access(folder, os.W_OK):
        notes.append(install_commands.AS_OWNER)
    if overrides := installer.here().overrides:
        notes.append(
            f"pip's own settings would keep it from installing here: the command has {' '.join(overrides)}"
        )
    if any(" PIP_CONSTRAINT=" in command for command in problems[0].commands):
        notes.append(f"pip's constraints exclude what is wanted: {pip_settings.constraints()}")
    if installer.here().kind == "none":
        notes.append("neither pip nor uv was found: install uv first, with which the command is spelled")
    first = problems[0]
    words = (" install ", " uninstall ", " sync ", f"{folder}/")
    if not notes or not any(word in command for command in first.commands for word in words):
        return problems
    return (first.noted("; ".join(notes)), *problems[1:])


#: Whose commands look again, and fix nothing.
UNFIXED = (TimeTooShort, DefaultBackendFails)


def _installs_jax(problem: PluginError) -> bool:
    """Whether what fixes it puts jax and jaxlib on one release too: where upstream's plugin has to go first."""
    words = {re.split("[=<>~!]", word)[0] for command in problem.commands for word in command.split()}
    return not words.isdisjoint(("jax", "jaxlib"))
