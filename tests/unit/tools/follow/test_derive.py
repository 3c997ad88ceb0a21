"""A release that has no manifest, derived from a line and a registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.tools.artifacts.index import Index, wheel
from tools.artifacts.cache import Cache
from tools.artifacts.index_client import Registry, RegistryError
from tools.artifacts.manifest import Manifest, load_file, nearest
from tools.follow.derive import derive
from tools.follow.manifest_text import dumps
from tools.follow.report import Finding

LINE = """\
schema = 1
release = "0.12.0"
python = ">=3.12"
[jaxlib]
pjrt_api_major = 0
pjrt_api_minimum = "0.29"
[environments]
tested = ["numpy>=2.1"]
[environments.hardware.cpu]
never = ["libtpu"]
[[artifact]]
name = "jax"
version = "0.12.0"
license = "Apache-2.0"
use = "depend"
[[artifact]]
name = "xla-cpu-pjrt"
version = "0.0.1"
license = "Apache-2.0"
use = "repack"
[artifact.library]
member = "package/library.so"
pjrt_api = "0.81"
[[artifact]]
name = "jax-cuda13-pjrt"
version = "0.12.0"
license = "Apache-2.0"
use = "repack"
[artifact.library]
member = "package/library.so"
pjrt_api = "0.116"
[[artifact]]
name = "jax-rocm7-pjrt"
version = "0.12.0"
license = "Apache-2.0"
use = "repack"
[[artifact]]
name = "libtpu"
version = "0.0.50.1"
license = "LicenseRef-Google"
use = "depend"
[artifact.library]
member = "libtpu/libtpu.so"
pjrt_api = "0.116"
size = 4
sha256 = "0000000000000000000000000000000000000000000000000000000000000000"
"""

METADATA = """\
Metadata-Version: 2.1
Name: jax
Version: 0.13.0
Requires-Python: >=3.13
Requires-Dist: jaxlib<=0.13.0,>=0.12.0
Requires-Dist: libtpu==0.0.51.*; extra == "tpu"
Requires-Dist: jax-cuda13-plugin<=0.13.0,>=0.13.0; extra == "cuda13"
Requires-Dist: jax-oneapi-plugin<=0.13.0; extra == "oneapi"
"""


@pytest.fixture
def line(tmp_path: Path) -> Manifest:
    path = tmp_path / "0.12.0.toml"
    path.write_text(LINE, "utf-8")
    return load_file(path)


@pytest.fixture
def published(index: Index) -> Index:
    """A registry that has the release, a newer libtpu that fits, and no ROCm plugin of it."""
    jax = "jax-0.13.0-py3-none-any.whl"
    index.add(jax, wheel(jax, {"jax-0.13.0.dist-info/METADATA": METADATA.encode()}))
    for name in (
        "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl",
        "xla_cpu_pjrt-0.0.2-py3-none-manylinux_2_27_x86_64.whl",
        "jax_cuda13_pjrt-0.12.0-py3-none-manylinux_2_27_x86_64.whl",
        "jax_cuda13_pjrt-0.13.0-py3-none-manylinux_2_27_x86_64.whl",
        "jax_cuda13_pjrt-0.13.0-py3-none-manylinux_2_27_aarch64.whl",
        "jax_cuda13_pjrt-0.13.0.1-py3-none-manylinux_2_27_x86_64.whl",
        "jax_rocm7_pjrt-0.12.0-py3-none-manylinux_2_27_x86_64.whl",
        "libtpu-0.0.50.1-cp313-cp313-manylinux_2_31_x86_64.whl",
        "libtpu-0.0.51-cp312-cp312-manylinux_2_31_x86_64.whl",
        "libtpu-0.0.51.2-cp312-cp312-manylinux_2_31_x86_64.whl",
        "libtpu-0.0.51.2-cp313-cp313-manylinux_2_31_x86_64.whl",
        "libtpu-0.0.52-cp313-cp313-manylinux_2_31_x86_64.whl",
    ):
        index.add(name)
    return index


def test_versions_pythons_and_files(line: Manifest, published: Index, cache: Cache, tmp_path: Path) -> None:
    path = tmp_path / "drafts" / "0.13.0.toml"
    draft, _, found = derive("0.13.0", line, Registry(), cache, path)
    assert draft.python == ">=3.13"
    assert {artifact.name: (artifact.version, len(artifact.files)) for artifact in draft.artifacts} == {
        "jax": ("0.13.0", 1),
        "xla-cpu-pjrt": ("0.0.1", 1),
        "jax-cuda13-pjrt": ("0.13.0", 2),
        # The newest that jax asks for, for the Pythons of the release alone.
        "libtpu": ("0.0.51.2", 1),
    }
    # What the line's libraries say of themselves is not a fact of this one's.
    libraries = [artifact.library for artifact in draft.artifacts if artifact.library is not None]
    assert all(library.pjrt_api is None and library.sha256 is None for library in libraries)
    decided = {finding.subject: finding.text for finding in found if finding.section == "decide"}
    assert "the newest is 0.0.2" in decided["xla-cpu-pjrt"]
    assert "0.13.0.1" in decided["jax-cuda13-pjrt"]
    assert "left out: the registry has no 0.13.0" in decided["jax-rocm7-pjrt"]
    assert "no plugin of the family" in decided["jax-oneapi-plugin"]
    assert "numpy>=2.1" in decided["environments.tested"]
    assert Finding("derived", "python", ">=3.13 (jax's metadata); >=3.12 before") in found
    path.parent.mkdir()
    path.write_text(dumps(draft), "utf-8")
    assert load_file(path).artifacts == draft.artifacts


def test_a_release_that_is_not_published(
    line: Manifest, published: Index, cache: Cache, tmp_path: Path
) -> None:
    with pytest.raises(RegistryError, match=r"no jax 0\.14\.0[\s\S]*0\.13\.0[\s\S]*--source CHECKOUT"):
        derive("0.14.0", line, Registry(), cache, tmp_path / "0.14.0.toml")


@pytest.mark.parametrize(
    ("release", "line"),
    [("0.11.2", "0.10.2"), ("0.13.0", "0.12.0"), ("0.9.0", "0.10.2"), ("0.12.0.1", "0.12.0")],
)
def test_the_nearest_line(release: str, line: str) -> None:
    assert nearest(release, ("0.10.2", "0.12.0")) == line
