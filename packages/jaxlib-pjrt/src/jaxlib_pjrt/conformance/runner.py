"""Runs the checks in child processes: many per process, and a new process after a crash or a timeout."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import IO, Any

from jaxlib_pjrt.conformance.catalog import every
from jaxlib_pjrt.conformance.library import Check, Library, Result

#: Time limit in seconds for one check. The first check of a child also loads the library.
LIMIT = 120.0


def run(
    library: Library,
    *,
    only: Iterable[str] = (),
    limit: float = LIMIT,
    on_result: Callable[[Result], None] = lambda _: None,
) -> list[tuple[Check, Result]]:
    """Run the checks, in the order of their groups.

    Args:
        library: The library under test; it is not loaded in this process.
        only: Words, one of which must be in a check's name.
        limit: Time limit in seconds for each check.
        on_result: Called with each result as soon as it is known.
    """
    words = tuple(only)
    checks = every(words)
    results: dict[str, Result] = {}
    waiting = [check.id for check in checks]
    while waiting:
        results |= {result.id: result for result in _child(library, waiting, limit, on_result)}
        waiting = [name for name in waiting if name not in results]
    return [(check, results[check.id]) for check in checks]


def _child(
    library: Library, names: list[str], limit: float, on_result: Callable[[Result], None]
) -> list[Result]:
    settings = {key: value for key, value in asdict(library).items() if not key.startswith("_")}
    order = json.dumps({"library": settings, "checks": names})
    results: list[Result] = []
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            [sys.executable, "-m", "jaxlib_pjrt.conformance.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        assert child.stdin
        assert child.stdout
        try:
            child.stdin.write(order)
            child.stdin.close()
            current, why = _follow(child.stdout, limit, results, on_result)
        finally:
            late = child.poll() is None
            if late:
                os.killpg(child.pid, signal.SIGKILL)
            status = child.wait()
            child.stdout.close()
        if current is None and results:
            return results
        said = _last_line(errors)
        reason = why or _ended(status)
        # If a child ends before its first check, that check is reported as failed.
        results.append(Result(current or names[0], "FAIL", f"{reason}{said}", limit if why else 0.0))
        on_result(results[-1])
    return results


def _follow(
    lines: IO[str], limit: float, results: list[Result], on_result: Callable[[Result], None]
) -> tuple[str | None, str]:
    current: str | None = None
    began = time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(lines, selectors.EVENT_READ)
        text = b""
        while True:
            left = began + limit - time.monotonic()
            if left <= 0 or not selector.select(left):
                return current, f"no answer in {limit:g} s"
            chunk = os.read(lines.fileno(), 1 << 16)
            if not chunk:
                return current, ""
            text += chunk
            *whole, text = text.split(b"\n")
            for line in whole:
                message: dict[str, Any] = json.loads(line)
                if "begin" in message:
                    current = message["begin"]
                else:
                    results.append(Result(**message))
                    on_result(results[-1])
                    current = None
                began = time.monotonic()


def _ended(status: int) -> str:
    if status < 0:
        return f"the process was ended by {signal.Signals(-status).name}"
    return f"the process ended with status {status}"


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4000))
    lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    # A library's log messages are not a reason.
    notable = [line for line in lines if not line.startswith(("I0", "W0", "WARNING: All log messages"))]
    line = (notable or [""])[-1].strip()
    return f"; its last line of output: {line[:300]}" if line else ""
