"""The facts that packages/jaxlib/releases states are those that upstream's jaxlib of the release reports."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest

from tests.installed.conftest import finished, oldest_python
from tools import ROOT
from tools.builder import definitions
from tools.environments.venv import Environment
from tools.follow.bindings import FACTS

SCRIPT = ROOT / "tools" / "follow" / "children" / "release_facts.py"


@pytest.mark.parametrize("release", definitions.jaxlib_releases())
def test_the_facts_of_a_release_are_measured(release: str, make: Callable[..., Environment]) -> None:
    environment = make(f"jax=={release}", f"jaxlib==={release}", python=oldest_python(release))
    measured = finished(environment.run("-P", str(SCRIPT)))
    stated = tomllib.loads((definitions.JAXLIB / "releases" / f"{release}.toml").read_text("utf-8"))
    names = (*FACTS, "stablehlo", "names")
    assert {name: measured[name] for name in names} == {name: stated[name] for name in names}
