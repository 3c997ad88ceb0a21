"""Barriers of some or all tasks of a job: which tasks have to reach a barrier, which have, and by when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from jaxlib._distributed.messages import State
from jaxlib._distributed.status import StatusError, barrier_error
from jaxlib._distributed.tasks import Task

#: The maximum number of missing tasks that are named in an error.
_NAMED = 3

#: Called with an error or None, and the number of the barrier's instance.
Waiter = Callable[[StatusError | None, int], None]


@dataclass
class Barrier:
    """An instance of a barrier: a barrier that has been passed can be used again, as the next instance.

    Attributes:
        counter: The number of the instance.
        first: The task that reached it first.
        deadline: In seconds of the service's clock.
        reached: For each participating task, whether it has reached the barrier.
    """

    name: str
    counter: int = 0
    first: int = 0
    deadline: float = 0.0
    started: bool = False
    passed: bool = False
    result: StatusError | None = None
    reached: dict[int, bool] = field(default_factory=dict)
    waiters: dict[int, Waiter] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name}::{self.counter}"

    def error(self, code: str, message: str) -> StatusError:
        """An error about this instance."""
        return barrier_error(code, message, self.name, self.counter)


class Barriers:
    """All barriers of a job.

    Args:
        tasks: The tasks by number.
        once: Barriers that have only one instance.
        recoverable: Whether tasks may restart, and rejoin a barrier that they had left.
        clock: Returns the time in seconds.
        passed: Called after a barrier has been passed, with or without an error.
    """

    def __init__(
        self,
        tasks: dict[int, Task],
        once: Iterable[str],
        recoverable: bool,
        clock: Callable[[], float],
        passed: Callable[[Barrier], None],
    ) -> None:
        self._tasks = tasks
        self._once = frozenset(once)
        self._recoverable = recoverable
        self._clock = clock
        self._on_pass = passed
        self._all: dict[str, Barrier] = {}

    def reach(
        self, name: str, counter: int, timeout: float, task: int, participants: Sequence[int], waiter: Waiter
    ) -> None:
        """Record that a task reaches a barrier; ``waiter`` is called when all have reached it, or with an error.

        Args:
            name: The name of the barrier.
            counter: The instance that the task expects.
            timeout: In seconds; only that of the first task counts.
            task: The task that reaches it.
            participants: The tasks that have to reach it; empty for all tasks.
            waiter: Called once.
        """
        barrier = self._all.setdefault(name, Barrier(name))
        new = not barrier.started and not barrier.passed
        begins = (new and counter == 0) or (barrier.passed and counter == barrier.counter + 1)
        if barrier.passed and self._recoverable and counter == 0 and name not in self._once:
            # The task has restarted, and counts from 0 again.
            begins, counter = True, barrier.counter + 1
        if begins:
            error = self._begin(barrier, counter, timeout, task, participants)
            if error:
                waiter(error, counter)
                return
        self._await(barrier, task, waiter)
        if not begins and counter != barrier.counter and not (self._recoverable and counter == 0):
            self.finish(barrier, _mismatch(barrier, counter))
        elif not self._consistent(barrier, task, participants):
            return
        elif barrier.passed:
            # Only if a request was sent twice.
            del barrier.waiters[task]
            waiter(barrier.result, barrier.counter)
        elif not barrier.reached.get(task):
            barrier.reached[task] = True
            if all(barrier.reached.values()):
                self.finish(barrier, None)

    def cancel(self, name: str, counter: int, task: int) -> None:
        """Cancel a barrier that is in progress.

        Raises:
            StatusError: It is not in progress, or another instance is.
        """
        barrier = self._all.setdefault(name, Barrier(name))
        called = f"{name}::{counter}"
        if barrier.counter != counter:
            raise barrier.error(
                "FAILED_PRECONDITION",
                f"Barrier ({called}) is cancelled by task, but the service thinks it is the "
                f"{barrier.counter}-th "
                "instance. This is likely due to a restart in the task or service.",
            )
        if barrier.passed:
            code = barrier.result.code if barrier.result else "OK"
            raise barrier.error(
                "FAILED_PRECONDITION", f"Barrier ({called}) has already been passed with status code: {code}"
            )
        self.finish(barrier, barrier.error("CANCELLED", f"Barrier ({called}) is cancelled by task: {task}"))

    def has_passed(self, name: str) -> bool:
        """Whether a barrier of that name has been passed, and no further instance is in progress."""
        return name in self._all and self._all[name].passed

    def expire(self) -> None:
        """End the barriers whose deadline has passed."""
        now = self._clock()
        for barrier in [
            candidate for candidate in self._all.values() if candidate.started and not candidate.passed
        ]:
            if now <= barrier.deadline:
                continue
            missing = [task for task, there in barrier.reached.items() if not there]
            named = "".join(f"{task}\n" for task in missing[: _NAMED - 1])
            total = len(barrier.reached)
            text = (
                f"Barrier timed out. Id: {barrier}. This usually happens because a task triggered the "
                "barrier too early or too slowly. Please look at the task logs (both timed out and first "
                "task) to debug further.\n"
                f"# of tasks that reached the barrier: {total - len(missing)}/{total}.\n"
                f"The first task at the barrier: {barrier.first}. Some timed out task names:\n{named}"
            )
            self.finish(barrier, barrier.error("DEADLINE_EXCEEDED", text))

    def leave(self, task: Task, reason: str) -> None:
        """Remove a task from the barriers in progress, which ends them unless tasks may come back."""
        for name in sorted(task.barriers):
            barrier = self._all[name]
            if barrier.passed:
                continue  # ended as a consequence of another one's end
            if not self._recoverable:
                text = f"Barrier failed because: {reason}. Barrier Id: {barrier}, Task: {task.number}"
                self.finish(barrier, barrier.error("INTERNAL", text))
                continue
            barrier.reached[task.number] = False
            waiter = barrier.waiters.pop(task.number, None)
            if waiter:
                text = (
                    f"Stale barrier invocation is cancelled because:  {reason}. Barrier: {barrier} "
                    f"Task {task.number}"
                )
                waiter(barrier.error("CANCELLED", text), barrier.counter)

    def stop(self) -> None:
        """Cancel every barrier in progress, because the service ends."""
        for barrier in [candidate for candidate in self._all.values() if not candidate.passed]:
            text = f"Barrier failed because service is shutting down. Barrier_id: {barrier}"
            self.finish(barrier, barrier.error("ABORTED", text))

    def finish(self, barrier: Barrier, result: StatusError | None) -> None:
        """End a barrier, and notify the waiters."""
        barrier.passed, barrier.result = True, result
        for number in barrier.reached:
            if number in self._tasks:
                self._tasks[number].barriers.discard(barrier.name)
        waiters, barrier.waiters = barrier.waiters, {}
        for waiter in waiters.values():
            waiter(result, barrier.counter)
        self._on_pass(barrier)

    def _begin(
        self, barrier: Barrier, counter: int, timeout: float, task: int, participants: Sequence[int]
    ) -> StatusError | None:
        """Start an instance; returns the error if it ends immediately."""
        barrier.counter, barrier.started, barrier.passed = counter, True, False
        barrier.first, barrier.waiters = task, {}
        # The participants of a barrier are determined by its first instance.
        for number in list(barrier.reached) or participants or list(self._tasks):
            if number not in self._tasks:
                text = (
                    f"Unexpected task ({number}) that is not in the cluster called the barrier. "
                    f"Barrier Id: {barrier}"
                )
                return self._fail_at_once(barrier, "INVALID_ARGUMENT", text)
            barrier.reached[number] = False
        for number in barrier.reached:
            member = self._tasks[number]
            if member.state == State.ERROR and not self._recoverable:
                text = (
                    f"Task ({number}) is already in error before the barrier was called. Barrier Id: "
                    f"{barrier} Task error: {member.error}"
                )
                return self._fail_at_once(barrier, "INTERNAL", text)
        barrier.deadline = self._clock() + timeout
        for number in barrier.reached:
            self._tasks[number].barriers.add(barrier.name)
        return None

    def _fail_at_once(self, barrier: Barrier, code: str, text: str) -> StatusError:
        error = barrier.error(code, text)
        self.finish(barrier, error)
        return error

    def _await(self, barrier: Barrier, task: int, waiter: Waiter) -> None:
        earlier = barrier.waiters.get(task)
        if earlier:
            text = f"Cancelled because there's a more recent barrier call for {barrier} from the same task."
            earlier(StatusError("CANCELLED", text), barrier.counter)
        barrier.waiters[task] = waiter

    def _consistent(self, barrier: Barrier, task: int, participants: Sequence[int]) -> bool:
        """Whether the task names the same participants as the others, including itself; ends the barrier if not."""
        if not participants:
            if len(barrier.reached) == len(self._tasks):
                return True
            text = (
                f"{barrier}: No tasks were specified by the client, which implies that the entire cluster "
                "is participating in the barrier. However, the service disagrees. Check that the callers "
                "are invoking the barrier with the same arguments."
            )
        elif len(barrier.reached) != len(participants) or not set(participants) <= set(barrier.reached):
            text = (
                f"Conflicting tasks specified by different processes for the same barrier: {barrier}. "
                "Check that the callers are invoking the barrier with the same arguments."
            )
        elif task not in barrier.reached:
            text = f"A non-participating task ({task}) called the barrier: {barrier}"
        else:
            return True
        self.finish(barrier, barrier.error("INVALID_ARGUMENT", text))
        return False


def _mismatch(barrier: Barrier, counter: int) -> StatusError:
    if 0 in (counter, barrier.counter):
        reason = (
            "The service or task probably restarted, check the earlier logs to debug further. Usually, a "
            "restart on the stale tasks will resolve the issue."
        )
    else:
        reason = (
            "One task is probably way too quick / slow in its execution. For example, one task started a "
            "barrier early, which timed out, and started a second barrier before the late task even "
            "joined once."
        )
    return barrier.error(
        "INTERNAL",
        f"Barrier ({barrier.name}::{counter}) is invoked by the task, but the service thinks it is the "
        f"{barrier.counter}-th instance. {reason}",
    )
