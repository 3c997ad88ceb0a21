"""The ``jaxlib`` script after its package was removed by hand."""

from __future__ import annotations

import compileall
import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import _jaxlib_command
import pytest
from jaxlib_core.doctor import variables

from tests.unit.jaxlib_core.site import Site


def run(site: Path) -> subprocess.CompletedProcess[str]:
    """The script as an installer writes it, with ``site`` alone beside Python's own modules."""
    shutil.copy(_jaxlib_command.__file__, site)
    script = "import sys; from _jaxlib_command import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("left", "requirement"),
    [
        ({}, "jaxlib-core"),
        ({"jaxlib": "0.10.2+bindings", "jax": "0.12.0"}, "jaxlib-core==0.10.2"),
        ({"jaxlib-core": "0.11.2", "jaxlib": "0.10.2"}, "jaxlib-core==0.11.2"),
    ],
    ids=["nothing", "jaxlib", "metadata"],
)
def test_it_says_so_and_what_to_run(site: Site, left: dict[str, str], requirement: str) -> None:
    for name, version in left.items():
        site.distribution(name, version)
    done = run(site.folder)
    assert (done.returncode, done.stdout) == (1, "")
    line, _, command = done.stderr.splitlines()
    gone = f"the package of this command, jaxlib_core, is gone from {site.folder}"
    assert line == f"jaxlib: {gone}; this script was left behind."
    assert command.endswith(f" --no-deps {requirement}")
    assert sys.executable in command


def test_half_a_package_is_as_none(site: Site) -> None:
    (site.folder / "jaxlib_core" / "pages").mkdir(parents=True)
    assert run(site.folder).stderr.startswith("jaxlib: the package of this command, jaxlib_core, is gone")


def test_what_the_package_itself_lacks_is_not_taken_for_it(site: Site) -> None:
    (site.folder / "jaxlib_core").mkdir()
    (site.folder / "jaxlib_core" / "__init__.py").write_text("")
    (site.folder / "jaxlib_core" / "cli.py").write_text("import no_such_module")
    assert "No module named 'no_such_module'" in run(site.folder).stderr


def test_with_its_package_it_is_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["jaxlib", "doktor"])
    assert _jaxlib_command.main() == 2
    assert "unknown command 'doktor'" in capsys.readouterr().err


def broken(site: Site, text: str, **files: str) -> str:
    """The output of the command if its package's ``cli`` has that text, beside other modules."""
    (site.folder / "jaxlib_core").mkdir()
    (site.folder / "jaxlib_core" / "__init__.py").write_text("")
    (site.folder / "jaxlib_core" / "cli.py").write_text(text)
    for name, content in files.items():
        (site.folder / f"{name}.py").write_text(content)
    done = run(site.folder)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    "text", ["this is not a program", "import no_such", "import os\ndef main(): os.stat(7.5)"]
)
def test_a_damaged_package_says_what_to_run(site: Site, text: str) -> None:
    lines = broken(site, text).splitlines()
    assert lines[1] == f"  where:  {site.folder}/jaxlib_core/cli.py"
    assert lines[2] == "To fix it, run:"
    assert lines[3].endswith(" --no-deps jaxlib-core")


def test_damaged_bytecode_is_taken_away(site: Site) -> None:
    broken(site, "this = no_program")
    (site.folder / "jaxlib_core" / "cli.py").write_text("def main(): return 0\n")
    compileall.compile_dir(site.folder, quiet=1, force=True)  # also what was written this second
    (cached,) = (site.folder / "jaxlib_core" / "__pycache__").glob("cli.*.pyc")
    cached.write_bytes(cached.read_bytes()[:40])
    lines = run(site.folder).stderr.splitlines()
    assert lines[-2] == "To fix it, run:"
    subprocess.run(["bash", "-c", lines[-1]], check=True)
    assert run(site.folder).returncode == 0


def test_a_module_that_another_librarys_symbols_are_missing_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = ImportError("undefined symbol: crc32", name="binascii")
    advise = functools.partial(_jaxlib_command._advice, error, "/python/zipfile.py", "/site/", python=True)
    for variable in ("LD_LIBRARY_PATH", "LD_PRELOAD"):
        monkeypatch.delenv(variable, raising=False)
    assert "To fix it, run:" not in advise()
    monkeypatch.setenv("LD_LIBRARY_PATH", "/no/such/folder")
    assert advise()[-2:] == ["To fix it, run:", "unset LD_LIBRARY_PATH"]
    monkeypatch.setattr(error, "name", "zzz_no_module")
    assert "To fix it, run:" not in advise(), "without the variable it is the same"


def test_a_damaged_python_is_named(site: Site) -> None:
    text = f"exec(compile('import no_such', {os.__file__!r}, 'exec'))"
    said = broken(site, text)
    assert f"  where:  {os.__file__}" in said
    assert "reinstall this Python" in said
    assert "To fix it" not in said


def test_somebody_elses_module_that_fails_is_named(site: Site) -> None:
    said = broken(site, "import strange", strange="1 / 0")
    file = site.folder / "strange.py"
    assert said.endswith(f"To fix it, run:\nmv {file} {file}.off\n")


def test_another_package_of_its_name_is_not_taken(site: Site, tmp_path: Path) -> None:
    (tmp_path / "jaxlib_core").mkdir()
    (tmp_path / "jaxlib_core" / "__init__.py").write_text("1 / 0")
    said = broken(
        site,
        "raise ValueError('the right one')",
        sitecustomize=f"import sys; sys.path.insert(0, {str(tmp_path)!r})",
    )
    assert "the right one" in said


def test_a_python_whose_own_path_is_no_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    error = UnicodeEncodeError("utf-8", "\udcc3", 0, 1, "surrogates not allowed")
    advice = _jaxlib_command._advice(error, "/python/urllib/parse.py", "/site/jaxlib_core/", python=True)
    assert "To fix it, run:" not in advice, "the path of this Python is text"
    monkeypatch.setattr(sys, "prefix", "/gr\udcc3\udcb6sse")
    advice = _jaxlib_command._advice(error, "/python/urllib/parse.py", "/site/jaxlib_core/", python=True)
    assert advice[-2:] == ["To fix it, run:", "export PYTHONUTF8=1"]


def test_where_names_are_misread_the_command_is_run_again_in_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda _, words, environment: runs.append((words, environment)))
    monkeypatch.setattr(sys, "prefix", "/gr\udcc3\udcb6sse")
    monkeypatch.setattr(sys, "argv", ["/env/bin/jaxlib", "doctor", "--json"])
    error = UnicodeEncodeError("utf-8", "\udcc3", 0, 1, "surrogates not allowed")
    assert _jaxlib_command.unable(error) == 1
    ((words, environment),) = runs
    assert words[1:] == ["-m", "jaxlib_core", "doctor", "--json"]
    assert environment["PYTHONUTF8"] == "1"
    monkeypatch.setenv(_jaxlib_command.MISREAD, environment[_jaxlib_command.MISREAD])
    assert _jaxlib_command.unable(error) == 1, "once"
    assert len(runs) == 1
    setting = variables._encoding(None)
    assert setting, "the doctor that was started again says why"
    assert setting.problem.commands == ("export PYTHONUTF8=1",)


@pytest.mark.parametrize(
    ("limits", "lines"),
    [
        ((30 << 20, -1), ["To fix it, run:", "ulimit -v unlimited"]),
        ((30 << 20, 1 << 30), ["To fix it, run:", "ulimit -v 1048576"]),
        ((30 << 20, 30 << 20), []),
        ((-1, -1), []),
    ],
)
def test_a_command_that_is_refused_memory_names_the_limit(
    limits: tuple[int, int], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: limits)
    said = _jaxlib_command._why(MemoryError()).splitlines()
    assert said[2].startswith("  note:   ")
    assert ("ulimit -v 30720" in said[2]) == (limits[0] != -1)
    assert said[3:] == lines or (not lines and "To fix it, run:" not in said)
