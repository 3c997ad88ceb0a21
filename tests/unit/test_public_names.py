"""``dir()`` of a package has its public names, for completion; they are imported when they are used."""

from __future__ import annotations

from types import ModuleType

import jaxlib_core
import jaxlib_lock
import pytest


@pytest.mark.parametrize("package", [jaxlib_core, jaxlib_lock], ids=lambda package: package.__name__)
def test_dir_has_the_public_names_and_no_others(package: ModuleType) -> None:
    offered = {name for name in dir(package) if not name.startswith("_")}
    modules = {name for name in offered if isinstance(vars(package).get(name), ModuleType)}
    assert {*package.__all__, "__version__"} <= set(dir(package))
    assert offered - modules == set(package.__all__) - {"__version__"}
