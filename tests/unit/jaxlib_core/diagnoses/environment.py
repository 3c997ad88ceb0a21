"""What is installed: releases, conflicts, requirements, metadata, and files that are lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest
from jaxlib_core.checks import conflicts, hardware, requirements
from jaxlib_core.doctor import examination
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.plugins import discovery
from jaxlib_core.plugins.discovery import discover

from plugins.extension.src import _core
from tests.unit.jaxlib_core.diagnoses.scene import Scene, Text, stand_in


def jaxlib_is_not_installed(scene: Scene) -> Text:
    scene.site.family(jaxlib="")
    return scene.problem(scene.plugin())


def jaxlib_core_does_not_import(scene: Scene) -> Text:
    offered: list[Callable[[], None]] = []
    bridge = {"register_backend_factory": lambda _, factory, **__: offered.append(factory)}
    stand_in(scene, "jax._src.xla_bridge", **bridge)
    folder = scene.site.plugin()
    _core._refuse(folder, ImportError("No module named 'jaxlib_core'"))
    with pytest.raises(ImportError) as caught:
        offered[0]()
    return str(caught.value)


def module_is_gone(scene: Scene) -> Text:
    scene.site.distribution(
        "jaxlib-cuda12",
        "0.10.2",
        requires=("jaxlib-core==0.10.2",),
        entry_points="cuda12 = jaxlib_cuda12",
    )
    return discover().broken[0].problem


def jaxlib_is_older(scene: Scene) -> Text:
    scene.site.family(jaxlib="0.10.1")
    return scene.problem(scene.plugin())


def jax_alone_was_upgraded(scene: Scene) -> Text:
    scene.site.family(jax="0.12.0", jaxlib="0.12.0")
    return scene.problem(scene.plugin())


def jax_was_upgraded_with_nothing_that_it_requires(scene: Scene) -> Text:
    scene.site.family(jax="0.12.0")
    return scene.problem(scene.plugin())


def something_else_pulled_jaxlib_down(scene: Scene) -> Text:
    scene.site.family(jaxlib="0.10.1")
    scene.site.distribution("somelib", "1.2", requires=("numpy", "jaxlib<0.10.2"))
    return scene.problem(scene.plugin())


def something_else_pulled_jax_down(scene: Scene) -> Text:
    scene.site.family(jax="0.9.2", jaxlib="0.9.2")
    scene.site.distribution("somelib", "1.2", requires=("jax==0.9.2",))
    return scene.problem(scene.plugin())


def upstreams_plugin_beside_ours(scene: Scene) -> Text:
    scene.site.family()
    ours = scene.plugin("cuda12")
    scene.site.distribution("jax-cuda12-pjrt", "0.10.2", entry_points="xla_cuda12 = jax_plugins.xla_cuda12")
    scene.site.distribution("jax-cuda12-plugin", "0.10.2")
    return conflicts.conflict(ours, discover())


def cuda12_beside_cuda13(scene: Scene) -> Text:
    scene.patch.setattr(hardware, "ROOT", scene.root)
    older = scene.plugin("cuda12")
    scene.plugin("cuda13")
    return conflicts.conflict(older, discover())


def jaxlib_twice(scene: Scene) -> Text:
    scene.site.family()
    scene.site.distribution("jaxlib", "0.10.1")
    return scene.problem(scene.plugin())


def descriptor_missing(scene: Scene) -> Text:
    (scene.site.plugin() / "plugin.json").unlink()
    return discover().broken[0].problem


def descriptor_damaged(scene: Scene) -> Text:
    (scene.site.plugin() / "plugin.json").write_text('{"schema": "jaxlib.plugin/1", "name": "cp')
    return discover().broken[0].problem


def descriptor_of_a_newer_schema(scene: Scene) -> Text:
    (scene.site.plugin() / "plugin.json").write_text('{"schema": "jaxlib.plugin/2"}')
    return discover().broken[0].problem


def metadata_gone(scene: Scene) -> Text:
    scene.site.family()
    (scene.site.folder / "jaxlib-0.10.2.dist-info" / "METADATA").unlink()
    return scene.problem(scene.plugin())


def entry_points_damaged(scene: Scene) -> Text:
    scene.site.distribution("jaxlib-cpu", "0.10.2", entry_points="cpu jaxlib_cpu")
    return discover().broken[0].problem


def files_of_jaxlib_lost(scene: Scene) -> Text:
    scene.site.family()
    info = scene.site.folder / "jaxlib-0.10.2.dist-info"
    (info / "RECORD").write_text("jaxlib/libjax_common.so,sha256=,350000000\njaxlib/cpu_sparse.py,,\n")
    return examination.examine().damage


def files_unreadable(scene: Scene) -> Text:
    found = Installed("jaxlib-cpu", "0.10.2", "")
    return discovery.files_unreadable(found, scene.site.folder / "jaxlib_cpu")


def plugin_in_an_archive(scene: Scene) -> Text:
    scene.site.plugin()
    archive = shutil.make_archive(str(scene.root / "plugins"), "zip", scene.site.folder)
    scene.patch.setattr("sys.path", [archive])
    return discover().broken[0].problem


def a_requirement_is_missing(scene: Scene) -> Text:
    scene.site.distribution("jax", "0.10.2", requires=("scipy>=1.14", "ml_dtypes>=0.5.0"))
    scene.site.distribution("ml_dtypes", "0.5.4")
    return requirements.unmet(discover())
