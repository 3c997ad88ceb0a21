"""Runs in an environment's Python: examines one copy of the environment after another, each in a fork of its own.

A fork has everything imported already, so an examination takes milliseconds, and a crash does not end the server. A
request is a line of JSON on standard input, its answer a line on standard output.
"""

from __future__ import annotations

import codecs
import contextlib
import ctypes
import importlib
import json
import os
import select
import signal
import sys
import time
import traceback
from typing import Any

NOBODY = 65534
#: Seconds that an examination may take in addition to those of its library.
GRACE = 300


def doctor(request: dict[str, Any]) -> dict[str, Any]:
    """The report of ``jaxlib doctor --json``."""
    from jaxlib_core.doctor import examination, html, probe, report, text

    # A short limit for faults that hang, instead of a minute.
    probe.ENOUGH = 0.0

    found = examination.examine(seconds=request["seconds"])
    data = report.doctor(found)
    report.as_json(data).encode("ascii")
    # The text and the page are made from the same report, and must not fail either.
    html.render(data).encode("utf-8", "backslashreplace")
    with open(os.devnull, "w", encoding="ascii") as out:  # noqa: PTH123
        text.show(found, out)
    return data


def jax(request: dict[str, Any]) -> dict[str, Any]:
    """The result of ``jax.devices()``: the diagnosis, or the devices and the plugin that serves them."""
    import jax as imported
    import jaxlib_core
    from jaxlib_core.errors import PluginError
    from jaxlib_core.jax import crash_guard

    crash_guard.SECONDS = request.get("patience", crash_guard.SECONDS)
    try:
        devices = imported.devices()
    except Exception as error:
        cause: BaseException | None = error
        while cause and not isinstance(cause, PluginError):
            cause = cause.__cause__ or cause.__context__
        problem = cause.as_dict() if isinstance(cause, PluginError) else None
        return {"problem": problem, "text": str(error), "raised": type(error).__name__}
    return {"problem": None, "devices": len(devices), "plugin": "cpu" in jaxlib_core.loaded()}


def load(request: dict[str, Any]) -> dict[str, Any]:
    """The result of loading the vendor's libraries of the plugin ``module`` after those in ``before``."""
    from pathlib import Path

    from jaxlib_core.checks import vendor_libraries
    from jaxlib_core.errors import PluginError
    from jaxlib_core.plugins import discovery

    for path in request["before"]:
        ctypes.CDLL(path)
    plugin = discovery.at(Path(request["path"][0], request["module"]))
    try:
        vendor_libraries.load(plugin)
    except PluginError as problem:
        return {"problem": problem.as_dict()}
    return {"problem": None}


def _become(request: dict[str, Any]) -> None:
    os.environ.update(request["environment"])
    standard = [entry for entry in sys.path if "site-packages" not in entry]
    sys.path[:] = [*request["path"], *standard]
    sys.path_importer_cache.clear()
    importlib.invalidate_caches()
    if request["nobody"] and os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def _fork(request: dict[str, Any]) -> dict[str, Any]:
    reading, writing = os.pipe()
    words = os.memfd_create("words")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            os.setsid()
            os.dup2(words, 1)
            os.dup2(words, 2)
            _become(request)
            answer = json.dumps(globals()[request["what"]](request)).encode()
            with os.fdopen(writing, "wb") as out:
                out.write(answer)
            status = 0
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(status)
    os.close(writing)
    content, until = b"", time.monotonic() + request["seconds"] + GRACE
    enough = request.get("enough")
    ended = False
    while not ended:
        left = max(until - time.monotonic(), 0)
        ready, _, _ = select.select([reading], [], [], min(left, 0.1) if enough else left)
        if not ready and left and not (enough and enough in _said(words)):
            continue
        part = os.read(reading, 1 << 20) if ready else b""
        content += part
        ended = not part
    if not ready:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    # Processes that the child left behind are in its session.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.close(reading)
    said = _said(words)
    os.close(words)
    return {
        "data": json.loads(content) if content and ready else None,
        "status": os.waitstatus_to_exitcode(status),
        "hung": not ready,
        "words": said,
    }


def _said(words: int) -> str:
    return os.pread(words, 1 << 16, 0).decode("utf-8", "replace")


def main() -> None:
    """Serve until standard input ends."""
    # Another user may not be able to read modules that Python imports late.
    for encoding in ("ascii", "cp437"):
        codecs.lookup(encoding)
    for name in sys.argv[2:]:
        importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(_fork(json.loads(line))), flush=True)


if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    main()
