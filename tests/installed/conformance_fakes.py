"""Runs, for each deliberately bad library, the checks that have to find it; prints JSON of what each found.

python conformance_fakes.py SHIM REAL_LIBRARY MODES.json
"""

from __future__ import annotations

import json
import os
import sys

from jaxlib_pjrt.conformance.library import Library
from jaxlib_pjrt.conformance.runner import run


def main(shim: str, real: str, modes: str) -> None:
    found = {}
    for mode, checks in json.loads(modes).items():
        os.environ.update(SHIM_LIBRARY=real, SHIM_MODE=mode)
        library = Library(shim, {"cpu_device_count": 2}, "any" if mode == "no_topology" else None)
        limit = 8.0 if mode == "hangs" else 60.0
        results = run(library, only=checks, limit=limit)
        found[mode] = [(result.id, result.outcome, result.reason) for _, result in results]
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
