"""Names of upstream's native modules; generated from releases/RELEASE.toml when the wheel is built."""

from collections.abc import Mapping

#: The names that each module defines.
NAMES: Mapping[str, tuple[str, ...]]
