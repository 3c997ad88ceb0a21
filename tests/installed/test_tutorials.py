"""The tutorials and docs/new-plugin.md, as readers follow them in a checkout of their own.

For docs/new-plugin.md, what stands for the reader's library opens XLA:CPU's, which has a device on every machine,
and calls itself Acme.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import COMMON, PYTHONS
from tests.installed.page_reader import Reader, checkout, commands, matches, nox, steps_of
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
#: The tutorials for a reader of the first one.
BUILDS_ON_THE_FIRST = ("exported-model", "absent-hardware")
#: What a reader answers to the questions that have no default.
LICENCE = {"licence, as an SPDX expression": "Apache-2.0"}


def reader_in(folder: Path, environment: Environment, instead: dict[str, str] | None = None) -> Reader:
    """A reader with a checkout, a ``nox``, and the programs of a virtual environment."""
    path = f"{nox(folder)}:{environment.python.parent}:{os.environ['PATH']}"
    more = {"PATH": path, "PIP_CONSTRAINT": upstreams_jaxlib()[1]}
    return Reader(checkout(folder), environment, more, instead)


@pytest.fixture(scope="module")
def reader(temporary: Callable[[str], Path]) -> Iterator[Reader]:
    folder = temporary("page")
    artifact = manifest.load(RELEASE).artifact("xla-cpu-pjrt")
    assert artifact.library is not None
    real = Cache().member(artifact.file(platform.machine()), artifact.library.member)
    header = Cache().member(artifact.file("x86_64"), artifact.headers["pjrt_c_api"])
    (folder / "acme.c").write_text(ACME.replace("XLA_CPU", json.dumps(str(real.resolve()))))
    library = folder / "libacme.so"
    target = f"{platform.machine()}-linux-gnu.2.28"
    compile_shared([folder / "acme.c"], library, target=target, include=[header.parent])
    environment = Environment.create(folder / "environment", PYTHONS[COMMON], seed=True)
    yield reader_in(folder, environment, {LIBRARY: str(library)})
    shutil.rmtree(folder, ignore_errors=True)


def test_its_steps_give_a_backend(reader: Reader) -> None:
    first, options = commands(PAGE, "Write the plugin")
    steps = commands(PAGE, "Build, check, install")
    assert [step.split(" -- ")[0] for step in (first, options)] == ["nox -s new_plugin"] * 2
    assert [step.split()[0] for step in steps[-3:]] == ["pip", "jaxlib", "python"]
    reader.types(first, LICENCE)
    assert [question for question in reader.asked if next(iter(LICENCE)) in question]
    assert (reader.folder / "plugins/jaxlib-acme/plugin.toml").is_file()
    module = reader.folder / "plugins/jaxlib-acme/src/jaxlib_acme/__init__.py"
    assert str(module.relative_to(reader.folder)) in PAGE.read_text("utf-8")
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
    _, options = commands(PAGE, "Write the plugin")
    (reader.folder / "EULA.txt").write_text("Acme's terms.\n")
    # No library of this machine is linked with that one.
    words = re.sub(r" --needs \S+", "", options.replace(" acme ", " acme2 "))
    assert words != options
    reader.asked.clear()
    reader.types(words, {})
    assert not reader.asked
    facts = (reader.folder / "plugins/jaxlib-acme2/plugin.toml").read_text("utf-8")
    assert '"/dev/acme0"' in facts


@pytest.mark.parametrize(
    "name", ["first-program", "exported-model", "absent-hardware", "lock", "vendor-plugin"]
)
def test_a_tutorials_steps_do_what_it_says(name: str, tmp_path: Path) -> None:
    environment = Environment.create(tmp_path / "tutorial", PYTHONS[COMMON], seed=True)
    reader = reader_in(tmp_path, environment)
    if name != "vendor-plugin":  # which compiles with a header that a build leaves
        # The wheels are those of this checkout, where they are built already: of the line that a reader builds, so
        # that pip finds no newer one.
        (reader.folder / "dist").mkdir()
        for wheel in (ROOT / "dist").glob(f"*-{RELEASE}-*.whl"):
            shutil.copy(wheel, reader.folder / "dist")
    page = ROOT / "docs/tutorials" / f"{name}.md"
    if name in BUILDS_ON_THE_FIRST:
        for command in commands(page.with_name("first-program.md")):
            if command.startswith(("nox", "pip")):
                reader.types(command, {})
    reader.takes(steps_of(page))


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
