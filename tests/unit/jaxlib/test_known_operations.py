"""The fields of operations that the bindings know, as `follow` reads them."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.unit.jaxlib.conftest import Bindings
from tools.follow.release import CHILDREN
from tools.follow.steps import child


def test_the_fields_of_operations_that_are_known(bindings: Bindings) -> None:
    known = child(Path(sys.executable), CHILDREN / "known_operations.py", environment=bindings.variables)
    assert {"dimension", "is_stable"} <= {*known["stablehlo.sort"]}
    assert {*known["chlo.top_k"]} == {"k", "is_stable"}
    assert "stablehlo.never" not in known
