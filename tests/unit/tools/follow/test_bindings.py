"""The draft of a release's bindings, from upstream's jaxlib of the release."""

from __future__ import annotations

import tomllib

import pytest

from tools.builder import definitions
from tools.follow import bindings
from tools.follow.report import Finding

LINES = definitions.jaxlib_releases()


def test_the_facts_of_a_release_are_written_as_a_line_has_them() -> None:
    stated = {
        "ifrt_version": 99,
        "mosaic_version": 30,
        "mosaic_gpu_version": 12,
        "result_handlers_check": False,
        "distributed_mtls": True,
        "is_c_api": True,
        "topology_names_api": False,
        "optimization_efforts": False,
        "cost_pointer_size": 2,
        "jit_checks_donated": True,
        "arrays_are_packed": True,
        "integers_by_int": False,
        "asin_halves_angle": True,
        "digamma_pole_at_zero": True,
        "erfc_is_composite": False,
        "hlo_total_order": "order=OTHER",
        "hlo_single_device": "one_device",
        "hlo_top_k_stable": True,
        "hlo_context_layout": False,
        "hlo_schedule_threads": True,
        "kernel_keywords": True,
        "mosaic_gpu_properties": True,
        "stablehlo": {"current": "2.0.0", "weeks_4": "1.9.0", "weeks_12": "1.8.0", "minimum": "0.9.0"},
        "names": {"jaxlib._new": ["Class", "function"]},
        "debug_options": {
            "attributes": ["xla_new"],
            "enums": {"Mode": {"OFF": 0}},
            "fields": {
                "xla_new": {"number": 1, "type": "bool", "default": False},
                "xla_mode": {"number": 2, "type": "Mode", "flag": {"words": {"off": "OFF"}}},
            },
        },
    }
    text = bindings.facts_text(LINES[0], stated, {"jaxlib/new.py": "a1"}, {"jaxlib.b", "jaxlib.a"})
    found = tomllib.loads(text)
    assert found.pop("files") == {"jaxlib/new.py": "a1"}
    assert found.pop("missing_modules") == ["jaxlib.a", "jaxlib.b"]
    assert found == stated


@pytest.mark.parametrize("release", LINES)
def test_a_file_has_every_key_that_the_build_reads(release: str) -> None:
    facts = definitions.jaxlib_facts(release)
    text = bindings.facts_text(release, facts, facts["files"], facts["missing_modules"])
    assert tomllib.loads(text) == facts


def test_upstreams_files_that_are_taken_gone_and_new() -> None:
    listed = definitions.jaxlib_facts(LINES[0])["files"]
    theirs = {name: name.encode() for name in listed if name != "jaxlib/lapack.py"}
    files, found = bindings.taken_files(LINES[0], theirs)
    assert files == {name: definitions.hash_of(content) for name, content in theirs.items()}
    assert found[0] == Finding(
        "decide", "jaxlib/lapack.py", f"upstream's jaxlib no longer has it, {LINES[0]} uses it"
    )
    new = bindings.new_files(theirs, [*theirs, "jaxlib/fresh.py", "jaxlib/fresh.so", "jaxlib/_missing.py"])
    assert [finding.subject for finding in new] == ["jaxlib/fresh.py"]


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("jaxlib/__init__.py", "jaxlib"),
        ("jaxlib/mlir/ir.py", "jaxlib.mlir.ir"),
        ("jaxlib/_jax.so", "jaxlib._jax"),
        ("jaxlib/_hlo.abi3.so", "jaxlib._hlo"),
        ("jaxlib/_native.cpython-312-x86_64-linux-gnu.so", "jaxlib._native"),
    ],
)
def test_modules_by_their_files(path: str, module: str) -> None:
    assert bindings.module(path) == module


def test_modules_that_only_upstreams_jaxlib_has() -> None:
    used = [
        "jaxlib._jax.Client",
        "jaxlib.thunky.python.thunky",
        "jaxlib.xla_client.Device",
        "jaxlib.nowhere.f",
    ]
    theirs = [
        "jaxlib/_jax.so",
        "jaxlib/xla_client.py",
        "jaxlib/thunky/python/thunky.so",
        "jaxlib/thunky/__init__.py",
    ]
    ours = ["jaxlib/_jax/__init__.py", "jaxlib/xla_client.py"]
    wanted = {"jaxlib.thunky", "jaxlib.thunky.python", "jaxlib.thunky.python.thunky"}
    assert bindings.missing_modules(used, theirs, ours) == wanted
