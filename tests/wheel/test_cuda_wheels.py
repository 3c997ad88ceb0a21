from __future__ import annotations

import json
import shutil
import tomllib
import zipfile
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path
from typing import cast

import jsonschema
import pytest
from jaxlib_core.plugins import descriptor

from tests.wheel.conftest import Built, kernels_for, names, read
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import ManifestError, load
from tools.audit import audit
from tools.builder import definitions, recipes, resolve
from tools.builder.variants import VariantError
from tools.elf import fatbin

PLUGINS = ("cuda12", "cuda13")
MODULES = (
    *("_hybrid", "_linalg", "_mosaic_gpu_ext", "_prng", "_rnn", "_solver", "_sparse", "_triton", "_versions"),
    "cuda_plugin_extension",
)
#: What upstream's jax-cuda12-plugin 0.10.2 requires, read there by hand.
NVIDIA = [
    "nvidia-cublas-cu12>=12.1.3.1",
    "nvidia-cuda-cupti-cu12>=12.1.105",
    "nvidia-cuda-nvcc-cu12>=12.6.85",
    "nvidia-cuda-runtime-cu12>=12.1.105",
    "nvidia-cudnn-cu12<10.0,>=9.8",
    "nvidia-cufft-cu12>=11.0.2.54",
    "nvidia-cusolver-cu12>=11.4.5.107",
    "nvidia-cusparse-cu12>=12.1.0.106",
    "nvidia-nccl-cu12>=2.18.1",
    "nvidia-nvjitlink-cu12>=12.1.105",
    "nvidia-cuda-nvrtc-cu12>=12.1.55",
    "nvidia-nvshmem-cu12>=3.2.5",
]


@pytest.fixture(params=PLUGINS)
def name(request: pytest.FixtureRequest) -> str:
    text: str = request.param
    return text


def test_a_stage_holds_exactly_these_files_for_every_release(
    unslimmed: None, name: str, release: str
) -> None:
    """Of every line, without building: what goes into the wheel is decided here."""
    staged = recipes.plugin.stage(name, load(release), "x86_64", Cache())
    assert staged.wheel == f"jaxlib_{name}-{release}-cp311-abi3-manylinux_2_27_x86_64.whl"
    assert sorted(staged.packed) == sorted(
        [
            f"jaxlib_{name}/libjaxlib_{name}.so",
            *(
                f"jaxlib_{name}/{python}/{module}.so"
                for python in kernels_for(release, name)
                for module in (*MODULES, "libmosaic_gpu_runtime")
            ),
        ]
    )
    doorways = {path for path in staged.files if path.startswith("src/jax_")}
    assert doorways == {f"src/jax_{name}_plugin/{module}.py" for module in MODULES}


def test_it_holds_exactly_these_files(built: Built) -> None:
    info = "jaxlib_cuda12-0.10.2.dist-info"
    files = (
        *("__init__.py", "_core.py", "_pjrt.abi3.so", "_pjrt.pyi", "libjaxlib_cuda12.so", "plugin.json"),
        "py.typed",
    )
    wanted = [
        *(f"jaxlib_cuda12/{file}" for file in files),
        *(
            f"jaxlib_cuda12/{python}/{module}.so"
            for python in kernels_for("0.10.2", "cuda12")
            for module in (*MODULES, "libmosaic_gpu_runtime")
        ),
        # No __init__.py, and no name that upstream's jax-cuda12-plugin has: the two can be installed together.
        *(f"jax_cuda12_plugin/{module}.py" for module in MODULES),
        *(f"{info}/licenses/{file}" for file in ("LICENSE", "NOTICE")),
        f"{info}/sboms/jaxlib-cuda12.cdx.json",
        *(f"{info}/{file}" for file in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")),
    ]
    assert names(built("cuda12", "0.10.2")) == sorted(wanted)


def test_it_requires_nvidias_wheels_from_the_versions_that_upstream_declares(built: Built) -> None:
    metadata = message_from_bytes(read(built("cuda12", "0.10.2"), "jaxlib_cuda12-0.10.2.dist-info/METADATA"))
    required = metadata.get_all("Requires-Dist") or []
    assert required[:3] == ["jaxlib-core==0.10.2", "jaxlib<0.10.2.1,>=0.10.2", "jax<0.10.2.1,>=0.10.2"]
    assert required[3:] == NVIDIA


def test_its_descriptor(built: Built) -> None:
    data = json.loads(read(built("cuda12", "0.10.2"), "jaxlib_cuda12/plugin.json"))
    schema = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    assert (data["name"], data["platform"], data["priority"]) == ("cuda12", "cuda", 500)
    assert data["library"]["size"] == 370_625_456
    assert data["gpu_architectures"] == [
        *("sm_50", "sm_60", "sm_70", "sm_80", "sm_90", "sm_100", "sm_101", "sm_120", "compute_120")
    ]
    floors = {library["soname"]: library["minimum"] for library in data["libraries"]}
    assert floors["libcublasLt.so.12"] == "12.1.3.1"
    assert floors["libcudnn.so.9"] == "9.8"
    assert data["kernels"]["modules"] == sorted(MODULES)


def test_its_readme_names_the_driver_that_it_needs(built: Built) -> None:
    wheel = built("cuda12", "0.10.2")
    minimum = json.loads(read(wheel, "jaxlib_cuda12/plugin.json"))["driver"]["minimum"]
    assert minimum == fatbin.ZSTD_DRIVER
    metadata = message_from_bytes(read(wheel, "jaxlib_cuda12-0.10.2.dist-info/METADATA"))
    assert f"driver ({minimum} or newer)" in str(metadata.get_payload())


def test_its_library_is_within_its_budget(built: Built) -> None:
    """The library of all architectures; beside it there are upstream's modules for each Python."""
    with zipfile.ZipFile(built("cuda12", "0.10.2")) as archive:
        assert archive.getinfo("jaxlib_cuda12/libjaxlib_cuda12.so").compress_size <= 121_000_000


def test_a_variant_says_what_it_holds_in_its_name_and_keeps_its_requirements(unslimmed: None) -> None:
    whole = recipes.plugin.stage("cuda12", load("0.10.2"), "x86_64", Cache())
    staged = recipes.plugin.stage("cuda12", load("0.10.2"), "x86_64", Cache(), ["ptx", "sm90"])
    assert staged.wheel == "jaxlib_cuda12-0.10.2+sm90.ptx-cp311-abi3-manylinux_2_27_x86_64.whl"
    assert staged.label == "sm90.ptx"
    data = json.loads(cast("bytes", staged.files["src/jaxlib_cuda12/plugin.json"]))
    assert (data["version"], data["variant"]) == ("0.10.2+sm90.ptx", "sm90.ptx")
    assert data["gpu_architectures"] == ["sm_90", "compute_120"]
    projects = [
        tomllib.loads(cast("bytes", stage.files["pyproject.toml"]).decode())["project"]
        for stage in (staged, whole)
    ]
    assert projects[0]["version"] == "0.10.2+sm90.ptx"
    assert projects[0]["dependencies"] == projects[1]["dependencies"]


def test_a_variant_of_what_the_library_does_not_hold(unslimmed: None) -> None:
    with pytest.raises(VariantError, match="no kernels that run on sm75: wanted some of sm80, sm90, ptx"):
        recipes.plugin.stage("cuda12", load("0.10.2"), "x86_64", Cache(), ["sm75"])


def test_a_gpu_whose_architecture_the_library_lacks_gets_the_kernels_that_run_on_it(unslimmed: None) -> None:
    staged = recipes.plugin.stage("cuda12", load("0.10.2"), "x86_64", Cache(), ["sm86"])
    assert staged.label == "sm80"
    data = json.loads(cast("bytes", staged.files["src/jaxlib_cuda12/plugin.json"]))
    assert data["gpu_architectures"] == ["sm_80"]
    assert "sm90" in data["variants"]


def test_the_next_cuda_is_data_and_no_code(
    unslimmed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """jaxlib-cuda14 of CUDA 13's library: what a next one takes is names in a folder and in the manifest."""

    def named(text: str) -> str:
        return text.replace("cuda13", "cuda14").replace("CUDA 13", "CUDA 14")

    plugins = tmp_path / "plugins"
    plugins.mkdir()
    (plugins / "extension").symlink_to(definitions.PLUGINS / "extension")
    folder = shutil.copytree(definitions.PLUGINS / "jaxlib-cuda13", plugins / "jaxlib-cuda14")
    assert sorted(path.name for path in folder.iterdir()) == ["CHANGELOG.md", "README.md", "plugin.toml"]
    for path in folder.iterdir():
        path.write_text(named(path.read_text("utf-8")), "utf-8")
    release = load("0.10.2")
    new = (
        replace(release.artifact(f"jax-cuda13-{kind}"), name=f"jax-cuda14-{kind}")
        for kind in ("pjrt", "plugin")
    )
    before = recipes.plugin.stage("cuda13", release, "x86_64", Cache())
    monkeypatch.setattr(definitions, "PLUGINS", plugins)
    assert definitions.plugin_names() == ("cuda14",)
    manifest = replace(release, artifacts=(*release.artifacts, *new))
    staged = recipes.plugin.stage("cuda14", manifest, "x86_64", Cache())

    assert staged.wheel == "jaxlib_cuda14-0.10.2-cp311-abi3-manylinux_2_27_x86_64.whl"
    data = json.loads(cast("bytes", staged.files["src/jaxlib_cuda14/plugin.json"]))
    schema = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    described = descriptor.parse(json.dumps(data))
    assert (described.name, described.platform, described.title) == ("cuda14", "cuda", "XLA:CUDA 14")
    assert described.kernels is not None
    assert described.kernels.package == "jax_cuda14_plugin"
    # Of CUDA 13's wheel it differs by its names and in nothing else.
    assert sorted(staged.packed) == sorted(map(named, before.packed))
    assert sorted(staged.files) == sorted(map(named, before.files))
    for file, content in before.files.items():
        # The notice is the repository's own.
        if isinstance(content, bytes) and not file.endswith(("plugin.json", "NOTICE")):
            assert staged.files[named(file)] == named(content.decode()).encode(), file


def test_the_audit_passes(built: Built) -> None:
    done = audit.audit(built("cuda12", "0.10.2"))
    assert done.passed, [check for check in done.checks if not check.passed]
    assert {check.name for check in done.checks} >= {
        "manylinux",
        "gpu-architectures",
        "kernels",
        "linkage",
        "stable-abi",
        "provenance",
    }


def test_a_stage_whose_library_upstream_does_not_require_is_refused() -> None:
    facts = definitions.plugin_facts("cuda12")
    facts["libraries"] = [{"soname": "libcublas.so.12", "distribution": "nvidia-cublas"}]
    required = definitions.requirements(facts, load("0.10.2"), Cache())
    with pytest.raises(ManifestError, match="said to be of nvidia-cublas, which upstream does not require"):
        resolve.vendor_libraries(facts, required)
    facts["libraries"] = [{"soname": "libcublas.so.12", "optoinal": True}]
    with pytest.raises(ManifestError, match=r"plugin\.toml: key 'libraries\.optoinal': wanted one of soname"):
        resolve.vendor_libraries(facts, required)
