"""Runs upstream's test cases of primitives on the CPU backend of this environment, and stores the results.

Run by ``test_primitives.py`` and ``test_linalg.py`` in two environments, once on the plugin and once on the backend
inside jaxlib:

    JAX_ENABLE_X64=1 python primitives.py OUTPUT.npz PER_GROUP [GROUP...]

(64-bit types are part of the cases, and must be on before upstream's module makes them.)

Each result is stored under the case's full name; a case that raised is stored as the error's text.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

# Upstream's module draws some arguments from the global generator when it is imported.
np.random.seed(0)
from jax._src.internal_test_util import test_harnesses  # noqa: E402

#: Cases in one program: most of the time goes to compiling, and less of it than for one by one.
TOGETHER = 8


def chosen(per_group: int, wanted: list[str]) -> list[Any]:
    """At most ``per_group`` cases of each primitive (of ``wanted``, or all), spread evenly over its cases."""
    groups: dict[str, list[Any]] = {}
    for harness in test_harnesses.all_harnesses:
        if harness.filter("cpu") and (not wanted or harness.group_name in wanted):
            groups.setdefault(harness.group_name, []).append(harness)
    # Upstream's order depends on the hash of types, which differs from process to process.
    ordered = (
        sorted(group, key=lambda harness: str(harness.fullname)) for _, group in sorted(groups.items())
    )
    return [
        group[index * len(group) // min(per_group, len(group))]
        for group in ordered
        for index in range(min(per_group, len(group)))
    ]


def run(harnesses: Sequence[Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The cases' results, of one program, flattened; keys of random numbers as raw data, bfloat16 as float32."""
    arguments = [
        harness.dyn_args_maker(np.random.RandomState(zlib.crc32(harness.fullname.encode())))
        for harness in harnesses
    ]
    program = jax.jit(
        lambda given: [harness.dyn_fun(*each) for harness, each in zip(harnesses, given, strict=True)]
    )
    results: dict[str, np.ndarray[Any, Any]] = {}
    for harness, computed in zip(harnesses, program(arguments), strict=True):
        for index, leaf in enumerate(jax.tree.leaves(computed)):
            key = jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key)
            value = np.asarray(jax.random.key_data(leaf) if key else leaf)
            plain = value.dtype.kind in "biufc"
            # The name keeps the type that numpy's file format cannot.
            stored = value if plain else value.astype(np.float32)
            results[f"{harness.fullname}|{index}|{value.dtype}"] = stored
    return results


def main(output: str, per_group: int, wanted: list[str]) -> None:
    """Run all chosen cases and write ``output``."""
    results: dict[str, Any] = {}
    cases = chosen(per_group, wanted)
    step = 1 if wanted else TOGETHER  # eight of linear algebra once took over five minutes
    for harnesses in (cases[first : first + step] for first in range(0, len(cases), step)):
        try:
            results |= run(harnesses)
        except Exception:
            for harness in harnesses:
                try:
                    results |= run([harness])
                except Exception as error:
                    results[f"{harness.fullname}|error|"] = np.array(f"{type(error).__name__}: {error}"[:500])
    np.savez(output, **results)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
