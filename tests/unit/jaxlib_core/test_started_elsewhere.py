"""The ``jaxlib`` command of an environment, started by another Python than the environment's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import _jaxlib_command
import pytest

SOURCE = Path(_jaxlib_command.__file__).parent


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment's folders, with the package in it, whose Python is a link to this one's own."""
    site = tmp_path / "env" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    site.mkdir(parents=True)
    for name in ("_jaxlib_command.py", "jaxlib_core"):
        (site / name).symlink_to(SOURCE / name)
    binaries = tmp_path / "env" / "bin"
    binaries.mkdir()
    (binaries / "python").symlink_to(os.path.realpath(sys.executable))
    return tmp_path / "env"


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = list(map(str, command))
    return subprocess.run(
        words, env={**kept, **variables}, capture_output=True, text=True, check=False, cwd="/"
    )


def package(environment: Path) -> Path:
    return next(environment.glob("lib/python3.*/site-packages/jaxlib_core"))


def test_without_pyvenv_cfg_it_names_it_and_the_command_brings_it_back(environment: Path) -> None:
    command = (environment / "bin" / "python", "-E", package(environment), "completion", "fish")
    done = run(*command)
    assert (done.returncode, done.stdout) == (1, "")
    said = done.stderr.splitlines()
    assert said[1] == f"  where:  {environment}/pyvenv.cfg, which is missing"
    assert said[2] == "To fix it, run:"
    assert run("bash", "-c", said[3]).returncode == 0
    done = run(*command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("complete -c jaxlib ")


def test_another_python_names_the_one_of_the_environment(environment: Path) -> None:
    done = run(sys.executable, "-S", package(environment), "list")
    own = environment / "bin" / "python"
    assert done.stderr.splitlines()[1:] == [
        "To examine that environment, run:",
        f"{own} -E {package(environment)} list",
    ]


def test_a_python_that_is_gone_is_replaced(environment: Path) -> None:
    """As after an upgrade of the Python that an environment was created with."""
    own = environment / "bin" / "python"
    for name in ("python", "python3"):
        own.with_name(name).unlink(missing_ok=True)
        own.with_name(name).symlink_to("/no/such/python")
    done = run(os.path.realpath(sys.executable), package(environment), "list")
    said = done.stderr.splitlines()
    assert said[1] == f"  where:  {own}, a link to a Python that is gone"
    assert run("bash", "-c", said[3]).returncode == 0
    assert run(own, "-m", "jaxlib_core", "completion", "fish").returncode == 0


def test_without_site_packages_it_says_so(environment: Path) -> None:
    done = run(environment / "bin" / "python", "-S", package(environment), "list")
    assert done.stderr.splitlines()[1:] == [
        "  note:   Python was started with -S, and searches no installed packages"
    ]


def test_what_is_there_for_another_python_is_said(environment: Path) -> None:
    folder = package(environment).parents[1]
    folder.rename(folder.with_name("python3.8"))
    done = run(environment / "bin" / "python", package(environment))
    assert "are for python3.8, and this is python3." in done.stderr
    assert "To fix it" not in done.stderr


def test_a_copied_script_goes_on_with_the_python_beside_it(environment: Path) -> None:
    (environment / "pyvenv.cfg").write_text("")
    python = environment / "bin" / "python"
    python.unlink()
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    script = environment / "bin" / "jaxlib"
    script.write_text("import sys; from _jaxlib_command import main; sys.exit(main())")
    linked = environment / "elsewhere"
    linked.symlink_to(script)
    for place in (script, linked):
        done = run(sys.executable, place, "list", "--json", PYTHONPATH=str(SOURCE))
        assert done.stdout == "-m jaxlib_core list --json\n"
        assert done.stderr.startswith("jaxlib: this script was copied and starts the Python of another")
    python.unlink()
    done = run(sys.executable, script, "list", PYTHONPATH=str(SOURCE))
    assert done.returncode == 1
    assert done.stderr.endswith(
        f"{python} does not start: No such file or directory; create the environment again\n"
    )


@pytest.mark.parametrize(
    "variable", ["PYTHONIOENCODING=nonsense", "PYTHONHASHSEED=abc", "PYTHONHOME=/no/such/folder"]
)
def test_variables_that_keep_python_from_starting_are_passed_over(environment: Path, variable: str) -> None:
    (environment / "pyvenv.cfg").write_text("")
    command = (environment / "bin" / "python", "-E", "-m", "jaxlib_core", "completion", "fish")
    assert run(*command, **dict([variable.split("=")])).returncode == 0
