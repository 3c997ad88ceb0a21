"""The examples' pages: what they say to type and what is printed, typed and compared."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

from tools import DIST, ROOT
from tools.environments.venv import Environment

EXAMPLES = ROOT / "examples"


def commands(page: Path) -> list[str]:
    """What a page says to type: its indented lines, those that end with a backslash joined."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^    ((?:.*\\\n)*.*)$", text, re.MULTILINE)
    return [re.sub(r"\\\n\s*", "", line) for line in lines]


def printed(page: Path) -> list[str]:
    """The lines that a page says are printed."""
    blocks = re.findall(r"^```text\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def comparable(line: str) -> str:
    """A line without what differs from run to run."""
    return " ".join(re.sub(r"\d[\d.,]*", "N", line).split())


class Reader:
    """Types the commands of an example's page, in a copy of the folder and in an environment of its own."""

    def __init__(self, folder: Path, name: str, environment: Environment) -> None:
        self.folder, self.page = folder / name, EXAMPLES / name / "README.md"
        shutil.copytree(EXAMPLES / name, self.folder, dirs_exist_ok=True)
        self.environment = environment
        self.variables = environment.variables(
            {
                "PATH": f"{environment.python.parent}:{os.environ['PATH']}",
                "XDG_CACHE_HOME": str(folder / "cache"),
            }
        )

    def types(self, command: str, status: int = 0) -> str:
        """The output of ``command``, which must end with ``status``."""
        done = subprocess.run(
            ["bash", "-ec", command],
            cwd=self.folder,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{command}\n{done.stdout}"
        return done.stdout

    def follows_the_page(self) -> None:
        """Type all but what installs, and compare what is printed with what the page says."""
        said = "".join(self.types(command) for command in commands(self.page) if not _installs(command))
        self.as_the_page_says(said)

    def as_the_page_says(self, said: str) -> None:
        found = [comparable(line) for line in said.splitlines()]
        wanted = [comparable(line) for line in printed(self.page)]
        assert wanted
        assert [line for line in found if line in wanted] == wanted, said


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
    """Install what the page of an example says, each of its commands at a time."""
    for command in filter(_installs, commands(EXAMPLES / name / "README.md")):
        words = shlex.split(command)[2:]
        if "-r" in words:
            words[words.index("-r") + 1] = str(EXAMPLES / name / "requirements.txt")
        environment.install("--find-links", str(DIST), *words, *more)
