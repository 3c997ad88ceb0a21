"""Pages with generated parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.console.pages import with_part

MARKS = ("<!-- part -->", "<!-- end -->")


def test_the_part_between_the_marks_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- part -->\nold\n<!-- end -->\nafter\n", "utf-8")
    assert with_part(page, MARKS, "new\n") == "before\n<!-- part -->\nnew\n<!-- end -->\nafter\n"


@pytest.mark.parametrize("text", ["", "<!-- part -->", "<!-- end -->", "<!-- end -->\n<!-- part -->"])
def test_a_page_without_the_marks_is_an_error_that_names_it(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"page\.md: wanted a part between <!-- part --> and <!-- end -->"):
        with_part(page, MARKS, "new\n")
