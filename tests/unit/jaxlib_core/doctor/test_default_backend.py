"""Diagnoses of a jax that does not work, one cause at a time, with a fake jax of a few lines."""

from __future__ import annotations

import shlex
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import requirements
from jaxlib_core.doctor import default_backend, probe
from jaxlib_core.doctor.default_backend import Outcome
from jaxlib_core.environment.distributions import find
from jaxlib_core.plugins.discovery import discover

from tests.unit.jaxlib_core.site import JAX, Site


@pytest.fixture
def use(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Outcome]:
    """The result of using a jax whose module has that text, in an empty folder."""
    site.family()
    site.working_jax()
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name in ("JAX_PLATFORM_NAME", "PYTHONPATH", "PYTHONSAFEPATH"):
        monkeypatch.delenv(name, raising=False)

    def use(jax: str = JAX, seconds: float = 60.0) -> Outcome:
        (site.folder / "jax" / "__init__.py").write_text(jax)
        return default_backend.run(seconds=seconds)

    return use


def refusing(text: str, known: str = "cpu tpu") -> str:
    """A jax with those known backends that refuses to make one."""
    return f"""
import sys, types
bridge = sys.modules["jax._src.xla_bridge"] = types.ModuleType("jax._src.xla_bridge")
bridge._backend_factories = dict.fromkeys({known.split()!r})
def devices():
    raise RuntimeError({text!r})
"""


def test_jax_that_works(use: Callable[..., Outcome]) -> None:
    outcome = use()
    assert (outcome.problem, outcome.platform, outcome.devices) == (None, "cpu", 1)


def test_what_a_plugin_says_in_the_child_is_the_diagnosis(use: Callable[..., Outcome]) -> None:
    source = Path(default_backend.__file__).parents[2]
    text = f"""
import sys
def devices():
    sys.path.append({str(source)!r})
    from jaxlib_core.errors import HardwareAbsent
    try:
        raise HardwareAbsent("no GPU", wanted="one", found="none", where="here", commands=("buy",))
    except HardwareAbsent as error:
        raise RuntimeError("Unable to initialize backend") from error
"""
    problem = use(text).problem
    assert (type(problem), problem and problem.summary) == (errors.HardwareAbsent, "no GPU")


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("raise OSError('libfoo.so: cannot open')", errors.JaxImportFails, "OSError: libfoo.so: cannot open"),
        ("import sys; sys.exit()", errors.JaxImportFails, "SystemExit"),
        ("import os; os.abort()", errors.JaxImportFails, "signal 6 (SIGABRT) while importing jax"),
        ("import scipy.linalg", errors.NotInstalled, "No module named 'scipy'"),
        ("def devices(): import os; os.abort()", errors.DefaultBackendFails, "SIGABRT"),
        (refusing("in use"), errors.DefaultBackendFails, "RuntimeError: in use"),
        (JAX.replace("64.0", "63.0"), errors.DefaultBackendFails, "came out as 63.0"),
        (JAX.replace("lambda *_: 64.0", "1 / 0"), errors.DefaultBackendFails, "ZeroDivisionError"),
    ],
)
def test_jax_that_does_not(
    use: Callable[..., Outcome], text: str, kind: type[errors.PluginError], found: str
) -> None:
    problem = use(text).problem
    assert type(problem) is kind
    assert found in problem.found


def test_variables_that_choose_the_backend_are_named(
    use: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    problem = use(refusing("in use")).problem
    assert type(problem) is errors.DefaultBackendFails
    assert problem.where == (sys.executable, "environment variable JAX_PLATFORMS=cpu")
    assert problem.commands == ("python -m jaxlib_core doctor --bundle jaxlib-doctor.zip",)


def test_jax_that_hangs(use: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = use("import time; time.sleep(100)", 2.0)
    assert type(outcome.problem) is errors.TimeTooShort
    assert outcome.problem.commands == ("python -m jaxlib_core doctor",)
    monkeypatch.setattr(probe, "ENOUGH", 2.0)
    outcome = use("import time; time.sleep(100)", 3.0)
    assert type(outcome.problem) is errors.DefaultBackendFails
    assert outcome.problem.commands == ("python -m jaxlib_core doctor --timeout 600",)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("jax.py", "mv {folder}/jax.py {folder}/my_jax.py"),
        ("numpy.py", "mv {folder}/numpy.py {folder}/my_numpy.py"),
        ("jax/__init__.py", "export PYTHONSAFEPATH=1"),
        ("random.py", "mv {folder}/random.py {folder}/my_random.py"),
    ],
)
def test_a_file_of_the_users_in_a_modules_place(
    site: Site, use: Callable[..., Outcome], name: str, command: str
) -> None:
    folder = Path.cwd()
    for module in ("jax", "numpy"):
        info = next(site.folder.glob(f"{module}-*"), None) or site.distribution(module, "2.0")
        (info / "RECORD").write_text(f"{module}/__init__.py,,\n")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("")
    problem = use(f"import random; random.choice\n{JAX}").problem
    assert type(problem) is errors.ModuleShadowed
    assert problem.found == str(folder / name)
    assert problem.commands == (command.format(folder=shlex.quote(str(folder))),)


def test_in_a_folder_that_was_removed_meanwhile(
    use: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr("sys.path", ["", *sys.path])
    assert use().problem is None
    assert default_backend.standing_in_the_way() is None


def test_a_module_that_no_variable_put_first(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a .pth file or sitecustomize does it."""
    (site.distribution("numpy", "2.0") / "RECORD").write_text("numpy/__init__.py,,\n")
    for folder in (site.folder, tmp_path / "other"):
        (folder / "numpy").mkdir(parents=True)
        (folder / "numpy" / "__init__.py").write_text("")
    assert default_backend.standing_in_the_way() is None
    monkeypatch.setattr("sys.path", [str(tmp_path / "other"), *sys.path])
    problem = default_backend.standing_in_the_way()
    assert problem
    assert problem.found == str(tmp_path / "other/numpy/__init__.py")
    assert problem.commands == (f"mv {tmp_path}/other/numpy {tmp_path}/other/my_numpy",)


def test_another_jax_by_the_search_path(
    site: Site, use: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    (other / "jax").mkdir(parents=True)
    (other / "jax" / "__init__.py").write_text(JAX)
    next(site.folder.glob("jax-*")).joinpath("RECORD").write_text("jax/__init__.py,,\n")
    monkeypatch.setenv("PYTHONPATH", f"{other}:/elsewhere")
    monkeypatch.setattr("sys.path", [str(other), *sys.path])
    problem = use().problem
    assert type(problem) is errors.ModuleShadowed, "it works, and is not what is installed"
    assert problem.commands == ("export PYTHONPATH=/elsewhere",)


@pytest.mark.parametrize(
    ("requires", "installed", "kind"),
    [
        ("scipy>=1.14", "", errors.NotInstalled),
        ("scipy>=1.14", "1.13.1", errors.VersionMismatch),
        ("scipy>=1.14", "1.14.0rc1", errors.VersionMismatch),
        ("scipy>=1.14", "1.17", None),
        ("scipy>=1.14; python_version < '3'", "", None),
        ("scipy>=1.14; extra == 'more'", "", None),
    ],
)
def test_what_a_member_requires(
    site: Site, requires: str, installed: str, kind: type[errors.PluginError] | None
) -> None:
    site.distribution("jax", "0.10.2", requires=(requires,))
    if installed:
        site.distribution("scipy", installed)
    problem = requirements.unmet(discover())
    assert type(problem) is (kind or type(None))
    if problem:
        assert problem.commands[0] == "python -m pip install 'scipy>=1.14'"


def test_what_several_members_require_is_asked_for_once(site: Site) -> None:
    site.distribution("jax", "0.10.2", requires=("scipy>=1.14", "opt_einsum"))
    site.distribution("jaxlib", "0.10.2", requires=("SciPy>=1.13",))
    problem = requirements.unmet(discover())
    assert problem
    assert problem.commands[0] == "python -m pip install 'scipy>=1.13,>=1.14' opt-einsum"


def test_a_jaxlib_without_a_backend_says_so(site: Site) -> None:
    site.family(jaxlib="")
    site.distribution("jaxlib", "0.10.2+bindings", requires=("jaxlib-cpu==0.10.2",))
    problem = requirements.unmet(discover())
    assert type(problem) is errors.NotInstalled
    assert problem.commands[0] == "python -m pip install jaxlib-cpu==0.10.2"
    found = find("jaxlib")
    assert found
    assert not requirements.has_backend(found)


def test_a_folder_in_the_place_of_a_plugins_module(site: Site, use: Callable[..., Outcome]) -> None:
    site.plugin()
    (site.folder / "jaxlib_cpu-0.10.2.dist-info" / "RECORD").write_text("jaxlib_cpu/__init__.py,,\n")
    folder = Path.cwd() / "jaxlib_cpu"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    problem = default_backend.run(discover().plugins).problem
    assert type(problem) is errors.ModuleShadowed
    assert problem.found == str(folder / "__init__.py")
    shadow = default_backend.standing_in_the_way(["jaxlib-cpu"])
    assert shadow
    assert shadow.found == problem.found


@pytest.mark.parametrize("module", ["zlib", "_ctypes"])
def test_a_module_of_pythons_own_is_no_package_to_install(module: str, use: Callable[..., Outcome]) -> None:
    problem = use(f"raise ModuleNotFoundError(\"No module named '{module}'\", name={module!r})").problem
    assert type(problem) is errors.JaxImportFails
    assert problem.commands == ()
    assert problem.note.startswith(f"{module} is part of Python's standard library")


def test_an_archive_in_the_place_of_a_module(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.family()
    (site.folder / "numpy").mkdir()
    (site.folder / "numpy/__init__.py").write_text("")
    (site.distribution("numpy", "2.0") / "RECORD").write_text("numpy/__init__.py,,\n")
    archive = site.folder.parent / "lib.zip"
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("numpy/__init__.py", "")
    monkeypatch.setenv("PYTHONPATH", str(archive))
    monkeypatch.setattr(sys, "path", [str(archive), *sys.path])
    problem = default_backend.standing_in_the_way()
    assert problem
    assert problem.commands == ("unset PYTHONPATH",)
    assert problem.found == f"{archive}/numpy/__init__.py"
