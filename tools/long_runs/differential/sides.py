"""One worker for each environment, asked the same; a worker that crashes or hangs is an outcome, and replaced."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

WORKER = Path(__file__).with_name("worker.py")
#: Seconds after which a step counts as hanging. A step compiles at most a few small programs.
PATIENCE = 120.0

Outcome = dict[str, Any]


@dataclass
class Side:
    """A worker of one environment, and what it was asked since its last reset."""

    python: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    before: Sequence[str] = ()  # the command that starts Python, if it is not started directly
    process: subprocess.Popen[str] | None = None
    errors: IO[bytes] | None = None

    def ask(self, step: Sequence[Any]) -> Outcome:
        """The outcome of a step; ``{"crashed": STATUS}`` or ``{"hung": STATUS}`` where the worker gave none."""
        if self.process is None:
            self._start()
            outcome = self._answer(["reset"])
            if self.process is None:  # it ended before the step
                return outcome
        return self._answer(step)

    def _answer(self, step: Sequence[Any]) -> Outcome:
        """The outcome of a step in the worker that runs; there is none any more where that crashed or hung."""
        process = self.process
        assert process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(json.dumps(step) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self._ended("crashed")
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if not selector.select(PATIENCE):
                process.send_signal(signal.SIGABRT)  # faulthandler writes where each thread is
                return self._ended("hung")
        line = process.stdout.readline()
        if not line:
            return self._ended("crashed")
        outcome: Outcome = json.loads(line)
        return outcome

    def close(self) -> None:
        """End the worker."""
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None
        if self.errors:
            self.errors.close()
            self.errors = None

    def _start(self) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - read when the worker has ended
        self.process = subprocess.Popen(
            [*self.before, str(self.python), str(WORKER)],
            env={
                **os.environ,
                "PYTHONPATH": str(WORKER.parent),
                "TF_CPP_MIN_LOG_LEVEL": "3",
                **self.variables,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )

    def _ended(self, how: str) -> Outcome:
        assert self.process
        assert self.errors
        status = self.process.wait(60)
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - 6000))
        printed = self.errors.read().decode("utf-8", "replace")
        self.close()
        return {how: status, "printed": printed}


#: Upstream's text where it takes the type of a number's subclass for another one than it converts it to.
CONFUSED = "INVALID_ARGUMENT: Executable expected parameter"


def difference(ours: Outcome, theirs: Outcome, *, hostile: bool = False) -> str | None:
    """How two outcomes of one step differ in a way that counts; None where ours is upstream's, or better.

    A crash or a hang of ours counts always, one of upstream's never: there anything else is better. With
    ``hostile`` operands, which upstream may believe where they lie, what upstream accepts must be accepted, but
    values may differ, and what upstream refuses may be accepted.
    """
    for how in ("crashed", "hung"):
        if how in ours:
            return f"{how} with status {ours[how]}\n{ours['printed']}"
    if "crashed" in theirs or "hung" in theirs:
        return None
    if hostile or theirs.get("said", "").startswith(CONFUSED):
        return f"ours     {ours}\nupstream {theirs}" if "error" in ours and "value" in theirs else None
    if ("error" in ours) != ("error" in theirs) or ours.get("value") != theirs.get("value"):
        return f"ours     {ours}\nupstream {theirs}"
    kinds = {ours.get("error"), theirs.get("error")}
    if len(kinds) > 1:
        return f"ours     {ours}\nupstream {theirs}"
    return None
