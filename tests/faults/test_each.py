"""Each fault by itself: there is one diagnosis, which names the cause, in ``jaxlib doctor`` and in jax."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from importlib import resources
from typing import Any

import jsonschema
import pytest

from tests.faults import catalogue
from tests.faults.catalogue import CPU, CUDA, Fault
from tests.faults.copies import Copy, Server

SCHEMA = jsonschema.Draft202012Validator(
    json.loads(
        resources.files("jaxlib_core.doctor.schemas").joinpath("doctor.schema.json").read_text("utf-8")
    )
)


def plugin(data: dict[str, Any], platform: str) -> dict[str, Any] | None:
    """The problem of the plugin for ``platform``, whether or not its descriptor could be read."""
    entries = [*data["plugins"], *data["broken"]]
    problem: dict[str, Any] | None = next(e["problem"] for e in entries if e["platform"] == platform)
    return problem


def check(fault: Fault, problem: dict[str, Any] | None, faults: tuple[Fault, ...]) -> None:
    """``problem`` is the diagnosis of ``fault``, and of no other fault."""
    assert (problem["kind"] if problem else "") == fault.kind, problem
    if problem:
        assert fault.says in problem["summary"]
        others = [other for other in faults if other.kind and other.says != fault.says]
        assert not [other.name for other in others if other.says in problem["summary"]]
        assert "\n" not in problem["summary"]
        # No command renames a folder: the note says what to do instead.
        for field in (
            "wanted",
            "found",
            "where",
            "note" if fault.name == "a path in no encoding" else "commands",
        ):
            assert problem[field], field


def test_nothing_broken(doctor: Server, jax: Server, copied: Callable[[], Copy]) -> None:
    copy = copied()
    copy.nvidia()
    data = doctor.ask(copy, "doctor")
    SCHEMA.validate(data)
    assert data["problems"] == []
    assert data["remarks"] == []
    states = {plugin["platform"]: plugin for plugin in data["plugins"]}
    assert [device["kind"] for device in states["cpu"]["devices"]] == ["cpu"]
    assert states["cuda"]["devices"] is None, "what has no hardware is not opened"
    assert len(states["cuda"]["vendor_libraries"]) == len(catalogue.NEEDED) + len(catalogue.OPTIONAL)
    assert jax.ask(copy, "jax") == {"problem": None, "devices": 1, "plugin": True}


@pytest.mark.parametrize("fault", [*CPU, catalogue.HANGS_LATE], ids=lambda fault: fault.name)
def test_a_fault_of_the_cpu_plugin(
    fault: Fault, doctor: Server, jax: Server, copied: Callable[[], Copy]
) -> None:
    copy = copied()
    fault.apply(copy)
    data = doctor.ask(copy, "doctor")
    SCHEMA.validate(data)
    check(fault, plugin(data, "cpu"), CPU)
    wanted = [kind for kind in (fault.kind or fault.in_use,) if kind]
    assert [problem["kind"] for problem in data["problems"]] == wanted, [
        p["summary"] for p in data["problems"]
    ]
    if fault.in_jax:
        answer = jax.ask(copy, "jax")
        check(fault, answer["problem"], CPU)
        assert fault.kind or answer["plugin"], answer


@pytest.mark.parametrize(
    "fault",
    [
        library
        for library in catalogue.LOADED
        if library.kind == "LibraryEndsProcess" and "exits" not in library.name
    ],
    ids=lambda fault: fault.name,
)
def test_jax_dies_of_it_and_says_so(fault: Fault, jax: Server, copied: Callable[[], Copy]) -> None:
    """A crash cannot be raised as an exception: the diagnosis is printed before, and the signal is unchanged."""
    copy = copied()
    fault.apply(copy)
    answer = jax.end(copy, "jax")
    assert answer["status"] == -(signal.SIGSEGV if fault.name.startswith("crash") else signal.SIGABRT)
    (start,) = [line for line in answer["words"].splitlines() if "[JLP" in line]
    assert fault.says in start
    lines = answer["words"].partition(start)[2].splitlines()
    doing = "creating a client" if "client" in fault.name else "loading the library"
    assert f"  found:  this process, which a signal terminates while {doing}" in lines
    assert lines[lines.index("To fix it, run:") + 1].endswith(" jaxlib-cpu==0.10.2")


def test_jax_says_that_a_library_takes_long(jax: Server, copied: Callable[[], Copy]) -> None:
    copy = copied()
    catalogue.HANGS_LATE.apply(copy)
    said = "Creating a client with the library of jaxlib-cpu 0.10.2 has taken 1 s so far. `jaxlib doctor` "
    answer = jax.end(copy, "jax", patience=1.0, enough=said)
    assert answer["hung"]
    assert said in answer["words"]


#: Runs the doctor; writes what it started or loaded to the file in its last argument. The other one: site-packages.
_WATCHED = """
import json, sys
site, report = sys.argv[1:]
STARTS = ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system", "ctypes.dlopen")
events, opened = [], {}
def watch(event, arguments):
    if event in STARTS:
        # Which installers there are is asked of them; the constants of ctypes open the process itself.
        if not (event == "subprocess.Popen" and arguments[1][-1] == "--version") and arguments[0] is not None:
            events.append([event, str(arguments[:2])])
    elif event == "open" and isinstance(arguments[0], str):
        opened[arguments[0]] = opened.get(arguments[0], 0) + 1
sys.addaudithook(watch)
sys.path.insert(0, site)
from jaxlib_core.cli import main
try:
    main(["doctor"])
finally:
    often = {path: count for path, count in opened.items() if path.startswith(site)}
    with open("/proc/self/maps") as maps:
        mapped = [line.split()[-1] for line in maps if site in line]
    with open(report, "w") as file:
        json.dump({"events": events, "opened": often, "mapped": mapped, "jax": "jax" in sys.modules}, file)
"""


def test_where_no_plugin_is_tried_little_is_started_and_nothing_read_again(
    copied: Callable[[], Copy],
) -> None:
    """Among hundreds of distributions and thousands of entry points, which a few processes import."""
    copy = copied()
    copy.nvidia()
    catalogue.thousands(copy)
    copy.library.unlink()
    report = copy.folder / "watched.json"
    python = str(copy.template.environment.python)
    command = [python, "-I", "-S", "-c", _WATCHED, str(copy.site), str(report)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "has lost its library. [JLP018]" in done.stdout
    watched = json.loads(report.read_text("utf-8"))
    assert (watched["mapped"], watched["jax"]) == ([], False)
    assert len(watched["events"]) < 5, (
        "processes of Python that import entry points and read bytecode, for all of them"
    )
    neighbours = [count for path, count in watched["opened"].items() if "/package_" in path]
    assert max(neighbours, default=0) <= 2


def test_a_policy_that_means_nothing(doctor: Server, copied: Callable[[], Copy]) -> None:
    copy = copied()
    copy.environment["JAXLIB_PLUGIN_POLICY"] = "ignore"
    (problem,) = doctor.ask(copy, "doctor")["problems"]
    assert (problem["kind"], problem["commands"]) == ("ConfigurationError", ["unset JAXLIB_PLUGIN_POLICY"])


@pytest.mark.parametrize("fault", CUDA, ids=lambda fault: fault.name)
def test_a_fault_of_the_vendors_libraries(fault: Fault, doctor: Server, copied: Callable[[], Copy]) -> None:
    copy = copied()
    copy.nvidia()
    fault.apply(copy)
    # Otherwise half of the time would be spent on creating the other plugin's client.
    catalogue.FILE[0].apply(copy)
    data = doctor.ask(copy, "doctor")
    check(fault, plugin(data, "cuda"), CUDA)
    if fault.part == "LD_LIBRARY_PATH":
        remarks = [remark for remark in data["remarks"] if remark.startswith("LD_LIBRARY_PATH holds another")]
        assert len(remarks) == len(catalogue.NEEDED)


@pytest.mark.parametrize("soname", catalogue.NEEDED)
def test_another_frameworks_copy_loaded_first(
    soname: str, doctor: Server, copied: Callable[[], Copy]
) -> None:
    copy = copied()
    copy.nvidia()
    before = copy.folder / "lib" / soname
    copy.write(before, copy.template.vendor(soname))
    whole = before.with_name(f"{soname}.0.1")
    before.rename(whole)
    before.symlink_to(whole.name)
    data = doctor.ask(copy, "load", module="jaxlib_cuda12", before=[str(before)])
    problem = data["problem"]
    assert problem["kind"] == "VendorLibraryLoadedBefore"
    assert f"loaded {soname} before jaxlib-cuda12 did" in problem["summary"]
    assert problem["where"] == [str(whole)]
