from __future__ import annotations

import json
from email import message_from_bytes

import jsonschema

from tests.wheel.conftest import Built, kernels_for, names, read
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.audit import audit
from tools.builder import recipes

MODULES = (
    *("_hybrid", "_linalg", "_prng", "_rnn", "_solver", "_sparse", "_triton", "rocm_plugin_extension"),
)


def test_a_stage_holds_exactly_these_files_for_every_release(unslimmed: None, release: str) -> None:
    staged = recipes.plugin.stage("rocm7", load(release), "x86_64", Cache())
    assert staged.wheel == f"jaxlib_rocm7-{release}-cp311-abi3-manylinux_2_27_x86_64.whl"
    kernels = [
        f"jaxlib_rocm7/{python}/{name}.so" for python in kernels_for(release, "rocm7") for name in MODULES
    ]
    assert sorted(staged.packed) == sorted(["jaxlib_rocm7/libjaxlib_rocm7.so", *kernels])


def test_it_holds_exactly_these_files(built: Built) -> None:
    info = "jaxlib_rocm7-0.10.2.dist-info"
    files = (
        *("__init__.py", "_core.py", "_pjrt.abi3.so", "_pjrt.pyi", "libjaxlib_rocm7.so", "plugin.json"),
        "py.typed",
    )
    wanted = [
        *(f"jaxlib_rocm7/{file}" for file in files),
        *(
            f"jaxlib_rocm7/{python}/{name}.so"
            for python in kernels_for("0.10.2", "rocm7")
            for name in MODULES
        ),
        *(f"jax_rocm7_plugin/{name}.py" for name in MODULES),
        *(f"{info}/licenses/{file}" for file in ("LICENSE", "NOTICE")),
        f"{info}/sboms/jaxlib-rocm7.cdx.json",
        *(f"{info}/{file}" for file in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")),
    ]
    assert names(built("rocm7", "0.10.2")) == sorted(wanted)


def test_its_metadata_requires_the_family_alone(built: Built) -> None:
    metadata = message_from_bytes(read(built("rocm7", "0.10.2"), "jaxlib_rocm7-0.10.2.dist-info/METADATA"))
    assert metadata.get_all("Requires-Dist") == [
        "jaxlib-core==0.10.2",
        "jaxlib<0.10.2.1,>=0.10.2",
        "jax<0.10.2.1,>=0.10.2",
    ]


def test_its_descriptor(built: Built) -> None:
    data = json.loads(read(built("rocm7", "0.10.2"), "jaxlib_rocm7/plugin.json"))
    schema = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    assert (data["platform"], data["hardware"]["devices"]) == ("rocm", ["/dev/kfd", "/dev/dxg"])
    assert {"soname": "librocblas.so.5", "package": "rocblas", "later_package": "amdrocm-blas"} in data[
        "libraries"
    ]


def test_the_audit_passes(built: Built) -> None:
    """Among the rest, that whatever the library is linked with has a package in plugin.toml."""
    done = audit.audit(built("rocm7", "0.10.2"))
    assert done.passed, [check for check in done.checks if not check.passed]
