"""What a registry's page says: the README, the changelog, and no link that only works in the checkout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import ROOT
from tools.builder.description import alone, described

FOLDERS = sorted(
    path.parent for folder in ("packages", "plugins") for path in (ROOT / folder).glob("jaxlib*/README.md")
)
#: Keep a Changelog's kinds of changes.
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def page(folder: Path) -> str:
    content = described(folder)["README.md"]
    assert isinstance(content, bytes)
    return content.decode("utf-8")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_page_stands_alone(folder: Path) -> None:
    text = page(folder)
    assert re.findall(r"\]\((?!https:)", text) == []
    assert text.startswith(f"# {folder.name}")
    assert [line for line in text.splitlines() if line.startswith("## Changelog")]
    assert "CHANGELOG.md" not in described(folder)


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
