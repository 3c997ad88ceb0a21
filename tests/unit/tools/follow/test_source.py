"""A source tree of jax: its version and its requirements."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.follow.source import SourceError, constant, minimum, requires, taken, version

SETUP = "_libtpu_version = '0.0.51.*'\nsetup(name='jax', python_requires='>=3.13', extras_require={})\n"


def checkout(folder: Path) -> Path:
    (folder / "jax").mkdir()
    (folder / "jax" / "version.py").write_text(
        '_version = "0.13.0"\n_minimum_jaxlib_version: str = "0.12.0"\n'
    )
    (folder / "setup.py").write_text(SETUP)
    return folder


def test_what_a_checkout_says_of_itself(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    assert version(folder) == "0.13.0"
    assert minimum(folder) == "0.12.0"
    assert [line for line in ("0.11.2", "0.12.0", "0.13.0", "0.14.0") if taken(folder, line)] == [
        "0.12.0",
        "0.13.0",
    ]
    assert constant(SETUP, "python_requires") == ">=3.13"
    assert constant(SETUP, "_libtpu_version") == "0.0.51.*"
    assert constant(SETUP, "extras_require") is None


def test_what_is_no_checkout(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"is not a source tree of jax[\s\S]*git clone"):
        version(tmp_path)


@pytest.mark.parametrize(
    ("stated", "known", "same"),
    [
        (">=3.12", ">=3.12", True),
        ("0.0.50.*", "0.0.50.1", True),
        ("0.0.51.*", "0.0.50.1", False),
        (">= 3.13", ">=3.12", False),
    ],
)
def test_requirements_that_a_line_meets(stated: str, known: str, same: bool) -> None:
    assert requires(stated, known) is same
