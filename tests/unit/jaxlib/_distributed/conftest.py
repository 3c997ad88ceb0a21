"""jaxlib._distributed from its sources: the modules that do not need gRPC import no compiled part of jaxlib."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tools import ROOT


@pytest.fixture(scope="module", autouse=True)
def sources() -> Iterator[None]:
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "jaxlib"}
    for name in before:
        del sys.modules[name]
    # Upstream's file, which a build adds.
    version = sys.modules["jaxlib.version"] = ModuleType("jaxlib.version")
    version.__version__ = "0"
    sys.path.insert(0, str(ROOT / "packages/jaxlib/src"))
    yield
    sys.path.remove(str(ROOT / "packages/jaxlib/src"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "jaxlib"]:
        del sys.modules[name]
    sys.modules.update(before)
