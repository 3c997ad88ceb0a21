"""Programs for several devices that need of XLA what this library lacks: done in another way, or refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import PYTHONS, finished, lines_for, wheels
from tools.environment import Environment

SCRIPT = Path(__file__).with_name("partitioning.py")
#: Each release line, on the oldest Python that it has.
LINES = {lines_for(version)[-1]: version for version in reversed(list(PYTHONS))}


@pytest.fixture(scope="module", params=sorted(LINES))
def found(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> dict[str, Any]:
    release = request.param
    wheels(release)
    environment = make(f"jax=={release}", f"jaxlib-cpu=={release}", python=LINES[release])
    return finished(environment.run(str(SCRIPT), environment={"JAX_NUM_CPU_DEVICES": "4"}))


def test_custom_partitioning_computes_the_same(found: dict[str, Any]) -> None:
    done = found["partitioned"]
    assert (done["several"], done["one"]) == ([12.0, 16.0], [4.0, 4.0])
    assert done["shard_map"] == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    assert "jaxlib-cpu takes no partitioners" in done["log"]
    assert done["logged"] == 1, "on one device and inside shard_map nothing is lost"


def test_a_sharding_is_inspected_where_it_is_known(found: dict[str, Any]) -> None:
    done = found["inspected"]
    kind, text = done["several"]
    assert kind == "ExtensionAbsent"
    assert "cannot tell the sharding that XLA gives to a value in a program for several devices" in text
    assert (done["shard_map"], done["times"]) == ("P()", 2)


def test_a_callback_for_each_shard_needs_shard_map(found: dict[str, Any]) -> None:
    done = found["printed"]
    assert [kind for kind, _ in done["several"]] == ["ExtensionAbsent", "ExtensionAbsent"]
    assert done["shards"] == ["0.0", "2.0", "4.0", "6.0", "9.0"]


def test_a_topology_is_refused_as_by_the_backend_inside_jaxlib(found: dict[str, Any]) -> None:
    kind, text = found["topology"]
    assert kind == "NotImplementedError"
    assert text.startswith("topology not implemented for cpu")


def test_a_buffer_is_exported_without_a_version(found: dict[str, Any]) -> None:
    assert found["dlpack"] == [0.0, 2.0, 4.0]
