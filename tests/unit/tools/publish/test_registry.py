"""The distributions for the public registry, as publish.toml decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.wheel.test_index import tiny
from tools.artifacts import manifest
from tools.publish import index, rehearsal
from tools.publish.index import ListingError


def test_every_distribution_of_every_line_is_decided_and_no_other() -> None:
    names = {
        wheel.distribution
        for release in manifest.releases()
        for wheel in rehearsal.wanted(manifest.load(release))
    }
    assert set(index.configuration()["registry"]) == names


def test_what_goes_to_the_registry_is_what_the_table_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = {"registry": {"acme": True, "other": True, "private": False}}
    monkeypatch.setattr(index, "configuration", lambda: {"yanked": {}, "limit": {}} | decided)
    wheels = [tiny(tmp_path, "1.0", name) for name in ("acme", "private")]
    wheels.append(tiny(tmp_path, "1.0+sm90", "other"))
    options = ("--out", str(tmp_path / "index"), "--registry", str(tmp_path / "registry"))
    assert index.main([*options, *map(str, wheels)]) == 0
    assert [path.name for path in (tmp_path / "registry").iterdir()] == [wheels[0].name]
    assert len(list((tmp_path / "index/packages").glob("*.whl"))) == 3
    # What another run has left there would be published with the rest.
    assert index.main([*options, *map(str, wheels)]) == 1


def test_a_distribution_that_is_not_decided_is_refused(tmp_path: Path) -> None:
    entry = replace(index.entry(tiny(tmp_path, "1.0")), project="jaxlib-new")
    with pytest.raises(ListingError, match="true or false for jaxlib-new"):
        index.is_public(entry)
