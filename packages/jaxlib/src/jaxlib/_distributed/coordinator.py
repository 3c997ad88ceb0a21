"""The coordination service without gRPC: which processes of a job are alive, and what makes the job fail.

Everything here runs in one thread, that of the service's loop. Waiting requests are answered later through
callbacks. The service calls `check` once per second for everything that depends on time.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jaxlib._distributed.barriers import Barrier, Barriers, Waiter
from jaxlib._distributed.key_values import KeyValueStore
from jaxlib._distributed.messages import State
from jaxlib._distributed.status import StatusError, service_error
from jaxlib._distributed.tasks import Done, ErrorPolling, Task

#: The barrier at which the tasks of a job wait for each other during registration.
_REGISTER = "[Init]Wait_for_all_tasks_to_register"

#: The maximum number of tasks that are named when several stopped sending heartbeats.
_NAMED = 3

#: Called with an error, or with the tasks that are alive and their incarnations.
Alive = Callable[[StatusError | None, dict[int, int]], None]

#: Called with the state of each task, as messages, and the version number of that state.
Watcher = Callable[[list[bytes], int], None]


@dataclass(frozen=True)
class Options:
    """The options of a service; times are in seconds.

    Attributes:
        recoverable: Whether the job continues after a task fails, and tasks may register again.
    """

    num_tasks: int
    heartbeat_timeout: float
    register_timeout: float
    shutdown_timeout: float
    recoverable: bool


@dataclass
class _Roll:
    """Pending requests for the live ones of some tasks: all get the same answer, once every live task has asked."""

    tasks: frozenset[int]
    asked: set[int]
    done: list[Alive]


class Coordinator:
    """The service of one job.

    Attributes:
        incarnation: A number from which processes notice that they talk to a restarted service.
        store: The job's key-value store.
    """

    def __init__(self, options: Options, clock: Callable[[], float] = time.monotonic) -> None:
        self.incarnation = secrets.randbits(64)
        self.store = KeyValueStore()
        self._options = options
        self._clock = clock
        self._tasks = {number: Task(number) for number in range(options.num_tasks)}
        self._shutdown = f"Shutdown::{self.incarnation}"
        self._barriers = Barriers(
            self._tasks, (_REGISTER, self._shutdown), options.recoverable, clock, self._barrier_passed
        )
        self._polling = ErrorPolling()
        self._rolls: list[_Roll] = []
        self._version = 0
        self._watchers: list[Watcher] = []
        self._stopped = False

    # ---- Joining and leaving

    def register(self, number: int, incarnation: int, done: Done) -> None:
        """Register a task; ``done`` is called once all have registered, or immediately if it was before."""
        if self._stopped:
            done(_stopped("RegisterTask()", number))
            return
        task = self._tasks.get(number)
        if task is None:
            done(service_error("INVALID_ARGUMENT", f"Unexpected task registered with task={number}"))
            return
        lost = task.error is not None and task.error.code == "UNAVAILABLE"
        if task.state == State.DISCONNECTED or (self._options.recoverable and lost):
            task.incarnation = incarnation
            waiter = self._connecting(task, incarnation, done)
            self._barriers.reach(_REGISTER, 0, self._options.register_timeout, number, (), waiter)
            self._changed()
            return
        if task.state == State.CONNECTED:
            if task.incarnation == incarnation or self._options.recoverable:
                # The same process, whose response was lost; or one that restarted before anybody noticed.
                task.incarnation = incarnation
                task.connect(self._clock())
                if self._options.recoverable:
                    self._barriers.leave(task, "recoverable task silently connected again")
                done(None)
                self._changed()
                return
            text = f"{number} unexpectedly tried to connect with a different incarnation. It has likely restarted."
        else:
            text = (
                f"{number} unexpectedly tried to connect while it is already in error. ResetTask() should "
                f"be called before a subsequent connect attempt. Existing error: {task.error}"
            )
        error = service_error("ABORTED", text, number)
        self._fail(task, error)
        self._propagate(error)
        done(error)

    def _connecting(self, task: Task, incarnation: int, done: Done) -> Waiter:
        def passed(error: StatusError | None, _: int) -> None:
            if error is None and task.incarnation == incarnation:
                task.connect(self._clock())
                done(None)
                self._changed()
            elif error is None or error.code == "CANCELLED":
                text = "Aborted connect attempt as there is a request from a newer incarnation."
                done(service_error("ALREADY_EXISTS", text))
            else:
                done(error)

        return passed

    def shut_down(self, number: int, done: Done) -> None:
        """A task wants to leave; ``done`` is called once all do, or immediately if tasks are recoverable."""
        if self._options.shutdown_timeout > 0 and not self._options.recoverable:

            def passed(error: StatusError | None, _: int) -> None:
                done(error and _shutdown_failed(error))

            self.barrier(self._shutdown, 0, self._options.shutdown_timeout, number, list(self._tasks), passed)
            return
        try:
            if self._stopped:
                text = "Coordination service has stopped. ShutdownTaskAsync() failed."
                raise service_error("INTERNAL", text)
            self._disconnect(number)
        except StatusError as error:
            done(error)
        else:
            done(None)

    def _disconnect(self, number: int) -> None:
        task = self._tasks.get(number)
        if task is None:
            raise service_error("INVALID_ARGUMENT", f"Unexpected disconnect request with task={number}")
        if task.state == State.DISCONNECTED:
            raise service_error("FAILED_PRECONDITION", f"The task is already disconnected: {number}")
        task.disconnect(self._clock() + self._options.heartbeat_timeout)
        self._barriers.leave(task, "task disconnected")
        self._answer_rolls()
        self._polling.remove(number, "task has disconnected.")
        self._changed()

    def stop(self) -> None:
        """Stop the service; all waiting requests are answered."""
        if self._stopped:
            return
        self._stopped = True
        self._barriers.stop()
        watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            watcher([], -1)
        rolls, self._rolls = self._rolls, []
        for roll in rolls:
            for done in roll.done:
                done(service_error("CANCELLED", "Coordination service is shutting down."), {})
        text = "Coordination service is shutting down. Cancelling PollForErrorAsync()"
        self._polling.tell(StatusError("CANCELLED", text))

    # ---- Health

    def heartbeat(self, number: int, incarnation: int) -> None:
        """Record a heartbeat.

        Raises:
            StatusError: The task is not part of this job, is not registered or has failed; or it has restarted,
                which is propagated to all tasks.
        """
        if self._stopped:
            raise _stopped("RecordHeartbeat()", number)
        task = self._tasks.get(number)
        if task is None:
            text = f"Unexpected heartbeat request from task: {number}. This usually implies a configuration error."
            raise service_error("INVALID_ARGUMENT", text)
        if task.error:
            text = (
                f"Unexpected heartbeat request from an already-in-error task: {number} with "
                f"existing error: {task.error}"
            )
            raise service_error("ABORTED", text)
        now = self._clock()
        if task.gone(now):
            text = (
                f"Task with task={number} must be registered before sending heartbeat messages. The "
                "service might have restarted, please restart / reset and register again."
            )
            raise service_error("INVALID_ARGUMENT", text)
        if task.incarnation == incarnation:
            task.heard_at = now
        elif not self._options.recoverable:
            text = (
                f"{number} Heartbeat: Incarnation ID mismatch: expecting {task.incarnation} but got "
                f"{incarnation}. The task has restarted and likely crashed earlier - check for any earlier "
                "errors or any scheduler events (e.g. preemption, eviction) to debug further."
            )
            error = service_error("ABORTED", text)
            self._fail(task, error)
            self._propagate(error)
            raise error

    def check(self) -> None:
        """Detect timeouts: tasks without heartbeats, and barriers that not all tasks reached."""
        if self._stopped:
            return
        now = self._clock()
        silent = [
            task
            for task in self._tasks.values()
            if task.state == State.CONNECTED and now - task.heard_at > self._options.heartbeat_timeout
        ]
        for task in silent:
            text = (
                f"Task {task.number} heartbeat timeout. This indicates that the remote task has failed, "
                "got preempted, or crashed unexpectedly. Check the task logs for an earlier error or "
                "scheduler events (e.g. preemption, eviction) to debug further."
            )
            self._fail(task, service_error("UNAVAILABLE", text))
        if silent:
            named = "\n".join(str(task.number) for task in silent[:_NAMED])
            text = (
                f"The following tasks are unhealthy (stopped sending heartbeats):\n{named}\nThe tasks have "
                "crashed. Check the task logs for an earlier error, or scheduler events (e.g. preemption, "
                "eviction) to debug further."
            )
            self._propagate(service_error("UNAVAILABLE", text))
        self._barriers.expire()

    def report_error(self, number: int, error: StatusError) -> None:
        """Record that a task has failed.

        Raises:
            StatusError: The task is not part of this job, or not connected.
        """
        if self._stopped:
            raise service_error("INTERNAL", "Coordination service has stopped. ReportTaskError() failed.")
        task = self._tasks.get(number)
        if task is None:
            raise service_error("INVALID_ARGUMENT", f"Unexpected request from task {number}")
        if task.state != State.CONNECTED:
            text = "The task is not connected or already has an error."
            raise service_error("FAILED_PRECONDITION", text)
        self._fail(task, error)
        self._propagate(error)

    def poll_for_error(self, number: int, done: Done) -> None:
        """Call ``done`` when the job fails."""
        if self._stopped:
            text = "PollForError requested after coordination service has shut down."
            done(service_error("INTERNAL", text))
            return
        self._polling.used = True
        task = self._tasks.get(number)
        if task is None:
            text = f"Unexpected task ({number}) that is not in the cluster polling for errors."
            done(service_error("INVALID_ARGUMENT", text))
        elif task.gone(self._clock()):
            text = f"Task ({number}) that has not been registered or has disconnected polling for errors."
            done(service_error("FAILED_PRECONDITION", text))
        elif task.state == State.ERROR:
            text = f"Task ({number}) that is already in error state polling for errors. Current error: {task.error}"
            done(service_error("FAILED_PRECONDITION", text))
        else:
            self._polling.add(number, done)

    def watch(self, version: int, watcher: Watcher) -> None:
        """Call ``watcher`` with the state of all tasks, once it differs from that of ``version``."""
        if self._version == version:
            self._watchers.append(watcher)
        else:
            watcher(self._infos(), self._version)

    def alive(self, number: int, tasks: Sequence[int], done: Alive) -> None:
        """Call ``done`` with the live ones of the tasks; all get the same answer, once they all have asked."""
        members = frozenset(tasks)
        if number not in members:
            text = f"Requesting task {number} is not one of the tasks specified in a GetAliveTasks request."
            done(StatusError("INVALID_ARGUMENT", text), {})
            return
        roll = next((roll for roll in self._rolls if roll.tasks == members), None)
        if roll is None:
            roll = _Roll(members, set(), [])
            self._rolls.append(roll)
        roll.asked.add(number)
        roll.done.append(done)
        self._answer_rolls()

    # ---- Barriers

    def barrier(
        self, name: str, counter: int, timeout: float, task: int, participants: Sequence[int], waiter: Waiter
    ) -> None:
        """A task reaches a barrier: see `Barriers.reach`."""
        if self._stopped:
            called = Barrier(name, counter)
            text = f"Barrier {called} requested after coordination service has shut down."
            waiter(called.error("INTERNAL", text), counter)
            return
        if name == self._shutdown and self._barriers.has_passed(name):
            try:
                self._disconnect(task)
            except StatusError as error:
                waiter(error, counter)
                return
        self._barriers.reach(name, counter, timeout, task, participants, waiter)

    def cancel_barrier(self, name: str, counter: int, task: int) -> None:
        """Cancel a barrier.

        Raises:
            StatusError: It is not in progress.
        """
        if self._stopped:
            called = Barrier(name, counter)
            text = f"Coordination service has stopped. CancelBarrier() for {called} failed."
            raise called.error("INTERNAL", text)
        self._barriers.cancel(name, counter, task)

    def _barrier_passed(self, barrier: Barrier) -> None:
        error = barrier.result
        if barrier.name == _REGISTER and error:
            text = f"Cluster registration failed with error: {error}"
            self._fail_all(service_error("INTERNAL", text))
        elif barrier.name == self._shutdown and error:
            failed = _shutdown_failed(error)
            self._propagate(failed)
            self._fail_all(failed)
        elif barrier.name == self._shutdown:
            for task in self._tasks.values():
                if task.state != State.DISCONNECTED:
                    self._disconnect(task.number)

    # ---- Errors and notifications

    def _fail(self, task: Task, error: StatusError) -> None:
        if task.state == State.ERROR:
            return
        task.state, task.error = State.ERROR, error
        self._barriers.leave(task, f"task is set to ERROR: {error}")
        self._answer_rolls()
        self._changed()

    def _fail_all(self, error: StatusError) -> None:
        for task in self._tasks.values():
            self._fail(task, error)

    def _propagate(self, error: StatusError) -> None:
        if self._options.recoverable:
            return
        if self._polling.used:
            self._polling.tell(error)
            return
        text = (
            "All tasks were set to error because coordination service encountered an error, but was "
            f"unable to inform clients. Error: {error}"
        )
        self._fail_all(service_error("INTERNAL", text))

    def _answer_rolls(self) -> None:
        for roll in list(self._rolls):
            there = {
                number: self._tasks[number].incarnation
                for number in sorted(roll.tasks)
                if number in self._tasks and self._tasks[number].state == State.CONNECTED
            }
            if roll.asked >= set(there):
                self._rolls.remove(roll)
                for done in roll.done:
                    done(None, there)

    def _changed(self) -> None:
        self._version += 1
        watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            watcher(self._infos(), self._version)

    def _infos(self) -> list[bytes]:
        return [task.info() for task in self._tasks.values()]


def _stopped(request: str, number: int) -> StatusError:
    return service_error(
        "INTERNAL",
        f"Coordination service has stopped. {request} from task: {number} failed. This usually implies an "
        "earlier error that caused coordination service to shut down before the workers disconnect "
        "gracefully. Check the task leader's "
        "logs for an earlier error or scheduler events (e.g. preemption, eviction) to debug the root cause.",
    )


def _shutdown_failed(error: StatusError) -> StatusError:
    return service_error("INTERNAL", f"Shutdown barrier has failed.\nBarrier result: '{error}'")
