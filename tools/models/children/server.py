"""Forks a child process for each task, with the costly imports done already.

Importing jax and MaxText takes most of a small model's time. This process does it once, before any backend is
created or thread started, and each task gets a fork of it, with its own memory and backend.

Protocol: lines of JSON on standard input and output. In: ``{"number", "action", "task", "result", "log"}``;
``action`` names a module, whose ``do(task)`` returns the JSON for the file ``result``; the child's output goes to
the file ``log``. Out: ``{"ready": true}`` once; ``{"number", "pid"}`` for a new child; ``{"number", "status",
"processor"}`` when it has ended: its status (negative for a signal) and its seconds of CPU time. The end of
standard input ends the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import json
import os
import select
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Imports the modules named by its arguments, then serves."""
    sys.path.append(str(Path(__file__).resolve().parents[3]))
    # The output of imports must not mix with the protocol.
    out = os.dup(1)
    os.dup2(2, 1)
    for name in sys.argv[1:]:
        importlib.import_module(name)
    # None of these objects is garbage, and a collection in each child would copy their pages.
    gc.collect()
    gc.freeze()
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writer)

    def say(**line: object) -> None:
        os.write(out, json.dumps(line).encode() + b"\n")

    say(ready=True)
    children: dict[int, int] = {}
    pending = b""
    while True:
        ready, _, _ = select.select([0, reader], [], [])
        if 0 in ready:
            got = os.read(0, 1 << 16)
            if not got:
                break
            *lines, pending = (pending + got).split(b"\n")
            for line in lines:
                order, parent = json.loads(line), os.getpid()
                pid = os.fork()
                if not pid:
                    _child(order, parent)
                # Done on both sides, so that the group exists before either goes on.
                with contextlib.suppress(PermissionError, ProcessLookupError):
                    os.setpgid(pid, pid)
                children[pid] = order["number"]
                say(number=order["number"], pid=pid)
        if reader in ready:
            os.read(reader, 1 << 16)
        while children:
            pid, status, used = os.wait4(-1, os.WNOHANG)
            if not pid:
                break
            ended = os.waitstatus_to_exitcode(status)
            say(number=children.pop(pid), status=ended, processor=used.ru_utime + used.ru_stime)
    for pid in children:
        os.killpg(pid, signal.SIGKILL)


def _child(order: dict[str, Any], parent: int) -> None:
    os.setpgid(0, 0)
    # The child must end with the server, however and whenever that ends.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, wanted in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(descriptor, wanted)
    status = 1
    os.environ.update(order["variables"])
    try:
        action = importlib.import_module(order["action"])
        Path(order["result"]).write_text(json.dumps(action.do(order["task"])), "utf-8")
        status = 0
    except BaseException:  # the parent's loop must never continue in a child
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
