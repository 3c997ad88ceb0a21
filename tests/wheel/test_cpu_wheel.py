from __future__ import annotations

import json
import subprocess
import zipfile
from email import message_from_bytes
from pathlib import Path

import jsonschema

from tests.wheel.conftest import Built, jaxs_metadata, names, read
from tests.wheel.mini import LIBRARY
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder.description import described, project_urls
from tools.elf import slim, strip
from tools.interpreters import pythons
from tools.wheels.wheelfile import opened


def test_it_holds_exactly_these_files(built: Built, release: str) -> None:
    info = f"jaxlib_cpu-{release}.dist-info"
    files = (
        "__init__.py",
        "_core.py",
        "custom_partitioning.py",
        "host_callbacks.py",
        "jax_workarounds.py",
        *(
            f"lowering/{module}.py"
            for module in (
                "__init__",
                "async_collectives",
                "concatenations",
                "elementwise",
                "emitters",
                "fused_reductions",
                "matmul",
                "narrow_reductions",
                "narrow_storage",
                "products",
                "reductions",
                "reshapes",
                "rewriting",
                "rules",
                "shifts",
                "sorts",
                "transposed_products",
                "transposes",
                "unrolling",
                "values",
                "windows",
            )
        ),
        "patches.py",
        "shardy.py",
        "unreduced.py",
        "unreduced_collectives.py",
        "_pjrt.abi3.so",
        "_pjrt.pyi",
        "libjaxlib_cpu.so",
        "plugin.json",
        "py.typed",
    )
    wanted = [
        *(f"jaxlib_cpu/{name}" for name in files),
        *(f"{info}/licenses/{name}" for name in ("LICENSE", "NOTICE")),
        f"{info}/sboms/jaxlib-cpu.cdx.json",
        *(f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")),
    ]
    assert names(built("cpu", release)) == sorted(wanted)


def test_its_metadata(built: Built, release: str) -> None:
    metadata = message_from_bytes(read(built("cpu", release), f"jaxlib_cpu-{release}.dist-info/METADATA"))
    fields = [(key, value) for key, value in metadata.items() if key not in {"Summary", "Classifier"}]
    assert fields == [
        ("Metadata-Version", "2.4"),
        ("Name", "jaxlib-cpu"),
        ("Version", release),
        ("Author", "The jaxlib family authors"),
        ("License-Expression", "Apache-2.0"),
        *(
            ("Project-URL", f"{label}, {url}")
            for label, url in project_urls(ROOT / "plugins/jaxlib-cpu", release).items()
        ),
        ("Keywords", "jax,jaxlib,pjrt,xla,cpu"),
        ("Requires-Python", jaxs_metadata(release)["Requires-Python"]),
        ("Description-Content-Type", "text/markdown"),
        ("License-File", "LICENSE"),
        ("License-File", "NOTICE"),
        ("Requires-Dist", f"jaxlib-core=={release}"),
        ("Requires-Dist", f"jaxlib<{release}.1,>={release}"),
        ("Requires-Dist", f"jax<{release}.1,>={release}"),
        ("Dynamic", "license-file"),
    ]
    assert (
        str(metadata.get_payload()).encode() == described(ROOT / "plugins/jaxlib-cpu", release)["README.md"]
    )


def test_its_entry_point(built: Built, release: str) -> None:
    text = read(built("cpu", release), f"jaxlib_cpu-{release}.dist-info/entry_points.txt").decode()
    assert text.splitlines() == ["[jax_plugins]", "cpu = jaxlib_cpu"]


def test_its_tag(built: Built, release: str) -> None:
    wheel = built("cpu", release)
    assert wheel.name == f"jaxlib_cpu-{release}-cp311-abi3-manylinux_2_27_x86_64.whl"
    lines = read(wheel, f"jaxlib_cpu-{release}.dist-info/WHEEL").decode().splitlines()
    assert "Root-Is-Purelib: false" in lines
    tags = [line for line in lines if line.startswith("Tag:")]
    assert tags == ["Tag: cp311-abi3-manylinux_2_27_x86_64"]


def test_its_descriptor(built: Built, release: str) -> None:
    data = json.loads(read(built("cpu", release), "jaxlib_cpu/plugin.json"))
    schema = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    manifest = load(release)
    upstream = manifest.artifact("xla-cpu-pjrt")
    file = upstream.file("x86_64")
    assert data == {
        "schema": "jaxlib.plugin/1",
        "name": "cpu",
        "distribution": "jaxlib-cpu",
        "module": "jaxlib_cpu",
        "version": release,
        "variant": None,
        "platform": "cpu",
        "priority": 0,
        "title": "XLA:CPU",
        "architecture": "x86_64",
        "library": {
            "file": "libjaxlib_cpu.so",
            "size": 182_542_736,
            "sha256": slim.slim(file, "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so", Cache()).sha256,
            "pjrt_api": "0.81",
            "ffi_api": "0.2",
        },
        "jaxlib": {
            "release": release,
            "pjrt_api_major": manifest.pjrt_api_major,
            "pjrt_api_minimum": manifest.pjrt_api_minimum,
        },
        "hardware": None,
        "driver": None,
        "libraries": [],
        "folders": [],
        "advisories": [],
        "kernels": None,
        "gpu_architectures": [],
        "variants": [],
        "drop_options": [],
        "drop_option_values": [[3, 3, 422, 5]],
        "compile_options": {
            "xla_cpu_enable_fast_min_max": False,
            "xla_cpu_enable_concurrency_optimized_scheduler": False,
            "xla_cpu_experimental_ynn_fusion_type": "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT,LIBRARY_FUSION_TYPE_REDUCE",
            "xla_cpu_use_fusion_emitters": True,
            "xla_llvm_force_inline_before_split": True,
        },
        "workarounds": ["unrolling", "emitters"],
        "provenance": {
            "name": "xla-cpu-pjrt",
            "version": upstream.version,
            "filename": file.filename,
            "member": "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so",
            "sha256": file.sha256,
            "license": "Apache-2.0",
        },
    }


def test_its_library_is_upstreams_as_far_as_it_is_loaded(built: Built, release: str, tmp_path: Path) -> None:
    upstream = load(release).artifact("xla-cpu-pjrt")
    assert upstream.library is not None
    whole = tmp_path / "upstream.so"
    Cache().extract(upstream.file("x86_64"), upstream.library.member, whole)
    with opened(built("cpu", release)) as wheel:
        strip.verify(whole, wheel.folder / LIBRARY)
        assert strip.section(whole, ".symtab") is not None
        assert strip.section(wheel.folder / LIBRARY, ".symtab") is None


def test_it_is_at_most_as_large_as_it_is_meant_to_be(built: Built, release: str) -> None:
    assert built("cpu", release).stat().st_size <= 54_500_000


def test_the_extension_in_it_imports_on_every_python(built: Built, release: str, tmp_path: Path) -> None:
    wanted = jaxs_metadata(release)["Requires-Python"]
    oldest = tuple(map(int, wanted.removeprefix(">=").split(".")))
    interpreters = pythons((oldest[0], oldest[1]))
    assert interpreters, f"no Python {jaxs_metadata(release)['Requires-Python']} on this machine"
    with zipfile.ZipFile(built("cpu", release)) as archive:
        for name in ("__init__.py", "_core.py", "_pjrt.abi3.so"):
            archive.extract(f"jaxlib_cpu/{name}", tmp_path)
    script = "import sys; sys.path.insert(0, sys.argv[1]); import jaxlib_cpu._pjrt as e; print(e.__file__)"
    for version, python in interpreters.items():
        done = subprocess.run(
            [str(python), "-I", "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
        )
        assert done.stdout.strip() == str(tmp_path / "jaxlib_cpu/_pjrt.abi3.so"), (version, done.stderr)
