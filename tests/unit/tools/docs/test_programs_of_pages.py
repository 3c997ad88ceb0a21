"""Every program and output in a page has a test that runs the program and compares the output."""

from __future__ import annotations

import re

import pytest

from tools import ROOT
from tools.docs.site import staging

INSTALLED = ROOT / "tests/installed"
#: Pages with fenced blocks, and the test that reads each: it must name the page.
READ = {
    "docs/ahead-of-time.md": "test_topologies.py",
    "docs/new-plugin.md": "test_tutorials.py",
    "docs/policies.md": "test_faults.py",
    "docs/tutorials/absent-hardware.md": "test_tutorials.py",
    "docs/tutorials/exported-model.md": "test_tutorials.py",
    "docs/tutorials/first-program.md": "test_tutorials.py",
    "docs/tutorials/lock.md": "test_tutorials.py",
    "docs/tutorials/vendor-plugin.md": "test_tutorials.py",
    "examples/ahead_of_time/README.md": "test_examples_long.py",
    "examples/ffi/README.md": "test_examples.py",
    "examples/lock/README.md": "test_examples_long.py",
    "examples/plugin/README.md": "test_examples_long.py",
    "examples/serving/README.md": "test_examples.py",
    "examples/training/README.md": "test_examples.py",
    "packages/jaxlib-pjrt/README.md": "test_exported.py",
}


def _pages() -> dict[str, str]:
    """The site's pages that are written by hand, but those of diagnoses, whose texts have their own test."""
    names = (name for name in staging.navigation().pages() if not name.startswith(staging.GENERATED))
    return {
        name: (ROOT / name).read_text("utf-8")
        for name in names
        if name.endswith(".md") and not name.startswith("docs/errors/")
    }


def test_a_page_that_shows_a_program_is_read_by_a_test() -> None:
    assert {name for name, text in _pages().items() if re.search(r"^```", text, re.MULTILINE)} == set(READ)


@pytest.mark.parametrize(("page", "test"), READ.items())
def test_the_test_names_its_page(page: str, test: str) -> None:
    name = page.removesuffix("/README.md").removesuffix(".md").rpartition("/")[2]
    source = (INSTALLED / test).read_text("utf-8")
    assert any(words in source for words in (page, f"{name}.md", f'"{name}"')), f"{test} does not read {page}"
