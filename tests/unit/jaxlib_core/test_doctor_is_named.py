"""The first lines of READMEs name ``jaxlib doctor``: errors that jax raises before it uses a plugin cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import ROOT

#: Texts of the wheels that jax works with, which an index shows; and this repository's first page.
FIRST = dict.fromkeys((*ROOT.glob("plugins/jaxlib-*/README.md"), ROOT / "packages/jaxlib/README.md"), 15)
FIRST |= {ROOT / "packages/jaxlib-core/README.md": 15, ROOT / "README.md": 40}


@pytest.mark.parametrize("path", FIRST, ids=[str(path.parent.name) for path in FIRST])
def test_the_doctor_is_named_in_the_first_lines(path: Path) -> None:
    assert "jaxlib doctor" in "\n".join(path.read_text("utf-8").splitlines()[: FIRST[path]])
