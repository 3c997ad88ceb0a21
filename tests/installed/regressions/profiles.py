"""Profiles: what is recorded, the files, what reads them, memory profiles, and profiles on demand."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxlib import _profile_data, _profiler

ProfileData = _profile_data.ProfileData


def record(work: Callable[[], Any], **options: Any) -> Any:
    """The profile of ``work``, in which Python's calls are not recorded unless ``options`` say so."""
    jax.devices()
    wanted = _profiler.ProfileOptions()
    for name, value in {"python_tracer_level": 0, **options}.items():
        setattr(wanted, name, value)
    session = _profiler.ProfilerSession(wanted)
    try:
        work()
    finally:
        space = session.stop()
    return ProfileData.from_serialized_xspace(space)


def events(profile: Any, plane: str = "/host:CPU") -> dict[str, list[Any]]:
    """Of a plane, by their names."""
    found: dict[str, list[Any]] = {}
    for line in profile.find_plane_with_name(plane).lines:
        for event in line.events:
            found.setdefault(event.name, []).append(event)
    return found


def content(space: bytes) -> list[Any]:
    """Everything that a serialized space says."""
    said: list[Any] = []
    for plane in ProfileData.from_serialized_xspace(space).planes:
        said.append((plane.name, sorted(map(str, plane.stats))))
        for line in plane.lines:
            said.append(line.name)
            said += [
                (event.name, event.start_ns, event.duration_ns, sorted(map(str, event.stats)))
                for event in line.events
            ]
    return said


def test_an_annotation_has_its_metadata() -> None:
    def work() -> None:
        with _profiler.TraceMe(
            "one", number=3, text="t", real=2.5, truth=True, nothing=None, items=[1, 2]
        ) as it:
            it.set_metadata(more=-1, large=2**70)
        with _profiler.TraceMe("two#key=7#"):
            pass
        _profiler.TraceMe("never entered")
        with jax.profiler.StepTraceAnnotation("step", step_num=4):
            pass
        jax.profiler.annotate_function(lambda: None, name="annotated")()

    found = events(record(work))
    assert dict(found["one"][0].stats) == {
        "number": 3, "text": "t", "real": 2.5, "truth": 1, "nothing": "None", "items": "[1, 2]", "more": -1,
        "large": float(2**70),
    }  # fmt: skip
    assert dict(found["two"][0].stats) == {"key": 7}
    assert dict(found["step"][0].stats) == {"_r": 1, "step_num": 4}
    assert len(found["never entered"]) == len(found["annotated"]) == 1
    one = found["one"][0]
    assert 0 < one.start_ns <= one.end_ns == one.start_ns + one.duration_ns


def test_nothing_is_recorded_outside_of_a_session() -> None:
    before = _profiler.TraceMe("began before")
    after: list[Any] = []

    def work() -> None:
        before.__exit__(None, None, None)
        after.append(_profiler.TraceMe("ends behind"))

    assert not _profiler.TraceMe.is_enabled()
    found = events(record(work))
    after[0].__exit__(None, None, None)
    assert "began before" not in found
    assert "ends behind" not in found
    assert "ends behind" not in events(record(lambda: None))


def test_a_level_of_zero_records_no_events() -> None:
    assert "one" not in events(
        record(lambda: _profiler.TraceMe("one").__exit__(None, None, None), host_tracer_level=0)
    )


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def test_pythons_calls_are_nested_as_they_were() -> None:
    def numbers() -> Any:
        yield len([])
        yield len([1])

    def failing() -> None:
        raise KeyError("as it should")

    def work() -> None:
        fibonacci(6)
        list(numbers())
        with pytest.raises(KeyError):
            failing()

    def named(found: dict[str, list[Any]], name: str) -> list[Any]:
        return [
            event
            for title in found
            for event in found[title]
            if title.startswith("$profiles.py:") and title.endswith(name)
        ]

    found = events(record(work, python_tracer_level=1))
    calls = named(found, " fibonacci")
    assert len(calls) == 25
    outer = max(calls, key=lambda each: each.duration_ns)
    assert all(outer.start_ns <= call.start_ns <= call.end_ns <= outer.end_ns for call in calls)
    assert len(named(found, " numbers")) == 3  # once for each value, and for the end
    assert len(named(found, " failing")) == 1
    assert len(found["$builtins len"]) >= 2
    assert not named(events(record(work)), " fibonacci")


def test_calls_of_other_threads_are_recorded() -> None:
    """Of a thread that runs when the session starts, and of one that starts in it."""
    go, done = threading.Event(), threading.Event()

    def waiting() -> None:
        go.wait()
        fibonacci(3)
        done.set()

    running = threading.Thread(target=waiting)
    running.start()

    def work() -> None:
        go.set()
        done.wait()
        one = threading.Thread(target=fibonacci, args=(4,))
        one.start()
        one.join()

    profile = record(work, python_tracer_level=1)
    running.join()
    calls = [name for name, found in events(profile).items() for _ in found if name.endswith(" fibonacci")]
    assert len(calls) == 5 + 9


def test_there_is_one_session_at_a_time() -> None:
    first = _profiler.ProfilerSession()
    second = _profiler.ProfilerSession()
    with pytest.raises(jax.errors.JaxRuntimeError, match="ALREADY_EXISTS: Another profiling session active"):
        second.stop()
    with _profiler.TraceMe("goes on"):
        pass
    assert "goes on" in events(ProfileData.from_serialized_xspace(first.stop()))
    abandoned = _profiler.ProfilerSession()
    del abandoned
    assert "one" in events(record(lambda: _profiler.TraceMe("one").__exit__(None, None, None)))


def test_the_files_are_where_viewers_look(tmp_path: Path) -> None:
    options = jax.profiler.ProfileOptions()
    options.session_id = "named"
    with (
        jax.profiler.trace(tmp_path, create_perfetto_trace=True, profiler_options=options),
        jax.profiler.TraceAnnotation('quoted "name"', key="value"),
    ):
        jnp.ones(3).block_until_ready()
    folder = tmp_path / "plugins/profile/named"
    kinds = sorted(path.name.partition(".")[2] for path in folder.iterdir() if "perfetto" not in path.name)
    assert kinds == ["trace.json.gz", "xplane.pb"]
    with gzip.open(next(folder.glob("*.trace.json.gz"))) as file:
        trace = json.load(file)["traceEvents"]
    (event,) = [entry for entry in trace if entry.get("name") == 'quoted "name"']
    assert event["args"] == {"key": "value"}
    assert event["ph"] == "X"
    assert (folder / "perfetto_trace.json.gz").exists()
    profile = ProfileData.from_file(str(next(folder.glob("*.xplane.pb"))))
    assert [plane.name for plane in profile.planes] == ["/host:metadata", "/host:CPU", "Task Environment"]
    facts = dict(profile.find_plane_with_name("/host:metadata").stats)
    assert facts["jax_version"] == jax.__version__
    task = dict(profile.find_plane_with_name("Task Environment").stats)
    assert task["profile_start_time"] < task["profile_stop_time"]
    with pytest.raises(jax.errors.JaxRuntimeError):
        _profiler.ProfilerSession().stop_and_export("/proc/no such folder")


@pytest.mark.since("0.12.0")
def test_a_profile_in_memory_is_written_as_a_session_writes_it(tmp_path: Path) -> None:
    jax.devices()
    session = _profiler.ProfilerSession()
    with jax.profiler.TraceAnnotation("a span"):
        pass
    space = session.stop()
    session.export(space, str(tmp_path / "bytes"))
    data = ProfileData.from_serialized_xspace(space)
    _profiler.export_to_xprof(data, str(tmp_path / "data"), session_id="named")
    written = {path.name: path for path in (tmp_path / "data/plugins/profile/named").iterdir()}
    as_bytes = {path.name: path for path in (tmp_path / "bytes").rglob("*.*") if path.is_file()}
    assert sorted(written) == sorted(as_bytes)
    for name, path in written.items():
        opened = gzip.open if name.endswith(".gz") else open
        with opened(path, "rb") as mine, opened(as_bytes[name], "rb") as others:
            # Of a space the content counts: upstream's protobuf writes the entries of a map in any order.
            read = content if name.endswith(".pb") else bytes
            assert read(mine.read()) == read(others.read())
    for wrong in ((space, str(tmp_path)), (data, 1), (data, str(tmp_path), None)):
        with pytest.raises(TypeError, match=r"export_to_xprof\(\): incompatible function arguments"):
            _profiler.export_to_xprof(*wrong)
    with pytest.raises(jax.errors.JaxRuntimeError, match="NOT_FOUND"):
        _profiler.export_to_xprof(data, "/proc/no such folder")


def test_options_hold_what_is_set() -> None:
    options = _profiler.ProfileOptions()
    assert (options.host_tracer_level, options.python_tracer_level, options.enable_hlo_proto) == (2, 1, True)
    options.advanced_configuration = {"a": True, "b": 7, "c": "x", "d": 2.5}
    assert options.advanced_configuration == {"a": True, "b": 7, "c": "x", "d": "2.5"}
    for name, value in (("host_tracer_level", -1), ("host_tracer_level", 1 << 32), ("session_id", 3),
                        ("enable_hlo_proto", 3)):  # fmt: skip
        with pytest.raises(TypeError):
            setattr(options, name, value)
    options.session_id, options.start_timestamp_ns, options.repository_path = "s", 5, "r"
    session = _profiler.ProfilerSession(options)
    task: Any = ProfileData.from_serialized_xspace(session.stop()).find_plane_with_name("Task Environment")
    given = dict(task.stats)["profile_options"]
    for part in ("\x10\x02", "\x20\x01", "\x28\x01", "\x40\x05", "R\x01r", "r\x01s", "\n\x01b\x12\x02\x18\x07",
                 "\n\x01a\x12\x02\x10\x01", "\n\x01c\x12\x03\n\x01x"):  # fmt: skip
        assert part in given


TEXT = """
planes {
  name: "plane"  # a comment
  lines { id: 1 name: 'li' "ne" timestamp_ns: 1000 events { metadata_id: 1 offset_ps: 5000 duration_ps: 2999
          stats { metadata_id: 1 double_value: 1.5 } stats { metadata_id: 2 ref_value: 3 }
          stats { metadata_id: 9 int64_value: -4 } stats { metadata_id: 1 int64_value: -4 } } }
  event_metadata { key: 1 value { id: 1 name: "event" } }
  stat_metadata { key: 1 value { id: 1 name: "stat" } }
  stat_metadata { key: 2 value { id: 2 name: "reference" } }
  stat_metadata { key: 3 value { id: 3 name: "\\303\\244" } }
}
"""


def test_a_profile_is_read_from_text() -> None:
    plane = ProfileData.from_text_proto(TEXT).find_plane_with_name("plane")
    (line,) = plane.lines
    (event,) = line.events
    assert (line.name, event.name) == ("line", "event")
    assert (event.start_ns, event.duration_ns, event.end_ns) == (1005, 2, 1007)
    assert list(event.stats) == [("stat", 1.5), ("reference", "ä"), (None, None), ("stat", -4)]
    assert next(iter(ProfileData.from_text_proto("planes { name: 'a' } junk").planes)).name == "a"


def test_a_damaged_profile_is_refused() -> None:
    space = ProfileData.text_proto_to_serialized_xspace(TEXT)
    refused = 0
    for size in range(len(space)):
        try:
            profile = ProfileData.from_serialized_xspace(space[:size])
        except RuntimeError:
            refused += 1
            continue
        for plane in profile.planes:
            for line in plane.lines:
                assert all(list(event.stats) for event in line.events)
    assert refused >= len(space) - 1
    with pytest.raises(jax.errors.JaxRuntimeError, match="NOT_FOUND"):
        ProfileData.from_file("/no/such/file")


def _pprof(backend: Any) -> list[dict[str, Any]]:
    """The samples of a memory profile, with names for numbers."""
    from jaxlib import _jax

    profile = json.loads(_jax.pprof_profile_to_json(backend.heap_profile()))
    texts = profile["stringTable"]
    functions = {function["id"]: texts[int(function["name"])] for function in profile["function"]}
    places = {
        location["id"]: functions[location["line"][0]["functionId"]] for location in profile["location"]
    }
    assert [texts[int(kind["type"])] for kind in profile["sampleType"]] == ["allocations", "space"]
    return [
        {
            "functions": [places[location] for location in sample.get("locationId", ())],
            "values": [int(number) for number in sample["value"]],
            "labels": {texts[int(label["key"])]: texts[int(label["str"])] for label in sample["label"]},
        }
        for sample in profile["sample"]
    ]


def made_here(count: int) -> list[Any]:
    return [jax.device_put(np.zeros(1000, np.float32)) for _ in range(count)]


def test_a_memory_profile_has_buffers_and_programs_with_where_they_were_made(tmp_path: Path) -> None:
    from jaxlib import _jax

    if not hasattr(_jax, "pprof_profile_to_json"):
        pytest.fail("this jaxlib reads no memory profiles")
    backend = jax.devices()[0].client
    arrays = made_here(3)
    program = jax.jit(lambda x: x + 1).lower(1.0).compile()

    def mine() -> list[dict[str, Any]]:
        return [sample for sample in _pprof(backend) if "made_here" in sample["functions"]]

    (sample,) = mine()
    assert sample["values"] == [3, 12000]
    assert sample["labels"]["kind"] == "buffer"
    assert sample["labels"]["device"]
    assert any(sample["labels"] == {"kind": "executable"} for sample in _pprof(backend))
    arrays[0].delete()
    assert mine()[0]["values"] == [2, 8000]
    del arrays
    assert not mine()
    jax.profiler.save_device_memory_profile(tmp_path / "memory.prof")
    assert gzip.decompress((tmp_path / "memory.prof").read_bytes())
    del program


@pytest.mark.only("ours", why="the names are of PJRT's functions; upstream's are of XLA's classes")
def test_what_the_bindings_do_is_recorded() -> None:
    double = jax.jit(lambda x: x * 2)
    called: list[str] = []

    def callback(x: Any) -> Any:
        called.append(threading.current_thread().name)
        return np.asarray(x)

    call = jax.jit(lambda x: jax.pure_callback(callback, jax.ShapeDtypeStruct((4,), np.float32), x))

    def work() -> None:
        x = jax.device_put(np.ones((1000,), np.float32))
        double(x).block_until_ready()
        double(x).block_until_ready()
        np.asarray(call(jnp.ones(4)))  # few bytes are copied, more are viewed

    profile = record(work)
    found = events(profile)
    for name in ("PJRT_Client_Compile", "ParseArguments", "HostCallback", "PjitFunction(<lambda>)"):
        assert found[name], sorted(found)
    sizes = [dict(event.stats)["bytes"] for event in found["BufferFromHostBuffer"]]
    assert 4000 in sizes
    assert 16 in [dict(event.stats)["bytes"] for event in found["BufferToHostBuffer"]]
    runs = [event for event in found["jit__lambda"] if dict(event.stats)["hlo_module"] == "jit__lambda"]
    assert len(runs) == 3
    assert called
    executes = {dict(event.stats)["run_id"]: event for event in found["PJRT_LoadedExecutable_Execute"]}
    for event in runs:
        told = executes[dict(event.stats)["run_id"]]
        assert told.start_ns <= event.start_ns < event.end_ns
        assert dict(event.stats)["device_ordinal"] == 0
        assert dict(event.stats)["thread"]


@pytest.mark.only("ours", why="the thread's name in Python is this family's addition")
def test_a_thread_has_its_name(tmp_path: Path) -> None:
    with jax.profiler.trace(tmp_path):
        one = threading.Thread(
            target=lambda: _profiler.TraceMe("one").__exit__(None, None, None), name="loader 7"
        )
        one.start()
        one.join()
    with gzip.open(next(tmp_path.rglob("*.trace.json.gz"))) as file:
        trace = json.load(file)["traceEvents"]
    assert any(entry.get("args", {}).get("name", "").endswith("(loader 7)") for entry in trace)


@pytest.mark.only("ours", "upstream", why="upstream's bindings have no HLO of a plugin's programs")
def test_the_programs_hlo_is_in_the_profile() -> None:
    program = jax.jit(lambda x: x @ x.T)
    x = jnp.ones((50, 60))

    def spaces(**options: Any) -> bytes:
        wanted = _profiler.ProfileOptions()
        for name, value in options.items():
            setattr(wanted, name, value)
        session = _profiler.ProfilerSession(wanted)
        program(x).block_until_ready()
        return bytes(session.stop())

    program(x)
    assert b"Hlo Proto" in spaces()
    assert b"Hlo Proto" not in spaces(enable_hlo_proto=False)


def test_pprof_is_read_from_json() -> None:
    from jaxlib import _jax

    text = '{"sample_type":[{"type":"1"}],"stringTable":["","t"],"sample":[{"value":[5,"6"]}]}'
    assert _jax.json_to_pprof_profile(text) == b"\x0a\x02\x08\x01\x12\x04\x12\x02\x05\x06\x32\x00\x32\x01t"
    with pytest.raises(jax.errors.JaxRuntimeError, match="INVALID_ARGUMENT"):
        _jax.json_to_pprof_profile('{"nonsense": 1}')
    for comment in ("10", '"10"', "[10]", "[[10]]"):  # jax.jaxpr_util writes one number for the array
        assert _jax.json_to_pprof_profile(f'{{"comment": {comment}}}') == b"j\x01\n"
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"expected\s+number\s+or\s+string"):
        _jax.json_to_pprof_profile('{"comment": true}')


SERVER = """
import socket, sys, threading, time
import grpc, jax, jax.numpy as jnp
from jaxlib._profile_data import ProfileData
with socket.socket() as free:
    free.bind(("", 0)); port = free.getsockname()[1]
"""

DEMAND = """
server = jax.profiler.start_server(port)
try:
    jax.profiler.start_server(port)
except ValueError:
    pass
else:
    raise AssertionError("two servers")
ends = False
def work():
    while not ends:
        with jax.profiler.TraceAnnotation("at work"):
            time.sleep(0.001)
thread = threading.Thread(target=work); thread.start()
text = lambda tag, value: bytes([tag << 3 | 2, len(value)]) + value
options = b"\\x10\\x02\\x28\\x01\\x48\\xc8\\x01"  # the host's events, version 1, 200 ms
request = text(4, options) + text(6, b"session") + text(7, b"host") + b"\\x48\\x01"  # the space in the answer
channel = grpc.insecure_channel(f"localhost:{port}")
call = channel.unary_unary("/tensorflow.ProfilerService/Profile")
answer = call(request, timeout=60)
assert b"at work" in answer and b"/host:CPU" in answer
first = call.future(request); time.sleep(0.05)
try:
    call(request, timeout=60)
except grpc.RpcError as error:
    assert error.code() == grpc.StatusCode.INTERNAL and "Another profiling session active" in error.details(), error
else:
    raise AssertionError("two sessions")
assert b"at work" in first.result()
try:
    channel.unary_unary("/tensorflow.ProfilerService/Monitor")(b"", timeout=60)
except grpc.RpcError as error:
    assert error.code() == grpc.StatusCode.UNIMPLEMENTED
ends = True; thread.join()
jax.profiler.stop_server(); del server
time.sleep(0.1)
jax.profiler.start_server(port)
print("done")
"""


def test_profiles_on_demand(child: Callable[..., str]) -> None:
    assert "done" in child(SERVER + DEMAND)


SUBPROCESS = """
import subprocess
other = subprocess.Popen([sys.executable, "-c", f'''
import jax, time
jax.profiler.start_server({port}, requires_backend=False)
while True:
    with jax.profiler.TraceAnnotation("in the other"):
        time.sleep(0.01)
'''])
try:
    undo = jax.profiler.register_subprocess(other.pid, port)
    try:
        jax.profiler.register_subprocess(other.pid, port)
    except RuntimeError as error:
        assert "ALREADY_EXISTS" in str(error), error
    else:
        raise AssertionError("registered twice")
    from jaxlib._profiler import ProfileOptions, ProfilerSession
    options = ProfileOptions()
    options.advanced_configuration = {"profile_subprocesses": True}
    session = ProfilerSession(options)
    time.sleep(0.5)
    profile = ProfileData.from_serialized_xspace(session.stop())
    plane = profile.find_plane_with_name(f"/host:CPU [{other.pid}]")
    assert any(event.name == "in the other" for line in plane.lines for event in line.events)
    undo()
    session = ProfilerSession(options)
    profile = ProfileData.from_serialized_xspace(session.stop())
    assert str(other.pid) not in str([plane.name for plane in profile.planes])
finally:
    other.kill()
print("done")
"""


def test_another_process_is_in_the_profile(child: Callable[..., str]) -> None:
    assert "done" in child(SERVER + SUBPROCESS)
