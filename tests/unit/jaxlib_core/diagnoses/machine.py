"""The machine: hardware, drivers, kernels, the vendor's libraries."""

from __future__ import annotations

from pathlib import Path

from jaxlib_core.checks import advisories, compute_capability, hardware, vendor_libraries
from jaxlib_core.checks.vendor_libraries import search
from jaxlib_core.checks.vendor_libraries.loader import report_loaded_before
from jaxlib_core.jax import gpu_kernels

from tests.unit.jaxlib_core.diagnoses.scene import Scene, Text, raised
from tests.unit.jaxlib_core.site import RELEASE, elf_image

X86_64 = 62
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
    return raised(report_loaded_before, plugin, wanted, other, plugin.descriptor.libraries[0])


def vendor_library_is_a_decoy(scene: Scene) -> Text:
    _cublas(scene, "12.9.1.4", size=105000000)
    return vendor_libraries.problem(scene.plugin("cuda12", **CUDA))
