"""The installation of nox by a bare Python, when it is interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tools import ROOT

PROGRAM = """
import signal, sys
from tools import bootstrap

# Also where the tests run in the background of a shell, which has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    bootstrap._run([sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(600)"])
except KeyboardInterrupt:
    print("interrupted")
"""


def test_what_is_interrupted_prints_no_traceback() -> None:
    """As by a terminal, which sends the signal to everything that it runs."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        os.killpg(run.pid, signal.SIGINT)
        assert run.communicate(timeout=600) == ("interrupted\n", "")
