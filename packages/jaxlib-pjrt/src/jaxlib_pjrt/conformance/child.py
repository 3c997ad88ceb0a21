"""Runs checks one after another, and announces each before it runs, because it may crash the process.

Reads one JSON object from standard input: the library and the names of the checks. Writes a line of JSON at the
begin and end of each check to the original standard output.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time

from jaxlib_pjrt.conformance import primitives
from jaxlib_pjrt.conformance.catalog import every
from jaxlib_pjrt.conformance.library import Check, Compiled, Library, Unsupported

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Run the checks that standard input names."""
    # If the parent is killed, this process must not continue and occupy a device.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    order = json.load(sys.stdin)
    # Libraries print too; their standard output is redirected to standard error.
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    library = Library(**order["library"])
    wanted = {check.id: check for check in every(("",), with_jax=False)}
    for name in order["checks"]:
        out.write(json.dumps({"begin": name}) + "\n")
        began = time.monotonic()
        group, _, primitive = name.partition("/")
        check = primitives.check(primitive) if group == "primitives" else wanted[name]
        outcome, reason = _outcome(check, library)
        seconds = round(time.monotonic() - began, 3)
        out.write(json.dumps({"id": name, "outcome": outcome, "reason": reason, "seconds": seconds}) + "\n")
    # A crash at process exit is not the last check's failure; a separate check covers it.
    out.flush()
    os._exit(0)


def _outcome(check: Check, library: Library) -> tuple[str, str]:
    from jaxlib_pjrt.errors import PjrtError, Unimplemented

    try:
        check.run(library)
    except Compiled:
        return "PASS", "compiled; there is no device to run it on"
    except (Unsupported, Unimplemented) as error:
        return "UNSUPPORTED", str(error)[:1000]
    except AssertionError as error:
        return "FAIL", str(error)[:1000] or f"broken: {check.rule}"
    except PjrtError as error:
        return "FAIL", f"{type(error).__name__}: {error}"[:1000]
    except Exception as error:
        return "FAIL", f"{type(error).__name__}: {error}"[:1000]
    return "PASS", ""


if __name__ == "__main__":
    main()
