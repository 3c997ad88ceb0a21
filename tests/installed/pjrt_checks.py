"""The checks of an installed jaxlib-pjrt, which test_pjrt.py runs in environments without jax.

They are in ``pjrt_api``, in a module for each subject; each ``check_`` function is one test. The last line printed
is a JSON object: each name with "" or a traceback.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Sequence

from pjrt_api import arrays, errors, executables, ffi, layouts, lifetimes, names, threads

CHECKS = {
    name: check
    for module in (names, arrays, executables, errors, layouts, ffi, threads, lifetimes)
    for name, check in vars(module).items()
    if name.startswith("check_")
}


def main(chosen: Sequence[str]) -> None:
    results = {}
    for name in chosen or CHECKS:
        began = time.monotonic()
        try:
            CHECKS[name]()
            results[name] = ""
        except BaseException:
            results[name] = traceback.format_exc()
        print(f"{time.monotonic() - began:.2f} s {name}", file=sys.stderr)
    print(json.dumps(results))


if __name__ == "__main__":
    main(sys.argv[1:])
