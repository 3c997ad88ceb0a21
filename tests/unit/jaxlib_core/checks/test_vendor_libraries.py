from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import hardware, vendor_libraries
from jaxlib_core.checks.vendor_libraries import ld_cache, search
from jaxlib_core.plugins.discovery import Plugin, at

from plugins.extension import compile as zig
from tests.unit.jaxlib_core.site import Site, elf_image

CUBLAS = {"soname": "libcublas.so.12", "distribution": "nvidia-cublas-cu12", "minimum": "12.1.3.1"}
CUPTI = {"soname": "libcupti.so.12", "distribution": "nvidia-cuda-cupti-cu12", "minimum": "12.1.105"}
NCCL = {"soname": "libnccl.so.2", "distribution": "nvidia-nccl-cu12", "optional": True}


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No library of this machine's own, and none of its variables."""
    for name in (vendor_libraries.ORDER, vendor_libraries.SKIP, "CUDA_HOME", "LD_LIBRARY_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(ld_cache, "LOADER_CACHE", tmp_path / "no-cache")


@pytest.fixture
def plugin(site: Site, tmp_path: Path) -> Plugin:
    return at(
        site.plugin(
            "cuda12",
            libraries=[CUBLAS, CUPTI, NCCL],
            folders=["$CUDA_HOME/lib64", "$LD_LIBRARY_PATH", f"{tmp_path}/local/cuda*/lib64"],
        )
    )


@pytest.fixture
def wheel(site: Site) -> Callable[[str, str, str], Path]:
    """Installs a distribution of NVIDIA's with one library."""

    def install(name: str, version: str, soname: str) -> Path:
        info = site.distribution(name, version)
        path = site.folder / "nvidia" / name / "lib" / soname
        path.parent.mkdir(parents=True)
        path.write_bytes(elf_image(exports=()))
        (info / "RECORD").write_text(f"nvidia/{name}/lib/{soname},sha256=x,{path.stat().st_size}\n")
        return path

    return install


def system(folder: Path, soname: str, version: str) -> Path:
    """A library as a system has it: a file with its whole version, and a link by its soname."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / f"{soname.partition('.so')[0]}.so.{version}"
    whole.write_bytes(elf_image(exports=()))
    (folder / soname).symlink_to(whole.name)
    return folder / soname


def test_all_that_is_missing_is_named_with_the_command_that_brings_it(plugin: Plugin) -> None:
    problem = vendor_libraries.problem(plugin)
    assert type(problem) is errors.VendorLibraryMissing
    assert problem.summary == "jaxlib-cuda12 0.10.2 needs libcublas.so.12, which was not found."
    assert problem.wanted == "libcublas.so.12, libcupti.so.12"
    assert problem.commands[0] == (
        "python -m pip install 'nvidia-cublas-cu12>=12.1.3.1' 'nvidia-cuda-cupti-cu12>=12.1.105'"
    )


def test_wheels_come_first_and_their_version_is_the_distributions(
    plugin: Plugin, wheel: Callable[[str, str, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = wheel("nvidia-cublas-cu12", "12.9.1.4", "libcublas.so.12")
    other = system(tmp_path / "other/lib64", "libcublas.so.12", "12.6.4.1")
    cupti = system(tmp_path / "local/cuda-12.6/lib64", "libcupti.so.12", "2024.3.2")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "other"))
    seen = vendor_libraries.survey(plugin)
    assert [(library.path, library.version, library.owner) for library in seen.found] == [
        (path, "12.9.1.4", "nvidia-cublas-cu12 12.9.1.4"),
        # The file's name counts years, which is not to be compared with 12.1.105.
        (cupti, "", "system"),
    ]
    assert [library.soname for library in seen.missing] == ["libnccl.so.2"]
    assert vendor_libraries.problem(plugin) is None
    monkeypatch.setenv(vendor_libraries.ORDER, "system,wheels")
    first = vendor_libraries.survey(plugin).found[0]
    assert (first.path, first.version, first.owner) == (other, "12.6.4.1", "$CUDA_HOME")
    monkeypatch.setenv(vendor_libraries.ORDER, f"{path.parent},wheels")
    assert vendor_libraries.survey(plugin).found[0].path == path


@pytest.mark.parametrize("source", ["wheel", "system"])
def test_below_the_floor(
    plugin: Plugin,
    wheel: Callable[[str, str, str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
) -> None:
    wheel("nvidia-cuda-cupti-cu12", "12.9.79", "libcupti.so.12")
    if source == "wheel":
        path = wheel("nvidia-cublas-cu12", "12.1.0.26", "libcublas.so.12")
    else:
        path = system(tmp_path / "local/cuda/lib64", "libcublas.so.12", "12.1.0.26")
    problem = vendor_libraries.problem(plugin)
    assert type(problem) is errors.VendorLibraryTooOld
    assert problem.wanted == "libcublas.so.12 12.1.3.1 or newer"
    assert problem.where == (str(path),)
    assert problem.commands[0] == "python -m pip install 'nvidia-cublas-cu12>=12.1.3.1'"
    monkeypatch.setenv(vendor_libraries.SKIP, "1")
    assert vendor_libraries.problem(plugin) is None


def test_an_order_that_means_nothing(plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(vendor_libraries.ORDER, "wheels,conda")
    problem = vendor_libraries.problem(plugin)
    assert type(problem) is errors.ConfigurationError
    assert problem.found == "'conda'"


def test_the_loaders_cache_is_read_as_the_loader_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ld_cache, "LOADER_CACHE", Path("/etc/ld.so.cache"))
    libraries = vendor_libraries.system_cache()
    maps = Path("/proc/self/maps").read_text()
    loaded = next(line.split()[-1] for line in maps.splitlines() if "/libc.so.6" in line)
    assert libraries["libc.so.6"].samefile(loaded)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"glibc-ld.so.cache1.0" + bytes(64)])
def test_another_file_in_the_caches_place_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    path = tmp_path / "ld.so.cache"
    path.write_bytes(content)
    monkeypatch.setattr(ld_cache, "LOADER_CACHE", path)
    assert vendor_libraries.system_cache() == {}


@pytest.mark.parametrize(
    ("linked", "packages"),
    [
        (("libamdhip64.so.7", "librocblas.so.5"), "hip-runtime-amd rocblas"),
        (("libamdhip64.so.7", "librocm_sysdeps_numa.so.1"), "amdrocm-sysdeps amdrocm-runtime"),
        (("librocblas.so.5",), "rocblas"),
    ],
)
def test_packages_are_of_one_kind(
    site: Site, monkeypatch: pytest.MonkeyPatch, linked: tuple[str, ...], packages: str
) -> None:
    """AMD's earlier and later packages do not go together, and some libraries are in the later ones alone."""
    rocm = [
        {"soname": "librocm_sysdeps_numa.so.1", "later_package": "amdrocm-sysdeps"},
        {"soname": "libamdhip64.so.7", "package": "hip-runtime-amd", "later_package": "amdrocm-runtime"},
        {"soname": "librocblas.so.5", "package": "rocblas", "later_package": "amdrocm-blas"},
    ]
    monkeypatch.setattr(search, "_linked", lambda _: (linked, []))
    problem = vendor_libraries.problem(at(site.plugin("rocm7", libraries=rocm)))
    assert problem is not None
    assert problem.commands[0] == f"apt install {packages}"


#: In a process of its own, as the loader reads its path when one starts.
PARTS = """
import ctypes, json, sys
from pathlib import Path
from jaxlib_core.checks import vendor_libraries
from jaxlib_core.plugins.discovery import at
if sys.argv[2:]:
    vendor_libraries.load(at(Path(sys.argv[1])))
else:
    ctypes.CDLL(str(Path(sys.argv[1]).parent / "nvidia/nvidia-cudnn-cu12/lib/libcudnn_ops.so.9"))
lines = Path("/proc/self/maps").read_text().splitlines()
print(json.dumps(sorted({line.split()[-1] for line in lines if "cudnn" in line})))
"""


def test_the_parts_of_a_library_win_over_the_loaders_path(
    site: Site, wheel: Callable[[str, str, str], Path], tmp_path: Path
) -> None:
    """cuDNN's are linked with each other, and of what a library is linked with the loader takes its path's."""
    cudnn = {"soname": "libcudnn.so.9", "distribution": "nvidia-cudnn-cu12"}
    plugin = at(site.plugin("cuda12", libraries=[cudnn]))
    whole = wheel("nvidia-cudnn-cu12", "9.28.0.42", "libcudnn.so.9")
    (tmp_path / "nothing.c").write_text(
        'extern int nothing;\n__attribute__((visibility("default"))) int nothing = 0;\n'
    )
    for folder in (whole.parent, tmp_path / "decoys"):
        folder.mkdir(exist_ok=True)
        for name, linked in (
            ("libcudnn.so.9", ()),
            ("libcudnn_graph.so.9", ()),
            ("libcudnn_ops.so.9", ("libcudnn_graph.so.9",)),
        ):
            flags = (f"-Wl,-soname,{name}", "-Wl,--no-as-needed", *(str(folder / name) for name in linked))
            with mock.patch.object(zig, "LINK", (*zig.LINK, *flags)):
                target = f"{platform.machine()}-linux-gnu.2.17"
                zig.compile_shared([tmp_path / "nothing.c"], folder / name, target=target)

    def opened(*words: str) -> list[str]:
        path = os.pathsep.join((str(site.folder), str(Path(vendor_libraries.__file__).parents[3])))
        variables = {**os.environ, "PYTHONPATH": path, "LD_LIBRARY_PATH": str(tmp_path / "decoys")}
        command = [sys.executable, "-c", PARTS, str(plugin.folder), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=variables)
        assert done.returncode == 0, done.stderr
        data: list[str] = json.loads(done.stdout)
        return data

    ops, graph = (whole.with_name(f"libcudnn_{part}.so.9") for part in ("ops", "graph"))
    assert opened() == sorted([str(ops), str(tmp_path / "decoys" / graph.name)]), "the loader's own choice"
    assert opened("as jax does") == sorted(map(str, (whole, ops, graph)))


class TestDriver:
    @pytest.fixture
    def machine(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A machine with a GPU, in place of this one's root."""
        root = tmp_path / "machine"
        (root / "dev").mkdir(parents=True)
        (root / "dev/nvidia0").touch()
        monkeypatch.setattr(hardware, "ROOT", root)
        return root

    @pytest.fixture
    def driven(self, site: Site) -> Plugin:
        driver = {"library": "libcuda.so.1", "version_file": "/proc/driver/version", "minimum": "580.65.06"}
        return at(
            site.plugin("cuda13", hardware={"name": "NVIDIA GPU", "devices": ["/dev/nvidia0"]}, driver=driver)
        )

    def test_a_device_without_its_drivers_library(
        self, machine: Path, driven: Plugin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = hardware.absent(driven)
        assert type(found) is errors.HardwareAbsent
        assert "The driver for the NVIDIA GPU of this machine is not installed" in found.summary
        system(tmp_path / "driver", "libcuda.so.1", "580.95.05")
        monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path / "driver"))
        assert hardware.absent(driven) is None

    @pytest.mark.parametrize(
        ("capabilities", "note"),
        [
            ("", "docker run --gpus all"),
            ("utility, compute", "docker run --gpus all"),
            ("all", "docker run --gpus all"),
            ("utility,video", "NVIDIA_DRIVER_CAPABILITIES is utility,video"),
        ],
    )
    def test_a_container_that_was_given_the_device_and_not_the_driver(
        self, driven: Plugin, machine: Path, monkeypatch: pytest.MonkeyPatch, capabilities: str, note: str
    ) -> None:
        monkeypatch.setenv("NVIDIA_DRIVER_CAPABILITIES", capabilities)
        found = hardware.absent(driven)
        assert found is not None
        assert note in found.note

    @pytest.mark.parametrize(
        ("text", "version"),
        [
            (
                "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 2023\nGCC version:",
                "535.104.05",
            ),
            (
                "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build",
                "580.65.06",
            ),
            ("NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  590.10  Release Build", "590.10"),
        ],
    )
    def test_the_version_of_the_running_driver(
        self, machine: Path, driven: Plugin, text: str, version: str
    ) -> None:
        path = machine / "proc/driver/version"
        path.parent.mkdir(parents=True)
        path.write_text(text)
        assert hardware.driver_version(driven) == version
        problem = hardware.driver_problem(driven)
        if version == "535.104.05":
            assert type(problem) is errors.DriverTooOld
            assert (problem.wanted, problem.found) == (
                "driver 580.65.06 or newer, for XLA:CUDA13",
                "driver 535.104.05",
            )
        else:
            assert problem is None

    def test_no_version_is_no_problem(self, machine: Path, driven: Plugin) -> None:
        assert hardware.driver_problem(driven) is None
