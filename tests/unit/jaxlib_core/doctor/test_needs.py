"""A command's note says what it needs and this environment lacks: permission to install, or an installer."""

from __future__ import annotations

from pathlib import Path

import pytest
from jaxlib_core.doctor import findings
from jaxlib_core.environment import install_commands, installer
from jaxlib_core.environment.installer import Installer
from jaxlib_core.errors import ConfigurationError, NotInstalled, PluginError

UNINSTALLED = NotInstalled("s", wanted="w", found="f", where="", commands=("pip install x",), note="a note")
UNSET = ConfigurationError("s", wanted="w", found="f", where="", commands=("unset X",))


def note(problem: PluginError) -> str:
    return findings._with_needs((problem,))[0].note


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site.getsitepackages", lambda: [str(tmp_path)])
    monkeypatch.setattr(installer, "here", lambda: Installer("pip", "python"))


def test_nothing_is_said_where_nothing_lacks() -> None:
    assert note(UNINSTALLED) == "a note"
    assert findings._with_needs(()) == ()


def test_who_has_to_type_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert note(UNINSTALLED) == f"a note; {install_commands.AS_OWNER}"
    assert note(UNSET) == ""
    assert note(UNSET.fixed_by(f"rm {tmp_path}/x")) == install_commands.AS_OWNER
    assert note(UNSET.noted(install_commands.AS_OWNER).fixed_by("pip install x")) == install_commands.AS_OWNER


def test_that_no_installer_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installer, "here", lambda: Installer("none", "python"))
    assert "install uv first" in note(UNINSTALLED)
    assert note(UNSET) == ""


def test_in_a_folder_that_was_removed_no_installer_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    commands = [findings._with_needs((problem,))[0].commands for problem in (UNINSTALLED, UNSET)]
    monkeypatch.chdir(tmp_path)
    assert commands == [("cd / && pip install x",), ("unset X",)]
