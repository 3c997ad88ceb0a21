"""The service's behaviour, with a clock that tests set; tests/installed compares it with upstream's."""

from __future__ import annotations

from typing import Any

import pytest


class Job:
    """A coordinator, and the messages to each of its tasks."""

    def __init__(self, tasks: int, recoverable: bool = False, shutdown_timeout: float = 10) -> None:
        from jaxlib._distributed.coordinator import Coordinator, Options

        self.now = 100.0
        options = Options(tasks, 10, 20, shutdown_timeout, recoverable)
        self.service = Coordinator(options, lambda: self.now)
        self.told: dict[str, Any] = {}

    def tell(self, name: str) -> Any:
        def done(*values: Any) -> None:
            assert name not in self.told, f"{name} was told twice"
            self.told[name] = values

        return done

    def register(self, *tasks: int, incarnation: int = 1) -> None:
        for task in tasks:
            self.service.register(task, incarnation, self.tell(f"register {task} {incarnation}"))

    def barrier(
        self, task: int, name: str = "b", counter: int = 0, timeout: float = 5, tasks: Any = (), as_: str = ""
    ) -> None:
        waiter = self.tell(as_ or f"{name} {task}")
        self.service.barrier(name, counter, timeout, task, tasks, waiter)

    def pass_time(self, seconds: float) -> None:
        """Let time pass, in which all tasks that are fine send heartbeats."""
        self.now += seconds
        self.service.check()

    def code(self, name: str) -> str:
        error = self.told[name][0]
        return "OK" if error is None else str(error.code)

    def text(self, name: str) -> str:
        return str(self.told[name][0])


@pytest.fixture
def job() -> Job:
    made = Job(2)
    made.register(0, 1)
    return made


def test_registering_waits_for_all() -> None:
    job = Job(2)
    job.register(0)
    assert job.told == {}
    job.register(1)
    assert job.code("register 0 1") == job.code("register 1 1") == "OK"


def test_registering_ends_when_not_all_come_in_time() -> None:
    job = Job(2)
    job.register(1)
    job.pass_time(21)
    assert job.code("register 1 1") == "DEADLINE_EXCEEDED"
    job.register(0)
    assert "already in error" in job.text("register 0 1")


def test_a_task_that_restarts_before_all_are_there_takes_its_own_place() -> None:
    job = Job(2)
    job.register(0, incarnation=1)
    job.register(0, incarnation=2)
    assert job.code("register 0 1") == "ALREADY_EXISTS"
    job.register(1)
    assert job.code("register 0 2") == "OK"


def test_a_task_that_restarts_later_ends_the_job(job: Job) -> None:
    job.service.poll_for_error(1, job.tell("poll"))
    job.register(0, incarnation=2)
    assert job.code("register 0 2") == job.code("poll") == "ABORTED"


def test_a_repeated_request_to_register_is_no_restart(job: Job) -> None:
    job.service.register(0, 1, job.tell("again"))
    assert job.code("again") == "OK"


def test_a_number_that_the_job_does_not_have_is_refused(job: Job) -> None:
    job.register(7)
    assert job.code("register 7 1") == "INVALID_ARGUMENT"


def test_everybody_is_told_who_is_silent(job: Job) -> None:
    job.service.poll_for_error(0, job.tell("poll"))
    job.barrier(0, timeout=100)
    job.now += 9
    job.service.heartbeat(0, 1)
    job.pass_time(2)
    assert job.code("poll") == "UNAVAILABLE"
    assert "(stopped sending heartbeats):\n1\n" in job.text("poll")
    assert job.code("b 0") == "INTERNAL"
    job.service.poll_for_error(1, job.tell("late"))
    assert job.code("late") == "FAILED_PRECONDITION"


def test_a_heartbeat_of_another_incarnation_ends_the_job(job: Job) -> None:
    from jaxlib._distributed.status import StatusError

    job.service.poll_for_error(0, job.tell("poll"))
    with pytest.raises(StatusError, match="Incarnation ID mismatch: expecting 1 but got 2"):
        job.service.heartbeat(1, 2)
    assert job.code("poll") == "ABORTED"


def test_a_barrier_is_passed_by_all_and_can_be_used_again(job: Job) -> None:
    for counter in (0, 1):
        job.told.clear()
        job.barrier(0, counter=counter)
        assert job.told == {}
        job.barrier(1, counter=counter)
        assert job.told == {"b 0": (None, counter), "b 1": (None, counter)}


def test_a_barrier_that_times_out_names_who_is_missing_and_repeats_its_result(job: Job) -> None:
    job.barrier(0)
    job.pass_time(6)
    assert "reached the barrier: 1/2.\nThe first task at the barrier: 0." in job.text("b 0")
    assert "timed out task names:\n1\n" in job.text("b 0")
    job.barrier(1)
    assert job.code("b 1") == "DEADLINE_EXCEEDED"


def test_a_barrier_of_some_needs_those_and_no_others(job: Job) -> None:
    job.barrier(1, "one", tasks=[1])
    assert job.code("one 1") == "OK"
    job.barrier(0, "other", tasks=[1])
    assert "non-participating task (0)" in job.text("other 0")
    job.barrier(0, "unknown", tasks=[0, 7])
    assert job.code("unknown 0") == "INVALID_ARGUMENT"
    job.barrier(0, "both")
    job.barrier(1, "both", tasks=[1])
    assert "Conflicting tasks" in job.text("both 0")
    assert "Conflicting tasks" in job.text("both 1")


def test_an_instance_that_is_not_the_services_is_refused(job: Job) -> None:
    job.barrier(0)
    job.barrier(1, counter=3)
    assert job.code("b 0") == job.code("b 1") == "INTERNAL"
    assert "but the service thinks it is the 0-th instance" in job.text("b 1")


def test_a_second_request_of_a_task_takes_the_place_of_its_first(job: Job) -> None:
    job.barrier(0, as_="first")
    job.barrier(0, as_="second")
    assert job.code("first") == "CANCELLED"
    job.barrier(1)
    assert job.code("second") == "OK"


def test_a_cancelled_barrier_ends_for_all(job: Job) -> None:
    from jaxlib._distributed.status import StatusError

    job.barrier(0)
    job.service.cancel_barrier("b", 0, 1)
    assert job.code("b 0") == "CANCELLED"
    with pytest.raises(StatusError, match="already been passed with status code: CANCELLED"):
        job.service.cancel_barrier("b", 0, 1)


def test_shutting_down_waits_for_all(job: Job) -> None:
    job.service.poll_for_error(0, job.tell("poll"))
    job.service.shut_down(0, job.tell("down 0"))
    assert "down 0" not in job.told
    job.service.shut_down(1, job.tell("down 1"))
    assert job.code("down 0") == job.code("down 1") == "OK"
    assert job.code("poll") == "CANCELLED"


def test_a_task_that_does_not_shut_down_is_told_and_so_are_the_others(job: Job) -> None:
    job.service.poll_for_error(1, job.tell("poll"))
    job.service.shut_down(0, job.tell("down"))
    for _ in range(11):
        job.now += 1
        for task in (0, 1):
            if not job.told:
                job.service.heartbeat(task, 1)
        job.service.check()
    assert job.code("down") == job.code("poll") == "INTERNAL"
    assert "Shutdown barrier has failed." in job.text("poll")


def test_who_is_there_is_told_alike_to_all_that_are(job: Job) -> None:
    job.service.alive(0, [0, 1], job.tell("alive 0"))
    assert job.told.get("alive 0") is None
    job.service.alive(1, [0, 1], job.tell("alive 1"))
    assert job.told["alive 0"] == job.told["alive 1"] == (None, {0: 1, 1: 1})
    job.service.alive(1, [0], job.tell("stranger"))
    assert job.code("stranger") == "INVALID_ARGUMENT"


def test_who_is_there_does_not_wait_for_one_that_fails(job: Job) -> None:
    job.service.alive(0, [0, 1], job.tell("alive"))
    job.now += 9
    job.service.heartbeat(0, 1)
    job.pass_time(2)
    assert job.told["alive"] == (None, {0: 1})


def test_watchers_are_told_of_every_change(job: Job) -> None:
    from jaxlib._distributed import messages

    job.service.watch(-1, job.tell("now"))
    infos, version = job.told["now"]
    assert [messages.decode("TaskInfo", info).state for info in infos] == [messages.State.CONNECTED] * 2
    job.service.watch(version, job.tell("later"))
    assert "later" not in job.told
    job.pass_time(11)
    assert messages.decode("TaskInfo", job.told["later"][0][0]).error_code == 14


def test_a_recoverable_task_may_come_back() -> None:
    job = Job(2, recoverable=True)
    job.register(0, 1)
    job.service.poll_for_error(0, job.tell("poll"))
    job.barrier(0, timeout=100)
    job.now += 9
    job.service.heartbeat(0, 1)
    job.pass_time(2)
    assert "poll" not in job.told
    job.register(1, incarnation=2)
    assert job.code("register 1 2") == "OK"
    job.barrier(1)
    assert job.code("b 0") == job.code("b 1") == "OK"
    job.service.shut_down(1, job.tell("down"))
    assert job.code("down") == "OK"


def test_whoever_waits_is_told_that_the_service_ends(job: Job) -> None:
    job.service.poll_for_error(0, job.tell("poll"))
    job.service.alive(0, [0, 1], job.tell("alive"))
    job.barrier(0)
    job.service.stop()
    assert {name: job.code(name) for name in ("poll", "alive", "b 0")} == {
        "poll": "CANCELLED",
        "alive": "CANCELLED",
        "b 0": "ABORTED",
    }
    job.register(0, incarnation=3)
    assert job.code("register 0 3") == "INTERNAL"


def test_keys_are_paths_and_counters_are_texts(job: Job) -> None:
    from jaxlib._distributed.status import StatusError

    store = job.service.store
    store.put("/a//b/", b"1", overwrite=False)
    assert store.get("a/b") == b"1"
    with pytest.raises(StatusError, match="ALREADY_EXISTS: key a/b already exists"):
        store.put("a/b", b"2", overwrite=False)
    store.put("ab", b"", overwrite=False)
    assert store.directory("a") == [("a/b", b"1")]
    assert store.increment("a/b", -3) == b"-2"
    with pytest.raises(StatusError, match='Failed to parse value ""'):
        store.increment("ab", 1)
    with pytest.raises(StatusError, match="as an integer"):
        store.increment("a/b", -(1 << 63))
    store.delete("a")
    assert store.directory("a") == []
    assert store.get("ab") == b""


def test_a_key_is_waited_for_until_it_is_given_up(job: Job) -> None:
    store = job.service.store
    store.when_there("k", job.tell("first"))
    store.when_there("k", job.tell("second"))()
    store.put("k", b"v", overwrite=False)
    assert job.told == {"register 0 1": (None,), "register 1 1": (None,), "first": (b"v",)}
