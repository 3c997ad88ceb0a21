"""Follows pages as a reader does: saves files, runs commands, and compares their output with the page."""

from __future__ import annotations

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from tools import DIST, ROOT
from tools.environments.venv import Environment

EXAMPLES = ROOT / "examples"
#: Left out of a reader's checkout: builds, environments, and the history.
APART = (".git", ".nox", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist")


class Step(NamedTuple):
    """A step of a page: save a file, run a command, compare its output, or read a program."""

    kind: Literal["file", "command", "output", "program"]
    text: str
    name: str = ""


def steps_of(page: Path, heading: str = "") -> Iterator[Step]:
    """The steps of a page, or of one of its sections, in their order.

    A command is an indented line, those that end with a backslash joined; a block of ``text`` is what is printed,
    unless the page has it saved.
    """
    text = page.read_text("utf-8")
    if heading:
        text = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    block = r"^```(?P<language>\w*)\n(?P<body>(?:.*\n)*?)```$|^    (?P<command>(?:.*\\\n)*.*)$"
    for match in re.finditer(block, text, re.MULTILINE):
        if match["command"]:
            yield Step("command", re.sub(r"\\\n\s*", "", match["command"]))
        elif saved := re.search(r"[Ss]ave this as `([\w./]+)`:\n+\Z", text[: match.start()]):
            yield Step("file", match["body"], saved[1])
        else:
            yield Step("output" if match["language"] == "text" else "program", match["body"])


def commands(page: Path, heading: str = "") -> list[str]:
    """The commands of a page, or of one of its sections."""
    return [step.text for step in steps_of(page, heading) if step.kind == "command"]


def printed(page: Path) -> list[str]:
    """The output that a page shows."""
    return [line for step in steps_of(page) if step.kind == "output" for line in step.text.splitlines()]


def comparable(line: str) -> str:
    """A line without the parts that differ between runs."""
    return " ".join(re.sub(r"\d[\d.,]*", "N", line).split())


def matches(shown: str, said: str) -> bool:
    """Whether a command printed what a page shows, whose `...` stand for anything."""
    lines = (
        r"(?:.*\n)*?" if line == "..." else r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in shown.splitlines()
    )
    return re.search(rf"^{''.join(lines)}", said + "\n", re.MULTILINE) is not None


class Reader:
    """Runs commands on a terminal, in a folder and in an environment whose programs are first on PATH.

    ``instead`` has replacements in the page's commands, such as the path of a library.
    """

    def __init__(
        self,
        folder: Path,
        environment: Environment,
        more: Mapping[str, str] | None = None,
        instead: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.environment, self.instead = folder, environment, dict(instead or {})
        self.asked: list[str] = []
        path = {"PATH": f"{environment.python.parent}:{os.environ['PATH']}"}
        self.variables = environment.variables({**path, **(more or {})})

    def types(self, command: str, answers: Mapping[str, str] | None = None, status: int = 0) -> str:
        """The output of ``command``, which must end with ``status``; its questions are answered with ``answers``.

        Without ``answers``, its standard input is empty.
        """
        for wanted, actual in self.instead.items():
            command = command.replace(wanted, actual)
        terminal, own = pty.openpty()
        with open(terminal, "r+b", buffering=0) as keyboard:  # noqa: PTH123
            running = subprocess.Popen(
                ["bash", "-ec", command],
                cwd=self.folder,
                env=self.variables,
                stdin=subprocess.DEVNULL if answers is None else own,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            os.close(own)
            assert running.stdout
            said = line = b""
            while part := os.read(running.stdout.fileno(), 4096):
                said += part
                line = (line + part).rpartition(b"\n")[2]
                if answers is not None and line.endswith(b": "):
                    self.asked.append(line.decode())
                    answer = next((text for asked, text in answers.items() if asked in self.asked[-1]), "")
                    keyboard.write(answer.encode() + b"\n")
                    line = b""
            running.stdout.close()
        text = said.decode()
        assert running.wait() == status, f"{command}\n{text}"
        return text

    def takes(self, steps: Iterator[Step]) -> None:
        """Do each step: save, run, or compare with the output of the last command; `...` matches anything."""
        said = ""
        for step in steps:
            match step.kind:
                case "file":
                    (self.folder / step.name).write_text(step.text, "utf-8")
                case "command":
                    said = self.types(step.text, {})
                case "output":
                    assert matches(step.text, said), f"wanted:\n{step.text}\nfound:\n{said}"
                case "program":
                    raise AssertionError(f"a program that is not saved: {step.text}")


class ExampleReader(Reader):
    """Runs the commands of an example's page, in a copy of its folder."""

    def __init__(self, folder: Path, name: str, environment: Environment) -> None:
        self.page = EXAMPLES / name / "README.md"
        shutil.copytree(EXAMPLES / name, folder / name, dirs_exist_ok=True)
        super().__init__(folder / name, environment, {"XDG_CACHE_HOME": str(folder / "cache")})

    def follows_the_page(self) -> None:
        """Run all commands except installations, and compare their output with the page."""
        said = "".join(self.types(command) for command in commands(self.page) if not _installs(command))
        self.as_the_page_says(said)

    def as_the_page_says(self, said: str) -> None:
        """Compare lines without their numbers; other lines may be between them."""
        found = [comparable(line) for line in said.splitlines()]
        wanted = [comparable(line) for line in printed(self.page)]
        assert wanted
        assert [line for line in found if line in wanted] == wanted, said


def checkout(folder: Path) -> Path:
    """A copy of this checkout in ``folder``, without what was built."""
    shutil.copytree(ROOT, folder / "checkout", ignore=shutil.ignore_patterns(*APART))
    return folder / "checkout"


def nox(folder: Path, python: str = sys.executable) -> Path:
    """A folder with a ``nox``, run as the pages say where it is not installed."""
    program = folder / "bin" / "nox"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{python}" noxfile.py "$@"\n')
    program.chmod(0o755)
    return program.parent


def _installs(command: str) -> bool:
    return command.startswith("pip install ")


def pins(folder: Path) -> tuple[str, str]:
    """An installer's option for the versions of what the examples require, in a file in ``folder``.

    They name none themselves, so that a copy of them starts with the newest.
    """
    group = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]["examples"]
    path = folder / "constraints.txt"
    path.write_text("\n".join(group) + "\n", "utf-8")
    return ("--constraint", str(path))


def install(environment: Environment, name: str, *more: str) -> None:
    """Run the installation commands of an example's page, one at a time."""
    for command in filter(_installs, commands(EXAMPLES / name / "README.md")):
        words = shlex.split(command)[2:]
        if "-r" in words:
            words[words.index("-r") + 1] = str(EXAMPLES / name / "requirements.txt")
        environment.install("--find-links", str(DIST), *words, *more)
