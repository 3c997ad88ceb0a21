"""jaxlib-cuda12 and jaxlib-cuda13, as they were built, on a machine without a GPU and without NVIDIA's wheels.

Ahead-of-time compilation uses all of the plugin except its client, and needs none of NVIDIA's libraries; tests
about these libraries use stubs.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plugins.extension import compile as zig
from tests.installed.conftest import (
    COMMON,
    RELEASE,
    add,
    descriptor_of,
    finished,
    named,
    plugin_alone,
    replace,
)
from tools.artifacts import manifest
from tools.artifacts.cache import Cache
from tools.builder import build, definitions
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("cuda.py")
PYTHON = f"cp{COMMON[0]}{COMMON[1]}"
ABSENT = f"There is no NVIDIA GPU on this machine for jaxlib-cuda12 {RELEASE} to run on."


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment]) -> Environment:
    return plugin_alone(make, "cuda12", RELEASE, "packaging")


@pytest.fixture
def described(environment: Environment) -> Iterator[Callable[..., None]]:
    """Changes what the installed descriptor says, for one test."""
    with descriptor_of(environment, "jaxlib_cuda12") as change:
        yield change


def ask(environment: Environment, *words: str, **variables: str) -> dict[str, Any]:
    return finished(environment.run(str(SCRIPT), *words, environment=variables))


# ---- No GPU.


def test_jax_goes_on_without_a_word(environment: Environment) -> None:
    done = environment.run(str(SCRIPT), "devices")
    data = finished(done)
    assert done.stderr == ""
    assert data["devices"] == ["cpu"]
    assert data["opened"] == []
    assert ABSENT in data["text"], "jax.devices('cuda') must say why"


def test_whoever_asks_for_it_is_told_why(environment: Environment) -> None:
    data = ask(environment, "devices", JAX_PLATFORMS="cuda")
    assert (data["type"], data["opened"]) == ("HardwareAbsent", [])
    assert data["text"].startswith(f"Unable to initialize backend 'cuda': {ABSENT}")


def test_it_looks_for_gpus_where_jax_does(environment: Environment) -> None:
    script = (
        "import json; import jax._src.hardware_utils as h; print(json.dumps({'at': h._NVIDIA_GPU_DEVICES}))"
    )
    assert (
        finished(environment.run("-c", script))["at"]
        == definitions.plugin_facts("cuda12")["hardware"]["devices"]
    )


def test_doctor_says_what_is_missing_and_loads_nothing(environment: Environment) -> None:
    done = environment.run("-m", "jaxlib_core", "doctor", "--json")
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert data["at_import_jax"][0] == f"Platform 'cuda' is left out: {ABSENT}"
    (plugin,) = data["plugins"]
    assert plugin["problem"]["kind"] == "VendorLibraryMissing"
    assert "'nvidia-cudnn-cu12>=9.8'" in plugin["problem"]["commands"][0]
    assert "nvidia-nccl" not in plugin["problem"]["commands"][0], "NCCL is of use with several GPUs only"


# ---- Kernels.


def test_kernels_are_there_for_programs_that_call_them(environment: Environment) -> None:
    data = ask(environment, "kernels", "libraries")
    missing = data["kernels"].pop("no_such_target")
    assert "no_such_target" in missing, "the compiler would not have told of a missing kernel"
    assert set(data["kernels"].values()) == {"called"}, data["kernels"]
    assert data["opened"] == ["jaxlib_cuda12"]
    assert data["libraries"] == [], "there are none of NVIDIA's here"


def test_kernels_of_a_platform_that_is_left_out_are_opened_when_it_is_used(environment: Environment) -> None:
    data = ask(environment, "modules", "cpu", "modules", JAX_PLATFORMS="cpu")
    assert data["modules"] == []
    # A topology uses the platform: what was left out is registered then, and the programs find it.
    data = ask(environment, "cpu", "kernels", "modules", JAX_PLATFORMS="cpu")
    assert "no_such_target" in data["kernels"].pop("no_such_target")
    assert set(data["kernels"].values()) == {"called"}, data["kernels"]
    assert {"_solver", "_triton", "cuda_plugin_extension"} <= set(data["modules"])
    # If it is not excluded, they are opened with jax, as by upstream's plugin.
    for platforms in ("", "cuda,cpu"):
        assert "_solver" in ask(environment, "modules", JAX_PLATFORMS=platforms)["modules"]


def test_a_python_without_kernels(environment: Environment, described: Callable[..., None]) -> None:
    data = json.loads((environment.site_packages / "jaxlib_cuda12/plugin.json").read_bytes())
    del data["kernels"]["wheels"][PYTHON]
    replace(environment.site_packages / "jaxlib_cuda12/plugin.json", json.dumps(data).encode())
    said = ask(environment, "devices", "topology")
    assert said["devices"] == ["cpu"], "jax itself must import and work"
    said = ask(environment, "topology")
    assert said["type"] == "KernelsMissing", said
    assert f"found:  {PYTHON}" in said["text"]


@pytest.mark.parametrize("how", ["gone", "cut short", "another"])
def test_kernels_that_are_lost(environment: Environment, how: str) -> None:
    path = environment.site_packages / "jaxlib_cuda12" / PYTHON / "_solver.so"
    aside = path.with_name("aside")
    path.rename(aside)
    if how == "cut short":
        # Opening such a file ends the process, and jax would do so when it is imported.
        path.write_bytes(aside.read_bytes()[:1000])
    elif how == "another":
        path.write_bytes(path.with_name("libmosaic_gpu_runtime.so").read_bytes())
    try:
        said = ask(environment, "topology")
    finally:
        aside.replace(path)
    assert said["type"] == "KernelsMissing", said
    assert (
        "The kernels _solver of jaxlib-cuda12" if how == "another" else "missing or truncated: _solver"
    ) in said["text"]


# ---- NVIDIA's libraries.


@pytest.fixture
def nvidia(environment: Environment, blank: bytes) -> Iterator[Callable[..., dict[str, Path]]]:
    """Installs stubs of NVIDIA's wheels, at the given versions or at the minimum."""
    libraries: list[Path] = []

    def install(**versions: str) -> dict[str, Path]:
        found = {}
        described = json.loads((environment.site_packages / "jaxlib_cuda12/plugin.json").read_bytes())
        for library in described["libraries"]:
            name = library["distribution"].replace("-", "_")
            version = versions.get(name, library["minimum"])
            info = environment.site_packages / f"{name}-{version}.dist-info"
            libraries.extend([info, environment.site_packages / "nvidia"])
            info.mkdir(exist_ok=True)
            (info / "METADATA").write_text(
                f"Metadata-Version: 2.1\nName: {library['distribution']}\nVersion: {version}\n"
            )
            member = f"nvidia/{name}/lib/{library['soname']}"
            found[library["soname"]] = named(blank, environment.site_packages / member)
            with (info / "RECORD").open("a") as record:
                record.write(f"{member},,\n")
        return found

    yield install
    for folder in libraries:
        shutil.rmtree(folder, ignore_errors=True)


def test_wheels_win_over_the_loaders_path_and_all_that_is_loaded_is_told(
    environment: Environment, nvidia: Callable[..., dict[str, Path]], blank: bytes, tmp_path: Path
) -> None:
    installed = nvidia()
    for soname in installed:
        named(blank, tmp_path / soname)
    data = ask(environment, "topology", "libraries", LD_LIBRARY_PATH=str(tmp_path))
    owners = {soname: (path, owner) for soname, path, _, owner in data["libraries"]}
    assert set(owners) == set(installed)
    for soname, path in installed.items():
        assert owners[soname][0] == str(path)
    assert owners["libcublas.so.12"][1] == "nvidia-cublas-cu12 12.1.3.1"
    assert data["warnings"] == []
    # A platform that is not to be used has none of its kernel modules opened, nor what these need.
    data = ask(environment, "cpu", "libraries", JAX_PLATFORMS="cpu", LD_LIBRARY_PATH=str(tmp_path))
    assert data["libraries"] == []


def test_the_system_wins_where_it_is_told_to(
    environment: Environment, nvidia: Callable[..., dict[str, Path]], blank: bytes, tmp_path: Path
) -> None:
    nvidia()
    whole = named(blank, tmp_path / "cuda/lib64/libcublas.so.12")
    whole.rename(whole.with_name("libcublas.so.12.6.4.1"))
    whole.symlink_to("libcublas.so.12.6.4.1")
    data = ask(
        environment,
        "topology",
        "libraries",
        CUDA_HOME=str(tmp_path / "cuda"),
        JAXLIB_LIBRARIES="system,wheels",
    )
    versions = {soname: (path, version) for soname, path, version, _ in data["libraries"]}
    assert versions["libcublas.so.12"] == (f"{whole}.6.4.1", "12.6.4.1")
    assert versions["libcudart.so.12"][1] == "12.1.105"


def test_a_system_of_its_own_and_none_of_nvidias_wheels(
    environment: Environment, blank: bytes, tmp_path: Path
) -> None:
    """As the plugin's README has it installed: jax and jaxlib-core, then the plugin with no dependencies."""
    described = json.loads((environment.site_packages / "jaxlib_cuda12/plugin.json").read_bytes())
    places = {}
    for library in described["libraries"]:
        folder = "cuda/extras/CUPTI/lib64" if library["soname"].startswith("libcupti") else "cuda/lib64"
        places[library["soname"]] = str(named(blank, tmp_path / folder / library["soname"]))
    system = {"CUDA_HOME": str(tmp_path / "cuda")}
    done = environment.run("-m", "jaxlib_core", "doctor", "--json", environment=system)
    doctor = json.loads(done.stdout)
    assert (done.returncode, doctor["problems"]) == (0, [])
    (plugin,) = doctor["plugins"]
    assert {
        vendor_library["soname"]: vendor_library["path"] for vendor_library in plugin["vendor_libraries"]
    } == places
    data = ask(environment, "topology", "libraries", **system)
    assert {soname: path for soname, path, _, _ in data["libraries"]} == places
    assert data["warnings"] == []


@pytest.mark.parametrize(
    ("name", "told"), [("libcublas.so.12", "warned"), ("libcublas.so.12.0.1.189", "refused")]
)
def test_what_the_process_had_before_is_told_and_refused_if_it_is_too_old(
    environment: Environment,
    nvidia: Callable[..., dict[str, Path]],
    blank: bytes,
    tmp_path: Path,
    name: str,
    told: str,
) -> None:
    nvidia()
    decoy = named(blank, tmp_path / "libcublas.so.12").rename(tmp_path / name)
    data = ask(environment, f"decoy={decoy}", "topology")
    if told == "refused":
        assert (data["type"], data["opened"]) == ("VendorLibraryLoadedBefore", [])
        text = data["text"]
    else:
        (text,) = data["warnings"]
        assert data["topology"] == 1
    assert "Something else in this process loaded libcublas.so.12 before jaxlib-cuda12 did." in text
    assert f"where:  {decoy}" in text


def test_a_wheel_below_the_floor(
    environment: Environment, nvidia: Callable[..., dict[str, Path]], described: Callable[..., None]
) -> None:
    nvidia(nvidia_cudnn_cu12="9.7.1.26")
    # A GPU that is there: any device file, and a driver's library that every machine has.
    described(hardware={"devices": ["/dev/null"]}, driver={"library": "libc.so.6"})
    data = ask(environment, "see", "devices")
    assert data["type"] == "VendorLibraryTooOld", data
    assert "found:  libcudnn.so.9 9.7.1.26 (nvidia-cudnn-cu12 9.7.1.26)" in data["text"]
    assert "'nvidia-cudnn-cu12>=9.8'\n" in data["text"]


def test_missing_libraries_are_an_error_where_there_is_a_gpu(
    environment: Environment, described: Callable[..., None], tmp_path: Path
) -> None:
    described(hardware={"devices": ["/dev/null"]}, driver={"library": "libc.so.6"})
    data = ask(environment, "see", "devices")
    assert data["type"] == "VendorLibraryMissing", data
    described(driver={"library": "libcuda_of_no_machine.so.1"})
    assert ask(environment, "see", "devices", JAX_PLATFORMS="cuda")["type"] == "HardwareAbsent"
    (tmp_path / "version").write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.82.01  Wed Oct 27")
    described(driver={"library": "libc.so.6", "version_file": str(tmp_path / "version")})
    data = ask(environment, "see", "devices")
    assert data["type"] == "DriverTooOld", data
    assert "found:  driver 470.82.01" in data["text"]


@pytest.fixture(scope="module")
def libcuda(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A driver that shows the GPUs of ``FAKE_GPUS``."""
    path = tmp_path_factory.mktemp("driver") / "libcuda.so.1"
    source = Path(__file__).with_name("fakes") / "libcuda.c"
    zig.compile_shared([source], path, target=f"{platform.machine()}-linux-gnu.2.17")
    return path


def test_a_variant_on_a_gpu_that_it_has_no_kernels_for(
    environment: Environment, described: Callable[..., None], libcuda: Path
) -> None:
    described(
        hardware={"devices": ["/dev/null"]},
        variant="sm90",
        gpu_architectures=["sm_90"],
    )
    driver = {"LD_LIBRARY_PATH": str(libcuda.parent)}
    data = ask(environment, "see", "devices", FAKE_GPUS="9.0,8.0", **driver)
    assert (data["type"], data["opened"]) == ("GpuNotServed", [])
    assert "wanted: kernels for Fake 1 (compute capability 8.0)" in data["text"]
    assert f" jaxlib-cuda12==={RELEASE}\n" in data["text"]
    done = environment.run("-m", "jaxlib_core", "doctor", "--json", environment=driver | {"FAKE_GPUS": "8.0"})
    (plugin,) = json.loads(done.stdout)["plugins"]
    assert plugin["problem"]["kind"] == "GpuNotServed"
    assert plugin["gpu_architectures"] == ["sm_90"]
    # On one that it serves, what is missing next.
    data = ask(environment, "see", "devices", FAKE_GPUS="9.0", **driver)
    assert data["type"] == "VendorLibraryMissing"


def test_versions_that_are_known_to_compute_wrongly(
    environment: Environment,
    nvidia: Callable[..., dict[str, Path]],
    described: Callable[..., None],
    libcuda: Path,
) -> None:
    """jax is stopped once it has loaded them; doctor tells before, and of what upstream only warns of."""
    described(hardware={"devices": ["/dev/null"]}, driver={"library": "libc.so.6"})
    nvidia(nvidia_cudnn_cu12="9.10.0.56", nvidia_cublas_cu12="12.9.1.4")
    data = ask(environment, "see", "devices")
    assert data["type"] == "VendorLibraryFaulty", data
    assert "found:  libcudnn.so.9 9.10.0.56 (nvidia-cudnn-cu12 9.10.0.56)" in data["text"]
    assert "'nvidia-cudnn-cu12>=9.10.1'\n" in data["text"]
    described(driver={"library": "libcuda.so.1"})
    driver = {"LD_LIBRARY_PATH": str(libcuda.parent), "FAKE_GPUS": "9.0,10.3"}
    done = environment.run("-m", "jaxlib_core", "doctor", "--json", environment=driver)
    doctor = json.loads(done.stdout)
    assert [problem["kind"] for problem in doctor["problems"]] == ["VendorLibraryFaulty"]
    (remark,) = (text for text in doctor["remarks"] if "cuBLAS" in text)
    assert f" jaxlib-cuda13=={RELEASE} 'nvidia-cublas>=13.2'" in remark
    usable = """
import json, sys
from pathlib import Path
import jax, jaxlib_cuda12
from jaxlib_core.jax import gpu
from jaxlib_core.plugins import discovery
jax.config.update("jax_cuda_visible_devices", sys.argv[1])
plugin = discovery.at(Path(jaxlib_cuda12.__file__).parent)
print(json.dumps({"gpus": gpu.usable(plugin.descriptor.kernels)}))
"""
    for devices, gpus in (("all", [[9, 0], [10, 3]]), ("1", [[10, 3]])):
        done = environment.run("-c", usable, devices, environment=driver)
        assert finished(done)["gpus"] == gpus, "what jax itself asks of the driver"


# ---- Several at once. jax starts plugins in the order of a set, which differs from process to process by this.

#: With the first it starts jaxlib_cuda13 and upstream's plugin before jaxlib_cuda12, with the second after it.
ORDERS = ("1", "2")


def test_cuda12_beside_cuda13(environment: Environment) -> None:
    build.wheel("cuda13", RELEASE)
    add(environment, "cuda13", RELEASE)
    try:
        for seed in ORDERS:
            data = ask(environment, "kernels", PYTHONHASHSEED=seed)
            assert data["opened"] == ["jaxlib_cuda13"]
            assert data["kernels"]["cusolver_potrf_ffi"] == "called"
            assert data["warnings"] == [
                f"jaxlib-cuda12=={RELEASE} gives way to jaxlib-cuda13=={RELEASE}, the newest. [JLP006] "
                "`jaxlib doctor` says more."
            ]
        doctor = json.loads(environment.run("-m", "jaxlib_core", "doctor", "--json").stdout)
        kinds = {plugin["name"]: plugin["problem"]["kind"] for plugin in doctor["plugins"]}
        assert kinds == {"cuda12": "ConflictingInstallation", "cuda13": "VendorLibraryMissing"}
    finally:
        environment.uninstall("jaxlib-cuda13")


def test_upstreams_plugin_beside_ours(environment: Environment) -> None:
    line = manifest.load(RELEASE)
    wheels = [
        str(Cache().fetch(line.artifact(name).file("x86_64", python)))
        for name, python in (("jax-cuda12-pjrt", None), ("jax-cuda12-plugin", PYTHON))
    ]
    environment.install("--no-deps", *wheels)
    try:
        for seed in ORDERS:
            # Upstream's own checks would stop it where there is no GPU.
            data = ask(environment, "kernels", PYTHONHASHSEED=seed, JAX_SKIP_CUDA_CONSTRAINTS_CHECK="1")
            assert data["opened"] == ["xla_cuda_plugin"]
            assert data["kernels"]["cusolver_potrf_ffi"] == "called"
            (warning,) = data["warnings"]
            assert f"gives way to upstream's jax-cuda12-pjrt {RELEASE}" in warning
        # Half of it gone: its kernels, but not its plugin.
        environment.uninstall("jax-cuda12-pjrt")
        data = ask(environment, "topology")
        assert data["type"] == "ConflictingInstallation", data
        assert f"pip uninstall --python {environment.python} jax-cuda12-plugin" in data["text"]
    finally:
        environment.uninstall("jax-cuda12-pjrt", "jax-cuda12-plugin")
    assert ask(environment, "topology")["opened"] == ["jaxlib_cuda12"], "what is left must work again"
