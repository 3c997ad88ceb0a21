"""The steps of a run: a finished step's result is kept and reused as long as its inputs are the same."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.artifacts.cache import digest
from tools.artifacts.index_client import RegistryError
from tools.builder.build import FAILURES
from tools.console.progress import CONSOLE, Work
from tools.follow.report import Finding
from tools.measurements.library import MeasurementError


class Blocked(RuntimeError):
    """A step needs the result of another one, which failed."""


class ChildError(RuntimeError):
    """A child process failed; the text ends with its output."""


#: Errors whose text explains the failure without a traceback.
FORESEEN = (
    *FAILURES,
    Blocked,
    ChildError,
    MeasurementError,
    RegistryError,
    subprocess.SubprocessError,
    OSError,
)
#: The code of the steps: when it changes, results of earlier runs are invalid.
CODE = [digest(path) for path in sorted(Path(__file__).parent.rglob("*.py"))]

#: The result of a step: a value for later steps, and findings.
Answer = tuple[Any, list[Finding]]


class Steps:
    """The steps of one subject, in ``folder``, with the `findings` and `seconds` so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.findings: list[Finding] = []
        self.seconds: dict[str, float] = {}
        self._answers: dict[str, Any] = {}

    def take(self, name: str, depends: object, make: Callable[[], Answer]) -> None:
        """Do the step ``name``, unless an earlier run did so with the same ``depends`` (JSON; None: always do it).

        A failure becomes a finding of the report, and blocks only the steps that need this one's result.
        """
        file = self.folder / f"{name}.json"
        depended = json.dumps([CODE, depends], sort_keys=True, default=str)
        key = hashlib.sha256(depended.encode()).hexdigest()
        if depends is not None and (kept := _read(file)) is not None and kept["key"] == key:
            CONSOLE.print(f"{name}: as before")
            self._answers[name] = kept["answer"]
            self.findings += [
                Finding(**{**finding, "used_by": tuple(finding["used_by"])}) for finding in kept["findings"]
            ]
            self.seconds[name] = 0.0
            return
        started = time.monotonic()
        try:
            with Work(name):
                answer, findings = make()
        # A bug in one step must not prevent the report on the others; SystemExit is raised by
        # tools.compat.contract.
        except (Exception, SystemExit) as error:
            CONSOLE.print(f"{name}: failed: {error}", soft_wrap=True)
            self.findings.append(Finding("failed", name, _told(error)))
            return
        finally:
            self.seconds[name] = time.monotonic() - started
        self._answers[name] = answer
        self.findings += findings
        self.folder.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        content = {"key": key, "answer": answer, "findings": [asdict(finding) for finding in findings]}
        part.write_text(json.dumps(content, indent=1), "utf-8")
        part.replace(file)
        CONSOLE.print(f"{name}: {len(findings)} findings in {self.seconds[name]:.0f} s")

    def answer(self, name: str) -> Any:
        """The value of the step ``name``.

        Raises:
            Blocked: It failed.
        """
        if name not in self._answers:
            raise Blocked(f"needs what the step {name!r} was to give")
        return self._answers[name]

    def may(self, name: str) -> Any:
        """The value of the step ``name``; None if it failed."""
        return self._answers.get(name)


def _told(error: BaseException) -> str:
    """The report's text for an error; for an unexpected one it includes where it was raised."""
    output = str(getattr(error, "stdout", None) or "")[-2000:]
    if isinstance(error, (*FORESEEN, SystemExit)):
        return f"{error} {output}".strip()
    return "".join(traceback.format_exception(error))[-2000:]


def _read(file: Path) -> Any:
    try:
        kept = json.loads(file.read_text("utf-8"))
        return kept if {"key", "answer", "findings"} <= {*kept} else None
    except (OSError, ValueError, TypeError):
        return None


def child(
    python: Path, script: Path, *arguments: str, environment: dict[str, str], timeout: float = 600
) -> Any:
    """The JSON that ``script`` prints when ``python`` runs it without this repository on its path.

    Raises:
        ChildError: It failed, took longer than ``timeout`` seconds, or printed something else.
    """
    command = [str(python), "-P", str(script), *arguments]
    try:
        done = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
            cwd=script.parent,
        )
    except subprocess.TimeoutExpired:
        raise ChildError(f"{script.name} of {python} took more than {timeout:.0f} s") from None
    try:
        return json.loads(done.stdout) if done.returncode == 0 else _fail(script, python, done)
    except ValueError:
        _fail(script, python, done)


def _fail(script: Path, python: Path, done: subprocess.CompletedProcess[str]) -> Any:
    said = (done.stdout + done.stderr)[-1500:]
    raise ChildError(f"{script.name} of {python} ended with status {done.returncode}: {said}")
