"""A registry's page: the README and the changelog, without links that only work in the checkout."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tools import ROOT
from tools.artifacts.manifest import ManifestError
from tools.audit import declared
from tools.builder import description
from tools.builder.description import alone, described, project_urls

FOLDERS = sorted(
    path.parent for folder in ("packages", "plugins") for path in (ROOT / folder).glob("jaxlib*/README.md")
)
#: Keep a Changelog's kinds of changes.
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def page(folder: Path) -> str:
    content = described(folder, "1.0")["README.md"]
    assert isinstance(content, bytes)
    return content.decode("utf-8")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_page_stands_alone(folder: Path) -> None:
    text = page(folder)
    assert re.findall(r"\]\((?!https:)", text) == []
    assert text.startswith(f"# {folder.name}")
    assert [line for line in text.splitlines() if line.startswith("## Changelog")]
    assert "CHANGELOG.md" not in described(folder, "1.0")


@pytest.mark.parametrize(
    "changelog",
    [*(folder / "CHANGELOG.md" for folder in FOLDERS), ROOT / "tools/CHANGELOG.md"],
    ids=lambda path: path.parent.name,
)
def test_a_changelog_has_the_form_and_is_in_the_index(changelog: Path) -> None:
    text = changelog.read_text("utf-8")
    versions = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert versions[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", version) for version in versions[1:])
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= KINDS
    assert f"({changelog.relative_to(ROOT).as_posix()})" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_links_become_their_texts_and_pictures_go() -> None:
    text = "See [docs/a.md](../../docs/a.md) and [JAX](https://docs.jax.dev).\n\n![Bars](../../docs/a.svg)\n\nEnd.\n"
    assert alone(text) == "See docs/a.md and [JAX](https://docs.jax.dev).\n\nEnd.\n"


def pyproject(folder: Path) -> dict[str, Any]:
    content = described(folder, "1.0")["pyproject.toml"]
    assert isinstance(content, bytes)
    return tomllib.loads(content.decode("utf-8"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_addresses_in_the_metadata_follow_from_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Builder and audit each derive them, and agree; without the one address there are none."""
    configuration = tmp_path / "publish.toml"
    monkeypatch.setattr(description, "PUBLISH", configuration)
    monkeypatch.setattr(declared, "PUBLISH", configuration)
    wheel = cast("Any", SimpleNamespace(distribution=folder.name, release=SimpleNamespace(release="1.0")))
    configuration.write_text('address = ""\n', "utf-8")
    assert project_urls(folder, "1.0") == declared.urls(wheel) == {}
    own = (folder / "pyproject.toml").is_file()
    assert not own or "urls" not in pyproject(folder)["project"]
    configuration.write_text('address = "https://github.com/Acme/jax-wheels"\n', "utf-8")
    urls = project_urls(folder, "1.0")
    assert urls == declared.urls(wheel)
    assert urls["Documentation"] == "https://acme.github.io/jax-wheels/1.0/"
    assert (ROOT / urls["Changelog"].partition("/blob/v1.0/")[2]).is_file()
    assert set(urls) == {"Homepage", "Documentation", "Changelog", "Issues"}
    assert not own or pyproject(folder)["project"]["urls"] == urls


def test_an_address_elsewhere_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(description, "PUBLISH", tmp_path / "publish.toml")
    (tmp_path / "publish.toml").write_text('address = "https://example.org/family"\n', "utf-8")
    with pytest.raises(ManifestError, match=r"wanted https://github\.com/OWNER/NAME"):
        project_urls(FOLDERS[0], "1.0")
