"""Upstream's compiled kernel modules, one set per Python version: what jax calls on GPUs beyond XLA.

jax and jaxlib import them from upstream's package (``jax_cuda12_plugin._solver``), mostly when jax is imported.
In that package, a plugin of the family has one Python file per module, which calls ``become``; the compiled modules
are in the plugin's own folder, by Python version. If upstream's distribution is installed too, its compiled modules
lie beside those files under the same names, and Python prefers them.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from jaxlib_core.checks import conflicts, hardware, vendor_libraries
from jaxlib_core.environment import elf, install_commands
from jaxlib_core.environment.distributions import find, release, running_python
from jaxlib_core.errors import ConflictingInstallation, KernelsMissing, PluginError
from jaxlib_core.jax import deferred_kernels
from jaxlib_core.plugins.descriptor import Kernels
from jaxlib_core.plugins.discovery import Plugin, at, installation

logger: logging.Logger = logging.getLogger("jaxlib_core")

#: Expected messages, which the libraries write to standard error when they are loaded without a driver.
NO_NEWS = (b"Could not find cuda drivers", b"before absl::InitializeLog()")

_plugins: dict[Path, Plugin] = {}


def become(name: str, file: str, module: str) -> None:
    """Replace the module ``name``, whose source is ``file``, by the compiled one of the plugin ``module``.

    Raises:
        ImportError: There is none for this Python, it is not for this jaxlib, or another plugin serves the
            platform. jax then continues without kernels; the plugin's diagnosis explains it when the platform is
            used.
    """
    folder = Path(file).parent.parent / module
    try:
        plugin = _plugins.setdefault(folder, at(folder))
        problem = conflict(plugin) or missing(plugin, name.rpartition(".")[2])
        deferred = not problem and deferred_kernels.left_out(plugin.descriptor.platform, folder)
        if not problem and not deferred:
            vendor_libraries.load(plugin, early=True)
    except PluginError as error:
        problem = error
    if problem:
        raise ImportError(problem.headline, name=name)
    _same_release(plugin, name)
    path = folder / running_python() / f"{name.rpartition('.')[2]}.so"
    # The import system returns what sys.modules holds at the end of the import.
    if deferred:
        sys.modules[name] = deferred_kernels.defer(
            name, path, folder, partial(_load_later, plugin, name, path)
        )
    else:
        sys.modules[name] = _load(plugin, name, path)


def _load_later(plugin: Plugin, name: str, path: Path) -> ModuleType:
    vendor_libraries.load(plugin, early=True)
    return _load(plugin, name, path)


def _load(plugin: Plugin, name: str, path: Path) -> ModuleType:
    """The compiled module at ``path``, loaded."""
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    with _quiet() if hardware.absent(plugin) else _nothing():
        compiled = module_from_spec(spec)
        loader.exec_module(compiled)
    return compiled


def conflict(plugin: Plugin) -> PluginError | None:
    """The conflict because of which another plugin's kernels are used, or None."""
    return conflicts.conflict(plugin, installation())


def missing(plugin: Plugin, *names: str) -> PluginError | None:
    """Why ``plugin`` has no kernels (or not those in ``names``) for this Python, or None; imports nothing."""
    kernels = plugin.descriptor.kernels
    if kernels is None:
        return None
    descriptor, python = plugin.descriptor, running_python()
    if python not in kernels.pythons:
        return KernelsMissing(
            f"{descriptor.distribution} {descriptor.version} has no kernels for this Python.",
            wanted=f"a Python among {', '.join(kernels.pythons)}",
            found=f"{python}, {sys.executable}",
            where=str(plugin.folder),
            commands=install_commands.uninstall(descriptor.distribution),
            note="upstream builds them for each Python, and had none for this one in this release",
        )
    lost = [name for name in names or kernels.modules if not _whole(plugin.folder / python / f"{name}.so")]
    if lost:
        return KernelsMissing(
            f"{descriptor.distribution} {descriptor.version} has lost kernels for this Python.",
            wanted=f"{len(kernels.modules)} modules for {python}",
            found=f"missing or truncated: {', '.join(lost)}",
            where=str(plugin.folder / python),
            commands=install_commands.install(descriptor.requirement, force=True),
        )
    return None


def _whole(path: Path) -> bool:
    """Whether a shared object is complete: loading a truncated one crashes the process."""
    try:
        elf.read(path)
    except (OSError, elf.NotElf, elf.Truncated):
        return False
    return True


def problem(plugin: Plugin, kernels: Kernels) -> PluginError | None:
    """Why jax lacks a kernel of ``plugin``, or uses another distribution's, or None; imports all of them.

    If upstream's kernels are installed without upstream's plugin, they still take precedence.
    """
    if lost := missing(plugin):
        return lost
    descriptor = plugin.descriptor
    for name in kernels.modules:
        full = f"{kernels.package}.{name}"
        try:
            module = importlib.import_module(full)
            if isinstance(module, deferred_kernels.DeferredModule):
                module.open()
            path = module.__file__ or ""
        except ImportError as error:
            return KernelsMissing(
                f"The kernels {name} of {descriptor.distribution} {descriptor.version} do not import.",
                wanted=f"{full} for {running_python()}",
                found=str(error),
                where=str(plugin.folder / running_python() / f"{name}.so"),
                commands=install_commands.install(descriptor.requirement, force=True),
                note="a library that it names is the system's, not this plugin's"
                if ".so" in str(error)
                else "",
            )
        if not Path(path).resolve().is_relative_to(plugin.folder.resolve()):
            return ConflictingInstallation(
                f"jax took the kernels of {kernels.name}, not those of {descriptor.distribution} "
                f"{descriptor.version}.",
                wanted=f"{plugin.folder / running_python() / name}.so",
                found=path,
                where=str(Path(path).parent),
                commands=(
                    *install_commands.uninstall(kernels.name),
                    *install_commands.install(descriptor.requirement, force=True),
                ),
                note="upstream's kernels work with upstream's plugin only",
            )
    return None


def _same_release(plugin: Plugin, name: str) -> None:
    jaxlib = find("jaxlib")
    wanted = plugin.descriptor.jaxlib.release
    if jaxlib is None or (jaxlib.version != wanted and release(jaxlib.version) != release(wanted)):
        raise ImportError(
            f"{plugin.descriptor.requirement} is not compatible with {jaxlib or 'no jaxlib'}", name=name
        )


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the expected messages while a library is loaded; other output is passed on afterwards."""
    try:
        kept, scratch = os.dup(2), os.memfd_create("jaxlib-core")
    except OSError:
        # Standard error is closed, or no file in memory can be created.
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
