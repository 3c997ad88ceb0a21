"""The command's output: no terminal escapes, and a one-line error if it cannot be printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jaxlib_lock import cli
from jaxlib_lock.errors import LockError
from jaxlib_lock.seeds import Seeds

from tests.unit.jaxlib_lock.conftest import SEEDS

SOURCES = Path(cli.__file__).parents[1]
#: The command with seeds of a test: those that it is shipped with are made by the build.
PROGRAM = """
import json, os, sys
from jaxlib_lock import cli
from jaxlib_lock.seeds import Seeds
raise SystemExit(cli.main(seeds=Seeds(json.loads(os.environ["SEEDS"]))))
"""
HOSTILE = "x\x1b[2J\x9b1m\u202e\udcff[red]"


def lock(*words: str, redirection: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell, as a user redirects it."""
    return subprocess.run(
        ["bash", "-c", f'"$0" -c "$PROGRAM" "$@" {redirection}', sys.executable, *words],
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCES),
            "PROGRAM": PROGRAM,
            "SEEDS": json.dumps(SEEDS),
            **variables,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("prog", ["jaxlib-lock", "nox -s lock --"])
def test_an_error_names_the_command_as_it_was_run(
    prog: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(tmp_path)], seeds=Seeds(SEEDS), prog=prog) == 2
    assert f"make one: {prog} make --requirements FILE " in capsys.readouterr().err


def test_an_error_has_no_lines_but_its_own() -> None:
    forged = f"{HOSTILE}\nerror: none"
    error = LockError(forged, ("found", forged), advice=(forged,))
    lines = str(error).splitlines()
    assert [line for line in lines if not line.startswith("  ")] == [
        r"x\x1b[2J\x9b1m\u202e\udcff[red]\nerror: none",
        "To fix it:",
    ]
    assert all(line.isprintable() for line in lines)


def test_a_path_is_no_markup_and_no_escape_sequence(tmp_path: Path) -> None:
    done = lock("diff", f"{tmp_path}/\x1b[2J[/]", f"{tmp_path}/b")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert r"\x1b[2J[/]" in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        (">&-", "jaxlib-lock: cannot write to standard output: Bad file descriptor\n"),
        (">&- 2>&-", ""),
    ],
)
def test_a_closed_output_is_one_line(tmp_path: Path, redirection: str, said: str) -> None:
    done = lock("diff", str(tmp_path), str(tmp_path), redirection=redirection)
    assert (done.returncode, done.stderr) == (2, said)


def test_a_full_output_is_one_line(tmp_path: Path) -> None:
    done = lock("diff", "--json", str(tmp_path), str(tmp_path), redirection=">/dev/full")
    assert done.returncode == 2
    assert done.stderr == "jaxlib-lock: cannot write to standard output: No space left on device\n"


def test_an_encoding_without_the_letters_is_no_traceback(tmp_path: Path) -> None:
    done = lock("diff", str(tmp_path / "日本"), str(tmp_path), PYTHONIOENCODING="ascii:strict")
    assert done.returncode == 2
    assert r"\u65e5\u672c" in done.stderr
