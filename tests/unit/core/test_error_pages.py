"""The error codes and their pages in docs/errors: in step with the code, by the texts as they really appear."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jaxlib_core import errors

from tests.unit.core import texts

CODES = sorted(errors.catalog())


def kinds() -> list[type[errors.PluginError]]:
    """Every type of error there is."""
    found = [errors.PluginError]
    for kind in found:
        found += kind.__subclasses__()
    return found


def test_each_code_is_one_types_own_and_each_type_that_is_raised_has_one() -> None:
    leaves = [kind for kind in kinds() if not kind.__subclasses__()]
    assert {kind.__name__ for kind in leaves if "code" not in vars(kind)} == set()
    codes = [kind.code for kind in kinds() if "code" in vars(kind) and kind.code]
    assert sorted(codes) == CODES, "no code twice, and none outside the catalog"
    assert all(re.fullmatch(r"JLP[0-9]{3}", code) for code in codes)


@pytest.fixture(scope="module")
def made() -> dict[str, list[str]]:
    return texts.texts()


@pytest.mark.parametrize("code", CODES)
def test_its_page_shows_the_texts_as_they_appear(code: str, made: dict[str, list[str]]) -> None:
    page = texts.PAGES / f"{code}.md"
    assert texts.blocks(page) == made[code], "nox -s pages writes them"


@pytest.mark.parametrize("code", CODES)
def test_its_page_says_what_the_type_says(code: str) -> None:
    kind = errors.catalog()[code]
    lines = (texts.PAGES / f"{code}.md").read_text("utf-8").splitlines()
    assert lines[:3] == [f"# {code} {kind.__name__}", "", texts.first_line(kind)]
    headings = [line for line in lines if line.startswith("## ")]
    assert headings == ["## How it appears", "## What it means", "## What to do"]


def test_there_is_a_page_for_each_code_and_none_besides() -> None:
    assert sorted(page.stem for page in texts.PAGES.glob("JLP*.md")) == CODES
    assert texts.INDEX.read_text("utf-8") == texts.index(), "nox -s pages writes it"


def test_explain_lists_the_codes_and_refuses_what_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    from jaxlib_core import cli

    assert cli.main(["explain"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == CODES
    assert cli.main(["explain", "JLP999"]) == 2
    assert "JLP999 is no code" in capsys.readouterr().err


def test_explain_prints_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wheel holds the pages in this folder; that it does is tested with the wheel."""
    from jaxlib_core import cli

    (tmp_path / "pages").symlink_to(texts.PAGES)
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    assert cli.main(["explain", "jlp003"]) == 0
    assert capsys.readouterr().out == (texts.PAGES / "JLP003.md").read_text("utf-8")
