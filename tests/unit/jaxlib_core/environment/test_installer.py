"""Which installer made an environment, and how its commands are spelled."""

from __future__ import annotations

import base64
import hashlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from jaxlib_core.environment import install_commands, installer, pip_settings
from jaxlib_core.environment.installer import Installer

from tests.unit.jaxlib_core.site import Site


def recognized(prefix: Path, base: Path = Path("/base")) -> Installer:
    return installer.recognize(python=str(prefix / "bin/python"), prefix=prefix, base=base)


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The commands that are on the PATH: to be changed."""
    found = {"uv", "pip", "pipx"}
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name in found else None)
    return found


def with_pip(site: Site) -> None:
    for path in ("__main__.py", "_internal/cli/main.py"):
        file = site.folder / "pip" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")


def test_an_environment_with_pip(site: Site, tmp_path: Path, tools: set[str]) -> None:
    with_pip(site)
    assert recognized(tmp_path).run("install", "jax") == f"{tmp_path}/bin/python -m pip install jax"


def test_a_python_that_was_started_through_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    running = os.path.realpath(sys.executable)
    monkeypatch.setattr(sys, "executable", "/proc/self/exe")
    assert installer._python() == running


def test_the_script_of_pip_beside_the_running_one_is_no_package(
    site: Site, tmp_path: Path, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_pip(site)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pip").write_text("#!/bin/sh\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "bin"), *sys.path])
    assert recognized(tmp_path).kind == "pip"


def test_an_environment_that_uv_made(site: Site, tmp_path: Path, tools: set[str]) -> None:
    with_pip(site)
    (tmp_path / "pyvenv.cfg").write_text("home = /base\nuv = 0.13\n")
    found = recognized(tmp_path)
    assert found.run("uninstall", "-y", "jax") == f"uv pip uninstall --python {tmp_path}/bin/python jax"
    tools.remove("uv")
    assert recognized(tmp_path).run("install", "jax").endswith("python -m pip install jax")


def test_no_pip_and_no_uv(
    site: Site, tmp_path: Path, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tools.remove("uv")
    assert recognized(tmp_path).kind == "outer pip"
    monkeypatch.setattr(installer, "_module", lambda name: name == "ensurepip")
    python = f"{tmp_path}/bin/python"
    assert (
        recognized(tmp_path).run("install", "jax") == f"{python} -m ensurepip && {python} -m pip install jax"
    )


def test_a_python_that_the_system_owns(
    site: Site, tmp_path: Path, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_pip(site)
    (tmp_path / "EXTERNALLY-MANAGED").write_text("")
    monkeypatch.setattr("os.__file__", str(tmp_path / "os.py"))
    found = recognized(tmp_path, tmp_path)
    assert "pip install --break-system-packages jax" in found.run("install", "jax")
    assert not recognized(tmp_path).managed, "an environment of one's own is one's own"


def test_pipx(site: Site, tmp_path: Path, tools: set[str]) -> None:
    (tmp_path / "pipx_metadata.json").write_text("{}")
    assert recognized(tmp_path).run("install", "jax") == f"pipx runpip {tmp_path.name} install jax"


@pytest.fixture
def project(site: Site, tmp_path: Path, tools: set[str], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("UV_PROJECT_ENVIRONMENT", raising=False)  # of the session that runs the tests
    folder = tmp_path / "work"
    (folder / ".venv").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("")
    (folder / "uv.lock").write_text(
        'version = 1\n[[package]]\nname = "jaxlib-cpu"\nversion = "0.10.2"\n[[package]]\nname = "numpy"\n'
        'version = "2.4.6"\n'
    )
    found = recognized(folder / ".venv")
    monkeypatch.setattr(installer, "here", lambda: found)
    return folder


def test_a_uv_project_takes_what_its_lock_has(project: Path) -> None:
    (command,) = install_commands.install("jaxlib-cpu==0.10.2", force=True)
    assert command == f"uv sync --inexact --project {project} --reinstall-package jaxlib-cpu"
    (command,) = install_commands.install("scipy>=1.14")
    assert command == f"uv add --project {project} --reinstall-package scipy 'scipy>=1.14'"
    assert install_commands.uninstall("jaxlib-cpu") == (f"uv remove --project {project} jaxlib-cpu",)


def test_no_version_that_no_index_has(site: Site) -> None:
    (command,) = install_commands.install("jaxlib==0.10.2+bindings", "x===1+2", force=True)
    assert command == "python -m pip install --force-reinstall --no-deps jaxlib==0.10.2 x===1+2"


def test_metadata_that_no_installer_can_replace_goes_first(site: Site) -> None:
    info = site.distribution("numpy", "2.4.6")
    (info / "RECORD").unlink()
    (command,) = install_commands.install("numpy")
    assert command == f"rm -rf {info} && python -m pip install numpy"


def test_jaxlibs_package_goes_with_metadata_that_no_installer_can_replace(site: Site) -> None:
    """What is left of one jaxlib among the files of the other, upstream's or the family's, does not load."""
    info = site.distribution("jaxlib", "0.10.2+bindings")
    (info / "METADATA").unlink()
    package = info.with_name("jaxlib")
    package.mkdir(exist_ok=True)
    (command,) = install_commands.install("jaxlib==0.10.2+bindings")
    assert command == f"rm -rf {info} {package} && python -m pip install jaxlib==0.10.2"


def test_metadata_of_what_is_required_must_not_stop_an_installer(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """uv ends if the metadata of anything that it may have to install cannot be read."""
    monkeypatch.setattr(installer, "here", lambda: Installer("uv", "python"))
    site.distribution("jaxlib", "0.10.2", requires=("acme>=1", "other; extra == 'x'"))
    for name in ("acme", "scipy", "other"):
        (site.distribution(name, "1.0") / "METADATA").unlink()
    (command,) = install_commands.install("jax==0.10.2", "jaxlib==0.10.2")
    assert command.partition(" && ")[0].split()[2:] == [
        str(site.folder / f"{name}-1.0.dist-info") for name in ("scipy", "acme")
    ]
    assert "rm -rf" not in install_commands.install("jaxlib==0.10.2", force=True)[0]


def test_of_two_copies_the_wanted_one_is_kept(site: Site) -> None:
    site.distribution("jaxlib", "0.10.2")
    other = site.distribution("jaxlib", "0.10.1")
    (command,) = install_commands.instead_of_two("jaxlib", "0.10.2")
    assert command == f"rm -rf {other} && python -m pip install --force-reinstall --no-deps jaxlib==0.10.2"


def test_of_two_builds_in_one_folder_the_package_goes_too(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installer, "here", lambda: Installer("pip", "/e/bin/python"))
    infos = sorted(str(site.distribution("jaxlib", version)) for version in ("0.10.2", "0.10.2+bindings"))
    (site.folder / "jaxlib").mkdir()
    (command,) = install_commands.instead_of_two("jaxlib", "0.10.2")
    away, _, install = command.partition(" && ")
    words = shlex.split(away)
    assert (words[:2], sorted(words[2:])) == (["rm", "-rf"], sorted([*infos, str(site.folder / "jaxlib")]))
    assert install.endswith("--force-reinstall --no-deps jaxlib==0.10.2")


def test_a_pip_that_is_not_whole_is_not_used(
    site: Site, tmp_path: Path, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_pip(site)
    info = site.distribution("pip", "26.0")
    main = site.folder / "pip" / "__main__.py"
    digest = base64.urlsafe_b64encode(hashlib.sha256(main.read_bytes()).digest()).rstrip(b"=").decode()
    (info / "RECORD").write_text(f"pip/__main__.py,sha256={digest},0\npip/__pycache__/x.pyc,,\n")
    monkeypatch.setattr(installer, "_module", lambda name: name == "ensurepip")
    python = f"{tmp_path}/bin/python"
    assert recognized(tmp_path).kind == "pip"
    main.write_text("garbage")
    assert recognized(tmp_path).kind == "uv"
    tools.remove("uv")
    assert recognized(tmp_path).run("install", "jax") == (
        f"rm -rf {site.folder}/pip {info} && {python} -m ensurepip && {python} -m pip install jax"
    )
    main.unlink()
    assert recognized(tmp_path).kind == "ensurepip"


def test_a_leftover_script_of_pips_is_not_used(
    site: Site, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tools.remove("uv")
    monkeypatch.setattr(installer, "_module", lambda _: False)
    assert recognized(Path("/")).kind == "none"
    assert recognized(Path("/elsewhere")).kind == "outer pip"


@pytest.mark.parametrize(
    ("variables", "configuration", "virtual", "words"),
    [
        ({}, "", True, ()),
        ({"PIP_REQUIRE_VIRTUALENV": "1"}, "", False, ("PIP_REQUIRE_VIRTUALENV=0",)),
        ({"PIP_REQUIRE_VIRTUALENV": "1"}, "", True, ()),
        ({}, "[global]\nrequire-virtualenv = true\n", False, ("PIP_REQUIRE_VIRTUALENV=0",)),
        ({"PIP_REQUIRE_VIRTUALENV": "0"}, "[global]\nrequire-virtualenv = true\n", False, ()),
        ({"PIP_USER": "yes", "PIP_TARGET": "/x"}, "", True, ("-u PIP_TARGET", "PIP_USER=0")),
        (
            {"PIP_PYTHON": "/x/python", "PIP_REQUIRE_HASHES": "1"},
            "",
            True,
            ("-u PIP_PYTHON", "PIP_REQUIRE_HASHES=0"),
        ),
        (
            {"PIP_NO_BINARY": ":all:"},
            "[install]\nno_deps = on\n",
            True,
            ("PIP_NO_DEPS=0", "PIP_NO_BINARY=:none:"),
        ),
        ({"PIP_INDEX_URL": "https://example.org"}, "not a configuration", True, ()),
        (
            {"PYTHONWARNINGS": "error", "PIP_USER": "1"},
            "",
            True,
            ("-u PYTHONWARNINGS", "PIP_USER=0"),
        ),
    ],
)
def test_settings_that_keep_pip_from_installing(
    variables: dict[str, str],
    configuration: str,
    virtual: bool,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    (tmp_path / "pip.conf").write_text(configuration)
    for name, value in {"PIP_CONFIG_FILE": str(tmp_path / "pip.conf"), **variables}.items():
        monkeypatch.setenv(name, value)
    assert pip_settings.overrides(virtual=virtual) == words
    command = Installer("pip", "python", overrides=words).run("install", "jax")
    assert command == " ".join([*(["env", *words] if words else []), "python -m pip install jax"])


@pytest.mark.parametrize(
    ("constraints", "excluded"),
    [
        ("", False),
        ("six==1.0\n# a comment\n-r other.txt\n", False),
        ("numpy==1.26.4  # of the container\n", True),
        ("NumPy==2.1\nscipy==1.18.1", False),
        ("jax<0.10", True),
        ("jax>=0.10", False),
        ("numpy<2", True),
        ("numpy>1,<3", False),
    ],
)
def test_constraints_that_exclude_what_is_wanted_are_left_out(
    constraints: str, excluded: bool, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    site.distribution("jax", "0.10.2", requires=("numpy>=2.0", 'scipy<1; extra == "old"'))
    file = tmp_path / "constraints.txt"
    file.write_text(constraints)
    monkeypatch.setenv("PIP_CONSTRAINT", str(file))
    words = ("PIP_CONSTRAINT=/dev/null",) if excluded else ()
    assert pip_settings.against_constraints(["jax==0.10.2"]) == words
    alone = words if constraints.startswith("jax") else ()
    assert pip_settings.against_constraints(["jax==0.10.2"], dependencies=False) == alone
    monkeypatch.setattr(installer, "here", lambda: Installer("pip", "python"))
    (command,) = install_commands.install("jax==0.10.2")
    assert command == " ".join([*(["env", *words] if words else []), "python -m pip install jax==0.10.2"])


def test_a_stand_in_for_uv_that_does_not_start(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_pip(site)
    (tmp_path / "pyvenv.cfg").write_text("home = /base\nuv = 0.13\n")
    shim = tmp_path / "uv"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert recognized(tmp_path).kind == "pip"


def test_metadata_without_a_version_goes_before_pip_trips_over_it(site: Site) -> None:
    info = site.distribution("jax", "0.10.2")
    assert "rm -rf" not in install_commands.install("jax==0.10.2")[0]
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: jax\n")
    assert f"rm -rf {info} && " in install_commands.install("jax==0.10.2")[0]


def test_what_blocks_a_package_goes_unless_a_command_before_has_installed_it(site: Site) -> None:
    site.distribution("jax", "0.10.2")
    package = site.folder / "jax"
    package.symlink_to("nothing")
    (command,) = install_commands.install("jax==0.10.2")
    clearing = command.partition("; } && ")[0] + "; }"
    subprocess.run(["sh", "-c", f"rm {package}; mkdir {package}; {clearing}"], check=True)
    assert package.is_dir()
    package.rmdir()
    package.symlink_to("nothing")
    subprocess.run(["sh", "-c", clearing], check=True)
    assert not package.is_symlink()


@pytest.mark.parametrize(("first", "said"), [("true", ""), ("false", "second\n")])
def test_the_second_of_two_commands_runs_only_if_the_first_fails(first: str, said: str) -> None:
    (command,) = install_commands.either((first,), ("true && echo second",))
    assert subprocess.run(["sh", "-c", command], check=True, capture_output=True, text=True).stdout == said


def test_uv_does_without_a_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("UV_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert installer._uv_has_a_cache()
    monkeypatch.setenv("HOME", "/dev/null")
    assert not installer._uv_has_a_cache()
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    assert installer._uv_has_a_cache()
    command = Installer("uv", "python", overrides=(installer.WITHOUT_CACHE,)).run("install", "jax")
    assert command == "env UV_NO_CACHE=1 uv pip install --python python jax"


def test_a_removed_folder_has_no_project(
    site: Site, tmp_path: Path, tools: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_PROJECT_ENVIRONMENT", str(tmp_path / "env"))
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert recognized(tmp_path / "env").kind != "uv project"
    monkeypatch.setenv("UV_CACHE_DIR", "cache")
    installer._uv_has_a_cache()
