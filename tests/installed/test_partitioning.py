"""Programs for several devices that need XLA features that this library lacks, and jaxlib-cpu's replacements."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from tests.installed.conftest import PYTHONS, finished, lines_for, wheels
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("partitioning.py")
#: Each release line, on the oldest Python that it has.
LINES = {lines_for(version)[-1]: version for version in reversed(list(PYTHONS))}


@pytest.fixture(scope="module", params=sorted(LINES))
def found(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> dict[str, Any]:
    release = request.param
    wheels(release)
    environment = make(f"jax=={release}", f"jaxlib-cpu=={release}", python=LINES[release])
    facts = finished(environment.run(str(SCRIPT), environment={"JAX_NUM_CPU_DEVICES": "4"}))
    return {**facts, "release": release}


def test_custom_partitioning_computes_the_same(found: dict[str, Any]) -> None:
    done = found["partitioned"]
    assert (done["several"], done["one"]) == ([12.0, 16.0], [4.0, 4.0])
    assert done["shard_map"] == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    assert "jaxlib-cpu takes no partitioners" in done["log"]
    assert done["logged"] == 1, "on one device and inside shard_map nothing is lost"


def test_shardings_are_inspected(found: dict[str, Any]) -> None:
    """In jit, in a loop's body, in a function of its own, on a shard and on one device."""
    jit, loop, function, shard, one = found["inspected"]
    assert (jit, loop, function, shard) == ("P('x',)", "P(None, 'x')", "P('x',)", "P()")
    assert one == "one device"


def test_a_callback_for_each_shard(found: dict[str, Any]) -> None:
    shown, called, one = found["printed"]
    assert shown == ["[[0. 1.]]", "[[2. 3.]]", "[[4. 5.]]", "[[6. 7.]]"]
    assert called == ["(1, 2)"] * 4
    assert one == ["[[9.]]"]


def test_a_batch_stays_divided(found: dict[str, Any]) -> None:
    assert found["batched"] == {"gathered": False, "spec": "P('x',)", "right": True}


def test_unreduced_values_add_up(found: dict[str, Any]) -> None:
    done = found["unreduced"]
    zeros = [0.0] * 4
    from_whole, from_shards = done["shards"]
    assert from_whole == [[0.0, 1.0, 2.0, 3.0], zeros, zeros, zeros]
    assert from_shards == [[float(i) if i == j else 0.0 for i in range(4)] for j in range(4)]
    assert done["gradient"] == [2.0] * 4
    assert done["through shards"] == []
    assert done["along another"] == [float(i) for i in range(8)]


def before_0_11(found: dict[str, Any]) -> bool:
    """Whether the release is older than 0.11: those have no maxima, and refuse less."""
    return Version(found["release"]) < Version("0.11")


def test_a_value_that_cannot_be_made_unreduced_is_refused(found: dict[str, Any]) -> None:
    said = f"jaxlib-cpu {found['release']} cannot make this value unreduced. [JLP026]"
    assert found["unreduced"]["refused"] == ["ProgramUnsupported", said]
    # One that newer jaxlibs' own pass cannot tell of.
    wanted = [] if before_0_11(found) else ["ProgramUnsupported", said]
    assert found["unreduced"]["straight on"] == wanted


def test_values_unreduced_by_a_maximum_or_a_minimum(found: dict[str, Any]) -> None:
    values = [[-4.0, -9.0], [-2.0, -7.0], [-3.0, -8.0], [-6.0, -5.0]]
    wanted = {}
    for name, of in (("max", max), ("min", min)):
        halves = [[[of(row[i] for row in half)] for i in (0, 1)] for half in (values[:2], values[2:])]
        ends = [of(of(row) for row in half) for half in (values[:2], values[2:])]
        columns = [list(column) for column in zip(*values, strict=True)]
        wanted[name] = {
            "one": [*halves[0], *halves[1]],
            "both": [ends[0], ends[0], ends[1], ends[1]],
            "reduced": of(ends),
            "mixed": [[of(column) for column in columns], [sum(column) for column in columns]],
        }
    assert found["extremes"] == ({} if before_0_11(found) else wanted)


def test_a_topology_is_refused_as_by_the_backend_inside_jaxlib(found: dict[str, Any]) -> None:
    kind, text = found["topology"]
    assert kind == "NotImplementedError"
    assert text.startswith("topology not implemented for cpu")


def test_a_buffer_is_exported_without_a_version(found: dict[str, Any]) -> None:
    assert found["dlpack"] == [0.0, 2.0, 4.0]
