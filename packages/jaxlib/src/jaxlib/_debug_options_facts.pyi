"""XLA's debug options in upstream's jaxlib; generated from releases/RELEASE.toml when the wheel is built."""

from collections.abc import Mapping
from typing import Any

#: The options that `jaxlib._jax.DebugOptions` lets programs read and set.
ATTRIBUTES: frozenset[str]
#: The enumerations of their types: names to numbers.
ENUMS: Mapping[str, Mapping[str, int]]
#: By name: the output of `tools/follow/children/debug_options.py`.
FIELDS: Mapping[str, Mapping[str, Any]]
