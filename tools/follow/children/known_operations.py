"""Prints the operations whose fields the bindings know.

StableHLO's operations have the newest fields of portable artifacts, CHLO's those of their custom assembly.

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
    from jaxlib._ir.text import custom_assembly

    known = {
        f"chlo.{name}": [attribute for attribute, _ in labels.values()]
        for name, labels in custom_assembly.LABELS.items()
        if name
    }
    known |= {f"stablehlo.{name}": list(versions[-1][1]) for name, versions in vhlo.OPERATIONS.items()}
    json.dump(known, sys.stdout)


if __name__ == "__main__":
    main()
