"""Where a diagnosis is made: a site-packages of its own, and a machine with nothing on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import hardware, steps, vendor_libraries
from jaxlib_core.checks.vendor_libraries import ld_cache
from jaxlib_core.environment import installer
from jaxlib_core.jax import backend, gpu_kernels
from jaxlib_core.plugins.discovery import Plugin, at

from tests.unit.jaxlib_core.site import Site


class Scene(NamedTuple):
    """A site-packages of its own, an empty folder in place of the machine's root, and what puts things back."""

    site: Site
    root: Path
    patch: pytest.MonkeyPatch

    def plugin(self, name: str = "cpu", **changes: Any) -> Plugin:
        return at(self.site.plugin(name, **changes))

    def problem(self, plugin: Plugin) -> errors.PluginError | None:
        return steps.first_problem(plugin)


Text = errors.PluginError | str | None
Case = Callable[[Scene], Text]


def raised(call: Callable[..., object], *arguments: object) -> Text:
    with pytest.raises(errors.PluginError) as caught:
        call(*arguments)
    return caught.value


def stand_in(scene: Scene, name: str, **contents: object) -> None:
    """A module of jax's, with no more in it than the code under test asks for."""
    parts = name.split(".")
    for end in range(1, len(parts)):
        scene.patch.setitem(sys.modules, ".".join(parts[:end]), ModuleType(parts[end - 1]))
    module = ModuleType(name)
    vars(module).update(contents)
    scene.patch.setitem(sys.modules, name, module)
    if len(parts) > 1:
        setattr(sys.modules[name.rpartition(".")[0]], parts[-1], module)


@contextmanager
def open_scene(folder: Path) -> Iterator[Scene]:
    site, root = folder / "site-packages", folder / "root"
    site.mkdir(parents=True)
    root.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        # With nothing else on the path, these could not be imported then.
        import tomllib  # noqa: F401

        import packaging.requirements
        import packaging.version  # noqa: F401

        patch.setattr("sys.path", [str(site)])
        patch.setattr("sys.executable", "/home/you/env/bin/python")
        patch.setattr(installer, "here", lambda: installer.Installer("pip", "/home/you/env/bin/python"))
        patch.setattr("platform.machine", lambda: "x86_64")
        patch.setattr(gpu_kernels, "running_python", lambda: "cp319")
        patch.setattr(hardware, "ROOT", root)
        patch.setattr(ld_cache, "LOADER_CACHE", root / "etc/ld.so.cache")
        for name in (
            *("XLA_FLAGS", "JAX_PLATFORMS", "JAX_PLATFORM_NAME", "CUDA_HOME", "LD_LIBRARY_PATH"),
            *("PYTHONPATH", "PYTHONSAFEPATH"),
            *(backend.POLICY, vendor_libraries.ORDER, vendor_libraries.SKIP),
        ):
            patch.delenv(name, raising=False)
        yield Scene(Site(site), root, patch)
