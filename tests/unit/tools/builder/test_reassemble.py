"""Wheels that are rebuilt from installed files, and their manifest."""

from __future__ import annotations

import base64
import hashlib
import platform
import sys
import zipfile
from pathlib import Path

import pytest

from plugins.extension import compile as zig
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import ManifestError
from tools.builder.definitions import pjrt_header
from tools.builder.reassemble import LIBRARY, reassemble

ARCHITECTURE = platform.machine()
VERSION = "0.11.2"
LIBRARY_C = """
#include <stddef.h>
struct version { size_t size; void *next; int major, minor; };
struct api { size_t size; void *next; struct version version; };
static const struct api api = {sizeof(struct api), NULL, {sizeof(struct version), NULL, 0, 115}};
__attribute__((visibility("default"))) const struct api *GetPjrtApi(void);
const struct api *GetPjrtApi(void) { return &api; }
"""


def install(site: Path, name: str, tag: str, files: dict[str, bytes]) -> None:
    """A distribution as an installer leaves it: with a compiled module, and lines of RECORD without a hash."""
    info = f"{name}-{VERSION}.dist-info"
    files |= {
        f"{info}/METADATA": f"Name: {name}\nVersion: {VERSION}\nRequires-Python: >=3.12\n".encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n".encode(),
    }
    lines = []
    for path, content in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    (site / info / "INSTALLER").write_text("uv")
    (site / info / "RECORD").write_text(
        "".join([*lines, f"{info}/INSTALLER,,\n", f"{name}/__pycache__/x.pyc,,\n", f"{info}/RECORD,,\n"])
    )


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    (tmp_path / "library.c").write_text(LIBRARY_C)
    built = tmp_path / "library.so"
    zig.compile_shared([tmp_path / "library.c"], built, target=f"{ARCHITECTURE}-linux-gnu.2.17")
    linux = f"manylinux_2_27_{ARCHITECTURE}"
    for name in ("jax", "jaxlib"):
        install(folder, name, "py3-none-any", {f"{name}/__init__.py": b""})
    install(folder, "jax_cuda13_pjrt", f"py3-none-{linux}", {LIBRARY.format("cuda13"): built.read_bytes()})
    install(folder, "jax_cuda13_plugin", f"cp312-cp312-{linux}", {"jax_cuda13_plugin/_solver.so": b"\x7fELF"})
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


def test_wheels_and_manifest(site: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    release = reassemble("cuda13", sys.executable, tmp_path / "new" / "manifest.toml", cache)
    assert (release.release, release.python) == (VERSION, ">=3.12")
    pjrt, kernels = release.artifact("jax-cuda13-pjrt"), release.artifact("jax-cuda13-plugin")
    assert pjrt.library
    assert pjrt.library.pjrt_api == "0.115", "it is asked of the library itself"
    assert kernels.files[0].python == "cp312"

    wheel = cache.fetch(pjrt.file(ARCHITECTURE))
    assert wheel.name == f"jax_cuda13_pjrt-{VERSION}-py3-none-manylinux_2_27_{ARCHITECTURE}.whl"
    member = LIBRARY.format("cuda13")
    assert cache.member(pjrt.file(ARCHITECTURE), member).read_bytes() == (site / member).read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert not [name for name in names if name.endswith(("INSTALLER", ".pyc"))]
    assert names[-1].endswith("RECORD")


def test_a_header_of_ones_own(site: Path, tmp_path: Path) -> None:
    header = tmp_path / "pjrt_c_api.h"
    header.write_text("/* the API */")
    cache = Cache(tmp_path / "cache")
    release = reassemble("cuda13", sys.executable, tmp_path / "manifest.toml", cache, header)
    assert pjrt_header(release, cache) == header.read_bytes()


def test_what_was_changed_since_is_refused(site: Path, tmp_path: Path) -> None:
    with (site / LIBRARY.format("cuda13")).open("ab") as library:
        library.write(b"\0")
    with pytest.raises(ManifestError, match="is not as it was installed"):
        reassemble("cuda13", sys.executable, tmp_path / "manifest.toml", Cache(tmp_path / "cache"))
    assert not (tmp_path / "manifest.toml").exists()


def test_what_is_not_installed(site: Path, tmp_path: Path) -> None:
    with pytest.raises(
        ManifestError, match=r"(?s)No package metadata.*jax-cuda12-pjrt.*pip install 'jax\[cuda12\]'"
    ):
        reassemble("cuda12", sys.executable, tmp_path / "manifest.toml", Cache(tmp_path / "cache"))
