"""Release lines: which manifests there are, drafts, and the line that is the default."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.version import Version

from tests.unit.tools.artifacts.manifest_values import values, written
from tools.artifacts import manifest as manifest_module
from tools.artifacts.manifest import (
    ManifestError,
    default_release,
    line_of,
    load,
    load_file,
    releases,
)


def test_an_unknown_release() -> None:
    with pytest.raises(ManifestError) as caught:
        load("0.11.0")
    finished, known = releases(), manifest_module.known()
    folder = manifest_module.MANIFESTS
    assert str(caught.value) == (
        "no manifest for release '0.11.0'\n"
        f"  known:     {', '.join(known)}\n"
        f"  looked in: {folder}\n"
        f"  Name a known release, such as {finished[-1]}, or make one: nox -s follow -- 0.11.0"
    )


def test_a_draft_is_read_where_it_is_asked_for_and_breaks_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest_module, "MANIFESTS", tmp_path)
    assert manifest_module.drafts() == ()
    (tmp_path / "drafts").mkdir()
    written(tmp_path, values(), "0.10.2.toml")
    written(tmp_path / "drafts", values() | {"release": "0.11.0"}, "0.11.0.toml")
    (tmp_path / "drafts" / "0.12.0.toml").write_text("half a manifest", "utf-8")
    (tmp_path / "drafts" / "notes.toml").write_text("no release")
    # One that is a line already is not a draft any more.
    (tmp_path / "drafts" / "0.10.2.toml").write_text("old", "utf-8")
    assert releases() == ("0.10.2",)
    assert manifest_module.drafts() == ("0.11.0", "0.12.0")
    assert manifest_module.known() == ("0.10.2", "0.11.0", "0.12.0")
    assert default_release("3.12") == "0.10.2"
    assert load("0.11.0").release == "0.11.0"
    assert load("0.10.2").release == "0.10.2"
    with pytest.raises(ManifestError, match=r"drafts/0\.12\.0\.toml: not valid TOML"):
        load("0.12.0")


def test_a_draft_may_lack_what_is_measured_of_a_library(tmp_path: Path) -> None:
    content = values()
    library = next(artifact for artifact in content["artifact"] if artifact["use"] == "depend")
    library["library"] = {"member": "libtpu/libtpu.so"}
    found = load_file(written(tmp_path, content)).artifact(library["name"]).library
    assert found is not None
    assert (found.pjrt_api, found.size, found.sha256) == (None, None, None)


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three lines, of which the oldest serves a Python more than the others, in another order than their names'."""
    monkeypatch.setattr(manifest_module, "MANIFESTS", tmp_path)
    for release, python in (("0.10.2", ">=3.12"), ("0.9.0", ">=3.11,<3.14"), ("0.9.1", ">=3.12")):
        written(tmp_path, values() | {"release": release, "python": python}, f"{release}.toml")
    return tmp_path


@pytest.mark.parametrize(
    ("python", "release"), [("3.11", "0.9.0"), ("3.12", "0.10.2"), ("3.13", "0.10.2"), ("3.15", "0.10.2")]
)
def test_the_default_line_is_the_newest_that_serves_the_python(
    lines: Path, python: str, release: str
) -> None:
    assert releases() == ("0.9.0", "0.9.1", "0.10.2")
    assert default_release(python) == release
    assert load(None, python).release == release
    # A line that is named is taken, whatever it serves.
    assert load("0.9.1", python).release == "0.9.1"
    assert load("0.9.1").path.parent == lines


@pytest.mark.usefixtures("lines")
def test_the_python_that_counts_is_the_one_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 11, 9))
    assert default_release() == load().release == "0.9.0"
    monkeypatch.setattr("sys.version_info", (3, 14, 0))
    assert default_release() == load().release == "0.10.2"


def test_the_line_that_a_wheel_is_of(lines: Path) -> None:
    assert line_of(Version("0.10.2")) == "0.10.2"
    assert line_of(Version("0.10.2+sm90")) == "0.10.2"
    assert line_of(Version("0.10.2.post1")) == "0.10.2"
    written(lines, values() | {"release": "0.10.2.post1"}, "0.10.2.post1.toml")
    assert line_of(Version("0.10.2.post1+bindings")) == "0.10.2.post1"
    assert line_of(Version("0.10.2")) == "0.10.2"


def test_a_draft_is_no_default(lines: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (lines / "drafts").mkdir()
    written(lines / "drafts", values() | {"release": "0.11.0"}, "0.11.0.toml")
    assert default_release("3.12") == "0.10.2"


def test_a_python_that_no_line_serves(lines: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        load(None, "3.10")
    text = str(caught.value)
    assert text.startswith("no release line serves Python 3.10\n")
    assert "0.9.0 for Python >=3.11,<3.14, 0.9.1 for Python >=3.12, 0.10.2 for Python >=3.12" in text
    assert f"looked in: {lines}" in text
