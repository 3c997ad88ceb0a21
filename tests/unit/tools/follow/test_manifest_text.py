"""A manifest that was written is read back as the same values."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tools.artifacts.manifest import Artifact, Library, Use, load, load_file, releases
from tools.follow.manifest_text import dumps


@pytest.mark.parametrize("release", releases())
def test_every_line_reads_back_as_it_was(release: str, tmp_path: Path) -> None:
    wanted = load(release)
    path = tmp_path / f"{release}.toml"
    path.write_text(dumps(wanted), "utf-8")
    found = load_file(path)
    for key in ("release", "python", "pjrt_api_major", "pjrt_api_minimum", "environments", "artifacts"):
        assert getattr(found, key) == getattr(wanted, key)


def test_a_local_library_is_in_no_manifest_of_a_release() -> None:
    manifest = load(releases()[-1])
    local = Artifact("acme", "1", "Apache-2.0", Use.LOCAL, Library("a.so", None, None), {}, (), Path("/a.so"))
    with pytest.raises(ValueError, match="acme is local"):
        dumps(replace(manifest, artifacts=(local,)))
