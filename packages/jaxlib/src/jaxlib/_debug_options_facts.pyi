"""XLA's debug options in upstream's jaxlib: written when the wheel is built, from releases/RELEASE.toml."""

from collections.abc import Mapping
from typing import Any

#: Those that `jaxlib._jax.DebugOptions` lets programs read and set.
ATTRIBUTES: frozenset[str]
#: The enumerations of their types: names and numbers.
ENUMS: Mapping[str, Mapping[str, int]]
#: By name: what `tools/follow/children/debug_options.py` says of each.
FIELDS: Mapping[str, Mapping[str, Any]]
