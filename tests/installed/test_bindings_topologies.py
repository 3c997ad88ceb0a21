"""Topologies of jaxlib (bindings-only) have the attributes, programs and bytes that they have with upstream's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import add, finished
from tests.installed.test_jaxlib_bindings import with_both_jaxlibs
from tools.artifacts import manifest
from tools.builder import build, definitions

CASES = Path(__file__).with_name("topology_cases.py")
#: A platform whose devices have memories of several kinds, and one that describes none.
TARGETS = ("tpu:v5e:2x2", "cuda:h100x2")


@pytest.fixture(scope="module", params=definitions.jaxlib_releases())
def both(request: pytest.FixtureRequest, temporary: Callable[[str], Path]) -> Any:
    """The answers with upstream's jaxlib, and with ours."""
    release: str = request.param
    upstream, ours = with_both_jaxlibs(release, temporary("topologies"))
    upstream.install("--no-deps", str(build.wheel("core", release)))
    answers = []
    for environment in (upstream, ours):
        environment.install(f"libtpu=={manifest.load(release).artifact('libtpu').version}")
        for name in ("cpu", "cuda12", "tpu"):
            build.wheel(name, release)
            add(environment, name, release)
        done = environment.run(str(CASES), *TARGETS, timeout=1200, environment={"JAX_PLATFORMS": "cpu"})
        answers.append(finished(done))
    return answers


@pytest.mark.parametrize("target", TARGETS)
def test_every_answer_is_upstreams(both: Any, target: str) -> None:
    upstream, ours = (answers[target] for answers in both)
    assert upstream.keys() == ours.keys()
    assert {name: ours[name] for name in upstream if ours[name] != upstream[name]} == {}


def test_what_was_asked_has_answers(both: Any) -> None:
    upstream = both[0]
    tpu, gpu = (upstream[target] for target in TARGETS)
    assert tpu["is a client"][0] is True
    assert [memory[2] for memory in tpu["memories"][:3]] == ["device", "pinned_host", "unpinned_host"]
    assert 'mhlo.memory_kind = "device"' in tpu["offloaded"]
    assert '_xla_buffer_placement = "pinned_host"' in tpu["results on the host"]
    assert tpu["serialized"][1] is gpu["serialized"][1] is True
