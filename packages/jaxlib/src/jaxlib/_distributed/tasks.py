"""What the service knows of each process of a job, which its protocol calls a task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from jaxlib._distributed import messages
from jaxlib._distributed.messages import State
from jaxlib._distributed.status import CODES, StatusError, service_error

#: Is told an error, or None.
Done = Callable[[StatusError | None], None]


@dataclass
class Task:
    """One process of the job, as the service sees it.

    Attributes:
        incarnation: A number that the process chose when it started.
        heard_at: When it last sent a heartbeat, in seconds of the service's clock.
        accepted_until: Until when a disconnected one may still send heartbeats and ask for errors.
        barriers: The barriers under way that it takes part in, whether it has reached them or not.
    """

    number: int
    state: State = State.DISCONNECTED
    error: StatusError | None = None
    incarnation: int = 0
    heard_at: float = 0.0
    accepted_until: float = 0.0
    barriers: set[str] = field(default_factory=set)

    def connect(self, now: float) -> None:
        """It has registered."""
        self.state, self.error, self.heard_at = State.CONNECTED, None, now

    def disconnect(self, accepted_until: float) -> None:
        """It has left."""
        self.state, self.error, self.accepted_until = State.DISCONNECTED, None, accepted_until

    def gone(self, now: float) -> bool:
        """Whether it is disconnected, and for so long that nothing is expected of it."""
        return self.state == State.DISCONNECTED and now > self.accepted_until

    def info(self) -> bytes:
        """The message that tells those who watch of it."""
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
    """The requests that wait for an error of the job: there is one error, and everybody is told it."""

    def __init__(self) -> None:
        #: Whether any task has ever asked.
        self.used = False
        self.error: StatusError | None = None
        self._waiting: dict[int, Done] = {}

    def add(self, task: int, done: Done) -> None:
        """Tell the task the error, now or once there is one."""
        if self.error:
            done(self.error)
            return
        self.remove(task, "new request from the same task")
        self._waiting[task] = done

    def remove(self, task: int, reason: str) -> None:
        """Answer the task's request without an error, as it is no longer of use."""
        done = self._waiting.pop(task, None)
        if done:
            done(service_error("CANCELLED", f"Cancelled error polling because: {reason}"))

    def tell(self, error: StatusError) -> None:
        """Tell everybody, if this is the first error."""
        if self.error:
            return
        self.error = error
        waiting, self._waiting = self._waiting, {}
        for done in waiting.values():
            done(error)
