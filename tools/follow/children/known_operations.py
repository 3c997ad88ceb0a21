"""Prints the operations of StableHLO that the bindings write in portable artifacts, each with its newest fields.

Run by the Python of an environment that has the bindings, as a script, with nothing of this repository on its path:

    python -P known_operations.py

It prints a JSON object such as ``{"stablehlo.iota": ["iota_dimension"]}``.
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Print the object."""
    from jaxlib._ir.serialization import vhlo

    known = {f"stablehlo.{name}": list(versions[-1][1]) for name, versions in vhlo.OPERATIONS.items()}
    json.dump(known, sys.stdout)


if __name__ == "__main__":
    main()
