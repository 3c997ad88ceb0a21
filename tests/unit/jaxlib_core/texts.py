"""Every diagnosis as it really appears, each made by the code that makes it for a user.

The pages in ``docs/errors`` show these texts; ``nox -s pages`` writes them there (``tools/docs/error_pages.py``).
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import (
    advisories,
    compute_capability,
    conflicts,
    hardware,
    installed_files,
    requirements,
    steps,
    vendor_libraries,
)
from jaxlib_core.checks.vendor_libraries import ld_cache, search
from jaxlib_core.checks.vendor_libraries.loader import report_loaded_before
from jaxlib_core.doctor import default_backend, examination, probe, started, trials, variables
from jaxlib_core.environment import installer
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.jax import backend, ffi, gpu_kernels, topologies
from jaxlib_core.plugins import discovery
from jaxlib_core.plugins.discovery import Plugin, at, discover

from plugins.extension.src import _core
from tests.unit import jaxlib_cpu
from tests.unit.jaxlib_core.site import RELEASE, Site, elf_image

X86_64, RISCV = 62, 243
CUBLAS = {"soname": "libcublas.so.12", "distribution": "nvidia-cublas-cu12", "minimum": "12.1.3.1"}
CUDA = {
    "title": "XLA:CUDA 12",
    "hardware": {"name": "NVIDIA GPU", "devices": ["/dev/nvidia[0-9]*"]},
    "driver": {
        "library": "libcuda.so.1",
        "version_file": "/proc/driver/nvidia/version",
        "minimum": "525.60.13",
    },
    "libraries": [CUBLAS],
    "folders": ["/usr/local/cuda-12*/lib64"],
}
ADVISORY = {
    "summary": "cuBLAS 12.9.1 multiplies matrices wrongly on several GPUs",
    "versions": {"libcublas.so.12": ">=12.9.1,<12.9.2"},
    "gpus": 2,
    "requires": ["nvidia-cublas-cu12>=12.9.2"],
    "source": "https://docs.nvidia.com/cuda/cublas",
}
ROCM = {"libraries": [{"soname": "libamdhip64.so.7", "package": "hip-runtime-amd"}]}
KERNELS = {
    "package": "jax_cuda12_plugin",
    "modules": ["_solver", "_triton"],
    "name": "jax-cuda12-plugin",
    "version": "0.10.2",
    "license": "Apache-2.0",
}


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


def _raised(call: Callable[..., object], *arguments: object) -> Text:
    with pytest.raises(errors.PluginError) as caught:
        call(*arguments)
    return caught.value


def _stand_in(scene: Scene, name: str, **contents: object) -> None:
    """A module of jax's, with no more in it than the code under test asks for."""
    parts = name.split(".")
    for end in range(1, len(parts)):
        scene.patch.setitem(sys.modules, ".".join(parts[:end]), ModuleType(parts[end - 1]))
    module = ModuleType(name)
    vars(module).update(contents)
    scene.patch.setitem(sys.modules, name, module)
    if len(parts) > 1:
        setattr(sys.modules[name.rpartition(".")[0]], parts[-1], module)


# ---- What is installed.


def jaxlib_is_not_installed(scene: Scene) -> Text:
    scene.site.family(jaxlib="")
    return scene.problem(scene.plugin())


def jaxlib_core_does_not_import(scene: Scene) -> Text:
    offered: list[Callable[[], None]] = []
    bridge = {"register_backend_factory": lambda _, factory, **__: offered.append(factory)}
    _stand_in(scene, "jax._src.xla_bridge", **bridge)
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


# ---- What is asked for.


def variable_that_keeps_jax_from_working(scene: Scene) -> Text:
    scene.patch.setenv("JAX_NUM_CPU_DEVICES", "many")
    failure = 'ValueError: Invalid value "many" for JAX flag jax_num_cpu_devices'
    own = default_backend._import_fails((), failure)
    return trials.keeps_jax_from_working({"JAX_NUM_CPU_DEVICES": None}, own).problem


def policy_that_means_nothing(scene: Scene) -> Text:
    scene.patch.setenv(backend.POLICY, "ignore")
    return _raised(backend.policy)


def flag_that_the_library_does_not_know(scene: Scene) -> Text:
    scene.site.family()
    plugin = scene.plugin()
    scene.patch.setenv("XLA_FLAGS", "--xla_cpu_flatten_after_fusion=false")
    return scene.problem(plugin)


def order_of_libraries_that_means_nothing(scene: Scene) -> Text:
    scene.patch.setenv(vendor_libraries.ORDER, "conda")
    return vendor_libraries.problem(scene.plugin("cuda12", **CUDA))


class _Refusing:
    def register_ffi_handler(self, *_: object) -> None:
        raise RuntimeError("a handler of XLA FFI 0.5, where the library has 0.2")

    register_ffi_type = register_ffi_handler


def ffi_handler_of_a_newer_version(scene: Scene) -> Text:
    scene.patch.setattr(ffi, "_built_in", lambda _: frozenset())
    targets = ffi.Targets(scene.plugin(), cast(ffi.Registrar, _Refusing()))
    handler = datetime.datetime_CAPI  # any capsule: it is refused before it is opened
    return _raised(targets.register, "my_target", handler, "cpu", 1)


def target_without_meaning(scene: Scene) -> Text:
    return _raised(topologies.get, "tpu:v9")


def shape_that_does_not_exist(scene: Scene) -> Text:
    return _raised(topologies.get, "tpu:v5e:64")


def topology_that_the_library_refuses(scene: Scene) -> Text:
    refusal = type("JaxRuntimeError", (RuntimeError,), {})
    _stand_in(scene, "jax.errors", JaxRuntimeError=refusal)
    _stand_in(scene, "jax._src.hardware_utils", num_available_tpu_chips_and_device_id=lambda: (0, None))

    def refuse(*_: object) -> None:
        raise refusal('INVALID_ARGUMENT: Topology layout "v5e:2x3" is not divisible by host bounds "2x2".')

    scene.patch.setattr(backend, "compile_only_devices", refuse)
    return _raised(topologies.get, "tpu:v5e:2x3")


def program_that_the_library_would_get_wrong(scene: Scene) -> Text:
    refusal: errors.PluginError = jaxlib_cpu.module("unreduced").refusal(
        scene.plugin(), "%3 = sdy.sharding_constraint ..."
    )
    return refusal


# ---- The machine.


def no_gpu(scene: Scene) -> Text:
    return hardware.absent(scene.plugin("cuda12", **CUDA))


def gpu_without_driver(scene: Scene) -> Text:
    (scene.root / "dev").mkdir()
    (scene.root / "dev/nvidia0").touch()
    return hardware.absent(scene.plugin("cuda12", **CUDA))


def driver_too_old(scene: Scene) -> Text:
    file = scene.root / "proc/driver/nvidia/version"
    file.parent.mkdir(parents=True)
    file.write_text(
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.57.02  Tue Jul 13 16:14:05 UTC 2021\n"
    )
    return hardware.driver_problem(scene.plugin("cuda12", **CUDA))


def gpu_without_kernels(scene: Scene) -> Text:
    scene.patch.setattr(hardware, "absent", lambda _: None)
    scene.patch.setattr(
        compute_capability, "visible", lambda _: (compute_capability.Gpu("NVIDIA A10", (8, 6)),)
    )
    facts = {**CUDA, "version": f"{RELEASE}+sm90", "variant": "sm90", "gpu_architectures": ["sm_90"]}
    facts |= {"variants": ["sm80", "sm90"]}
    return compute_capability.problem(scene.plugin("cuda12", **facts))


def no_kernels_for_this_python(scene: Scene) -> Text:
    wheel = {"filename": "x.whl", "sha256": "0" * 64}
    return gpu_kernels.missing(
        scene.plugin("cuda12", kernels={**KERNELS, "wheels": {"cp311": wheel, "cp312": wheel}})
    )


def kernels_lost(scene: Scene) -> Text:
    wheel = {"filename": "x.whl", "sha256": "0" * 64}
    return gpu_kernels.missing(scene.plugin("cuda12", kernels={**KERNELS, "wheels": {"cp319": wheel}}))


def vendor_library_missing(scene: Scene) -> Text:
    return vendor_libraries.problem(scene.plugin("cuda12", **CUDA))


def system_library_missing(scene: Scene) -> Text:
    plugin = scene.plugin("rocm7", **ROCM)
    scene.patch.setattr(search, "_linked", lambda _: (("libamdhip64.so.7",), []))
    return vendor_libraries.problem(plugin)


def _cublas(scene: Scene, version: str, size: int | None = None) -> Path:
    info = scene.site.distribution("nvidia-cublas-cu12", version)
    path = scene.site.folder / "nvidia/cublas/lib/libcublas.so.12"
    path.parent.mkdir(parents=True)
    image = elf_image(machine=X86_64, exports=("cublasCreate_v2",))
    path.write_bytes(image)
    size = len(image) if size is None else size
    (info / "RECORD").write_text(f"nvidia/cublas/lib/libcublas.so.12,sha256=x,{size}\n")
    return path


def vendor_library_too_old(scene: Scene) -> Text:
    _cublas(scene, "12.0.1.189")
    return vendor_libraries.problem(scene.plugin("cuda12", **CUDA))


def vendor_library_of_a_version_that_computes_wrongly(scene: Scene) -> Text:
    _cublas(scene, "12.9.1.4")
    plugin = scene.plugin("cuda12", **CUDA, advisories=[ADVISORY])
    return advisories.problem(plugin, vendor_libraries.survey(plugin).found, lambda: [(9, 0)] * 2)


def vendor_library_loaded_before(scene: Scene) -> Text:
    plugin = scene.plugin("cuda12", **CUDA)
    _cublas(scene, "12.9.1.4")
    other = scene.root / "opt/other/libcublas.so.12"
    scene.patch.setattr(search, "version_of", lambda *_: "12.0.1.189")
    wanted = vendor_libraries.survey(plugin).found[0]._replace(version="12.9.1.4")
    return _raised(report_loaded_before, plugin, wanted, other, plugin.descriptor.libraries[0])


# ---- The library.


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


def library_altered(scene: Scene) -> Text:
    return examination._altered(scene.plugin())


def _probed(scene: Scene, ended: int | None, *said: dict[str, Any], words: str = "") -> Text:
    return probe._problem(scene.plugin(), ended, list(said), words, 60.0)


def library_ends_the_process(scene: Scene) -> Text:
    return _probed(scene, -6, {"stage": "load"}, words="Check failed: driver != nullptr\n")


def making_a_client_ends_the_process(scene: Scene) -> Text:
    return _probed(scene, -11, {"stage": "client"})


def library_hangs(scene: Scene) -> Text:
    return _probed(scene, None, {"stage": "load"})


def library_forks(scene: Scene) -> Text:
    return _probed(scene, 0, {"stage": "load"}, {"forked": 1234})


def client_refused(scene: Scene) -> Text:
    error = RuntimeError("Unable to initialize backend 'cpu': INTERNAL: the device is in use")
    return probe._refused(scene.plugin(), error)


def jax_does_not_import(scene: Scene) -> Text:
    return _probed(scene, 1, {"stage": "import"}, words="ImportError: libjax_common.so: file too short")


def a_requirement_is_missing(scene: Scene) -> Text:
    scene.site.distribution("jax", "0.10.2", requires=("scipy>=1.14", "ml_dtypes>=0.5.0"))
    scene.site.distribution("ml_dtypes", "0.5.4")
    return requirements.unmet(discover())


def _used(*said: dict[str, Any], ended: int | None = 3, words: str = "") -> Text:
    return default_backend._problem((), ended, list(said), words, 60.0)


def _failed(error: str, text: str) -> dict[str, Any]:
    return {"error": error, "text": text, "name": None, "known": ["cpu", "tpu"], "problem": None}


def another_projects_plugin(scene: Scene) -> Text:
    scene.site.distribution("acme-plugin", "1.0", entry_points="acme = acme_plugin")
    failure = _used({"stage": "backend"})
    assert isinstance(failure, errors.PluginError)
    setting = started.plugin(lambda _: True, discover(), {}, failure)
    return setting.problem if setting else None


def file_that_python_runs_when_it_starts(scene: Scene) -> Text:
    file = scene.site.folder / "sitecustomize.py"
    file.write_text("import sys\nsys.modules['numpy'] = None\n")
    scene.patch.setattr("site.getsitepackages", list)
    failure = _used(
        {"stage": "import"},
        _failed("ModuleNotFoundError", "import of numpy halted; None in sys.modules"),
    )
    assert isinstance(failure, errors.PluginError)
    works = lambda change: str(file) not in change[probe.TRIAL]  # noqa: E731
    setting = started.startup_file(works, {}, failure)
    return setting.problem if setting else None


def platform_that_nothing_serves(scene: Scene) -> Text:
    scene.patch.setenv("JAX_PLATFORMS", "cuda")
    scene.plugin()
    return variables.settings(discover(), None, None)[0].problem


def a_file_of_numpys_name(scene: Scene) -> Text:
    info = scene.site.distribution("numpy", "2.4.6")
    installed = scene.site.folder / "numpy" / "__init__.py"
    installed.parent.mkdir()
    installed.write_text("")
    (info / "RECORD").write_text("numpy/__init__.py,,\n")
    folder = scene.root / "home" / "experiments"
    folder.mkdir(parents=True)
    (folder / "numpy.py").write_text("")
    scene.patch.chdir(folder)
    return _used({"stage": "import", "origins": {"numpy": str(folder / "numpy.py")}})


def a_program_fails(scene: Scene) -> Text:
    return _used({"stage": "program"}, ended=-4, words="Illegal instruction\n")


def jax_takes_too_long(scene: Scene) -> Text:
    return _used({"stage": "backend"}, ended=None)


def check_without_time(scene: Scene) -> Text:
    return probe.given_up("importing jax", 0.1)


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


def vendor_library_is_a_decoy(scene: Scene) -> Text:
    _cublas(scene, "12.9.1.4", size=105000000)
    return vendor_libraries.problem(scene.plugin("cuda12", **CUDA))


def api_too_old(scene: Scene) -> Text:
    return steps.api_in_range(scene.plugin(), (0, 28), "the library itself")


def api_too_new(scene: Scene) -> Text:
    return steps.api_in_range(scene.plugin(), (1, 0), "the descriptor")


CASES: dict[str, tuple[Case, ...]] = {
    "JLP001": (jaxlib_is_not_installed, jaxlib_core_does_not_import, a_requirement_is_missing),
    "JLP002": (module_is_gone,),
    "JLP003": (jaxlib_is_older,),
    "JLP004": (jax_alone_was_upgraded, jax_was_upgraded_with_nothing_that_it_requires),
    "JLP005": (something_else_pulled_jaxlib_down, something_else_pulled_jax_down),
    "JLP006": (upstreams_plugin_beside_ours, cuda12_beside_cuda13, jaxlib_twice),
    "JLP007": (descriptor_damaged,),
    "JLP008": (
        policy_that_means_nothing,
        flag_that_the_library_does_not_know,
        order_of_libraries_that_means_nothing,
        platform_that_nothing_serves,
        variable_that_keeps_jax_from_working,
    ),
    "JLP009": (ffi_handler_of_a_newer_version,),
    "JLP010": (target_without_meaning, shape_that_does_not_exist),
    "JLP011": (topology_that_the_library_refuses,),
    "JLP012": (no_gpu, gpu_without_driver),
    "JLP013": (driver_too_old,),
    "JLP014": (no_kernels_for_this_python, kernels_lost),
    "JLP015": (vendor_library_missing, system_library_missing),
    "JLP016": (vendor_library_too_old,),
    "JLP017": (vendor_library_loaded_before,),
    "JLP018": (library_missing,),
    "JLP019": (library_truncated,),
    "JLP020": (library_replaced, library_is_no_shared_object),
    "JLP021": (library_for_another_processor,),
    "JLP022": (library_without_its_symbol,),
    "JLP023": (library_not_loadable, extension_missing),
    "JLP024": (api_too_old,),
    "JLP025": (api_too_new,),
    "JLP026": (program_that_the_library_would_get_wrong,),
    "JLP040": (metadata_gone, entry_points_damaged),
    "JLP041": (files_of_jaxlib_lost,),
    "JLP042": (plugin_in_an_archive,),
    "JLP043": (descriptor_missing,),
    "JLP044": (descriptor_of_a_newer_schema,),
    "JLP045": (library_unreadable,),
    "JLP046": (library_altered,),
    "JLP047": (library_ends_the_process, making_a_client_ends_the_process),
    "JLP048": (library_hangs,),
    "JLP049": (library_forks,),
    "JLP050": (client_refused,),
    "JLP051": (jax_does_not_import,),
    "JLP052": (no_table,),
    "JLP053": (table_too_short,),
    "JLP054": (table_with_holes,),
    "JLP055": (vendor_library_is_a_decoy,),
    "JLP056": (gpu_without_kernels,),
    "JLP057": (files_unreadable,),
    "JLP058": (vendor_library_of_a_version_that_computes_wrongly,),
    "JLP059": (a_file_of_numpys_name,),
    "JLP060": (a_program_fails, jax_takes_too_long),
    "JLP061": (library_mounted_noexec,),
    "JLP062": (check_without_time,),
    "JLP063": (another_projects_plugin,),
    "JLP064": (file_that_python_runs_when_it_starts,),
}


@contextmanager
def _scene(folder: Path) -> Iterator[Scene]:
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


def text_of(case: Case, folder: Path) -> tuple[str, str]:
    """The case's text, with nothing of this machine's own in it, and its code by the type that it has."""
    with _scene(folder) as scene:
        diagnosis = case(scene)
        assert diagnosis is not None, f"{case.__name__} gives no diagnosis"
        match = re.search(r"\[(JLP[0-9]{3})\]$", str(diagnosis).splitlines()[0])
        assert match, f"{diagnosis}\nhas no code at the end of its first line"
        code = diagnosis.code if isinstance(diagnosis, errors.PluginError) else match[1]
        assert match[1] == code
        text = str(diagnosis).replace(str(scene.site.folder), ".../site-packages")
        return text.replace(str(scene.root), "").rstrip("\n"), code


def texts() -> dict[str, list[str]]:
    """Every text by its code."""
    made: dict[str, list[str]] = {}
    for code, cases in CASES.items():
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                text, found = text_of(case, Path(folder))
            assert found == code, f"{case.__name__} is a case of {found}, not of {code}"
            made.setdefault(code, []).append(text)
    return made
