"""A trial of a release: the family's own programs, in an environment with jax as it is published."""

from __future__ import annotations

import re

from tools import ROOT
from tools.artifacts.cache import digest
from tools.environments.venv import Environment
from tools.follow.report import Finding

PROGRAMS = ROOT / "tests" / "installed"
#: Each continues after a case that fails, and prints a line for each: on one device, and on several.
SCRIPTS = ("bindings_cases.py", "bindings_devices.py")
#: How a case's line begins; what follows the name of one that failed is its traceback.
CASE = re.compile(r"^(passed|FAILED) (\w+)$", re.MULTILINE)


def fingerprint() -> list[str]:
    """What the answer depends on beside the environment."""
    return [digest(PROGRAMS / name) for name in (*SCRIPTS, "bindings_run.py")]


def run(environment: Environment, timeout: float = 900) -> list[Finding]:
    """Run the programs; a finding for each case that fails, and one that counts them."""
    findings = []
    for name in SCRIPTS:
        done = environment.run(str(PROGRAMS / name), timeout=timeout)
        findings += of_output(name, done.stdout, done.stderr, done.returncode)
    return findings


def of_output(script: str, output: str, errors: str, status: int) -> list[Finding]:
    """What a script's output says: its cases that failed, each with its error."""
    cases = CASE.findall(output)
    failed = [name for state, name in cases if state == "FAILED"]
    tracebacks = errors.split("Traceback (most recent call last):")[1:]
    # One for each case that failed, in their order; an error's own cause has one more.
    causes = [line.strip().splitlines()[-1] for line in tracebacks] if len(tracebacks) == len(failed) else []
    findings = [
        Finding("write", f"{script}: {name}", causes[place] if causes else errors.strip()[-600:])
        for place, name in enumerate(failed)
    ]
    # The script's status is the number of cases that failed, where it came to its end.
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
