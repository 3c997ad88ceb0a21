"""Runs tasks in child processes: forks of a server in an environment, with limits on time and memory."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.environments.venv import Environment

SERVER = Path(__file__).with_name("children") / "server.py"
#: Imported before any task: the module that builds a model, and so jax, flax and MaxText.
MAXTEXT = ("tools.models.children.maxtext",)
#: The same for a user's own model, which may import anything.
OWN = ("tools.models.children.module",)
_POLL = 0.1
_RAISED = re.compile(r"([A-Za-z_]\w*\.)*[A-Z]\w*(: |$)")


@dataclass(frozen=True)
class Limits:
    """The limits of one child process."""

    seconds: float
    memory: int


class Closed(Exception):
    """The server was closed before its child ended, so that the task has no result."""


class ChildFailed(Exception):
    """A child failed; it has the reason, and the end of the child's log."""

    def __init__(self, reason: str, log: str) -> None:
        super().__init__(reason)
        self.reason, self.log = reason, log


@dataclass
class _Child:
    changed: threading.Condition
    pid: int | None = None
    status: int | None = None
    processor: float = 0.0


@dataclass
class Server:
    """A process in ``environment`` that has imported ``modules``, and forks itself for each task.

    The first task starts it, and the next task restarts it if it died. ``close`` ends it for good.
    """

    environment: Environment
    modules: Sequence[str] = MAXTEXT
    package: str = "tools.models.children"
    variables: Mapping[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[bytes] | None = None
    _closed: bool = False
    _children: dict[int, _Child] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    def run(
        self,
        action: str,
        task: Mapping[str, Any],
        folder: Path,
        limits: Limits,
        variables: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """The result of ``task`` by the module ``action``, with ``processor``, its seconds of CPU time.

        The log is kept in ``folder``. ``variables`` are set in the child only.

        Raises:
            ChildFailed: It raised an exception, died, or exceeded its limits.
            Closed: The server was closed before the task ended.
        """
        folder.mkdir(parents=True, exist_ok=True)
        log, result = folder / f"{action}.log", folder / f"{action}.result.json"
        result.unlink(missing_ok=True)
        log.write_bytes(b"")
        name = f"{self.package}.{action}"
        order = {
            "action": name,
            "task": task,
            "log": str(log),
            "result": str(result),
            "variables": dict(variables or {}),
        }
        child = self._start(order)
        reason = self._end(child, limits)
        if self._closed and reason:
            raise Closed
        lines = _said(log)
        if isinstance(reason, int):
            if not reason:
                data: dict[str, Any] = json.loads(result.read_text("utf-8"))
                return {**data, "processor": child.processor}
            reason = _cause(lines, reason)
        raise ChildFailed(reason, "\n".join(lines[-60:]))

    def close(self) -> None:
        """Ends the server and its children."""
        with self._lock:
            self._closed = True
            if self._process:
                assert self._process.stdin is not None
                with contextlib.suppress(BrokenPipeError):
                    self._process.stdin.close()
                self._process.wait()
                self._process = None

    def _start(self, order: Mapping[str, Any]) -> _Child:
        with self._lock:
            if self._closed:
                raise Closed
            if self._process is None or self._process.poll() is not None:
                self._open()
            number = next(self._numbers)
            child = self._children[number] = _Child(threading.Condition())
            assert self._process is not None
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(json.dumps({"number": number, **order}).encode() + b"\n")
                self._process.stdin.flush()
            except BrokenPipeError:
                child.status = -signal.SIGPIPE
        return child

    def _open(self) -> None:
        said = self.environment.folder.with_suffix(".server.log")
        with said.open("wb") as log:
            self._process = subprocess.Popen(
                # Its folder is not searched: a file there must not hide a module that a model imports.
                [str(self.environment.python), "-P", str(SERVER), *self.modules],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=self.environment.folder,
                # In its own process group, so that Ctrl-C does not reach the children and look like their failure.
                process_group=0,
                env=self.environment.variables({"TF_CPP_MIN_LOG_LEVEL": "2", **self.variables}),
            )
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        if not first:
            self._process.communicate()
            status, self._process = self._process.returncode, None
            lines = _said(said)
            raise ChildFailed(f"{', '.join(self.modules)}: {_cause(lines, status)}", "\n".join(lines[-60:]))
        threading.Thread(target=self._listen, args=[self._process], daemon=True).start()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with process.stdout as stdout:
            for line in stdout:
                said = json.loads(line)
                child = self._children[said["number"]]
                with child.changed:
                    child.pid = said.get("pid", child.pid)
                    child.status = said.get("status")
                    child.processor = said.get("processor", 0.0)
                    child.changed.notify_all()
        for child in list(self._children.values()):
            with child.changed:
                if child.status is None:
                    child.status = -signal.SIGKILL
                child.changed.notify_all()

    def _end(self, child: _Child, limits: Limits) -> str | int:
        """Waits for a child, and kills it if it exceeds its limits; returns its status, or the reason."""
        until = time.monotonic() + limits.seconds
        reason = ""
        with child.changed:
            while child.status is None:
                child.changed.wait(_POLL)
                if child.pid is None or child.status is not None or reason:
                    continue
                if time.monotonic() > until:
                    reason = f"it took more than {limits.seconds:.0f} s"
                elif _resident(child.pid) > limits.memory:
                    reason = f"it held more than {limits.memory / 1e9:.1f} GB of memory"
                if reason:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(child.pid, signal.SIGKILL)
            return reason or child.status


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _said(log: Path) -> list[str]:
    """A log's lines, with paths relative to the repository's root, because results are compared across machines."""
    text = log.read_text("utf-8", "replace").replace(f"{ROOT}/", "").replace(f"{Path.home()}/", "~/")
    return text.splitlines()


def _cause(lines: list[str], status: int) -> str:
    if status < 0:
        return f"it died of {signal.Signals(-status).name}"
    # The last line of a traceback; jax and flax add lines of their own below it.
    begins = max((n for n, line in enumerate(lines) if line.startswith("Traceback")), default=len(lines))
    raised = [n for n in range(begins, len(lines)) if _RAISED.match(lines[n])]
    if not raised:
        return f"it ended with status {status}"
    said = itertools.takewhile(lambda line: line and not line.startswith("---"), lines[raised[-1] :])
    return " ".join(line.strip() for line in itertools.islice(said, 4))[:400]
