"""The workflows: their steps run in a shell with stand-ins, and each command is one that this checkout has.

``python3``, ``gh`` and what else is not of every machine are replaced by a program that notes its arguments. Then
each session of the noxfile is called as nox would, with a session that notes what it runs, and the verb behind it
parses its arguments. What a verb does is for other tests.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

from tools import ROOT
from tools.__main__ import VERBS
from tools.artifacts.manifest import load, releases
from tools.builder.definitions import (
    every_free_threaded,
    every_python,
    free_threaded_pythons,
    jaxlib_releases,
)

FOLDER = ROOT / ".github/workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
RELEASE = f"v{releases()[-1]}"
#: What GitHub puts in place of an expression; of a matrix, its own values.
EXPRESSIONS = {
    "inputs.release || github.ref_name": RELEASE,
    "github.token": "token",
    "github.repository": "owner/family",
    "github.repository_owner": "owner",
    "github.event.repository.name": "family",
    "github.server_url": "https://host",
}
#: Notes the name by which it is called, and its arguments.
NOTE = """#!/bin/sh
{ printf '%s' "${0##*/}"; for each; do printf '\\t%s' "$each"; done; printf '\\n'; } >> "$NOTES"
"""


@dataclass(frozen=True)
class Step:
    """A step of a job that runs a script, with the values of one row of its job's matrix."""

    workflow: str
    job: str
    name: str
    script: str
    env: Mapping[str, str]
    matrix: Mapping[str, str]

    def __str__(self) -> str:
        row = ",".join(self.matrix.values()).replace(" ", "-")
        return f"{self.workflow}-{self.job}-{self.name}{row and f'[{row}]'}".replace(" ", "-")


def content(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return data


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in content(path)["jobs"].items():
            yield path.stem, name, job


def rows(job: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The rows of a job's matrix; one that is empty without a matrix."""
    matrix = dict(job.get("strategy", {}).get("matrix", {}))
    included = matrix.pop("include", [])
    if included and not matrix:
        yield from ({key: str(value) for key, value in row.items()} for row in included)
        return
    for values in itertools.product(*matrix.values()):
        yield dict(zip(matrix, map(str, values), strict=True))


def scripts() -> Iterator[Step]:
    for path in WORKFLOWS:
        data = content(path)
        for name, job in data["jobs"].items():
            for row in rows(job):
                for number, step in enumerate(job["steps"]):
                    if "run" in step:
                        env = {**data.get("env", {}), **job.get("env", {}), **step.get("env", {})}
                        label = step.get("id") or step.get("name") or str(number)
                        yield Step(path.stem, name, label, step["run"], env, row)


STEPS = list(scripts())


def filled(text: object, matrix: Mapping[str, str], report: Path) -> str:
    values = {
        **EXPRESSIONS,
        **{f"matrix.{key}": value for key, value in matrix.items()},
        "steps.follow.outputs.report": str(report),
    }
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: values[match[1]], str(text))


@pytest.fixture
def run(tmp_path: Path) -> Callable[[Step], list[list[str]]]:
    """Runs a step in a folder with what it needs; gives the commands that it called."""

    def of(step: Step, failing: str = "") -> list[list[str]]:
        stubs, notes = tmp_path / "stubs", tmp_path / "notes"
        stubs.mkdir()
        notes.touch()
        for name in ("python3", "gh", "sudo"):
            (stubs / name).write_text(NOTE)
            (stubs / name).chmod(0o755)
        (tmp_path / ".ci").mkdir()
        (tmp_path / ".ci/run").symlink_to(ROOT / ".ci/run")
        for folder in (
            *("build/follow", "build/index/packages", f"build/site/{RELEASE[1:]}"),
            *("dist/variants/sm90", "index/index/packages"),
        ):
            (tmp_path / folder).mkdir(parents=True)
        if failing:
            (stubs / failing).write_text("#!/bin/sh\nexit 1\n")
        report = tmp_path / "build/follow/report.md"
        report.write_text("# Report\n\n## Code to write\n\n- one\n\n## Measured\n")
        for file in (
            *("dist/a-1.0-py3-none-any.whl", "dist/a-1.0+b-py3-none-any.whl", "dist/variants/sm90/a.whl"),
            *("part-1.json", "index/index/packages/a.whl", "build/index/packages/a.whl"),
        ):
            (tmp_path / file).touch()
        tarfile.open(tmp_path / "index/index.tar.gz", "w:gz").close()
        environment = {name: filled(value, step.matrix, report) for name, value in step.env.items()}
        (tmp_path / "step.sh").write_text(filled(step.script, step.matrix, report))
        done = subprocess.run(
            # As GitHub runs a step with `shell: bash`.
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(tmp_path / "step.sh")],
            cwd=tmp_path,
            env={
                "PATH": f"{stubs}:{os.environ['PATH']}",
                "NOTES": str(notes),
                "GITHUB_OUTPUT": str(tmp_path / "output"),
                "GITHUB_REPOSITORY": EXPRESSIONS["github.repository"],
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert bool(done.returncode) == bool(failing), done.stderr
        return [line.split("\t") for line in notes.read_text().splitlines()]

    return of


class Parsed(Exception):
    """The arguments of a verb were parsed, and nothing was done."""


class Session:
    """Takes the place of nox's session: it notes what is run."""

    def __init__(self, name: str, posargs: list[str]) -> None:
        self.name = name
        self.posargs = posargs
        self.commands: list[tuple[str, ...]] = []

    def install(self, *_: str) -> None:
        pass

    def warn(self, text: str) -> None:
        pass

    def run(self, *command: str, **_: object) -> None:
        self.commands.append(command)


@pytest.fixture(scope="module")
def sessions() -> Mapping[str, Callable[[Session], None]]:
    """The sessions of the noxfile by name, without nox."""
    nox = ModuleType("nox")
    found: dict[str, Callable[[Session], None]] = {}

    def session(**_: object) -> Callable[[Callable[[Session], None]], object]:
        def keep(function: Callable[[Session], None]) -> object:
            found[function.__name__] = function
            return SimpleNamespace(func=function)

        return keep

    nox.__dict__.update(session=session, options=SimpleNamespace(), Session=Session)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "nox", nox)
        spec = importlib.util.spec_from_file_location("noxfile_of_workflows", ROOT / "noxfile.py")
        assert spec
        assert spec.loader
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return found


def calls(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The sessions that a call of the noxfile names, and the arguments after ``--``."""
    own, _, posargs = (
        (arguments, "", [])
        if "--" not in arguments
        else (arguments[: arguments.index("--")], "--", arguments[arguments.index("--") + 1 :])
    )
    assert own == [] or own[0] == "-s", own
    return own[1:] or ["lint", "tests"], posargs


def parse(verb: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a verb parse its arguments; it does nothing else."""
    real = argparse.ArgumentParser.parse_args

    def stop(self: argparse.ArgumentParser, *given: Any, **more: Any) -> None:
        real(self, *given, **more)
        raise Parsed

    with monkeypatch.context() as patch:
        patch.setattr(argparse.ArgumentParser, "parse_args", stop)
        with pytest.raises(Parsed):
            import_module(f"tools.{VERBS[verb][0]}").main(arguments)


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_every_command_of_a_step_is_one_that_there_is(
    step: Step,
    run: Callable[[Step], list[list[str]]],
    sessions: Mapping[str, Callable[[Session], None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for command, *arguments in run(step):
        if command != "python3":
            continue
        assert arguments[0] == "noxfile.py", "a step does something that no session does"
        names, posargs = calls(arguments[1:])
        for name in names:
            session = Session(name, posargs)
            assert name in sessions
            sessions[name](session)
            for program, *words in session.commands:
                if program == "python" and words[:2] == ["-m", "tools"]:
                    parse(words[2], [word for word in words[3:] if not word.startswith("${")], monkeypatch)


@pytest.mark.parametrize("step", [step for step in STEPS if "gh " in step.script], ids=str)
def test_a_step_fails_with_github(step: Step, run: Callable[..., list[list[str]]]) -> None:
    run(step, failing="gh")


def test_each_job_calls_a_session_or_moves_what_others_made() -> None:
    called = {(step.workflow, step.job) for step in STEPS if re.search(r"noxfile\.py|\.ci/run", step.script)}
    with_scripts = {(step.workflow, step.job) for step in STEPS}
    without = with_scripts - called
    assert without <= {("release", "publish")}, without


@pytest.mark.parametrize("arguments", [["--gpus", "sm90"], ["--release", "0.0.1"], ["nothing"]])
def test_an_argument_that_a_verb_does_not_have_is_found(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        parse("build", arguments, monkeypatch)


def test_every_job_has_a_time_limit_and_permissions_and_every_artifact_an_end() -> None:
    for workflow, name, job in jobs():
        assert "timeout-minutes" in job, (workflow, name)
        assert "permissions" in job, (workflow, name)
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/upload-artifact@"):
                assert step["with"]["retention-days"] <= 90, (workflow, name)
    for path in WORKFLOWS:
        data = content(path)
        assert data["permissions"] == {}, path
        assert data["defaults"]["run"]["shell"] == "bash", path
        assert "group" in data["concurrency"], path


def test_what_is_published_has_its_provenance_attested_first() -> None:
    steps = content(FOLDER / "release.yml")["jobs"]["publish"]["steps"]
    uses = [step.get("uses", "run").partition("@")[0] for step in steps]
    assert uses.index("actions/attest-build-provenance") < uses.index("pypa/gh-action-pypi-publish")
    uploads = [index for index, step in enumerate(steps) if "gh release upload" in step.get("run", "")]
    assert uploads
    assert uses.index("actions/attest-build-provenance") < min(uploads)


def test_the_index_has_the_attestations_of_every_wheel_and_only_a_tag_makes_them() -> None:
    jobs = content(FOLDER / "release.yml")["jobs"]
    attest, index, build = jobs["attest"], jobs["index"], jobs["build"]
    assert attest["permissions"]["id-token"] == "write"
    assert "id-token" not in build["permissions"], "what compiles must not sign"
    assert attest["if"] == jobs["publish"]["if"]
    assert "attest" in index["needs"]
    wheels = ["wheels", "variants-*"]

    def downloads(job: Mapping[str, Any]) -> list[str]:
        steps = (step["with"] for step in job["steps"] if "download-artifact" in step.get("uses", ""))
        return [options.get("name", options.get("pattern")) for options in steps]

    assert downloads(attest) == wheels
    assert downloads(index) == [*wheels, "attestations*"]


def test_the_artifacts_that_a_job_downloads_are_those_that_others_upload() -> None:
    for path in WORKFLOWS:
        data = json.loads(json.dumps(content(path)["jobs"]))
        uploaded, wanted = set(), set()
        for job in data.values():
            for row in rows(job):
                for step in job["steps"]:
                    options = step.get("with", {})
                    name = filled(options.get("name", options.get("pattern", "")), row, Path("report"))
                    if step.get("uses", "").startswith("actions/upload-artifact@"):
                        uploaded.add(name)
                    elif step.get("uses", "").startswith("actions/download-artifact@"):
                        wanted.add(name)
        for name in wanted:
            pattern = re.escape(name).replace(r"\*", ".*")
            assert any(re.fullmatch(pattern, each) for each in uploaded), (path.name, name)


def test_the_pythons_that_jaxlib_is_built_for_are_in_ci_and_in_the_release() -> None:
    """Their runners are no Debian, so `python -m tools interpreters` fetches none there."""
    everything = {*every_python(), *every_free_threaded()}
    # Of the free-threaded ones, CI has one that every line serves.
    in_ci = {*every_python(), "3.14t"}
    assert all("3.14t" in free_threaded_pythons(load(line)) for line in jaxlib_releases())
    for name, job, wanted in (("ci", "tests", in_ci), ("release", "build", everything)):
        steps = content(FOLDER / f"{name}.yml")["jobs"][job]["steps"]
        pythons = [
            step["with"]["python-version"].split() for step in steps if "setup-python" in step.get("uses", "")
        ]
        assert [set(each) for each in pythons] == [wanted], name
        assert pythons[0][-1] == "3.12", "python3 is the last one"
    named = re.findall(
        r"3\.\d+t?", "".join(re.findall(r'JAXLIB_TEST_PYTHONS="(.*)"', (ROOT / ".ci/run").read_text()))
    )
    assert sorted(named) == sorted(in_ci)
