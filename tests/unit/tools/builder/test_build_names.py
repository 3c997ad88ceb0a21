"""The words of ``python -m tools build`` that name a distribution."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.builder import build


@pytest.mark.parametrize("word", ["pjrt", "binding"])
def test_a_former_name_builds_the_same_distribution(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    def wheel(name: str, *_: Any, **__: Any) -> Path:
        built.append(name)
        return Path()

    monkeypatch.setattr(build, "wheel", wheel)
    assert build.main([word]) == 0
    assert built == ["pjrt"]
