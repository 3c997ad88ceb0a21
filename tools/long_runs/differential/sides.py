"""Runs a worker in each environment with the same steps; a crash or hang is an outcome, and restarts the worker."""

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
    """A worker of one environment, and its steps since the last reset."""

    python: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    before: Sequence[str] = ()  # the command that starts Python, if it is not started directly
    process: subprocess.Popen[str] | None = None
    errors: IO[bytes] | None = None

    def ask(self, step: Sequence[Any]) -> Outcome:
        """The outcome of a step; ``{"crashed": STATUS}`` or ``{"hung": STATUS}`` if the worker returned none."""
        if self.process is None:
            self._start()
            outcome = self._answer(["reset"])
            if self.process is None:  # it ended before the step
                return outcome
        return self._answer(step)

    def _answer(self, step: Sequence[Any]) -> Outcome:
        """The outcome of a step in the running worker, which is gone afterwards if it crashed or hung."""
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


#: Upstream's error when it traces a number's subclass as one type and converts it to another.
CONFUSED = "INVALID_ARGUMENT: Executable expected parameter"

#: What Python says of recursion that ends in a comparison.
COMPARING = "in comparison"


def difference(ours: Outcome, theirs: Outcome, *, hostile: bool = False) -> str | None:
    """The difference between two outcomes of a step; None if ours equals upstream's or is better.

    A crash or a hang of ours always counts. If upstream crashes or hangs, any other outcome of ours is better. So
    is a value where upstream has a RecursionError: its caches compare keys with hostile objects of earlier steps.
    With ``hostile`` operands, which may lie about themselves, we must accept what upstream accepts, but values may
    differ, and we may accept what upstream refuses.
    """
    for how in ("crashed", "hung"):
        if how in ours:
            return f"{how} with status {ours[how]}\n{ours['printed']}"
    if "crashed" in theirs or "hung" in theirs:
        return None
    if "value" in ours and theirs.get("error") == "RecursionError" and COMPARING in theirs["said"]:
        return None
    if hostile or theirs.get("said", "").startswith(CONFUSED):
        return f"ours     {ours}\nupstream {theirs}" if "error" in ours and "value" in theirs else None
    if ("error" in ours) != ("error" in theirs) or ours.get("value") != theirs.get("value"):
        return f"ours     {ours}\nupstream {theirs}"
    kinds = {ours.get("error"), theirs.get("error")}
    if len(kinds) > 1:
        return f"ours     {ours}\nupstream {theirs}"
    return None
