"""Uses jax in one environment of the matrix and reports the outcome as a line of JSON; run by its Python.

Arguments: the platform of the plugin under test, and one of its topologies to compile for (empty if it has none).
With JAX_PLATFORMS=cpu set, only the CPU is used.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Any

LIBRARIES = re.compile(r"/(libjaxlib_\w+\.so|libtpu\.so|xla_cuda_plugin\.so)$")


def attempt(outcome: dict[str, Any], step: str, call: Callable[[], Any]) -> bool:
    """Do one step; an exception's text becomes its outcome."""
    try:
        outcome[step] = call()
    except Exception as error:
        outcome["said"].append({"step": step, "type": type(error).__name__, "text": str(error)})
        return False
    return True


def compute() -> bool:
    """Whether a jitted call gives the right result."""
    import jax
    import jax.numpy as jnp

    return float(jax.jit(lambda x: (x * 2).sum())(jnp.arange(8.0))) == 56.0


def topology(platform: str, name: str) -> int:
    """The number of devices of a topology: the plugin's library is loaded for it, and no device is needed."""
    if platform in {"cuda", "tpu"}:
        from jaxlib_core import topologies

        return len(topologies.get(name).devices)
    from jax.experimental import topologies as theirs

    return len(theirs.get_topology_desc(platform=platform, topology_name="", topology=name).devices)


def main() -> None:
    """Do the steps in order, each only if the previous ones permit it."""
    platform, name = sys.argv[1:3]
    outcome: dict[str, Any] = {"said": []}

    def imported() -> str:
        import jax

        return str(jax.__version__)

    if attempt(outcome, "import", imported):
        import jax

        if attempt(outcome, "devices", lambda: [device.platform for device in jax.devices()]):
            attempt(outcome, "computed", compute)
        if os.environ.get("JAX_PLATFORMS") != "cpu":
            if platform != "cpu":
                attempt(outcome, "asked", lambda: [device.platform for device in jax.devices(platform)])
                attempt(outcome, "topology", lambda: topology(platform, name))
            try:
                from jaxlib_core import loaded

                outcome["loaded"] = sorted(loaded())
            except ImportError:
                outcome["loaded"] = []
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:  # noqa: PTH123
        paths = {line.split(maxsplit=5)[-1].strip() for line in maps if ".so" in line}
    outcome["opened"] = sorted({match[1] for path in paths if (match := LIBRARIES.search(path))})
    print(json.dumps(outcome), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
