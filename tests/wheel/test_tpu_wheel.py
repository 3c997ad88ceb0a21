from __future__ import annotations

import json
from email import message_from_bytes

import jsonschema
from packaging.requirements import Requirement

from tests.wheel.conftest import Built, jaxs_metadata, names, read, stated
from tools import ROOT
from tools.artifacts.manifest import load


def test_it_holds_exactly_these_files_and_nothing_of_libtpu(built: Built, release: str) -> None:
    info = f"jaxlib_tpu-{release}.dist-info"
    files = ("__init__.py", "_core.py", "_pjrt.abi3.so", "_pjrt.pyi", "plugin.json", "py.typed")
    wanted = [
        *(f"jaxlib_tpu/{name}" for name in files),
        *(f"{info}/licenses/{name}" for name in ("LICENSE", "NOTICE")),
        f"{info}/sboms/jaxlib-tpu.cdx.json",
        *(f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")),
    ]
    wheel = built("tpu", release)
    assert names(wheel) == sorted(wanted)
    assert wheel.name == f"jaxlib_tpu-{release}-cp311-abi3-manylinux_2_17_x86_64.whl"


def test_it_requires_libtpu_exactly_and_what_jax_names_beside_it(built: Built, release: str) -> None:
    version = stated(release, "libtpu")["version"]
    named = [Requirement(text) for text in jaxs_metadata(release).get_all("Requires-Dist") or []]
    of_tpu = {
        name.name: name.specifier for name in named if name.marker and name.marker.evaluate({"extra": "tpu"})
    }
    assert set(of_tpu) == {"jaxlib", "libtpu", "requests"}
    assert of_tpu["libtpu"].contains(version)
    metadata = message_from_bytes(read(built("tpu", release), f"jaxlib_tpu-{release}.dist-info/METADATA"))
    assert metadata.get_all("Requires-Dist") == [
        f"jaxlib-core=={release}",
        f"jaxlib<{release}.1,>={release}",
        f"jax<{release}.1,>={release}",
        f"libtpu=={version}",
        "requests",
    ]


def test_its_entry_point(built: Built, release: str) -> None:
    text = read(built("tpu", release), f"jaxlib_tpu-{release}.dist-info/entry_points.txt").decode()
    assert text.splitlines() == ["[jax_plugins]", "tpu = jaxlib_tpu"]


def test_its_descriptor_says_whose_the_library_is(built: Built, release: str) -> None:
    data = json.loads(read(built("tpu", release), "jaxlib_tpu/plugin.json"))
    schema = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    upstream = load(release).artifact("libtpu").library
    assert upstream is not None
    assert (data["platform"], data["priority"]) == ("tpu", 300)
    assert data["library"] == {
        "file": "libtpu/libtpu.so",
        "size": upstream.size,
        "sha256": upstream.sha256,
        "pjrt_api": upstream.pjrt_api,
        "ffi_api": None,
        "owner": {
            "distribution": "libtpu",
            "version": stated(release, "libtpu")["version"],
            "of_same_files": ["libtpu-nightly"],
        },
        "variable": "TPU_LIBRARY_PATH",
    }
