"""Every setting of a project's ``pyproject.toml`` is read, noted, or refused by name; none is ignored silently."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from jaxlib_lock.project import READ, WITHOUT_INFLUENCE

from tests.unit.jaxlib_lock.conftest import PYTHON, Command
from tests.unit.jaxlib_lock.registry import Registry
from tools.environments.venv import uv

OLDER = f"3.{int(PYTHON.partition('.')[2]) - 1}"
NEWER = f"3.{int(PYTHON.partition('.')[2]) + 1}"


def project(command: Command, text: str, dependencies: str = '"numpy"', more: str = "") -> Path:
    """A project that asks for ``dependencies``; ``text`` follows its ``[project]`` table, ``more`` is in it."""
    path = command.folder / "host" / "pyproject.toml"
    path.parent.mkdir(exist_ok=True)
    head = f'[project]\nname = "host"\nversion = "1"\ndependencies = [{dependencies}]\n{more}\n'
    path.write_text(head + text, "utf-8")
    return path


def lock(command: Command, path: Path, *more: str | Path, out: str = "lock") -> int:
    fixed = ("--hardware", "cpu", "--python", PYTHON, "--release", "0.1", "--out", command.folder / out)
    return command("make", "--requirements", path, *fixed, *more)


def locked(command: Command, out: str = "lock") -> str:
    return (command.folder / out / "requirements.lock.txt").read_text()


def test_a_python_that_the_project_does_not_serve_is_refused(command: Command) -> None:
    path = project(command, "", more=f'requires-python = ">={NEWER}"')
    assert lock(command, path) == 2
    assert f"does not serve Python {PYTHON}" in command.err
    assert f"project.requires-python = '>={NEWER}'" in command.err
    assert f"--python {NEWER}" in command.err


def test_a_bound_within_the_python_is_served(command: Command) -> None:
    assert lock(command, project(command, "", more=f'requires-python = ">={PYTHON}.1"')) == 0


def test_a_project_that_ends_with_this_python_is_noted(command: Command) -> None:
    assert lock(command, project(command, "", more=f'requires-python = "<{NEWER}"')) == 0
    assert f"project.requires-python <{NEWER} ends" in command.out


def test_constraints_overrides_and_exclusions_are_uvs(command: Command, registry: Registry) -> None:
    registry.add("strict", "1.0", "numpy<2.1", "unwanted")
    path = project(
        command,
        '[tool.uv]\nconstraint-dependencies = ["strict<2"]\noverride-dependencies = ["numpy==2.1"]\n'
        'exclude-dependencies = ["unwanted"]\n',
        dependencies='"strict"',
    )
    registry.add("strict", "2.0")
    assert lock(command, path) == 0, command.err
    assert "numpy==2.1\n" in locked(command)
    assert "strict==1.0\n" in locked(command)
    assert "unwanted" not in locked(command)
    record = json.loads((command.folder / "lock/lock.json").read_text())
    assert record["overrides"] == [{"text": "numpy==2.1", "file": "pyproject.toml"}]
    assert record["exclusions"] == [{"text": "unwanted", "file": "pyproject.toml"}]
    # A newer release changes nothing: the override holds in the bounds as the version that was locked.
    registry.add("numpy", "2.2")
    assert command("verify", command.folder / "lock") == 0, command.out + command.err


def test_an_override_that_allows_older_versions_comes_out_again(command: Command) -> None:
    path = project(command, '[tool.uv]\noverride-dependencies = ["numpy>=1"]\n')
    assert lock(command, path) == 0, command.err
    bounds = tomllib.loads((command.folder / "lock/pyproject.toml").read_text())
    assert bounds["tool"]["uv"]["override-dependencies"] == ["numpy>=2.1"]
    folder = command.folder / "lock"
    done = subprocess.run([uv(), "lock", "--project", str(folder)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_upgrading_keeps_what_the_project_said(command: Command) -> None:
    path = project(command, '[tool.uv]\noverride-dependencies = ["numpy==2.0"]\n')
    assert lock(command, path) == 0
    registry_release = ("upgrade", command.folder / "lock", "--release", "0.2")
    assert command(*registry_release) == 0, command.err
    assert "numpy==2.0\n" in locked(command)
    assert "jax==0.2\n" in locked(command)


def test_extras_and_groups_are_taken_by_name_and_noted_otherwise(
    command: Command, registry: Registry
) -> None:
    for name in ("plot", "check", "style", "base"):
        registry.add(name, "1.0")
    path = project(
        command,
        '[project.optional-dependencies]\nplots = ["plot"]\nall = ["host[plots]", "base"]\n'
        '[dependency-groups]\ntest = ["check", {include-group = "style"}]\nstyle = ["style"]\n',
    )
    assert lock(command, path) == 0
    assert "extras not locked: all, plots (--extra NAME)" in command.out
    assert "dependency groups not locked: style, test (--group NAME)" in command.out
    assert "plot" not in locked(command)
    assert lock(command, path, "--extra", "all", "--group", "test", out="whole") == 0, command.err
    assert [
        name for name in ("plot", "base", "check", "style") if f"{name}==1.0\n" in locked(command, "whole")
    ] == [*("plot", "base", "check", "style")]
    assert "not locked" not in command.out


@pytest.mark.parametrize(("option", "what"), [("--extra", "extra"), ("--group", "dependency group")])
def test_an_unknown_extra_or_group(command: Command, option: str, what: str) -> None:
    path = project(command, "[project.optional-dependencies]\nplots = []\n[dependency-groups]\nplots = []\n")
    assert lock(command, path, option, "plot") == 2
    assert f"There is no {what} 'plot'." in command.err
    assert "did you mean plots?" in command.err


def test_groups_that_include_each_other(command: Command) -> None:
    text = '[dependency-groups]\na = [{include-group = "b"}]\nb = [{include-group = "a"}]\n'
    assert lock(command, project(command, text), "--group", "a") == 2
    assert "includes itself" in command.err


def test_extras_that_exclude_each_other(command: Command) -> None:
    text = "[project.optional-dependencies]\na = []\nb = []\n"
    text += '[tool.uv]\nconflicts = [[{extra = "a"}, {extra = "b"}]]\n'
    assert lock(command, project(command, text), "--extra", "a", "--extra", "b") == 2
    assert "extra a and extra b exclude each other" in command.err
    assert lock(command, project(command, text), "--extra", "a") == 0


def test_sources_are_addresses(command: Command, registry: Registry) -> None:
    text = '[tool.uv.sources]\nleft = {url = "https://example.invalid/left-1.0-py3-none-any.whl"}\n'
    assert lock(command, project(command, text, dependencies='"left"')) == 2
    assert "example.invalid" in command.err
    # A source of what nobody asks for directly means nothing to uv either.
    assert lock(command, project(command, text)) == 0


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('index-url = "https://example.invalid"', "[tool.uv] index-url"),
        ('index = [{url = "https://example.invalid"}]', "[tool.uv] index"),
        ('find-links = ["wheels"]', "[tool.uv] find-links"),
        ('resolution = "lowest-direct"', "[tool.uv] resolution"),
        ('prerelease = "allow"', "[tool.uv] prerelease"),
        ("no-binary = true", "[tool.uv] no-binary"),
        ("environments = [\"sys_platform == 'linux'\"]", "[tool.uv] environments"),
        ('of-tomorrow = "x"', "[tool.uv] of-tomorrow"),
        ("sources = {numpy = {workspace = true}}", "this machine only"),
        ('sources = {numpy = {path = "../numpy"}}', "this machine only"),
        ('sources = {numpy = {index = "mine"}}', "[tool.uv.sources] numpy"),
        ('exclude-newer = "1 week"', "exclude-newer that depends on the day"),
        ("exclude-newer = 3", "[tool.uv] exclude-newer is not a string"),
        ("environments = [3]", "[tool.uv] environments is not a list of strings"),
        ("exclude-dependencies = 3", "exclude-dependencies is not a list of strings"),
        ("conflicts = [3]", "[tool.uv] conflicts is not a list of lists of tables"),
        ("dependency-groups = 3", "[tool.uv.dependency-groups]"),
        ('required-version = "new"', "[tool.uv] required-version is not a version specifier"),
        ('override-dependencies = ["jax==0.2"]', "names jax, whose version the release decides"),
        ('exclude-dependencies = ["jaxlib"]', "names jaxlib, whose version the release decides"),
    ],
)
def test_what_no_lock_can_hold_is_refused_by_name(command: Command, table: str, words: str) -> None:
    assert lock(command, project(command, f"[tool.uv]\n{table}\n")) == 2
    assert words in command.err
    assert not (command.folder / "lock").exists()


def test_environments_of_one_python_on_linux(command: Command) -> None:
    text = "[tool.uv]\nenvironments = [\"sys_platform == '{}'\"]\n"
    assert lock(command, project(command, text.format("linux")), "--no-universal") == 0, command.err
    assert lock(command, project(command, text.format("darwin")), "--no-universal", out="other") == 2
    assert "environments that leave out Linux" in command.err


def test_a_cutoff_of_the_project_counts(command: Command, registry: Registry) -> None:
    registry.add("numpy", "3.0", uploaded="2026-06-01T00:00:00Z")
    text = '[tool.uv]\nexclude-newer = "2026-03-01T00:00:00Z"\n'
    assert lock(command, project(command, text)) == 0, command.err
    assert "numpy==2.1\n" in locked(command)


def test_a_uv_lock_beside_the_project_is_noted(command: Command) -> None:
    path = project(command, "")
    path.with_name("uv.lock").write_text("version = 1\n", "utf-8")
    assert lock(command, path) == 0
    assert "uv.lock is not read" in command.out
    assert "--seed" in command.out


def test_settings_are_named_as_this_uv_names_them(tmp_path: Path) -> None:
    """uv lists its settings where it finds one that it does not know."""
    (tmp_path / "uv.toml").write_text("of-tomorrow = 1\n", "utf-8")
    done = subprocess.run([uv(), "lock"], cwd=tmp_path, capture_output=True, text=True, check=False)
    known = set(re.findall(r"`([a-z-]+)`", done.stderr.partition("expected one of")[2]))
    assert len(known) > 50, done.stderr
    assert not WITHOUT_INFLUENCE & READ
    assert known >= WITHOUT_INFLUENCE | READ, sorted((WITHOUT_INFLUENCE | READ) - known)


@pytest.mark.parametrize(("required", "status"), [(">=0.5", 0), ("==0.1.0", 2), ("0.1.0", 2)])
def test_another_uv_than_the_project_requires(command: Command, required: str, status: int) -> None:
    assert lock(command, project(command, f'[tool.uv]\nrequired-version = "{required}"\n')) == status
    assert ("[tool.uv] required-version" in command.err) == bool(status)


def test_a_folder_named_by_project_hardware_and_python(command: Command) -> None:
    path = project(command, "")
    assert lock(command, path, "--name", "{project}-{hardware}-{python}", out="locks") == 0, command.err
    assert (command.folder / "locks" / f"host-cpu-{PYTHON}" / "lock.json").is_file()
    assert lock(command, path, "--name", "{project}-{hardware}-{python}", out="locks") == 2
    assert "holds a lock already" in command.err
    assert "to check it: jaxlib-lock verify " in command.err


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{nobody}", "{hardware}, {python}, {release}, {project}"),
        ("../{hardware}", "not a folder's name"),
        ("{", "can't be filled in"),
    ],
)
def test_a_name_that_is_none(command: Command, template: str, words: str) -> None:
    assert lock(command, project(command, ""), "--name", template) == 2
    assert words in command.err


@pytest.mark.parametrize("name", ["dependencies", "requires-python"])
def test_what_the_build_computes_is_refused(command: Command, name: str) -> None:
    path = project(command, "")
    path.write_text(f'[project]\nname = "host"\nversion = "1"\ndynamic = ["{name}"]\n', "utf-8")
    assert lock(command, path) == 2
    assert f"does not state its {name}: its build computes them" in command.err


def test_computed_extras_are_noted_until_one_is_asked_for(command: Command) -> None:
    path = project(command, "", more='dynamic = ["optional-dependencies"]')
    assert lock(command, path) == 0, command.err
    assert "extras are not locked: its build computes them" in command.out
    assert lock(command, path, "--extra", "plots", out="other") == 2
    assert "does not state its optional-dependencies" in command.err


def test_conflicts_of_what_a_group_includes(command: Command) -> None:
    text = '[dependency-groups]\na = []\nb = []\nwhole = [{include-group = "a"}]\n'
    text += '[tool.uv]\nconflicts = [[{group = "a"}, {group = "b"}]]\n'
    assert lock(command, project(command, text), "--group", "whole", "--group", "b") == 2
    assert "group a and group b exclude each other" in command.err


def test_conflicts_of_another_package_are_not_the_projects(command: Command) -> None:
    text = "[project.optional-dependencies]\na = []\nb = []\n[tool.uv]\n"
    text += 'conflicts = [[{package = "other", extra = "a"}, {package = "host", extra = "b"}]]\n'
    assert lock(command, project(command, text), "--extra", "a", "--extra", "b") == 0, command.err


def test_two_projects_with_different_cutoffs(command: Command) -> None:
    text = '[tool.uv]\nexclude-newer = "2026-0{}-01"\n'
    path = project(command, text.format(3))
    other = command.folder / "pyproject.toml"
    other.write_text(path.read_text("utf-8").replace("2026-03", "2026-04"), "utf-8")
    assert lock(command, path, "--requirements", other) == 2
    assert "Two projects state different cutoffs" in command.err


def test_an_option_before_the_projects_cutoff_is_noted(command: Command) -> None:
    path = project(command, '[tool.uv]\nexclude-newer = "2026-03-01"\n')
    assert lock(command, path, "--exclude-newer", "2026-04-01") == 0, command.err
    assert "not the project's exclude-newer (2026-03-01)" in command.out


def test_hashes_of_a_requirements_file_are_noted(command: Command) -> None:
    file = command.folder / "hashed.txt"
    file.write_text(f"numpy==2.0 --hash=sha256:{'0' * 64}\n", "utf-8")
    assert lock(command, file) == 0, command.err
    assert "the hashes of 1 lines are not compared" in command.out
