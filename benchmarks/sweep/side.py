"""A worker process of the sweep, which may crash or hang, and is then replaced."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Mapping
from pathlib import Path
from subprocess import PIPE
from typing import Any

from benchmarks.processes import BenchmarkError
from tools.environments.venv import OUTSIDE

SCRIPT = Path(__file__).parents[1] / "workers" / "sweep_worker.py"
#: Seconds after which a request counts as hanging; and a start.
PATIENCE, START = 60.0, 180.0


class CellError(Exception):
    """A cell that a side cannot do: an error of jax's or of the library, a crash or a hang."""


class Side:
    """One side of the comparison: a process of an environment's Python, started when it is first asked."""

    def __init__(
        self, python: Path, log: Path, devices: int, script: Path = SCRIPT, patience: float = PATIENCE
    ) -> None:
        self._command = [str(python), str(script)]
        self._log = log
        self._devices = devices
        self._patience = patience
        self._process: subprocess.Popen[str] | None = None
        #: What the process said when it started.
        self.hello: Mapping[str, Any] = {}

    def start(self) -> None:
        """Start the process.

        Raises:
            BenchmarkError: It ended or did not answer.
        """
        kept = {key: value for key, value in os.environ.items() if not key.startswith(OUTSIDE)}
        kept["JAX_NUM_CPU_DEVICES"] = str(self._devices)
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._command, env=kept, cwd=self._log.parent, text=True, stdin=PIPE, stdout=PIPE, stderr=log
            )
        try:
            self.hello = self._answer(START)
        except CellError as error:
            raise BenchmarkError(f"{' '.join(self._command)}: {error}; see {self._log}") from error

    def ask(self, **request: object) -> dict[str, Any]:
        """The answer to a request.

        Raises:
            CellError: The cell failed, or the process ended or hung; the next request starts a new one.
        """
        if self._process is None:
            self.start()
        assert self._process
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise CellError(self._ended()) from None
        answer = self._answer(self._patience)
        if "error" in answer:
            raise CellError(answer["error"])
        return answer

    def _answer(self, seconds: float) -> dict[str, Any]:
        assert self._process
        assert self._process.stdout
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            self.stop()
            raise CellError(f"hangs: no answer in {seconds:.0f} s")
        line = self._process.stdout.readline()
        if not line:
            raise CellError(self._ended())
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _ended(self) -> str:
        assert self._process
        status = self._process.wait()
        self.stop()
        said = self._log.read_text("utf-8", "replace").strip().splitlines()
        return f"crashes: the process ended with status {status}" + (f": {said[-1][:200]}" if said else "")

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
