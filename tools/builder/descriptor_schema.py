"""``python -m tools schema``: write the published schema of plugins' descriptors, derived from their types."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib_core.plugins import descriptor

from tools import ROOT

PATH = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"


def main(_: Sequence[str]) -> int:
    """Write ``plugin.schema.json``; a test compares it."""
    PATH.write_text(descriptor.schema(), "utf-8")
    return 0
