"""The service's state for each process of a job, which the protocol calls a task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from jaxlib._distributed import messages
from jaxlib._distributed.messages import State
from jaxlib._distributed.status import CODES, StatusError, service_error

#: Called with an error or None.
Done = Callable[[StatusError | None], None]


@dataclass
class Task:
    """A process of the job, from the service's point of view.

    Attributes:
        incarnation: A number that the process chose at its start.
        heard_at: The time of its last heartbeat, in seconds of the service's clock.
        accepted_until: Until when a disconnected task may still send heartbeats and poll for errors.
        barriers: The barriers in progress in which it participates, whether it has reached them or not.
    """

    number: int
    state: State = State.DISCONNECTED
    error: StatusError | None = None
    incarnation: int = 0
    heard_at: float = 0.0
    accepted_until: float = 0.0
    barriers: set[str] = field(default_factory=set)

    def connect(self, now: float) -> None:
        """Record that it has registered."""
        self.state, self.error, self.heard_at = State.CONNECTED, None, now

    def disconnect(self, accepted_until: float) -> None:
        """Record that it has left."""
        self.state, self.error, self.accepted_until = State.DISCONNECTED, None, accepted_until

    def gone(self, now: float) -> bool:
        """Whether it has been disconnected for so long that no more requests are accepted."""
        return self.state == State.DISCONNECTED and now > self.accepted_until

    def info(self) -> bytes:
        """Its state as a message for watchers."""
        error = self.error
        return messages.encode(
            "TaskInfo",
            task_id=self.number,
            incarnation=self.incarnation,
            state=self.state,
            error_code=CODES.index(error.code) if error else 0,
            error_message=error.message if error else "",
            error_payload={"source_task_id": self.number} if error else None,
        )


class ErrorPolling:
    """The requests that wait for an error of the job: there is a single error, which all of them receive."""

    def __init__(self) -> None:
        #: Whether any task has ever polled.
        self.used = False
        self.error: StatusError | None = None
        self._waiting: dict[int, Done] = {}

    def add(self, task: int, done: Done) -> None:
        """Send the error to the task, now or once there is one."""
        if self.error:
            done(self.error)
            return
        self.remove(task, "new request from the same task")
        self._waiting[task] = done

    def remove(self, task: int, reason: str) -> None:
        """Answer the task's request without an error, because it is no longer needed."""
        done = self._waiting.pop(task, None)
        if done:
            done(service_error("CANCELLED", f"Cancelled error polling because: {reason}"))

    def tell(self, error: StatusError) -> None:
        """Send the error to all waiting tasks, if it is the first one."""
        if self.error:
            return
        self.error = error
        waiting, self._waiting = self._waiting, {}
        for done in waiting.values():
            done(error)
