"""The command: its arguments, the newest release, and drafts that become a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.tools.artifacts.index import Index
from tools.artifacts.cache import Cache
from tools.artifacts.index_client import Registry, RegistryError
from tools.artifacts.manifest import load, releases
from tools.builder import definitions
from tools.follow import bindings, command
from tools.follow.manifest_text import dumps

LINE = definitions.jaxlib_releases()[-1]


@pytest.mark.parametrize(
    "argv", [[], ["0.13.0", "--newest"], ["--newest", "--source", "."], ["main"], ["--accept"]]
)
def test_it_is_asked_for_one_thing(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(argv)
    assert ended.value.code == 2
    assert "wanted" in capsys.readouterr().err


def test_the_newest_release_of_the_registry(index: Index, cache: Cache) -> None:
    with pytest.raises(RegistryError):
        command.newest(Registry())
    for version in ("0.9.2", "0.13.0", "0.13.1rc1", "0.14.0"):
        index.add(f"jax-{version}-py3-none-any.whl")
    index.yanked.add("jax-0.14.0-py3-none-any.whl")
    assert command.newest(Registry()) == "0.13.0"


def test_a_release_that_is_a_line_is_nothing_to_follow(
    index: Index, cache: Cache, capsys: pytest.CaptureFixture[str]
) -> None:
    index.add(f"jax-{releases()[-1]}-py3-none-any.whl")
    assert command.main(["--newest"]) == 0


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of manifests and of the bindings' facts, with drafts."""
    (tmp_path / "manifests" / "drafts").mkdir(parents=True)
    (tmp_path / "packages" / "releases" / "drafts").mkdir(parents=True)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "MANIFESTS", tmp_path / "manifests")
    monkeypatch.setattr(definitions, "JAXLIB", tmp_path / "packages")
    monkeypatch.setattr(bindings, "DRAFTS", tmp_path / "packages" / "releases" / "drafts")
    return tmp_path


def test_drafts_become_a_line(folders: Path) -> None:
    assert command.main([LINE, "--accept"]) == 2
    manifest = folders / "manifests" / "drafts" / f"{LINE}.toml"
    facts = folders / "packages" / "releases" / "drafts" / f"{LINE}.toml"
    facts.write_text("facts")
    text = dumps(load(LINE))
    # What was not measured is not a line.
    manifest.write_text(text.replace('pjrt_api = "', 'ffi_api = "', 1).replace('ffi_api = "0.2"\n', "", 1))
    assert command.main([LINE, "--accept"]) == 1
    manifest.write_text(text)
    assert command.main([LINE, "--accept"]) == 0
    assert (folders / "manifests" / f"{LINE}.toml").read_text() == text
    assert (folders / "packages" / "releases" / f"{LINE}.toml").read_text() == "facts"
    assert not manifest.exists()
