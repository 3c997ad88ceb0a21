"""The site's sources: each page is in the navigation, each link leads somewhere, public names have docstrings."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import griffe
import pytest

from tools import ROOT
from tools.docs.site import api, links, staging


def test_every_page_of_docs_is_in_the_navigation() -> None:
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= staging.navigation().pages()


def test_every_link_of_every_page_leads_to_a_page_or_a_file(tmp_path: Path) -> None:
    pages = staging.navigation()
    generated = {page: "# A page\n" for page in pages.pages() if page.startswith(staging.GENERATED)}
    staging.stage(tmp_path, pages, generated)
    assert (tmp_path / "index.md").read_text("utf-8").startswith("# ")
    assert not (tmp_path / "README.md").exists()
    # A list of search results has no more of a page than its title.
    staged = [tmp_path / f"{staging.docname(page)}.md" for page in pages.pages() - set(generated)]
    titles = Counter(path.read_text("utf-8").partition("\n")[0] for path in staged if path.suffix == ".md")
    assert [title for title, count in titles.items() if count > 1] == []


def test_a_link_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Front\n\n[there](docs/gone.md)\n\n    [code](docs/other.md)\n")
    pages = staging.Navigation((), {}, {})
    with pytest.raises(
        staging.SiteError, match=re.escape("README.md: no page or file docs/gone.md")
    ) as raised:
        staging.stage(tmp_path / "staged", pages, {}, tmp_path)
    assert "other" not in str(raised.value)


def test_links_to_a_folder_and_to_the_front_page_become_the_sites(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Front\n\n[data](data) and [a file](data/a.toml)\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data/a.toml").write_text("a = 1\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# A\n\n[home](../README.md#front)\n")
    pages = staging.Navigation((staging.Section("All", ("docs/a.md",)),), {}, {"data": "docs/a.md"})
    staging.stage(tmp_path / "staged", pages, {}, tmp_path)
    front = (tmp_path / "staged/index.md").read_text("utf-8")
    assert "[data](docs/a.md) and [a file](data/a.toml)" in front
    assert "[home](../index.md#front)" in (tmp_path / "staged/docs/a.md").read_text("utf-8")
    assert (tmp_path / "staged/data/a.toml").is_file()


def pages_of(folder: Path, **modules: str) -> api._Pages:
    """What is written of a package with these modules."""
    package = folder / "acme_site"
    package.mkdir()
    for name, text in {"__init__": '"""A package."""\n', **modules}.items():
        (package / f"{name}.py").write_text(text)
    root = griffe.load("acme_site", search_paths=[folder])
    assert isinstance(root, griffe.Module)
    return api._Pages(root, {})


def test_public_names_without_a_docstring_are_found(tmp_path: Path) -> None:
    source = '''"""A module."""
import os
LIMIT = 3
def said(): ...
def _hidden(): ...
class Known:
    """A class."""
    @property
    def size(self) -> int: ...
    def run(self) -> None:
        """Runs."""
'''
    pages = pages_of(tmp_path, things=source)
    (text,) = pages.written().values()
    assert pages.undocumented == ["acme_site.things.said", "acme_site.things.Known.size"]
    assert "{py:data} LIMIT" in text
    assert "hidden" not in text
    assert "os" not in re.findall(r"\{py:\w+\} (\w+)", text)


def test_signatures_are_those_of_the_source(tmp_path: Path) -> None:
    source = '''"""A module."""
class Thing:
    """A thing."""
    def __init__(self, a: int, /, b: str = "x", *more: int, c=None, **rest: object) -> None: ...
def make(*, thing: Thing) -> Thing | None:
    """Makes one.

    Args:
        thing: Which <one>.

    Raises:
        ValueError: Never.
    """
'''
    pages = pages_of(tmp_path, things=source)
    (text,) = pages.written().values()
    assert 'Thing(a: int, /, b: str = "x", *more: int, c=None, **rest: object)'.replace('"', "'") in text
    assert "make(*, thing: acme_site.things.Thing)" in text or "make(*, thing: Thing) -> Thing | None" in text
    assert "- `thing`: Which \\<one>." in text
    assert "- `ValueError`: Never." in text


def test_docstrings_of_the_compiled_module_are_without_their_signatures() -> None:
    class Buffer:
        """A buffer."""

        def copy(self) -> None:
            """copy(self) -> None

            A copy.
            """

    module = ModuleType("_native")
    module.Buffer = Buffer  # type: ignore[attr-defined]
    found = api._docstrings(module)
    assert (found["Buffer"], found["Buffer.copy"]) == ("A buffer.", "A copy.")


def test_what_is_wrong_with_a_sites_links_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">x</a><a href="b.html#gone">x</a><a href="c.html">x</a>'
        '<a href="https://example.com">x</a><script src="https://example.com/a.js"></script>'
        '<img src="data:image/png;base64,AA">'
    )
    (tmp_path / "b.html").write_text('<p id="here">x</p>')
    assert links.problems(tmp_path) == [
        "a.html: b.html#gone: no such anchor",
        "a.html: c.html: no such file",
        "a.html: https://example.com/a.js: loaded from elsewhere",
    ]
