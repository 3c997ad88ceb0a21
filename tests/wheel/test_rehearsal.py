"""The rehearsal of a release: which sets are refused, and what the registry serves after the upload."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import requests

from tests.wheel.conftest import Built
from tests.wheel.test_index import tiny
from tools import ROOT
from tools.artifacts import manifest
from tools.audit import declared
from tools.builder import definitions
from tools.console import steps
from tools.console.steps import Step
from tools.publish import index, rehearsal

RELEASE = manifest.load(manifest.default_release())
SCHEMA = json.loads((ROOT / "tools/schemas/steps.schema.json").read_text("utf-8"))


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A folder with a file for each wheel of a whole release, as far as names go."""
    folder = tmp_path / "dist"
    folder.mkdir()
    for wanted in rehearsal.wanted(RELEASE):
        tags = "manylinux_2_27" if wanted.python else "cp311-abi3-manylinux_2_27"
        name = wanted.pattern.replace("-*-any", "-py3-none-any").replace("*", tags)
        (folder / name).write_bytes(b"PK")
    return folder


def test_a_whole_release_has_every_plugin_for_every_architecture_with_a_library() -> None:
    found = {(wheel.distribution, wheel.architecture) for wheel in rehearsal.wanted(RELEASE)}
    assert ("jaxlib-core", "any") in found
    for architecture in ("x86_64", "aarch64"):
        assert ("jaxlib-pjrt", architecture) in found
        pythons = [
            wheel.python
            for wheel in rehearsal.wanted(RELEASE)
            if (wheel.distribution, wheel.architecture) == ("jaxlib", architecture)
        ]
        assert pythons == definitions.jaxlib_pythons(RELEASE) != []
    for name in definitions.plugin_names():
        for architecture in ("x86_64", "aarch64"):
            has = definitions.has_library(name, RELEASE, architecture)
            assert ((f"jaxlib-{name}", architecture) in found) == has
    assert ("jaxlib-cuda12", "aarch64") in found
    assert ("jaxlib-tpu", "aarch64") not in found


def test_a_library_of_another_owner_may_want_a_newer_system() -> None:
    found = {wheel.distribution: rehearsal.system(wheel, RELEASE) for wheel in rehearsal.wanted(RELEASE)}
    assert found.pop("jaxlib-tpu") == (2, 31), "the tag of libtpu's wheels"
    assert set(found.values()) == {rehearsal.SYSTEM}


def test_a_set_that_is_whole_is_taken_and_others_are_passed_over(dist: Path) -> None:
    (dist / "jaxlib_cpu-0.0.1-cp311-abi3-manylinux_2_27_x86_64.whl").write_bytes(b"PK")
    (dist / f"jaxlib_cuda12-{RELEASE.release}+sm90-cp311-abi3-manylinux_2_27_x86_64.whl").write_bytes(b"PK")
    found, problems = rehearsal.chosen(RELEASE, dist)
    assert problems == []
    assert len(found) == len(rehearsal.wanted(RELEASE))
    assert not any("+sm90" in path.name or "0.0.1" in path.name for path in found)


@pytest.mark.parametrize("index_of", range(len(rehearsal.wanted(RELEASE))))
def test_a_set_that_lacks_one_is_refused_with_what_builds_it(
    dist: Path, capsys: pytest.CaptureFixture[str], index_of: int
) -> None:
    wanted = rehearsal.wanted(RELEASE)[index_of]
    (path,) = dist.glob(wanted.pattern)
    path.unlink()
    assert rehearsal.main(["--dist", str(dist), "--json"]) == 1
    said, shown = capsys.readouterr()
    report = json.loads(said)
    jsonschema.validate(report, SCHEMA)
    assert [step["command"] for step in report["steps"]] == [wanted.command]
    assert f"{wanted} is not in" in " ".join(shown.split())
    assert "refused" in shown
    assert ("name no homepage" in shown) == (index.configuration()["address"] == "")


def test_a_set_that_lacks_a_line_is_refused(dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    others = [release for release in manifest.releases() if release != RELEASE.release]
    assert others
    assert rehearsal.main(["--every-line", "--dist", str(dist), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    assert {(step["name"], step["passed"]) for step in report["steps"]} == {("set", False)}, (
        "nothing else was done"
    )
    missing = [step["command"] for step in report["steps"]]
    assert sorted(missing) == sorted(
        wanted.command for release in others for wanted in rehearsal.wanted(manifest.load(release))
    )


def test_two_wheels_for_one_place_are_refused(dist: Path) -> None:
    (dist / f"jaxlib_cpu-{RELEASE.release}-cp311-abi3-manylinux_2_28_x86_64.whl").write_bytes(b"PK")
    _, problems = rehearsal.chosen(RELEASE, dist)
    assert [problem.found.partition(":")[0] for problem in problems] == [
        "jaxlib-cpu for x86_64 is there more than once"
    ]


def test_a_file_over_its_projects_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheels = [tiny(tmp_path, "1.0"), tiny(tmp_path, "1.0", "other")]
    size = max(path.stat().st_size for path in wheels) / 1e6
    configuration = {"limit": {"default": size / 2, "acme": size}}
    monkeypatch.setattr(index, "configuration", lambda: configuration)
    assert [step.passed for step in rehearsal.sizes(wheels)] == [True, False]


def test_the_limits_are_no_lower_than_what_the_audit_lets_a_wheel_be() -> None:
    limits, budgets = index.configuration()["limit"], declared.policy()["budget"]
    for project, budget in budgets.items():
        assert limits.get(project, limits["default"]) >= budget, project


def test_what_fails_its_audit_is_not_uploaded(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "uploaded", lambda *_: pytest.fail("uploaded"))
    found = list(rehearsal.rehearse(RELEASE, dist))
    assert {step.name for step in found if not step.passed} >= {"audit", "metadata"}
    assert not steps.passed(found)


def test_what_is_uploaded_is_listed_with_its_hash_and_can_be_resolved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With tiny wheels: those of the family need gigabytes of others."""
    wheels = [tiny(tmp_path, "1.0"), tiny(tmp_path, "1.0", "other")]
    with rehearsal.registry() as (url, packages):
        done = rehearsal.uploaded(wheels, url)
        assert {path.name for path in packages.iterdir()} == {path.name for path in wheels}
        assert done.passed, done.found
        again = rehearsal.uploaded(wheels, url)
        assert not again.passed, "a file on the registry was written over"
        pages = f"{url}simple/"
        wanted = [rehearsal.Wanted(name, "x86_64", "", "") for name in ("acme", "gone")]
        monkeypatch.setattr(rehearsal, "wanted", lambda _: wanted)
        monkeypatch.setattr(rehearsal, "index_url", lambda: pages)
        monkeypatch.setenv("PIP_INDEX_URL", pages)
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        found = list(rehearsal.installable(replace(RELEASE, release="1.0"), {"pip": pages, "uv": pages}))
    assert {step.passed for step in found if "acme==1.0" in step.found} == {True}, found
    assert {step.passed for step in found if "gone==1.0" in step.found} == {False}, found
    assert {step.found.split(",")[0] for step in found} == {"pip", "uv"}


def test_every_plugin_is_installed_with_every_python_by_both_installers() -> None:
    architecture = "x86_64"
    tried = rehearsal.combinations(RELEASE, ["3.12", "3.13", "3.9"], architecture)
    pythons = [python for python in definitions.jaxlib_pythons(RELEASE) if python in ("3.12", "3.13")]
    names = {
        f"jaxlib-{name}"
        for name in definitions.plugin_names()
        if definitions.has_library(name, RELEASE, architecture)
    } | {"jaxlib-core", "jaxlib-lock", "jaxlib-pjrt"}
    assert {(c.distribution, c.python, c.installer) for c in tried} == {
        (name, python, installer) for name in names for python in pythons for installer in ("pip", "uv")
    }
    assert {c.distribution for c in tried if not c.alone} == {
        *("jaxlib-core", "jaxlib-lock", "jaxlib-pjrt", "jaxlib-cpu")
    }


@pytest.mark.parametrize(("installer", "name"), [("pip", "cpu"), ("uv", "pjrt")])
def test_the_family_is_installed_from_its_index_and_computes(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installer: str, name: str
) -> None:
    """The commands of the install page; without jaxlib in the index, upstream's is there and the step fails."""
    monkeypatch.setattr(rehearsal, "SCRATCH", tmp_path / "scratch")
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    combination = rehearsal.Combination(f"jaxlib-{name}", python, installer, alone=False)
    monkeypatch.setattr(rehearsal, "combinations", lambda *_: [combination])
    paths = [built(name, RELEASE.release) for name in ("core", "jaxlib", "cpu", "pjrt")]
    for listed, passes in ((paths, True), ([path for path in paths if "bindings" not in path.name], False)):
        with index.serving(tmp_path / "site") as pages:
            entries = [index.entry(path) for path in listed]
            index.write(entries, tmp_path / "site", url=pages.removesuffix("simple/"))
            first, *_ = rehearsal.installed(RELEASE, pages)
        assert first.passed == passes, first.found


def test_a_file_that_changed_on_the_way_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tiny(tmp_path, "1.0")
    real = rehearsal._sha256
    monkeypatch.setattr(rehearsal, "_sha256", lambda path: real(path)[::-1])
    with rehearsal.registry() as (url, _):
        done = rehearsal.uploaded([wheel], url)
    assert not done.passed
    assert wheel.name in done.found


KILLED = """
import signal, sys
from pathlib import Path
from tools.publish import rehearsal

rehearsal.SCRATCH = Path(sys.argv[1])
with rehearsal.registry() as (url, packages):
    print(url, packages, flush=True)
    signal.pause()
"""


def test_a_killed_run_leaves_no_server_and_its_folder_goes_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "SCRATCH", tmp_path)
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as run:
        assert run.stdout
        url, packages = run.stdout.readline().split()
        assert rehearsal._session().get(url, timeout=300).ok
        with rehearsal.scratch() as other:
            assert Path(packages).is_dir(), "a run that continues keeps its folder"
        assert not other.exists()
        run.kill()
    # Its pipe to the server is closed with it; the server then takes a moment.
    until = time.monotonic() + 300
    while _answers(url) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _answers(url)
    assert Path(packages).is_dir()
    with rehearsal.scratch():
        assert not Path(packages).exists()
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


def _answers(url: str) -> bool:
    try:
        return rehearsal._session().get(url, timeout=300).ok
    except requests.ConnectionError:
        return False


def test_nothing_tried_is_no_pass() -> None:
    assert not steps.passed([])
    assert steps.passed([Step("a", True, "")])
    assert not steps.passed([Step("a", True, ""), Step("b", False, "")])
