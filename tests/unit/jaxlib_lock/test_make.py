"""``make``: the files that it writes, the packages that it excludes, and that the lock is reproducible."""

from __future__ import annotations

import functools
import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jaxlib_lock import schemas
from jaxlib_lock.lockfile import digest
from jaxlib_lock.resolver import Resolver

from tests.unit.jaxlib_lock.conftest import PYTHON, SEEDS, Command
from tests.unit.jaxlib_lock.registry import Registry
from tools import ROOT
from tools.environments.venv import uv


def test_a_lock_holds_the_newest_that_satisfies_all(command: Command) -> None:
    folder = command.make("left")
    assert (folder / "requirements.lock.txt").read_text() == (
        "jax==0.1\njaxlib==0.1\njaxlib-cpu==0.1\nleft==1.0\nnumpy==2.0\n"
    )
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    assert project["project"]["dependencies"] == [
        *("jax>=0.1", "jaxlib>=0.1", "jaxlib-cpu>=0.1", "left>=1.0", "numpy>=2.0")
    ]
    assert project["project"]["requires-python"] == f">={PYTHON}"
    assert project["tool"]["uv"]["resolution"] == "lowest"


def test_lock_json_says_what_it_was_made_from(command: Command) -> None:
    folder = command.make("left")
    data = json.loads((folder / "lock.json").read_text())
    schema = Path(str(schemas.__file__)).with_name("lock.schema.json")
    jsonschema.validate(data, json.loads(schema.read_text()))
    assert data["requirements"] == [{"text": "left", "file": "requirements.txt"}]
    assert data["seed"]["constraints"] == ["jax==0.1", "jaxlib===0.1", "jaxlib-cpu==0.1", "numpy>=2"]
    needed = {package["name"]: package["needed_by"] for package in data["packages"]}
    assert needed["left"] == ["requirements.txt"]
    assert {"jax", "left", "jaxlib", "the seed"} == set(needed["numpy"])
    assert data["outputs"] == {
        name: digest((folder / name).read_bytes())
        for name in ("pylock.toml", "pyproject.toml", "requirements.lock.txt", "uv.lock")
    }


def test_wheels_that_no_registry_has_are_kept_with_the_lock(command: Command) -> None:
    folder = command.make("left")
    assert [path.name for path in (folder / "wheels").iterdir()] == ["jaxlib_cpu-0.1-py3-none-any.whl"]
    packages = {
        load["name"]: load for load in tomllib.loads((folder / "pylock.toml").read_text())["packages"]
    }
    (wheel,) = packages["jaxlib-cpu"]["wheels"]
    assert wheel["path"] == "wheels/jaxlib_cpu-0.1-py3-none-any.whl"
    assert "index" not in packages["jaxlib-cpu"]


def test_the_folders_name_and_place_change_no_byte(command: Command, registry: Registry) -> None:
    first = command.make("left")
    # Another folder of wheels, too.
    moved = command.folder / "elsewhere" / "wheels"
    moved.parent.mkdir()
    command.wheels.rename(moved)
    command.wheels = moved
    second = command.make("left", out="deep/er/other")
    assert contents(first) == contents(second)


@pytest.mark.parametrize(
    ("hardware", "there", "left_out"),
    [
        ("cpu", {"jaxlib-cpu"}, {"libtpu", "nvidia-cublas", "jaxlib-tpu"}),
        ("tpu", {"jaxlib-tpu", "libtpu"}, {"nvidia-cublas", "jaxlib-cpu"}),
    ],
)
def test_what_a_hardware_must_not_have_is_left_out(
    command: Command, hardware: str, there: set[str], left_out: set[str]
) -> None:
    folder = command.make("model", "libtpu; python_version < '3'", hardware=hardware)
    names = {line.partition("==")[0] for line in (folder / "requirements.lock.txt").read_text().splitlines()}
    assert there | {"model"} <= names
    assert not left_out & names
    # Names that are known in advance are excluded too, if this hardware must not have them.
    excluded = set(json.loads((folder / "lock.json").read_text())["excludes"])
    assert left_out | {"nvidia-known"} <= excluded
    assert ("libtpu" in excluded) == ("libtpu" in left_out)
    assert command("verify", folder) == 0


def test_one_python(command: Command, registry: Registry) -> None:
    registry.add("windows", "1.0")
    registry.add("everywhere", "1.0", "windows; sys_platform == 'win32'")
    universal = command.make("everywhere", out="universal")
    one = command.make("everywhere", out="one", more=("--no-universal",))
    assert "windows==1.0 ; sys_platform == 'win32'" in (universal / "requirements.lock.txt").read_text()
    assert "windows" not in (one / "requirements.lock.txt").read_text()
    assert (
        tomllib.loads((one / "pyproject.toml").read_text())["project"]["requires-python"] == f"=={PYTHON}.*"
    )
    assert command("verify", one) == 0


def test_hashes(command: Command) -> None:
    folder = command.make("left", more=("--hashes",))
    text = (folder / "requirements.lock.txt").read_text()
    assert text.count("--hash=sha256:") == 5
    assert command("verify", folder) == 0


def test_versions_that_differ_by_python(command: Command, registry: Registry) -> None:
    registry.add("split", "1.0")
    registry.add("split", "2.0")
    registry.add("both", "1.0", "split<2; python_version < '3.99'", "split>=2; python_version >= '3.99'")
    folder = command.make("both")
    text = (folder / "requirements.lock.txt").read_text()
    assert "split==1.0 ; python_full_version < '3.99'" in text
    assert "split==2.0 ; python_full_version >= '3.99'" in text
    assert command("verify", folder) == 0


def test_a_cutoff_hides_what_came_later(command: Command, registry: Registry) -> None:
    registry.add("numpy", "3.0", uploaded="2026-06-01T12:00:00Z")
    before = command.make("numpy", out="before", more=("--exclude-newer", "2026-05-31"))
    after = command.make("numpy", out="after", more=("--exclude-newer", "2026-06-01"))
    assert "numpy==2.1\n" in (before / "requirements.lock.txt").read_text()
    assert "numpy==3.0\n" in (after / "requirements.lock.txt").read_text()
    project = tomllib.loads((before / "pyproject.toml").read_text())
    assert project["tool"]["uv"]["exclude-newer"] == "2026-06-01T00:00:00Z"
    assert command("verify", before) == 0


def test_the_bounds_alone_give_the_lock_to_uv_itself(command: Command) -> None:
    folder = command.make("left")
    export = ["export", "--locked", "--resolution=lowest", "--no-hashes", "--no-annotate", "--no-header"]
    for arguments in (["lock"], [*export, "--no-emit-project", "--output-file", "again.txt"]):
        subprocess.run([uv(), *arguments, "--python", sys.executable, "--quiet"], cwd=folder, check=True)
    assert (folder / "again.txt").read_bytes() == (folder / "requirements.lock.txt").read_bytes()


def test_a_minimal_pyproject_is_enough(command: Command) -> None:
    text = '[project]\nname = "host"\nversion = "1"\ndependencies = ["left"]\n'
    (command.folder / "pyproject.toml").write_text(text)
    assert command("make", "--hardware", "cpu", "--python", PYTHON, "--out", "lock") == 0
    text = Path("lock/requirements.lock.txt").read_text()
    assert "left==1.0" in text
    assert "jax==0.2" in text  # the newest that serves the Python


def test_json_reports_fit_their_schemas(command: Command) -> None:
    (command.folder / "requirements.txt").write_text("left\n")
    arguments = ("make", "-r", "requirements.txt", "--hardware", "cpu", "--python", PYTHON, "--out", "lock")
    report = command.json(*arguments)
    assert report["packages"] == 5
    assert command.json(*arguments)["error"]["kind"] == "AlreadyLocked"


#: Version lists of three packages, each of which may bound the others.
GRAPHS = st.fixed_dictionaries(
    {
        name: st.lists(
            st.tuples(
                st.integers(1, 9), st.sampled_from(["", *(f"p{other}" for other in "abc" if other != name)])
            ),
            min_size=1,
            max_size=3,
            unique_by=lambda pair: pair[0],
        )
        for name in "abc"
    }
)


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=GRAPHS)
def test_whatever_the_registry_holds_a_lock_comes_out_again(
    command: Command, registry: Registry, graph: dict[str, list[tuple[int, str]]]
) -> None:
    names = {name: f"p{name}" for name in graph}
    # A registry never forgets; each example asks for packages of its own.
    prefix = f"x{time.monotonic_ns()}"
    for name, versions in graph.items():
        for version, needs in versions:
            registry.add(f"{prefix}-{names[name]}", f"{version}.0", *([f"{prefix}-{needs}"] if needs else []))
    out = f"{prefix}-lock"
    folder = command.make(*(f"{prefix}-{name}" for name in names.values()), out=out)
    text = (folder / "requirements.lock.txt").read_text()
    for name, versions in graph.items():
        assert f"{prefix}-{names[name]}=={max(version for version, _ in versions)}.0" in text
    assert command("verify", folder) == 0


@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.2])
def test_a_killed_run_leaves_nothing_half_written(command: Command, seconds: float) -> None:
    (command.folder / "requirements.txt").write_text("left\n")
    script = (
        "import json, sys; from pathlib import Path; from jaxlib_lock import cli; "
        "from jaxlib_lock.seeds import Seeds; "
        "sys.exit(cli.main(sys.argv[2:], seeds=Seeds(json.loads(sys.argv[1])), find_links=[Path('dist')]))"
    )
    arguments = ["make", "-r", "requirements.txt", "--hardware", "cpu", "--python", PYTHON, "--out", "lock"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "packages/jaxlib-lock/src")}
    process = subprocess.Popen(
        [sys.executable, "-c", script, json.dumps(SEEDS), *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    folder = command.folder / "lock"
    if folder.exists():
        assert command("verify", folder) == 0
    else:
        command.make("left")
    left = {path.name for path in command.folder.iterdir() if path.name.startswith(".")}
    assert not left


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_uv_itself_exports_the_lock_where_it_lies(command: Command) -> None:
    folder = command.make("left")
    moved = command.folder / "elsewhere" / "moved"
    moved.parent.mkdir()
    folder.rename(moved)
    export = ("export", "--locked", "--no-hashes", "--no-annotate", "--no-header", "--no-emit-project")
    done = subprocess.run([uv(), *export], cwd=moved, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (moved / "requirements.lock.txt").read_text()
    assert "deprecated" not in done.stderr


def test_a_lock_of_one_python_has_no_uv_lock(command: Command) -> None:
    assert not (command.make("left", more=("--no-universal",)) / "uv.lock").exists()


@pytest.mark.parametrize("requirement", ["early>=2.0rc1", "early", "early==2.0rc1"])
def test_prereleases_that_were_asked_for_come_out_again(
    command: Command, registry: Registry, requirement: str
) -> None:
    for version in ("1.0", "2.0rc1", "2.0rc2"):
        registry.add("early", version)
    folder = command.make(requirement)
    registry.add("early", "2.0")
    assert command("verify", folder) == 0, command.out + command.err


def test_the_lock_is_reproduced_from_uvs_cache(command: Command, ran: list[tuple[str, bool]]) -> None:
    command.make("left")
    assert ran == [("pip", False), ("lock", True), *[("export", True)] * 3]


def test_without_a_cache_the_lock_is_reproduced_from_the_registry(
    command: Command, registry: Registry, ran: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A registry of files is read without a cache, even offline.
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(registry.folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"http://127.0.0.1:{server.server_port}/simple")
        monkeypatch.setenv("UV_NO_CACHE", "1")
        command.make("left")
        server.shutdown()
    assert ran == [("pip", False), ("lock", True), ("lock", False), *[("export", False)] * 3]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """uv's verbs that were run, and whether each was offline."""
    run, verbs = Resolver.run, []

    def noting(self: Resolver, folder: Path, *arguments: str) -> str:
        verbs.append((arguments[0], self.offline))
        return run(self, folder, *arguments)

    monkeypatch.setattr(Resolver, "run", noting)
    return verbs
