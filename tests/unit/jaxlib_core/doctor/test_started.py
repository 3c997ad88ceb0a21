"""Causes that act before a program uses jax: another project's plugin, or a file that Python runs at startup."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jaxlib_core import errors, standard_library
from jaxlib_core.doctor import default_backend, probe, started
from jaxlib_core.doctor.variables import Setting, applied
from jaxlib_core.errors import DefaultBackendFails
from jaxlib_core.plugins.discovery import discover

from tests.unit.jaxlib_core.site import JAX, Site

FAILURE = DefaultBackendFails("jax fails.", wanted="w", found="f", where="", commands=())

#: A jax that imports the plugins as jax does, of modules alone.
IMPORTING = (
    JAX
    + """
def devices(platform=None, devices=devices):
    for name in MODULES:
        try:
            __import__(name)
        except ImportError:
            pass
    return devices()
"""
)


@pytest.fixture
def family(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    site.family()
    site.working_jax()
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("site.getsitepackages", lambda: [str(site.folder)])
    return site


def works(change: Mapping[str, str | None]) -> bool:
    with applied(change):
        return default_backend.run().problem is None


def plugins(site: Site, **texts: str) -> None:
    for module, text in texts.items():
        site.distribution(f"{module}-dist", "1.0", entry_points=f"{module} = {module}")
        (site.folder / f"{module}.py").write_text(text)
    (site.folder / "jax" / "__init__.py").write_text(IMPORTING.replace("MODULES", repr(sorted(texts))))


@pytest.mark.parametrize(
    "ends", ["import os; os._exit(0)", "import os; os.abort()", "1 / 0", "import sys; sys.exit()"]
)
def test_another_projects_plugin_is_found_among_others(family: Site, ends: str) -> None:
    plugins(family, innocent="", guilty=ends, missing="raise ImportError")
    assert not works({})
    setting = started.plugin(works, discover(), {}, FAILURE)
    assert setting
    assert isinstance(setting.problem, errors.OtherPluginFails)
    assert setting.problem.summary.startswith("guilty-dist 1.0")
    assert setting.problem.commands[0].endswith("uninstall -y guilty-dist")
    assert works(setting.changes)


def test_two_of_them_are_found_one_after_the_other(family: Site) -> None:
    plugins(family, one="1 / 0", two="1 / 0", three="")
    changes: dict[str, str | None] = {}
    found = []
    while not works(changes):
        setting = started.plugin(works, discover(), changes, FAILURE)
        assert setting
        found.append(setting.problem.summary.partition(" ")[0])
        changes |= setting.changes
    assert {"one-dist", "two-dist"} <= set(found) <= {"one-dist", "two-dist", "three-dist"}


def test_one_in_the_folder_of_plugins_that_nothing_installed(family: Site) -> None:
    (family.folder / "jax_plugins" / "odd").mkdir(parents=True)
    (family.folder / "jax_plugins" / "odd" / "__init__.py").write_text("1 / 0")
    (family.folder / "jax" / "__init__.py").write_text(IMPORTING.replace("MODULES", "['jax_plugins.odd']"))
    setting = started.plugin(works, discover(), {}, FAILURE)
    assert setting
    folder = family.folder / "jax_plugins" / "odd"
    assert setting.problem.commands == (f"mv {folder} {folder}.off",)


def test_where_no_plugin_is_the_cause(family: Site) -> None:
    plugins(family, innocent="")
    (family.folder / "jax" / "__init__.py").write_text("1 / 0")
    assert started.plugin(works, discover(), {}, FAILURE) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sitecustomize.py", "import sys\nsys.modules['numpy'] = None\n"),
        ("block.pth", "import sys; sys.modules['numpy'] = None\n"),
    ],
)
def test_a_file_that_python_runs_when_it_starts(family: Site, name: str, text: str) -> None:
    (family.folder / "harmless.pth").write_text("import os\n")
    (family.folder / name).write_text(text)
    # The children of this test do not have its folder among those that Python looks through.
    assert works({probe.TRIAL: '{"startup": []}'})
    setting = started.startup_file(works, {}, FAILURE)
    assert setting
    assert isinstance(setting.problem, errors.StartupFileInterferes)
    assert setting.problem.commands == (f"mv {family.folder / name} {family.folder / name}.off",)
    assert works(setting.changes)


def test_a_trial_is_over_for_what_the_child_starts(family: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(probe.TRIAL, '{"hidden": ["nothing"]}')
    text = f"import os; assert {probe.TRIAL!r} not in os.environ\n{JAX}"
    (family.folder / "jax" / "__init__.py").write_text(text)
    assert default_backend.run().problem is None


def test_a_file_that_sets_a_variable_at_each_start(family: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (family.folder / "harmless.pth").write_text("import os; os.environ['JAX_PLATFORM_NAME'] = 'cpu'\n")
    guilty = family.folder / "sets.pth"
    guilty.write_text("import os; os.environ['JAX_PLATFORMS'] = 'cup'\n")
    monkeypatch.setenv("JAX_PLATFORMS", "cup")  # as it left it in this process
    setting = started.variable_set([Setting(FAILURE, {"JAX_PLATFORMS": None})], {})
    assert setting
    assert isinstance(setting.problem, errors.StartupFileInterferes)
    assert setting.problem.commands == (f"mv {guilty} {guilty}.off",)
    assert setting.changes["JAX_PLATFORMS"] is None
    assert started.variable_set([Setting(FAILURE, {"JAX_PLATFORMS": None})], setting.changes) is None


def test_a_variable_that_the_shell_has_is_no_files_fault(
    family: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    (family.folder / "sets.pth").write_text("import os; os.environ['JAX_PLATFORMS'] = 'cup'\n")
    monkeypatch.setenv("JAX_PLATFORMS", "cup")
    monkeypatch.setattr("jaxlib_core.environment.startup.variables", lambda: {"JAX_PLATFORMS": "cup"})
    assert started.variable_set([Setting(FAILURE, {"JAX_PLATFORMS": None})], {}) is None


def test_a_file_that_rules_out_a_module(family: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    guilty = family.folder / "block.pth"
    guilty.write_text("import sys; sys.modules['numpy'] = None\n")
    assert started.rules_out(["numpy"], {}) is None, "this process would have seen it"
    monkeypatch.setattr(standard_library, "ruled_out", {"numpy"})
    setting = started.rules_out(["jax", "numpy"], {})
    assert setting
    assert "rules out module numpy" in setting.problem.summary
    assert setting.problem.commands == (f"mv {guilty} {guilty}.off",)


@pytest.mark.parametrize(
    "guilty", ["import os; os.abort()", "1 / 0", "def initialize(): import os; os.abort()"]
)
def test_a_plugin_that_fails_without_jax_is_told_behind_another_cause(family: Site, guilty: str) -> None:
    asks = "try:\n    import jax\nexcept ImportError:\n    raise RuntimeError('no jax') from None\n"
    raises = "def initialize(): 1 / 0"  # jax continues
    plugins(family, asks=asks, guilty=guilty, missing="raise ImportError", raises=raises)
    setting = started.plugin_alone(discover(), {})
    assert setting
    assert setting.problem.summary.startswith("guilty-dist 1.0")
    assert started.plugin_alone(discover(), setting.changes) is None


def test_hundreds_of_plugins_are_one_child(family: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    plugins(family, **{f"device{number}": "" for number in range(200)})
    children: list[list[str]] = []

    def run(program: list[str], *more: Any) -> Any:
        children.append(program)
        return probe.run_child(program, *more)

    monkeypatch.setattr(started, "run_child", run)
    assert started.plugin_alone(discover(), {}) is None
    assert len(children) == 1
