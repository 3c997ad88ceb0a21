"""The error codes and their pages in docs/errors agree with the code and with the texts that it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jaxlib_core import errors

from tests.unit.jaxlib_core.diagnoses import cases
from tools.docs import error_pages

CODES = sorted(errors.catalog())


def kinds() -> list[type[errors.PluginError]]:
    """Every type of error."""
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
def shown(pytestconfig: pytest.Config) -> dict[str, list[str]]:
    """The texts of each code, which are written into the pages where `--write-pages` asks for it."""
    shown = cases.texts()
    if pytestconfig.getoption("--write-pages", default=False):
        error_pages.write(shown)
    return shown


@pytest.mark.parametrize("code", CODES)
def test_its_page_shows_the_texts_as_they_appear(code: str, shown: dict[str, list[str]]) -> None:
    page = error_pages.PAGES / f"{code}.md"
    assert error_pages.blocks(page) == shown[code], "nox -s pages writes them"


@pytest.mark.parametrize("code", CODES)
def test_its_page_says_what_the_type_says(code: str) -> None:
    kind = errors.catalog()[code]
    lines = (error_pages.PAGES / f"{code}.md").read_text("utf-8").splitlines()
    assert lines[:3] == [f"# {code} {kind.__name__}", "", error_pages.first_line(kind)]
    headings = [line for line in lines if line.startswith("## ")]
    assert headings == ["## How it appears", "## What it means", "## What to do"]


def test_there_is_a_page_for_each_code_and_none_besides() -> None:
    assert sorted(page.stem for page in error_pages.PAGES.glob("JLP*.md")) == CODES
    assert error_pages.INDEX.read_text("utf-8") == error_pages.index(), "nox -s pages writes it"


def test_explain_lists_the_codes_and_refuses_what_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    from jaxlib_core import cli

    assert cli.main(["explain"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == CODES
    assert cli.main(["explain", "JLP999"]) == 2
    assert "JLP999 is not an error code or type" in capsys.readouterr().err


def test_explain_prints_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wheel holds the pages in this folder; that it does is tested with the wheel."""
    from jaxlib_core import cli

    (tmp_path / "pages").symlink_to(error_pages.PAGES)
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    assert cli.main(["explain", "jlp003"]) == 0
    by_code = capsys.readouterr().out
    page = (error_pages.PAGES / "JLP003.md").read_text("utf-8")
    assert by_code.startswith(page.splitlines()[0].removeprefix("# ") + "\n")
    # The text of the diagnosis stands in it as it appears.
    text = page.split("```text\n")[1].split("```")[0]
    assert all(f"    {line}".rstrip() in by_code.splitlines() for line in text.splitlines())
    for spelled in ("versionmismatch", "JLP3", "3"):
        assert cli.main(["explain", spelled]) == 0
        assert capsys.readouterr().out == by_code
    assert cli.main(["explain", "VersionMissmatch"]) == 2
    assert "did you mean VersionMismatch?" in capsys.readouterr().err
