"""The child process that tries a plugin, with plugins whose extension is replaced by a Python module."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from jaxlib_core import cli, errors
from jaxlib_core.checks import hardware
from jaxlib_core.doctor import probe
from jaxlib_core.plugins.discovery import Plugin, at

from tests.unit.jaxlib_core.site import Site, descriptor, elf_image

#: What a compiled part gives for a library that works.
SOUND = """
class Api:
    version, extensions, struct_size, null_functions, missing_functions = (0, 81), (), 984, (), ()
def load(*_, **__): return Api()
"""


@pytest.fixture
def plugin(site: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Plugin]:
    """A plugin whose extension is a Python module with this text."""
    here = [str(Path(probe.__file__).parents[2]), *(p for p in sys.path if "site-packages" in p)]
    monkeypatch.setattr("sys.path", [str(site.folder), *here])

    def make(text: str) -> Plugin:
        site.family()
        folder = site.plugin("cpu")
        (folder / "__init__.py").write_text("")
        (folder / "_pjrt.py").write_text(text)
        return at(folder)

    return make


def test_a_library_that_loads_and_no_client_is_asked_for(plugin: Callable[[str], Plugin]) -> None:
    outcome = probe.run(plugin(SOUND), client=False)
    assert (outcome.problem, outcome.devices) == (None, ())


def test_the_client_is_jaxs(plugin: Callable[[str], Plugin], site: Site) -> None:
    made = plugin(SOUND)
    (site.folder / "jax.py").write_text(
        "import os\n"
        "class Device:\n"
        "    id, device_kind = 3, 'a kind'\n"
        "    def __str__(self): return 'Device(3)'\n"
        "def devices(platform):\n"
        "    assert os.environ['JAX_PLATFORMS'] == platform == 'cpu'\n"
        "    assert os.environ['XLA_PYTHON_CLIENT_PREALLOCATE'] == 'false'\n"
        "    return [Device()]\n"
    )
    assert probe.run(made).devices == (probe.Device(3, "a kind", "Device(3)"),)


def test_no_jax(plugin: Callable[[str], Plugin]) -> None:
    problem = probe.run(plugin(SOUND)).problem
    assert type(problem) is errors.JaxImportFails
    assert "No module named 'jax'" in problem.found


def test_a_diagnosis_of_the_childs_is_the_diagnosis(plugin: Callable[[str], Plugin]) -> None:
    problem = probe.run(plugin(SOUND.replace("984, ()", "984, ('PJRT_Client_Create',)"))).problem
    assert type(problem) is errors.PjrtFunctionNull
    assert "PJRT_Client_Create" in problem.found


def test_it_ends_the_process(plugin: Callable[[str], Plugin]) -> None:
    problem = probe.run(plugin("import os, sys\nprint('oh no', file=sys.stderr)\nos._exit(9)\n")).problem
    assert type(problem) is errors.LibraryEndsProcess
    assert problem.found == (
        "a child process that exited with status 9 while loading the library; its last line of output: oh no"
    )


def test_it_hangs_and_what_it_started_is_ended_too(
    plugin: Callable[[str], Plugin], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "ENOUGH", 0.0)
    note = tmp_path / "started"
    made = plugin(
        "import subprocess, sys, time\n"
        "started = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(started.pid))\n"
        "time.sleep(600)\n"
    )
    # A busy machine takes longer to get there.
    for seconds in (2, 10, 50, 250):
        problem = probe.run(made, seconds=seconds).problem
        assert type(problem) is errors.LibraryHangs
        assert f"within {seconds} s" in problem.wanted
        if note.exists() and note.read_text():
            break
    started = Path(f"/proc/{note.read_text()}/stat")
    until = time.monotonic() + 300
    while _runs(started) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(started)


def _runs(state: Path) -> bool:
    try:
        return state.read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_copy_of_the_process_is_seen(plugin: Callable[[str], Plugin]) -> None:
    problem = probe.run(plugin("import os\nos.fork()\n" + SOUND), client=False).problem
    assert type(problem) is errors.LibraryForks


def test_what_it_writes_without_end_is_not_kept(plugin: Callable[[str], Plugin]) -> None:
    problem = probe.run(
        plugin("import os\nos.write(2, b'x' * (1 << 20) + b'\\nlast\\n')\nos.abort()\n")
    ).problem
    assert problem is not None
    assert problem.found.endswith("its last line of output: last")


def test_a_python_that_cannot_be_started(
    plugin: Callable[[str], Plugin], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = plugin(SOUND)
    monkeypatch.setattr("sys.executable", os.devnull)
    problem = probe.run(made).problem
    assert type(problem) is errors.JaxImportFails
    assert "Python cannot be started" in problem.found


def test_without_hardware_it_is_opened_only_if_that_is_asked_for(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    here = [str(Path(probe.__file__).parents[2]), *(p for p in sys.path if "site-packages" in p)]
    monkeypatch.setattr("sys.path", [str(site.folder), *here])
    monkeypatch.setattr(hardware, "ROOT", tmp_path / "a machine without anything")
    site.family()
    site.working_jax()
    image = elf_image()
    library = descriptor("tpu", size=len(image))["library"] | {"sha256": hashlib.sha256(image).hexdigest()}
    absent = {"name": "TPU", "devices": ["/dev/accel0"]}
    folder = site.plugin("tpu", image=image, library=library, hardware=absent)
    (folder / "__init__.py").write_text("")
    (folder / "_pjrt.py").write_text(SOUND)
    told = []
    for arguments in ([], ["--all"]):
        assert cli.main(["doctor", "--json", *arguments]) == 0
        (each,) = json.loads(capsys.readouterr().out)["plugins"]
        told.append((each["absent"]["kind"], each["devices"], each["seconds"] is not None))
    assert told == [("HardwareAbsent", None, False), ("HardwareAbsent", [], True)]


def test_children_of_a_search_share_its_time() -> None:
    with probe.within(0.5):
        with pytest.raises(probe.OutOfTime):
            probe.run_child(["-c", "import time; time.sleep(1000)"], (), os.environ, 60)
        with pytest.raises(probe.OutOfTime):
            probe.run_child(["-c", ""], (), os.environ, 60)
    assert probe.run_child(["-c", ""], (), os.environ, 60)[0] == 0
