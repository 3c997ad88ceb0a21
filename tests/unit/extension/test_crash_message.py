"""The crash message is written when a signal ends the process, and the signal has its usual effect."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from .conftest import PRELUDE, Child

KILLS = {
    signal.SIGABRT: "import os; os.abort()",
    signal.SIGSEGV: "ctypes.string_at(8)",
    signal.SIGBUS: "import os, signal; os.kill(os.getpid(), signal.SIGBUS)",
}


def ends(extension: Path, code: str) -> tuple[int, str]:
    """Status and standard error of a Python that runs ``code`` after the prelude."""
    # No core files where the tests run.
    limit = "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
    source = PRELUDE + limit + textwrap.dedent(code)
    command = [sys.executable, "-I", "-c", source, str(extension.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stderr


@pytest.mark.parametrize("number", KILLS, ids=lambda number: number.name)
def test_a_signal_that_ends_the_process(extension: Path, number: signal.Signals) -> None:
    status, words = ends(extension, f"assert _pjrt.set_crash_message(b'so long')\n{KILLS[number]}")
    assert (status, words) == (-number, "so long")


@pytest.mark.parametrize("number", KILLS, ids=lambda number: number.name)
def test_who_handled_it_before_gets_it_too(extension: Path, number: signal.Signals) -> None:
    """faulthandler's traceback of where it happened: once, and after the words."""
    code = (
        f"import faulthandler; faulthandler.enable()\n_pjrt.set_crash_message(b'so long\\n')\n{KILLS[number]}"
    )
    status, words = ends(extension, code)
    assert status == -number
    assert words.startswith("so long\nFatal Python error: ")
    assert words.count("so long") == words.count("Fatal Python error") == 1


def test_taken_back(extension: Path) -> None:
    code = """
        for text in (b"first", b"second"):
            assert _pjrt.set_crash_message(text)
            _pjrt.clear_crash_message()
        _pjrt.clear_crash_message()
        import os; os.abort()
    """
    assert ends(extension, code) == (-signal.SIGABRT, "")


def test_a_handler_that_came_later_stays(extension: Path) -> None:
    code = """
        _pjrt.set_crash_message(b"so long")
        import faulthandler; faulthandler.enable()
        _pjrt.clear_crash_message()
        import os; os.abort()
    """
    status, words = ends(extension, code)
    assert status == -signal.SIGABRT
    # It hands on to what it found, which has nothing to say any more.
    assert words.count("Fatal Python error") == 1
    assert "so long" not in words


def test_one_text_at_a_time(child: Child) -> None:
    child(
        """
        assert _pjrt.set_crash_message(b"one") is True
        assert _pjrt.set_crash_message(b"another") is False
        _pjrt.clear_crash_message()
        assert _pjrt.set_crash_message(b"x" * 10000) is True
        assert raised(TypeError, _pjrt.set_crash_message, "text")
        """
    )
