"""A trial of a release: runs the family's own programs in an environment with the published jax."""

from __future__ import annotations

import re

from tools import ROOT
from tools.artifacts.cache import digest
from tools.environments.venv import Environment
from tools.follow.report import Finding

PROGRAMS = ROOT / "tests" / "installed"
#: The programs, for one device and for several; each prints a line per case and continues after a failing one.
SCRIPTS = ("bindings_cases.py", "bindings_devices.py")
#: The beginning of a case's line. The name of a failed case is followed by its traceback.
CASE = re.compile(r"^(passed|FAILED) (\w+)$", re.MULTILINE)


def fingerprint() -> list[str]:
    """The inputs of the trial besides the environment."""
    return [digest(PROGRAMS / name) for name in (*SCRIPTS, "bindings_run.py")]


def run(environment: Environment, timeout: float = 900) -> list[Finding]:
    """Run the programs; a finding for each case that fails, and one that counts them."""
    findings = []
    for name in SCRIPTS:
        done = environment.run(str(PROGRAMS / name), timeout=timeout)
        findings += of_output(name, done.stdout, done.stderr, done.returncode)
    return findings


def of_output(script: str, output: str, errors: str, status: int) -> list[Finding]:
    """Findings from a script's output: the failed cases, each with its error."""
    cases = CASE.findall(output)
    failed = [name for state, name in cases if state == "FAILED"]
    tracebacks = errors.split("Traceback (most recent call last):")[1:]
    # One for each failed case, in order; an error with a cause has one more.
    causes = [line.strip().splitlines()[-1] for line in tracebacks] if len(tracebacks) == len(failed) else []
    findings = [
        Finding("write", f"{script}: {name}", causes[place] if causes else errors.strip()[-600:])
        for place, name in enumerate(failed)
    ]
    # If the script completed, its status is the number of failed cases.
    if status != len(failed):
        last = f" after the case {cases[-1][1]}" if cases else ""
        findings.append(
            Finding("write", script, f"ended with status {status}{last}: {errors.strip()[-1500:]}")
        )
    passed = len(cases) - len(failed)
    return [
        *findings,
        *([Finding("measured", script, f"{passed} of {len(cases)} cases pass")] if cases else []),
    ]
