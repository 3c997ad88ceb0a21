"""Prints what upstream's jaxlib of a release says of itself, for ``packages/jaxlib/releases``.

Run by the Python of an environment that has jax and that jaxlib, as a script, with nothing of this repository on
its path:

    python -P release_facts.py

It prints a JSON object: ``ifrt_version``, ``extension_version``, ``result_handlers_check``, and in ``stablehlo``
the versions of VHLO.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def main() -> None:
    """Print the object."""
    # Upstream's modules, of which the ones that are type-checked here are no part.
    _jax: Any = importlib.import_module("jaxlib._jax")
    xla_client: Any = importlib.import_module("jaxlib.xla_client")
    stablehlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")

    def since(name: str) -> str:
        requirement = getattr(stablehlo.StablehloCompatibilityRequirement, name)
        return str(stablehlo.get_version_from_compatibility_requirement(requirement))

    facts: dict[str, Any] = {
        "ifrt_version": _jax.ifrt_version_number,
        "extension_version": xla_client._version,
        "result_handlers_check": "_skip_checks" in signature(xla_client.array_result_handler),
        "stablehlo": {
            "current": str(stablehlo.get_current_version()),
            "weeks_4": since("WEEK_4"),
            "weeks_12": since("WEEK_12"),
            "minimum": str(stablehlo.get_minimum_version()),
        },
    }
    json.dump(facts, sys.stdout)


def signature(function: Any) -> str:
    """The text that nanobind keeps of a function's parameters."""
    return " ".join(each[0] for each in function.__nb_signature__)


if __name__ == "__main__":
    main()
