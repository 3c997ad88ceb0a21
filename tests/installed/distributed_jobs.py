"""Jobs of several processes, each with either jaxlib: calls in them, kills and stops, and how they ended."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("distributed_worker.py")

#: The time-outs of a job in seconds, short for the sake of the tests.
TIMES = {"heartbeat_timeout": 3, "shutdown_timeout": 4}

#: Seconds after a time-out within which a process that is notified must end: half an interval, a check each second,
#: and some time for a busy machine.
LATE = 25.0

#: How long a process may take to import its jaxlib where many do so at once, in seconds.
STARTING = 300.0


def within(seconds: float, wait: Callable[[float], bool]) -> bool:
    """Whether ``wait`` became true within that many seconds of the test's own running time.

    It waits in slices, so that a pause of the whole test or the machine counts as at most one slice.
    """
    slices = max(1, round(seconds * 2))
    return any(wait(seconds / slices) for _ in range(slices))


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


class Answer:
    """The answer to a call, once it is known."""

    def __init__(self) -> None:
        self._known = threading.Event()
        self._value: list[Any] = []

    @property
    def known(self) -> bool:
        """Whether it is known."""
        return self._known.is_set()

    def set(self, value: list[Any]) -> None:
        """It is known."""
        self._value = value
        self._known.set()

    def __call__(self, timeout: float = 60) -> list[Any]:
        """Wait for it: ["ok", VALUE], [TYPE, TEXT] or ["ended", STATUS]."""
        assert within(timeout, self._known.wait), "a call did not come to an end"
        return self._value


class Process:
    """A process of a job, on the jaxlib of the Python that runs it."""

    def __init__(self, python: str, prefix: Sequence[str] = ()) -> None:
        self.process = subprocess.Popen(
            [*prefix, python, str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._answers: dict[int, Answer] = {}
        self._errors: list[str] = []
        self._lock = threading.Lock()
        self._readers = [
            threading.Thread(target=run, daemon=True) for run in (self._read_answers, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def ask(self, *request: Any) -> Answer:
        """Send a request; the returned answer can be awaited."""
        assert self.process.stdin is not None
        with self._lock:
            number = len(self._answers)
            answer = self._answers[number] = Answer()
        try:
            self.process.stdin.write(json.dumps([number, *request]) + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            answer.set(["ended", self.process.wait()])
        return answer

    def call(self, method: str, *args: Any, **kwargs: Any) -> Answer:
        """Call a method of its client."""
        return self.ask("call", "client", method, args, kwargs)

    def end(self, timeout: float = 60) -> tuple[int, str]:
        """Wait until it ends; returns its status, and the job's error that it was notified of, if any."""
        assert within(timeout, self._ended), f"a process hangs; its errors: {self.errors()[-2000:]}"
        status = self.process.wait()
        for reader in self._readers:
            reader.join(10)
        told = re.search(r"absl::Status: (.*)", self.errors(), re.DOTALL)
        text = re.split(r"\n(?:[IWEF]\d{4} |\*\*\*|    @)|\[type", told[1])[0] if told else ""
        return status, comparable(text).strip()

    def _ended(self, timeout: float) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout)
        return self.process.returncode is not None

    def close(self) -> None:
        """Kill it, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(60)
        for reader in self._readers:
            reader.join(10)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                if pipe is not None:
                    pipe.close()

    def errors(self) -> str:
        """Its standard error so far."""
        return "".join(self._errors)

    def _read_answers(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with suppress(ValueError):
                number, *answer = json.loads(line)
                self._answers[number].set(answer)
        status = self.process.wait()
        for answer in list(self._answers.values()):
            if not answer.known:
                answer.set(["ended", status])

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self._errors.extend(self.process.stderr)


class Job:
    """Processes with a client each; the first has the service too.

    Args:
        pythons: Of each process, the first being the service's.
        times: The service's and clients' time-outs, where they are not `TIMES`.
        address: Where the service is, as clients name it.
        prefixes: Of each process, what its command line begins with.
        security: Arguments of the service and of all clients for mutual TLS.
    """

    def __init__(
        self,
        pythons: Sequence[str],
        *,
        recoverable: bool = False,
        register: int = 60,
        times: dict[str, int] | None = None,
        address: str = "127.0.0.1",
        prefixes: Sequence[Sequence[str]] | None = None,
        service_apart: bool = False,
        security: dict[str, str] | None = None,
    ) -> None:
        self.times = {**TIMES, **(times or {})}
        self.register = register
        self.security = security or {}
        self.recoverable = recoverable
        self.address = f"{address}:{free_port()}"
        self.size = len(pythons)
        self.pythons = list(pythons)
        self.prefixes = list(prefixes or [()] * self.size)
        self.processes = [Process(*pair) for pair in zip(pythons, self.prefixes, strict=True)]
        self.server = Process(pythons[0], self.prefixes[0]) if service_apart else self.processes[0]
        self.everyone = [*self.processes, self.server]
        try:
            self._make_all()
        except BaseException:
            self.close()
            raise

    def _make_all(self) -> None:
        made = self.server.ask(
            "service",
            {
                "address": self.address,
                "num_nodes": self.size,
                "recoverable": self.recoverable,
                "cluster_register_timeout": self.register,
                **self.times,
                **self.security,
            },
        )(STARTING)
        assert made[0] == "ok", made
        for number in range(self.size):
            self.make_client(number)

    def make_client(self, number: int, **more: Any) -> None:
        """Give a process its client."""
        arguments = {
            "address": self.address, "node_id": number, "init_timeout": self.register, **self.times,
            **self.security, **more,
        }  # fmt: skip
        made = self.processes[number].ask("client", arguments)(STARTING)
        assert made[0] == "ok", made

    def restart(self, number: int) -> None:
        """Replace a process that has ended by a new one."""
        self.processes[number] = Process(self.pythons[number], self.prefixes[number])
        self.everyone.append(self.processes[number])
        self.make_client(number)

    def connect(self) -> None:
        """Connect all."""
        answers = [process.call("connect") for process in self.processes]
        assert [answer() for answer in answers] == [["ok", None]] * self.size

    def all(self, method: str, *args: Any) -> list[list[Any]]:
        """Call a method in every process at once."""
        answers = [process.call(method, *args) for process in self.processes]
        return [comparable(answer()) for answer in answers]

    def close(self) -> None:
        """Kill what is left."""
        for process in self.everyone:
            process.close()

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def comparable(value: Any) -> Any:
    """An answer without the parts that differ between runs and between releases of gRPC."""
    if isinstance(value, list):
        return [comparable(element) for element in value]
    if not isinstance(value, str):
        return value
    value = re.sub(r"\d{15,}", "NUMBER", value)
    value = re.sub(r"(while calling [^\n]*:\n:).*?(?= \[type\.|\Z)", r"\1...", value, flags=re.DOTALL)
    return re.sub(r"127\.0\.0\.1:\d+", "ADDRESS", value)


def seconds_until_end(processes: Sequence[Process], since: float) -> float:
    """How long it took until all of some processes had ended."""
    for process in processes:
        process.end()
    return time.monotonic() - since
