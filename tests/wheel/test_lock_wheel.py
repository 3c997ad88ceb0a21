from __future__ import annotations

import json

from tests.wheel.conftest import Built, names, read
from tools import ROOT
from tools.artifacts.manifest import load, releases
from tools.builder.seeds import seeds

SOURCE = ROOT / "packages/jaxlib-lock/src"


def test_it_holds_exactly_these_files(built: Built, release: str) -> None:
    info = f"jaxlib_lock-{release}.dist-info"
    modules = (
        "__init__ __main__ cli derive diff drift errors exact_locks explain host lockfile make meta metadata "
        "output project requirements resolver seeds sources surroundings verify"
    )
    wanted = [
        *(f"jaxlib_lock/{module}.py" for module in (*modules.split(), "schemas/__init__")),
        *("jaxlib_lock/py.typed", "jaxlib_lock/seeds.json"),
        *(
            f"jaxlib_lock/schemas/{name}.schema.json"
            for name in ("diff", "error", "explain", "lock", "make", "meta", "verify")
        ),
        *(f"{info}/licenses/{name}" for name in ("LICENSE", "NOTICE")),
        f"{info}/sboms/jaxlib-lock.cdx.json",
        *(f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")),
    ]
    assert names(built("lock", release)) == sorted(wanted)


def test_its_seeds_are_those_of_the_manifests(built: Built, release: str) -> None:
    data = json.loads(read(built("lock", release), "jaxlib_lock/seeds.json"))
    assert data == seeds()
    assert [entry["release"] for entry in data["releases"]] == list(releases())
    for entry in data["releases"]:
        manifest = load(entry["release"])
        assert f"jax=={manifest.artifact('jax').version}" in entry["pins"]
        assert set(entry["never"]) == {"cpu", "cuda12", "cuda13", "rocm7", "tpu"}
