"""docs/speed.md has every number of the benchmarks' pictures."""

from __future__ import annotations

import pytest

from tools.docs import speed


def test_the_page_is_that_of_the_pictures() -> None:
    assert speed.PAGE.read_text("utf-8") == speed.page(), "type: nox -s pages"


def test_the_page_on_limits_says_what_the_pictures_do() -> None:
    assert speed.LIMITS.read_text("utf-8") == speed.limits(), "type: nox -s pages"
    family = speed.summary(speed.PAGE.with_name("family.svg"), "a")
    for _, label, number in speed.table(speed.PAGE.with_name("family.svg")):
        named = f"{label.replace('of the same', 'after import jax')} ({number.strip('*')})" in " ".join(
            family.split()
        )
        assert named == (float(number.strip("*")) > speed.SAME or float(number.strip("*")) <= speed.MUCH_LESS)


@pytest.mark.parametrize("picture", speed.PICTURES)
def test_a_picture_has_rows_in_groups_with_numbers(picture: str) -> None:
    rows = speed.table(speed.PAGE.with_name(picture))
    assert len(rows) > 15
    for group, label, number in rows:
        assert group
        assert label
        assert float(number.strip("*")) > 0
