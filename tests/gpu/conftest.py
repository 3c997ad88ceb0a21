"""Each test's outcome as a line of JSON, for the report of the script that runs the suite."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "gpu: needs an NVIDIA GPU, and the plugin's wheel in this environment")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    target = os.environ.get("JAXLIB_GPU_RESULTS")
    if not target or (report.when != "call" and report.passed):
        return
    line = {
        "test": report.nodeid.rpartition("::")[2],
        "outcome": report.outcome,
        "seconds": round(report.duration, 3),
        "reason": "" if report.passed else report.longreprtext[-4000:],
    }
    with Path(target).open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(line) + "\n")
