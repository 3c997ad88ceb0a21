"""Tutorials as their readers follow them: files saved, commands typed in a shell in a checkout of their own.

For docs/new-plugin.md, what stands for the reader's library opens XLA:CPU's, which has a device on every machine,
and calls itself Acme.
"""

from __future__ import annotations

import json
import os
import platform
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import COMMON, PYTHONS
from tools import ROOT
from tools.artifacts import manifest
from tools.artifacts.cache import Cache
from tools.environments.venv import Environment, upstreams_jaxlib

PAGE = ROOT / "docs/new-plugin.md"
#: Every function is XLA:CPU's but the one that tells the platform's name, and the one that makes a client: it has
#: the page's option.
ACME = """
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "pjrt_c_api.h"

static PJRT_Api api;
static PJRT_Client_Create *cpu_client;

static PJRT_Error *client(PJRT_Client_Create_Args *args) {
  static const char depth[] = "acme_queue_depth";
  for (size_t i = 0; i < args->num_options; i++) {
    const PJRT_NamedValue *option = &args->create_options[i];
    if (option->name_size != strlen(depth) || memcmp(option->name, depth, option->name_size)) continue;
    fprintf(stderr, "queue depth: %lld\\n", (long long)option->int64_value);
    args->num_options = 0;
  }
  return cpu_client(args);
}

static PJRT_Error *platform_name(PJRT_Client_PlatformName_Args *args) {
  args->platform_name = "acme";
  args->platform_name_size = 4;
  return NULL;
}

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);
const PJRT_Api *GetPjrtApi(void) {
  void *library = dlopen(XLA_CPU, RTLD_NOW | RTLD_LOCAL);
  const PJRT_Api *(*get)(void) = library ? (const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi") : NULL;
  if (get == NULL) return NULL;
  api = *get();
  cpu_client = api.PJRT_Client_Create;
  api.PJRT_Client_Create = client;
  api.PJRT_Client_PlatformName = platform_name;
  return &api;
}
"""
LIBRARY, RELEASE = "/path/libacme.so", manifest.default_release()
#: Kept out of the reader's checkout: what is built, installed, or this checkout's history.
APART = (".git", ".nox", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist")
#: What a reader answers to the questions that have no default.
LICENCE = {"licence, as an SPDX expression": "Apache-2.0"}


def commands(heading: str) -> list[str]:
    """The commands of one section: its indented lines, those that end with a backslash joined."""
    section = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^    ((?:.*\\\n)*.*)$", section, re.MULTILINE)
    return [re.sub(r"\\\n\s*", "", line) for line in lines]


class Step(NamedTuple):
    """What a tutorial has its reader do: save a file, type a command, or compare with what that printed."""

    kind: Literal["file", "command", "output"]
    text: str
    name: str = ""


def steps_of(page: Path) -> Iterator[Step]:
    """The steps of a tutorial, in its order."""
    block = r"^```(?P<language>\w+)\n(?P<body>(?:.*\n)*?)```$|^    (?P<command>(?:.*\\\n)*.*)$"
    text = page.read_text("utf-8")
    for match in re.finditer(block, text, re.MULTILINE):
        if match["command"]:
            yield Step("command", match["command"])
        elif saved := re.search(r"[Ss]ave this as `([\w.]+)`:\n+\Z", text[: match.start()]):
            yield Step("file", match["body"], saved[1])
        else:
            assert match["language"] == "text", f"{page.name}: a program that is not saved: {match['body']}"
            yield Step("output", match["body"])


def matches(shown: str, said: str) -> bool:
    """Whether a command said what a page shows, whose `...` stand for anything."""
    lines = (
        r"(?:.*\n)*?" if line == "..." else r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in shown.splitlines()
    )
    return re.search(rf"^{''.join(lines)}", said + "\n", re.MULTILINE) is not None


class Reader:
    """A checkout, a virtual environment whose ``pip`` and ``jaxlib`` are first on the path, and a library."""

    def __init__(self, folder: Path, environment: Environment, library: Path) -> None:
        self.checkout = folder / "checkout"
        shutil.copytree(ROOT, self.checkout, ignore=shutil.ignore_patterns(*APART))
        self.library = library
        self.asked: list[str] = []
        (folder / "bin").mkdir()
        nox = folder / "bin" / "nox"
        # As the page says where nox is not installed.
        nox.write_text(f'#!/bin/sh\nexec "{sys.executable}" noxfile.py "$@"\n')
        nox.chmod(0o755)
        variables = environment.variables({"PIP_CONSTRAINT": upstreams_jaxlib()[1]})
        self._variables = {
            **variables,
            "PATH": f"{folder / 'bin'}:{environment.python.parent}:{os.environ['PATH']}",
        }

    def types(self, command: str, answers: dict[str, str]) -> str:
        """Type ``command`` on a terminal, and answer what it asks; gives its output.

        Raises:
            AssertionError: The command failed.
        """
        command = command.replace(LIBRARY, str(self.library))
        terminal, own = pty.openpty()
        with open(terminal, "r+b", buffering=0) as keyboard:  # noqa: PTH123
            running = subprocess.Popen(
                ["bash", "-ec", command],
                cwd=self.checkout,
                env=self._variables,
                stdin=own,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            os.close(own)
            assert running.stdout
            said = line = b""
            while part := os.read(running.stdout.fileno(), 4096):
                said += part
                line = (line + part).rpartition(b"\n")[2]
                if line.endswith(b": "):
                    self.asked.append(line.decode())
                    answer = next((text for asked, text in answers.items() if asked in self.asked[-1]), "")
                    keyboard.write(answer.encode() + b"\n")
                    line = b""
            running.stdout.close()
        text = said.decode()
        assert running.wait() == 0, f"{command}\n{text}"
        return text


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    folder = tmp_path_factory.mktemp("page")
    artifact = manifest.load(RELEASE).artifact("xla-cpu-pjrt")
    assert artifact.library is not None
    real = Cache().member(artifact.file(platform.machine()), artifact.library.member)
    header = Cache().member(artifact.file("x86_64"), artifact.headers["pjrt_c_api"])
    (folder / "acme.c").write_text(ACME.replace("XLA_CPU", json.dumps(str(real.resolve()))))
    library = folder / "libacme.so"
    target = f"{platform.machine()}-linux-gnu.2.28"
    compile_shared([folder / "acme.c"], library, target=target, include=[header.parent])
    environment = Environment.create(folder / "environment", PYTHONS[COMMON], seed=True)
    yield Reader(folder, environment, library)
    shutil.rmtree(folder, ignore_errors=True)


def test_its_steps_give_a_backend(reader: Reader) -> None:
    first, options = commands("Write the plugin")
    steps = commands("Build, check, install")
    assert [step.split(" -- ")[0] for step in (first, options)] == ["nox -s new_plugin"] * 2
    assert f"jax=={RELEASE} jaxlib-acme=={RELEASE}" in steps[-3], "the page is of the default release"
    assert [step.split()[0] for step in steps[-3:]] == ["pip", "jaxlib", "python"]
    reader.types(first, LICENCE)
    assert [question for question in reader.asked if next(iter(LICENCE)) in question]
    assert (reader.checkout / "plugins/jaxlib-acme/plugin.toml").is_file()
    module = reader.checkout / "plugins/jaxlib-acme/src/jaxlib_acme/__init__.py"
    assert str(module.relative_to(reader.checkout)) in PAGE.read_text("utf-8")
    (source,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    module.parent.mkdir(parents=True, exist_ok=True)
    module.write_text(source)
    said = [reader.types(step, {}) for step in steps]
    assert said[-2].rstrip().endswith("Healthy.")
    # As XLA:CPU calls its devices.
    assert re.search(r"^\[CpuDevice\(id=0\)", said[-1], re.MULTILINE)
    assert "queue depth: 8" in said[-1], "the module's option does not reach the library"


def test_its_options_answer_every_question(reader: Reader) -> None:
    """The second command, for another name, as the first has used the page's."""
    _, options = commands("Write the plugin")
    (reader.checkout / "EULA.txt").write_text("Acme's terms.\n")
    # No library of this machine is linked with that one.
    words = re.sub(r" --needs \S+", "", options.replace(" acme ", " acme2 "))
    assert words != options
    reader.asked.clear()
    reader.types(words, {})
    assert not reader.asked
    facts = (reader.checkout / "plugins/jaxlib-acme2/plugin.toml").read_text("utf-8")
    assert '"/dev/acme0"' in facts


@pytest.mark.parametrize("name", ["first-program", "exported-model", "lock"])
def test_a_tutorials_steps_do_what_it_says(
    name: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = Environment.create(tmp_path_factory.mktemp("tutorial"), PYTHONS[COMMON], seed=True)
    reader = Reader(tmp_path, environment, tmp_path)
    # The wheels are those of this checkout, where they are built already.
    shutil.copytree(ROOT / "dist", reader.checkout / "dist")
    page = ROOT / "docs/tutorials" / f"{name}.md"
    if name == "exported-model":
        install = (
            step.text for step in steps_of(page.with_name("first-program.md")) if step.kind == "command"
        )
        for command in install:
            if command.startswith(("nox", "pip")):
                reader.types(command, {})
    said = ""
    for step in steps_of(page):
        if step.kind == "file":
            (reader.checkout / step.name).write_text(step.text, "utf-8")
        elif step.kind == "command":
            said = reader.types(step.text, {})
        else:
            assert matches(step.text, said), f"wanted:\n{step.text}\nfound:\n{said}"


@pytest.mark.parametrize(
    ("shown", "said", "same"),
    [
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a ... d\n", "a b c d\n", True),
        ("a\nd\n", "a\nb\nd\n", False),
    ],
)
def test_output_is_compared(shown: str, said: str, same: bool) -> None:
    assert matches(shown, said) == same
