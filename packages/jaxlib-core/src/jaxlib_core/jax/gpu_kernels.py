"""Upstream's compiled kernel modules, one set for each Python: what jax calls on GPUs beyond XLA.

jax and jaxlib import them from upstream's package (``jax_cuda12_plugin._solver``), most of them when jax itself is
imported. A plugin of the family has in that package one Python file for each, which calls ``become``; the compiled
modules are in the plugin's own folder, by Python. Where upstream's distribution is installed too, its compiled
modules lie beside those files under the same names, and Python takes them first.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from jaxlib_core.checks import conflicts, hardware, vendor_libraries
from jaxlib_core.environment import elf, install_commands
from jaxlib_core.environment.distributions import find, release, running_python
from jaxlib_core.errors import ConflictingInstallation, KernelsMissing, PluginError
from jaxlib_core.plugins.descriptor import Kernels
from jaxlib_core.plugins.discovery import Plugin, at, installation

logger = logging.getLogger("jaxlib_core")

#: What the libraries say on standard error when they are loaded where there is no driver: nothing to report.
NO_NEWS = (b"Could not find cuda drivers", b"before absl::InitializeLog()")

_plugins: dict[Path, Plugin] = {}


def become(name: str, file: str, module: str) -> None:
    """Make the module ``name``, whose source is ``file``, the compiled one of the plugin ``module``.

    Raises:
        ImportError: There is none for this Python, or it is not for this jaxlib, or another plugin serves. jax then
            goes on without kernels, and the plugin's diagnosis says why when it is used.
    """
    folder = Path(file).parent.parent / module
    try:
        plugin = _plugins.setdefault(folder, at(folder))
        problem = aside(plugin) or missing(plugin, name.rpartition(".")[2])
        if not problem:
            vendor_libraries.load(plugin, early=True)
    except PluginError as error:
        problem = error
    if problem:
        raise ImportError(problem.headline, name=name)
    _same_release(plugin, name)
    path = folder / running_python() / f"{name.rpartition('.')[2]}.so"
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    with _quiet() if hardware.absent(plugin) else _nothing():
        compiled = module_from_spec(spec)
        loader.exec_module(compiled)
    # The import system takes what it finds here at the end of the import.
    sys.modules[name] = compiled


def aside(plugin: Plugin) -> PluginError | None:
    """Why the kernels of ``plugin`` are not those of its platform: another plugin serves."""
    return conflicts.conflict(plugin, installation())


def missing(plugin: Plugin, *names: str) -> PluginError | None:
    """Why ``plugin`` has no kernels for the running Python, or none by ``names``, or None; nothing is imported."""
    kernels = plugin.descriptor.kernels
    if kernels is None:
        return None
    this, python = plugin.descriptor, running_python()
    if python not in kernels.pythons:
        return KernelsMissing(
            f"{this.distribution} {this.version} has no kernels for this Python.",
            wanted=f"a Python among {', '.join(kernels.pythons)}",
            found=f"{python}, {sys.executable}",
            where=str(plugin.folder),
            commands=install_commands.uninstall(this.distribution),
            note="upstream builds them for each Python, and had none for this one in this release",
        )
    lost = [name for name in names or kernels.modules if not _whole(plugin.folder / python / f"{name}.so")]
    if lost:
        return KernelsMissing(
            f"{this.distribution} {this.version} has lost kernels for this Python.",
            wanted=f"{len(kernels.modules)} modules for {python}",
            found=f"missing or cut short: {', '.join(lost)}",
            where=str(plugin.folder / python),
            commands=install_commands.install(this.requirement, force=True),
        )
    return None


def _whole(path: Path) -> bool:
    """Whether a shared object is there in full: one that is cut short would end the process that opens it."""
    try:
        elf.read(path)
    except (OSError, elf.NotElf, elf.Truncated):
        return False
    return True


def problem(plugin: Plugin, kernels: Kernels) -> PluginError | None:
    """Why jax lacks a kernel of ``plugin``, or has another's; imports them all.

    Those of upstream's distribution, where that is installed without upstream's plugin, are in the way.
    """
    if lost := missing(plugin):
        return lost
    this = plugin.descriptor
    for name in kernels.modules:
        full = f"{kernels.package}.{name}"
        try:
            path = importlib.import_module(full).__file__ or ""
        except ImportError as error:
            return KernelsMissing(
                f"The kernels {name} of {this.distribution} {this.version} do not import.",
                wanted=f"{full} for {running_python()}",
                found=str(error),
                where=str(plugin.folder / running_python() / f"{name}.so"),
                commands=install_commands.install(this.requirement, force=True),
                note="a library that it names is the system's, not this plugin's"
                if ".so" in str(error)
                else "",
            )
        if not Path(path).resolve().is_relative_to(plugin.folder.resolve()):
            return ConflictingInstallation(
                f"jax took kernels from {kernels.distribution}, not those of {this.distribution} {this.version}.",
                wanted=f"{plugin.folder / running_python() / name}.so",
                found=path,
                where=str(Path(path).parent),
                commands=(
                    *install_commands.uninstall(kernels.distribution),
                    *install_commands.install(this.requirement, force=True),
                ),
                note="only upstream's plugin goes with upstream's kernels",
            )
    return None


def _same_release(plugin: Plugin, name: str) -> None:
    jaxlib = find("jaxlib")
    wanted = plugin.descriptor.jaxlib.release
    if jaxlib is None or (jaxlib.version != wanted and release(jaxlib.version) != release(wanted)):
        raise ImportError(
            f"{plugin.descriptor.requirement} does not go with {jaxlib or 'no jaxlib'}", name=name
        )


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep back what loading a library writes to standard error, if it is expected; the rest is written after."""
    try:
        kept, scratch = os.dup(2), os.memfd_create("jaxlib-core")
    except OSError:
        # Standard error is closed, or no file in memory can be made to keep it.
        yield
        return
    os.dup2(scratch, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.lseek(scratch, 0, os.SEEK_SET)
        with os.fdopen(scratch, "rb") as lines:
            for line in lines:
                if any(text in line for text in NO_NEWS):
                    logger.debug("%s", line.decode("utf-8", "replace").rstrip())
                else:
                    os.write(2, line)
