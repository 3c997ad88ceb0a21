"""jax.distributed with the bindings-only jaxlib: jobs of its processes, of upstream's, and of both.

Upstream's jaxlib is the specification: each scenario is run with upstream's processes alone, and then with ours in
some or all places, and every process must get the same answers.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import PYTHONS, RELEASE, oldest_python, wheels
from tests.installed.distributed_jobs import LATE, TIMES, Job, Process, comparable, seconds_until_end, within
from tests.installed.test_pjrt import shim  # noqa: F401
from tools import DIST
from tools.builder import build, definitions
from tools.environments.venv import Environment

STORE = Path(__file__).with_name("distributed_store.py")

#: How many random failures are tried; `nox -s distributed -- COUNT` sets it.
FAILURES = int(os.environ.get("JAXLIB_DISTRIBUTED_FAILURES", "6"))

#: How many of their jobs run at once.
AT_ONCE = int(os.environ.get("JAXLIB_DISTRIBUTED_JOBS", "3"))

#: Of a job, whose jaxlib the service's process has, and whose the others.
CONSTELLATIONS = {"ours": "oo", "our service": "ou", "upstream's service": "uo"}


@pytest.fixture(scope="module")
def pythons(temporary: Callable[[str], Path]) -> dict[str, str]:
    """A Python with our jaxlib and gRPC, and one with upstream's jaxlib alone."""
    return _pythons(RELEASE, temporary)


@pytest.fixture(scope="module")
def newest_pythons(temporary: Callable[[str], Path]) -> dict[str, str]:
    """The same for the newest release line, which has mutual TLS; the oldest does not."""
    return _pythons(definitions.jaxlib_releases()[-1], temporary)


def _pythons(release: str, temporary: Callable[[str], Path]) -> dict[str, str]:
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: jax.distributed is NOT TESTED")
    version = oldest_python(release)
    wheels(release)
    wheel = build.jaxlib(release, python=str(PYTHONS[version]))
    made = {}
    for name, requirements in {
        "o": ("--find-links", str(DIST), f"jax=={release}", f"jaxlib[distributed] @ file://{wheel}"),
        "u": (f"jax=={release}", f"jaxlib==={release}"),
    }.items():
        environment = Environment.create(temporary("distributed") / "environment", PYTHONS[version])
        environment.install(*requirements)
        made[name] = str(environment.python)
    return made


@pytest.fixture
def job(pythons: dict[str, str]) -> Iterator[Callable[..., Job]]:
    """Makes jobs: job("oou", ...) is of two processes with our jaxlib and one with upstream's."""
    made: list[Job] = []

    def make(letters: str, **options: Any) -> Job:
        made.append(Job([pythons[letter] for letter in letters], **options))
        return made[-1]

    yield make
    for job in made:
        job.close()


def key_values(job: Job) -> list[Any]:
    """Keys, directories, counters, bytes."""
    job.connect()
    a, b = job.processes
    return [
        comparable(process.call(method, *args)())
        for process, method, args in (
            (a, "key_value_set", ("k", "v")),
            (a, "key_value_set", ("k", "w")),
            (b, "key_value_set", ("k", "w", True)),
            (a, "key_value_try_get", ("k",)),
            (a, "key_value_try_get", ("absent",)),
            (b, "blocking_key_value_get", ("absent", 300)),
            (b, "key_value_set_bytes", ("/d//x/", {"bytes": "ff00"})),
            (b, "key_value_set", ("d/y/z", "\u00e9")),
            (a, "key_value_dir_get_bytes", ("d",)),
            (a, "key_value_dir_get", ("/d/y/",)),
            (a, "key_value_dir_get", ("",)),
            (a, "key_value_try_get", ("d/x",)),
            (a, "key_value_increment", ("n", 7)),
            (b, "key_value_increment", ("n", -9)),
            (b, "key_value_increment", ("k", 1)),
            (b, "key_value_increment", ("n", 1 << 63)),
            (a, "key_value_try_get", ("n",)),
            (a, "key_value_delete", ("d",)),
            (a, "key_value_delete", ("absent",)),
            (b, "key_value_dir_get", ("d",)),
            (b, "key_value_set", (1, "v")),
            (b, "key_value_set", ("k",)),
            (b, "blocking_key_value_get", ("k", 0.5)),
        )
    ]


def barriers(job: Job) -> list[Any]:
    """Barriers of all and of some, in time and not, used again, and used wrongly."""
    job.connect()
    a, b = job.processes
    told = [job.all("wait_at_barrier", "all", 20000), job.all("wait_at_barrier", "all", 20000)]
    told.append(comparable(a.call("wait_at_barrier", "late", 300)()))
    told.append(comparable(b.call("wait_at_barrier", "late", 20000)()))
    told.append(job.all("wait_at_barrier", "late", 20000))
    told.append(b.call("wait_at_barrier", "mine", 300, [1])())
    told.append(a.call("wait_at_barrier", "not mine", 300, [1])())
    told.append(a.call("wait_at_barrier", "unknown", 300, [0, 7])())
    told.append(a.call("wait_at_barrier", "twice", 300, [0, 0])())
    waiting = a.call("wait_at_barrier", "conflict", 20000)
    time.sleep(0.5)
    told += [b.call("wait_at_barrier", "conflict", 20000, [1])(), waiting()]
    waiting = a.call("wait_at_barrier", "two calls", 20000)
    time.sleep(0.5)
    told += [a.call("wait_at_barrier", "two calls", 20000)(), b.call("wait_at_barrier", "two calls", 20000)()]
    told.append(waiting())
    told += [
        job.all("get_live_nodes", [0, 1]),
        a.call("get_live_nodes", [1])(),
        a.call("get_live_nodes", [0])(),
    ]
    told.append(job.all("shutdown"))
    told += [
        a.call("shutdown")(),
        a.call("wait_at_barrier", "over", 300)(),
        a.call("key_value_set", "k", "v")(),
    ]
    told.append(a.call("get_live_nodes", [0])())
    return list(map(comparable, told))


def not_all_come(job: Job) -> list[Any]:
    """A process that waits for another one to register, which never does."""
    return [job.processes[1].call("connect")(), job.processes[1].end()]


def a_stranger(job: Job) -> list[Any]:
    """A process whose number the job has not."""
    job.connect()
    job.restart(1)
    job.make_client(1, node_id=9)
    return [job.processes[1].call("connect")(), job.processes[1].end()]


def dies(job: Job) -> list[Any]:
    """A process that is killed while another one waits at a barrier."""
    job.connect()
    waiting = job.processes[1].call("wait_at_barrier", "b", 60000)
    since = time.monotonic()
    job.processes[2].process.kill()
    took = seconds_until_end(job.processes[1:2], since)
    assert took < TIMES["heartbeat_timeout"] + LATE, took
    waiting()
    return [process.end() for process in job.processes]


def hangs(job: Job) -> list[Any]:
    """A process that stands still."""
    job.connect()
    since = time.monotonic()
    job.processes[2].process.send_signal(signal.SIGSTOP)
    took = seconds_until_end(job.processes[:2], since)
    assert took < TIMES["heartbeat_timeout"] + LATE, took
    return [process.end() for process in job.processes[:2]]


def returns(job: Job) -> list[Any]:
    """A process that ends with no word to the job."""
    job.connect()
    job.processes[2].ask("return")
    statuses = [process.end()[0] for process in job.processes]
    assert statuses[2] in (0, -signal.SIGABRT), statuses  # upstream's crashes at times
    # Upstream's may still say that it leaves, and then the others are told that they did not: another text.
    return statuses[:2]


def comes_back(job: Job) -> list[Any]:
    """A process that is killed, and started again at once, while its job does not allow that."""
    job.connect()
    job.processes[2].process.kill()
    job.processes[2].end()
    job.restart(2)
    job.processes[2].call("connect")  # is tried until its time-out
    return [process.end() for process in job.processes[:2]]


def leaves_alone(job: Job) -> list[Any]:
    """A process that shuts down while the other one does not."""
    job.connect()
    job.processes[0].call("shutdown")
    ends = [process.end() for process in job.processes]
    # Who shuts down is told by the answer or by the job's error, whichever comes first.
    return [[status, "Shutdown barrier has failed." in text] for status, text in ends]


def preempted(job: Job) -> list[Any]:
    """SIGTERM reaches a process whose main thread runs native code: all processes agree on the same step."""
    job.connect()
    assert [process.ask("manager")() for process in job.processes] == [["ok", None]] * 3
    told = [ask_at(process, step) for process, step in zip(job.processes, [0, 5, 7], strict=True)]
    computing = job.processes[2].ask("compute", [1 << 27])
    job.processes[2].process.send_signal(signal.SIGTERM)

    def negotiated(pause: float) -> bool:
        time.sleep(pause)
        steps = job.processes[0].call("key_value_dir_get", "PREEMPTION_CURRENT_COUNTER/")()[1]
        return len(steps) == 3

    assert within(60, negotiated)
    assert not computing.known, "the main thread was done before the notice was passed on"
    # The step after the largest; the third process's requests wait for its main thread.
    return [told, *([ask_at(process, step) for step in (7, 8, 9)] for process in job.processes[:2])]


def ask_at(process: Process, step: int) -> list[Any]:
    """Whether this is the step at which the process has to save its state."""
    return process.ask("call", "manager", "reached_sync_point", [step], {})()


SCENARIOS: dict[str, tuple[Callable[[Job], list[Any]], int, dict[str, Any]]] = {
    "key_values": (key_values, 2, {}),
    "barriers": (barriers, 2, {}),
    "not_all_come": (not_all_come, 2, {"register": 2}),
    "a_stranger": (a_stranger, 2, {"times": {"heartbeat_timeout": 60}}),
    "dies": (dies, 3, {"service_apart": True}),
    "hangs": (hangs, 3, {"service_apart": True}),
    "returns": (returns, 3, {"service_apart": True}),
    "comes_back": (comes_back, 3, {"service_apart": True, "times": {"heartbeat_timeout": 60}}),
    "leaves_alone": (leaves_alone, 2, {"service_apart": True}),
    "preempted": (preempted, 3, {"times": {"heartbeat_timeout": 60}}),
}


@pytest.fixture(scope="module")
def upstreams(pythons: dict[str, str]) -> Callable[[str], list[Any]]:
    """The answers to every process in a scenario in which all have upstream's jaxlib."""
    known: dict[str, list[Any]] = {}

    def ask(name: str) -> list[Any]:
        if name not in known:
            run, size, options = SCENARIOS[name]
            with Job([pythons["u"]] * size, **options) as job:
                known[name] = run(job)
        return known[name]

    return ask


@pytest.mark.parametrize("constellation", CONSTELLATIONS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_process_is_told_what_upstreams_would_be(
    name: str, constellation: str, job: Callable[..., Job], upstreams: Callable[[str], list[Any]]
) -> None:
    run, size, options = SCENARIOS[name]
    server, others = tuple(CONSTELLATIONS[constellation])
    # Whose the service is, is also whose the first process is; the service's process may be another one.
    assert run(job(server + others * (size - 1), **options)) == upstreams(name)


@pytest.mark.parametrize("letters", ["ooo", "ouo", "uoo"])
def test_a_recoverable_process_may_come_back(job: Callable[..., Job], letters: str) -> None:
    made = job(letters, recoverable=True)
    made.connect()
    waiting = made.processes[1].call("wait_at_barrier", "b", 120_000)
    made.processes[2].process.kill()
    made.processes[2].end()
    alive = [process.call("get_live_nodes", [0, 1, 2]) for process in made.processes[:2]]
    assert [answer()[1]["keys"] for answer in alive] == [[0, 1]] * 2  # told once its heartbeats are missed
    made.restart(2)
    assert made.processes[2].call("connect")() == ["ok", None]
    others = [made.processes[number].call("wait_at_barrier", "b", 120_000) for number in (0, 2)]
    assert [answer() for answer in (waiting, *others)] == [["ok", None]] * 3
    for process in reversed(made.processes):
        assert process.call("shutdown")() == ["ok", None]


@pytest.mark.parametrize("letters", ["ooo", "uoo", "ouu"])
def test_everybody_ends_when_the_service_does(job: Callable[..., Job], letters: str) -> None:
    made = job(letters, service_apart=True)
    made.connect()
    made.server.process.kill()
    for status, text in [process.end(TIMES["heartbeat_timeout"] + LATE) for process in made.processes]:
        assert status == -signal.SIGABRT
        assert text.startswith("UNAVAILABLE: Failed to send RPC to coordination service.")


def test_many_processes_come_together_and_leave(job: Callable[..., Job]) -> None:
    made = job("ou" * 5, times={"heartbeat_timeout": 60, "shutdown_timeout": 60})
    made.connect()
    assert made.all("wait_at_barrier", "b", 60000) == [["ok", None]] * 10
    counts = sorted(value for _, value in made.all("key_value_increment", "n", 1))
    assert counts == list(range(1, 11))
    assert made.all("shutdown") == [["ok", None]] * 10


def certificates(folder: Path) -> dict[str, dict[str, str]]:
    """Certificates of two authorities that do not know each other, as arguments of services and clients."""
    (folder / "extensions").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n", "utf-8")
    made = {}
    for name in ("known", "unknown"):
        for command in (
            f"req -x509 -newkey rsa:2048 -nodes -keyout {name}-ca.key -out {name}-ca.crt -days 2 -subj /CN=ca",
            f"req -newkey rsa:2048 -nodes -keyout {name}.key -out {name}.csr -subj /CN=localhost",
            f"x509 -req -in {name}.csr -CA {name}-ca.crt -CAkey {name}-ca.key -CAcreateserial -out {name}.crt "
            "-days 2 -extfile extensions",
        ):
            subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
        made[name] = {
            "mtls_cert_file": str(folder / f"{name}.crt"),
            "mtls_key_file": str(folder / f"{name}.key"),
            "mtls_ca_file": str(folder / "known-ca.crt"),
        }
    return made


@pytest.mark.parametrize("letters", ["oo", "ou", "uo"])
def test_a_job_by_mutual_tls(newest_pythons: dict[str, str], letters: str, tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificates: mutual TLS is NOT TESTED")
    files = certificates(tmp_path)
    pythons = [newest_pythons[letter] for letter in letters]
    times = {"heartbeat_timeout": 60, "shutdown_timeout": 60}
    with Job(pythons, address="localhost", times=times, security=files["known"]) as job:
        job.connect()
        assert job.processes[0].call("key_value_set", "k", "v")() == ["ok", None]
        assert job.processes[1].call("blocking_key_value_get", "k", 30000)() == ["ok", "v"]
        assert job.all("shutdown") == [["ok", None]] * 2
    # A process without a certificate, or with one of another authority, is never let in.
    for refused in (dict.fromkeys(files["unknown"]), files["unknown"]):
        with Job(pythons, address="localhost", times=times, register=5, security=files["known"]) as job:
            job.make_client(1, **refused)
            assert job.processes[1].call("connect")()[0] == "ended"


@pytest.fixture
def network() -> Iterator[Network]:
    """A second network on this machine, with a cable to the first."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and ip: a lost network is NOT TESTED")
    made = Network()
    yield made
    made.close()


class Network:
    """A network namespace; ``inside`` begins the commands that run in it; ``address`` is the first network's."""

    address = "10.213.7.1"
    _numbers = itertools.count()

    def __init__(self) -> None:
        self.name = self._cable = f"jax{os.getpid()}-{next(self._numbers)}"
        self.inside = ("ip", "netns", "exec", self.name)
        self._run(f"ip netns add {self.name}")
        for command in (
            f"ip link add {self._cable}a type veth peer name {self._cable}b netns {self.name}",
            f"ip addr add {self.address}/30 dev {self._cable}a",
            f"ip link set {self._cable}a up",
            f"ip -n {self.name} addr add 10.213.7.2/30 dev {self._cable}b",
            f"ip -n {self.name} link set {self._cable}b up",
        ):
            self._run(command)

    def cut(self) -> None:
        """Unplug the cable."""
        self._run(f"ip link set {self._cable}a down")

    def close(self) -> None:
        """Remove the network, and the cable at once: the namespace remains for as long as a process is in it."""
        self._run(f"ip link delete {self._cable}a")
        self._run(f"ip netns delete {self.name}")

    @staticmethod
    def _run(command: str) -> None:
        subprocess.run(command.split(), check=True)


@pytest.mark.parametrize("letters", ["uuu", "ooo", "uoo", "ouu"])
def test_a_lost_network_ends_everybody_who_is_cut_off(
    job: Callable[..., Job], network: Network, letters: str
) -> None:
    """Every mix of jaxlibs has to pass the same assertions within the same time; "uuu" is upstream's alone."""
    prefixes = [(), (), network.inside]
    made = job(letters, service_apart=True, address=network.address, prefixes=prefixes)
    made.connect()
    since = time.monotonic()
    network.cut()
    latest = TIMES["heartbeat_timeout"] * 2 + LATE
    ends = [process.end(latest) for process in made.processes]
    assert time.monotonic() - since < latest
    assert [status for status, _ in ends] == [-signal.SIGABRT] * 3
    assert "(stopped sending heartbeats):\n2\n" in ends[1][1]
    assert ends[2][1].startswith(("DEADLINE_EXCEEDED", "UNAVAILABLE"))


def in_a_cluster(scheduler: str, number: int, size: int) -> dict[str, str]:
    """The variables that a scheduler gives a process of a job on this machine."""
    job = os.getpid() * 8
    if scheduler == "slurm":
        named = {"JOB_ID": job, "STEP_NODELIST": "127.0.0.1,127.0.0.2", "NTASKS": size, "PROCID": number,
                 "LOCALID": number, "STEP_NUM_NODES": 1}  # fmt: skip
        return {f"SLURM_{name}": str(value) for name, value in named.items()}
    named = {"COMM_WORLD_SIZE": size, "COMM_WORLD_RANK": number, "COMM_WORLD_LOCAL_RANK": number,
             "MCA_orte_hnp_uri": f"{(job + 1) << 12}.0;tcp://127.0.0.1:34911"}  # fmt: skip
    return {f"OMPI_{name}": str(value) for name, value in named.items()}


#: A program that finds the others of its job by what the scheduler says.
CLUSTERED = """
import jax
from jax._src.distributed import global_state as state
jax.distributed.initialize()
state.client.key_value_set(f"/from/{state.process_id}", "here")
state.client.wait_at_barrier("all", 60_000)
print(state.process_id, state.num_processes, len(state.client.key_value_dir_get("/from/")))
jax.distributed.shutdown()
"""


@pytest.mark.parametrize("letters", ["ooo", "uoo", "ouu"])
@pytest.mark.parametrize("scheduler", ["slurm", "open mpi"])
def test_a_job_is_recognized_by_what_its_scheduler_says(
    pythons: dict[str, str], scheduler: str, letters: str
) -> None:
    size = len(letters)
    processes = [
        subprocess.Popen(
            [pythons[letter], "-c", CLUSTERED],
            env={**os.environ, **in_a_cluster(scheduler, number, size), "JAX_PLATFORMS": "cpu"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number, letter in enumerate(letters)
    ]
    said = [process.communicate(timeout=120) for process in processes]
    assert [out for out, _ in said] == [f"{number} {size} {size}\n" for number in range(size)], said


def test_a_library_finds_its_others_by_the_jobs_key_value_store(
    pythons: dict[str, str],
    shim: Path,  # noqa: F811
) -> None:
    (library,) = Path(pythons["o"]).parents[1].glob("lib/python3*/site-packages/jaxlib_cpu/libjaxlib_cpu.so")
    variables = {**os.environ, "SHIM_MODE": "store", "SHIM_LIBRARY": str(library), "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [pythons["o"], str(STORE), str(shim)],
        env=variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "passed\n"


def test_the_interpreter_ends_whatever_its_threads_wait_for(job: Callable[..., Job]) -> None:
    made = job("oo", times={"heartbeat_timeout": 60})
    made.connect()
    waiting = [
        made.processes[1].call("wait_at_barrier", "b", 600_000),
        made.processes[1].call("blocking_key_value_get", "k", 600_000),
    ]
    time.sleep(0.5)
    for process in reversed(made.processes):
        process.ask("return")
    assert [process.end(30) for process in made.processes] == [(0, "")] * 2
    assert [answer()[0] for answer in waiting] != ["ok", "ok"]


def test_random_failures_leave_no_process_behind(pythons: dict[str, str]) -> None:
    """Processes that are killed, stopped, or return, at random moments of a job's life: all the others end too.

    Some jobs run at once: they wait for the most of their time. Each has a random generator of its own, so that
    a seed names the same failures however many run at once.
    """
    seed = os.environ.get("JAXLIB_DISTRIBUTED_SEED") or str(random.randrange(1 << 32))
    at_once = min(FAILURES, AT_ONCE)
    waits = []
    with ThreadPoolExecutor(at_once) as pool:
        for done in as_completed(
            [pool.submit(one_failure, pythons, f"{seed}/{count}") for count in range(FAILURES)]
        ):
            if done.exception():
                pool.shutdown(wait=False, cancel_futures=True)
            waits.append(done.result())
            if len(waits) % 100 == 0 or len(waits) == FAILURES:
                print(f"seed {seed}: {len(waits)} failures; all processes had ended {max(waits):.1f} s after one "
                      "at the latest", flush=True)  # fmt: skip


def one_failure(pythons: dict[str, str], seed: str) -> float:
    """Fail one process of a job; the seconds until all others had ended, a minute at most."""
    chance = random.Random(seed)
    letters = "".join(chance.choice("oou") for _ in range(chance.randint(2, 4)))
    failure = chance.choice(["kill", "stop", "return"])
    with Job(
        [pythons[letter] for letter in letters],
        times={"heartbeat_timeout": 2, "shutdown_timeout": 3},
        register=8,
    ) as job:
        victim = chance.choice(job.processes)
        for process in job.processes:
            process.call("connect")
        if chance.random() < 0.7:
            time.sleep(chance.random() * 2)
            for process in job.processes:
                process.call(
                    *chance.choice([("wait_at_barrier", "b", 60000), ("blocking_key_value_get", "k", 60000)])
                )
        leaver = chance.choice(job.processes) if chance.random() < 0.3 else None
        left = leaver.call("shutdown") if leaver else None
        time.sleep(chance.random())
        if failure == "return":
            victim.ask("return")
        else:
            victim.process.send_signal(signal.SIGKILL if failure == "kill" else signal.SIGSTOP)
        since = time.monotonic()
        others = [process for process in job.processes if process is not victim or failure != "stop"]
        try:
            if leaver is not None and left is not None and leaver in others and left()[0] != "ended":
                # Nobody tells a process of the job once it has left: its program comes to its end.
                leaver.ask("return")
            return seconds_until_end(others, since)
        except AssertionError as error:
            index = job.processes.index(victim)
            raise AssertionError(f"seed {seed}, {letters}, {failure} of {index}: {error}") from None
