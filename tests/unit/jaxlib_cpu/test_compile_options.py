"""The options that a newer jaxlib no longer sends to the older library."""

from __future__ import annotations

import tomllib
from typing import Any

from packaging.version import Version

from tools import ROOT
from tools.builder import definitions


def table(release: str) -> dict[str, Any]:
    path = ROOT / "packages/jaxlib/releases" / f"{release}.toml"
    fields: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))["debug_options"]["fields"]
    return fields


def test_options_that_were_on_and_are_no_longer_sent_are_on() -> None:
    """A field that a message lacks is off in the library, whatever its own default is."""
    # The library is older than every line, so it has no option that the oldest line lacks.
    oldest, *newer = (table(release) for release in sorted(definitions.jaxlib_releases(), key=Version))
    lost = {
        name
        for name, field in oldest.items()
        if field.get("default") is True and name.startswith(("xla_cpu_", "xla_llvm_"))
        if any(name not in other for other in newer)
    }
    chosen = tomllib.loads((ROOT / "plugins/jaxlib-cpu/plugin.toml").read_text("utf-8"))["compile_options"]
    assert "xla_cpu_use_fusion_emitters" in lost
    assert {name for name in lost if chosen.get(name) is not True} == set()
