"""The command on a terminal: widths, colours, the spinner, typing errors, completion."""

from __future__ import annotations

import argparse
import io
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jaxlib_core import cli, completion, standard_library, terminal

SOURCES = Path(terminal.__file__).parents[1]


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "out", "expected"),
    [
        ({}, Terminal(), True),
        ({}, io.StringIO(), False),
        ({"NO_COLOR": "1"}, Terminal(), False),
        ({"FORCE_COLOR": "1"}, io.StringIO(), True),
        ({"FORCE_COLOR": "0"}, Terminal(), False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, Terminal(), False),
        ({"TERM": "dumb"}, Terminal(), False),
    ],
)
def test_who_decides_of_colours(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], out: io.StringIO, expected: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal.coloured(out) is expected


def test_lines_end_within_the_columns_and_no_word_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "wanted: " + "some words " * 12 + "/a/path/that/is/longer/than/the/whole/line/and/stays/whole"
    lines = terminal.wrapped(text, 44, 2, 10)
    assert all(len(line) <= 44 or line.strip().startswith("/") for line in lines)
    assert lines[0].startswith("  wanted")
    assert all(line.startswith(" " * 10) for line in lines[1:])
    assert " ".join(line.strip() for line in lines) == text
    assert terminal.wrapped(text, 0, 2) == [f"  {text}"]
    monkeypatch.setenv("COLUMNS", "72")
    assert terminal.width(io.StringIO()) == 0
    assert terminal.width(Terminal()) == 72


def test_a_page_is_text_without_marks() -> None:
    page = "# JLP1 Name\n\nA [link](x.md) in words that `go` on\nand on.\n\n"
    page += "```text\n  as  it is\n```\n\n- one\n- two\n"
    assert terminal.markdown(page, 0, colours=False) == (
        "JLP1 Name\n\nA link in words that `go` on and on.\n\n      as  it is\n\n- one\n- two\n"
    )
    assert "\x1b[36mgo\x1b[0m" in terminal.markdown(page, 40, colours=True)


def test_the_spinner_waits_for_half_a_second_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    quick = Terminal()
    with terminal.spinner("looking", quick):
        pass
    assert quick.getvalue() == ""
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    slow = Terminal()
    with terminal.spinner("looking", slow):
        while "looking" not in slow.getvalue():
            time.sleep(0.01)
    assert slow.getvalue().endswith("\r\x1b[K")
    file = io.StringIO()
    with terminal.spinner("looking", file):
        time.sleep(0.05)
    assert file.getvalue() == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["docter"], "jaxlib: unknown command 'docter'; did you mean doctor?"),
        (["xyzzy"], "jaxlib: unknown command 'xyzzy'; there are: list, doctor, explain"),
        (["doctor", "--jsom"], "jaxlib doctor: unknown argument '--jsom'; did you mean --json?"),
        (["explain", "JLP0033"], "did you mean JLP003?"),
    ],
)
def test_a_slip_of_the_keyboard_is_answered(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert cli.main(words) == 2
    assert said in capsys.readouterr().err


def test_bash_completes_commands_and_their_options(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_pjrt = argparse.ArgumentParser()
    of_pjrt.add_argument("--input")
    monkeypatch.setattr(cli, "_pjrt_parsers", lambda: {"run": of_pjrt})
    assert cli.main(["completion", "bash"]) == 0
    script = capsys.readouterr().out

    def completes(*words: str) -> list[str]:
        line = " ".join(f"'{word}'" for word in words)
        typed = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _jaxlib; printf '%s\\n' ${{COMPREPLY[@]}}"
        return subprocess.run(
            ["bash", "-c", f"{script}\n{typed}"], check=True, capture_output=True, text=True
        ).stdout.split()

    assert completes("jaxlib", "do") == ["doctor"]
    assert completes("jaxlib", "doctor", "--t") == ["--timeout"]
    assert completes("jaxlib", "completion", "") == ["--help", *completion.SHELLS]
    assert completes("jaxlib", "explain", "JLP06") == [f"JLP06{digit}" for digit in range(5)]
    assert completes("jaxlib", "run", "--i") == ["--input"]
    for shell in ("zsh", "fish"):
        assert cli.main(["completion", shell]) == 0
        assert "doctor" in capsys.readouterr().out


def test_pythons_own_modules_are_python_s(tmp_path: Path) -> None:
    for name in ("random.py", "json.py", "zipfile.py"):
        (tmp_path / name).write_text("raise SystemExit('shadowed')")
    script = (
        f"from {standard_library.__name__} import first; first()\n"
        "import random, json, zipfile, email.parser; print(random.randint(3, 3))"
    )
    path = f"{tmp_path}:{SOURCES}"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr


def test_ctrl_c_ends_with_one_line() -> None:
    """Typed on a terminal while the doctor waits for a child process, which ends, too."""
    leader, follower = pty.openpty()
    script = (
        "from jaxlib_core import cli; from jaxlib_core.doctor import examination, probe; import os\n"
        "wait = 'import os, sys, time; os.write(int(sys.argv[1]), b\"1\"); time.sleep(600)'\n"
        "examination.examine = lambda **_: (print('ready', flush=True),"
        " probe.run_child(['-c', wait], [], dict(os.environ), 600))\n"
        "raise SystemExit(cli.main(['doctor']))"
    )
    # What a shell without job control starts in the background ignores the signal, and so do its children.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", heard + script],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        stdout=subprocess.PIPE,
        stderr=follower,
        start_new_session=True,
        text=True,
    )
    os.close(follower)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not any("sleep(600)" in line for line in map(commandline, children.read_text().split())):
        time.sleep(0.01)
    child = children.read_text().split()
    # Until Python has noticed that the program started.
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    process.stdout.close()
    said = os.read(leader, 65536).decode()
    os.close(leader)
    assert said.rsplit("\x1b[K", 1)[-1].strip() == "jaxlib: interrupted"
    assert not any(Path(f"/proc/{pid}").exists() for pid in child)


def commandline(process: str) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()
