"""jaxlib's wheel for this Python, unpacked, in a process of its own: a crash is one failed test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.artifacts.manifest import load
from tools.builder import build

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
#: Golden files, at the paths of the sources that they test.
IR = HERE / "_ir"
PROGRAMS = IR / "programs"
EXPECTED = IR / "passes" / "expected"

#: With this variable, expected files are written instead of compared.
UPDATE = "JAXLIB_UPDATE_GOLDEN"


class Refused(Exception):
    """What a function of the worker raised, as ``TYPE: TEXT``."""


class Bindings:
    """The functions of worker.py, by their names."""

    def __init__(self, site: Path) -> None:
        #: Environment variables of a Python that finds this jaxlib.
        self.variables = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(site), str(ROOT / "packages/jaxlib-core/src")]),
        }
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py")],
            env=self.variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __getattr__(self, name: str) -> Any:
        def ask(*arguments: Any, **options: Any) -> Any:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps([name, arguments, options]) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
            assert line, f"the process of the bindings ended with status {self._process.wait()} in {name}"
            answer = json.loads(line)
            if "error" in answer:
                raise Refused(answer["error"])
            return answer["answer"]

        return ask

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait(60)


@pytest.fixture(scope="session")
def bindings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bindings]:
    site = tmp_path_factory.mktemp("jaxlib")
    with zipfile.ZipFile(build.jaxlib(load(None).release)) as wheel:
        wheel.extractall(site)
    worker = Bindings(site)
    yield worker
    worker.close()


def expect(path: Path, text: str) -> None:
    """Compare a text with a file of expected text."""
    if os.environ.get(UPDATE):
        path.write_text(text)
    assert path.read_text() == text, f"{path} holds another text; after a look at it: {UPDATE}=1"
