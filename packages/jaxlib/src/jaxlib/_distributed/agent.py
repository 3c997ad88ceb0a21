"""A process's side of the protocol: it registers, sends heartbeats, and is notified when the job has failed.

Threads: a heartbeat thread and gRPC's own, which are daemons. All methods may be called from any thread.
Blocking: methods wait for the service's response; signal handlers run in the meantime.
"""

from __future__ import annotations

import contextlib
import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from jaxlib._distributed import messages, transport
from jaxlib._distributed.messages import State
from jaxlib._distributed.status import (
    BARRIER_ERROR,
    MISMATCH_ERROR,
    SERVICE_ERROR,
    StatusError,
    duration,
    from_grpc,
    service_error,
    trimmed,
)

#: How much longer than the service an agent waits, in seconds, so that the service's own error is reported.
_MARGIN = 5.0

#: How often a heartbeat is retried if the connection fails.
_RETRIES = 3


@dataclass(frozen=True)
class Options:
    """The options of an agent; times are in seconds.

    Attributes:
        leaves: Whether ``shut_down`` informs the service.
        on_error: Called once, with the error that ends the process's participation in the job.
    """

    task: int
    init_timeout: float
    shutdown_timeout: float
    heartbeat_timeout: float
    leaves: bool
    on_error: Callable[[StatusError], None]


class Agent:
    """A process of a job, connected to the service by a gRPC channel, which the agent owns."""

    def __init__(self, channel: Any, options: Options) -> None:
        self.task = options.task
        self._options = options
        self._channel = channel
        self._calls = {
            method: channel.unary_unary(f"/{messages.SERVICE}/{method}") for method in messages.METHODS
        }
        self._incarnation = secrets.randbits(64)
        self._service = 0
        self._lock = threading.Lock()
        self._state = State.DISCONNECTED
        self._error: StatusError | None = None
        self._left = False
        self._closed = False
        self._stop = threading.Event()
        self._cancellable: set[Any] = set()
        self._counters: dict[str, int] = {}
        self._ongoing: set[str] = set()

    # ---- Joining and leaving

    def connect(self) -> None:
        """Register, and wait until all processes of the job have registered.

        Raises:
            StatusError: It is already connected, the service is unreachable or refuses, or not all register in
                time. All but the first also end the process's participation in the job.
        """
        with self._lock:
            if self._state != State.DISCONNECTED:
                raise service_error(
                    "FAILED_PRECONDITION", "Coordination service agent is not in DISCONNECTED state."
                )
        deadline = time.monotonic() + self._options.init_timeout + _MARGIN
        attempt = 0
        while True:
            attempt += 1
            try:
                response = self._call(
                    "RegisterTask",
                    timeout=max(deadline - time.monotonic(), 0.001),
                    wait_for_ready=True,
                    source_task_id=self.task,
                    incarnation=self._incarnation,
                )
                break
            except StatusError as error:
                again = SERVICE_ERROR not in error.payloads or error.code in ("ABORTED", "INTERNAL")
                pause = random.random() * (1 << min(14, attempt)) / 1000  # noqa: S311
                if self._closed or not again or time.monotonic() + pause >= deadline:
                    self._fail(error, "RegisterTask")
                    raise
                time.sleep(pause)
        with self._lock:
            self._service = response.service_incarnation
            self._state = State.CONNECTED
            self._stop = threading.Event()
        threading.Thread(
            target=self._heartbeats, args=(self._stop,), name="jaxlib-heartbeats", daemon=True
        ).start()
        self._poll_for_error()

    def start_shut_down(self) -> Any:
        """Announce that this process leaves; returns a request for `shut_down` to wait for if it is connected."""
        if not self._options.leaves or self._state != State.CONNECTED:
            return None
        fields = {"incarnations": self._incarnations(), "source_task_id": self.task}
        request = messages.encode("ShutdownTaskRequest", **fields)
        return self._future("ShutdownTask", request, self._options.shutdown_timeout + _MARGIN)

    def shut_down(self, request: Any = None) -> None:
        """Leave the job, and wait until all processes want to leave. Does nothing if it is not connected.

        Args:
            request: The result of ``start_shut_down``, if it was called.

        Raises:
            StatusError: Not all processes arrived, or the job had failed.
        """
        failed: StatusError | None = None
        request = request or self.start_shut_down()
        if request is not None:
            try:
                self._finish(request, "ShutdownTask")
            except StatusError as error:
                short = trimmed(error, _path("ShutdownTask"))
                failed = service_error(
                    error.code,
                    f"Failed to disconnect from coordination service with status: {short}Proceeding with "
                    "agent shutdown anyway. This is usually caused by an earlier error during execution. "
                    "Check the logs of (a) this task, (b) the leader (usually slice 0 task 0) and (c) the "
                    "scheduler (e.g. preemption, eviction) "
                    "for an earlier error to debug further.",
                )
                self._fail(failed, "ShutdownTask")
        self._stop.set()
        with self._lock:
            if failed is None and self._state == State.ERROR:
                failed = service_error(
                    "FAILED_PRECONDITION",
                    "Shutdown() was called while coordination agent is in error state, implying that "
                    "distributed execution failed. Note: agent will still shutdown anyway. Agent status: "
                    f"{self._error}\nThis is usually caused by an earlier error during execution. Check "
                    "the logs of (a) this task, (b) the leader (usually slice 0 task 0) and (c) the "
                    "scheduler (e.g. preemption, "
                    "eviction) for an earlier error to debug further.",
                )
            self._state = State.DISCONNECTED
        self._cancel_waiting()
        if failed:
            raise failed

    @property
    def closed(self) -> bool:
        """Whether its connection was closed."""
        return self._closed

    def close(self) -> None:
        """Close the connection without informing the service; calls in other threads end with CANCELLED."""
        self._closed = True
        self._stop.set()
        self._cancel_waiting()
        self._channel.close()

    def _cancel_waiting(self) -> None:
        self._left = True
        with self._lock:
            waiting = list(self._cancellable)
        for call in waiting:
            call.cancel()

    # ---- Health

    def _heartbeats(self, stop: threading.Event) -> None:
        interval = self._options.heartbeat_timeout / 2
        while not stop.wait(interval):
            try:
                response = self._heartbeat(interval, stop)
            except StatusError as error:
                # The process may be leaving; then a failed heartbeat does not matter.
                if not stop.wait(1):
                    self._fail(error, "Heartbeat")
                continue
            if response.service_incarnation != self._service:
                text = (
                    "Leader incarnation ID mismatch: the coordination  leader (usually slice 0 task 0) "
                    "has restarted. Check for earlier errors or any scheduler events (e.g. preemption, "
                    "eviction) to debug further."
                )
                self._fail(service_error("ABORTED", text), "Heartbeat")

    def _heartbeat(self, timeout: float, stop: threading.Event) -> SimpleNamespace:
        attempt = 0
        while True:
            try:
                return self._ask(
                    "Heartbeat", timeout=timeout, source_task_id=self.task, incarnation=self._incarnation
                )
            except StatusError as error:
                if error.code not in ("UNAVAILABLE", "UNKNOWN") or attempt == _RETRIES:
                    raise
            stop.wait(0.001 * 1.3**attempt)
            attempt += 1

    def _poll_for_error(self) -> None:
        """Request a notification of errors; the response arrives on one of gRPC's threads."""
        call = self._start("PollForError", source_task_id=self.task)

        def answered(call: Any) -> None:
            with self._lock:
                self._cancellable.discard(call)
            if call.cancelled() or self._closed:
                return
            error = self._error_of(call, "PollForError")
            if error and error.code != "CANCELLED":
                self._fail(error, "PollForError")

        call.add_done_callback(answered)

    def _fail(self, error: StatusError, method: str) -> None:
        with self._lock:
            if self._state == State.ERROR or self._closed:
                return
            self._state, self._error = State.ERROR, trimmed(error, _path(method))
        self._options.on_error(self._error)

    def _check_running(self) -> None:
        if self._state == State.ERROR:
            text = "Agent must be in CONNECTED state. It is currently in ERROR."
            raise service_error("FAILED_PRECONDITION", text)

    # ---- Keys and values

    def set_value(self, key: str, value: bytes, overwrite: bool) -> None:
        """Set a key."""
        self._ask("InsertKeyValue", kv={"key": key, "value": value}, allow_overwrite=overwrite)

    def value(self, key: str, milliseconds: int) -> bytes:
        """The value of a key; waits until it is set."""
        if self._left:
            raise StatusError("CANCELLED", "GetKeyValueAsync() was cancelled.")
        call = self._start("GetKeyValue", key=key)
        try:
            response = self._finish(call, "GetKeyValue", max(milliseconds, 0) / 1000)
        except TimeoutError:
            call.cancel()
            text = f"GetKeyValue() timed out with key: {key} and duration: {duration(milliseconds)}"
            raise service_error("DEADLINE_EXCEEDED", text) from None
        content: bytes = response.kv.value
        return content

    def value_if_there(self, key: str) -> bytes:
        """The value of a key.

        Raises:
            StatusError: The key has no value.
        """
        content: bytes = self._ask("TryGetKeyValue", key=key).kv.value
        return content

    def increment(self, key: str, by: int) -> int:
        """Add to a counter; returns the new value."""
        value = self._ask("IncrementKeyValue", key=key, increment=by).kv.value
        try:
            return int(value)
        except ValueError:
            text = f"Failed to parse increment key value: {value!r} for key: {key}"
            raise StatusError("INTERNAL", text) from None

    def directory(self, key: str) -> list[tuple[str, bytes]]:
        """The keys below a directory, with their values."""
        return [(entry.key, entry.value) for entry in self._ask("GetKeyValueDir", directory_key=key).kv]

    def delete(self, key: str) -> None:
        """Delete a key and everything below it."""
        self._ask("DeleteKeyValue", key=key, is_directory=True)

    # ---- Barriers

    def wait_at_barrier(self, barrier: str, milliseconds: int, tasks: Sequence[int]) -> None:
        """Wait until all tasks, or those that are named, have reached the barrier."""
        self._check_running()
        with self._lock:
            if barrier in self._ongoing:
                raise service_error("FAILED_PRECONDITION", f"Barrier {barrier} is already ongoing.")
            if self._left:
                raise StatusError("CANCELLED", "WaitAtBarrierAsync() was cancelled.")
            self._ongoing.add(barrier)
            counter = self._counters.get(barrier, -1) + 1
        try:
            call = self._start(
                "Barrier",
                barrier_id=barrier,
                barrier_timeout_in_ms=milliseconds,
                task_ids=tasks,
                source_task_id=self.task,
                counter=counter,
            )
            self._counters[barrier] = self._finish(call, "Barrier").counter
        except StatusError as error:
            payload = error.payloads.get(BARRIER_ERROR)
            if payload is not None:
                self._counters[barrier] = messages.decode("BarrierError", payload).counter
            raise trimmed(error, _path("Barrier")) from None
        finally:
            with self._lock:
                self._ongoing.discard(barrier)

    def cancel_barrier(self, barrier: str) -> None:
        """Cancel a barrier that this process waits at, or would have to reach."""
        self._check_running()
        counter = self._counters.get(barrier, -1) + 1
        self._ask("CancelBarrier", barrier_id=barrier, counter=counter, source_task_id=self.task)

    def alive(self, tasks: Sequence[int]) -> dict[int, int]:
        """The live ones of the tasks, with incarnations; all of them have to ask, and get the same answer."""
        self._check_running()
        response = self._ask("GetAliveTasks", requesting_task_id=self.task, task_ids=tasks)
        return dict(zip(response.alive_task_ids, response.incarnations, strict=True))

    # ---- Calls

    def _ask(self, method: str, timeout: float | None = None, **fields: Any) -> SimpleNamespace:
        """A call to the service that this process is registered with."""
        return self._call(method, timeout=timeout, incarnations=self._incarnations(), **fields)

    def _incarnations(self) -> dict[str, int]:
        return {"task_incarnation": self._incarnation, "service_incarnation": self._service}

    def _call(
        self, method: str, timeout: float | None, wait_for_ready: bool | None = None, **fields: Any
    ) -> SimpleNamespace:
        request = messages.encode(f"{method}Request", **fields)
        return self._finish(self._future(method, request, timeout, wait_for_ready), method)

    def _start(self, method: str, **fields: Any) -> Any:
        """A call that is cancelled when this process leaves the job."""
        request = messages.encode(f"{method}Request", incarnations=self._incarnations(), **fields)
        call = self._future(method, request)
        with self._lock:
            self._cancellable.add(call)
        return call

    def _future(
        self, method: str, request: bytes, timeout: float | None = None, wait_for_ready: bool | None = None
    ) -> Any:
        if self._closed:
            raise StatusError("CANCELLED", "The connection to the coordination service is closed.")
        try:
            return self._calls[method].future(request, timeout=timeout, wait_for_ready=wait_for_ready)
        except ValueError as error:  # the channel was closed in the meantime
            text = "The connection to the coordination service is closed."
            raise StatusError("CANCELLED", text) from error

    def _finish(self, call: Any, method: str, timeout: float | None = None) -> SimpleNamespace:
        """The response to a call.

        Raises:
            StatusError: The call failed. If the service is not the one that this process registered with, that also
                ends the process's participation in the job.
            TimeoutError: It did not end in time.
        """
        library = transport.grpc()
        try:
            data = call.result(timeout)
        except library.FutureTimeoutError:
            raise TimeoutError from None
        except (library.RpcError, library.FutureCancelledError):
            error = self._error_of(call, method)
            assert error is not None
            raise error from None
        except BaseException:  # a signal's handler raised
            call.cancel()
            raise
        finally:
            with self._lock:
                self._cancellable.discard(call)
        try:
            return messages.decode(f"{method}Response", data)
        except ValueError:
            raise StatusError("INTERNAL", "could not parse rpc response") from None

    def _error_of(self, call: Any, method: str) -> StatusError | None:
        """The error of a finished call, or None."""
        if call.code() is transport.grpc().StatusCode.OK:
            return None
        error = from_grpc(_path(method), call)
        if MISMATCH_ERROR in error.payloads:
            self._fail(error, method)
        return error


def _path(method: str) -> str:
    return f"/{messages.SERVICE}/{method}"


@contextlib.contextmanager
def as_jax_errors() -> Any:
    """Convert StatusError to the errors that jax's users know."""
    try:
        yield
    except StatusError as error:
        raise error.for_jax() from None
