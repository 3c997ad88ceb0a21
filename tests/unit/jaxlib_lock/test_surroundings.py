"""What uv would read around a project is refused where it decides versions, and noted beside requirements files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.jaxlib_lock.conftest import Command
from tests.unit.jaxlib_lock.test_host import lock, project


def _file(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("above", [False, True])
def test_a_uv_toml_that_decides_versions_is_refused(command: Command, above: bool) -> None:
    path = project(command, "")
    folder = path.parent.parent if above else path.parent
    _file(folder / "uv.toml", 'constraint-dependencies = ["numpy<2.1"]\n')
    assert lock(command, path) == 2
    assert f"{folder / 'uv.toml'} is not read" in command.err
    assert "constraint-dependencies" in command.err


def test_a_uv_toml_without_influence(command: Command) -> None:
    path = project(command, "")
    _file(path.with_name("uv.toml"), 'link-mode = "copy"\n')
    assert lock(command, path) == 0, command.err


def test_a_uv_toml_above_a_project_with_settings_means_nothing(command: Command) -> None:
    path = project(command, '[tool.uv]\nlink-mode = "copy"\n')
    _file(path.parent.parent / "uv.toml", 'constraint-dependencies = ["numpy<2.1"]\n')
    assert lock(command, path) == 0, command.err


ROOT = '[tool.uv]\noverride-dependencies = ["numpy<2.1"]\n[tool.uv.workspace]\n'


@pytest.mark.parametrize(
    ("members", "status"),
    [
        ('members = ["*"]', 2),
        ('members = ["**/host"]', 2),
        ('members = ["*"]\nexclude = ["host"]', 0),
        ('members = ["packages/*"]', 0),
        ('members = ["*/host"]', 0),
    ],
)
def test_a_member_of_a_workspace_with_settings_is_refused(
    command: Command, members: str, status: int
) -> None:
    path = project(command, "")
    _file(path.parent.parent / "pyproject.toml", ROOT + members)
    assert lock(command, path) == status, command.err
    assert ("[tool.uv] override-dependencies" in command.err) == bool(status)


def test_a_workspaces_other_members_are_noted(command: Command) -> None:
    path = project(command, '[tool.uv.workspace]\nmembers = ["packages/*"]\n')
    assert lock(command, path) == 0, command.err
    assert "its other members are not locked" in command.out


def test_settings_beside_a_requirements_file_are_noted(command: Command) -> None:
    path = project(
        command,
        '[tool.uv]\nlink-mode = "copy"\nconstraint-dependencies = ["numpy<2.1"]\n',
        more='requires-python = ">=3.99"',
    )
    _file(path.with_name("uv.toml"), 'exclude-newer = "2026-01-01"\n')
    file = _file(path.with_name("requirements.txt"), "numpy\n")
    assert lock(command, file) == 0, command.err
    assert f"{path} is not read (requires-python, [tool.uv] constraint-dependencies)" in command.out
    assert f"{path.with_name('uv.toml')} is not read (exclude-newer)" in command.out
