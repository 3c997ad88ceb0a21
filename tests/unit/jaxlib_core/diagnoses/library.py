"""The plugin's library and extension, as files."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from jaxlib_core.checks import installed_files, steps
from jaxlib_core.doctor import examination

from tests.unit.jaxlib_core.diagnoses.scene import Scene, Text
from tests.unit.jaxlib_core.site import elf_image

RISCV = 243


def library_missing(scene: Scene) -> Text:
    scene.site.family()
    return scene.problem(scene.plugin(ships=False))


def library_unreadable(scene: Scene) -> Text:
    scene.site.family()
    plugin = scene.plugin()
    plugin.library.unlink()
    plugin.library.mkdir()
    return scene.problem(plugin)


def library_truncated(scene: Scene) -> Text:
    scene.site.family()
    plugin = scene.plugin()
    plugin.library.write_bytes(elf_image()[:300])
    return scene.problem(plugin)


def library_replaced(scene: Scene) -> Text:
    scene.site.family()
    plugin = scene.plugin()
    plugin.library.write_bytes(elf_image(padding=1024))
    return scene.problem(plugin)


def library_is_no_shared_object(scene: Scene) -> Text:
    scene.site.family()
    plugin = scene.plugin()
    plugin.library.write_bytes(b"<!DOCTYPE html>" * 20)
    return scene.problem(plugin)


def library_for_another_processor(scene: Scene) -> Text:
    scene.site.family()
    return scene.problem(scene.plugin(image=elf_image(machine=RISCV)))


def library_without_its_symbol(scene: Scene) -> Text:
    scene.site.family()
    return scene.problem(scene.plugin(image=elf_image(exports=("GetSomethingElse",))))


def library_not_loadable(scene: Scene) -> Text:
    return steps.not_loadable(scene.plugin(), "libhwloc.so.15: cannot open shared object file: No such file")


def extension_missing(scene: Scene) -> Text:
    error = ModuleNotFoundError("No module named 'jaxlib_cpu._pjrt'")
    return steps.extension_does_not_import(scene.plugin(), "jaxlib_cpu._pjrt", error)


def library_altered(scene: Scene) -> Text:
    return examination._altered(scene.plugin())


def library_mounted_noexec(scene: Scene) -> Text:
    file = scene.site.folder / "jaxlib_cpu" / "libjaxlib_cpu.so"
    result = os.statvfs(scene.root)
    scene.patch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=result.f_flag | os.ST_NOEXEC))
    scene.patch.setattr(os, "geteuid", lambda: 1000)
    scene.patch.setattr(Path, "is_mount", lambda self: self == scene.site.folder.resolve())
    return installed_files.mounted_noexec([file])


def no_table(scene: Scene) -> Text:
    return steps.malformed(scene.plugin(), "its GetPjrtApi returned no API")


class _Table(NamedTuple):
    struct_size: int
    null_functions: tuple[str, ...] = ()
    missing_functions: tuple[str, ...] = ()


def table_too_short(scene: Scene) -> Text:
    table = _Table(96, missing_functions=("PJRT_Event_Await", "PJRT_Client_Create"))
    return steps.functions_are_there(scene.plugin(), table)


def table_with_holes(scene: Scene) -> Text:
    return steps.functions_are_there(scene.plugin(), _Table(984, ("PJRT_Client_Devices",)))


def api_too_old(scene: Scene) -> Text:
    return steps.api_in_range(scene.plugin(), (0, 28), "the library itself")


def api_too_new(scene: Scene) -> Text:
    return steps.api_in_range(scene.plugin(), (1, 0), "the descriptor")
