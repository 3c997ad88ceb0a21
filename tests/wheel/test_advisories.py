"""The CUDA plugins' advisories on NVIDIA's versions, compared with those of upstream's own plugins.

Upstream's function is taken from the wheels that the manifests pin and run with stand-ins for NVIDIA's libraries.
So a release in which upstream checks for something else fails here.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jaxlib_core.checks import advisories, vendor_libraries
from jaxlib_core.checks.vendor_libraries import Found
from jaxlib_core.plugins.discovery import Plugin
from packaging.specifiers import SpecifierSet

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import recipes

CUDNN = ("9.8.0.87", "9.9.0.52", "9.10.0.56", "9.10.1.4", "9.10.2.21", "9.12.0.46", "9.13.0.50")
CUBLAS = {
    "cuda12": ("12.1.3.1", "12.6.4.1", "12.8.0.38", "12.8.4.1", "12.9.0.13", "12.9.1.4"),
    "cuda13": ("13.0.0.19", "13.1.0.3", "13.2.0.9", "13.2.1.1", "13.3.0.5"),
}
GPUS = ((), (90,), (90, 90), (100,), (80, 103), (110,), (120, 121))


def number(version: str, factor: int) -> int:
    """A version as NVIDIA's libraries state it: 9.10.1 is 91001, and CUDA's 12.9 is 12090."""
    major, minor, patch = (int(part) for part in version.split(".")[:3])
    return major * 10000 + minor * 100 + patch if factor == 100 else major * 1000 + minor * 10


def upstreams(name: str, release: str) -> Callable[[str, str, tuple[int, ...]], tuple[bool, bool]]:
    """Whether upstream's plugin refuses, and whether it warns, for a cuDNN, a cuBLAS and GPUs."""
    artifact = load(release).artifact(f"jax-{name}-pjrt")
    path = Cache().member(artifact.file("x86_64"), f"jax_plugins/xla_{name}/__init__.py")
    (function,) = (
        node
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == "_check_cuda_versions"
    )
    code = compile(ast.Module([function], []), str(path), "exec")

    def check(cudnn: str, cublas: str, gpus: tuple[int, ...]) -> tuple[bool, bool]:
        messages: list[str] = []
        versions = {
            "cudnn": (number(cudnn, 100), 90800),
            "cublas": (number(cublas, 100), number(CUBLAS[name][-1], 100)),
            "cuda_runtime": (number(cublas, 10), 12090),
            **dict.fromkeys(("cufft", "cupti", "cusparse"), (99999, 99999)),
        }
        stand_in = SimpleNamespace(
            cuda_device_count=lambda: len(gpus),
            cuda_compute_capability=lambda index: gpus[index],
            **{f"{key}_get_version": (lambda v=value: v) for key, (value, _) in versions.items()},
            **{f"{key}_build_version": (lambda v=built: v) for key, (_, built) in versions.items()},
        )
        visible = SimpleNamespace(CUDA_VISIBLE_DEVICES=SimpleNamespace(value="all"))
        logger = SimpleNamespace(warning=messages.append)
        names: dict[str, Any] = {"cuda_versions": stand_in, "xb": visible, "logger": logger, "Any": Any}
        exec(code, names)
        try:
            names["_check_cuda_versions"](raise_on_first_error=True)
        except RuntimeError:
            return True, bool(messages)
        return False, bool(messages)

    return check


@pytest.mark.parametrize("name", sorted(CUBLAS))
def test_upstream_says_the_same(
    unslimmed: None, name: str, release: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(vendor_libraries.SKIP, raising=False)
    text = recipes.plugin.stage(name, load(release), "x86_64", Cache()).files[
        f"src/jaxlib_{name}/plugin.json"
    ]
    assert isinstance(text, bytes)
    plugin = Plugin(_parse(text), tmp_path)
    floors = {library.soname: library.minimum for library in plugin.descriptor.libraries}
    check = upstreams(name, release)
    blas = f"libcublas.so.{name.removeprefix('cuda')}"
    refused = warned = 0
    for cudnn, cublas, gpus in itertools.product(CUDNN, CUBLAS[name], GPUS):
        seen = [Found("libcudnn.so.9", Path("/a"), cudnn, ""), Found(blas, Path("/b"), cublas, "")]
        pairs = [divmod(gpu, 10) for gpu in gpus]
        if not all(SpecifierSet(f">={floors[library.soname]}").contains(library.version) for library in seen):
            # It is refused for its floor, which upstream states in its metadata and checks loosely.
            continue
        ours = (
            advisories.problem(plugin, seen, partial(list, pairs)) is not None,
            bool(advisories.warnings(plugin, seen, partial(list, pairs))),
        )
        theirs = check(cudnn, cublas, gpus)
        assert ours == (theirs[0], theirs[1]), (cudnn, cublas, gpus)
        refused, warned = refused + ours[0], warned + ours[1]
    assert warned, "no version was warned of: the comparison was of nothing"
    assert bool(refused) is (floors["libcudnn.so.9"] == "9.8"), (
        "the other floors are above all that is refused"
    )


def _parse(text: bytes) -> Any:
    from jaxlib_core.plugins import descriptor

    return descriptor.parse(text.decode())
