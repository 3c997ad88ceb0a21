from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.environments import browser


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of its own for what is fetched, on a system without any of the programs."""
    monkeypatch.setattr(browser, "HOME", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    return tmp_path


def test_without_apt_it_says_what_was_wanted(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert browser.found() is None
    assert browser.main([]) == 1
    said = capsys.readouterr()
    assert "apt-get" in said.out + said.err


def test_what_was_fetched_is_found(home: Path) -> None:
    (home / "root/usr/lib/x86_64-linux-gnu").mkdir(parents=True)
    script = browser._script(home / "root")
    assert browser.found() == str(script)
    assert f"{home}/root/usr/lib/x86_64-linux-gnu" in script.read_text("utf-8")
