"""One fault at a time in a real environment: jax raises its diagnosis, of its own type, and never crashes.

Each test breaks an installed environment, uses jax in a child process, and reads the exception's text, as a user
would. If the text has a command, the test runs it, and jax must work afterwards.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import COMMON, RELEASE, finished, lines_for, replace, wheels
from tools import DIST, ROOT
from tools.artifacts import manifest
from tools.artifacts.cache import Cache
from tools.environments.venv import Environment, upstreams_jaxlib

USE_JAX = """
import json, sys
try:
    import jax
    devices = jax.devices()
except Exception as error:
    cause = error.__context__ or error
    maps = open("/proc/self/maps").read()
    print(json.dumps({
        "type": type(cause).__name__, "text": str(error), "raised": type(error).__name__,
        "opened": "libjaxlib_cpu.so" in maps,
    }))
else:
    import jaxlib_core
    print(json.dumps({"type": None, "devices": len(devices), "plugin": "cpu" in jaxlib_core.loaded()}))
"""


@pytest.fixture(scope="module")
def shared(make: Callable[..., Environment]) -> Environment:
    """An environment in which each test breaks one thing of jaxlib-cpu or jaxlib-core."""
    wheels(RELEASE)
    return make(f"jaxlib-cpu=={RELEASE}")


@pytest.fixture
def environment(shared: Environment) -> Iterator[Environment]:
    """``shared``, sound before and after the test."""
    yield shared
    shared.install(
        "--reinstall",
        "--no-deps",
        "--find-links",
        str(DIST),
        f"jaxlib-core=={RELEASE}",
        f"jaxlib-cpu=={RELEASE}",
    )
    assert use(shared)["plugin"], "the environment could not be fixed for the next test"


@pytest.fixture(scope="session")
def header(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pjrt_c_api.h, as the build takes it from the registry."""
    artifact = manifest.load(RELEASE).artifact("xla-cpu-pjrt")
    path = Cache().member(artifact.file("x86_64"), artifact.headers["pjrt_c_api"])
    return path.parent


def use(environment: Environment, **variables: str) -> dict[str, Any]:
    """The result of ``import jax; jax.devices()``; a crash fails the test."""
    return finished(environment.run("-c", USE_JAX, environment=variables))


def refused(environment: Environment, kind: str) -> dict[str, Any]:
    """jax must raise a diagnosis of ``kind`` that says everything, before the library is opened."""
    data = use(environment)
    assert data["type"] == kind, data
    assert data["raised"] == "RuntimeError"
    assert not data["opened"], "the library was opened before the diagnosis"
    for word in ("wanted:", "found:", "where:", "To fix it, run"):
        assert word in data["text"], data["text"]
    doctor = environment.run("-m", "jaxlib_core", "doctor", "--json")
    assert doctor.returncode == 1, doctor.stdout + doctor.stderr
    assert kind in {problem["kind"] for problem in json.loads(doctor.stdout)["problems"]}
    return data


def fix(environment: Environment, text: str) -> None:
    """Run the diagnosis's first command in a shell, unchanged."""
    lines = text.splitlines()
    command = lines[lines.index("To fix it, run:") + 1]
    variables = {"UV_FIND_LINKS": str(DIST), "UV_CONSTRAINT": upstreams_jaxlib()[1]}
    done = subprocess.run(
        ["bash", "-c", command],
        env=environment.variables(
            {**variables, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    data = use(environment)
    assert data["type"] is None, data
    assert data["plugin"]


def library(environment: Environment) -> Path:
    return environment.site_packages / "jaxlib_cpu" / "libjaxlib_cpu.so"


# ---- Releases that do not go together. The other pairs are in test_matrix.py.


def test_jaxlib_core_of_another_release(make: Callable[..., Environment]) -> None:
    older, newer = lines_for(COMMON)[0], lines_for(COMMON)[-1]
    if older == newer:
        pytest.skip(f"only {older} is for the Pythons of this machine: another release is NOT TESTED")
    wheels(older)
    wheels(newer)
    environment = make(f"jaxlib-cpu=={older}")
    environment.install("--no-deps", "--find-links", str(DIST), f"jaxlib-core=={newer}")
    fix(environment, refused(environment, "VersionMismatch")["text"])


PATCHED = """
import json, jax
from jax._src import xla_bridge
from jaxlib_core.jax import patches
jax.devices()
print(json.dumps({
    "applied": sorted(patches._applied), "callbacks": xla_bridge.register_plugin_callbacks.__module__,
}))
"""


def test_jax_is_changed_only_where_the_releases_match(environment: Environment) -> None:
    """Where they do not, and jax is to continue without the plugin, nothing of it has been replaced."""
    changed = finished(environment.run("-c", PATCHED))
    assert {"register_plugin_callbacks", "compile_or_get_cached", "transpose_p"} <= {
        target.partition("(")[0].rpartition(".")[2] for target in changed["applied"]
    }
    metadata = next(environment.site_packages.glob("jaxlib_core-*.dist-info/METADATA"))
    text = metadata.read_text("utf-8").replace(f"\nVersion: {RELEASE}\n", "\nVersion: 0.10.1\n")
    replace(metadata, text.encode())
    unchanged = finished(environment.run("-c", PATCHED, environment={"JAXLIB_PLUGIN_POLICY": "warn"}))
    assert unchanged == {"applied": [], "callbacks": "jax._src.xla_bridge"}


def test_a_distribution_that_pulls_jaxlib_down(environment: Environment, tmp_path: Path) -> None:
    """jaxlib is downgraded, jax and the plugin stay, and only metadata tells which distribution required that."""
    wheel = tmp_path / "somelib-1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        info = "somelib-1.2.dist-info"
        required = "Requires-Dist: jaxlib<0.10.2,>=0.10.1\n"
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: somelib\nVersion: 1.2\n{required}"
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    environment.install(str(wheel))
    try:
        data = refused(environment, "PulledAway")
        assert "somelib 1.2 pulled jaxlib down to 0.10.1" in data["text"]
        fix(environment, data["text"])
    finally:
        environment.uninstall("somelib")


# ---- The library.


def test_library_deleted(environment: Environment) -> None:
    library(environment).unlink()
    fix(environment, refused(environment, "LibraryMissing")["text"])


@pytest.mark.parametrize("kept", [0, 40, 4096, 1 << 20, -1])
def test_library_truncated(environment: Environment, kept: int) -> None:
    path = library(environment)
    replace(path, path.read_bytes()[:kept])
    fix(environment, refused(environment, "LibraryTruncated")["text"])


FAKE = """
#include "pjrt_c_api.h"
static const PJRT_Api api = {.struct_size = sizeof(PJRT_Api), .pjrt_api_version = {
    .struct_size = sizeof(PJRT_Api_Version), .major_version = MAJOR, .minor_version = MINOR}};
__attribute__((visibility("default"))) const PJRT_Api *ENTRY(void);
const PJRT_Api *ENTRY(void) { return &api; }
"""


def fake(
    folder: Path, header: Path, *, entry: str = "GetPjrtApi", api: str = "0.81", machine: str = ""
) -> bytes:
    """A PJRT library of a few lines of C, for faults that the real one cannot have."""
    source, output = folder / "fake.c", folder / "fake.so"
    source.write_text(FAKE)
    major, _, minor = api.partition(".")
    compile_shared(
        [source],
        output,
        target=f"{machine or platform.machine()}-linux-gnu.2.17",
        include=[header],
        defines={"ENTRY": entry, "MAJOR": major, "MINOR": minor},
    )
    return output.read_bytes()


def test_library_of_another_architecture(environment: Environment, tmp_path: Path, header: Path) -> None:
    other = "aarch64" if platform.machine() == "x86_64" else "x86_64"
    replace(library(environment), fake(tmp_path, header, machine=other))
    data = refused(environment, "WrongArchitecture")
    assert f"a library for {other}" in data["text"]
    fix(environment, data["text"])


def test_library_without_its_symbol(environment: Environment, tmp_path: Path, header: Path) -> None:
    replace(library(environment), fake(tmp_path, header, entry="GetSomethingElse"))
    fix(environment, refused(environment, "NotAPjrtLibrary")["text"])


def test_library_that_is_another_one(environment: Environment, tmp_path: Path, header: Path) -> None:
    replace(library(environment), fake(tmp_path, header))
    fix(environment, refused(environment, "LibraryReplaced")["text"])


def test_bytes_flipped_are_found_by_doctor(environment: Environment) -> None:
    path = library(environment)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    replace(path, bytes(content))
    doctor = environment.run("-m", "jaxlib_core", "doctor")
    assert doctor.returncode == 1
    assert "LibraryAltered" in doctor.stdout
    fix(environment, doctor.stdout)


def _describe(environment: Environment, **changes: Any) -> None:
    path = environment.site_packages / "jaxlib_cpu" / "plugin.json"
    data = json.loads(path.read_text())
    data["library"] |= changes
    replace(path, json.dumps(data).encode())


@pytest.mark.parametrize(("api", "kind"), [("0.28", "PjrtApiTooOld"), ("1.0", "PjrtApiTooNew")])
def test_pjrt_api_out_of_range_by_the_descriptor(environment: Environment, api: str, kind: str) -> None:
    _describe(environment, pjrt_api=api)
    data = refused(environment, kind)
    assert f"PJRT C API {api}, according to the descriptor" in data["text"]
    fix(environment, data["text"])


@pytest.mark.parametrize(("api", "kind"), [("0.28", "PjrtApiTooOld"), ("1.0", "PjrtApiTooNew")])
def test_pjrt_api_out_of_range_by_the_library(
    environment: Environment, tmp_path: Path, header: Path, api: str, kind: str
) -> None:
    """A library that differs from its descriptor is found when it is loaded, before jaxlib gets it."""
    image = fake(tmp_path, header, api=api)
    replace(library(environment), image)
    _describe(environment, size=len(image))
    data = use(environment)
    assert data["type"] == kind, data
    assert f"PJRT C API {api}, according to the library itself" in data["text"]
    fix(environment, data["text"])


# ---- The installation.


def test_entry_point_left_behind(environment: Environment) -> None:
    shutil.rmtree(environment.site_packages / "jaxlib_cpu")
    data = refused(environment, "EntryPointLeftBehind")
    assert "its module jaxlib_cpu is missing" in data["text"]
    fix(environment, data["text"])


def test_descriptor_missing(environment: Environment) -> None:
    (environment.site_packages / "jaxlib_cpu" / "plugin.json").unlink()
    # jax keeps the plugins it has found in a set: who speaks last differs from process to process.
    texts = {use(environment, PYTHONHASHSEED=str(seed))["text"] for seed in range(4)}
    assert len(texts) == 1
    fix(environment, refused(environment, "DescriptorMissing")["text"])


def test_installed_twice(environment: Environment) -> None:
    info = environment.site_packages / f"jaxlib_cpu-{RELEASE}.dist-info"
    other = info.with_name("jaxlib_cpu-0.10.1.dist-info")
    shutil.copytree(info, other)
    for name in ("METADATA", "RECORD"):
        content = (info / name).read_bytes()
        # Of the metadata the version alone, which comes first; of the other every path.
        replace(other / name, content.replace(RELEASE.encode(), b"0.10.1", 1 if name == "METADATA" else -1))
    fix(environment, refused(environment, "ConflictingInstallation")["text"])
    assert not other.exists()


def test_metadata_lost(environment: Environment) -> None:
    (environment.site_packages / f"jaxlib_cpu-{RELEASE}.dist-info" / "METADATA").unlink()
    fix(environment, refused(environment, "MetadataUnreadable")["text"])


def test_a_file_of_jaxlib_lost(environment: Environment) -> None:
    (environment.site_packages / "jaxlib" / "cpu_feature_guard.so").unlink()
    doctor = environment.run("-m", "jaxlib_core", "doctor")
    assert doctor.returncode == 1
    assert "jaxlib/cpu_feature_guard.so (gone)" in doctor.stdout
    assert "Problem 1 of 1: FilesLost" in doctor.stdout
    fix(environment, doctor.stdout)


def test_jaxlib_core_gone(environment: Environment) -> None:
    shutil.rmtree(environment.site_packages / "jaxlib_core")
    data = use(environment)
    assert data["raised"] == "RuntimeError"
    assert "jaxlib-cpu needs jaxlib-core, which cannot be imported" in data["text"]
    assert f"wanted: jaxlib-core=={RELEASE}" in data["text"]
    fix(environment, data["text"])


def test_extension_missing(environment: Environment) -> None:
    (environment.site_packages / "jaxlib_cpu" / "_pjrt.abi3.so").unlink()
    fix(environment, refused(environment, "LibraryNotLoadable")["text"])


# ---- The environment's variables.


def test_flag_that_would_end_the_process(environment: Environment) -> None:
    """XLA aborts at a flag it does not know; this one jaxlib knows and the older library does not."""
    data = use(environment, XLA_FLAGS="--xla_cpu_flatten_after_fusion=false")
    assert data["type"] == "ConfigurationError", data
    assert "xla_cpu_flatten_after_fusion" in data["text"]
    assert not data["opened"]


POLICIES = ROOT / "docs" / "policies.md"

SAY = """
import jax
try:
    print([device.platform for device in jax.devices()])
except Exception as error:
    print(f"{type(error).__name__}: {error}")
"""


def test_the_page_on_policies_shows_what_is_really_said(environment: Environment) -> None:
    """Each of its texts is that of a process whose variables stand above it."""
    library(environment).unlink()
    blocks = re.findall(r"```sh\n(.*?)\n```\n+```text\n(.*?)\n```", POLICIES.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 4
    for command, text in blocks:
        variables = dict(word.split("=") for word in command.split() if "=" in word)
        done = environment.run("-c", SAY, environment=variables)
        said = (done.stderr + done.stdout).replace(str(environment.site_packages), ".../site-packages")
        said = said.replace(str(environment.python), ".../bin/python")
        # The library's size is a matter of the build.
        found, shown = (re.sub(r"[\d,]+ bytes", "N bytes", message) for message in (said, text))
        assert found.splitlines() == shown.splitlines(), command
    assert {"JAXLIB_PLUGIN_POLICY=warn", "JAXLIB_PLUGIN_POLICY=ignore", "JAX_PLATFORMS=cpu"} <= {
        word for command, _ in blocks for word in command.split()
    }


def test_distributed_says_that_it_needs_the_built_in_backend(environment: Environment) -> None:
    script = """
import json
from jax._src import distributed
distributed.global_state.num_processes = 2
import jax
try: jax.devices()
except RuntimeError as error: print(json.dumps({"text": str(error)}))
"""
    assert "cannot take part in jax.distributed" in finished(environment.run("-c", script))["text"]


# ---- "Healthy." only if jax works with the user's own variables, folder and search path.


def doctor_in(
    environment: Environment, folder: Path, before: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the doctor in ``folder``, in a shell that has run the command ``before``."""
    command = f"{shlex.quote(str(environment.python))} -m jaxlib_core doctor"
    return subprocess.run(
        ["bash", "-c", f"{before}\n{command}"],
        cwd=folder,
        env=environment.variables(variables),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def typed(environment: Environment, folder: Path, kind: str, **variables: str) -> str:
    """The doctor reports only ``kind``, and its command, run in a shell, repairs it; returns the report."""
    ill = doctor_in(environment, folder, **variables)
    assert ill.returncode == 1, ill.stdout + ill.stderr
    assert "Healthy." not in ill.stdout
    assert f"Problem 1 of 1: {kind}" in ill.stdout, ill.stdout
    lines = ill.stdout.splitlines()
    command = lines[lines.index("To fix it, run:") + 1]
    well = doctor_in(environment, folder, command, **variables)
    assert (well.returncode, well.stdout.splitlines()[-1]) == (0, "Healthy."), well.stdout
    return ill.stdout


@pytest.mark.parametrize("platforms", ["cup", "CPU", "gpu", "cuda", "cpu,cup", "tpu"])
def test_platforms_that_nothing_serves(environment: Environment, tmp_path: Path, platforms: str) -> None:
    text = typed(environment, tmp_path, "ConfigurationError", JAX_PLATFORMS=platforms)
    assert f"found:  JAX_PLATFORMS={platforms}\n" in text


@pytest.mark.parametrize("name", ["jax.py", "numpy.py", "random.py", "json.py", "jax/__init__.py"])
def test_a_file_in_the_current_folder_with_a_modules_name(
    environment: Environment, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    assert f"found:  {path}" in typed(environment, tmp_path, "ModuleShadowed")


def test_another_jax_by_pythonpath(environment: Environment, tmp_path: Path) -> None:
    other = tmp_path / "checkout"
    other.mkdir()
    (other / "jax").symlink_to(environment.site_packages / "jax")
    sound = doctor_in(environment, tmp_path, PYTHONPATH=str(other))
    assert sound.returncode == 0, "the same files by another name are not another jax"
    (other / "jax").unlink()
    shutil.copytree(environment.site_packages / "jax", other / "jax")
    typed(environment, tmp_path, "ModuleShadowed", PYTHONPATH=str(other))


@pytest.mark.parametrize("distribution", ["scipy", "ml_dtypes", "opt_einsum", "numpy"])
def test_what_jax_requires_is_missing(environment: Environment, tmp_path: Path, distribution: str) -> None:
    environment.uninstall(distribution)
    try:
        done = doctor_in(environment, tmp_path)
        assert done.returncode == 1, done.stdout
        assert "Healthy." not in done.stdout
        fix(environment, done.stdout)
    finally:
        environment.install(distribution)
    assert doctor_in(environment, tmp_path).returncode == 0
