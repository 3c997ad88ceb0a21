"""`PreemptionSyncManager`: when one process is preempted, all agree on a step at which to save their state.

The protocol is upstream's. A process that receives SIGTERM sets a key to the time. Each process waits for that key,
sets its own current step in a directory, waits at a barrier, and chooses the step after the largest of all.
"""

from __future__ import annotations

import contextlib
import datetime
import threading
from typing import Any

from jaxlib import _log, _native
from jaxlib._distributed.agent import Agent
from jaxlib._distributed.arguments import Wrong, checked, integer
from jaxlib._distributed.client import DistributedRuntimeClient
from jaxlib._distributed.status import StatusError

_NOTICE = "RECEIVED_PREEMPTION_NOTICE"
_COUNTERS = "PREEMPTION_CURRENT_COUNTER/"
_BARRIER = "PREEMPTION_SYNC_BARRIER"
_BARRIER_TIMEOUT = 3 * 60 * 1000  # milliseconds

#: The protocol starts when a process has this many seconds left.
_LEAD = 15 * 60.0

#: How often a thread checks for the signal, in seconds.
_INTERVAL = 1.0

#: The timeout of one request for the notice, in milliseconds.
_POLL = 60 * 60 * 1000


def _client(value: Any) -> DistributedRuntimeClient:
    if not isinstance(value, DistributedRuntimeClient):
        raise Wrong
    return value


class PreemptionSyncManager:
    """A process's side of the protocol; it handles SIGTERM once ``initialize`` was called, in whatever thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._agent: Agent | None = None
        self._step = 0
        self._sync_step = -1
        self._over = threading.Event()

    @checked(
        "(self, distributed_client: jaxlib._jax.DistributedRuntimeClient) -> None", distributed_client=_client
    )
    def initialize(self, distributed_client: Any) -> None:
        """Start to participate, through a connected client."""
        self._agent = distributed_client._agent
        _native.catch_sigterm()
        for name, run in (("signal", self._wait_for_signal), ("notice", self._wait_for_notice)):
            threading.Thread(target=run, name=f"jaxlib-preemption-{name}", daemon=True).start()

    @checked("(self, arg: int, /) -> bool", step=integer)
    def reached_sync_point(self, step: int, /) -> bool:
        """Whether this step is the one that the processes agreed on; waits while they negotiate."""
        with self._lock:
            if self._over.is_set():
                text = "PreemptionSyncManager.reached_sync_point called after shutdown"
                raise StatusError("FAILED_PRECONDITION", text).for_jax()
            self._step = step
            return self._sync_step == step

    @checked("(self) -> None")
    def shutdown(self) -> None:
        """Stop participating."""
        self._over.set()

    def _wait_for_signal(self) -> None:
        assert self._agent is not None
        while not _native.sigterm_received():
            if self._over.wait(_INTERVAL):
                return
        now = datetime.datetime.now(datetime.UTC).astimezone().isoformat()
        try:
            self._agent.set_value(_NOTICE, now.encode(), overwrite=False)
        except StatusError as error:
            _log.warning(f"preemption: the notice could not be passed on: {error}")

    def _wait_for_notice(self) -> None:
        assert self._agent is not None
        while not self._over.is_set():
            try:
                notice = self._agent.value(_NOTICE, _POLL).decode()
            except StatusError as error:
                if error.code == "DEADLINE_EXCEEDED":
                    continue
                if error.code != "CANCELLED" and not self._over.is_set():
                    _log.warning(f"preemption: no notice can be received any more: {error}")
                return
            try:
                left = datetime.datetime.fromisoformat(notice).timestamp() - _now()
            except ValueError as error:
                _log.warning(f"preemption: a notice that is not a time: {error}")
                self._let_go()
                return
            if left > _LEAD and self._over.wait(left - _LEAD):
                return
            self._agree()
            return

    def _agree(self) -> None:
        assert self._agent is not None
        with self._lock:  # no step begins in the meantime
            if self._over.is_set():
                return
            try:
                key = f"{_COUNTERS}/job:jax_worker/task:{self._agent.task}"
                self._agent.set_value(key, str(self._step).encode(), overwrite=False)
                self._agent.wait_at_barrier(_BARRIER, _BARRIER_TIMEOUT, ())
                steps = [int(value) for _, value in self._agent.directory(_COUNTERS)]
            except (StatusError, ValueError) as error:
                _log.warning(f"preemption: the processes did not agree on a step: {error}")
                self._let_go()
                return
            self._sync_step = max(steps) + 1

    def _let_go(self) -> None:
        """Keep the other processes from waiting for this one."""
        assert self._agent is not None
        with contextlib.suppress(StatusError):
            self._agent.cancel_barrier(_BARRIER)


def _now() -> float:
    return datetime.datetime.now(datetime.UTC).timestamp()


PreemptionSyncManager.__module__ = "jaxlib._jax"


def create_preemption_sync_manager() -> PreemptionSyncManager:
    """A manager that does not participate yet."""
    return PreemptionSyncManager()


create_preemption_sync_manager.__module__ = "jaxlib._jax"
